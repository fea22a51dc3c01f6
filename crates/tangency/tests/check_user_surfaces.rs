//! Surfaces by user formulas in a scene file, against every other kind of body: first contacts, and the errors of
//! formulas that make no surface.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use glam::{DVec3, dvec3};
use tangency::formats::Scene;
use tangency::{CheckOptions, check};

/// A ball by formula. Around it a ring by formula, a sphere and a box of triangles, which approach it at these speeds.
/// Each starts 1.5 m away from the ball.
fn around_a_ball([ring, sphere, brick]: [f64; 3]) -> String {
    let torus = r#"parametric = ["(1 + cos(v)/2)*cos(u)", "(1 + cos(v)/2)*sin(u)", "sin(v)/2"]"#;
    format!(
        r#"
span = {{ end = 1 }}

[[body]]
name = "ball"
shape = {{ parametric = ["cos(u)*cos(v)", "sin(u)*cos(v)", "sin(v)"], u = [0, "2*pi"], v = ["-pi/2", "pi/2"] }}

[[body]]
name = "ring"
shape = {{ {torus}, u = [0, "2*pi"], v = [0, "2*pi"] }}
motion = {{ linear = {{ position = [-4, 0, 0], velocity = [{ring}, 0, 0] }} }}

[[body]]
name = "sphere"
shape = {{ sphere = {{ radius = 0.5 }}, smooth = true }}
motion = {{ linear = {{ position = [3, 0, 0], velocity = [-{sphere}, 0, 0] }} }}

[[body]]
name = "brick"
shape = {{ box = [1, 1, 1] }}
motion = {{ linear = {{ position = [0, 3, 0], velocity = [0, -{brick}, 0] }} }}
"#
    )
}

/// A body that is fast enough arrives after 0.75 s, at the point of the ball that is nearest to it.
#[test]
fn a_surface_from_text_touches_a_mesh_a_sphere_and_another_one() {
    let cases = [([2.0, 1.0, 1.0], "ring", dvec3(-1.0, 0.0, 0.0)), ([1.0, 2.0, 1.0], "sphere", DVec3::X)];
    for (speeds, name, place) in cases.into_iter().chain([([1.0, 1.0, 2.0], "brick", DVec3::Y)]) {
        let scene = Scene::parse(&around_a_ball(speeds), "around.toml").unwrap();
        let report = check(&scene, &CheckOptions::default()).unwrap();
        assert_eq!(report.verdict.name(), "touch", "{name}");
        let [from, to] = report.time().unwrap();
        assert!(from <= 0.75 + 1e-15 && 0.75 - from < 1e-6 && (to - 0.75).abs() < 1e-6, "{name}: [{from}, {to}]");
        for contact in report.contacts() {
            assert_eq!([contact.a.as_str(), contact.b.as_str()], ["ball", name]);
            assert!(DVec3::from(contact.point).distance(place) < 1e-5, "{name}: {contact:?}");
            assert!(DVec3::from(contact.normal).distance(place) < 1e-5, "{name}: {contact:?}");
        }
        assert!(!report.contacts().is_empty());
    }
    let slow = Scene::parse(&around_a_ball([1.0; 3]), "around.toml").unwrap();
    assert_eq!(check(&slow, &CheckOptions::default()).unwrap().verdict.name(), "clear");
}

/// Formulas move an implicit solid, a parametric surface and a mesh, each towards the same wall, of triangles or
/// implicit. A body that grows fast enough reaches it after 0.5 s.
#[test]
fn formulas_move_whatever_there_is() {
    let shapes = [
        r#"{ implicit = "x^2 + y^2 + z^2 - 1", box = [[-2, -2, -2], [2, 2, 2]] }"#,
        r#"{ sphere = { radius = 1 }, smooth = true }"#,
        r#"{ box = [2, 1, 1] }"#,
    ];
    for shape in shapes {
        for wall in [r#"{ box = [1, 4, 4] }"#, r#"{ union = [{ box = [1, 4, 4] }] }"#] {
            let text = format!(
                r#"
span = {{ end = 1 }}

[[body]]
name = "growing"
shape = {shape}
motion = {{ expression = ["x*(1 + 2*t^2)", "y*cos(3*t) - z*sin(3*t)", "y*sin(3*t) + z*cos(3*t)"] }}

[[body]]
name = "wall"
shape = {wall}
motion = {{ still = {{ position = [2, 0, 0] }} }}
"#
            );
            let scene = Scene::parse(&text, "growing.toml").unwrap();
            let report = check(&scene, &CheckOptions::default()).unwrap();
            assert_eq!(report.verdict.name(), "touch", "{shape} {wall}");
            let [from, to] = report.time().unwrap();
            assert!(
                from <= 0.5 + 1e-15 && 0.5 - from < 1e-5 && (to - 0.5).abs() < 1e-5,
                "{shape} {wall}: [{from}, {to}]"
            );
            let on_wall = report.contacts().iter().all(|contact| (contact.point[0] - 1.5).abs() < 1e-4);
            assert!(on_wall && !report.contacts().is_empty(), "{shape} {wall}: {:?}", report.contacts());
        }
    }
}

/// A surface without a normal anywhere is an error of the file. A formula without a value or bound somewhere is an
/// error of the file, an error of the query, or a verdict other than `clear`.
#[test]
fn what_cannot_be_decided_is_not_called_clear() {
    let with = |formula: &str| {
        format!(
            r#"
span = {{ end = 1 }}

[[body]]
name = "odd"
shape = {{ parametric = [{formula}], u = [-1.2, 1.2], v = [-1.2, 1.2] }}

[[body]]
name = "ball"
shape = {{ sphere = {{ radius = 0.3 }}, smooth = true }}
motion = {{ linear = {{ position = [0.1, 0.1, 2], velocity = [0, 0, -4] }} }}
"#
        )
    };
    let error = Scene::parse(&with(r#""u", "u", "u""#), "odd.toml").unwrap_err().to_string();
    assert!(error.contains("odd") && error.contains("normal"), "{error}");
    for formula in [r#""u", "v", "0.01/(u - 0.3)""#, r#""u", "v", "sqrt(1 - u^2)""#, r#""u", "v", "sqrt(-1 - u^2)""#] {
        let told = match Scene::parse(&with(formula), "odd.toml") {
            Err(error) => {
                let error = error.to_string();
                assert!(error.contains("no value"), "{error}");
                error
            }
            Ok(scene) => match check(&scene, &CheckOptions { budget: Some(20_000), ..CheckOptions::default() }) {
                Err(error) => error.to_string(),
                Ok(report) => {
                    assert!(!report.verdict.is_clear(), "{formula}");
                    report.verdict.to_string()
                }
            },
        };
        println!("{formula}: {told}");
    }
}
