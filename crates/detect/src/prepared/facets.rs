//! A triangle mesh with the data that detection methods derive from it.

use super::timed::{Period, TimedOnce};
use crate::convex::{Hull, Support, has_dent};
use crate::curved::BodyBounds;
use crate::features::{exactly_coplanar, safe_for_predicates};
use glam::DVec3;
use std::thread;
use tangency_bound::{ObbTree, OwnedFeatures, Regions, SurfaceIndex, Tree};
use tangency_geometry::{Connectivity, Mesh, Shape};

/// A mesh with the trees, hulls and adjacency that detection methods need. Each is computed on first use.
#[derive(Clone, Debug)]
pub struct Facets {
    shape: Shape,
    mesh: Mesh,
    solid: bool,
    tree: TimedOnce<Tree>,
    surface: TimedOnce<SurfaceIndex>,
    representatives: TimedOnce<Vec<u32>>,
    boxes: TimedOnce<ObbTree>,
    reach: TimedOnce<f64>,
    support: TimedOnce<Support>,
    may_be_convex: TimedOnce<bool>,
    hull: TimedOnce<Option<Box<Hull>>>,
    connectivity: TimedOnce<Connectivity>,
    bounds: TimedOnce<BodyBounds>,
    regions: TimedOnce<Regions>,
}

impl Facets {
    /// The triangles of a shape. `solid` states whether they bound a solid.
    pub(super) fn new(shape: Shape, mesh: Mesh, solid: bool) -> Self {
        Self {
            shape,
            mesh,
            solid,
            tree: TimedOnce::new(),
            surface: TimedOnce::new(),
            representatives: TimedOnce::new(),
            boxes: TimedOnce::new(),
            reach: TimedOnce::new(),
            support: TimedOnce::new(),
            may_be_convex: TimedOnce::new(),
            hull: TimedOnce::new(),
            connectivity: TimedOnce::new(),
            bounds: TimedOnce::new(),
            regions: TimedOnce::new(),
        }
    }

    pub(super) fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The triangles.
    pub(crate) fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// Whether the triangles bound a solid. A body in its interior overlaps it.
    pub(crate) fn is_solid(&self) -> bool {
        self.solid
    }

    /// The bounding volume tree over the triangles.
    pub(crate) fn tree(&self) -> &Tree {
        self.tree.get_or_init(|| {
            let centre = |&[a, b, c]: &[u32; 3]| -> DVec3 {
                [a, b, c].into_iter().map(|corner| self.mesh.vertices()[corner as usize] / 3.0).sum()
            };
            Tree::new(&self.mesh.triangles().iter().map(centre).collect::<Vec<_>>())
        })
    }

    /// Computes everything that a query about two bodies may need. The trees of boxes are built beside the rest.
    pub(super) fn prepare(&self) {
        thread::scope(|scope| {
            scope.spawn(|| (self.boxes(), self.bounds()));
            scope.spawn(|| (self.tree(), self.surface(), self.representatives()));
            self.support.get_or_init(|| Support::of(&self.mesh, self.reach()));
            self.hull();
            self.connectivity();
        });
    }

    /// Computes the regions of the surface that cannot touch themselves.
    pub(crate) fn prepare_self_contact(&self) {
        self.regions.get_or_init(|| Regions::new(&self.mesh));
    }

    /// The regions of the surface. `None` unless [`Self::prepare_self_contact`] was called.
    pub(crate) fn regions(&self) -> Option<&Regions> {
        self.regions.get()
    }

    /// Assigns every vertex and edge to one triangle.
    pub(crate) fn surface(&self) -> &SurfaceIndex {
        self.surface.get_or_init(|| SurfaceIndex::new(&self.mesh))
    }

    /// The features assigned to triangle `index`.
    pub(crate) fn owned(&self, index: usize) -> OwnedFeatures {
        self.surface().owned(index)
    }

    /// The tree of oriented bounding boxes. They rotate with the body.
    pub(crate) fn boxes(&self) -> &ObbTree {
        self.boxes.get_or_init(|| ObbTree::new(&self.mesh))
    }

    /// The largest distance of a vertex from the body's origin, in metres.
    pub(crate) fn reach(&self) -> f64 {
        *self.reach.get_or_init(|| self.mesh.reach())
    }

    /// The support mapping, which finds the point farthest along a direction. Filled on first use, unless
    /// [`Self::prepare`] has filled it.
    pub(crate) fn support(&self) -> &Support {
        self.support.get_or_init(|| Support::on_demand(&self.mesh, self.reach()))
    }

    /// Precomputed data for convex solids. `None` if this is not a convex solid.
    pub(crate) fn hull(&self) -> Option<&Hull> {
        let hull = || {
            let hull = self.may_be_convex().then(|| Hull::new(&self.mesh, self.support()));
            hull.flatten().map(Box::new)
        };
        self.hull.get_or_init(hull).as_deref()
    }

    /// `false` proves that this is no convex solid: it is a surface, or it has a dent. Cheaper than the hull.
    pub(crate) fn may_be_convex(&self) -> bool {
        *self.may_be_convex.get_or_init(|| self.solid && !has_dent(&self.mesh, self.connectivity(), self.reach()))
    }

    /// Adjacency of triangles, edges and vertices.
    pub(crate) fn connectivity(&self) -> &Connectivity {
        self.connectivity.get_or_init(|| self.mesh.connectivity())
    }

    /// `true` proves that the edge lies in the interior of a flat face: its two triangles are coplanar, consistently
    /// oriented and on opposite sides of the edge. A body that touches the edge touches both triangles.
    pub(crate) fn is_inside_flat_face(&self, edge: u32) -> bool {
        let &[first, second] = self.connectivity().edge_triangles(edge) else { return false };
        let [first, second] = [first, second].map(|triangle| self.mesh.triangles()[triangle as usize]);
        let [from, to] = self.mesh.edges()[edge as usize];
        let along = |corners: [u32; 3]| (0..3).any(|side| corners[side] == from && corners[(side + 1) % 3] == to);
        let positions = |corners: [u32; 3]| corners.map(|corner| self.mesh.vertices()[corner as usize]);
        let [one, other] = [first, second].map(positions);
        let area = |[a, b, c]: [DVec3; 3]| (b - a).cross(c - a);
        along(first) != along(second)
            && area(one).dot(area(other)) > 0.0
            && one.into_iter().chain(other).all(safe_for_predicates)
            && other.into_iter().all(|corner| exactly_coplanar(one, corner))
    }

    /// `true` proves that the vertex lies in the interior of a flat face: all edges at the vertex do.
    pub(crate) fn is_vertex_inside_flat_face(&self, vertex: u32) -> bool {
        let connectivity = self.connectivity();
        let edges =
            connectivity.vertex_triangles(vertex).iter().flat_map(|&triangle| connectivity.triangle_edges(triangle));
        let has_vertex = |edge: u32| self.mesh.edges()[edge as usize].contains(&vertex);
        edges.into_iter().all(|edge| edge.is_some_and(|edge| !has_vertex(edge) || self.is_inside_flat_face(edge)))
    }

    /// A bounding box and a bounding ball of all vertices.
    pub(crate) fn bounds(&self) -> BodyBounds {
        *self.bounds.get_or_init(|| BodyBounds::of_vertices(self.mesh.vertices()))
    }

    /// When the parts were computed.
    pub(super) fn periods(&self) -> impl Iterator<Item = Period> {
        let trees = [self.tree.period(), self.boxes.period(), self.regions.period(), self.bounds.period()];
        let hulls = [self.reach.period(), self.support.period(), self.may_be_convex.period(), self.hull.period()];
        let adjacency = [self.surface.period(), self.representatives.period(), self.connectivity.period()];
        trees.into_iter().chain(hulls).chain(adjacency).flatten()
    }

    /// One vertex of every connected component: the first corner of its first triangle.
    pub(crate) fn representatives(&self) -> &[u32] {
        self.representatives.get_or_init(|| {
            let parts = self.mesh.components();
            let mut firsts = vec![None; parts.count as usize];
            for (&part, corners) in parts.of_triangle.iter().zip(self.mesh.triangles()) {
                firsts[part as usize].get_or_insert(corners[0]);
            }
            firsts.into_iter().flatten().collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_geometry::primitive;

    /// After `prepare` nothing is left for the first question but the regions, which only self-contact needs.
    #[test]
    fn prepare_leaves_nothing_to_the_first_question() {
        let ball = primitive::icosphere(1.0, 2).unwrap();
        let facets = Facets::new(Shape::Polyhedron(ball.clone()), ball.mesh().clone(), true);
        assert!(facets.boxes.get().is_none() && facets.hull.get().is_none());
        facets.prepare();
        assert!(facets.boxes.get().is_some() && facets.tree.get().is_some() && facets.surface.get().is_some());
        assert!(facets.reach.get().is_some() && facets.support.get().is_some() && facets.hull.get().is_some());
        assert!(facets.connectivity.get().is_some() && facets.representatives.get().is_some());
        assert!(facets.bounds.get().is_some() && facets.regions.get().is_none());
    }

    /// A surface has no hull to test for convexity. Its support function and its reach are prepared all the same.
    #[test]
    fn a_surface_is_prepared_too() {
        let plate = primitive::grid(glam::dvec2(1.0, 1.0), [3, 3]).unwrap();
        let facets = Facets::new(Shape::Mesh(plate.clone()), plate, false);
        facets.prepare();
        assert!(facets.support.get().is_some() && facets.reach.get().is_some() && facets.boxes.get().is_some());
    }
}
