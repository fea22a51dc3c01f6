//! Axis-aligned boxes.

use super::BoundingVolume;
use glam::DVec3;
use tangency_interval::{Interval, Vector, Vector3};

/// An axis-aligned box: every point between `lower` and `upper`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    lower: DVec3,
    upper: DVec3,
}

impl Aabb {
    /// The box of an enclosed point.
    #[must_use]
    pub fn of(point: Vector3) -> Self {
        Self {
            lower: DVec3::from_array(point.0.map(Interval::lower)),
            upper: DVec3::from_array(point.0.map(Interval::upper)),
        }
    }

    /// The smallest box around all points; `None` if there are no points.
    #[must_use]
    pub fn around(points: impl IntoIterator<Item = DVec3>) -> Option<Self> {
        points.into_iter().map(|point| Self { lower: point, upper: point }).reduce(|a, b| a.merged(&b))
    }

    /// The box between two corners. No coordinate of `lower` may exceed that of `upper`.
    pub(crate) fn between(lower: DVec3, upper: DVec3) -> Self {
        Self { lower, upper }
    }

    /// The corner with the smallest coordinates.
    #[must_use]
    pub fn lower(&self) -> DVec3 {
        self.lower
    }

    /// The corner with the largest coordinates.
    #[must_use]
    pub fn upper(&self) -> DVec3 {
        self.upper
    }

    /// The same box as three intervals.
    #[must_use]
    pub fn intervals(&self) -> Vector3 {
        Vector(std::array::from_fn(|axis| Interval::between(self.lower[axis], self.upper[axis])))
    }

    /// The centre, up to rounding.
    #[must_use]
    pub fn centre(&self) -> DVec3 {
        0.5 * self.lower + 0.5 * self.upper
    }

    /// A box that contains every point within `distance` of this box. Rounded outward.
    #[must_use]
    pub fn inflated(&self, distance: f64) -> Self {
        Self { lower: (self.lower - distance).map(f64::next_down), upper: (self.upper + distance).map(f64::next_up) }
    }
}

impl BoundingVolume for Aabb {
    fn merged(&self, other: &Self) -> Self {
        Self { lower: self.lower.min(other.lower), upper: self.upper.max(other.upper) }
    }

    fn disjoint(&self, other: &Self) -> bool {
        self.upper.cmplt(other.lower).any() || other.upper.cmplt(self.lower).any()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_boxes_are_not_disjoint() {
        let unit = Aabb::around([DVec3::ZERO, DVec3::ONE]).unwrap();
        let beside = Aabb::around([DVec3::X, DVec3::new(2.0, 1.0, 1.0)]).unwrap();
        assert!(!unit.disjoint(&beside));
        let apart = Aabb::around([DVec3::new(1.0_f64.next_up(), 0.0, 0.0), DVec3::splat(2.0)]).unwrap();
        assert!(unit.disjoint(&apart));
    }

    #[test]
    fn inflation_by_nothing_keeps_the_box_inside() {
        let unit = Aabb::around([DVec3::ZERO, DVec3::ONE]).unwrap();
        let inflated = unit.inflated(0.0);
        assert!(inflated.lower.cmple(unit.lower).all() && inflated.upper.cmpge(unit.upper).all());
    }

    #[test]
    fn nothing_has_no_box() {
        assert_eq!(Aabb::around([]), None);
    }

    crate::volume_laws!(aabb, |points: &[DVec3]| Aabb::around(points.iter().copied()).expect("there are points"));
}
