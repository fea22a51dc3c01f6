//! First contact of a body that deforms on straight paths with one that turns.
//!
//! **Question.** The vertices of one body move along straight lines between certain instants, the other moves as a whole along
//! curves: when do they first come within `separation`?
//!
//! **Idea.** During a short step the vertices of the turning body are close to straight lines too: off by at most `A·h²/8`, with
//! `A` their acceleration and `h` the length of the step. With that much room around every vertex the method of straight
//! paths holds. A step that it proves free is followed by one twice as long; one in which something may touch only because
//! of the room is cut: from shortly before that instant on, a quarter as long, with a sixteenth of the room.
//!
//! **Guarantee.** As for straight paths: what is called clear is proved so, because the true paths are within their enclosures at
//! every instant. A touch is reported from steps with a room of at most an eighth of the tolerance.
//!
//! **Cost.** Some dozen steps a contact, each O(n) for the boxes; steps as long as the square root of the clearance over `A`
//! where there is none.
//!
//! **Source.** Ours; the bound on the bulge is that of `rigid/cell.rs`.

use super::path::room;
use super::step::{Outcome, Step};
use crate::progress::Steps;
use crate::tolerance::{REFINEMENTS, RESOLUTION};
use crate::{Answer, DetectError, Effort, Evidence, FirstContact, Moving, Query, Verdict};

/// A body that deforms and one that turns, in either order, and the instants between which both move smoothly.
pub(crate) struct Curved<'question> {
    pub(crate) a: &'question Moving,
    pub(crate) b: &'question Moving,
    pub(crate) knots: Vec<f64>,
    pub(crate) query: &'question Query,
}

/// A touch that is within the tolerance, and how often a shorter step was asked about it.
struct Refined {
    first: FirstContact,
    times: u32,
}

impl Curved<'_> {
    /// The first contact.
    pub(crate) fn first_contact(&self) -> Result<Answer, DetectError> {
        let mut effort = Effort::default();
        let verdict = self.verdict(&mut effort)?;
        Ok(Answer { verdict, evidence: Evidence::Proved, effort })
    }

    fn verdict(&self, effort: &mut Effort) -> Result<Verdict, DetectError> {
        let count = self.knots.len() - 1;
        let mut bar = Steps::new(self.query, count);
        // At one instant nothing bends: whether they touch, overlap, or one is inside the other.
        let start = self.knots[0];
        let at_start = Step::new(self.a, Some(self.b), [start, start], self.query)?;
        if let Some(ended) = ended(at_start.first_contact(true, effort, &mut |_| ())) {
            return Ok(ended);
        }
        for (index, ends) in self.knots.windows(2).enumerate() {
            let length = ends[1] - ends[0];
            let mut reached =
                |time: f64| bar.reached(index, if length > 0.0 { (time - ends[0]) / length } else { 0.0 });
            if let Some(ended) = self.between([ends[0], ends[1]], effort, &mut reached)? {
                return Ok(ended);
            }
        }
        Ok(Verdict::Clear { until: self.query.span.upper() })
    }

    /// The verdict, if the search ends between two knots.
    fn between(
        &self,
        [start, end]: [f64; 2],
        effort: &mut Effort,
        reached: &mut dyn FnMut(f64),
    ) -> Result<Option<Verdict>, DetectError> {
        let (mut from, mut length) = (start, end - start);
        let mut found: Option<Refined> = None;
        while from < end {
            let to = if length < end - from { from + length } else { end };
            let bulge = room(self.a, from, to)? + room(self.b, from, to)?;
            // What only the room around the vertices brings together need not be told apart any better.
            let query = Query { tolerance: self.query.tolerance + 2.0 * bulge, ..self.query.clone() };
            let outcome =
                Step::new(self.a, Some(self.b), [from, to], &query)?.first_contact(false, effort, &mut |_| ());
            let first = match (outcome, found.take()) {
                (Outcome::Touch(first), earlier) => {
                    let times = earlier.as_ref().map_or(0, |earlier| earlier.times + 1);
                    let close = 8.0 * bulge <= self.query.tolerance;
                    let finest = bulge <= RESOLUTION * self.a.model().reach().max(self.b.model().reach());
                    let proved = first.contacts.iter().any(|contact| contact.proved);
                    if (close && (proved || finest || times >= REFINEMENTS)) || to <= from.next_up() {
                        return Ok(Some(Verdict::Touch(first)));
                    }
                    let lower = first.time.lower();
                    found = earlier
                        .or(close.then_some(Refined { first, times: 0 }))
                        .map(|found| Refined { times, ..found });
                    lower
                }
                // On a closer look it is a near miss, within the tolerance.
                (_, Some(earlier)) => return Ok(Some(Verdict::Touch(earlier.first))),
                (Outcome::Unfinished { from }, None) => return Ok(Some(Verdict::Open { from })),
                (Outcome::Apart, None) => {
                    (from, length) = (to, 2.0 * (to - from));
                    reached(from);
                    continue;
                }
            };
            // Not quite to the instant itself, so that the contact comes inside a step.
            (from, length) = (from + 0.9 * (first - from), 0.25 * (to - from));
            reached(from);
        }
        Ok(None)
    }
}

fn ended(outcome: Outcome) -> Option<Verdict> {
    match outcome {
        Outcome::Apart => None,
        Outcome::Touch(first) => Some(Verdict::Touch(first)),
        Outcome::Unfinished { from } => Some(Verdict::Open { from }),
    }
}
