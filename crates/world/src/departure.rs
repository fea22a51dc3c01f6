//! How bodies come to new paths: they are taken off the old ones, respond, and depart.
//!
//! **Question.** Something has happened to some bodies. Who is concerned, and on which paths do they go on?
//!
//! **Idea.** The bodies of an island leave its path together, as a group at one instant ([`Group`]). Whatever the group
//! did, it falls into sets that lasting contacts hold together: a body without any flies ([`crate::flight`]), the
//! others get a step of the solver ([`crate::step`]). A contact that changes at the very start of a step makes its set
//! start again, a bounded number of times.
//!
//! **Guarantee.** Every free body of a group has a path afterwards, or the run ends and says why. More than
//! [`MOST_EVENTS_AT_ONCE`] events of one body within [`SHORTEST_STEP`] steps end the run.
//!
//! **Source.** Snyder et al. 1993, section 1.1.

use crate::WorldError;
use crate::change::ContactChange;
use crate::engine::Engine;
use crate::follow::FollowedContact;
use crate::forced::FlightLimits;
use crate::history::RunEnding;
use crate::instant::BodyPhase;
use crate::island::{Group, Island, IslandPath, IslandStep};
use crate::memory::RecalledContact;
use crate::sparse::{Course, Neighbours};
use crate::step::SolverStep;
use crate::tolerance::{MOST_EVENTS_AT_ONCE, MOST_RESTARTS, SHORTEST_STEP};

impl<'run> Engine<'run> {
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
        let (time, sharp_contacts_hop) = (self.time, false);
        Ok((Group { order, bodies, time, phases, followed, supports, step_length, sharp_contacts_hop }, closed))
    }

    /// Gives the bodies of a group new paths.
    pub(crate) fn release(&mut self, group: Group<'run>) -> Result<Option<RunEnding>, WorldError> {
        let all: Vec<usize> = group.order.iter().copied().filter(|&body| self.bodies.is_free(body)).collect();
        let mut stuck = false;
        for &body in &all {
            stuck |= self.is_stuck(body);
        }
        if stuck {
            let reason = format!("more than {MOST_EVENTS_AT_ONCE} events one after another at {} s", self.time);
            return self.stopped(&[group], reason);
        }
        let mut waiting = vec![group];
        for restarts in 0..MOST_EVENTS_AT_ONCE {
            let Some(mut group) = waiting.pop() else { break };
            if restarts >= MOST_RESTARTS {
                group.lets_go(FollowedContact::is_sharp, &mut self.run);
            }
            if restarts >= 2 * MOST_RESTARTS {
                // Modes of smooth contacts alternate: their bodies fly until they touch again.
                group.lets_go(|_| true, &mut self.run);
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
            sharp_contacts_hop: group.sharp_contacts_hop,
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
    pub(crate) fn take_off(&mut self, body: usize, phase: BodyPhase) -> Result<(), WorldError> {
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
        step: SolverStep,
        ends: f64,
        change: Option<(f64, usize, ContactChange)>,
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
        let awaited = self.queue.time_of(body as u32);
        if track.expected.is_meeting() && awaited > self.time && awaited.is_finite() {
            self.run.counts.diverted += 1;
        }
        track.renew();
        track.near.clear();
        (track.island, track.course) = (island, course);
        self.neighbours.insert(body as u32, &course, self.time);
    }
}
