//! A run that can be paused, kept as a checkpoint, and continued.

use crate::checkpoint;
use crate::engine::Engine;
use crate::history::{EventCounts, History, RunEnding};
use crate::instant::PreparedBodies;
use crate::sparse::Neighbours;
use crate::tolerance::MOST_TURNS;
use crate::{BodyState, RunOptions, World, WorldError};
use std::cell::OnceCell;
use tangency_detect::Effort;
use tangency_geometry::Pose;

/// A run on its way from its start to its end. It can be paused between any two events, kept as bytes, and continued
/// from them by another process: the history is the same, bit by bit.
///
/// ```
/// use glam::{DVec2, dvec3};
/// use std::sync::Arc;
/// use tangency_detect::Prepared;
/// use tangency_geometry::surface::Brep;
/// use tangency_respond::Inertia;
/// use tangency_world::{BodyState, RunOptions, World, WorldBody};
///
/// let ball = Arc::new(Prepared::new(Brep::sphere(0.1)?.into()));
/// let floor = Arc::new(Prepared::new(Brep::rectangle(DVec2::splat(4.0))?.into()));
/// let bodies = vec![
///     WorldBody::free("ball", ball, Inertia::sphere(1.0, 0.1)?, BodyState::at(dvec3(0.0, 0.0, 1.1))),
///     WorldBody::fixed("floor", floor, BodyState::default()),
/// ];
/// let world = World { bodies, gravity: dvec3(0.0, 0.0, -9.81) };
/// let options = RunOptions { until: 0.6, ..RunOptions::default() };
///
/// let mut run = world.begin(&options)?;
/// run.advance_until(0.3)?;
/// let bytes = run.checkpoint()?;
/// drop(run);
///
/// let resumed = world.resume(&options, &bytes)?.finish()?;
/// assert_eq!(resumed.states, world.run(&options)?.states);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Run<'run> {
    engine: Engine<'run>,
    ending: Option<RunEnding>,
    /// What the last event failed with. Its state is not that between two events.
    failure: Option<WorldError>,
    fingerprint: OnceCell<u64>,
}

/// Why a run has come to a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunPause {
    /// It has come as far as it was asked to.
    Reached,
    /// The stop signal of the query, or the progress, asked it to stop. It stands between two events.
    Interrupted,
    /// There is nothing left to do.
    Ended,
}

/// What an event leads to.
pub(crate) enum EventEnd {
    GoesOn,
    /// The stop signal came during a question to the detection: the event has not taken place.
    Interrupted,
    Ends(RunEnding),
}

impl From<Option<RunEnding>> for EventEnd {
    fn from(ending: Option<RunEnding>) -> Self {
        ending.map_or(Self::GoesOn, Self::Ends)
    }
}

impl World {
    /// Simulates all bodies from the start to the end given by the options.
    pub fn run(&self, options: &RunOptions) -> Result<History, WorldError> {
        self.begin(options)?.finish()
    }

    /// A run at its start.
    pub fn begin<'run>(&'run self, options: &'run RunOptions) -> Result<Run<'run>, WorldError> {
        self.validate()?;
        options.validate()?;
        self.check_turns(options.until - options.start)?;
        let engine = Engine::new(PreparedBodies::new(self)?, options)?;
        Ok(Run { engine, ending: None, failure: None, fingerprint: OnceCell::new() })
    }

    /// Fails if a body turns too often within a time, s.
    fn check_turns(&self, time: f64) -> Result<(), WorldError> {
        for body in &self.bodies {
            let angular_velocity = body.state.angular_velocity;
            let turns = angular_velocity.length() * time / std::f64::consts::TAU;
            if !(turns <= MOST_TURNS) {
                return Err(WorldError::Turns { body: body.name.clone(), angular_velocity, turns });
            }
        }
        Ok(())
    }

    /// The run that was kept in a checkpoint. World and options must be those with which it was begun; the stop signal
    /// and the progress may be others.
    pub fn resume<'run>(&'run self, options: &'run RunOptions, bytes: &[u8]) -> Result<Run<'run>, WorldError> {
        self.validate()?;
        options.validate()?;
        let bodies = PreparedBodies::new(self)?;
        let fingerprint = checkpoint::fingerprint(&bodies);
        let (engine, ending) = checkpoint::read(bytes, bodies, options, fingerprint)?;
        Ok(Run { engine, ending, failure: None, fingerprint: OnceCell::from(fingerprint) })
    }
}

impl Run<'_> {
    /// The instant that has been reached, s.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.engine.time
    }

    /// Processes at most this many events.
    pub fn advance_events(&mut self, events: u64) -> Result<RunPause, WorldError> {
        self.advance(events, f64::INFINITY)
    }

    /// Processes all events before an instant, s.
    pub fn advance_until(&mut self, time: f64) -> Result<RunPause, WorldError> {
        self.advance(u64::MAX, time)
    }

    fn advance(&mut self, events: u64, time: f64) -> Result<RunPause, WorldError> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        let paused = self.advance_engine(events, time);
        self.failure = paused.as_ref().err().cloned();
        paused
    }

    fn advance_engine(&mut self, events: u64, before: f64) -> Result<RunPause, WorldError> {
        for _ in 0..events {
            if self.ending.is_some() {
                return Ok(RunPause::Ended);
            }
            let engine = &mut self.engine;
            let until = engine.run.options.until;
            let next = engine.queue.pop();
            let Some((time, item)) = next.filter(|(time, _)| *time < before.min(until)) else {
                if before < until {
                    // The event is still to come.
                    next.into_iter().for_each(|(time, item)| engine.queue.schedule(item, time));
                    engine.time = engine.time.max(before);
                    return Ok(RunPause::Reached);
                }
                engine.time = until;
                self.ending = Some(RunEnding::Finished);
                return Ok(RunPause::Ended);
            };
            if engine.run.query.stop.is_stopped() {
                engine.queue.schedule(item, time);
                return Ok(RunPause::Interrupted);
            }
            match engine.event(time, item)? {
                EventEnd::GoesOn => {}
                EventEnd::Interrupted => return Ok(RunPause::Interrupted),
                EventEnd::Ends(ending) => self.ending = Some(ending),
            }
            if let Some(progress) = &engine.run.options.progress {
                progress.report(engine.time);
                if progress.is_stopped() && engine.time < until && self.ending.is_none() {
                    return Ok(RunPause::Interrupted);
                }
            }
        }
        Ok(RunPause::Reached)
    }

    /// Moves a steered body from where it is to a pose, where it arrives at an instant, s, and stays: in a straight
    /// line and with a constant rotation. A later command takes its place at once, wherever the body is by then.
    ///
    /// The run must have come to the present instant: [`advance_until`](Self::advance_until), then `steer`. A command
    /// that would make any point of the body faster than it may be is an error, and changes nothing.
    ///
    /// ```
    /// use glam::{DQuat, dvec3};
    /// use std::sync::Arc;
    /// use tangency_detect::Prepared;
    /// use tangency_geometry::{Pose, surface::Brep};
    /// use tangency_respond::Inertia;
    /// use tangency_world::{BodyState, RunOptions, World, WorldBody};
    ///
    /// // Somebody pushes a ball with another one, in free space.
    /// let ball = Arc::new(Prepared::new(Brep::sphere(0.1)?.into()));
    /// let bodies = vec![
    ///     WorldBody::free("ball", ball.clone(), Inertia::sphere(1.0, 0.1)?, BodyState::default()),
    ///     WorldBody::steered("hand", ball, BodyState::at(dvec3(-1.0, 0.0, 0.0)), 2.0),
    /// ];
    /// let world = World { bodies, ..World::default() };
    /// let options = RunOptions { until: 2.0, ..RunOptions::default() };
    /// let mut run = world.begin(&options)?;
    /// run.advance_until(0.5)?;
    /// // 0.8 m at 1 m/s: the balls meet at 1.3 s.
    /// run.steer(1, Pose::new(DQuat::IDENTITY, dvec3(0.0, 0.0, 0.0))?, 1.5)?;
    /// let history = run.finish()?;
    /// assert!((history.events[0].time.mid() - 1.3).abs() < 1e-5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn steer(&mut self, body: usize, target: Pose, arrives: f64) -> Result<(), WorldError> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        let engine = &mut self.engine;
        if self.ending.is_some() {
            let name = engine.bodies.all.get(body).map_or_else(|| format!("number {body}"), |body| body.name.clone());
            return Err(WorldError::SteeredAfterEnd { body: name, time: engine.time });
        }
        let way = engine.way(body, target, arrives)?;
        // From here on an error leaves the run between two events.
        let ending = engine.steer(body, way);
        self.failure = ending.as_ref().err().cloned();
        self.ending = ending?;
        Ok(())
    }

    /// The states of all bodies at the present instant.
    #[must_use]
    pub fn states(&mut self) -> Vec<BodyState> {
        self.engine.states()
    }

    /// The state of the run as bytes, for [`World::resume`].
    pub fn checkpoint(&self) -> Result<Vec<u8>, WorldError> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        let fingerprint = *self.fingerprint.get_or_init(|| checkpoint::fingerprint(&self.engine.bodies));
        Ok(checkpoint::write(&self.engine, self.ending.as_ref(), fingerprint)?)
    }

    /// Processes all events that are left. The history ends where the run was stopped, if it was.
    pub fn finish(mut self) -> Result<History, WorldError> {
        self.advance(u64::MAX, f64::INFINITY)?;
        self.into_history()
    }

    /// The history until now.
    pub fn into_history(self) -> Result<History, WorldError> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let stopped = self.engine.run.query.stop.is_stopped();
        let early = || if stopped { RunEnding::Open } else { RunEnding::Stopped("it was asked to stop".into()) };
        let ending = self.ending.unwrap_or_else(early);
        self.engine.finish(ending)
    }
}

/// What a question to the detection changes besides its answer.
pub(crate) struct BeforeQuestion {
    counts: EventCounts,
    effort: Effort,
    pair: [usize; 2],
    asked_at_start: bool,
}

impl Engine<'_> {
    /// Processes one event. An event that is interrupted has not taken place.
    fn event(&mut self, time: f64, item: u32) -> Result<EventEnd, WorldError> {
        let before = self.time;
        self.time = self.time.max(time);
        self.neighbours.advance(self.time);
        let (body, count) = (item as usize, self.bodies.all.len());
        let end = if body < count { self.body_event(body)? } else { EventEnd::from(self.path_ends(body - count)?) };
        if matches!(end, EventEnd::Interrupted) {
            self.time = before;
            self.queue.schedule(item, time);
        }
        Ok(end)
    }

    pub(crate) fn before_question(&self, [a, b]: [usize; 2]) -> BeforeQuestion {
        let pair = [a.min(b), a.max(b)];
        let (counts, effort) = (self.run.counts, self.run.record.effort);
        BeforeQuestion { counts, effort, pair, asked_at_start: self.asked_at_start.contains(&pair) }
    }

    /// Undoes a question that was interrupted.
    pub(crate) fn forget_question(&mut self, before: BeforeQuestion) {
        (self.run.counts, self.run.record.effort) = (before.counts, before.effort);
        if !before.asked_at_start {
            self.asked_at_start.remove(&before.pair);
        }
    }
}
