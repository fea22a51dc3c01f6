//! The lattice of cells that hold hard spheres.
//!
//! **Question.** Which elements are in the cells around a cell?
//!
//! **Idea.** A cell is the head of a chain that runs through its elements, so that an empty cell takes four bytes.
//! Blocks of 4 × 4 × 4 cells are together in memory. The number of a cell is the sum of three numbers, one for each
//! axis, which are kept in tables that run on past both ends. A periodic or an open lattice repeats there. In open
//! space elements far apart may share a cell.
//!
//! Which cells are empty is known from bits ([`super::occupancy`]), so that only the others are read.
//!
//! **Cost.** Nine words for the cells around a place, one read for each cell that is not empty, and one for each
//! element.

use super::domain::Domain;
use super::element::Element;
use super::occupancy::Occupancy;
use glam::DVec3;
use std::hint::black_box;

/// The end of a chain.
pub(crate) const END: u32 = u32::MAX;

/// The cell in the middle of the 27 around a place, as a bit.
const MIDDLE: u32 = 1 << 13;

/// Cells of a block along each axis.
const BLOCK: usize = 4;

/// The cells, each with the first element of its chain.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    pub(crate) domain: Domain,
    pub(crate) lower: DVec3,
    pub(crate) edge: DVec3,
    pub(crate) counts: [i32; 3],
    /// The period along each axis and half of it, infinite without one, m.
    period: DVec3,
    half: DVec3,
    /// What the place along each axis adds to the number of a cell, from place -1 to place `count`.
    steps: [Vec<u32>; 3],
    heads: Vec<u32>,
    occupancy: Occupancy,
}

/// The cells around a place that hold elements.
pub(crate) struct Around<'lattice> {
    heads: &'lattice [u32],
    steps: &'lattice [Vec<u32>; 3],
    place: [i32; 3],
    /// A bit for each cell.
    cells: u32,
}

impl Iterator for Around<'_> {
    type Item = (u32, u32);

    /// The first element of the next cell, and the code of the cell: its number among the 27.
    #[inline(always)]
    fn next(&mut self) -> Option<(u32, u32)> {
        if self.cells == 0 {
            return None;
        }
        let code = self.cells.trailing_zeros();
        self.cells &= self.cells - 1;
        let [x, y, z] = STEPS[code as usize & 31];
        let ([of_x, of_y, of_z], [i, j, k]) = (self.steps, self.place);
        let cell = of_x[i as usize + x as usize] + of_y[j as usize + y as usize] + of_z[k as usize + z as usize];
        Some((self.heads[cell as usize], code))
    }
}

/// The steps from the first cell of the 27 to the one with this code.
const STEPS: [[u8; 3]; 32] = {
    let mut steps = [[0; 3]; 32];
    let mut code = 0;
    while code < 27 {
        steps[code] = [code as u8 % 3, code as u8 / 3 % 3, code as u8 / 9];
        code += 1;
    }
    steps
};

/// Bits of the cells that are new after a step down or up along an axis.
const AHEAD: [[u32; 2]; 3] = {
    let mut cells = [[0; 2]; 3];
    let mut code = 0;
    while code < 27 {
        let mut axis = 0;
        while axis < 3 {
            let step = STEPS[code][axis];
            if step != 1 {
                cells[axis][step as usize / 2] |= 1 << code;
            }
            axis += 1;
        }
        code += 1;
    }
    cells
};

impl Lattice {
    /// Cells that are at least `least` wide, and hold this many elements on average if they can.
    pub(crate) fn new(domain: Domain, centres: &[Element], least: f64, elements_per_cell: f64) -> Self {
        let [lower, upper] = domain.corners().unwrap_or_else(|| corners_of(centres));
        let extent = (upper - lower).max(DVec3::splat(least));
        let room = extent.x * extent.y * extent.z * elements_per_cell / centres.len().max(1) as f64;
        let edge = least.max(room.cbrt());
        let fewest = if matches!(domain, Domain::Walls { .. }) { 1 } else { 3 };
        let counts = extent.to_array().map(|length| ((length / edge) as i32).clamp(fewest, 1 << 10));
        let edge = match domain {
            // The cells fill a bounded domain exactly.
            Domain::Walls { .. } | Domain::Periodic { .. } => extent / DVec3::from_array(counts.map(f64::from)),
            Domain::Open => DVec3::splat(edge),
        };
        debug_assert!(!matches!(domain, Domain::Periodic { .. }) || edge.min_element() >= least);
        let mut stride = 1;
        let mut inner = 1;
        let mut blocks = [0; 3];
        for axis in 0..3 {
            blocks[axis] = (counts[axis] as usize).div_ceil(BLOCK);
        }
        let steps = [0, 1, 2].map(|axis| {
            let count = counts[axis] as usize;
            let step = |place: usize| {
                // Place -1 comes first. Behind a wall nobody asks.
                let place = (place + count - 1) % count;
                (place / BLOCK * BLOCK.pow(3) * stride + place % BLOCK * inner) as u32
            };
            let steps = (0..count + 2).map(step).collect();
            (stride, inner) = (stride * blocks[axis], inner * BLOCK);
            steps
        });
        let heads = vec![END; stride * BLOCK.pow(3)];
        let repeats = !matches!(domain, Domain::Walls { .. });
        let occupancy = Occupancy::new(counts, repeats);
        let periodic = matches!(domain, Domain::Periodic { .. });
        let [period, half] =
            if periodic { [upper - lower, 0.5 * (upper - lower)] } else { [DVec3::INFINITY, DVec3::INFINITY] };
        Self { domain, lower, edge, counts, period, half, steps, heads, occupancy }
    }

    /// The cell of a point along each axis. In open space it is not bounded.
    pub(crate) fn place(&self, point: DVec3) -> [i32; 3] {
        let place = ((point - self.lower) / self.edge).floor().to_array().map(|cell| cell as i32);
        let bounded = !matches!(self.domain, Domain::Open);
        [0, 1, 2].map(|axis| if bounded { place[axis].clamp(0, self.counts[axis] - 1) } else { place[axis] })
    }

    /// The place in the part of the lattice that repeats.
    #[inline(always)]
    pub(crate) fn within(&self, place: [i32; 3]) -> [i32; 3] {
        match self.domain {
            Domain::Open => [0, 1, 2].map(|axis| place[axis].rem_euclid(self.counts[axis])),
            Domain::Walls { .. } | Domain::Periodic { .. } => place,
        }
    }

    /// The number of a cell within the part that repeats.
    #[inline(always)]
    fn cell(&self, [x, y, z]: [i32; 3]) -> usize {
        let [of_x, of_y, of_z] = &self.steps;
        (of_x[(x + 1) as usize] + of_y[(y + 1) as usize] + of_z[(z + 1) as usize]) as usize
    }

    /// Enters an element at the head of its cell.
    #[inline(always)]
    pub(crate) fn insert(&mut self, elements: &mut [Element], index: u32) {
        let element = &mut elements[index as usize];
        let place = self.within(element.place);
        let cell = self.cell(place);
        element.next = std::mem::replace(&mut self.heads[cell], index);
        self.occupancy.mark::<true>(place);
    }

    /// Takes an element out of its cell.
    #[inline(always)]
    pub(crate) fn remove(&mut self, elements: &mut [Element], index: u32) {
        let Element { place, next, .. } = elements[index as usize];
        let place = self.within(place);
        let cell = self.cell(place);
        let mut before = self.heads[cell];
        if before == index {
            self.heads[cell] = next;
            if next == END {
                self.occupancy.mark::<false>(place);
            }
            return;
        }
        while before != END {
            let link = elements[before as usize].next;
            if link == index {
                elements[before as usize].next = next;
                return;
            }
            before = link;
        }
    }

    /// Reads what the next crossing of an element will need: its cell and the bits of the cells around it, then the
    /// heads of the cells ahead, then their elements.
    #[inline]
    pub(crate) fn read_ahead(&self, elements: &[Element], index: u32, stage: usize) {
        let element = &elements[index as usize];
        let place = self.within(element.place);
        match stage {
            1 => {
                black_box(self.heads[self.cell(place)]);
                black_box(self.occupancy.around(place));
            }
            2 => self.ahead(element).for_each(|(head, _)| _ = black_box(head)),
            _ => self.ahead(element).for_each(|(head, _)| _ = black_box(elements[head as usize].stamp)),
        }
    }

    /// Enters all elements anew, each chain in the order of the elements.
    pub(crate) fn refill(&mut self, elements: &mut [Element]) {
        self.heads.fill(END);
        self.occupancy.clear();
        (0..elements.len() as u32).rev().for_each(|index| self.insert(elements, index));
    }

    /// The cells around an element that hold others.
    #[inline(always)]
    pub(crate) fn around(&self, element: &Element, index: u32) -> Around<'_> {
        let place = self.within(element.place);
        let alone = element.next == END && self.heads[self.cell(place)] == index;
        let ignored = if alone { MIDDLE } else { 0 };
        let cells = self.occupancy.around(place) & !ignored;
        Around { heads: &self.heads, steps: &self.steps, place, cells }
    }

    /// The cells that are new to an element after its last crossing.
    #[inline(always)]
    pub(crate) fn ahead(&self, element: &Element) -> Around<'_> {
        let place = self.within(element.place);
        let (axis, step) = element.exit;
        let new = AHEAD[usize::from(axis) % 3][usize::from(step > 0)];
        let cells = self.occupancy.around(place) & new;
        Around { heads: &self.heads, steps: &self.steps, place, cells }
    }

    /// Whether all cells around a place lie side by side, so that no element has to be shifted by a period.
    #[inline(always)]
    pub(crate) fn needs_no_shift(&self, place: [i32; 3]) -> bool {
        !matches!(self.domain, Domain::Periodic { .. })
            || (0..3).all(|axis| ((place[axis] - 1) as u32) < (self.counts[axis] - 2) as u32)
    }

    /// Whether two elements of neighbouring cells are closer to each other than half a period, so that the image in the
    /// neighbouring cell is the nearest one.
    #[inline(always)]
    pub(crate) fn nearest_is_next(&self) -> bool {
        self.counts.iter().all(|count| *count >= 5)
    }

    /// The shifts that the codes of the cells around a place stand for.
    pub(crate) fn shifts(&self, place: [i32; 3]) -> [DVec3; 27] {
        let Domain::Periodic { lower, upper } = self.domain else { return [DVec3::ZERO; 27] };
        let shift = |axis: usize, step: usize| {
            let at = place[axis] + step as i32 - 1;
            let length = upper[axis] - lower[axis];
            f64::from(i32::from(at >= self.counts[axis]) - i32::from(at < 0)) * length
        };
        let [x, y, z] = [0, 1, 2].map(|axis| [shift(axis, 0), shift(axis, 1), shift(axis, 2)]);
        std::array::from_fn(|code| DVec3::new(x[code % 3], y[code / 3 % 3], z[code / 9]))
    }

    /// The vector to the nearest image of a point.
    #[inline(always)]
    pub(crate) fn nearest(&self, apart: DVec3) -> DVec3 {
        // Without a branch: half a period is infinite where there is none.
        let image = |apart: f64, period: f64, half: f64| {
            let above = if apart > half { period } else { 0.0 };
            let below = if apart < -half { period } else { 0.0 };
            apart - above + below
        };
        let (period, half) = (self.period, self.half);
        DVec3::new(image(apart.x, period.x, half.x), image(apart.y, period.y, half.y), image(apart.z, period.z, half.z))
    }

    /// Two elements that overlap at the start, if any do. The cells are at least as wide as the largest sphere.
    pub(crate) fn overlapping(&self, elements: &[Element]) -> Option<[usize; 2]> {
        (0..elements.len()).find_map(|index| {
            let element = &elements[index];
            let chains = self.around(element, index as u32).flat_map(|(head, _)| {
                std::iter::successors(Some(head), |at| Some(elements[*at as usize].next).filter(|next| *next != END))
            });
            let overlaps = |other: &usize| {
                let partner = &elements[*other];
                let apart = self.nearest(partner.position - element.position).length();
                *other > index && apart < (element.radius + partner.radius) * (1.0 - 4.0 * f64::EPSILON)
            };
            chains.map(|other| other as usize).filter(overlaps).min().map(|other| [index, other])
        })
    }

    /// The elements in an order in which neighbours in space are neighbours in memory: that of Morton's curve.
    pub(crate) fn order(&self, elements: &[Element]) -> Vec<u32> {
        let spread =
            |place: i32| (0..10).fold(0u64, |bits, bit| bits | u64::from(place as u32 >> bit & 1) << (3 * bit));
        let key = |index: u32| {
            let place = elements[index as usize].place;
            let [x, y, z] = std::array::from_fn(|axis| spread(place[axis].rem_euclid(self.counts[axis])));
            (x | y << 1 | z << 2, index)
        };
        let mut order: Vec<u32> = (0..elements.len() as u32).collect();
        order.sort_by_cached_key(|index| key(*index));
        order
    }

    /// Number of elements of the fullest cell.
    pub(crate) fn fullest(&self, elements: &[Element]) -> u32 {
        let chain = |head: &u32| {
            let next = |at: &u32| elements.get(*at as usize).map(|element| element.next);
            std::iter::successors(Some(*head), next).count() as u32 - 1
        };
        self.heads.iter().map(chain).max().unwrap_or(0)
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        let tables = self.steps.iter().map(Vec::capacity).sum::<usize>();
        (self.heads.capacity() + tables) * size_of::<u32>() + self.occupancy.bytes()
    }
}

/// The corners of the box around all centres.
fn corners_of(elements: &[Element]) -> [DVec3; 2] {
    let centres = || elements.iter().map(|element| element.position);
    let lower = centres().reduce(DVec3::min).unwrap_or(DVec3::ZERO);
    let upper = centres().reduce(DVec3::max).unwrap_or(DVec3::ZERO);
    [lower, upper]
}
