//! A point on an edge or a vertex, with the normals that a contact there can have.
//!
//! **Question.** A box slides on one of its corners, or leans with an edge on the edge of a table. Such a place has no
//! tangent plane and no curvature. Which data let a contact there be followed with the equations of smooth surfaces?
//!
//! **Idea.** A smooth contact moves by w over a body, and that turns its normal by K·w. At a vertex nothing moves, and
//! the normal turns freely. On an edge e the point moves along e, and the normal turns about it. So a motion q of the
//! contact over a body has two parts, w = A·q and dn = B·q:
//!
//! | place | A | B |
//! |---|---|---|
//! | smooth | P | K |
//! | an edge e with the normal n, m = n × e | e eᵀ | m mᵀ/L |
//! | a vertex | 0 | P/L |
//!
//! L is any length; it makes q a length everywhere. An edge is the limit of a cylinder of vanishing radius, a vertex
//! that of a ball.
//!
//! **Guarantee.** Computed in floating point. The normal may leave the cone of the vertex or edge by rounding where a
//! face lies flat on another: the neighbours that would then be deeper are contacts themselves.
//!
//! **Cost.** A dozen operations; a scan of the edges of the mesh for the margin of a vertex.
//!
//! **Source.** The note of `follow`. The limit of rounded edges is used by many; here it is taken before the equations
//! are solved.

use crate::surface_point::{LocalSurface, outer, tangential};
use glam::{DMat3, DVec3};
use tangency_geometry::Mesh;

/// A vertex of a mesh, in the frame of its body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct VertexPoint {
    pub(crate) index: usize,
    /// The outward normal of the contact.
    pub(crate) normal: DVec3,
    /// Metres. The length that makes a turn of the normal a length.
    pub(crate) unit: f64,
}

/// A point on an edge of a mesh, in the frame of its body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct EdgePoint {
    pub(crate) index: usize,
    pub(crate) point: DVec3,
    pub(crate) normal: DVec3,
    pub(crate) unit: f64,
}

impl VertexPoint {
    pub(crate) fn local(&self, mesh: &Mesh) -> Option<LocalSurface> {
        let point = *mesh.vertices().get(self.index)?;
        let bend = tangential(self.normal) * (1.0 / self.unit);
        Some(LocalSurface { point, normal: self.normal, bend, glide: DMat3::ZERO })
    }

    pub(crate) fn stepped(&self, step: DVec3) -> Option<Self> {
        let normal = (self.normal + step.reject_from_normalized(self.normal) / self.unit).try_normalize()?;
        Some(Self { normal, ..*self })
    }

    /// Sine of the least angle by which the normal may turn before a neighbour lies deeper.
    pub(crate) fn margin(&self, mesh: &Mesh) -> f64 {
        self.edges(mesh).map(|(_, way)| -self.normal.dot(way)).fold(f64::INFINITY, f64::min)
    }

    /// The edges at the vertex, with unit vectors along them.
    fn edges<'mesh>(&self, mesh: &'mesh Mesh) -> impl Iterator<Item = (usize, DVec3)> + use<'mesh> {
        let (index, here) = (self.index, mesh.vertices()[self.index]);
        mesh.edges().iter().enumerate().filter_map(move |(edge, &[a, b])| {
            let other = match index {
                index if index == a as usize => b,
                index if index == b as usize => a,
                _ => return None,
            };
            Some((edge, (mesh.vertices()[other as usize] - here).try_normalize()?))
        })
    }

    /// The edge towards the neighbour that is deepest along the normal.
    pub(crate) fn onto_edge(&self, mesh: &Mesh) -> Option<EdgePoint> {
        let deepest = self.edges(mesh).max_by(|x, y| self.normal.dot(x.1).total_cmp(&self.normal.dot(y.1)));
        EdgePoint::of(mesh, deepest?.0, mesh.vertices()[self.index], self.normal, self.unit)
    }
}

impl EdgePoint {
    /// The point of an edge next to a place. The normal is made perpendicular to the edge.
    pub(crate) fn of(mesh: &Mesh, index: usize, place: DVec3, normal: DVec3, unit: f64) -> Option<Self> {
        let [from, along] = edge(mesh, index)?;
        let point = from + (place - from).dot(along) * along;
        Some(Self { index, point, normal: normal.reject_from_normalized(along).try_normalize()?, unit })
    }

    pub(crate) fn local(&self, mesh: &Mesh) -> Option<LocalSurface> {
        let [_, along] = edge(mesh, self.index)?;
        let across = self.normal.cross(along);
        let bend = outer(across, across) * (1.0 / self.unit);
        Some(LocalSurface { point: self.point, normal: self.normal, bend, glide: outer(along, along) })
    }

    pub(crate) fn stepped(&self, mesh: &Mesh, step: DVec3) -> Option<Self> {
        let [from, along] = edge(mesh, self.index)?;
        let across = self.normal.cross(along);
        let normal = self.normal + across * (across.dot(step) / self.unit);
        let point = self.point + along * along.dot(step);
        Some(Self {
            point: from + (point - from).dot(along) * along,
            normal: normal.reject_from_normalized(along).try_normalize()?,
            ..*self
        })
    }

    /// Sine of the least angle by which the normal may turn about the edge before a face lies deeper.
    pub(crate) fn cone_margin(&self, mesh: &Mesh) -> f64 {
        self.faces(mesh).map(|(_, into)| -self.normal.dot(into)).fold(f64::INFINITY, f64::min)
    }

    /// The triangles at the edge, with unit vectors from it into them.
    fn faces<'mesh>(&self, mesh: &'mesh Mesh) -> impl Iterator<Item = (usize, DVec3)> + use<'mesh> {
        let [a, b] = mesh.edges()[self.index];
        let [from, to] = [a, b].map(|end| mesh.vertices()[end as usize]);
        let along = (to - from).normalize_or_zero();
        mesh.triangles().iter().enumerate().filter_map(move |(index, corners)| {
            let other = *corners.iter().find(|&&corner| corner != a && corner != b)?;
            let into = (mesh.vertices()[other as usize] - from).reject_from_normalized(along);
            (corners.contains(&a) && corners.contains(&b)).then_some((index, into.try_normalize()?))
        })
    }

    /// The triangle that is deepest along the normal.
    pub(crate) fn onto_face(&self, mesh: &Mesh) -> Option<usize> {
        let deepest = self.faces(mesh).max_by(|x, y| self.normal.dot(x.1).total_cmp(&self.normal.dot(y.1)));
        deepest.map(|(index, _)| index)
    }

    /// The nearer end.
    pub(crate) fn onto_vertex(&self, mesh: &Mesh) -> VertexPoint {
        let [from, to] = mesh.edges()[self.index].map(|end| end as usize);
        let far = |end: usize| mesh.vertices()[end].distance_squared(self.point);
        let index = if far(from) <= far(to) { from } else { to };
        VertexPoint { index, normal: self.normal, unit: self.unit }
    }

    /// The part of the edge that is left to its nearer end.
    pub(crate) fn margin(&self, mesh: &Mesh) -> f64 {
        let [from, to] = mesh.edges()[self.index].map(|end| mesh.vertices()[end as usize]);
        let share = (self.point - from).dot(to - from) / (to - from).length_squared();
        share.min(1.0 - share)
    }
}

/// The first end of an edge, and its direction.
fn edge(mesh: &Mesh, index: usize) -> Option<[DVec3; 2]> {
    let [from, to] = mesh.edges().get(index)?.map(|end| mesh.vertices()[end as usize]);
    Some([from, (to - from).try_normalize()?])
}
