//! The flat ends of cylinders and cones, in the search for the direction with the widest gap.
//!
//! **Question.** A direction is almost along the axis of a cylinder or a cone. Is its flat end the closest part?
//!
//! **Idea.** Then the direction is the axis itself. The point of the other body that is farthest against it, or the
//! point of its own flat end that is nearest to the axis, has a foot on the end. If the foot is within the rim, the two
//! points are the closest ones. Newton's method does not apply there: the end has no curvature, and no corners that
//! span it.
//!
//! **Guarantee.** That of `newton`: a direction is accepted only if the lead along it is near enough to the distance of
//! two points.
//!
//! **Cost.** Two support points.

use super::closest::{Bodies, Closest, SupportFunction};
use super::simplex::{Difference, Simplex};
use crate::flight::Placed;
use crate::tolerance::CAP_TILT;
use glam::{DVec3, dvec3};
use tangency_geometry::ConvexCore;

/// A flat end: a disc about the z axis.
#[derive(Clone, Copy, Debug)]
struct FlatCap {
    z: f64,
    radius: f64,
    outward: DVec3,
}

impl FlatCap {
    /// The point of the disc that is nearest to a point, in the frame of the body.
    fn nearest(&self, place: DVec3) -> DVec3 {
        place.truncate().clamp_length_max(self.radius).extend(self.z)
    }

    /// Whether a point of the disc is not on its rim.
    fn holds_inside(&self, point: DVec3) -> bool {
        point.z == self.z && point.truncate().length_squared() < 0.999 * self.radius * self.radius
    }
}

impl SupportFunction<'_> {
    /// The flat end on the side of a direction of the body. `None` if there is none.
    fn cap_towards(self, along: DVec3) -> Option<FlatCap> {
        let Self::Core(core) = self else { return None };
        match *core {
            ConvexCore::Cylinder { radius, half } => {
                let z = half.copysign(along.z);
                Some(FlatCap { z, radius, outward: dvec3(0.0, 0.0, 1.0_f64.copysign(z)) })
            }
            ConvexCore::Cone { radius, .. } if along.z < 0.0 => Some(FlatCap { z: 0.0, radius, outward: -DVec3::Z }),
            ConvexCore::Cone { .. }
            | ConvexCore::Point
            | ConvexCore::Segment { .. }
            | ConvexCore::Cuboid { .. }
            | ConvexCore::Ellipsoid { .. }
            | ConvexCore::Hull { .. } => None,
        }
    }

    /// The flat end whose axis is almost along a unit direction.
    fn cap_along(self, along: DVec3) -> Option<FlatCap> {
        if along.truncate().length_squared() < CAP_TILT * CAP_TILT { self.cap_towards(along) } else { None }
    }
}

impl Bodies<'_> {
    /// The closest points by the flat end of one of the bodies, if they are near enough to the lead.
    pub(super) fn capped(
        &self,
        placed: &Placed,
        from: DVec3,
        near_enough: &impl Fn(f64, f64) -> bool,
    ) -> Option<(Closest, Simplex)> {
        let [cap_a, cap_b] = self.caps_along(placed, from);
        let direction = match (cap_a, cap_b) {
            (Some(cap), _) => placed.a * cap.outward,
            (None, Some(cap)) => placed.b * -cap.outward,
            (None, None) => return None,
        };
        let next = self.least(placed, direction);
        let lead = direction.dot(next.vector);
        let foot_on_a = |cap: FlatCap, b: DVec3| cap.nearest(placed.a.transpose() * (placed.between + placed.b * b));
        let foot_on_b = |cap: FlatCap, a: DVec3| cap.nearest(placed.b.transpose() * (placed.a * a - placed.between));
        let pairs: [Option<[DVec3; 2]>; 2] = match (cap_a, cap_b) {
            (Some(cap), None) => [Some([foot_on_a(cap, next.b), next.b]), None],
            (None, Some(cap)) => [Some([next.a, foot_on_b(cap, next.a)]), None],
            (Some(of_a), Some(of_b)) => {
                // A common point of two discs, if there is one, is on the segment between their centres.
                let on_b = foot_on_b(of_b, dvec3(0.0, 0.0, of_a.z));
                let on_a = foot_on_a(of_a, on_b);
                [Some([on_a, on_b]), Some([on_a, foot_on_b(of_b, on_a)])]
            }
            (None, None) => [None, None],
        };
        let found = |[a, b]: [DVec3; 2]| -> Option<(Closest, Simplex)> {
            let corner: Difference = self.difference(placed, a, b);
            near_enough(lead, corner.vector.length()).then(|| (Closest { direction, lead }, Simplex::corner(corner)))
        };
        pairs.into_iter().flatten().find_map(found)
    }

    fn caps_along(&self, placed: &Placed, direction: DVec3) -> [Option<FlatCap>; 2] {
        [self.a.cap_along(placed.a.transpose() * direction), self.b.cap_along(placed.b.transpose() * -direction)]
    }

    /// The direction of a flat end that holds the closest point, at other poses of the bodies. `None` if there is none.
    pub(super) fn turned_cap(&self, placed: &Placed, simplex: &Simplex, before: DVec3) -> Option<DVec3> {
        let [corner] = simplex.corners[..simplex.count] else { return None };
        let of_a = self.a.cap_towards(placed.a.transpose() * before).filter(|cap| cap.holds_inside(corner.a));
        if let Some(cap) = of_a {
            return Some(placed.a * cap.outward);
        }
        let of_b = self.b.cap_towards(placed.b.transpose() * -before).filter(|cap| cap.holds_inside(corner.b));
        of_b.map(|cap| placed.b * -cap.outward)
    }
}

#[cfg(test)]
mod tests {
    use crate::{ConvexPair, PreparedConvex};
    use glam::{DQuat, dvec3};
    use tangency_geometry::{Convex, Pose};

    /// The rim of a tilted cylinder above the end of another, at gaps down to 10⁻¹² m: the enclosure is as wide as ten
    /// bounds on the rounding, and its middle is the height of the lowest point.
    #[test]
    fn rims_above_flat_ends_are_measured_to_rounding() {
        let (lower, upper) =
            (Convex::cylinder(1.0, 0.5).expect("a body"), Convex::cylinder(0.25, 1.0).expect("a body"));
        let cone = Convex::cone(0.75, 0.5).expect("a body");
        for (tilt, gap) in [(0.3, 1e-12), (0.01, 1e-10), (1.2, 1e-6), (1e-4, 1e-9)] {
            let turn = DQuat::from_rotation_x(tilt);
            // The lowest point of the upper cylinder is this far below its centre.
            let (sine, cosine) = (libm::sin(tilt), libm::cos(tilt));
            let drop = 0.5 * cosine + 0.25 * sine;
            let above = |top: f64| Pose::new(turn, dvec3(0.1, 0.2, top + gap + drop)).expect("a pose");
            let mut pair = ConvexPair::new(PreparedConvex::new(lower.clone()), PreparedConvex::new(upper.clone()));
            let found = pair.distance([&Pose::IDENTITY, &above(0.25)]);
            assert!(found.gap.width() < 3e-13 && (found.gap.mid() - gap).abs() < 1e-13, "{tilt} {gap}: {found:?}");
            // The base of a cone, upside down.
            let flipped =
                Pose::new(DQuat::from_rotation_x(std::f64::consts::PI), dvec3(0.0, 0.0, 0.25)).expect("a pose");
            let mut pair = ConvexPair::new(PreparedConvex::new(cone.clone()), PreparedConvex::new(upper.clone()));
            let found = pair.distance([&flipped, &above(0.25)]);
            assert!(found.gap.width() < 3e-13 && (found.gap.mid() - gap).abs() < 1e-13, "{tilt} {gap}: {found:?}");
        }
    }
}
