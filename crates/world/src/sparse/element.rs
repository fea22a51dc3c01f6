//! A sparse element: the bounding sphere of a body, and the path of its centre until the next event.

use super::lattice::END;
use glam::DVec3;

/// No other element: the partner of an element that expects no meeting.
pub(crate) const NOBODY: u32 = u32::MAX;

/// Partners from here on are walls of the domain, six at most.
pub(crate) const FIRST_WALL: u32 = u32::MAX - 6;

/// The bounding sphere of a body, its path, and what it expects next.
///
/// What the prediction of a meeting reads of a partner lies in the first cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Element {
    /// Centre at the instant `since`, m.
    pub(crate) position: DVec3,
    /// Velocity at that instant, m/s.
    pub(crate) velocity: DVec3,
    /// The instant from which on the path holds, s.
    pub(crate) since: f64,
    /// The next element of the same cell.
    pub(crate) next: u32,
    /// Increases with each change of the path.
    pub(crate) stamp: u32,
    /// Radius of the sphere, m.
    pub(crate) radius: f64,
    /// Mass, kg.
    pub(crate) mass: f64,
    /// Lower bound of the instant of the next meeting, s; infinite without one.
    pub(crate) meeting: f64,
    /// The prediction covers all meetings before this instant, s.
    pub(crate) horizon: f64,
    /// The element or wall of the next meeting.
    pub(crate) partner: u32,
    /// The stamp of the partner when the meeting was predicted.
    pub(crate) partner_stamp: u32,
    /// The cell along each axis.
    pub(crate) place: [i32; 3],
    /// The axis and direction in which the element leaves its cell.
    pub(crate) exit: (u8, i8),
    /// Whether a wall or the end of a period is near.
    pub(crate) near_end: bool,
}

impl Element {
    pub(crate) fn new(position: DVec3, velocity: DVec3, radius: f64, mass: f64) -> Self {
        Self {
            position,
            velocity,
            since: 0.0,
            next: END,
            stamp: 0,
            radius,
            mass,
            meeting: f64::INFINITY,
            horizon: f64::INFINITY,
            partner: NOBODY,
            partner_stamp: 0,
            place: [0; 3],
            exit: (0, 0),
            near_end: true,
        }
    }

    /// The centre at an instant.
    #[inline]
    pub(crate) fn position_at(&self, time: f64, acceleration: DVec3) -> DVec3 {
        let passed = time - self.since;
        self.position + (self.velocity + acceleration * (0.5 * passed)) * passed
    }

    /// The velocity at an instant.
    #[inline]
    pub(crate) fn velocity_at(&self, time: f64, acceleration: DVec3) -> DVec3 {
        self.velocity + acceleration * (time - self.since)
    }

    /// Position and velocity at an instant. Without an acceleration there is less to compute.
    #[inline]
    pub(crate) fn phase<const ACCELERATED: bool>(&self, time: f64, acceleration: DVec3) -> [DVec3; 2] {
        if ACCELERATED {
            [self.position_at(time, acceleration), self.velocity_at(time, acceleration)]
        } else {
            [self.position + self.velocity * (time - self.since), self.velocity]
        }
    }

    /// Starts a new path at this instant.
    #[inline]
    pub(crate) fn diverted(&mut self, time: f64, position: DVec3, velocity: DVec3) {
        (self.position, self.velocity, self.since) = (position, velocity, time);
        self.stamp = self.stamp.wrapping_add(1);
    }

    /// The instant of the next event.
    #[inline]
    pub(crate) fn next(&self) -> f64 {
        self.meeting.min(self.horizon)
    }
}

/// The constant acceleration of each element, m/s². One that all share is kept once.
#[derive(Clone, Debug)]
pub(crate) struct Accelerations {
    all: Vec<DVec3>,
}

impl Accelerations {
    pub(crate) fn new(all: Vec<DVec3>) -> Self {
        let shared = all.windows(2).all(|pair| pair[0] == pair[1]);
        Self { all: if shared { vec![all.first().copied().unwrap_or_default()] } else { all } }
    }

    /// The acceleration of an element.
    #[inline]
    pub(crate) fn of(&self, index: u32) -> DVec3 {
        if let [shared] = self.all.as_slice() { *shared } else { self.all[index as usize] }
    }

    /// Whether accelerations differ.
    pub(crate) fn differ(&self) -> bool {
        self.all.len() > 1
    }

    /// Whether there is any.
    pub(crate) fn any(&self) -> bool {
        self.all.iter().any(|acceleration| *acceleration != DVec3::ZERO)
    }

    /// Renumbers the elements: `order` holds the old numbers.
    pub(crate) fn renumber(&mut self, order: &[u32]) {
        if self.differ() {
            self.all = order.iter().map(|old| self.all[*old as usize]).collect();
        }
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<DVec3>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_prediction_reads_is_one_cache_line() {
        assert_eq!(std::mem::size_of::<Element>(), 128);
        assert_eq!(std::mem::offset_of!(Element, radius), 64);
    }
}
