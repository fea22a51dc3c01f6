//! All systems of equations of a pair of bodies.

use super::advance::Shared;
use super::body::Body;
use super::element::Element;
use super::sinking::Sinking;
use super::solids::Solids;
use super::system::System;
use super::touching::{Setting, Touching};
use std::cell::RefCell;
use std::rc::Rc;
use tangency_interval::Interval;

/// One system for every element of `a` with every element of `b`: the six tangency situations of appendix A, and their
/// counterparts for implicit solids. If only one body is implicit, it is `b`.
pub(super) fn systems<'question>(
    bodies: &[Body<'question>; 2],
    setting: &Rc<Setting<'question>>,
    time: Interval,
) -> Vec<Shared<'question>> {
    let shared = || Rc::clone(setting);
    let mut systems: Vec<Box<dyn System + 'question>> = Vec::new();
    match *bodies {
        [Body::Implicit(a), Body::Implicit(b)] => {
            for part_a in a.elements() {
                for part_b in b.elements() {
                    systems.push(Box::new(Solids::new([a, b], [part_a, part_b], shared(), time)));
                }
            }
        }
        [a, Body::Implicit(solid)] => {
            for part in a.parts() {
                for element in solid.elements() {
                    let part = Element::new(part.clone());
                    systems.push(Box::new(Sinking::new(part, solid, element, shared(), time)));
                }
            }
        }
        [a, b] => {
            let parts_b = b.parts();
            for part_a in a.parts() {
                for part_b in &parts_b {
                    let [a, b] = [&part_a, part_b].map(|part| Element::new(part.clone()));
                    systems.push(Box::new(Touching::new(a, b, shared(), time, true)));
                }
            }
        }
    }
    systems.into_iter().map(|system| Rc::new(RefCell::new(system))).collect()
}
