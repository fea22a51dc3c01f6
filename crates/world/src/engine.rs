//! The event loop: every body has a path until its next event, and one queue holds the events of all.
//!
//! **Question.** Bodies fly, collide, roll and slide. Where are they at any instant?
//!
//! **Idea.** Every free body belongs to an island, alone while it flies ([`crate::island`]). Every island has a path that
//! is valid until it ends or something is met. A body that gets a new path predicts the first instant at which its
//! envelope, a ball on a parabola, can meet that of another one ([`crate::sparse::Course`]). At that instant, and not
//! before, the detailed question is asked about the pair ([`crate::detail`]): apart until the envelopes part again, or
//! the first contact. Bodies that touch get a response together ([`crate::group`]), and new paths. Whoever expected to
//! meet one of them is not told: its event comes up, the stamp of the path has changed, and it predicts again.
//!
//! **Guarantee.** Between the recorded contacts no two bodies touch: every pair is proved apart, by its envelopes or by
//! the detailed question, for every instant until an event of one of them. Impacts take place one skin before the
//! bodies would touch. The paths themselves are computed in floating point.
//!
//! **No loops of events.** After an impact the bodies part, or the contact lasts, or they hop at the speed of their
//! approach. More than [`MOST_EVENTS_AT_ONCE`] events of one body within [`SHORTEST_STEP`] steps end the run and say so.
//!
//! **Cost.** A body costs nothing between its events, whatever the others do.
//!
//! **Source.** Dworkin 1994, sections 3 to 5; Snyder et al. 1993, section 1.1, for islands.

use crate::backdrop::Backdrop;
use crate::checkpoint::{stored, stored_name};
use crate::detail::Outlook;
use crate::forced::FlightLimits;
use crate::form::BodyForm;
use crate::group::FoundContacts;
use crate::history::{EventCounts, ResponseQuality, RunEnding};
use crate::instant::{BodyDynamics, BodyPhase, PreparedBodies};
use crate::island::{Group, Island, IslandPath, IslandStep};
use crate::memory::{ContactMemory, RecalledContact};
use crate::record::RunRecord;
use crate::run::EventEnd;
use crate::sparse::queue::EventQueue;
use crate::sparse::{Course, Neighbourhood, Neighbours};
use crate::steer::SteeredBodies;
use crate::tolerance::{
    ENVELOPE_MARGIN, LEAST_BOUNCE, LEAST_PUSH, MOST_EVENTS_AT_ONCE, MOST_PUSHES, MOST_RESTARTS, REST_SPEED,
    SHORTEST_STEP, SKIN,
};
use crate::{RunOptions, WorldError};
use std::collections::HashSet;
use std::sync::Arc;
use tangency_detect::Query;

/// What all events of a run share.
pub(crate) struct RunContext<'run> {
    pub(crate) options: &'run RunOptions,
    pub(crate) record: RunRecord,
    /// The query to the detection, without its span.
    pub(crate) query: Query,
    /// Metres. The gap at which contacts are held and impacts take place.
    pub(crate) skin: f64,
    /// Metres per second. Contacts that approach no faster do not bounce.
    pub(crate) slow: f64,
    pub(crate) counts: EventCounts,
    pub(crate) quality: ResponseQuality,
}

/// What a body expects next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// Nothing: it has no event.
    Nothing,
    /// Its envelope meets that of the partner.
    Meets,
    /// It touches the partner.
    Touches,
    /// The detection's budget ran out: nothing is known of the pair from then on.
    Opens,
    /// It must look ahead again.
    Looks,
}

/// What the detailed question has told about a pair, while both paths last.
#[derive(Clone)]
struct Near {
    partner: usize,
    /// The stamps of the body and of its partner.
    stamps: [u32; 2],
    /// Seconds. The pair is apart before this instant.
    until: f64,
    /// What happens at that instant, if anything.
    found: Option<Arc<FoundContacts>>,
    opens: bool,
}

stored_name!(Expected { Nothing = 0, Meets = 1, Touches = 2, Opens = 3, Looks = 4 });
stored!(Near { partner, stamps, until, found, opens });

/// The first event that a body can expect.
struct Prediction {
    time: f64,
    expected: Expected,
    partner: usize,
}

impl Prediction {
    /// Takes an earlier event; of two at the same instant, that with the smaller number.
    fn consider(&mut self, time: f64, expected: Expected, partner: usize) {
        if time < self.time || (time == self.time && time.is_finite() && partner < self.partner) {
            *self = Self { time, expected, partner };
        }
    }
}

/// A body on its path.
pub(crate) struct BodyTrack {
    /// The island of a free body.
    pub(crate) island: usize,
    /// Increases with each change of the path.
    stamp: u32,
    pub(crate) course: Course,
    near: Vec<Near>,
    expected: Expected,
    partner: usize,
    stamps: [u32; 2],
    /// Attempts at one instant to move the body apart from others, and consecutive events without progress.
    pushes: usize,
    pushed_at: f64,
    at_once: usize,
    last_event: f64,
    /// Slow contacts since the body was last tried for rest, and those until the next attempt.
    pub(crate) hops: usize,
    pub(crate) patience: usize,
}

stored!(BodyTrack {
    island,
    stamp,
    course,
    near,
    expected,
    partner,
    stamps,
    pushes,
    pushed_at,
    at_once,
    last_event,
    hops,
    patience
});

impl BodyTrack {
    /// The path becomes another one.
    pub(crate) fn renew(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
    }

    /// Whether a detailed question about the body and a partner was answered, or comes next.
    pub(crate) fn expects(&self, partner: usize) -> bool {
        self.partner == partner && self.expected != Expected::Nothing
            || self.near.iter().any(|one| one.partner == partner)
    }

    /// The bodies that the track names, and the contacts that it expects.
    pub(crate) fn named(&self) -> impl Iterator<Item = (usize, Option<&FoundContacts>)> {
        let near = self.near.iter().map(|one| (one.partner, one.found.as_deref()));
        near.chain([(self.partner, None)])
    }
}

/// The state of a running simulation.
pub(crate) struct Engine<'run> {
    pub(crate) bodies: PreparedBodies<'run>,
    pub(crate) run: RunContext<'run>,
    pub(crate) time: f64,
    /// Each at the number of its first body.
    pub(crate) islands: Vec<Option<Island>>,
    pub(crate) tracks: Vec<BodyTrack>,
    pub(crate) forms: Vec<BodyForm>,
    free: Vec<usize>,
    pub(crate) backdrops: Vec<Backdrop>,
    pub(crate) neighbours: Neighbourhood,
    pub(crate) queue: EventQueue,
    /// Contacts of late on which bodies may rest.
    pub(crate) memory: ContactMemory,
    /// The bodies that a program moves.
    pub(crate) steered: SteeredBodies,
    /// Events until the energy is recorded again.
    pub(crate) until_energy: usize,
    /// The pairs whose containment was tested at the start.
    pub(crate) asked_at_start: HashSet<[usize; 2]>,
}

impl<'run> Engine<'run> {
    /// The engine at the start of a run.
    pub(crate) fn new(bodies: PreparedBodies<'run>, options: &'run RunOptions) -> Result<Self, WorldError> {
        let mut engine = Self::without_paths(bodies, options);
        engine.steered = SteeredBodies::at_rest(&engine.bodies, options.start)?;
        engine.steered.apply(&mut engine.bodies)?;
        let phases = engine.bodies.phases();
        for body in engine.free.clone() {
            engine.take_off(body, phases[body])?;
        }
        for body in engine.free.clone() {
            engine.predict(body);
        }
        engine.record_energy();
        Ok(engine)
    }

    /// An engine in which no body has a path yet.
    pub(crate) fn without_paths(mut bodies: PreparedBodies<'run>, options: &'run RunOptions) -> Self {
        let skin = SKIN * options.query.tolerance;
        let bounce = (2.0 * bodies.strongest_pull() * LEAST_BOUNCE * skin).sqrt();
        let count = bodies.all.len();
        let query =
            Query { tracked: Vec::new(), progress: None, separation: 0.0, outside: false, ..options.query.clone() };
        let (slow, counts) = (bounce.max(REST_SPEED), EventCounts::default());
        let (record, quality) = (RunRecord::new(count, options.keep_motions), ResponseQuality::default());
        let run = RunContext { options, record, query, skin, slow, counts, quality };
        let forms = BodyForm::of_all(&bodies);
        bodies.outlines = forms.iter().enumerate().map(|(body, form)| form.outline(&bodies, body)).collect();
        let track = |_: usize| BodyTrack {
            island: usize::MAX,
            stamp: 0,
            course: Course::still(options.start, glam::DVec3::ZERO, 0.0),
            near: Vec::new(),
            expected: Expected::Nothing,
            partner: 0,
            stamps: [0; 2],
            pushes: 0,
            pushed_at: f64::NEG_INFINITY,
            at_once: 0,
            last_event: f64::NEG_INFINITY,
            hops: 0,
            patience: 1,
        };
        Self {
            run,
            time: options.start,
            islands: (0..count).map(|_| None).collect(),
            tracks: (0..count).map(track).collect(),
            free: (0..count).filter(|&body| bodies.is_free(body)).collect(),
            backdrops: Backdrop::of_all(&bodies, &forms),
            forms,
            bodies,
            neighbours: Neighbourhood::for_bodies(count),
            queue: EventQueue::new(2 * count, options.start),
            memory: ContactMemory::default(),
            steered: SteeredBodies::default(),
            until_energy: 0,
            asked_at_start: HashSet::new(),
        }
    }

    /// The event of a body: its envelope meets another one, or it touches a body.
    pub(crate) fn body_event(&mut self, body: usize) -> Result<EventEnd, WorldError> {
        let BodyTrack { expected, partner, stamps, .. } = self.tracks[body];
        if stamps != [self.tracks[body].stamp, self.tracks[partner].stamp] {
            self.run.counts.stale += 1;
            self.predict(body);
            return Ok(EventEnd::GoesOn);
        }
        match expected {
            Expected::Nothing => {}
            Expected::Looks => self.predict(body),
            Expected::Meets => {
                // The partner may have asked about the pair in the meantime.
                if !self.is_known(body, partner) && !self.examine(body, partner)? {
                    return Ok(EventEnd::Interrupted);
                }
                self.predict(body);
            }
            Expected::Touches => return self.impact([body, partner]).map(EventEnd::from),
            Expected::Opens => return Ok(EventEnd::Ends(RunEnding::Open)),
        }
        Ok(EventEnd::GoesOn)
    }

    /// Predicts the next event of a body.
    pub(crate) fn predict(&mut self, body: usize) {
        self.run.counts.predictions += 1;
        let mut near = std::mem::take(&mut self.tracks[body].near);
        let own = self.tracks[body].stamp;
        near.retain(|one| one.stamps == [own, self.tracks[one.partner].stamp]);
        let mut best = Prediction { time: f64::INFINITY, expected: Expected::Nothing, partner: body };
        // Events that are known, and the instants from which on other pairs must be looked at.
        for one in &near {
            if one.found.is_some() {
                best.consider(one.until, Expected::Touches, one.partner);
            } else if one.opens {
                best.consider(one.until, Expected::Opens, one.partner);
            }
        }
        let look_from = |partner: usize| match near.iter().find(|one| one.partner == partner) {
            Some(one) if one.found.is_some() || one.opens => None,
            Some(one) => Some(one.until.max(self.time)),
            None => Some(self.time),
        };
        let margin = ENVELOPE_MARGIN * self.run.skin;
        let course = self.tracks[body].course;
        let until = self.run.options.until.min(course.until);
        let tracks = &self.tracks;
        let mut visit = |other: u32| {
            let other = other as usize;
            if let Some(from) = look_from(other)
                && from < until.min(tracks[other].course.until)
                && let Some(time) = course.meeting(&tracks[other].course, from, until, margin)
            {
                best.consider(time, Expected::Meets, other);
            }
            best.time.min(until)
        };
        let grown = Course { radius: course.radius + margin, ..course };
        self.neighbours.candidates(body as u32, &grown, [self.time, until], &mut visit);
        for backdrop in &self.backdrops {
            let Some(from) = look_from(backdrop.body).filter(|&from| from < until) else { continue };
            match backdrop.meeting(&self.bodies, &course, [self.time, from, until], margin) {
                (Some(time), _) => best.consider(time, Expected::Meets, backdrop.body),
                (None, looked) if looked < until => best.consider(looked, Expected::Looks, body),
                (None, _) => {}
            }
        }
        let Prediction { time, expected, partner } = best;
        let stamps = [own, self.tracks[partner].stamp];
        let track = &mut self.tracks[body];
        (track.near, track.expected, track.partner, track.stamps) = (near, expected, partner, stamps);
        self.queue.schedule(body as u32, time.max(self.time));
    }

    /// Asks the detailed question about two bodies whose envelopes have met. Returns whether it was answered: a question
    /// during which the run was stopped has not been asked.
    fn examine(&mut self, body: usize, partner: usize) -> Result<bool, WorldError> {
        let before = self.before_question([body, partner]);
        self.run.counts.questions += 1;
        let from = self.time;
        let to = self.question_ends(body, partner, from);
        let [a, b] = [body.min(partner), body.max(partner)];
        let outlook = self.outlook([a, b], [from, to])?;
        if self.run.query.stop.is_stopped() {
            self.forget_question(before);
            return Ok(false);
        }
        let (until, found, opens) = match outlook {
            Outlook::Clear => (to, None, false),
            Outlook::ClearUntil { until } => (until, None, false),
            Outlook::Touches { at, found } => (at.max(self.time), Some(Arc::new(found)), false),
            Outlook::Opens { from } => (from, None, true),
        };
        let both = [body, partner].map(|one| self.tracks[one].stamp);
        for (one, other, stamps) in [(body, partner, both), (partner, body, [both[1], both[0]])] {
            if !self.bodies.is_free(one) {
                continue;
            }
            let near = Near { partner: other, stamps, until, found: found.clone(), opens };
            let list = &mut self.tracks[one].near;
            match list.iter_mut().find(|known| known.partner == other) {
                Some(known) => *known = near,
                None => list.push(near),
            }
        }
        Ok(true)
    }

    /// Whether the detailed question has told about a pair from now on.
    fn is_known(&self, body: usize, partner: usize) -> bool {
        let stamps = [body, partner].map(|one| self.tracks[one].stamp);
        let known = |one: &Near| one.partner == partner && one.stamps == stamps && one.until > self.time;
        self.tracks[body].near.iter().any(known)
    }

    /// Bodies touch: they respond together with all that touch at the same time.
    fn impact(&mut self, pair: [usize; 2]) -> Result<Option<RunEnding>, WorldError> {
        let found = self.simultaneous(pair);
        if let Some(one) = found.iter().find(|one| self.overlaps(one)) {
            return self.overlap_ending(one.pair);
        }
        let least = (1.0 - LEAST_PUSH) * self.run.skin;
        let is_close = |one: &FoundContacts| {
            one.time.lower() <= self.time && one.contacts.iter().any(|contact| contact.gap < least)
        };
        let close = found.iter().any(is_close);
        let mut touched: Vec<usize> = found.iter().flat_map(|one| one.pair).collect();
        touched.sort_unstable();
        touched.dedup();
        for &body in touched.iter().filter(|&&body| self.bodies.is_free(body)) {
            let track = &mut self.tracks[body];
            track.pushes = if self.time > track.pushed_at { 0 } else { track.pushes + usize::from(close) };
            track.pushed_at = self.time;
        }
        let stuck = pair.into_iter().filter(|&body| self.bodies.is_free(body));
        if stuck.into_iter().all(|body| self.tracks[body].pushes > MOST_PUSHES) {
            return self.overlap_ending(pair);
        }
        let Some(mut group) = self.responding(&found, &touched)? else { return Ok(None) };
        group.hops = touched.iter().any(|&body| self.tracks[body].at_once >= MOST_RESTARTS);
        group.collide(&found, &mut self.run)?;
        self.release(group)
    }

    /// The contact of a pair, and those of the bodies in its islands that begin within both brackets.
    fn simultaneous(&self, pair: [usize; 2]) -> Vec<FoundContacts> {
        let mut found: Vec<FoundContacts> = Vec::new();
        let mut waiting: Vec<usize> = pair.to_vec();
        let mut seen: Vec<usize> = Vec::new();
        let mut last = self.time;
        while let Some(body) = waiting.pop() {
            if seen.contains(&body) || !self.bodies.is_free(body) {
                continue;
            }
            seen.push(body);
            for near in &self.tracks[body].near {
                let Some(one) = &near.found else { continue };
                let valid = near.stamps == [self.tracks[body].stamp, self.tracks[near.partner].stamp];
                let first = found.is_empty() && (one.pair == pair || one.pair == [pair[1], pair[0]]);
                if first {
                    last = last.max(one.time.upper());
                }
                let listed = found.iter().any(|known| known.pair == one.pair);
                // Both brackets hold the instant: a slow contact has a wide one, which says nothing of faster ones.
                let together = near.until <= last && near.until - self.time <= one.time.upper() - near.until;
                if valid && !listed && (first || together) {
                    found.push((**one).clone());
                    waiting.push(near.partner);
                    waiting.extend(self.islands[self.tracks[body].island].iter().flat_map(|island| &island.bodies));
                }
            }
        }
        found
    }

    /// The path of an island ends: a contact changes, or the step is over.
    pub(crate) fn path_ends(&mut self, island: usize) -> Result<Option<RunEnding>, WorldError> {
        let Some(bodies) = self.islands[island].as_ref().map(|island| island.bodies.clone()) else { return Ok(None) };
        if self.sleeps(&bodies)? {
            return Ok(None);
        }
        let (mut group, closed) = self.gather(&bodies)?;
        for island in closed {
            if let IslandPath::Step(step) = island.path {
                group.change(step.change, &step.step, &mut self.run);
            }
        }
        self.release(group)
    }

    /// Takes the islands of some bodies off their paths at the present instant.
    pub(crate) fn gather(&mut self, touched: &[usize]) -> Result<(Group<'run>, Vec<Island>), WorldError> {
        let mut numbers: Vec<usize> =
            touched.iter().filter(|&&body| self.bodies.is_free(body)).map(|&body| self.tracks[body].island).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut order: Vec<usize> = touched.iter().copied().filter(|&body| !self.bodies.is_free(body)).collect();
        let (mut known, mut followed, mut supports, mut closed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut step_length = self.run.options.step;
        for number in numbers {
            let Some(mut island) = self.islands[number].take() else { continue };
            self.queue.schedule((self.bodies.all.len() + number) as u32, f64::INFINITY);
            known.extend(island.phases_at(self.time));
            followed.extend(island.followed_at(self.time));
            if let IslandPath::Rest(rest) = &island.path {
                supports.extend(rest.supports.iter().copied());
            }
            step_length = step_length.min(island.step_length);
            self.run.record.close(&mut island, self.time)?;
            closed.push(island);
        }
        order.extend(known.iter().map(|(body, _)| *body));
        order.extend(supports.iter().flat_map(|one: &RecalledContact| [one.a, one.b]));
        order.sort_unstable();
        order.dedup();
        let bodies = self.bodies.only(&order).at_instant(self.time);
        let mut phases = bodies.phases();
        for (body, phase) in known {
            if let Ok(number) = order.binary_search(&body) {
                phases[number] = phase;
            }
        }
        let number = |body: usize| order.binary_search(&body).unwrap_or(0);
        let followed = followed.into_iter().map(|one| one.renumbered(number)).collect();
        let supports = supports.into_iter().map(|one| one.renumbered(number)).collect();
        Ok((Group { order, bodies, time: self.time, phases, followed, supports, step_length, hops: false }, closed))
    }

    /// Gives the bodies of a group new paths.
    pub(crate) fn release(&mut self, group: Group<'run>) -> Result<Option<RunEnding>, WorldError> {
        let all: Vec<usize> = group.order.iter().copied().filter(|&body| self.bodies.is_free(body)).collect();
        // All are counted.
        let stuck = all.iter().filter(|&&body| self.is_stuck(body)).count() > 0;
        if stuck {
            let reason = format!("more than {MOST_EVENTS_AT_ONCE} events one after another at {} s", self.time);
            return self.stopped(&[group], reason);
        }
        let mut waiting = vec![group];
        for restarts in 0..MOST_EVENTS_AT_ONCE {
            let Some(mut group) = waiting.pop() else { break };
            if restarts >= MOST_RESTARTS {
                group.lets_go(&mut self.run);
            }
            for set in group.components() {
                if let Some(again) = self.start(&group, &set)? {
                    waiting.push(again);
                }
            }
        }
        if let Some(group) = waiting.last() {
            let names: Vec<&str> = group.bodies.all.iter().map(|body| body.name.as_str()).collect();
            let reason = format!("no step of the solver converges at {} s for {}", self.time, names.join(", "));
            return self.stopped(&waiting, reason);
        }
        for body in all {
            self.predict(body);
        }
        self.count_energy();
        Ok(None)
    }

    /// The run ends while groups have no paths: their bodies fly from where they are, so that the history knows them.
    fn stopped(&mut self, groups: &[Group<'run>], reason: String) -> Result<Option<RunEnding>, WorldError> {
        for group in groups {
            for (&body, phase) in group.order.iter().zip(&group.phases) {
                self.take_off(body, *phase)?;
            }
        }
        Ok(Some(RunEnding::Stopped(reason)))
    }

    /// Counts an event of a body; whether there are too many without progress.
    fn is_stuck(&mut self, body: usize) -> bool {
        let least = SHORTEST_STEP * self.run.options.step;
        let track = &mut self.tracks[body];
        track.at_once = if self.time - track.last_event > least { 0 } else { track.at_once + 1 };
        if track.at_once == 0 {
            track.last_event = self.time;
        }
        track.at_once > MOST_EVENTS_AT_ONCE
    }

    /// Starts some bodies of a group on a path. A contact that changes at once gives a group that must start again.
    fn start(&mut self, group: &Group<'run>, set: &[usize]) -> Result<Option<Group<'run>>, WorldError> {
        let belongs = |body: &usize| set.contains(body);
        let of_set = |a: usize, b: usize| belongs(&a) || belongs(&b);
        let followed: Vec<_> = group.followed.iter().filter(|one| of_set(one.a, one.b)).cloned().collect();
        if followed.is_empty() {
            for &body in set {
                self.take_off(group.order[body], group.phases[body])?;
            }
            return Ok(None);
        }
        let mut kept: Vec<usize> = set.to_vec();
        kept.extend(followed.iter().flat_map(|one| [one.a, one.b]).filter(|&body| !group.bodies.is_free(body)));
        kept.sort_unstable();
        kept.dedup();
        let number = |body: usize| kept.binary_search(&body).unwrap_or(0);
        let mut part = Group {
            order: kept.iter().map(|&body| group.order[body]).collect(),
            bodies: group.bodies.only(&kept),
            time: group.time,
            phases: kept.iter().map(|&body| group.phases[body]).collect(),
            followed: followed.into_iter().map(|one| one.renumbered(number)).collect(),
            supports: Vec::new(),
            step_length: group.step_length,
            hops: group.hops,
        };
        let Some(step) = part.next_step(&mut self.run) else { return Ok(Some(part)) };
        if part.followed.is_empty() {
            return Ok(Some(part));
        }
        self.run.record.steps += 1;
        let change = part.change_within(&step);
        let last = self.run.options.until.min(step.start + step.length);
        let ends = change.map_or(last, |(share, ..)| (step.start + share * step.length).min(last));
        if !(ends > self.time) {
            part.change(change, &step, &mut self.run);
            return Ok(Some(part));
        }
        self.step(part, step, ends, change)?;
        Ok(None)
    }

    /// Puts a body on the path of a flight.
    fn take_off(&mut self, body: usize, phase: BodyPhase) -> Result<(), WorldError> {
        let (reach, options) = (self.forms[body].reach, self.run.options);
        let shortest = SHORTEST_STEP * options.step;
        let limits = FlightLimits { precision: options.tolerance, until: options.until, reach, shortest };
        let Some(flight) = self.bodies.flight(body, (self.time, phase), limits)? else { return Ok(()) };
        let (course, ends) = (flight.course(reach)?, flight.ends);
        let island = Island {
            bodies: vec![body],
            followed: Vec::new(),
            since: self.time,
            path: IslandPath::Flight(Box::new(flight)),
            ends,
            step_length: self.run.options.step,
        };
        self.islands[body] = Some(island);
        self.set_course(body, body, course);
        self.wake_at(body, ends);
        Ok(())
    }

    /// The path of an island ends at an instant, which may be infinite.
    pub(crate) fn wake_at(&mut self, island: usize, ends: f64) {
        self.queue.schedule((self.bodies.all.len() + island) as u32, ends);
    }

    /// Puts bodies in contact on the path of a step.
    fn step(
        &mut self,
        group: Group<'run>,
        step: crate::step::SolverStep,
        ends: f64,
        change: Option<(f64, usize, crate::change::ContactChange)>,
    ) -> Result<(), WorldError> {
        let Group { order, bodies, followed, step_length, .. } = group;
        let free: Vec<usize> = (0..order.len()).filter(|&body| bodies.is_free(body)).collect();
        let first = order[free[0]];
        let mut motions = vec![None; order.len()];
        for &body in &free {
            motions[body] = Some(step.motion(&bodies, body)?);
            let course = step.course(body, [self.time, ends], self.forms[order[body]].reach);
            self.set_course(order[body], first, course);
        }
        let named = |body: usize| order[body];
        let followed = followed.into_iter().map(|one| one.renumbered(named)).collect();
        let members = free.iter().map(|&body| order[body]).collect();
        let path = IslandPath::Step(Box::new(IslandStep { step, order, motions, change }));
        self.islands[first] = Some(Island { bodies: members, followed, path, since: self.time, ends, step_length });
        self.queue.schedule((self.bodies.all.len() + first) as u32, ends);
        Ok(())
    }

    pub(crate) fn set_course(&mut self, body: usize, island: usize, course: Course) {
        let track = &mut self.tracks[body];
        track.renew();
        track.near.clear();
        (track.island, track.course) = (island, course);
        self.neighbours.insert(body as u32, &course, self.time);
    }

    /// Records the energy at every event of a small world, and rarely in a large one.
    fn count_energy(&mut self) {
        if self.until_energy == 0 {
            self.record_energy();
            self.until_energy = self.free.len() / 8;
        } else {
            self.until_energy -= 1;
        }
    }

    pub(crate) fn kind(&self, body: usize) -> &BodyDynamics {
        &self.bodies.kinds[body]
    }
}
