//! The end of a run: overlaps, energy, the history.

use crate::engine::Engine;
use crate::group::FoundContacts;
use crate::history::{Energy, History, RunEnding};
use crate::instant::BodyDynamics;
use crate::record::{RecordedMotions, RunRecord};
use crate::{BodyState, WorldError};
use tangency_geometry::{Contact, Motion, Shape};

impl Engine<'_> {
    /// Whether a contact is deeper than a skin, or at the start a proved interior point of both bodies. For curved
    /// surfaces that only touch, no such point is ever proved. Two bodies of flat faces report touching and crossing
    /// alike, so only their depth counts.
    pub(crate) fn overlaps(&self, found: &FoundContacts) -> bool {
        let flat = |body: usize| {
            let shape = self.bodies.all[body].prepared.shape();
            shape.mesh().is_some() || matches!(shape, Shape::HalfSpace(_))
        };
        let inside = |contact: &Contact| contact.initial && contact.proved;
        // What a jump brings together, no approach has: there is no impact to respond to.
        let jumped = |body: usize| match self.kind(body) {
            BodyDynamics::Driven(_) if self.steered.contains(body) => false,
            BodyDynamics::Driven(motion) => {
                motion.jumping_segments().is_some_and(|jumps| jumps.starts().contains(&found.time.lower()))
            }
            BodyDynamics::Free { .. } => false,
        };
        if found.pair.into_iter().any(jumped) && self.time > self.run.options.start {
            return true;
        }
        let deep = |contact: &Contact| contact.gap < -self.run.skin;
        found.contacts.iter().any(deep) || (found.contacts.iter().any(inside) && !found.pair.into_iter().all(flat))
    }

    /// The bodies overlap, or cannot be moved apart.
    pub(crate) fn overlap_ending(&self, pair: [usize; 2]) -> Result<Option<RunEnding>, WorldError> {
        let [a, b] = [pair[0].min(pair[1]), pair[0].max(pair[1])].map(|body| self.bodies.all[body].name.clone());
        if self.time == self.run.options.start {
            return Err(WorldError::Overlap { a, b, time: self.time });
        }
        Ok(Some(RunEnding::Stopped(format!("\"{a}\" and \"{b}\" cannot be kept apart at {} s", self.time))))
    }

    /// Records the energy of all bodies at the present instant.
    pub(crate) fn record_energy(&mut self) {
        let (mut kinetic, mut potential) = (0.0, 0.0);
        for number in 0..self.islands.len() {
            let Some(island) = &mut self.islands[number] else { continue };
            for (body, phase) in island.phases_at(self.time) {
                let BodyDynamics::Free { inertia, inverse } = &*self.bodies.kinds[body] else { continue };
                let own = phase.orientation.inverse() * phase.momentum;
                kinetic += 0.5 * inertia.mass() * phase.velocity.length_squared() + 0.5 * own.dot(*inverse * own);
                potential -= inertia.mass() * self.bodies.gravity.dot(phase.centre);
            }
        }
        self.run.record.energy.push(Energy { time: self.time, kinetic, potential });
    }

    /// The states of all bodies at the present instant.
    pub(crate) fn states(&mut self) -> Vec<BodyState> {
        let mut phases = self.bodies.phases();
        for number in 0..self.islands.len() {
            let Some(island) = &mut self.islands[number] else { continue };
            for (body, phase) in island.phases_at(self.time) {
                if self.bodies.is_free(body) {
                    phases[body] = phase;
                }
            }
        }
        self.bodies.states(self.time, &phases)
    }

    /// The history of the run.
    pub(crate) fn finish(mut self, ending: RunEnding) -> Result<History, WorldError> {
        self.record_energy();
        self.look_for_crowds();
        let states = self.states();
        for island in &mut self.islands {
            if let Some(mut island) = island.take() {
                self.run.record.close(&mut island, self.time)?;
            }
        }
        let mut rests = Vec::with_capacity(states.len());
        for (body, state) in states.iter().enumerate() {
            let name = || self.bodies.all[body].name.clone();
            rests.push(match (self.steered.whole_motion(body), self.kind(body)) {
                (Some(whole), _) => whole?,
                (None, BodyDynamics::Driven(motion)) => (**motion).clone(),
                (None, BodyDynamics::Free { .. }) => {
                    Motion::Still(state.pose().map_err(|source| WorldError::Pose { body: name(), source })?)
                }
            });
        }
        let RecordedMotions { motions, tracks, forces } = self.run.record.recorded(rests)?;
        let (until, counts, quality, crowded) = (self.time, self.run.counts, self.run.quality, self.crowded);
        let slow_pairs = self.run.record.slow_pairs();
        let RunRecord { events, energy, effort, steps, .. } = self.run.record;
        Ok(History {
            motions,
            events,
            slow_pairs,
            energy,
            tracks,
            forces,
            until,
            states,
            ending,
            effort,
            steps,
            counts,
            quality,
            crowded,
        })
    }
}
