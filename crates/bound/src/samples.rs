//! Random meshes for tests.

use glam::DVec3;
use tangency_geometry::Mesh;
use tangency_interval::laws::Random;

/// Random triangles among few vertices, so that many share corners, in two frames.
pub(crate) fn crumpled(random: &mut Random, vertices: usize, triangles: usize) -> (Mesh, [Vec<DVec3>; 2]) {
    let mut frame = || -> Vec<DVec3> {
        (0..vertices).map(|_| DVec3::from_array([0; 3].map(|_| (4.0 * random.between(-1.5, 1.5)).round()))).collect()
    };
    let frames = [frame(), frame()];
    let triangles = (0..triangles).map(|_| [0; 3].map(|_| random.below(vertices) as u32)).collect();
    (Mesh::new(frames[0].clone(), triangles).expect("a mesh"), frames)
}
