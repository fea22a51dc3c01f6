//! Shells: lists of neighbours of spheres that are dense.
//!
//! **Question.** As for [`super::grid`]: whom does an element meet first?
//!
//! **Idea.** Every element has an anchor, the place where it was when its list was made. It stays within the *shell* of
//! its anchor; when it would leave, its anchor follows and its list is made anew. Two elements whose shells are too far
//! apart cannot touch. All others have each other in their lists. Dense spheres rattle between their neighbours and
//! leave their shells rarely. A new path is compared with about ten others instead of 27 cells.
//!
//! **Guarantee.** No meeting is missed, if every element leaves its shell in time: the elements are within their
//! shells, and a pair that can touch within its shells is in both lists.
//!
//! **Cost.** One cache line for a list, and one for each neighbour. A new list searches 27 cells of anchors, and
//! changes the lists of the old and the new neighbours.
//!
//! **Source.** A. Donev, S. Torquato, F. H. Stillinger, *Neighbor list collision-driven molecular dynamics simulation
//! for nonspherical hard particles*, 2005; F. Smallenburg, *Efficient event-driven simulations of hard spheres*, 2022.

use super::cell::Cells;
use super::domain::Domain;
use super::element::{Accelerations, Element};
use super::lattice::{END, Lattice};
use super::meeting::Approach;
use super::seeker::{EQUAL, FALLING, Flight, Found, STRAIGHT, Seeker, THRUSTING};
use crate::tolerance::{CELL_MARGIN, EARLIER, LEAST_SHELL, NEIGHBOURS_WANTED, SHELL_MARGIN, SHELLS_FROM_PACKING};
use glam::DVec3;
use std::hint::black_box;

/// Members of a list that are held in place: with their number, one cache line.
const IN_LINE: usize = 15;

/// Anchors and lists of all elements.
#[derive(Clone, Debug)]
pub(crate) struct Shells {
    /// The cells of all anchors.
    pub(crate) lattice: Lattice,
    anchors: Vec<DVec3>,
    lists: Cells<IN_LINE>,
    /// An element leaves its shell at this distance from its anchor, m.
    shell: f64,
    /// Elements are neighbours if their anchors are closer than the sum of their radii and this, m.
    range: f64,
    /// An anchor that is farther from every wall and from both ends of a period has no images to look at, m.
    interior: f64,
    slack: f64,
    flight: Flight,
    /// Lists of the last search, kept for the next.
    candidates: Vec<u32>,
    meeting: Vec<(u32, Approach)>,
}

impl Shells {
    /// The radius of the shells for these elements; `None` if cells are better.
    pub(crate) fn radius_for(elements: &[Element], domain: &Domain) -> Option<f64> {
        let [lower, upper] = domain.corners()?;
        let extent = upper - lower;
        let volume = extent.x * extent.y * extent.z;
        let spheres = elements.iter().map(|element| 4.0 / 3.0 * std::f64::consts::PI * element.radius.powi(3));
        if spheres.sum::<f64>() < SHELLS_FROM_PACKING * volume {
            return None;
        }
        let largest = elements.iter().map(|element| element.radius).fold(0.0, f64::max);
        // A ball of this radius about an anchor holds the wanted number of neighbours.
        let room = (NEIGHBOURS_WANTED * volume / elements.len() as f64 * 3.0 / (4.0 * std::f64::consts::PI)).cbrt();
        let wanted = 0.5 * (room - 2.0 * largest);
        let most = match domain {
            // Three cells along each axis, and the nearest image of a neighbour is the one in its shell.
            Domain::Periodic { .. } => {
                let period = extent.min_element();
                (0.5 * (period / 3.0 - 2.0 * largest)).min(0.25 * (0.5 * period - 2.0 * largest)) / CELL_MARGIN.powi(4)
            }
            Domain::Walls { .. } | Domain::Open => f64::INFINITY,
        };
        Some(wanted.min(most)).filter(|shell| *shell > LEAST_SHELL * largest)
    }

    /// Shells of this radius for these elements, at the start.
    pub(crate) fn new(elements: &mut [Element], domain: Domain, slack: f64, flight: Flight, shell: f64) -> Self {
        let largest = elements.iter().map(|element| element.radius).fold(0.0, f64::max);
        let range = SHELL_MARGIN * (2.0 * shell + slack);
        let least = CELL_MARGIN * (2.0 * largest + range);
        let mut lattice = Lattice::new(domain, elements, least, 0.0);
        let anchors = elements.iter().map(|element| element.position).collect();
        elements.iter_mut().for_each(|element| element.place = lattice.place(element.position));
        lattice.refill(elements);
        let lists = Cells::new(elements.len());
        let interior = 2.0 * largest + 2.0 * range;
        let (candidates, meeting) = (Vec::new(), Vec::new());
        let mut shells = Self { lattice, anchors, lists, shell, range, interior, slack, flight, candidates, meeting };
        shells.relist(elements);
        shells
    }

    /// Whether two elements are in each other's lists, and whether each is in its shell. For tests.
    #[cfg(test)]
    pub(crate) fn check(&self, elements: &[Element], [a, b]: [u32; 2], at: [DVec3; 2]) -> [bool; 3] {
        let listed = |one: u32, two: u32| {
            let mut found = 0;
            self.lists.visit(one, |other| found += usize::from(other == two));
            found == 1
        };
        let apart = self.lattice.nearest(self.anchors[b as usize] - self.anchors[a as usize]).length();
        let reach = elements[a as usize].radius + elements[b as usize].radius + 2.0 * self.shell + self.slack;
        let inside = at[0].distance(self.anchors[a as usize]) <= self.shell * (1.0 + 1e-9);
        [apart < reach, listed(a, b) && listed(b, a), inside]
    }

    /// Makes all lists from the anchors.
    fn relist(&mut self, elements: &mut [Element]) {
        self.lists.clear();
        for index in 0..elements.len() as u32 {
            elements[index as usize].near_end = self.near_end(index);
            self.make_list(elements, index, |other| other < index);
        }
    }

    fn near_end(&self, index: u32) -> bool {
        let anchor = self.anchors[index as usize];
        self.lattice.domain.corners().is_some_and(|[lower, upper]| {
            let inside = anchor.cmpgt(lower + self.interior) & anchor.cmplt(upper - self.interior);
            !inside.all()
        })
    }

    /// Enters an element and its neighbours in each other's lists, as far as they are wanted.
    fn make_list(&mut self, elements: &[Element], index: u32, wanted: impl Fn(u32) -> bool) {
        let element = &elements[index as usize];
        let (anchor, reach) = (self.anchors[index as usize], element.radius + self.range);
        for (head, _) in self.lattice.around(element, index) {
            let mut other = head;
            while other != END {
                let partner = &elements[other as usize];
                let apart = self.lattice.nearest(self.anchors[other as usize] - anchor);
                let near = reach + partner.radius;
                if apart.length_squared() < near * near && wanted(other) {
                    self.lists.insert(index, other);
                    self.lists.insert(other, index);
                }
                other = partner.next;
            }
        }
    }

    /// Meetings of an element with its neighbours and with walls.
    #[inline]
    pub(crate) fn search(&mut self, elements: &[Element], bend: &Accelerations, index: u32, now: f64) -> Found {
        match self.flight {
            Flight::Equal => self.scan::<EQUAL>(elements, bend, index, now),
            Flight::Straight => self.scan::<STRAIGHT>(elements, bend, index, now),
            Flight::Falling => self.scan::<FALLING>(elements, bend, index, now),
            Flight::Thrusting => self.scan::<THRUSTING>(elements, bend, index, now),
        }
    }

    #[inline(always)]
    fn scan<const FLIGHT: u8>(&mut self, elements: &[Element], bend: &Accelerations, index: u32, now: f64) -> Found {
        let mut seeker = Seeker::new::<FLIGHT>(elements, bend, index, [now, self.slack]);
        let lattice = &self.lattice;
        if elements[index as usize].near_end {
            let image = |apart| lattice.nearest(apart);
            compare::<FLIGHT>(&self.lists, &mut self.meeting, index, &mut seeker, image);
            seeker.ask_walls(&self.lattice.domain, |_| [true; 2]);
        } else {
            compare::<FLIGHT>(&self.lists, &mut self.meeting, index, &mut seeker, |apart| apart);
        }
        seeker.found
    }

    /// Seconds until an element leaves its shell, at the earliest.
    #[inline]
    pub(crate) fn leaves(&self, element: &Element, index: u32, acceleration: DVec3, now: f64) -> f64 {
        let [position, velocity] = element.phase::<true>(now, acceleration);
        let offset = position - self.anchors[index as usize];
        let room = self.shell * self.shell - offset.length_squared();
        if room <= 0.0 {
            return 0.0;
        }
        let speed = velocity.length_squared();
        if acceleration != DVec3::ZERO {
            // The distance grows by at most |v| t + |a| t² / 2.
            let (gap, bend) = (self.shell - offset.length(), acceleration.length());
            return EARLIER * (2.0 * gap.max(0.0) / (speed.sqrt() + (speed + 2.0 * bend * gap.max(0.0)).sqrt()));
        }
        let rate = offset.dot(velocity);
        let root = (rate * rate + speed * room).sqrt();
        // Neither form subtracts. At rest the quotient is infinite.
        let outward = rate >= 0.0;
        let (above, below) = (if outward { room } else { root - rate }, if outward { rate + root } else { speed });
        EARLIER * (above / below)
    }

    /// Moves the anchor of an element to where it is, and makes its list anew.
    pub(crate) fn cross(&mut self, elements: &mut [Element], index: u32, acceleration: DVec3, now: f64) {
        self.candidates.clear();
        let (lists, candidates) = (&mut self.lists, &mut self.candidates);
        lists.visit(index, |other| candidates.push(other));
        candidates.iter().for_each(|other| lists.remove(*other, index));
        lists.empty(index);
        let element = &mut elements[index as usize];
        let mut anchor = element.position_at(now, acceleration);
        if let Domain::Periodic { lower, upper } = self.lattice.domain {
            for axis in 0..3 {
                let length = upper[axis] - lower[axis];
                let shift = if anchor[axis] < lower[axis] {
                    length
                } else if anchor[axis] > upper[axis] {
                    -length
                } else {
                    0.0
                };
                element.position[axis] += shift;
                anchor[axis] += shift;
            }
        }
        self.anchors[index as usize] = anchor;
        let place = self.lattice.place(anchor);
        if place != element.place {
            self.lattice.remove(elements, index);
            elements[index as usize].place = place;
            self.lattice.insert(elements, index);
        }
        elements[index as usize].near_end = self.near_end(index);
        self.make_list(elements, index, |other| other != index);
    }

    /// Renumbers the elements: `order` holds the old numbers. The cells are filled already.
    pub(crate) fn renumber(&mut self, order: &[u32], elements: &mut [Element]) {
        self.anchors = order.iter().map(|old| self.anchors[*old as usize]).collect();
        self.relist(elements);
    }

    /// Reads what the next prediction of an element will need: its list and its partner, then its neighbours and the
    /// list of the partner, then the neighbours of the partner.
    #[inline]
    pub(crate) fn read_ahead(&self, elements: &[Element], index: u32, stage: usize) {
        let partner = elements[index as usize].partner;
        let read = |index: u32| self.lists.visit(index, |other| _ = black_box(elements[other as usize].stamp));
        match (stage, elements.get(partner as usize)) {
            (1, other) => _ = black_box((self.lists.count(index), other.map(|other| (other.stamp, other.partner)))),
            (2, other) => {
                read(index);
                black_box(other.map(|_| (self.lists.count(partner), self.anchors[partner as usize].x)));
            }
            (_, other) => _ = other.map(|_| read(partner)),
        }
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        let anchors = self.anchors.capacity() * size_of::<DVec3>();
        let meeting = self.meeting.capacity() * size_of::<(u32, Approach)>();
        self.lattice.bytes() + anchors + self.lists.bytes() + self.candidates.capacity() * size_of::<u32>() + meeting
    }
}

/// Compares an element with all its neighbours. No branch depends on who comes nearer: among dense spheres nobody can
/// guess. The pairs that meet are collected, and their roots are taken afterwards.
#[inline(always)]
fn compare<const FLIGHT: u8>(
    lists: &Cells<IN_LINE>,
    meeting: &mut Vec<(u32, Approach)>,
    index: u32,
    seeker: &mut Seeker<'_>,
    image: impl Fn(DVec3) -> DVec3,
) {
    let neighbours = lists.count(index) as usize;
    seeker.found.tests += neighbours as u64;
    if FLIGHT == THRUSTING {
        lists.visit(index, |other| {
            seeker.ask::<FLIGHT>(other, &image);
        });
        return;
    }
    if meeting.len() <= neighbours {
        meeting.resize(neighbours + 16, (END, Approach::default()));
    }
    let mut count = 0;
    lists.visit(index, |other| {
        let approach = seeker.approach::<FLIGHT>(other, &image);
        meeting[count] = (other, approach);
        count += usize::from(approach.meets());
    });
    meeting[..count].iter().for_each(|(other, approach)| seeker.expect(*other, approach));
}
