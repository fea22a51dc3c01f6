//! The simulation loop: a step, the first contact within it, a response.
//!
//! **Question.** How do all bodies of a world move until a given instant?
//!
//! **Idea.** Figure 2 of the paper. (1) The solver computes a step as Chebyshev series in time
//! ([`crate::step`]), with the followed contacts. (2) The series show the changes of followed contacts: a
//! normal force falls to zero and the contact ends, friction leaves its cone, slip comes to rest, a contact
//! reaches the border of its surface patch. The step is cut at the first change. (3) The detection looks for
//! the first new contact in the rest of the step ([`crate::new_contact`]). If there is one, the step is cut one skin
//! before it, never after it. (4) A response is computed ([`crate::impact`]), and the modes of all contacts are
//! determined again ([`crate::settle`]).
//!
//! **Guarantee.** Between its cuts every step is proved free of new contacts (in the sense of [`crate::new_contact`]).
//! Bodies that touch at the start of a step are moved apart by a skin. The next step starts from there, and its
//! query includes its start.
//!
//! **Cost.** One query to the detection a step.
//!
//! **Source.** Snyder et al. 1993, section 1.1 and figure 2.

use crate::change::{ContactChange, first_change};
use crate::follow::FollowedContact;
use crate::history::{ContactMode, Energy, History, RunEnding, WorldEvent, WorldEventKind};
use crate::impact::{NewContact, respond};
use crate::instant::{BodyDynamics, BodyPhase, PreparedBodies, WorldInstant};
use crate::new_contact::{KnownContact, first_new_contact, named};
use crate::record::{RecordedMotions, RunRecord};
use crate::settle::{settle, with_constraint_forces};
use crate::spectral::{coefficients, value};
use crate::step::{ContactTrace, SolverStep};
use crate::tolerance::{
    BORDER_OVERLAP, EXCLUSION_PER_RADIUS, LARGEST_EXCLUSION, LEAST_BOUNCE, LEAST_PUSH, LOOKAHEAD, MOST_EVENTS_AT_ONCE,
    MOST_PUSHES, REST_SPEED, SHORTEST_STEP, SKIN, SMALLEST_EXCLUSION,
};
use crate::{RunOptions, World, WorldError};
use glam::DVec3;
use tangency_detect::{Moving, PairContact, Query, SceneAnswer, Tracked, Verdict};
use tangency_geometry::{Motion, Piecewise, Shape};
use tangency_interval::Interval;
use tangency_respond::{FrictionMode, Rate, SustainedContact};

impl World {
    /// Simulates all bodies from the start to the end given by the options.
    pub fn run(&self, options: &RunOptions) -> Result<History, WorldError> {
        self.validate()?;
        options.validate()?;
        let bodies = PreparedBodies::new(self)?;
        let mut run = WorldRun::new(&bodies, options);
        let ending = run.run_to_end()?;
        run.finish(ending)
    }
}

/// The state of a running simulation.
struct WorldRun<'run> {
    bodies: &'run PreparedBodies<'run>,
    options: &'run RunOptions,
    /// The query to the detection, without its span.
    query: Query,
    time: f64,
    phases: Vec<BodyPhase>,
    followed: Vec<FollowedContact>,
    record: RunRecord,
    /// Length of the next step, s.
    step_length: f64,
    /// The gap at which contacts are held, m.
    skin: f64,
    /// Contacts that approach no faster than this, m/s, do not bounce.
    slow: f64,
    /// Consecutive events without progress, and consecutive attempts to move touching bodies apart.
    at_once: usize,
    pushes: usize,
}

impl<'run> WorldRun<'run> {
    fn new(bodies: &'run PreparedBodies<'run>, options: &'run RunOptions) -> Self {
        let skin = SKIN * options.query.tolerance;
        let bounce = (2.0 * bodies.gravity.length() * LEAST_BOUNCE * skin).sqrt();
        Self {
            bodies,
            options,
            query: Query {
                tracked: Vec::new(),
                progress: None,
                separation: 0.0,
                outside: false,
                ..options.query.clone()
            },
            time: options.start,
            phases: bodies.phases(),
            followed: Vec::new(),
            record: RunRecord::new(bodies.all.len()),
            step_length: options.step,
            skin,
            slow: bounce.max(REST_SPEED),
            at_once: 0,
            pushes: 0,
        }
    }

    fn run_to_end(&mut self) -> Result<RunEnding, WorldError> {
        self.record_energy();
        while self.time < self.options.until {
            if self.query.stop.is_stopped() {
                return Ok(RunEnding::Open);
            }
            let before = self.time;
            if let Some(ending) = self.run_step()? {
                return Ok(ending);
            }
            let moved = self.time - before > SHORTEST_STEP * self.options.step;
            self.at_once = if moved { 0 } else { self.at_once + 1 };
            if self.at_once > MOST_EVENTS_AT_ONCE {
                let reason = format!("more than {MOST_EVENTS_AT_ONCE} events one after another at {} s", self.time);
                return Ok(RunEnding::Stopped(reason));
            }
            if let Some(progress) = &self.options.progress {
                progress.report(self.time);
                if progress.is_stopped() && self.time < self.options.until {
                    return Ok(RunEnding::Stopped("it was asked to stop".into()));
                }
            }
        }
        Ok(RunEnding::Finished)
    }

    /// Computes one step up to the first event, and handles the event.
    fn run_step(&mut self) -> Result<Option<RunEnding>, WorldError> {
        let Some(step) = self.next_step() else {
            let reason = format!("no step of the solver converges at {} s", self.time);
            return Ok(Some(RunEnding::Stopped(reason)));
        };
        let change = first_change(&self.followed, &step);
        let last = self.options.until.min(step.start + step.length);
        let end = change.map_or(last, |(share, ..)| (step.start + share * step.length).min(last));
        self.record.steps += 1;
        if !(end > self.time) {
            self.apply(change, &step);
            return Ok(None);
        }
        let motions = self.motions(&step)?;
        let known = self.known_contacts(&step)?;
        let moving: Vec<Moving> = motions
            .iter()
            .enumerate()
            .map(|(body, motion)| self.bodies.moving(body, motion.clone()))
            .collect::<Result<_, _>>()?;
        let span = Interval::between(self.time, end);
        let answer = first_new_contact(self.bodies, &moving, &known, span, &self.query);
        let answer = answer.map_err(|error| named(self.bodies, error))?;
        self.record.effort = self.record.effort.plus(answer.effort);
        self.query.outside = true;
        match &answer.verdict {
            Verdict::Clear { .. } => {
                self.advance(&step, end)?;
                self.apply(change, &step);
                self.record_energy();
            }
            Verdict::Open { from } => {
                if *from > self.time {
                    self.advance(&step, *from)?;
                }
                return Ok(Some(RunEnding::Open));
            }
            Verdict::Touch(_) => return self.handle_contacts(&step, answer),
        }
        Ok(None)
    }

    /// The next step, as long as possible.
    fn next_step(&mut self) -> Option<SolverStep> {
        let least = SHORTEST_STEP * self.options.step;
        let mut length = self.step_length.min(self.options.step);
        // Adjust the length so that no tiny step remains.
        let left = self.options.until - self.time;
        if left < 1.5 * length {
            length = if left <= length { left } else { 0.5 * left };
        }
        loop {
            let found =
                SolverStep::new(self.bodies, [self.time, length], &self.phases, &self.followed, self.options.tolerance);
            if let Some(step) = found {
                self.step_length = (2.0 * length).min(self.options.step).max(self.step_length.min(length));
                return Some(step);
            }
            length *= 0.5;
            self.step_length = length;
            if length < least {
                if self.followed.is_empty() {
                    return None;
                }
                // The contact cannot be followed further, for example before a line contact or at a pole of the
                // surface.
                for one in std::mem::take(&mut self.followed) {
                    self.record_end(&one);
                }
                length = self.options.step.min(left);
            }
        }
    }

    /// The motions of all bodies during the step, on the world's clock.
    fn motions(&self, step: &SolverStep) -> Result<Vec<Motion>, WorldError> {
        let motion = |(body, kind): (usize, &BodyDynamics)| match kind {
            BodyDynamics::Free { .. } => on_clock(step.start, step.motion(self.bodies, body)?),
            BodyDynamics::Driven(motion) => Ok((**motion).clone()),
        };
        self.bodies.kinds.iter().enumerate().map(motion).collect()
    }

    /// The followed contacts with their exclusion balls.
    fn known_contacts(&self, step: &SolverStep) -> Result<Vec<KnownContact>, WorldError> {
        let known = |(index, one): (usize, &FollowedContact)| {
            let path = on_clock(step.start, step.track(index)?)?;
            let size = self.bodies.size(one.a).min(self.bodies.size(one.b));
            let traces = &step.traces[index];
            let bend = traces
                .iter()
                .flat_map(|trace| [trace.touch.a.bend, trace.touch.b.bend])
                .map(sharpest)
                .fold(0.0, f64::max);
            let radius =
                (EXCLUSION_PER_RADIUS / bend).min(LARGEST_EXCLUSION * size).max(SMALLEST_EXCLUSION * self.skin);
            Ok(KnownContact { a: one.a, b: one.b, tracked: Tracked { path, radius } })
        };
        self.followed.iter().enumerate().map(known).collect()
    }

    /// Accepts the step up to an instant.
    fn advance(&mut self, step: &SolverStep, end: f64) -> Result<(), WorldError> {
        for body in (0..self.bodies.kinds.len()).filter(|&body| self.bodies.is_free(body)) {
            self.record.moved(body, step.start, step.motion(self.bodies, body)?);
        }
        for (index, one) in self.followed.iter().enumerate() {
            self.record.tracked(one.track, [step.start, end], step.track(index)?);
        }
        self.phases = step.phases_at(end);
        self.followed = step.followed_at(end);
        self.time = end;
        self.pushes = 0;
        Ok(())
    }

    /// Applies the change of a followed contact at the end of the step.
    fn apply(&mut self, change: Option<(f64, usize, ContactChange)>, step: &SolverStep) {
        match change {
            Some((_, index, ContactChange::Ends)) => {
                let ended = self.followed.remove(index);
                self.record_end(&ended);
            }
            Some((share, index, ContactChange::Slips)) => {
                let traces = &step.traces[index];
                let across = |trace: &ContactTrace| trace.force.reject_from_normalized(trace.touch.normal);
                let force = DVec3::from_array(std::array::from_fn(|axis| {
                    value(&coefficients(&std::array::from_fn(|j| across(&traces[j])[axis])), share)
                }));
                let one = &mut self.followed[index];
                (one.mode, one.heading, one.begins) = (ContactMode::Slides, -force.normalize_or_zero(), true);
            }
            Some((_, index, ContactChange::Border)) => self.pass_border(index),
            Some((_, _, ContactChange::Rests)) | None => {}
        }
        self.settle();
    }

    /// Passes a contact to the next surface patch, or ends it at an edge.
    fn pass_border(&mut self, index: usize) {
        let instant = self.bodies.instant(self.time, &self.phases);
        let mut one = self.followed.remove(index);
        let touch = one.update(self.bodies, &instant);
        let passed = touch.is_some_and(|touch| {
            [one.a, one.b].into_iter().enumerate().all(|(side, body)| {
                let shape = self.bodies.all[body].prepared.shape();
                let ahead = instant.rotations[body].transpose() * touch.over[side] * (LOOKAHEAD * self.options.step);
                let place = one.places[side];
                let inside = place.stepped(shape, ahead).is_some_and(|next| next.margin(shape) > -0.5 * BORDER_OVERLAP);
                let next = if inside { Some(place) } else { place.recharted(shape, ahead) };
                next.map(|next| one.places[side] = next).is_some()
            })
        });
        if passed {
            self.followed.insert(index, one);
        } else {
            self.record_end(&one);
        }
    }

    /// Determines the modes of all contacts, and records the changes as events.
    fn settle(&mut self) {
        let before = std::mem::take(&mut self.followed);
        if before.is_empty() {
            return;
        }
        let settled = settle(self.bodies, self.time, &self.phases, before, self.skin);
        (self.phases, self.followed) = (settled.phases, settled.followed);
        for one in &settled.ended {
            self.record_end(one);
        }
        let instant = self.bodies.instant(self.time, &self.phases);
        for one in &mut self.followed {
            if self.record.mode(one.track) == Some(one.mode) {
                continue;
            }
            let contact = one.update(self.bodies, &instant).map_or(one.contact, |touch| one.reported(&touch));
            one.track = self.record.begin([one.a, one.b], self.time, one.mode);
            let kind = match one.mode {
                ContactMode::Rolls => WorldEventKind::Rolls,
                ContactMode::Slides => WorldEventKind::Slides,
            };
            let (a, b) = (one.a, one.b);
            self.record.event(WorldEvent { time: self.time.into(), a, b, kind, contacts: vec![contact], impulse: 0.0 });
        }
    }

    fn record_end(&mut self, one: &FollowedContact) {
        if self.record.mode(one.track).is_none() {
            return;
        }
        let instant = self.bodies.instant(self.time, &self.phases);
        let touch = one.clone().update(self.bodies, &instant);
        let contact = touch.map_or(one.contact, |touch| one.reported(&touch));
        let (a, b, kind) = (one.a, one.b, WorldEventKind::Leaves);
        self.record.event(WorldEvent { time: self.time.into(), a, b, kind, contacts: vec![contact], impulse: 0.0 });
    }

    /// Handles new contacts within the step.
    fn handle_contacts(&mut self, step: &SolverStep, answer: SceneAnswer) -> Result<Option<RunEnding>, WorldError> {
        let Verdict::Touch(first) = &answer.verdict else { return Ok(None) };
        let reached = first.time.lower();
        let stop = self.stop_time(step, reached, &answer.contacts);
        if answer.contacts.iter().any(|pair| self.overlaps(pair)) {
            return self.overlap_ending(&answer.contacts);
        }
        if stop > self.time {
            self.advance(step, stop)?;
        } else {
            self.pushes += 1;
            if self.pushes > MOST_PUSHES {
                return self.overlap_ending(&answer.contacts);
            }
        }
        let instant = self.bodies.instant(self.time, &self.phases);
        let mut new: Vec<NewContact> =
            answer.contacts.iter().map(|pair| NewContact::of(self.bodies, &instant, *pair, self.slow)).collect();
        new.retain(|one| !self.is_followed(one, &instant));
        let responded = respond(self.bodies, self.time, &self.phases, &mut self.followed, &mut new);
        self.phases = responded.phases;
        self.make_room(&new, reached);
        self.record_impacts(Interval::between(self.time, first.time.upper()), &new);
        let mut kept = Vec::new();
        for (one, parting) in std::mem::take(&mut self.followed).into_iter().zip(responded.parting) {
            if parting <= self.slow {
                kept.push(one);
            } else {
                self.record_end(&one);
            }
        }
        kept.extend(new.into_iter().filter(|one| one.leaves <= self.slow).filter_map(|one| one.followed));
        self.followed = kept;
        self.settle();
        self.record_energy();
        Ok(None)
    }

    /// Whether this is a followed contact, found just outside its exclusion ball.
    fn is_followed(&self, new: &NewContact, instant: &WorldInstant) -> bool {
        let place = |one: &FollowedContact| one.clone().update(self.bodies, instant).map(|touch| touch.point);
        let Some(found) = new.followed.as_ref().and_then(place) else { return false };
        let pair = |one: &FollowedContact| [one.a.min(one.b), one.a.max(one.b)];
        let same = |one: &&FollowedContact| Some(pair(one)) == new.followed.as_ref().map(pair);
        self.followed
            .iter()
            .filter(same)
            .filter_map(place)
            .any(|known| known.distance(found) < SMALLEST_EXCLUSION * self.skin)
    }

    /// The instant at which all contacts are still one skin apart, according to their approach speeds.
    fn stop_time(&self, step: &SolverStep, reached: f64, contacts: &[PairContact]) -> f64 {
        let instant = self.bodies.instant(reached, &step.phases_at(reached));
        let back = |pair: &PairContact| {
            let approach = -pair.contact.normal.dot(instant.slip(pair.a, pair.b, pair.contact.point));
            self.skin / approach.max(self.slow)
        };
        (reached - contacts.iter().map(back).fold(0.0, f64::max)).max(self.time)
    }

    /// Moves bodies apart that are closer than a skin at new contacts. Contacts that will be followed reach
    /// their gap when they settle.
    fn make_room(&mut self, new: &[NewContact], reached: f64) {
        let holds: Vec<SustainedContact> = new
            .iter()
            .filter_map(|one| {
                let contact = one.pair.contact;
                let gap = contact.gap + one.approach * (reached - self.time);
                let lack = (self.skin - gap).max(0.0);
                (lack > LEAST_PUSH * self.skin).then_some(SustainedContact {
                    a: one.pair.a,
                    b: one.pair.b,
                    point: contact.point,
                    normal: contact.normal,
                    friction: 0.0,
                    grip: FrictionMode::Slides { slip: DVec3::ZERO },
                    bias: -lack * contact.normal,
                })
            })
            .collect();
        if !holds.is_empty() {
            let still = vec![Rate::default(); self.phases.len()];
            let moves = with_constraint_forces(self.bodies, self.time, &self.phases, &holds, &still);
            self.phases = self.bodies.displaced(&self.phases, &moves);
        }
    }

    /// Whether a contact at the start is a proved interior point of both bodies. For curved surfaces that only
    /// touch, no such point is ever proved. Two bodies of flat faces report touching and overlapping alike, so they
    /// do not count.
    fn overlaps(&self, pair: &PairContact) -> bool {
        let flat = |body: usize| {
            let shape = self.bodies.all[body].prepared.shape();
            shape.mesh().is_some() || matches!(shape, Shape::HalfSpace(_))
        };
        pair.contact.initial && pair.contact.proved && !(flat(pair.a) && flat(pair.b))
    }

    /// The bodies overlap, or cannot be moved apart.
    fn overlap_ending(&self, contacts: &[PairContact]) -> Result<Option<RunEnding>, WorldError> {
        let name = |body: usize| self.bodies.all[body].name.clone();
        let pair = contacts[0];
        if self.time == self.options.start {
            return Err(WorldError::Overlap { a: name(pair.a), b: name(pair.b), time: self.time });
        }
        let reason = format!("\"{}\" and \"{}\" cannot be kept apart at {} s", name(pair.a), name(pair.b), self.time);
        Ok(Some(RunEnding::Stopped(reason)))
    }

    /// Records the impacts of every pair, unless their approach is too slow.
    fn record_impacts(&mut self, time: Interval, new: &[NewContact]) {
        let mut pairs: Vec<[usize; 2]> = new.iter().map(|one| [one.pair.a, one.pair.b]).collect();
        pairs.sort_unstable();
        pairs.dedup();
        for [a, b] in pairs {
            let of_pair: Vec<&NewContact> = new.iter().filter(|one| [one.pair.a, one.pair.b] == [a, b]).collect();
            if !of_pair.iter().any(|one| one.approach > self.slow) {
                continue;
            }
            let contacts = of_pair.iter().map(|one| one.pair.contact).collect();
            let impulse = of_pair.iter().map(|one| one.impulse).sum();
            self.record.event(WorldEvent { time, a, b, kind: WorldEventKind::Impact, contacts, impulse });
        }
    }

    fn record_energy(&mut self) {
        let instant = self.bodies.instant(self.time, &self.phases);
        let (mut kinetic, mut potential) = (0.0, 0.0);
        for (body, kind) in self.bodies.kinds.iter().enumerate() {
            if let BodyDynamics::Free { inertia, .. } = kind {
                kinetic += instant.movers[body].energy(instant.rates[body]);
                potential -= inertia.mass() * self.bodies.gravity.dot(self.phases[body].centre);
            }
        }
        self.record.energy.push(Energy { time: self.time, kinetic, potential });
    }

    fn finish(self, ending: RunEnding) -> Result<History, WorldError> {
        let states = self.bodies.states(self.time, &self.phases);
        let still = |body: usize| match &self.bodies.kinds[body] {
            BodyDynamics::Driven(motion) => Ok((**motion).clone()),
            BodyDynamics::Free { .. } => states[body].pose().map(Motion::Still),
        };
        let rests: Vec<Motion> = (0..states.len())
            .map(|body| {
                still(body).map_err(|source| WorldError::Pose { body: self.bodies.all[body].name.clone(), source })
            })
            .collect::<Result<_, _>>()?;
        let RecordedMotions { motions, tracks } = self.record.recorded(rests)?;
        let RunRecord { events, energy, effort, steps, .. } = self.record;
        Ok(History { motions, events, energy, tracks, until: self.time, states, ending, effort, steps })
    }
}

/// Places a motion with its own clock on the world's clock, so that it starts at this instant.
fn on_clock(start: f64, motion: Motion) -> Result<Motion, WorldError> {
    Ok(Motion::Piecewise(Piecewise::new(vec![start], vec![motion])?))
}

/// The largest column length of a shape operator: within a factor of two of the largest curvature, 1/m.
fn sharpest(bend: glam::DMat3) -> f64 {
    [bend.x_axis, bend.y_axis, bend.z_axis].iter().map(|column| column.length()).fold(0.0, f64::max)
}
