//! Faults of curved shapes.

use super::*;

fn surface(x: &str, u: &str) -> String {
    with_shape(&format!("{{ parametric = [\"{x}\", \"sin(u)\", \"v\"], u = {u}, v = [0, 1] }}"))
}

#[test]
fn formulas_that_are_none() {
    let text = surface("cos(u", "[0, 1]");
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    assert!(error.faults()[0].message().starts_with("not a formula: "), "{error}");
    let place = error.faults()[0].place().unwrap();
    let end_of_formula = text.lines().nth(5).unwrap().find("cos(u").unwrap() + "cos(u".len() + 1;
    assert_eq!((place.line, place.column), (6, end_of_formula), "{error}");
    let text = surface("cos(u) + w", "[0, 1]");
    let message = Scene::parse(&text, "scene.toml").unwrap_err().faults()[0].message().to_owned();
    refused(&text, "w\", ", &message, "here");
    assert!(message.starts_with("not a formula: ") && message.contains("`w`"), "{message}");
    let text = with_shape("{ parametric = [\"u\", \"v\"], u = [0, 1], v = [0, 1] }");
    let expected = "three formulas [\"x\", \"y\", \"z\"] of u, v and t";
    let message = format!("`parametric` must be {expected}, found an array of 2 elements");
    refused(&text, "[\"u\", \"v\"]", &message, &format!("expected {expected}"));
}

#[test]
fn ranges_that_are_none() {
    let label = "expected a larger second number";
    refused(&surface("cos(u)", "[1, 1]"), "[1, 1]", "the range of `u` goes from 1 to 1: it is empty", label);
    refused(&surface("cos(u)", "[2, 1]"), "[2, 1]", "the range of `u` goes from 2 to 1: it is empty", label);
    let message = "`u` must be a range [from, to], found 3";
    refused(&surface("cos(u)", "3"), "3, v", message, "expected a range [from, to]");
    let text = surface("cos(u)", "[0, \"2*pie\"]");
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    assert!(error.faults()[0].message().starts_with("not a formula: ") && error.to_string().contains("pi"), "{error}");
    let text = surface("cos(u)", "[0, \"1/0\"]");
    let message = "`u` must be a finite number, found the string \"1/0\"";
    refused(&text, "\"1/0\"", message, "expected a finite number");
    let text = with_shape("{ parametric = [\"u\", \"v\", \"0\"], u = [0, 1] }");
    refused(&text, "{ parametric", "`shape` has no `v`", "add `v = [0, \"2*pi\"]`");
}

/// The mark is at the coordinate without a value, or at the formulas that make no surface.
#[test]
fn formulas_that_make_no_surface() {
    let text = surface("sqrt(-1 - u^2)", "[0, 1]");
    let message = "not a surface: coordinate x of the surface has no value anywhere in its range";
    refused(&text, "\"sqrt(-1 - u^2)\"", message, "no value anywhere in the ranges of u and v");
    let text = with_shape("{ parametric = [\"u\", \"2*u\", \"u + 1\"], u = [0, 1], v = [0, 1] }");
    let message =
        "the parametric cannot be made: the surface has no normal anywhere: it is a curve or a point, not a surface";
    refused(&text, "[\"u\", \"2*u\"", message, "");
}

#[test]
fn bodies_that_cannot_be_made() {
    let cases = [
        ("{ superquadric = { radii = [1, 1, 1], exponents = [3, 4] } }", "must be an even number"),
        ("{ superquadric = { radii = [1, 1, 1], exponents = [4, 66] } }", "must be an integer from 2 to 64"),
        ("{ ellipsoid = { radii = [1, 0, 1] } }", "must be a positive length"),
        ("{ capsule = { radius = 1 } }", "`capsule` has no `length`"),
        ("{ torus = { radius = 1, tube = 2 }, smooth = true }", "less than the torus' radius"),
        ("{ torus = { radius = 2, tube = 1, around = 9 }, smooth = true }", "unknown key \"around\""),
        ("{ prism = { radius = 1, height = 2 }, smooth = true }", "unknown key \"smooth\""),
        ("{ sweep = { curve = [\"u\", \"0\", \"0\"], u = [0, 1], section = [\"v\", \"w\"], v = [0, 1] } }", "`w`"),
        ("{ height_field = { z = \"u\", x = [0, 1], y = [0, 1] } }", "`u`"),
        ("{ faces = [] }", "must be a list of faces"),
        ("{ faces = [{ parametric = [\"u\", \"v\", \"q\"], u = [0, 1], v = [0, 1] }] }", "`q`"),
    ];
    for (shape, message) in cases {
        let error = Scene::parse(&with_shape(shape), "scene.toml").unwrap_err();
        assert!(error.faults()[0].message().contains(message), "{shape}: {error}");
        assert_eq!(error.faults()[0].place().unwrap().line, 6, "{error}");
    }
}

#[test]
fn vertices_of_a_curved_shape_cannot_be_moved() {
    let shape = "{ sphere = { radius = 1 }, smooth = true }";
    let text = scene_with(shape, "{ vertexwise = { times = [0], frames = [[[0, 0, 0]]] } }");
    let message = "only a shape of triangles has vertices to move";
    refused(&text, "{ times", message, "write the time `t` into the formulas of the shape");
}

/// A solid must be closed. The advice points out an angle with too few digits.
#[test]
fn solids_with_a_slit() {
    let torus = "[\"(2+cos(v))*cos(u)\", \"(2+cos(v))*sin(u)\", \"sin(v)\"]";
    let text = with_shape(&format!("{{ parametric = {torus}, u = [0, 6.28], v = [0, \"2*pi\"], surface = false }}"));
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    assert_eq!(error.faults()[0].message(), "the body is to be solid, but it has a border");
    let label = error.faults()[0].label();
    assert_eq!(label, "its sides at u = 0 and u = 6.28 miss each other by 9.6e-3 m: for a full turn write \"2*pi\"");
}
