//! Islands: what lasting contacts hold together, on a clock of its own.
//!
//! **Question.** Some bodies touch and go on touching. How do they move until the next event among them?
//!
//! **Idea.** A free body alone flies on a closed path ([`crate::flight`]). Bodies with followed contacts are integrated
//! together, one step at a time ([`crate::step`]); the step is cut where the mode of a contact changes
//! ([`crate::change`]). Bodies that contacts hold stay where they are ([`crate::rest`]). To everybody else
//! all are paths: a place at every instant until the path ends. Driven bodies belong to no island: whoever touches them
//! carries them along in its step.
//!
//! **Guarantee.** Computed in floating point; the path is a function of time that the detection gets as it is.
//!
//! **Source.** Snyder et al. 1993, section 1.1, for the step; Dworkin 1994, section 3, for the paths.

use crate::change::ContactChange;
use crate::flight::Flight;
use crate::follow::FollowedContact;
use crate::instant::{BodyPhase, PreparedBodies};
use crate::memory::RecalledContact;
use crate::rest::RestingBodies;
use crate::step::SolverStep;
use tangency_geometry::Motion;

/// Bodies that lasting contacts hold together, or one that flies, with their path until the next event.
pub(crate) struct Island {
    /// The free bodies, by the numbers of the world.
    pub(crate) bodies: Vec<usize>,
    /// Lasting contacts at the start of the path, by the numbers of the world.
    pub(crate) followed: Vec<FollowedContact>,
    pub(crate) path: IslandPath,
    /// The instants at which the path begins and ends, s.
    pub(crate) since: f64,
    pub(crate) ends: f64,
    /// Seconds. The length of the next step to try.
    pub(crate) step_length: f64,
}

/// The path of an island.
pub(crate) enum IslandPath {
    /// A single body flies.
    Flight(Box<Flight>),
    /// Bodies in contact, as the solver moves them.
    Step(Box<IslandStep>),
    /// Bodies that rest on each other and stay where they are.
    Rest(Box<RestingBodies>),
}

/// A step of the solver for some bodies of the world.
pub(crate) struct IslandStep {
    pub(crate) step: SolverStep,
    /// The bodies of the step, by the numbers of the world: those of the island, then the driven ones that they touch.
    pub(crate) order: Vec<usize>,
    /// The motions of the free bodies, in the order of the step, on a clock that begins with it.
    pub(crate) motions: Vec<Option<Motion>>,
    /// The change of a contact that ends the step: the part of the step, the contact, and the kind.
    pub(crate) change: Option<(f64, usize, ContactChange)>,
}

impl Island {
    /// The bodies of the path with their phases at an instant, by the numbers of the world; those of driven bodies are
    /// meaningless.
    pub(crate) fn phases_at(&mut self, time: f64) -> Vec<(usize, BodyPhase)> {
        match &mut self.path {
            IslandPath::Flight(flight) => vec![(self.bodies[0], flight.phase_at(time))],
            IslandPath::Step(step) => step.order.iter().copied().zip(step.step.phases_at(time)).collect(),
            IslandPath::Rest(rest) => self.bodies.iter().copied().zip(rest.phases.iter().copied()).collect(),
        }
    }

    /// The lasting contacts at an instant, by the numbers of the world.
    pub(crate) fn followed_at(&self, time: f64) -> Vec<FollowedContact> {
        match &self.path {
            IslandPath::Flight(_) => Vec::new(),
            IslandPath::Rest(rest) => rest.followed.clone(),
            IslandPath::Step(step) => {
                let contacts = step.step.followed_at(time).into_iter();
                contacts.map(|one| one.renumbered(|body| step.order[body])).collect()
            }
        }
    }
}

/// Some bodies of the world at an instant, with the contacts among them, under numbers of their own.
pub(crate) struct Group<'world> {
    /// The numbers of the bodies in the world.
    pub(crate) order: Vec<usize>,
    pub(crate) bodies: PreparedBodies<'world>,
    pub(crate) time: f64,
    pub(crate) phases: Vec<BodyPhase>,
    pub(crate) followed: Vec<FollowedContact>,
    /// The remembered contacts of the group's bodies, besides the new ones.
    pub(crate) supports: Vec<RecalledContact>,
    /// Seconds. The length of the next step to try.
    pub(crate) step_length: f64,
    /// Contacts at edges and vertices hop and are not followed for now: their modes keep changing at one instant.
    pub(crate) sharp_contacts_hop: bool,
}

impl Group<'_> {
    /// The number in this group of a body of the world.
    pub(crate) fn number(&self, body: usize) -> Option<usize> {
        self.order.iter().position(|&one| one == body)
    }

    /// The free bodies in sets that lasting contacts hold together, by the numbers of the group.
    pub(crate) fn components(&self) -> Vec<Vec<usize>> {
        let free: Vec<usize> = (0..self.order.len()).filter(|&body| self.bodies.is_free(body)).collect();
        let mut label: Vec<usize> = (0..self.order.len()).collect();
        // Each pass carries the smallest number along the contacts; there are at most as many passes as bodies.
        for _ in 0..free.len() {
            let mut settled = true;
            for one in &self.followed {
                if !(self.bodies.is_free(one.a) && self.bodies.is_free(one.b)) {
                    continue;
                }
                let least = label[one.a].min(label[one.b]);
                settled &= label[one.a] == least && label[one.b] == least;
                (label[one.a], label[one.b]) = (least, least);
            }
            if settled {
                break;
            }
        }
        let mut sets: Vec<Vec<usize>> = Vec::new();
        for &body in &free {
            match sets.iter_mut().find(|set| label[set[0]] == label[body]) {
                Some(set) => set.push(body),
                None => sets.push(vec![body]),
            }
        }
        sets
    }
}
