//! Measuring, cutting, linking, and close-ups.
//!
//! References: closed forms of the scene. A needle of length 1 stands on a plate at the contact; the camera looks
//! along known directions.

use super::Browser;
use super::scenes::{self, body, contact, cuboid, linear, scene, still};
use glam::DVec3;
use serde_json::Value;
use tangency::formats::viewer::page;
use tangency::geometry::{Evidence, Feature};

/// Adds a script that runs when the page is ready.
fn with_script(html: &str, script: &str) -> String {
    let added = html.replacen("</body>", &format!("<script>{script}</script></body>"), 1);
    assert_ne!(html, added, "the page has no end to add to");
    added
}

/// Clicks on the middle of the picture. The tape's second point is a click to its right, at the same height.
const CLICKS: &str = r#"
    const canvas = document.getElementById("canvas");
    const box = canvas.getBoundingClientRect();
    canvas.setPointerCapture = () => {};
    const click = (x) => ["pointerdown", "pointerup"].forEach((kind) => canvas.dispatchEvent(new PointerEvent(kind, {
      clientX: box.left + box.width / 2 + x, clientY: box.top + box.height / 2, pointerId: 1, button: 0 })));
    document.getElementById("tape").click();
    click(0);
    const first = window.tangency.state();
    click(40);
    window.tangency.frame(window.tangency.span()[0]);
    const second = window.tangency.state();
    second.label = document.getElementById("tape-label").textContent;
    second.link = window.tangency.link();
    document.getElementById("state").textContent = JSON.stringify([first, second]);
"#;

/// Seen from above, two points of the plate 40 pixels apart have the distance that 40 pixels have at its depth.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn two_clicks_measure_a_distance() {
    let browser = Browser::open("tape");
    let case = scenes::needle(1.0, DVec3::ZERO);
    let html = page(&case.scene, &case.report).unwrap();
    let file = browser.write(&with_script(&html, CLICKS));
    // Straight down on a part of the plate beside the needle, 0.02 above its middle.
    let states = browser.state(&file, "t=start&view=0,89,4&at=-0.5,0.3,0.02");
    assert_eq!(states[0]["tape"], Value::Null, "one point is no distance");
    let camera = &states[1]["camera"];
    let height = states[1]["canvas"][3].as_f64().unwrap();
    let size = states[1]["unit"].as_f64().unwrap();
    let pixel = 2.0 * camera["distance"].as_f64().unwrap() * 15.0_f64.to_radians().tan() / height * size;
    let measured = states[1]["tape"].as_f64().unwrap();
    assert!((measured / (40.0 * pixel) - 1.0).abs() < 0.01, "{measured} instead of {}", 40.0 * pixel);
    assert!(states[1]["label"].as_str().unwrap().starts_with("≈ "), "{}", states[1]["label"]);
    assert_ne!(states[0]["checksum"], states[1]["checksum"], "the tape is drawn");
    assert_eq!(states[1]["errors"], serde_json::json!([]));
}

/// The address that the page gives shows the same picture again.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn a_link_restores_the_state() {
    let browser = Browser::open("link");
    let case = scenes::needle(1.0, DVec3::ZERO);
    let html = page(&case.scene, &case.report).unwrap();
    let script = r##"
        const before = window.tangency.state();
        const link = window.tangency.link();
        document.getElementById("state").textContent = JSON.stringify({ before, link });
    "##;
    let options =
        "t=10.123&view=35,20,2.5&at=0.2,0.1,0.4&section=y,0.4,flipped&styles=ow&theme=dark&show=ground,labels";
    let file = browser.write(&with_script(&html, script));
    let told = browser.state(&file, options);
    let link = told["link"].as_str().unwrap().strip_prefix('#').unwrap();
    let file = browser.write(&html);
    let after = browser.state(&file, link);
    for name in ["time", "theme", "section", "checksum", "selected"] {
        assert_eq!(told["before"][name], after[name], "{name} of {link}");
    }
    assert_eq!(after["time"].as_f64(), Some(10.123));
    // A plain view differs: the options are not ignored.
    assert_ne!(after["checksum"], browser.state(&file, "t=10.123")["checksum"]);
}

/// A section removes what lies beyond the plane, and a plane outside of the bodies removes nothing.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn a_section_cuts_the_bodies() {
    let browser = Browser::open("section");
    let case = scenes::needle(1.0, DVec3::ZERO);
    let file = browser.write(&page(&case.scene, &case.report).unwrap());
    let pixels = |options: &str| {
        let state = browser.state(&file, options);
        assert_eq!(state["errors"], serde_json::json!([]), "{state}");
        state["bodies"][1]["pixels"].as_f64().unwrap()
    };
    let view = "t=start&view=90,25&show=";
    let whole = pixels(view);
    // A section draws the insides as well, which may decide a pixel of the outline.
    let uncut = pixels(&format!("{view}&section=x,1"));
    assert!((uncut / whole - 1.0).abs() < 1e-3, "{uncut} of {whole} pixels: nothing lies beyond the scene");
    let half = pixels(&format!("{view}&section=x,0.5"));
    assert!(half > 0.3 * whole && half < 0.7 * whole, "{half} of {whole} pixels");
    assert_eq!(pixels(&format!("{view}&section=x,0")), 0.0);
}

/// A close-up fades a wall that stands before the contact on all sides, and names it.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn a_close_up_shows_a_hidden_contact() {
    let browser = Browser::open("closeup");
    // A small block lands on a floor, inside of a closed box.
    let block = cuboid(DVec3::splat(0.1)).mapped(|v| v + DVec3::Z * 0.1).unwrap();
    let floor = cuboid(DVec3::new(0.25, 0.25, 0.05)).mapped(|v| v - DVec3::Z * 0.05).unwrap();
    let shell = cuboid(DVec3::splat(0.4));
    let bodies = vec![
        body("block", block, linear(DVec3::Z * 0.1, DVec3::Z * -0.2)),
        body("floor", floor, still()),
        body("shell", shell, still()),
    ];
    let made = scene("hidden", "A block lands inside of a box.", [0.0, 1.0], bodies);
    let touch = contact(["block", "floor"], [Feature::Vertex(0); 2], DVec3::ZERO, DVec3::NEG_Z, [0.5, 0.5]);
    let mut case = scenes::needle(1.0, DVec3::ZERO);
    case.report.evidence = Evidence::Proved;
    scenes::first_contact(&mut case.report).contacts = vec![touch];
    scenes::first_contact(&mut case.report).time = tangency::interval::Interval::new(0.5, 0.5).unwrap();
    let file = browser.write(&page(&made, &case.report).unwrap());
    let far = browser.state(&file, "t=contact");
    assert_eq!(far["faded"], serde_json::json!([]), "only a close-up fades bodies");
    assert_eq!(far["bodies"][0]["pixels"], 0, "the shell hides the block");
    let near = browser.state(&file, "contact=1");
    assert_eq!(near["faded"], serde_json::json!([2]), "{near}");
    assert!(near["bodies"][0]["pixels"].as_u64().unwrap() > 1_000, "the block is hidden: {near}");
}
