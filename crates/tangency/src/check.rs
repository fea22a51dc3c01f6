//! Checks a scene: finds the first contact and reports it.

use crate::report::{AnswerClock, report};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Instant;
use tangency_detect::{
    Asked, DetectError, Moving, Progress, Query, SceneMember, SceneQueryError, first_contact_among_pairs,
};
use tangency_formats::{Report, Scene};
use tangency_interval::Interval;

/// Options that override the settings of a scene.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// Replaces the scene's tolerance, in metres.
    pub tolerance: Option<f64>,
    /// Replaces the scene's separation, in metres.
    pub separation: Option<f64>,
    /// Maximum number of steps. If it is reached before the answer is known, the verdict is open.
    pub budget: Option<u64>,
    /// Receives progress updates during the check.
    pub progress: Option<Arc<Progress>>,
}

/// Why a scene could not be checked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
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

/// Finds the first contact between any two bodies of the scene.
pub fn check(scene: &Scene, options: &CheckOptions) -> Result<Report, CheckError> {
    let clock = Instant::now();
    let bodies = prepared(scene)?;
    let among: Vec<SceneMember<'_>> = bodies
        .iter()
        .zip(&scene.bodies)
        .map(|(moving, body)| SceneMember { moving, self_contact: body.self_contact })
        .collect();
    let may_touch = pairs_that_may_touch(scene);
    let asked = |a: usize, b: usize| if may_touch.contains(&[a, b]) { Asked::Nothing } else { Asked::First };
    let answer = first_contact_among_pairs(&among, &asked, &query(scene, options))
        .map_err(|error| CheckError::named(scene, error))?;
    let name = |index: usize| scene.bodies[index].name.as_str();
    let (clock, seconds) = (AnswerClock::FromStartOf(scene.span), clock.elapsed().as_secs_f64());
    Ok(report(&scene.name, &answer, name, clock, seconds, scene.warnings.clone()))
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
        progress: options.progress.clone(),
        ..defaults
    }
}
