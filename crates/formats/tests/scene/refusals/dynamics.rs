//! Faults of masses, materials and gravity.

use super::*;

const SPAN: &str = "[span]\nend = 1\n";

/// A scene with one box and these lines.
fn with_box(lines: &str) -> String {
    format!("{SPAN}[[body]]\nname = \"a\"\nshape = {{ box = [1, 1, 1] }}\n{lines}\n")
}

fn free(data: &str) -> String {
    with_box(&format!("dynamics = {{ free = {{ {data} }} }}"))
}

#[test]
fn nothing_that_could_move() {
    let text = with_head(&format!("{SPAN}[dynamics]\ngravity = [0, 0, -1]"));
    let label = "let one have `dynamics = { free = { position = [0, 0, 1] } }` in place of its motion";
    refused(&text, "[dynamics]", "no body is free to move", label);
}

#[test]
fn settings_that_are_none() {
    let head = |line: &str| format!("dynamics = {{ {line} }}\n{}", free(""));
    refused(
        &head("gravity = 9.81"),
        "9.81",
        "`gravity` must be three numbers [x, y, z], found 9.81",
        "expected three numbers [x, y, z]",
    );
    refused(
        &head("step = 0"),
        "0 }\n[span]",
        "`step` must be greater than zero, found 0",
        "expected greater than zero",
    );
    refused(
        &head("accuracy = -1"),
        "-1",
        "`accuracy` must be greater than zero, found -1",
        "expected greater than zero",
    );
    refused(&head("steps = 1"), "steps", "unknown key \"steps\" in `dynamics`", "did you mean `step`?");
}

#[test]
fn both_told_and_free() {
    let text = with_box("motion = { still = {} }\ndynamics = { free = {} }");
    let label = "keep either `dynamics` or `motion`: where it starts stands in `free`";
    refused(&text, "{ free", "a free body has no motion of its own", label);
}

#[test]
fn kinds_that_are_none() {
    let text = with_box("dynamics = { fre = {} }");
    refused(&text, "fre =", "unknown kind of dynamics \"fre\"", "did you mean `free`?");
    let text = with_box("dynamics = 3");
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    assert!(error.to_string().contains("a table with a kind, such as { free = "), "{error}");
    refused(&free("speed = [0, 0, 1]"), "speed", "unknown key \"speed\" in `free`", &format!("expected {}", KEYS));
}

const KEYS: &str = "`position`, `orientation`, `velocity`, `angular_velocity`, `mass`, `density`, `centre`, `inertia`, \
                    `thrust`, `drag`";

#[test]
fn weights_that_are_none() {
    refused(&free("mass = 0"), "0 } }", "`mass` must be greater than zero, found 0", "expected greater than zero");
    refused(&free("density = -2"), "-2", "`density` must be greater than zero, found -2", "expected greater than zero");
    let message = "both `mass` and `density` say how heavy it is";
    refused(&free("mass = 1, density = 2"), "2 } }", message, "keep one of them");
}

#[test]
fn surfaces_have_nothing_to_weigh() {
    let text =
        format!("{SPAN}[[body]]\nname = \"a\"\nshape = {SHEET}\nsurface = true\ndynamics.free = {{ mass = 1 }}\n");
    let message = "a surface without an inside has no volume to weigh";
    refused(&text, "{ mass", message, "give `mass`, `centre` and `inertia`");
}

#[test]
fn bodies_that_change_their_form() {
    let text = format!(
        "{SPAN}[[body]]\nname = \"a\"\nshape = {{ height_field = {{ z = \"sin(x - t)\", x = [0, 1], y = [0, 1] }} }}\n\
         dynamics = {{ free = {{ mass = 1 }} }}\n"
    );
    let message = "a body whose form changes with time cannot be free: its inertia is not known";
    refused(&text, "{ free", message, "give it a `motion`, or a shape without `t`");
}

#[test]
fn inertias_of_no_body() {
    let told = |inertia: &str| free(&format!("mass = 1, inertia = {inertia}"));
    let label = "expected positive moments, none greater than the other two together, about every axis";
    // The limit is a flat disc: 1 + 1 = 2.
    refused(&told("[1, 1, 2.1]"), "[1, 1, 2.1]", "no body has this inertia (moments 1, 1, 2.1)", label);
    refused(&told("[0, 1, 1]"), "[0, 1, 1]", "no body has this inertia (moments 0, 1, 1)", label);
    let turned = "[[1, 0.9, 0], [0.9, 1, 0], [0, 0, 1]]";
    refused(&told(turned), turned, "no body has this inertia (moments 1, 1, 1)", label);
    let skew = "[[1, 0.1, 0], [0, 1, 0], [0, 0, 1]]";
    refused(&told(skew), skew, "an inertia tensor is symmetric", "write the same number on both sides");
    let message = "`inertia` goes with `mass`, not with a density";
    refused(&free("inertia = [1, 1, 1]"), "[1, 1, 1]", message, "add `mass = 1`, in kilograms");
}

#[test]
fn materials_that_are_none() {
    let with = |material: &str| with_box(&format!("material = {{ {material} }}"));
    let message = "`restitution` must be a number from 0 to 1, found 1.5";
    refused(&with("restitution = 1.5"), "1.5", message, "expected a number from 0 to 1");
    let message = "`friction` must be zero or greater, found -0.1";
    refused(&with("friction = -0.1"), "-0.1", message, "expected zero or greater");
    refused(
        &with("bounce = 1"),
        "bounce",
        "unknown key \"bounce\" in `material`",
        "expected `restitution`, `friction`, `torsion`, `rolling`",
    );
}
