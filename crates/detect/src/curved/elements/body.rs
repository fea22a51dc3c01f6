//! The geometry of a body, and the elements that it can touch with.

use super::deforming::DeformingMesh;
use super::element::{ElementShape, SharedElement, SurfaceElement};
use crate::tolerance::{FACE_PIECES, PIECE_SHARE};
use crate::{Facets, Prepared};
use glam::DVec3;
use tangency_geometry::surface::{Brep, Face, PatchWork};
use tangency_geometry::{Feature, Solid};
use tangency_interval::{Interval, Vector3};

/// The representation of a body.
#[derive(Clone, Copy)]
pub(in crate::curved) enum BodyGeometry<'shape> {
    /// Curved faces with their edges and vertices.
    Curved(&'shape Brep),
    /// Triangles.
    Flat {
        facets: &'shape Facets,
        /// The paths of its vertices, if it deforms.
        deforming: Option<&'shape DeformingMesh<'shape>>,
    },
    /// An implicit solid: the points where functions are negative.
    Implicit(&'shape Solid),
}

impl<'shape> BodyGeometry<'shape> {
    pub(in crate::curved) fn of(prepared: &'shape Prepared) -> Self {
        match prepared {
            Prepared::Faces(faces) => Self::Curved(&faces.brep),
            Prepared::Facets(facets) => Self::Flat { facets, deforming: None },
            Prepared::Implicit(implicit) => Self::Implicit(&implicit.solid),
            Prepared::Convex(_) | Prepared::Rounded(_) => {
                unreachable!("the table replaces these bodies by their cores")
            }
            Prepared::HalfSpace(_) | Prepared::HeightMap(_) | Prepared::Compound(_) => {
                unreachable!("the table replaces these bodies by their pieces")
            }
        }
    }

    /// Puts the vertices of a mesh on these paths. Other bodies stay as they are.
    pub(in crate::curved) fn on_paths(self, deforming: Option<&'shape DeformingMesh<'shape>>) -> Self {
        match self {
            Self::Flat { facets, deforming: None } => Self::Flat { facets, deforming },
            other @ (Self::Flat { .. } | Self::Curved(_) | Self::Implicit(_)) => other,
        }
    }

    /// The paths of its vertices, if it is a deforming mesh.
    pub(super) fn paths(&self) -> Option<&'shape DeformingMesh<'shape>> {
        match *self {
            Self::Flat { deforming, .. } => deforming,
            Self::Curved(_) | Self::Implicit(_) => None,
        }
    }

    /// Encloses a vertex of a mesh during a span, in the body's frame.
    pub(in crate::curved) fn vertex(&self, index: u32, time: Interval) -> Vector3 {
        match self {
            Self::Flat { deforming: Some(deforming), .. } => deforming.place(index, time),
            Self::Flat { facets, .. } => Vector3::point(facets.mesh().vertices()[index as usize].to_array()),
            Self::Curved(_) | Self::Implicit(_) => unreachable!("only a mesh has a list of vertices"),
        }
    }

    /// `true` if the body is known to be solid: a surface with an inside.
    pub(in crate::curved) fn is_solid(&self) -> bool {
        match self {
            Self::Curved(brep) => brep.is_solid(),
            Self::Flat { facets, .. } => facets.is_solid(),
            Self::Implicit(_) => true,
        }
    }

    /// The span of time that its formulas describe, if it deforms.
    pub(in crate::curved) fn described(&self) -> Option<Interval> {
        match self {
            Self::Curved(brep) => brep.deforms().then(|| brep.span()),
            Self::Implicit(solid) => solid.deforms().then(|| solid.span()),
            Self::Flat { .. } => None,
        }
    }

    /// A feature that stands for the whole body.
    pub(in crate::curved) fn any_feature(&self) -> Feature {
        match self {
            Self::Curved(_) => Feature::Patch { index: 0, parameters: [0.0; 2] },
            Self::Flat { .. } => Feature::Face { index: 0, weights: [1.0, 0.0, 0.0] },
            Self::Implicit(_) => Feature::Part(0),
        }
    }

    /// Metres per second. Upper bound on how fast its points move within its own frame because it deforms; `None`
    /// if no bound is known.
    pub(in crate::curved) fn deformation_speed(&self, time: Interval) -> Option<f64> {
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

    /// The number of surface pieces: a lower bound on the cost of [`BodyGeometry::surface_misses`].
    pub(in crate::curved) fn piece_count(&self) -> u64 {
        match self {
            Self::Curved(brep) => FACE_PIECES * brep.faces().len() as u64,
            Self::Flat { facets, .. } => facets.mesh().triangles().len() as u64,
            Self::Implicit(_) => 1,
        }
    }

    /// `true` proves that no point of the surface is in the box, which is given in the body's frame.
    pub(in crate::curved) fn surface_misses(&self, cell: Vector3, time: Interval) -> bool {
        match self {
            Self::Curved(brep) => {
                let mut work = PatchWork::default();
                let mut pending: Vec<_> = brep.faces().iter().map(|face| (face, face.patch().domain())).collect();
                while let Some((face, [u, v])) = pending.pop() {
                    let place = face.patch().point([u, v, time], &mut work);
                    if place.disjoint(cell) || face.outside([u, v]) {
                        continue;
                    }
                    if place.width() <= PIECE_SHARE * cell.width() {
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

    /// The elements of a body of curved faces: faces, then edges, then vertices.
    fn parts(&self) -> Vec<ElementShape<'shape>> {
        match *self {
            Self::Curved(brep) => {
                let faces = brep.charts().iter().map(ElementShape::Face);
                let edges = brep.edges().iter().enumerate().map(|(index, edge)| ElementShape::Edge(index as u32, edge));
                let vertices = brep
                    .vertices()
                    .iter()
                    .enumerate()
                    .map(|(index, vertex)| ElementShape::Vertex(index as u32, vertex));
                faces.chain(edges).chain(vertices).collect()
            }
            Self::Flat { .. } | Self::Implicit(_) => Vec::new(),
        }
    }

    /// The same as shared elements with caches.
    pub(in crate::curved) fn elements(&self) -> Vec<SharedElement<'shape>> {
        self.parts().into_iter().map(SurfaceElement::shared).collect()
    }

    /// The faces only.
    pub(in crate::curved) fn faces(&self) -> Vec<SharedElement<'shape>> {
        let mut elements = self.elements();
        elements.retain(|element| element.borrow().dimension() == 2);
        elements
    }
}

/// `true` proves that the triangle and the box are disjoint: one of the thirteen separating axes of a triangle and a
/// box separates them.
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
