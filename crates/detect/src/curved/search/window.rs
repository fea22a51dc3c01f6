//! The window of time in which two bodies can touch.
//!
//! **Question.** During which part of a stretch of time can two bodies come close at all?
//!
//! **Idea.** Each body is in a ball whose centre is fixed in the body, so the distance of the centres is a function
//! of time alone. Spans in which it exceeds the sum of the radii are cut off at both ends, by bisection.
//!
//! **Guarantee.** There is no contact outside of the window.
//!
//! **Cost.** Some dozen distances.
//!
//! **Source.** Snyder et al. 1993, section 6 and figure 9; section 7, step 2.

use crate::curved::elements::BodyBounds;
use crate::curved::equations::RelativeMotion;
use crate::tolerance::WINDOW_HALVINGS;
use tangency_interval::Interval;

/// The part of the stretch outside of which the two balls are apart by more than the separation; `None` if they
/// always are.
pub(super) fn window(
    bounds: &[BodyBounds; 2],
    frame: &RelativeMotion<'_>,
    stretch: Interval,
    separation: f64,
) -> Option<Interval> {
    let reach = (Interval::from(bounds[0].radius()) + bounds[1].radius() + separation).upper();
    let apart = |span: Interval| {
        let offset = frame.during(span).point(bounds[0].centre()) - bounds[1].centre();
        offset.length().lower() > reach
    };
    let first = first_unproved(&apart, stretch, WINDOW_HALVINGS, false)?;
    let last = first_unproved(&apart, stretch, WINDOW_HALVINGS, true)?;
    Some(Interval::between(first.lower().min(last.lower()), last.upper()))
}

/// The first part of the span (the last, if `backwards`) that is not proved apart.
fn first_unproved(
    apart: &dyn Fn(Interval) -> bool,
    span: Interval,
    halvings: u32,
    backwards: bool,
) -> Option<Interval> {
    if apart(span) {
        return None;
    }
    if halvings == 0 || span.is_singleton() {
        return Some(span);
    }
    let (left, right) = span.split();
    let (near, far) = if backwards { (right, left) } else { (left, right) };
    first_unproved(apart, near, halvings - 1, backwards).or_else(|| first_unproved(apart, far, halvings - 1, backwards))
}
