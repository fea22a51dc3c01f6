//! The page of a folder of trajectories: order, plots, and the comparison of two.

use crate::browser::Browser;
use std::sync::Arc;
use tangency::formats::robot::{RobotWorld, trajectory};
use tangency::formats::viewer::{FolderEntry, folder_page};
use tangency::geometry::{Evidence, FirstContact, Verdict};
use tangency::interval::Interval;
use tangency::{Report, Verifier, VerifyOptions, robots};

/// The report of a bend of the elbow within a second, with its clearance over time.
fn bend(verifier: &Verifier, angle: f64) -> Report {
    let header = "time, waist, shoulder, elbow, forearm, wrist, hand";
    let text = format!("{header}\n0, 0, 0, 0, 0, 0, 0\n1, 0, 0, {angle}, 0, 0, 0\n");
    let path = trajectory::parse(&text, "bend.csv", &verifier.robot().mechanism, &Default::default()).unwrap();
    let (path, options) = (Arc::new(path), VerifyOptions::default());
    let mut verified = verifier.verify_with_clearance(&path, &options).unwrap();
    verifier.add_curve(&mut verified, &path, &options).unwrap();
    verified.report
}

#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn a_folder_is_listed_and_two_are_compared() {
    let verifier = Verifier::new(robots::six_axis_arm(), RobotWorld::default());
    let [small, large] = [0.1, 0.5].map(|angle| bend(&verifier, angle));
    let entry = |name, outcome| FolderEntry { name, span: Some([0.0, 1.0]), outcome };
    let entries = [entry("a.csv", Ok(&small)), entry("b.csv", Ok(&large)), entry("c.csv", Err("no joint \"x\""))];
    let browser = Browser::open("folder");
    let page = browser.write(&folder_page("arm on paths", &entries));
    let state = browser.state(&page, "");
    assert_eq!((&state["order"][0], &state["shown"][0]), (&"c.csv".into(), &"c.csv".into()), "the worst comes first");
    assert_eq!((state["plots"].as_u64(), state["order"].as_array().unwrap().len()), (Some(2), 3), "{state}");
    let state = browser.state(&page, "compare=a.csv,b.csv");
    assert_eq!(state["shown"], serde_json::json!(["a.csv", "b.csv"]));
    let rows = state["differences"].as_array().unwrap();
    assert_eq!(rows[0], serde_json::json!(["", "a.csv", "b.csv", "difference"]));
    assert_eq!(rows[1], serde_json::json!(["Verdict", "clear, proved", "clear, proved", "same"]));
    assert_eq!(rows.last().unwrap()[0], "Limits exceeded");
}

/// The instant of a first contact is the lower end of its bracket: rounded down, and the same wherever the page says
/// it.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn a_first_contact_is_the_same_instant_everywhere() {
    let touching = |from: f64| {
        let time = Interval::between(from, from + 1e-9);
        let first = FirstContact { time, contacts: Vec::new(), complete: true };
        Report::new("r", Verdict::Touch(first), Evidence::Proved)
    };
    let [one, other] = [1.924_916_7, 1.924_999_9].map(touching);
    let entry = |name, report| FolderEntry { name, span: Some([0.0, 3.0]), outcome: Ok(report) };
    let browser = Browser::open("folder-instants");
    let page = browser.write(&folder_page("arm on paths", &[entry("a.csv", &one), entry("b.csv", &other)]));
    let state = browser.state(&page, "compare=a.csv,b.csv");
    let rows = state["differences"].as_array().unwrap();
    assert_eq!([&rows[2][1], &rows[2][2]], ["first at 1.92491 s", "first at 1.92499 s"]);
    assert_eq!([&rows[4][0], &rows[4][1], &rows[4][2]], ["At", "1.92491 s", "1.92499 s"]);
    let document = browser.document(&page, "");
    assert_eq!(document.matches("data-name=\"at\">1.92491 s<").count(), 1);
    assert!(!document.contains("1.92492"));
}
