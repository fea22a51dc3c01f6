//! Closed forms: a point and a simple body, or two segments.
//!
//! **Idea.** A closed form, in plain floating point, gives two points of the cores. The direction between them is
//! measured like every other (`mod`): its lead is a lower bound. If both bounds agree, the search is saved; if not, the
//! search decides. So a closed form cannot make an answer wrong.

use super::{CoreGap, PairGap, PlacedPair, rounding};
use glam::{DVec2, DVec3, dvec2, dvec3};
use tangency_geometry::ConvexCore;
use tangency_interval::Interval;

/// The gap of two balls with these radii and centres.
#[inline]
pub(super) fn balls(radii: [f64; 2], centres: [DVec3; 2]) -> PairGap {
    let between = centres[1] - centres[0];
    let (distance, both) = (between.length(), radii[0] + radii[1]);
    let normal = if distance > 0.0 { between / distance } else { DVec3::Z };
    let rounding = rounding(both + distance);
    let gap = Interval::between(distance - both - rounding, distance - both + rounding);
    PairGap { gap, normal, points: [centres[0] + normal * radii[0], centres[1] - normal * radii[1]] }
}

impl PlacedPair<'_> {
    /// The gap of a point from a segment, a box, a cylinder or a cone, and of two segments. `None` if the search
    /// must decide.
    #[inline]
    pub(super) fn form(&self) -> Option<CoreGap> {
        let points = match self.cores() {
            [Some(ConvexCore::Segment { half: a }), Some(ConvexCore::Segment { half: b })] => {
                self.on_segments([*a, *b])
            }
            [Some(ConvexCore::Point), Some(outer)] => {
                [DVec3::ZERO, nearest_point(outer, self.placed.b.transpose() * -self.placed.between)?]
            }
            [Some(outer), Some(ConvexCore::Point)] => {
                [nearest_point(outer, self.placed.a.transpose() * self.placed.between)?, DVec3::ZERO]
            }
            _ => return None,
        };
        self.measured(points).or_else(|| self.inside())
    }

    /// The gap of a point that is inside of a box, a cylinder or a cone: the expansion is slow where many exits are
    /// equally short.
    fn inside(&self) -> Option<CoreGap> {
        let [a, b] = self.cores();
        let (inner, outer, place) = match (a, b) {
            (Some(ConvexCore::Point), Some(outer)) => (0, outer, self.placed.b.transpose() * -self.placed.between),
            (Some(outer), Some(ConvexCore::Point)) => (1, outer, self.placed.a.transpose() * self.placed.between),
            _ => return None,
        };
        let exit = shortest_exit(outer, place)?;
        let (rotation, sign) = if inner == 0 { (self.placed.b, -1.0) } else { (self.placed.a, 1.0) };
        let mut points = [DVec3::ZERO; 2];
        points[1 - inner] = place + exit.length * exit.outward;
        let (lower, upper) = (-exit.length - self.rounding, -exit.length + self.rounding);
        Some(CoreGap { lower, upper, normal: sign * (rotation * exit.outward), points })
    }

    /// The gap, if the direction between two points of the cores proves that they are the closest ones.
    #[inline]
    fn measured(&self, points: [DVec3; 2]) -> Option<CoreGap> {
        let vector = self.placed.between + self.placed.b * points[1] - self.placed.a * points[0];
        let distance = vector.length();
        if !(distance > self.rounding) {
            return None;
        }
        let normal = vector / distance;
        let lead = normal.dot(self.supports().least(&self.placed, normal).vector);
        let (lower, upper) = (lead - self.rounding, distance + self.rounding);
        (distance - lead <= 2.0 * self.rounding).then_some(CoreGap { lower, upper, normal, points })
    }

    /// The closest points of two segments along the z axes of their bodies.
    #[inline]
    fn on_segments(&self, [half_a, half_b]: [f64; 2]) -> [DVec3; 2] {
        let (along_a, along_b, between) = (self.placed.a.z_axis, self.placed.b.z_axis, self.placed.between);
        let (cosine, ahead_a, ahead_b) = (along_a.dot(along_b), along_a.dot(between), along_b.dot(between));
        let square = 1.0 - cosine * cosine;
        let on_a = if square > 0.0 { ((ahead_a - cosine * ahead_b) / square).clamp(-half_a, half_a) } else { 0.0 };
        let on_b = (on_a * cosine - ahead_b).clamp(-half_b, half_b);
        let on_a = (on_b * cosine + ahead_a).clamp(-half_a, half_a);
        [dvec3(0.0, 0.0, on_a), dvec3(0.0, 0.0, on_b)]
    }
}

/// The point of a segment, a box, a cylinder or a cone that is closest to a point. `None` for other bodies.
#[inline]
fn nearest_point(body: &ConvexCore, place: DVec3) -> Option<DVec3> {
    match body {
        ConvexCore::Segment { half } => Some(dvec3(0.0, 0.0, place.z.clamp(-half, *half))),
        ConvexCore::Cuboid { half } => Some(place.clamp(-half, *half)),
        ConvexCore::Cylinder { radius, half } => {
            let across = place.truncate().clamp_length_max(*radius);
            Some(across.extend(place.z.clamp(-half, *half)))
        }
        ConvexCore::Cone { radius, height } => {
            let across = place.truncate();
            // In the half plane of the axis and the point: the closest point of the side.
            let (along, slope) = (dvec2(across.length() - radius, place.z), dvec2(-radius, *height));
            let share = along.dot(slope) / slope.length_squared();
            if place.z <= 0.0 && along.x < 0.0 {
                return Some(across.extend(0.0));
            }
            let share = share.clamp(0.0, 1.0);
            let outward = across.try_normalize().unwrap_or(DVec2::X);
            Some((outward * (radius * (1.0 - share))).extend(height * share))
        }
        ConvexCore::Point | ConvexCore::Ellipsoid { .. } | ConvexCore::Hull { .. } => None,
    }
}

/// The shortest way out of a body.
struct ShortestExit {
    /// The unit normal of the surface there.
    outward: DVec3,
    /// Metres.
    length: f64,
}

/// The shortest way out of a box, a cylinder or a cone from a point inside. `None` for a point outside and for other
/// bodies.
fn shortest_exit(body: &ConvexCore, place: DVec3) -> Option<ShortestExit> {
    let axial = |half: f64, along: f64, axis: DVec3| ShortestExit {
        outward: axis * 1.0_f64.copysign(along),
        length: half - along.abs(),
    };
    let across = place.truncate();
    let radial = across.try_normalize().map_or(DVec3::X, |unit| unit.extend(0.0));
    let exits = match body {
        ConvexCore::Cuboid { half } => {
            [axial(half.x, place.x, DVec3::X), axial(half.y, place.y, DVec3::Y), axial(half.z, place.z, DVec3::Z)]
        }
        ConvexCore::Cylinder { radius, half } => {
            let side = || ShortestExit { outward: radial, length: radius - across.length() };
            [axial(*half, place.z, DVec3::Z), side(), side()]
        }
        ConvexCore::Cone { radius, height } => {
            let outward = (height * radial + radius * DVec3::Z).normalize();
            let side = || ShortestExit { outward, length: outward.dot(dvec3(0.0, 0.0, *height) - place) };
            [ShortestExit { outward: -DVec3::Z, length: place.z }, side(), side()]
        }
        ConvexCore::Point | ConvexCore::Segment { .. } | ConvexCore::Ellipsoid { .. } | ConvexCore::Hull { .. } => {
            return None;
        }
    };
    let shortest = exits.into_iter().min_by(|one, other| one.length.total_cmp(&other.length))?;
    (shortest.length > 0.0).then_some(shortest)
}
