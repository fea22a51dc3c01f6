//! A body as convex parts: capsules, rounded boxes, and compounds of such parts.
//!
//! **Question.** Two bodies are unions of convex parts. What does the advancement of their parts ([`crate::part_pairs`])
//! need of each?
//!
//! **Idea.** Every part is a core and a radius about it, placed about the centre of mass of its body. A core that is the
//! hull of a few points has its corners, which move on known arcs when the body turns. The others have a support function.
//!
//! **Guarantee.** The union of the parts is the body, up to the rounding of their places.
//!
//! **Source.** Dworkin 1994, appendix J.1: concave bodies as several convex ones.

use crate::tolerance::{CENTRED, FEATURE_NEAR, LEAD_VERTICES, REACH_ROUNDING, SAME_NORMAL};
use glam::{DVec2, DVec3};
use std::sync::Arc;
use tangency_detect::{PreparedConvex, Zones};
use tangency_geometry::{Convex, ConvexCore, ConvexHull, Feature, Mesh, Polyhedron, Pose, Shape};

/// The convex parts of a body, about its centre of mass.
#[derive(Debug)]
pub(crate) struct ConvexParts {
    parts: Vec<ConvexPart>,
    centre: DVec3,
}

/// A convex part of a body, about the centre of mass of the body.
#[derive(Debug)]
pub(crate) struct ConvexPart {
    pub(crate) convex: Arc<PreparedConvex>,
    /// Metres. The core lies within this distance of the centre of mass.
    pub(crate) reach: f64,
    /// The corners of a core that is the hull of a few points.
    pub(crate) corners: Option<Vec<DVec3>>,
}

impl ConvexParts {
    /// `None` if a part is not known to be convex.
    pub(crate) fn of(shape: &Shape, centre: DVec3) -> Option<Self> {
        let part = |shape: &Shape| convex_of(shape).and_then(|convex| ConvexPart::new(convex, centre));
        let parts = match shape {
            Shape::Compound(compound) => compound.parts().iter().map(|one| part(one.shape())).collect::<Option<_>>()?,
            Shape::Polyhedron(_)
            | Shape::Mesh(_)
            | Shape::Parametric(_)
            | Shape::Implicit(_)
            | Shape::Convex(_)
            | Shape::Rounded(_)
            | Shape::HalfSpace(_)
            | Shape::HeightMap(_) => vec![part(shape)?],
        };
        Some(Self { parts, centre })
    }

    pub(crate) fn all(&self) -> &[ConvexPart] {
        &self.parts
    }

    /// Metres. The body lies within this distance of its centre of mass.
    pub(crate) fn reach(&self) -> f64 {
        self.parts.iter().map(|part| part.reach + part.radius()).fold(0.0, f64::max)
    }

    /// The pose of the centre of mass' frame, as that of the body's frame gives it.
    pub(crate) fn to_body(&self, point: DVec3) -> DVec3 {
        point + self.centre
    }
}

impl ConvexPart {
    fn new(convex: Convex, centre: DVec3) -> Option<Self> {
        // A body about its centre of mass stays about the origin, so that its closed forms apply.
        let off = centre.distance(convex.frame().translation()) > CENTRED * convex.reach();
        let about = if off || convex.frame().rotation() != glam::DQuat::IDENTITY {
            convex.placed(&Pose::translated(-centre).ok()?)
        } else {
            unplaced(convex)
        };
        let corners = corners_of(&about).filter(|all| all.len() <= LEAD_VERTICES);
        let reach = match &corners {
            Some(all) => all.iter().map(|corner| corner.length()).fold(0.0, f64::max),
            None => about.reach() - about.radius(),
        };
        Some(Self { convex: Arc::new(PreparedConvex::new(about)), reach: reach * REACH_ROUNDING, corners })
    }

    /// Metres. The radius about the core.
    pub(crate) fn radius(&self) -> f64 {
        self.convex.shape().radius()
    }

    /// How far the part reaches along a unit vector, from the centre of mass.
    pub(crate) fn height(&self, along: DVec3) -> f64 {
        match &self.corners {
            Some(corners) => {
                self.radius() + corners.iter().map(|corner| along.dot(*corner)).fold(f64::NEG_INFINITY, f64::max)
            }
            None => along.dot(self.convex.shape().farthest(along)),
        }
    }

    /// Points of the surface among which are the farthest ones along a unit vector: corners, points of rims.
    pub(crate) fn outline(&self, along: DVec3) -> Vec<DVec3> {
        let shape = self.convex.shape();
        let grown = |point: DVec3| point + shape.radius() * along;
        if let Some(corners) = &self.corners {
            return corners.iter().copied().map(grown).collect();
        }
        let frame = shape.frame();
        let lateral = (frame.rotation().inverse() * along).truncate().normalize_or(DVec2::X);
        let rim = |radius: f64, height: f64| {
            [lateral, lateral.perp(), -lateral, -lateral.perp()].map(|side| (radius * side).extend(height))
        };
        let placed = |points: Vec<DVec3>| points.into_iter().map(|point| grown(frame.apply(point))).collect();
        match shape.core() {
            ConvexCore::Cylinder { radius, half } => placed([rim(*radius, *half), rim(*radius, -half)].concat()),
            ConvexCore::Cone { radius, height } => {
                let mut points = rim(*radius, 0.0).to_vec();
                points.push(DVec3::new(0.0, 0.0, *height));
                placed(points)
            }
            ConvexCore::Hull { points } => points.iter().map(|point| grown(frame.apply(*point))).collect(),
            ConvexCore::Point
            | ConvexCore::Segment { .. }
            | ConvexCore::Cuboid { .. }
            | ConvexCore::Ellipsoid { .. } => vec![shape.farthest(along)],
        }
    }
}

/// The convex body that a shape is; `None` if it is not known to be one.
fn convex_of(shape: &Shape) -> Option<Convex> {
    match shape {
        Shape::Convex(convex) => Some(convex.clone()),
        Shape::Polyhedron(polyhedron) => of_polyhedron(polyhedron),
        Shape::Rounded(rounded) => match rounded.core() {
            Shape::Polyhedron(core) => of_polyhedron(core)?.rounded(rounded.radius()).ok(),
            Shape::Mesh(_)
            | Shape::Parametric(_)
            | Shape::Implicit(_)
            | Shape::Convex(_)
            | Shape::Rounded(_)
            | Shape::HalfSpace(_)
            | Shape::HeightMap(_)
            | Shape::Compound(_) => None,
        },
        Shape::Parametric(brep) => brep.convex().cloned(),
        Shape::Mesh(_) | Shape::Implicit(_) | Shape::HalfSpace(_) | Shape::HeightMap(_) | Shape::Compound(_) => None,
    }
}

fn of_polyhedron(polyhedron: &Polyhedron) -> Option<Convex> {
    let is_convex = Zones::of_polyhedron(polyhedron).is_ok();
    is_convex.then(|| Convex::hull(polyhedron.mesh().vertices().to_vec()).ok())?
}

/// The same body about the origin.
fn unplaced(convex: Convex) -> Convex {
    match convex.frame().inverse() {
        back if back == Pose::IDENTITY => convex,
        back => convex.placed(&back),
    }
}

/// The corners of the core, in the frame of the body; `None` if the core is no hull of points.
fn corners_of(convex: &Convex) -> Option<Vec<DVec3>> {
    let corners: Vec<DVec3> = match convex.core() {
        ConvexCore::Point => vec![DVec3::ZERO],
        ConvexCore::Segment { half } => vec![DVec3::new(0.0, 0.0, *half), DVec3::new(0.0, 0.0, -half)],
        ConvexCore::Cuboid { half } => (0..8_u32)
            .map(|bits| half * DVec3::from_array([1, 2, 4].map(|bit| if bits & bit == 0 { -1.0 } else { 1.0 })))
            .collect(),
        ConvexCore::Hull { points } => match ConvexHull::of(points) {
            Ok(hull) => hull.mesh().vertices().to_vec(),
            Err(_) => points.to_vec(),
        },
        ConvexCore::Cylinder { .. } | ConvexCore::Cone { .. } | ConvexCore::Ellipsoid { .. } => return None,
    };
    Some(corners.into_iter().map(|corner| convex.frame().apply(corner)).collect())
}

/// The feature of a part of a shape at a point of its surface with an outward direction, both in the frame of the shape.
pub(crate) fn feature_of(shape: &Shape, part: usize, point: DVec3, outward: DVec3) -> Feature {
    match shape {
        Shape::Compound(compound) => {
            let Some(one) = compound.parts().get(part) else { return Feature::Part(0) };
            compound.feature_of_part(part, feature_of(one.shape(), 0, point, outward))
        }
        Shape::Convex(convex) => convex.feature_at(point),
        Shape::Parametric(brep) => brep.primitive_feature(point).unwrap_or(Feature::Part(0)),
        Shape::Polyhedron(polyhedron) => feature_of_mesh(polyhedron.mesh(), point, outward),
        Shape::Rounded(rounded) => feature_of_mesh(rounded.mesh(), point - rounded.radius() * outward, outward),
        Shape::Mesh(_) | Shape::Implicit(_) | Shape::HalfSpace(_) | Shape::HeightMap(_) => Feature::Part(0),
    }
}

/// The feature of a convex mesh at a point: a vertex, else a face towards the direction, else an edge.
fn feature_of_mesh(mesh: &Mesh, point: DVec3, outward: DVec3) -> Feature {
    let near = FEATURE_NEAR * mesh.reach();
    let closest = mesh.vertices().iter().map(|vertex| vertex.distance(point)).enumerate();
    let (vertex, distance) = closest.min_by(|left, right| left.1.total_cmp(&right.1)).unwrap_or((0, 0.0));
    if distance <= near {
        return Feature::Vertex(vertex as u32);
    }
    let mut best = (f64::NEG_INFINITY, 0.0, 0, [0.0; 3]);
    for index in 0..mesh.triangles().len() {
        let [a, b, c] = mesh.corners(index);
        let across = (b - a).cross(c - a);
        let Some(normal) = across.try_normalize() else { continue };
        if normal.dot(point - a).abs() > near {
            continue;
        }
        let weight = |from: DVec3, to: DVec3| (to - from).cross(point - from).dot(across) / across.length_squared();
        let weights = [weight(b, c), weight(c, a), weight(a, b)];
        // Of two faces at an edge, the one that faces the other body more.
        let facing = normal.dot(outward);
        let inside = weights.iter().copied().fold(f64::INFINITY, f64::min).min(0.0);
        if (inside, facing) > (best.0, best.1) {
            best = (inside, facing, index, weights);
        }
    }
    let (inside, facing, index, weights) = best;
    if inside == f64::NEG_INFINITY {
        return Feature::Vertex(vertex as u32);
    }
    let face = Feature::Face { index: index as u32, weights };
    if facing > SAME_NORMAL {
        return face;
    }
    // The side opposite to the corner with the smallest weight.
    let corner = (0..3).min_by(|left, right| weights[*left].total_cmp(&weights[*right])).unwrap_or(0);
    let corners = mesh.triangles()[index];
    let [a, b] = [corners[(corner + 1) % 3], corners[(corner + 2) % 3]];
    let [from, to] = [a.min(b), a.max(b)].map(|end| mesh.vertices()[end as usize]);
    let parameter = ((point - from).dot(to - from) / (to - from).length_squared()).clamp(0.0, 1.0);
    let off = point.distance(from + parameter * (to - from));
    match mesh.edge_between(a, b) {
        Some(index) if off <= near => Feature::Edge { index, parameter },
        Some(_) | None => face,
    }
}
