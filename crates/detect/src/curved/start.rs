//! Whether the bodies touch or overlap at the start of a stretch of time.
//!
//! **Question.** Do the surfaces meet at this instant, or is one body inside the other?
//!
//! **Idea.** There is no "before" in which they were apart, so they need not be tangent: contact alone is asked for, of all pairs of
//! faces, at this one instant.
//!
//! **Guarantee.** `Apart` is a proof.

use super::advance::{Course, Shared, advance};
use super::element::Element;
use super::touching::Touching;
use super::{Ending, Stretch, describe};
use crate::Effort;
use std::cell::RefCell;
use std::rc::Rc;
use tangency_interval::Interval;
use tangency_interval::solve::Options;

impl<'question> Stretch<'question> {
    /// What is the case at the start of the stretch.
    pub(super) fn start(&self, effort: &mut Effort, options: &Options) -> Ending {
        let time = Interval::from(self.course.span.lower());
        let mut systems: Vec<Shared<'question>> = Vec::new();
        for a in self.bodies[0].faces() {
            for b in self.bodies[1].faces() {
                let [a, b] = [&a, &b].map(|element: &Element<'question>| element.again());
                let system = Touching::new(a, b, Rc::clone(&self.setting), time, false);
                systems.push(Rc::new(RefCell::new(Box::new(system))));
            }
        }
        effort.pairs += systems.len() as u64;
        let found = advance(&systems, Course { span: time, options: *options, ..self.course });
        effort.iterations += found.outcome.iterations;
        let contacts = describe::contacts(&found, &systems, &self.setting, true);
        self.ending(&found.outcome, contacts)
    }
}
