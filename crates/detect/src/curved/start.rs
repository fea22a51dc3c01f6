//! Whether the bodies touch or overlap at the start of a stretch of time.
//!
//! **Question.** Do the surfaces meet at this instant, or is one body inside the other?
//!
//! **Idea.** There is no "before" in which they were apart, so they need not be tangent: contact alone is asked for, of all pairs of
//! faces, at this one instant.
//!
//! **Guarantee.** `Apart` is a proof.

use super::element::Element;
use super::system::System;
use super::touching::Touching;
use super::{Ending, Stretch, describe};
use crate::Effort;
use std::rc::Rc;
use tangency_interval::Interval;
use tangency_interval::solve::{Options, minimize};

impl<'question> Stretch<'question> {
    /// What is the case at the start of the stretch.
    pub(super) fn start(&self, effort: &mut Effort, options: &Options) -> Ending {
        let time = Interval::from(self.span.lower());
        let mut systems: Vec<Box<dyn System + 'question>> = Vec::new();
        for a in self.bodies[0].faces() {
            for b in self.bodies[1].faces() {
                let [a, b] = [&a, &b].map(|element: &Element<'question>| element.again());
                systems.push(Box::new(Touching::new(a, b, Rc::clone(&self.setting), time, false)));
            }
        }
        effort.pairs += systems.len() as u64;
        let outcome = minimize(&mut systems, options);
        effort.iterations += outcome.iterations;
        let contacts = describe::contacts(&outcome, &mut systems, &self.setting, true);
        self.ending(&outcome, contacts)
    }
}
