//! How long the convex hulls of two bodies stay apart.
//!
//! **Question.** From an instant on, until when are two bodies certainly apart by more than `separation`, without looking at a
//! triangle?
//!
//! **Idea.** A body is inside the convex hull of its vertices, whatever its shape is; and two hulls are followed in some
//! microseconds (`advance`). Bodies that are nearly convex, as the links of robots are, touch soon after their hulls do.
//!
//! **Guarantee.** Everything before the instant given is proved apart, for the exact motions; if none is given, all of the
//! stretch is, its end included. Nothing is said of what comes after.
//!
//! **Cost.** Half a microsecond a step and two poses; at most [`HULL_STEPS`] steps.

use super::advance::AdvanceStep;
use super::closest::{Bodies, Simplex};
use crate::flight::Flight;
use crate::limits::ContactThreshold;
use crate::tolerance::{HULL_STEPS, SAFE_SIZES, TIME_RESOLUTION};

/// Until when the hulls are certainly apart, from `from` on: `from` itself if nothing is known, `None` if they are so to the end
/// of the stretch. Where they come within the tolerance, it is a little earlier, so that whoever goes on from there sees them
/// come together.
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
    let mut pace = 0.0;
    for _ in 0..HULL_STEPS {
        let now = bodies.closest(&placed, &mut simplex);
        if !(now.lead > threshold.separation + threshold.tolerance) {
            return Some(before + 0.9375 * (time - before));
        }
        before = time;
        let step = AdvanceStep { time, placed, direction: now.direction, lead: now.lead, simplex: &simplex };
        let Some((until, next)) = step.lasts(bodies, flight, &mut pace, threshold.separation) else { break };
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
