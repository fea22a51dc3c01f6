//! A gas of convex polyhedra between six walls, event by event.
//!
//! ```text
//! cargo run --release -p tangency-world --example gas -- [BODIES] [FACES] [SECONDS] [SPEED]
//! ```
//!
//! Bodies of radius about 0.5 m at 5 % of the volume, elastic, without gravity. Prints collisions, the time of computing
//! for a simulated second, and the errors of energy and momentum.

use glam::{DQuat, DVec3};
use std::f64::consts::PI;
use std::sync::Arc;
use std::time::Instant;
use tangency_detect::{Prepared, Query};
use tangency_geometry::{ConvexHull, HalfSpace, Polyhedron};
use tangency_interval::laws::Random;
use tangency_respond::{Inertia, Material};
use tangency_world::{BodyState, RunOptions, World, WorldBody, WorldEventKind};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<f64> = std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let number = |index: usize, usual: f64| numbers.get(index).copied().unwrap_or(usual);
    let (count, faces, seconds, speed) =
        (number(0, 1000.0) as usize, number(1, 24.0) as usize, number(2, 1.0), number(3, 1.0));
    let world = gas(count, faces, speed)?;
    let options = RunOptions {
        until: seconds,
        query: Query { tolerance: 1e-9, ..Query::default() },
        keep_motions: false,
        ..RunOptions::default()
    };
    let clock = Instant::now();
    let history = world.run(&options)?;
    let time = clock.elapsed().as_secs_f64();
    let impacts = history.events.iter().filter(|event| event.kind == WorldEventKind::Impact);
    let of_walls = impacts.clone().filter(|event| event.a.min(event.b) < 6).count();
    let impacts = impacts.count();
    let [first, last] = [history.energy[0], history.energy[history.energy.len() - 1]];
    println!("{count} bodies of {faces} faces, {:?} at {} s", history.ending, history.until);
    println!("collisions             {:>12} between bodies, {of_walls} with walls", impacts - of_walls);
    println!("computing              {:>12.3} s for a simulated second", time / seconds);
    println!("energy, relative error {:>12.1e}", last.total() / first.total() - 1.0);
    println!("{:?}", history.counts);
    Ok(())
}

/// Polyhedra on a grid in a cube, turned and thrown at random.
fn gas(count: usize, faces: usize, speed: f64) -> Result<World, Box<dyn std::error::Error>> {
    let mut random = Random::new(11);
    let vector = |random: &mut Random| DVec3::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0)));
    let elastic = Material::new(1.0, 0.0)?;
    let shapes = (0..16).map(|_| {
        // A simplicial polyhedron of n vertices has 2n − 4 faces.
        let points = (0..faces / 2 + 2).map(|_| 0.5 * vector(&mut random).normalize_or(DVec3::X)).collect::<Vec<_>>();
        let body = Polyhedron::new(ConvexHull::of(&points)?.mesh().clone())?;
        let inertia = Inertia::of_mass(&body.mass(), 1000.0)?;
        Ok((Arc::new(Prepared::new(body.into())), inertia))
    });
    let shapes = shapes.collect::<Result<Vec<_>, Box<dyn std::error::Error>>>()?;
    let side = (count as f64 * 4.0 / 3.0 * PI * 0.125 / 0.05).cbrt();
    let per_side = (count as f64).cbrt().ceil();
    let mut bodies = Vec::new();
    for axis in DVec3::AXES {
        for sign in [1.0, -1.0] {
            let state = BodyState::at(-0.5 * side * sign * axis);
            let wall = HalfSpace::facing(sign * axis, 0.0)?;
            bodies.push(WorldBody::fixed("wall", Arc::new(Prepared::new(wall.into())), state).of(elastic));
        }
    }
    for index in 0..count {
        let at = [index as f64 % per_side, (index as f64 / per_side).floor() % per_side];
        let place = DVec3::new(at[0], at[1], (index as f64 / per_side / per_side).floor());
        let place = ((place + 0.5) / per_side - 0.5) * (side - 1.0);
        let (prepared, inertia) = &shapes[index % shapes.len()];
        let state = BodyState {
            position: place - inertia.centre(),
            orientation: DQuat::from_scaled_axis(3.0 * vector(&mut random)),
            velocity: speed * vector(&mut random),
            angular_velocity: speed * vector(&mut random),
        };
        bodies.push(WorldBody::free(&format!("body {index}"), prepared.clone(), *inertia, state).of(elastic));
    }
    Ok(World { bodies, gravity: DVec3::ZERO })
}
