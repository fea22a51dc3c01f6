//! A dense Cholesky factor that grows and shrinks by one row.
//!
//! **Question.** The rows of a face come and go one at a time. How is its linear system solved without factoring anew?
//!
//! **Idea.** A new row is one forward substitution. A row that leaves is cut out, and rotations of Givens make the
//! factor triangular again.
//!
//! **Cost.** The square of the number of rows for each change and for each solution.
//!
//! **Source.** G. Golub, C. Van Loan, *Matrix computations*, section 6.5.

/// The lower triangular factor L of a positive definite matrix L·Lᵀ, by rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Factor {
    rows: Vec<Vec<f64>>,
}

impl Factor {
    /// Adds a row and column of the matrix. Refuses, and returns false, if the square of the new pivot is at most
    /// `least`: the row depends on the others.
    pub(crate) fn append(&mut self, couplings: &[f64], diagonal: f64, least: f64) -> bool {
        let mut row = self.forward(couplings);
        let rest = diagonal - row.iter().map(|x| x * x).sum::<f64>();
        if !(rest > least) {
            return false;
        }
        row.push(rest.sqrt());
        self.rows.push(row);
        true
    }

    /// Removes a row and column of the matrix.
    pub(crate) fn remove(&mut self, place: usize) {
        self.rows.remove(place);
        for column in place..self.rows.len() {
            let [diagonal, extra] = [self.rows[column][column], self.rows[column][column + 1]];
            let length = diagonal.hypot(extra);
            let (cosine, sine) = (diagonal / length, extra / length);
            for row in &mut self.rows[column..] {
                let [left, right] = [row[column], row[column + 1]];
                row[column] = cosine * left + sine * right;
                row[column + 1] = cosine * right - sine * left;
            }
            self.rows[column].truncate(column + 1);
        }
    }

    /// Solves L·Lᵀ·x = b.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = self.forward(right);
        for row in (0..self.rows.len()).rev() {
            x[row] /= self.rows[row][row];
            let (known, entries) = (x[row], &self.rows[row]);
            x[..row].iter_mut().zip(entries).for_each(|(x, entry)| *x -= known * entry);
        }
        x
    }

    fn forward(&self, right: &[f64]) -> Vec<f64> {
        let mut x: Vec<f64> = Vec::with_capacity(right.len() + 1);
        for (row, value) in self.rows.iter().zip(right) {
            let known: f64 = row.iter().zip(&x).map(|(entry, x)| entry * x).sum();
            x.push((value - known) / row[x.len()]);
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_interval::laws::Random;

    /// Reference: the product of the matrix and the solution, after random additions and removals.
    #[test]
    fn a_factor_follows_its_matrix() {
        let mut random = Random::new(1);
        let size = 12;
        let root: Vec<Vec<f64>> = (0..size).map(|_| (0..size).map(|_| random.between(-1.0, 1.0)).collect()).collect();
        let entry = |i: usize, j: usize| root[i].iter().zip(&root[j]).map(|(a, b)| a * b).sum::<f64>();
        let (mut factor, mut members): (Factor, Vec<usize>) = (Factor::default(), Vec::new());
        for _ in 0..200 {
            let row = random.below(size);
            if let Some(place) = members.iter().position(|&member| member == row) {
                factor.remove(place);
                members.remove(place);
            } else {
                let couplings: Vec<f64> = members.iter().map(|&member| entry(member, row)).collect();
                assert!(factor.append(&couplings, entry(row, row), 1e-12));
                members.push(row);
            }
            let right: Vec<f64> = members.iter().map(|_| random.between(-1.0, 1.0)).collect();
            let x = factor.solve(&right);
            for (&i, wanted) in members.iter().zip(&right) {
                let found: f64 = members.iter().zip(&x).map(|(&j, x)| entry(i, j) * x).sum();
                assert!((found - wanted).abs() < 1e-8, "{found} {wanted}");
            }
        }
        let couplings: Vec<f64> = members.iter().map(|&member| 2.0 * entry(member, members[0])).collect();
        assert!(
            !factor.append(&couplings, 4.0 * entry(members[0], members[0]), 1e-9),
            "twice the first row depends on it"
        );
    }
}
