//! The cubes in our world.

use super::Outcome;
use super::scene::{FRAMES, FRICTION, MASS, Resting, SIDE, WALLS};
use crate::world::{overlap_oracle, seconds};
use glam::DVec3;
use std::sync::Arc;
use tangency::detect::Prepared;
use tangency::geometry::{HalfSpace, Shape, primitive};
use tangency::respond::{Inertia, Material};
use tangency::world::{BodyState, RunEnding, RunOptions, World, WorldBody};

fn world(scene: &Resting) -> Result<World, String> {
    let failed = |error: &dyn std::fmt::Display| error.to_string();
    let material = Material::new(0.0, FRICTION).map_err(|error| failed(&error))?;
    let size = DVec3::splat(SIDE);
    let cube = Arc::new(Prepared::new(primitive::cuboid(size).map_err(|error| failed(&error))?.into()));
    let inertia = Inertia::cuboid(MASS, size).map_err(|error| failed(&error))?;
    let plane = |name: &str, normal: DVec3, at: f64| -> Result<WorldBody, String> {
        let shape: Shape = HalfSpace::facing(normal, 0.0).map_err(|error| failed(&error))?.into();
        Ok(WorldBody::fixed(name, Arc::new(Prepared::new(shape)), BodyState::at(at * normal)).of(material))
    };
    let mut bodies = Vec::new();
    for (index, (orientation, centre)) in scene.cubes.iter().enumerate() {
        let state = BodyState { orientation: *orientation, ..BodyState::at(*centre) };
        bodies.push(WorldBody::free(&format!("cube {index}"), Arc::clone(&cube), inertia, state).of(material));
    }
    bodies.push(plane("floor", DVec3::Z, 0.0)?);
    if scene.walls {
        for normal in [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y] {
            bodies.push(plane("wall", normal, -WALLS)?);
        }
    }
    Ok(World { bodies, gravity: scene.gravity })
}

pub(super) fn run(scene: &Resting) -> Result<Outcome, String> {
    let world = world(scene)?;
    let start = seconds();
    let options = RunOptions { until: scene.until, ..RunOptions::default() };
    let history = world.run(&options).map_err(|error| error.to_string())?;
    let cost = (seconds() - start) / history.until.max(f64::MIN_POSITIVE);
    if history.ending != RunEnding::Finished {
        return Err(format!("ended at {} s after {cost:.3} s a second: {:?}", history.until, history.ending));
    }
    eprintln!("{}: {} events, {} steps, {:?}", scene.name, history.events.len(), history.steps, history.counts);
    let frame = |number: usize| {
        let time = (number as f64 / FRAMES as f64).min(scene.until);
        let cubes = history.motions.iter().take(scene.cubes.len());
        cubes.filter_map(|motion| overlap_oracle::place(motion, time)).collect()
    };
    Ok(Outcome { cost, frames: (0..=scene.frames()).map(frame).collect() })
}
