//! The triangles of a mesh against the elements of a curved body or an implicit solid.
//!
//! **Question.** Which triangles, edges and vertices of a mesh of thousands are worth a system of equations?
//!
//! **Idea.** Nodes of the mesh's tree are told from pieces of the other body by their boxes, and by the normal of the piece, along which it is thin,
//! as long as that works; where it does not, the larger of the
//! two is opened. A triangle that is left stands for itself and for those of its edges and vertices that it owns, as flat faces, edges
//! and vertices.
//!
//! A mesh that deforms has other boxes, which move, and other elements, which change their form (`deforming`).
//!
//! **Guarantee.** A node is apart only if its box is: no contact is lost. Every edge and vertex is in the box of the triangle that owns it.
//!
//! **Cost.** Two boxes a step.

use super::advance::{MOST, Shared, cells as whole, padded};
use super::body::{corner, segment, triangle};
use super::clearance::{Base, Beside, Clearance, Nearing};
use super::deforming::Deforming;
use super::element::{Element, Part, Piece, SharedElement};
use super::list::shared;
use super::sinking::Sinking;
use super::touching::{Setting, Touching, bulge, reach, symmetric};
use crate::Facets;
use glam::DVec3;
use std::rc::Rc;
use tangency_bound::{ObbNode, ObbTree, TreeNode};
use tangency_geometry::Solid;
use tangency_geometry::solid::SolidWork as Workspace;
use tangency_interval::solve::Problem;
use tangency_interval::{Interval, Vector, Vector3};

/// The body that the mesh is compared with. With a curved one the mesh is `b`, with an implicit one it is `a`.
pub(super) enum Others<'question> {
    Curved(Vec<SharedElement<'question>>),
    Implicit(&'question Solid, Box<Workspace>),
}

/// A mesh and the other body.
pub(super) struct Groups<'question> {
    pub(super) facets: &'question Facets,
    pub(super) deforming: Option<&'question Deforming<'question>>,
    pub(super) others: Others<'question>,
    pub(super) setting: Rc<Setting<'question>>,
    /// Tangency is asked for, and with it edges and vertices; at the start of a stretch triangles alone.
    pub(super) tangency: bool,
    /// Not touching, but coming that close is asked for.
    pub(super) clearance: Option<Clearance>,
}

/// What is below a node of the tree.
pub(super) enum Below {
    Triangle(u32),
    /// These nodes.
    Nodes([u32; 2]),
}

impl<'question> Groups<'question> {
    pub(super) const ROOT: u32 = ObbTree::ROOT;

    /// The unknowns of every element of the other body.
    pub(super) fn wholes(&self) -> Vec<[Interval; MOST]> {
        let padded = |domain: Vec<Interval>| {
            let mut cells = [Interval::ZERO; MOST];
            cells[..domain.len()].copy_from_slice(&domain);
            cells
        };
        match &self.others {
            Others::Curved(elements) => elements.iter().map(|element| padded(element.borrow().domain())).collect(),
            Others::Implicit(..) => vec![[Interval::ZERO; MOST]],
        }
    }

    /// `true` proves that nothing below the node touches the part of the other body during the span.
    pub(super) fn apart(&mut self, node: u32, other: usize, cells: &[Interval; MOST], time: Interval) -> bool {
        let volume = volume(self.facets, self.deforming, node, time);
        let relative = self.setting.frame.during(time);
        match &mut self.others {
            Others::Curved(elements) => {
                let mut element = elements[other].borrow_mut();
                let cells = &cells[..element.dimension()];
                let piece = element.piece(cells, time);
                let deforms = element.deforms();
                let place = relative.point(piece.point);
                match self.clearance {
                    Some(Clearance { separation, .. }) => (place - volume).length().lower() > separation,
                    None => place.disjoint(volume) || self.setting.beside(&piece, deforms, cells, volume, time),
                }
            }
            Others::Implicit(solid, work) => {
                let place = relative.point(volume);
                let place = self.clearance.map_or(place, |clearance| clearance.around(place));
                place.disjoint(solid.bounding_box()) || solid.value(place, time, work).lower() > 0.0
            }
        }
    }

    /// How large the part of the other body is along each of its parameters, and how much it bends; see
    /// [`System::shape`](super::system::System::shape).
    pub(super) fn shape(&mut self, other: usize, cells: &[Interval; MOST], time: Interval) -> ([f64; MOST], f64) {
        let Others::Curved(elements) = &self.others else { return ([0.0; MOST], 0.0) };
        let mut element = elements[other].borrow_mut();
        let count = element.dimension();
        let (extents, bend) = element.extents(&cells[..count], time);
        (padded(extents), bend)
    }

    /// What is below a node, and how large the node is.
    pub(super) fn below(&self, node: u32) -> (Below, f64) {
        below(self.facets, self.deforming, node)
    }

    /// A triangle, and with tangency the edges and vertices that it owns.
    fn parts(&self, index: u32) -> Vec<Part<'question>> {
        if let Some(deforming) = self.deforming {
            return deforming.parts(index, self.tangency);
        }
        let mesh = self.facets.mesh();
        let mut parts = vec![triangle(mesh, index)];
        if self.tangency {
            let owned = self.facets.owned(index as usize);
            // Inside a flat face the triangles have all contacts. An edge there would be touched as if it were sharp.
            let edges = owned.edges.into_iter().flatten().filter(|&edge| !self.facets.is_inside_flat_face(edge));
            parts.extend(edges.map(|edge| segment(mesh, edge)));
            let vertices = owned.vertices.into_iter().flatten();
            let vertices = vertices.filter(|&vertex| !self.facets.is_vertex_inside_flat_face(vertex));
            parts.extend(vertices.map(|vertex| corner(mesh, vertex)));
        }
        parts
    }

    /// The systems of a triangle, and of the edges and vertices that it owns, with a part of an element of the other body.
    pub(super) fn systems(
        &mut self,
        index: u32,
        other: usize,
        cells: &[Interval; MOST],
        time: Interval,
    ) -> Vec<(Shared<'question>, [Interval; MOST])> {
        let mut systems = Vec::new();
        for part in self.parts(index) {
            let element = Element::shared(part);
            let domain = element.borrow().domain();
            match &self.others {
                Others::Curved(elements) => {
                    let of_other = elements[other].borrow().dimension();
                    let mut unknowns = *cells;
                    unknowns[of_other..of_other + domain.len()].copy_from_slice(&domain);
                    if let Some(clearance) = self.clearance {
                        let system = Nearing::new([&elements[other], &element], &self.setting, time, clearance);
                        systems.push((shared(system), unknowns));
                        continue;
                    }
                    let system = Touching::new([&elements[other], &element], &self.setting, time, self.tangency);
                    systems.push((shared(system), unknowns));
                }
                Others::Implicit(solid, _) => {
                    let mut unknowns = [Interval::ZERO; MOST];
                    unknowns[..domain.len()].copy_from_slice(&domain);
                    let wanted = |part: &&_| self.tangency || one_leaf(part);
                    for part in solid.elements().iter().filter(wanted) {
                        if let Some(clearance) = self.clearance {
                            let base = Base::Element(Rc::clone(&element));
                            let system = Beside::new(base, (*solid, part), &self.setting, time, clearance);
                            let system = system.map(|system| (whole(system.region()), shared(system)));
                            systems.extend(system.map(|(unknowns, system)| (system, unknowns)));
                            continue;
                        }
                        let rigid = self.deforming.is_none().then_some(self.facets);
                        let system = Sinking::new(&element, (*solid, part), &self.setting, time).of_mesh(rigid);
                        let system = if self.tangency { system } else { system.contact_alone() };
                        systems.push((shared(system), unknowns));
                    }
                }
            }
        }
        systems
    }
}

/// The box of a node in the frame of the mesh during a span. The axes of a mesh that does not deform are known to single precision.
pub(super) fn volume(facets: &Facets, deforming: Option<&Deforming<'_>>, node: u32, time: Interval) -> Vector3 {
    if let Some(deforming) = deforming {
        return deforming.volume(node, time);
    }
    let volume = facets.boxes().volume(node);
    let centre = volume.centre();
    Vector(std::array::from_fn(|axis| {
        let radius = volume.radius_along(DVec3::AXES[axis]) * 1.0001 + 1e-6 * volume.radius();
        Interval::from(centre[axis]) + Interval::between(-radius, radius)
    }))
}

/// What is below a node of a mesh's tree, and how large the node is.
pub(super) fn below(facets: &Facets, deforming: Option<&Deforming<'_>>, node: u32) -> (Below, f64) {
    if let Some(deforming) = deforming {
        return match deforming.below(node) {
            (TreeNode::Item(triangle), size) => (Below::Triangle(triangle), size),
            (TreeNode::Children(nodes), size) => (Below::Nodes(nodes), size),
        };
    }
    let tree = facets.boxes();
    let size = 2.0 * tree.volume(node).half().max_element();
    match tree.below(node) {
        ObbNode::Triangle(triangle) => (Below::Triangle(triangle), size),
        ObbNode::Children(first) => (Below::Nodes([first, first + 1]), size),
    }
}

impl Setting<'_> {
    /// `true` proves that a piece of `a` is on one side of the box, given in the frame of `b`, during the whole span: along its normal it reaches
    /// no farther than it bends.
    fn beside(&self, piece: &Piece, deforms: bool, cells: &[Interval], volume: Vector3, time: Interval) -> bool {
        let Some(jet) = &piece.jet else { return false };
        let (relative, middle) = (self.frame.during(time), self.frame.during(Interval::from(time.mid())));
        let [along, across] = piece.tangents.map(|tangent| DVec3::from_array((middle.rotation * tangent).mid()));
        let Some(normal) = along.cross(across).try_normalize() else { return false };
        let direction = Vector3::point(normal.to_array());
        let rate = relative.velocity(piece.point, deforms.then_some(jet.dt));
        let ahead = bulge(middle.rotation.transpose() * direction, piece, cells);
        let of_piece = direction.dot(middle.point(piece.centre)) + ahead + symmetric(reach(direction.dot(rate), time));
        of_piece.disjoint(direction.dot(volume))
    }
}

/// Whether it is a smooth part of the boundary.
fn one_leaf(part: &tangency_geometry::solid::SolidElement) -> bool {
    part.leaves().len() == 1
}
