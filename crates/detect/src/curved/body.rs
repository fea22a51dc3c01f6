//! A body as this method sees it, and the elements that it can touch with.

use super::deforming::Deforming;
use super::element::{Element, Part, SharedElement};
use crate::{Facets, Prepared};
use glam::DVec3;
use tangency_geometry::surface::{Brep, Face, PatchWork};
use tangency_geometry::{Feature, Mesh, Solid};
use tangency_interval::{Interval, Vector3};

/// What a body is made of.
#[derive(Clone, Copy)]
pub(super) enum Body<'shape> {
    /// Curved faces with their edges and vertices.
    Curved(&'shape Brep),
    /// Triangles.
    Flat {
        facets: &'shape Facets,
        /// The ways of its vertices, if it deforms.
        deforming: Option<&'shape Deforming<'shape>>,
    },
    /// Where functions are negative.
    Implicit(&'shape Solid),
}

impl<'shape> Body<'shape> {
    pub(super) fn of(prepared: &'shape Prepared) -> Self {
        match prepared {
            Prepared::Faces(faces) => Self::Curved(&faces.brep),
            Prepared::Facets(facets) => Self::Flat { facets, deforming: None },
            Prepared::Implicit(implicit) => Self::Implicit(&implicit.solid),
        }
    }

    /// The same with its vertices on these ways, if it has any.
    pub(super) fn on_ways(self, ways: Option<&'shape Deforming<'shape>>) -> Self {
        match self {
            Self::Flat { facets, deforming: None } => Self::Flat { facets, deforming: ways },
            other @ (Self::Flat { .. } | Self::Curved(_) | Self::Implicit(_)) => other,
        }
    }

    /// The ways of its vertices, if it is a mesh that deforms.
    pub(super) fn ways(&self) -> Option<&'shape Deforming<'shape>> {
        match *self {
            Self::Flat { deforming, .. } => deforming,
            Self::Curved(_) | Self::Implicit(_) => None,
        }
    }

    /// Where a vertex of a body of triangles is during a span, in the body's frame.
    pub(super) fn vertex(&self, index: u32, time: Interval) -> Vector3 {
        match self {
            Self::Flat { deforming: Some(deforming), .. } => deforming.place(index, time),
            Self::Flat { facets, .. } => Vector3::point(facets.mesh().vertices()[index as usize].to_array()),
            Self::Curved(_) | Self::Implicit(_) => unreachable!("only triangles have vertices in a list"),
        }
    }

    /// Whether it is filled, and known to be.
    pub(super) fn is_solid(&self) -> bool {
        match self {
            Self::Curved(brep) => brep.is_solid(),
            Self::Flat { facets, .. } => facets.is_solid(),
            Self::Implicit(_) => true,
        }
    }

    /// The time for which it is described, if it deforms.
    pub(super) fn described(&self) -> Option<Interval> {
        match self {
            Self::Curved(brep) => brep.deforms().then(|| brep.span()),
            Self::Implicit(solid) => solid.deforms().then(|| solid.span()),
            Self::Flat { .. } => None,
        }
    }

    /// A feature that stands for the whole.
    pub(super) fn any_feature(&self) -> Feature {
        match self {
            Self::Curved(_) => Feature::Patch { index: 0, parameters: [0.0; 2] },
            Self::Flat { .. } => Feature::Face { index: 0, weights: [1.0, 0.0, 0.0] },
            Self::Implicit(_) => Feature::Part(0),
        }
    }

    /// Upper bound on how fast its places move within its own frame, because it deforms; `None` if none is known.
    pub(super) fn deformation_speed(&self, time: Interval) -> Option<f64> {
        let speed = match self {
            Self::Curved(brep) if brep.deforms() => {
                let speed = |face: &Face| {
                    let [u, v] = face.patch().domain();
                    let jet = face.patch().jet([u, v, time], &mut PatchWork::default())?;
                    Some(jet.dt.length().upper())
                };
                brep.faces().iter().try_fold(0.0, |most: f64, face| Some(most.max(speed(face)?)))?
            }
            Self::Flat { deforming: Some(deforming), .. } => deforming.speed(),
            Self::Implicit(solid) => solid.carried_speed()?,
            Self::Curved(_) | Self::Flat { deforming: None, .. } => 0.0,
        };
        speed.is_finite().then_some(speed)
    }

    /// How many pieces of surface it has: what [`Body::surface_misses`] costs at least.
    pub(super) fn piece_count(&self) -> u64 {
        match self {
            Self::Curved(brep) => 64 * brep.faces().len() as u64,
            Self::Flat { facets, .. } => facets.mesh().triangles().len() as u64,
            Self::Implicit(_) => 1,
        }
    }

    /// `true` proves that no place of the surface is in the box, given in the body's frame.
    pub(super) fn surface_misses(&self, cell: Vector3, time: Interval) -> bool {
        match self {
            Self::Curved(brep) => {
                let mut work = PatchWork::default();
                let mut pending: Vec<_> = brep.faces().iter().map(|face| (face, face.patch().domain())).collect();
                while let Some((face, [u, v])) = pending.pop() {
                    let place = face.patch().point([u, v, time], &mut work);
                    if place.disjoint(cell) {
                        continue;
                    }
                    if place.width() <= 0.25 * cell.width() {
                        return false;
                    }
                    let halves = if u.width() >= v.width() { (u.split(), None) } else { (v.split(), Some(())) };
                    let ((low, high), along_v) = halves;
                    let part = |half: Interval| if along_v.is_some() { [u, half] } else { [half, v] };
                    pending.extend([(face, part(low)), (face, part(high))]);
                }
                true
            }
            Self::Flat { facets, .. } => facets.mesh().triangles().iter().all(|corners| {
                let corners = corners.map(|index| self.vertex(index, time));
                triangle_misses(corners, cell)
            }),
            Self::Implicit(_) => false,
        }
    }

    /// All that a body of curved faces can touch with: faces, then edges, then vertices.
    pub(super) fn parts(&self) -> Vec<Part<'shape>> {
        match *self {
            Self::Curved(brep) => {
                let faces = brep.charts().iter().map(Part::Face);
                let edges = brep.edges().iter().enumerate().map(|(index, edge)| Part::Edge(index as u32, edge));
                let vertices =
                    brep.vertices().iter().enumerate().map(|(index, vertex)| Part::Vertex(index as u32, vertex));
                faces.chain(edges).chain(vertices).collect()
            }
            Self::Flat { .. } | Self::Implicit(_) => Vec::new(),
        }
    }

    /// The same, ready to be asked.
    pub(super) fn elements(&self) -> Vec<SharedElement<'shape>> {
        self.parts().into_iter().map(Element::shared).collect()
    }

    /// The faces alone, ready to be asked.
    pub(super) fn faces(&self) -> Vec<SharedElement<'shape>> {
        let mut elements = self.elements();
        elements.retain(|element| element.borrow().dimension() == 2);
        elements
    }
}

/// A triangle of a mesh.
pub(super) fn triangle<'shape>(mesh: &Mesh, index: u32) -> Part<'shape> {
    Part::Triangle(index, mesh.triangles()[index as usize].map(|corner| mesh.vertices()[corner as usize]))
}

/// An edge of a mesh.
pub(super) fn segment<'shape>(mesh: &Mesh, index: u32) -> Part<'shape> {
    Part::Segment(index, mesh.edges()[index as usize].map(|corner| mesh.vertices()[corner as usize]))
}

/// A vertex of a mesh.
pub(super) fn corner<'shape>(mesh: &Mesh, index: u32) -> Part<'shape> {
    Part::Corner(index, mesh.vertices()[index as usize])
}

/// `true` proves that the triangle and the box are disjoint: one of the thirteen axes of a triangle and a box separates them.
fn triangle_misses([a, b, c]: [Vector3; 3], cell: Vector3) -> bool {
    if a.hull(b).hull(c).disjoint(cell) || !(b - a).cross(c - a).dot(cell - a).contains(0.0) {
        return true;
    }
    let separates = |axis: DVec3| {
        let along = |place: Vector3| Vector3::point(axis.to_array()).dot(place);
        along(a).hull(along(b)).hull(along(c)).disjoint(along(cell))
    };
    let [a, b, c] = [a, b, c].map(|corner| DVec3::from_array(corner.mid()));
    [b - a, c - b, a - c].into_iter().any(|edge| DVec3::AXES.into_iter().any(|axis| separates(edge.cross(axis))))
}
