//! A mesh prepared for culling by curvature: its regions and their contours.
//!
//! The tree is [`Tree::merging`]'s: every node is a connected region. Only contours are added: for every region of at least
//! [`SMALLEST`] triangles the directed edges around it. They tell adjacency too: regions that share an edge have it in
//! both contours, and a common vertex is a vertex of both.
//!
//! **Memory.** Linear for round regions, whose contours are as long as the square root of their area; at most
//! O(n log n), for regions without an inside.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces, sections 1.2 and 3.2. There a region stores only the vertices where its
//! neighbours change (about six), because only adjacency is asked; the contour condition needs all.

use super::outline::{Edge, Outline};
use crate::Tree;
use crate::tolerance::SMALLEST;
use crate::tree::Node;
use std::ops::Range;
use tangency_geometry::{Connectivity, Mesh};

/// A node of the tree, children after their parent, the left one at once.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) below: Below,
    /// How many triangles there are.
    pub(super) count: u32,
    /// Where its contour is, if it is stored.
    contour: Option<Range<usize>>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Below {
    Triangle(u32),
    Right(u32),
}

/// A triangle of the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub(super) corners: [u32; 3],
    /// Whether it can be part of a region that is culled.
    pub(super) regular: bool,
}

/// A triangle and what it answers for: every vertex and every edge belongs to the first triangle that has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    pub(super) corners: [u32; 3],
    pub(super) owns_corner: [bool; 3],
    pub(super) owned_edges: [Option<u32>; 3],
    /// No edge has more than two triangles, and those at an edge go along it in opposite directions.
    regular: bool,
}

/// A mesh prepared for [`CurvatureSearch`](super::CurvatureSearch), once; steps only bring new places of its vertices.
#[derive(Clone, Debug)]
pub struct Regions {
    pub(super) regions: Vec<Region>,
    pub(super) faces: Vec<Face>,
    pub(super) edges: Vec<Edge>,
    /// Vertices that no triangle has.
    pub(super) lonely: Vec<u32>,
    pub(super) vertices: usize,
    /// The triangles in the order of the tree.
    pub(super) leaves: Vec<Leaf>,
    /// A power of two that makes the edges about one long.
    pub(super) scale: f64,
    contours: Vec<Edge>,
}

impl Regions {
    /// Prepares a mesh. Time `O(n log² n)`.
    #[must_use]
    pub fn new(mesh: &Mesh) -> Self {
        let connectivity = mesh.connectivity();
        let faces = faces(mesh, &connectivity);
        let (regions, contours) = contours(&Tree::merging(mesh).nodes, &faces);
        let lonely = |vertex: &u32| connectivity.vertex_triangles(*vertex).is_empty();
        let vertices = mesh.vertices().len();
        let lonely = (0..vertices as u32).filter(lonely).collect();
        let leaf = |region: &Region| match region.below {
            Below::Triangle(triangle) => {
                let Face { corners, regular, .. } = faces[triangle as usize];
                Some(Leaf { corners, regular })
            }
            Below::Right(_) => None,
        };
        let leaves = regions.iter().filter_map(leaf).collect();
        let (scale, edges) = (scale(mesh), mesh.edges().to_vec());
        Self { regions, faces, edges, lonely, vertices, leaves, scale, contours }
    }

    /// The contour of a region; `None` for small ones and where the mesh is not regular.
    pub(super) fn contour(&self, region: usize) -> Option<&[Edge]> {
        self.regions[region].contour.clone().map(|range| &self.contours[range])
    }
}

/// One over a typical length of an edge, rounded to a power of two; one if there is none.
fn scale(mesh: &Mesh) -> f64 {
    let length = |&[a, b]: &Edge| (mesh.vertices()[b as usize] - mesh.vertices()[a as usize]).abs().max_element();
    let mean = mesh.edges().iter().map(length).sum::<f64>() / mesh.edges().len().max(1) as f64;
    let exponent = mean.log2().round();
    if exponent.abs() < 1_000.0 { (-exponent).exp2() } else { 1.0 }
}

fn faces(mesh: &Mesh, connectivity: &Connectivity) -> Vec<Face> {
    let mut faces: Vec<Face> = (0_u32..)
        .zip(mesh.triangles())
        .map(|(triangle, &corners)| {
            let first = |all: &[u32]| all.first() == Some(&triangle);
            let mut edges = connectivity.triangle_edges(triangle);
            // A triangle with a repeated corner has one edge twice.
            for later in 1..3 {
                if edges[..later].contains(&edges[later]) {
                    edges[later] = None;
                }
            }
            let [a, b, c] = corners;
            let [mut owns, repeated] = [corners.map(|corner| first(connectivity.vertex_triangles(corner))), [false, b == a, c == a || c == b]];
            for corner in 0..3 {
                owns[corner] &= !repeated[corner];
            }
            Face {
                corners,
                owns_corner: owns,
                owned_edges: edges.map(|edge| edge.filter(|&edge| first(connectivity.edge_triangles(edge)))),
                regular: !repeated.contains(&true),
            }
        })
        .collect();
    let forward = |triangle: u32, [from, to]: Edge| {
        let [a, b, c] = mesh.triangles()[triangle as usize];
        [[a, b], [b, c], [c, a]].contains(&[from, to])
    };
    for (edge, &ends) in (0_u32..).zip(mesh.edges()) {
        let around = connectivity.edge_triangles(edge);
        let regular = match *around {
            [_] => true,
            [one, other] => one != other && forward(one, ends) != forward(other, ends),
            _ => false,
        };
        if !regular {
            around.iter().for_each(|&triangle| faces[triangle as usize].regular = false);
        }
    }
    faces
}

/// The regions of a tree, and the contours of those that have one.
fn contours(nodes: &[Node], faces: &[Face]) -> (Vec<Region>, Vec<Edge>) {
    let mut outline = Outline::default();
    let mut stored = Vec::new();
    // What is around each region whose parent has not come yet; nothing where the mesh is not regular.
    let mut around: Vec<Option<Vec<Edge>>> = vec![None; nodes.len()];
    let mut regions: Vec<Region> = Vec::with_capacity(nodes.len());
    // From the last: what was pushed `i` before is the node `i` after.
    for (index, node) in nodes.iter().enumerate().rev() {
        let (below, count, contour) = match *node {
            Node::Leaf { item } => {
                let face = &faces[item as usize];
                let [a, b, c] = face.corners;
                (Below::Triangle(item), 1, face.regular.then(|| vec![[a, b], [b, c], [c, a]]))
            }
            Node::Inner { right } => {
                let count = [index + 1, right as usize].map(|child| regions[nodes.len() - 1 - child].count);
                let children = [index + 1, right as usize].map(|child| around[child].take());
                let contour = if let [Some(left), Some(right)] = children {
                    outline.gather(&left, &right);
                    Some(outline.named().collect::<Vec<Edge>>())
                } else {
                    None
                };
                (Below::Right(right), count[0] + count[1], contour)
            }
        };
        let place = contour.as_ref().filter(|_| count >= SMALLEST).map(|contour| {
            let from = stored.len();
            stored.extend_from_slice(contour);
            from..stored.len()
        });
        around[index] = contour;
        regions.push(Region { below, count, contour: place });
    }
    regions.reverse();
    stored.shrink_to_fit();
    (regions, stored)
}
