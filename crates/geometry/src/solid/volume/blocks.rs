//! A hierarchy of blocks of cells that stores the extremes of the spline.
//!
//! Over a block of 2 × 2 × 2 cells the spline is a weighted mean of its control points, and each derivative is
//! a weighted mean of differences of its coefficients. The least and greatest of these points and differences
//! are bounds. A block stores these extremes. A block of the next level joins 2 × 2 × 2 blocks and stores the
//! extremes of all of them, and so on. A query over many cells uses the finest level on which it covers at most
//! four blocks along each axis.

use super::cell::{QUANTITIES, SplineRanges};
use super::coefficients::{SplineCoefficients, cells_between};
use crate::tolerance::{BLOCK_ROUNDING_UNITS, MOST_BLOCKS_ALONG};
use tangency_interval::{Interval, Vector3};

/// Number of cells or blocks along an axis that form a block of the next level.
const WIDTH: usize = 2;

/// Levels of blocks, the finest first.
#[derive(Debug, PartialEq)]
pub(super) struct BlockHierarchy {
    cells: [usize; 3],
    levels: Vec<BlockLevel>,
}

/// The extremes of a block, rounded outward to single precision. This halves the memory. Queries over many
/// cells need no higher precision.
type Extremes = [[f32; 2]; QUANTITIES];

const NOTHING: Extremes = [[f32::INFINITY, f32::NEG_INFINITY]; QUANTITIES];

#[derive(Debug, PartialEq)]
struct BlockLevel {
    counts: [usize; 3],
    extremes: Vec<Extremes>,
}

impl BlockLevel {
    fn new(counts: [usize; 3]) -> Self {
        Self { counts, extremes: vec![NOTHING; counts.iter().product()] }
    }

    fn at(&self, [x, y, z]: [usize; 3]) -> usize {
        x + self.counts[0] * (y + self.counts[1] * z)
    }
}

impl BlockHierarchy {
    pub(super) fn new(coefficients: &SplineCoefficients) -> Self {
        let cells = coefficients.cells();
        let mut finest = BlockLevel::new(cells.map(|count| count.div_ceil(WIDTH)));
        for at in 0..finest.extremes.len() {
            let [x, y, _] = finest.counts;
            let first = [at % x, at / x % y, at / x / y].map(|block| WIDTH * block);
            finest.extremes[at] = extremes(coefficients, first);
        }
        let mut levels = vec![finest];
        while let Some(level) = levels.last().filter(|level| level.extremes.len() > 1) {
            let coarser = joined(level);
            levels.push(coarser);
        }
        Self { cells, levels }
    }

    /// Encloses all quantities over the box `steps`, given in grid steps.
    pub(super) fn ranges(&self, steps: Vector3) -> SplineRanges {
        let mut spans = [0, 1, 2].map(|axis| cells_between(steps[axis], self.cells[axis]).map(|cell| cell / WIDTH));
        let mut found = NOTHING;
        for level in &self.levels {
            if spans.iter().all(|[first, last]| last - first < MOST_BLOCKS_ALONG) {
                let [[x0, x1], [y0, y1], [z0, z1]] = spans;
                for z in z0..=z1 {
                    for y in y0..=y1 {
                        let row = &level.extremes[level.at([x0, y, z])..=level.at([x1, y, z])];
                        row.iter().for_each(|block| found = widened(&found, block));
                    }
                }
                break;
            }
            spans = spans.map(|span| span.map(|block| block / WIDTH));
        }
        SplineRanges { all: found.map(|[least, largest]| Interval::between(least.into(), largest.into())) }
    }
}

fn widened(a: &Extremes, b: &Extremes) -> Extremes {
    std::array::from_fn(|i| [a[i][0].min(b[i][0]), a[i][1].max(b[i][1])])
}

fn joined(level: &BlockLevel) -> BlockLevel {
    let mut coarser = BlockLevel::new(level.counts.map(|count| count.div_ceil(WIDTH)));
    for (at, block) in level.extremes.iter().enumerate() {
        let [x, y, _] = level.counts;
        let into = coarser.at([at % x, at / x % y, at / x / y].map(|block| block / WIDTH));
        coarser.extremes[into] = widened(&coarser.extremes[into], block);
    }
    coarser
}

/// Number of coefficients along an axis that affect a block.
const SIDE: usize = WIDTH + 3;

/// Coefficients or their differences. The index along x varies fastest, then y, then z.
type Cube = [f64; SIDE * SIDE * SIDE];

/// Index distance between neighbours along each axis of a [`Cube`].
const STRIDES: [usize; 3] = [1, SIDE, SIDE * SIDE];

/// The extremes over the block whose first cell is `first`.
fn extremes(coefficients: &SplineCoefficients, first: [usize; 3]) -> Extremes {
    let last = coefficients.counts().map(|count| count - 1);
    // The last block may be truncated. Repeating the last coefficient does not change the spline on its cells.
    // It only adds a difference of zero to the derivatives.
    let cube: Cube = std::array::from_fn(|at| {
        coefficients.at([0, 1, 2].map(|axis| (first[axis] + at / STRIDES[axis] % SIDE).min(last[axis])))
    });
    let largest = cube.iter().fold(0.0, |largest: f64, number| largest.max(number.abs()));
    let [dx, dy, dz] = [0, 1, 2].map(|axis| differences(&cube, axis, 1));
    let found = [
        range(&ended(&ended(&ended(&cube, 0), 1), 2)),
        range(&dx),
        range(&dy),
        range(&dz),
        range(&differences(&dx, 0, 2)),
        range(&differences(&dy, 1, 2)),
        range(&differences(&dz, 2, 2)),
        range(&differences(&dz, 1, 1)),
        range(&differences(&dz, 0, 1)),
        range(&differences(&dy, 0, 1)),
    ];
    // Upper bound on the rounding of repeated differences and repeated means.
    let off = BLOCK_ROUNDING_UNITS * f64::EPSILON * largest;
    found.map(|[least, most]| [((least - off) as f32).next_down(), ((most + off) as f32).next_up()])
}

/// Differences of neighbours along an axis. `cube` has order `order − 1` along it, and the result has order
/// `order`. Each order has one entry fewer, so the last one is repeated.
fn differences(cube: &Cube, axis: usize, order: usize) -> Cube {
    let stride = STRIDES[axis];
    std::array::from_fn(|at| {
        let step = at / stride % SIDE;
        let at = at - (step - step.min(SIDE - 1 - order)) * stride;
        cube[at + stride] - cube[at]
    })
}

/// Control points, along one axis, of the spline restricted to the block. The knots are clamped at the ends of
/// the block, so the first and the last control point are values of the spline. In the blossom notation of
/// [`super::cell`], the control points are f(0,0,0), f(0,0,1), f(0,1,2), f(1,2,2), f(2,2,2).
fn ended(cube: &Cube, axis: usize) -> Cube {
    let stride = STRIDES[axis];
    std::array::from_fn(|at| {
        let step = at / stride % SIDE;
        let [a, b, c, d, e] = std::array::from_fn(|other| cube[at - step * stride + other * stride]);
        match step {
            0 => (a + 4.0 * b + c) / 6.0,
            1 => (2.0 * b + c) / 3.0,
            2 => c,
            3 => (c + 2.0 * d) / 3.0,
            _ => (c + 4.0 * d + e) / 6.0,
        }
    })
}

fn range(cube: &Cube) -> [f64; 2] {
    cube.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], &number| {
        [if number < least { number } else { least }, if number > most { number } else { most }]
    })
}
