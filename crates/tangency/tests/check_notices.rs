//! Warnings about scenes that have an answer, but are probably not what their author meant.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use tangency::{Scene, check, scenes};

fn warnings(text: &str) -> Vec<String> {
    let scene = Scene::parse(text, "test.toml").unwrap();
    check(&scene, &Default::default()).unwrap().warnings
}

const ONE: &str = "span = { end = 1 }\n[[body]]\nname = \"a\"\nshape = { box = [1, 1, 1] }\n";

fn second(side: f64) -> String {
    let motion = "motion = { still = { position = [5000, 0, 0] } }";
    format!("{ONE}[[body]]\nname = \"b\"\nshape = {{ box = [{side}, {side}, {side}] }}\n{motion}\n")
}

#[test]
fn a_scene_without_a_question_says_so() {
    let said = warnings(ONE);
    assert!(said[0].contains("nothing to check: \"a\" is the only body"), "{said:?}");
    let said = warnings(&format!("query = {{ may_touch = [[\"a\", \"b\"]] }}\n{}", second(1.0)));
    assert!(said[0].contains("all pairs of bodies may touch"), "{said:?}");
    let cloth = "span = { end = 1 }\n[[body]]\nname = \"a\"\nshape = { grid = { size = [1, 1], cells = [2, 2] } }\n\
                 self_contact = true\n";
    assert!(warnings(cloth).is_empty(), "{:?}", warnings(cloth));
}

#[test]
fn meshes_a_thousand_times_as_large_as_others_are_suspicious() {
    let said = warnings(&second(1000.0));
    assert!(said[0].contains("\"b\" is about 1732.051 m large") && said[0].contains("units = \"mm\""), "{said:?}");
    assert!(warnings(&second(400.0)).is_empty());
}

/// A mesh in millimetres is compared with bodies of other kinds too; two exact bodies are not compared.
#[test]
fn a_mesh_is_compared_with_every_body() {
    let ball = |radius: f64, place: f64| {
        format!(
            "[[body]]\nname = \"ball {radius}\"\nshape = {{ sphere = {{ radius = {radius} }} }}\n\
             motion = {{ still = {{ position = [{place}, 0, 0] }} }}\n"
        )
    };
    let said = warnings(&format!("{ONE}{}", ball(1000.0, 5000.0)));
    assert!(said[0].contains("\"ball 1000\"") && said[0].contains("\"a\""), "{said:?}");
    let said = warnings(&format!("{ONE}{}", ball(0.0005, 5.0)));
    assert!(said[0].contains("\"ball 0.0005\"") && said[0].contains("\"a\""), "{said:?}");
    let exact = format!("span = {{ end = 1 }}\n{}{}", ball(0.0005, 0.0), ball(1000.0, 5000.0));
    assert!(warnings(&exact).is_empty(), "{:?}", warnings(&exact));
}

#[test]
fn no_built_in_scene_is_suspicious() {
    for name in ["needle", "rail", "landing", "edge", "peg", "primitives"] {
        let scene = scenes::make(name).unwrap();
        let report = check(&scene, &Default::default()).unwrap();
        assert_eq!(report.warnings, scene.warnings, "{name}");
    }
}
