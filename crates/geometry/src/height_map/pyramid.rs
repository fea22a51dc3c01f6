//! The pyramid of least and greatest heights.
//!
//! The lowest level has blocks of 4 × 4 cells. A block of the next level is made of 2 × 2 blocks, up to one block that
//! covers the map. At the upper borders of the map blocks have fewer cells or parts.

use super::HeightMap;
use crate::tolerance::HEIGHT_BLOCK_BITS;

/// A square of cells of a height map: 4 × 4 cells at level 0, twice as many along each side with every level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeightBlock {
    level: u32,
    /// Index among the blocks of the level, along x and y.
    place: [u32; 2],
}

/// The least and the greatest height of every block.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pyramid {
    /// The lowest level first.
    levels: Vec<PyramidLevel>,
}

#[derive(Clone, Debug, PartialEq)]
struct PyramidLevel {
    /// Blocks along x and y.
    counts: [u32; 2],
    ranges: Box<[[f32; 2]]>,
}

impl Pyramid {
    pub(super) fn new([columns, rows]: [usize; 2], heights: &[f32]) -> Self {
        let side = 1 << HEIGHT_BLOCK_BITS;
        let counts = [columns - 1, rows - 1].map(|cells: usize| cells.div_ceil(side) as u32);
        // The heights of a block include those at its upper borders, which it shares with its neighbours.
        let range = |first: [usize; 2]| {
            let rows = first[1]..=(first[1] + side).min(rows - 1);
            let row =
                |row: usize| &heights[row * columns + first[0]..=row * columns + (first[0] + side).min(columns - 1)];
            spread(rows.flat_map(row).map(|&height| [height; 2]))
        };
        let mut levels = vec![PyramidLevel::new(counts, |place| range(place.map(|index| index as usize * side)))];
        while let Some(below) = levels.last().filter(|level| level.counts != [1, 1]) {
            let level = PyramidLevel::new(below.counts.map(|count| count.div_ceil(2)), |place| {
                let parts = [[0, 0], [1, 0], [0, 1], [1, 1]].map(|[x, y]| [2 * place[0] + x, 2 * place[1] + y]);
                spread(parts.into_iter().filter(|&part| below.has(part)).map(|part| below.range(part)))
            });
            levels.push(level);
        }
        Self { levels }
    }

    pub(super) fn bytes(&self) -> usize {
        self.levels.iter().map(|level| size_of::<PyramidLevel>() + size_of_val(&*level.ranges)).sum()
    }
}

impl PyramidLevel {
    fn new(counts: [u32; 2], range: impl Fn([u32; 2]) -> [f32; 2]) -> Self {
        let range = &range;
        let ranges = (0..counts[1]).flat_map(|y| (0..counts[0]).map(move |x| range([x, y]))).collect();
        Self { counts, ranges }
    }

    #[inline]
    fn has(&self, [x, y]: [u32; 2]) -> bool {
        x < self.counts[0] && y < self.counts[1]
    }

    #[inline]
    fn range(&self, [x, y]: [u32; 2]) -> [f32; 2] {
        self.ranges[y as usize * self.counts[0] as usize + x as usize]
    }
}

/// The range that holds all of these ranges.
fn spread(ranges: impl Iterator<Item = [f32; 2]>) -> [f32; 2] {
    ranges.fold([f32::INFINITY, f32::NEG_INFINITY], |[least, greatest], [lower, upper]| {
        [least.min(lower), greatest.max(upper)]
    })
}

impl HeightBlock {
    /// The block that covers the map.
    #[must_use]
    pub fn root(map: &HeightMap) -> Self {
        Self { level: map.pyramid.levels.len() as u32 - 1, place: [0, 0] }
    }

    /// The four blocks of the level below, in the order (0, 0), (1, 0), (0, 1), (1, 1) along x and y. `None` for a
    /// block of the lowest level, which has cells. Some may be beyond the map ([`HeightMap::has`]).
    #[must_use]
    #[inline]
    pub fn parts(self) -> Option<[Self; 4]> {
        let level = self.level.checked_sub(1)?;
        let part = |[x, y]: [u32; 2]| Self { level, place: [2 * self.place[0] + x, 2 * self.place[1] + y] };
        Some([[0, 0], [1, 0], [0, 1], [1, 1]].map(part))
    }
}

impl HeightMap {
    /// Whether the block covers cells of the map.
    #[must_use]
    #[inline]
    pub fn has(&self, block: HeightBlock) -> bool {
        self.pyramid.levels.get(block.level as usize).is_some_and(|level| level.has(block.place))
    }

    /// The least and the greatest height of a block's surface.
    ///
    /// # Panics
    /// If the map does not have the block.
    #[must_use]
    #[inline]
    pub fn heights_of(&self, block: HeightBlock) -> [f32; 2] {
        self.pyramid.levels[block.level as usize].range(block.place)
    }

    /// The cells of a block: the column and the row of the first, and those after the last.
    #[must_use]
    #[inline]
    pub fn cells_of(&self, block: HeightBlock) -> [[usize; 2]; 2] {
        let bits = block.level + HEIGHT_BLOCK_BITS;
        let cells = self.cells();
        let end = |axis: usize, index: u32| ((index as usize) << bits).min(cells[axis]);
        let [x, y] = block.place;
        [[end(0, x), end(1, y)], [end(0, x + 1), end(1, y + 1)]]
    }
}
