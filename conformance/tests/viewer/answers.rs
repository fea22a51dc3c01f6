//! Pages that show the answers beside the first contact: clearance, pairs, regions, pairs set aside.
//!
//! References: closed forms of the scenes, and counts of drawn pixels.

use super::scenes::{self, Case, contact};
use super::{Browser, drawn_state, shown, written};
use glam::DVec3;
use serde_json::{Value, json};
use tangency::formats::viewer::page;
use tangency::formats::{ClearanceReport, ContactRegion, ContactReport, NearestReport, PairReport, SetAsideReport};
use tangency::geometry::{Evidence, Feature, Verdict};

fn clearance(at_least: Option<f64>, nearest: Option<NearestReport>) -> ClearanceReport {
    ClearanceReport { at_least, nearest, evidence: Evidence::Proved, note: None, not_measured: Vec::new() }
}

/// The two balls of [`scenes::sliding_past`] are nearest after half a second, 0.1 m apart in the middle of the scene.
fn nearest_of_balls() -> NearestReport {
    NearestReport {
        a: "left".into(),
        b: "right".into(),
        within: 0.1,
        time: 0.5,
        point: [0.0; 3],
        points: Some([[0.0, -0.05, 0.0], [0.0, 0.05, 0.0]]),
        during: Some([0.45, 0.55]),
    }
}

/// A region for each four contacts.
fn feet(contacts: &[ContactReport]) -> Vec<ContactRegion> {
    let foot = |(index, four): (usize, &[ContactReport])| {
        let mut regions = ContactRegion::of(four);
        let members = regions.iter_mut().flat_map(|region| &mut region.contacts);
        members.for_each(|member| *member += 4 * index);
        regions
    };
    contacts.chunks(4).enumerate().flat_map(foot).collect()
}

fn point(value: &Value) -> DVec3 {
    DVec3::from_slice(&value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect::<Vec<_>>())
}

/// The page says how clear it is, draws the segment between the closest points, and marks the instant.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn the_clearance_is_shown() {
    let browser = Browser::open("clearance");
    let mut case = scenes::sliding_past();
    case.report.clearance = Some(clearance(Some(0.099_99), Some(nearest_of_balls())));
    let page = written(&browser, &case);
    let near = drawn_state(&browser, &page, "t=nearest");
    assert_eq!(near["time"].as_f64(), Some(0.5));
    assert_eq!((&near["marks"], &near["ticked"]), (&json!(1), &json!(true)), "{near}");
    for (end, y) in [(0, -0.05), (1, 0.05)] {
        assert!(point(&near["segment"][end]).distance(DVec3::Y * y) < 1e-9, "{near}");
    }
    assert!(near["segmentPixels"].as_u64().unwrap() > 50, "{near}");
    let document = browser.document(&page, "nogl&t=start");
    for text in [
        "They stay at least 99.9&nbsp;mm apart",
        "at least 99.9&nbsp;mm, proved; nearest left and right within 100&nbsp;mm at 0.5&nbsp;s",
        "class=\"event closest\"",
        "class=\"during\"",
    ] {
        assert!(shown(&document).contains(text), "{text} is missing");
    }
}

/// A bound that is not known is told in words, never as a zero; what was not measured has a line each.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn an_unknown_clearance_is_no_zero() {
    let browser = Browser::open("unknown-clearance");
    let mut case = scenes::sliding_past();
    let note = Some("clearance not proved: the work ran out".into());
    let not_measured = vec!["left and its shadow".into(), "right with itself".into()];
    case.report.clearance = Some(ClearanceReport { note, not_measured, ..clearance(None, None) });
    // The two clearances of a robot.
    let mut robot = scenes::sliding_past();
    robot.report.self_clearance = Some(clearance(Some(0.02), Some(nearest_of_balls())));
    robot.report.world_clearance = Some(clearance(Some(0.3), None));
    let document = browser.document(&written(&browser, &case), "nogl&t=start");
    for text in
        ["clearance not proved: the work ran out", "Not measured: left and its shadow", "Not measured: right with"]
    {
        assert!(shown(&document).contains(text), "{text} is missing");
    }
    let facts = shown(&document).split("id=\"facts\"").nth(1).unwrap().split("</dl>").next().unwrap();
    assert!(!facts.contains("0 m<") && !facts.contains("0&nbsp;m<"), "{facts}");
    assert!(!shown(&document).contains("at least"));
    let document = browser.document(&written(&browser, &robot), "nogl&t=start");
    for text in
        ["Clearance among the links", "at least 20&nbsp;mm, proved", "Clearance to the world", "at least 300&nbsp;mm"]
    {
        assert!(shown(&document).contains(text), "{text} is missing");
    }
}

/// A table that touches the floor, an apple on it that does not, and a pair that is not settled.
fn three_pairs() -> Case {
    let mut case = scenes::four_feet();
    let touch = PairReport::new(["table", "floor"], &case.report.verdict, Evidence::Proved);
    let open = PairReport::new(["table", "apple"], &Verdict::Open { from: 0.25 }, Evidence::Proved);
    let mut clear = PairReport::new(["floor", "apple"], &Verdict::Clear { until: 0.8 }, Evidence::Proved);
    let nearest = NearestReport {
        a: "floor".into(),
        b: "apple".into(),
        within: 1e-5,
        time: 0.4,
        point: [1.58, -0.86, 0.05],
        points: Some([[1.58, -0.86, 0.05], [1.58, -0.86, 0.050_01]]),
        during: None,
    };
    clear.clearance = Some(clearance(Some(9e-6), Some(nearest)));
    case.report.pairs = Some(vec![touch, open, clear]);
    case
}

/// Clicks a cell of the matrix, and leaves the state where it is read.
fn clicked(browser: &Browser, html: &str, verdict: &str) -> Value {
    let script = format!(
        "<script>document.querySelector('.cell[data-verdict=\"{verdict}\"]').click();\n\
         const told = document.createElement('script');\n\
         const textContent = JSON.stringify(tangency.state());\n\
         Object.assign(told, {{ type: 'application/json', id: 'state', textContent }});\n\
         document.body.append(told);</script></body>"
    );
    browser.state(&browser.write(&html.replacen("</body>", &script, 1)), "nogl&t=start")
}

#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn a_click_in_the_matrix_shows_the_pair() {
    let browser = Browser::open("matrix");
    let case = three_pairs();
    let html = page(&case.scene, &case.report).unwrap();
    let feet = DVec3::new(-0.86, -0.56, 0.05);
    let apple = DVec3::new(1.58, -0.86, 0.05);
    for (verdict, row, time, place) in
        [("touch", 0, 0.499_999_999_9, Some(feet)), ("open", 1, 0.25, None), ("clear", 2, 0.4, Some(apple))]
    {
        let state = clicked(&browser, &html, verdict);
        assert_eq!(state["errors"], json!([]), "{state}");
        assert_eq!((&state["cells"], &state["rows"]), (&json!(3), &json!(3)), "{state}");
        assert_eq!((&state["pair"], state["time"].as_f64()), (&json!(row), Some(time)), "{state}");
        match place {
            Some(place) => assert!(point(&state["segment"][0]).distance(place) < 1e-9, "{state}"),
            None => assert_eq!(state["segment"], Value::Null),
        }
    }
    let page = written(&browser, &case);
    let linked = drawn_state(&browser, &page, "pair=3");
    assert_eq!((&linked["pair"], linked["time"].as_f64()), (&json!(2), Some(0.4)));
    assert!(linked["segmentPixels"].as_u64().unwrap() > 50, "{linked}");
    // A page without the table has no matrix.
    let none = browser.state(&written(&browser, &scenes::four_feet()), "nogl&t=start");
    assert_eq!((&none["cells"], &none["rows"]), (&json!(0), &json!(0)));
}

/// Sixteen contacts below four feet, a region each, are four entries and at most four arrows; every contact keeps its
/// dot.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn a_region_is_one_entry() {
    let browser = Browser::open("regions");
    let mut case = scenes::four_feet();
    // The floor is one plane, so the feet would be one region. A page shows what the report says.
    assert_eq!(ContactRegion::of(case.report.contacts()).len(), 1);
    case.report.regions = feet(case.report.contacts());
    assert_eq!(case.report.regions.len(), 4);
    let page = written(&browser, &case);
    let state = drawn_state(&browser, &page, "t=contact");
    assert_eq!((&state["contacts"], &state["regions"]), (&json!(16), &json!(4)), "{state}");
    let arrows = state["arrows"].as_u64().unwrap();
    assert!((2..=4).contains(&arrows), "{arrows} arrows");
    assert_eq!(state["contactsInView"], 16, "{state}");
    let document = browser.document(&page, "nogl&contact=6");
    let shown = shown(&document);
    assert_eq!(shown.matches("class=\"contact\"").count(), 4);
    assert_eq!(shown.matches("class=\"contact\" aria-pressed=\"true\"").count(), 1, "one region is selected");
    for text in ["16 in 4 regions", "4 contacts over 170 mm", "3 of 4 proved", "120 mm × 120 mm × 0 m"] {
        assert!(shown.contains(text), "{text} is missing");
    }
}

/// Contacts at the start that were set aside are drawn muted, and the words say that they are not covered.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn pairs_set_aside_are_shown_apart() {
    let browser = Browser::open("asides");
    let mut case = scenes::sliding_past();
    let features = [Feature::Vertex(0); 2];
    let touching = |y: f64| contact(["left", "right"], features, DVec3::Y * y, DVec3::Y, [0.0, 0.0]);
    let aside = |counts_from| SetAsideReport {
        a: "left".into(),
        b: "right".into(),
        contacts: vec![touching(0.2), touching(-0.2)],
        depth: None,
        counts_from,
    };
    case.report.set_aside = vec![aside(Some(0.25)), aside(None)];
    let page = written(&browser, &case);
    let state = drawn_state(&browser, &page, "t=start");
    assert_eq!((&state["title"], &state["asides"]), (&json!("Nothing else touches"), &json!(2)), "{state}");
    assert!(state["asidePixels"].as_u64().unwrap() > 60, "{state}");
    let document = browser.document(&page, "nogl&t=start");
    for text in
        ["set aside: counts again from 0.25&nbsp;s", "set aside: not judged", "all pairs that are not set aside"]
    {
        assert!(shown(&document).contains(text), "{text} is missing");
    }
}
