//! Bounding balls.

use super::BoundingVolume;
use crate::tolerance::BOX_ERROR;
use glam::DVec3;
use tangency_interval::{Interval, Vector3};

/// A closed ball: every point within `radius` of `centre`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingBall {
    centre: DVec3,
    radius: f64,
}

impl BoundingBall {
    /// The ball with this centre and radius. The radius must not be negative.
    #[must_use]
    pub fn new(centre: DVec3, radius: f64) -> Self {
        Self { centre, radius }
    }

    /// A ball around all points, centred on their bounding box; `None` if there are no points.
    #[must_use]
    pub fn around(points: &[DVec3]) -> Option<Self> {
        let first = *points.first()?;
        let (lower, upper) = points.iter().fold((first, first), |(l, u), &point| (l.min(point), u.max(point)));
        let centre = 0.5 * lower + 0.5 * upper;
        let distance = |point: &DVec3| (enclosed(*point) - enclosed(centre)).length().upper();
        Some(Self { centre, radius: points.iter().map(distance).fold(0.0, f64::max) })
    }

    /// The centre.
    #[must_use]
    pub fn centre(&self) -> DVec3 {
        self.centre
    }

    /// The radius, in metres.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// `true` proves that balls of these radii around these enclosed centres have no common point.
    pub(super) fn apart([a, b]: [Vector3; 2], [radius_a, radius_b]: [f64; 2]) -> bool {
        let reach = Interval::from(radius_a) + radius_b;
        (b - a).length_sq().lower() > reach.sqr().upper()
    }
}

fn enclosed(point: DVec3) -> Vector3 {
    Vector3::point(point.to_array())
}

impl BoundingVolume for BoundingBall {
    /// The smallest ball around both, enlarged to cover rounding.
    fn merged(&self, other: &Self) -> Self {
        let offset = other.centre - self.centre;
        let distance = (enclosed(other.centre) - enclosed(self.centre)).length().upper();
        if distance + other.radius <= self.radius {
            return *self;
        }
        if distance + self.radius <= other.radius {
            return *other;
        }
        let radius = 0.5 * (distance + self.radius + other.radius);
        let share = if distance > 0.0 { ((radius - self.radius) / distance).clamp(0.0, 1.0) } else { 0.0 };
        let centre = self.centre + share * offset;
        let rounding = BOX_ERROR * (radius + self.centre.length() + other.centre.length());
        Self { centre, radius: radius + rounding }
    }

    fn disjoint(&self, other: &Self) -> bool {
        Self::apart([self.centre, other.centre].map(enclosed), [self.radius, other.radius])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::volume_laws!(ball, |points: &[DVec3]| BoundingBall::around(points).expect("there are points"));

    #[test]
    fn touching_balls_are_not_disjoint() {
        let unit = |x: f64| BoundingBall { centre: DVec3::new(x, 0.0, 0.0), radius: 1.0 };
        assert!(!unit(0.0).disjoint(&unit(2.0)) && unit(0.0).disjoint(&unit(2.0 + 1e-12)));
        assert_eq!(BoundingBall::around(&[]), None);
    }
}
