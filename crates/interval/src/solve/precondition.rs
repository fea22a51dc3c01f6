//! Preconditioning of a linear interval system.
//!
//! **Question.** By which matrix of numbers must the equations be multiplied so that each is nearly solved for one
//! variable?
//!
//! **Idea.** Gauss–Jordan elimination on the midpoints of the coefficients. The pivots are those that matter most
//! for the given box: each coefficient is weighted by the width of its variable, each equation is scaled by its
//! largest weighted coefficient. Elimination stops if no pivot is left, so it also serves systems that are not
//! square or are singular. For square regular systems it yields the inverse.
//!
//! **Guarantee.** Every solution of *A x = b* solves *E A x = E b*, whatever the numbers in *E* are, so rounding in
//! the elimination cannot lose one. The product *E A* is enclosed: for *A* within *m ± r*, it lies within Σ *e m* ±
//! Σ |*e*| *r*. Both sums are computed in floating point, and the radius absorbs their rounding errors. A sum of at
//! most 16 products errs by less than 17·2⁻⁵³ of the sum of their magnitudes (Higham, *Accuracy and Stability of
//! Numerical Algorithms*, section 3.1). We add [`SUM_ERROR`] times that sum, which is nearly twice as much.
//!
//! **Cost.** Half a microsecond for five equations in five variables.
//!
//! **Source.** Preconditioning by the midpoint inverse: Hansen & Sengupta, *Bounding solutions of systems of
//! equations using interval analysis* (1981). The paper (footnote 17) prefers the unmodified system; we use both,
//! one after the other.

use super::{MOST_EQUATIONS, MOST_VARIABLES};
use crate::Interval;
use crate::tolerance::{SMALLEST_PIVOT, SUM_ERROR};

/// The preconditioned equations. Row `i` is nearly solved for the variable `columns[i]`.
pub(super) struct PreconditionedSystem {
    /// The number of equations that could be solved for a variable.
    pub(super) rank: usize,
    /// The variable of each.
    pub(super) columns: [usize; MOST_VARIABLES],
    /// The bit set of the equations that were solved.
    pub(super) solved: u32,
    /// The coefficients, `rank` rows.
    rows: [Interval; MOST_VARIABLES * MOST_VARIABLES],
    /// The right-hand sides.
    right: [Interval; MOST_VARIABLES],
    /// The midpoints of the given coefficients, row by row, padded with zeros so that rows have a fixed length.
    middles: [[f64; MOST_VARIABLES]; MOST_EQUATIONS],
    /// Their radii, including the rounding error of later sums.
    radii: [[f64; MOST_VARIABLES]; MOST_EQUATIONS],
    /// Midpoint and radius of the given right-hand sides.
    given_right: [[f64; 2]; MOST_EQUATIONS],
    /// The bit set of the variables that occur in each row.
    present: [u32; MOST_EQUATIONS],
    /// Per row: the midpoints of the coefficients under elimination, followed by the factors of the given
    /// equations.
    work: [f64; MOST_EQUATIONS * (MOST_VARIABLES + MOST_EQUATIONS)],
}

impl PreconditionedSystem {
    pub(super) fn new() -> Self {
        Self {
            rank: 0,
            columns: [0; MOST_VARIABLES],
            solved: 0,
            rows: [Interval::ZERO; MOST_VARIABLES * MOST_VARIABLES],
            right: [Interval::ZERO; MOST_VARIABLES],
            middles: [[0.0; MOST_VARIABLES]; MOST_EQUATIONS],
            radii: [[0.0; MOST_VARIABLES]; MOST_EQUATIONS],
            given_right: [[0.0; 2]; MOST_EQUATIONS],
            present: [0; MOST_EQUATIONS],
            work: [0.0; MOST_EQUATIONS * (MOST_VARIABLES + MOST_EQUATIONS)],
        }
    }

    /// Reduces the equations selected by the bit set `used`. `weights` measures the importance of each variable,
    /// such as the width of its interval; variables with weight 0 are not solved for.
    pub(super) fn reduce(&mut self, rows: &[Interval], right: &[Interval], weights: &[f64], used: u32) {
        let (equations, variables) = (right.len(), weights.len());
        let stride = variables + equations;
        self.load(rows, right, weights, used);
        let mut pivot_rows = [0; MOST_VARIABLES];
        (self.rank, self.solved) = (0, 0);
        let mut free_columns = (1_u32 << variables) - 1;
        while self.rank < variables.min(equations) {
            let free_rows = !self.solved & ((1 << equations) - 1);
            let Some((row, column)) = self.pivot(weights, stride, free_rows, free_columns) else { break };
            self.solve_for(stride, equations, row, column);
            free_columns &= !(1 << column);
            self.solved |= 1 << row;
            (pivot_rows[self.rank], self.columns[self.rank]) = (row, column);
            self.rank += 1;
        }
        for (i, &pivot_row) in pivot_rows.iter().enumerate().take(self.rank) {
            self.multiply(i, pivot_row * stride + variables, equations, variables);
        }
    }

    /// Writes the midpoints, scaled row by row, followed by the identity matrix, scaled alike.
    fn load(&mut self, rows: &[Interval], right: &[Interval], weights: &[f64], used: u32) {
        let variables = weights.len();
        let stride = variables + right.len();
        for (given, right) in self.given_right.iter_mut().zip(right) {
            *given = middle_and_radius(*right);
        }
        for (i, row) in rows.chunks_exact(variables).enumerate() {
            (self.middles[i], self.radii[i], self.present[i]) = ([0.0; MOST_VARIABLES], [0.0; MOST_VARIABLES], 0);
            for (j, entry) in row.iter().enumerate() {
                let [middle, radius] = middle_and_radius(*entry);
                self.middles[i][j] = middle;
                self.radii[i][j] = radius;
                self.present[i] |= u32::from(middle != 0.0 || radius != 0.0) << j;
            }
            let given = &self.middles[i];
            let work = &mut self.work[i * stride..(i + 1) * stride];
            let largest = given.iter().zip(weights).map(|(a, w)| (a * w).abs()).fold(0.0, f64::max);
            let usable = used >> i & 1 == 1 && largest > 0.0 && largest < f64::INFINITY;
            let scale = if usable { 1.0 / largest } else { 0.0 };
            for (entry, a) in work[..variables].iter_mut().zip(given) {
                *entry = if usable { a * scale } else { 0.0 };
            }
            work[variables..].fill(0.0);
            work[variables + i] = scale;
        }
    }

    /// The largest weighted coefficient among the free rows and columns.
    fn pivot(&self, weights: &[f64], stride: usize, free_rows: u32, free_columns: u32) -> Option<(usize, usize)> {
        let (mut largest, mut place) = (SMALLEST_PIVOT, None);
        let mut rows = free_rows;
        while rows != 0 {
            let row = rows.trailing_zeros() as usize;
            rows &= rows - 1;
            for (column, (entry, weight)) in self.work[row * stride..].iter().zip(weights).enumerate() {
                let size = (entry * weight).abs();
                if size > largest && size < f64::INFINITY && free_columns >> column & 1 == 1 {
                    (largest, place) = (size, Some((row, column)));
                }
            }
        }
        place
    }

    /// Solves the row for the column, and eliminates the column from all other rows.
    fn solve_for(&mut self, stride: usize, equations: usize, row: usize, column: usize) {
        let factor = 1.0 / self.work[row * stride + column];
        let mut solved = [0.0; MOST_VARIABLES + MOST_EQUATIONS];
        let solved = &mut solved[..stride];
        for (entry, work) in solved.iter_mut().zip(&mut self.work[row * stride..][..stride]) {
            *work *= factor;
            *entry = *work;
        }
        for (other, work) in self.work.chunks_exact_mut(stride).take(equations).enumerate() {
            let factor = work[column];
            if other != row && factor != 0.0 {
                work.iter_mut().zip(&*solved).for_each(|(entry, solved)| *entry -= factor * solved);
            }
        }
    }

    /// Row `i` of the reduced system: the sum of the given equations times the factors stored in `work` from index
    /// `factors` on.
    fn multiply(&mut self, i: usize, factors: usize, equations: usize, variables: usize) {
        let factors = &self.work[factors..factors + equations];
        let (mut middle, mut radius) = ([0.0; MOST_VARIABLES], [0.0; MOST_VARIABLES]);
        let (mut right, mut present) = ([0.0; 2], 0_u32);
        for (k, &factor) in factors.iter().enumerate().filter(|(_, factor)| **factor != 0.0) {
            let size = factor.abs();
            for j in 0..MOST_VARIABLES {
                middle[j] += factor * self.middles[k][j];
                radius[j] += size * self.radii[k][j];
            }
            present |= self.present[k];
            right[0] += factor * self.given_right[k][0];
            right[1] += size * self.given_right[k][1];
        }
        self.right[i] = around(right[0], right[1]);
        for (j, entry) in self.rows[i * variables..(i + 1) * variables].iter_mut().enumerate() {
            *entry = if present >> j & 1 == 0 { Interval::ZERO } else { around(middle[j], radius[j]) };
        }
    }

    /// The solved rows and their right-hand sides.
    pub(super) fn system(&self, variables: usize) -> (&[Interval], &[Interval]) {
        (&self.rows[..self.rank * variables], &self.right[..self.rank])
    }
}

/// The midpoint, and the largest distance of a member from it, including the rounding error of a sum of products
/// with the midpoint. [`around`] accounts for the rounding of the radius itself.
#[inline]
fn middle_and_radius(x: Interval) -> [f64; 2] {
    let (lower, upper) = (-x.negated_lower, x.upper);
    let middle = 0.5 * lower + 0.5 * upper;
    if middle.is_finite() {
        [middle, (upper - middle).max(middle - lower) + SUM_ERROR * middle.abs()]
    } else {
        [0.0, f64::INFINITY]
    }
}

/// The interval of this midpoint and radius. The radius is a rounded sum of products, which may have underflowed;
/// the result accounts for both.
fn around(middle: f64, radius: f64) -> Interval {
    let radius = radius * (1.0 + 4.0 * SUM_ERROR) + f64::MIN_POSITIVE;
    if !(middle.is_finite() && radius < f64::INFINITY) {
        return Interval::ENTIRE;
    }
    Interval::raw(middle, middle) + Interval::raw(-radius, radius)
}

#[cfg(test)]
mod tests {
    use super::{MOST_EQUATIONS, PreconditionedSystem};
    use crate::Interval;

    /// The products of numbers with the factors lie within the reduced rows: checked in exact integers, for short
    /// factors and coefficients.
    #[test]
    fn reduced_rows_hold_the_products() {
        let mut reduced = PreconditionedSystem::new();
        let mut state = 7_u64;
        let mut number = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as i64 - (1 << 23)
        };
        for equations in 1..=MOST_EQUATIONS {
            for variables in 1..=8 {
                let coefficients: Vec<i64> = (0..equations * variables).map(|_| number()).collect();
                let factors: Vec<i64> = (0..equations).map(|_| number()).collect();
                let rows: Vec<Interval> = coefficients.iter().map(|&a| Interval::from(a as f64)).collect();
                let right = vec![Interval::ONE; equations];
                reduced.load(&rows, &right, &vec![1.0; variables], u32::MAX);
                let at = variables;
                for (i, factor) in factors.iter().enumerate() {
                    reduced.work[at + i] = *factor as f64;
                }
                reduced.multiply(0, at, equations, variables);
                for column in 0..variables {
                    let products =
                        (0..equations).map(|k| i128::from(factors[k] * coefficients[k * variables + column]));
                    let exact: i128 = products.sum();
                    // The endpoints are compared as integers, rounded outward.
                    let entry = reduced.rows[column];
                    assert!(entry.lower().floor() as i128 <= exact && exact <= entry.upper().ceil() as i128);
                    assert!(entry.width() <= 1e-13 * 2_f64.powi(50));
                }
            }
        }
    }

    #[test]
    fn a_singular_system_is_solved_as_far_as_it_goes() {
        let mut reduced = PreconditionedSystem::new();
        let rows = [1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 0.0, 1.0, 1.0].map(Interval::from);
        reduced.reduce(&rows, &[Interval::ONE; 3], &[1.0; 3], u32::MAX);
        assert_eq!(reduced.rank, 2);
        for (row, column) in (0..2).zip(reduced.columns) {
            assert!(reduced.rows[row * 3 + column].contains(1.0));
        }
    }
}
