//! Pages of the built-in scenes at many instants and window sizes: none hangs, none contradicts its report.
//!
//! References: the report of the scene. Invariants without a reference: names do not overlap, every instant is drawn
//! without an error. A page that hangs is stopped by the browser's watchdog, and the test fails.
//!
//! Every run asks some scenes at few instants. All built-in scenes at 200 instants and four sizes:
//!
//! ```text
//! cargo test --release -p tangency-conformance --test viewer -- --ignored --nocapture soak_of_all_scenes
//! ```
//!
//! It prints the longest time of a frame of each scene, in software rendering: without the GPU, and without other work
//! on the machine. A frame is what the page draws at once: an instant as scrubbing draws it, or one step of the whole
//! picture that follows where scrubbing stops, here at every fourth instant. A frame of more than 250 ms is drawn again
//! up to four times, because other work may have delayed it: the first number has the least time of each, the second
//! the first. The time until the page has opened is printed beside it.
//! `TANGENCY_SOAK_INSTANTS=5` asks fewer instants, `TANGENCY_SOAK_SCENES=fruit,knot` fewer scenes.

use super::browser::{Browser, PATIENCE};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;
use tangency::formats::viewer;
use tangency::{CheckOptions, Scene, SimulateOptions, check, scenes, simulate};

/// Width and height of the windows: a phone upright and sideways, a tablet, a desktop.
const SIZES: [[u32; 2]; 4] = [[390, 844], [844, 390], [820, 1180], [1440, 900]];

/// Opens the page in frames of the given sizes, one after the other, seeks the instants, and leaves what it saw where
/// the state is read. A frame from `srcdoc` belongs to this document, so that its parts can be read.
const SOAK: &str = r##"<!doctype html><meta charset="utf-8"><body style="margin:0">
<script type="application/json" id="state"></script>
<script>
  const [sizes, instants] = [SIZES, INSTANTS];
  const LIMIT = 250; // milliseconds of a frame
  const seen = [];
  // A document that is still being written keeps the browser waiting until all is seen.
  const gate = document.createElement("iframe");
  document.body.append(gate);
  gate.contentDocument.open();
  gate.contentDocument.write("<p>");
  // Names that overlap another one or leave the picture.
  const clashes = (inside) => {
    const tags = [...inside.querySelectorAll(".tag")].filter((tag) => !tag.hidden);
    const boxes = tags.map((tag) => tag.getBoundingClientRect());
    const stage = inside.getElementById("canvas").getBoundingClientRect();
    const outside = boxes.filter((box) => box.bottom > stage.bottom + 1 || box.top < stage.top - 1).length;
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return outside + boxes.reduce((sum, a, i) => sum + boxes.slice(i + 1).filter((b) => meet(a, b)).length, 0);
  };
  // Parts of the panel that begin in one column and go on in the next, and buttons that are cut off.
  const torn = (inside) => {
    const sections = [...inside.querySelectorAll(".answer > section")].filter((section) => !section.hidden);
    const cut = [...inside.querySelectorAll("#tools button")].filter((button) => {
      const box = button.getBoundingClientRect();
      const middle = inside.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      return !button.hidden && !button.contains(middle);
    });
    return [...sections.filter((section) => section.getClientRects().length > 1), ...cut].map((part) => part.outerHTML);
  };
  const look = async (width, height) => {
    const frame = document.createElement("iframe");
    Object.assign(frame.style, { width: `${width}px`, height: `${height}px`, border: 0 });
    frame.srcdoc = PAGE;
    const begin = performance.now();
    await new Promise((ready) => { frame.onload = ready; document.body.append(frame); });
    const inside = frame.contentDocument;
    const pause = () => new Promise((go) => setTimeout(go, 10));
    for (let wait = 0; wait < 2000 && !frame.contentWindow.tangency; wait++) await pause();
    const { tangency } = frame.contentWindow;
    const opened = performance.now() - begin;
    tangency.pause();
    const [start, end] = tangency.span();
    const word = (id) => inside.getElementById(id).textContent;
    const size = { width, height, opened, longest: 0, again: 0, clashes: 0, phases: [], chip: word("verdict-chip"),
      evidence: word("evidence-name"), ticked: inside.getElementById("verdict").dataset.ticked === "true" };
    for (let step = 0; step < instants; step++) {
      // The instant of the contact is among them.
      const time = step === 0 ? tangency.contact() ?? start : start + ((end - start) * step) / (instants - 1);
      const rests = step % 4 === 0;
      const took = tangency.frame(time, rests);
      if (took > size.longest) Object.assign(size, { longest: took, slowest: time });
      // Other work on the machine makes a frame slow as well. A slow one is drawn again.
      let least = took;
      for (let again = 0; again < 4 && least > LIMIT; again++) least = Math.min(least, tangency.frame(time, rests));
      size.again = Math.max(size.again, least);
      size.clashes += clashes(inside);
      size.phases.push([time, word("phase")]);
    }
    size.torn = torn(inside);
    size.errors = tangency.errors();
    seen.push(size);
    frame.remove();
  };
  (async () => {
    for (const [width, height] of sizes) await look(width, height);
  })()
    .catch((error) => seen.push(String(error.stack)))
    .then(() => {
      document.getElementById("state").textContent = JSON.stringify(seen).replaceAll("<", "\\u003c");
      gate.contentDocument.close();
    });
</script></body>"##;

/// The page of a built-in scene, and what the report says: verdict, evidence, whether a contact is proved, the bracket.
struct Soaked {
    html: String,
    report: Value,
}

fn soaked(name: &str) -> Soaked {
    let scene: Scene = scenes::make(name).unwrap();
    if scene.dynamics.is_some() {
        let options = SimulateOptions { until: Some(scene.span.start + 0.3), ..SimulateOptions::default() };
        let run = simulate(&scene, &options).unwrap();
        let html = viewer::simulation_page(&run.scene, &run.result).unwrap();
        return Soaked { html, report: json!({ "verdict": "simulated" }) };
    }
    let report = check(&scene, &CheckOptions::default()).unwrap();
    let html = viewer::page(&scene, &report).unwrap();
    let proved = report.contacts().iter().any(|contact| contact.proved);
    let ends = report.contacts().iter().map(|contact| contact.time[1]);
    let last = ends.chain(report.time().map(|time| time[1])).fold(f64::NEG_INFINITY, f64::max);
    let told = json!({
        "verdict": report.verdict.name(),
        "evidence": report.evidence.name(),
        "proved": proved,
        "contact": report.time().map(|time| [time[0], last]),
        "separated": scene.query.separation.is_some_and(|separation| separation > 0.0),
    });
    Soaked { html, report: told }
}

/// What must hold at every size.
fn assert_true_to_the_report(name: &str, report: &Value, size: &Value) {
    assert_eq!(size["errors"], json!([]), "{name}: {size}");
    assert_eq!(size["clashes"], 0, "{name}: names overlap, {size}");
    assert_eq!(size["torn"], json!([]), "{name}: parts of the page are torn or cut off");
    if report["verdict"] == "simulated" {
        assert_eq!(size["ticked"], false, "{name}");
        return;
    }
    let proved = report["evidence"] == "proved";
    let exists = report["proved"] == true;
    let ticked = proved && (report["verdict"] == "clear" || report["verdict"] == "touch" && exists);
    assert_eq!(size["ticked"], ticked, "{name}: {size}");
    assert_eq!(size["evidence"] == "Proved", ticked, "{name}: {size}");
    for phase in size["phases"].as_array().unwrap() {
        let (time, words) = (phase[0].as_f64().unwrap(), phase[1].as_str().unwrap());
        let what = if report["separated"] == true { "approach" } else { "contact" };
        let doubt = if exists { "" } else { ", within tolerance" };
        let [start, end] = match report["contact"].as_array() {
            Some(bracket) if time > bracket[1].as_f64().unwrap() => [format!("past the first {what}"), String::new()],
            Some(bracket) if time >= bracket[0].as_f64().unwrap() => [format!("first {what}"), doubt.into()],
            _ => [String::new(), String::new()],
        };
        let said = words.starts_with(&start) && words.ends_with(&end) && words.is_empty() == start.is_empty();
        assert!(said && words.contains("tolerance") != end.is_empty(), "{name} at {time} s: {words}");
    }
}

/// Opens the page of the scene at all sizes. Returns what each of them saw.
fn soak(name: &str, sizes: &[[u32; 2]], instants: usize, patience: Duration) -> Vec<Value> {
    let Soaked { html, report } = soaked(name);
    if let Some(folder) = std::env::var_os("TANGENCY_PAGES") {
        std::fs::write(Path::new(&folder).join(format!("{name}.html")), &html).unwrap();
    }
    let browser = Browser::open(&format!("soak-{name}"));
    let wrapped = SOAK.replace("SIZES", &json!(sizes).to_string()).replace("INSTANTS", &instants.to_string()).replacen(
        "PAGE",
        &json!(html).to_string().replace('<', "\\u003c"),
        1,
    );
    let seen = browser.state_within(&browser.write(&wrapped), patience);
    let seen = seen.as_array().unwrap().clone();
    assert_eq!(seen.len(), sizes.len(), "{name}: {seen:?}");
    for size in &seen {
        assert_eq!(size["phases"].as_array().unwrap().len(), instants, "{name}");
        assert_true_to_the_report(name, &report, size);
    }
    seen
}

#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn pages_neither_hang_nor_contradict_their_reports() {
    for name in ["torus-on-cone", "needle", "bounce"] {
        soak(name, &SIZES[..3], 8, PATIENCE);
    }
}

#[test]
#[ignore = "takes an hour: see the head of this file"]
fn soak_of_all_scenes() {
    let instants = std::env::var("TANGENCY_SOAK_INSTANTS").map_or(200, |text| text.parse().unwrap());
    let checked = scenes::ALL.iter().map(|scene| scene.name);
    let wanted = std::env::var("TANGENCY_SOAK_SCENES").ok();
    let asked = |name: &&str| wanted.as_ref().is_none_or(|wanted| wanted.split(',').any(|one| one == *name));
    for name in checked.chain(scenes::SIMULATED.iter().map(|scene| scene.name)).filter(asked) {
        let seen = soak(name, &SIZES, instants, 20 * PATIENCE);
        let most = |what: &str| seen.iter().map(|size| size[what].as_f64().unwrap()).fold(0.0, f64::max);
        let slowest = seen.iter().find(|size| size["longest"] == most("longest")).unwrap();
        let (longest, again, opened) = (most("longest"), most("again"), most("opened"));
        let (width, height, time) = (&slowest["width"], &slowest["height"], &slowest["slowest"]);
        print!("{name:<18} longest frame {again:5.0} ms, at first {longest:5.0} ms ({width} × {height} at {time} s)");
        println!(", opened in {opened:5.0} ms");
    }
}
