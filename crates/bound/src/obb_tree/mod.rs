//! A tree of oriented boxes over the triangles of a rigid mesh.
//!
//! **Question.** Which parts of a rigid mesh can be pruned at once, at any pose of the mesh?
//!
//! **Idea.** Oriented boxes move with the body and need no refitting, so the tree is built once. The axes of a
//! node follow the spread of its surface or its mean normal, whichever gives the smaller box (`fit`). A node is cut
//! across its longest axis. The two parts of a node are built in parallel, each into its own part of the list
//! (`build`).
//!
//! **Guarantee.** Every triangle is in exactly one leaf, and in the box of every node above it. The depth is at
//! most `log n / log 4/3`, because no part is smaller than a quarter. The tree is the same for any number of threads.
//!
//! **Cost.** O(n log n) to build, 0.8 µs of processor time a triangle for a million triangles; 64 bytes a node, two
//! nodes a triangle, siblings adjacent in memory. Building takes another 88 bytes a triangle for the time being.
//!
//! **Source.** Gottschalk, Lin, Manocha, *OBBTree* (1996). They cut at the mean. We cut at the median where the
//! mean is lopsided, so that no mesh gives a deep tree.

mod build;
mod fit;

use crate::Obb;
use tangency_geometry::Mesh;

/// Content of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObbNode {
    /// One triangle.
    Triangle(u32),
    /// The first of two child nodes. The second one is the next node.
    Children(u32),
}

/// A box and a link. The link is the triangle of a leaf, with the highest bit set, or the index of the first
/// child.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
struct StoredObb {
    volume: Obb,
    link: u32,
}

const LEAF: u32 = 1 << 31;

/// Oriented boxes over the triangles of a mesh, from the whole mesh down to single triangles.
///
/// ```
/// use tangency_bound::{ObbNode, ObbTree};
/// use tangency_geometry::primitive;
///
/// let tree = ObbTree::new(primitive::icosphere(1.0, 2)?.mesh());
/// let ObbNode::Children(first) = tree.below(ObbTree::ROOT) else { panic!("more than one triangle") };
/// assert!(tree.volume(first).radius() < tree.volume(ObbTree::ROOT).radius());
/// # Ok::<(), tangency_geometry::primitive::PrimitiveError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ObbTree {
    nodes: Vec<StoredObb>,
}

impl ObbTree {
    /// The root, which contains the whole mesh.
    pub const ROOT: u32 = 0;

    /// The tree over all triangles of a mesh.
    #[must_use]
    pub fn new(mesh: &Mesh) -> Self {
        Self { nodes: build::nodes(mesh) }
    }

    /// The box of a node.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    #[inline]
    pub fn volume(&self, node: u32) -> &Obb {
        &self.nodes[node as usize].volume
    }

    /// Content of a node.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    #[inline]
    pub fn below(&self, node: u32) -> ObbNode {
        let link = self.nodes[node as usize].link;
        if link & LEAF == 0 { ObbNode::Children(link) } else { ObbNode::Triangle(link & !LEAF) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};
    use tangency_geometry::primitive;

    /// Checks that the boxes below a node contain the corners of their triangles. Returns the triangles and the
    /// depth.
    fn check(tree: &ObbTree, mesh: &Mesh, node: u32) -> (Vec<u32>, usize) {
        let (below, depth) = match tree.below(node) {
            ObbNode::Triangle(triangle) => (vec![triangle], 0),
            ObbNode::Children(first) => {
                let [(left, deep), (right, deeper)] = [first, first + 1].map(|child| check(tree, mesh, child));
                ([left, right].concat(), 1 + deep.max(deeper))
            }
        };
        let volume = tree.volume(node);
        let inverse = volume.axes().inverse();
        for corner in below.iter().flat_map(|&triangle| mesh.corners(triangle as usize)) {
            let place = (inverse * (corner - volume.centre())).abs();
            // The boxes exceed their contents by more than the rounding of this computation.
            assert!(place.cmple(volume.half()).all(), "{place} in {volume:?}");
        }
        (below, depth)
    }

    #[test]
    fn every_triangle_is_in_one_leaf_and_in_all_boxes_above() {
        let knot = primitive::torus_knot(1.0, [2, 3], 0.2, [60, 8]).unwrap();
        let away = knot.mesh().mapped(|vertex| vertex + dvec3(500.0, 0.0, -30.0)).unwrap();
        for mesh in [knot.mesh(), &away, primitive::tetrahedron(1e-3).unwrap().mesh()] {
            let (mut triangles, depth) = check(&ObbTree::new(mesh), mesh, ObbTree::ROOT);
            triangles.sort_unstable();
            assert!(triangles.into_iter().eq(0..mesh.triangles().len() as u32));
            assert!(depth as f64 <= (mesh.triangles().len() as f64).log2() / (4.0_f64 / 3.0).log2() + 1.0);
        }
    }

    #[test]
    fn threads_do_not_change_the_tree() {
        let knot = primitive::torus_knot(1.0, [2, 3], 0.2, [200, 50]).unwrap();
        assert!(knot.mesh().triangles().len() > 2 * crate::tolerance::FEWEST_PARALLEL_ITEMS);
        let [one, two, seven] = [1, 2, 7].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| ObbTree::new(knot.mesh()))
        });
        assert!(one == two && one == seven);
        check(&one, knot.mesh(), ObbTree::ROOT);
    }

    /// Triangles without area, equal triangles, and coordinates whose products and differences overflow or underflow.
    #[test]
    fn any_mesh_has_a_tree() {
        let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::splat(-1.0)];
        let triangles = vec![[0, 0, 0], [1, 1, 2], [0, 1, 1], [2, 1, 3], [2, 1, 3], [2, 1, 3], [0, 3, 2]];
        for scale in [1.0, 1e-300, 1e-30, 1e30, 1e60, 1e160, 1e300, f64::MAX] {
            let mesh = Mesh::new(corners.iter().map(|&corner| scale * corner).collect(), triangles.clone()).unwrap();
            let (mut found, _) = check(&ObbTree::new(&mesh), &mesh, ObbTree::ROOT);
            found.sort_unstable();
            assert!(found.into_iter().eq(0..7), "{scale}");
        }
        let point = Mesh::new(vec![DVec3::ONE; 3], vec![[0, 1, 2]; 40]).unwrap();
        check(&ObbTree::new(&point), &point, ObbTree::ROOT);
    }

    /// Each triangle is half as large again as the one before. A cut at the mean would split them off one by
    /// one.
    #[test]
    fn uneven_triangles_do_not_make_a_list() {
        let corners = |i: u32| {
            let size = 1.5_f64.powi(i as i32);
            [dvec3(size, 0.0, 0.0), dvec3(1.2 * size, 0.0, 0.0), dvec3(size, 0.1 * size, 0.0)]
        };
        let mesh =
            Mesh::new((0..64).flat_map(corners).collect(), (0..64).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect());
        let mesh = mesh.unwrap();
        let (_, depth) = check(&ObbTree::new(&mesh), &mesh, ObbTree::ROOT);
        assert!(depth <= 15, "{depth}");
    }

    #[test]
    fn boxes_of_a_surface_get_thin() {
        let ball = primitive::icosphere(1.0, 4).unwrap();
        let tree = ObbTree::new(ball.mesh());
        let mut node = ObbTree::ROOT;
        while let ObbNode::Children(first) = tree.below(node) {
            let half = tree.volume(first).half();
            // A cap of radius r of the unit sphere is r²/2 high, so its half thickness is r²/4.
            if half.max_element() < 0.3 {
                assert!(half.min_element() <= half.max_element().powi(2), "{half}");
            }
            node = first;
        }
    }
}
