//! One test for every way in which a scene is refused: where the mark stands, what it says, what to do.
//!
//! Reference: the text itself. Each case names the words that must be marked, and the test finds their line and column
//! on its own.

use super::*;

/// A scene of one body with this shape and motion.
fn scene_with(shape: &str, motion: &str) -> String {
    format!("[span]\nend = 1\n\n[[body]]\nname = \"a\"\nshape = {shape}\nmotion = {motion}\n")
}

const SHEET: &str = "{ vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles = [[0, 1, 2]] }";

fn with_shape(shape: &str) -> String {
    scene_with(shape, "{ still = {} }")
}

fn with_motion(motion: &str) -> String {
    scene_with(SHEET, motion)
}

/// A scene with these lines before a body that is right.
fn with_head(head: &str) -> String {
    format!("{head}\n[[body]]\nname = \"a\"\nshape = {SHEET}\n")
}

/// Checks that the one fault of the text is at the last occurrence of `marked`, with this message and label.
#[track_caller]
fn refused(text: &str, marked: &str, message: &str, label: &str) {
    let error = Scene::parse(text, "scene.toml").expect_err("the scene was accepted");
    assert_eq!(error.faults().len(), 1, "{error}");
    check_fault(&error, 0, text, marked, message, label);
}

#[track_caller]
fn check_fault(error: &SceneError, index: usize, text: &str, marked: &str, message: &str, label: &str) {
    let fault = &error.faults()[index];
    let at = text.rfind(marked).expect("the marked words are in the text");
    let (line, column) = (1 + text[..at].matches('\n').count(), at - text[..at].rfind('\n').map_or(0, |n| n + 1) + 1);
    let place = fault.place().expect("a place");
    assert_eq!((place.line, place.column), (line, column), "{error}");
    assert_eq!((fault.message(), fault.label()), (message, label), "{error}");
    assert!(error.to_string().contains(&format!("--> scene.toml:{line}:{column}\n")), "{error}");
}

/// Checks a fault of the file as a whole.
#[track_caller]
fn refused_whole(result: Result<Scene, SceneError>, message: &str, help: &str) {
    let error = result.expect_err("the scene was accepted");
    let fault = &error.faults()[0];
    assert!(fault.place().is_none(), "{error}");
    assert!(fault.message().contains(message) && fault.help().unwrap_or_default().contains(help), "{error}");
}

#[test]
fn the_whole_text_of_an_error() {
    let text = with_motion("{ linear = { velocty = [0, 0, -4] } }");
    let expected = "\
unknown key \"velocty\" in `linear`
 --> scene.toml:7:23
  |
7 | motion = { linear = { velocty = [0, 0, -4] } }
  |                       ^^^^^^^ did you mean `velocity`?";
    assert_eq!(Scene::parse(&text, "scene.toml").unwrap_err().to_string(), expected);
}

mod head {
    use super::*;

    #[test]
    fn no_span() {
        let result = Scene::parse(&with_head(""), "scene.toml");
        refused_whole(result, "the scene has no `span`", "add `span = { start = 0, end = 1 }`");
    }

    #[test]
    fn a_span_that_ends_before_it_starts() {
        let message = "the span ends at 1, which is not after its start at 2";
        refused(&with_head("[span]\nstart = 2\nend = 1"), "1\n[[", message, "expected a number greater than 2");
        let message = "the span ends at 2, which is not after its start at 2";
        refused(&with_head("[span]\nstart = 2\nend = 2.0"), "2.0", message, "expected a number greater than 2");
    }

    #[test]
    fn a_span_of_no_length_that_a_number_can_hold() {
        let text = with_head("[span]\nstart = -1e308\nend = 1e308");
        let error = Scene::parse(&text, "scene.toml").unwrap_err();
        assert!(error.faults()[0].message().ends_with("is longer than any number"), "{error}");
    }

    #[test]
    fn an_end_that_is_missing() {
        refused(&with_head("[span]\nstart = 0"), "[span]", "`span` has no `end`", "add `end = 1.0`");
    }

    #[test]
    fn a_string_for_a_number() {
        let message = "`end` must be a number, found the string \"one\"";
        refused(&with_head("[span]\nend = \"one\""), "\"one\"", message, "expected a number");
    }

    #[test]
    fn numbers_that_are_not_finite() {
        for literal in ["nan", "-nan", "inf", "+inf", "-inf", "1e999"] {
            let text = with_head(&format!("[span]\nend = {literal}"));
            let message = format!("`end` must be a finite number, found {literal}");
            refused(&text, literal, &message, "expected a finite number");
        }
        let digits = "9".repeat(400);
        let text = with_head(&format!("[span]\nend = {digits}"));
        let message = format!("`end` must be a finite number, found {}...", "9".repeat(40));
        refused(&text, &digits, &message, "expected a finite number");
    }

    #[test]
    fn tolerances_that_are_not_lengths() {
        let span = "span = { end = 1 }\n[query]\n";
        let message = "`tolerance` must be greater than zero, found -1e-6";
        refused(&with_head(&format!("{span}tolerance = -1e-6")), "-1e-6", message, "expected greater than zero");
        let message = "`tolerance` must be greater than zero, found 0";
        refused(&with_head(&format!("{span}tolerance = 0")), "0\n", message, "expected greater than zero");
        let message = "`separation` must be zero or greater, found -0.5";
        refused(&with_head(&format!("{span}separation = -0.5")), "-0.5", message, "expected zero or greater");
    }

    #[test]
    fn values_where_tables_belong() {
        let message = "`span` must be a table with the keys `start`, `end`, found 1";
        refused(&with_head("span = 1"), "1\n[", message, "expected a table with the keys `start`, `end`");
        let message = "`name` must be a string, found 2024-01-01";
        let message = message.replace("2024", "the date or time 2024");
        refused(&with_head("name = 2024-01-01\nspan.end = 1"), "2024-01-01", &message, "expected a string");
    }

    #[test]
    fn every_unknown_key_at_once() {
        let text = with_head("tittle = 1\n[span]\nend = 1\nsteps = 3\nbegin = 0\n[querry]");
        let error = Scene::parse(&text, "scene.toml").unwrap_err();
        assert_eq!(error.faults().len(), 4, "{error}");
        let all = "expected `name`, `description`, `span`, `query`, `body`";
        check_fault(&error, 0, &text, "tittle", "unknown key \"tittle\" in the scene", all);
        check_fault(&error, 1, &text, "steps", "unknown key \"steps\" in `span`", "expected `start`, `end`");
        check_fault(&error, 2, &text, "begin", "unknown key \"begin\" in `span`", "did you mean `start`?");
        check_fault(&error, 3, &text, "querry", "unknown key \"querry\" in the scene", "did you mean `query`?");
    }

    #[test]
    fn a_key_given_twice() {
        let text = with_head("[span]\nend = 1\nend = 2");
        refused(&text, "end = 2", "duplicate key", "");
    }

    #[test]
    fn text_that_is_not_toml() {
        let text = with_head("[span\nend = 1");
        let error = Scene::parse(&text, "scene.toml").unwrap_err();
        assert_eq!(error.faults()[0].place().unwrap().line, 1, "{error}");
        assert!(error.faults()[0].message().contains("unclosed table"), "{error}");
    }
}

mod bodies {
    use super::*;

    const SPAN: &str = "[span]\nend = 1\n";

    #[test]
    fn none() {
        let result = Scene::parse(SPAN, "scene.toml");
        refused_whole(result, "the scene has no body", "add a [[body]] with a name and a shape");
        let text = format!("body = []\n{SPAN}");
        let message = "`body` must be a list of bodies, each under [[body]], found an empty array";
        refused(&text, "[]", message, "expected a list of bodies, each under [[body]]");
    }

    #[test]
    fn one_bracket_instead_of_two() {
        let text = format!("{SPAN}[body]\nname = \"a\"\n");
        refused(&text, "[body]", "`body` must be a list", "write [[body]], with two brackets");
    }

    #[test]
    fn another_word_for_body() {
        let text = format!("{SPAN}[[bodies]]\nname = \"a\"\n");
        let error = Scene::parse(&text, "scene.toml").unwrap_err();
        let labels: Vec<_> = error.faults().iter().map(Fault::label).collect();
        assert_eq!(labels, ["", "did you mean `body`?"], "{error}");
    }

    #[test]
    fn two_of_one_name() {
        let body = format!("[[body]]\nname = \"a\"\nshape = {SHEET}\n");
        let text = format!("{SPAN}{body}{body}");
        let label = "body 1 of the file has this name already";
        refused(&text, "\"a\"", "two bodies have the name \"a\"", label);
    }

    #[test]
    fn names_that_are_none() {
        let text = |name: &str| format!("{SPAN}[[body]]\nname = {name}\nshape = {SHEET}\n");
        let message = "`name` must be a name that is not empty, found the string \" \"";
        refused(&text("\" \""), "\" \"", message, "expected a name that is not empty");
        refused(&text("7"), "7", "`name` must be a string, found 7", "expected a string");
        let long = format!("\"{}\"", "n".repeat(300));
        let message = format!("`name` must be at most 200 characters long, found the string \"{}...\"", "n".repeat(60));
        refused(&text(&long), &long, &message, "expected at most 200 characters long");
    }

    #[test]
    fn missing_name_and_missing_shape() {
        let text = format!("{SPAN}[[body]]\nshape = {SHEET}\n[[body]]\nname = \"b\"\n");
        let error = Scene::parse(&text, "scene.toml").unwrap_err();
        assert_eq!(error.faults().len(), 2, "{error}");
        let places: Vec<_> = error.faults().iter().map(|fault| fault.place().unwrap().line).collect();
        assert_eq!(places, [3, 5], "{error}");
        assert_eq!(error.faults()[0].message(), "`body[0]` has no `name`");
        assert_eq!(error.faults()[1].message(), "`body[1]` has no `shape`");
        assert_eq!(error.faults()[1].label(), "add `shape = { mesh = \"part.obj\" }`");
    }

    #[test]
    fn a_number_for_a_boolean() {
        let text = format!("{SPAN}[[body]]\nname = \"a\"\nshape = {SHEET}\nself_contact = 1\n");
        let message = "`self_contact` must be true or false, found 1";
        refused(&text, "1\n", message, "expected true or false");
    }
}

mod shapes {
    use super::*;

    #[test]
    fn no_kind_or_two() {
        let text = with_shape("{}");
        refused(&text, "{}\nmotion", "the shape has no kind", "expected a kind of shape");
        let error = Scene::parse(&text, "scene.toml").unwrap_err();
        assert!(error.faults()[0].help().unwrap().starts_with("the kinds of shape are `mesh`, "), "{error}");
        let message = "a shape has one kind, but this one is both `mesh` and `vertices`";
        refused(
            &with_shape("{ mesh = \"a\", vertices = [] }"),
            "vertices",
            message,
            "keep either `mesh` or `vertices`",
        );
    }

    #[test]
    fn kinds_that_are_unknown_or_still_to_come() {
        let message = "unknown kind of shape \"msh\"";
        refused(&with_shape("{ msh = \"a.obj\" }"), "msh", message, "did you mean `mesh`?");
        let message = "shapes of the kind `nurbs` are not supported yet";
        refused(&with_shape("{ nurbs = {} }"), "nurbs", message, "not supported yet");
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
}

mod motions {
    use super::*;

    #[test]
    fn no_kind_or_two() {
        let message = "a motion has one kind, but this one is both `still` and `linear`";
        refused(&with_motion("{ still = {}, linear = {} }"), "linear", message, "keep either `still` or `linear`");
        refused(
            &with_motion("{ static = {} }"),
            "static",
            "unknown kind of motion \"static\"",
            "did you mean `still`?",
        );
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
        let message = "`orientation` must be a unit quaternion [x, y, z, w], found an array of 3 elements";
        refused(&text, "[0, 0, 1]", message, "expected a unit quaternion [x, y, z, w]");
    }

    #[test]
    fn the_normalised_orientation_is_accepted() {
        let text = with_motion("{ still = { orientation = [1, -2, 3, 0.1] } }");
        let error = Scene::parse(&text, "scene.toml").unwrap_err();
        let unit = error.faults()[0].label().trim_start_matches("normalised it is ").to_owned();
        Scene::parse(&text.replace("[1, -2, 3, 0.1]", &unit), "scene.toml").unwrap();
    }
}

mod files {
    use super::*;

    /// A file of these bytes that goes away with the guard.
    struct Scratch(std::path::PathBuf);

    impl Scratch {
        fn new(name: &str, bytes: &[u8]) -> Self {
            let path = std::env::temp_dir().join(format!("tangency-refusals-{}-{name}", std::process::id()));
            std::fs::write(&path, bytes).unwrap();
            Self(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    #[test]
    fn empty() {
        for text in ["", "\n \t\r\n", "\u{feff}"] {
            refused_whole(Scene::parse(text, "scene.toml"), "the scene file is empty", "[[body]]");
        }
    }

    #[test]
    fn missing() {
        let result = Scene::read("no/such/scene.toml");
        refused_whole(result, "the scene file cannot be read", "check the path");
    }

    #[test]
    fn a_directory() {
        refused_whole(Scene::read(std::env::temp_dir()), "the scene is a directory, not a file", "scene.toml");
    }

    #[test]
    fn not_utf8() {
        let file = Scratch::new("latin1.toml", b"[span]\nend = 1\nname = \"caf\xe9\"\n");
        let error = Scene::read(&file.0).unwrap_err();
        let place = error.faults()[0].place().unwrap();
        assert_eq!((place.line, place.column), (3, 12), "{error}");
        assert_eq!(error.faults()[0].message(), "the scene file is not UTF-8 text: byte 0xE9");
    }

    #[test]
    fn too_large() {
        let text = " ".repeat(LARGEST_FILE + 1);
        refused_whole(Scene::parse(&text, "scene.toml"), "more than the 16777216 that are read", "mesh files");
        let file = Scratch::new("large.toml", text.as_bytes());
        refused_whole(Scene::read(&file.0), "has 16777217 bytes", "mesh files");
    }

    #[test]
    fn too_deeply_nested() {
        for (open, close) in [("[", "]"), ("{ a = ", " }"), ("a.", "a = 1")] {
            for depth in [100, 100_000] {
                let head = if open == "a." { String::new() } else { "name = ".into() };
                let text =
                    format!("{head}{}{}", open.repeat(depth), close.repeat(if head.is_empty() { 1 } else { depth }));
                let error = Scene::parse(&text, "scene.toml").unwrap_err();
                assert!(error.to_string().contains("the values are nested too deeply"), "{error}");
            }
        }
    }

    #[test]
    fn a_byte_order_mark_is_passed_over() {
        let text = format!("\u{feff}{}", with_motion("{ still = {} }"));
        assert_eq!(Scene::parse(&text, "scene.toml").unwrap().bodies.len(), 1);
    }
}
