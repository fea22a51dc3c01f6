//! The loop: a step, the first contact within it, a response, and on.
//!
//! **Question.** What do all bodies of a world do until a given instant?
//!
//! **Idea.** Figure 2 of the paper. (1) The solver delivers a step as series of time ([`crate::flight`]), with the contacts that are
//! followed. (2) What the followed contacts do within it is read off the series: a normal force falls to zero and the contact ends,
//! friction leaves its cone, slip comes to rest, a contact reaches the end of its piece of surface. The step is cut at the first of these.
//! (3) The detection is asked for the first new contact in what is left ([`crate::ask`]). If there is one, the step is cut one skin before
//! it: never past it. (4) A response ([`crate::impact`]), and the contacts settle anew ([`crate::settle`]).
//!
//! **Guarantee.** Between its cuts every step is proved free of new contacts (see [`crate::ask`] for what that means). Bodies that touch at
//! the start of a step are moved apart by a skin; the next step starts from there, and is asked about from its start.
//!
//! **Cost.** One question to the detection a step.
//!
//! **Source.** Snyder et al. 1993, section 1.1 and figure 2.

use crate::ask::{Known, first_new_contact, named};
use crate::change::{Change, first_change};
use crate::flight::{Flight, Trace};
use crate::follow::Followed;
use crate::history::{Ending, Energy, Event, EventKind, History, Mode};
use crate::impact::{New, respond};
use crate::instant::{Instant, Kind, Matters, Phase};
use crate::record::{Record, Recorded};
use crate::settle::{answers, settle};
use crate::spectral::{coefficients, value};
use crate::tolerance::{
    AHEAD, BORDER, LEAST_BALL, LEAST_BOUNCE, MOST_AT_ONCE, MOST_PUSHES, REST_SPEED, SHORTEST_STEP, SKIN, TRACKED_MOST,
    TRACKED_SHARE,
};
use crate::{Options, World, WorldError};
use glam::DVec3;
use tangency_detect::{AmongAnswer, Moving, PairContact, Query, Tracked, Verdict};
use tangency_geometry::{Motion, Piecewise};
use tangency_interval::Interval;
use tangency_respond::{Grip, Hold, Rate};

impl World {
    /// What all bodies do from the start to the end of the options.
    pub fn run(&self, options: &Options) -> Result<History, WorldError> {
        self.validate()?;
        options.validate()?;
        let matters = Matters::new(self)?;
        let mut run = Run::new(&matters, options);
        let ending = run.go()?;
        run.finish(ending)
    }
}

/// A run on its way.
struct Run<'run> {
    matters: &'run Matters<'run>,
    options: &'run Options,
    /// What is asked of the detection.
    query: Query,
    time: f64,
    phases: Vec<Phase>,
    followed: Vec<Followed>,
    record: Record,
    /// The length of the next step.
    step: f64,
    /// The gap at which contacts are held.
    skin: f64,
    /// What approaches no faster continues.
    slow: f64,
    /// Events in a row without progress, and pushes of bodies that touched at a start.
    at_once: usize,
    pushes: usize,
}

impl<'run> Run<'run> {
    fn new(matters: &'run Matters<'run>, options: &'run Options) -> Self {
        let skin = SKIN * options.query.tolerance;
        let bounce = (2.0 * matters.gravity.length() * LEAST_BOUNCE * skin).sqrt();
        Self {
            matters,
            options,
            query: Query {
                tracked: Vec::new(),
                progress: None,
                separation: 0.0,
                outside: false,
                ..options.query.clone()
            },
            time: options.start,
            phases: matters.phases(),
            followed: Vec::new(),
            record: Record::new(matters.bodies.len()),
            step: options.step,
            skin,
            slow: bounce.max(REST_SPEED),
            at_once: 0,
            pushes: 0,
        }
    }

    fn go(&mut self) -> Result<Ending, WorldError> {
        self.note_energy();
        while self.time < self.options.until {
            let before = self.time;
            if let Some(ending) = self.leg()? {
                return Ok(ending);
            }
            let moved = self.time - before > SHORTEST_STEP * self.options.step;
            self.at_once = if moved { 0 } else { self.at_once + 1 };
            if self.at_once > MOST_AT_ONCE {
                let reason = format!("more than {MOST_AT_ONCE} events one after another at {} s", self.time);
                return Ok(Ending::Stopped(reason));
            }
            if let Some(progress) = &self.options.progress {
                progress.report(self.time);
            }
        }
        Ok(Ending::Finished)
    }

    /// One step, as far as nothing happens, and what happens then.
    fn leg(&mut self) -> Result<Option<Ending>, WorldError> {
        let Some(flight) = self.flight() else {
            let reason = format!("no step of the solver converges at {} s", self.time);
            return Ok(Some(Ending::Stopped(reason)));
        };
        let change = first_change(&self.followed, &flight);
        let last = self.options.until.min(flight.start + flight.length);
        let end = change.map_or(last, |(share, ..)| (flight.start + share * flight.length).min(last));
        self.record.steps += 1;
        if !(end > self.time) {
            self.apply(change, &flight);
            return Ok(None);
        }
        let motions = self.motions(&flight)?;
        let known = self.known(&flight)?;
        let moving: Vec<Moving> = motions
            .iter()
            .enumerate()
            .map(|(body, motion)| self.matters.moving(body, motion.clone()))
            .collect::<Result<_, _>>()?;
        let span = Interval::between(self.time, end);
        let answer = first_new_contact(self.matters, &moving, &known, span, &self.query);
        let answer = answer.map_err(|error| named(self.matters, error))?;
        self.record.effort = self.record.effort.plus(answer.effort);
        self.query.outside = true;
        match &answer.verdict {
            Verdict::Clear { .. } => {
                self.advance(&flight, end)?;
                self.apply(change, &flight);
                self.note_energy();
            }
            Verdict::Open { from } => {
                if *from > self.time {
                    self.advance(&flight, *from)?;
                }
                return Ok(Some(Ending::Open));
            }
            Verdict::Touch(_) => return self.touch(&flight, answer),
        }
        Ok(None)
    }

    /// The next step, as long as it may be.
    fn flight(&mut self) -> Option<Flight> {
        let least = SHORTEST_STEP * self.options.step;
        let mut length = self.step.min(self.options.step);
        // A step that would leave a tiny one is made a little shorter or longer.
        let left = self.options.until - self.time;
        if left < 1.5 * length {
            length = if left <= length { left } else { 0.5 * left };
        }
        loop {
            let found =
                Flight::new(self.matters, [self.time, length], &self.phases, &self.followed, self.options.tolerance);
            if let Some(flight) = found {
                self.step = (2.0 * length).min(self.options.step).max(self.step.min(length));
                return Some(flight);
            }
            length *= 0.5;
            self.step = length;
            if length < least {
                if self.followed.is_empty() {
                    return None;
                }
                // A contact that cannot be followed further: a line of contact ahead, a pole of the surface.
                for one in std::mem::take(&mut self.followed) {
                    self.ended(&one);
                }
                length = self.options.step.min(left);
            }
        }
    }

    /// How all bodies move during the step, on the world's clock.
    fn motions(&self, flight: &Flight) -> Result<Vec<Motion>, WorldError> {
        let motion = |(body, kind): (usize, &Kind)| match kind {
            Kind::Free { .. } => on_clock(flight.start, flight.motion(self.matters, body)?),
            Kind::Driven(motion) => Ok(motion.clone()),
        };
        self.matters.kinds.iter().enumerate().map(motion).collect()
    }

    /// The followed contacts for the detection.
    fn known(&self, flight: &Flight) -> Result<Vec<Known>, WorldError> {
        let known = |(index, one): (usize, &Followed)| {
            let path = on_clock(flight.start, flight.track(index)?)?;
            let size = self.matters.size(one.a).min(self.matters.size(one.b));
            let traces = &flight.traces[index];
            let bend = traces
                .iter()
                .flat_map(|trace| [trace.touch.a.bend, trace.touch.b.bend])
                .map(sharpest)
                .fold(0.0, f64::max);
            let radius = (TRACKED_SHARE / bend).min(TRACKED_MOST * size).max(LEAST_BALL * self.skin);
            Ok(Known { a: one.a, b: one.b, tracked: Tracked { path, radius } })
        };
        self.followed.iter().enumerate().map(known).collect()
    }

    /// Takes the step up to an instant.
    fn advance(&mut self, flight: &Flight, end: f64) -> Result<(), WorldError> {
        for body in (0..self.matters.kinds.len()).filter(|&body| self.matters.is_free(body)) {
            self.record.moved(body, flight.start, flight.motion(self.matters, body)?);
        }
        for (index, one) in self.followed.iter().enumerate() {
            self.record.tracked(one.track, [flight.start, end], flight.track(index)?);
        }
        self.phases = flight.phases_at(end);
        self.followed = flight.followed_at(end);
        self.time = end;
        self.pushes = 0;
        Ok(())
    }

    /// What a followed contact did at the end of the step.
    fn apply(&mut self, change: Option<(f64, usize, Change)>, flight: &Flight) {
        match change {
            Some((_, index, Change::Ends)) => {
                let ended = self.followed.remove(index);
                self.ended(&ended);
            }
            Some((share, index, Change::Slips)) => {
                let traces = &flight.traces[index];
                let across = |trace: &Trace| trace.force.reject_from_normalized(trace.touch.normal);
                let force = DVec3::from_array(std::array::from_fn(|axis| {
                    value(&coefficients(&std::array::from_fn(|j| across(&traces[j])[axis])), share)
                }));
                let one = &mut self.followed[index];
                (one.mode, one.heading, one.begins) = (Mode::Slides, -force.normalize_or_zero(), true);
            }
            Some((_, index, Change::Border)) => self.pass_border(index),
            Some((_, _, Change::Rests)) | None => {}
        }
        self.settle();
    }

    /// A contact goes on to the next piece of surface, or ends at an edge.
    fn pass_border(&mut self, index: usize) {
        let instant = self.matters.instant(self.time, &self.phases);
        let mut one = self.followed.remove(index);
        let touch = one.update(self.matters, &instant);
        let passed = touch.is_some_and(|touch| {
            [one.a, one.b].into_iter().enumerate().all(|(side, body)| {
                let shape = self.matters.bodies[body].prepared.shape();
                let ahead = instant.rotations[body].transpose() * touch.over[side] * (AHEAD * self.options.step);
                let place = one.places[side];
                let inside = place.stepped(shape, ahead).is_some_and(|next| next.margin(shape) > -0.5 * BORDER);
                let next = if inside { Some(place) } else { place.recharted(shape, ahead) };
                next.map(|next| one.places[side] = next).is_some()
            })
        });
        if passed {
            self.followed.insert(index, one);
        } else {
            self.ended(&one);
        }
    }

    /// Contacts take up their modes, and what changed becomes events.
    fn settle(&mut self) {
        let before = std::mem::take(&mut self.followed);
        if before.is_empty() {
            return;
        }
        let settled = settle(self.matters, self.time, &self.phases, before, self.skin);
        (self.phases, self.followed) = (settled.phases, settled.followed);
        for one in &settled.ended {
            self.ended(one);
        }
        let instant = self.matters.instant(self.time, &self.phases);
        for one in &mut self.followed {
            if self.record.mode(one.track) == Some(one.mode) {
                continue;
            }
            let contact = one.update(self.matters, &instant).map_or(one.contact, |touch| one.reported(&touch));
            one.track = self.record.begin([one.a, one.b], self.time, one.mode);
            let kind = match one.mode {
                Mode::Rolls => EventKind::Rolls,
                Mode::Slides => EventKind::Slides,
            };
            let (a, b) = (one.a, one.b);
            self.record.event(Event { time: self.time.into(), a, b, kind, contacts: vec![contact], impulse: 0.0 });
        }
    }

    fn ended(&mut self, one: &Followed) {
        if self.record.mode(one.track).is_none() {
            return;
        }
        let instant = self.matters.instant(self.time, &self.phases);
        let touch = one.clone().update(self.matters, &instant);
        let contact = touch.map_or(one.contact, |touch| one.reported(&touch));
        let (a, b, kind) = (one.a, one.b, EventKind::Leaves);
        self.record.event(Event { time: self.time.into(), a, b, kind, contacts: vec![contact], impulse: 0.0 });
    }

    /// New contacts within the step.
    fn touch(&mut self, flight: &Flight, answer: AmongAnswer) -> Result<Option<Ending>, WorldError> {
        let Verdict::Touch(first) = &answer.verdict else { return Ok(None) };
        let reached = first.time.lower();
        let stop = self.stop(flight, reached, &answer.contacts);
        if answer.contacts.iter().any(|pair| self.overlaps(pair)) {
            return self.overlap(&answer.contacts);
        }
        if stop > self.time {
            self.advance(flight, stop)?;
        } else {
            self.pushes += 1;
            if self.pushes > MOST_PUSHES {
                return self.overlap(&answer.contacts);
            }
        }
        let instant = self.matters.instant(self.time, &self.phases);
        let mut new: Vec<New> =
            answer.contacts.iter().map(|pair| New::of(self.matters, &instant, *pair, self.slow)).collect();
        new.retain(|one| !self.is_followed(one, &instant));
        let responded = respond(self.matters, self.time, &self.phases, &mut self.followed, &mut new);
        self.phases = responded.phases;
        self.make_room(&new, reached);
        self.note_impacts(Interval::between(self.time, first.time.upper()), &new);
        let mut kept = Vec::new();
        for (one, parting) in std::mem::take(&mut self.followed).into_iter().zip(responded.parting) {
            if parting <= self.slow {
                kept.push(one);
            } else {
                self.ended(&one);
            }
        }
        kept.extend(new.into_iter().filter(|one| one.leaves <= self.slow).filter_map(|one| one.followed));
        self.followed = kept;
        self.settle();
        self.note_energy();
        Ok(None)
    }

    /// Whether a new contact is one that is followed already, seen beside its ball.
    fn is_followed(&self, new: &New, instant: &Instant) -> bool {
        let place = |one: &Followed| one.clone().update(self.matters, instant).map(|touch| touch.point);
        let Some(found) = new.followed.as_ref().and_then(place) else { return false };
        let pair = |one: &Followed| [one.a.min(one.b), one.a.max(one.b)];
        let same = |one: &&Followed| Some(pair(one)) == new.followed.as_ref().map(pair);
        self.followed.iter().filter(same).filter_map(place).any(|known| known.distance(found) < LEAST_BALL * self.skin)
    }

    /// The instant at which all contacts are still one skin apart, as their approach has it.
    fn stop(&self, flight: &Flight, reached: f64, contacts: &[PairContact]) -> f64 {
        let instant = self.matters.instant(reached, &flight.phases_at(reached));
        let back = |pair: &PairContact| {
            let approach = -pair.contact.normal.dot(instant.slip(pair.a, pair.b, pair.contact.point));
            self.skin / approach.max(self.slow)
        };
        (reached - contacts.iter().map(back).fold(0.0, f64::max)).max(self.time)
    }

    /// Moves bodies apart that are closer than a skin at new contacts that are not going to be followed; the others are when they settle.
    fn make_room(&mut self, new: &[New], reached: f64) {
        let holds: Vec<Hold> = new
            .iter()
            .filter_map(|one| {
                let contact = one.pair.contact;
                let gap = contact.gap + one.approach * (reached - self.time);
                let lack = (self.skin - gap).max(0.0);
                (lack > 0.25 * self.skin).then_some(Hold {
                    a: one.pair.a,
                    b: one.pair.b,
                    point: contact.point,
                    normal: contact.normal,
                    friction: 0.0,
                    grip: Grip::Slides { slip: DVec3::ZERO },
                    bias: -lack * contact.normal,
                })
            })
            .collect();
        if !holds.is_empty() {
            let still = vec![Rate::default(); self.phases.len()];
            let moves = answers(self.matters, self.time, &self.phases, &holds, &still);
            self.phases = self.matters.displaced(&self.phases, &moves);
        }
    }

    /// Whether a contact at the start is proved to be a place that both bodies have inside. Curved surfaces that only touch are never
    /// proved to, at an instant. Meshes tell both alike.
    fn overlaps(&self, pair: &PairContact) -> bool {
        let flat = |body: usize| self.matters.bodies[body].prepared.shape().mesh().is_some();
        pair.contact.initial && pair.contact.proved && !(flat(pair.a) && flat(pair.b))
    }

    /// They overlap, or cannot be moved apart.
    fn overlap(&self, contacts: &[PairContact]) -> Result<Option<Ending>, WorldError> {
        let name = |body: usize| self.matters.bodies[body].name.clone();
        let pair = contacts[0];
        if self.time == self.options.start {
            return Err(WorldError::Overlap { a: name(pair.a), b: name(pair.b), time: self.time });
        }
        let reason = format!("\"{}\" and \"{}\" cannot be kept apart at {} s", name(pair.a), name(pair.b), self.time);
        Ok(Some(Ending::Stopped(reason)))
    }

    /// The impacts of every pair, unless they are too slow to be one.
    fn note_impacts(&mut self, time: Interval, new: &[New]) {
        let mut pairs: Vec<[usize; 2]> = new.iter().map(|one| [one.pair.a, one.pair.b]).collect();
        pairs.sort_unstable();
        pairs.dedup();
        for [a, b] in pairs {
            let of_pair: Vec<&New> = new.iter().filter(|one| [one.pair.a, one.pair.b] == [a, b]).collect();
            if !of_pair.iter().any(|one| one.approach > self.slow) {
                continue;
            }
            let contacts = of_pair.iter().map(|one| one.pair.contact).collect();
            let impulse = of_pair.iter().map(|one| one.impulse).sum();
            self.record.event(Event { time, a, b, kind: EventKind::Impact, contacts, impulse });
        }
    }

    fn note_energy(&mut self) {
        let instant = self.matters.instant(self.time, &self.phases);
        let (mut kinetic, mut potential) = (0.0, 0.0);
        for (body, kind) in self.matters.kinds.iter().enumerate() {
            if let Kind::Free { inertia, .. } = kind {
                kinetic += instant.movers[body].energy(instant.rates[body]);
                potential -= inertia.mass() * self.matters.gravity.dot(self.phases[body].centre);
            }
        }
        self.record.energy.push(Energy { time: self.time, kinetic, potential });
    }

    fn finish(self, ending: Ending) -> Result<History, WorldError> {
        let states = self.matters.states(self.time, &self.phases);
        let still = |body: usize| match &self.matters.kinds[body] {
            Kind::Driven(motion) => Ok(motion.clone()),
            Kind::Free { .. } => states[body].pose().map(Motion::Still),
        };
        let rests: Vec<Motion> = (0..states.len())
            .map(|body| {
                still(body).map_err(|source| WorldError::Pose { body: self.matters.bodies[body].name.clone(), source })
            })
            .collect::<Result<_, _>>()?;
        let Recorded { motions, tracks } = self.record.recorded(rests)?;
        let Record { events, energy, effort, steps, .. } = self.record;
        Ok(History { motions, events, energy, tracks, until: self.time, states, ending, effort, steps })
    }
}

/// A motion on the world's clock whose own shows 0 at this instant.
fn on_clock(start: f64, motion: Motion) -> Result<Motion, WorldError> {
    Ok(Motion::Piecewise(Piecewise::new(vec![start], vec![motion])?))
}

/// The largest entry of a shape operator: within a factor of two of the sharpest curvature.
fn sharpest(bend: glam::DMat3) -> f64 {
    [bend.x_axis, bend.y_axis, bend.z_axis].iter().map(|column| column.length()).fold(0.0, f64::max)
}
