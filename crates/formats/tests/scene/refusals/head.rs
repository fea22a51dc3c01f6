//! Faults of the head of a scene: name, span, query, and the text as TOML.

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
    for key in ["simultaneity", "spacing"] {
        let message = format!("`{key}` must be greater than zero, found 0");
        refused(&with_head(&format!("{span}{key} = 0")), "0\n", &message, "expected greater than zero");
    }
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
    let all = "expected `name`, `description`, `units`, `span`, `query`, `dynamics`, `body`";
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

#[test]
fn pairs_that_are_none() {
    let query = |pairs: &str| with_head(&format!("span = {{ end = 1 }}\n[query]\nmay_touch = {pairs}"));
    refused(&query("[[\"a\", \"A\"]]"), "\"A\"", "there is no body \"A\"", "did you mean \"a\"?");
    refused(&query("[[\"a\", \"lid\"]]"), "\"lid\"", "there is no body \"lid\"", "expected the name of a body");
    let label = "contacts of a body with itself count only if it says `self_contact = true`";
    refused(&query("[[\"a\", 'a']]"), "'a'", "\"a\" is paired with itself", label);
    let error = Scene::parse(&query("[[\"a\"]]"), "scene.toml").unwrap_err();
    assert!(error.to_string().contains("a pair of names"), "{error}");
    let error = Scene::parse(&query("\"a\""), "scene.toml").unwrap_err();
    assert!(error.to_string().contains("a list of pairs of names"), "{error}");
}
