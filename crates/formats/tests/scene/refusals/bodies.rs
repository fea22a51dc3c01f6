//! Faults of the list of bodies.

use super::*;
use tangency_formats::TextFault;

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
    let labels: Vec<_> = error.faults().iter().map(TextFault::label).collect();
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
