//! Responses that a scene chooses, and the forces in the result of a simulation.
//!
//! References: closed forms; the result file, which must round-trip bit for bit; the pages of the documentation.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use tangency::formats::schema::{Schema, schema};
use tangency::formats::simulation::{EndingKind, Simulation};
use tangency::respond::ImpactResponse;
use tangency::{Scene, SimulateOptions, simulate};

fn run(text: &str) -> Simulation {
    let scene = Scene::parse(text, "test.toml").unwrap_or_else(|error| panic!("{error}"));
    simulate(&scene, &SimulateOptions::default()).unwrap_or_else(|error| panic!("{error}")).result
}

/// A ball with the speed 1 m/s along a rough floor and 2 m/s down on it, without gravity.
fn thrown(response: &str) -> String {
    format!(
        "span.end = 0.2\nquery.tolerance = 1e-9\ndynamics = {{ gravity = [0, 0, 0], response = \"{response}\" }}\n\
         [[body]]\nname = \"ball\"\n\
         shape = {{ sphere = {{ radius = 0.1 }}, smooth = true }}\nmaterial = {{ restitution = 0.5, friction = 1 }}\n\
         dynamics.free = {{ position = [0, 0, 0.3], velocity = [1, 0, -2], mass = 2 }}\n[[body]]\nname = \"floor\"\n\
         shape = {{ height_field = {{ z = \"0\", x = [-5, 5], y = [-5, 5] }} }}\nmaterial = {{ restitution = 1, \
         friction = 1 }}\n"
    )
}

/// Each response has its key in scene files, the pages and the schema. With friction, the ball leaves the floor at 5/7 of
/// its speed along it: the impulse has the parts m·3 up and m·2/7 back. Without friction, only the first. The impact
/// takes place four tolerances above the floor: the arm of the friction is longer by half of that, 2e-8 of the
/// radius, and the impulse less by about as much of its part along the floor.
#[test]
fn every_response_is_a_scene_key() {
    let pages = [include_str!("../../../docs/simulate.md"), include_str!("../../../docs/scene-file.md")];
    for response in ImpactResponse::ALL {
        let result = run(&thrown(response.name()));
        let back = if response.has_friction() { 2.0 / 7.0 } else { 0.0 };
        let expected = 2.0 * 3.0_f64.hypot(back);
        assert!((result.events[0].impulse - expected).abs() < 2e-9, "{response}: {} N s", result.events[0].impulse);
        for page in pages {
            assert!(page.contains(&format!("`\"{response}\"`")), "no page names {response}");
        }
        assert!(schema(Schema::Scene).contains(&format!("\"{response}\"")), "{response}");
    }
    let error = Scene::parse(&thrown("penalty"), "test.toml").unwrap_err().to_string();
    assert!(error.contains("penalty") && error.contains("\"least_constraint\""), "{error}");
}

/// Boxes fall into a stack: while they rest, the forces on each are its weight; the file has the same numbers.
#[test]
fn the_result_has_the_forces_of_a_stack_at_rest() {
    let body = |name: &str, height: f64, mass: f64| {
        format!(
            "[[body]]\nname = \"{name}\"\nshape = {{ box = [0.2, 0.2, 0.1] }}\nmaterial.restitution = 0.2\n\
             dynamics.free = {{ position = [0, 0, {height}], mass = {mass} }}\n"
        )
    };
    let floor = "[[body]]\nname = \"floor\"\nshape = { half_space = {} }\n";
    let result = run(&format!("span.end = 2\n{}{}{floor}", body("low", 0.051, 3.0), body("high", 0.153, 1.5)));
    assert_eq!(result.ending, EndingKind::Finished);
    assert!(result.counts.sleeps.unwrap() >= 2, "{:?}", result.counts);
    let time = result.span[1] - 1e-3;
    let on = |name: &str| -> f64 {
        let acting = result.forces.iter().filter(|force| force.span[0] <= time && time <= force.span[1]);
        acting
            .map(|force| match (force.a == name, force.b == name) {
                (true, _) => force.forces.last().unwrap()[2],
                (_, true) => -force.forces.last().unwrap()[2],
                (false, false) => 0.0,
            })
            .sum()
    };
    for (name, expected) in [("high", 1.5 * 9.81), ("low", 3.0 * 9.81), ("floor", -4.5 * 9.81)] {
        assert!((on(name) - expected).abs() < 1e-9 * 4.5 * 9.81, "{name}: {} of {expected}", on(name));
    }
    let quality = result.quality;
    assert!(quality.problems.unwrap() > 0 && quality.worst_residual.is_some(), "{quality:?}");
    assert_eq!(Simulation::from_json(&result.to_json().unwrap()).unwrap(), result);
}
