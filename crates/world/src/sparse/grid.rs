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
//! **Cost.** 27 cells at a new path and 9 at a crossing, and a test for each element in them. Most cells are empty.
//! Dense spheres are for [`super::shells`].
//!
//! **Source.** Dworkin 1994, section 8, asks for a tree. Cells: B. J. Alder, T. E. Wainwright, *Studies in molecular
//! dynamics I*, 1959; D. C. Rapaport, *The event scheduling problem in molecular dynamic simulation*, 1980.

use super::domain::Domain;
use super::element::{Accelerations, Element};
use super::lattice::{CODE_SHIFT, END, Lattice};
use super::meeting::{Approach, height_vanishes};
use super::seeker::{EQUAL, FALLING, Flight, Found, STRAIGHT, Seeker, THRUSTING};
use crate::tolerance::{CELL_MARGIN, ELEMENTS_PER_CELL};
use glam::DVec3;

/// The cells of all centres.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) lattice: Lattice,
    /// Spheres count as touching at this distance, m.
    slack: f64,
    flight: Flight,
    /// Lists of the last search, kept for the next.
    candidates: Vec<u32>,
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
    pub(crate) fn new(elements: &mut [Element], domain: Domain, slack: f64, flight: Flight) -> Self {
        let largest = elements.iter().map(|element| element.radius).fold(0.0, f64::max);
        let least = CELL_MARGIN * (2.0 * largest + slack);
        let mut lattice = Lattice::new(domain, elements, least, ELEMENTS_PER_CELL);
        elements.iter_mut().for_each(|element| element.place = lattice.place(element.position));
        lattice.refill(elements);
        Self { lattice, slack, flight, candidates: Vec::new(), meeting: Vec::new() }
    }

    /// Meetings of an element with others and with walls before it leaves its cell.
    #[inline]
    pub(crate) fn search(&mut self, elements: &[Element], bend: &Accelerations, index: u32, now: f64) -> Found {
        self.scan(elements, bend, index, now, [[-1, 1]; 3])
    }

    /// Meetings with what is new after the last crossing.
    #[inline]
    pub(crate) fn search_ahead(&mut self, elements: &[Element], bend: &Accelerations, index: u32, now: f64) -> Found {
        let mut range = [[-1, 1]; 3];
        let (axis, step) = elements[index as usize].exit;
        range[usize::from(axis)] = [i32::from(step); 2];
        self.scan(elements, bend, index, now, range)
    }

    /// Seconds until an element leaves its cell. Where it does is kept for [`Grid::cross`].
    #[inline]
    pub(crate) fn leaves(&self, element: &mut Element, acceleration: DVec3, now: f64) -> f64 {
        let Crossing { after, axis, step } = self.crossing(element, acceleration, now);
        element.exit = (axis as u8, step as i8);
        after
    }

    /// The first crossing of an element out of its cell.
    #[inline]
    fn crossing(&self, element: &Element, acceleration: DVec3, now: f64) -> Crossing {
        let Lattice { ref domain, lower, edge, counts, .. } = self.lattice;
        let place = element.place;
        let walls = matches!(domain, Domain::Walls { .. });
        let outside = |axis: usize, step: i32| walls && !(0..counts[axis]).contains(&(place[axis] + step));
        let mut first = Crossing { after: f64::INFINITY, axis: 0, step: 1 };
        if acceleration == DVec3::ZERO {
            let [position, velocity] = element.phase::<false>(now, acceleration);
            for axis in 0..3 {
                let rate = velocity[axis];
                let ahead = i32::from(rate > 0.0);
                let face = lower[axis] + f64::from(place[axis] + ahead) * edge[axis];
                let after = ((face - position[axis]) / rate).max(0.0);
                let step = 2 * ahead - 1;
                // At rest along the axis there is no number, or an infinite one.
                if after < first.after && rate != 0.0 && !outside(axis, step) {
                    first = Crossing { after, axis, step };
                }
            }
            return first;
        }
        let [position, velocity] = element.phase::<true>(now, acceleration);
        for axis in 0..3 {
            let above = position[axis] - (lower[axis] + f64::from(place[axis]) * edge[axis]);
            let (rate, bend) = (velocity[axis], acceleration[axis]);
            for (height, sign, step) in [(above, 1.0, -1), (edge[axis] - above, -1.0, 1)] {
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
    pub(crate) fn cross(&mut self, elements: &mut [Element], index: u32) {
        self.lattice.remove(elements, index);
        let element = &mut elements[index as usize];
        let (axis, step) = (usize::from(element.exit.0), i32::from(element.exit.1));
        let place = &mut element.place[axis];
        *place += step;
        if let Domain::Periodic { lower, upper } = self.lattice.domain {
            let (count, length) = (self.lattice.counts[axis], upper[axis] - lower[axis]);
            if *place < 0 {
                *place += count;
                element.position[axis] += length;
            } else if *place >= count {
                *place -= count;
                element.position[axis] -= length;
            }
        }
        self.lattice.insert(elements, index);
    }

    #[inline]
    fn scan(
        &mut self,
        elements: &[Element],
        bend: &Accelerations,
        index: u32,
        now: f64,
        range: [[i32; 2]; 3],
    ) -> Found {
        match self.flight {
            Flight::Equal => self.scan_paths::<EQUAL>(elements, bend, index, now, range),
            Flight::Straight => self.scan_paths::<STRAIGHT>(elements, bend, index, now, range),
            Flight::Falling => self.scan_paths::<FALLING>(elements, bend, index, now, range),
            Flight::Thrusting => self.scan_paths::<THRUSTING>(elements, bend, index, now, range),
        }
    }

    /// Tests all elements of the cells in the range. The list starts with the heads of the cells, and each element adds
    /// the next one of its cell.
    fn scan_paths<const FLIGHT: u8>(
        &mut self,
        elements: &[Element],
        bend: &Accelerations,
        index: u32,
        now: f64,
        range: [[i32; 2]; 3],
    ) -> Found {
        let place = elements[index as usize].place;
        let mut seeker = Seeker::new::<FLIGHT>(elements, bend, index, [now, self.slack]);
        let (lattice, lists) = (&self.lattice, (&mut self.candidates, &mut self.meeting));
        if lattice.needs_no_shift(place) {
            let count = lattice.gather::<false>(place, range, lists.0);
            follow::<FLIGHT>(lists, count, &mut seeker, |apart, _| apart);
        } else if lattice.nearest_is_next() {
            let count = lattice.gather::<false>(place, range, lists.0);
            follow::<FLIGHT>(lists, count, &mut seeker, |apart, _| lattice.nearest(apart));
        } else {
            let shifts = lattice.shifts(place);
            let count = lattice.gather::<true>(place, range, lists.0);
            follow::<FLIGHT>(lists, count, &mut seeker, |apart, code| apart + shifts[code as usize]);
        }
        let counts = self.lattice.counts;
        seeker.ask_walls(&self.lattice.domain, |axis| [place[axis] == 0, place[axis] == counts[axis] - 1]);
        seeker.found
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        let meeting = self.meeting.capacity() * size_of::<(u32, Approach)>();
        self.lattice.bytes() + self.candidates.capacity() * size_of::<u32>() + meeting
    }
}

/// Asks every candidate of a list, which grows by the next element of each candidate's cell. No branch depends on who
/// comes nearer: the pairs that meet are collected, and their roots are taken afterwards.
#[inline(always)]
fn follow<const FLIGHT: u8>(
    (list, meeting): (&mut Vec<u32>, &mut Vec<(u32, Approach)>),
    mut count: usize,
    seeker: &mut Seeker<'_>,
    image: impl Fn(DVec3, u32) -> DVec3,
) {
    let (mut at, mut meetings) = (0, 0);
    while at < count {
        let (other, code) = (list[at] & END, list[at] >> CODE_SHIFT);
        if meeting.len() <= at || list.len() <= count {
            meeting.resize(2 * at + 64, (END, Approach::default()));
            list.resize(2 * count + 64, END);
        }
        let next = if FLIGHT == THRUSTING {
            seeker.ask::<FLIGHT>(other, |apart| image(apart, code))
        } else {
            let approach = seeker.approach::<FLIGHT>(other, |apart| image(apart, code));
            meeting[meetings] = (other, approach);
            meetings += usize::from(approach.meets());
            seeker.next(other)
        };
        list[count] = next | code << CODE_SHIFT;
        count += usize::from(next != END);
        at += 1;
    }
    seeker.found.tests += count as u64;
    meeting[..meetings].iter().for_each(|(other, approach)| seeker.expect(*other, approach));
}
