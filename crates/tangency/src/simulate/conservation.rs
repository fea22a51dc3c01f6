//! How well a simulation kept energy and momentum, where physics keeps them.
//!
//! *Question.* How large is the error of the simulation in quantities that must not change?
//! *Idea.* Energy is kept if no body that touched another took some away by restitution or friction, and none was
//! driven. Momentum changes by gravity alone if free bodies touched only free bodies. Thrust and air resistance do work
//! and change momentum: with them nothing is claimed.
//! *Guarantee.* None: floating point, from the states at the two ends and the energies on the way.

use glam::DVec3;
use tangency_formats::simulation::{ConservationReport, EnergyReport};
use tangency_world::{BodyState, History, Mobility, World, WorldBody};

/// The relative errors. `None` where the quantity may change.
pub(super) fn measured(world: &World, history: &History, energy: &EnergyReport) -> ConservationReport {
    if world.bodies.iter().any(|body| !body.forces.is_none()) {
        return ConservationReport::default();
    }
    let touching: Vec<[&WorldBody; 2]> = pairs(history).map(|pair| pair.map(|body| &world.bodies[body])).collect();
    ConservationReport {
        energy: touching.iter().all(keeps_energy).then(|| energy_error(energy)).flatten(),
        momentum: touching
            .iter()
            .all(|pair| pair.iter().all(|body| is_free(body)))
            .then(|| momentum_error(world, history))
            .flatten(),
    }
}

/// The pairs that touched, some of them several times.
fn pairs(history: &History) -> impl Iterator<Item = [usize; 2]> {
    let events = history.events.iter().map(|event| [event.a, event.b]);
    let tracks = history.tracks.iter().map(|track| [track.a, track.b]);
    events.chain(tracks).chain(history.slow_pairs.iter().copied())
}

fn is_free(body: &WorldBody) -> bool {
    matches!(body.matter, Mobility::Free(_))
}

/// Whether a pair bounces without loss, and nothing rubs.
fn keeps_energy([a, b]: &[&WorldBody; 2]) -> bool {
    let material = a.material.with(b.material);
    let elastic = material.restitution == 1.0;
    let smooth = material.friction == 0.0 && material.torsion == 0.0 && material.rolling == 0.0;
    let driven = |body: &WorldBody| body.motion.is_some() || matches!(body.matter, Mobility::Steered { .. });
    elastic && smooth && !driven(a) && !driven(b)
}

/// The greatest change of the total, as a part of the greatest kinetic energy.
fn energy_error(energy: &EnergyReport) -> Option<f64> {
    let most = energy.kinetic.iter().copied().fold(0.0, f64::max);
    (most > 0.0).then(|| energy.greatest_change().abs() / most)
}

/// The change of the momentum that gravity does not explain, as a part of the sum of the magnitudes of all momenta.
fn momentum_error(world: &World, history: &History) -> Option<f64> {
    let (mut change, mut sum, mut mass) = (DVec3::ZERO, 0.0, 0.0);
    for (body, end) in world.bodies.iter().zip(&history.states) {
        let Mobility::Free(inertia) = &body.matter else { continue };
        let momentum = |state: &BodyState| {
            let arm = state.orientation * inertia.centre();
            inertia.mass() * (state.velocity + state.angular_velocity.cross(arm))
        };
        let [before, after] = [momentum(&body.state), momentum(end)];
        change += after - before;
        sum += before.length().max(after.length());
        mass += inertia.mass();
    }
    let explained = world.gravity * (mass * history.until);
    (sum > 0.0).then(|| (change - explained).length() / sum)
}
