//! What happens to bodies in contact at one instant: impacts, changes of lasting contacts, the next step.
//!
//! **Question.** Some bodies touch at an instant. How do they move afterwards, and which contacts last?
//!
//! **Idea.** A response to all new contacts, together with the lasting ones ([`crate::impact`]); then the modes of all
//! contacts that last ([`crate::settle`]); then a step of the solver from there.
//!
//! **Guarantee.** Computed in floating point. Bodies that are closer than a skin at a new contact are moved apart.
//!
//! **Source.** Snyder et al. 1993, section 1.1 and figure 2.

use crate::WorldError;
use crate::change::{ContactChange, first_change};
use crate::engine::RunContext;
use crate::follow::FollowedContact;
use crate::history::{ContactMode, WorldEvent, WorldEventKind};
use crate::impact::{NewContact, respond};
use crate::instant::{Outline, WorldInstant};
use crate::island::Group;
use crate::settle::settle;
use crate::spectral::{coefficients, value};
use crate::step::{ContactTrace, SolverStep};
use crate::tolerance::{
    BORDER_OVERLAP, LEAST_PUSH, LOOKAHEAD, MOST_SHARP, ROOM_TO_FALL, SHORTEST_STEP, SMALLEST_EXCLUSION,
};
use glam::DVec3;
use tangency_detect::PairContact;
use tangency_geometry::Contact;
use tangency_interval::Interval;
use tangency_respond::{ContactProblem, Rate, ResponseContact, SolveOptions};

/// New contacts of two bodies.
#[derive(Clone, Debug)]
pub(crate) struct FoundContacts {
    /// The bodies, by the numbers of the world.
    pub(crate) pair: [usize; 2],
    /// Normals point from the first body to the second one.
    pub(crate) contacts: Vec<Contact>,
    /// Seconds. The bodies are proved apart before this instant, and would have touched by the upper end.
    pub(crate) time: Interval,
}

impl Group<'_> {
    /// Responds to new contacts, and determines which contacts last.
    pub(crate) fn collide(&mut self, found: &[FoundContacts], run: &mut RunContext<'_>) -> Result<(), WorldError> {
        let instant = self.bodies.instant(self.time, &self.phases);
        let mut new = Vec::new();
        let mut reached = Vec::new();
        for one in found {
            let [Some(a), Some(b)] = one.pair.map(|body| self.number(body)) else { continue };
            for &contact in &one.contacts {
                let pair = PairContact { a, b, contact };
                let contact = NewContact::of((&self.bodies, self.time), &instant, pair, run.slow);
                if !self.is_followed(&contact, &instant, run.skin) {
                    new.push(contact);
                    reached.push(one.time);
                }
            }
        }
        self.limit_sharp(&mut new, run);
        let held = self.held(run.skin);
        let now = (&self.bodies, self.time, &self.phases[..]);
        let responded = respond(now, &mut self.followed, &mut new, &held, run)?;
        self.phases = responded.phases;
        self.make_room(&new, &reached, run);
        let upper = reached.iter().map(|time| time.upper()).fold(self.time, f64::max);
        self.record_impacts(Interval::between(self.time, upper), &new, run);
        let mut kept = Vec::new();
        for (one, parting) in std::mem::take(&mut self.followed).into_iter().zip(responded.parting) {
            if parting <= run.slow {
                kept.push(one);
            } else {
                self.record_end(&one, run);
            }
        }
        kept.extend(new.into_iter().filter(|one| one.leaves <= run.slow).filter_map(|one| one.followed));
        self.followed = kept;
        self.settle(run);
        Ok(())
    }

    /// Contacts at edges and vertices are followed only in small groups, and at a round body only if there is a single
    /// one. Otherwise they hop.
    fn limit_sharp(&mut self, new: &mut [NewContact], run: &mut RunContext<'_>) {
        for index in 0..new.len() {
            let Some(own) = new[index].followed.as_ref().filter(|one| one.is_sharp()) else { continue };
            let round =
                own.pair().into_iter().any(|body| matches!(self.bodies.outlines[body], Outline::Ball | Outline::Round));
            let earlier = new[..index].iter().filter_map(|one| one.followed.as_ref());
            let known = self.followed.iter().chain(earlier).any(|one| one.pair() == own.pair());
            if round && known {
                new[index].hop_if_sharp(run.slow);
            }
        }
        let of_new = new.iter().filter_map(|one| one.followed.as_ref());
        let count = self.followed.iter().chain(of_new).filter(|one| one.is_sharp()).count();
        if count > MOST_SHARP || self.sharp_contacts_hop {
            new.iter_mut().for_each(|one| one.hop_if_sharp(run.slow));
            self.lets_go(FollowedContact::is_sharp, run);
        }
    }

    /// Ends some of the contacts.
    pub(crate) fn lets_go(&mut self, which: impl Fn(&FollowedContact) -> bool, run: &mut RunContext<'_>) {
        for one in std::mem::take(&mut self.followed) {
            if which(&one) { self.record_end(&one, run) } else { self.followed.push(one) }
        }
    }

    /// Whether this is a followed contact, found just outside its exclusion ball.
    fn is_followed(&self, new: &NewContact, instant: &WorldInstant, skin: f64) -> bool {
        let place = |one: &FollowedContact| one.clone().update(&self.bodies, instant).map(|touch| touch.point);
        let Some(found) = new.followed.as_ref().and_then(place) else { return false };
        let pair = new.followed.as_ref().map(FollowedContact::pair);
        let same = |one: &&FollowedContact| Some(one.pair()) == pair;
        let known = self.followed.iter().filter(same).filter_map(place);
        known.into_iter().any(|known| known.distance(found) < SMALLEST_EXCLUSION * skin)
    }

    /// Moves bodies apart that are closer than a skin at new contacts. Contacts that will be followed reach
    /// their gap when they settle.
    ///
    /// A hop that is too low takes no time: such bodies are moved apart a bit further, and fall. Balls that fly away
    /// from each other need no room: their closed form knows that they part, and a push could move them into a third
    /// one.
    fn make_room(&mut self, new: &[NewContact], reached: &[Interval], run: &RunContext<'_>) {
        let skin = run.skin;
        let is_ball = |body: usize| self.bodies.outlines[body] == Outline::Ball;
        if self.followed.is_empty()
            && new.iter().all(|one| one.leaves > run.slow && is_ball(one.pair.a) && is_ball(one.pair.b))
        {
            return;
        }
        let mut close = false;
        let mut contacts: Vec<ResponseContact> = Vec::with_capacity(new.len());
        for (one, time) in new.iter().zip(reached) {
            let PairContact { a, b, contact } = one.pair;
            let gap = contact.gap + one.approach * (time.lower() - self.time).max(0.0);
            let spare = gap - if one.is_lower_hop(run.slow) { ROOM_TO_FALL * skin } else { skin };
            close |= spare < -LEAST_PUSH * skin;
            let bias = spare * contact.normal;
            contacts.push(ResponseContact { bias, ..ResponseContact::new(a, b, contact.point, contact.normal) });
        }
        if close {
            contacts.extend(self.held_apart(skin));
            self.move_apart(&contacts, skin);
        }
    }

    /// The smallest displacements after which all contacts have their gaps. Bodies that cannot be moved so stay where they
    /// are: the next contact tries again, up to a limit.
    fn move_apart(&mut self, contacts: &[ResponseContact], skin: f64) {
        let movers = self.bodies.instant(self.time, &self.phases).movers;
        let still = vec![Rate::default(); self.phases.len()];
        let problem = ContactProblem::new(&movers, &still, contacts, &[]);
        if let Ok(solution) = problem.and_then(|problem| problem.solve(&SolveOptions::default()))
            && solution.certificate.residual <= LEAST_PUSH * skin
        {
            self.phases = self.bodies.displaced(&self.phases, &solution.rates);
        }
    }

    /// Applies the change of a followed contact at the end of a step.
    pub(crate) fn change(
        &mut self,
        change: Option<(f64, usize, ContactChange)>,
        step: &SolverStep,
        run: &mut RunContext<'_>,
    ) {
        match change {
            Some((_, index, ContactChange::Ends)) => {
                let ended = self.followed.remove(index);
                self.record_end(&ended, run);
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
            Some((_, index, ContactChange::Border)) if self.followed[index].is_sharp() => self.pass_corner(index, run),
            Some((_, index, ContactChange::Border)) => self.pass_border(index, run),
            Some((_, _, ContactChange::Rests)) | None => {}
        }
        self.settle(run);
    }

    /// Passes a contact to the next surface patch, or ends it at an edge.
    fn pass_border(&mut self, index: usize, run: &mut RunContext<'_>) {
        let instant = self.bodies.instant(self.time, &self.phases);
        let mut one = self.followed.remove(index);
        let touch = one.update(&self.bodies, &instant);
        let passed = touch.is_some_and(|touch| {
            [one.a, one.b].into_iter().enumerate().all(|(side, body)| {
                let shape = self.bodies.all[body].prepared.shape();
                let ahead = instant.rotations[body].transpose() * touch.over[side] * (LOOKAHEAD * run.options.step);
                let place = one.places[side];
                let inside = place.stepped(shape, ahead).is_some_and(|next| next.margin(shape) > -0.5 * BORDER_OVERLAP);
                // A body beyond the border may head back: it is on the other patch until then. Otherwise a contact that
                // runs along the border would reach it again at once.
                let beyond = place.margin(shape) < -0.5 * BORDER_OVERLAP;
                let next = match (inside, beyond) {
                    (false, _) => place.recharted(shape, ahead),
                    (true, true) => place.recharted(shape, DVec3::ZERO).or(Some(place)),
                    (true, false) => Some(place),
                };
                next.map(|next| one.places[side] = next).is_some()
            })
        });
        if passed {
            self.followed.insert(index, one);
        } else {
            self.record_end(&one, run);
        }
    }

    /// Passes a contact at an edge or a vertex to the neighbour that it has reached, or ends it. Where it ends too early,
    /// the bodies approach, and the detection finds it again.
    fn pass_corner(&mut self, index: usize, run: &mut RunContext<'_>) {
        let instant = self.bodies.instant(self.time, &self.phases);
        let mut one = self.followed.remove(index);
        let passed = one.update(&self.bodies, &instant).is_some_and(|touch| {
            one.pass(&self.bodies, &instant, &touch) && one.update(&self.bodies, &instant).is_some()
        });
        if passed {
            self.followed.insert(index, one);
        } else {
            self.record_end(&one, run);
        }
    }

    /// Determines the modes of all contacts, and records the changes as events.
    fn settle(&mut self, run: &mut RunContext<'_>) {
        let before = std::mem::take(&mut self.followed);
        if before.is_empty() {
            return;
        }
        let settled = settle(&self.bodies, self.time, &self.phases, before, run.skin);
        (self.phases, self.followed) = (settled.phases, settled.followed);
        for one in &settled.ended {
            self.record_end(one, run);
        }
        let instant = self.bodies.instant(self.time, &self.phases);
        for one in &mut self.followed {
            if run.record.mode(one.track) == Some(one.mode) {
                continue;
            }
            let contact = one.update(&self.bodies, &instant).map_or(one.contact, |touch| one.reported(&touch));
            let [a, b] = [one.a, one.b].map(|body| self.order[body]);
            one.track = run.record.begin([a, b], self.time, one.mode);
            let kind = match one.mode {
                ContactMode::Rolls => WorldEventKind::Rolls,
                ContactMode::Slides => WorldEventKind::Slides,
            };
            run.record.event(WorldEvent { time: self.time.into(), a, b, kind, contacts: vec![contact], impulse: 0.0 });
        }
    }

    /// Records the end of a lasting contact.
    fn record_end(&self, one: &FollowedContact, run: &mut RunContext<'_>) {
        if run.record.mode(one.track).is_none() {
            return;
        }
        let instant = self.bodies.instant(self.time, &self.phases);
        let touch = one.clone().update(&self.bodies, &instant);
        let contact = touch.map_or(one.contact, |touch| one.reported(&touch));
        let ([a, b], kind) = ([one.a, one.b].map(|body| self.order[body]), WorldEventKind::Leaves);
        run.record.event(WorldEvent { time: self.time.into(), a, b, kind, contacts: vec![contact], impulse: 0.0 });
    }

    /// Records the impacts of every pair, unless their approach is too slow.
    fn record_impacts(&self, time: Interval, new: &[NewContact], run: &mut RunContext<'_>) {
        let mut pairs: Vec<[usize; 2]> = new.iter().map(|one| [one.pair.a, one.pair.b]).collect();
        pairs.sort_unstable();
        pairs.dedup();
        for pair in pairs {
            let of_pair: Vec<&NewContact> = new.iter().filter(|one| [one.pair.a, one.pair.b] == pair).collect();
            let bodies = pair.map(|body| self.order[body]);
            if !of_pair.iter().any(|one| one.approach > run.slow) {
                run.record.touched_slowly(bodies);
                continue;
            }
            let contacts = of_pair.iter().map(|one| one.pair.contact).collect();
            let impulse = of_pair.iter().map(|one| one.impulse).sum();
            let [a, b] = bodies;
            run.record.event(WorldEvent { time, a, b, kind: WorldEventKind::Impact, contacts, impulse });
        }
    }

    /// The next step, as long as possible, and the change that ends it; `None` if no step converges.
    ///
    /// A contact that cannot be followed further, for example before a line contact or at a pole of the surface, ends.
    pub(crate) fn next_step(&mut self, run: &mut RunContext<'_>) -> Option<SolverStep> {
        let (longest, least) = (run.options.step, SHORTEST_STEP * run.options.step);
        let mut length = self.step_length.min(longest);
        // Adjust the length so that no tiny step remains.
        let left = run.options.until.min(self.bodies.forces_change(self.time)) - self.time;
        if left < 1.5 * length {
            length = if left <= length { left } else { 0.5 * left };
        }
        loop {
            let found =
                SolverStep::new(&self.bodies, [self.time, length], &self.phases, &self.followed, run.options.tolerance);
            if let Some(step) = found {
                self.step_length = (2.0 * length).min(longest).max(self.step_length.min(length));
                return Some(step);
            }
            length *= 0.5;
            self.step_length = length;
            if length < least {
                if self.followed.is_empty() {
                    return None;
                }
                for one in std::mem::take(&mut self.followed) {
                    self.record_end(&one, run);
                }
                length = longest.min(left);
            }
        }
    }

    /// The change that ends a step.
    pub(crate) fn change_within(&self, step: &SolverStep) -> Option<(f64, usize, ContactChange)> {
        first_change(&self.followed, step)
    }
}
