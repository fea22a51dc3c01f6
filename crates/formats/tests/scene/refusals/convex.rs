//! Faults of exact convex bodies.

use super::*;

/// Files from the time when these bodies were polyhedra.
#[test]
fn counts_of_older_files() {
    let label = |count| format!("write `facets = {count}` for the polyhedron, or leave it out for the exact body");
    let text = with_shape("{ sphere = { radius = 1, subdivisions = 4 } }");
    let message = "`subdivisions` is no longer a key of `sphere`: a sphere is now exact unless it has `facets`";
    refused(&text, "subdivisions", message, &label("4"));
    refused(&text.replace("} }", "}, smooth = true }"), "subdivisions", message, &label("4"));
    refused(&text.replace("= 4", "= \"four\""), "subdivisions", message, &label("..."));
    for kind in ["cylinder", "cone"] {
        let text = with_shape(&format!("{{ {kind} = {{ radius = 1, height = 2, sides = 32 }} }}"));
        let message = format!("`sides` is no longer a key of `{kind}`: a {kind} is now exact unless it has `facets`");
        refused(&text, "sides", &message, &label("32"));
    }
}

#[test]
fn forms_that_exclude_each_other() {
    let keep = "keep one of them";
    let text = with_shape("{ sphere = { radius = 1, facets = 2 }, smooth = true }");
    refused(&text, "true", "`facets` and `smooth` exclude each other", keep);
    let text = with_shape("{ cone = { radius = 1, height = 1, facets = 9 }, rounding = 0.5 }");
    refused(&text, "0.5", "`facets` and `rounding` exclude each other", keep);
    for kind in ["capsule = { radius = 1, length = 1 }", "box = [1, 1, 1]"] {
        let text = with_shape(&format!("{{ {kind}, smooth = true, rounding = 0.5 }}"));
        refused(&text, "0.5", "`smooth` and `rounding` exclude each other", keep);
    }
    let text = with_shape("{ hull = { points = [[0, 0, 0]], file = \"a.obj\" } }");
    refused(&text, "\"a.obj\"", "the hull has both `points` and a `file`", keep);
}

#[test]
fn rounding_that_is_none() {
    let message = "`rounding` must be greater than zero, found 0";
    let text = with_shape("{ box = [1, 1, 1], rounding = 0 }");
    refused(&text, "0 }\n", message, "expected greater than zero");
}

#[test]
fn hulls_that_are_none() {
    let label = "add `points = [[0, 0, 0], ...]`, or `file = \"part.obj\"` for the hull of a mesh";
    refused(&with_shape("{ hull = {} }"), "{} }\nmotion", "`hull` has no `points`", label);
    let message = "`points` must be a list of points [x, y, z], found an empty array";
    refused(&with_shape("{ hull = { points = [] } }"), "[] }", message, "expected a list of points [x, y, z]");
    let message = "`points[1]` must be three numbers [x, y, z], found an array of 2 elements";
    let text = with_shape("{ hull = { points = [[0, 0, 0], [1, 2]] } }");
    refused(&text, "[1, 2]", message, "expected three numbers [x, y, z]");
    let text = with_shape("{ hull = { points = [[1e61, 0, 0]] } }");
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    assert!(error.faults()[0].message().starts_with("the hull cannot be made: point 0 of the hull"), "{error}");
}

/// A sphere of this radius has powers beyond the range of doubles.
#[test]
fn lengths_that_no_numbers_can_hold() {
    for shape in ["{ sphere = { radius = 1e200 } }", "{ box = [1, 1, 1], rounding = 1e-200 }"] {
        let error = Scene::parse(&with_shape(shape), "scene.toml").unwrap_err();
        assert!(error.faults()[0].message().contains(" cannot be made: "), "{error}");
        assert!(error.faults()[0].message().contains("choose another unit of length"), "{error}");
    }
}

#[test]
fn an_exact_body_is_no_surface() {
    let text = format!("{}surface = true\n", with_shape("{ sphere = { radius = 1 } }"));
    let label = "leave it out; `facets = ...` or `smooth = true`, where the kind has them, make a surface";
    refused(&text, "true", "an exact convex body is a solid, not a surface", label);
}

#[test]
fn motions_that_change_the_form() {
    let message = "an exact convex body keeps its form: it moves as a whole";
    let label = "write `facets = 32` in the shape (`facets = 3` for a sphere), or use a mesh";
    let shape = "{ cylinder = { radius = 1, height = 2 } }";
    let text = scene_with(shape, "{ vertexwise = { times = [0], frames = [[[0, 0, 0]]] } }");
    refused(&text, "{ times", message, label);
    refused(&scene_with(shape, "{ expression = [\"x\", \"y\", \"z + t\"] }"), "[\"x\"", message, label);
}
