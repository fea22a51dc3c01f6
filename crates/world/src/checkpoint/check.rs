//! Whether a state that was read is whole: every number of a body, a contact or a feature names one that exists.
//!
//! The checksum tells damage. This is for bytes that somebody wrote with a right checksum: they are an error, not a
//! panic.

use super::{RestartError, content, is_free};
use crate::engine::Engine;
use crate::follow::FollowedContact;
use crate::island::{Island, IslandPath, IslandStep};
use tangency_geometry::{Contact, Feature, Shape};

/// An error unless a condition holds.
fn need(fine: bool, what: &'static str) -> Result<(), RestartError> {
    if fine { Ok(()) } else { Err(content(what)) }
}

/// Whether a shape has a feature. Edges and vertices of other shapes are only names that are reported.
fn has(shape: &Shape, feature: Feature) -> bool {
    match (feature, shape) {
        (Feature::Patch { index, .. }, Shape::Parametric(brep)) => (index as usize) < brep.faces().len(),
        (Feature::Part(index), Shape::Implicit(solid)) => (index as usize) < solid.leaves().len(),
        (Feature::Face { index, .. }, Shape::Polyhedron(_) | Shape::Mesh(_)) => {
            shape.mesh().is_some_and(|mesh| (index as usize) < mesh.triangles().len())
        }
        (Feature::Vertex(index), Shape::Polyhedron(_) | Shape::Mesh(_)) => {
            shape.mesh().is_some_and(|mesh| (index as usize) < mesh.vertices().len())
        }
        (Feature::Edge { index, .. }, Shape::Polyhedron(_) | Shape::Mesh(_)) => {
            shape.mesh().is_some_and(|mesh| (index as usize) < mesh.edges().len())
        }
        (
            Feature::Vertex(_) | Feature::Edge { .. } | Feature::Face { .. } | Feature::Patch { .. } | Feature::Part(_),
            Shape::Parametric(_)
            | Shape::Implicit(_)
            | Shape::Polyhedron(_)
            | Shape::Mesh(_)
            | Shape::Convex(_)
            | Shape::Rounded(_)
            | Shape::HalfSpace(_)
            | Shape::HeightMap(_)
            | Shape::Compound(_),
        ) => true,
    }
}

impl Engine<'_> {
    /// Fails unless the state is whole. Bodies on which a run has ended may have lost their paths.
    pub(super) fn check(&self, ended: bool) -> Result<(), RestartError> {
        let count = self.bodies.all.len();
        need(self.time.is_finite(), "the instant is not finite")?;
        need(self.islands.len() == count && self.tracks.len() == count, "it has another number of bodies")?;
        for (number, island) in self.islands.iter().enumerate() {
            if let Some(island) = island {
                self.check_island(number, island)?;
            }
        }
        for (body, track) in self.tracks.iter().enumerate() {
            let island = self.islands.get(track.island).and_then(Option::as_ref);
            let fine = if is_free(&self.bodies, body) {
                island.map_or(ended, |island| ended || island.bodies.contains(&body))
            } else {
                track.island == usize::MAX
            };
            need(fine, "a body has no path")?;
            for (partner, found) in track.named() {
                need(partner < count, "a partner does not exist")?;
                let Some(found) = found else { continue };
                for contact in &found.contacts {
                    self.check_contact(found.pair, contact)?;
                }
            }
        }
        self.neighbours.check(count)?;
        for (pair, contact) in self.memory.all() {
            self.check_contact(pair, contact)?;
        }
        let named = self.memory.all_partners().map(|(a, b)| [a, b]);
        let named = named.chain(self.asked_at_start.iter().copied()).chain(self.run.record.tracked_bodies().1);
        let named = named.chain(self.run.record.events.iter().map(|event| [event.a, event.b]));
        need(named.flatten().all(|body| body < count), "a body does not exist")
    }

    fn check_contact(&self, pair: [usize; 2], contact: &Contact) -> Result<(), RestartError> {
        for (body, feature) in pair.into_iter().zip([contact.feature_a, contact.feature_b]) {
            let fine = self.bodies.all.get(body).is_some_and(|body| has(body.prepared.shape(), feature));
            need(fine, "a contact is on a feature that does not exist")?;
        }
        Ok(())
    }

    /// Checks followed contacts of the bodies with these numbers in the world.
    fn check_followed(&self, one: &FollowedContact, pair: [usize; 2]) -> Result<(), RestartError> {
        for (body, place) in pair.into_iter().zip(one.places) {
            let fine = self.bodies.all.get(body).is_some_and(|body| has(body.prepared.shape(), place.feature()));
            need(fine, "a contact is on a feature that does not exist")?;
        }
        need(pair.into_iter().any(|body| is_free(&self.bodies, body)), "a contact has no free body")?;
        need(one.track <= self.run.record.tracked_bodies().0, "a contact has no track")
    }

    fn check_island(&self, number: usize, island: &Island) -> Result<(), RestartError> {
        let sorted = island.bodies.is_sorted_by(|a, b| a < b);
        let free = island.bodies.iter().all(|&body| is_free(&self.bodies, body));
        need(sorted && free && island.bodies.first() == Some(&number), "an island has other bodies")?;
        for one in &island.followed {
            self.check_followed(one, [one.a, one.b])?;
        }
        match &island.path {
            IslandPath::Flight(_) => {
                need(island.bodies.len() == 1 && island.followed.is_empty(), "bodies fly together")
            }
            IslandPath::Step(step) => self.check_step(island, step),
            IslandPath::Rest(rest) => {
                let placed = rest.places.iter().map(|(body, _)| *body);
                need(placed.eq(island.bodies.iter().copied()), "a body that rests has no place")?;
                need(rest.phases.len() == island.bodies.len(), "a body that rests has no place")?;
                need(rest.forces.len() == rest.supports.len(), "a contact at rest has no force")?;
                for one in &rest.followed {
                    self.check_followed(one, [one.a, one.b])?;
                }
                rest.supports.iter().try_for_each(|one| self.check_contact([one.a, one.b], &one.contact))
            }
        }
    }

    fn check_step(&self, island: &Island, path: &IslandStep) -> Result<(), RestartError> {
        let IslandStep { step, order, motions, change } = path;
        let count = self.bodies.all.len();
        let fine = order.is_sorted_by(|a, b| a < b) && order.iter().all(|&body| body < count);
        need(fine && island.bodies.iter().all(|body| order.contains(body)), "a step has other bodies")?;
        let contacts = island.followed.len();
        need(
            step.counts() == [order.len(), contacts, contacts] && motions.len() == order.len(),
            "a step lacks a body",
        )?;
        let moved = order.iter().zip(motions).all(|(&body, motion)| motion.is_some() == is_free(&self.bodies, body));
        need(moved, "a step lacks a motion")?;
        need(step.start.is_finite() && step.length > 0.0 && step.length.is_finite(), "a step has no length")?;
        need(change.is_none_or(|(share, index, _)| share.is_finite() && index < contacts), "no contact changes")?;
        for one in step.all_followed() {
            let named = |body: usize| order.get(body).copied().ok_or_else(|| content("a step lacks a body"));
            self.check_followed(one, [named(one.a)?, named(one.b)?])?;
        }
        Ok(())
    }
}
