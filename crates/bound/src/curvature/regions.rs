//! A mesh prepared for culling by curvature: its regions and their contours.
//!
//! The tree is that of [`Tree::merging`]: every node is a connected region. This module adds the contours: the
//! directed edges around every region of at least [`SMALLEST_REGION`] triangles. They also encode adjacency: regions
//! that share an edge have it in both contours, and a common vertex is a vertex of both.
//!
//! **Memory.** Linear for round regions, whose contours are as long as the square root of their area. At most
//! O(n log n), for regions without interior vertices.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces, sections 1.2 and 3.2. There a region stores only the
//! vertices where its neighbours change (about six), because only adjacency is needed. The contour condition
//! needs all edges.

use super::outline::{DirectedEdge, Outline};
use crate::Tree;
use crate::surface::{OwnedFeatures, owners};
use crate::tolerance::SMALLEST_REGION;
use crate::tree::NodeLink;
use std::ops::Range;
use tangency_geometry::{Connectivity, Mesh};

/// A node of the tree. Children come after their parent, the left child directly.
#[derive(Clone, Debug)]
pub(crate) struct RegionNode {
    pub(crate) below: RegionContent,
    /// Number of triangles.
    pub(crate) count: u32,
    /// Range of its contour in the list of all contours, if it is stored.
    contour: Option<Range<usize>>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum RegionContent {
    Triangle(u32),
    Right(u32),
}

/// A triangle of the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RegionLeaf {
    pub(crate) corners: [u32; 3],
    /// Whether it may belong to a culled region.
    pub(crate) regular: bool,
}

/// A mesh prepared once for [`CurvatureSearch`](super::CurvatureSearch). Steps change only the positions of its
/// vertices.
#[derive(Clone, Debug)]
pub struct Regions {
    pub(crate) regions: Vec<RegionNode>,
    pub(crate) triangles: Vec<[u32; 3]>,
    pub(crate) owned: Vec<OwnedFeatures>,
    pub(crate) edges: Vec<DirectedEdge>,
    /// Vertices without a triangle.
    pub(crate) isolated: Vec<u32>,
    pub(crate) vertices: usize,
    /// The triangles in the order of the tree.
    pub(crate) leaves: Vec<RegionLeaf>,
    /// A power of two that makes a typical edge about one unit long.
    pub(crate) scale: f64,
    contours: Vec<DirectedEdge>,
}

impl Regions {
    /// Prepares a mesh in O(n log² n) time.
    #[must_use]
    pub fn new(mesh: &Mesh) -> Self {
        let connectivity = mesh.connectivity();
        let (triangles, regular) = (mesh.triangles().to_vec(), regular(mesh, &connectivity));
        let around = |triangle: u32| {
            let [a, b, c] = triangles[triangle as usize];
            regular[triangle as usize].then(|| vec![[a, b], [b, c], [c, a]])
        };
        let (regions, contours) = contours(&Tree::merging(mesh).nodes, around);
        let leaf = |region: &RegionNode| match region.below {
            RegionContent::Triangle(triangle) => {
                Some(RegionLeaf { corners: triangles[triangle as usize], regular: regular[triangle as usize] })
            }
            RegionContent::Right(_) => None,
        };
        let leaves = regions.iter().filter_map(leaf).collect();
        let vertices = mesh.vertices().len();
        let isolated = |vertex: &u32| connectivity.vertex_triangles(*vertex).is_empty();
        Self {
            regions,
            owned: owners(mesh),
            triangles,
            edges: mesh.edges().to_vec(),
            isolated: (0..vertices as u32).filter(isolated).collect(),
            vertices,
            leaves,
            scale: scale(mesh),
            contours,
        }
    }

    /// The contour of a region; `None` for small regions and where the mesh is irregular.
    pub(crate) fn contour(&self, region: usize) -> Option<&[DirectedEdge]> {
        self.regions[region].contour.clone().map(|range| &self.contours[range])
    }
}

/// The reciprocal of the mean edge extent, rounded to a power of two; 1 if there is none.
fn scale(mesh: &Mesh) -> f64 {
    let length =
        |&[a, b]: &DirectedEdge| (mesh.vertices()[b as usize] - mesh.vertices()[a as usize]).abs().max_element();
    let mean = mesh.edges().iter().map(length).sum::<f64>() / mesh.edges().len().max(1) as f64;
    let exponent = mean.log2().round();
    if exponent.abs() < 1_000.0 { (-exponent).exp2() } else { 1.0 }
}

/// Which triangles are regular: they have three different corners, and each of their edges has one triangle, or
/// two that traverse it in opposite directions.
fn regular(mesh: &Mesh, connectivity: &Connectivity) -> Vec<bool> {
    let mut regular: Vec<bool> = mesh.triangles().iter().map(|&[a, b, c]| a != b && b != c && c != a).collect();
    let forward = |triangle: u32, [from, to]: DirectedEdge| {
        let [a, b, c] = mesh.triangles()[triangle as usize];
        [[a, b], [b, c], [c, a]].contains(&[from, to])
    };
    for (edge, &ends) in (0_u32..).zip(mesh.edges()) {
        let around = connectivity.edge_triangles(edge);
        let fine = match *around {
            [_] => true,
            [one, other] => one != other && forward(one, ends) != forward(other, ends),
            _ => false,
        };
        if !fine {
            around.iter().for_each(|&triangle| regular[triangle as usize] = false);
        }
    }
    regular
}

/// The regions of a tree, and the contours of those that have one, from the contours of the triangles.
fn contours(
    nodes: &[NodeLink],
    triangle: impl Fn(u32) -> Option<Vec<DirectedEdge>>,
) -> (Vec<RegionNode>, Vec<DirectedEdge>) {
    let mut outline = Outline::default();
    let mut stored = Vec::new();
    // The contours of the regions whose parents are still to come; `None` where the mesh is irregular.
    let mut around: Vec<Option<Vec<DirectedEdge>>> = vec![None; nodes.len()];
    let mut regions: Vec<RegionNode> = Vec::with_capacity(nodes.len());
    // Nodes are visited from last to first, so the region of node `i` is at `len - 1 - i`.
    for (index, node) in nodes.iter().enumerate().rev() {
        let (below, count, contour) = match *node {
            NodeLink::Leaf { item } => (RegionContent::Triangle(item), 1, triangle(item)),
            NodeLink::Inner { right } => {
                let count = [index + 1, right as usize].map(|child| regions[nodes.len() - 1 - child].count);
                let children = [index + 1, right as usize].map(|child| around[child].take());
                let contour = if let [Some(left), Some(right)] = children {
                    outline.gather(&left, &right);
                    Some(outline.named().collect::<Vec<DirectedEdge>>())
                } else {
                    None
                };
                (RegionContent::Right(right), count[0] + count[1], contour)
            }
        };
        let place = contour.as_ref().filter(|_| count >= SMALLEST_REGION).map(|contour| {
            let from = stored.len();
            stored.extend_from_slice(contour);
            from..stored.len()
        });
        around[index] = contour;
        regions.push(RegionNode { below, count, contour: place });
    }
    regions.reverse();
    stored.shrink_to_fit();
    (regions, stored)
}
