//! Linear equations with interval coefficients.
//!
//! **Question.** Which *x* in a given box solve *A x = b* for some matrix *A* and vector *b* within the given
//! enclosures?
//!
//! **Idea.** Solve each equation for each of its variables in turn, substituting the current bounds of the others,
//! and intersect the result with the current bound. This requires neither a square system nor a regular matrix. If
//! a coefficient has zero in its interior, the result is two rays with a gap between them. If both rays meet the
//! box, the gap is recorded as a good position for a subdivision.
//!
//! **Guarantee.** No such *x* is lost; `false` proves that there is none.
//!
//! **Cost.** A sweep takes one product, two sums and one quotient per coefficient: 0.2 µs for five equations in
//! five variables.
//!
//! **Source.** Snyder 1993, section 4.2.2, figure 8. Deviations: we skip coefficients that are exactly zero; we
//! keep partial sums from both sides instead of adding all other terms again; we test whether each equation can
//! hold at all (which matters if every coefficient contains zero); and we use extended division with Hansen's gaps
//! (Ratschek & Rokne, *New Computer Methods for Global Optimization*, 1988).
//!
//! | paper | here |
//! |---|---|
//! | *M*, rows *i*, columns *j* | `rows`, one after the other |
//! | *b* | `right` |
//! | *x* | `x` |
//! | α | `ENOUGH_IMPROVEMENT` in `tolerance.rs` |

use super::MOST_VARIABLES;
use crate::Interval;
use crate::tolerance::{ENOUGH_IMPROVEMENT, MOST_SWEEPS, WORTHWHILE_GAP};

/// An open interval of one variable that contains no solution, with parts of the box on both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// The index of the variable.
    pub variable: usize,
    /// The start of the gap: solutions may lie up to here.
    pub from: f64,
    /// The end of the gap: solutions may lie from here on.
    pub to: f64,
}

/// Shrinks the box `x` to where solutions of `rows · x = right` may be, by sweeps until they gain too little.
/// `false` proves that the box has no solution. The number of variables is the length of `x`; `rows` holds that
/// many coefficients for each entry of `right`.
///
/// ```
/// use tangency_interval::{Interval, solve::linear::linear_solve};
/// # fn main() -> Result<(), tangency_interval::InvalidInterval> {
/// // x + y = 1 and x − y = 0, the second coefficients uncertain by a tenth.
/// let tenth = |x: f64| Interval::new(x - 0.1, x + 0.1);
/// let rows = [Interval::ONE, tenth(1.0)?, Interval::ONE, tenth(-1.0)?];
/// let mut x = [Interval::new(-4.0, 4.0)?; 2];
/// assert!(linear_solve(&rows, &[Interval::ONE, Interval::ZERO], &mut x));
/// assert!(x[0].contains(0.5) && x[0].width() < 8.0);
/// assert!(!linear_solve(&rows, &[Interval::from(99.0), Interval::ZERO], &mut x));
/// # Ok(())
/// # }
/// ```
pub fn linear_solve(rows: &[Interval], right: &[Interval], x: &mut [Interval]) -> bool {
    linear_solve_with_gap(rows, right, x, &mut None)
}

/// The same, and records the widest [`Gap`], measured as a fraction of its variable's interval.
pub fn linear_solve_with_gap(rows: &[Interval], right: &[Interval], x: &mut [Interval], gap: &mut Option<Gap>) -> bool {
    for _ in 0..MOST_SWEEPS {
        let before = total_width(x);
        if !sweep(rows, right, x, gap) {
            return false;
        }
        if !(total_width(x) <= ENOUGH_IMPROVEMENT * before) {
            break;
        }
    }
    true
}

fn total_width(x: &[Interval]) -> f64 {
    x.iter().map(|side| side.width()).sum()
}

/// Solves every equation once for every variable.
pub(super) fn sweep(rows: &[Interval], right: &[Interval], x: &mut [Interval], gap: &mut Option<Gap>) -> bool {
    rows.chunks_exact(x.len()).zip(right).all(|(row, &right)| solve_row(row, right, x, gap))
}

/// Solves one equation for each of its variables with the current bounds of the others.
#[inline]
fn solve_row(row: &[Interval], right: Interval, x: &mut [Interval], gap: &mut Option<Gap>) -> bool {
    let count = row.len();
    // The term of each variable, and the sum of the terms after it.
    let (mut terms, mut after) = ([Interval::ZERO; MOST_VARIABLES], [Interval::ZERO; MOST_VARIABLES]);
    let mut sum = Interval::ZERO;
    for j in (0..count).rev() {
        after[j] = sum;
        if row[j] != Interval::ZERO {
            terms[j] = row[j] * x[j];
            sum += terms[j];
        }
    }
    if right.disjoint(sum) {
        return false;
    }
    // The right-hand side minus the terms of the preceding variables.
    let mut rest = right;
    for j in 0..count {
        if row[j] == Interval::ZERO {
            continue;
        }
        let share = rest - after[j];
        let solved = if !row[j].contains(0.0) {
            x[j].intersection(share / row[j])
        } else if !share.contains(0.0) {
            both_sides(share, row[j], x[j], j, gap)
        } else {
            x[j]
        };
        if solved.is_empty() {
            return false;
        }
        if solved != x[j] {
            x[j] = solved;
            terms[j] = row[j] * solved;
        }
        rest -= terms[j];
    }
    true
}

/// The remaining part of `x` if the coefficient contains zero and `share` does not: none, one or both of two rays.
#[inline(never)]
fn both_sides(share: Interval, coefficient: Interval, x: Interval, variable: usize, gap: &mut Option<Gap>) -> Interval {
    let [left, right] = share.divide_extended(coefficient).map(|ray| ray.intersection(x));
    if left.is_empty() {
        return right;
    }
    if right.is_empty() {
        return left;
    }
    let found = Gap { variable, from: left.upper(), to: right.lower() };
    let part = (found.to - found.from) / x.width();
    // Subdividing at a narrow gap away from the middle does not pay. Among equals the first is kept.
    if part > WORTHWHILE_GAP && gap.is_none_or(|known| known.to - known.from < found.to - found.from) {
        *gap = Some(found);
    }
    left.hull(right)
}

/// Encloses all solutions of the square systems `rows · x = right`, for `columns` right-hand sides at once. `right`
/// and the result hold one row of them per variable. `None` if a pivot may be zero; otherwise it is proved that no
/// matrix in `rows` is singular.
///
/// Gaussian elimination; the pivot is the entry with the largest mignitude. (Snyder 1993, section 4.2.1, after
/// Press et al.)
#[must_use]
pub fn eliminate(rows: &[Interval], right: &[Interval], columns: usize) -> Option<Vec<Interval>> {
    let (mut matrix, mut solution) = (rows.to_vec(), right.to_vec());
    eliminate_in_place(&mut matrix, &mut solution, columns).then_some(solution)
}

/// The same in place; returns whether it succeeded.
pub(super) fn eliminate_in_place(matrix: &mut [Interval], right: &mut [Interval], columns: usize) -> bool {
    let Some(count) = right.len().checked_div(columns) else { return true };
    for pivot in 0..count {
        let certainty = |row: usize| matrix[row * count + pivot].mignitude();
        let best = (pivot..count).fold(pivot, |best, row| if certainty(row) > certainty(best) { row } else { best });
        if !(certainty(best) > 0.0) {
            return false;
        }
        swap_rows(matrix, count, pivot, best);
        swap_rows(right, columns, pivot, best);
        for row in pivot + 1..count {
            let factor = matrix[row * count + pivot] / matrix[pivot * count + pivot];
            if factor == Interval::ZERO {
                continue;
            }
            for column in pivot + 1..count {
                matrix[row * count + column] -= factor * matrix[pivot * count + column];
            }
            for column in 0..columns {
                right[row * columns + column] -= factor * right[pivot * columns + column];
            }
        }
    }
    for row in (0..count).rev() {
        for column in 0..columns {
            let known: Interval = (row + 1..count).map(|k| matrix[row * count + k] * right[k * columns + column]).sum();
            right[row * columns + column] = (right[row * columns + column] - known) / matrix[row * count + row];
        }
    }
    true
}

fn swap_rows(values: &mut [Interval], width: usize, a: usize, b: usize) {
    if a != b {
        for column in 0..width {
            values.swap(a * width + column, b * width + column);
        }
    }
}

/// Encloses the inverses of all matrices in the square `rows`; `None` if one may be singular.
///
/// ```
/// use tangency_interval::{Interval, solve::linear::inverse};
///
/// let rows = [2.0, 0.0, 1.0, 4.0].map(Interval::from);
/// let inverse = inverse(&rows).expect("regular");
/// assert!([0.5, 0.0, -0.125, 0.25].iter().zip(&inverse).all(|(&exact, entry)| entry.contains(exact)));
/// ```
#[must_use]
pub fn inverse(rows: &[Interval]) -> Option<Vec<Interval>> {
    let count = rows.len().isqrt();
    let mut identity = vec![Interval::ZERO; rows.len()];
    for i in 0..count {
        identity[i * count + i] = Interval::ONE;
    }
    eliminate(rows, &identity, count)
}
