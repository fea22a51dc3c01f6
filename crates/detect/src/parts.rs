//! The parts of a question between the jumps of its bodies.
//!
//! **Question.** A motion may jump where one piece ends and the next begins. When do two bodies first touch?
//!
//! **Idea.** A jump is a jump and no way: the instants before and after it count, what lies between the two places does not. So a jump
//! is the border between two questions. Each is about bodies that move without a jump, and asks at its start all that is asked at the start
//! of a span: whether the bodies touch, pass through one another, or are inside one another.
//!
//! **Guarantee.** Every instant of the span belongs to a part, a jump inside the span to the parts on both sides of it. A jump at the first
//! instant has no side before it: the span begins after the jump. A motion that cannot be written on
//! the world's clock stays in its pieces, and the table refuses it if no method knows them.
//!
//! **Cost.** Nothing for motions that do not jump.

use crate::merge::Merge;
use crate::{Answer, DetectError, Moving, Query, Verdict};
use std::borrow::Cow;
use tangency_interval::Interval;

/// A body during a part of the span in which it does not jump.
struct Part<'body> {
    span: Interval,
    body: Cow<'body, Moving>,
}

/// The parts of one body, in order.
fn parts(body: &Moving, span: Interval) -> Result<Vec<Part<'_>>, DetectError> {
    match body.motion().between_jumps(span) {
        None => Ok(vec![Part { span, body: Cow::Borrowed(body) }]),
        Some(parts) => parts
            .into_iter()
            .map(|(span, motion)| Ok(Part { span, body: Cow::Owned(body.moved_by(motion)?) }))
            .collect(),
    }
}

/// Does `work` for every part of the span in which neither body jumps, in order, until it says that it is enough.
pub(crate) fn each_part(
    a: &Moving,
    b: Option<&Moving>,
    span: Interval,
    mut work: impl FnMut(&Moving, Option<&Moving>, Interval) -> Result<bool, DetectError>,
) -> Result<(), DetectError> {
    let Some(b) = b else {
        let of_a = parts(a, span)?;
        for (index, part) in of_a.iter().enumerate() {
            if begins_after(span, side(&of_a, index, part.span), part.span) {
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
            if opposite(sides) || sides.into_iter().any(|side| begins_after(span, side, common)) {
                continue;
            }
            if work(&part_a.body, Some(&part_b.body), common)? {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// On which side of a jump a part is, if an instant is all that is asked of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
    Neither,
}

fn side(parts: &[Part<'_>], index: usize, common: Interval) -> Side {
    let (part, instant) = (parts[index].span, common.lower());
    if !common.is_singleton() {
        Side::Neither
    } else if part.upper() == instant && index + 1 < parts.len() {
        Side::Before
    } else if part.lower() == instant && index > 0 {
        Side::After
    } else {
        Side::Neither
    }
}

/// Two bodies that jump at the same instant are never one before and one after it.
fn opposite(sides: [Side; 2]) -> bool {
    matches!(sides, [Side::Before, Side::After] | [Side::After, Side::Before])
}

/// Whether the part is the limit from before a jump at the first instant, which the span does not contain.
fn begins_after(span: Interval, side: Side, common: Interval) -> bool {
    side == Side::Before && common.lower() == span.lower()
}

/// The first contact over all parts. Once a part ends in anything but `Clear`, no later one is asked: from there on bodies may overlap.
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
        // What is known of the start is known of the first part alone.
        let outside = query.outside && span.lower() == start;
        let answer = ask(a, b, &Query { span, outside, ..merge.query().clone() })?;
        let ended = !matches!(answer.verdict, Verdict::Clear { .. });
        merge.take((), if span.lower() == start { answer } else { not_initial(answer) });
        Ok(ended)
    })?;
    let merged = merge.finish();
    Ok(Answer { verdict: merged.verdict, evidence: merged.evidence, effort: merged.effort })
}

/// The same answer about a later part: its start is not the start of the span.
fn not_initial(answer: Answer) -> Answer {
    match answer.verdict {
        Verdict::Touch(mut first) => {
            first.contacts.iter_mut().for_each(|contact| contact.initial = false);
            Answer { verdict: Verdict::Touch(first), ..answer }
        }
        Verdict::Clear { .. } | Verdict::Open { .. } => answer,
    }
}
