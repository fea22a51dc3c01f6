//! A gas of convex polyhedra between six walls, checked: energy, momentum, and that no two bodies ever overlap.
//!
//! ```text
//! cargo run --release -p tangency-world --example gas_check -- [BODIES] [COLLISIONS] [INSTANTS] [SPEED]
//! ```
//!
//! Elastic hulls of 24 faces and radius 0.5 m at 5 % of the volume, without gravity, until there were so many collisions
//! of bodies. At random instants all pairs whose balls meet are tested by separating axes, which is code of the tests and
//! not of the detection. Momentum is checked at the bodies alone: every impact of a wall is taken out of the balance by
//! its impulse. The program fails if energy is off by 1e-10, momentum by more than rounding, or an overlap is deeper than
//! 1e-9 of a radius.

#[path = "../tests/overlap_oracle/mod.rs"]
mod overlap_oracle;

use glam::{DQuat, DVec3};
use overlap_oracle::{Body, near, place, separation};
use std::f64::consts::PI;
use std::process::ExitCode;
use std::sync::Arc;
use tangency_detect::{Prepared, Query};
use tangency_geometry::{ConvexHull, HalfSpace, Polyhedron};
use tangency_interval::laws::Random;
use tangency_respond::{Inertia, Material};
use tangency_world::{
    BodyState, History, Mobility, RunEnding, RunOptions, World, WorldBody, WorldEvent, WorldEventKind,
};

/// Metres.
const RADIUS: f64 = 0.5;
/// The walls are the first bodies.
const WALLS: usize = 6;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let numbers: Vec<f64> = std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let number = |index: usize, usual: f64| numbers.get(index).copied().unwrap_or(usual);
    let (count, collisions, instants, speed) =
        (number(0, 1_000.0) as usize, number(1, 10_000.0), number(2, 10_000.0) as usize, number(3, 3.0));
    let world = gas(count, speed)?;
    // About 150 collisions a second of 1,000 bodies at 1 m/s, once the grid has dissolved.
    let guess = 1.2 * collisions / (0.15 * count as f64 * speed);
    let query = Query { tolerance: 1e-9, ..Query::default() };
    let history = world.run(&RunOptions { until: guess, query, ..RunOptions::default() })?;
    if history.ending != RunEnding::Finished {
        return Err(format!("the run ended with {:?} at {} s", history.ending, history.until).into());
    }
    let impacts = || history.events.iter().filter(|event| event.kind == WorldEventKind::Impact);
    let of_walls = impacts().filter(|event| event.a.min(event.b) < WALLS).count();
    println!("{count} bodies, {} s simulated", history.until);
    println!("collisions of bodies     {:>10}, with walls {of_walls}", impacts().count() - of_walls);
    let [first, last] = [history.energy[0], history.energy[history.energy.len() - 1]];
    let energy = (last.total() / first.total() - 1.0).abs();
    println!("energy, relative error   {energy:>10.1e}");
    let momentum = momentum_error(&world, &history);
    println!("momentum, relative error {momentum:>10.1e}");
    let (least, tested) = least_separation(&world, &history, instants)?;
    println!("least separation         {:>10.1e} of a radius, at {instants} instants, {tested} pairs", least / RADIUS);
    let enough = (impacts().count() - of_walls) as f64 >= collisions;
    let fine = enough && energy < 1e-10 && momentum < 1e-11 && least > -1e-9 * RADIUS;
    println!("{}", if fine { "all within bounds" } else { "NOT within bounds" });
    Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What the momentum of all bodies lacks after the impulses of the walls, divided by the sum of all magnitudes.
fn momentum_error(world: &World, history: &History) -> f64 {
    let sum = |states: &[BodyState]| {
        let momenta = world.bodies.iter().zip(states).map(|(body, state)| momentum(body, state));
        momenta.fold((DVec3::ZERO, 0.0), |(sum, size), one| (sum + one, size + one.length()))
    };
    let begin: Vec<BodyState> = world.bodies.iter().map(|body| body.state).collect();
    let ((before, size), (after, _)) = (sum(&begin), sum(&history.states));
    // The normal points from the first body to the second, and the impulse pushes the second along it.
    let push = |event: &WorldEvent| {
        let (wall_first, wall) = (event.a < WALLS, event.a.min(event.b) < WALLS);
        let Some(contact) = event.contacts.first().filter(|_| wall) else { return DVec3::ZERO };
        if wall_first { event.impulse * contact.normal } else { -event.impulse * contact.normal }
    };
    let pushes: DVec3 = history.events.iter().map(push).sum();
    (after - before - pushes).length() / size
}

fn momentum(body: &WorldBody, state: &BodyState) -> DVec3 {
    let Mobility::Free(inertia) = &body.matter else { return DVec3::ZERO };
    let arm = state.orientation * inertia.centre();
    inertia.mass() * (state.velocity + state.angular_velocity.cross(arm))
}

/// The least separation of all pairs at random instants, and the number of pairs that were tested.
fn least_separation(world: &World, history: &History, instants: usize) -> Result<(f64, usize), String> {
    let bodies = world.bodies.iter().map(|body| Body::of(body.prepared.shape()));
    let bodies: Vec<Body> = bodies.collect::<Option<_>>().ok_or("a shape that the test does not know")?;
    let reaches: Vec<f64> = bodies.iter().map(Body::reach).collect();
    let mut random = Random::new(77);
    let (mut least, mut tested) = (f64::INFINITY, 0);
    for _ in 0..instants {
        let time = random.between(0.0, history.until);
        let places = history.motions.iter().map(|motion| place(motion, time));
        let places: Vec<_> = places.collect::<Option<_>>().ok_or("a motion without poses")?;
        for [a, b] in near(&places, &reaches, 0.0) {
            least = least.min(separation([&bodies[a], &bodies[b]], [places[a], places[b]], 1e-3));
            tested += 1;
        }
    }
    Ok((least, tested))
}

/// Polyhedra on a grid in a cube, turned and thrown at random.
fn gas(count: usize, speed: f64) -> Result<World, Box<dyn std::error::Error>> {
    let mut random = Random::new(12);
    let vector = |random: &mut Random| DVec3::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0)));
    let elastic = Material::new(1.0, 0.0)?;
    let shapes = (0..16).map(|_| {
        let points = (0..14).map(|_| RADIUS * vector(&mut random).normalize_or(DVec3::X)).collect::<Vec<_>>();
        let body = Polyhedron::new(ConvexHull::of(&points)?.mesh().clone())?;
        let inertia = Inertia::of_mass(&body.mass(), 1000.0)?;
        Ok((Arc::new(Prepared::new(body.into())), inertia))
    });
    let shapes = shapes.collect::<Result<Vec<_>, Box<dyn std::error::Error>>>()?;
    let side = (count as f64 * 4.0 / 3.0 * PI * RADIUS.powi(3) / 0.05).cbrt();
    let per_side = (count as f64).cbrt().ceil() as usize;
    let mut bodies = Vec::new();
    for normal in DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]) {
        let wall = Arc::new(Prepared::new(HalfSpace::facing(normal, 0.0)?.into()));
        bodies.push(WorldBody::fixed("wall", wall, BodyState::at(-0.5 * side * normal)).of(elastic));
    }
    for index in 0..count {
        let cell = [index % per_side, index / per_side % per_side, index / per_side / per_side];
        let cell = DVec3::from_array(cell.map(|place| place as f64));
        let (prepared, inertia) = &shapes[index % shapes.len()];
        let orientation = DQuat::from_scaled_axis(3.0 * vector(&mut random));
        let state = BodyState {
            position: ((cell + 0.5) / per_side as f64 - 0.5) * (side - 2.0 * RADIUS) - orientation * inertia.centre(),
            orientation,
            velocity: speed * vector(&mut random),
            angular_velocity: speed * vector(&mut random),
        };
        bodies.push(WorldBody::free(&format!("body {index}"), prepared.clone(), *inertia, state).of(elastic));
    }
    Ok(World { bodies, gravity: DVec3::ZERO })
}
