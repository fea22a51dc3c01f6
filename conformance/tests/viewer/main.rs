//! Viewer pages, opened in headless Chromium.
//!
//! References: closed forms of the scenes (positions of bodies), and counts of drawn pixels. Invariants without
//! a reference: another scale or position of the scene gives the same picture, another instant a different one,
//! and a name stays text. Without Chromium these tests are ignored.
//!
//! If `TANGENCY_PAGES` names a folder, the tests also write the pages there for inspection.

// A broken expectation stops the test, in helper functions as well.
#![allow(clippy::unwrap_used)]

mod access;
mod answers;
mod browser;
mod crowds;
mod folder;
mod hands;
mod history;
mod many;
mod measures;
mod scenes;
mod soak;
mod told;
mod tools;
mod words;

use browser::Browser;
use glam::DVec3;
use scenes::Case;
use serde_json::Value;
use std::path::{Path, PathBuf};
use tangency::formats::viewer::page;
use tangency::interval::Interval;

/// Writes the page of a case, for the browser to open.
fn written(browser: &Browser, case: &Case) -> PathBuf {
    let html = page(&case.scene, &case.report).unwrap();
    if let Some(folder) = std::env::var_os("TANGENCY_PAGES") {
        let letters = case.scene.name.chars().filter(|letter| letter.is_ascii_alphanumeric()).take(24);
        let name = format!("{}-{}.html", letters.collect::<String>(), case.report.verdict);
        std::fs::write(Path::new(&folder).join(name), &html).unwrap();
    }
    browser.write(&html)
}

/// The state, after checks that hold for every drawn page: ready, no errors, every body visible.
fn drawn_state(browser: &Browser, page: &Path, options: &str) -> Value {
    let state = browser.state(page, options);
    assert_drawn(&state, options);
    state
}

/// Large arrays are not yet decompressed when a page is loaded. The virtual clock waits for them.
const DECOMPRESSED: &str = "--virtual-time-budget=20000";

fn assert_drawn(state: &Value, options: &str) {
    assert_eq!(state["ready"], true, "{state}");
    assert_eq!(state["errors"], serde_json::json!([]), "{options}");
    assert_eq!(state["webgl"], true, "{state}");
    assert_eq!(state["playing"], false, "{state}");
    for body in state["bodies"].as_array().unwrap() {
        assert!(body["pixels"].as_u64().unwrap() > 100, "{options}: {body} is not to be seen");
    }
    assert!(state["drawnPixels"].as_u64().unwrap() > 5_000, "{state}");
}

/// The visible part of a document: the text before the data and the scripts, which contain every message.
fn shown(document: &str) -> &str {
    document.split("<script type=\"application/json\"").next().unwrap()
}

fn middle(state: &Value, body: usize) -> DVec3 {
    let coordinates = state["bodies"][body]["middle"].as_array().unwrap();
    DVec3::from_slice(&coordinates.iter().map(|value| value.as_f64().unwrap()).collect::<Vec<_>>())
}

#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn start_and_contact_are_drawn_and_differ() {
    let browser = Browser::open("touch");
    let case = scenes::needle(1.0, DVec3::ZERO);
    let page = written(&browser, &case);
    let start = drawn_state(&browser, &page, "t=start");
    let contact = drawn_state(&browser, &page, "t=contact");
    for state in [&start, &contact] {
        assert_eq!(state["verdict"], "touch");
        assert_eq!(state["evidence"], "proved");
        assert_eq!(state["title"], "They touch");
        assert_eq!(state["contacts"], 1);
        assert_eq!(state["contactsInView"], 1);
        // A dot of about ten pixels, at least.
        assert!(state["contactPixels"].as_u64().unwrap() > 60, "{state}");
        assert_eq!(state["bodies"][0]["name"], "needle");
        assert_eq!(state["bodies"][1]["name"], "plate");
    }
    assert_eq!(start["time"].as_f64(), Some(10.0));
    // The lower end of the bracket, to the last bit: never late.
    assert_eq!(contact["time"].as_f64(), Some(case.report.time().unwrap()[0]));
    assert_ne!(start["checksum"], contact["checksum"]);
    // The tip is two lengths above the plate at first, and on it at the contact; the middle is half a length
    // higher.
    let tip = DVec3::new(0.1, -0.05, 0.02);
    assert!(middle(&start, 0).distance(tip + DVec3::Z * 2.5) < 1e-9, "{start}");
    assert!(middle(&contact, 0).distance(tip + DVec3::Z * 0.5) < 1e-9, "{contact}");
    assert!(middle(&contact, 1).length() < 1e-9);
}

#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn the_same_state_gives_the_same_picture() {
    let browser = Browser::open("same");
    let page = written(&browser, &scenes::four_feet());
    let first = drawn_state(&browser, &page, "t=0.3");
    assert_eq!(first, drawn_state(&browser, &page, "t=0.3"));
    let chosen = drawn_state(&browser, &page, "contact=6");
    assert_eq!(chosen["selected"], 5);
    assert_eq!(chosen["contacts"], 16);
    assert_eq!(chosen["time"].as_f64(), Some(0.499_999_999_9));
    assert_ne!(chosen["checksum"], first["checksum"]);
    let dark = drawn_state(&browser, &page, "t=0.3&theme=dark");
    assert_eq!(dark["theme"], "dark");
    assert_ne!(dark["checksum"], first["checksum"]);
    assert_eq!(dark["bodies"], first["bodies"]);
}

/// From micrometres to kilometres, and far from the origin, the picture is the same: no precision is lost in
/// 32-bit floats.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn scale_and_place_do_not_matter() {
    let browser = Browser::open("scale");
    let pixels = |scale: f64, offset: DVec3| {
        let page = written(&browser, &scenes::needle(scale, offset));
        let state = drawn_state(&browser, &page, "t=contact");
        let expected = offset + scale * DVec3::new(0.1, -0.05, 0.52);
        let error = middle(&state, 0).distance(expected);
        assert!(error <= 1e-6 * scale + 1e-15 * offset.length(), "off by {error} at scale {scale}");
        [0, 1].map(|body| state["bodies"][body]["pixels"].as_f64().unwrap())
    };
    let one = pixels(1.0, DVec3::ZERO);
    for (scale, offset) in [(1e-6, DVec3::ZERO), (1e4, DVec3::ONE * 1e4), (1e-3, DVec3::new(1e4, -1e4, 5e3))] {
        let other = pixels(scale, offset);
        for body in 0..2 {
            let change = (other[body] - one[body]).abs() / one[body];
            assert!(change < 0.02, "scale {scale}: {other:?} pixels, but {one:?} at scale 1");
        }
    }
}

#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn clear_and_open_pages() {
    let browser = Browser::open("clear");
    for (case, verdict, title) in
        [(scenes::sliding_past(), "clear", "They never touch"), (scenes::cut_short(), "open", "Not settled")]
    {
        let page = written(&browser, &case);
        let start = drawn_state(&browser, &page, "t=start");
        assert_eq!(start["verdict"], verdict);
        assert_eq!(start["title"], title);
        assert_eq!(start["contacts"], 0);
        let end = drawn_state(&browser, &page, "t=contact");
        assert_eq!(end["time"].as_f64(), Some(1.0), "without a contact, its instant is the end");
        assert_ne!(start["checksum"], end["checksum"]);
        assert!(middle(&end, 0).distance(DVec3::new(2.0, -0.65, 0.0)) < 1e-9);
    }
}

#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn names_cannot_break_out() {
    let browser = Browser::open("hostile");
    let case = scenes::hostile_names();
    let page = written(&browser, &case);
    let state = drawn_state(&browser, &page, "t=contact");
    for (body, told) in case.scene.bodies.iter().zip(state["bodies"].as_array().unwrap()) {
        assert_eq!(told["name"].as_str(), Some(body.name.as_str()));
    }
    let document = browser.document(&page, "t=contact");
    assert!(!document.contains("<img"), "a name became an element");
    assert!(!document.contains("<title>broken"), "a name ran as a script");
    // In the head: the theme; in the body: data, state, and the page's own.
    assert_eq!(document.matches("<script").count(), 4, "a name became a script");
}

/// The page claims no more than is proved: a contact within tolerance, a clearance instead of a touch, a bound
/// not rounded up.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn words_do_not_claim_too_much() {
    let browser = Browser::open("words");
    let mut case = scenes::needle(1.0, DVec3::ZERO);
    case.scene.query.separation = Some(0.005);
    let first = scenes::first_contact(&mut case.report);
    first.contacts[0].proved = false;
    first.time = Interval::new(10.399_999_999_96, first.time.upper()).unwrap();
    let page = written(&browser, &case);
    let document = browser.document(&page, "nogl&t=contact");
    let shown = shown(&document);
    for text in [
        "They come within 5&nbsp;mm",
        "more than 5 mm apart",
        "whether they truly meet is not proved",
        "10.3999999&nbsp;s",
    ] {
        assert!(shown.contains(text), "{text} is missing");
    }
    assert!(!shown.contains("proved to exist"));
}

#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn a_deforming_body_is_drawn() {
    let browser = Browser::open("deforming");
    let page = written(&browser, &scenes::cloth(25));
    let [start, later] = ["t=0", "t=0.25"].map(|options| browser.state_after(&page, options, &[DECOMPRESSED]));
    assert_drawn(&start, "t=0");
    assert_drawn(&later, "t=0.25");
    assert_ne!(start["checksum"], later["checksum"]);
    // It sinks by 1.4 m/s, and its ripples are at most 5 cm high.
    let sunk = middle(&start, 0).z - middle(&later, 0).z;
    assert!((sunk - 0.35).abs() < 0.1, "sunk by {sunk}");
}

#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn a_large_mesh_is_drawn() {
    let browser = Browser::open("large");
    let case = scenes::knot_on_ball(4);
    let page = written(&browser, &case);
    let size = std::fs::metadata(&page).unwrap().len();
    // 163,072 triangles on 81,920 vertices.
    assert!(size < 2 << 20, "{size} bytes");
    assert_drawn(&browser.state_after(&page, "t=contact", &[DECOMPRESSED]), "t=contact");
}

/// 1,020,160 triangles, quantised and compressed.
#[test]
fn a_million_triangles_stay_below_ten_megabytes() {
    let case = scenes::knot_on_ball(10);
    let html = page(&case.scene, &case.report).unwrap();
    assert!(html.len() < 10 << 20, "{} bytes", html.len());
    if let Some(folder) = std::env::var_os("TANGENCY_PAGES") {
        std::fs::write(Path::new(&folder).join("million.html"), &html).unwrap();
    }
}

#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn without_webgl_the_answer_is_still_there() {
    let browser = Browser::open("nogl");
    let page = written(&browser, &scenes::needle(1.0, DVec3::ZERO));
    let state = browser.state(&page, "nogl&t=contact");
    assert_eq!(state["ready"], true);
    assert_eq!(state["webgl"], false);
    assert_eq!(state["errors"], serde_json::json!([]));
    let document = browser.document(&page, "nogl&t=contact");
    let shown = shown(&document);
    for text in
        ["They touch", "Proved: no earlier contact is possible", "proved to exist", "vertex 0 on face 2 (1, 0, 0)"]
    {
        assert!(shown.contains(text), "{text} is missing");
    }
    assert!(shown.contains("id=\"no-webgl\" class=\"message\">"), "the message is hidden");
    assert!(
        shown.contains("<div class=\"scale\" id=\"scale\" aria-hidden=\"true\" hidden=\"\">"),
        "an empty scale bar"
    );
}

/// Without an instant in its address, the page plays up to the contact and stops there, unless the reader
/// prefers reduced motion. The test runs without drawing: the clock is the same, and the test is faster.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn it_plays_to_the_contact() {
    let browser = Browser::open("play");
    let case = scenes::needle(1.0, DVec3::ZERO);
    let page = written(&browser, &case);
    let played = browser.state_after(&page, "nogl", &["--virtual-time-budget=10000"]);
    assert_eq!(played["time"].as_f64(), Some(case.report.time().unwrap()[0]));
    assert_eq!(played["playing"], false);
    let calm = browser.state_after(&page, "nogl", &["--virtual-time-budget=10000", "--force-prefers-reduced-motion"]);
    assert_eq!(calm["time"].as_f64(), Some(10.0));
}
