//! One test for every refusal of a scene: the position of the mark, the message, the advice.
//!
//! Reference: the text itself. Each case names the words that must be marked, and the test computes their line and
//! column.

mod bodies;
mod convex;
mod curved;
mod dynamics;
mod files;
mod head;
mod motion;
mod parts;
mod shape;

use super::*;

/// A scene of one body with this shape and motion.
fn scene_with(shape: &str, motion: &str) -> String {
    format!("[span]\nend = 1\n\n[[body]]\nname = \"a\"\nshape = {shape}\nmotion = {motion}\n")
}

const SHEET: &str = "{ vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles = [[0, 1, 2]] }";

pub(super) fn with_shape(shape: &str) -> String {
    scene_with(shape, "{ still = {} }")
}

fn with_motion(motion: &str) -> String {
    scene_with(SHEET, motion)
}

/// A scene with these lines before a valid body.
fn with_head(head: &str) -> String {
    format!("{head}\n[[body]]\nname = \"a\"\nshape = {SHEET}\n")
}

/// Checks that the one fault of the text is at the last occurrence of `marked`, with this message and label.
#[track_caller]
pub(super) fn refused(text: &str, marked: &str, message: &str, label: &str) {
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
    let body = fault.body().map_or_else(String::new, |name| format!(", body \"{name}\""));
    assert!(error.to_string().contains(&format!("--> scene.toml:{line}:{column}{body}\n")), "{error}");
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
 --> scene.toml:7:23, body \"a\"
  |
7 | motion = { linear = { velocty = [0, 0, -4] } }
  |                       ^^^^^^^ did you mean `velocity`?";
    assert_eq!(Scene::parse(&text, "scene.toml").unwrap_err().to_string(), expected);
}
