//! What the detailed phase knows about a body beforehand.
//!
//! Every body has a ball about its centre of mass that contains it in any orientation. Convex polyhedra have the zones
//! of their features besides, balls their radius, other bodies their convex parts. Bodies of one shape share all of it.

use crate::alone::TouchingBalls;
use crate::convex_parts::ConvexParts;
use crate::instant::{BodyDynamics, Outline, PreparedBodies};
use crate::tolerance::{BALL_EXCESS, REACH_ROUNDING};
use glam::DVec3;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use tangency_detect::{FeatureDistance, Prepared, ZoneFeature, Zones};
use tangency_geometry::{Convex, ConvexCore, Feature, Mesh, Motion, Polyhedron, Pose, Shape};
use tangency_interval::Interval;

/// The shape of a body about its centre of mass.
#[derive(Clone, Debug)]
pub(crate) struct BodyForm {
    /// Metres. The body lies within this distance of its centre of mass. Infinite for a half-space.
    pub(crate) reach: f64,
    pub(crate) kind: FormKind,
    /// The balls that touch it.
    pub(crate) balls: TouchingBalls,
    /// The convex parts of a ball or a polyhedron, made when they are first needed.
    parts: Arc<OnceLock<Option<Arc<ConvexParts>>>>,
}

/// The kind of shape, as the detailed phase distinguishes it.
#[derive(Clone, Debug)]
pub(crate) enum FormKind {
    /// A ball about the centre of mass, with this radius in metres.
    Ball(f64),
    /// A convex polyhedron.
    Hull(Arc<HullForm>),
    /// Another convex body, or several convex parts: capsules, rounded boxes, compounds of them.
    Parts(Arc<ConvexParts>),
    /// Everything else: the table of methods answers.
    Other,
}

/// A convex polyhedron about its centre of mass, and the names of its features.
#[derive(Debug)]
pub(crate) struct HullForm {
    pub(crate) zones: Arc<Zones>,
    /// The vertex of the given mesh for each vertex of the zones.
    vertices: Vec<u32>,
    mesh: Mesh,
    centre: DVec3,
}

impl BodyForm {
    /// The forms of all bodies.
    pub(crate) fn of_all(bodies: &PreparedBodies<'_>) -> Vec<Self> {
        let mut known: HashMap<(usize, [u64; 3]), Self> = HashMap::new();
        let form = |body: usize| {
            let prepared = &bodies.all[body].prepared;
            let centre = centre_of(bodies, body);
            let key = (Arc::as_ptr(prepared) as usize, centre.to_array().map(f64::to_bits));
            known.entry(key).or_insert_with(|| Self::new(prepared, centre)).clone()
        };
        (0..bodies.all.len()).map(form).collect()
    }

    fn new(prepared: &Prepared, centre: DVec3) -> Self {
        if let Some(radius) = ball(prepared, centre) {
            return Self::of_kind(radius, FormKind::Ball(radius), TouchingBalls::of(prepared, false));
        }
        if let Some(mesh) = prepared.shape().mesh() {
            let farthest = mesh.vertices().iter().map(|vertex| vertex.distance(centre)).fold(0.0, f64::max);
            let hull = match prepared.shape() {
                Shape::Polyhedron(polyhedron) => HullForm::new(polyhedron, centre),
                Shape::Mesh(_)
                | Shape::Parametric(_)
                | Shape::Implicit(_)
                | Shape::Convex(_)
                | Shape::Rounded(_)
                | Shape::HalfSpace(_)
                | Shape::HeightMap(_)
                | Shape::Compound(_) => None,
            };
            let kind = hull.map_or(FormKind::Other, |hull| FormKind::Hull(Arc::new(hull)));
            let balls = TouchingBalls::of(prepared, matches!(kind, FormKind::Hull(_)));
            return Self::of_kind(farthest * REACH_ROUNDING, kind, balls);
        }
        if let Some(parts) = ConvexParts::of(prepared.shape(), centre) {
            let reach = parts.reach() * REACH_ROUNDING;
            return Self::of_kind(reach, FormKind::Parts(Arc::new(parts)), TouchingBalls::of(prepared, false));
        }
        let middle = DVec3::from_array(prepared.bounding_box(Interval::ZERO).mid());
        let off = if middle.is_finite() { middle.distance(centre) } else { f64::INFINITY };
        let reach = (prepared.radius(Interval::ZERO) + off) * REACH_ROUNDING;
        Self::of_kind(reach, FormKind::Other, TouchingBalls::of(prepared, false))
    }

    fn of_kind(reach: f64, kind: FormKind, balls: TouchingBalls) -> Self {
        Self { reach, kind, balls, parts: Arc::default() }
    }
}

impl BodyForm {
    /// The convex parts of this body; `None` for the table of methods. They are about the centre of mass.
    pub(crate) fn parts(&self, bodies: &PreparedBodies<'_>, body: usize) -> Option<Arc<ConvexParts>> {
        match &self.kind {
            FormKind::Parts(parts) => Some(Arc::clone(parts)),
            FormKind::Other => None,
            FormKind::Ball(_) | FormKind::Hull(_) => {
                let centre = centre_of(bodies, body);
                let made = || ConvexParts::of(bodies.all[body].prepared.shape(), centre).map(Arc::new);
                self.parts.get_or_init(made).clone()
            }
        }
    }

    /// What is known of the outline of this body.
    pub(crate) fn outline(&self, bodies: &PreparedBodies<'_>, body: usize) -> Outline {
        let shape = bodies.all[body].prepared.shape();
        match (&self.kind, shape) {
            (FormKind::Hull(_), _) => Outline::Hull,
            (FormKind::Ball(_), _) => Outline::Ball,
            (FormKind::Other, Shape::HalfSpace(_)) => match &*bodies.kinds[body] {
                BodyDynamics::Driven(motion) if matches!(**motion, Motion::Still(_)) => Outline::Plane,
                BodyDynamics::Driven(_) | BodyDynamics::Free { .. } => Outline::Other,
            },
            (FormKind::Other, _) if shape.mesh().is_some() => Outline::Facets,
            (FormKind::Parts(_) | FormKind::Other, _) if self.balls.holds() => Outline::Round,
            (FormKind::Parts(_) | FormKind::Other, _) => Outline::Other,
        }
    }
}

/// The centre of mass of a body in its frame, or the origin.
fn centre_of(bodies: &PreparedBodies<'_>, body: usize) -> DVec3 {
    match &*bodies.kinds[body] {
        BodyDynamics::Free { inertia, .. } => inertia.centre(),
        BodyDynamics::Driven(_) => DVec3::ZERO,
    }
}

/// The radius of a body that is a ball about this point.
fn ball(prepared: &Prepared, centre: DVec3) -> Option<f64> {
    let of = |convex: &Convex, excess: f64| {
        let middle = convex.frame().translation();
        let round = match convex.core() {
            ConvexCore::Point => true,
            ConvexCore::Segment { .. }
            | ConvexCore::Cuboid { .. }
            | ConvexCore::Cylinder { .. }
            | ConvexCore::Cone { .. }
            | ConvexCore::Ellipsoid { .. }
            | ConvexCore::Hull { .. } => false,
        };
        let radius = convex.radius();
        (round && middle.distance(centre) <= BALL_EXCESS * radius && excess <= BALL_EXCESS * radius).then_some(radius)
    };
    match prepared.shape() {
        Shape::Convex(convex) => of(convex, 0.0),
        Shape::Parametric(_) | Shape::Implicit(_) => {
            prepared.primitive().and_then(|(convex, excess)| of(convex, excess))
        }
        Shape::Polyhedron(_)
        | Shape::Mesh(_)
        | Shape::Rounded(_)
        | Shape::HalfSpace(_)
        | Shape::HeightMap(_)
        | Shape::Compound(_) => None,
    }
}

impl HullForm {
    /// `None` if the polyhedron is not convex.
    fn new(polyhedron: &Polyhedron, centre: DVec3) -> Option<Self> {
        let mesh = polyhedron.mesh();
        let moved: Vec<DVec3> = mesh.vertices().iter().map(|vertex| *vertex - centre).collect();
        let about = Polyhedron::new(Mesh::new(moved.clone(), mesh.triangles().to_vec()).ok()?).ok()?;
        let zones = Zones::of_polyhedron(&about).ok()?;
        let bits = |point: &DVec3| point.to_array().map(f64::to_bits);
        let places: HashMap<[u64; 3], u32> = moved.iter().zip(0..).map(|(point, index)| (bits(point), index)).collect();
        let vertices = zones.vertices().iter().map(|point| places.get(&bits(point)).copied()).collect::<Option<_>>()?;
        Some(Self { zones: Arc::new(zones), vertices, mesh: mesh.clone(), centre })
    }

    /// The feature of the given mesh that a feature of the zones is, with the position of a point on it.
    pub(crate) fn named(&self, feature: ZoneFeature, point: DVec3) -> Feature {
        let point = point + self.centre;
        match feature {
            ZoneFeature::Vertex(vertex) => Feature::Vertex(self.vertices[vertex as usize]),
            ZoneFeature::Edge(edge) => self.named_edge(edge, point),
            ZoneFeature::Face(face) => self.named_face(face, point),
        }
    }

    /// The face whose outward normal is closest to a direction of the body's frame, with the position of a point on it.
    pub(crate) fn named_towards(&self, direction: DVec3, point: DVec3) -> Feature {
        let along = |face: u32| self.zones.face_normal(face).map_or(f64::NEG_INFINITY, |normal| normal.dot(direction));
        let best = (0..self.zones.face_count() as u32).max_by(|left, right| along(*left).total_cmp(&along(*right)));
        self.named_face(best.unwrap_or(0), point + self.centre)
    }

    /// The normal of the face that is closest to a direction of the body's frame.
    pub(crate) fn face_towards(&self, direction: DVec3) -> Option<DVec3> {
        let normals = (0..self.zones.face_count() as u32).filter_map(|face| self.zones.face_normal(face));
        normals.max_by(|left, right| left.dot(direction).total_cmp(&right.dot(direction)))
    }

    /// The unit vector along an edge of the zones.
    pub(crate) fn edge_direction(&self, edge: u32) -> Option<DVec3> {
        let [from, to] = self.zones.edge_ends(edge)?.map(|end| self.zones.vertices()[end as usize]);
        (to - from).try_normalize()
    }

    /// The pose of the zones, for that of the body's frame.
    pub(crate) fn about_centre(&self, pose: &Pose) -> Option<Pose> {
        Pose::new(pose.rotation(), pose.apply(self.centre)).ok()
    }

    /// The vertices in the frame of the body.
    pub(crate) fn mesh_vertices(&self) -> &[DVec3] {
        self.mesh.vertices()
    }

    /// The feature of the given mesh that two vertices of the zones span, with the position of a point on it.
    pub(crate) fn named_side(&self, [from, to]: [usize; 2], point: DVec3) -> Option<Feature> {
        let [a, b] = [self.vertices[from], self.vertices[to]];
        let index = self.mesh.edge_between(a, b)?;
        let [from, to] = [a.min(b), a.max(b)].map(|vertex| self.mesh.vertices()[vertex as usize]);
        let parameter = ((point + self.centre - from).dot(to - from) / (to - from).length_squared()).clamp(0.0, 1.0);
        Some(Feature::Edge { index, parameter })
    }

    fn named_edge(&self, edge: u32, point: DVec3) -> Feature {
        let Some(ends) = self.zones.edge_ends(edge) else { return Feature::Vertex(0) };
        let [a, b] = ends.map(|end| self.vertices[end as usize]);
        let [first, second] = [a.min(b), a.max(b)];
        let Some(index) = self.mesh.edge_between(first, second) else { return Feature::Vertex(first) };
        let [from, to] = [first, second].map(|vertex| self.mesh.vertices()[vertex as usize]);
        let parameter = ((point - from).dot(to - from) / (to - from).length_squared()).clamp(0.0, 1.0);
        Feature::Edge { index, parameter }
    }

    /// The triangle of the face that holds the point: the one whose smallest weight is the largest.
    fn named_face(&self, face: u32, point: DVec3) -> Feature {
        let normal = self.zones.face_normal(face).unwrap_or(DVec3::Z);
        let mut best = (f64::NEG_INFINITY, Feature::Vertex(0));
        for index in 0..self.mesh.triangles().len() {
            let [a, b, c] = self.mesh.corners(index);
            let across = (b - a).cross(c - a);
            if across.normalize_or_zero().dot(normal) < 0.999 {
                continue;
            }
            let weight = |from: DVec3, to: DVec3| (to - from).cross(point - from).dot(across) / across.length_squared();
            let weights = [weight(b, c), weight(c, a), weight(a, b)];
            let least = weights.iter().copied().fold(f64::INFINITY, f64::min);
            if least > best.0 {
                best = (least, Feature::Face { index: index as u32, weights });
            }
        }
        best.1
    }
}

/// Whether two closest features touch in a single point: not a face with an edge or a face.
pub(crate) fn is_single(found: &FeatureDistance) -> bool {
    matches!(
        found.features,
        [ZoneFeature::Vertex(_), _] | [_, ZoneFeature::Vertex(_)] | [ZoneFeature::Edge(_), ZoneFeature::Edge(_)]
    )
}
