//! All systems of equations of a pair of bodies.

use super::advance::Shared;
use super::body::Body;
use super::sinking::Sinking;
use super::solids::Solids;
use super::system::System;
use super::touching::{Setting, Touching};
use std::cell::RefCell;
use std::rc::Rc;
use tangency_interval::Interval;

/// A system that can be shared.
pub(super) fn shared<'question>(system: impl System + 'question) -> Shared<'question> {
    Rc::new(RefCell::new(Box::new(system)))
}

/// One system for every element of `a` with every element of `b`: the six tangency situations of appendix A, and their
/// counterparts for implicit solids. If only one body is implicit, it is `b`.
pub(super) fn systems<'question>(
    bodies: &[Body<'question>; 2],
    setting: &Rc<Setting<'question>>,
    time: Interval,
) -> Vec<Shared<'question>> {
    let mut systems = Vec::new();
    match *bodies {
        [Body::Implicit(a), Body::Implicit(b)] => {
            for part_a in a.elements() {
                for part_b in b.elements() {
                    systems.push(shared(Solids::new([a, b], [part_a, part_b], setting, time)));
                }
            }
        }
        [a, Body::Implicit(solid)] => {
            for element in a.elements() {
                for part in solid.elements() {
                    systems.push(shared(Sinking::new(&element, (solid, part), setting, time)));
                }
            }
        }
        [a, b] => {
            let elements_b = b.elements();
            for element_a in a.elements() {
                for element_b in &elements_b {
                    systems.push(shared(Touching::new([&element_a, element_b], setting, time, true)));
                }
            }
        }
    }
    systems
}

#[cfg(test)]
mod tests {
    use super::super::frame::Frame;
    use super::super::tracked::Tracking;
    use super::*;
    use tangency_geometry::surface::Brep;
    use tangency_geometry::{Motion, Pose, Shape};
    use tangency_interval::solve::Problem;

    /// Appendix A: nine pairs of faces, twelve of an edge and a face, four of edges.
    #[test]
    fn two_capped_cylinders_give_25_systems() {
        let shape: Shape = Brep::cylinder(0.5, 1.0).expect("a cylinder").into();
        let motion = Motion::Still(Pose::IDENTITY);
        let span = Interval::between(0.0, 1.0);
        let pieces = [(); 2].map(|()| motion.rigid_pieces(span).expect("rigid")[0]);
        let setting = Setting { frame: Frame::new(pieces), tracking: Tracking(&[]), solid: [true; 2] };
        let systems = systems(&[Body::of(&shape), Body::of(&shape)], &Rc::new(setting), span);
        assert_eq!(systems.len(), 25);
        let count = |unknowns: usize, equations: usize| {
            let sizes = systems.iter().map(|system| (system.borrow().region().len(), system.borrow().equation_count()));
            sizes.filter(|&size| size == (unknowns, equations)).count()
        };
        assert_eq!([count(5, 5), count(4, 4), count(3, 3)], [9, 12, 4]);
    }
}
