//! The closest approach of two bodies during a motion.
//!
//! **Question.** How close do two bodies come during a span of time, when, and where?
//!
//! **Idea.** The distance at any instant bounds the least distance from above. A few instants are measured, and the
//! least of these distances is made smaller by a local search in time. The method for first contacts then proves that
//! the bodies are farther apart than this distance from the start on, up to an instant near which they come as close.
//! There the local search starts again. If it finds a smaller distance, the proof continues with that. Otherwise the
//! bodies are proved to keep just less than the least distance for a short while, until they are farther apart again.
//! The proof of a part of the span never has to be repeated, because the distance to be proved only becomes smaller.
//! Two rigid meshes that are proved not to touch have a faster proof (`proof`), two convex bodies another
//! (`convex_approach`).
//!
//! **Guarantee.** The least distance is within the enclosure, and every instant at which it is attained is within the
//! bracket of time. The bracket is short if the bodies approach and depart, and holds several approaches if they are
//! equally close up to the tolerance. A motion that jumps is examined in parts: the positions before and after a jump
//! count, the way between them does not.
//!
//! **Cost.** About two first contacts with a separation, and some twenty distances at instants. For rigid meshes one
//! first contact, two distances, and the proof.
//!
//! **Source.** Ours; conservative advancement (Mirtich 1996) with the least distance so far in place of contact.

use super::answer::ClosestApproach;
use super::bent::BentFlight;
use super::descent::ApproachMeter;
use super::instant::PairMemory;
use super::proof::ApproachProof;
use super::record::ApproachRecord;
use crate::convex::Simplex;
use crate::flight::{Flight, stretches};
use crate::parts::each_part;
use crate::tolerance::{
    APPROACH_EXCESS, APPROACH_HULLS, APPROACH_INSTANTS, APPROACH_NEXT, APPROACH_ROUNDS, APPROACH_SHARES,
    APPROACH_WIDENING, APPROACH_WINDOW, CURVED_CLEARANCE_STEPS,
};
use crate::{Answer, DetectError, FirstContact, Moving, Query, Verdict, first_contact};
use tangency_interval::Interval;

/// How close `a` and `b` come during the span of the query. The tolerance of the query bounds the width of the
/// enclosure of the distance. The separation of the query is ignored.
///
/// ```
/// use glam::DVec3;
/// use tangency_detect::{Moving, Query, closest_approach};
/// use tangency_geometry::{Linear, Motion, Pose, Shape, primitive};
///
/// // A cube of one metre flies past another, two metres away at the closest.
/// let cube = || primitive::cuboid(DVec3::ONE).map(Shape::Polyhedron);
/// let a = Moving::new(cube()?, Motion::Still(Pose::IDENTITY))?;
/// let past = Linear::new(Pose::translated(DVec3::new(-5.0, 3.0, 0.0))?, DVec3::new(10.0, 0.0, 0.0))?;
/// let b = Moving::new(cube()?, Motion::Linear(past))?;
///
/// let found = closest_approach(&a, &b, &Query { tolerance: 1e-9, ..Query::default() })?;
/// assert!(found.distance.contains(2.0) && found.distance.width() <= 1e-9);
/// // Their faces are opposite each other from 0.4 s to 0.6 s. The bracket may be somewhat wider.
/// assert!(Interval::between(0.4, 0.6).subset(found.time) && found.time.width() < 0.25);
/// # use tangency_interval::Interval;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn closest_approach(a: &Moving, b: &Moving, query: &Query) -> Result<ClosestApproach, DetectError> {
    approach_with([a, b], query, &mut PairMemory::default())
}

/// [`closest_approach`] with the memory of earlier answers.
pub(super) fn approach_with(
    [a, b]: [&Moving; 2],
    query: &Query,
    memory: &mut PairMemory,
) -> Result<ClosestApproach, DetectError> {
    query.validate()?;
    let mut record = ApproachRecord::new(query);
    let start = query.span.lower();
    each_part(a, Some(b), query.span, |a, b, span| {
        let Some(b) = b else { return Ok(false) };
        let outside = query.outside && span.lower() == start;
        let mut search = ApproachSearch {
            bodies: [a, b],
            meter: ApproachMeter::new([a, b], span, query, *memory),
            query: Query { span, outside, ..query.clone() },
            record: &mut record,
        };
        search.run(span)?;
        *memory = search.meter.memory();
        Ok(record.touch.is_some())
    })?;
    record.finish(query)
}

/// The search during a part of the span in which neither body jumps.
pub(super) struct ApproachSearch<'search> {
    pub(super) bodies: [&'search Moving; 2],
    pub(super) meter: ApproachMeter<'search>,
    pub(super) query: Query,
    pub(super) record: &'search mut ApproachRecord,
}

impl ApproachSearch<'_> {
    fn run(&mut self, span: Interval) -> Result<(), DetectError> {
        let (start, end) = (span.lower(), span.upper());
        let (apart, graze) = match self.ask(0.0, [start, end])?.verdict {
            Verdict::Touch(first) if first.contacts.iter().any(|contact| contact.proved) => {
                self.record.touch = Some(first);
                return Ok(());
            }
            Verdict::Touch(first) => (false, Some(first)),
            Verdict::Clear { .. } => (true, None),
            Verdict::Open { .. } => (false, None),
        };
        // Bodies that are within the tolerance of a contact may come closer, or overlap later.
        if self.follow_convex(span, graze.as_ref())? {
            return Ok(());
        }
        if let Some(first) = graze {
            self.record.touch = self.overlaps_later(first, span)?;
            return Ok(());
        }
        if let Some([a, b]) = self.meter.facets()
            && let (Some(of_a), Some(of_b)) = (a.motion().rigid_pieces(span), b.motion().rigid_pieces(span))
        {
            self.sample_near_hulls(span)?;
            if !apart {
                // One body may be inside the other: the distance of the surfaces says nothing.
                self.record.prove(span, 0.0);
                return Ok(());
            }
            let models = [a.facets(), b.facets()];
            for (pieces, ends) in stretches(&[of_a, of_b]) {
                let flight = Flight::new(pieces, models.map(|model| model.reach()), ends);
                let motion = BentFlight::new(flight, &[a, b]);
                let (meter, record) = (&mut self.meter, &mut *self.record);
                ApproachProof { motion, models, meter, record, span: self.query.span.width() }.run()?;
            }
            // Bodies that slide past each other at a constant distance are followed by first contacts.
            return match self.record.unresolved() {
                Some(window) if !self.record.is_spent() => self.follow([window.lower(), window.upper()]),
                Some(window) => {
                    self.record.prove(window, 0.0);
                    Ok(())
                }
                None => Ok(()),
            };
        }
        self.sample(span)?;
        self.follow([start, end])
    }

    /// The contact that is not proved, unless the bodies overlap at one of a few instants after it. Then the overlap is
    /// recorded, with the time from that contact on as its bracket.
    fn overlaps_later(&mut self, first: FirstContact, span: Interval) -> Result<Option<FirstContact>, DetectError> {
        let some = APPROACH_INSTANTS[usize::from(self.meter.is_curved())];
        let rest = Interval::between(first.time.upper().min(span.upper()), span.upper());
        for time in instants(rest, some) {
            let found = self.meter.measure(time, APPROACH_EXCESS, &mut self.record.effort)?;
            if found.distance.upper() <= 0.0 {
                self.record.take(time, found);
                self.record.prove(Interval::between(first.time.lower(), time), 0.0);
                return Ok(None);
            }
        }
        Ok(Some(first))
    }

    /// Proves how close the bodies come during a part of the span, by first contacts with a separation.
    pub(super) fn follow(&mut self, [start, end]: [f64; 2]) -> Result<(), DetectError> {
        let span = Interval::between(start, end);
        let mut from = start;
        let mut window = APPROACH_WINDOW * span.width();
        for _ in 0..APPROACH_ROUNDS {
            // Farther than this, the distance is not least.
            let far = self.record.upper + self.record.tolerance;
            let near_from = match self.ask(far, [from, end])?.verdict {
                Verdict::Clear { .. } => return Ok(()),
                Verdict::Open { from: open } => open.clamp(from, end),
                Verdict::Touch(first) => {
                    let time = first.time.lower().clamp(from, end);
                    if first.contacts.iter().any(|contact| contact.gap <= 0.0) && self.touches([time, end])? {
                        return Ok(());
                    }
                    // Next to the best instant, the local search would find it again.
                    let best = self.record.best.as_ref().map_or(f64::INFINITY, |&(best, _)| best);
                    let next_to_best = (best - time).abs() < APPROACH_NEXT * span.width();
                    if !next_to_best && self.descend(first.time.upper().clamp(time, end))? {
                        from = time;
                        continue;
                    }
                    time
                }
            };
            if near_from > from {
                window = APPROACH_WINDOW * span.width();
            }
            // Pass the closest instant by as much as it is away.
            let closest = self.record.best.as_ref().map_or(near_from, |&(time, _)| time);
            let beyond = if closest > near_from { 2.5 * (closest - near_from) } else { 0.0 };
            let until = (near_from + beyond.max(window)).min(end);
            from = self.keep_near([near_from, until])?;
            window *= 2.0;
            if from >= end || self.record.touch.is_some() {
                return Ok(());
            }
        }
        self.record.prove(Interval::between(from, end), 0.0);
        Ok(())
    }

    /// Measures the instants at which the convex hulls are closest, and searches for a smaller distance near the best.
    fn sample_near_hulls(&mut self, span: Interval) -> Result<(), DetectError> {
        let count = if span.is_singleton() { 1 } else { APPROACH_HULLS };
        let mut simplex = Simplex::default();
        let mut gaps = Vec::with_capacity(count);
        for time in instants(span, count) {
            gaps.push((self.meter.hull_gap(time, &mut simplex)?, time));
        }
        gaps.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut least = f64::INFINITY;
        let mut best = span.lower();
        for (gap, time) in gaps.into_iter().take(APPROACH_INSTANTS[0]) {
            if gap >= least {
                break;
            }
            let found = self.meter.measure(time, APPROACH_EXCESS, &mut self.record.effort)?;
            if found.distance.upper() < least {
                (least, best) = (found.distance.upper(), time);
            }
            self.record.take(time, found);
        }
        if least > 0.0 {
            let exact = self.meter.measure(best, 0.0, &mut self.record.effort)?;
            self.record.take(best, exact);
            let (time, found) = self.meter.least_of(self.meter.memory().triangles.unwrap_or_default(), best)?;
            self.record.take(time, found);
        }
        Ok(())
    }

    /// Measures a few instants, and searches for a smaller distance near the best.
    fn sample(&mut self, span: Interval) -> Result<(), DetectError> {
        let some = APPROACH_INSTANTS[usize::from(self.meter.is_curved())];
        let count = if span.is_singleton() { 1 } else { some };
        let mut least: Option<(f64, f64)> = None;
        for time in instants(span, count) {
            let found = self.meter.measure(time, APPROACH_EXCESS, &mut self.record.effort)?;
            let upper = found.distance.upper();
            if least.is_none_or(|(_, known)| upper < known) {
                least = Some((time, upper));
            }
            self.record.take(time, found);
        }
        match least {
            Some((time, upper)) if upper > 0.0 => self.descend(time).map(|_| ()),
            Some(_) | None => Ok(()),
        }
    }

    /// Searches for a smaller distance near an instant. `true` if one was found.
    fn descend(&mut self, time: f64) -> Result<bool, DetectError> {
        let (time, found) = self.meter.least_near(time, &mut self.record.effort)?;
        Ok(self.record.take(time, found))
    }

    /// Asks for the first contact with a separation during a part of the span.
    fn ask(&mut self, separation: f64, [from, until]: [f64; 2]) -> Result<Answer, DetectError> {
        self.ask_within(separation, [from, until], None)
    }

    fn ask_within(
        &mut self,
        separation: f64,
        [from, until]: [f64; 2],
        steps: Option<u64>,
    ) -> Result<Answer, DetectError> {
        let record = &mut self.record;
        let budget = match (steps, record.budget) {
            (Some(steps), Some(budget)) => Some(steps.min(budget)),
            (steps, budget) => steps.or(budget),
        };
        let tolerance = APPROACH_SHARES[1] * record.tolerance;
        let outside = self.query.outside || from > self.query.span.lower();
        let span = Interval::between(from, until);
        let query = Query { span, separation, tolerance, budget, outside, ..self.query.clone() };
        let answer = first_contact(self.bodies[0], self.bodies[1], &query).map_err(|error| {
            let DetectError::TooFine { resolution, .. } = error else { return error };
            DetectError::TooFine { tolerance: record.tolerance, resolution: resolution / APPROACH_SHARES[1] }
        })?;
        record.effort = record.effort.plus(answer.effort);
        record.budget = record.budget.map(|budget| budget.saturating_sub(answer.effort.iterations));
        record.evidence = record.evidence.min(answer.evidence);
        Ok(answer)
    }

    /// Whether the bodies touch during a part of the span. Records the first contact.
    fn touches(&mut self, ends: [f64; 2]) -> Result<bool, DetectError> {
        match self.ask(0.0, ends)?.verdict {
            Verdict::Touch(first) => {
                self.record.touch = Some(first);
                Ok(true)
            }
            Verdict::Clear { .. } | Verdict::Open { .. } => Ok(false),
        }
    }

    /// Proves that the bodies keep a little less than the least distance during a stretch of time. Returns the instant
    /// up to which that is done: earlier than the end if they come closer.
    fn keep_near(&mut self, [from, until]: [f64; 2]) -> Result<f64, DetectError> {
        let mut less = APPROACH_SHARES[0] * self.record.tolerance;
        loop {
            let separation = (self.record.upper - less).max(0.0);
            // A question near the true distance of curved bodies can take very long. A smaller separation is easier.
            let steps = (separation > 0.0 && self.meter.is_curved()).then_some(CURVED_CLEARANCE_STEPS);
            match self.ask_within(separation, [from, until], steps)?.verdict {
                Verdict::Clear { .. } => {
                    self.record.prove(Interval::between(from, until), separation);
                    return Ok(until);
                }
                Verdict::Touch(first) if separation == 0.0 => {
                    self.record.touch = Some(first);
                    return Ok(until);
                }
                Verdict::Touch(first) => {
                    let time = first.time.lower().clamp(from, until);
                    self.record.prove(Interval::between(from, time), separation);
                    if first.contacts.iter().any(|contact| contact.gap <= 0.0) && self.touches([time, until])? {
                        return Ok(until);
                    }
                    if !self.descend(first.time.upper().clamp(time, until))? {
                        // The contact itself is that close.
                        let within = separation + APPROACH_SHARES[1] * self.record.tolerance;
                        self.record.upper = self.record.upper.min(within);
                    }
                    return Ok(time);
                }
                Verdict::Open { .. } if separation > 0.0 && !self.record.is_spent() => less *= APPROACH_WIDENING,
                Verdict::Open { from: open } => {
                    let open = open.clamp(from, until);
                    self.record.prove(Interval::between(from, open), separation);
                    self.record.prove(Interval::between(open, until), 0.0);
                    return Ok(until);
                }
            }
        }
    }
}

/// Equally spaced instants of a span, its ends included.
fn instants(span: Interval, count: usize) -> impl Iterator<Item = f64> {
    (0..count).map(move |number| {
        let share = if count > 1 { number as f64 / (count - 1) as f64 } else { 0.0 };
        (span.lower() + share * span.width()).clamp(span.lower(), span.upper())
    })
}
