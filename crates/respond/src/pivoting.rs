//! Contact space: the linear complementarity problem, by Lemke's pivoting.
//!
//! **Question.** Contacts without friction, or with sliding friction of known direction, and joints act at once. Which
//! impulses p have rates u = W·p + q with p ≥ 0, u ≥ 0 and p·u = 0 (equation 26)?
//!
//! **Idea.** Bilateral rows are eliminated by Gauss' method; rows that depend on others drop out. A row whose force has
//! a limit gets a second row for its upper limit. On what remains, Lemke's method: an artificial variable makes all
//! rates positive, and is driven out by pivots between complementary variables. Ties of the ratio test are broken
//! lexicographically, so that the method cannot cycle, also for redundant contacts and singular matrices.
//!
//! **Guarantee.** For positive semidefinite W in exact arithmetic it ends with a solution, or with a ray that proves
//! that there is none (Cottle, Pang, Stone 1992, theorem 4.4.1 and section 4.9). Here in floating point: the
//! certificate tells. A ray is [`Ending::Contradiction`]. Sliding friction makes W unsymmetric; then a ray may also
//! mean a jam (Painlevé).
//!
//! **Cost.** The square of the number of rows in memory, its cube in time.
//!
//! **Source.** Redon in Teschner et al. 2006, section 6, equations 26 to 28; D. Baraff 1994; C. Lemke 1965.

use crate::system::{Law, System};
use crate::tolerance::{DEPENDENT_ROW, LEMKE_PIVOTS, PIVOT_ROUNDING};
use crate::{Certificate, Ending};

/// Solves a system without friction cones.
pub(crate) fn pivot(system: &System, impulses: &mut [f64], tolerance: f64) -> Certificate {
    let count = system.rows.len();
    let scale: Vec<f64> = system.rows.iter().map(|row| row.weight.abs().sqrt().recip()).collect();
    // Rows of the matrix with the right side as last column, scaled to a unit diagonal.
    let mut matrix: Vec<Vec<f64>> = (0..count)
        .map(|row| {
            let entry = |column: usize| {
                let value = system.rows[row].coupling(&system.rows[column], system.immovable());
                value * scale[row] * scale[column]
            };
            (0..count).map(entry).chain([system.rows[row].along(&system.free) * scale[row]]).collect()
        })
        .collect();
    let mut laws = vec![Law::Pushes; count];
    system.blocks.iter().for_each(|block| laws[block.first] = block.law);
    let (pivots, kept) = eliminate(&mut matrix, &laws);
    let most = |row: usize| match laws[row] {
        Law::Within(most) => Some(most / scale[row]),
        Law::Bilateral | Law::Pushes | Law::Cone(_) | Law::Torque { .. } => None,
    };
    let problem = Complementarity::new(&matrix, &kept, &kept.iter().map(|&row| most(row)).collect::<Vec<_>>());
    let (found, steps, ray) = problem.solve();
    let mut scaled = vec![0.0; count];
    for (place, &row) in kept.iter().enumerate() {
        scaled[row] = found[place] - most(row).unwrap_or(0.0);
    }
    for &row in pivots.iter().rev() {
        let sum: f64 =
            (0..count).filter(|&column| column != row).map(|column| matrix[row][column] * scaled[column]).sum();
        scaled[row] = -(matrix[row][count] + sum) / matrix[row][row];
    }
    impulses.iter_mut().zip(&scaled).zip(&scale).for_each(|((impulse, value), factor)| *impulse = value * factor);
    let mut certificate = system.certificate(impulses, tolerance, steps + pivots.len());
    if !certificate.converged && (ray || certificate.joint > certificate.accepted) {
        certificate.ending = Ending::Contradiction;
    }
    certificate
}

/// Eliminates the bilateral rows, largest diagonal first. Returns them in order, and the rows that remain; dependent
/// bilateral rows are in neither list, and their impulses are zero.
fn eliminate(matrix: &mut [Vec<f64>], laws: &[Law]) -> (Vec<usize>, Vec<usize>) {
    let count = laws.len();
    let mut open: Vec<usize> = (0..count).filter(|&row| laws[row] == Law::Bilateral).collect();
    let kept: Vec<usize> = (0..count).filter(|&row| laws[row] != Law::Bilateral).collect();
    let mut pivots = Vec::new();
    while let Some(place) =
        (0..open.len()).max_by(|&i, &j| matrix[open[i]][open[i]].total_cmp(&matrix[open[j]][open[j]]))
    {
        let pivot = open.remove(place);
        if !(matrix[pivot][pivot] > DEPENDENT_ROW) {
            break;
        }
        let source = matrix[pivot].clone();
        for &row in open.iter().chain(&kept) {
            let factor = matrix[row][pivot] / source[pivot];
            if factor != 0.0 {
                matrix[row].iter_mut().zip(&source).for_each(|(entry, from)| *entry -= factor * from);
                matrix[row][pivot] = 0.0;
            }
        }
        pivots.push(pivot);
    }
    (pivots, kept)
}

/// w = M·z + q with w, z ≥ 0 and w·z = 0, as the tableau of Lemke's method: columns of w, of z, of the artificial
/// variable, and the right side.
struct Complementarity {
    rows: Vec<Vec<f64>>,
    size: usize,
    wanted: usize,
}

impl Complementarity {
    /// The kept rows of a matrix; those with a largest value v run from −v to v and are shifted to start at zero.
    fn new(matrix: &[Vec<f64>], kept: &[usize], most: &[Option<f64>]) -> Self {
        let limited: Vec<usize> = (0..kept.len()).filter(|&place| most[place].is_some()).collect();
        let size = kept.len() + limited.len();
        let right = matrix.first().map_or(0, |row| row.len() - 1);
        let mut rows = vec![vec![0.0; 2 * size + 2]; size];
        for (place, row) in rows.iter_mut().enumerate() {
            row[place] = 1.0;
            row[2 * size] = -1.0;
        }
        for (place, &row) in kept.iter().enumerate() {
            rows[place][2 * size + 1] = matrix[row][right];
            for (other, &column) in kept.iter().enumerate() {
                rows[place][size + other] = -matrix[row][column];
                rows[place][2 * size + 1] -= matrix[row][column] * most[other].unwrap_or(0.0);
            }
        }
        for (upper, &place) in limited.iter().enumerate() {
            let upper = kept.len() + upper;
            rows[place][size + upper] = -1.0;
            rows[upper][size + place] = 1.0;
            rows[upper][2 * size + 1] = 2.0 * most[place].unwrap_or(0.0);
        }
        Self { rows, size, wanted: kept.len() }
    }

    /// The values of the first variables, the number of pivots, and whether it ended in a ray.
    fn solve(mut self) -> (Vec<f64>, usize, bool) {
        let (size, artificial, right) = (self.size, 2 * self.size, 2 * self.size + 1);
        let mut basis: Vec<usize> = (0..size).collect();
        let worst = (0..size).min_by(|&i, &j| lexicographic(&self.rows[i], 1.0, &self.rows[j], 1.0, size));
        let start = worst.filter(|&row| self.rows[row][right] < 0.0);
        let (mut steps, mut ray) = (0, false);
        if let Some(mut leaving) = start {
            let mut entering = artificial;
            loop {
                self.exchange(leaving, entering);
                let left = std::mem::replace(&mut basis[leaving], entering);
                steps += 1;
                if left == artificial {
                    break;
                }
                entering = if left < size { left + size } else { left - size };
                match self.leaving(entering, &basis) {
                    Some(row) if steps < LEMKE_PIVOTS + 8 * size => leaving = row,
                    Some(_) => break,
                    None => {
                        ray = true;
                        break;
                    }
                }
            }
        }
        let mut values = vec![0.0; self.wanted];
        for (row, &variable) in basis.iter().enumerate() {
            if variable >= size && variable - size < self.wanted {
                values[variable - size] = self.rows[row][right].max(0.0);
            }
        }
        (values, steps, ray)
    }

    /// The row that limits the entering variable first; the artificial variable leaves as soon as it may.
    fn leaving(&self, entering: usize, basis: &[usize]) -> Option<usize> {
        let largest = self.rows.iter().fold(0.0_f64, |most, row| most.max(row[entering].abs()));
        let eligible = |&row: &usize| self.rows[row][entering] > PIVOT_ROUNDING * largest.max(1.0);
        let compare = |i: &usize, j: &usize| {
            let (one, other) = (&self.rows[*i], &self.rows[*j]);
            lexicographic(one, one[entering], other, other[entering], self.size)
        };
        let first = (0..self.size).filter(eligible).min_by(compare)?;
        let right = 2 * self.size + 1;
        let ratio = self.rows[first][right] / self.rows[first][entering];
        let artificial = (0..self.size).filter(eligible).find(|&row| basis[row] == 2 * self.size);
        let tied = artificial.filter(|&row| self.rows[row][right] / self.rows[row][entering] <= ratio);
        Some(tied.unwrap_or(first))
    }

    fn exchange(&mut self, row: usize, column: usize) {
        let factor = self.rows[row][column];
        self.rows[row].iter_mut().for_each(|entry| *entry /= factor);
        let source = std::mem::take(&mut self.rows[row]);
        for (other, entries) in self.rows.iter_mut().enumerate() {
            if other != row && entries[column] != 0.0 {
                let factor = entries[column];
                entries.iter_mut().zip(&source).for_each(|(entry, from)| *entry -= factor * from);
                entries[column] = 0.0;
            }
        }
        self.rows[row] = source;
    }
}

/// Compares two rows, each divided by its own factor: the right side first, then the columns of w.
fn lexicographic(one: &[f64], by: f64, other: &[f64], other_by: f64, size: usize) -> std::cmp::Ordering {
    let columns = std::iter::once(one.len() - 1).chain(0..size);
    let mut orders = columns.map(|column| (one[column] / by).total_cmp(&(other[column] / other_by)));
    orders.find(|order| order.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
}
