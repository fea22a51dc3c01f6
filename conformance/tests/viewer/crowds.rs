//! Pages of large simulations: they stay small, play exactly what the motions say, and keep their lists short.
//!
//! References: `Motion::at` of the same scene, the counts of the result, the limit of ten megabytes.
//!
//! The times of frames are measured on demand, in software rendering:
//!
//! ```text
//! cargo test --release -p tangency-conformance --test viewer -- --ignored --nocapture frames_of_crowds
//! ```
//!
//! It prints the least and the middle time of a frame of 100, 1,000 and 10,000 balls and hulls. A frame is what the page
//! draws at once, as in `soak.rs`. Other work on the machine makes all of them longer.

use super::browser::{Browser, PATIENCE};
use super::{DECOMPRESSED, shown};
use glam::DVec3;
use serde_json::{Value, json};
use tangency::formats::viewer;
use tangency::geometry::Placement;
use tangency_conformance::crowd::{CrowdShape, crowd};

/// Ten thousand bodies and a hundred thousand events, for both shapes.
#[test]
fn ten_thousand_flying_bodies_stay_below_ten_megabytes() {
    for shape in [CrowdShape::Balls, CrowdShape::Hulls] {
        let (scene, simulation) = crowd(shape, 10_000, 10);
        assert_eq!(simulation.events.len(), 100_000);
        let html = viewer::simulation_page(&scene, &simulation).unwrap();
        assert!(html.len() < 10 << 20, "{shape:?}: {} bytes", html.len());
        assert_eq!(html.matches("\"like\":0").count(), 9_999, "one mesh for all");
    }
}

/// The page evaluates the motions as the library does, and its lists have few elements however many events there are.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn a_crowd_is_where_its_motions_say() {
    let browser = Browser::open("crowd");
    let (scene, simulation) = crowd(CrowdShape::Hulls, 300, 20);
    let html = viewer::simulation_page(&scene, &simulation).unwrap();
    if let Some(folder) = std::env::var_os("TANGENCY_PAGES") {
        std::fs::write(std::path::Path::new(&folder).join("crowd.html"), &html).unwrap();
    }
    let page = browser.write(&html);
    for time in [0.0, 1.234, 3.9] {
        let state = browser.state_after(&page, &format!("t={time}"), &[DECOMPRESSED]);
        assert_eq!(state["errors"], json!([]), "{state}");
        assert!(state["drawnPixels"].as_u64().unwrap() > 5_000);
        let bodies = state["bodies"].as_array().unwrap();
        assert_eq!(bodies.len(), 300);
        for (body, told) in scene.bodies.iter().zip(bodies) {
            let Placement::Pose(pose) = body.motion.at(time) else { panic!("a rigid body") };
            let middle: Vec<f64> = told["middle"].as_array().unwrap().iter().map(|one| one.as_f64().unwrap()).collect();
            // A step of the page is a sixteen-millionth of the scene, some ten metres.
            let off = DVec3::from_slice(&middle).distance(pose.translation());
            assert!(off < 2e-6, "{} is off by {off} m at {time} s", body.name);
        }
        assert_eq!(state["events"], 6_000);
        assert!(state["listed"].as_u64().unwrap() < 100, "{}", state["listed"]);
        assert!(state["marks"].as_u64().unwrap() <= 400, "{}", state["marks"]);
        assert!(state["elements"].as_u64().unwrap() < 4_000, "{}", state["elements"]);
    }
}

/// The panel has the numbers of the result.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn the_panel_of_a_crowd_agrees_with_its_result() {
    let browser = Browser::open("crowd-words");
    let (scene, simulation) = crowd(CrowdShape::Balls, 50, 8);
    let page = browser.write(&viewer::simulation_page(&scene, &simulation).unwrap());
    let document = browser.document(&page, "t=0&nogl");
    let text = shown(&document);
    // Numbers have thin spaces.
    for words in ["400 impacts", "1\u{202f}200", "300 (25 %)", "3.2e-13", "1.4e-15", "267", "2.667"] {
        assert!(text.contains(words), "{words} is not on the page");
    }
}

/// Draws some instants, and leaves the times of all frames where the state is read.
const TIMED: &str = r##"<!doctype html><meta charset="utf-8"><body style="margin:0">
<script type="application/json" id="state"></script>
<script>
  const gate = document.createElement("iframe");
  document.body.append(gate);
  gate.contentDocument.open();
  gate.contentDocument.write("<p>");
  (async () => {
    const frame = document.createElement("iframe");
    Object.assign(frame.style, { width: "1440px", height: "900px", border: 0 });
    frame.srcdoc = PAGE;
    const begin = performance.now();
    await new Promise((ready) => { frame.onload = ready; document.body.append(frame); });
    for (let wait = 0; wait < 6000 && !frame.contentWindow.tangency; wait++) await new Promise((go) => setTimeout(go, 10));
    const { tangency } = frame.contentWindow;
    const opened = performance.now() - begin;
    tangency.pause();
    const [start, end] = tangency.span();
    const took = [];
    for (let step = 0; step < 24; step++) took.push(tangency.frame(start + ((end - start) * (step + 0.37)) / 24));
    return { opened, took, errors: tangency.errors() };
  })()
    .catch((error) => String(error.stack))
    .then((seen) => {
      document.getElementById("state").textContent = JSON.stringify(seen).replaceAll("<", "\\u003c");
      gate.contentDocument.close();
    });
</script></body>"##;

#[test]
#[ignore = "takes minutes: see the head of this file"]
fn frames_of_crowds() {
    for count in [100, 1_000, 10_000] {
        for shape in [CrowdShape::Balls, CrowdShape::Hulls] {
            let (scene, simulation) = crowd(shape, count, 10);
            let html = viewer::simulation_page(&scene, &simulation).unwrap();
            let browser = Browser::open(&format!("frames-{count}-{shape:?}"));
            let wrapped = TIMED.replacen("PAGE", &json!(html).to_string().replace('<', "\\u003c"), 1);
            let seen: Value = browser.state_within(&browser.write(&wrapped), 4 * PATIENCE);
            assert_eq!(seen["errors"], json!([]), "{seen}");
            let mut took: Vec<f64> = seen["took"].as_array().unwrap().iter().map(|one| one.as_f64().unwrap()).collect();
            // The first frames tell the page how quick the machine is.
            took.drain(..4);
            took.sort_by(f64::total_cmp);
            let (least, middle, most) = (took[0], took[took.len() / 2], took[took.len() - 1]);
            let opened = seen["opened"].as_f64().unwrap();
            print!("{count:>6} {shape:?}: {:>8} bytes, opened in {opened:.0} ms, ", html.len());
            println!("frames of {least:.0} ms at least, {middle:.0} ms in the middle, {most:.0} ms at most");
        }
    }
}
