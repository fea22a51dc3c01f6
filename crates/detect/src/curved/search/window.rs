//! Cheap bounds that narrow the time in which two bodies can touch.

use crate::curved::elements::BodyBounds;
use crate::curved::equations::RelativeMotion;
use crate::tolerance::WINDOW_HALVINGS;
use tangency_interval::Interval;

/// The part of the stretch outside of which the two balls are apart by more than the separation; `None` if that is all of it.
pub(in crate::curved) fn window(
    bounds: &[BodyBounds; 2],
    frame: &RelativeMotion<'_>,
    stretch: Interval,
    separation: f64,
) -> Option<Interval> {
    let reach = (Interval::from(bounds[0].radius()) + bounds[1].radius() + separation).upper();
    let apart = |span: Interval| {
        let way = frame.during(span).point(bounds[0].centre()) - bounds[1].centre();
        way.length().lower() > reach
    };
    let first = first_not(&apart, stretch, WINDOW_HALVINGS, false)?;
    let last = first_not(&apart, stretch, WINDOW_HALVINGS, true)?;
    Some(Interval::between(first.lower().min(last.lower()), last.upper()))
}

/// The first part (or the last, if `backwards`) of the span that is not proved apart.
fn first_not(apart: &dyn Fn(Interval) -> bool, span: Interval, halvings: u32, backwards: bool) -> Option<Interval> {
    if apart(span) {
        return None;
    }
    if halvings == 0 || span.is_singleton() {
        return Some(span);
    }
    let (left, right) = span.split();
    let (near, far) = if backwards { (right, left) } else { (left, right) };
    first_not(apart, near, halvings - 1, backwards).or_else(|| first_not(apart, far, halvings - 1, backwards))
}
