//! The feature of a mesh at a point.

use crate::closest::closest;
use crate::features::MeshFeature;
use glam::DVec3;
use tangency_geometry::{Feature, Mesh};

/// The vertex, edge or triangle of a mesh that is nearest to a point, in the frame of the mesh. Compares all triangles.
pub(crate) fn nearest_feature(mesh: &Mesh, point: DVec3) -> Feature {
    let away = |index: &u32| {
        let corners = mesh.corners(*index as usize);
        closest(&[point], &corners).vector_between(&[point], &corners).length_squared()
    };
    let triangles = 0..mesh.triangles().len() as u32;
    let nearest = triangles.min_by(|x, y| away(x).total_cmp(&away(y))).expect("a mesh has a triangle");
    feature_of_triangle(mesh, nearest, point)
}

/// The vertex, edge or interior of a triangle that is nearest to a point, in the frame of the mesh.
pub(crate) fn feature_of_triangle(mesh: &Mesh, triangle: u32, point: DVec3) -> Feature {
    let witness = closest(&[point], &mesh.corners(triangle as usize));
    MeshFeature::triangle(mesh, triangle).named(mesh, witness.weights_b)
}
