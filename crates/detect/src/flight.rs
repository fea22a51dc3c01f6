//! Two bodies during a stretch of time in which both move smoothly, in plain floating point with bounds on the
//! rounding errors.

use crate::DetectError;
use crate::tolerance::PLAIN_ROUNDINGS;
use glam::{DMat3, DQuat, DVec3};
use tangency_geometry::{Pose, RigidPiece};
use tangency_interval::Interval;

/// The poses of both bodies at one instant, in plain floating point: their rotations, and the vector from the
/// origin of `a` to that of `b`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) a: DMat3,
    pub(crate) b: DMat3,
    pub(crate) between: DVec3,
}

/// Two bodies during a stretch of time in which both move smoothly.
pub(crate) struct Flight<'motion> {
    pub(crate) pieces: [RigidPiece<'motion>; 2],
    /// Metres. No point of a body is farther than this from the body's origin.
    pub(crate) reach: [f64; 2],
    pub(crate) ends: [f64; 2],
    /// Metres. Bounds the rounding error in the position of a point of either body.
    pub(crate) position_rounding: [f64; 2],
    /// Metres. Bounds the rounding error of every lead (distance along a direction) computed in plain floating
    /// point.
    pub(crate) rounding: f64,
    /// Metres per second squared. Bounds the accelerations of points of the support functions of `a` and of `b`.
    pub(crate) bends: [f64; 2],
    /// Metres per second. Bounds the speed of a point of `b` seen from a point of `a`.
    pub(crate) speed: f64,
    /// The poses of the support functions in the frames of the bodies. `None`: the same frame.
    frames: [Option<&'motion SupportFrame>; 2],
}

/// The pose of a support function in the frame of its body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SupportFrame {
    rotation: DMat3,
    translation: DVec3,
}

impl SupportFrame {
    /// `None` for the frame of the body itself.
    pub(crate) fn of(pose: &Pose) -> Option<Self> {
        let same = *pose == Pose::IDENTITY;
        let frame = || Self { rotation: rotation_matrix(pose.rotation()), translation: pose.translation() };
        (!same).then(frame)
    }

    /// The origin of the frame, turned by the rotation of the body.
    pub(crate) fn origin(&self, rotation: &DMat3) -> DVec3 {
        *rotation * self.translation
    }

    /// A point of the frame, in the frame of the body.
    pub(crate) fn apply(&self, point: DVec3) -> DVec3 {
        self.translation + self.rotation * point
    }

    /// A direction of the body, in this frame.
    pub(crate) fn turned_back(&self, direction: DVec3) -> DVec3 {
        self.rotation.transpose() * direction
    }
}

impl<'motion> Flight<'motion> {
    /// `reach`: bounds the distances of each body's points from its origin.
    pub(crate) fn new(pieces: [RigidPiece<'motion>; 2], reach: [f64; 2], ends: [f64; 2]) -> Self {
        Self::of_cores(pieces, reach, reach, ends)
    }

    /// `cores`: bounds the distances of the points of each support function from the origin of its body. A ball that
    /// turns about its centre has a core that does not move.
    pub(crate) fn of_cores(pieces: [RigidPiece<'motion>; 2], reach: [f64; 2], cores: [f64; 2], ends: [f64; 2]) -> Self {
        let span = Interval::between(ends[0], ends[1]);
        let rates = pieces.map(|piece| piece.rates(span));
        let of = |number: &dyn Fn(usize) -> f64| [number(0), number(1)];
        let position_rounding = of(&|i| pieces[i].rounding(span, reach[i]));
        let bends = of(&|i| rates[i].acceleration_within(cores[i]));
        let speed = rates[0].speed_within(reach[0]) + rates[1].speed_within(reach[1]);
        let [of_a, of_b] = pieces.map(|piece| piece.pose(ends[0]).translation());
        let sizes = 2.0 * (reach[0] + reach[1]) + of_a.distance(of_b) + speed * (ends[1] - ends[0]);
        let clock = 8.0 * f64::EPSILON * speed * span.magnitude();
        let rounding = position_rounding[0] + position_rounding[1] + PLAIN_ROUNDINGS * f64::EPSILON * sizes + clock;
        Self { pieces, reach, ends, position_rounding, rounding, bends, speed, frames: [None; 2] }
    }

    /// The same with the frames of the support functions. The reach is still about the origins of the bodies.
    pub(crate) fn with_frames(self, frames: [Option<&'motion SupportFrame>; 2]) -> Self {
        Self { frames, ..self }
    }

    /// Rejects motions without bounds, and a tolerance that plain floating point cannot meet. `excess` is the part
    /// of the tolerance that is already used.
    pub(crate) fn check(&self, tolerance: f64, excess: f64) -> Result<(), DetectError> {
        let resolution = 4.0 * self.rounding;
        if !resolution.is_finite() || self.bends.iter().any(|bend| !bend.is_finite()) {
            return Err(DetectError::Unbounded);
        }
        if tolerance - excess < resolution {
            return Err(DetectError::TooFine { tolerance, resolution });
        }
        Ok(())
    }

    /// Seconds. The length of the stretch.
    pub(crate) fn length(&self) -> f64 {
        self.ends[1] - self.ends[0]
    }

    /// The fraction of the stretch that is over at an instant; 0 for a stretch of one instant.
    pub(crate) fn share(&self, time: f64) -> f64 {
        let length = self.length();
        if length > 0.0 { (time - self.ends[0]) / length } else { 0.0 }
    }

    /// Metres. The larger of both reaches.
    pub(crate) fn size(&self) -> f64 {
        self.reach[0].max(self.reach[1])
    }

    /// Bounds the sum of both accelerations.
    pub(crate) fn bend(&self) -> f64 {
        self.bends[0] + self.bends[1]
    }

    /// The poses of both support functions at an instant, in plain floating point.
    #[inline]
    pub(crate) fn placed(&self, time: f64) -> Placed {
        Placed::at(self.pieces.each_ref(), time).within(self.frames)
    }
}

impl Placed {
    /// The poses of both bodies at an instant.
    #[inline]
    pub(crate) fn at(pieces: [&RigidPiece<'_>; 2], time: f64) -> Self {
        let [a, b] = pieces.map(|piece| piece.pose(time));
        Self {
            a: rotation_matrix(a.rotation()),
            b: rotation_matrix(b.rotation()),
            between: b.translation() - a.translation(),
        }
    }

    /// The poses of frames within the bodies.
    #[inline]
    pub(crate) fn within(mut self, [a, b]: [Option<&SupportFrame>; 2]) -> Self {
        if let Some(frame) = a {
            self.between -= self.a * frame.translation;
            self.a *= frame.rotation;
        }
        if let Some(frame) = b {
            self.between += self.b * frame.translation;
            self.b *= frame.rotation;
        }
        self
    }

    /// Linear interpolation between two instants: the point of the chord at fraction `share`.
    #[inline]
    pub(crate) fn towards(&self, other: &Self, share: f64) -> Self {
        let rest = 1.0 - share;
        Self {
            a: self.a * rest + other.a * share,
            b: self.b * rest + other.b * share,
            between: self.between * rest + other.between * share,
        }
    }
}

/// The matrix of the rotation by a quaternion of any length. Each entry has an error of a few roundings.
#[inline]
pub(crate) fn rotation_matrix(quaternion: DQuat) -> DMat3 {
    let DQuat { x, y, z, w } = quaternion;
    let scale = 2.0 / quaternion.length_squared();
    let (sx, sy, sz) = (scale * x, scale * y, scale * z);
    let (xx, xy, xz) = (x * sx, x * sy, x * sz);
    let (yy, yz, zz) = (y * sy, y * sz, z * sz);
    let (wx, wy, wz) = (w * sx, w * sy, w * sz);
    DMat3::from_cols(
        DVec3::new(1.0 - (yy + zz), xy + wz, xz - wy),
        DVec3::new(xy - wz, 1.0 - (xx + zz), yz + wx),
        DVec3::new(xz + wy, yz - wx, 1.0 - (xx + yy)),
    )
}

/// The z axis turned by a quaternion of any length.
#[inline]
pub(crate) fn rotated_z(quaternion: DQuat) -> DVec3 {
    let DQuat { x, y, z, w } = quaternion;
    let scale = 2.0 / quaternion.length_squared();
    DVec3::new(scale * (x * z + w * y), scale * (y * z - w * x), 1.0 - scale * (x * x + y * y))
}

/// The stretches of time in which both motions are smooth, each with one piece of either motion.
pub(crate) fn stretches<'all, 'motion>(
    [of_a, of_b]: &'all [Vec<RigidPiece<'motion>>; 2],
) -> impl Iterator<Item = ([RigidPiece<'motion>; 2], [f64; 2])> + use<'all, 'motion> {
    of_a.iter().flat_map(|a| of_b.iter().map(move |b| [*a, *b])).filter_map(|pieces| {
        let common = pieces[0].span().intersection(pieces[1].span());
        (!common.is_empty()).then(|| (pieces, [common.lower(), common.upper()]))
    })
}
