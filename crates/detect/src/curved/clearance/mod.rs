//! Bodies that come within a separation of one another, rather than touch.
//!
//! **Question.** When do two curved bodies, or a curved one and a mesh, first come as close as the separation, and where?
//!
//! **Idea.** At that instant the way between the closest places is as long as the separation and across all tangents of both: equations and
//! side conditions for every pair of a face, edge or vertex (`surfaces`) and for implicit solids (`solids`), which go into the same search as those
//! of contact. At the start of a stretch, where there is no "before", the length is not asked for, but the least: of all pairs of places
//! whose way is across the tangents of both and no longer than the separation, the closest are found.
//!
//! **Guarantee.** As for contact: `Clear` and the lower end of a touch are proofs. A solution is a pair of places that far apart, so
//! that nothing is reported too early; where it is not proved, by no more than the tolerance.
//!
//! **Cost.** As for contact, and about half as much again at the start.
//!
//! **Source.** Ours; derived in `docs/notes/curved-contact.md`, *Clearance*.

mod direction;
mod solids;
mod surfaces;

pub(super) use solids::{Base, Beside};
pub(super) use surfaces::Nearing;

use super::advance::{Course, Shared, advance, advance_groups};
use super::body::Body;
use super::list::{shared, some};
use super::touching::Setting;
use super::{Ending, Stretch, describe};
use crate::{Effort, FirstContact};
use std::rc::Rc;
use tangency_interval::solve::{Ended, Options};
use tangency_interval::{Interval, Vector, Vector3};

/// How close counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clearance {
    /// Metres, above zero.
    pub(super) separation: f64,
    /// At an instant before which nothing is known: closer counts as well.
    pub(super) at_start: bool,
}

impl Clearance {
    /// The box and what is within the separation of it.
    pub(super) fn around(&self, cell: Vector3) -> Vector3 {
        Vector(cell.0.map(|side| side + Interval::between(-self.separation, self.separation)))
    }
}

/// One system for every element of `a` with every element of `b`; `None` if there are no equations for two such bodies.
pub(super) fn systems<'question>(
    bodies: &[Body<'question>; 2],
    setting: &Rc<Setting<'question>>,
    time: Interval,
    clearance: Clearance,
) -> Option<Vec<Shared<'question>>> {
    let mut systems = Vec::new();
    match *bodies {
        [Body::Implicit(a), Body::Implicit(b)] => {
            for part_a in some(a.elements())? {
                for part_b in some(b.elements())? {
                    let base = Base::Boundary((a, part_a));
                    systems.extend(Beside::new(base, (b, part_b), setting, time, clearance).map(shared));
                }
            }
        }
        [a @ Body::Curved(_), Body::Implicit(solid)] => {
            for element in some(&a.elements())? {
                for part in some(solid.elements())? {
                    let base = Base::Element(Rc::clone(element));
                    systems.extend(Beside::new(base, (solid, part), setting, time, clearance).map(shared));
                }
            }
        }
        [a @ Body::Curved(_), b @ Body::Curved(_)] => {
            let elements_b = b.elements();
            for element_a in some(&a.elements())? {
                for element_b in some(&elements_b)? {
                    systems.push(shared(Nearing::new([element_a, element_b], setting, time, clearance)));
                }
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

impl Stretch<'_> {
    /// Whether the bodies, which are apart, are within the separation at the start of the stretch; `None` if there are no equations for them.
    pub(super) fn near_start(&self, separation: f64, effort: &mut Effort, options: &Options) -> Option<Ending> {
        let time = Interval::from(self.course.span.lower());
        let clearance = Clearance { separation, at_start: true };
        // Metres now, and not seconds, are what is least.
        let accept = options.accept;
        let options = Options { simultaneity: 4.0 * accept, accept_objective: 4.0 * accept, ..*options };
        let course = Course { span: time, options, ..self.course };
        let found = match self.groups(true, Some(clearance)) {
            Some(groups) => advance_groups(groups, Vec::new(), course),
            None => advance(systems(&self.bodies, &self.setting, time, clearance)?, course),
        };
        effort.pairs += found.pairs;
        effort.iterations += found.outcome.iterations;
        let contacts = describe::contacts(&found, &self.setting, accept, true);
        if !contacts.is_empty() {
            return Some(Ending::Touch(FirstContact { time, contacts, complete: found.outcome.ended == Ended::Done }));
        }
        let apart = found.outcome.ended == Ended::Done && found.outcome.proves_none();
        Some(if apart { Ending::Apart } else { Ending::Unfinished { from: time.lower() } })
    }
}
