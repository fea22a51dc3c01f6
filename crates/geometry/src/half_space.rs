//! Half-spaces: everything on one side of a plane.

use crate::{Pose, PoseError};
use glam::{DQuat, DVec3};

/// All points below a plane: those with `z ≤ 0` in a frame of its own. A floor or a wall without end.
///
/// ```
/// use glam::DVec3;
/// use tangency_geometry::HalfSpace;
///
/// // A wall at x = 2 m. The solid is beyond it.
/// let wall = HalfSpace::facing(DVec3::NEG_X, -2.0)?;
/// assert_eq!(wall.outward(), DVec3::NEG_X);
/// assert_eq!(wall.height(DVec3::new(0.5, 3.0, 0.0)), 1.5);
/// assert_eq!(wall.height(DVec3::new(2.5, 0.0, 0.0)), -0.5);
/// # Ok::<(), tangency_geometry::HalfSpaceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace {
    frame: Pose,
}

/// The numbers do not define a half-space.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum HalfSpaceError {
    /// The outward direction has no length, or is not finite.
    #[error("the outward direction {0} of a half-space must be finite and not zero")]
    Direction(DVec3),
    /// The plane is not at a finite place.
    #[error(transparent)]
    Place(#[from] PoseError),
}

impl HalfSpace {
    /// The points with `z ≤ 0`.
    pub const BELOW: Self = Self { frame: Pose::IDENTITY };

    /// The half-space whose plane has this outward direction, of any length. `offset` in metres is the position of the
    /// plane along it. The frame is rounded: it turns the z axis to the direction up to 10⁻¹⁵ or so.
    pub fn facing(direction: DVec3, offset: f64) -> Result<Self, HalfSpaceError> {
        // Scaled first, so that neither tiny nor huge vectors lose their direction.
        let scaled = direction / direction.abs().max_element();
        let normal = scaled.try_normalize().ok_or(HalfSpaceError::Direction(direction))?;
        // Half a turn about the x axis comes first for directions that point down. Along the axes the rotation is
        // exact.
        let DVec3 { x, y, z } = normal;
        let turn = if z >= 0.0 { DQuat::from_xyzw(-y, x, 0.0, 1.0 + z) } else { DQuat::from_xyzw(1.0 - z, 0.0, x, -y) };
        Ok(Self { frame: Pose::new(turn.normalize(), offset * normal)? })
    }

    /// The same half-space at another pose.
    #[must_use]
    pub fn placed(&self, pose: &Pose) -> Self {
        let frame = if self.frame == Pose::IDENTITY { *pose } else { pose.compose(&self.frame) };
        Self { frame }
    }

    /// The frame whose plane `z = 0` bounds the half-space.
    #[must_use]
    pub fn frame(&self) -> &Pose {
        &self.frame
    }

    /// The unit normal that points out of the half-space, in floating point.
    #[must_use]
    pub fn outward(&self) -> DVec3 {
        self.frame.turn(DVec3::Z)
    }

    /// Metres. The height of a point above the plane, in floating point. Negative inside the half-space.
    #[must_use]
    pub fn height(&self, point: DVec3) -> f64 {
        self.outward().dot(point - self.frame.translation())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    #[test]
    fn directions_that_say_nothing_are_refused() {
        for bad in [DVec3::ZERO, dvec3(f64::NAN, 0.0, 1.0), dvec3(0.0, f64::INFINITY, 0.0)] {
            let fault = HalfSpace::facing(bad, 0.0).unwrap_err();
            assert!(matches!(fault, HalfSpaceError::Direction(_)), "{fault}");
        }
        for bad in [f64::NAN, f64::INFINITY] {
            assert!(matches!(HalfSpace::facing(DVec3::Z, bad), Err(HalfSpaceError::Place(_))));
        }
    }

    #[test]
    fn the_length_of_the_direction_does_not_matter() {
        for direction in [dvec3(1.0, 2.0, -2.0), dvec3(0.0, 0.0, -1.0), dvec3(-3.0, 0.0, 1e-9)] {
            for length in [1e-300, 1.0, 1e300] {
                let half_space = HalfSpace::facing(direction * length, 4.0).unwrap();
                let normal = direction.normalize();
                assert!(half_space.outward().distance(normal) < 1e-15, "{direction} {length}");
                let point = 5.0 * normal + normal.any_orthogonal_vector() * 7.0;
                assert!((half_space.height(point) - 1.0).abs() < 1e-14);
            }
        }
    }
}
