//! Time intervals during which a body moves rigidly and smoothly.

use super::rates::Rates;
use super::{Enclosure, Motion, MotionFamily, MovingPose, Placement, RigidKinematics};
use crate::Pose;
use crate::tolerance::ROUNDING_UNITS;
use glam::DVec3;
use tangency_interval::Interval;

/// A time interval during which a body moves rigidly and smoothly. Consecutive pieces
/// share an instant, at which both apply.
///
/// ```
/// use glam::{DVec3, dvec3};
/// use tangency_geometry::{Motion, Pose, Rigid};
/// use tangency_interval::Interval;
///
/// // Two radians a second about z: a point one metre from the axis accelerates by 4 m/s².
/// let turning = Motion::Rigid(Rigid::new(Pose::IDENTITY, DVec3::ZERO, dvec3(0.0, 0.0, 2.0))?);
/// let pieces = turning.rigid_pieces(Interval::between(0.0, 1.0)).expect("it moves rigidly");
/// let rates = pieces[0].rates(Interval::between(0.0, 1.0));
/// assert!((rates.acceleration_within(1.0) - 4.0).abs() < 1e-12);
/// # Ok::<(), tangency_geometry::MotionError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RigidPiece<'motion> {
    motion: &'motion dyn RigidKinematics,
    span: Interval,
    /// World time at which the motion's own clock reads 0. Enclosed, because it is a rounded sum.
    clock: Interval,
    /// The time interval on the motion's own clock.
    own: Interval,
}

impl<'motion> RigidPiece<'motion> {
    /// The time interval, on the world clock.
    #[must_use]
    pub fn span(&self) -> Interval {
        self.span
    }

    /// The pose at `time`, with an error of at most [`RigidPiece::rounding`].
    #[must_use]
    pub fn pose(&self, time: f64) -> Pose {
        match self.motion.at(time - self.clock.mid()) {
            Placement::Pose(pose) => pose,
            Placement::Points(_) | Placement::Expression(_) => unreachable!("pieces are rigid"),
        }
    }

    /// Encloses the placement of the body during a part of the interval.
    #[must_use]
    pub fn during(&self, span: Interval) -> Enclosure {
        self.motion.during(span - self.clock)
    }

    /// Encloses rotation, translation and their time derivatives during a part of the interval.
    ///
    /// ```
    /// use glam::{DVec3, dvec3};
    /// use tangency_geometry::{Motion, Pose, Rigid};
    /// use tangency_interval::Interval;
    ///
    /// // Two radians a second about z: the first column starts along x and turns towards y.
    /// let turning = Motion::Rigid(Rigid::new(Pose::IDENTITY, DVec3::X, dvec3(0.0, 0.0, 2.0))?);
    /// let pieces = turning.rigid_pieces(Interval::between(0.0, 1.0)).expect("it moves rigidly");
    /// let pose = pieces[0].pose_during(Interval::between(0.0, 0.01));
    /// assert!(pose.rotation[0][0].contains(1.0) && pose.rotation[0][0].lower() > 0.999);
    /// assert!(pose.rotation_rate[1][0].contains(2.0) && pose.translation_rate[0].contains(1.0));
    /// # Ok::<(), tangency_geometry::MotionError>(())
    /// ```
    #[must_use]
    pub fn pose_during(&self, span: Interval) -> MovingPose {
        self.during(span).moving_pose().expect("pieces are rigid")
    }

    /// Upper bounds on speed and acceleration during a part of the interval. The ends of the interval may be
    /// rounded on the world clock. The bounds do not cover the time by which they are rounded;
    /// [`RigidPiece::rounding`] covers the motion during it.
    #[must_use]
    pub fn rates(&self, span: Interval) -> Rates {
        let own = (span - self.clock).intersection(self.own);
        let own = if own.is_empty() { self.own } else { own };
        self.motion.rates(own)
    }

    /// Upper bound, in metres, on the position error of [`RigidPiece::pose`] at any instant of `span`, for every
    /// point at most `reach` from the body's origin. It is the sum of the rounding errors of the motion and of
    /// the clock. It holds if nothing overflows or underflows.
    #[must_use]
    pub fn rounding(&self, span: Interval, reach: f64) -> f64 {
        let of = |time: f64| self.motion.rounding(time - self.clock.mid(), 0, DVec3::new(reach, 0.0, 0.0));
        let time_off = self.clock.width() + f64::EPSILON * (span.magnitude() + self.clock.magnitude());
        let speed = self.rates(span).speed_within(reach);
        let both = (of(span.lower()).max(of(span.upper())) + speed * time_off) * (1.0 + ROUNDING_UNITS * f64::EPSILON);
        if both.is_nan() { f64::INFINITY } else { both }
    }
}

impl Motion {
    /// Splits `span` into intervals during which the body moves rigidly and smoothly, in order and without
    /// gaps. `None` for deforming motions.
    #[must_use]
    pub fn rigid_pieces(&self, span: Interval) -> Option<Vec<RigidPiece<'_>>> {
        match self.family() {
            MotionFamily::Rigid(motion) => Some(smooth_pieces(motion, span)),
            MotionFamily::Segments(piecewise) => {
                let mut all = Vec::new();
                for (segment, start, part) in piecewise.parts(span) {
                    all.extend(shifted(segment.rigid_pieces(part - Interval::from(start))?, start, part));
                }
                Some(all)
            }
            MotionFamily::Deforming(_) => None,
        }
    }
}

/// Splits the span at the kinks of the motion.
fn smooth_pieces(motion: &dyn RigidKinematics, span: Interval) -> Vec<RigidPiece<'_>> {
    let piece = |span: Interval| RigidPiece { motion, span, clock: Interval::ZERO, own: span };
    let kinks = motion.kinks();
    let cuts = kinks.iter().copied().filter(|&instant| span.lower() < instant && instant < span.upper());
    let mut ends: Vec<f64> = std::iter::once(span.lower()).chain(cuts).collect();
    if ends.len() == 1 {
        return vec![piece(span)];
    }
    ends.push(span.upper());
    ends.windows(2).map(|ends| piece(Interval::between(ends[0], ends[1]))).collect()
}

/// Converts the pieces of a segment to the world clock. The segment's clock reads 0 at `start`.
fn shifted(pieces: Vec<RigidPiece<'_>>, start: f64, part: Interval) -> impl Iterator<Item = RigidPiece<'_>> {
    let last = pieces.len() - 1;
    pieces.into_iter().enumerate().map(move |(index, piece)| {
        let inside = |time: f64| (time + start).clamp(part.lower(), part.upper());
        let from = if index == 0 { part.lower() } else { inside(piece.span.lower()) };
        let to = if index == last { part.upper() } else { inside(piece.span.upper()) };
        let span = Interval::between(from, to);
        RigidPiece { motion: piece.motion, span, clock: piece.clock + start, own: piece.own }
    })
}
