//! A sparse Cholesky factorisation with blocks of 6×6: one block for each body and for each pair of bodies that touch.
//!
//! **Question.** How is a symmetric positive definite system over the rates of many bodies solved, if only bodies that
//! touch are coupled?
//!
//! **Idea.** Eliminate bodies in the order of least degree: a body couples all its neighbours that are left. The order and
//! the pattern of the factor are found once; the numbers may change many times.
//!
//! **Cost.** For chains, stacks and flat piles linear in the number of bodies; for space-filling piles at most its cube.
//!
//! **Source.** A. George, J. Liu, *Computer solution of large sparse positive definite systems*, 1981, for the order of
//! least degree.

/// The number of coordinates of a body.
pub(crate) const SIX: usize = 6;

/// A 6×6 matrix by rows, in one line.
pub(crate) type Square = [f64; SIX * SIX];

/// A symmetric block matrix with its factor. Only pairs (row, column) with row ≥ column in the order of elimination are
/// stored.
#[derive(Clone, Debug)]
pub(crate) struct BlockMatrix {
    /// The place of every body in the order of elimination.
    place: Vec<usize>,
    /// For every column in the order of elimination, the rows below the diagonal, sorted, and the index of their block.
    columns: Vec<Vec<(usize, usize)>>,
    /// The diagonal blocks first, then the blocks below the diagonal.
    blocks: Vec<Square>,
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
        Self { place, columns, blocks: vec![[0.0; SIX * SIX]; next] }
    }

    /// Sets all numbers to zero.
    pub(crate) fn clear(&mut self) {
        self.blocks.iter_mut().for_each(|block| *block = [0.0; SIX * SIX]);
    }

    /// Adds a block for two bodies. The transposed block is implied.
    pub(crate) fn add(&mut self, row: usize, column: usize, block: &Square) {
        let [at, of] = [self.place[row], self.place[column]];
        if at == of {
            self.blocks[at].iter_mut().zip(block).for_each(|(entry, value)| *entry += value);
            return;
        }
        let Some(index) = self.index(at.max(of), at.min(of)) else { return };
        for i in 0..SIX {
            for j in 0..SIX {
                let value = if at > of { block[i * SIX + j] } else { block[j * SIX + i] };
                self.blocks[index][i * SIX + j] += value;
            }
        }
    }

    fn index(&self, row: usize, column: usize) -> Option<usize> {
        if row == column {
            return Some(row);
        }
        let rows = &self.columns[column];
        rows.binary_search_by_key(&row, |entry| entry.0).ok().map(|found| rows[found].1)
    }

    /// Replaces the matrix by its factor; false if it is not positive definite.
    pub(crate) fn factor(&mut self) -> bool {
        for column in 0..self.columns.len() {
            let Some(diagonal) = lower(&self.blocks[column]) else { return false };
            self.blocks[column] = diagonal;
            let rows = std::mem::take(&mut self.columns[column]);
            for &(_, index) in &rows {
                divide(&mut self.blocks[index], &diagonal);
            }
            for (i, &(_, of_i)) in rows.iter().enumerate() {
                for &(at_j, of_j) in &rows[..=i] {
                    if let Some(target) = self.index(rows[i].0, at_j) {
                        let (left, right) = (self.blocks[of_i], self.blocks[of_j]);
                        subtract(&mut self.blocks[target], &left, &right);
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
            let mut solved = x[column];
            forward(&self.blocks[column], &mut solved);
            x[column] = solved;
            for &(row, index) in &self.columns[column] {
                for i in 0..SIX {
                    let known: f64 = (0..SIX).map(|j| self.blocks[index][i * SIX + j] * solved[j]).sum();
                    x[row][i] -= known;
                }
            }
        }
        for column in (0..bodies).rev() {
            let mut solved = x[column];
            for &(row, index) in &self.columns[column] {
                for (j, entry) in solved.iter_mut().enumerate() {
                    *entry -= (0..SIX).map(|i| self.blocks[index][i * SIX + j] * x[row][i]).sum::<f64>();
                }
            }
            backward(&self.blocks[column], &mut solved);
            x[column] = solved;
        }
        for (body, &place) in self.place.iter().enumerate() {
            vector[body * SIX..(body + 1) * SIX].copy_from_slice(&x[place]);
        }
    }
}

/// The lower triangular factor of a block.
fn lower(block: &Square) -> Option<Square> {
    let mut factor = [0.0; SIX * SIX];
    for i in 0..SIX {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| factor[i * SIX + k] * factor[j * SIX + k]).sum();
            let rest = block[i * SIX + j] - known;
            if i == j {
                if !(rest > 0.0) {
                    return None;
                }
                factor[i * SIX + i] = rest.sqrt();
            } else {
                factor[i * SIX + j] = rest / factor[j * SIX + j];
            }
        }
    }
    Some(factor)
}

/// Multiplies a block from the right by the inverse of the transposed factor.
fn divide(block: &mut Square, factor: &Square) {
    for i in 0..SIX {
        for j in 0..SIX {
            let known: f64 = (0..j).map(|k| block[i * SIX + k] * factor[j * SIX + k]).sum();
            block[i * SIX + j] = (block[i * SIX + j] - known) / factor[j * SIX + j];
        }
    }
}

/// Subtracts left·rightᵀ.
fn subtract(target: &mut Square, left: &Square, right: &Square) {
    for i in 0..SIX {
        for j in 0..SIX {
            let mut sum = 0.0;
            for k in 0..SIX {
                sum += left[i * SIX + k] * right[j * SIX + k];
            }
            target[i * SIX + j] -= sum;
        }
    }
}

fn forward(factor: &Square, x: &mut [f64; SIX]) {
    for i in 0..SIX {
        let known: f64 = (0..i).map(|k| factor[i * SIX + k] * x[k]).sum();
        x[i] = (x[i] - known) / factor[i * SIX + i];
    }
}

fn backward(factor: &Square, x: &mut [f64; SIX]) {
    for i in (0..SIX).rev() {
        let known: f64 = (i + 1..SIX).map(|k| factor[k * SIX + i] * x[k]).sum();
        x[i] = (x[i] - known) / factor[i * SIX + i];
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
                        let (at, of) = (row * SIX + i, column * SIX + j);
                        dense[at * size + of] += block[i * SIX + j];
                        if row != column {
                            dense[of * size + at] += block[i * SIX + j];
                        }
                    }
                }
            };
            for body in 0..bodies {
                add(body, body, &std::array::from_fn(|at| if at % 7 == 0 { 40.0 + at as f64 } else { 0.0 }));
            }
            for [a, b] in pairs {
                add(a, b, &std::array::from_fn(|_| random.between(-1.0, 1.0)));
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
