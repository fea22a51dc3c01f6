//! First contact of two bodies if one deforms and one moves on curves.
//!
//! **Question.** One body deforms: its vertices move along straight lines between certain instants, or along
//! curves. The other body moves rigidly along curves, or deforms too. When do they first come within `separation`?
//!
//! **Idea.** During a short step curved paths are close to straight lines. They are off by at most `A·h²/8` if the
//! body is rigid, with the acceleration bound `A` and the length `h` of the step, or by `V·h/2`, where velocities
//! within the step differ by at most `V`. The method for straight paths holds if every vertex is inflated by that
//! bulge. After a step that is proved free the next step is twice as long. If features may touch only because of
//! the inflation, the step is cut: it restarts shortly before that instant, a quarter as long, with a sixteenth of
//! the inflation.
//!
//! **Guarantee.** As for straight paths: `Clear` is a proof, because the true paths are within their enclosures at
//! every instant. A touch is reported from steps with a bulge of at most an eighth of the tolerance.
//!
//! **Cost.** Some dozen steps a contact, each O(n) for the boxes. Without a contact, steps are as long as the
//! square root of the clearance over `A`.
//!
//! **Source.** Ours; the bound on the bulge is that of `rigid/cell.rs`.

use super::merged;
use super::step::{MetFeatures, StepContacts, StepOutcome, StraightStep, WantedContacts};
use crate::features::{PairMeeting, knots, line_deviation};
use crate::progress::Steps;
use crate::table::Question;
use crate::tolerance::{
    BOX_BULGE, EXISTENCE_REACH, EXISTENCE_WINDOWS, REFINED_STEP, REFINEMENTS, REPORTED_BULGES, RESOLUTION,
    SAFE_ADVANCE, TIME_RESOLUTION,
};
use crate::{Answer, DetectError, Effort, Evidence, Faceted, FirstContact, Query, Verdict, touch};
use tangency_interval::Interval;

/// Two bodies, one of them on curves, and the instants between which both move smoothly.
struct SteppedQuestion<'question> {
    a: Faceted<'question>,
    b: Faceted<'question>,
    knots: Vec<f64>,
    query: &'question Query,
}

/// The first contact of two bodies if one deforms and one moves on curves.
pub(crate) fn in_steps(question: &Question<'_, Faceted<'_>>) -> Result<Answer, DetectError> {
    let ([a, b], query) = (question.bodies(), question.query);
    // The table of methods sends only such motions here.
    let (Some(of_a), Some(of_b)) = (instants(a, query.span), instants(b, query.span)) else {
        return Err(DetectError::Unsupported { a: "a body with a motion of nested pieces", b: "another body" });
    };
    SteppedQuestion { a, b, knots: merged(of_a, of_b), query }.first_contact()
}

/// The instants between which a body moves smoothly.
fn instants(body: Faceted<'_>, span: Interval) -> Option<Vec<f64>> {
    match body.motion().rigid_pieces(span) {
        Some(pieces) if body.motion().straight_between(span).is_none() => {
            let ends = pieces.iter().map(|piece| piece.span().upper());
            Some(std::iter::once(span.lower()).chain(ends).collect())
        }
        Some(_) | None => knots(body.motion(), span),
    }
}

/// The result of one step.
enum StepEnd {
    Free,
    /// The budget ran out. Free before `from`; nothing is known after it.
    Spent {
        from: f64,
    },
    /// Free before `from`, and a possible touch there. `first` is set if the step is short enough to report it.
    Touch {
        from: f64,
        first: Option<FirstContact>,
    },
}

impl SteppedQuestion<'_> {
    fn first_contact(&self) -> Result<Answer, DetectError> {
        let mut effort = Effort::default();
        let verdict = self.verdict(&mut effort)?;
        Ok(Answer { verdict, evidence: Evidence::Proved, effort })
    }

    fn verdict(&self, effort: &mut Effort) -> Result<Verdict, DetectError> {
        let mut bar = Steps::new(self.query, self.knots.len() - 1);
        // A step of length zero has no bulge. It decides whether the bodies touch, overlap or contain one another.
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

    /// The verdict, if the search ends between two knots. `longest`: the longest step worth trying, updated here.
    fn between(
        &self,
        knots: [f64; 2],
        longest: &mut f64,
        effort: &mut Effort,
        reached: &mut dyn FnMut(f64),
    ) -> Result<Option<Verdict>, DetectError> {
        let [mut from, end] = knots;
        let shortest = TIME_RESOLUTION * (end - from);
        // The separation counts as size: the core of a sphere is a point.
        let size = self.a.facets().reach().min(self.b.facets().reach()) + self.query.separation;
        // A touch within the tolerance, and the number of refinements so far.
        let (mut close, mut refinements) = (None, 0);
        while from < end {
            let to = if *longest < end - from { (from + *longest).max(from.next_up()) } else { end };
            let bulge = line_deviation(self.a, from, to)? + line_deviation(self.b, from, to)?;
            if bulge > BOX_BULGE * size && to - from > shortest {
                // With so much inflation almost everything touches.
                *longest = 0.5 * (to - from);
                continue;
            }
            let finest = bulge <= RESOLUTION * size || refinements == REFINEMENTS || to - from <= shortest;
            match self.step([from, to], bulge, finest.then_some(knots), effort)? {
                StepEnd::Free | StepEnd::Spent { .. } if close.is_some() => break,
                StepEnd::Free => (from, *longest) = (to, 2.0 * (to - from)),
                StepEnd::Spent { from } => return Ok(Some(Verdict::Open { from })),
                StepEnd::Touch { from: lower, first } => {
                    refinements += u32::from(first.is_some());
                    if finest {
                        close = first.or(close);
                        break;
                    }
                    close = close.or(first);
                    // Stop short of the instant itself, so that the contact lies inside a step.
                    *longest = REFINED_STEP * (to - from);
                    from += SAFE_ADVANCE * (lower - from);
                }
            }
            reached(from);
        }
        Ok(close.map(Verdict::Touch))
    }

    /// Searches one step, with vertices inflated by `bulge`. `finest`: the knots, if no shorter step will follow.
    fn step(
        &self,
        ends: [f64; 2],
        bulge: f64,
        finest: Option<[f64; 2]>,
        effort: &mut Effort,
    ) -> Result<StepEnd, DetectError> {
        // Pairs that touch only because of the inflation need no finer separation.
        let query = Query { tolerance: self.query.tolerance + 2.0 * bulge, ..self.query.clone() };
        let step = StraightStep::new(self.a, Some(self.b), ends, &query)?;
        let close = REPORTED_BULGES * bulge <= self.query.tolerance;
        let wanted = if close || finest.is_some() { WantedContacts::First } else { WantedContacts::Free };
        let StepContacts { mut meetings, latest, unfinished, .. } = step.collect(wanted, false, effort, &mut |_| ());
        let lower = |s: f64| step.time(s).lower();
        let Some(first) = meetings.iter().map(|met| met.meeting.s[0]).reduce(f64::min) else {
            return Ok(unfinished.map_or(StepEnd::Free, |from| StepEnd::Spent { from: lower(from) }));
        };
        if let Some(from) = unfinished.filter(|&from| from < first) {
            return Ok(StepEnd::Spent { from: lower(from) });
        }
        meetings.retain(|met| met.meeting.s[0] <= latest);
        let described = || step.together(meetings.iter().map(|met| not_initial(step.describe(met))).collect());
        let described = match finest {
            Some(knots) => Some(self.proved(&step, &meetings, knots)?),
            None => close.then(described),
        };
        Ok(StepEnd::Touch { from: lower(first), first: described })
    }

    /// The contacts. Those with an existence proof get the shortest window in which the proof succeeds.
    fn proved(
        &self,
        step: &StraightStep<'_>,
        meetings: &[MetFeatures],
        [start, end]: [f64; 2],
    ) -> Result<FirstContact, DetectError> {
        let mut found: Vec<touch::FoundContact> = meetings.iter().map(|met| not_initial(step.describe(met))).collect();
        let first = found.iter().map(|found| found.contact.time.lower()).fold(end, f64::min);
        let mut reach = EXISTENCE_WINDOWS[0] * TIME_RESOLUTION * (end - start);
        while reach <= EXISTENCE_REACH * (end - start) && found.iter().any(|found| !found.contact.proved) {
            let ends = [(first - reach).max(start), (first + reach).min(end)];
            let window = StraightStep::new(self.a, Some(self.b), ends, self.query)?;
            for (found, met) in found.iter_mut().zip(meetings).filter(|(found, _)| !found.contact.proved) {
                let (from, pair) = (found.contact.time.lower(), window.pair(met.features));
                let close = pair.gap(&pair.closest(1.0).0, 1.0).upper() <= self.query.separation;
                if from <= ends[1] && (close || pair.certainly_cross([0.0, 1.0])) {
                    let meeting = PairMeeting { s: [0.5, 1.0], proved: true, direction: met.meeting.direction };
                    *found = not_initial(window.describe(&MetFeatures { features: met.features, meeting }));
                    found.contact.time = Interval::between(from, ends[1]);
                }
            }
            reach *= EXISTENCE_WINDOWS[1];
        }
        Ok(step.together(found))
    }
}

/// The same contact, marked as not initial: contacts at the start of the span were searched before.
fn not_initial(mut found: touch::FoundContact) -> touch::FoundContact {
    found.contact.initial = false;
    found
}
