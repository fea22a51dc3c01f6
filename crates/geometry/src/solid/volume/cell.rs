//! The spline over a part of one cell, by its Bernstein coefficients there.
//!
//! With steps as the unit, the four coefficients c₀…c₃ of a cell from 0 to 1 are values of the polynomial's
//! blossom f: cᵢ = f(i−2, i−1, i). The blossom is affine in each argument. Three rounds of weighted means give
//! f at any three arguments. Its values at the ends r, s of a part, f(r,r,r), f(r,r,s), f(r,s,s), f(s,s,s), are
//! the Bernstein coefficients there. All weights are between 0 and 1 and add up to 1, so nothing cancels,
//! however small the part is. The derivative uses the differences of the coefficients and a blossom of two
//! arguments, the second derivative a blossom of one argument.
//!
//! | here | meaning |
//! |---|---|
//! | `values` | Bernstein coefficients from coefficients: 4 of 4, weights of sum 1 |
//! | `slopes` | those of the derivative: 3 of 4, absolute weights of sum ≤ 2 |
//! | `seconds` | those of the second derivative: 2 of 4, absolute weights of sum ≤ 4 |

use super::coefficients::SplineCoefficients;
use crate::tolerance::SPLINE_ROUNDING_UNITS;
use tangency_interval::Interval;

/// A part of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellPart {
    cell: [usize; 3],
    /// The ends of the part along each axis, between 0 and 1.
    ends: [[f64; 2]; 3],
}

/// The ranges of the function, its three first and its six second derivatives, in steps of the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SplineRanges {
    pub(super) all: [Interval; QUANTITIES],
}

/// The value, the derivatives by x, y, z, those by xx, yy, zz, and those by yz, xz, xy.
pub(super) const QUANTITIES: usize = 10;

impl SplineRanges {
    pub(super) const EMPTY: Self = Self { all: [Interval::EMPTY; QUANTITIES] };

    /// The ranges of a constant function.
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

/// The coefficients of a cell, indexed by z, y and x.
type CellCoefficients = [[[f64; 4]; 4]; 4];

impl CellPart {
    /// The part of the cell between the ends, each between 0 and 1.
    pub(super) fn new(cell: [usize; 3], ends: [[f64; 2]; 3]) -> Self {
        Self { cell, ends }
    }

    /// Encloses the function.
    pub(super) fn value(&self, coefficients: &SplineCoefficients) -> Interval {
        let block = coefficients.block(self.cell);
        let [x, y, z] = self.ends.map(values);
        range(&x, &along_y(&y, &along_z(&z, &block)), rounding(&block))
    }

    /// Encloses the function and its first derivatives; the second derivatives are left unbounded.
    pub(super) fn slopes(&self, coefficients: &SplineCoefficients) -> SplineRanges {
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
        SplineRanges { all }
    }

    /// Encloses the function, its first and its second derivatives.
    pub(super) fn seconds(&self, coefficients: &SplineCoefficients) -> SplineRanges {
        let block = coefficients.block(self.cell);
        let [x, y, z] = self.ends.map(values);
        let [dx, dy, dz] = self.ends.map(slopes);
        let [dxx, dyy, dzz] = self.ends.map(seconds);
        let off = rounding(&block);
        let (by_z, by_dz) = (along_z(&z, &block), along_z(&dz, &block));
        let (plain, by_y, across) = (along_y(&y, &by_z), along_y(&dy, &by_z), along_y(&y, &by_dz));
        SplineRanges {
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

/// Upper bound on the rounding of a weighted mean of the coefficients.
fn rounding(block: &CellCoefficients) -> f64 {
    let largest = block.iter().flatten().flatten().fold(0.0, |largest: f64, number| largest.max(number.abs()));
    SPLINE_ROUNDING_UNITS * f64::EPSILON * largest + f64::MIN_POSITIVE
}

/// The weights of the coefficients in f(r, s, q), all arguments between 0 and 1.
fn blossom(r: f64, s: f64, q: f64) -> [f64; 4] {
    // f(r, i−1, i) lies between cᵢ and cᵢ₊₁ for i = 0, 1, 2; f(r, s, i) between the first two or the last two
    // of them.
    let [a0, b0] = [(1.0 - r) / 3.0, (2.0 + r) / 3.0];
    let [a1, b1] = [(2.0 - r) / 3.0, (1.0 + r) / 3.0];
    let [a2, b2] = [(3.0 - r) / 3.0, r / 3.0];
    let [c0, d0] = [0.5 * (1.0 - s) * (1.0 - q), 0.5 * (1.0 + s) * (1.0 - q)];
    let [c1, d1] = [0.5 * (2.0 - s) * q, 0.5 * s * q];
    let middle = d0 + c1;
    [a0 * c0, b0 * c0 + a1 * middle, b1 * middle + a2 * d1, b2 * d1]
}

/// The weights of the coefficients at one point of a cell.
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

/// The second derivative: second differences of the coefficients, with linear weights.
fn seconds([r, s]: [f64; 2]) -> [[f64; 4]; 2] {
    let weights = |r: f64| [1.0 - r, 3.0 * r - 2.0, 1.0 - 3.0 * r, r];
    [weights(r), weights(s)]
}

fn along_z<const R: usize>(weights: &[[f64; 4]; R], block: &CellCoefficients) -> [[[f64; 4]; 4]; R] {
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

/// The last direction. Only the extremes are kept, widened by the rounding bound.
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
