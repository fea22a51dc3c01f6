//! Blocks of cells that know their extremes, and blocks of blocks.
//!
//! Over a block of 2 × 2 × 2 cells the spline is a weighted mean of its control points, and each derivative one of the differences of its
//! coefficients: the least and the largest of them bound it. A block keeps these extremes, a block of 2 × 2 × 2 blocks those of its
//! parts, and so on. A box over many cells asks the finest level on which it reaches over at most four blocks along each axis.

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
            finest.extremes[at] = extremes(coefficients, first);
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

/// How many coefficients along an axis decide about a block.
const SIDE: usize = WIDTH + 3;

/// Coefficients, or differences of them, by z, y and x.
type Cube = [[[f64; SIDE]; SIDE]; SIDE];

/// The extremes over the block whose first cell is `first`.
fn extremes(coefficients: &Coefficients, first: [usize; 3]) -> Extremes {
    let last = coefficients.counts().map(|count| count - 1);
    // A block at the end may be cut; repeating the last coefficient changes no value, and adds a derivative of zero.
    let at = |steps: [usize; 3]| coefficients.at([0, 1, 2].map(|axis| (first[axis] + steps[axis]).min(last[axis])));
    let mut cube = [[[0.0; SIDE]; SIDE]; SIDE];
    for z in 0..SIDE {
        for y in 0..SIDE {
            for x in 0..SIDE {
                cube[z][y][x] = at([x, y, z]);
            }
        }
    }
    let [dx, dy, dz] = [along_x(&cube), along_y(&cube), along_z(&cube)];
    let largest = cube.iter().flatten().flatten().fold(0.0, |largest: f64, number| largest.max(number.abs()));
    let found = [
        range(&ended(&cube), [0, 0, 0]),
        range(&dx, [1, 0, 0]),
        range(&dy, [0, 1, 0]),
        range(&dz, [0, 0, 1]),
        range(&along_x(&dx), [2, 0, 0]),
        range(&along_y(&dy), [0, 2, 0]),
        range(&along_z(&dz), [0, 0, 2]),
        range(&along_y(&dz), [0, 1, 1]),
        range(&along_x(&dz), [1, 0, 1]),
        range(&along_x(&dy), [1, 1, 0]),
    ];
    // Differences of differences are off by less than this, and so are means of means.
    let off = 16.0 * f64::EPSILON * largest;
    found.map(|[least, most]| [((least - off) as f32).next_down(), ((most + off) as f32).next_up()])
}

/// Differences of neighbours; those of the last place stay zero, and are not looked at.
fn along_x(cube: &Cube) -> Cube {
    differences(cube, |cube, z, y, x| cube[z][y][x + 1] - cube[z][y][x], [1, 0, 0])
}

fn along_y(cube: &Cube) -> Cube {
    differences(cube, |cube, z, y, x| cube[z][y + 1][x] - cube[z][y][x], [0, 1, 0])
}

fn along_z(cube: &Cube) -> Cube {
    differences(cube, |cube, z, y, x| cube[z + 1][y][x] - cube[z][y][x], [0, 0, 1])
}

#[inline(always)]
fn differences(cube: &Cube, at: impl Fn(&Cube, usize, usize, usize) -> f64, [x, y, z]: [usize; 3]) -> Cube {
    let mut differences = [[[0.0; SIDE]; SIDE]; SIDE];
    for k in 0..SIDE - z {
        for j in 0..SIDE - y {
            for i in 0..SIDE - x {
                differences[k][j][i] = at(cube, k, j, i);
            }
        }
    }
    differences
}

/// The control points of the spline over the block alone: the same curve with its knots ended where the block ends, so that the first
/// and the last one are values. With blossoms as in [`super::cell`]: f(0,0,0), f(0,0,1), f(0,1,2), f(1,2,2), f(2,2,2).
fn ended(cube: &Cube) -> Cube {
    let mut cube = *cube;
    let ends = |[a, b, c, d, e]: [f64; SIDE]| {
        [(a + 4.0 * b + c) / 6.0, (2.0 * b + c) / 3.0, c, (c + 2.0 * d) / 3.0, (c + 4.0 * d + e) / 6.0]
    };
    for i in 0..SIDE {
        for j in 0..SIDE {
            cube[i][j] = ends(cube[i][j]);
        }
    }
    for i in 0..SIDE {
        for j in 0..SIDE {
            let ended = ends([cube[i][0][j], cube[i][1][j], cube[i][2][j], cube[i][3][j], cube[i][4][j]]);
            (0..SIDE).for_each(|k| cube[i][k][j] = ended[k]);
        }
    }
    for i in 0..SIDE {
        for j in 0..SIDE {
            let ended = ends([cube[0][i][j], cube[1][i][j], cube[2][i][j], cube[3][i][j], cube[4][i][j]]);
            (0..SIDE).for_each(|k| cube[k][i][j] = ended[k]);
        }
    }
    cube
}

/// The extremes of differences of these orders by x, y and z.
fn range(cube: &Cube, order: [usize; 3]) -> [f64; 2] {
    let mut found = [f64::INFINITY, f64::NEG_INFINITY];
    for layer in &cube[..SIDE - order[2]] {
        for row in &layer[..SIDE - order[1]] {
            for &number in &row[..SIDE - order[0]] {
                found[0] = if number < found[0] { number } else { found[0] };
                found[1] = if number > found[1] { number } else { found[1] };
            }
        }
    }
    found
}
