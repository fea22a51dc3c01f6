//! Pages that show a measurement.
//!
//! References: closed forms. A ball passes another; their centres are closest after half a second.

use super::{Browser, drawn_state, shown};
use std::path::PathBuf;
use tangency::formats::viewer;
use tangency::{MeasureOptions, MeasureTime, Scene, measure};

/// Two balls of radius 1/2 m. One passes the other at 4 m/s, their centres 1.25 m apart at the closest.
const PASSING: &str = r#"
    span = { end = 1 }
    [[body]]
    name = "left </script>"
    shape = { sphere = { radius = 0.5 } }
    motion = { linear = { position = [-2, 0, 0], velocity = [4, 0, 0] } }
    [[body]]
    name = "right"
    shape = { sphere = { radius = 0.5 } }
    motion = { still = { position = [0, 1.25, 0] } }
"#;

fn page(browser: &Browser, when: MeasureTime) -> PathBuf {
    let scene = Scene::parse(PASSING, "passing.toml").unwrap();
    let options = MeasureOptions { when, curves: 1, ..MeasureOptions::default() };
    let found = measure(&scene, &options).unwrap();
    browser.write(&viewer::measurement_page(&scene, &found).unwrap())
}

/// The segment runs between the closest points at every instant, and is drawn.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn the_segment_follows_the_motion() {
    let browser = Browser::open("measures");
    let page = page(&browser, MeasureTime::Over);
    for (options, time) in [("", 0.5), ("t=0.25", 0.25), ("t=1", 1.0)] {
        let state = drawn_state(&browser, &page, options);
        let shown = state["time"].as_f64().unwrap();
        assert!((shown - time).abs() < 1e-3, "{options}: at {shown} s");
        let centres = [[-2.0 + 4.0 * shown, 0.0], [0.0, 1.25]];
        let gap = (centres[1][0] - centres[0][0]).hypot(centres[1][1] - centres[0][1]);
        for (end, (body, sign)) in [(0, 1.0), (1, -1.0)].into_iter().enumerate() {
            for axis in [0, 1] {
                let towards = (centres[1][axis] - centres[0][axis]) / gap;
                let truth = centres[body][axis] + sign * 0.5 * towards;
                let drawn = state["segment"][end][axis].as_f64().unwrap();
                assert!((drawn - truth).abs() < 1e-3, "{options}: {drawn} instead of {truth}");
            }
        }
        assert!(state["segmentPixels"].as_u64().unwrap() > 50, "{state}");
        assert!(state["distanceLine"].as_u64().unwrap() > 100 && state["boundArea"].as_u64().unwrap() > 100);
    }
}

#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn the_words_of_a_measurement() {
    let browser = Browser::open("measure-words");
    let document = browser.document(&page(&browser, MeasureTime::Over), "nogl");
    for text in
        ["They come within 250&nbsp;mm", "at 0.5 s", "not only at samples", "never closer, proved", "closest approach"]
    {
        assert!(shown(&document).contains(text), "{text} is missing");
    }
    let document = browser.document(&page(&browser, MeasureTime::At(0.25)), "nogl");
    for text in ["They are 601&nbsp;mm apart", "Proved: at 0.25 s", "Measured at", "left &lt;/script&gt;"] {
        assert!(shown(&document).contains(text), "{text} is missing");
    }
}
