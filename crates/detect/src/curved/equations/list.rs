//! All systems of equations of a pair of bodies.
//!
//! Skip pairs of elements whose swept boxes never meet (Snyder et al. 1993, section 7, step 1).

use super::clearance::ClearanceGoal;
use super::setting::PairSetting;
use super::solids::{ApproachingPart, ComponentBirth, SolidApproach, SolidContact, SurfaceSolidContact};
use super::surfaces::{SurfaceApproach, SurfaceContact};
use super::system::{SharedSystem, shared};
use crate::curved::elements::{BodyBounds, BodyGeometry, HostBody, SharedElement};
use std::rc::Rc;
use tangency_geometry::solid::Solid;
use tangency_interval::{Interval, Vector3};

/// Two bodies that have equations.
enum PairKind<'question> {
    Solids(&'question Solid, &'question Solid),
    SurfaceAndSolid(BodyGeometry<'question>, &'question Solid),
    Surfaces(BodyGeometry<'question>, BodyGeometry<'question>),
}

impl<'question> PairKind<'question> {
    /// `None` if there are no equations for two such bodies.
    fn of(bodies: &[BodyGeometry<'question>; 2]) -> Option<Self> {
        match *bodies {
            [BodyGeometry::Implicit(a), BodyGeometry::Implicit(b)] => Some(Self::Solids(a, b)),
            [a @ BodyGeometry::Curved(_), BodyGeometry::Implicit(b)] => Some(Self::SurfaceAndSolid(a, b)),
            [a @ BodyGeometry::Curved(_), b @ BodyGeometry::Curved(_)] => Some(Self::Surfaces(a, b)),
            // Meshes go triangle by triangle (`search::groups`).
            [BodyGeometry::Curved(_), BodyGeometry::Flat { .. }]
            | [BodyGeometry::Flat { .. }, BodyGeometry::Implicit(_)] => None,
            // Two meshes have methods of their own, and other pairs come in the other order.
            [BodyGeometry::Flat { .. }, BodyGeometry::Flat { .. } | BodyGeometry::Curved(_)]
            | [BodyGeometry::Implicit(_), BodyGeometry::Flat { .. } | BodyGeometry::Curved(_)] => None,
        }
    }
}

/// One system for every element of `a` with every element of `b`: the six tangency situations of appendix A, and
/// their counterparts for implicit solids. Pairs of elements whose boxes are apart are skipped, so an empty list
/// proves that nothing touches. `None` if there are no equations for two such bodies, which proves nothing.
pub(in crate::curved) fn contact_systems<'question>(
    bodies: &[BodyGeometry<'question>; 2],
    setting: &Rc<PairSetting<'question>>,
    time: Interval,
) -> Option<Vec<SharedSystem<'question>>> {
    let mut systems = Vec::new();
    match PairKind::of(bodies)? {
        PairKind::Solids(a, b) => {
            require_some(a.elements())?;
            for part_a in a.elements() {
                for part_b in require_some(b.elements())? {
                    systems.push(shared(SolidContact::new([a, b], [part_a, part_b], setting, time)));
                }
            }
        }
        PairKind::SurfaceAndSolid(a, solid) => {
            let elements = a.elements();
            require_some(&elements)?;
            require_some(solid.elements())?;
            for (element, _) in meeting_elements(elements, &[solid.bounding_box()], setting, time) {
                for part in solid.elements() {
                    systems.push(shared(SurfaceSolidContact::new(&element, (solid, part), setting, time)));
                }
            }
        }
        PairKind::Surfaces(a, b) => {
            let (elements_a, elements_b) = (a.elements(), b.elements());
            require_some(&elements_a)?;
            require_some(&elements_b)?;
            for (element_a, index) in meeting_elements(elements_a, &element_boxes(&elements_b, time), setting, time) {
                systems.push(shared(SurfaceContact::new([&element_a, &elements_b[index]], setting, time, true)));
            }
        }
    }
    Some(systems)
}

/// One clearance system for every element of `a` with every element of `b`; `None` if there are no equations for
/// two such bodies.
pub(in crate::curved) fn clearance_systems<'question>(
    bodies: &[BodyGeometry<'question>; 2],
    setting: &Rc<PairSetting<'question>>,
    time: Interval,
    clearance: ClearanceGoal,
) -> Option<Vec<SharedSystem<'question>>> {
    let mut systems = Vec::new();
    match PairKind::of(bodies)? {
        PairKind::Solids(a, b) => {
            for part_a in require_some(a.elements())? {
                for part_b in require_some(b.elements())? {
                    let base = ApproachingPart::Boundary((a, part_a));
                    systems.extend(SolidApproach::new(base, (b, part_b), setting, time, clearance).map(shared));
                }
            }
        }
        PairKind::SurfaceAndSolid(a, solid) => {
            for element in require_some(&a.elements())? {
                for part in require_some(solid.elements())? {
                    let base = ApproachingPart::Element(Rc::clone(element));
                    systems.extend(SolidApproach::new(base, (solid, part), setting, time, clearance).map(shared));
                }
            }
        }
        PairKind::Surfaces(a, b) => {
            let elements_b = b.elements();
            for element_a in require_some(&a.elements())? {
                for element_b in require_some(&elements_b)? {
                    systems.push(shared(SurfaceApproach::new([element_a, element_b], setting, time, clearance)));
                }
            }
        }
    }
    Some(systems)
}

/// Contact without tangency, for all pairs of faces whose boxes meet; `None` if there are no equations for two such
/// bodies.
pub(in crate::curved) fn surface_systems<'question>(
    bodies: &[BodyGeometry<'question>; 2],
    setting: &Rc<PairSetting<'question>>,
    time: Interval,
) -> Option<Vec<SharedSystem<'question>>> {
    let mut systems = Vec::new();
    match PairKind::of(bodies)? {
        PairKind::SurfaceAndSolid(a, b) => {
            let faces = a.faces();
            require_some(&faces)?;
            for (face, _) in meeting_elements(faces, &[b.bounding_box()], setting, time) {
                for part in b.elements().iter().filter(|part| part.leaves().len() == 1) {
                    let system = SurfaceSolidContact::new(&face, (b, part), setting, time);
                    systems.push(shared(system.contact_alone()));
                }
            }
        }
        PairKind::Surfaces(a, b) => {
            let (faces_a, faces) = (a.faces(), b.faces());
            require_some(&faces_a)?;
            require_some(&faces)?;
            for (of_a, index) in meeting_elements(faces_a, &element_boxes(&faces, time), setting, time) {
                systems.push(shared(SurfaceContact::new([&of_a, &faces[index]], setting, time, false)));
            }
        }
        // Two implicit solids are compared by their values.
        PairKind::Solids(..) => return None,
    }
    Some(systems)
}

/// One system for every element of an implicit solid at which a component can appear inside the other body, or
/// within the separation of it. A component that appears on a surface without an inside is an ordinary contact.
pub(in crate::curved) fn births<'question>(
    bodies: &[BodyGeometry<'question>; 2],
    bounds: &[BodyBounds; 2],
    setting: &Rc<PairSetting<'question>>,
    separation: f64,
    time: Interval,
) -> Vec<SharedSystem<'question>> {
    let mut systems = Vec::new();
    for (born, host) in [(0, 1), (1, 0)] {
        let BodyGeometry::Implicit(solid) = bodies[born] else { continue };
        if !(setting.is_solid(host) || separation > 0.0) {
            continue;
        }
        let host = HostBody::new(bodies[host], bounds[host], separation);
        for part in solid.birth_elements() {
            systems.push(shared(ComponentBirth::new((solid, part), born == 1, host, setting, time)));
        }
    }
    systems
}

/// `None` for an empty list: a body without elements has no equations.
pub(in crate::curved) fn require_some<T>(elements: &[T]) -> Option<&[T]> {
    (!elements.is_empty()).then_some(elements)
}

/// The box of each element during the span, in its own frame.
fn element_boxes(elements: &[SharedElement<'_>], time: Interval) -> Vec<Vector3> {
    let place = |element: &SharedElement<'_>| {
        let mut element = element.borrow_mut();
        let whole = element.domain();
        element.enclosure(&whole, time).point
    };
    elements.iter().map(place).collect()
}

/// The elements of `a`, each with the index of every box of `b` that it may meet during the span. All other pairs
/// are proved apart.
fn meeting_elements<'question>(
    elements: Vec<SharedElement<'question>>,
    boxes_b: &[Vector3],
    setting: &PairSetting<'_>,
    time: Interval,
) -> Vec<(SharedElement<'question>, usize)> {
    let relative = setting.frame().during(time);
    let mut pairs = Vec::new();
    for (element, place) in elements.iter().zip(element_boxes(&elements, time)) {
        let moved = relative.point(place);
        let met = (0..boxes_b.len()).filter(|&index| !moved.disjoint(boxes_b[index]));
        pairs.extend(met.map(|index| (Rc::clone(element), index)));
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Prepared;
    use glam::{DQuat, DVec3};
    use tangency_geometry::surface::Brep;
    use tangency_geometry::{Linear, Motion, Pose};
    use tangency_interval::solve::Problem;

    /// Appendix A: nine pairs of faces, twelve of an edge and a face, four of edges. One cylinder passes through
    /// the other lengthwise, so every element meets every other.
    #[test]
    fn two_capped_cylinders_give_25_systems() {
        let shape = Prepared::new(Brep::cylinder(0.5, 1.0).expect("a cylinder").into());
        let start = Pose::new(DQuat::IDENTITY, -3.0 * DVec3::Z).expect("a pose");
        let motions =
            [Motion::Linear(Linear::new(start, 6.0 * DVec3::Z).expect("finite")), Motion::Still(Pose::IDENTITY)];
        let span = Interval::between(0.0, 1.0);
        let pieces = motions.each_ref().map(|motion| motion.rigid_pieces(span).expect("rigid")[0]);
        let setting = PairSetting::new(pieces, &[], [true; 2]);
        let systems = contact_systems(&[BodyGeometry::of(&shape), BodyGeometry::of(&shape)], &Rc::new(setting), span)
            .expect("equations");
        assert_eq!(systems.len(), 25);
        let count = |unknowns: usize, equations: usize| {
            let sizes = systems.iter().map(|system| (system.borrow().region().len(), system.borrow().equation_count()));
            sizes.filter(|&size| size == (unknowns, equations)).count()
        };
        assert_eq!([count(5, 5), count(4, 4), count(3, 3)], [9, 12, 4]);
    }

    /// An empty list proves that nothing touches. `None` proves nothing.
    #[test]
    fn pairs_without_equations_have_no_list() {
        let still = Motion::Still(Pose::IDENTITY);
        let span = Interval::between(0.0, 1.0);
        let piece = still.rigid_pieces(span).expect("rigid")[0];
        let far = Motion::Still(Pose::translated(DVec3::splat(9.0)).expect("a pose"));
        let far = far.rigid_pieces(span).expect("rigid")[0];
        let setting = |pieces| Rc::new(PairSetting::new(pieces, &[], [true; 2]));
        let faces = Prepared::new(Brep::sphere(1.0).expect("a ball").into());
        let facets = Prepared::new(tangency_geometry::primitive::cuboid(DVec3::ONE).expect("a box").into());
        let implicit = Prepared::new(tangency_geometry::Solid::sphere(1.0).expect("a ball").into());
        let listed = |a: &Prepared, b: &Prepared, pieces| {
            contact_systems(&[BodyGeometry::of(a), BodyGeometry::of(b)], &setting(pieces), span)
                .map(|systems| systems.len())
        };
        let near = [piece, piece];
        for (a, b) in [(&facets, &facets), (&facets, &faces), (&implicit, &faces), (&implicit, &facets)] {
            assert_eq!(listed(a, b, near), None);
        }
        assert!(listed(&faces, &faces, near) > Some(0) && listed(&faces, &implicit, near) > Some(0));
        assert_eq!(listed(&faces, &faces, [far, piece]), Some(0));
    }
}
