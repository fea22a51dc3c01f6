//! Blocks of cells that know their extremes, and blocks of blocks.
//!
//! Over a cell the spline is a weighted mean of its coefficients, and each derivative one of their differences: the least and the largest
//! of them bound it. A block of 2 × 2 × 2 cells keeps these extremes, a block of 2 × 2 × 2 blocks those of its parts, and so on. A box
//! over many cells asks the finest level on which it reaches over at most four blocks along each axis.

use super::cell::{QUANTITIES, Ranges};
use super::coefficients::{Coefficients, cells_between};
use tangency_interval::{Interval, Vector3};

/// How many cells, or blocks, along an axis make a block of the next level.
const WIDTH: usize = 2;
/// How many blocks along an axis a question looks at.
const MOST_ALONG: usize = 4;

/// Levels of blocks, the finest first.
#[derive(Debug, PartialEq)]
pub(super) struct Blocks {
    cells: [usize; 3],
    levels: Vec<Level>,
}

/// What a block holds, rounded outward to short numbers: half the memory, and a box over many cells needs no more.
type Extremes = [[f32; 2]; QUANTITIES];

const NOTHING: Extremes = [[f32::INFINITY, f32::NEG_INFINITY]; QUANTITIES];

#[derive(Debug, PartialEq)]
struct Level {
    counts: [usize; 3],
    extremes: Vec<Extremes>,
}

impl Level {
    fn new(counts: [usize; 3]) -> Self {
        Self { counts, extremes: vec![NOTHING; counts.iter().product()] }
    }

    fn at(&self, [x, y, z]: [usize; 3]) -> usize {
        x + self.counts[0] * (y + self.counts[1] * z)
    }
}

impl Blocks {
    pub(super) fn new(coefficients: &Coefficients) -> Self {
        let cells = coefficients.cells();
        let mut finest = Level::new(cells.map(|count| count.div_ceil(WIDTH)));
        for at in 0..finest.extremes.len() {
            let [x, y, _] = finest.counts;
            let first = [at % x, at / x % y, at / x / y].map(|block| WIDTH * block);
            let last = [0, 1, 2].map(|axis| (first[axis] + WIDTH).min(cells[axis]) + 3);
            finest.extremes[at] = extremes(coefficients, first, last);
        }
        let mut levels = vec![finest];
        while let Some(level) = levels.last().filter(|level| level.extremes.len() > 1) {
            let coarser = joined(level);
            levels.push(coarser);
        }
        Self { cells, levels }
    }

    /// Encloses everything over the box of steps.
    pub(super) fn ranges(&self, steps: Vector3) -> Ranges {
        let mut spans = [0, 1, 2].map(|axis| cells_between(steps[axis], self.cells[axis]).map(|cell| cell / WIDTH));
        let mut found = NOTHING;
        for level in &self.levels {
            if spans.iter().all(|[first, last]| last - first < MOST_ALONG) {
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
        Ranges { all: found.map(|[least, largest]| Interval::between(least.into(), largest.into())) }
    }
}

fn widened(a: &Extremes, b: &Extremes) -> Extremes {
    std::array::from_fn(|i| [a[i][0].min(b[i][0]), a[i][1].max(b[i][1])])
}

fn joined(level: &Level) -> Level {
    let mut coarser = Level::new(level.counts.map(|count| count.div_ceil(WIDTH)));
    for (at, block) in level.extremes.iter().enumerate() {
        let [x, y, _] = level.counts;
        let into = coarser.at([at % x, at / x % y, at / x / y].map(|block| block / WIDTH));
        coarser.extremes[into] = widened(&coarser.extremes[into], block);
    }
    coarser
}

/// Which differences of coefficients make which quantity, by x, y and z.
const ORDERS: [[usize; 3]; QUANTITIES] =
    [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [2, 0, 0], [0, 2, 0], [0, 0, 2], [0, 1, 1], [1, 0, 1], [1, 1, 0]];

/// The extremes of the coefficients from `first` to before `last` and of their differences.
fn extremes(coefficients: &Coefficients, first: [usize; 3], last: [usize; 3]) -> Extremes {
    let mut found = [[f64::INFINITY, f64::NEG_INFINITY]; QUANTITIES];
    for (order, range) in ORDERS.iter().zip(&mut found) {
        let weights = order.map(|order| [&[1.0][..], &[-1.0, 1.0], &[1.0, -2.0, 1.0]][order]);
        for z in first[2]..last[2] - order[2] {
            for y in first[1]..last[1] - order[1] {
                for x in first[0]..last[0] - order[0] {
                    let mut sum = 0.0;
                    for (k, c) in weights[2].iter().enumerate() {
                        for (j, b) in weights[1].iter().enumerate() {
                            for (i, a) in weights[0].iter().enumerate() {
                                sum += a * b * c * coefficients.at([x + i, y + j, z + k]);
                            }
                        }
                    }
                    *range = [range[0].min(sum), range[1].max(sum)];
                }
            }
        }
    }
    let largest = found[0][0].abs().max(found[0][1].abs());
    // The sums of up to four numbers, each at most four times the largest, are off by less than this; so is a short number.
    let off = 16.0 * f64::EPSILON * largest;
    std::array::from_fn(|i| {
        let off = if i == 0 { 0.0 } else { off };
        [((found[i][0] - off) as f32).next_down(), ((found[i][1] + off) as f32).next_up()]
    })
}
