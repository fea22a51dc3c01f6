//! Bodies at rest: put to sleep once their contacts hold them, and woken when something hits them.
//!
//! **Question.** A stack of boxes has come down and hops by a few micrometres. When does it stand still?
//!
//! **Idea.** Two conditions, both on the contacts that the bodies have had of late ([`crate::memory`]). First, an impact
//! without restitution at all of them together, with Coulomb's friction and the weight of a short time, stops every body:
//! nothing is left that could roll or slide on. Second, forces within the friction cones balance the weights: nothing begins to move. Then the bodies get
//! paths on which they stay where they are, until one of them is hit. That wakes all of them, and the contacts take part in
//! the impact.
//!
//! Driven bodies that may move later hold nobody.
//!
//! **Guarantee.** Bodies at rest do not drift and do not come to overlap: they are apart when they fall asleep, and do not
//! move. Only the energy of the hops is lost. The balance is computed in floating point, to the residual of
//! [`tangency_respond`].
//!
//! **Cost.** Two contact problems for each attempt. Attempts of bodies that do not rest get rarer.
//!
//! **Source.** Dworkin 1994, section 6: extended contact. Coulomb's law as in Redon, section 6 of Teschner et al. 2006.

use crate::engine::Engine;
use crate::follow::FollowedContact;
use crate::group::FoundContacts;
use crate::impact::rough;
use crate::instant::{BodyDynamics, BodyPhase, PreparedBodies, WorldInstant};
use crate::island::{Group, Island, IslandPath};
use crate::memory::RecalledContact;
use crate::sparse::Course;
use crate::tolerance::{
    BALANCED, HOP_TIME, LEANING, MOST_PATIENCE, SAME_REMEMBERED, STANDS_STILL, STILL_SPIN, STOPPED, TOO_FAST_TO_REST,
};
use crate::{WorldError, WorldEvent, WorldEventKind};
use glam::DVec3;
use tangency_geometry::{Contact, Motion};
use tangency_respond::{ContactProblem, ImpactContact, Rate, ResponseContact, SolveOptions};

/// Bodies that rest on each other.
pub(crate) struct RestingBodies {
    /// Of each body of the island.
    pub(crate) phases: Vec<BodyPhase>,
    /// The bodies, by the numbers of the world, with the places of their frames.
    pub(crate) places: Vec<(usize, Motion)>,
    /// Contacts of smooth surfaces, which are followed again when the bodies wake.
    pub(crate) followed: Vec<FollowedContact>,
    /// The contacts that hold the bodies, by the numbers of the world.
    pub(crate) supports: Vec<RecalledContact>,
    /// The force of each on its second body, N: one balance of the weights.
    pub(crate) forces: Vec<DVec3>,
}

/// Bodies that may rest, at an instant.
struct Candidates<'world> {
    /// The numbers of the bodies in the world, those that may rest first.
    order: Vec<usize>,
    free: usize,
    bodies: PreparedBodies<'world>,
    phases: Vec<BodyPhase>,
    instant: WorldInstant,
    followed: Vec<FollowedContact>,
    /// The contacts that may hold them: the remembered ones, then those that are followed.
    supports: Vec<RecalledContact>,
    remembered: usize,
    /// Whether all of them move slowly.
    slow: bool,
}

/// Why bodies move that are asked whether they rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moves {
    /// With a velocity that contacts must stop.
    Freely,
    /// Only because torsional or rolling friction is smoothed at low speeds.
    Creep,
}

impl Candidates<'_> {
    fn number(&self, body: usize) -> usize {
        self.order.iter().position(|&one| one == body).unwrap_or(0)
    }

    /// The supports as contacts of a response.
    fn contacts(&self) -> Vec<ResponseContact> {
        let contact = |one: &RecalledContact| {
            let [a, b] = [one.a, one.b].map(|body| self.number(body));
            rough(&self.bodies, [a, b], ResponseContact::new(a, b, one.contact.point, one.contact.normal))
        };
        self.supports.iter().map(contact).collect()
    }

    /// The forces with which the supports hold the bodies; `None` if they do not hold them, or do not stop bodies that
    /// move with their present velocities.
    fn holding_forces(&self, moves: Moves, slow: f64) -> Option<Vec<DVec3>> {
        let contacts = self.contacts();
        let still = vec![Rate::default(); self.order.len()];
        let speed = |rates: &[Rate]| {
            let reach = |body: usize| self.bodies.size(body);
            (0..self.free)
                .map(|body| rates[body].linear.length() + rates[body].angular.length() * reach(body))
                .fold(0.0, f64::max)
        };
        let solved = |free: &[Rate]| {
            let problem = ContactProblem::new(&self.instant.movers, free, &contacts, &[]).ok()?;
            let solution = problem.solve(&SolveOptions::default()).ok()?;
            solution.certificate.converged.then(|| (solution.impulses.contacts, speed(&solution.rates)))
        };
        let weights: Vec<Rate> = (0..self.order.len())
            .map(|body| {
                if body < self.free {
                    Rate { linear: self.instant.free[body].linear, ..still[body] }
                } else {
                    still[body]
                }
            })
            .collect();
        let pull = self.bodies.gravity.length();
        let (forces, left) = solved(&weights)?;
        if !(left <= BALANCED * pull) {
            return None;
        }
        let forces = forces.iter().map(|wrench| wrench.force).collect();
        if moves == Moves::Creep {
            return Some(forces);
        }
        // Some bodies rise in a hop. The weight of some hops' time brings them down.
        let time = HOP_TIME * slow / pull;
        let fallen = |(rate, weight): (&Rate, &Rate)| Rate { linear: rate.linear + time * weight.linear, ..*rate };
        let fallen: Vec<Rate> = self.instant.rates.iter().zip(&weights).map(fallen).collect();
        let (_, left) = solved(&fallen)?;
        (left <= STOPPED * slow).then_some(forces)
    }
}

impl<'run> Engine<'run> {
    /// The bodies that respond to new contacts: those that touch, with all that they lean on. `None` if contacts hold
    /// them, and they fall asleep.
    pub(crate) fn responding(
        &mut self,
        found: &[FoundContacts],
        touched: &[usize],
    ) -> Result<Option<Group<'run>>, WorldError> {
        let slowly = self.remember(found);
        let Some(candidates) = self.candidates(touched) else { return Ok(Some(self.gather(touched)?.0)) };
        if slowly
            && candidates.slow
            && self.tries_rest(touched)
            && let Some(forces) = candidates.holding_forces(Moves::Freely, self.run.slow)
        {
            self.fall_asleep(candidates, forces)?;
            return Ok(None);
        }
        let (mut group, _) = self.gather(&[&candidates.order, touched].concat())?;
        let known = |one: &RecalledContact| {
            let same = |new: &Contact| new.point.distance(one.contact.point) < SAME_REMEMBERED * self.run.skin;
            found
                .iter()
                .any(|new| new.pair.contains(&one.a) && new.pair.contains(&one.b) && new.contacts.iter().any(same))
        };
        let others = candidates.supports[..candidates.remembered].iter().filter(|one| !known(one));
        group.supports = others.map(|one| one.renumbered(|body| group.number(body).unwrap_or(0))).collect();
        Ok(Some(group))
    }

    /// Puts the bodies of an island to rest, if they stand still on edges and vertices whose forces hold them.
    pub(crate) fn sleeps(&mut self, bodies: &[usize]) -> Result<bool, WorldError> {
        let Some(&first) = bodies.first() else { return Ok(false) };
        let stands = self.islands[first].as_ref().is_some_and(|island| {
            let stops = |one: &FollowedContact| one.is_sharp() || one.resists();
            island.followed.iter().any(stops) && self.time > island.since && matches!(island.path, IslandPath::Step(_))
        });
        if !stands || bodies.iter().any(|&body| !self.stands_still(body)) {
            return Ok(false);
        }
        let slow = self.run.slow;
        let resist = self.islands[first].as_ref().is_some_and(|island| {
            let resists = |body: &usize| island.followed.iter().any(|one| one.pair().contains(body) && one.resists());
            island.bodies.iter().all(resists)
        });
        let moves = if resist { Moves::Creep } else { Moves::Freely };
        let candidates = self.candidates(bodies).filter(|candidates| candidates.slow);
        let Some(candidates) = candidates else { return Ok(false) };
        let Some(forces) = candidates.holding_forces(moves, slow) else { return Ok(false) };
        self.fall_asleep(candidates, forces)?;
        Ok(true)
    }

    /// Remembers contacts. Returns whether all are slow, and bodies may rest.
    fn remember(&mut self, found: &[FoundContacts]) -> bool {
        if self.bodies.gravity == DVec3::ZERO {
            return false;
        }
        let mut slowly = true;
        for one in found {
            let instant = self.instant_of(one.pair, self.time);
            for contact in &one.contacts {
                let approach = -contact.normal.dot(instant.slip(0, 1, contact.point));
                slowly &= approach <= self.run.slow;
                let gap = contact.gap + approach * (one.time.lower() - self.time).max(0.0);
                self.memory.add(one.pair, [0, 1], &instant, Contact { gap, ..*contact }, self.run.skin);
            }
        }
        slowly
    }

    /// Whether it is worth trying to put one of these bodies to rest.
    fn tries_rest(&mut self, touched: &[usize]) -> bool {
        let mut tries = false;
        for &body in touched {
            tries |= self.bodies.is_free(body) && self.may_rest(body);
        }
        tries
    }

    /// Whether it is worth trying to put a body to rest: bodies that did not rest are tried after ever more hops.
    fn may_rest(&mut self, body: usize) -> bool {
        let begun = self.islands[self.tracks[body].island].as_ref().map_or(self.time, |island| island.since);
        let track = &mut self.tracks[body];
        track.slow_contacts += 1;
        // A body that has just fallen asleep and touches is first moved apart.
        let tries = track.slow_contacts >= track.patience && self.time > begun;
        if tries {
            (track.slow_contacts, track.patience) = (0, (2 * track.patience).clamp(1, MOST_PATIENCE));
        }
        tries
    }

    /// These bodies with all that contacts connect with them.
    fn candidates(&mut self, touched: &[usize]) -> Option<Candidates<'run>> {
        let mut order: Vec<usize> = Vec::new();
        let mut waiting: Vec<usize> = touched.iter().copied().filter(|&body| self.bodies.is_free(body)).collect();
        let (mut floors, mut slow): (Vec<usize>, bool) = (Vec::new(), self.bodies.gravity != DVec3::ZERO);
        if !slow {
            return None;
        }
        let mut followed: Vec<FollowedContact> = Vec::new();
        while let Some(body) = waiting.pop() {
            if order.contains(&body) {
                continue;
            }
            slow &= self.is_slow(body);
            order.push(body);
            let mut partners = self.memory.partners(body);
            partners.retain(|&partner| self.is_near([body, partner]));
            let island = self.islands[self.tracks[body].island].as_ref()?;
            partners.extend(island.bodies.iter().copied());
            for one in island.followed_at(self.time) {
                if one.a == body || (one.b == body && !self.bodies.is_free(one.a)) {
                    partners.extend([one.a, one.b]);
                    followed.push(one);
                }
            }
            for partner in partners {
                if self.bodies.is_free(partner) {
                    waiting.push(partner);
                } else if matches!(self.kind(partner), BodyDynamics::Driven(motion) if matches!(**motion, Motion::Still(_)))
                {
                    floors.push(partner);
                }
            }
        }
        let of_island = |body: usize| self.islands[self.tracks[body].island].iter().flat_map(|island| &island.bodies);
        if order.is_empty() || !order.iter().flat_map(|&body| of_island(body)).all(|body| order.contains(body)) {
            return None;
        }
        order.sort_unstable();
        let free = order.len();
        floors.sort_unstable();
        floors.dedup();
        order.extend(floors);
        self.placed_candidates(order, free, followed).map(|found| Candidates { slow, ..found })
    }

    /// Whether remembered contacts of two bodies have not parted.
    fn is_near(&mut self, pair: [usize; 2]) -> bool {
        let instant = self.instant_of(pair, self.time);
        !self.memory.recall(pair, [0, 1], &instant, self.run.skin).is_empty()
    }

    /// The bodies of an order at the present instant, with the contacts among them.
    fn placed_candidates(
        &mut self,
        order: Vec<usize>,
        free: usize,
        followed: Vec<FollowedContact>,
    ) -> Option<Candidates<'run>> {
        let bodies = self.bodies.only(&order).at_instant(self.time);
        let mut phases = bodies.phases();
        for (place, &body) in order[..free].iter().enumerate() {
            phases[place] = self.phase_of(body, self.time)?;
        }
        let instant = bodies.instant(self.time, &phases);
        let mut found = Candidates {
            order,
            free,
            bodies,
            phases,
            instant,
            followed,
            supports: Vec::new(),
            remembered: 0,
            slow: false,
        };
        for first in 0..free {
            let body = found.order[first];
            for partner in self.memory.partners(body) {
                let Some(second) = found.order.iter().position(|&one| one == partner) else { continue };
                if second < free && partner < body {
                    continue;
                }
                let near = self.memory.recall([body, partner], [first, second], &found.instant, self.run.skin);
                found.supports.extend(near);
            }
        }
        let mut tracked = Vec::with_capacity(found.followed.len());
        for one in &found.followed {
            let mut here = one.clone().renumbered(|body| found.number(body));
            let touch = here.update(&found.bodies, &found.instant)?;
            tracked.push(RecalledContact { a: one.a, b: one.b, contact: here.reported(&touch) });
        }
        // A contact that is followed has been remembered, too.
        let near = SAME_REMEMBERED * self.run.skin;
        let same = |one: &RecalledContact, other: &RecalledContact| {
            one.pair() == other.pair() && one.contact.point.distance(other.contact.point) < near
        };
        found.supports.retain(|one| !tracked.iter().any(|other| same(one, other)));
        found.remembered = found.supports.len();
        found.supports.extend(tracked);
        (!found.supports.is_empty()).then_some(found)
    }

    /// Whether a body moves no faster than in a hop.
    fn is_slow(&mut self, body: usize) -> bool {
        self.speed_of(body) <= TOO_FAST_TO_REST * self.run.slow
    }

    /// Whether a body moves no faster than counts as standing still. Where rolling or torsional friction acts, its law is
    /// smoothed at lower angular speeds.
    fn stands_still(&mut self, body: usize) -> bool {
        let resists = self.islands[self.tracks[body].island]
            .as_ref()
            .is_some_and(|island| island.followed.iter().any(FollowedContact::resists));
        let turning = if resists { STILL_SPIN * self.forms[body].reach } else { 0.0 };
        self.speed_of(body) <= STANDS_STILL.max(turning)
    }

    /// The speed of the fastest point of a body; infinite if it is not free.
    fn speed_of(&mut self, body: usize) -> f64 {
        let Some(phase) = self.phase_of(body, self.time) else { return f64::INFINITY };
        let BodyDynamics::Free { inverse, .. } = &*self.bodies.kinds[body] else { return f64::INFINITY };
        let angular = *inverse * (phase.orientation.inverse() * phase.momentum);
        phase.velocity.length() + angular.length() * self.forms[body].reach
    }

    /// Gives bodies a path on which they stay where they are.
    fn fall_asleep(&mut self, candidates: Candidates<'run>, forces: Vec<DVec3>) -> Result<(), WorldError> {
        let Candidates { order, free, phases, mut followed, supports, .. } = candidates;
        // When they wake, their contacts begin again.
        followed.iter_mut().for_each(|one| one.track = 0);
        let members = order[..free].to_vec();
        // Who shared an island with them is among them, so that no path is cut.
        let (group, _) = self.gather(&members)?;
        drop(group);
        let phases: Vec<BodyPhase> = phases[..free]
            .iter()
            .map(|phase| BodyPhase { velocity: DVec3::ZERO, momentum: DVec3::ZERO, ..*phase })
            .collect();
        let all = self.bodies.only(&members);
        let states = all.states(self.time, &phases);
        let mut places = Vec::with_capacity(free);
        for (body, state) in members.iter().zip(&states) {
            let name = || self.bodies.all[*body].name.clone();
            let pose = state.pose().map_err(|source| WorldError::Pose { body: name(), source })?;
            places.push((*body, Motion::Still(pose)));
        }
        let ends = all.forces_change(self.time);
        for (&body, phase) in members.iter().zip(&phases) {
            let course = Course::still(self.time, phase.centre, self.forms[body].reach).ending(ends);
            self.set_course(body, members[0], course);
            self.tracks[body].patience = 1;
        }
        self.record_rest(&supports);
        self.run.counts.sleeps += free as u64;
        let first = members[0];
        let island = Island {
            bodies: members.clone(),
            followed: Vec::new(),
            path: IslandPath::Rest(Box::new(RestingBodies { phases, places, followed, supports, forces })),
            since: self.time,
            ends,
            step_length: self.run.options.step,
        };
        self.wake_at(first, ends);
        self.islands[first] = Some(island);
        for body in members {
            self.predict(body);
        }
        Ok(())
    }

    /// Records that pairs of bodies rest on each other.
    fn record_rest(&mut self, supports: &[RecalledContact]) {
        let mut pairs: Vec<[usize; 2]> = supports.iter().map(|one| [one.a, one.b]).collect();
        pairs.sort_unstable();
        pairs.dedup();
        for [a, b] in pairs {
            let of_pair = supports.iter().filter(|one| [one.a, one.b] == [a, b]);
            let contacts = of_pair.map(|one| one.contact).collect();
            let (time, kind) = (self.time.into(), WorldEventKind::Rests);
            self.run.record.event(WorldEvent { time, a, b, kind, contacts, impulse: 0.0 });
        }
    }
}

impl RestingBodies {
    /// The motion of a body of the island, by its number in the world.
    pub(crate) fn motion_of(&self, body: usize) -> Option<Motion> {
        self.places.iter().find(|(one, _)| *one == body).map(|(_, motion)| motion.clone())
    }
}

impl Group<'_> {
    /// The contacts on which bodies lean: they take part in an impact, without restitution.
    pub(crate) fn held(&self, skin: f64) -> Vec<ImpactContact> {
        let held = |&RecalledContact { a, b, contact }: &RecalledContact| {
            let friction = self.bodies.all[a].material.with(self.bodies.all[b].material).friction;
            ImpactContact { a, b, point: contact.point, normal: contact.normal, restitution: 0.0, friction }
        };
        // Those that are followed take part anyway.
        let followed = |one: &RecalledContact| self.followed.iter().any(|known| known.pair() == one.pair());
        let leaning = self.supports.iter().filter(|one| one.contact.gap <= LEANING * skin);
        leaning.filter(|one| !followed(one)).map(held).collect()
    }

    /// All remembered contacts as constraints of a displacement, which leaves each of them a skin.
    pub(crate) fn held_apart(&self, skin: f64) -> Vec<ResponseContact> {
        let held = |&RecalledContact { a, b, contact }: &RecalledContact| {
            let bias = (contact.gap - skin) * contact.normal;
            ResponseContact { bias, ..ResponseContact::new(a, b, contact.point, contact.normal) }
        };
        self.supports.iter().map(held).collect()
    }
}
