//! Faults of shapes.

use super::*;

#[test]
fn no_kind_or_two() {
    let text = with_shape("{}");
    refused(&text, "{}\nmotion", "the shape has no kind", "expected a kind of shape");
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    assert!(error.faults()[0].help().unwrap().starts_with("the kinds of shape are `mesh`, "), "{error}");
    let message = "a shape has one kind, but this one is both `mesh` and `vertices`";
    refused(&with_shape("{ mesh = \"a\", vertices = [] }"), "vertices", message, "keep either `mesh` or `vertices`");
}

#[test]
fn kinds_that_are_unknown_or_still_to_come() {
    let message = "unknown kind of shape \"msh\"";
    refused(&with_shape("{ msh = \"a.obj\" }"), "msh", message, "did you mean `mesh`?");
    let message = "shapes of the kind `strand` are not supported yet";
    refused(&with_shape("{ strand = {} }"), "strand", message, "not supported yet");
}

#[test]
fn vertices_that_are_no_points() {
    let text = with_shape("{ vertices = [[0, 0, 0], [1, 0], [0, 1, 0]], triangles = [[0, 1, 2]] }");
    let message = "`vertices[1]` must be three numbers [x, y, z], found an array of 2 elements";
    refused(&text, "[1, 0]", message, "expected three numbers [x, y, z]");
    let text = with_shape("{ vertices = [[0, 0, 0], [1, 0, true]], triangles = [[0, 1, 2]] }");
    refused(&text, "true", "`vertices[1][2]` must be a number, found true", "expected a number");
    let text = with_shape("{ vertices = [], triangles = [[0, 1, 2]] }");
    let message = "`vertices` must be a list of points [x, y, z], found an empty array";
    refused(&text, "[],", message, "expected a list of points [x, y, z]");
}

#[test]
fn triangles_that_are_none() {
    let shape = |triangles: &str| with_shape(&SHEET.replace("[[0, 1, 2]]", triangles));
    let message = "`triangles[0][2]` must be an integer from 0 to 2, found 3";
    refused(&shape("[[0, 1, 3]]"), "3]]", message, "expected an integer from 0 to 2");
    let message = "`triangles[0][1]` must be an integer from 0 to 2, found 1.0";
    refused(&shape("[[0, 1.0, 2]]"), "1.0", message, "expected an integer from 0 to 2");
    let message = "`triangles[0][0]` must be an integer from 0 to 2, found -1";
    refused(&shape("[[-1, 1, 2]]"), "-1", message, "expected an integer from 0 to 2");
    let message = "`triangles[0]` must be three indices [i, j, k], found an array of 4 elements";
    refused(&shape("[[0, 1, 2, 0]]"), "[0, 1, 2, 0]", message, "expected three indices [i, j, k]");
}

#[test]
fn lengths_and_counts_of_primitives() {
    let message = "`radius` must be greater than zero, found -1";
    refused(&with_shape("{ sphere = { radius = -1 } }"), "-1", message, "expected greater than zero");
    let message = "`facets` must be an integer from 0 to 11, found 12";
    let text = with_shape("{ sphere = { radius = 1, facets = 12 } }");
    refused(&text, "12", message, "expected an integer from 0 to 11");
    let message = "`box` must be three side lengths [x, y, z], found 2";
    refused(&with_shape("{ box = 2 }"), "2 }", message, "expected three side lengths [x, y, z]");
    let message = "`sphere` has no `radius`";
    refused(&with_shape("{ sphere = {} }"), "{} }\nmotion", message, "add `radius = 1.0`");
    let message = "`cylinder` must be a table with the keys `radius`, `height`, `facets`, found an array of 2 elements";
    let label = "expected a table with the keys `radius`, `height`, `facets`";
    refused(&with_shape("{ cylinder = [1, 2] }"), "[1, 2]", message, label);
    let text = with_shape("{ grid = { size = [1, 1], cells = [0, 3] } }");
    let message = "`cells[0]` must be an integer from 1 to 100000, found 0";
    refused(&text, "0, 3", message, "expected an integer from 1 to 100000");
}

#[test]
fn primitives_that_no_numbers_can_hold() {
    for shape in ["{ box = [1, 0, 1] }", "{ box = [1e308, 1e308, 1e308] }", "{ torus = { radius = 1, tube = 2 } }"] {
        let error = Scene::parse(&with_shape(shape), "scene.toml").unwrap_err();
        assert_eq!(error.faults()[0].place().unwrap().line, 6, "{error}");
        assert!(error.faults()[0].message().contains(" cannot be made: "), "{error}");
    }
}

#[test]
fn scales_that_are_none() {
    let shape = |scale: &str| with_shape(&SHEET.replace(" }", &format!(", scale = {scale} }}")));
    let message = "`scale` must be greater than zero, found 0.0";
    refused(&shape("0.0"), "0.0", message, "expected greater than zero");
    let text = shape("1e308").replace("[1, 0, 0]", "[10, 0, 0]");
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    assert!(error.faults()[0].message().starts_with("scaled by 1"), "{error}");
}

#[test]
fn solids_that_are_open() {
    let text = with_shape(&SHEET.replace(" }", ", surface = false }"));
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    assert!(error.faults()[0].message().starts_with("the body is to be solid, but "), "{error}");
    assert_eq!(error.faults()[0].label(), "close the mesh, or say `surface = true`");
}

#[test]
fn a_surface_said_twice() {
    let text = format!("{}surface = true\n", with_shape(&SHEET.replace(" }", ", surface = false }")));
    let message = "`surface` is set in the shape and in the body";
    refused(&text, "true", message, "keep one of them");
}
