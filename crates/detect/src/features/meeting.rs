//! The first instant at which two features cannot be proved apart.
//!
//! **Question.** From when on might a vertex and a triangle, or two edges, be within `separation`?
//!
//! **Idea.** Bisect the span of time, earlier half first. A span is clear if one fixed direction separates the
//! features throughout (`FeaturePair::certainly_apart`). Candidate directions are the vector between the closest
//! points at the end, the start or the middle of the span, and the normals there. The former is best far from
//! contact. Close to contact the vector between the closest points is mostly rounding error, whereas the normal of
//! a face or of two edges stays accurate. The remaining span shrinks to an instant: the first contact.
//!
//! **Guarantee.** Everything before the bracket is proved apart. A bracket is only returned if its features come
//! within `separation + tolerance`, or if time cannot be bisected further.
//!
//! **Cost.** One to three proofs per bisection. About forty bisections for a contact, few for a miss, because far
//! from contact one direction serves for long spans.

use super::FeaturePair;
use crate::exact::Touch;
use crate::limits::{ContactThreshold, StepBudget};
use crate::tolerance::{EXISTENCE_REACH, TIME_RESOLUTION};
use glam::DVec3;

/// The outcome of the search over one pair.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FirstMeeting {
    /// Proved apart during the whole span.
    Apart,
    /// The features meet, or cannot be distinguished from features that meet.
    Meet(PairMeeting),
    /// Proved apart before `from`, where the budget was spent.
    Unfinished { from: f64 },
}

/// The first meeting of a pair of features.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairMeeting {
    /// The bracket, in fractions of the step.
    pub(crate) s: [f64; 2],
    /// Whether the features are proved to meet within the bracket.
    pub(crate) proved: bool,
    /// A direction from `a` to `b` that separated the features just before. `None` at the very start.
    pub(crate) direction: Option<DVec3>,
}

impl PairMeeting {
    /// A contact found by exact arithmetic.
    pub(crate) fn exact(touch: &Touch) -> Self {
        let s = [touch.time.lower(), touch.time.upper()];
        Self { s, proved: true, direction: (s[1] > 0.0).then_some(touch.normal) }
    }
}

/// Finds the first meeting of a pair within `[from, to]`.
pub(crate) fn first_meeting(
    pair: &FeaturePair,
    [from, to]: [f64; 2],
    threshold: ContactThreshold,
    budget: &mut StepBudget<'_>,
) -> FirstMeeting {
    let mut spans = vec![[from, to]];
    let mut direction = None;
    while let Some(span) = spans.pop() {
        if !budget.spend() {
            return FirstMeeting::Unfinished { from: span[0] };
        }
        if let Some(proof) = proof_of_distance(pair, span, threshold.separation()) {
            direction = Some(proof);
            continue;
        }
        let [start, end] = span;
        let middle = 0.5 * (start + end);
        let divisible = start < middle && middle < end;
        if divisible && (end - start > TIME_RESOLUTION || !within_tolerance(pair, span, threshold)) {
            spans.extend([[middle, end], [start, middle]]);
            continue;
        }
        return FirstMeeting::Meet(meeting(pair, span, threshold, direction));
    }
    FirstMeeting::Apart
}

/// A direction that proves the features apart during the whole span.
pub(crate) fn proof_of_distance(pair: &FeaturePair, [start, end]: [f64; 2], separation: f64) -> Option<DVec3> {
    let proves = |direction: &DVec3| pair.certainly_apart(*direction, [start, end], separation);
    let try_at = |s: f64| {
        let (_, between) = pair.closest(s);
        Some(between).filter(proves).or_else(|| {
            let towards_b = |normal: DVec3| if normal.dot(between) < 0.0 { -normal } else { normal };
            pair.normals(s, between).map(towards_b).find(proves)
        })
    };
    let at_end = try_at(end);
    if start == end { at_end } else { at_end.or_else(|| try_at(start)).or_else(|| try_at(0.5 * (start + end))) }
}

/// `true` proves that the features come within separation plus tolerance during the span.
fn within_tolerance(pair: &FeaturePair, span: [f64; 2], threshold: ContactThreshold) -> bool {
    span.iter().any(|&s| {
        let (witness, _) = pair.closest(s);
        pair.gap(&witness, s).upper() <= threshold.separation() + threshold.tolerance()
    })
}

/// Brackets the meeting that begins in a span which cannot be proved clear.
fn meeting(
    pair: &FeaturePair,
    [start, end]: [f64; 2],
    threshold: ContactThreshold,
    direction: Option<DVec3>,
) -> PairMeeting {
    if start == 0.0 && proof_of_distance(pair, [0.0, 0.0], threshold.separation()).is_none() {
        return PairMeeting { s: [0.0, 0.0], proved: meets_at(pair, 0.0, threshold.separation()), direction: None };
    }
    // No direction yet: the first test of the pair failed, and bounding boxes proved it apart until then.
    let direction = direction.or_else(|| Some(pair.closest((start - EXISTENCE_REACH).max(0.0)).1));
    let mut reach = 16.0 * TIME_RESOLUTION;
    let first_end = (end + reach).min(1.0);
    while reach <= EXISTENCE_REACH {
        let (before, after) = ((start - reach).max(0.0), (end + reach).min(1.0));
        if pair.certainly_cross([before, after]) || meets_at(pair, after, threshold.separation()) {
            return PairMeeting { s: [start, after], proved: true, direction };
        }
        reach *= 4.0;
    }
    PairMeeting { s: [start, first_end], proved: false, direction }
}

/// `true` proves that the features are within the separation at `s`.
fn meets_at(pair: &FeaturePair, s: f64, separation: f64) -> bool {
    let (witness, _) = pair.closest(s);
    pair.gap(&witness, s).upper() <= separation
}
