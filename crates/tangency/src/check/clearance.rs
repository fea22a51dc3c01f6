//! How clear: the smallest distance between bodies during the span.
//!
//! **Question.** No two bodies touch. How close do they come, which pair, when and where?
//!
//! **Idea.** Distances at a few instants show which pair may be the nearest. Its closest approach is measured with a
//! bounded number of steps. The distance at an instant bounds the clearance from above. One question about first
//! contact with a separation just below that distance then covers all pairs at once. If a pair comes closer, it is
//! measured, and the question is repeated with a smaller separation. A distance that is nearly constant for a while
//! makes the closest approach expensive, but not this question. If a question ends without an answer, a smaller
//! separation is tried.
//!
//! **Guarantee.** No pair of the search comes closer than `at_least`, with the evidence of the answer. The nearest pair
//! comes within `within` at the instant that is named: where a contact with a separation or an approach leaves that
//! wide,
//! the distance at the instant is measured once more. A bound that no question proved is `None`.
//!
//! **Cost.** Some distances for each pair, a few closest approaches, and one or two first contacts of all pairs. The
//! steps of the questions together are bounded by those of the verdict, see [`CLEARANCE_EFFORT`].
//!
//! **Source.** Ours.

use crate::check::{CheckError, SceneCheck};
use crate::measure::{MeasureOptions, MeasureTime, PairSelection, SceneMeter};
use crate::tolerance::{
    BLIND_SEPARATIONS, CLEARANCE_COMPLETE, CLEARANCE_EFFORT, CLEARANCE_FACTORS, CLEARANCE_KNOWN, CLEARANCE_ROUNDS,
    CLEARANCE_STEPS, FEW_PAIRS, PAIR_STEPS, SAMPLED_SHARES, WITNESS_SHARE,
};
use glam::DVec3;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use tangency_detect::{
    Asked, Effort, Evidence, PairContact, Query, SceneAnswer, SceneMember, SceneQueryError, Verdict, distance,
    first_contact_among_pairs,
};
use tangency_formats::{ClearanceReport, NearestReport};

/// The search for the clearance of some pairs that are proved not to touch.
pub(super) struct ClearanceSearch<'check> {
    pub(super) check: &'check SceneCheck<'check>,
    /// The pairs, by index, the smaller one first.
    pub(super) pairs: &'check [[usize; 2]],
    /// The question that the verdict answered.
    pub(super) query: Query,
    /// The evidence of the verdict.
    pub(super) evidence: Evidence,
    /// The work that the verdict took.
    pub(super) effort: Effort,
}

/// A pair that comes near, and how near.
struct NearPair {
    pair: [usize; 2],
    report: NearestReport,
    /// Metres. The lower bound of its distance, if it is narrow.
    lower: Option<f64>,
    evidence: Evidence,
}

/// The clearance, and the work that it took.
pub(super) type MeasuredClearance = (ClearanceReport, Effort);

/// The state of a search.
struct KnownClearance {
    nearest: Option<NearPair>,
    /// Pairs with a narrow enclosure of the least distance, with its lower bound in metres. The questions leave them
    /// out.
    narrow: HashMap<[usize; 2], f64>,
    /// Metres. No pair comes closer, apart from those that `narrow` lists.
    proved: f64,
    evidence: Evidence,
    effort: Effort,
    /// Steps that are left for questions.
    steps: u64,
    /// Why a distance could not be measured.
    failure: Option<String>,
}

impl ClearanceSearch<'_> {
    /// The clearance of the pairs. `None` if there is no pair.
    pub(super) fn run(&self) -> Option<MeasuredClearance> {
        if self.pairs.is_empty() {
            return None;
        }
        let allowed = self.query.budget.unwrap_or(u64::MAX);
        let mut bounds = KnownClearance {
            nearest: None,
            narrow: HashMap::new(),
            proved: 0.0,
            evidence: Evidence::Proved,
            effort: Effort::default(),
            steps: CLEARANCE_EFFORT.saturating_mul(self.effort.iterations).saturating_add(CLEARANCE_STEPS).min(allowed),
            failure: None,
        };
        if self.query.stop.is_stopped() {
            return Some((self.report(&bounds), bounds.effort));
        }
        match self.likely() {
            Some(pair) => self.measure(&[pair], &mut bounds),
            None => self.measure(self.pairs, &mut bounds),
        }
        if bounds.nearest.is_none() {
            self.search_blindly(&mut bounds);
        }
        self.prove(&mut bounds);
        Some((self.report(&bounds), bounds.effort))
    }

    /// The pair that is nearest at a few instants. `None` if there are few pairs, or if no distance is known.
    fn likely(&self) -> Option<[usize; 2]> {
        if self.pairs.len() <= FEW_PAIRS {
            return None;
        }
        let query = Query { separation: 0.0, budget: Some(PAIR_STEPS), progress: None, ..self.query.clone() };
        let bodies = &self.check.bodies;
        let least = |&[a, b]: &[usize; 2]| {
            let at = |share: f64| distance(&bodies[a], &bodies[b], share * query.span.upper(), &query).ok();
            let found = SAMPLED_SHARES.iter().filter_map(|&share| at(share)).map(|found| found.distance.upper());
            found.reduce(f64::min).map(|upper| (upper, [a, b]))
        };
        let found: Vec<(f64, [usize; 2])> = self.pairs.par_iter().filter_map(least).collect();
        let nearest = found
            .into_iter()
            .min_by(|(one, of_one), (other, of_other)| one.total_cmp(other).then_with(|| of_one.cmp(of_other)));
        nearest.map(|(_, pair)| pair)
    }

    /// Measures the closest approach of the nearest of these pairs, and records it.
    fn measure(&self, pairs: &[[usize; 2]], bounds: &mut KnownClearance) {
        let SceneCheck { scene, bodies, .. } = self.check;
        let share = self.effort.iterations / pairs.len().max(1) as u64;
        let steps = share.saturating_add(PAIR_STEPS).min(self.query.budget.unwrap_or(u64::MAX));
        let options = MeasureOptions { when: MeasureTime::Over, nearest: Some(1), ..MeasureOptions::default() };
        let query = Query { separation: 0.0, budget: Some(steps), progress: None, ..self.query.clone() };
        let meter = SceneMeter { scene, bodies, when: MeasureTime::Over, query, options: &options };
        let all = pairs.len() == bodies.len() * bodies.len().saturating_sub(1) / 2;
        let selection = if all { PairSelection::all_of(bodies.len()) } else { PairSelection::listed(pairs.to_vec()) };
        let (found, effort) = match meter.over_span(&selection) {
            Ok(found) => found,
            Err(error) => {
                bounds.failure = Some(CheckError::named(scene, error).to_string());
                return;
            }
        };
        bounds.effort = bounds.effort.plus(effort);
        for (pair, measured) in found {
            let [a, b] = measured.points.map(DVec3::from_array);
            let within = measured.distance[1];
            // Otherwise the points are not as far apart as the pair is known to be.
            let witnessed = (a.distance(b) - within).abs() <= self.query.tolerance + WITNESS_SHARE * within;
            let since_start = (measured.at - scene.span.start).clamp(0.0, scene.span.length());
            let near = NearPair {
                pair,
                evidence: measured.evidence,
                lower: Some(measured.distance[0]).filter(|&lower| measured.complete && lower > 0.0),
                report: NearestReport {
                    within,
                    time: measured.at,
                    point: (a + 0.5 * (b - a)).to_array(),
                    points: witnessed.then_some(measured.points),
                    during: measured.complete.then_some(measured.time),
                    a: measured.a,
                    b: measured.b,
                },
            };
            let near = if witnessed { near } else { self.measured_again(near, since_start, bounds) };
            bounds.take(near);
        }
    }

    /// The pair with its distance at an instant of the clock of the motions, if that is smaller than what is known.
    fn measured_again(&self, mut near: NearPair, at: f64, bounds: &mut KnownClearance) -> NearPair {
        let query = Query { separation: 0.0, budget: Some(PAIR_STEPS), progress: None, ..self.query.clone() };
        let [a, b] = near.pair.map(|body| &self.check.bodies[body]);
        let Ok(found) = distance(a, b, at, &query) else { return near };
        bounds.effort = bounds.effort.plus(found.effort);
        let within = found.distance.upper();
        if within < near.report.within {
            let points = found.closest.points;
            let witnessed = (points[0].distance(points[1]) - within).abs() <= self.query.tolerance;
            near.evidence = near.evidence.min(found.evidence);
            near.report.within = within;
            near.report.point = points[0].midpoint(points[1]).to_array();
            near.report.points = witnessed.then_some(points.map(|point| point.to_array()));
        }
        near
    }

    /// Asks with decreasing separations until no pair comes closer. For pairs whose distance cannot be measured.
    fn search_blindly(&self, bounds: &mut KnownClearance) {
        for separation in BLIND_SEPARATIONS {
            if separation <= self.query.separation.max(self.query.tolerance) {
                return;
            }
            match self.ask(separation, bounds) {
                Ok(SceneAnswer { verdict: Verdict::Clear { .. }, evidence, .. }) => {
                    (bounds.proved, bounds.evidence) = (separation, bounds.evidence.min(evidence));
                    return;
                }
                Ok(answer) => {
                    if let Some(contact) = answer.contacts.first() {
                        let near = self.near_contact(contact, separation, answer.evidence);
                        let near = self.measured_again(near, contact.contact.time.upper(), bounds);
                        bounds.take(near);
                    }
                }
                Err(_) => return,
            }
        }
    }

    /// Proves that no pair comes closer than the nearest one, or nearly that.
    fn prove(&self, bounds: &mut KnownClearance) {
        let mut failures = 0;
        for _ in 0..CLEARANCE_ROUNDS {
            if bounds.narrow.len() == self.pairs.len() {
                bounds.proved = f64::INFINITY;
                return;
            }
            let (Some(nearest), Some(&factor)) = (&bounds.nearest, CLEARANCE_FACTORS.get(failures)) else { return };
            let tolerance = self.query.tolerance;
            let separation = match nearest.lower {
                // The pair itself is left out. Others may be exactly as close.
                Some(lower) if failures == 0 => (lower - tolerance).max(CLEARANCE_KNOWN * lower),
                Some(lower) => factor * lower,
                None => factor * nearest.report.within - tolerance,
            };
            if separation <= bounds.proved.max(self.query.separation) || bounds.steps == 0 {
                return;
            }
            match self.ask(separation, bounds) {
                Ok(SceneAnswer { verdict: Verdict::Clear { .. }, evidence, .. }) => {
                    (bounds.proved, bounds.evidence) = (separation, bounds.evidence.min(evidence));
                    return;
                }
                Ok(SceneAnswer { verdict: Verdict::Touch(_), contacts, evidence, .. }) => {
                    let Some(contact) = contacts.first() else { return };
                    let pair = [contact.a, contact.b];
                    let known = bounds.nearest.as_ref().is_some_and(|nearest| nearest.pair == pair);
                    if !known {
                        self.measure(&[pair], bounds);
                    }
                    let measured = bounds.narrow.contains_key(&pair);
                    if !measured {
                        let near = self.near_contact(contact, separation, evidence);
                        let near = self.measured_again(near, contact.contact.time.upper(), bounds);
                        bounds.take(near);
                        failures += 1;
                    }
                }
                Ok(SceneAnswer { verdict: Verdict::Open { .. }, .. }) => failures += 1,
                Err(error) => {
                    bounds.failure = Some(CheckError::named(self.check.scene, error).to_string());
                    return;
                }
            }
        }
    }

    /// The first contact of the pairs with a separation, without those that are measured narrowly.
    fn ask(&self, separation: f64, bounds: &mut KnownClearance) -> Result<SceneAnswer, SceneQueryError> {
        let mut members: Vec<usize> = self.pairs.iter().flatten().copied().collect();
        members.sort_unstable();
        members.dedup();
        let bodies = &self.check.bodies;
        let among: Vec<SceneMember<'_>> =
            members.iter().map(|&body| SceneMember { moving: &bodies[body], self_contact: false }).collect();
        let wanted: HashSet<[usize; 2]> =
            self.pairs.iter().filter(|pair| !bounds.narrow.contains_key(*pair)).copied().collect();
        let asked = |a: usize, b: usize| {
            if wanted.contains(&[members[a], members[b]]) { Asked::First } else { Asked::Nothing }
        };
        // If this question stays open, there are steps left for an easier one.
        let budget = Some(bounds.steps - bounds.steps / 3);
        let query = Query { separation, budget, progress: None, ..self.query.clone() };
        let place = |index: usize| members[index];
        let mut answer =
            first_contact_among_pairs(&among, &asked, &query).map_err(|SceneQueryError { pair, source }| {
                SceneQueryError { pair: pair.map(|pair| pair.map(place)), source }
            })?;
        for contact in &mut answer.contacts {
            (contact.a, contact.b) = (place(contact.a), place(contact.b));
        }
        bounds.effort = bounds.effort.plus(answer.effort);
        bounds.steps = bounds.steps.saturating_sub(answer.effort.iterations);
        Ok(answer)
    }

    /// The pair of a contact with a separation: it comes within the separation, up to the tolerance.
    fn near_contact(&self, found: &PairContact, separation: f64, evidence: Evidence) -> NearPair {
        let SceneCheck { scene, .. } = self.check;
        let contact = &found.contact;
        let half = 0.5 * contact.gap.max(0.0) * contact.normal;
        NearPair {
            pair: [found.a, found.b],
            lower: None,
            evidence,
            report: NearestReport {
                a: scene.bodies[found.a].name.clone(),
                b: scene.bodies[found.b].name.clone(),
                within: separation + self.query.tolerance,
                time: scene.span.clock(contact.time)[1].min(scene.span.end),
                point: contact.point.to_array(),
                points: Some([contact.point - half, contact.point + half].map(|point| point.to_array())),
                during: None,
            },
        }
    }

    fn report(&self, bounds: &KnownClearance) -> ClearanceReport {
        let proved = bounds.narrow.values().copied().fold(bounds.proved, f64::min);
        // The verdict has proved the separation that was asked for.
        let (proved, evidence) = if proved > self.query.separation {
            (proved, bounds.evidence)
        } else {
            (self.query.separation, self.evidence)
        };
        let evidence = bounds.nearest.as_ref().map_or(evidence, |nearest| evidence.min(nearest.evidence));
        let within = bounds.nearest.as_ref().map(|nearest| nearest.report.within);
        let tight = within.is_some_and(|within| within <= CLEARANCE_COMPLETE * proved + self.query.tolerance);
        let close = within.is_some_and(|within| within <= 2.0 * self.query.tolerance);
        let reason = match &bounds.failure {
            Some(failure) => failure,
            None if close => "the distance is as small as the tolerance",
            None if self.query.stop.is_stopped() => "the search was stopped",
            None => "the work allowed was used up",
        };
        let note = match (tight, proved > 0.0) {
            (true, true) => None,
            (false, true) => Some(format!("a larger clearance may hold: {reason}")),
            (_, false) => Some(format!("clearance not proved: {reason}")),
        };
        ClearanceReport {
            at_least: Some(proved).filter(|&proved| proved > 0.0),
            nearest: bounds
                .nearest
                .as_ref()
                .map(|nearest| NearestReport { within: nearest.report.within.max(proved), ..nearest.report.clone() }),
            evidence,
            note,
            not_measured: Vec::new(),
        }
    }
}

impl KnownClearance {
    /// Records how near a pair comes.
    fn take(&mut self, near: NearPair) {
        if let Some(lower) = near.lower {
            self.narrow.insert(near.pair, lower);
            self.evidence = self.evidence.min(near.evidence);
        }
        if self.nearest.as_ref().is_none_or(|known| near.report.within < known.report.within) {
            self.nearest = Some(near);
        }
    }
}
