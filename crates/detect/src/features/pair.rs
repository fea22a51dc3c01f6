//! Two features on straight paths: proofs that they stay apart, and proofs that they meet.
//!
//! **Question.** Are a vertex and a triangle, or two edges, farther apart than `separation` during all of `[s0,
//! s1]`? If not, do they certainly meet there?
//!
//! **Idea.** *Apart*: suppose that all corners of `b` are ahead of all corners of `a` along one fixed direction at
//! `s0` and at `s1`. Each difference of corners is linear in time, and so is its component along the direction. The
//! corners of `b` are therefore ahead at every instant between, and so are all convex combinations of corners.
//! *Meet*: the signed volume of the four points changes sign while the crossing point stays in the interior of both
//! features, or witness points are within `separation`.
//!
//! **Guarantee.** Both answers `true` are proofs, because every number is an outward-rounded enclosure. The
//! direction may be any vector, so it is computed in plain floating point.
//!
//! **Cost.** At most eight (vertex and triangle: six) short vectors and products per proof. No root finding.
//!
//! **Source.** Feature pairs: Teschner et al. 2006, Redon's chapter, elementary tests. The fixed direction over a
//! span is ours: it needs no cubic and has no special cases for coplanar, parallel or degenerate features.

use super::{MeshFeature, StraightPath};
use crate::closest::{ClosestPoints, TriangleBorder, closest, on_borders};
use crate::exact::{EdgeEdge, Touch, VertexFace};
use crate::tolerance::SAFE_SIZES;
use glam::DVec3;
use robust::{Coord3D, orient3d};
use tangency_interval::{Interval, Vector3};

/// Two features and the paths of their corners.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FeaturePair {
    pub(crate) a: MeshFeature,
    pub(crate) b: MeshFeature,
    /// The corners of `a`, then those of `b`.
    corners: [StraightPath; 6],
}

impl FeaturePair {
    /// Two features whose vertices take these paths.
    pub(crate) fn new(
        [a, b]: [MeshFeature; 2],
        path_a: impl Fn(u32) -> StraightPath,
        path_b: impl Fn(u32) -> StraightPath,
    ) -> Self {
        let first = path_a(a.vertices()[0]);
        let mut corners = [first; 6];
        let others =
            a.vertices().iter().map(|&vertex| path_a(vertex)).chain(b.vertices().iter().map(|&vertex| path_b(vertex)));
        others.zip(&mut corners).for_each(|(path, corner)| *corner = path);
        Self { a, b, corners }
    }

    /// Two features outside of any mesh, given by the paths of their corners.
    pub(crate) fn on_paths(paths_a: &[StraightPath], paths_b: &[StraightPath]) -> Self {
        let features = [paths_a, paths_b].map(|paths| MeshFeature::first(paths.len()));
        Self::new(features, |corner| paths_a[corner as usize], |corner| paths_b[corner as usize])
    }

    fn corners_a(&self) -> &[StraightPath] {
        &self.corners[..self.a.count as usize]
    }

    fn corners_b(&self) -> &[StraightPath] {
        &self.corners[self.a.count as usize..][..self.b.count as usize]
    }

    /// The same pair with `a` and `b` exchanged.
    fn swapped(&self) -> Self {
        let mut swapped = Self { a: self.b, b: self.a, ..*self };
        let moved = self.corners_b().iter().chain(self.corners_a());
        moved.zip(&mut swapped.corners).for_each(|(path, corner)| *corner = *path);
        swapped
    }

    /// The first contact by exact arithmetic. `None` if some corner is not known exactly, `Some(None)` if there is
    /// no contact.
    pub(crate) fn exact_touch(&self) -> Option<Option<Touch>> {
        let vertex_first = self.a.count <= self.b.count;
        let (mut start, mut end) = ([DVec3::ZERO; 4], [DVec3::ZERO; 4]);
        let paths = self.corners_a().iter().chain(self.corners_b());
        for (i, path) in paths.enumerate() {
            // `VertexFace` expects the vertex before the triangle.
            let index = if vertex_first { i } else { (i + 1) % 4 };
            [start[index], end[index]] = path.exact()?;
        }
        let finite = "paths are finite";
        Some(match (self.a.count, self.b.count) {
            (1, 3) => VertexFace::new(start, end).expect(finite).first_touch(),
            (3, 1) => VertexFace::new(start, end).expect(finite).first_touch().map(Touch::swapped),
            (2, 2) => EdgeEdge::new(start, end).expect(finite).first_touch(),
            _ => return None,
        })
    }

    /// The corners of both features at `s`, in plain floating point.
    pub(crate) fn near(&self, s: f64) -> (Vec<DVec3>, Vec<DVec3>) {
        let near = |corners: &[StraightPath]| corners.iter().map(|path| path.near(s)).collect();
        (near(self.corners_a()), near(self.corners_b()))
    }

    /// The closest points at `s` and the vector between them, in plain floating point.
    pub(crate) fn closest(&self, s: f64) -> (ClosestPoints, DVec3) {
        self.relative_at(s, |a, b| {
            let witness = closest(a, b);
            (witness, witness.vector_between(a, b))
        })
    }

    /// For an edge and a triangle: the closest points with at least one on a boundary, and the vector between them.
    /// `None` for other pairs.
    pub(crate) fn closest_on_borders(&self, s: f64) -> Option<(ClosestPoints, TriangleBorder, DVec3)> {
        let edge_first = match (self.a.count, self.b.count) {
            (2, 3) => true,
            (3, 2) => false,
            _ => return None,
        };
        Some(self.relative_at(s, |a, b| {
            let (witness, border) = if edge_first { on_borders(a, b) } else { on_borders(b, a) };
            let witness = if edge_first { witness } else { witness.swapped() };
            (witness, border, witness.vector_between(a, b))
        }))
    }

    /// Calls `compute` with the corners of both features at `s`, in plain floating point, relative to one corner.
    /// Directions are then accurate far from the origin too.
    fn relative_at<T>(&self, s: f64, compute: impl FnOnce(&[DVec3], &[DVec3]) -> T) -> T {
        let (mut a, mut b) = ([DVec3::ZERO; 3], [DVec3::ZERO; 3]);
        let origin = self.corners[0];
        let relative = |path: &StraightPath| DVec3::from_array(origin.to(path, s.into()).mid());
        self.corners_a().iter().zip(&mut a).for_each(|(path, corner)| *corner = relative(path));
        self.corners_b().iter().zip(&mut b).for_each(|(path, corner)| *corner = relative(path));
        compute(&a[..self.a.vertices().len()], &b[..self.b.vertices().len()])
    }

    /// Candidates for a separating direction at `s`, in plain floating point: the normals of triangles, the cross
    /// products of an edge of `a` with an edge of `b`, and, for collinear edges, `between` without its component
    /// along an edge. If any direction separates the features, one of these does. Zero vectors where a candidate
    /// does not exist.
    pub(crate) fn normals(&self, s: f64, between: DVec3) -> impl Iterator<Item = DVec3> {
        let sides = |corners: &[StraightPath]| -> [Option<DVec3>; 3] {
            let along =
                |from: usize, to: usize| Some(DVec3::from_array(corners[from].to(&corners[to], s.into()).mid()));
            match corners.len() {
                1 => [None; 3],
                2 => [along(0, 1), None, None],
                _ => [along(0, 1), along(1, 2), along(2, 0)],
            }
        };
        let (sides_a, sides_b) = (sides(self.corners_a()), sides(self.corners_b()));
        let of_triangle = |[first, second, _]: [Option<DVec3>; 3]| Some(first?.cross(second?));
        let faces = [of_triangle(sides_a), of_triangle(sides_b)];
        let across = sides_a
            .into_iter()
            .flatten()
            .flat_map(move |along_a| sides_b.into_iter().flatten().map(move |along_b| along_a.cross(along_b)));
        let aside = sides_a.into_iter().chain(sides_b).flatten().map(move |along| between.reject_from(along));
        faces.into_iter().flatten().chain(across).chain(aside)
    }

    /// `true` proves that the features are farther apart than `separation` at every instant of `[s0, s1]`.
    pub(crate) fn certainly_apart(&self, direction: DVec3, [s0, s1]: [f64; 2], separation: f64) -> bool {
        let along = Vector3::point(direction.to_array());
        let needed = (along.length() * separation).upper();
        let ahead_at = |s: f64| {
            self.corners_a()
                .iter()
                .all(|a| self.corners_b().iter().all(|b| along.dot(a.to(b, s.into())).lower() > needed))
        };
        ahead_at(s0) && (s0 == s1 || ahead_at(s1))
    }

    /// Encloses the distance of two points of the features at `s`. Its upper end bounds the distance of the
    /// features from above.
    pub(crate) fn gap(&self, witness: &ClosestPoints, s: f64) -> Interval {
        let origin = self.corners[0];
        let position = |path: &StraightPath| origin.to(path, s.into());
        let on_a = enclosed(self.corners_a().iter().map(position), witness.weights_a);
        let on_b = enclosed(self.corners_b().iter().map(position), witness.weights_b);
        (on_b - on_a).length()
    }

    /// `true` proves that the features cross between `s0` and `s1`: their signed volume changes sign while they
    /// face one another throughout.
    pub(crate) fn certainly_cross(&self, [s0, s1]: [f64; 2]) -> bool {
        let all = Interval::between(s0, s1);
        match (self.a.vertices().len(), self.b.vertices().len()) {
            (1, 3) => {
                self.changes_side([s0, s1], |s| vertex_face_volume(&self.seen_from_first(s))) && {
                    over_face(&self.seen_from_first(all))
                }
            }
            (3, 1) => self.swapped().certainly_cross([s0, s1]),
            (2, 2) => {
                self.changes_side([s0, s1], |s| edge_edge_volume(&self.seen_from_first(s))) && {
                    edges_face(&self.seen_from_first(all))
                }
            }
            _ => false,
        }
    }

    /// Whether the edge pierces the interior of the triangle at the start, by exact arithmetic. `None` if a corner
    /// is not known exactly, or as for [`exactly_pierced`].
    pub(crate) fn exactly_pierced(&self) -> Option<bool> {
        let start = |path: &StraightPath| path.exact().map(|[start, _]| start);
        let (edge, triangle) =
            if self.a.count == 2 { (self.corners_a(), self.corners_b()) } else { (self.corners_b(), self.corners_a()) };
        let ([p, q], [a, b, c]) = (edge, triangle) else { return None };
        exactly_pierced([start(p)?, start(q)?], [start(a)?, start(b)?, start(c)?])
    }

    /// `true` proves that the edge pierces the interior of the triangle at `s`.
    pub(crate) fn certainly_pierced(&self, s: f64) -> bool {
        let position = |path: &StraightPath| self.corners[0].to(path, s.into());
        let (corners_a, corners_b): (Vec<_>, Vec<_>) =
            (self.corners_a().iter().map(position).collect(), self.corners_b().iter().map(position).collect());
        let ([from, to], [a, b, c]) = match (&*corners_a, &*corners_b) {
            (&[from, to], &[a, b, c]) | (&[a, b, c], &[from, to]) => ([from, to], [a, b, c]),
            _ => return false,
        };
        let sides = [from, to].map(|end| vertex_face_volume(&[a - end, b - end, c - end]));
        let around = [[a, b], [b, c], [c, a]].map(|[p, q]| (to - from).dot((p - from).cross(q - from)));
        let positive = |volume: &Interval| volume.lower() > 0.0;
        let negative = |volume: &Interval| volume.upper() < 0.0;
        ((positive(&sides[0]) && negative(&sides[1])) || (negative(&sides[0]) && positive(&sides[1])))
            && (around.iter().all(positive) || around.iter().all(negative))
    }

    fn changes_side(&self, [s0, s1]: [f64; 2], volume: impl Fn(Interval) -> Interval) -> bool {
        let (before, after) = (volume(s0.into()), volume(s1.into()));
        (before.upper() < 0.0 && after.lower() > 0.0) || (before.lower() > 0.0 && after.upper() < 0.0)
    }

    /// The other three corners relative to the first corner of `a`.
    fn seen_from_first(&self, s: Interval) -> [Vector3; 3] {
        let mut seen = [Vector3::ZERO; 3];
        let origin = self.corners[0];
        let others = self.corners_a().iter().skip(1).chain(self.corners_b());
        others.zip(&mut seen).for_each(|(path, position)| *position = origin.to(path, s));
        seen
    }
}

/// Whether an edge pierces the interior of a triangle, by exact arithmetic. `None` if a coordinate is so small or
/// large that the arithmetic might underflow or overflow. An edge that only touches the boundary does not pierce:
/// the pairs of its vertices and of the triangle's sides cover this case.
pub(crate) fn exactly_pierced(edge: [DVec3; 2], triangle: [DVec3; 3]) -> Option<bool> {
    if !edge.iter().chain(&triangle).all(|&corner| safe_for_predicates(corner)) {
        return None;
    }
    let exact = |corner: DVec3| Coord3D { x: corner.x, y: corner.y, z: corner.z };
    let ([from, to], [a, b, c]) = (edge.map(exact), triangle.map(exact));
    let sides = [orient3d(a, b, c, from), orient3d(a, b, c, to)];
    if !(sides[0] > 0.0 && sides[1] < 0.0 || sides[0] < 0.0 && sides[1] > 0.0) {
        return Some(false);
    }
    let around = [orient3d(from, to, a, b), orient3d(from, to, b, c), orient3d(from, to, c, a)];
    Some(around.iter().all(|&volume| volume > 0.0) || around.iter().all(|&volume| volume < 0.0))
}

/// Whether a point is in the plane of a triangle, by exact arithmetic. All coordinates must be [`safe_for_predicates`].
pub(crate) fn exactly_coplanar(triangle: [DVec3; 3], point: DVec3) -> bool {
    let exact = |point: DVec3| Coord3D { x: point.x, y: point.y, z: point.z };
    let [a, b, c] = triangle.map(exact);
    orient3d(a, b, c, exact(point)) == 0.0
}

/// `true` proves that exact predicates on the coordinates of a point neither underflow nor overflow.
pub(crate) fn safe_for_predicates(point: DVec3) -> bool {
    point.to_array().into_iter().all(|x| x == 0.0 || (SAFE_SIZES[0]..SAFE_SIZES[1]).contains(&x.abs()))
}

/// Encloses the weighted mean of the corners, with the weights normalised to sum 1.
fn enclosed(corners: impl Iterator<Item = Vector3>, weights: [f64; 3]) -> Vector3 {
    let sum = weights.iter().fold(Interval::ZERO, |sum, &weight| sum + weight);
    corners.zip(weights).fold(Vector3::ZERO, |mean, (corner, weight)| mean + corner * (weight / sum))
}

/// Six times the volume of the tetrahedron of the vertex and the triangle.
fn vertex_face_volume(&[a, b, c]: &[Vector3; 3]) -> Interval {
    a.dot((b - a).cross(c - a))
}

/// `true` proves that the vertex, at the origin, projects into the interior of the triangle.
fn over_face(&[a, b, c]: &[Vector3; 3]) -> bool {
    let normal = (b - a).cross(c - a);
    [a.cross(b), b.cross(c), c.cross(a)].iter().all(|side| side.dot(normal).lower() > 0.0)
}

/// Six times the volume of the tetrahedron of the two edges.
fn edge_edge_volume(&[a1, b0, b1]: &[Vector3; 3]) -> Interval {
    b0.dot(a1.cross(b1 - b0))
}

/// `true` proves that the common perpendicular of the two lines meets the interior of both edges.
fn edges_face(&[along_a, b0, b1]: &[Vector3; 3]) -> bool {
    let along_b = b1 - b0;
    let normal = along_a.cross(along_b);
    let whole = normal.length_sq();
    [b0.cross(along_b).dot(normal), b0.cross(along_a).dot(normal)]
        .iter()
        .all(|part| part.lower() > 0.0 && part.upper() < whole.lower())
}
