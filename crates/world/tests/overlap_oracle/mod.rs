//! How far two bodies at rest are apart, without any code of the detection.
//!
//! Convex polyhedra by separating axes: the normals of all faces and the cross products of all edges. The largest
//! separation along an axis is minus the depth of the overlap if they overlap, and at most the distance if they do not.
//! Bodies of several convex parts by all pairs of them. Balls and half-spaces by closed forms, a ball and a polyhedron by the closest point of all triangles. The error is
//! that of a few dozen roundings, some 1e-15 m for bodies of a metre.
#![allow(dead_code, reason = "every user asks a part of it")]

use glam::{DQuat, DVec3};
use tangency_geometry::{Convex, ConvexCore, HalfSpace, Mesh, Motion, Placement, Shape};

/// A body in its own frame.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    Ball {
        centre: DVec3,
        radius: f64,
    },
    Hull(Hull),
    /// All points below the offset along the normal.
    Below {
        normal: DVec3,
        offset: f64,
    },
}

/// A convex polyhedron.
#[derive(Clone, Debug)]
pub(crate) struct Hull {
    vertices: Vec<DVec3>,
    triangles: Vec<[DVec3; 3]>,
    normals: Vec<DVec3>,
    edges: Vec<DVec3>,
}

/// A position and an orientation.
pub(crate) type Place = (DQuat, DVec3);

/// Where a motion is at an instant; `None` for a motion of vertices.
pub(crate) fn place(motion: &Motion, time: f64) -> Option<Place> {
    let Placement::Pose(pose) = motion.at(time) else { return None };
    Some((pose.rotation(), pose.translation()))
}

impl Body {
    /// `None` if the oracle does not know the shape.
    pub(crate) fn of(shape: &Shape) -> Option<Self> {
        match shape {
            Shape::Convex(convex) => Self::of_convex(convex),
            Shape::HalfSpace(half) => Some(Self::of_half_space(half)),
            Shape::Polyhedron(polyhedron) => Some(Self::Hull(Hull::of(polyhedron.mesh()))),
            Shape::Mesh(_)
            | Shape::Parametric(_)
            | Shape::Implicit(_)
            | Shape::Rounded(_)
            | Shape::HeightMap(_)
            | Shape::Compound(_) => None,
        }
    }

    fn of_convex(convex: &Convex) -> Option<Self> {
        match convex.core() {
            ConvexCore::Point => Some(Self::Ball { centre: convex.frame().translation(), radius: convex.radius() }),
            ConvexCore::Cuboid { .. } if convex.radius() == 0.0 => {
                let mesh = convex.core_shape().ok()?.mesh()?.transformed(convex.frame()).ok()?;
                Some(Self::Hull(Hull::of(&mesh)))
            }
            ConvexCore::Cuboid { .. }
            | ConvexCore::Segment { .. }
            | ConvexCore::Cylinder { .. }
            | ConvexCore::Cone { .. }
            | ConvexCore::Ellipsoid { .. }
            | ConvexCore::Hull { .. } => None,
        }
    }

    /// The convex parts of a compound, or the only part of another shape.
    pub(crate) fn parts_of(shape: &Shape) -> Option<Vec<Self>> {
        if let Shape::Compound(compound) = shape {
            return compound.parts().iter().map(|part| Self::of(part.shape())).collect();
        }
        Some(vec![Self::of(shape)?])
    }

    fn of_half_space(half: &HalfSpace) -> Self {
        let (turn, at) = (half.frame().rotation(), half.frame().translation());
        Self::Below { normal: turn * DVec3::Z, offset: at.dot(turn * DVec3::Z) }
    }

    /// Metres. All points of the body lie within this distance of the origin of its frame.
    pub(crate) fn reach(&self) -> f64 {
        match self {
            Self::Ball { centre, radius } => centre.length() + radius,
            Self::Hull(hull) => hull.vertices.iter().map(|vertex| vertex.length()).fold(0.0, f64::max),
            Self::Below { .. } => f64::INFINITY,
        }
    }
}

impl Hull {
    fn of(mesh: &Mesh) -> Self {
        let triangles: Vec<[DVec3; 3]> = (0..mesh.triangles().len()).map(|index| mesh.corners(index)).collect();
        let mut normals: Vec<DVec3> = Vec::new();
        let mut edges: Vec<DVec3> = Vec::new();
        for [a, b, c] in &triangles {
            let normal = (*b - *a).cross(*c - *a).normalize();
            if !normals.iter().any(|known| known.dot(normal) > 1.0 - 1e-14) {
                normals.push(normal);
            }
            for side in [*b - *a, *c - *b, *a - *c].map(DVec3::normalize) {
                if !edges.iter().any(|known| known.dot(side).abs() > 1.0 - 1e-14) {
                    edges.push(side);
                }
            }
        }
        Self { vertices: mesh.vertices().to_vec(), triangles, normals, edges }
    }

    /// The largest separation along an axis, in the frame of the first hull. The search ends at the first axis that
    /// separates by more than `enough`.
    fn separation(&self, other: &Self, (turn, shift): Place, enough: f64) -> f64 {
        let moved: Vec<DVec3> = other.vertices.iter().map(|vertex| turn * *vertex + shift).collect();
        let least =
            |points: &[DVec3], axis: DVec3| points.iter().map(|point| axis.dot(*point)).fold(f64::INFINITY, f64::min);
        let along = |axis: DVec3| least(&moved, axis) + least(&self.vertices, -axis);
        let mut best = along(shift.normalize_or(DVec3::X));
        let mut tried = |axis: DVec3| {
            best = best.max(along(axis));
            best > enough
        };
        let [middle, other_middle] =
            [&self.vertices, &moved].map(|points| points.iter().copied().sum::<DVec3>() / points.len() as f64);
        if tried((other_middle - middle).normalize_or(DVec3::X)) {
            return best;
        }
        let of_faces = self.normals.iter().copied().chain(other.normals.iter().map(|normal| turn * -*normal));
        for axis in of_faces {
            if tried(axis) {
                return best;
            }
        }
        let turned: Vec<DVec3> = other.edges.iter().map(|edge| turn * *edge).collect();
        for edge in &self.edges {
            for other_edge in &turned {
                // Of nearly parallel edges the axis is that of a face.
                let Some(axis) = edge.cross(*other_edge).try_normalize() else { continue };
                if tried(axis) || tried(-axis) {
                    return best;
                }
            }
        }
        best
    }

    /// The distance of a point from the surface, negative inside.
    fn distance(&self, point: DVec3) -> f64 {
        let outside = self.triangles.iter().map(|[a, b, c]| (*b - *a).cross(*c - *a).normalize().dot(point - *a));
        let deepest = outside.fold(f64::NEG_INFINITY, f64::max);
        if deepest <= 0.0 {
            return deepest;
        }
        self.triangles.iter().map(|triangle| from_triangle(triangle, point)).fold(f64::INFINITY, f64::min)
    }
}

/// The distance of a point from a triangle: above it, or to the nearest side.
fn from_triangle(corners: &[DVec3; 3], point: DVec3) -> f64 {
    let [a, b, c] = *corners;
    let normal = (b - a).cross(c - a).normalize();
    let sides = [[a, b], [b, c], [c, a]];
    if sides.iter().all(|[from, to]| (*to - *from).cross(point - *from).dot(normal) >= 0.0) {
        return normal.dot(point - a).abs();
    }
    let to_side = |[from, to]: [DVec3; 2]| {
        let along = to - from;
        let share = ((point - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        point.distance(from + share * along)
    };
    sides.map(to_side).into_iter().fold(f64::INFINITY, f64::min)
}

/// How far two bodies are apart, m: at most the distance; minus the depth if they overlap. What is more than `enough`
/// may be less than the distance by any amount.
pub(crate) fn separation(bodies: [&Body; 2], places: [Place; 2], enough: f64) -> f64 {
    let [(turn_a, at_a), (turn_b, at_b)] = places;
    let into_a = |point: DVec3| turn_a.inverse() * (point - at_a);
    let into_b = |point: DVec3| turn_b.inverse() * (point - at_b);
    match bodies {
        [Body::Ball { centre: a, radius: first }, Body::Ball { centre: b, radius: second }] => {
            (turn_a * *a + at_a).distance(turn_b * *b + at_b) - first - second
        }
        [Body::Ball { centre, radius }, Body::Hull(hull)] => hull.distance(into_b(turn_a * *centre + at_a)) - radius,
        [Body::Hull(hull), Body::Ball { centre, radius }] => hull.distance(into_a(turn_b * *centre + at_b)) - radius,
        [Body::Hull(a), Body::Hull(b)] => a.separation(b, (turn_a.inverse() * turn_b, into_a(at_b)), enough),
        [Body::Below { normal, offset }, other] => above((*normal, *offset), places[0], other, places[1]),
        [other, Body::Below { normal, offset }] => above((*normal, *offset), places[1], other, places[0]),
    }
}

/// [`separation`] of two bodies of several parts.
pub(crate) fn separation_of_parts(bodies: [&[Body]; 2], places: [Place; 2], enough: f64) -> f64 {
    let of_first =
        |a: &Body| bodies[1].iter().map(|b| separation([a, b], places, enough)).fold(f64::INFINITY, f64::min);
    bodies[0].iter().map(of_first).fold(f64::INFINITY, f64::min)
}

/// The height of a body above a half-space.
fn above((normal, offset): (DVec3, f64), (turn, at): Place, body: &Body, (body_turn, body_at): Place) -> f64 {
    let up = turn * normal;
    let height = |local: DVec3| up.dot(body_turn * local + body_at - at) - offset;
    match body {
        Body::Ball { centre, radius } => height(*centre) - radius,
        Body::Hull(hull) => hull.vertices.iter().map(|vertex| height(*vertex)).fold(f64::INFINITY, f64::min),
        Body::Below { .. } => f64::INFINITY,
    }
}

/// Pairs of bodies whose balls about their places come closer than a margin, by a sweep along x. Unbounded bodies are
/// paired with all others.
pub(crate) fn near(places: &[Place], reaches: &[f64], margin: f64) -> Vec<[usize; 2]> {
    let mut order: Vec<usize> = (0..places.len()).filter(|&body| reaches[body].is_finite()).collect();
    order.sort_by(|&a, &b| (places[a].1.x - reaches[a]).total_cmp(&(places[b].1.x - reaches[b])));
    let mut pairs = Vec::new();
    for (index, &a) in order.iter().enumerate() {
        let end = places[a].1.x + reaches[a] + margin;
        for &b in order[index + 1..].iter().take_while(|&&b| places[b].1.x - reaches[b] <= end) {
            if places[a].1.distance_squared(places[b].1) <= (reaches[a] + reaches[b] + margin).powi(2) {
                pairs.push([a.min(b), a.max(b)]);
            }
        }
    }
    for wall in (0..places.len()).filter(|&body| reaches[body].is_infinite()) {
        pairs.extend(order.iter().map(|&body| [wall.min(body), wall.max(body)]));
    }
    pairs
}
