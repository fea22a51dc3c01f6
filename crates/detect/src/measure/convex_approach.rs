//! The closest approach of two convex bodies.
//!
//! **Question.** How close do two convex bodies come during a smooth motion?
//!
//! **Idea.** A few instants are measured by their closest points alone, and the least distance is made smaller by a
//! local search. From its instant the proof goes both ways (`convex/keeping`): the bodies keep a little less than the
//! least distance up to the ends of the motion. Where they do not, they come closer, and a local search there continues
//! with a smaller distance. A half-space is represented by a prism.
//!
//! **Guarantee.** That of `approach`. Stretches that cannot be proved are left to first contacts.
//!
//! **Cost.** Twenty to fifty distances, and some dozens of steps of the proof: 20 to 60 µs.
//!
//! **Source.** As `approach`.

use super::approach::ApproachSearch;
use super::minimum::{MinimumSearch, TimedValue};
use crate::convex::{ConvexFlight, ConvexView, KeptDistance, KnownClosest};
use crate::flight::stretches;
use crate::limits::StepBudget;
use crate::pieces::{Divided, prism_for, with_side};
use crate::tolerance::{
    APPROACH_INSTANTS, APPROACH_SHARES, APPROACH_WIDENING, CONVEX_DESCENTS, MINIMUM_EVALUATIONS, MINIMUM_RESOLUTION,
};
use crate::{DetectError, FirstContact, Moving};
use std::convert::Infallible;
use tangency_interval::Interval;

impl ApproachSearch<'_> {
    /// Finds and proves the closest approach. `false` if the bodies are not convex, and nothing is recorded.
    /// `graze`: a first contact that is not proved.
    pub(super) fn follow_convex(&mut self, span: Interval, graze: Option<&FirstContact>) -> Result<bool, DetectError> {
        let done = self.follow_parts(span, graze)?;
        let apart_until = graze.map_or(span.lower(), |first| first.time.lower());
        if let Some((time, _)) = self.record.best.as_ref().filter(|_| done && self.record.upper <= 0.0) {
            // They overlap then. They may touch at any instant before.
            let until = Interval::between(apart_until.min(*time), *time);
            self.record.prove(until, 0.0);
        }
        Ok(done)
    }

    fn follow_parts(&mut self, span: Interval, graze: Option<&FirstContact>) -> Result<bool, DetectError> {
        let bodies = self.bodies;
        match Divided::of(bodies) {
            Divided::Plane(side) => {
                let prism = prism_for(bodies[side], bodies[1 - side], &self.query)?;
                let pair = with_side(bodies, side, &prism);
                // Only the hull of the other body matters.
                self.follow_views(pair, [pair[0].hull(), pair[1].hull()], span, graze)
            }
            Divided::Whole => {
                let view = |body: &'_ Moving| body.convex().is_some();
                let convex = bodies.into_iter().all(view) && bodies.iter().any(|body| body.faceted().is_none());
                let views = if convex { bodies.map(Moving::hull) } else { [None, None] };
                self.follow_views(bodies, views, span, graze)
            }
            Divided::Compound | Divided::TwoPlanes | Divided::Terrain(..) => Ok(false),
        }
    }

    fn follow_views(
        &mut self,
        bodies: [&Moving; 2],
        views: [Option<ConvexView<'_>>; 2],
        span: Interval,
        graze: Option<&FirstContact>,
    ) -> Result<bool, DetectError> {
        let [Some(view_a), Some(view_b)] = views else { return Ok(false) };
        let pieces = bodies.map(|body| body.motion().rigid_pieces(span));
        let [Some(of_a), Some(of_b)] = pieces else { return Ok(false) };
        let pieces = [of_a, of_b];
        let flights: Vec<ConvexFlight<'_>> = stretches(&pieces)
            .map(|(pieces, ends)| ConvexFlight::new(bodies, [view_a, view_b], pieces, ends))
            .collect();
        if !flights.iter().all(|flight| flight.is_fine(APPROACH_SHARES[1] * self.record.tolerance)) {
            return Ok(false);
        }
        // All stretches are measured before any is proved: the least distance is that of the whole span.
        let mut starts = Vec::with_capacity(flights.len());
        for flight in &flights {
            starts.push(self.sample_convex(flight)?);
        }
        for (flight, start) in flights.iter().zip(starts) {
            if self.record.upper <= 0.0 || self.record.touch.is_some() {
                break;
            }
            self.prove_convex(flight, start, graze)?;
        }
        Ok(true)
    }

    /// Measures some instants of a stretch, and searches near the least distance. Returns its instant.
    fn sample_convex(&mut self, flight: &ConvexFlight<'_>) -> Result<f64, DetectError> {
        let [start, end] = flight.ends();
        let count = if start < end { APPROACH_INSTANTS[0] } else { 1 };
        let mut closest = KnownClosest::default();
        let mut best = TimedValue { time: start, value: f64::INFINITY };
        for number in 0..count {
            let share = if count > 1 { number as f64 / (count - 1) as f64 } else { 0.0 };
            let time = (start + share * (end - start)).clamp(start, end);
            let known = best.value.min(self.record.upper);
            let value = flight.gap(time, if known.is_finite() { known } else { 0.0 }, &mut closest);
            if value < best.value {
                best = TimedValue { time, value };
            }
        }
        self.record.effort.iterations += count as u64;
        if !(best.value > 0.0) || best.value < self.record.upper {
            best = self.descend_convex(flight, best, &mut closest)?;
        }
        Ok(best.time)
    }

    /// Searches for a smaller distance near an instant, and records it.
    fn descend_convex(
        &mut self,
        flight: &ConvexFlight<'_>,
        start: TimedValue,
        closest: &mut KnownClosest,
    ) -> Result<TimedValue, DetectError> {
        let [first, last] = flight.ends();
        let reach = (last - first) / (APPROACH_INSTANTS[0] - 1) as f64;
        let ends = [(start.time - reach).max(first), (start.time + reach).min(last)];
        let resolution = MINIMUM_RESOLUTION[0] * (last - first);
        let mut least = start.value;
        let mut evaluations = 0;
        let best = if start.value > 0.0 && ends[0] < ends[1] {
            let search = MinimumSearch { ends, resolution, evaluations: MINIMUM_EVALUATIONS };
            let found = search.run::<Infallible>(start, |time| {
                evaluations += 1;
                let value = flight.gap(time, least - self.record.tolerance, closest);
                least = least.min(value);
                Ok(value)
            });
            let Ok(found) = found;
            found
        } else {
            start
        };
        self.record.effort.iterations += evaluations;
        let found = self.meter.measure(best.time, 0.0, &mut self.record.effort)?;
        self.record.take(best.time, found);
        Ok(best)
    }

    /// Proves that the bodies keep a little less than the least distance, from an instant to both ends of a stretch.
    fn prove_convex(
        &mut self,
        flight: &ConvexFlight<'_>,
        start: f64,
        graze: Option<&FirstContact>,
    ) -> Result<(), DetectError> {
        let [first, last] = flight.ends();
        if first == last {
            let found = self.meter.measure(first, 0.0, &mut self.record.effort)?;
            self.record.prove(Interval::from(first), found.distance.lower());
            return Ok(());
        }
        let least = APPROACH_SHARES[0] * self.record.tolerance;
        for to in flight.ends() {
            let (mut from, mut less) = (start, least);
            let mut closest = KnownClosest::default();
            for _ in 0..CONVEX_DESCENTS {
                let reached = self.keep_convex(flight, [from, to], less, &mut closest);
                let stuck = reached == from;
                from = reached;
                if from == to || self.record.is_spent() {
                    break;
                }
                // They come closer here, or their closest points are known too roughly for so narrow a bracket.
                let before = self.record.upper;
                let value = flight.gap(from, (before - less).max(0.0), &mut closest);
                if value < before {
                    self.descend_convex(flight, TimedValue { time: from, value }, &mut closest)?;
                }
                if self.record.upper <= 0.0 {
                    return Ok(());
                }
                if self.record.upper < before || !stuck {
                    less = least;
                } else if less < self.record.upper {
                    less *= APPROACH_WIDENING;
                } else {
                    break;
                }
            }
            let rest = [from.min(to), from.max(to)];
            if from != to && self.record.is_spent() {
                self.record.prove(Interval::between(rest[0], rest[1]), 0.0);
            } else if from != to && graze.is_some() && self.record.upper <= least {
                // Not told from a contact: it is the answer.
                self.record.touch = graze.cloned();
                return Ok(());
            } else if from != to {
                self.follow(rest)?;
                if self.record.touch.is_some() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Proves that the bodies keep the least distance so far less `less`. Returns the instant up to which they do.
    fn keep_convex(&mut self, flight: &ConvexFlight<'_>, ends: [f64; 2], less: f64, closest: &mut KnownClosest) -> f64 {
        let record = &mut *self.record;
        let separation = (record.upper - less).max(0.0);
        let distance = KeptDistance { separation, upper: record.upper };
        let mut budget = StepBudget::left(record.budget, &self.query.stop);
        let mut near = |stretch: Interval| record.prove(stretch, separation);
        let reached = flight.keep(ends, distance, closest, &mut budget, &mut near);
        record.effort.iterations += budget.spent;
        record.budget = record.budget.map(|left| left.saturating_sub(budget.spent));
        reached
    }
}
