//! Convex bodies: exact primitives, hulls of points, and their rounded forms.
//!
//! A [`Convex`] body is a core and a radius: all points within the radius of the core. A sphere is a point with a
//! radius, a capsule is a segment with a radius. [`Convex::rounded`] grows any convex body by a ball, which is the
//! exact Minkowski sum.
//!
//! Every convex body is determined by its support function, the farthest point along each direction
//! ([`ConvexCore::farthest`]). Questions about pairs of convex bodies use nothing else.
//!
//! The core has a frame of its own ([`Convex::placed`]), so that a body can be a part of another, such as a collision
//! shape of a robot's link.

mod boundary;
mod error;
mod feature;
mod hull;
mod mass;
mod orientation;
mod profile;
mod rounded;
mod tessellation;

pub use error::{ConvexError, ConvexShapeError};
pub use hull::ConvexHull;

use crate::Pose;
use crate::length::positive;
use crate::tolerance::CONVEX_LENGTHS;
use glam::{DVec3, dvec3};
use std::sync::Arc;

/// A convex body: all points within a radius of its core. All lengths are in metres.
///
/// ```
/// use glam::dvec3;
/// use tangency_geometry::Convex;
///
/// // A box with rounded edges and corners.
/// let box_ = Convex::cuboid(dvec3(0.4, 0.3, 0.2))?.rounded(0.05)?;
/// assert_eq!(box_.radius(), 0.05);
/// # Ok::<(), tangency_geometry::ConvexError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Convex {
    core: ConvexCore,
    radius: f64,
    /// The pose of the core in the body's frame.
    frame: Pose,
    reach: f64,
}

/// The core of a convex body, in its own frame.
#[derive(Clone, Debug, PartialEq)]
pub enum ConvexCore {
    /// The origin.
    Point,
    /// The segment on the z axis from `-half` to `half`.
    Segment {
        /// Half the length.
        half: f64,
    },
    /// The box with these half extents along the axes.
    Cuboid {
        /// Half the size.
        half: DVec3,
    },
    /// The cylinder about the z axis from `-half` to `half`.
    Cylinder {
        /// The radius of the cylinder.
        radius: f64,
        /// Half the height.
        half: f64,
    },
    /// The cone about the z axis with its base in the plane `z = 0` and its tip at `height`.
    Cone {
        /// The radius of the base.
        radius: f64,
        /// The height of the tip.
        height: f64,
    },
    /// The ellipsoid with these half axes.
    Ellipsoid {
        /// The half axes.
        radii: DVec3,
    },
    /// The convex hull of points.
    Hull {
        /// The points. Points inside of the hull are allowed.
        points: Arc<[DVec3]>,
    },
}

impl Convex {
    fn new(core: ConvexCore, radius: f64) -> Self {
        let reach = core.reach() + radius;
        Self { core, radius, frame: Pose::IDENTITY, reach }
    }

    /// A ball about the origin.
    pub fn sphere(radius: f64) -> Result<Self, ConvexError> {
        Ok(Self::new(ConvexCore::Point, length("the sphere's radius", radius)?))
    }

    /// A capsule along the z axis: all points within `radius` of a segment of length `length`.
    pub fn capsule(radius: f64, length: f64) -> Result<Self, ConvexError> {
        let half = 0.5 * self::length("the capsule's length", length)?;
        Ok(Self::new(ConvexCore::Segment { half }, self::length("the capsule's radius", radius)?))
    }

    /// A box about the origin with these edge lengths.
    pub fn cuboid(size: DVec3) -> Result<Self, ConvexError> {
        let names = ["the box's edge along x", "the box's edge along y", "the box's edge along z"];
        for (name, side) in names.into_iter().zip(size.to_array()) {
            length(name, side)?;
        }
        Ok(Self::new(ConvexCore::Cuboid { half: 0.5 * size }, 0.0))
    }

    /// A cylinder about the z axis, centred on the origin.
    pub fn cylinder(radius: f64, height: f64) -> Result<Self, ConvexError> {
        let half = 0.5 * length("the cylinder's height", height)?;
        Ok(Self::new(ConvexCore::Cylinder { radius: length("the cylinder's radius", radius)?, half }, 0.0))
    }

    /// A cone about the z axis: its base in the plane `z = 0`, its tip at `height`.
    pub fn cone(radius: f64, height: f64) -> Result<Self, ConvexError> {
        let (radius, height) = (length("the cone's radius", radius)?, length("the cone's height", height)?);
        Ok(Self::new(ConvexCore::Cone { radius, height }, 0.0))
    }

    /// An ellipsoid about the origin with these half axes.
    pub fn ellipsoid(radii: DVec3) -> Result<Self, ConvexError> {
        let names = [
            "the ellipsoid's half axis along x",
            "the ellipsoid's half axis along y",
            "the ellipsoid's half axis along z",
        ];
        for (name, radius) in names.into_iter().zip(radii.to_array()) {
            length(name, radius)?;
        }
        Ok(Self::new(ConvexCore::Ellipsoid { radii }, 0.0))
    }

    /// The convex hull of points. One point, or points on a line or in a plane, make a hull without volume.
    pub fn hull(points: Vec<DVec3>) -> Result<Self, ConvexError> {
        check_points(&points)?;
        Ok(Self::new(ConvexCore::Hull { points: points.into() }, 0.0))
    }

    /// The same body grown by a ball: all points within `radius` of it.
    pub fn rounded(self, radius: f64) -> Result<Self, ConvexError> {
        let radius = self.radius + length("the rounding radius", radius)?;
        Ok(Self::new(self.core, radius).with_frame(self.frame))
    }

    /// The same body at another pose in its frame.
    ///
    /// ```
    /// use glam::dvec3;
    /// use tangency_geometry::{Convex, Pose};
    ///
    /// let tool = Convex::cylinder(0.02, 0.3)?.placed(&Pose::translated(dvec3(0.0, 0.0, 0.15))?);
    /// assert_eq!(tool.frame().translation().z, 0.15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn placed(self, pose: &Pose) -> Self {
        let frame = if self.frame == Pose::IDENTITY { *pose } else { pose.compose(&self.frame) };
        self.with_frame(frame)
    }

    fn with_frame(self, frame: Pose) -> Self {
        let reach = self.core.reach() + self.radius + frame.translation().length();
        Self { frame, reach, ..self }
    }

    /// A point of the body that is farthest along a direction, in floating point.
    #[must_use]
    pub fn farthest(&self, direction: DVec3) -> DVec3 {
        let along = self.frame.inverse().rotation() * direction;
        let grown = self.core.farthest(along) + self.radius * along.normalize_or_zero();
        self.frame.apply(grown)
    }

    /// The core.
    #[must_use]
    pub fn core(&self) -> &ConvexCore {
        &self.core
    }

    /// Metres. The radius about the core.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The pose of the core in the body's frame.
    #[must_use]
    pub fn frame(&self) -> &Pose {
        &self.frame
    }

    /// Metres. No point of the body is farther from the origin of its frame, up to rounding.
    #[must_use]
    pub fn reach(&self) -> f64 {
        self.reach
    }
}

impl ConvexCore {
    /// Metres. The largest distance of a point from the origin, up to rounding.
    fn reach(&self) -> f64 {
        match self {
            Self::Point => 0.0,
            Self::Segment { half } => *half,
            Self::Cuboid { half } => half.length(),
            Self::Cylinder { radius, half } => radius.hypot(*half),
            Self::Cone { radius, height } => radius.max(*height),
            Self::Ellipsoid { radii } => radii.max_element(),
            Self::Hull { points } => points.iter().map(|point| point.length()).fold(0.0, f64::max),
        }
    }

    /// The support function: a point of the core that is farthest along a direction of any length, in floating
    /// point. A hull compares all its points.
    #[must_use]
    #[inline]
    pub fn farthest(&self, direction: DVec3) -> DVec3 {
        match self {
            Self::Point => DVec3::ZERO,
            Self::Segment { half } => dvec3(0.0, 0.0, half.copysign(direction.z)),
            Self::Cuboid { half } => half.copysign(direction),
            Self::Cylinder { radius, half } => on_circle(*radius, direction).with_z(half.copysign(direction.z)),
            Self::Cone { radius, height } => {
                let across = direction.truncate().length();
                if direction.z * height > across * radius {
                    dvec3(0.0, 0.0, *height)
                } else {
                    on_circle(*radius, direction)
                }
            }
            Self::Ellipsoid { radii } => {
                let scaled = direction * *radii;
                let length = scaled.length();
                if length > 0.0 { scaled * (*radii / length) } else { dvec3(radii.x, 0.0, 0.0) }
            }
            Self::Hull { points } => {
                let farther = |best: (f64, DVec3), &point: &DVec3| {
                    let height = direction.dot(point);
                    if height > best.0 { (height, point) } else { best }
                };
                points.iter().fold((f64::NEG_INFINITY, points[0]), farther).1
            }
        }
    }
}

/// The point of a circle about the z axis, in the plane `z = 0`, that is farthest along a direction.
#[inline]
fn on_circle(radius: f64, direction: DVec3) -> DVec3 {
    let across = direction.truncate();
    let length = across.length();
    if length > 0.0 { (across * (radius / length)).extend(0.0) } else { DVec3::ZERO }
}

/// Requires at least one point, and ordinary coordinates.
fn check_points(points: &[DVec3]) -> Result<(), ConvexError> {
    if points.is_empty() {
        return Err(ConvexError::Empty);
    }
    // Not `max_element`, which ignores NaN.
    let ordinary = |point: &DVec3| point.to_array().iter().all(|coordinate| coordinate.abs() <= CONVEX_LENGTHS[1]);
    match points.iter().position(|point| !ordinary(point)) {
        Some(index) => Err(ConvexError::Point { index, point: points[index] }),
        None => Ok(()),
    }
}

/// The length, if it is positive and its square neither overflows nor underflows.
fn length(what: &'static str, value: f64) -> Result<f64, ConvexError> {
    let value = positive(what, value)?;
    let [least, most] = CONVEX_LENGTHS;
    if (least..=most).contains(&value) { Ok(value) } else { Err(ConvexError::Range { what, value, least, most }) }
}
