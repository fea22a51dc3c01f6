//! Bodies with flat faces in full contact at the start of a simulation.
//!
//! Reference: without friction and gravity, a body that slides along a floor keeps its velocity, hence its energy,
//! exactly.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use tangency::formats::simulation::{EndingKind, EventReportKind};
use tangency::{Scene, SimulateOptions, Simulated, simulate};

fn run(text: &str) -> Simulated {
    let scene = Scene::parse(text, "test.toml").unwrap_or_else(|error| panic!("{error}"));
    simulate(&scene, &SimulateOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// A box of 1 kg stands across the diagonal of a floor's face and slides at 8 m/s: 32 J, and no impact changes that.
#[test]
fn a_frictionless_box_that_stands_flush_keeps_its_energy() {
    for (orientation, velocity) in [
        ("[0, 0, 0, 1]", [8.0, 0.0, 0.0]),
        ("[0, 0, 0, 1]", [4.8, 6.4, 0.0]),
        ("[0, 0, 0.3826834323650898, 0.9238795325112867]", [8.0, 0.0, 0.0]),
    ] {
        let text = format!(
            "span = {{ end = 0.1 }}\n[dynamics]\ngravity = [0, 0, 0]\n\
             [[body]]\nname = \"box\"\nshape = {{ box = [0.5, 0.5, 0.5] }}\n\
             dynamics = {{ free = {{ density = 8, position = [0, 0, 0.75], orientation = {orientation}, \
             velocity = {velocity:?} }} }}\n\
             material = {{ restitution = 0.5, friction = 0 }}\n\
             [[body]]\nname = \"floor\"\nshape = {{ box = [8, 8, 1] }}\n\
             material = {{ restitution = 1, friction = 0 }}\n"
        );
        let Simulated { result, .. } = run(&text);
        assert_eq!(result.ending, EndingKind::Finished);
        let energy = result.energy.totals();
        for (time, total) in result.energy.times.iter().zip(&energy) {
            assert!((total - 32.0).abs() < 1e-6, "{total} J at {time} s, {orientation}: {:?}", result.events);
        }
        let impacts = result.events.iter().filter(|event| event.kind == EventReportKind::Impact).count();
        assert_eq!(impacts, 0, "{:?}", result.events);
    }
}
