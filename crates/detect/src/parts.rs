//! Splits a query at the jumps of its bodies.
//!
//! **Question.** A motion may be discontinuous where one piece ends and the next begins. When do two bodies first
//! touch?
//!
//! **Idea.** A jump sweeps no volume: the positions just before and just after it count, the segment between them
//! does not. A jump therefore separates two queries. Each is about bodies that move continuously, and performs at
//! its start all tests of the start of a span: whether the bodies touch, interpenetrate, or contain one another.
//!
//! **Guarantee.** Every instant of the span belongs to a part, and a jump inside the span belongs to the parts on
//! both sides of it. A jump at the first instant has no part before it: the span begins after the jump. A motion
//! that cannot be expressed in the world's clock stays in its pieces, and the table rejects it if no method
//! supports them.
//!
//! **Cost.** Nothing for continuous motions.

use crate::merge::Merge;
use crate::{Answer, DetectError, Moving, Query, Verdict};
use std::borrow::Cow;
use tangency_interval::Interval;

/// A body during a part of the span in which it does not jump.
struct ContinuousPart<'body> {
    span: Interval,
    body: Cow<'body, Moving>,
}

/// The parts of one body, in order of time.
fn parts(body: &Moving, span: Interval) -> Result<Vec<ContinuousPart<'_>>, DetectError> {
    match body.motion().between_jumps(span) {
        None => Ok(vec![ContinuousPart { span, body: Cow::Borrowed(body) }]),
        Some(parts) => parts
            .into_iter()
            .map(|(span, motion)| Ok(ContinuousPart { span, body: Cow::Owned(body.moved_by(motion)?) }))
            .collect(),
    }
}

/// Calls `work` for every part of the span in which neither body jumps, in order of time, until it returns `true`.
pub(crate) fn each_part(
    a: &Moving,
    b: Option<&Moving>,
    span: Interval,
    mut work: impl FnMut(&Moving, Option<&Moving>, Interval) -> Result<bool, DetectError>,
) -> Result<(), DetectError> {
    let Some(b) = b else {
        let of_a = parts(a, span)?;
        for (index, part) in of_a.iter().enumerate() {
            if precedes_span(span, side(&of_a, index, part.span), part.span) {
                continue;
            }
            if work(&part.body, None, part.span)? {
                break;
            }
        }
        return Ok(());
    };
    let (of_a, of_b) = (parts(a, span)?, parts(b, span)?);
    for (index_a, part_a) in of_a.iter().enumerate() {
        for (index_b, part_b) in of_b.iter().enumerate() {
            let common = part_a.span.intersection(part_b.span);
            if common.is_empty() {
                continue;
            }
            let sides = [side(&of_a, index_a, common), side(&of_b, index_b, common)];
            if on_opposite_sides(sides) || sides.into_iter().any(|side| precedes_span(span, side, common)) {
                continue;
            }
            if work(&part_a.body, Some(&part_b.body), common)? {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The side of a jump on which a part lies, if the part is a single instant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum JumpSide {
    Before,
    After,
    Neither,
}

fn side(parts: &[ContinuousPart<'_>], index: usize, common: Interval) -> JumpSide {
    let (part, instant) = (parts[index].span, common.lower());
    if !common.is_singleton() {
        JumpSide::Neither
    } else if part.upper() == instant && index + 1 < parts.len() {
        JumpSide::Before
    } else if part.lower() == instant && index > 0 {
        JumpSide::After
    } else {
        JumpSide::Neither
    }
}

/// Whether one body is before a jump and the other after a jump at the same instant. Such a configuration never
/// occurs.
fn on_opposite_sides(sides: [JumpSide; 2]) -> bool {
    matches!(sides, [JumpSide::Before, JumpSide::After] | [JumpSide::After, JumpSide::Before])
}

/// Whether the part is the limit from before a jump at the first instant, which the span does not contain.
fn precedes_span(span: Interval, side: JumpSide, common: Interval) -> bool {
    side == JumpSide::Before && common.lower() == span.lower()
}

/// The first contact over all parts. Stops at the first part that is not `Clear`, because the bodies may overlap
/// from there on.
pub(crate) fn first_contact(
    a: &Moving,
    b: Option<&Moving>,
    query: &Query,
    ask: impl Fn(&Moving, Option<&Moving>, &Query) -> Result<Answer, DetectError>,
) -> Result<Answer, DetectError> {
    if [Some(a), b].into_iter().flatten().all(|body| body.motion().between_jumps(query.span).is_none()) {
        return ask(a, b, query);
    }
    let mut merge = Merge::new(query);
    let start = query.span.lower();
    each_part(a, b, query.span, |a, b, span| {
        // `outside` is known at the start of the span only.
        let outside = query.outside && span.lower() == start;
        let answer = ask(a, b, &Query { span, outside, ..merge.query().clone() })?;
        let ended = !matches!(answer.verdict, Verdict::Clear { .. });
        merge.take((), if span.lower() == start { answer } else { not_initial(answer) });
        Ok(ended)
    })?;
    let merged = merge.finish();
    Ok(Answer { verdict: merged.verdict, evidence: merged.evidence, effort: merged.effort })
}

/// Clears `initial`: the start of a later part is not the start of the span.
pub(crate) fn not_initial(answer: Answer) -> Answer {
    match answer.verdict {
        Verdict::Touch(mut first) => {
            first.contacts.iter_mut().for_each(|contact| contact.initial = false);
            Answer { verdict: Verdict::Touch(first), ..answer }
        }
        Verdict::Clear { .. } | Verdict::Open { .. } => answer,
    }
}
