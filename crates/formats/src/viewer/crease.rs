//! Normals of a drawn surface that is smooth except along creases.
//!
//! *Question.* Which normals show a curved surface smoothly, and its edges crisply?
//! *Idea.* The triangles around a vertex that are connected by edges of small angles form one smooth patch. The normal of
//! a corner is the mean normal of its patch; triangles count by their area. If the patch turns too far, as at the tip
//! of a cone, the vertex has no normal of its own, and the corner has the normal of its triangle. A vertex has one copy
//! for each of its normals.
//! *Cost.* The square of the number of triangles around a vertex.

use crate::tolerance::CREASE_COSINE;
use glam::{DVec3, Vec3};
use std::collections::HashMap;

/// A surface with a normal at every vertex. Vertices on creases are repeated.
pub(super) struct Creased {
    pub(super) positions: Vec<Vec3>,
    pub(super) normals: Vec<Vec3>,
    pub(super) triangles: Vec<[u32; 3]>,
}

impl Creased {
    pub(super) fn new(corners: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let normal = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|corner| corners[corner as usize].as_dvec3());
            (b - a).cross(c - a)
        };
        let areas: Vec<DVec3> = triangles.iter().map(normal).collect();
        let mut around = vec![Vec::new(); corners.len()];
        for (index, triangle) in triangles.iter().enumerate() {
            triangle.iter().for_each(|&corner| around[corner as usize].push(index));
        }
        let patches: Vec<Vec<usize>> =
            (0..corners.len()).map(|vertex| patches(vertex as u32, &around[vertex], triangles, &areas)).collect();
        let mut creased = Self { positions: Vec::new(), normals: Vec::new(), triangles: Vec::new() };
        let mut copies = HashMap::new();
        for (index, triangle) in triangles.iter().enumerate() {
            let own = areas[index].normalize_or_zero();
            creased.triangles.push(triangle.map(|corner| {
                let (faces, patches) = (&around[corner as usize], &patches[corner as usize]);
                let place = faces.iter().position(|&face| face == index).unwrap_or(0);
                let patch = || faces.iter().zip(patches).filter(|(_, patch)| **patch == patches[place]);
                let flat = patch().all(|(&face, _)| smooth(areas[face], areas[index]));
                let mean = if flat { patch().map(|(&face, _)| areas[face]).sum::<DVec3>() } else { own };
                let normal = mean.try_normalize().unwrap_or(DVec3::Z).as_vec3();
                *copies.entry((corner, normal.to_array().map(f32::to_bits))).or_insert_with(|| {
                    creased.positions.push(corners[corner as usize]);
                    creased.normals.push(normal);
                    creased.normals.len() as u32 - 1
                })
            }));
        }
        creased
    }
}

/// Whether two triangles belong to one smooth surface.
fn smooth(one: DVec3, other: DVec3) -> bool {
    one.dot(other) >= CREASE_COSINE * one.length() * other.length()
}

/// A number of the smooth patch for each of the triangles around a vertex.
fn patches(vertex: u32, faces: &[usize], triangles: &[[u32; 3]], areas: &[DVec3]) -> Vec<usize> {
    let others = |(place, &face): (usize, &usize)| triangles[face].map(|other| (other, place));
    let mut edges: Vec<(u32, usize)> = faces.iter().enumerate().flat_map(others).collect();
    edges.retain(|(other, _)| *other != vertex);
    edges.sort_unstable();
    let mut patches: Vec<usize> = (0..faces.len()).collect();
    for pair in edges.windows(2) {
        let [(one, a), (other, b)] = [pair[0], pair[1]];
        if one == other && smooth(areas[faces[a]], areas[faces[b]]) {
            let (kept, joined) = (patches[a], patches[b]);
            patches.iter_mut().filter(|patch| **patch == joined).for_each(|patch| *patch = kept);
        }
    }
    patches
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_geometry::{Convex, Mesh};

    fn creased(mesh: &Mesh) -> Creased {
        let corners: Vec<Vec3> = mesh.vertices().iter().map(|vertex| vertex.as_vec3()).collect();
        Creased::new(&corners, mesh.triangles())
    }

    /// On the sphere the normal is the position. No vertex is repeated.
    #[test]
    fn a_sphere_is_smooth() {
        let mesh = Convex::sphere(1.0).unwrap().mesh(1e-3).unwrap();
        let drawn = creased(&mesh);
        assert_eq!(drawn.positions.len(), mesh.vertices().len());
        assert!(drawn.positions.iter().zip(&drawn.normals).all(|(place, normal)| place.distance(*normal) < 0.05));
    }

    /// Every normal of a cylinder is along its axis or across it, and every normal of a cone's side has its slope.
    #[test]
    fn edges_are_crisp() {
        let mesh = Convex::cylinder(1.0, 2.0).unwrap().mesh(1e-3).unwrap();
        let cylinder = creased(&mesh);
        assert!(cylinder.normals.iter().all(|normal| normal.z.abs() > 0.999 || normal.z.abs() < 1e-3));
        // A vertex of a rim has a copy on the side and one on the cap.
        let on_rim = |place: &&Vec3| place.truncate().length() > 0.5;
        let vertices = mesh.vertices().iter().filter(|vertex| vertex.truncate().length() > 0.5).count();
        assert_eq!(cylinder.positions.iter().filter(on_rim).count(), 2 * vertices);
        let cone = creased(&Convex::cone(0.3, 0.4).unwrap().mesh(1e-3).unwrap());
        let slopes = |normal: &Vec3| (normal.z + 1.0).abs() < 1e-3 || (normal.z - 0.6).abs() < 0.02;
        assert!(cone.normals.iter().all(slopes));
        // The tip has a normal in every direction.
        let tips = cone.positions.iter().filter(|place| place.z == 0.4).count();
        assert!(tips > 20, "{tips}");
    }
}
