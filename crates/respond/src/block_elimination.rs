//! Sparse Gaussian elimination with blocks of 6×6: one block for each body and for each ordered pair of bodies that
//! touch.
//!
//! **Question.** How is a linear system over the rates of many bodies solved, if only bodies that touch are coupled?
//!
//! **Idea.** Eliminate bodies in the order of least degree: a body couples all its neighbours that are left. The order
//! and the pattern are found once; the numbers may change many times. Sliding friction makes the matrix unsymmetric, so
//! both triangles are kept. Pivots are chosen inside a block only: the masses make the diagonal blocks strong.
//!
//! **Guarantee.** Computed, not proved. The caller checks what it does with the solution.
//!
//! **Cost.** For chains, stacks and flat piles linear in the number of bodies; for space-filling piles at most its
//! cube.
//!
//! **Source.** A. George, J. Liu, *Computer solution of large sparse positive definite systems*, 1981, for the order of
//! least degree.

/// The number of coordinates of a body.
pub(crate) const SIX: usize = 6;

/// A 6×6 matrix by rows, in one line.
pub(crate) type Square = [f64; SIX * SIX];

/// A block matrix with a symmetric pattern, and its factors.
#[derive(Clone, Debug)]
pub(crate) struct BlockMatrix {
    /// The place of every body in the order of elimination.
    place: Vec<usize>,
    /// For every column in the order of elimination, the rows below the diagonal, sorted, and the index of their block.
    columns: Vec<Vec<(usize, usize)>>,
    /// The diagonal blocks first, then the blocks below the diagonal, then their mirror images above it.
    blocks: Vec<Square>,
    /// From the index of a block below the diagonal to that of its mirror image.
    mirror: usize,
}

impl BlockMatrix {
    /// A zero matrix with the pattern of these pairs and of the factor.
    pub(crate) fn new(bodies: usize, pairs: impl Iterator<Item = [usize; 2]>) -> Self {
        let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); bodies];
        for [a, b] in pairs {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        neighbours.iter_mut().for_each(|all| {
            all.sort_unstable();
            all.dedup();
        });
        let mut place = vec![usize::MAX; bodies];
        let mut below: Vec<Vec<usize>> = Vec::with_capacity(bodies);
        for step in 0..bodies {
            let open = (0..bodies).filter(|&body| place[body] == usize::MAX);
            let Some(body) = open.min_by_key(|&body| neighbours[body].len()) else { break };
            place[body] = step;
            let coupled = std::mem::take(&mut neighbours[body]);
            for &neighbour in &coupled {
                let mut merged: Vec<usize> = neighbours[neighbour].iter().chain(&coupled).copied().collect();
                merged.sort_unstable();
                merged.dedup();
                merged.retain(|&other| other != neighbour && other != body);
                neighbours[neighbour] = merged;
            }
            below.push(coupled);
        }
        let mut next = bodies;
        let columns = below
            .iter()
            .map(|coupled| {
                let mut rows: Vec<(usize, usize)> = coupled.iter().map(|&body| (place[body], 0)).collect();
                rows.sort_unstable();
                rows.iter_mut().for_each(|row| {
                    row.1 = next;
                    next += 1;
                });
                rows
            })
            .collect();
        let mirror = next - bodies;
        Self { place, columns, blocks: vec![[0.0; SIX * SIX]; next + mirror], mirror }
    }

    /// Sets all numbers to zero.
    pub(crate) fn clear(&mut self) {
        self.blocks.iter_mut().for_each(|block| *block = [0.0; SIX * SIX]);
    }

    /// Adds a block for an ordered pair of bodies.
    pub(crate) fn add(&mut self, row: usize, column: usize, block: &Square) {
        if let Some(index) = self.index(self.place[row], self.place[column]) {
            self.blocks[index].iter_mut().zip(block).for_each(|(entry, value)| *entry += value);
        }
    }

    /// The index of a block, by its places in the order of elimination.
    fn index(&self, row: usize, column: usize) -> Option<usize> {
        if row == column {
            return Some(row);
        }
        let rows = &self.columns[row.min(column)];
        let found = rows.binary_search_by_key(&row.max(column), |entry| entry.0).ok()?;
        Some(if row > column { rows[found].1 } else { rows[found].1 + self.mirror })
    }

    /// Replaces the matrix by its factors; false if a diagonal block is singular.
    pub(crate) fn factor(&mut self) -> bool {
        for column in 0..self.columns.len() {
            let Some(inverse) = inverted(&self.blocks[column]) else { return false };
            self.blocks[column] = inverse;
            let rows = std::mem::take(&mut self.columns[column]);
            for &(_, index) in &rows {
                let block = self.blocks[index];
                self.blocks[index] = [0.0; SIX * SIX];
                subtract(&mut self.blocks[index], &block, &inverse);
            }
            // The blocks below the diagonal are now minus the factor: adding products subtracts.
            for &(at_i, of_i) in &rows {
                let left = self.blocks[of_i];
                for &(at_j, of_j) in &rows {
                    if let Some(target) = self.index(at_i, at_j) {
                        let right = self.blocks[of_j + self.mirror];
                        add_product(&mut self.blocks[target], &left, &right);
                    }
                }
            }
            self.columns[column] = rows;
        }
        true
    }

    /// Solves with the factor. The vector has six numbers for each body.
    pub(crate) fn solve(&self, vector: &mut [f64]) {
        let bodies = self.columns.len();
        let mut x = vec![[0.0; SIX]; bodies];
        for (body, &place) in self.place.iter().enumerate() {
            x[place].copy_from_slice(&vector[body * SIX..(body + 1) * SIX]);
        }
        for column in 0..bodies {
            let solved = x[column];
            for &(row, index) in &self.columns[column] {
                multiply_add(&mut x[row], &self.blocks[index], &solved, 1.0);
            }
        }
        for column in (0..bodies).rev() {
            let mut rest = x[column];
            for &(row, index) in &self.columns[column] {
                let solved = x[row];
                multiply_add(&mut rest, &self.blocks[index + self.mirror], &solved, -1.0);
            }
            x[column] = [0.0; SIX];
            multiply_add(&mut x[column], &self.blocks[column], &rest, 1.0);
        }
        for (body, &place) in self.place.iter().enumerate() {
            vector[body * SIX..(body + 1) * SIX].copy_from_slice(&x[place]);
        }
    }
}

/// The inverse of a block, by Gauss and Jordan with pivots by rows.
fn inverted(block: &Square) -> Option<Square> {
    let mut left = *block;
    let mut right = [0.0; SIX * SIX];
    (0..SIX).for_each(|i| right[i * SIX + i] = 1.0);
    for column in 0..SIX {
        let size = |row: &usize| left[row * SIX + column].abs();
        let pivot = (column..SIX).max_by(|one, other| size(one).total_cmp(&size(other)))?;
        let value = left[pivot * SIX + column];
        if value == 0.0 || !value.is_finite() {
            return None;
        }
        for j in 0..SIX {
            left.swap(pivot * SIX + j, column * SIX + j);
            right.swap(pivot * SIX + j, column * SIX + j);
        }
        for j in 0..SIX {
            left[column * SIX + j] /= value;
            right[column * SIX + j] /= value;
        }
        for row in (0..SIX).filter(|&row| row != column) {
            let factor = left[row * SIX + column];
            for j in 0..SIX {
                left[row * SIX + j] -= factor * left[column * SIX + j];
                right[row * SIX + j] -= factor * right[column * SIX + j];
            }
        }
    }
    Some(right)
}

/// Adds left·right.
fn add_product(target: &mut Square, left: &Square, right: &Square) {
    for i in 0..SIX {
        let mut sum: [f64; SIX] = std::array::from_fn(|j| target[i * SIX + j]);
        for k in 0..SIX {
            let factor = left[i * SIX + k];
            for j in 0..SIX {
                sum[j] += factor * right[k * SIX + j];
            }
        }
        target[i * SIX..(i + 1) * SIX].copy_from_slice(&sum);
    }
}

/// Subtracts left·right.
fn subtract(target: &mut Square, left: &Square, right: &Square) {
    let negative = left.map(|entry| -entry);
    add_product(target, &negative, right);
}

/// Adds the product of a block and a vector, times a sign.
fn multiply_add(target: &mut [f64; SIX], block: &Square, vector: &[f64; SIX], sign: f64) {
    for i in 0..SIX {
        let sum: f64 = (0..SIX).map(|j| block[i * SIX + j] * vector[j]).sum();
        target[i] += sign * sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_interval::laws::Random;

    /// Reference: the product of the matrix and the solution.
    #[test]
    fn random_patterns_are_solved() {
        let mut random = Random::new(9);
        for bodies in [1, 2, 7, 20] {
            let mut pairs: Vec<[usize; 2]> =
                (0..2 * bodies).map(|_| [random.below(bodies), random.below(bodies)]).collect();
            pairs.retain(|pair| pair[0] != pair[1]);
            let mut matrix = BlockMatrix::new(bodies, pairs.iter().copied());
            let size = SIX * bodies;
            let mut dense = vec![0.0; size * size];
            let mut add = |row: usize, column: usize, block: &Square| {
                matrix.add(row, column, block);
                for i in 0..SIX {
                    for j in 0..SIX {
                        dense[(row * SIX + i) * size + column * SIX + j] += block[i * SIX + j];
                    }
                }
            };
            for body in 0..bodies {
                add(body, body, &std::array::from_fn(|at| if at % 7 == 0 { 40.0 + at as f64 } else { 0.0 }));
            }
            for [a, b] in pairs {
                add(a, b, &std::array::from_fn(|_| random.between(-1.0, 1.0)));
                add(b, a, &std::array::from_fn(|_| random.between(-1.0, 1.0)));
            }
            let right: Vec<f64> = (0..size).map(|_| random.between(-1.0, 1.0)).collect();
            let mut x = right.clone();
            assert!(matrix.factor());
            matrix.solve(&mut x);
            for (row, wanted) in right.iter().enumerate() {
                let found: f64 = (0..size).map(|column| dense[row * size + column] * x[column]).sum();
                assert!((found - wanted).abs() < 1e-12, "{found} {wanted}");
            }
        }
    }
}
