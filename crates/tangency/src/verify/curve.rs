//! The clearance of a trajectory over time.
//!
//! **Question.** How does the smallest distance of the pairs change along a trajectory, and how close can any pair come
//! between two instants at which it is measured?
//!
//! **Idea.** That of the curves of `measure`: measure at equal steps of time. For the stretch between two instants, ask
//! for a first contact with a separation just below the distances at both ends. While there is one, ask with less.
//!
//! **Guarantee.** During a stretch no pair comes closer than its bound, at every instant, with the evidence of the
//! curve. The bound is zero if no other was proved. Measured distances prove nothing; a measured distance below a
//! proved bound is raised to it.
//!
//! **Cost.** The distances at some sixty instants, and one to three searches for each stretch between them.

use super::{Verified, Verifier, VerifyError, VerifyOptions};
use crate::tolerance::{CLEARANCE_CURVE_STRETCHES, CURVE_FAR, STRETCH_SHARE, STRETCH_STEPS, STRETCH_WIDENING};
use rayon::prelude::*;
use std::sync::Arc;
use std::time::Instant;
use tangency_detect::{Evidence, Links, NearestBodies, Query, Verdict};
use tangency_formats::ClearanceCurve;
use tangency_geometry::Trajectory;
use tangency_interval::Interval;

impl Verifier {
    /// Adds the smallest distance over time, up to the first contact or to where the verdict is open: that to the world,
    /// if there is one and no two links touch.
    pub fn add_curve(
        &self,
        verified: &mut Verified,
        trajectory: &Arc<Trajectory>,
        options: &VerifyOptions,
    ) -> Result<(), VerifyError> {
        let clock = Instant::now();
        let report = &mut verified.report;
        let (start, end) = (trajectory.span().lower(), trajectory.span().upper());
        let until = match &report.verdict {
            Verdict::Clear { .. } => end,
            Verdict::Touch(first) => first.time.lower().clamp(start, end),
            Verdict::Open { from } => from.clamp(start, end),
        };
        if self.pairs.is_empty() || !(until > start) {
            return Ok(());
        }
        // Two neighbouring links are often the nearest pair at all times. So the curve is about the world, unless links
        // touch each other.
        let touching = report.contacts().iter().all(|contact| self.is_obstacle(&contact.b));
        let apart = self.apart().filter(|_| touching);
        let (links, clearance) = match apart {
            Some(apart) => (apart.with_world(), &report.world_clearance),
            None => (&self.links, &report.clearance),
        };
        let least = clearance.as_ref().and_then(|clearance| clearance.at_least).unwrap_or(options.clearance);
        let mut curve = self.curve(links, (trajectory, [start, until]), least, options)?;
        curve.to_world = apart.is_some();
        curve.evidence = curve.evidence.min(report.evidence);
        report.clearance_curve = Some(curve);
        report.stats.seconds += clock.elapsed().as_secs_f64();
        Ok(())
    }

    fn is_obstacle(&self, name: &str) -> bool {
        self.world.obstacles.iter().any(|obstacle| obstacle.name == name)
    }

    /// `least` is a bound for the whole span that is proved already.
    fn curve(
        &self,
        links: &Links,
        (trajectory, [start, until]): (&Arc<Trajectory>, [f64; 2]),
        least: f64,
        options: &VerifyOptions,
    ) -> Result<ClearanceCurve, VerifyError> {
        let stretches = CLEARANCE_CURVE_STRETCHES;
        let at = |step: usize| (start + (until - start) * (step as f64 / stretches as f64)).clamp(start, until);
        let mut times: Vec<f64> = (0..stretches).map(at).chain([until]).collect();
        times.dedup();
        let far = CURVE_FAR.max(least);
        let measured = links.nearest_at(trajectory, &times, far);
        let distance = |found: &Option<NearestBodies>| found.map_or(far, |found| found.distance.min(far));
        let mut at_most: Vec<f64> = measured.iter().map(distance).collect();
        let query = Query { progress: None, ..options.query() };
        let bound = |piece: &usize| {
            let ends = [times[*piece], times[piece + 1]];
            let nearer = at_most[*piece].min(at_most[piece + 1]);
            self.stretch(links, (trajectory, ends), [nearer, least], &query)
        };
        let pieces: Vec<usize> = (0..times.len() - 1).collect();
        let bounds = pieces.par_iter().map(bound).collect::<Result<Vec<_>, _>>()?;
        for (piece, (bound, _)) in bounds.iter().enumerate() {
            for end in [piece, piece + 1] {
                at_most[end] = at_most[end].max(*bound);
            }
        }
        let mut pairs: Vec<[String; 2]> = Vec::new();
        let nearest = measured.iter().map(|found| {
            let names = found.as_ref()?.bodies.map(|body| self.name(body).to_owned());
            Some(pairs.iter().position(|known| *known == names).unwrap_or_else(|| {
                pairs.push(names);
                pairs.len() - 1
            }))
        });
        let nearest = nearest.collect();
        let evidence = bounds.iter().map(|(_, evidence)| *evidence).min().unwrap_or(Evidence::Proved);
        let at_least = bounds.into_iter().map(|(bound, _)| bound).collect();
        Ok(ClearanceCurve { times, at_most, at_least, evidence, far, to_world: false, pairs, nearest })
    }

    /// A bound of the distance of all pairs between two instants, from the smaller distance at both.
    fn stretch(
        &self,
        links: &Links,
        (trajectory, [from, until]): (&Arc<Trajectory>, [f64; 2]),
        [nearer, least]: [f64; 2],
        query: &Query,
    ) -> Result<(f64, Evidence), VerifyError> {
        let mut less = (STRETCH_SHARE * nearer).max(0.5 * query.tolerance);
        let budget = Some(query.budget.unwrap_or(u64::MAX).min(STRETCH_STEPS));
        while nearer - less > least.max(0.0) {
            let (separation, tolerance) = (nearer - less, query.tolerance.max(0.5 * less));
            let asked = Query { span: Interval::between(from, until), separation, tolerance, budget, ..query.clone() };
            let answer = links.first_contact_during(trajectory, &asked).map_err(|error| self.error(error))?;
            match answer.verdict {
                Verdict::Clear { .. } => return Ok((separation, answer.evidence)),
                Verdict::Touch(_) | Verdict::Open { .. } => less *= STRETCH_WIDENING,
            }
        }
        // The verdict has proved this bound, or nothing is known.
        Ok((least.max(0.0), Evidence::Proved))
    }
}
