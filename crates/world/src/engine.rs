//! The event loop: every body has a path until its next event, and one queue holds the events of all.
//!
//! **Question.** Bodies fly, collide, roll and slide. Where are they at any instant?
//!
//! **Idea.** Every free body belongs to an island, alone while it flies ([`crate::island`]). Every island has a path
//! that is valid until it ends or something is met. A body that gets a new path predicts the first instant at which its
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
//! approach. Too many events of one body within a short time end the run and say so ([`crate::departure`]).
//!
//! **Cost.** A body costs nothing between its events, whatever the others do.
//!
//! **Source.** Dworkin 1994, sections 3 to 5; Snyder et al. 1993, section 1.1, for islands.

use crate::backdrop::Backdrops;
use crate::checkpoint::stored;
use crate::expected::{Expected, Near};
use crate::form::BodyForm;
use crate::group::FoundContacts;
use crate::history::{CrowdedInstant, EventCounts, ResponseQuality, RunEnding};
use crate::instant::{BodyDynamics, PreparedBodies};
use crate::island::{Island, IslandPath};
use crate::memory::ContactMemory;
use crate::record::RunRecord;
use crate::run::EventEnd;
use crate::sparse::queue::EventQueue;
use crate::sparse::{Course, Neighbourhood, Neighbours};
use crate::steer::SteeredBodies;
use crate::tolerance::{
    CENTRE_ROUNDING, LEAST_BOUNCE, LEAST_PUSH, MOST_PUSHES, MOST_RESTARTS, RESOLVED, REST_SPEED, SKIN,
};
use crate::{RunOptions, WorldError};
use std::collections::HashSet;
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

/// A body on its path.
pub(crate) struct BodyTrack {
    /// The island of a free body.
    pub(crate) island: usize,
    /// Increases with each change of the path.
    pub(crate) stamp: u32,
    pub(crate) course: Course,
    pub(crate) near: Vec<Near>,
    pub(crate) expected: Expected,
    pub(crate) partner: usize,
    pub(crate) stamps: [u32; 2],
    /// Attempts at one instant to move the body apart from others, and consecutive events without progress.
    pushes: usize,
    pushed_at: f64,
    pub(crate) at_once: usize,
    pub(crate) last_event: f64,
    /// Slow contacts since the body was last tried for rest, and those until the next attempt.
    pub(crate) slow_contacts: usize,
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
    slow_contacts,
    patience
});

impl BodyTrack {
    /// Whether forces move the body: only then it belongs to an island.
    pub(crate) fn is_free(&self) -> bool {
        self.island != usize::MAX
    }

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
    pub(crate) backdrops: Backdrops,
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
    /// The most crowded state so far.
    pub(crate) crowded: Option<CrowdedInstant>,
}

impl<'run> Engine<'run> {
    /// The engine at the start of a run.
    pub(crate) fn new(bodies: PreparedBodies<'run>, options: &'run RunOptions) -> Result<Self, WorldError> {
        let mut engine = Self::without_paths(bodies, options);
        engine.steered = SteeredBodies::at_rest(&engine.bodies, options.start)?;
        engine.steered.apply(&mut engine.bodies)?;
        for (body, course) in engine.backdrops.still(options.start).collect::<Vec<_>>() {
            engine.tracks[body].course = course;
            engine.neighbours.insert(body as u32, &course, options.start);
        }
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
            slow_contacts: 0,
            patience: 1,
        };
        Self {
            run,
            time: options.start,
            islands: (0..count).map(|_| None).collect(),
            tracks: (0..count).map(track).collect(),
            free: (0..count).filter(|&body| bodies.is_free(body)).collect(),
            backdrops: Backdrops::of_all(&bodies, &forms),
            forms,
            bodies,
            neighbours: Neighbourhood::for_bodies(count),
            queue: EventQueue::new(2 * count, options.start),
            memory: ContactMemory::default(),
            steered: SteeredBodies::default(),
            until_energy: 0,
            asked_at_start: HashSet::new(),
            crowded: None,
        }
    }

    /// The event of a body: its envelope meets another one, or it touches a body.
    pub(crate) fn body_event(&mut self, body: usize) -> Result<EventEnd, WorldError> {
        if let Some(reason) = self.unresolved(body) {
            return Ok(EventEnd::Ends(RunEnding::Stopped(reason)));
        }
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
            Expected::Touches => return self.impact([body, partner]),
            Expected::Opens => return Ok(EventEnd::Ends(RunEnding::Open)),
        }
        Ok(EventEnd::GoesOn)
    }

    /// Why nothing more can be said about a body: its coordinates are rounded to more than the skin resolves, so that
    /// its envelope would meet others again and again without progress.
    fn unresolved(&self, body: usize) -> Option<String> {
        let (course, time) = (&self.tracks[body].course, self.time);
        let terms = course.centre_at(time).abs() + course.velocity_at(time).abs() * time.abs();
        let resolution = CENTRE_ROUNDING * terms.element_sum();
        (resolution > RESOLVED * self.run.skin).then(|| {
            let (name, tolerance) = (&self.bodies.all[body].name, self.run.query.tolerance);
            format!(
                "\"{name}\" is so far away or so fast at {time} s that 64-bit coordinates resolve its place to \
                 {resolution:.1e} m, which is too coarse for a tolerance of {tolerance:e} m"
            )
        })
    }

    /// Bodies touch: they respond together with all that touch at the same time.
    fn impact(&mut self, pair: [usize; 2]) -> Result<EventEnd, WorldError> {
        let Some(found) = self.all_simultaneous(pair)? else { return Ok(EventEnd::Interrupted) };
        self.respond_to(pair, found).map(EventEnd::from)
    }

    /// The contacts that begin together with that of a pair. Pairs that nobody has asked about yet may be among them:
    /// at the start of a run, and after a response at the same instant. `None` if the run was stopped meanwhile.
    fn all_simultaneous(&mut self, pair: [usize; 2]) -> Result<Option<Vec<FoundContacts>>, WorldError> {
        let mut asked: Vec<usize> = Vec::new();
        loop {
            let found = self.simultaneous(pair);
            let mut touched: Vec<usize> = found.iter().flat_map(|one| one.pair).collect();
            touched.sort_unstable();
            touched.dedup();
            touched.retain(|body| !asked.contains(body));
            match self.examine_meeting(&touched)? {
                None => return Ok(None),
                Some(false) => return Ok(Some(found)),
                Some(true) => asked.extend(touched),
            }
        }
    }

    /// Responds to the contacts that begin together with that of a pair.
    fn respond_to(&mut self, pair: [usize; 2], found: Vec<FoundContacts>) -> Result<Option<RunEnding>, WorldError> {
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
        group.sharp_contacts_hop = touched.iter().any(|&body| self.tracks[body].at_once >= MOST_RESTARTS);
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

    /// Records the energy at every event of a small world, and rarely in a large one.
    pub(crate) fn count_energy(&mut self) {
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
