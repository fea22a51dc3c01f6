//! A hashed grid with several cell sizes.
//!
//! **Question.** Which boxes meet?
//!
//! **Idea.** Space is divided into cells, and each box is listed in the cells that it overlaps. Cell sizes are
//! powers of two. A box is stored on the first level whose cells are at least four times as large, so it
//! overlaps few of them. Boxes smaller than the median are stored on the level of the median. Each box looks up
//! the cells that it overlaps on its own level and on every coarser level in use. A hash table stores the
//! cells, so empty space takes no memory.
//!
//! **Guarantee.** Two boxes with a common point both overlap its cell on the level of the larger one. A pair
//! that shares several cells is reported only in the cell that contains the lower corner of the overlap.
//! Unbounded boxes are compared with all others.
//!
//! **Cost.** O(n) for boxes of similar size, times the number of levels in use. Many boxes that are far smaller
//! than the median share cells and cost the square of their number.
//!
//! **Source.** Teschner et al. 2003, *Optimized spatial hashing*. Levels after Mirtich 1996, so that one huge
//! box costs as much as a small one.

use super::{BroadPhase, PairFilter, ordered};
use crate::packed::in_parts;
use crate::tolerance::{BOXES_PER_TASK, COARSEST_LEVEL, FINEST_LEVEL};
use crate::{Aabb, BoundingVolume};
use glam::DVec3;

/// A hashed grid with several cell sizes.
#[derive(Clone, Copy, Debug, Default)]
pub struct HashedGrid;

/// A cell: its level, and its integer coordinates on that level.
#[derive(Clone, Copy, Debug, PartialEq)]
struct GridCell {
    level: i32,
    place: [i64; 3],
}

impl GridCell {
    /// The cell of a level that contains a point. Cell coordinates are monotonic in the point, also where they
    /// saturate.
    fn of(level: i32, point: DVec3) -> Self {
        // Two to the power of the level, built from its exponent bits.
        let size = f64::from_bits(((level + 1_023) as u64) << 52);
        Self { level, place: point.to_array().map(|coordinate| (coordinate / size).floor() as i64) }
    }

    fn hash(&self) -> u64 {
        let mix = |sum: u64, part: u64| (sum ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
        self.place
            .iter()
            .fold(self.level as u64, |sum, &part| mix(sum, part as u64))
            .wrapping_mul(0xFF51_AFD7_ED55_8CCD)
    }
}

/// Visits the cells of a level that a bounded box overlaps.
fn reached(one: &Aabb, level: i32, mut visit: impl FnMut(GridCell)) {
    let (from, to) = (GridCell::of(level, one.lower()).place, GridCell::of(level, one.upper()).place);
    for x in from[0]..=to[0] {
        for y in from[1]..=to[1] {
            for z in from[2]..=to[2] {
                visit(GridCell { level, place: [x, y, z] });
            }
        }
    }
}

/// The first level with cells of at least four times this extent, so that few boxes overlap more than one;
/// `None` for unbounded boxes.
fn level_of(extent: f64) -> Option<i32> {
    extent.is_finite().then(|| (extent.log2().ceil() as i32).saturating_add(2).clamp(FINEST_LEVEL, COARSEST_LEVEL))
}

fn extent(one: &Aabb) -> f64 {
    (one.upper() - one.lower()).max_element()
}

/// The level of the median box. For points, the level of an even share of the space that they occupy.
fn median_level<'a>(boxes: impl Iterator<Item = &'a Aabb> + Clone) -> i32 {
    let mut extents: Vec<f64> = boxes.clone().map(extent).filter(|extent| extent.is_finite()).collect();
    if extents.is_empty() {
        return 0;
    }
    let middle = extents.len() / 2;
    let median = *extents.select_nth_unstable_by(middle, f64::total_cmp).1;
    if median > 0.0 {
        return level_of(median).unwrap_or(0);
    }
    let bounded = boxes.filter(|one| extent(one).is_finite());
    let spread = Aabb::around(bounded.map(Aabb::lower)).map_or(0.0, |all| extent(&all));
    level_of(spread / (extents.len() as f64).cbrt()).unwrap_or(0)
}

/// The boxes of one list, stored by cell.
struct CellTable<'a> {
    boxes: &'a [Aabb],
    /// The level of each box; `None` for unbounded boxes.
    levels: Vec<Option<i32>>,
    /// The levels in use, finest first.
    in_use: Vec<i32>,
    /// Start of the list of each hash value.
    starts: Vec<u32>,
    listed: Vec<(GridCell, u32)>,
    /// The unbounded boxes.
    unbounded: Vec<u32>,
}

impl<'a> CellTable<'a> {
    fn new(boxes: &'a [Aabb], median: i32) -> Self {
        let levels: Vec<Option<i32>> =
            boxes.iter().map(|one| level_of(extent(one)).map(|level| level.max(median))).collect();
        let mut in_use: Vec<i32> = levels.iter().copied().flatten().collect();
        in_use.sort_unstable();
        in_use.dedup();
        let mut entries = Vec::with_capacity(2 * boxes.len());
        let mut unbounded = Vec::new();
        for (item, one) in boxes.iter().enumerate() {
            match levels[item] {
                Some(level) => reached(one, level, |cell| entries.push((cell, item as u32))),
                None => unbounded.push(item as u32),
            }
        }
        let lists = entries.len().next_power_of_two();
        let list = |cell: &GridCell| (cell.hash() >> 32) as usize & (lists - 1);
        let mut starts = vec![0_u32; lists + 1];
        for (cell, _) in &entries {
            starts[list(cell) + 1] += 1;
        }
        for index in 0..lists {
            starts[index + 1] += starts[index];
        }
        let mut next = starts.clone();
        let mut listed = entries.clone();
        for entry in entries {
            let place = &mut next[list(&entry.0)];
            listed[*place as usize] = entry;
            *place += 1;
        }
        Self { boxes, levels, in_use, starts, listed, unbounded }
    }

    /// Visits the boxes stored on one level that are not disjoint from a bounded box, each once.
    fn visit_meeting(&self, one: &Aabb, level: i32, mut visit: impl FnMut(u32)) {
        let corner = GridCell::of(level, one.lower()).place;
        reached(one, level, |cell| {
            let list = (cell.hash() >> 32) as usize & (self.starts.len() - 2);
            for &(other, item) in &self.listed[self.starts[list] as usize..self.starts[list + 1] as usize] {
                if other != cell || one.disjoint(&self.boxes[item as usize]) {
                    continue;
                }
                let other_corner = GridCell::of(level, self.boxes[item as usize].lower()).place;
                if (0..3).all(|axis| cell.place[axis] == corner[axis].max(other_corner[axis])) {
                    visit(item);
                }
            }
        });
    }
}

impl BroadPhase for HashedGrid {
    fn pairs_within(&mut self, boxes: &[Aabb], keep: impl PairFilter) -> Vec<[u32; 2]> {
        let cells = CellTable::new(boxes, median_level(boxes.iter()));
        let mut found = in_parts(boxes.len(), BOXES_PER_TASK, |part, found| {
            for item in part {
                let Some(own) = cells.levels[item] else { continue };
                for &level in cells.in_use.iter().filter(|&&level| level >= own) {
                    cells.visit_meeting(&boxes[item], level, |other| {
                        // On their common level, both boxes find each other.
                        if level > own || other as usize > item {
                            found.push(ordered(item as u32, other));
                        }
                    });
                }
            }
        });
        for &item in &cells.unbounded {
            for (other, one) in boxes.iter().enumerate() {
                let first = cells.levels[other].is_some() || other > item as usize;
                if first && !boxes[item as usize].disjoint(one) {
                    found.push(ordered(item, other as u32));
                }
            }
        }
        found.retain(|&[a, b]| keep(a, b));
        found
    }

    fn pairs_between(&mut self, a: &[Aabb], b: &[Aabb], keep: impl PairFilter) -> Vec<[u32; 2]> {
        let median = median_level(a.iter().chain(b));
        let (cells_a, cells_b) = (CellTable::new(a, median), CellTable::new(b, median));
        let mut found = finer_into_coarser(&cells_a, &cells_b, 0);
        found.extend(finer_into_coarser(&cells_b, &cells_a, 1).into_iter().map(|[b, a]| [a, b]));
        for &i in &cells_a.unbounded {
            found.extend((0..b.len()).filter(|&j| !a[i as usize].disjoint(&b[j])).map(|j| [i, j as u32]));
        }
        for &j in &cells_b.unbounded {
            let bounded = (0..a.len()).filter(|&i| cells_a.levels[i].is_some());
            found.extend(bounded.filter(|&i| !a[i].disjoint(&b[j as usize])).map(|i| [i as u32, j]));
        }
        found.retain(|&[a, b]| keep(a, b));
        found
    }
}

/// The pairs of a box of `fine` and a box of `coarse` that is stored at least `above` levels higher.
fn finer_into_coarser(fine: &CellTable<'_>, coarse: &CellTable<'_>, above: i32) -> Vec<[u32; 2]> {
    in_parts(fine.boxes.len(), BOXES_PER_TASK, |part, found| {
        for item in part {
            let Some(own) = fine.levels[item] else { continue };
            for &level in coarse.in_use.iter().filter(|&&level| level >= own + above) {
                coarse.visit_meeting(&fine.boxes[item], level, |other| found.push([item as u32, other]));
            }
        }
    })
}

#[cfg(test)]
mod tests {
    crate::broad_phase_laws!(grid, crate::reference::HashedGrid);
}
