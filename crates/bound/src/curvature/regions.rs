//! A mesh prepared for culling by curvature: its regions and their contours.
//!
//! The tree is [`Tree::merging`]'s: every node is a connected region. Only contours are added: for every region of at
//! least [`SMALLEST`] triangles the directed edges around it. They tell adjacency too: regions that share an edge have
//! it in both contours, and a common vertex is a vertex of both.
//!
//! **Memory.** Linear for round regions, whose contours are as long as the square root of their area; at most
//! O(n log n), for regions without an inside.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces, sections 1.2 and 3.2. There a region stores only the vertices
//! where its neighbours change (about six), because only adjacency is asked; the contour condition needs all.

use super::outline::{DirectedEdge, Outline};
use crate::Tree;
use crate::surface::{OwnedFeatures, owners};
use crate::tolerance::SMALLEST;
use crate::tree::NodeLink;
use std::ops::Range;
use tangency_geometry::{Connectivity, Mesh};

/// A node of the tree, children after their parent, the left one at once.
#[derive(Clone, Debug)]
pub(crate) struct RegionNode {
    pub(crate) below: RegionContent,
    /// How many triangles there are.
    pub(crate) count: u32,
    /// Where its contour is, if it is stored.
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
    /// Whether it can be part of a region that is culled.
    pub(crate) regular: bool,
}

/// A mesh prepared for [`CurvatureSearch`](super::CurvatureSearch), once; steps only bring new places of its vertices.
#[derive(Clone, Debug)]
pub struct Regions {
    pub(crate) regions: Vec<RegionNode>,
    pub(crate) triangles: Vec<[u32; 3]>,
    pub(crate) owned: Vec<OwnedFeatures>,
    pub(crate) edges: Vec<DirectedEdge>,
    /// Vertices that no triangle has.
    pub(crate) lonely: Vec<u32>,
    pub(crate) vertices: usize,
    /// The triangles in the order of the tree.
    pub(crate) leaves: Vec<RegionLeaf>,
    /// A power of two that makes the edges about one long.
    pub(crate) scale: f64,
    contours: Vec<DirectedEdge>,
}

impl Regions {
    /// Prepares a mesh. Time `O(n log² n)`.
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
        let lonely = |vertex: &u32| connectivity.vertex_triangles(*vertex).is_empty();
        Self {
            regions,
            owned: owners(mesh),
            triangles,
            edges: mesh.edges().to_vec(),
            lonely: (0..vertices as u32).filter(lonely).collect(),
            vertices,
            leaves,
            scale: scale(mesh),
            contours,
        }
    }

    /// The contour of a region; `None` for small ones and where the mesh is not regular.
    pub(crate) fn contour(&self, region: usize) -> Option<&[DirectedEdge]> {
        self.regions[region].contour.clone().map(|range| &self.contours[range])
    }
}

/// One over a typical length of an edge, rounded to a power of two; one if there is none.
fn scale(mesh: &Mesh) -> f64 {
    let length =
        |&[a, b]: &DirectedEdge| (mesh.vertices()[b as usize] - mesh.vertices()[a as usize]).abs().max_element();
    let mean = mesh.edges().iter().map(length).sum::<f64>() / mesh.edges().len().max(1) as f64;
    let exponent = mean.log2().round();
    if exponent.abs() < 1_000.0 { (-exponent).exp2() } else { 1.0 }
}

/// Which triangles have three corners and only edges with at most two triangles, that go along them in opposite
/// directions.
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

/// The regions of a tree, and the contours of those that have one, from what is around each triangle.
fn contours(
    nodes: &[NodeLink],
    triangle: impl Fn(u32) -> Option<Vec<DirectedEdge>>,
) -> (Vec<RegionNode>, Vec<DirectedEdge>) {
    let mut outline = Outline::default();
    let mut stored = Vec::new();
    // What is around each region whose parent has not come yet; nothing where the mesh is not regular.
    let mut around: Vec<Option<Vec<DirectedEdge>>> = vec![None; nodes.len()];
    let mut regions: Vec<RegionNode> = Vec::with_capacity(nodes.len());
    // From the last: what was pushed `i` before is the node `i` after.
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
        let place = contour.as_ref().filter(|_| count >= SMALLEST).map(|contour| {
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
