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
use super::lattice::{Around, END, Lattice};
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
    /// The list of the last search, kept for the next.
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
        Self { lattice, slack, flight, meeting: Vec::new() }
    }

    /// Meetings of an element with others and with walls before it leaves its cell.
    #[inline]
    pub(crate) fn search(&mut self, elements: &[Element], bend: &Accelerations, index: u32, now: f64) -> Found {
        self.scan::<false>(elements, bend, index, now)
    }

    /// Meetings with what is new after the last crossing.
    #[inline]
    pub(crate) fn search_ahead(&mut self, elements: &[Element], bend: &Accelerations, index: u32, now: f64) -> Found {
        self.scan::<true>(elements, bend, index, now)
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
        if acceleration == DVec3::ZERO {
            let [position, velocity] = element.phase::<false>(now, acceleration);
            let above = position - (lower + DVec3::from_array(place.map(f64::from)) * edge);
            let below = edge - above;
            let along = |above: f64, below: f64, rate: f64, axis: usize| {
                let step = if rate > 0.0 { 1 } else { -1 };
                // At rest along the axis there is no number, or an infinite one.
                let after = if rate > 0.0 { below } else { above }.max(0.0) / rate.abs();
                (if outside(axis, step) { f64::INFINITY } else { after }, step)
            };
            let x = along(above.x, below.x, velocity.x, 0);
            let y = along(above.y, below.y, velocity.y, 1);
            let z = along(above.z, below.z, velocity.z, 2);
            // No branch: nobody can guess the axis.
            let (after, axis, step) = (f64::INFINITY, 0, 1);
            let keep = |one: (f64, usize, i32), other: (f64, i32), axis: usize| {
                let sooner = other.0 < one.0;
                let pick = |old: i32, new: i32| if sooner { new } else { old };
                let after = if sooner { other.0 } else { one.0 };
                (after, pick(one.1 as i32, axis as i32) as usize, pick(one.2, other.1))
            };
            let (after, axis, step) = keep(keep(keep((after, axis, step), x, 0), y, 1), z, 2);
            return Crossing { after, axis, step };
        }
        let mut first = Crossing { after: f64::INFINITY, axis: 0, step: 1 };
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
    fn scan<const AHEAD: bool>(&mut self, elements: &[Element], bend: &Accelerations, index: u32, now: f64) -> Found {
        match self.flight {
            Flight::Equal => self.scan_paths::<EQUAL, AHEAD>(elements, bend, index, now),
            Flight::Straight => self.scan_paths::<STRAIGHT, AHEAD>(elements, bend, index, now),
            Flight::Falling => self.scan_paths::<FALLING, AHEAD>(elements, bend, index, now),
            Flight::Thrusting => self.scan_paths::<THRUSTING, AHEAD>(elements, bend, index, now),
        }
    }

    /// Tests all elements of the cells around, or of those ahead.
    fn scan_paths<const FLIGHT: u8, const AHEAD: bool>(
        &mut self,
        elements: &[Element],
        bend: &Accelerations,
        index: u32,
        now: f64,
    ) -> Found {
        let element = &elements[index as usize];
        let (lattice, place) = (&self.lattice, element.place);
        let mut seeker = Seeker::new::<FLIGHT>(elements, bend, index, [now, self.slack]);
        let around = if AHEAD { lattice.ahead(element) } else { lattice.around(element, index) };
        let meeting = &mut self.meeting;
        if lattice.needs_no_shift(place) {
            follow::<FLIGHT>(around, meeting, &mut seeker, |apart, _| apart);
        } else if lattice.nearest_is_next() {
            follow::<FLIGHT>(around, meeting, &mut seeker, |apart, _| lattice.nearest(apart));
        } else {
            let shifts = lattice.shifts(place);
            follow::<FLIGHT>(around, meeting, &mut seeker, |apart, code| apart + shifts[code as usize]);
        }
        let counts = self.lattice.counts;
        seeker.ask_walls(&self.lattice.domain, |axis| [place[axis] == 0, place[axis] == counts[axis] - 1]);
        seeker.found
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        let meeting = self.meeting.capacity() * size_of::<(u32, Approach)>();
        self.lattice.bytes() + meeting
    }
}

/// Asks every element of the cells. No branch depends on who comes nearer: the pairs that meet are collected, and their
/// roots are taken afterwards.
#[inline(always)]
fn follow<const FLIGHT: u8>(
    around: Around<'_>,
    meeting: &mut Vec<(u32, Approach)>,
    seeker: &mut Seeker<'_>,
    image: impl Fn(DVec3, u32) -> DVec3,
) {
    let mut meetings = 0;
    for (head, code) in around {
        let mut other = head;
        while other != END {
            seeker.found.tests += 1;
            if FLIGHT == THRUSTING {
                other = seeker.ask::<FLIGHT>(other, |apart| image(apart, code));
                continue;
            }
            if meetings == meeting.len() {
                meeting.resize(2 * meetings + 16, (END, Approach::default()));
            }
            let approach = seeker.approach::<FLIGHT>(other, |apart| image(apart, code));
            meeting[meetings] = (other, approach);
            meetings += usize::from(approach.meets());
            other = seeker.next(other);
        }
    }
    meeting[..meetings].iter().for_each(|(other, approach)| seeker.expect(*other, approach));
}
