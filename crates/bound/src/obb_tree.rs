//! A tree of oriented boxes over the triangles of a rigid mesh.
//!
//! **Question.** Which parts of a rigid mesh can be pruned at once, at any pose of the mesh?
//!
//! **Idea.** Oriented boxes move with the body and need no refitting, so the tree is built once. The axes of a
//! node follow the spread of its surface or its mean normal, whichever gives the smaller box. A node is cut
//! across its longest axis.
//!
//! **Guarantee.** Every triangle is in exactly one leaf, and in the box of every node above it. The depth is at
//! most `log n / log 4/3`, because no part is smaller than a quarter.
//!
//! **Cost.** O(n log n) to build; 64 bytes a node, two nodes a triangle, siblings adjacent in memory.
//!
//! **Source.** Gottschalk, Lin, Manocha, *OBBTree* (1996). They cut at the mean. We cut at the median where the
//! mean is lopsided, so that no mesh gives a deep tree.

use crate::Obb;
use crate::tolerance::SMALLEST_SHARE;
use crate::volume::eigenvectors;
use glam::{DMat3, DVec3};
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
        let centre = |triangle: u32| -> DVec3 { mesh.corners(triangle as usize).into_iter().sum::<DVec3>() / 3.0 };
        let centres: Vec<DVec3> = (0..mesh.triangles().len() as u32).map(centre).collect();
        let mut items: Vec<u32> = (0..centres.len() as u32).collect();
        let whole = fitted(mesh, &items);
        let mut nodes = Vec::with_capacity(2 * items.len());
        nodes.push(StoredObb { volume: whole, link: 0 });
        let mut waiting = vec![(0_usize, 0_usize, items.len())];
        while let Some((node, from, to)) = waiting.pop() {
            let items = &mut items[from..to];
            if let [triangle] = *items {
                nodes[node].link = LEAF | triangle;
                continue;
            }
            let cut = divide(items, &centres, &nodes[node].volume);
            let first = nodes.len();
            nodes[node].link = first as u32;
            for part in [&items[..cut], &items[cut..]] {
                nodes.push(StoredObb { volume: fitted(mesh, part), link: 0 });
            }
            waiting.extend([(first + 1, from + cut, to), (first, from, from + cut)]);
        }
        Self { nodes }
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

/// Moves the triangles on the lower side of the cut to the front, and returns their number.
fn divide(items: &mut [u32], centres: &[DVec3], volume: &Obb) -> usize {
    let longest = volume.half().max_position();
    let axis = volume.axes().col(longest);
    let along = |item: u32| axis.dot(centres[item as usize]);
    let mean = items.iter().map(|&item| along(item)).sum::<f64>() / items.len() as f64;
    items.sort_unstable_by(|&a, &b| along(a).total_cmp(&along(b)).then(a.cmp(&b)));
    let at_mean = items.partition_point(|&item| along(item) < mean);
    let smallest = (SMALLEST_SHARE * items.len() as f64).ceil() as usize;
    if at_mean >= smallest && items.len() - at_mean >= smallest { at_mean } else { items.len() / 2 }
}

/// The smaller of the boxes along the spread of the triangles and along their mean normal.
fn fitted(mesh: &Mesh, triangles: &[u32]) -> Obb {
    let corners: Vec<DVec3> = triangles.iter().flat_map(|&triangle| mesh.corners(triangle as usize)).collect();
    let along = |axes: DMat3| Obb::along(&corners, axes).expect("a triangle has corners");
    let (covariance, normal) = moments(&corners);
    let spread = along(eigenvectors(covariance));
    let Some(normal) = normal.try_normalize() else { return spread };
    // The covariance in the plane perpendicular to the normal.
    let flat = DMat3::IDENTITY - DMat3::from_cols(normal * normal.x, normal * normal.y, normal * normal.z);
    let across = eigenvectors(flat * covariance * flat);
    let first = crate::volume::columns(across).into_iter().map(|axis| flat * axis).max_by(|a, b| {
        (a.length_squared() * covariance_along(covariance, *a))
            .total_cmp(&(b.length_squared() * covariance_along(covariance, *b)))
    });
    match first.and_then(DVec3::try_normalize) {
        Some(first) => spread.smaller(along(DMat3::from_cols(first, normal.cross(first), normal))),
        None => spread,
    }
}

fn covariance_along(covariance: DMat3, direction: DVec3) -> f64 {
    direction.dot(covariance * direction)
}

/// The covariance of the surface of the triangles, weighted by area, and the sum of their normals. Without
/// area, all triangles have equal weight.
fn moments(corners: &[DVec3]) -> (DMat3, DVec3) {
    let outer = |v: DVec3| DMat3::from_cols(v * v.x, v * v.y, v * v.z);
    let normal_of = |corners: &[DVec3]| (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    let areas: Vec<f64> = corners.chunks_exact(3).map(|triangle| normal_of(triangle).length()).collect();
    let whole: f64 = areas.iter().sum();
    let weight = |area: f64| if whole > 0.0 { area / whole } else { 1.0 / areas.len() as f64 };
    let triangles = || corners.chunks_exact(3).zip(&areas);
    let mean: DVec3 = triangles().map(|(t, &area)| weight(area) * (t[0] + t[1] + t[2]) / 3.0).sum();
    let mut covariance = DMat3::ZERO;
    for (triangle, &area) in triangles() {
        let [a, b, c] = [triangle[0] - mean, triangle[1] - mean, triangle[2] - mean];
        // The integral of x·xᵀ over a triangle.
        covariance += (outer(a + b + c) + outer(a) + outer(b) + outer(c)) * (weight(area) / 12.0);
    }
    (covariance, corners.chunks_exact(3).map(normal_of).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;
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
