//! First contact of bodies of which one deforms and one is on curves.
//!
//! **Question.** The vertices of one body go their own ways, along straight lines between certain instants or along curves, the other moves as
//! a whole along curves or deforms too: when do they first come within `separation`?
//!
//! **Idea.** During a short step vertices on curves are close to straight lines too: off by at most `A·h²/8` if the body is rigid, with
//! `A` their acceleration and `h` the length of the step, or by `V·h/2`, with `V` by how much velocities differ within the step. With that
//! much room around every vertex the method of straight paths holds. A step that it proves free is followed by one twice as long; one in which something may touch only because
//! of the room is cut: from shortly before that instant on, a quarter as long, with a sixteenth of the room.
//!
//! **Guarantee.** As for straight paths: what is called clear is proved so, because the true paths are within their enclosures at
//! every instant. A touch is reported from steps with a room of at most an eighth of the tolerance.
//!
//! **Cost.** Some dozen steps a contact, each O(n) for the boxes; steps as long as the square root of the clearance over `A`
//! where there is none.
//!
//! **Source.** Ours; the bound on the bulge is that of `rigid/cell.rs`.

use super::merged;
use super::step::{MetFeatures, StepContacts, StepOutcome, StraightStep, Wanted};
use crate::features::{PairMeeting, knots, room};
use crate::progress::Steps;
use crate::table::Question;
use crate::tolerance::{BOX_BULGE, EXISTENCE_REACH, REFINEMENTS, RESOLUTION, TIME_RESOLUTION};
use crate::{Answer, DetectError, Effort, Evidence, Faceted, FirstContact, Query, Verdict, touch};
use tangency_interval::Interval;

/// Two bodies, one of them on curves, and the instants between which neither jumps.
struct SteppedQuestion<'question> {
    a: Faceted<'question>,
    b: Faceted<'question>,
    knots: Vec<f64>,
    query: &'question Query,
}

/// The first contact of two bodies of which one deforms and one is on curves.
pub(crate) fn in_steps(question: &Question<'_, Faceted<'_>>) -> Result<Answer, DetectError> {
    let ([a, b], query) = (question.bodies(), question.query);
    // The table asks about nothing else.
    let (Some(of_a), Some(of_b)) = (instants(a, query.span), instants(b, query.span)) else {
        return Err(DetectError::Unsupported { a: "a body that moves in pieces of pieces", b: "another" });
    };
    SteppedQuestion { a, b, knots: merged(of_a, of_b), query }.first_contact()
}

/// Instants between which a body moves smoothly.
fn instants(body: Faceted<'_>, span: Interval) -> Option<Vec<f64>> {
    match body.motion().rigid_pieces(span) {
        Some(pieces) if body.motion().straight_between(span).is_none() => {
            let ends = pieces.iter().map(|piece| piece.span().upper());
            Some(std::iter::once(span.lower()).chain(ends).collect())
        }
        Some(_) | None => knots(body.motion(), span),
    }
}

/// How a step ended.
enum StepEnd {
    Free,
    /// Nothing is known after it.
    Spent {
        from: f64,
    },
    /// Free before `from`, a touch there; described if the step is short enough for it.
    Touch {
        from: f64,
        first: Option<FirstContact>,
    },
}

impl SteppedQuestion<'_> {
    /// The first contact.
    fn first_contact(&self) -> Result<Answer, DetectError> {
        let mut effort = Effort::default();
        let verdict = self.verdict(&mut effort)?;
        Ok(Answer { verdict, evidence: Evidence::Proved, effort })
    }

    fn verdict(&self, effort: &mut Effort) -> Result<Verdict, DetectError> {
        let mut bar = Steps::new(self.query, self.knots.len() - 1);
        // At one instant nothing bends: whether they touch, overlap, or one is inside the other.
        let start = self.knots[0];
        let at_start = StraightStep::new(self.a, Some(self.b), [start, start], self.query)?;
        match at_start.first_contact(true, effort, &mut |_| ()) {
            StepOutcome::Apart => {}
            StepOutcome::Touch(first) => return Ok(Verdict::Touch(first)),
            StepOutcome::Unfinished { from } => return Ok(Verdict::Open { from }),
        }
        let mut longest = f64::INFINITY;
        for (index, ends) in self.knots.windows(2).enumerate() {
            let length = ends[1] - ends[0];
            let mut reached =
                |time: f64| bar.reached(index, if length > 0.0 { (time - ends[0]) / length } else { 0.0 });
            if let Some(ended) = self.between([ends[0], ends[1]], &mut longest, effort, &mut reached)? {
                return Ok(ended);
            }
        }
        Ok(Verdict::Clear { until: self.query.span.upper() })
    }

    /// The verdict, if the search ends between two knots. `longest`: how long a step is worth trying, found anew.
    fn between(
        &self,
        knots: [f64; 2],
        longest: &mut f64,
        effort: &mut Effort,
        reached: &mut dyn FnMut(f64),
    ) -> Result<Option<Verdict>, DetectError> {
        let [mut from, end] = knots;
        let (size, shortest) = (self.a.facets().reach().min(self.b.facets().reach()), TIME_RESOLUTION * (end - from));
        // A touch within the tolerance, and how often a shorter step was asked about it.
        let (mut close, mut times) = (None, 0);
        while from < end {
            let to = if *longest < end - from { (from + *longest).max(from.next_up()) } else { end };
            let bulge = room(self.a, from, to)? + room(self.b, from, to)?;
            if bulge > BOX_BULGE * size && to - from > shortest {
                // So much room that almost anything touches.
                *longest = 0.5 * (to - from);
                continue;
            }
            let finest = bulge <= RESOLUTION * size || times == REFINEMENTS || to - from <= shortest;
            match self.step([from, to], bulge, finest.then_some(knots), effort)? {
                StepEnd::Free | StepEnd::Spent { .. } if close.is_some() => break,
                StepEnd::Free => (from, *longest) = (to, 2.0 * (to - from)),
                StepEnd::Spent { from } => return Ok(Some(Verdict::Open { from })),
                StepEnd::Touch { from: lower, first } => {
                    times += u32::from(first.is_some());
                    if finest {
                        close = first.or(close);
                        break;
                    }
                    close = close.or(first);
                    // Not quite to the instant itself, so that the contact comes inside a step.
                    *longest = 0.25 * (to - from);
                    from += 0.9 * (lower - from);
                }
            }
            reached(from);
        }
        Ok(close.map(Verdict::Touch))
    }

    /// Looks at one step, with so much room around the vertices. `finest`: the knots, if no shorter step will be asked.
    fn step(
        &self,
        ends: [f64; 2],
        bulge: f64,
        finest: Option<[f64; 2]>,
        effort: &mut Effort,
    ) -> Result<StepEnd, DetectError> {
        // What only the room around the vertices brings together need not be told apart any better.
        let query = Query { tolerance: self.query.tolerance + 2.0 * bulge, ..self.query.clone() };
        let step = StraightStep::new(self.a, Some(self.b), ends, &query)?;
        let close = 8.0 * bulge <= self.query.tolerance;
        let wanted = if close || finest.is_some() { Wanted::First } else { Wanted::Free };
        let StepContacts { mut meetings, latest, unfinished, .. } = step.collect(wanted, false, effort, &mut |_| ());
        let lower = |s: f64| step.time(s).lower();
        let Some(first) = meetings.iter().map(|met| met.meeting.s[0]).reduce(f64::min) else {
            return Ok(unfinished.map_or(StepEnd::Free, |from| StepEnd::Spent { from: lower(from) }));
        };
        if let Some(from) = unfinished.filter(|&from| from < first) {
            return Ok(StepEnd::Spent { from: lower(from) });
        }
        meetings.retain(|met| met.meeting.s[0] <= latest);
        let described = || step.together(meetings.iter().map(|met| later(step.describe(met))).collect());
        let described = match finest {
            Some(knots) => Some(self.proved(&step, &meetings, knots)?),
            None => close.then(described),
        };
        Ok(StepEnd::Touch { from: lower(first), first: described })
    }

    /// The contacts, in a window as short as a proof of their existence allows, where there is one.
    fn proved(
        &self,
        step: &StraightStep<'_>,
        meetings: &[MetFeatures],
        [start, end]: [f64; 2],
    ) -> Result<FirstContact, DetectError> {
        let mut found: Vec<touch::FoundContact> = meetings.iter().map(|met| later(step.describe(met))).collect();
        let first = found.iter().map(|found| found.contact.time.lower()).fold(end, f64::min);
        let mut reach = 16.0 * TIME_RESOLUTION * (end - start);
        while reach <= EXISTENCE_REACH * (end - start) && found.iter().any(|found| !found.contact.proved) {
            let ends = [(first - reach).max(start), (first + reach).min(end)];
            let window = StraightStep::new(self.a, Some(self.b), ends, self.query)?;
            for (found, met) in found.iter_mut().zip(meetings).filter(|(found, _)| !found.contact.proved) {
                let (from, pair) = (found.contact.time.lower(), window.pair(met.features));
                let close = pair.gap(&pair.closest(1.0).0, 1.0).upper() <= self.query.separation;
                if from <= ends[1] && (close || pair.cross([0.0, 1.0])) {
                    let meeting = PairMeeting { s: [0.5, 1.0], proved: true, direction: met.meeting.direction };
                    *found = later(window.describe(&MetFeatures { features: met.features, meeting }));
                    found.contact.time = Interval::between(from, ends[1]);
                }
            }
            reach *= 4.0;
        }
        Ok(step.together(found))
    }
}

/// The same contact, not at the start of the span: that is asked before.
fn later(mut found: touch::FoundContact) -> touch::FoundContact {
    found.contact.initial = false;
    found
}
