//! Small linear systems with possibly dependent equations.
//!
//! **Question.** Which x solves A·x = b, and which is the shortest if there are many?
//!
//! **Idea.** Gauss–Jordan elimination with the largest remaining entry as pivot. The columns without a pivot span
//! the null space of A; the component of the solution in the null space is removed.
//!
//! **Guarantee.** Computed, not proved. Of contradictory equations, those with pivots are satisfied and the others
//! ignored.
//!
//! **Cost.** n³ operations; n is three times the number of contacts of a group of bodies.

use crate::tolerance::DEPENDENT_PIVOT;

/// The shortest solution of the square system, given by rows.
pub(crate) fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    let largest = matrix.iter().flatten().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    let mut pivots: Vec<Option<usize>> = vec![None; count];
    let mut used = vec![false; count];
    for _ in 0..count {
        let mut best = (0.0, 0, 0);
        for row in (0..count).filter(|&row| !used[row]) {
            for column in (0..count).filter(|&column| pivots[column].is_none()) {
                if matrix[row][column].abs() > best.0 {
                    best = (matrix[row][column].abs(), row, column);
                }
            }
        }
        let (size, row, column) = best;
        if !(size > DEPENDENT_PIVOT * largest) {
            break;
        }
        (pivots[column], used[row]) = (Some(row), true);
        eliminate(&mut matrix, &mut right, row, column);
    }
    let particular: Vec<f64> = pivots.iter().map(|pivot| pivot.map_or(0.0, |row| right[row])).collect();
    let unseen = (0..count).filter(|&column| pivots[column].is_none());
    shortened(particular, unseen.map(|free| direction(&matrix, &pivots, free)).collect())
}

/// Makes the column zero in all other rows, and one in this row.
fn eliminate(matrix: &mut [Vec<f64>], right: &mut [f64], row: usize, column: usize) {
    let pivot = matrix[row][column];
    matrix[row].iter_mut().for_each(|entry| *entry /= pivot);
    right[row] /= pivot;
    let (pivot_row, pivot_right) = (matrix[row].clone(), right[row]);
    for other in (0..right.len()).filter(|&other| other != row) {
        let factor = matrix[other][column];
        if factor != 0.0 {
            matrix[other].iter_mut().zip(&pivot_row).for_each(|(entry, from)| *entry -= factor * from);
            right[other] -= factor * pivot_right;
        }
    }
}

/// The vector of the null space with 1 in this free column.
fn direction(matrix: &[Vec<f64>], pivots: &[Option<usize>], free: usize) -> Vec<f64> {
    let entry = |(column, pivot): (usize, &Option<usize>)| match pivot {
        Some(row) => -matrix[*row][free],
        None => f64::from(u8::from(column == free)),
    };
    pivots.iter().enumerate().map(entry).collect()
}

/// The vector without its component in the span of the directions (Gram–Schmidt).
fn shortened(mut vector: Vec<f64>, directions: Vec<Vec<f64>>) -> Vec<f64> {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for mut direction in directions {
        for known in &basis {
            let along = dot(&direction, known);
            direction.iter_mut().zip(known).for_each(|(x, k)| *x -= along * k);
        }
        let length = dot(&direction, &direction).sqrt();
        direction.iter_mut().for_each(|x| *x /= length);
        let along = dot(&vector, &direction);
        vector.iter_mut().zip(&direction).for_each(|(x, d)| *x -= along * d);
        basis.push(direction);
    }
    vector
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_systems_are_solved() {
        let found = solve(vec![vec![0.0, 2.0], vec![4.0, 1.0]], vec![6.0, 11.0]);
        assert!((found[0] - 2.0).abs() < 1e-15 && (found[1] - 3.0).abs() < 1e-15);
    }

    /// x + y + z = 3, stated three times: the shortest solution is (1, 1, 1).
    #[test]
    fn of_many_solutions_the_shortest() {
        let found = solve(vec![vec![1.0; 3], vec![2.0; 3], vec![-1.0; 3]], vec![3.0, 6.0, -3.0]);
        assert!(found.iter().all(|x| (x - 1.0).abs() < 1e-14), "{found:?}");
    }
}
