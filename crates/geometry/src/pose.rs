//! Position and orientation of a rigid body.

use crate::tolerance::{QUATERNION_LENGTH, ROUNDING_UNITS};
use crate::{PoseEnclosure, enclose};
use glam::{DQuat, DVec3};
use tangency_interval::{Interval, Matrix};

/// A rigid placement: `p ↦ rotation · p + translation`.
///
/// The length of the quaternion may differ from 1 by one part in a million, because numbers in files are
/// rounded. The rotation is that of `q/|q|`, exactly.
///
/// ```
/// use glam::{DQuat, dvec3};
/// use tangency_geometry::Pose;
///
/// let pose = Pose::new(DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0), dvec3(5.0, 0.0, 0.0))?;
/// assert_eq!(pose.apply(dvec3(1.0, 2.0, 3.0)), dvec3(4.0, -2.0, 3.0));
/// assert_eq!(pose.inverse().apply(dvec3(4.0, -2.0, 3.0)), dvec3(1.0, 2.0, 3.0));
/// assert!(Pose::new(DQuat::from_xyzw(0.0, 0.0, 2.0, 0.0), dvec3(5.0, 0.0, 0.0)).is_err());
/// # Ok::<(), tangency_geometry::PoseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    rotation: DQuat,
    translation: DVec3,
}

/// The numbers do not define a pose.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum PoseError {
    /// A coordinate is NaN or infinite.
    #[error("position {0} has a coordinate that is not finite")]
    Position(DVec3),
    /// The quaternion does not have length one.
    #[error("orientation {quaternion} has length {length}, not 1: give a unit quaternion x, y, z, w")]
    Orientation {
        /// The given quaternion.
        quaternion: DQuat,
        /// Its length.
        length: f64,
    },
}

impl Pose {
    /// The identity.
    pub const IDENTITY: Self = Self { rotation: DQuat::IDENTITY, translation: DVec3::ZERO };

    /// The pose that rotates by the unit quaternion and then translates by `translation`.
    pub fn new(rotation: DQuat, translation: DVec3) -> Result<Self, PoseError> {
        if !translation.is_finite() {
            return Err(PoseError::Position(translation));
        }
        let length = rotation.length();
        if !((length - 1.0).abs() <= QUATERNION_LENGTH) {
            return Err(PoseError::Orientation { quaternion: rotation, length });
        }
        Ok(Self { rotation, translation })
    }

    /// The pose that only translates by `translation`.
    pub fn translated(translation: DVec3) -> Result<Self, PoseError> {
        Self::new(DQuat::IDENTITY, translation)
    }

    /// A pose from components that are known to be valid because they were computed from valid poses.
    pub(crate) fn computed(rotation: DQuat, translation: DVec3) -> Self {
        Self { rotation, translation }
    }

    /// The rotation as given, not normalised.
    #[must_use]
    pub fn rotation(&self) -> DQuat {
        self.rotation
    }

    /// The translation.
    #[must_use]
    pub fn translation(&self) -> DVec3 {
        self.translation
    }

    /// The point of the body in world coordinates, with an error of at most [`Pose::rounding`].
    #[must_use]
    pub fn apply(&self, point: DVec3) -> DVec3 {
        self.turn(point) + self.translation
    }

    /// Rotates the point by the normalised quaternion. `p + 2/|q|² · (w·(u×p) + u×(u×p))` needs no square root
    /// and stays precise for small rotations. The error is at most [`Pose::rounding`].
    #[must_use]
    pub fn turn(&self, point: DVec3) -> DVec3 {
        let axis = self.rotation.xyz();
        let across = axis.cross(point);
        point + (2.0 / self.rotation.length_squared()) * (self.rotation.w * across + axis.cross(across))
    }

    /// Upper bound on the distance in metres between [`Pose::apply`] and the exact position, for points at most
    /// `reach` from the body's origin. Holds if nothing overflows or underflows.
    #[must_use]
    pub fn rounding(&self, reach: f64) -> f64 {
        ROUNDING_UNITS * f64::EPSILON * (reach + self.translation.length())
    }

    /// Applies `other` first, then `self`: `self.compose(other).apply(p)` is `self.apply(other.apply(p))` up to
    /// rounding.
    #[must_use]
    pub fn compose(&self, other: &Self) -> Self {
        let rotation = (self.rotation * other.rotation).normalize();
        Self { rotation, translation: self.apply(other.translation) }
    }

    /// The inverse pose, up to rounding.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let back = Self { rotation: self.rotation.conjugate(), translation: DVec3::ZERO };
        Self { rotation: back.rotation, translation: -back.turn(self.translation) }
    }

    /// This pose in the frame of `other`: `other.compose(&relative)` is `self` up to rounding.
    #[must_use]
    pub fn relative_to(&self, other: &Self) -> Self {
        other.inverse().compose(self)
    }

    /// Encloses the exact pose.
    #[must_use]
    pub fn enclosure(&self) -> PoseEnclosure {
        PoseEnclosure::still(self.rotation_matrix(), enclose(self.translation))
    }

    /// Encloses the rotation matrix of the normalised quaternion.
    pub(crate) fn rotation_matrix(&self) -> Matrix<3, 3> {
        if self.rotation == DQuat::IDENTITY {
            return Matrix::identity();
        }
        Matrix::rotation(self.rotation.to_array().map(Interval::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;
    use tangency_interval::laws::Random;

    fn random_pose(random: &mut Random) -> Pose {
        let mut number = |size: f64| random.between(-size, size);
        let quaternion = DQuat::from_xyzw(number(1.0), number(1.0), number(1.0), number(1.0)).normalize();
        Pose::new(quaternion, dvec3(number(10.0), number(10.0), number(10.0))).unwrap()
    }

    #[test]
    fn faults_are_named() {
        let fault = Pose::new(DQuat::from_xyzw(0.0, 0.0, 0.0, 1.1), DVec3::ZERO).unwrap_err().to_string();
        assert!(fault.contains("1.1") && fault.contains("unit quaternion"), "{fault}");
        for bad in [f64::NAN, f64::INFINITY] {
            assert!(Pose::new(DQuat::from_xyzw(bad, 0.0, 0.0, 1.0), DVec3::ZERO).is_err());
            assert!(Pose::new(DQuat::IDENTITY, dvec3(0.0, bad, 0.0)).is_err());
        }
        assert!(Pose::new(DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0), DVec3::ZERO).is_err());
    }

    #[test]
    fn composition_inverse_and_relative_pose_agree_with_applying_in_turn() {
        let mut random = Random::new(1);
        for _ in 0..1_000 {
            let (a, b) = (random_pose(&mut random), random_pose(&mut random));
            let point = random_pose(&mut random).translation();
            assert!(a.compose(&b).apply(point).distance(a.apply(b.apply(point))) < 1e-13);
            assert!(a.inverse().apply(a.apply(point)).distance(point) < 1e-13);
            assert!(b.compose(&a.relative_to(&b)).apply(point).distance(a.apply(point)) < 1e-13);
        }
    }

    /// A quaternion that is slightly too long means the same rotation as the unit quaternion.
    #[test]
    fn length_does_not_matter() {
        let unit = DQuat::from_axis_angle(dvec3(0.6, 0.0, 0.8), 1.0);
        let long = unit * (1.0 + 0.9e-6);
        let point = dvec3(1.0, 2.0, 3.0);
        let [a, b] = [unit, long].map(|q| Pose::new(q, DVec3::ZERO).unwrap());
        assert!(a.apply(point).distance(b.apply(point)) < 4e-15);
        assert!((b.apply(point).length() - point.length()).abs() < 2e-15);
        let (thin, other) = (a.enclosure().point(point), b.enclosure().point(point));
        assert!((0..3).all(|axis| thin[axis].width() < 1e-13 && other[axis].width() < 1e-13));
        assert!(
            b.enclosure()
                .point(point)
                .0
                .iter()
                .zip(b.apply(point).to_array())
                .all(|(x, y)| x.contains(y) || (x.mid() - y).abs() < b.rounding(point.length()))
        );
    }

    /// The Pythagorean quaternion (1, 2, 4, 10)/11 has the rational matrix below; 11·p is exact.
    #[test]
    fn encloses_a_rational_rotation() {
        let pose = Pose::new(DQuat::from_xyzw(1.0, 2.0, 4.0, 10.0) / 11.0, DVec3::ZERO).unwrap();
        let rows = [[81, -76, 48], [84, 87, -4], [-32, 36, 111]];
        let place = pose.enclosure().point(dvec3(121.0, 242.0, -363.0));
        for (row, found) in rows.iter().zip(place.0) {
            let exact = f64::from(row[0] + 2 * row[1] - 3 * row[2]);
            // Dividing by 11 rounds the quaternion. The exact position for the rounded quaternion is off by a
            // few units.
            let bound = pose.rounding(453.0);
            assert!((found.mid() - exact).abs() < bound && found.width() < bound, "{found:?} {exact}");
        }
    }
}
