//! The parts of a convex body's surface.

use super::{Convex, ConvexCore};
use crate::Feature;
use glam::DVec3;

impl Convex {
    /// The part of the surface at a point of it, in the frame of the body. See [`Self::part_name`].
    #[must_use]
    pub fn feature_at(&self, point: DVec3) -> Feature {
        let local = self.frame.inverse().apply(point);
        Feature::Part(self.core.part_at(local))
    }

    /// The name of a part of the surface: the side of a cylinder or its top.
    ///
    /// ```
    /// use glam::dvec3;
    /// use tangency_geometry::{Convex, Feature};
    ///
    /// let can = Convex::cylinder(0.1, 0.4)?;
    /// assert_eq!(can.feature_at(dvec3(0.0, 0.03, 0.2)), Feature::Part(1));
    /// assert_eq!((can.part_name(0), can.part_name(1)), ("side", "top"));
    /// # Ok::<(), tangency_geometry::ConvexError>(())
    /// ```
    #[must_use]
    pub fn part_name(&self, part: u32) -> &'static str {
        self.part_names().get(part as usize).copied().unwrap_or("surface")
    }

    /// The number of named parts of the surface.
    pub(crate) fn part_count(&self) -> usize {
        self.part_names().len()
    }

    fn part_names(&self) -> &'static [&'static str] {
        match self.core {
            ConvexCore::Point | ConvexCore::Ellipsoid { .. } | ConvexCore::Hull { .. } => &["surface"],
            ConvexCore::Segment { .. } => &["side", "top", "bottom"],
            ConvexCore::Cylinder { .. } => &["side", "top", "bottom"],
            ConvexCore::Cone { .. } => &["side", "base"],
            ConvexCore::Cuboid { .. } => &["face -x", "face +x", "face -y", "face +y", "face -z", "face +z"],
        }
    }
}

impl ConvexCore {
    /// The index of the part of the surface that is nearest to a point outside of the core or on its surface.
    fn part_at(&self, point: DVec3) -> u32 {
        let above = |half: f64| match point.z {
            z if z >= half => 1,
            z if z <= -half => 2,
            _ => 0,
        };
        match *self {
            Self::Point | Self::Ellipsoid { .. } | Self::Hull { .. } => 0,
            Self::Segment { half } => above(half),
            Self::Cylinder { radius, half } => {
                // The surface that is exceeded most.
                if point.z.abs() - half >= point.truncate().length() - radius { above(0.0) } else { 0 }
            }
            Self::Cone { radius, height } => {
                let side =
                    (point.truncate().length() - radius * (1.0 - point.z / height)) * height / radius.hypot(height);
                u32::from(-point.z >= side)
            }
            Self::Cuboid { half } => {
                let axis = (point.abs() - half).max_position();
                2 * axis as u32 + u32::from(point[axis] > 0.0)
            }
        }
    }
}
