//! Rays and their hits.

use glam::DVec3;
use tangency_geometry::{Evidence, Feature, Pose};
use tangency_interval::{Interval, Vector, Vector3};

/// Numbers that do not define a ray or a moving ball.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RayError {
    /// A coordinate of the origin is NaN or infinite.
    #[error("the origin {0} of the ray must have finite coordinates")]
    Origin(DVec3),
    /// The direction is zero, or a coordinate of it is NaN or infinite.
    #[error("the direction {0} of the ray must be finite and not zero; its length does not matter")]
    Direction(DVec3),
    /// The length is negative or NaN.
    #[error("the length {0} of the ray must not be negative or NaN; infinity is allowed")]
    Length(f64),
    /// The radius of a moving ball is negative, NaN or infinite.
    #[error("the radius {0} of the moving ball must be finite and not negative")]
    Radius(f64),
}

/// A ray: a straight path from an origin along a direction. All lengths are in metres.
///
/// The ray is exactly that of the given doubles. The direction need not have length 1.
///
/// ```
/// use glam::DVec3;
/// use tangency_detect::Ray;
///
/// let ray = Ray::new(DVec3::ZERO, DVec3::new(0.0, 3.0, 4.0), f64::INFINITY)?;
/// assert!(ray.at(10.0).distance(DVec3::new(0.0, 6.0, 8.0)) < 1e-12);
/// assert!(Ray::new(DVec3::ZERO, DVec3::ZERO, 1.0).is_err());
/// # Ok::<(), tangency_detect::RayError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    pub(super) origin: DVec3,
    pub(super) direction: DVec3,
    pub(super) length: f64,
}

/// What a ray meets if it starts inside of a solid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interior {
    /// The solid is filled: the ray hits it at distance 0.
    #[default]
    Filled,
    /// Only the surface counts: the ray hits it where it leaves the solid.
    Hollow,
}

/// The first hit of a ray or of a moving ball.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RayHit {
    /// Metres. Encloses the distance from the origin to the hit. There is no hit below the lower end.
    pub distance: Interval,
    /// The hit, or the centre of the moving ball at the hit, in floating point.
    pub point: DVec3,
    /// A unit normal of the surface, in floating point, on the side that the ray comes from. On an edge or a vertex of
    /// a mesh, that of one of its triangles. For a moving ball, from the touched point to the centre. Opposite to the
    /// direction if the start is inside of a solid.
    pub normal: DVec3,
    /// The feature that is hit, where the shape has features. `None` if the start is inside of a solid.
    pub feature: Option<Feature>,
    /// `Proved`: there is a hit within the enclosure. `Computed`: the ray comes so close to the surface that rounding
    /// hides whether it hits. Nothing before the lower end is hit either way.
    pub evidence: Evidence,
}

impl Ray {
    /// A ray. The length may be infinite.
    pub fn new(origin: DVec3, direction: DVec3, length: f64) -> Result<Self, RayError> {
        if !origin.is_finite() {
            return Err(RayError::Origin(origin));
        }
        if !direction.is_finite() || direction == DVec3::ZERO {
            return Err(RayError::Direction(direction));
        }
        if !(length >= 0.0) {
            return Err(RayError::Length(length));
        }
        Ok(Self { origin, direction, length })
    }

    /// The origin.
    #[must_use]
    pub fn origin(&self) -> DVec3 {
        self.origin
    }

    /// The direction, as given.
    #[must_use]
    pub fn direction(&self) -> DVec3 {
        self.direction
    }

    /// Metres. The length; it may be infinite.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.length
    }

    /// The point at a distance, in floating point.
    #[must_use]
    pub fn at(&self, distance: f64) -> DVec3 {
        self.origin + self.unit() * distance
    }

    /// The direction with length 1, in floating point.
    #[must_use]
    pub fn unit(&self) -> DVec3 {
        scaled_to_one(self.direction).0.normalize()
    }

    /// The ray in the frame of a placed body, in floating point: the coordinates round.
    #[must_use]
    pub fn in_frame_of(&self, pose: &Pose) -> Self {
        let back = pose.rotation().normalize().inverse();
        let (direction, _) = scaled_to_one(self.direction);
        Self { origin: back * (self.origin - pose.translation()), direction: back * direction, length: self.length }
    }

    /// The unit direction, enclosed.
    pub(super) fn enclosed_unit(&self) -> Vector3 {
        let (direction, _) = scaled_to_one(self.direction);
        let direction = Vector::point(direction.to_array());
        let length = direction.length();
        Vector::from_fn(|axis| direction[axis] / length)
    }

    /// The hit at the origin of a ray that starts inside of a solid.
    pub(super) fn starts_inside(&self, evidence: Evidence) -> RayHit {
        RayHit { distance: Interval::ZERO, point: self.origin, normal: -self.unit(), feature: None, evidence }
    }
}

/// The vector times the power of two that brings its largest coordinate into [1, 2), and the binary exponent of that
/// power. Exact but for coordinates below 2⁻⁹⁰⁰ of the largest.
#[inline]
pub(super) fn scaled_to_one(vector: DVec3) -> (DVec3, i32) {
    let largest = vector.abs().max_element();
    let exponent = binary_exponent(largest);
    (times_power(vector, -exponent), -exponent)
}

/// The exponent e of a positive number in [2ᵉ, 2ᵉ⁺¹).
#[inline]
pub(super) fn binary_exponent(number: f64) -> i32 {
    let field = |number: f64| ((number.to_bits() >> 52) & 0x7ff) as i32;
    if number >= f64::MIN_POSITIVE {
        field(number) - 1023
    } else {
        // Subnormal numbers become normal times 2⁶⁴.
        field(number * (1_u128 << 64) as f64) - 1023 - 64
    }
}

/// The vector times 2^`exponent`.
#[inline]
pub(super) fn times_power(vector: DVec3, exponent: i32) -> DVec3 {
    if (-1022..=1023).contains(&exponent) {
        vector * power_of_two(exponent)
    } else {
        let half = exponent / 2;
        vector * power_of_two(half) * power_of_two(exponent - half)
    }
}

/// 2^`exponent` for an exponent of a normal double.
#[inline]
pub(super) fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}
