//! Simulates the free bodies of a scene.

mod conservation;
mod contact_forces;
mod keeping;
mod overlapping;

pub use keeping::{CheckpointPlan, KeepCheckpoint};

use crate::tolerance::{EXACT_PRIMITIVE, MAXIMUM_TRACK_POINTS, MOST_SHARED, TRACK_POINT_INTERVAL};
use glam::DVec3;
use std::sync::Arc;
use std::time::Instant;
use tangency_detect::{Prepared, Query, StopSignal};
use tangency_formats::checkpoint::CheckpointError;
use tangency_formats::scene::dynamics::{BodyMaterial, BodyMatter, Dynamics, Heft, SceneResponse, Weight};
use tangency_formats::scene::forces::{SceneForces, SceneThrust, ThrustFrame};
use tangency_formats::simulation::{
    ConservationReport, CrowdingReport, EndingKind, EnergyReport, EventReport, EventReportKind, MotionReport,
    PieceError, QualityReport, Simulation, SimulationCounts, SimulationStats, TrackReport,
};
use tangency_formats::{ContactReport, Scene, SceneBody, SceneSpan};
use tangency_geometry::{Contact, Motion, Shape};
use tangency_respond::{ImpactResponse, Inertia, InertiaError, Material, MaterialError};
use tangency_world::sparse::Crowding;
use tangency_world::{
    AirResistance, BodyForces, BodyState, ContactMode, ContactTrack, History, RunEnding, RunOptions, RunProgress,
    Thrust, ThrustAxes, World, WorldBody, WorldError, WorldEvent, WorldEventKind,
};

/// Options that override the settings of a scene.
///
/// End the list of fields with `..Default::default()`: a minor version may add some.
#[derive(Clone, Debug, Default)]
pub struct SimulateOptions {
    /// Replaces the end of the scene's span, on its clock, in seconds.
    pub until: Option<f64>,
    /// Replaces the scene's tolerance, in metres.
    pub tolerance: Option<f64>,
    /// Limit on the detection's steps of work within one integration step.
    pub budget: Option<u64>,
    /// Ends the work early, on request or when a time is over: see [`StopSignal`]. The run then ends as open.
    pub stop: StopSignal,
    /// Receives the progress, in seconds from the start of the span.
    pub progress: Option<Arc<RunProgress>>,
}

/// Why a scene could not be simulated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SimulateError {
    /// No body is free.
    #[error(
        "no body is free to move: give one `dynamics = {{ free = {{ position = [0, 0, 1] }} }}` in place of its \
         `motion` (docs/simulate.md), or ask `tangency check` when the bodies first touch"
    )]
    NothingFree,
    /// The end is not after the start.
    #[error(
        "until {until} s: the span of the scene starts at {start} s, and the end must be a finite instant after it"
    )]
    Until {
        /// The requested end, in seconds.
        until: f64,
        /// Start of the span, in seconds.
        start: f64,
    },
    /// A free body of a scene built in code has no initial state.
    #[error("body {body:?}: a free body starts with a place and velocities, a rigid motion")]
    Start {
        /// Its name.
        body: String,
    },
    /// The mass properties of a body cannot be computed.
    #[error("body {body:?}: {source}")]
    Inertia {
        /// Its name.
        body: String,
        /// What is wrong.
        source: InertiaError,
    },
    /// The material of a body is invalid.
    #[error("body {body:?}: {source}")]
    Material {
        /// Its name.
        body: String,
        /// What is wrong.
        source: MaterialError,
    },
    /// A body whose surface the solver cannot follow.
    #[error("body {body:?}: {reason}")]
    Unfollowed {
        /// Its name.
        body: String,
        /// Why not, and what to do.
        reason: String,
    },
    /// The simulation cannot go on from a checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A checkpoint was not kept, for this reason.
    #[error("{0}")]
    Keep(String),
    /// The simulation failed.
    #[error(transparent)]
    World(#[from] WorldError),
    /// A computed motion has no closed form.
    #[error(transparent)]
    Motion(#[from] PieceError),
}

/// The result of a simulation and its scene.
#[derive(Clone, Debug)]
pub struct Simulated {
    /// The scene with the computed motions. Its span ends with the simulation.
    pub scene: Scene,
    /// Events, tracks, energy and motions.
    pub result: Simulation,
}

/// Simulates the free bodies of a scene until the end of its span: they fall, collide, roll and slide.
///
/// ```
/// use tangency::{Scene, simulate};
/// use tangency::formats::simulation::EventReportKind;
///
/// let scene = Scene::parse(
///     r#"
///     span = { end = 0.6 }
///
///     [[body]]
///     name = "ball"
///     shape = { sphere = { radius = 0.1 } }
///     dynamics = { free = { position = [0, 0, 1.1] } }
///
///     [[body]]
///     name = "floor"
///     shape = { height_field = { z = "0", x = [-1, 1], y = [-1, 1] } }
///     "#,
///     "drop.toml",
/// )?;
/// let happened = simulate(&scene, &Default::default())?.result;
/// // One metre to fall.
/// let fall = (2.0_f64 / 9.81).sqrt();
/// let first = &happened.events[0];
/// assert_eq!(first.kind, EventReportKind::Impact);
/// assert!(first.time[0] <= fall && (first.time[1] - fall).abs() < 1e-5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn simulate(scene: &Scene, options: &SimulateOptions) -> Result<Simulated, SimulateError> {
    simulate_with_checkpoints(scene, options, CheckpointPlan::none())
}

/// Like [`simulate`], from a checkpoint, or with checkpoints on the way.
///
/// A simulation that goes on from a checkpoint has the same result as one that was never interrupted, bit by bit, except
/// for the times it took. Options that are not given are those of the checkpoint.
///
/// ```
/// use tangency::{CheckpointPlan, SimulateOptions, StopSignal, scenes, simulate, simulate_with_checkpoints};
///
/// let scene = scenes::make("bounce").ok_or("a built-in scene")?;
/// let mut kept = None;
/// let mut keep = |checkpoint: &_| {
///     kept = Some(Clone::clone(checkpoint));
///     Ok(())
/// };
/// // Nothing is simulated before the signal stops it.
/// let stop = StopSignal::new();
/// stop.stop();
/// let options = SimulateOptions { until: Some(0.5), stop, ..Default::default() };
/// simulate_with_checkpoints(&scene, &options, CheckpointPlan { from: None, every: None, keep: Some(&mut keep) })?;
///
/// let plan = CheckpointPlan { from: kept.as_ref(), every: None, keep: None };
/// let resumed = simulate_with_checkpoints(&scene, &SimulateOptions::default(), plan)?.result;
/// let whole = simulate(&scene, &SimulateOptions { until: Some(0.5), ..Default::default() })?.result;
/// assert_eq!(resumed.events, whole.events);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn simulate_with_checkpoints(
    scene: &Scene,
    options: &SimulateOptions,
    plan: CheckpointPlan<'_>,
) -> Result<Simulated, SimulateError> {
    let options = &plan.completed(options);
    let clock = Instant::now();
    let dynamics = scene.dynamics.as_ref().filter(|_| scene.first_free().is_some());
    let dynamics = dynamics.ok_or(SimulateError::NothingFree)?;
    let span = span(scene, options)?;
    let world = world(scene, dynamics)?;
    let history = plan.run(scene, &world, &asked(scene, dynamics, span, options), options)?;
    let found = Scene {
        span: SceneSpan { start: span.start, end: span.clock(history.until.into())[1] },
        bodies: scene.bodies.iter().zip(&history.motions).map(moved).collect(),
        ..scene.clone()
    };
    let mut result = simulation_report(&found, &history, options.stop.is_stopped());
    result.warnings.extend(overlapping::warnings(scene, dynamics));
    result.motions = motions(&found, dynamics)?;
    result.conservation = conservation::measured(&world, &history, &result.energy);
    let simulated = result.span[1] - result.span[0];
    result.stats = result.stats.timed(clock.elapsed().as_secs_f64(), result.counts.events(), simulated);
    Ok(Simulated { scene: found, result })
}

/// The time span to simulate, on the scene's clock.
fn span(scene: &Scene, options: &SimulateOptions) -> Result<SceneSpan, SimulateError> {
    let start = scene.span.start;
    let end = options.until.unwrap_or(scene.span.end);
    let possible = start < end && (end - start).is_finite();
    if possible { Ok(SceneSpan { start, end }) } else { Err(SimulateError::Until { until: end, start }) }
}

/// Bodies, masses and materials. The clock of the world starts at 0 with the span, like that of the motions.
fn world(scene: &Scene, dynamics: &Dynamics) -> Result<World, SimulateError> {
    let mut bodies = Vec::with_capacity(scene.bodies.len());
    // Equal bodies share what is prepared.
    let mut shared: Vec<(&Shape, Arc<Prepared>)> = Vec::new();
    for (index, (body, matter)) in scene.bodies.iter().zip(&dynamics.matter).enumerate() {
        let BodyMaterial { restitution, friction, torsion, rolling } = matter.material;
        let material = Material::new(restitution, friction)
            .and_then(|material| material.resisting(torsion, rolling))
            .map_err(|source| SimulateError::Material { body: body.name.clone(), source })?;
        let known = shared.iter().rev().take(MOST_SHARED).find(|(shape, _)| **shape == body.shape);
        let prepared = match known {
            Some((_, prepared)) => Arc::clone(prepared),
            None => Arc::new(Prepared::new(followed(body)?)),
        };
        if known.is_none() {
            shared.push((&body.shape, Arc::clone(&prepared)));
        }
        bodies.push(placed(body, matter, prepared)?.of(material).under(forces(dynamics, index)));
    }
    Ok(World { bodies, gravity: dynamics.gravity })
}

/// The forces on a body besides gravity and contacts.
fn forces(dynamics: &Dynamics, body: usize) -> BodyForces {
    let SceneForces { thrusts, linear_drag, quadratic_drag } = dynamics.forces_on(body);
    let thrust = |one: SceneThrust| Thrust {
        force: one.force,
        axes: match one.axes {
            ThrustFrame::World => ThrustAxes::World,
            ThrustFrame::Body => ThrustAxes::Body,
        },
        from: one.from,
        until: one.until.unwrap_or(f64::INFINITY),
    };
    let air = AirResistance { linear: linear_drag, quadratic: quadratic_drag, wind: dynamics.wind };
    BodyForces { thrusts: thrusts.into_iter().map(thrust).collect(), air }
}

fn placed(body: &SceneBody, matter: &BodyMatter, prepared: Arc<Prepared>) -> Result<WorldBody, SimulateError> {
    match (matter.free, &body.motion) {
        (None, Motion::Still(pose)) => {
            let state = BodyState { orientation: pose.rotation(), ..BodyState::at(pose.translation()) };
            Ok(WorldBody::fixed(&body.name, prepared, state))
        }
        (None, motion) => Ok(WorldBody::driven(&body.name, prepared, motion.clone())),
        (Some(heft), _) => {
            let inertia = inertia(&weighed(body, &prepared), &heft)
                .map_err(|source| SimulateError::Inertia { body: body.name.clone(), source })?;
            Ok(WorldBody::free(&body.name, prepared, inertia, state(body)?))
        }
    }
}

/// The shape of a body, in a representation on which the solver follows lasting contacts.
fn followed(body: &SceneBody) -> Result<Shape, SimulateError> {
    match &body.shape {
        // Where there is no such representation, contacts are not followed: the body hops by micrometres.
        Shape::Convex(convex) => Ok(convex.equivalent_shape().unwrap_or_else(|| body.shape.clone())),
        shape @ (Shape::Polyhedron(_)
        | Shape::Mesh(_)
        | Shape::Parametric(_)
        | Shape::Implicit(_)
        | Shape::Rounded(_)
        | Shape::Compound(_)
        | Shape::HalfSpace(_)) => Ok(shape.clone()),
        // The same triangles.
        Shape::HeightMap(map) => map
            .mesh([0, 0], map.cells())
            .map(Shape::Mesh)
            .map_err(|error| SimulateError::Unfollowed { body: body.name.clone(), reason: error.to_string() }),
    }
}

/// The initial state of a free body.
fn state(body: &SceneBody) -> Result<BodyState, SimulateError> {
    let Motion::Rigid(motion) = &body.motion else { return Err(SimulateError::Start { body: body.name.clone() }) };
    Ok(BodyState {
        position: motion.start().translation(),
        orientation: motion.start().rotation(),
        velocity: motion.velocity(),
        angular_velocity: motion.angular_velocity(),
    })
}

/// The shape whose volume is measured: an ellipsoid in closed form where a formula is one up to rounding.
fn weighed(body: &SceneBody, prepared: &Prepared) -> Shape {
    let primitive = prepared.primitive().filter(|(convex, excess)| *excess <= EXACT_PRIMITIVE * convex.reach());
    primitive.map_or_else(|| body.shape.clone(), |(convex, _)| Shape::Convex(convex.clone()))
}

/// Mass, centre and inertia of the scene; missing values come from the volume of the shape.
fn inertia(shape: &Shape, heft: &Heft) -> Result<Inertia, InertiaError> {
    if let Heft { weight: Weight::Mass(mass), centre: Some(centre), inertia: Some(tensor) } = *heft {
        return Inertia::new(mass, centre, tensor);
    }
    let density = match heft.weight {
        Weight::Density(density) => density,
        Weight::Mass(mass) => mass / Inertia::measured(shape, 1.0)?.inertia.mass(),
    };
    let filled = Inertia::measured(shape, density)?.inertia;
    let (centre, tensor) = (heft.centre.unwrap_or(filled.centre()), heft.inertia.unwrap_or(filled.tensor()));
    Inertia::new(filled.mass(), centre, tensor)
}

fn asked(scene: &Scene, dynamics: &Dynamics, span: SceneSpan, options: &SimulateOptions) -> RunOptions {
    let (usual, query) = (RunOptions::default(), Query::default());
    RunOptions {
        start: 0.0,
        until: span.length(),
        step: dynamics.step.unwrap_or(usual.step),
        tolerance: dynamics.accuracy.unwrap_or(usual.tolerance),
        query: Query {
            tolerance: options.tolerance.or(scene.query.tolerance).unwrap_or(query.tolerance),
            simultaneity: scene.query.simultaneity,
            spacing: scene.query.spacing,
            budget: options.budget,
            stop: options.stop.clone(),
            ..query
        },
        response: dynamics.response.map_or(usual.response, response),
        progress: options.progress.clone(),
        ..usual
    }
}

/// The response that a scene asks for.
fn response(asked: SceneResponse) -> ImpactResponse {
    match asked {
        SceneResponse::Rounds => ImpactResponse::Rounds,
        SceneResponse::Simultaneous => ImpactResponse::Simultaneous,
        SceneResponse::Sequential => ImpactResponse::Sequential,
        SceneResponse::LeastConstraint => ImpactResponse::LeastConstraint,
        SceneResponse::Complementarity => ImpactResponse::Complementarity,
    }
}

/// The body with its computed motion.
fn moved((body, motion): (&SceneBody, &Motion)) -> SceneBody {
    let mut body = body.clone();
    body.motion = motion.clone();
    body
}

/// The motions of the free bodies, as pieces.
fn motions(scene: &Scene, dynamics: &Dynamics) -> Result<Vec<MotionReport>, PieceError> {
    let bodies = scene.bodies.iter().zip(&dynamics.matter).filter(|(_, matter)| matter.free.is_some());
    bodies.map(|(body, _)| MotionReport::new(&body.name, &body.motion)).collect()
}

/// The history as a result file, without motions and without what is measured afterwards.
fn simulation_report(scene: &Scene, history: &History, stopped: bool) -> Simulation {
    let (ending, reason) = match &history.ending {
        RunEnding::Finished => (EndingKind::Finished, String::new()),
        RunEnding::Open if stopped => (EndingKind::Open, "it was stopped".into()),
        RunEnding::Open => (EndingKind::Open, "the work that was allowed is used up".into()),
        RunEnding::Stopped(reason) => (EndingKind::Stopped, reason.clone()),
    };
    let shifted = |time: f64| scene.span.clock(time.into())[0];
    let column = |of: fn(&tangency_world::Energy) -> f64| history.energy.iter().map(of).collect::<Vec<f64>>();
    let events: Vec<EventReport> = history.events.iter().map(|event| event_report(scene, event)).collect();
    let (forces, left_out) = contact_forces::reported(scene, &history.forces);
    Simulation {
        scene: scene.name.clone(),
        ending,
        reason,
        span: [scene.span.start, scene.span.end],
        counts: SimulationCounts {
            predictions: Some(history.counts.predictions),
            stale: Some(history.counts.stale),
            diverted: Some(history.counts.diverted),
            sleeps: Some(history.counts.sleeps),
            ..SimulationCounts::of_events(&events)
        },
        crowding: history.crowded.map(|crowded| crowding_report(shifted(crowded.time), &crowded.crowding)),
        events,
        forces,
        tracks: history.tracks.iter().map(|track| track_report(scene, track)).collect(),
        energy: EnergyReport {
            times: history.energy.iter().map(|energy| shifted(energy.time)).collect(),
            kinetic: column(|energy| energy.kinetic),
            potential: column(|energy| energy.potential),
        },
        conservation: ConservationReport::default(),
        motions: Vec::new(),
        quality: QualityReport {
            problems: Some(history.quality.problems),
            substituted: Some(history.quality.substituted),
            unconverged: Some(history.quality.unconverged),
            worst_residual: history.quality.worst_residual,
            worst_gap: history.quality.worst_gap,
        },
        stats: SimulationStats {
            steps: history.steps,
            pairs: history.effort.pairs,
            iterations: history.effort.iterations,
            ..SimulationStats::default()
        },
        warnings: [scene.warnings.clone(), unused(scene), left_out.into_iter().collect()].concat(),
    }
}

fn crowding_report(time: f64, crowding: &Crowding) -> CrowdingReport {
    CrowdingReport {
        dense: crowding.is_dense(),
        time,
        place: crowding.densest.to_array(),
        bodies: crowding.fullest_cell as u64,
        levels: [crowding.deepest_level, crowding.expected_levels].map(|levels| levels as u64),
        stale_share: crowding.stale_share,
    }
}

/// The names of two bodies. A free body comes first: it is the one that collides, rolls or slides.
fn names(scene: &Scene, pair: [usize; 2]) -> [String; 2] {
    let free = |index: usize| {
        scene
            .dynamics
            .as_ref()
            .and_then(|dynamics| dynamics.matter.get(index))
            .is_some_and(|matter| matter.free.is_some())
    };
    let [a, b] = if free(pair[0]) || !free(pair[1]) { pair } else { [pair[1], pair[0]] };
    [a, b].map(|index| scene.bodies[index].name.clone())
}

fn event_report(scene: &Scene, event: &WorldEvent) -> EventReport {
    let [a, b] = names(scene, [event.a, event.b]);
    let touching = [event.a, event.b].map(|index| scene.bodies[index].name.as_str());
    let contact = |contact: &Contact| ContactReport::new(touching, contact, scene.span.clock(contact.time));
    EventReport {
        time: scene.span.clock(event.time),
        kind: match event.kind {
            WorldEventKind::Impact => EventReportKind::Impact,
            WorldEventKind::Slides => EventReportKind::Slides,
            WorldEventKind::Rolls => EventReportKind::Rolls,
            WorldEventKind::Leaves => EventReportKind::Leaves,
            WorldEventKind::Rests => EventReportKind::Rests,
        },
        a,
        b,
        impulse: event.impulse,
        contacts: event.contacts.iter().map(contact).collect(),
    }
}

fn track_report(scene: &Scene, track: &ContactTrack) -> TrackReport {
    let steps = ((track.until - track.from) / TRACK_POINT_INTERVAL).ceil().clamp(1.0, (MAXIMUM_TRACK_POINTS - 1) as f64)
        as usize;
    let at = |step: usize| track.from + (track.until - track.from) * (step as f64 / steps as f64);
    let point = |time: f64| track.path.at(time).point(0, DVec3::ZERO).to_array();
    let shifted = |time: f64| scene.span.clock(time.into())[0];
    let [a, b] = names(scene, [track.a, track.b]);
    TrackReport {
        a,
        b,
        mode: match track.mode {
            ContactMode::Slides => EventReportKind::Slides,
            ContactMode::Rolls => EventReportKind::Rolls,
        },
        span: [shifted(track.from), shifted(track.until)],
        times: (0..=steps).map(|step| shifted(at(step))).collect(),
        points: (0..=steps).map(|step| point(at(step))).collect(),
    }
}

/// Warnings for query settings that a simulation ignores.
fn unused(scene: &Scene) -> Vec<String> {
    let told = [("separation", scene.query.separation.is_some()), ("may_touch", !scene.query.may_touch.is_empty())];
    let unused = told.iter().filter(|(_, told)| *told);
    unused.map(|(key, _)| format!("`query.{key}` says nothing to a simulation")).collect()
}
