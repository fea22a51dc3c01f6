//! Two frames of a small piece of cloth, and the truth about it by brute force.

use std::collections::BTreeSet;
use std::path::Path;
use tangency::detect::Element;
use tangency::detect::exact::{EdgeEdge, VertexFace};
use tangency::geometry::Mesh;

use glam::DVec3;

/// The mesh at the start of the step, and its vertices at the end, from `data/frames.txt`.
///
/// # Panics
/// If the file is not in its layout: the numbers of vertices and faces; x y z at the start and at the end of
/// each vertex; the corners of each face.
#[must_use]
pub fn read() -> (Mesh, Vec<DVec3>) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/frames.txt");
    let text = std::fs::read_to_string(file).expect("a file of this crate");
    let mut words = text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
    let mut word = || words.next().expect("the file is whole");
    let [vertices, faces] = [0, 1].map(|_| word().parse::<usize>().expect("a count"));
    let (mut start, mut end) = (Vec::new(), Vec::new());
    for _ in 0..vertices {
        for frame in [&mut start, &mut end] {
            frame.push(DVec3::from_array([0, 1, 2].map(|_| word().parse::<f64>().expect("a coordinate"))));
        }
    }
    let triangles = (0..faces).map(|_| [0, 1, 2].map(|_| word().parse::<u32>().expect("a corner"))).collect();
    (Mesh::new(start, triangles).expect("corners are vertices"), end)
}

/// All vertex-face and edge-edge pairs without a common vertex that touch during the step, each decided exactly
/// and alone: no broad phase, no tree, no culling.
///
/// # Panics
/// If a coordinate is not finite.
#[must_use]
pub fn brute_force(mesh: &Mesh, end: &[DVec3]) -> BTreeSet<(Element, Element)> {
    const FINITE: &str = "coordinates are finite";
    let frames = [mesh.vertices(), end];
    let corners = |corners: [u32; 4]| frames.map(|frame| corners.map(|corner| frame[corner as usize]));
    let mut touching = BTreeSet::new();
    for (face, &[a, b, c]) in (0..).zip(mesh.triangles()) {
        for vertex in (0..mesh.vertices().len() as u32).filter(|vertex| ![a, b, c].contains(vertex)) {
            let [start, end] = corners([vertex, a, b, c]);
            if VertexFace::new(start, end).expect(FINITE).touches() {
                touching.insert((Element::Vertex(vertex), Element::Face(face)));
            }
        }
    }
    for (first, &[a, b]) in (0..).zip(mesh.edges()) {
        for (second, &[c, d]) in (0..).zip(mesh.edges()).skip(first as usize + 1) {
            let [start, end] = corners([a, b, c, d]);
            if ![c, d].contains(&a) && ![c, d].contains(&b) && EdgeEdge::new(start, end).expect(FINITE).touches() {
                touching.insert((Element::Edge(first), Element::Edge(second)));
            }
        }
    }
    touching
}
