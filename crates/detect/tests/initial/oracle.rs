//! The two bodies of a case in the form that each method takes, and simple geometry to check the answers.

use glam::{DQuat, DVec3};
use robust::{Coord3D, orient3d};
use tangency_detect::{FirstContact, Moving, Query, Verdict, first_contact};
use tangency_geometry::{Contact, Feature, Linear, Mesh, Motion, Pose, Rigid, Shape, Vertexwise};

/// The method that answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MeshMethod {
    /// Both bodies between exact frames, all features at once.
    Frames,
    /// As `Frames`, with a budget: features in the order of time.
    Ordered,
    /// One body between frames, one rotated, so that its positions are only enclosed.
    Enclosed,
    /// One body between frames, one that turns.
    Curved,
    /// Both bodies rigid, one turns.
    Rigid,
}

pub(crate) const MESH_METHODS: [MeshMethod; 5] =
    [MeshMethod::Frames, MeshMethod::Ordered, MeshMethod::Enclosed, MeshMethod::Curved, MeshMethod::Rigid];

/// A shape and its pose at the start.
pub(crate) struct PlacedShape {
    pub(crate) shape: Shape,
    pub(crate) pose: Pose,
}

impl PlacedShape {
    pub(crate) fn new(shape: Shape, turn: DQuat, place: DVec3) -> Self {
        Self { shape, pose: Pose::new(turn.normalize(), place).unwrap() }
    }

    /// The mesh at the start, in the world frame, in floating point.
    pub(crate) fn mesh(&self) -> Mesh {
        self.shape.mesh().unwrap().transformed(&self.pose).unwrap()
    }

    /// The body between two equal frames.
    fn framed(&self) -> Moving {
        let frame = self.mesh().vertices().to_vec();
        let motion = Vertexwise::new(vec![0.0, 1.0], vec![frame.clone(), frame]).unwrap();
        Moving::new(self.shape.clone(), Motion::Vertexwise(motion)).unwrap()
    }

    fn turned(&self) -> Moving {
        Moving::new(self.shape.clone(), Motion::Linear(Linear::new(self.pose, DVec3::ZERO).unwrap())).unwrap()
    }

    fn turning(&self) -> Moving {
        let motion = Rigid::new(self.pose, DVec3::ZERO, DVec3::new(0.1, 0.2, 0.3)).unwrap();
        Moving::new(self.shape.clone(), Motion::Rigid(motion)).unwrap()
    }
}

impl MeshMethod {
    pub(crate) fn bodies(self, a: &PlacedShape, b: &PlacedShape) -> [Moving; 2] {
        match self {
            Self::Frames | Self::Ordered => [a.framed(), b.framed()],
            Self::Enclosed => [a.framed(), b.turned()],
            Self::Curved => [a.framed(), b.turning()],
            Self::Rigid => [a.turned(), b.turning()],
        }
    }

    pub(crate) fn query(self, separation: f64) -> Query {
        let budget = (self == Self::Ordered).then_some(1 << 40);
        Query { budget, separation, ..Query::default() }
    }

    /// The verdict of the method.
    pub(crate) fn ask(self, a: &PlacedShape, b: &PlacedShape, separation: f64) -> Verdict {
        let [a, b] = self.bodies(a, b);
        first_contact(&a, &b, &self.query(separation)).unwrap().verdict
    }

    pub(crate) fn touch(self, a: &PlacedShape, b: &PlacedShape, separation: f64) -> FirstContact {
        match self.ask(a, b, separation) {
            Verdict::Touch(first) => first,
            other @ (Verdict::Clear { .. } | Verdict::Open { .. }) => panic!("{self:?}: {other:?}"),
        }
    }
}

/// Shewchuk's exact sign: positive if `d` is below the plane through `a`, `b`, `c`.
pub(crate) fn volume([a, b, c, d]: [DVec3; 4]) -> f64 {
    let exact = |p: DVec3| Coord3D { x: p.x, y: p.y, z: p.z };
    orient3d(exact(a), exact(b), exact(c), exact(d))
}

/// The point at which a segment pierces the interior of a triangle, decided by exact signs.
pub(crate) fn crossing([p, q]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> Option<DVec3> {
    let sides = [volume([a, b, c, p]), volume([a, b, c, q])];
    let around = [volume([p, q, a, b]), volume([p, q, b, c]), volume([p, q, c, a])];
    let inside = around.iter().all(|&side| side > 0.0) || around.iter().all(|&side| side < 0.0);
    (sides[0] * sides[1] < 0.0 && inside).then(|| p + (q - p) * (sides[0] / (sides[0] - sides[1])))
}

/// All crossings of edges of `x` with faces of `y`: edge, face and point.
pub(crate) fn crossings(x: &Mesh, y: &Mesh) -> Vec<(u32, u32, DVec3)> {
    let mut all = Vec::new();
    for (edge, ends) in x.edges().iter().enumerate() {
        for face in 0..y.triangles().len() {
            let ends = ends.map(|end| x.vertices()[end as usize]);
            all.extend(crossing(ends, y.corners(face)).map(|place| (edge as u32, face as u32, place)));
        }
    }
    all
}

/// The distance of a point to a triangle, as the minimum over its interior, sides and corners.
pub(crate) fn distance_to_triangle(point: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    let to_segment = |p: DVec3, q: DVec3| {
        let along = q - p;
        let share = ((point - p).dot(along) / along.length_squared().max(1e-300)).clamp(0.0, 1.0);
        point.distance(p + share * along)
    };
    let border = to_segment(a, b).min(to_segment(b, c)).min(to_segment(c, a));
    let normal = (b - a).cross(c - a);
    let over = [[a, b], [b, c], [c, a]].iter().all(|&[p, q]| (q - p).cross(point - p).dot(normal) >= 0.0);
    if over && normal.length() > 0.0 { border.min(normal.normalize().dot(point - a).abs()) } else { border }
}

pub(crate) fn distance_to_mesh(point: DVec3, mesh: &Mesh) -> f64 {
    let all = (0..mesh.triangles().len()).map(|index| distance_to_triangle(point, mesh.corners(index)));
    all.fold(f64::INFINITY, f64::min)
}

/// The point that a feature names.
pub(crate) fn place(mesh: &Mesh, feature: Feature) -> DVec3 {
    let vertex = |index: u32| mesh.vertices()[index as usize];
    match feature {
        Feature::Vertex(index) => vertex(index),
        Feature::Edge { index, parameter } => {
            let [from, to] = mesh.edges()[index as usize].map(vertex);
            from + parameter * (to - from)
        }
        Feature::Face { index, weights: [u, v, w] } => {
            let [a, b, c] = mesh.corners(index as usize);
            u * a + v * b + w * c
        }
        Feature::Patch { .. } | Feature::Part(_) => panic!("a mesh has none"),
    }
}

/// Properties of every contact: a unit normal, a point halfway between those of the features, and a gap that is
/// their distance, signed by the normal.
pub(crate) fn sound(contact: &Contact, [a, b]: [&Mesh; 2], what: &str) {
    assert!((contact.normal.length() - 1.0).abs() < 1e-9, "{what}: {contact:?}");
    let (on_a, on_b) = (place(a, contact.feature_a), place(b, contact.feature_b));
    assert!((0.5 * (on_a + on_b)).distance(contact.point) < 1e-8, "{what}: {on_a} and {on_b}, {contact:?}");
    assert!((contact.gap.abs() - on_a.distance(on_b)).abs() < 1e-8, "{what}: {on_a} and {on_b}, {contact:?}");
}

/// No two contacts have the same point and the same normal.
pub(crate) fn each_once(first: &FirstContact, what: &str) {
    for (index, one) in first.contacts.iter().enumerate() {
        for other in &first.contacts[..index] {
            let same = one.point.distance(other.point) < 1e-9 && one.normal.dot(other.normal) > 0.999;
            assert!(!same, "{what}: twice {one:?} and {other:?}");
        }
    }
}

/// Whether some edge of one mesh is within rounding of an edge of the other, by the common perpendicular of both
/// lines. The distances of vertices cover the ends.
pub(crate) fn edges_touch(x: &Mesh, y: &Mesh) -> bool {
    let ends = |mesh: &Mesh, edge: &[u32; 2]| edge.map(|end| mesh.vertices()[end as usize]);
    x.edges().iter().any(|one| {
        y.edges().iter().any(|other| {
            let ([p, q], [r, s]) = (ends(x, one), ends(y, other));
            let (along, across) = (q - p, s - r);
            let normal = along.cross(across);
            let (whole, offset) = (normal.length_squared(), r - p);
            if whole < 1e-18 {
                return false;
            }
            let shares = [offset.cross(across).dot(normal) / whole, offset.cross(along).dot(normal) / whole];
            let inside = shares.iter().all(|share| (-1e-9..=1.0 + 1e-9).contains(share));
            inside && offset.dot(normal).abs() / whole.sqrt() < 1e-9
        })
    })
}
