//! A sparse element: the bounding sphere of a body, and the path of its centre until the next event.

use glam::DVec3;

/// No other element: the partner of an element that expects no meeting.
pub(crate) const NOBODY: u32 = u32::MAX;

/// Partners from here on are walls of the domain, six at most.
pub(crate) const FIRST_WALL: u32 = u32::MAX - 6;

/// The bounding sphere of a body, its path, and what it expects next.
///
/// The fields that the prediction of a meeting reads lie in the first cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Element {
    /// Centre at the instant `since`, m.
    pub(crate) position: DVec3,
    /// Velocity at that instant, m/s.
    pub(crate) velocity: DVec3,
    /// The instant from which on the path holds, s.
    pub(crate) since: f64,
    /// Radius of the sphere, m.
    pub(crate) radius: f64,
    /// Constant acceleration, m/s².
    pub(crate) acceleration: DVec3,
    /// Mass, kg.
    pub(crate) mass: f64,
    /// Lower bound of the instant of the next meeting, s; infinite without one.
    pub(crate) meeting: f64,
    /// The prediction covers all meetings before this instant, s.
    pub(crate) horizon: f64,
    /// Increases with each change of the path.
    pub(crate) stamp: u32,
    /// The element or wall of the next meeting.
    pub(crate) partner: u32,
    /// The stamp of the partner when the meeting was predicted.
    pub(crate) partner_stamp: u32,
    /// The cell that holds the centre.
    pub(crate) cell: u32,
}

impl Element {
    pub(crate) fn new(position: DVec3, velocity: DVec3, acceleration: DVec3, [radius, mass]: [f64; 2]) -> Self {
        Self {
            position,
            velocity,
            since: 0.0,
            radius,
            acceleration,
            mass,
            meeting: f64::INFINITY,
            horizon: f64::INFINITY,
            stamp: 0,
            partner: NOBODY,
            partner_stamp: 0,
            cell: 0,
        }
    }

    /// The centre at an instant.
    #[inline]
    pub(crate) fn position_at(&self, time: f64) -> DVec3 {
        let passed = time - self.since;
        self.position + (self.velocity + self.acceleration * (0.5 * passed)) * passed
    }

    /// The velocity at an instant.
    #[inline]
    pub(crate) fn velocity_at(&self, time: f64) -> DVec3 {
        self.velocity + self.acceleration * (time - self.since)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_prediction_reads_is_one_cache_line() {
        assert_eq!(std::mem::size_of::<Element>(), 128);
        assert_eq!(std::mem::offset_of!(Element, acceleration), 64);
    }
}
