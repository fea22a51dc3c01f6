//! An element that looks for its next meeting.
//!
//! **Question.** Which one of several candidates, or which wall, does an element meet first?
//!
//! **Idea.** The path of the element is brought to the present instant once. Each candidate is then compared with it.
//! The comparison has one branch, which is taken by the few pairs that meet. Only they go on to the root of their
//! quadratic.
//!
//! **Guarantee.** As in [`super::meeting`]: a meeting is never late, and never lost by rounding.
//!
//! **Cost.** One cache line and about fifty operations for a candidate.

use super::domain::Domain;
use super::element::{Accelerations, Element, FIRST_WALL, NOBODY};
use super::meeting::{Approach, height_vanishes, meeting_after};
use glam::DVec3;

/// The earliest meeting found so far, in seconds from now, with its partner and the number of tests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) after: f64,
    pub(crate) partner: u32,
    pub(crate) tests: u64,
}

impl Found {
    /// Keeps the earlier meeting.
    #[inline]
    fn consider(&mut self, after: f64, partner: u32) {
        if after < self.after {
            (self.after, self.partner) = (after, partner);
        }
    }
}

/// What the paths of all elements have in common. It selects the code that compares them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flight {
    /// Spheres of the same size on straight lines.
    Equal,
    /// Spheres on straight lines.
    Straight,
    /// Spheres with the same acceleration.
    Falling,
    /// Spheres with different accelerations.
    Thrusting,
}

/// The numbers of [`Flight`] as parameters.
pub(crate) const EQUAL: u8 = Flight::Equal as u8;
pub(crate) const STRAIGHT: u8 = Flight::Straight as u8;
pub(crate) const FALLING: u8 = Flight::Falling as u8;
pub(crate) const THRUSTING: u8 = Flight::Thrusting as u8;

impl Flight {
    pub(crate) fn of(elements: &[Element], accelerations: &Accelerations) -> Self {
        let equal = elements.windows(2).all(|pair| pair[0].radius == pair[1].radius);
        match [accelerations.differ(), accelerations.any(), equal] {
            [true, ..] => Self::Thrusting,
            [false, true, _] => Self::Falling,
            [false, false, false] => Self::Straight,
            [false, false, true] => Self::Equal,
        }
    }
}

/// An element at an instant, and the earliest meeting found so far.
pub(crate) struct Seeker<'world> {
    elements: &'world [Element],
    accelerations: &'world Accelerations,
    index: u32,
    now: f64,
    position: DVec3,
    velocity: DVec3,
    acceleration: DVec3,
    /// Its radius and the slack, m.
    radius: f64,
    /// The distance of the centres at a meeting of spheres of the same size, m.
    reach: f64,
    pub(crate) found: Found,
}

impl<'world> Seeker<'world> {
    #[inline]
    pub(crate) fn new<const FLIGHT: u8>(
        elements: &'world [Element],
        accelerations: &'world Accelerations,
        index: u32,
        [now, slack]: [f64; 2],
    ) -> Self {
        let element = &elements[index as usize];
        let acceleration = if FLIGHT == FALLING || FLIGHT == THRUSTING { accelerations.of(index) } else { DVec3::ZERO };
        let [position, velocity] = phase::<FLIGHT>(element, now, acceleration);
        let found = Found { after: f64::INFINITY, partner: NOBODY, tests: 0 };
        let radius = element.radius + slack;
        let reach = radius + element.radius;
        Self { elements, accelerations, index, now, position, velocity, acceleration, radius, reach, found }
    }

    /// Compares the element with a candidate, whose image is moved by `image`. The element itself may be one: it has no
    /// velocity relative to itself, and does not approach. Returns the next element of the candidate's cell.
    #[inline(always)]
    pub(crate) fn ask<const FLIGHT: u8>(&mut self, other: u32, image: impl FnOnce(DVec3) -> DVec3) -> u32 {
        let partner = &self.elements[other as usize];
        if FLIGHT == THRUSTING {
            self.ask_thrusting(other, partner, image);
            return partner.next;
        }
        let approach = self.approach::<FLIGHT>(other, image);
        if approach.meets() {
            self.expect(other, &approach);
        }
        partner.next
    }

    /// The element and a candidate before the root of their quadratic is taken.
    #[inline(always)]
    pub(crate) fn approach<const FLIGHT: u8>(&self, other: u32, image: impl FnOnce(DVec3) -> DVec3) -> Approach {
        let partner = &self.elements[other as usize];
        let [there, speed] = phase::<FLIGHT>(partner, self.now, self.acceleration);
        let reach = if FLIGHT == EQUAL { self.reach } else { self.radius + partner.radius };
        Approach::new(image(there - self.position), speed - self.velocity, reach)
    }

    /// The next element of a candidate's cell.
    #[inline(always)]
    pub(crate) fn next(&self, other: u32) -> u32 {
        self.elements[other as usize].next
    }

    /// Keeps the meeting with a candidate if it is earlier than the others.
    #[inline(always)]
    pub(crate) fn expect(&mut self, other: u32, approach: &Approach) {
        self.found.consider(approach.after(), other);
    }

    fn ask_thrusting(&mut self, other: u32, partner: &Element, image: impl FnOnce(DVec3) -> DVec3) {
        if other == self.index {
            return;
        }
        let acceleration = self.accelerations.of(other);
        let [there, speed] = phase::<THRUSTING>(partner, self.now, acceleration);
        let (apart, velocity) = (image(there - self.position), speed - self.velocity);
        if let Some(after) =
            meeting_after(apart, velocity, acceleration - self.acceleration, self.radius + partner.radius)
        {
            self.found.consider(after, other);
        }
    }

    /// Compares the element with the walls that `near` tells: for each axis the lower and the upper one.
    #[inline]
    pub(crate) fn ask_walls(&mut self, domain: &Domain, near: impl Fn(usize) -> [bool; 2]) {
        let Domain::Walls { lower, upper } = domain else { return };
        for axis in 0..3 {
            let sides = near(axis);
            let (position, rate, bend) = (self.position[axis], self.velocity[axis], self.acceleration[axis]);
            let heights = [position - lower[axis] - self.radius, upper[axis] - position - self.radius];
            for (side, sign) in [1.0, -1.0].into_iter().enumerate().filter(|(side, _)| sides[*side]) {
                if let Some(after) = height_vanishes(heights[side], sign * rate, sign * bend) {
                    self.found.consider(after, FIRST_WALL + (2 * axis + side) as u32);
                }
            }
        }
    }
}

/// Position and velocity of an element.
#[inline(always)]
fn phase<const FLIGHT: u8>(element: &Element, now: f64, acceleration: DVec3) -> [DVec3; 2] {
    if FLIGHT == FALLING || FLIGHT == THRUSTING {
        element.phase::<true>(now, acceleration)
    } else {
        element.phase::<false>(now, acceleration)
    }
}
