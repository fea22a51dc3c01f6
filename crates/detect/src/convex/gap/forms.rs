//! Closed forms: a point and a simple body, or two segments.
//!
//! **Idea.** A closed form, in plain floating point, gives two points of the cores. The direction between them is
//! measured like every other (`mod`): its lead is a lower bound. If both bounds agree, the search is saved; if not, the
//! search decides. So a closed form cannot make an answer wrong. Two balls, and a ball beside a box, a cylinder or a
//! cone, are bounded by the rounding of their closed form instead.

use super::{CoreGap, PairGap, PlacedPair, rounding};
use crate::flight::rotation_matrix;
use glam::{DVec2, DVec3, dvec2, dvec3};
use tangency_geometry::{ConvexCore, Pose};
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

/// A segment about its middle, along a unit vector. A point is a segment without length.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedSegment {
    pub(super) middle: DVec3,
    pub(super) along: DVec3,
    pub(super) half: f64,
    /// Metres. The radius about it.
    pub(super) radius: f64,
}

/// The gap of two segments with radii. `sizes`: the sum of both reaches. `None` if the search must decide.
#[inline]
pub(super) fn segments([a, b]: [PlacedSegment; 2], sizes: f64) -> Option<PairGap> {
    let between = b.middle - a.middle;
    let [on_a, on_b] = closest_on_segments([a.along, b.along], [a.half, b.half], between);
    let vector = between + (on_b * b.along - on_a * a.along);
    let distance = vector.length();
    let rounding = rounding(sizes + between.abs().element_sum());
    if !(distance > rounding) {
        return None;
    }
    let normal = vector / distance;
    let lead = normal.dot(between) - a.half * normal.dot(a.along).abs() - b.half * normal.dot(b.along).abs();
    if !(distance - lead <= 2.0 * rounding) {
        return None;
    }
    let both = a.radius + b.radius;
    let gap = Interval::between(lead - both - 2.0 * rounding, distance - both + 2.0 * rounding);
    let points = [a.middle + (on_a * a.along + a.radius * normal), b.middle + (on_b * b.along - b.radius * normal)];
    Some(PairGap { gap, normal, points })
}

/// A ball, and beside it a box, a cylinder or a cone.
pub(super) struct BallBeside<'body> {
    pub(super) centre: DVec3,
    pub(super) body: &'body ConvexCore,
    pub(super) pose: &'body Pose,
    /// Metres. The radii of the ball and about the body.
    pub(super) radii: [f64; 2],
    /// Metres. The sum of both reaches.
    pub(super) sizes: f64,
}

impl BallBeside<'_> {
    /// The gap. The normal leads from the body to the ball, and the first point is that of the ball. `None` for other
    /// bodies, and for a centre that is on the surface up to rounding.
    ///
    /// The way from a point to the nearest one of such a body consists of differences of its coordinates from those of
    /// faces, axis and rim. So it is as precise as the coordinates, and the bound needs no support function: the
    /// rounding of the coordinates in the frame of the body, and that of a few sums.
    pub(super) fn gap(&self) -> Option<PairGap> {
        let rotation = rotation_matrix(self.pose.rotation());
        let between = self.centre - self.pose.translation();
        let rounding = rounding(self.sizes + between.abs().element_sum());
        let SignedWay { length, outward } = way_from(self.body, rotation.transpose() * between)?;
        if !(length.abs() > rounding) {
            return None;
        }
        let [radius, around] = self.radii;
        let (normal, both) = (rotation * outward, radius + around);
        let gap = Interval::between(length - both - 2.0 * rounding, length - both + 2.0 * rounding);
        Some(PairGap { gap, normal, points: [self.centre - radius * normal, self.centre - (length - around) * normal] })
    }
}

/// The shortest way from the surface of a body to a point.
struct SignedWay {
    /// Metres. Negative for a point inside.
    length: f64,
    /// The unit normal of the surface there.
    outward: DVec3,
}

/// The shortest way from the surface of a box, a cylinder or a cone to a point. `None` for other bodies.
#[inline]
fn way_from(body: &ConvexCore, place: DVec3) -> Option<SignedWay> {
    match body {
        ConvexCore::Cuboid { half } => {
            let beyond = place.abs() - *half;
            let deepest = beyond.max_element();
            if deepest <= 0.0 {
                let outward = DVec3::AXES[beyond.max_position()];
                return Some(SignedWay { length: deepest, outward: outward * place.signum() });
            }
            let outside = beyond.max(DVec3::ZERO);
            let length = outside.length();
            Some(SignedWay { length, outward: outside.copysign(place) / length })
        }
        ConvexCore::Cylinder { radius, half } => {
            let across = place.truncate();
            let (width, end) = (across.length(), 1.0_f64.copysign(place.z));
            let radial = if width > 0.0 { across / width } else { DVec2::X };
            let [side, cap] = [width - radius, place.z.abs() - half];
            Some(if side > 0.0 && cap > 0.0 {
                let length = (side * side + cap * cap).sqrt();
                SignedWay { length, outward: (radial * side).extend(end * cap) / length }
            } else if side > cap {
                SignedWay { length: side, outward: radial.extend(0.0) }
            } else {
                SignedWay { length: cap, outward: dvec3(0.0, 0.0, end) }
            })
        }
        ConvexCore::Cone { radius, height } => {
            let across = place.truncate();
            let width = across.length();
            let radial = if width > 0.0 { across / width } else { DVec2::X };
            let from_rim = dvec2(width - radius, place.z);
            let slope = dvec2(-radius, *height);
            let square = slope.length_squared();
            // Positive outside of the side.
            let side = (from_rim.x * height + from_rim.y * radius) / square.sqrt();
            let on_side = || SignedWay { length: side, outward: (radial * *height).extend(*radius) / square.sqrt() };
            let on_base = || SignedWay { length: -place.z, outward: -DVec3::Z };
            if place.z <= 0.0 && from_rim.x <= 0.0 {
                return Some(on_base());
            }
            if place.z > 0.0 && side <= 0.0 {
                return Some(if side > -place.z { on_side() } else { on_base() });
            }
            let share = from_rim.dot(slope) / square;
            if share > 0.0 && share < 1.0 {
                return Some(on_side());
            }
            let way = if share <= 0.0 { from_rim } else { dvec2(width, place.z - height) };
            let length = way.length();
            Some(SignedWay { length, outward: (radial * way.x).extend(way.y) / length })
        }
        ConvexCore::Point | ConvexCore::Segment { .. } | ConvexCore::Ellipsoid { .. } | ConvexCore::Hull { .. } => None,
    }
}

impl PlacedPair<'_> {
    /// The gap of a point from a segment, a box, a cylinder or a cone, and of two segments. `None` if the search
    /// must decide.
    #[inline]
    pub(super) fn form(&self) -> Option<CoreGap> {
        match self.cores() {
            [Some(ConvexCore::Segment { half: a }), Some(ConvexCore::Segment { half: b })] => {
                let points = self.on_segments([*a, *b]);
                self.measured(points, self.between(points))
            }
            [Some(ConvexCore::Point), Some(outer)] => {
                let near = nearest_point(outer, self.placed.b.transpose() * -self.placed.between)?;
                let points = [DVec3::ZERO, near.point];
                self.measured(points, self.placed.b * -near.outward).or_else(|| self.inside())
            }
            [Some(outer), Some(ConvexCore::Point)] => {
                let near = nearest_point(outer, self.placed.a.transpose() * self.placed.between)?;
                let points = [near.point, DVec3::ZERO];
                self.measured(points, self.placed.a * near.outward).or_else(|| self.inside())
            }
            _ => None,
        }
    }

    /// The vector between two points of the cores.
    #[inline]
    pub(super) fn between(&self, [a, b]: [DVec3; 2]) -> DVec3 {
        self.placed.between + self.placed.b * b - self.placed.a * a
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

    /// The gap, if a direction of any length proves that two points of the cores are the closest ones.
    #[inline]
    fn measured(&self, points: [DVec3; 2], direction: DVec3) -> Option<CoreGap> {
        let distance = self.between(points).length();
        if !(distance > self.rounding) {
            return None;
        }
        let normal = direction.try_normalize()?;
        let lead = normal.dot(self.supports().least(&self.placed, normal).vector);
        let (lower, upper) = (lead - self.rounding, distance + self.rounding);
        (distance - lead <= 2.0 * self.rounding).then_some(CoreGap { lower, upper, normal, points })
    }

    /// The closest points of two segments along the z axes of their bodies.
    #[inline]
    fn on_segments(&self, halves: [f64; 2]) -> [DVec3; 2] {
        let along = [self.placed.a.z_axis, self.placed.b.z_axis];
        closest_on_segments(along, halves, self.placed.between).map(|along| dvec3(0.0, 0.0, along))
    }
}

/// The places of the closest points of two segments, in metres from their middles. `along` are unit vectors, `between`
/// leads from the middle of the first to that of the second.
#[inline]
fn closest_on_segments([along_a, along_b]: [DVec3; 2], [half_a, half_b]: [f64; 2], between: DVec3) -> [f64; 2] {
    let (cosine, ahead_a, ahead_b) = (along_a.dot(along_b), along_a.dot(between), along_b.dot(between));
    let square = 1.0 - cosine * cosine;
    let on_a = if square > 0.0 { ((ahead_a - cosine * ahead_b) / square).clamp(-half_a, half_a) } else { 0.0 };
    let on_b = (on_a * cosine - ahead_b).clamp(-half_b, half_b);
    [(on_b * cosine + ahead_a).clamp(-half_a, half_a), on_b]
}

/// The point of a body that is closest to a point outside, and the direction from it to that point.
struct NearestOnBody {
    point: DVec3,
    /// Of any length. Taken from the surface where it is flat along a line: so close to the surface, the difference of
    /// the points is mostly rounding, and a long side loses much of the lead along a direction that is not across it.
    outward: DVec3,
}

/// The point of a segment, a box, a cylinder or a cone that is closest to a point. `None` for other bodies.
#[inline]
fn nearest_point(body: &ConvexCore, place: DVec3) -> Option<NearestOnBody> {
    // The coordinates in which the closest point agrees with the place differ by exactly zero.
    let clamped = |point: DVec3| NearestOnBody { point, outward: place - point };
    match body {
        ConvexCore::Segment { half } => Some(clamped(dvec3(0.0, 0.0, place.z.clamp(-half, *half)))),
        ConvexCore::Cuboid { half } => Some(clamped(place.clamp(-half, *half))),
        ConvexCore::Cylinder { radius, half } => {
            let across = place.truncate().clamp_length_max(*radius);
            Some(clamped(across.extend(place.z.clamp(-half, *half))))
        }
        ConvexCore::Cone { radius, height } => {
            let across = place.truncate();
            // In the half plane of the axis and the point: the closest point of the side.
            let (along, slope) = (dvec2(across.length() - radius, place.z), dvec2(-radius, *height));
            if place.z <= 0.0 && along.x < 0.0 {
                return Some(clamped(across.extend(0.0)));
            }
            let share = along.dot(slope) / slope.length_squared();
            let outward = across.try_normalize().unwrap_or(DVec2::X);
            let nearest = share.clamp(0.0, 1.0);
            let point = (outward * (radius * (1.0 - nearest))).extend(height * nearest);
            let found = clamped(point);
            let on_side = share == nearest && slope.perp_dot(along) < 0.0;
            let normal = (outward * *height).extend(*radius);
            Some(if on_side { NearestOnBody { outward: normal, ..found } } else { found })
        }
        ConvexCore::Point | ConvexCore::Ellipsoid { .. } | ConvexCore::Hull { .. } => None,
    }
}

/// Metres. At most the depth of a point in a body, up to rounding; not positive if it is not shown to be inside.
pub(super) fn depth_in(body: &ConvexCore, place: DVec3) -> f64 {
    match body {
        // In units of the half axes the ellipsoid is a ball, and the point is that far from its surface.
        ConvexCore::Ellipsoid { radii } => (1.0 - (place / *radii).length()) * radii.min_element(),
        ConvexCore::Cuboid { .. } | ConvexCore::Cylinder { .. } | ConvexCore::Cone { .. } => {
            shortest_exit(body, place).map_or(f64::NEG_INFINITY, |exit| exit.length)
        }
        ConvexCore::Point | ConvexCore::Segment { .. } | ConvexCore::Hull { .. } => f64::NEG_INFINITY,
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
