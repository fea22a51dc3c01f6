//! A grid of cells: neighbours of elements of nearly equal size.
//!
//! **Question.** An element flies on from an instant. Whom does it meet first?
//!
//! **Idea.** Every element is entered in the cell of its centre. A cell is at least as wide as the largest sphere,
//! so that spheres that touch are in neighbouring cells. Until the element leaves its cell, only the elements of 27
//! cells can meet it. Then it crosses into the next cell, and nine cells are new. In open space the cells repeat:
//! elements far apart may share one, and cost a test without consequences.
//!
//! **Guarantee.** No meeting before the crossing is missed, if every element's own crossings come in time.
//!
//! **Cost.** About 27 tests at a new path and 9 at a crossing, if a cell holds one element.
//!
//! **Source.** Dworkin 1994, section 8, asks for a tree. Cells: B. J. Alder, T. E. Wainwright, *Studies in molecular
//! dynamics I*, 1959; D. C. Rapaport, *The event scheduling problem in molecular dynamic simulation*, 1980.

use super::cell::{CODE_SHIFT, Candidates, Cells};
use super::domain::Domain;
use super::element::{Element, FIRST_WALL, NOBODY};
use super::meeting::{Approach, height_vanishes, meeting_after};
use crate::tolerance::{CELL_MARGIN, ELEMENTS_PER_CELL};
use glam::DVec3;

/// The earliest meeting found so far, in seconds from now, with its partner and the number of tests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) after: f64,
    pub(crate) partner: u32,
    pub(crate) tests: u64,
}

impl Default for Found {
    fn default() -> Self {
        Self { after: f64::INFINITY, partner: NOBODY, tests: 0 }
    }
}

/// The cells, and the cell of each element.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    lower: DVec3,
    edge: DVec3,
    counts: [i32; 3],
    domain: Domain,
    cells: Cells,
    places: Vec<[i32; 3]>,
    /// The axis and direction of each element's next crossing, once it is scheduled.
    exits: Vec<(u8, i8)>,
    /// Spheres count as touching at this distance, m.
    slack: f64,
    accelerated: bool,
    /// Whether accelerations differ.
    thrusts: bool,
    /// Lists of the last search, kept for the next.
    candidates: Candidates,
    meeting: Vec<(u32, Approach)>,
}

/// Where an element leaves its cell.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    after: f64,
    axis: usize,
    step: i32,
}

impl Grid {
    /// A grid for these elements, at the start. Periodic domains are at least three spheres wide.
    pub(crate) fn new(elements: &mut [Element], domain: Domain, slack: f64) -> Self {
        let largest = elements.iter().map(|element| element.radius).fold(0.0, f64::max);
        let least = CELL_MARGIN * (2.0 * largest + slack);
        let [lower, upper] = domain.corners().unwrap_or_else(|| corners_of(elements));
        let extent = (upper - lower).max(DVec3::splat(least));

        let room = extent.x * extent.y * extent.z * ELEMENTS_PER_CELL / elements.len().max(1) as f64;
        let edge = least.max(room.cbrt());
        let periodic = matches!(domain, Domain::Periodic { .. });
        let fewest = if matches!(domain, Domain::Walls { .. }) { 1 } else { 3 };
        let counts = extent.to_array().map(|length| ((length / edge) as i32).clamp(fewest, 1 << 10));
        let edge = match domain {
            // The cells fill a bounded domain exactly.
            Domain::Walls { .. } | Domain::Periodic { .. } => extent / DVec3::from_array(counts.map(f64::from)),
            Domain::Open => DVec3::splat(edge),
        };
        debug_assert!(!periodic || edge.min_element() >= least);
        let accelerated = elements.iter().any(|element| element.acceleration != DVec3::ZERO);
        let thrusts = elements.windows(2).any(|pair| pair[0].acceleration != pair[1].acceleration);
        let cells = Cells::new(counts.iter().map(|count| *count as usize).product());
        let places = vec![[0; 3]; elements.len()];
        let exits = vec![(0, 0); elements.len()];
        let (candidates, meeting) = (Candidates::default(), Vec::new());
        let mut grid = Self {
            lower,
            edge,
            counts,
            domain,
            cells,
            places,
            exits,
            slack,
            accelerated,
            thrusts,
            candidates,
            meeting,
        };
        for (index, element) in elements.iter_mut().enumerate() {
            let place = ((element.position - lower) / edge).floor().to_array().map(|cell| cell as i32);
            let bounded = domain.corners().is_some();
            let inside = |axis: usize| if bounded { place[axis].clamp(0, counts[axis] - 1) } else { place[axis] };
            grid.places[index] = [inside(0), inside(1), inside(2)];
            element.cell = grid.cell(grid.places[index]);
            grid.cells.insert(element.cell, index as u32);
        }
        grid
    }

    /// The vector to the nearest image of a point.
    pub(crate) fn nearest(&self, apart: DVec3) -> DVec3 {
        let Domain::Periodic { lower, upper } = self.domain else { return apart };
        let extent = upper - lower;
        let image = |apart: f64, extent: f64| match apart {
            _ if apart > 0.5 * extent => apart - extent,
            _ if apart < -0.5 * extent => apart + extent,
            _ => apart,
        };
        DVec3::new(image(apart.x, extent.x), image(apart.y, extent.y), image(apart.z, extent.z))
    }

    /// Two elements that overlap at the start, if any do.
    pub(crate) fn overlapping(&self, elements: &[Element]) -> Option<[usize; 2]> {
        (0..elements.len()).find_map(|index| {
            let (element, place) = (&elements[index], self.places[index]);
            let mut clash = None;
            let around = [-1, 0, 1];
            for (z, y, x) in around.iter().flat_map(|z| around.iter().flat_map(move |y| around.map(|x| (z, y, x)))) {
                let step = [x, *y, *z];
                let cells = [0, 1, 2].map(|axis| self.wrapped(axis, place[axis] + step[axis]));
                let [Some((x, _)), Some((y, _)), Some((z, _))] = cells else { continue };
                self.cells.visit(self.cell([x, y, z]), |other| {
                    let partner = &elements[other as usize];
                    let apart = self.nearest(partner.position - element.position).length();
                    if other as usize > index && apart < (element.radius + partner.radius) * (1.0 - 4.0 * f64::EPSILON)
                    {
                        clash = Some([index, other as usize]);
                    }
                });
            }
            clash
        })
    }

    fn cell(&self, place: [i32; 3]) -> u32 {
        let [x, y, z] = std::array::from_fn(|axis| place[axis].rem_euclid(self.counts[axis]));
        ((z * self.counts[1] + y) * self.counts[0] + x) as u32
    }

    /// Number of elements of the fullest cell.
    pub(crate) fn fullest(&self) -> u32 {
        self.cells.fullest()
    }

    /// Meetings of an element with others and with walls before it leaves its cell.
    #[inline]
    pub(crate) fn search(&mut self, elements: &[Element], index: u32, now: f64) -> Found {
        let mut found = Found::default();
        self.scan(elements, index, now, [[-1, 1]; 3], &mut found);
        self.walls(elements, index, now, &mut found);
        found
    }

    /// The elements in an order in which neighbours in space are neighbours in memory: that of Morton's curve.
    pub(crate) fn order(&self) -> Vec<u32> {
        let spread =
            |place: i32| (0..10).fold(0u64, |bits, bit| bits | u64::from(place as u32 >> bit & 1) << (3 * bit));
        let key = |index: u32| {
            let place = self.places[index as usize];
            let [x, y, z] = std::array::from_fn(|axis| spread(place[axis].rem_euclid(self.counts[axis])));
            (x | y << 1 | z << 2, index)
        };
        let mut order: Vec<u32> = (0..self.places.len() as u32).collect();
        order.sort_by_cached_key(|index| key(*index));
        order
    }

    /// Renumbers the elements: `order` holds the old numbers.
    pub(crate) fn renumber(&mut self, order: &[u32], elements: &[Element]) {
        self.places = order.iter().map(|old| self.places[*old as usize]).collect();
        self.exits = order.iter().map(|old| self.exits[*old as usize]).collect();
        self.cells.clear();
        elements.iter().enumerate().for_each(|(index, element)| self.cells.insert(element.cell, index as u32));
    }

    fn exit(&self, index: u32) -> (usize, i32) {
        let (axis, step) = self.exits[index as usize];
        (usize::from(axis), i32::from(step))
    }

    /// Meetings with what is new after the last crossing.
    #[inline]
    pub(crate) fn search_ahead(&mut self, elements: &[Element], index: u32, now: f64) -> Found {
        let mut found = Found::default();
        let mut range = [[-1, 1]; 3];
        let (axis, step) = self.exit(index);
        range[axis] = [step; 2];
        self.scan(elements, index, now, range, &mut found);
        self.walls(elements, index, now, &mut found);
        found
    }

    /// Seconds until an element leaves its cell. Where it does is kept for [`Grid::cross`].
    #[inline]
    pub(crate) fn leaves(&mut self, element: &Element, index: u32, now: f64) -> f64 {
        let Crossing { after, axis, step } = self.crossing(element, index, now);
        self.exits[index as usize] = (axis as u8, step as i8);
        after
    }

    /// The first crossing of an element out of its cell.
    #[inline]
    fn crossing(&self, element: &Element, index: u32, now: f64) -> Crossing {
        let place = self.places[index as usize];
        let walls = matches!(self.domain, Domain::Walls { .. });
        let outside = |axis: usize, step: i32| walls && !(0..self.counts[axis]).contains(&(place[axis] + step));
        let mut first = Crossing { after: f64::INFINITY, axis: 0, step: 1 };
        if !self.accelerated {
            let position = element.position + element.velocity * (now - element.since);
            for axis in 0..3 {
                let rate = element.velocity[axis];
                let ahead = i32::from(rate > 0.0);
                let face = self.lower[axis] + f64::from(place[axis] + ahead) * self.edge[axis];
                let after = ((face - position[axis]) / rate).max(0.0);
                let step = 2 * ahead - 1;
                // At rest along the axis there is no number, or an infinite one.
                if after < first.after && rate != 0.0 && !outside(axis, step) {
                    first = Crossing { after, axis, step };
                }
            }
            return first;
        }
        let (position, velocity) = (element.position_at(now), element.velocity_at(now));
        for axis in 0..3 {
            let above = position[axis] - (self.lower[axis] + f64::from(place[axis]) * self.edge[axis]);
            let (rate, bend) = (velocity[axis], element.acceleration[axis]);
            for (height, sign, step) in [(above, 1.0, -1), (self.edge[axis] - above, -1.0, 1)] {
                let after = height_vanishes(height, sign * rate, sign * bend).map(|after| after.max(0.0));
                if let Some(after) = after.filter(|after| *after < first.after && !outside(axis, step)) {
                    first = Crossing { after, axis, step };
                }
            }
        }
        first
    }

    /// Moves an element to the next cell.
    #[inline]
    pub(crate) fn cross(&mut self, element: &mut Element, index: u32) {
        let (axis, step) = self.exit(index);
        self.cells.remove(element.cell, index);
        let place = &mut self.places[index as usize];
        place[axis] += step;
        if let Domain::Periodic { lower, upper } = self.domain {
            let (count, length) = (self.counts[axis], upper[axis] - lower[axis]);
            if place[axis] < 0 {
                place[axis] += count;
                element.position[axis] += length;
            } else if place[axis] >= count {
                place[axis] -= count;
                element.position[axis] -= length;
            }
        }
        let place = *place;
        element.cell = self.cell(place);
        self.cells.insert(element.cell, index);
    }

    #[inline]
    fn scan(&mut self, elements: &[Element], index: u32, now: f64, range: [[i32; 2]; 3], found: &mut Found) {
        if self.thrusts {
            self.scan_thrusts(elements, index, now, range, found);
        } else if self.accelerated {
            self.scan_paths::<true>(elements, index, now, range, found);
        } else {
            self.scan_paths::<false>(elements, index, now, range, found);
        }
    }

    /// Tests all elements of the cells in the range. The tests branch nowhere: nobody can guess who comes nearer.
    /// Only pairs that meet go on to the root of their quadratic.
    fn scan_paths<const ACCELERATED: bool>(
        &mut self,
        elements: &[Element],
        index: u32,
        now: f64,
        range: [[i32; 2]; 3],
        found: &mut Found,
    ) {
        let shifts = self.gather(index, range);
        let element = &elements[index as usize];
        let [position, velocity] = phase::<ACCELERATED>(element, now);
        let reach = element.radius + self.slack;
        let candidates = self.candidates.as_slice();
        found.tests += candidates.len() as u64;
        self.meeting.resize(candidates.len() + 1, (NOBODY, Approach::default()));
        let mut count = 0;
        for &candidate in candidates {
            let (other, code) = (candidate & ((1 << CODE_SHIFT) - 1), candidate >> CODE_SHIFT);
            let partner = &elements[other as usize];
            let [there, speed] = phase::<ACCELERATED>(partner, now);
            let apart = there - position + shifts[code as usize];
            // The element itself has no velocity relative to itself, and does not approach.
            let approach = Approach::new(apart, speed - velocity, reach + partner.radius);
            self.meeting[count] = (other, approach);
            count += usize::from(approach.meets());
        }
        for (other, approach) in &self.meeting[..count] {
            let after = approach.after();
            if after < found.after {
                (found.after, found.partner) = (after, *other);
            }
        }
    }

    /// The same for elements with different accelerations, pair by pair.
    fn scan_thrusts(&mut self, elements: &[Element], index: u32, now: f64, range: [[i32; 2]; 3], found: &mut Found) {
        let shifts = self.gather(index, range);
        let element = &elements[index as usize];
        let [position, velocity] = phase::<true>(element, now);
        found.tests += self.candidates.as_slice().len() as u64;
        for &candidate in self.candidates.as_slice() {
            let (other, code) = (candidate & ((1 << CODE_SHIFT) - 1), candidate >> CODE_SHIFT);
            if other == index {
                continue;
            }
            let partner = &elements[other as usize];
            let [there, speed] = phase::<true>(partner, now);
            let apart = there - position + shifts[code as usize];
            let acceleration = partner.acceleration - element.acceleration;
            let reach = element.radius + partner.radius + self.slack;
            if let Some(after) = meeting_after(apart, speed - velocity, acceleration, reach)
                && after < found.after
            {
                (found.after, found.partner) = (after, other);
            }
        }
    }

    /// Collects the elements of the cells in the range. Returns the shifts that their codes stand for.
    fn gather(&mut self, index: u32, range: [[i32; 2]; 3]) -> [DVec3; 27] {
        let place = self.places[index as usize];
        let mut shifts = [DVec3::ZERO; 27];
        self.candidates.clear();
        let interior = (0..3).all(|axis| place[axis] > 0 && place[axis] < self.counts[axis] - 1);
        if interior {
            // Rows of cells that lie side by side, without shifts.
            for z in place[2] + range[2][0]..=place[2] + range[2][1] {
                for y in place[1] + range[1][0]..=place[1] + range[1][1] {
                    let row = (z * self.counts[1] + y) * self.counts[0] + place[0];
                    let (first, last) = (row + range[0][0], row + range[0][1]);
                    self.cells.gather_row(first as u32..last as u32 + 1, &mut self.candidates);
                }
            }
            return shifts;
        }
        for dz in range[2][0]..=range[2][1] {
            let Some((z, shift_z)) = self.wrapped(2, place[2] + dz) else { continue };
            for dy in range[1][0]..=range[1][1] {
                let Some((y, shift_y)) = self.wrapped(1, place[1] + dy) else { continue };
                let row = (z * self.counts[1] + y) * self.counts[0];
                for dx in range[0][0]..=range[0][1] {
                    let Some((x, shift_x)) = self.wrapped(0, place[0] + dx) else { continue };
                    let code = ((dz + 1) * 3 + dy + 1) * 3 + dx + 1;
                    shifts[code as usize] = DVec3::new(shift_x, shift_y, shift_z);
                    self.cells.gather((row + x) as u32, code as u32, &mut self.candidates);
                }
            }
        }
        shifts
    }

    /// The cell along an axis and the shift of its elements; `None` behind a wall.
    #[inline]
    fn wrapped(&self, axis: usize, place: i32) -> Option<(i32, f64)> {
        let count = self.counts[axis];
        if (0..count).contains(&place) {
            return Some((place, 0.0));
        }
        match self.domain {
            Domain::Walls { .. } => None,
            Domain::Open => Some((place.rem_euclid(count), 0.0)),
            Domain::Periodic { lower, upper } => {
                let length = upper[axis] - lower[axis];
                Some(if place < 0 { (place + count, -length) } else { (place - count, length) })
            }
        }
    }

    #[inline]
    fn walls(&self, elements: &[Element], index: u32, now: f64, found: &mut Found) {
        let Domain::Walls { lower, upper } = self.domain else { return };
        let place = self.places[index as usize];
        for axis in 0..3 {
            let sides = [place[axis] == 0, place[axis] == self.counts[axis] - 1];
            if sides == [false, false] {
                continue;
            }
            let element = &elements[index as usize];
            let (position, rate) = (element.position_at(now)[axis], element.velocity_at(now)[axis]);
            let bend = element.acceleration[axis];
            let reach = element.radius + self.slack;
            let heights = [position - lower[axis] - reach, upper[axis] - position - reach];
            for (side, sign) in [1.0, -1.0].into_iter().enumerate().filter(|(side, _)| sides[*side]) {
                if let Some(after) = height_vanishes(heights[side], sign * rate, sign * bend)
                    && after < found.after
                {
                    (found.after, found.partner) = (after, FIRST_WALL + (2 * axis + side) as u32);
                }
            }
        }
    }
}

/// Position and velocity at an instant.
#[inline]
fn phase<const ACCELERATED: bool>(element: &Element, now: f64) -> [DVec3; 2] {
    if ACCELERATED {
        [element.position_at(now), element.velocity_at(now)]
    } else {
        [element.position + element.velocity * (now - element.since), element.velocity]
    }
}

/// The corners of the box around all centres.
fn corners_of(elements: &[Element]) -> [DVec3; 2] {
    let centres = || elements.iter().map(|element| element.position);
    let lower = centres().reduce(DVec3::min).unwrap_or(DVec3::ZERO);
    let upper = centres().reduce(DVec3::max).unwrap_or(DVec3::ZERO);
    [lower, upper]
}
