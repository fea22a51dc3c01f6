//! The spline over a part of one cell, by the Bernstein coefficients there.
//!
//! With steps as the unit, the four coefficients c₀…c₃ of a cell from 0 to 1 are values of the polynomial's blossom f: cᵢ =
//! f(i−2, i−1, i). The blossom is affine in each argument, so that f at any three places follows by three rounds of weighted means,
//! and its values at the ends r, s of a part, f(r,r,r), f(r,r,s), f(r,s,s), f(s,s,s), are the Bernstein coefficients there. All
//! weights are between 0 and 1 and sum up to 1: nothing cancels, however small the part is. The derivative is the same with the
//! differences of the coefficients and a blossom of two arguments, the second derivative with one.
//!
//! | here | meaning |
//! |---|---|
//! | `values` | Bernstein coefficients from coefficients: 4 of 4, weights of sum 1 |
//! | `slopes` | those of the derivative: 3 of 4, absolute weights of sum ≤ 2 |
//! | `seconds` | those of the second derivative: 2 of 4, absolute weights of sum ≤ 4 |

use super::coefficients::Coefficients;
use crate::tolerance::SPLINE_ROUNDING_UNITS;
use tangency_interval::Interval;

/// A part of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    cell: [usize; 3],
    /// From where to where in the cell, between 0 and 1.
    ends: [[f64; 2]; 3],
}

/// The ranges of the function, its three first and its six second derivatives, in steps of the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ranges {
    pub(super) all: [Interval; QUANTITIES],
}

/// The value, the derivatives by x, y, z, those by xx, yy, zz, and those by yz, xz, xy.
pub(super) const QUANTITIES: usize = 10;

impl Ranges {
    pub(super) const EMPTY: Self = Self { all: [Interval::EMPTY; QUANTITIES] };

    /// Those of a function that does not change.
    pub(super) fn constant(value: f64) -> Self {
        let mut all = [Interval::ZERO; QUANTITIES];
        all[0] = Interval::from(value);
        Self { all }
    }

    pub(super) fn value(&self) -> Interval {
        self.all[0]
    }

    pub(super) fn slope(&self, axis: usize) -> Interval {
        self.all[1 + axis]
    }

    pub(super) fn second(&self, i: usize, j: usize) -> Interval {
        if i == j { self.all[4 + i] } else { self.all[7 + (3 - i - j)] }
    }

    /// The smallest ranges that hold both.
    pub(super) fn hull(self, other: Self) -> Self {
        Self { all: std::array::from_fn(|i| self.all[i].hull(other.all[i])) }
    }
}

/// The coefficients of a cell, by z, y and x.
type Block = [[[f64; 4]; 4]; 4];

impl Part {
    /// The part of the cell between the ends, of which each is between 0 and 1.
    pub(super) fn new(cell: [usize; 3], ends: [[f64; 2]; 3]) -> Self {
        Self { cell, ends }
    }

    /// Encloses the function.
    pub(super) fn value(&self, coefficients: &Coefficients) -> Interval {
        let block = coefficients.block(self.cell);
        let [x, y, z] = self.ends.map(values);
        range(&x, &along_y(&y, &along_z(&z, &block)), rounding(&block))
    }

    /// Encloses the function and its first derivatives; the second ones are not known.
    pub(super) fn slopes(&self, coefficients: &Coefficients) -> Ranges {
        let block = coefficients.block(self.cell);
        let [x, y, z] = self.ends.map(values);
        let [dx, dy, dz] = self.ends.map(slopes);
        let off = rounding(&block);
        let by_z = along_z(&z, &block);
        let plain = along_y(&y, &by_z);
        let mut all = [Interval::ENTIRE; QUANTITIES];
        all[0] = range(&x, &plain, off);
        all[1] = range(&dx, &plain, 2.0 * off);
        all[2] = range(&x, &along_y(&dy, &by_z), 2.0 * off);
        all[3] = range(&x, &along_y(&y, &along_z(&dz, &block)), 2.0 * off);
        Ranges { all }
    }

    /// Encloses the function, its first and its second derivatives.
    pub(super) fn seconds(&self, coefficients: &Coefficients) -> Ranges {
        let block = coefficients.block(self.cell);
        let [x, y, z] = self.ends.map(values);
        let [dx, dy, dz] = self.ends.map(slopes);
        let [dxx, dyy, dzz] = self.ends.map(seconds);
        let off = rounding(&block);
        let (by_z, by_dz) = (along_z(&z, &block), along_z(&dz, &block));
        let (plain, by_y, across) = (along_y(&y, &by_z), along_y(&dy, &by_z), along_y(&y, &by_dz));
        Ranges {
            all: [
                range(&x, &plain, off),
                range(&dx, &plain, 2.0 * off),
                range(&x, &by_y, 2.0 * off),
                range(&x, &across, 2.0 * off),
                range(&dxx, &plain, 4.0 * off),
                range(&x, &along_y(&dyy, &by_z), 4.0 * off),
                range(&x, &along_y(&y, &along_z(&dzz, &block)), 4.0 * off),
                range(&x, &along_y(&dy, &by_dz), 4.0 * off),
                range(&dx, &across, 4.0 * off),
                range(&dx, &by_y, 4.0 * off),
            ],
        }
    }
}

/// Bound on what rounding changes in a weighted mean of the coefficients.
fn rounding(block: &Block) -> f64 {
    let largest = block.iter().flatten().flatten().fold(0.0, |largest: f64, number| largest.max(number.abs()));
    SPLINE_ROUNDING_UNITS * f64::EPSILON * largest + f64::MIN_POSITIVE
}

/// The weights of the coefficients in f(r, s, q), all arguments between 0 and 1.
fn blossom(r: f64, s: f64, q: f64) -> [f64; 4] {
    // f(r, i−1, i) lies between cᵢ and cᵢ₊₁ for i = 0, 1, 2; f(r, s, i) between the first two or the last two of them.
    let [a0, b0] = [(1.0 - r) / 3.0, (2.0 + r) / 3.0];
    let [a1, b1] = [(2.0 - r) / 3.0, (1.0 + r) / 3.0];
    let [a2, b2] = [(3.0 - r) / 3.0, r / 3.0];
    let [c0, d0] = [0.5 * (1.0 - s) * (1.0 - q), 0.5 * (1.0 + s) * (1.0 - q)];
    let [c1, d1] = [0.5 * (2.0 - s) * q, 0.5 * s * q];
    let middle = d0 + c1;
    [a0 * c0, b0 * c0 + a1 * middle, b1 * middle + a2 * d1, b2 * d1]
}

/// The weights of the coefficients at one place of a cell.
pub(super) fn weights_at(place: f64) -> [f64; 4] {
    blossom(place, place, place)
}

fn values([r, s]: [f64; 2]) -> [[f64; 4]; 4] {
    [blossom(r, r, r), blossom(r, r, s), blossom(r, s, s), blossom(s, s, s)]
}

/// The derivative: differences of neighbouring coefficients, weighted by a blossom of two arguments.
fn slopes([r, s]: [f64; 2]) -> [[f64; 4]; 3] {
    let weights = |r: f64, s: f64| {
        let [a, b] = [0.5 * (1.0 - r) * (1.0 - s), 0.5 * r * s];
        let middle = 0.5 * ((1.0 + r) * (1.0 - s) + (2.0 - r) * s);
        [-a, a - middle, middle - b, b]
    };
    [weights(r, r), weights(r, s), weights(s, s)]
}

/// The second derivative: second differences of the coefficients, weighted by a straight line.
fn seconds([r, s]: [f64; 2]) -> [[f64; 4]; 2] {
    let weights = |r: f64| [1.0 - r, 3.0 * r - 2.0, 1.0 - 3.0 * r, r];
    [weights(r), weights(s)]
}

fn along_z<const R: usize>(weights: &[[f64; 4]; R], block: &Block) -> [[[f64; 4]; 4]; R] {
    let mut means = [[[0.0; 4]; 4]; R];
    for (layer, [a, b, c, d]) in means.iter_mut().zip(weights) {
        for y in 0..4 {
            for x in 0..4 {
                layer[y][x] = a * block[0][y][x] + b * block[1][y][x] + c * block[2][y][x] + d * block[3][y][x];
            }
        }
    }
    means
}

fn along_y<const R: usize, const Z: usize>(weights: &[[f64; 4]; R], layers: &[[[f64; 4]; 4]; Z]) -> [[[f64; 4]; R]; Z] {
    let mut means = [[[0.0; 4]; R]; Z];
    for (mean, rows) in means.iter_mut().zip(layers) {
        for (row, [a, b, c, d]) in mean.iter_mut().zip(weights) {
            for x in 0..4 {
                row[x] = a * rows[0][x] + b * rows[1][x] + c * rows[2][x] + d * rows[3][x];
            }
        }
    }
    means
}

/// The last direction, of which only the extremes are kept, widened by what rounding may have changed.
fn range<const R: usize, const Y: usize, const Z: usize>(
    weights: &[[f64; 4]; R],
    layers: &[[[f64; 4]; Y]; Z],
    rounding: f64,
) -> Interval {
    let (mut least, mut largest) = ([f64::INFINITY; R], [f64::NEG_INFINITY; R]);
    for row in layers.iter().flatten() {
        for (k, [a, b, c, d]) in weights.iter().enumerate() {
            let mean = a * row[0] + b * row[1] + c * row[2] + d * row[3];
            least[k] = if mean < least[k] { mean } else { least[k] };
            largest[k] = if mean > largest[k] { mean } else { largest[k] };
        }
    }
    let (least, largest) =
        (least.into_iter().fold(f64::INFINITY, f64::min), largest.into_iter().fold(f64::NEG_INFINITY, f64::max));
    Interval::between(least, largest) + Interval::between(-rounding, rounding)
}
