//! All systems of equations of a pair of bodies.
//!
//! Elements whose boxes through all of the span are apart make none: step 1 of section 7 of Snyder et al. 1993, once more.

use super::advance::Shared;
use super::body::Body;
use super::element::SharedElement;
use super::sinking::Sinking;
use super::solids::Solids;
use super::system::System;
use super::touching::{Setting, Touching};
use std::cell::RefCell;
use std::rc::Rc;
use tangency_interval::{Interval, Vector3};

/// A system that can be shared.
pub(super) fn shared<'question>(system: impl System + 'question) -> Shared<'question> {
    Rc::new(RefCell::new(Box::new(system)))
}

/// One system for every element of `a` with every element of `b`: the six tangency situations of appendix A, and their
/// counterparts for implicit solids. Pairs of elements whose boxes are apart make none, so that the list may be empty: then nothing touches.
/// `None` if there are no equations for two such bodies, which proves nothing.
pub(super) fn systems<'question>(
    bodies: &[Body<'question>; 2],
    setting: &Rc<Setting<'question>>,
    time: Interval,
) -> Option<Vec<Shared<'question>>> {
    let mut systems = Vec::new();
    match *bodies {
        [Body::Implicit(a), Body::Implicit(b)] => {
            some(a.elements())?;
            for part_a in a.elements() {
                for part_b in some(b.elements())? {
                    systems.push(shared(Solids::new([a, b], [part_a, part_b], setting, time)));
                }
            }
        }
        [a @ Body::Curved(_), Body::Implicit(solid)] => {
            let elements = a.elements();
            some(&elements)?;
            some(solid.elements())?;
            for (element, _) in near(elements, &[solid.bounding_box()], setting, time) {
                for part in solid.elements() {
                    systems.push(shared(Sinking::new(&element, (solid, part), setting, time)));
                }
            }
        }
        [a @ Body::Curved(_), b @ Body::Curved(_)] => {
            let (elements_a, elements_b) = (a.elements(), b.elements());
            some(&elements_a)?;
            some(&elements_b)?;
            for (element_a, index) in near(elements_a, &boxes(&elements_b, time), setting, time) {
                systems.push(shared(Touching::new([&element_a, &elements_b[index]], setting, time, true)));
            }
        }
        // Triangle by triangle (`groups`).
        [Body::Curved(_), Body::Flat { .. }] | [Body::Flat { .. }, Body::Implicit(_)] => return None,
        // Two meshes have methods of their own, and other pairs come in the other order.
        [Body::Flat { .. }, Body::Flat { .. } | Body::Curved(_)]
        | [Body::Implicit(_), Body::Flat { .. } | Body::Curved(_)] => return None,
    }
    Some(systems)
}

/// The elements, if there are any: a body without elements has no equations.
pub(super) fn some<T>(elements: &[T]) -> Option<&[T]> {
    (!elements.is_empty()).then_some(elements)
}

/// Where each element is during the span, in its own frame.
pub(super) fn boxes(elements: &[SharedElement<'_>], time: Interval) -> Vec<Vector3> {
    let place = |element: &SharedElement<'_>| {
        let mut element = element.borrow_mut();
        let whole = element.domain();
        element.piece(&whole, time).point
    };
    elements.iter().map(place).collect()
}

/// The elements of `a`, each with the index of every box of `b` that it may meet during the span; what is left out is apart.
pub(super) fn near<'question>(
    elements: Vec<SharedElement<'question>>,
    boxes_b: &[Vector3],
    setting: &Setting<'_>,
    time: Interval,
) -> Vec<(SharedElement<'question>, usize)> {
    let relative = setting.frame.during(time);
    let mut pairs = Vec::new();
    for (element, place) in elements.iter().zip(boxes(&elements, time)) {
        let moved = relative.point(place);
        let met = (0..boxes_b.len()).filter(|&index| !moved.disjoint(boxes_b[index]));
        pairs.extend(met.map(|index| (Rc::clone(element), index)));
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::super::frame::Frame;
    use super::super::tracked::Tracking;
    use super::*;
    use crate::Prepared;
    use glam::{DQuat, DVec3};
    use tangency_geometry::surface::Brep;
    use tangency_geometry::{Linear, Motion, Pose};
    use tangency_interval::solve::Problem;

    /// Appendix A: nine pairs of faces, twelve of an edge and a face, four of edges. One passes through the other lengthwise, so that every
    /// element meets every other.
    #[test]
    fn two_capped_cylinders_give_25_systems() {
        let shape = Prepared::new(Brep::cylinder(0.5, 1.0).expect("a cylinder").into());
        let start = Pose::new(DQuat::IDENTITY, -3.0 * DVec3::Z).expect("a pose");
        let motions =
            [Motion::Linear(Linear::new(start, 6.0 * DVec3::Z).expect("finite")), Motion::Still(Pose::IDENTITY)];
        let span = Interval::between(0.0, 1.0);
        let pieces = motions.each_ref().map(|motion| motion.rigid_pieces(span).expect("rigid")[0]);
        let setting = Setting { frame: Frame::new(pieces), tracking: Tracking(&[]), solid: [true; 2] };
        let systems = systems(&[Body::of(&shape), Body::of(&shape)], &Rc::new(setting), span).expect("equations");
        assert_eq!(systems.len(), 25);
        let count = |unknowns: usize, equations: usize| {
            let sizes = systems.iter().map(|system| (system.borrow().region().len(), system.borrow().equation_count()));
            sizes.filter(|&size| size == (unknowns, equations)).count()
        };
        assert_eq!([count(5, 5), count(4, 4), count(3, 3)], [9, 12, 4]);
    }

    /// No equations is not the same as no contact: an empty list is a proof, and none is not.
    #[test]
    fn pairs_without_equations_have_no_list() {
        let still = Motion::Still(Pose::IDENTITY);
        let span = Interval::between(0.0, 1.0);
        let piece = still.rigid_pieces(span).expect("rigid")[0];
        let far = Motion::Still(Pose::translated(DVec3::splat(9.0)).expect("a pose"));
        let far = far.rigid_pieces(span).expect("rigid")[0];
        let setting =
            |pieces| Rc::new(Setting { frame: Frame::new(pieces), tracking: Tracking(&[]), solid: [true; 2] });
        let faces = Prepared::new(Brep::sphere(1.0).expect("a ball").into());
        let facets = Prepared::new(tangency_geometry::primitive::cuboid(DVec3::ONE).expect("a box").into());
        let implicit = Prepared::new(tangency_geometry::Solid::sphere(1.0).expect("a ball").into());
        let listed = |a: &Prepared, b: &Prepared, pieces| {
            systems(&[Body::of(a), Body::of(b)], &setting(pieces), span).map(|systems| systems.len())
        };
        let near = [piece, piece];
        for (a, b) in [(&facets, &facets), (&facets, &faces), (&implicit, &faces), (&implicit, &facets)] {
            assert_eq!(listed(a, b, near), None);
        }
        assert!(listed(&faces, &faces, near) > Some(0) && listed(&faces, &implicit, near) > Some(0));
        assert_eq!(listed(&faces, &faces, [far, piece]), Some(0));
    }
}
