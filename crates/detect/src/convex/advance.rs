//! Conservative advancement of two convex bodies.
//!
//! **Question.** From the start of a smooth interval of time on, when do two convex bodies first come within
//! `separation`?
//!
//! **Idea.** At an instant, take the direction with the widest gap between the bodies (`closest`). It separates
//! them for some time, and for longer if it turns with the features that define it: from `m` at the start of a
//! step to `n` at its end, as `(1 − s)·m + s·n`, which is never longer than one. Between its positions at the two
//! ends a point moves almost along the chord. The deviation is at most `½·A·h²·s·(1 − s)`, with `A` its acceleration
//! and `h` the length of the step: nothing at either end. Consider a point of `b` and a point of `a` whose difference
//! is `v` at the start and `w` at the end. On the chords, the lead of the first over the second is
//!
//! ```text
//! (1 − s)²·(m·v) + 2·s·(1 − s)·½(m·w + n·v) + s²·(n·w)
//! ```
//!
//! One support point of each body gives the minimum of each of the three coefficients over all pairs of points.
//! The lead of the bodies is at least the parabola with these three minima, the middle one less `¼·A·h²`. The
//! first root of the parabola is a lower bound on the time until which the bodies stay apart. A step is as long as the
//! gap is expected to last. Near a contact the errors of the parabola and of the bulge shrink with the square of the
//! gap, so the contact is approached from below at the rate of Newton's method.
//!
//! **Guarantee.** Everything before the returned instant is proved apart, for the exact motions. The bodies are
//! reported as *met* only if two points of them are within `separation + tolerance`. If they can be neither proved
//! apart nor shown to be close, the outcome is *undecided*, and the general method takes over.
//!
//! **Cost.** A third of a microsecond a step, three to seven steps a query.
//!
//! **Source.** Conservative advancement (Mirtich 1996; Zhang, Lee and Kim 2006 for convex bodies) steps by
//! distance over speed, which converges linearly. Second-order bounds, as in `rigid`, and directions that turn
//! with the features are ours.

use super::closest::Bodies;
use super::simplex::Simplex;
use crate::flight::{Flight, Placed};
use crate::limits::{ContactThreshold, StepBudget};
use crate::tolerance::{FINEST_GAP, GRAZING_STEPS, ROUND_UP, STEP_BEYOND_ESTIMATE, TIME_RESOLUTION};
use glam::DVec3;

/// The outcome of one smooth interval of time.
#[derive(Clone, Copy, Debug)]
pub(super) enum AdvanceOutcome {
    /// Apart during the whole interval.
    Apart,
    /// Apart before `time`, and close there; `direction` separated them just before. The points of the simplex are
    /// close.
    Met { time: f64, direction: DVec3 },
    /// Apart before `from`, where the budget was exhausted.
    Unfinished { from: f64 },
    /// Apart before `from`. Neither proved apart there nor shown to be close in plain floating point, or in contact
    /// from the start.
    Undecided { from: f64 },
}

/// Advances from an instant to the first contact. Before that instant the bodies are known to be apart. `simplex` is
/// where the search starts and ends: points near the closest ones.
pub(super) fn advance(
    bodies: Bodies<'_>,
    flight: &Flight<'_>,
    from: f64,
    threshold: ContactThreshold,
    budget: &mut StepBudget<'_>,
    reached: &mut dyn FnMut(f64),
    simplex: &mut Simplex,
) -> AdvanceOutcome {
    let [start, end] = flight.ends;
    let (mut time, mut placed) = (from, flight.placed(from));
    let mut last_step = None;
    let mut grazing = 0;
    let mut direction = DVec3::ZERO;
    let contact = threshold.separation + threshold.tolerance - flight.rounding;
    let finest = (FINEST_GAP * flight.rounding).min(threshold.tolerance);
    loop {
        if !budget.spend() {
            return AdvanceOutcome::Unfinished { from: time };
        }
        reached(time);
        let now = bodies.closest_from(&placed, simplex, direction, threshold.separation, finest);
        let distance = simplex.distance();
        let close = now.lead <= contact && distance <= contact;
        if now.lead > 0.0 {
            direction = now.direction;
        }
        let known = time > start && direction != DVec3::ZERO;
        let met = |time: f64, direction: DVec3| {
            let met = AdvanceOutcome::Met { time, direction };
            if close && known { met } else { AdvanceOutcome::Undecided { from: time } }
        };
        let step = AdvanceStep { time, placed, direction, lead: now.lead, simplex };
        let Some((until, next)) = step.separated_until(bodies, flight, &mut last_step, threshold.separation) else {
            return met(time, direction);
        };
        grazing += u32::from(close);
        let worth = until > time + TIME_RESOLUTION * flight.length() && grazing < GRAZING_STEPS;
        if until >= end {
            return AdvanceOutcome::Apart;
        }
        if !worth && (close || until <= time) {
            return met(time, direction);
        }
        // So short a step ends at the contact up to rounding, and the same two points are still close.
        let passed = until - time;
        let precise = distance - now.lead <= 4.0 * flight.rounding;
        let last = next.is_none() && precise && flight.bend() * passed * passed <= flight.rounding;
        if last && close && known && distance + flight.speed * passed <= contact {
            return met(until, bodies.turned(&flight.placed(until), simplex, direction));
        }
        (time, placed) = (until, next.unwrap_or_else(|| flight.placed(until)));
    }
}

/// The last step that was tried: its ends in time, and the leads there.
#[derive(Clone, Copy, Debug)]
pub(super) struct TriedStep {
    times: [f64; 2],
    leads: [f64; 2],
}

impl TriedStep {
    /// Seconds from an instant with this lead until the lead has fallen by `spare`, and the closing speed in metres per
    /// second. Both are estimates, from the parabola through the ends of the step and this instant.
    fn expected(&self, time: f64, lead: f64, spare: f64) -> Option<[f64; 2]> {
        let [start, end] = self.times;
        let whole = (self.leads[0] - self.leads[1]) / (end - start);
        let (pace, bend) = if start < time && time < end {
            let (before, after) = ((self.leads[0] - lead) / (time - start), (lead - self.leads[1]) / (end - time));
            (before + after - whole, (before - after) / (end - start))
        } else {
            (whole, 0.0)
        };
        let straight = spare / pace;
        // One step of Newton's method for the root of the parabola.
        let bent = straight * (1.0 + (bend * straight / pace).clamp(-0.5, 0.5));
        (pace > 0.0 && bent < f64::INFINITY).then_some([bent, pace])
    }
}

/// An instant, and a direction with the lead along it.
pub(super) struct AdvanceStep<'step> {
    pub(super) time: f64,
    pub(super) placed: Placed,
    pub(super) direction: DVec3,
    pub(super) lead: f64,
    /// The simplex that defines the direction.
    pub(super) simplex: &'step Simplex,
}

impl AdvanceStep<'_> {
    /// The time until which the direction certainly keeps the bodies apart, with their poses then if computed.
    /// `None` if it does not even at the start of the step. `last_step` is updated.
    pub(super) fn separated_until(
        &self,
        bodies: Bodies<'_>,
        flight: &Flight<'_>,
        last_step: &mut Option<TriedStep>,
        separation: f64,
    ) -> Option<(f64, Option<Placed>)> {
        let spare = self.lead - separation;
        if !(spare > 2.0 * flight.rounding) {
            return None;
        }
        let bend = flight.bend();
        // The length at which the bulge takes a quarter of the spare gap.
        let bulging = (2.0 * spare / bend).sqrt();
        let length = match last_step.and_then(|step| step.expected(self.time, self.lead, spare)) {
            // A little beyond the expected contact, by more than the estimate is wrong.
            Some([expected, pace]) => {
                let change = bend * expected / pace;
                (expected * (1.0 + STEP_BEYOND_ESTIMATE * (change * change).min(1.0))).min(bulging)
            }
            None => bulging,
        };
        let end = (self.time + length).min(flight.ends[1]);
        let placed = flight.placed(end);
        let length = end - self.time;
        let mut turned = bodies.turned(&placed, self.simplex, self.direction);
        let mut last = bodies.lead(&placed, turned);
        if last < self.lead - flight.speed * length && turned != self.direction {
            // Along the same direction the lead falls more slowly.
            turned = self.direction;
            last = bodies.lead(&placed, turned);
        }
        let middle = bodies.middle_lead([&self.placed, &placed], [self.direction, turned]);
        // Rounded up by more than the rounding of these few operations.
        let needed = (separation + flight.rounding) * ROUND_UP;
        let bulge = 0.25 * bend * length * length * ROUND_UP;
        *last_step = Some(TriedStep { times: [self.time, end], leads: [self.lead, last] });
        let share = positive_until([self.lead - needed, middle - (needed + bulge) * ROUND_UP, last - needed]);
        if share >= 1.0 {
            return Some((end, Some(placed)));
        }
        Some(((self.time + share * length).min(end.next_down()).max(self.time), None))
    }
}

/// The fraction of the step up to which the parabola with these Bernstein coefficients is certainly positive, up
/// to a few roundings of the largest of them. 1 only if it is positive at the end too; 0 if it is not positive at
/// the start.
pub(super) fn positive_until([first, middle, last]: [f64; 3]) -> f64 {
    let least = middle.min(last);
    if !(first > 0.0) {
        return 0.0;
    }
    if least > 0.0 {
        return 1.0;
    }
    // Written as a·s² − 2·b·s + c. The first root follows from the form without cancellation.
    let (a, b, c) = (first - 2.0 * middle + last, first - middle, first);
    let root = b * b - a * c;
    let at = |s: f64| c - s * (2.0 * b - s * a);
    if root < 0.0 && last > 0.0 && at(b / a) > 0.0 {
        return 1.0;
    }
    let root = root.max(0.0).sqrt();
    let share = (1.0 - 1e-11) * if b >= 0.0 { c / (b + root) } else { (b - root) / a };
    // A positive value at `share` confirms that it is before the first root.
    let sound = (0.0..1.0).contains(&share) && at(share) > 0.0;
    // Otherwise use the tangent of (1 − s)²·first + (1 − (1 − s)²)·least at its start, which is a lower bound.
    if sound { share } else { (1.0 - 1e-9) * 0.5 * first / (first - least) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_interval::laws::Random;

    /// Random and degenerate parabolas are positive at every sample before the returned fraction, which is not
    /// much too early.
    #[test]
    fn parabolas_are_positive_until_their_root() {
        let mut random = Random::new(3);
        let (mut whole, mut early) = (0, 0);
        for _ in 0..20_000 {
            let mut number = || match random.below(6) {
                0 => 0.0,
                1 => 1.0,
                2 => random.between(-1e-9, 1e-9),
                _ => random.between(-1.0, 1.0),
            };
            let coefficients = [number(), number(), number()];
            let value = |s: f64| {
                let [first, middle, last] = coefficients;
                (1.0 - s) * ((1.0 - s) * first + 2.0 * s * middle) + s * s * last
            };
            let share = positive_until(coefficients);
            assert!(
                (0.0..=1.0).contains(&share) && (coefficients[0] > 0.0 || share == 0.0),
                "{coefficients:?}: {share}"
            );
            for step in 0..=50 {
                assert!(share == 0.0 || value(share * f64::from(step) / 50.0) > -1e-15, "{coefficients:?}: {share}");
            }
            whole += usize::from(share == 1.0);
            // Slightly later the parabola is no longer positive, except at double roots, which rounding hides:
            // there the tangent gives half the fraction.
            let next = share + 1e-6;
            early += usize::from(share > 0.0 && next < 1.0 && value(next) > 1e-6);
        }
        assert!((3_000..9_000).contains(&whole), "{whole} hold to the end");
        assert!(early < 600, "{early} end early");
    }
}
