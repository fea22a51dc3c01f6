//! The time until which the convex hulls of two bodies stay apart.
//!
//! **Question.** From an instant on, until when are two bodies certainly apart by more than `separation`, without
//! testing a triangle?
//!
//! **Idea.** Every body is inside the convex hull of its vertices. Two hulls are advanced in some microseconds
//! (`advance`). Bodies that are nearly convex, such as the links of robots, touch soon after their hulls do.
//!
//! **Guarantee.** Everything before the returned instant is proved apart, for the exact motions. `None` proves
//! this for the rest of the interval, its end included. Nothing is claimed about times after the instant.
//!
//! **Cost.** Half a microsecond a step and two poses; at most [`HULL_STEPS`] steps.

use super::advance::AdvanceStep;
use super::closest::Bodies;
use super::simplex::Simplex;
use crate::flight::Flight;
use crate::limits::ContactThreshold;
use crate::tolerance::{HULL_LAST_SHARE, HULL_STEPS, SAFE_SIZES, TIME_RESOLUTION};

/// The time until which the hulls are certainly apart, from `from` on: `from` itself if nothing is proved, `None`
/// if they are apart to the end of the interval. Where they come within the tolerance, the time is slightly
/// earlier, so that a search that continues from there starts with the bodies apart.
pub(crate) fn apart_until(
    bodies: Bodies<'_>,
    flight: &Flight<'_>,
    from: f64,
    threshold: ContactThreshold,
) -> Option<f64> {
    let ordinary = |&reach: &f64| reach == 0.0 || (SAFE_SIZES[0]..SAFE_SIZES[1]).contains(&reach);
    if !flight.reach.iter().all(ordinary) {
        return Some(from);
    }
    let end = flight.ends[1];
    let (mut before, mut time, mut placed) = (from, from, flight.placed(from));
    let mut simplex = Simplex::default();
    let mut last_step = None;
    for _ in 0..HULL_STEPS {
        let now = bodies.closest(&placed, &mut simplex, threshold);
        if !(now.lead > threshold.separation + threshold.tolerance) {
            return Some(before + HULL_LAST_SHARE * (time - before));
        }
        before = time;
        let step = AdvanceStep { time, placed, direction: now.direction, lead: now.lead, simplex: &simplex };
        let Some((until, next)) = step.separated_until(bodies, flight, &mut last_step, threshold.separation) else {
            break;
        };
        if until >= end {
            return None;
        }
        if until <= time + TIME_RESOLUTION * flight.length() {
            break;
        }
        (time, placed) = (until, next.unwrap_or_else(|| flight.placed(until)));
    }
    Some(time)
}
