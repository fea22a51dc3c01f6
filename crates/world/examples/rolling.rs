//! Bodies roll and slide with tracked contacts; every event is printed.
//!
//! `cargo run --release -p tangency-world --example rolling`

use glam::{DQuat, DVec2, DVec3, dvec3};
use std::sync::Arc;
use tangency_detect::Prepared;
use tangency_geometry::Shape;
use tangency_geometry::surface::Brep;
use tangency_respond::{Inertia, Material};
use tangency_world::{Body, Options, State, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let prepared = |shape: Shape| Arc::new(Prepared::new(shape));
    let floor = prepared(Brep::rectangle(DVec2::splat(4.0))?.into());
    let wall = prepared(Brep::rectangle(DVec2::splat(1.0))?.into());
    let egg_radii = dvec3(0.1, 0.1, 0.16);
    let egg = prepared(Brep::ellipsoid(egg_radii)?.into());
    let marble = prepared(Brep::sphere(0.1)?.into());

    // A marble is thrown along the floor, begins to roll, and meets a wall; an egg is set down on its side, and tumbles.
    let thrown = State::at(dvec3(-0.6, 0.0, 0.1)).moving(dvec3(2.0, 0.0, 0.0));
    let upright =
        State { orientation: DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2), ..State::at(dvec3(0.4, 0.0, 0.5)) };
    let dropped = State { orientation: DQuat::from_rotation_x(0.9), ..State::at(dvec3(-0.6, 0.7, 0.18)) };
    let bodies = vec![
        Body::free("marble", marble, Inertia::sphere(0.5, 0.1)?, thrown).of(Material::new(0.6, 0.5)?),
        Body::free("egg", egg, Inertia::ellipsoid(0.5, egg_radii)?, dropped).of(Material::new(0.2, 0.5)?),
        Body::fixed("floor", floor, State::default()).of(Material::new(1.0, 0.5)?),
        Body::fixed("wall", wall, upright).of(Material::new(1.0, 0.1)?),
    ];
    let world = World { bodies, gravity: dvec3(0.0, 0.0, -9.81) };
    let history = world.run(&Options { until: 0.7, ..Options::default() })?;

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
