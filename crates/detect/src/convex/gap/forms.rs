//! Closed forms for points and segments.
//!
//! **Idea.** A closed form, in plain floating point, gives two points of the cores. The direction between them is
//! measured like every other (`mod`): its lead is a lower bound. If both bounds agree, the search is saved; if not, the
//! search decides. So a closed form cannot make an answer wrong.

use super::{CoreGap, PlacedPair};
use glam::{DVec3, dvec3};
use tangency_geometry::ConvexCore;

impl PlacedPair<'_> {
    /// The gap of two cores of which each is a point, a segment or a box, not both a box. `None` if the search must
    /// decide.
    #[inline]
    pub(super) fn form(&self) -> Option<CoreGap> {
        let [a, b] = self.cores();
        let points = match (a, b) {
            (ConvexCore::Point, ConvexCore::Point) => return Some(self.points()),
            (ConvexCore::Segment { half: a }, ConvexCore::Segment { half: b }) => self.on_segments([*a, *b]),
            (ConvexCore::Point, ConvexCore::Segment { half }) => {
                [DVec3::ZERO, dvec3(0.0, 0.0, (-self.placed.b.z_axis.dot(self.placed.between)).clamp(-half, *half))]
            }
            (ConvexCore::Segment { half }, ConvexCore::Point) => {
                [dvec3(0.0, 0.0, self.placed.a.z_axis.dot(self.placed.between).clamp(-half, *half)), DVec3::ZERO]
            }
            (ConvexCore::Point, ConvexCore::Cuboid { half }) => {
                [DVec3::ZERO, (self.placed.b.transpose() * -self.placed.between).clamp(-half, *half)]
            }
            (ConvexCore::Cuboid { half }, ConvexCore::Point) => {
                [(self.placed.a.transpose() * self.placed.between).clamp(-half, *half), DVec3::ZERO]
            }
            _ => return self.inside(),
        };
        self.measured(points).or_else(|| self.inside())
    }

    /// The gap of a point that is inside of a box, a cylinder or a cone: the expansion is slow where many exits are
    /// equally short.
    fn inside(&self) -> Option<CoreGap> {
        let [a, b] = self.cores();
        let (inner, outer, place) = match (a, b) {
            (ConvexCore::Point, outer) => (0, outer, self.placed.b.transpose() * -self.placed.between),
            (outer, ConvexCore::Point) => (1, outer, self.placed.a.transpose() * self.placed.between),
            _ => return None,
        };
        let exit = shortest_exit(outer, place)?;
        let (rotation, sign) = if inner == 0 { (self.placed.b, -1.0) } else { (self.placed.a, 1.0) };
        let mut points = [DVec3::ZERO; 2];
        points[1 - inner] = place + exit.length * exit.outward;
        let (lower, upper) = (-exit.length - self.rounding, -exit.length + self.rounding);
        Some(CoreGap { lower, upper, normal: sign * (rotation * exit.outward), points })
    }

    /// The gap of two points.
    #[inline]
    fn points(&self) -> CoreGap {
        let distance = self.placed.between.length();
        let normal = if distance > 0.0 { self.placed.between / distance } else { DVec3::Z };
        CoreGap { lower: distance - self.rounding, upper: distance + self.rounding, normal, points: [DVec3::ZERO; 2] }
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
