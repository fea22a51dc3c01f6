//! The page without a mouse: keys, names for screen readers, the focus ring, reduced motion, colors for every eye.
//!
//! References: the steps that the help dialog promises; the model of color vision of G. Machado, M. Oliveira and
//! L. Fernandes, *A physiologically-based model for simulation of color vision deficiency* (2009), table 1, severity 1.

use super::Browser;
use super::scenes::{self, body, cuboid, linear, scene};
use glam::{DMat3, DVec3};
use serde_json::Value;
use tangency::formats::viewer::page;
use tangency::geometry::{Evidence, Verdict};

/// The page of the needle with a script that leaves its result where the state is read.
fn needle_with(script: &str) -> String {
    let case = scenes::needle(1.0, DVec3::ZERO);
    with_script(&page(&case.scene, &case.report).unwrap(), script)
}

fn with_script(html: &str, script: &str) -> String {
    // The page itself writes its state again when playing ends. The last element of that name is read.
    let keep = r#"const last = document.createElement("script");
        Object.assign(last, { type: "application/json", id: "state" });
        last.textContent = JSON.stringify(found).replaceAll("<", "\\u003c");
        document.body.append(last);"#;
    let added = html.replacen("</body>", &format!("<script>{{{script};{keep}}}</script></body>"), 1);
    assert_ne!(html, added, "the page has no end to add to");
    added
}

/// Each key, pressed on the picture: the state after it.
const KEYS: &str = r#"
    const canvas = document.getElementById("canvas");
    const press = (key, more = {}) => canvas.dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
    const found = [];
    const keep = (name) => {
      const { time, playing, camera, selected } = window.tangency.state();
      found.push({ name, time, playing, camera, selected });
    };
    keep("first");
    for (const [key, more] of [["ArrowRight"], ["ArrowRight", { shiftKey: true }], ["ArrowLeft"], ["End"], ["Home"],
      ["c"], [" "], [" "], ["ArrowUp"], ["ArrowDown"], [","], ["."], ["+"], ["-"], ["1"], ["Escape"]]) {
      press(key, more);
      keep(key + (more ? "+shift" : ""));
    }
"#;

/// A step is a fiftieth of the span, or a thousandth with shift; keys also turn the view and choose contacts.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn every_key_does_what_the_help_says() {
    let browser = Browser::open("keys");
    let states = browser.state(&browser.write(&needle_with(KEYS)), "t=start&view=30,20&nogl");
    let found = |name: &str| -> &Value {
        let all = states.as_array().unwrap();
        all.iter().find(|state| state["name"] == name).unwrap_or_else(|| panic!("{name} in {states}"))
    };
    let time = |name: &str| found(name)["time"].as_f64().unwrap();
    let case = scenes::needle(1.0, DVec3::ZERO);
    let (start, end) = (case.scene.span.start, case.scene.span.end);
    let length = end - start;
    let near = |value: f64, expected: f64| (value - expected).abs() < 1e-12 * length.max(end.abs());
    assert_eq!(time("first"), start);
    assert!(near(time("ArrowRight"), start + 0.02 * length), "{states}");
    assert!(near(time("ArrowRight+shift"), start + 0.021 * length), "{states}");
    assert!(near(time("ArrowLeft"), start + 0.001 * length), "{states}");
    assert_eq!((time("End"), time("Home")), (end, start));
    assert_eq!(time("c"), case.report.time().unwrap()[0]);
    let playing: Vec<&Value> = states.as_array().unwrap()[6..9].iter().map(|state| &state["playing"]).collect();
    assert_eq!(playing, [&Value::from(false), &Value::from(true), &Value::from(false)], "space plays and pauses");
    let camera = |name: &str, part: &str| found(name)["camera"][part].as_f64().unwrap();
    let turn = std::f64::consts::PI / 24.0;
    assert!(near(camera("ArrowUp", "elevation") - camera("c", "elevation"), turn), "{states}");
    assert!(near(camera("ArrowDown", "elevation"), camera("c", "elevation")), "{states}");
    assert!(near(camera("c", "azimuth") - camera(",", "azimuth"), turn), "{states}");
    assert!(near(camera(".", "azimuth"), camera("c", "azimuth")), "{states}");
    assert!(near(camera("+", "distance") * 1.2, camera("c", "distance")), "{states}");
    assert!(near(camera("-", "distance"), camera("c", "distance")), "{states}");
    assert_eq!((&found("1")["selected"], &found("Escape")["selected"]), (&Value::from(0), &Value::Null));
}

/// Controls without a name for a screen reader, the rules about the focus ring, and the slider's words.
const NAMES: &str = r#"
    const controls = Array.from(document.querySelectorAll("button, input, select, [role=img], dialog, section > svg"));
    const name = (control) => control.getAttribute("aria-label")
      ?? document.getElementById(control.getAttribute("aria-labelledby"))?.textContent
      ?? (control.closest("label")?.textContent || control.textContent);
    const told = (control) => control.id || control.className || control.tagName;
    const unnamed = controls.filter((control) => !name(control).trim()).map(told);
    // A page that is not in front has no focus: read the rules instead of the look.
    const rules = Array.from(document.styleSheets).flatMap((sheet) => Array.from(sheet.cssRules));
    const ring = (rule) => rule.selectorText === ":focus-visible" && /outline: [2-9]px solid/.test(rule.cssText);
    const rings = rules.filter(ring);
    const removed = rules.filter((rule) => /none|^0/.test(rule.style?.outline ?? "")).map((rule) => rule.selectorText);
    window.tangency.frame(window.tangency.contact());
    const slider = document.getElementById("slider").getAttribute("aria-valuetext");
    const found = { controls: controls.length, unnamed, rings: rings.length, removed, slider };
"#;

#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn every_control_has_a_name_and_a_focus_ring() {
    let browser = Browser::open("names");
    let found = browser.state(&browser.write(&needle_with(NAMES)), "t=start&nogl");
    assert!(found["controls"].as_u64().unwrap() > 25, "{found}");
    assert_eq!(found["unnamed"], serde_json::json!([]), "{found}");
    assert_eq!(found["rings"], 1, "{found}");
    assert_eq!(found["removed"], serde_json::json!([]), "{found}");
    let slider = found["slider"].as_str().unwrap();
    assert!(slider.ends_with(" seconds, first contact"), "{slider}");
}

/// With reduced motion the camera is at the contact at once, without a flight.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn reduced_motion_jumps() {
    let browser = Browser::open("calm");
    let script = r#"
        const before = window.tangency.state().camera;
        window.tangency.select(0);
        const found = { before, after: window.tangency.state().camera };
    "#;
    let file = browser.write(&needle_with(script));
    let moved = |flags: &[&str]| {
        let found = browser.state_after(&file, "t=contact&nogl", flags);
        found["before"]["distance"] != found["after"]["distance"]
    };
    assert!(moved(&["--force-prefers-reduced-motion"]), "the camera is still where it was");
    assert!(!moved(&[]), "the camera jumps, instead of flying");
}

/// Lightness and the two color axes of CIE 1976, of a linear color.
fn lab(linear: DVec3) -> DVec3 {
    let to_xyz =
        DMat3::from_cols_array_2d(&[[0.4124, 0.2126, 0.0193], [0.3576, 0.7152, 0.1192], [0.1805, 0.0722, 0.9505]]);
    let white = to_xyz * DVec3::ONE;
    let root = |ratio: f64| if ratio > 0.008_856 { ratio.cbrt() } else { 7.787 * ratio + 16.0 / 116.0 };
    let [x, y, z] = (to_xyz * linear / white).to_array().map(root);
    DVec3::new(116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z))
}

/// The color `rgb(r, g, b)` as seen: columns of the matrix are what red, green and blue light become.
fn seen(color: &str, vision: DMat3) -> DVec3 {
    let channels: Vec<f64> =
        color.trim_matches(|letter| !char::is_numeric(letter)).split(", ").map(|part| part.parse().unwrap()).collect();
    let linear = |value: f64| if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) };
    let light = DVec3::from_slice(&channels) / 255.0;
    lab((vision * DVec3::from_array(light.to_array().map(linear))).clamp(DVec3::ZERO, DVec3::ONE))
}

/// Seven boxes in a heap: any two have colors that differ for all eyes.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn neighbours_differ_for_every_eye() {
    let boxes = (0..7).map(|index| {
        let place = DVec3::X * 0.1 * f64::from(index);
        body(&index.to_string(), cuboid(DVec3::ONE), linear(place, DVec3::Z * f64::from(index)))
    });
    let scene = scene("heap", "", [0.0, 1.0], boxes.collect());
    let report = tangency::formats::Report::new("heap", Verdict::Clear { until: 1.0 }, Evidence::Computed);
    let script = r##"
        const swatches = Array.from(document.querySelectorAll("#body-list .swatch"));
        const found = swatches.map((swatch) => getComputedStyle(swatch).backgroundColor);
    "##;
    let browser = Browser::open("eyes");
    let found = browser.state(&browser.write(&with_script(&page(&scene, &report).unwrap(), script)), "t=start&nogl");
    let colors: Vec<&str> = found.as_array().unwrap().iter().map(|color| color.as_str().unwrap()).collect();
    assert_eq!(colors.len(), 7);
    let rows = [
        ("all cones", DMat3::IDENTITY.to_cols_array_2d()),
        (
            "protanopia",
            [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
        ),
        (
            "deuteranopia",
            [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_82, 0.042_94, 0.968_881]],
        ),
        (
            "tritanopia",
            [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_9]],
        ),
    ];
    for (name, rows) in rows {
        let vision = DMat3::from_cols_array_2d(&rows).transpose();
        for (index, one) in colors.iter().enumerate() {
            for other in &colors[..index] {
                let difference = seen(one, vision).distance(seen(other, vision));
                assert!(difference >= 17.5, "{name}: {one} and {other} differ by {difference}");
            }
        }
    }
}
