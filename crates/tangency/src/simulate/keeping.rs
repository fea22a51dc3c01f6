//! Simulations that are kept in checkpoints, and go on from them.

use super::{SimulateError, SimulateOptions};
use crate::tolerance::EVENTS_BETWEEN_LOOKS;
use std::fmt;
use std::time::{Duration, Instant};
use tangency_formats::Scene;
use tangency_formats::checkpoint::{Checkpoint, CheckpointHeader, CheckpointOptions, scene_fingerprint};
use tangency_world::{History, Run, RunOptions, RunPause, World};

/// The engine that writes and continues checkpoints.
const ENGINE: &str = concat!("tangency ", env!("CARGO_PKG_VERSION"));

/// Where a simulation comes from, and where its checkpoints go.
pub struct CheckpointPlan<'plan> {
    /// The checkpoint from which it goes on; `None`: from the start.
    pub from: Option<&'plan Checkpoint>,
    /// The time of the clock on the wall between two checkpoints. `None`: only the last one.
    pub every: Option<Duration>,
    /// Receives the checkpoints: after each interval, when the simulation is interrupted, and at its end. The first
    /// failure ends the simulation. `None`: nobody wants them.
    pub keep: Option<KeepCheckpoint<'plan>>,
}

/// Receives a checkpoint.
pub type KeepCheckpoint<'plan> = &'plan mut dyn FnMut(&Checkpoint) -> Result<(), String>;

impl fmt::Debug for CheckpointPlan<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("CheckpointPlan");
        shown.field("from", &self.from.map(|from| &from.header)).field("every", &self.every);
        shown.field("keep", &self.keep.is_some()).finish()
    }
}

impl CheckpointPlan<'_> {
    /// Neither from a checkpoint nor to one.
    pub(super) fn none() -> Self {
        Self { from: None, every: None, keep: None }
    }

    /// The options of a simulation that goes on: what is not given is that of the checkpoint.
    pub(super) fn completed(&self, options: &SimulateOptions) -> SimulateOptions {
        let Some(CheckpointOptions { tolerance, budget, until }) = self.from.map(|from| from.header.options) else {
            return options.clone();
        };
        SimulateOptions {
            until: options.until.or(Some(until)),
            tolerance: options.tolerance.or(tolerance),
            budget: options.budget.or(budget),
            ..options.clone()
        }
    }

    /// Runs a world of a scene to its end. `until` is the end on the clock of the scene.
    pub(super) fn run(
        mut self,
        scene: &Scene,
        world: &World,
        run_options: &RunOptions,
        options: &SimulateOptions,
    ) -> Result<History, SimulateError> {
        let until = options.until.unwrap_or(scene.span.end);
        let kept = CheckpointOptions { tolerance: options.tolerance, budget: options.budget, until };
        let mut run = match self.from {
            None => world.begin(run_options)?,
            Some(from) => {
                from.check(ENGINE, scene, kept)?;
                world.resume(run_options, &from.state)?
            }
        };
        let Some(keep) = self.keep.take() else { return Ok(run.finish()?) };
        let fingerprint = scene_fingerprint(scene);
        let checkpoint = |run: &Run<'_>| -> Result<Checkpoint, SimulateError> {
            let (engine, scene_name) = (ENGINE.to_string(), scene.name.clone());
            let time = scene.span.start + run.time();
            let header = CheckpointHeader { engine, scene: scene_name, fingerprint, time, options: kept };
            Ok(Checkpoint { header, state: run.checkpoint()? })
        };
        let mut last = Instant::now();
        loop {
            let pause = run.advance_events(EVENTS_BETWEEN_LOOKS)?;
            let due = self.every.is_some_and(|every| last.elapsed() >= every);
            if due || pause != RunPause::Reached {
                keep(&checkpoint(&run)?).map_err(SimulateError::Keep)?;
                last = Instant::now();
            }
            if pause != RunPause::Reached {
                return Ok(run.into_history()?);
            }
        }
    }
}
