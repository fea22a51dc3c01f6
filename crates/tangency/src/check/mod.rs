//! Checks a scene: finds the first contact and reports it.

mod clearance;
mod initial;
mod notices;
mod pairs;

use crate::measure::not_measured;
use crate::report::{AnswerClock, report};
use clearance::ClearanceSearch;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Instant;
use tangency_detect::{
    Asked, DetectError, Effort, Moving, Progress, Query, SceneAnswer, SceneMember, SceneQueryError, StopSignal,
    first_contact_among_pairs, preparation_time,
};
use tangency_formats::{ClearanceReport, Report, Scene};
use tangency_interval::Interval;

/// Options that override the settings of a scene.
///
/// End the list of fields with `..Default::default()`: a minor version may add some.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// Replaces the scene's tolerance, in metres.
    pub tolerance: Option<f64>,
    /// Replaces the scene's separation, in metres.
    pub separation: Option<f64>,
    /// Maximum number of steps. If it is reached before the answer is known, the verdict is open.
    pub budget: Option<u64>,
    /// Adds to a clear verdict how clear it is: the smallest distance during the span.
    pub clearance: bool,
    /// Adds the answer about every pair of bodies: its first contact or its smallest distance.
    pub pairs: bool,
    /// Sets aside the pairs that touch at the start, until they have parted. See [`Report::set_aside`].
    pub ignore_initial: bool,
    /// Ends the work early, on request or when a time is over: see [`StopSignal`]. What is not known then is open.
    pub stop: StopSignal,
    /// Receives progress updates during the check.
    pub progress: Option<Arc<Progress>>,
}

/// Why a scene could not be checked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// A body cannot be prepared.
    #[error("body {body:?}: {source}")]
    Body {
        /// Name of the body.
        body: String,
        /// The cause.
        source: DetectError,
    },
    /// The query for a pair of bodies failed.
    #[error("bodies {a:?} and {b:?}: {source}")]
    Pair {
        /// Name of the first body.
        a: String,
        /// Name of the second body.
        b: String,
        /// The cause.
        source: DetectError,
    },
    /// A body is free and has no prescribed motion.
    #[error(
        "body {body:?} is free: what moves it is found by `tangency simulate`; \
         `check` and `measure` ask about bodies with a `motion`"
    )]
    Free {
        /// Name of the body.
        body: String,
    },
    /// The query is invalid.
    #[error(transparent)]
    Query(DetectError),
}

/// A scene that is checked: its bodies, prepared once for all questions.
pub struct SceneCheck<'scene> {
    scene: &'scene Scene,
    bodies: Vec<Moving>,
    query: Query,
    /// Index pairs of bodies that may touch. They are not asked about.
    may_touch: HashSet<[usize; 2]>,
    ignore_initial: bool,
}

/// Finds the first contact between any two bodies of the scene, and what else the options ask for.
pub fn check(scene: &Scene, options: &CheckOptions) -> Result<Report, CheckError> {
    let checked = SceneCheck::new(scene, options)?;
    let mut report = checked.verdict()?;
    if options.clearance {
        checked.add_clearance(&mut report);
    }
    if options.pairs {
        checked.add_pairs(&mut report)?;
    }
    Ok(report)
}

impl<'scene> SceneCheck<'scene> {
    /// Prepares the bodies of the scene.
    pub fn new(scene: &'scene Scene, options: &CheckOptions) -> Result<Self, CheckError> {
        let (bodies, may_touch) = (prepared(scene)?, pairs_that_may_touch(scene));
        Ok(Self { scene, bodies, query: query(scene, options), may_touch, ignore_initial: options.ignore_initial })
    }

    /// Finds the first contact between any two bodies.
    pub fn verdict(&self) -> Result<Report, CheckError> {
        let clock = Instant::now();
        let failed = |error| CheckError::named(self.scene, error);
        if self.ignore_initial {
            let (answer, aside) = self.past_initial().map_err(failed)?;
            let set_aside = self.set_aside(&aside);
            let mut report = self.report(&answer, clock);
            report.warnings.extend(initial::not_judged(&set_aside));
            report.set_aside = set_aside;
            return Ok(report);
        }
        let answer = self.ask(&HashSet::new()).map_err(failed)?;
        let mut report = self.report(&answer, clock);
        self.add_depths(&mut report, &answer);
        Ok(report)
    }

    /// The first contact of all pairs but those set aside, by index. A body is set aside as a pair with itself.
    fn ask(&self, aside: &HashSet<[usize; 2]>) -> Result<SceneAnswer, SceneQueryError> {
        let member = |(index, moving): (usize, _)| {
            let self_contact = self.scene.bodies[index].self_contact && !aside.contains(&[index; 2]);
            SceneMember { moving, self_contact }
        };
        let among: Vec<SceneMember<'_>> = self.bodies.iter().enumerate().map(member).collect();
        let asked = |a: usize, b: usize| {
            if self.may_touch.contains(&[a, b]) || aside.contains(&[a, b]) { Asked::Nothing } else { Asked::First }
        };
        first_contact_among_pairs(&among, &asked, &self.query)
    }

    fn report(&self, answer: &SceneAnswer, clock: Instant) -> Report {
        let scene = self.scene;
        let name = |index: usize| scene.bodies[index].name.as_str();
        let span = AnswerClock::FromStartOf(scene.span);
        let warnings = scene.warnings.iter().cloned().chain(self.notices()).collect();
        let mut report = report(&scene.name, answer, name, span, 0.0, warnings);
        self.add_time(&mut report, clock);
        report
    }

    /// Adds how clear a clear scene is: the smallest distance during the span, between which bodies, when and where.
    /// The effort is bounded by that of the verdict. Does nothing unless the verdict is clear.
    pub fn add_clearance(&self, report: &mut Report) {
        if !report.verdict.is_clear() {
            return;
        }
        let clock = Instant::now();
        // Pairs that were set aside touch at the start.
        let aside = |[a, b]: [usize; 2]| {
            let [a, b] = [a, b].map(|body| &self.scene.bodies[body].name);
            report.set_aside.iter().any(|pair| (&pair.a, &pair.b) == (a, b))
        };
        let pairs: Vec<[usize; 2]> = self.pairs().into_iter().filter(|&pair| !aside(pair)).collect();
        let effort = Effort { pairs: report.stats.pairs, iterations: report.stats.iterations };
        let search = ClearanceSearch {
            check: self,
            pairs: &pairs,
            query: self.query.clone(),
            evidence: report.evidence,
            effort,
        };
        let mut not_measured = self.not_measured();
        if !report.set_aside.is_empty() {
            not_measured.push("pairs that touch at the start".into());
        }
        report.clearance = match search.run() {
            Some((found, effort)) => {
                report.stats.pairs += effort.pairs;
                report.stats.iterations += effort.iterations;
                Some(ClearanceReport { not_measured, ..found })
            }
            None if not_measured.is_empty() => None,
            None => Some(ClearanceReport {
                at_least: None,
                nearest: None,
                evidence: report.evidence,
                note: Some("clearance not proved: there is no pair of bodies to measure".into()),
                not_measured,
            }),
        };
        self.add_time(report, clock);
    }

    /// Adds the time since a part of the report was begun, and how long the bodies took to prepare so far.
    fn add_time(&self, report: &mut Report, clock: Instant) {
        report.stats.seconds += clock.elapsed().as_secs_f64();
        let preparation = preparation_time(self.bodies.iter().map(Moving::prepared));
        report.stats.preparation_seconds = Some(preparation.as_secs_f64());
    }

    /// The pairs of different bodies that may not touch, by index.
    fn pairs(&self) -> Vec<[usize; 2]> {
        let pairs = (0..self.bodies.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
        pairs.filter(|pair| !self.may_touch.contains(pair)).collect()
    }

    /// The distances that no clearance covers, in words.
    fn not_measured(&self) -> Vec<String> {
        not_measured(self.scene, &self.may_touch, &|_| true)
    }
}

impl CheckError {
    /// An error about bodies by index, with their names.
    pub(crate) fn named(scene: &Scene, SceneQueryError { pair, source }: SceneQueryError) -> Self {
        let name = |index: usize| scene.bodies[index].name.clone();
        match pair {
            Some([a, b]) => Self::Pair { a: name(a), b: name(b), source },
            None => Self::Query(source),
        }
    }
}

/// The bodies of a scene, prepared. Fails if one is free.
pub(crate) fn prepared(scene: &Scene) -> Result<Vec<Moving>, CheckError> {
    if let Some(body) = scene.first_free() {
        return Err(CheckError::Free { body: body.name.clone() });
    }
    let mut bodies = Vec::with_capacity(scene.bodies.len());
    for body in &scene.bodies {
        let moving = Moving::new(body.shape.clone(), body.motion.clone());
        bodies.push(moving.map_err(|source| CheckError::Body { body: body.name.clone(), source })?);
    }
    Ok(bodies)
}

/// Index pairs of bodies that are allowed to touch. They are not checked. The smaller index comes first.
pub(crate) fn pairs_that_may_touch(scene: &Scene) -> HashSet<[usize; 2]> {
    let places: HashMap<&str, usize> =
        scene.bodies.iter().enumerate().map(|(index, body)| (body.name.as_str(), index)).collect();
    let named = scene.query.may_touch.iter();
    let found = named.filter_map(|[a, b]| Some([*places.get(a.as_str())?, *places.get(b.as_str())?]));
    found.map(|[a, b]| [a.min(b), a.max(b)]).collect()
}

/// The query of the scene. Like the motions, it measures time from the start of the span.
fn query(scene: &Scene, options: &CheckOptions) -> Query {
    let defaults = Query::default();
    Query {
        span: Interval::between(0.0, scene.span.length()),
        tolerance: options.tolerance.or(scene.query.tolerance).unwrap_or(defaults.tolerance),
        separation: options.separation.or(scene.query.separation).unwrap_or(defaults.separation),
        simultaneity: scene.query.simultaneity,
        spacing: scene.query.spacing,
        budget: options.budget,
        stop: options.stop.clone(),
        progress: options.progress.clone(),
        ..defaults
    }
}
