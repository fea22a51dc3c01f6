//! Triangles, their sides and their corners, as elements of a body at an instant.
//!
//! **Question.** Where are the points of a triangle, and what are its derivatives?
//!
//! **Idea.** A triangle is a flat face `O + u·(P − O) + v·(Q − O)` whose trim is `u + v ≤ 1`. A side has one parameter,
//! a corner none. The second derivatives are zero, so that the bounds of curved faces hold for flat ones. A triangle
//! without area is left to its sides, and a side without length to its ends: a point and a segment are triangles too.
//!
//! **Guarantee.** Differences of corners are rounded outward.
//!
//! **Cost.** Some tens of operations.

use super::local::{PartJet, PlainJet};
use glam::DVec3;
use tangency_bound::OwnedFeatures;
use tangency_geometry::{Feature, Mesh};
use tangency_interval::{Interval, Vector, Vector3};

/// A triangle, a side of one, or a corner, in the frame of its body.
#[derive(Clone, Debug)]
pub(super) struct FlatElement {
    /// The index of the triangle.
    pub(super) triangle: usize,
    /// The number of parameters: two on a triangle, one on a side, none at a corner.
    pub(super) free: usize,
    /// The number of the corner at which the parameters are zero.
    first: usize,
    /// The corners of the triangle, from the first one on.
    corners: [DVec3; 3],
}

/// The triangle, and those of its sides and corners that it owns, without those that have no extent.
pub(super) fn elements(mesh: &Mesh, triangle: usize, owned: OwnedFeatures) -> Vec<FlatElement> {
    let corners = mesh.corners(triangle);
    let element = |first: usize, free: usize| FlatElement {
        triangle,
        free,
        first,
        corners: [0, 1, 2].map(|step| corners[(first + step) % 3]),
    };
    let is_flat = (corners[1] - corners[0]).cross(corners[2] - corners[0]) == DVec3::ZERO;
    let whole = (!is_flat).then(|| element(0, 2));
    let owns_side = |first: usize| owned.edges[first].is_some() && corners[first] != corners[(first + 1) % 3];
    let owns_end = |first: usize| owned.vertices[first].is_some();
    let sides = (0..3).filter(|&first| owns_side(first)).map(|first| element(first, 1));
    let ends = (0..3).filter(|&first| owns_end(first)).map(|first| element(first, 0));
    whole.into_iter().chain(sides).chain(ends).collect()
}

/// A number for each triangle, the same for triangles that vertices connect.
pub(super) fn connected(mesh: &Mesh) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..mesh.vertices().len()).collect();
    let root = |parent: &mut Vec<usize>, mut vertex: usize| {
        while parent[vertex] != vertex {
            parent[vertex] = parent[parent[vertex]];
            vertex = parent[vertex];
        }
        vertex
    };
    for corners in mesh.triangles() {
        let [a, b, c] = corners.map(|corner| root(&mut parent, corner as usize));
        (parent[b], parent[c]) = (a, a);
    }
    mesh.triangles().iter().map(|corners| root(&mut parent, corners[0] as usize)).collect()
}

pub(super) fn enclosed(point: DVec3) -> Vector3 {
    Vector(point.to_array().map(Interval::from))
}

impl FlatElement {
    /// The ranges of the parameters. Those that do not run are zero.
    pub(super) fn domain(&self) -> [Interval; 2] {
        [0, 1].map(|k| if k < self.free { Interval::between(0.0, 1.0) } else { Interval::ZERO })
    }

    /// `true` proves that no part of the box of parameters belongs to the triangle.
    pub(super) fn outside(&self, [u, v]: [Interval; 2]) -> bool {
        self.free == 2 && (Interval::from(u.lower()) + v.lower()).lower() > 1.0
    }

    /// `true` proves that all of the box of parameters belongs to the element.
    pub(super) fn inside(&self, [u, v]: [Interval; 2]) -> bool {
        let unit = Interval::between(0.0, 1.0);
        match self.free {
            2 => u.lower() >= 0.0 && v.lower() >= 0.0 && (Interval::from(u.upper()) + v.upper()).upper() <= 1.0,
            1 => u.subset(unit),
            _ => true,
        }
    }

    /// The directions of the parameters.
    fn along(&self) -> [Vector3; 2] {
        let [first, second, third] = self.corners.map(enclosed);
        [1, 2].map(|k| match k <= self.free {
            true if k == 1 => second - first,
            true => third - first,
            false => Vector3::ZERO,
        })
    }

    /// Holds the points of the box of parameters that belong to the element.
    pub(super) fn point(&self, [u, v]: [Interval; 2]) -> Vector3 {
        let [along_u, along_v] = self.along();
        let point = enclosed(self.corners[0]) + along_u * u + along_v * v;
        let hull = self.corners[1..=self.free].iter().fold(enclosed(self.corners[0]), |hull, corner| {
            let corner = enclosed(*corner);
            hull.hull(corner)
        });
        let both = point.intersection(hull);
        if both.is_empty() { point } else { both }
    }

    /// Points and derivatives in the frame of the body. The points are those of the whole box, also beyond the
    /// triangle.
    pub(super) fn jet(&self, [u, v]: [Interval; 2]) -> PartJet {
        let first = self.along();
        let at = |u: Interval, v: Interval| enclosed(self.corners[0]) + first[0] * u + first[1] * v;
        let centre = at(Interval::from(u.mid()), Interval::from(v.mid()));
        PartJet { free: self.free, point: at(u, v), centre, first, second: [Vector3::ZERO; 3] }
    }

    /// The same at a point, in floating point.
    pub(super) fn plain_jet(&self, at: [f64; 2]) -> PlainJet {
        let [origin, second, third] = self.corners;
        let along = [second - origin, third - origin];
        let first = [0, 1].map(|k| if k < self.free { along[k] } else { DVec3::ZERO });
        let point = origin + first[0] * at[0] + first[1] * at[1];
        PlainJet { free: self.free, point, first, second: [DVec3::ZERO; 3] }
    }

    /// The feature of the mesh at a point of the element.
    pub(super) fn feature(&self, mesh: &Mesh, at: [f64; 2]) -> Feature {
        if self.free == 0 {
            return Feature::Vertex(mesh.triangles()[self.triangle][self.first]);
        }
        let [u, v] = [0, 1].map(|k| if k < self.free { at[k] } else { 0.0 });
        let mut weights = [0.0; 3];
        for (step, weight) in [(1.0 - u - v).max(0.0), u, v].into_iter().enumerate() {
            weights[(self.first + step) % 3] = weight;
        }
        Feature::Face { index: self.triangle as u32, weights }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mesh: &Mesh) -> Vec<FlatElement> {
        elements(mesh, 0, OwnedFeatures { vertices: [Some(0); 3], edges: [Some(0); 3] })
    }

    /// A triangle without area has no face, and a side without length is none.
    #[test]
    fn triangles_without_area_have_no_face() {
        let mesh = |corners: [DVec3; 3]| Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).expect("a triangle");
        let count = |corners| all(&mesh(corners)).iter().map(|element| element.free).collect::<Vec<_>>();
        assert_eq!(count([DVec3::ONE; 3]), [0, 0, 0]);
        assert_eq!(count([DVec3::X, DVec3::Y, DVec3::Y]), [1, 1, 0, 0, 0]);
        assert_eq!(count([DVec3::X, DVec3::Y, DVec3::Z]), [2, 1, 1, 1, 0, 0, 0]);
    }

    /// The weights of a feature give back the point.
    #[test]
    fn features_name_the_point() {
        let corners = [DVec3::X, DVec3::Y, DVec3::Z];
        let mesh = Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).expect("a triangle");
        for element in all(&mesh) {
            let at = [0.25, 0.5];
            let point = element.plain_jet(at).point;
            let named = match element.feature(&mesh, at) {
                Feature::Vertex(index) => mesh.vertices()[index as usize],
                Feature::Face { weights, .. } => (0..3).map(|k| weights[k] * corners[k]).sum(),
                Feature::Edge { .. } | Feature::Patch { .. } | Feature::Part(_) => {
                    panic!("a triangle has no such feature")
                }
            };
            assert!(point.distance(named) < 1e-15);
        }
    }
}
