//! Measures the pairs of bodies of a scene: distances and depths at an instant, or closest approaches during the span.
//!
//! `detect` answers the questions about bodies by index on the clock of the motions. This module chooses the pairs,
//! and writes the answers with names on the clock of the scene.

mod answers;
mod curve;
mod selection;

use crate::check::{CheckError, prepared};
use crate::tolerance::NAMES_LISTED;
pub(crate) use answers::SceneMeter;
pub(crate) use selection::{PairSelection, not_measured};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use tangency_detect::{Moving, Progress, Query, StopSignal, preparation_time};
use tangency_formats::measurement::MeasureQuestion;
use tangency_formats::{Measurement, Scene, Stats};
use tangency_interval::Interval;

/// When to measure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum MeasureTime {
    /// At the start of the scene's span.
    #[default]
    Start,
    /// At this instant of the scene's clock, in seconds.
    At(f64),
    /// The closest approach over the whole span.
    Over,
}

/// Which pairs to measure, and when.
///
/// End the list of fields with `..Default::default()`: a minor version may add some.
#[derive(Clone, Debug, Default)]
pub struct MeasureOptions {
    /// When to measure.
    pub when: MeasureTime,
    /// Lists only this many pairs, the nearest.
    pub nearest: Option<usize>,
    /// Lists only pairs that are no farther apart than this, in metres.
    pub within: Option<f64>,
    /// Measures only pairs with this body. Of several names: only pairs among these bodies. Empty: all pairs.
    pub bodies: Vec<String>,
    /// Adds the distance over time to this many pairs, the nearest.
    pub curves: usize,
    /// Adds the curves in which the surfaces of overlapping bodies meet, if both are bodies of curved faces.
    pub intersections: bool,
    /// Replaces the scene's tolerance, in metres: the width of the enclosures.
    pub tolerance: Option<f64>,
    /// Maximum number of steps for each question about a pair. If it is reached, the enclosure is wider.
    pub budget: Option<u64>,
    /// Ends the work early, on request or when a time is over: see [`StopSignal`]. Enclosures are then wider.
    pub stop: StopSignal,
    /// Receives progress updates.
    pub progress: Option<Arc<MeasureProgress>>,
}

/// Why a scene could not be measured.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MeasureError {
    /// A body or a pair cannot be measured.
    #[error(transparent)]
    Scene(#[from] CheckError),
    /// The instant is not one of the scene.
    #[error(
        "the instant {at} s is not within the span of the scene, from {start} s to {end} s: choose an instant of the \
         span, or change the span"
    )]
    Instant {
        /// Seconds. The instant that was given.
        at: f64,
        /// Seconds. Start of the span.
        start: f64,
        /// Seconds. End of the span.
        end: f64,
    },
    /// The largest distance is not a length.
    #[error("the largest distance to list is {0} m: it must be a number not below 0")]
    Within(f64),
    /// The scene has no body of this name.
    #[error("there is no body {name:?} in the scene: its bodies are {known}{near}")]
    UnknownBody {
        /// The name that was given.
        name: String,
        /// The names of the bodies.
        known: String,
        /// The name that was probably meant, as a question; otherwise empty.
        near: String,
    },
}

/// Counters of the work that is known and done, readable from another thread.
#[derive(Debug, Default)]
pub struct MeasureProgress {
    known: AtomicU64,
    done: AtomicU64,
    searched: Arc<Progress>,
}

impl MeasureProgress {
    /// Pairs and stretches of curves: how many are done, and how many are known. The known work may grow.
    #[must_use]
    pub fn read(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.known.load(Ordering::Relaxed))
    }

    /// The number of steps of the searches over time so far: pairs of parts that are examined. It grows also while a
    /// single pair of bodies is measured.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.searched.examined()
    }

    fn expect(&self, count: usize) {
        self.known.fetch_add(count as u64, Ordering::Relaxed);
    }

    fn advance(&self, count: usize) {
        self.done.fetch_add(count as u64, Ordering::Relaxed);
    }
}

/// Measures the pairs of bodies of the scene, nearest first. Pairs that may touch (`query.may_touch`) and contacts of a
/// body with itself are not measured; [`Measurement::not_measured`] names them.
///
/// ```
/// use tangency::{MeasureOptions, MeasureTime, Scene, measure};
///
/// let text = r#"
///     span = { start = 0, end = 2 }
///     [[body]]
///     name = "ball"
///     shape = { sphere = { radius = 0.5 } }
///     motion = { linear = { position = [-2, 1.5, 0], velocity = [2, 0, 0] } }
///     [[body]]
///     name = "post"
///     shape = { sphere = { radius = 0.5 } }
/// "#;
/// let scene = Scene::parse(text, "pass.toml")?;
/// let found = measure(&scene, &MeasureOptions { when: MeasureTime::Over, ..MeasureOptions::default() })?;
/// // The centres are 1.5 m apart at 1 s.
/// let pair = &found.pairs[0];
/// assert!(pair.distance[0] <= 0.5 && 0.5 <= pair.distance[1] && pair.distance[1] - pair.distance[0] <= 1e-6);
/// assert!(pair.time[0] <= 1.0 && 1.0 <= pair.time[1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn measure(scene: &Scene, options: &MeasureOptions) -> Result<Measurement, MeasureError> {
    let clock = Instant::now();
    let when = measured_time(scene, options.when)?;
    if let Some(limit) = options.within
        && !(limit >= 0.0)
    {
        return Err(MeasureError::Within(limit));
    }
    let selection = PairSelection::new(scene, options)?;
    let bodies = prepared(scene)?;
    let meter = SceneMeter { scene, bodies: &bodies, when, query: query(scene, options), options };
    let (pairs, effort) = meter.measured(&selection).map_err(|error| CheckError::named(scene, error))?;
    let span = match when {
        MeasureTime::Start => [scene.span.start; 2],
        MeasureTime::At(at) => [at; 2],
        MeasureTime::Over => [scene.span.start, scene.span.end],
    };
    let (verdict, evidence) = Measurement::verdict_of(&pairs);
    Ok(Measurement {
        scene: scene.name.clone(),
        question: match when {
            MeasureTime::Start | MeasureTime::At(_) => MeasureQuestion::Instant,
            MeasureTime::Over => MeasureQuestion::Span,
        },
        span,
        verdict,
        evidence,
        farther: selection.pairs().len() - pairs.len(),
        pairs,
        not_measured: selection.not_measured(scene),
        stats: Stats {
            seconds: clock.elapsed().as_secs_f64(),
            preparation_seconds: Some(preparation_time(bodies.iter().map(Moving::prepared)).as_secs_f64()),
            pairs: effort.pairs,
            iterations: effort.iterations,
        },
        warnings: scene.warnings.clone(),
    })
}

/// Fails if the instant is not within the span.
fn measured_time(scene: &Scene, when: MeasureTime) -> Result<MeasureTime, MeasureError> {
    let (start, end) = (scene.span.start, scene.span.end);
    match when {
        MeasureTime::At(at) if !(start <= at && at <= end) => Err(MeasureError::Instant { at, start, end }),
        MeasureTime::Start | MeasureTime::At(_) | MeasureTime::Over => Ok(when),
    }
}

/// The query of the scene. Like the motions, it measures time from the start of the span.
fn query(scene: &Scene, options: &MeasureOptions) -> Query {
    let defaults = Query::default();
    Query {
        span: Interval::between(0.0, scene.span.length()),
        tolerance: options.tolerance.or(scene.query.tolerance).unwrap_or(defaults.tolerance),
        budget: options.budget,
        stop: options.stop.clone(),
        progress: options.progress.as_ref().map(|progress| Arc::clone(&progress.searched)),
        ..defaults
    }
}
