//! The window of time in which two bodies can touch.
//!
//! **Question.** During which part of a stretch of time can two bodies come close at all?
//!
//! **Idea.** Each body is in a ball whose centre is fixed in the body, so the distance of the centres is a function
//! of time alone. Spans in which it exceeds the sum of the radii are cut off at both ends, by bisection. So are spans
//! in which a round primitive is proved clear of a torus or a solid with cavities (`cavity`), or the functions of two
//! solids are not negative together (`equations::solids::opposed`).
//!
//! **Guarantee.** There is no contact outside of the window.
//!
//! **Cost.** Some dozen distances.
//!
//! **Source.** Snyder et al. 1993, section 6 and figure 9; section 7, step 2.

use super::cavity::RoundInCavity;
use crate::curved::elements::BodyBounds;
use crate::curved::equations::{OpposedFunctions, RelativeMotion};
use crate::tolerance::{OPPOSED_STEPS, WINDOW_HALVINGS};
use tangency_interval::Interval;

/// Proofs that two bodies with cavities are apart.
#[derive(Default)]
pub(super) struct CavityProofs<'question> {
    pub(super) round: Option<RoundInCavity<'question>>,
    pub(super) opposed: Option<OpposedFunctions<'question>>,
}

/// The part of the stretch outside of which the bodies are proved apart by more than the separation; `None` if they
/// always are.
pub(super) fn window(
    bounds: &[BodyBounds; 2],
    cavities: &CavityProofs<'_>,
    frame: &RelativeMotion<'_>,
    stretch: Interval,
    separation: f64,
) -> Option<Interval> {
    let reach = (Interval::from(bounds[0].radius()) + bounds[1].radius() + separation).upper();
    let apart = |span: Interval| {
        let relative = frame.during(span);
        let offset = relative.point(bounds[0].centre()) - bounds[1].centre();
        let round = || cavities.round.as_ref().is_some_and(|round| round.clear(frame, span, separation));
        offset.length().lower() > reach || round()
    };
    let first = first_unproved(&apart, stretch, WINDOW_HALVINGS, false)?;
    let last = first_unproved(&apart, stretch, WINDOW_HALVINGS, true)?;
    let window = Interval::between(first.lower().min(last.lower()), last.upper());
    let Some(opposed) = cavities.opposed.as_ref().filter(|_| separation == 0.0) else { return Some(window) };
    // Conforming surfaces touch everywhere at once. Their search is short only if it begins just before.
    let from = proved_until(&|span| opposed.apart(frame, span), window)?;
    Some(Interval::between(from, window.upper()))
}

/// The instant up to which steps of adapted length prove the bodies apart; `None` if it is the end. The number of steps
/// is limited.
fn proved_until(apart: &dyn Fn(Interval) -> bool, window: Interval) -> Option<f64> {
    let (mut from, mut step) = (window.lower(), window.width());
    for _ in 0..OPPOSED_STEPS {
        let until = (from + step).min(window.upper());
        if !apart(Interval::between(from, until)) {
            step *= 0.5;
        } else if until == window.upper() {
            return None;
        } else {
            (from, step) = (until, 2.0 * step);
        }
        if from + step <= from {
            break;
        }
    }
    Some(from)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps end just before the first instant that is not proved. Nothing is proved at an instant of contact.
    #[test]
    fn steps_end_where_the_proof_ends() {
        let until = |limit: f64, window: [f64; 2]| {
            proved_until(&|span: Interval| span.upper() < limit, Interval::between(window[0], window[1]))
        };
        let end = until(0.3, [0.0, 1.0]).expect("not proved to the end");
        assert!((0.3 - 1e-9..0.3).contains(&end), "{end}");
        assert_eq!(until(2.0, [0.0, 1.0]), None);
        assert_eq!(until(2.0, [1.0, 1.0]), None);
        assert_eq!(until(1.0, [1.0, 1.0]), Some(1.0));
        assert_eq!(until(0.5, [0.5, 1.0]), Some(0.5));
    }
}
