//! The triangles of a mesh against the elements of a curved body or an implicit solid.
//!
//! **Question.** Which triangles, edges and vertices of a mesh of thousands need a system of equations?
//!
//! **Idea.** Nodes of the mesh's tree are separated from pieces of the other body by their boxes, and along the
//! normal of the piece, in which direction it is thin. Where that fails, the larger of the two is subdivided. A
//! remaining triangle makes systems for itself and for the edges and vertices that it owns, as flat faces, edges
//! and vertices.
//!
//! A deforming mesh has boxes that move and elements that deform (`elements::deforming`).
//!
//! **Guarantee.** A node is culled only if its box is apart, so no contact is lost. Every edge and vertex is in the
//! box of the triangle that owns it.
//!
//! **Cost.** Two boxes per step.

use crate::Facets;
use crate::curved::elements::{DeformingMesh, NodeContents, SharedElement, node_box, node_contents, triangle_elements};
use crate::curved::equations::{
    ApproachingPart, ClearanceGoal, MAX_UNKNOWNS, PairSetting, SharedSystem, SolidApproach, SurfaceApproach,
    SurfaceContact, SurfaceSolidContact, all_but_time, padded, shared,
};
use std::rc::Rc;
use tangency_bound::ObbTree;
use tangency_geometry::Solid;
use tangency_geometry::solid::SolidWork;
use tangency_interval::Interval;
use tangency_interval::solve::Problem;

/// The body that the mesh is compared with. With a curved body the mesh is `b`, with an implicit solid it is `a`.
pub(in crate::curved) enum OtherBody<'question> {
    Curved(Vec<SharedElement<'question>>),
    Implicit(&'question Solid, Box<SolidWork>),
}

impl<'question> OtherBody<'question> {
    pub(in crate::curved) fn implicit(solid: &'question Solid) -> Self {
        Self::Implicit(solid, Box::default())
    }
}

/// A mesh and the other body.
pub(in crate::curved) struct MeshGroups<'question> {
    facets: &'question Facets,
    deforming: Option<&'question DeformingMesh<'question>>,
    other_body: OtherBody<'question>,
    setting: Rc<PairSetting<'question>>,
    /// Whether tangency is required. The systems then include edges and vertices; at the start of a stretch only
    /// triangles.
    tangency: bool,
    /// Search for a separation instead of contact.
    clearance: Option<ClearanceGoal>,
}

impl<'question> MeshGroups<'question> {
    pub(super) const ROOT: u32 = ObbTree::ROOT;

    pub(in crate::curved) fn new(
        facets: &'question Facets,
        deforming: Option<&'question DeformingMesh<'question>>,
        other_body: OtherBody<'question>,
        setting: &Rc<PairSetting<'question>>,
        tangency: bool,
        clearance: Option<ClearanceGoal>,
    ) -> Self {
        Self { facets, deforming, other_body, setting: Rc::clone(setting), tangency, clearance }
    }

    /// The parameter ranges of every element of the other body.
    pub(in crate::curved) fn parameter_ranges(&self) -> Vec<[Interval; MAX_UNKNOWNS]> {
        let padded = |domain: Vec<Interval>| {
            let mut cells = [Interval::ZERO; MAX_UNKNOWNS];
            cells[..domain.len()].copy_from_slice(&domain);
            cells
        };
        match &self.other_body {
            OtherBody::Curved(elements) => elements.iter().map(|element| padded(element.borrow().domain())).collect(),
            OtherBody::Implicit(..) => vec![[Interval::ZERO; MAX_UNKNOWNS]],
        }
    }

    /// `true` proves that nothing below the node touches the part of the other body during the span.
    pub(super) fn apart(&mut self, node: u32, other: usize, cells: &[Interval; MAX_UNKNOWNS], time: Interval) -> bool {
        let volume = node_box(self.facets, self.deforming, node, time);
        let relative = self.setting.frame().during(time);
        match &mut self.other_body {
            OtherBody::Curved(elements) => {
                let mut element = elements[other].borrow_mut();
                let cells = &cells[..element.dimension()];
                let piece = element.enclosure(cells, time);
                let deforms = element.deforms();
                let place = relative.point(piece.point);
                match self.clearance {
                    Some(ClearanceGoal { separation, .. }) => (place - volume).length().lower() > separation,
                    None => place.disjoint(volume) || self.setting.beside(&piece, deforms, cells, volume, time),
                }
            }
            OtherBody::Implicit(solid, work) => {
                let place = relative.point(volume);
                let place = self.clearance.map_or(place, |clearance| clearance.around(place));
                place.disjoint(solid.bounding_box()) || solid.value(place, time, work).lower() > 0.0
            }
        }
    }

    /// The extents of the part of the other body along each of its parameters, and how much it bends; as
    /// `ContactSystem::shape`.
    pub(super) fn shape(
        &mut self,
        other: usize,
        cells: &[Interval; MAX_UNKNOWNS],
        time: Interval,
    ) -> ([f64; MAX_UNKNOWNS], f64) {
        let OtherBody::Curved(elements) = &self.other_body else { return ([0.0; MAX_UNKNOWNS], 0.0) };
        let mut element = elements[other].borrow_mut();
        let count = element.dimension();
        let (extents, bend) = element.extents(&cells[..count], time);
        (padded(extents), bend)
    }

    /// The contents of a node, and its size in metres.
    pub(super) fn below(&self, node: u32) -> (NodeContents, f64) {
        node_contents(self.facets, self.deforming, node)
    }

    /// The systems of the elements of a triangle with a part of an element of the other body.
    pub(in crate::curved) fn systems(
        &mut self,
        index: u32,
        other: usize,
        cells: &[Interval; MAX_UNKNOWNS],
        time: Interval,
    ) -> Vec<(SharedSystem<'question>, [Interval; MAX_UNKNOWNS])> {
        let mut systems = Vec::new();
        for element in triangle_elements(self.facets, self.deforming, index, self.tangency) {
            let domain = element.borrow().domain();
            match &self.other_body {
                OtherBody::Curved(elements) => {
                    let of_other = elements[other].borrow().dimension();
                    let mut unknowns = *cells;
                    unknowns[of_other..of_other + domain.len()].copy_from_slice(&domain);
                    if let Some(clearance) = self.clearance {
                        let system = SurfaceApproach::new([&elements[other], &element], &self.setting, time, clearance);
                        systems.push((shared(system), unknowns));
                        continue;
                    }
                    let system = SurfaceContact::new([&elements[other], &element], &self.setting, time, self.tangency);
                    systems.push((shared(system), unknowns));
                }
                OtherBody::Implicit(solid, _) => {
                    let mut unknowns = [Interval::ZERO; MAX_UNKNOWNS];
                    unknowns[..domain.len()].copy_from_slice(&domain);
                    let wanted = |part: &&_| self.tangency || one_leaf(part);
                    for part in solid.elements().iter().filter(wanted) {
                        if let Some(clearance) = self.clearance {
                            let base = ApproachingPart::Element(Rc::clone(&element));
                            let system = SolidApproach::new(base, (*solid, part), &self.setting, time, clearance);
                            let system = system.map(|system| (all_but_time(system.region()), shared(system)));
                            systems.extend(system.map(|(unknowns, system)| (system, unknowns)));
                            continue;
                        }
                        let rigid = self.deforming.is_none().then_some(self.facets);
                        let system =
                            SurfaceSolidContact::new(&element, (*solid, part), &self.setting, time).of_mesh(rigid);
                        let system = if self.tangency { system } else { system.contact_alone() };
                        systems.push((shared(system), unknowns));
                    }
                }
            }
        }
        systems
    }
}

/// Whether it is a smooth part of the boundary.
fn one_leaf(part: &tangency_geometry::solid::SolidElement) -> bool {
    part.leaves().len() == 1
}
