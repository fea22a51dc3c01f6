//! Readers and writers of mesh files.
//!
//! References: a unit cube with known corners, triangles and volume (`samples`); placements computed by hand (`gltf`).
//! The tests assert the kind and place of every fault.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first broken expectation")]

#[path = "../samples/mod.rs"]
mod samples;

mod collada;
mod files;
mod gltf;
mod gltf_morph;
mod gltf_refusals;
mod obj;
mod ply;
mod stl;

use glam::DVec3;
use tangency_formats::mesh::{ErrorKind, Format, MeshFile, MeshFileError, MeshFilePlace};
use tangency_geometry::Mesh;

/// Six times the signed volume, exact for small integer coordinates.
fn volume_times_six(mesh: &Mesh) -> f64 {
    let corner = |index: u32| mesh.vertices()[index as usize];
    mesh.triangles().iter().map(|&[a, b, c]| corner(a).dot(corner(b).cross(corner(c)))).sum()
}

/// The triangles by position, each from its smallest corner, sorted: independent of the numbering of vertices.
fn triangles_by_position(mesh: &Mesh) -> Vec<[[u64; 3]; 3]> {
    let bits = |point: DVec3| point.to_array().map(|coordinate| (coordinate + 0.0).to_bits());
    let mut triangles: Vec<_> = mesh
        .triangles()
        .iter()
        .map(|corners| {
            let mut points = corners.map(|corner| bits(mesh.vertices()[corner as usize]));
            let smallest = (0..3).min_by_key(|&index| points[index]).unwrap();
            points.rotate_left(smallest);
            points
        })
        .collect();
    triangles.sort_unstable();
    triangles
}

/// The cube, directly from the tables.
fn cube() -> Mesh {
    let corner = |index| DVec3::from_array(samples::cube_corner(index).map(f64::from));
    let triangles = samples::cube_triangles().iter().map(|corners| corners.map(|corner| corner as u32)).collect();
    Mesh::new((0..8).map(corner).collect(), triangles).unwrap()
}

/// Checks that the mesh is a closed unit cube of eight vertices, oriented outwards.
fn assert_cube(file: &MeshFile) {
    assert_eq!(triangles_by_position(&file.mesh), triangles_by_position(&cube()));
    assert_eq!(file.mesh.vertices().len(), 8);
    // Twelve edges of the cube and six diagonals, hence connected.
    assert_eq!(file.mesh.edges().len(), 18);
    assert_eq!(volume_times_six(&file.mesh), 6.0);
}

/// Checks that these bytes are refused with this kind and place. Returns the message.
fn refused(format: Format, bytes: &[u8], kind: ErrorKind, place: MeshFilePlace) -> String {
    let error: MeshFileError = match format.parse(bytes) {
        Ok(file) => panic!("accepted, with {} triangles: {}", file.mesh.triangles().len(), bytes.escape_ascii()),
        Err(error) => error,
    };
    assert_eq!((error.kind(), error.place()), (kind, &place), "{error}");
    error.to_string()
}

fn has_warning(file: &MeshFile, part: &str) -> bool {
    file.warnings.iter().any(|warning| warning.contains(part))
}
