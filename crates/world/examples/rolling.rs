//! Bodies roll and slide with followed contacts. Prints every event.
//!
//! Run with `cargo run --release -p tangency-world --example rolling`.

use glam::{DQuat, DVec2, DVec3, dvec3};
use std::sync::Arc;
use tangency_detect::Prepared;
use tangency_geometry::Shape;
use tangency_geometry::surface::Brep;
use tangency_respond::{Inertia, Material};
use tangency_world::{BodyState, RunOptions, World, WorldBody};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let prepared = |shape: Shape| Arc::new(Prepared::new(shape));
    let floor = prepared(Brep::rectangle(DVec2::splat(4.0))?.into());
    let wall = prepared(Brep::rectangle(DVec2::splat(1.0))?.into());
    let egg_radii = dvec3(0.1, 0.1, 0.16);
    let egg = prepared(Brep::ellipsoid(egg_radii)?.into());
    let marble = prepared(Brep::sphere(0.1)?.into());

    // A marble is thrown along the floor, begins to roll, and hits a wall. An egg is dropped onto its side and
    // tumbles.
    let thrown = BodyState::at(dvec3(-0.6, 0.0, 0.1)).moving(dvec3(2.0, 0.0, 0.0));
    let upright = BodyState {
        orientation: DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2),
        ..BodyState::at(dvec3(0.4, 0.0, 0.5))
    };
    let dropped = BodyState { orientation: DQuat::from_rotation_x(0.9), ..BodyState::at(dvec3(-0.6, 0.7, 0.18)) };
    let bodies = vec![
        WorldBody::free("marble", marble, Inertia::sphere(0.5, 0.1)?, thrown).of(Material::new(0.6, 0.5)?),
        WorldBody::free("egg", egg, Inertia::ellipsoid(0.5, egg_radii)?, dropped).of(Material::new(0.2, 0.5)?),
        WorldBody::fixed("floor", floor, BodyState::default()).of(Material::new(1.0, 0.5)?),
        WorldBody::fixed("wall", wall, upright).of(Material::new(1.0, 0.1)?),
    ];
    let world = World { bodies, gravity: dvec3(0.0, 0.0, -9.81) };
    let history = world.run(&RunOptions { until: 0.7, ..RunOptions::default() })?;

    println!("{:>10}  {:<8} {:<8} {:<7} {:>12}  where", "s", "a", "b", "event", "impulse N·s");
    for event in &history.events {
        let [a, b] = [event.a, event.b].map(|body| &world.bodies[body].name);
        let DVec3 { x, y, z } = event.contacts[0].point;
        let kind = format!("{:?}", event.kind);
        println!(
            "{:10.6}  {a:<8} {b:<8} {kind:<7} {:12.6}  ({x:.4}, {y:.4}, {z:.4})",
            event.time.lower(),
            event.impulse
        );
    }
    for track in &history.tracks {
        let [a, b] = [track.a, track.b].map(|body| &world.bodies[body].name);
        let [from, to] = [track.from, track.until].map(|time| track.path.at(time).point(0, DVec3::ZERO));
        println!(
            "{a} on {b}: {:?} from {:.4} s to {:.4} s, the contact from {from:.4} to {to:.4}",
            track.mode, track.from, track.until
        );
    }
    let (first, last) = (history.energy[0], history.energy[history.energy.len() - 1]);
    println!(
        "{:?}: {} steps, {} steps of the detection; energy {:.6} J, then {:.6} J",
        history.ending,
        history.steps,
        history.effort.iterations,
        first.total(),
        last.total()
    );
    Ok(())
}
