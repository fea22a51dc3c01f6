//! How long two convex bodies stay apart.
//!
//! **Question.** From the start of a smooth stretch of time on, when do two convex bodies first come within `separation`?
//!
//! **Idea.** At an instant, the direction along which the bodies are farthest apart (`closest`). It separates them for a while,
//! and longer if it turns with the features that it comes from: from `m` at the start of a step to `n` at its end, as
//! `(1 − s)·m + s·n`, which is never longer than one. Between its places at the two ends a point moves almost along the chord, off
//! by at most `A·h²/8`, with `A` its acceleration and `h` the length of the step. On the chords the lead of a point of `b` over
//! a point of `a`, which are `v` apart at the start and `w` at the end, is
//!
//! ```text
//! (1 − s)²·(m·v) + 2·s·(1 − s)·½(m·w + n·v) + s²·(n·w)
//! ```
//!
//! and each of the three coefficients has a least value over all pairs of points, which one support of each body tells. So
//! the lead of the bodies is at least the parabola of these three, and its first root is when it may end. A step is as
//! long as the gap is expected to last: near a contact what the parabola and the bulge leave out shrinks with the square
//! of the gap, and the contact is reached as by Newton's method, from the safe side.
//!
//! **Guarantee.** Everything before the instant given is proved apart, for the exact motions. The bodies are called *met* only
//! if two points of them are within `separation + tolerance`. What can be neither proved apart nor seen to be close is
//! *undecided*, and left to the general method.
//!
//! **Cost.** Half a microsecond a step, four to ten steps a question.
//!
//! **Source.** Conservative advancement (Mirtich 1996; Zhang, Lee and Kim 2006 for convex bodies) steps by distance over
//! speed, which converges linearly; second-order bounds, as in `rigid`, and directions that turn with the features are ours.

use super::closest::{Bodies, Simplex};
use crate::flight::{Flight, Placed};
use crate::limits::{ContactThreshold, StepBudget};
use crate::tolerance::{GRAZING_STEPS, TIME_RESOLUTION};
use glam::DVec3;

/// How a stretch ended.
#[derive(Clone, Copy, Debug)]
pub(super) enum AdvanceOutcome {
    /// Apart during all of it.
    Apart,
    /// Apart before `time`, and close there; `direction` kept them apart just before.
    Met { time: f64, direction: DVec3 },
    /// Apart before `from`; then the budget was spent.
    Unfinished { from: f64 },
    /// Neither apart nor close, in plain numbers; or in contact from the start.
    Undecided,
}

/// Follows the bodies from the start of the stretch to the first contact.
pub(super) fn advance(
    bodies: Bodies<'_>,
    flight: &Flight<'_>,
    threshold: ContactThreshold,
    budget: &mut StepBudget,
    reached: &mut dyn FnMut(f64),
) -> AdvanceOutcome {
    let [start, end] = flight.ends;
    let (mut time, mut placed) = (start, flight.placed(start));
    let mut simplex = Simplex::default();
    // How fast the gap closes.
    let mut pace = 0.0;
    let mut grazing = 0;
    let mut direction = DVec3::ZERO;
    loop {
        if !budget.spend() {
            return AdvanceOutcome::Unfinished { from: time };
        }
        reached(time);
        let now = bodies.closest(&placed, &mut simplex);
        let contact = threshold.separation + threshold.tolerance - flight.rounding;
        let close = now.lead <= contact && simplex.distance() <= contact;
        if now.lead > 0.0 {
            direction = now.direction;
        }
        let met =
            if close && time > start { AdvanceOutcome::Met { time, direction } } else { AdvanceOutcome::Undecided };
        let step = AdvanceStep { time, placed, direction, lead: now.lead, simplex: &simplex };
        let Some((until, next)) = step.lasts(bodies, flight, &mut pace, threshold.separation) else { return met };
        grazing += u32::from(close);
        let worth = until > time + TIME_RESOLUTION * flight.length() && grazing < GRAZING_STEPS;
        if until >= end {
            return AdvanceOutcome::Apart;
        }
        if !worth && (close || until <= time) {
            return met;
        }
        (time, placed) = (until, next.unwrap_or_else(|| flight.placed(until)));
    }
}

/// An instant, and a direction with the lead along it.
pub(super) struct AdvanceStep<'step> {
    pub(super) time: f64,
    pub(super) placed: Placed,
    pub(super) direction: DVec3,
    pub(super) lead: f64,
    /// Where the direction comes from.
    pub(super) simplex: &'step Simplex,
}

impl AdvanceStep<'_> {
    /// Until when the direction certainly keeps the bodies apart, and where they are then if that is known; `None` if it does
    /// not even now. `pace` is how fast the gap closed, and is found anew.
    pub(super) fn lasts(
        &self,
        bodies: Bodies<'_>,
        flight: &Flight<'_>,
        pace: &mut f64,
        separation: f64,
    ) -> Option<(f64, Option<Placed>)> {
        let spare = self.lead - separation;
        if !(spare > 2.0 * flight.rounding) {
            return None;
        }
        let bend = flight.bend();
        // So long that the bulge takes a quarter of what there is to spare.
        let bulging = (2.0 * spare / bend).sqrt();
        let length = if *pace > 0.0 { (1.25 * spare / *pace).min(bulging) } else { bulging };
        let end = (self.time + length).min(flight.ends[1]);
        let placed = flight.placed(end);
        let turned = bodies.turned(&placed, self.simplex, self.direction);
        let last = bodies.lead(&placed, turned);
        let middle = bodies.middle_lead([&self.placed, &placed], [self.direction, turned]);
        let length = end - self.time;
        // Rounded up by more than its own few roundings.
        let needed = (separation + 0.125 * bend * length * length + flight.rounding) * (1.0 + 1e-12);
        *pace = (self.lead - last) / length;
        let share = positive_until([self.lead - needed, middle - needed, last - needed]);
        if share >= 1.0 {
            return Some((end, Some(placed)));
        }
        Some(((self.time + share * length).min(end.next_down()).max(self.time), None))
    }
}

/// Until which share of the step the parabola with these Bernstein coefficients is certainly positive, up to a few roundings of
/// the largest of them: 1 only if it is so at the end too, 0 if it is not at the start.
fn positive_until([first, middle, last]: [f64; 3]) -> f64 {
    let least = middle.min(last);
    if !(first > 0.0) {
        return 0.0;
    }
    if least > 0.0 {
        return 1.0;
    }
    // As a·s² − 2·b·s + c; its first root by the form that does not cancel.
    let (a, b, c) = (first - 2.0 * middle + last, first - middle, first);
    let root = b * b - a * c;
    let at = |s: f64| c - s * (2.0 * b - s * a);
    if root < 0.0 && last > 0.0 && at(b / a) > 0.0 {
        return 1.0;
    }
    let root = root.max(0.0).sqrt();
    let share = (1.0 - 1e-11) * if b >= 0.0 { c / (b + root) } else { (b - root) / a };
    // Before its first root the parabola is positive if its end is.
    let sound = (0.0..1.0).contains(&share) && at(share) > 0.0;
    // Otherwise by the tangent of (1 − s)²·first + (1 − (1 − s)²)·least at its start, which is below it.
    if sound { share } else { (1.0 - 1e-9) * 0.5 * first / (first - least) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_interval::laws::Random;

    /// Random and degenerate parabolas: positive at every sample before the share, and the share is not much too early.
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
            // A little later it is no longer positive, except at double roots, which rounding hides: half the way is taken.
            let next = share + 1e-6;
            early += usize::from(share > 0.0 && next < 1.0 && value(next) > 1e-6);
        }
        assert!((3_000..9_000).contains(&whole), "{whole} hold to the end");
        assert!(early < 600, "{early} end early");
    }
}
