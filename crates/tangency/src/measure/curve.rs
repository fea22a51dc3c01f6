//! The distance of two bodies over time.
//!
//! **Question.** How does the distance of two bodies change during a span, and how close can they come between two
//! instants at which it is measured?
//!
//! **Idea.** The distance is measured at equal steps of time. For the stretch between two instants, a first contact
//! with a separation is sought. If there is none, the bodies stay farther apart than the separation. The first
//! separation tried is just below the distances at both ends; while there is a contact, a smaller one is tried.
//!
//! **Guarantee.** The distance at an instant is at most the value there. During a stretch the distance is at least its
//! bound, at every instant and not only at samples, with the evidence of the curve. The bound is zero if no other was
//! proved. Times are on the clock of the scene; the stretches are enclosed when they are moved to the clock of the
//! motions, and an instant may be rounded if the span does not start at zero.
//!
//! **Cost.** A distance and one or two first contacts for each stretch.

use super::MeasureProgress;
use crate::tolerance::{CURVE_CHUNK, CURVE_STEPS, CURVE_STRETCHES, STRETCH_SHARE, STRETCH_STEPS, STRETCH_WIDENING};
use rayon::prelude::*;
use tangency_detect::{
    DetectError, Effort, Evidence, MeasuredPair, Moving, PairDistance, Query, Verdict, distance, first_contact,
};
use tangency_formats::SceneSpan;
use tangency_formats::measurement::DistanceCurve;
use tangency_interval::Interval;

/// A pair whose distance over time is wanted.
pub(super) struct CurveQuestion<'pair> {
    pub(super) bodies: [&'pair Moving; 2],
    pub(super) span: SceneSpan,
    /// Seconds on the clock of the scene. An instant that the curve must contain.
    pub(super) instant: f64,
    /// Metres. A bound of the distance during the whole span that is known already.
    pub(super) least: f64,
    pub(super) query: &'pair Query,
    pub(super) progress: Option<&'pair MeasureProgress>,
}

/// The distance over time, and the work that it took. `None` if the span is an instant.
pub(super) fn curve(question: &CurveQuestion<'_>) -> Result<Option<(DistanceCurve, Effort)>, DetectError> {
    let span = question.span;
    if !(span.end > span.start) {
        return Ok(None);
    }
    let times = question.times()?;
    if let Some(progress) = question.progress {
        progress.expect(times.len() - 1);
    }
    let chunks: Vec<&[f64]> = times.chunks(CURVE_CHUNK).collect();
    let samples = chunks.par_iter().map(|chunk| question.samples(chunk)).collect::<Result<Vec<_>, _>>()?;
    let samples: Vec<PairDistance> = samples.concat();
    let stretches: Vec<usize> = (0..times.len() - 1).collect();
    let bound = |&first: &usize| {
        let ends = [times[first], times[first + 1]];
        let bound = question.bound(ends, [&samples[first], &samples[first + 1]]);
        question.progress.iter().for_each(|progress| progress.advance(1));
        bound
    };
    let bounds = stretches.par_iter().map(bound).collect::<Result<Vec<_>, _>>()?;
    let effort = samples.iter().map(|sample| sample.effort).chain(bounds.iter().map(|bound| bound.effort));
    let effort = effort.fold(Effort::default(), Effort::plus);
    let evidence = samples.iter().map(|sample| sample.evidence).chain(bounds.iter().map(|bound| bound.evidence));
    let point = |sample: &PairDistance| {
        let [a, b] = sample.closest.points;
        [a.x, a.y, a.z, b.x, b.y, b.z]
    };
    let curve = DistanceCurve {
        at_most: samples.iter().map(|sample| sample.distance.upper()).collect(),
        at_least: bounds.iter().map(|bound| bound.least.max(question.least)).collect(),
        evidence: evidence.min().unwrap_or(Evidence::Proved),
        closest: samples.iter().map(point).collect(),
        times,
    };
    Ok(Some((curve, effort)))
}

/// A lower bound of the distance during a stretch of time, in metres.
struct StretchBound {
    least: f64,
    evidence: Evidence,
    effort: Effort,
}

impl CurveQuestion<'_> {
    /// The instant on the clock of the motions.
    fn since_start(&self, time: f64) -> f64 {
        (time - self.span.start).clamp(0.0, self.span.length())
    }

    /// Equal steps of the span and the instant, increasing. Fewer steps if a distance takes much work.
    fn times(&self) -> Result<Vec<f64>, DetectError> {
        let SceneSpan { start, end } = self.span;
        let [a, b] = self.bodies;
        let mut steps = 1;
        for time in [start, self.instant, end] {
            steps = steps.max(distance(a, b, self.since_start(time), self.query)?.effort.iterations);
        }
        let [fewest, most] = CURVE_STRETCHES;
        let stretches = usize::try_from(CURVE_STEPS / steps).unwrap_or(most).clamp(fewest, most);
        let at = |step: usize| (start + (end - start) * (step as f64 / stretches as f64)).clamp(start, end);
        let mut times: Vec<f64> = (0..stretches).map(at).chain([end, self.instant]).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        Ok(times)
    }

    /// The distances at these instants, one after the other.
    fn samples(&self, times: &[f64]) -> Result<Vec<PairDistance>, DetectError> {
        let [a, b] = self.bodies;
        let mut pair = MeasuredPair::new(a.clone(), b.clone());
        times.iter().map(|&time| pair.distance(self.since_start(time), self.query)).collect()
    }

    /// A bound of the distance between two instants, from the distances at both.
    fn bound(&self, [from, until]: [f64; 2], ends: [&PairDistance; 2]) -> Result<StretchBound, DetectError> {
        let [first, last] = ends.map(|end| end.distance);
        let nearer = first.lower().min(last.lower());
        let mut less = (STRETCH_SHARE * nearer).max(0.5 * self.query.tolerance);
        let mut found = StretchBound { least: 0.0, evidence: Evidence::Proved, effort: Effort::default() };
        let whole = Interval::between(0.0, self.span.length());
        let stretch = (Interval::between(from, until) - self.span.start).intersection(whole);
        let budget = Some(self.query.budget.unwrap_or(u64::MAX).min(STRETCH_STEPS));
        // A bound that is known already is not proved again.
        while nearer - less > self.least.max(0.0) {
            let separation = nearer - less;
            let tolerance = self.query.tolerance.max(0.5 * less);
            let query = Query { span: stretch, separation, tolerance, budget, ..self.query.clone() };
            let answer = first_contact(self.bodies[0], self.bodies[1], &query)?;
            found.effort = found.effort.plus(answer.effort);
            match answer.verdict {
                Verdict::Clear { .. } => {
                    (found.least, found.evidence) = (separation, answer.evidence);
                    break;
                }
                Verdict::Touch(_) | Verdict::Open { .. } => less *= STRETCH_WIDENING,
            }
        }
        Ok(found)
    }
}
