//! Faults of half-spaces, compounds, rounded meshes and height maps.

use super::*;

#[test]
fn half_spaces_that_are_none() {
    let refused_in = |data: &str, marked: &str, message: &str, label: &str| {
        refused(&with_shape(&format!("{{ half_space = {data} }}")), marked, message, label);
    };
    let direction = "expected the direction out of the solid, such as [0, 0, 1]";
    refused_in("{ normal = [0, 0, 0] }", "[0, 0, 0]", "the normal of the half-space has no length", direction);
    let message = "`offset` must be a number, found the string \"low\"";
    refused_in("{ offset = \"low\" }", "\"low\"", message, "expected a number");
    let message = "unknown key \"outward\" in `half_space`";
    refused_in("{ outward = [0, 0, 1] }", "outward", message, "expected `normal`, `offset`, `position`, `orientation`");
    let message =
        "`half_space` must be a table with the keys `normal`, `offset`, `position`, `orientation`, found true";
    refused_in("true", "true", message, "expected a table with the keys `normal`, `offset`, `position`, `orientation`");
    refused_in("{}, surface = true", "true", "a half-space is always solid", "leave `surface` out");
    let text = scene_with("{ half_space = {} }", "{ expression = [\"x\", \"y\", \"z\"] }");
    let message = "a half-space keeps its form: it moves as a whole";
    refused(&text, "[\"x\"", message, "use a `rigid` or a `screw` motion");
    let text =
        with_shape("{ half_space = {} }").replace("motion = { still = {} }", "dynamics = { free = { mass = 1 } }");
    let message = "a half-space cannot be free: it is infinitely heavy";
    refused(&text, "{ free", message, "give it a `motion`, or leave it at rest");
}

#[test]
fn compounds_that_are_none() {
    let refused_in = |data: &str, marked: &str, message: &str, label: &str| {
        refused(&with_shape(&format!("{{ compound = {data} }}")), marked, message, label);
    };
    let list = "a list of parts { name = \"handle\", shape = { ... } }";
    let expected = format!("expected {list}");
    refused_in("[]", "[]", &format!("`compound` must be {list}, found an empty array"), &expected);
    refused_in("{}", "{} }\nmotion", &format!("`compound` must be {list}, found an empty table"), &expected);
    let ball = "shape = { sphere = { radius = 1 } }";
    let two = format!("[{{ name = \"b\", {ball} }}, {{ name = \"b\", {ball} }}]");
    let message = "two parts of the compound have the name \"b\"";
    refused_in(&two, "\"b\"", message, "part 1 of the list has this name already");
    // The second part gets the name that the first has already.
    let default = format!("[{{ name = \"part 2\", {ball} }}, {{ {ball} }}]");
    let message = "two parts of the compound have the name \"part 2\"";
    refused_in(&default, "{ shape", message, "part 1 of the list has this name already");
    let joined = format!(
        "[{{ name = \"b/c\", {ball} }}, {{ name = \"b\", shape = {{ compound = [{{ name = \"c\", {ball} }}] }} }}]"
    );
    let message = "two parts of the compound are called \"b/c\": give each part its own name";
    refused_in(&joined, "[{ name = \"b/c\"", message, "");
    refused_in(
        "[{ name = \"b\" }]",
        "{ name",
        "`compound[0]` has no `shape`",
        "add `shape = { sphere = { radius = 1 } }`",
    );
    let message = "`name` must be a name that is not empty, found the string \" \"";
    refused_in(&format!("[{{ name = \" \", {ball} }}]"), "\" \"", message, "expected a name that is not empty");
    let moved = format!("[{{ {ball}, motion = {{}} }}]");
    let message = "unknown key \"motion\" in `compound[0]`";
    refused_in(&moved, "motion = {}", message, "expected `name`, `shape`, `position`, `orientation`");
    let message = "`surface` belongs to the parts of a compound, not to the whole";
    refused_in(&format!("[{{ {ball} }}], surface = true"), "true", message, "write it into the `shape` of a part");
    let hill = "[{ shape = { height_map = { cell = [1, 1], rows = [[0, 0], [0, 0]] } }, position = [0, 0, 1] }]";
    let message = "a height map stays in its own frame, so it cannot be placed within a compound";
    refused_in(hill, "{ shape", message, "");
    let far = "[{ shape = { box = [1e-9, 1e-9, 1e-9] }, position = [1e9, 0, 0] }]";
    let message = "at this position the coordinates of the part are too coarse for its size";
    refused_in(far, "{ shape = { box", message, "choose a position nearer to the origin of the body");
    let text = scene_with(&format!("{{ compound = [{{ {ball} }}] }}"), "{ expression = [\"x\", \"y\", \"z\"] }");
    let message = "a compound keeps its form: it moves as a whole";
    refused(&text, "[\"x\"", message, "make a body of each part that changes its form");
}

/// Faults of several parts are told together.
#[test]
fn every_part_is_looked_at() {
    let text = with_shape("{ compound = [{ shape = { ball = 1 } }, { shape = { sphere = { radius = 0 } } }] }");
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    let messages: Vec<&str> = error.faults().iter().map(TextFault::message).collect();
    assert_eq!(messages, ["unknown kind of shape \"ball\"", "`radius` must be greater than zero, found 0"], "{error}");
}

/// Nested headers make deeper tables than nested brackets.
#[test]
fn compounds_that_are_nested_too_deep() {
    let mut text = String::from("[span]\nend = 1\n[[body]]\nname = \"a\"\n");
    for depth in 1..300 {
        text += &format!("[[body.shape{}]]\n", ".compound.shape".repeat(depth - 1) + ".compound");
    }
    text += &format!("[body.shape{}.sphere]\nradius = 1\n", ".compound.shape".repeat(299));
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    let message = error.faults()[0].message();
    assert!(message.contains("nested"), "{error}");
    let nested = (0..17)
        .fold("{ sphere = { radius = 1 } }".to_owned(), |inner, _| format!("{{ compound = [{{ shape = {inner} }}] }}"));
    let text = with_shape(&nested);
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    assert_eq!(error.faults()[0].message(), "compounds are nested more than 16 deep");
    assert!(
        Scene::parse(&with_shape(&nested["{ compound = [{ shape = ".len()..nested.len() - 5]), "scene.toml").is_ok()
    );
}

#[test]
fn roundings_that_are_none() {
    let text = with_shape("{ torus = { radius = 2, tube = 1 }, rounding = -0.5 }");
    refused(&text, "-0.5", "`rounding` must be greater than zero, found -0.5", "expected greater than zero");
    let text = with_shape("{ torus = { radius = 2, tube = 1 }, smooth = true, rounding = 0.5 }");
    refused(&text, "0.5", "`smooth` and `rounding` exclude each other", "keep one of them");
    let text = with_shape("{ torus = { radius = 2, tube = 1 }, rounding = 1e61 }");
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    assert!(error.faults()[0].message().contains("rounding"), "{error}");
}

#[test]
fn height_maps_that_are_none() {
    let refused_in = |data: &str, marked: &str, message: &str, label: &str| {
        refused(&with_shape(&format!("{{ height_map = {data} }}")), marked, message, label);
    };
    let add = "add `rows = [[0, 0], [0, 1]]`, or `file = \"terrain.asc\"`";
    refused_in("{ cell = [1, 1] }", "{ cell", "`height_map` has no heights", add);
    refused_in("{ rows = [[0, 0], [0, 0]] }", "{ rows", "`height_map` has no `cell`", "add `cell = [0.5, 0.5]`");
    let both = "{ cell = [1, 1], rows = [[0, 0], [0, 0]], file = \"a.asc\" }";
    refused_in(both, "\"a.asc\"", "the height map has both `rows` and a `file`", "keep one of them");
    let message = "row 1 has 3 heights, but the rows before it have 2";
    refused_in("{ cell = [1, 1], rows = [[0, 0], [0, 0, 0]] }", "[0, 0, 0]", message, "expected 2 heights");
    let message = "`rows[1][0]` must be a finite number, found nan";
    refused_in("{ cell = [1, 1], rows = [[0, 0], [nan, 0]] }", "nan", message, "expected a finite number");
    let message = "the height map cannot be made: the cell size must be a positive length, not -1";
    let negative = "{ cell = [1, -1], rows = [[0, 0], [0, 0]] }";
    refused_in(negative, "[1, -1]", message, "expected two sizes [x, y] greater than zero");
    let single = "{ cell = [1, 1], rows = [[0, 0]] }";
    let error = Scene::parse(&with_shape(&format!("{{ height_map = {single} }}")), "a").unwrap_err();
    assert!(error.faults()[0].message().starts_with("the height map cannot be made: "), "{error}");
    let huge = "{ cell = [1, 1], rows = [[0, 0], [0, 1e39]] }";
    let error = Scene::parse(&with_shape(&format!("{{ height_map = {huge} }}")), "a").unwrap_err();
    assert!(error.faults()[0].message().contains("column 1, row 1 is inf"), "{error}");
    let flat = "{ cell = [1, 1], rows = [[0, 0], [0, 0]] }";
    let message = "a height map is a surface: nothing below it is solid";
    refused_in(&format!("{flat}, surface = false"), "false", message, "leave `surface` out");
    let text = scene_with(&format!("{{ height_map = {flat} }}"), "{ expression = [\"x\", \"y\", \"z\"] }");
    let message = "a height map keeps its form: it moves as a whole";
    refused(&text, "[\"x\"", message, "use a `mesh`, or a `height_field` with the time `t` in its formula");
}

/// A picture needs the height of its shades.
#[test]
fn pictures_without_a_scale() {
    let folder = acceptance::Folder::new("shades", &[]);
    std::fs::write(folder.file("board.png"), acceptance::PICTURE).unwrap();
    let text = with_shape("{ height_map = { file = \"board.png\", cell = [1, 1] } }");
    let error = Scene::parse(&text, folder.file("s.toml")).unwrap_err();
    let fault = &error.faults()[0];
    assert_eq!(fault.message(), "a picture holds shades of grey, not heights", "{error}");
    assert_eq!(fault.label(), "add `height_scale = 0.001`, in metres from one shade to the next");
}
