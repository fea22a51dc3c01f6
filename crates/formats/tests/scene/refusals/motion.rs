//! Faults of motions.

use super::*;

#[test]
fn no_kind_or_two() {
    let message = "a motion has one kind, but this one is both `still` and `linear`";
    refused(&with_motion("{ still = {}, linear = {} }"), "linear", message, "keep either `still` or `linear`");
    refused(&with_motion("{ static = {} }"), "static", "unknown kind of motion \"static\"", "did you mean `still`?");
    let message = "`motion` must be a table with a kind, such as { linear = { velocity = [0, 0, -1] } }, \
                   found the string \"still\"";
    let label = "expected a table with a kind, such as { linear = { velocity = [0, 0, -1] } }";
    refused(&with_motion("\"still\""), "\"still\"", message, label);
}

#[test]
fn keys_beside_the_kind() {
    let text = with_motion("{ still = {}, velocity = [0, 0, 1] }");
    refused(&text, "velocity", "unknown key \"velocity\" in `motion`", "expected `still`");
}

#[test]
fn a_velocity_that_is_missing_or_no_vector() {
    let message = "`linear` has no `velocity`";
    refused(&with_motion("{ linear = {} }"), "{} }", message, "add `velocity = [0, 0, -1]`");
    let message = "`velocity` must be three numbers [x, y, z], found 4";
    refused(&with_motion("{ linear = { velocity = 4 } }"), "4 }", message, "expected three numbers [x, y, z]");
    let text = with_motion("{ linear = { velocity = [0, nan, 0] } }");
    let message = "`velocity[1]` must be a finite number, found nan";
    refused(&text, "nan", message, "expected a finite number");
}

#[test]
fn orientations_that_are_not_unit() {
    let text = with_motion("{ still = { orientation = [0, 0, 3, 4] } }");
    let message = "the orientation has length 5, a rotation needs length 1";
    refused(&text, "[0, 0, 3, 4]", message, "normalised it is [0.0, 0.0, 0.6, 0.8]");
    let text = with_motion("{ still = { orientation = [0, 0, 0, 0] } }");
    let message = "the orientation is zero, which is no rotation";
    refused(&text, "[0, 0, 0, 0]", message, "no rotation is [0, 0, 0, 1]");
    let text = with_motion("{ still = { orientation = [0, 0, 1e300, 0] } }");
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    assert_eq!(error.faults()[0].label(), "normalised it is [0.0, 0.0, 1.0, 0.0]");
    let text = with_motion("{ still = { orientation = [0, 0, 1] } }");
    let forms = "a unit quaternion [x, y, z, w], { axis = [x, y, z], degrees = 90 } or \
                 { roll_pitch_yaw_degrees = [0, 0, 90] }";
    let message = format!("`orientation` must be {forms}, found an array of 3 elements");
    refused(&text, "[0, 0, 1]", &message, &format!("expected {forms}"));
    for half in ["{ axis = [0, 0, 1] }", "{ degrees = 3 }", "{ axis = [0, 0, 1], degrees = 3, radians = 1 }"] {
        let text = with_motion(&format!("{{ still = {{ orientation = {half} }} }}"));
        refused(&text, half, "the orientation is incomplete or given twice", &format!("expected {forms}"));
    }
    let text = with_motion("{ still = { orientation = { axis = [0, 0, 0], degrees = 3 } } }");
    refused(&text, "[0, 0, 0]", "the axis has no direction", "expected a vector other than zero");
}

#[test]
fn the_normalised_orientation_is_accepted() {
    let text = with_motion("{ still = { orientation = [1, -2, 3, 0.1] } }");
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    let unit = error.faults()[0].label().trim_start_matches("normalised it is ").to_owned();
    Scene::parse(&text.replace("[1, -2, 3, 0.1]", &unit), "scene.toml").unwrap();
}

#[test]
fn frames_that_do_not_fit() {
    let motion = |times: &str, frames: &str| {
        with_motion(&format!("{{ vertexwise = {{ times = {times}, frames = {frames} }} }}"))
    };
    let frame = "[[0, 0, 0], [1, 0, 0], [0, 1, 0]]";
    let text = motion("[0, 1, 0.5]", &format!("[{frame}, {frame}, {frame}]"));
    let message = "the times must increase, but 0.5 follows 1";
    refused(&text, "0.5", message, "expected a number greater than 1");
    let text = motion("[0, 1]", &format!("[ {frame}]"));
    refused(&text, "[ [[", "there are 1 frames for 2 times", "expected 2 frames");
    let text = motion("[0, 1]", &format!("[{frame}, [[0, 0, 9]]]"));
    refused(&text, "[[0, 0, 9]]", "the frame has 1 vertices, the shape 3", "expected 3 vertices");
    let message = "`frames[1]` must be a string, found 7";
    refused(&motion("[0, 1]", &format!("[{frame}, 7]")), "7", message, "expected a string");
    let message = "`times` must be a list of increasing times, found an empty array";
    refused(&motion("[]", "[]"), "[], frames", message, "expected a list of increasing times");
}

#[test]
fn screws_of_two_kinds_at_once() {
    let text = with_motion("{ screw = { from = {}, to = {}, axis = [0, 0, 1] } }");
    refused(&text, "axis", "unknown key \"axis\" in `screw`", "expected `from`, `to`, `duration`");
    let text = with_motion("{ screw = { from = {} } }");
    let label = "add `to = { position = [0, 0, 0], orientation = [0, 0, 0, 1] }`";
    refused(&text, "{ from", "`screw` has no `to`", label);
    refused(&with_motion("{ screw = { angle = 1 } }"), "{ angle", "`screw` has no `axis`", "add `axis = [0, 0, 1]`");
    let text = with_motion("{ screw = { axis = [0, 0, 1], angle = 1, duration = 0 } }");
    let message = "`duration` must be greater than zero, found 0";
    refused(&text, "0 } }", message, "expected greater than zero");
}

#[test]
fn screws_about_no_axis() {
    let text = with_motion("{ screw = { axis = [0, 0, 0], angle = 1 } }");
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    assert_eq!(error.faults()[0].place().unwrap().line, 7);
    assert!(error.faults()[0].message().starts_with("no motion has these numbers: "), "{error}");
}

#[test]
fn pieces_out_of_order() {
    let piece = |start: &str| format!("{{ start = {start}, motion = {{ still = {{}} }} }}");
    let text = with_motion(&format!("{{ piecewise = [{}, {}] }}", piece("1"), piece("0.5")));
    let message = "the pieces must start one after another, but 0.5 follows 1";
    refused(&text, "0.5", message, "expected a number greater than 1");
    let text = with_motion("{ piecewise = [{ start = 0 }] }");
    let label = "add `motion = { linear = { velocity = [0, 0, -1] } }`";
    refused(&text, "{ start", "`piecewise[0]` has no `motion`", label);
    let message = "`piecewise` must be a list of pieces { start = 0, motion = { ... } }, found an empty array";
    let label = "expected a list of pieces { start = 0, motion = { ... } }";
    refused(&with_motion("{ piecewise = [] }"), "[] }", message, label);
}

#[test]
fn formulas_that_are_none() {
    let motion = |formulas: &str| with_motion(&format!("{{ expression = {formulas} }}"));
    let text = motion(r#"["x + q", "y", "z"]"#);
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    check_fault(&error, 0, &text, "q\", ", error.faults()[0].message(), "here");
    assert!(error.faults()[0].message().starts_with("not a formula: "), "{error}");
    // The position is exact in both kinds of quotes, also after letters of several bytes, and at the end.
    let text = motion(r#"["x", 'π * (y + )', "z"]"#);
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    let at = text.lines().nth(6).unwrap().chars().position(|letter| letter == ')').unwrap() + 1;
    assert_eq!(error.faults()[0].place().unwrap().column, at, "{error}");
    let text = motion(r#"["x", "y +", "z"]"#);
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    check_fault(&error, 0, &text, "\", \"z", error.faults()[0].message(), "here");
    // After an escape the whole string is marked.
    let text = motion(r#"["x", "\u0079 + q", "z"]"#);
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    check_fault(&error, 0, &text, "\"\\u", error.faults()[0].message(), "here");

    let message =
        "`expression` must be three formulas [\"x\", \"y\", \"z\"] of x, y, z and t, found an array of 2 elements";
    let label = "expected three formulas [\"x\", \"y\", \"z\"] of x, y, z and t";
    refused(&motion(r#"["x", "y"]"#), "[\"x\", \"y\"]", message, label);
    refused(&motion(r#"["x", "y", 0]"#), "0]", "`expression` must be a string, found 0", "expected a string");
    let text = with_motion(r#"{ expression = ["x", "y", "z"], constants = { t = 1 } }"#);
    let message = "`t` already names a function, a constant or a variable: choose another name";
    refused(&text, "t = 1", message, "choose another name");
}

#[test]
fn formulas_of_any_depth() {
    for formula in ["(".repeat(100_000), "-".repeat(100_000), "sin(".repeat(100_000), "x^".repeat(100_000)] {
        let error =
            Scene::parse(&with_motion(&format!("{{ expression = [\"{formula}\", \"y\", \"z\"] }}")), "scene.toml");
        let error = error.unwrap_err();
        assert!(error.faults()[0].message().starts_with("not a formula: "), "{error}");
    }
    let long = "x".to_owned() + &"+x*t".repeat(50_000);
    Scene::parse(&with_motion(&format!("{{ expression = [\"{long}\", \"y\", \"z\"] }}")), "scene.toml").unwrap();
}

#[test]
fn series_that_are_none() {
    let motion = |series: &str| with_motion(&format!("{{ chebyshev = {{ {series} }} }}"));
    let message = "`position` must be three lists of coefficients, of x, y and z, found an array of 2 elements";
    let label = "expected three lists of coefficients, of x, y and z";
    refused(&motion("position = [[1], [2]]"), "[[1], [2]]", message, label);
    let message = "`position` must be a list of coefficients, found an empty array";
    refused(&motion("position = [[1], [], [2]]"), "[], [2]", message, "expected a list of coefficients");
    let message = "the series end at 1, which is not after their start at 2";
    refused(&motion("start = 2, end = 1, position = [[1], [2], [3]]"), "1, position", message, "expected a later end");
    // The quaternion is zero at the middle of the span.
    let text = motion("orientation = [[0], [0], [0], [0, 1]]");
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    assert!(error.faults()[0].message().starts_with("no motion has these numbers: "), "{error}");
    let error = Scene::parse(&motion(&format!("position = [[1], [2], [{}0]]", "0,".repeat(100_000))), "scene.toml");
    assert!(error.as_ref().unwrap_err().faults()[0].message().starts_with("no series: "), "{error:?}");
}
