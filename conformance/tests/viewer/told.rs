//! The words of measurements, of a robot's two clearances, and of simulations, over all combinations.
//!
//! The reference is the meaning of the result: what is proved, and which bound is an upper or a lower one.

use super::Browser;
use super::scenes;
use glam::DVec3;
use serde_json::Value;
use tangency::formats::viewer::page;

/// Asks about every combination of verdict, evidence, question, number of pairs and pairs left out.
const ASK_MEASURES: &str = r#"
    const apart = { a: "x", b: "y", verdict: "apart", distance: [0.0119996, 0.0120004], penetration: null };
    const pair = (at) => ({ ...apart, at });
    const deep = { ...pair(1), verdict: "overlap", distance: [0, 0], penetration: { depth: [0.01, 0.02] } };
    const unmeasured = [{ ...deep, penetration: null }];
    const lists = { none: [], one: [pair(1)], two: [pair(1), pair(2)], deep: [deep], unmeasured };
    for (const verdict of ["apart", "overlap", "open"])
      for (const evidence of ["proved", "computed"])
        for (const question of ["instant", "span"])
          for (const [kind, pairs] of Object.entries(lists))
            for (const farther of [0, 3]) {
              const measures = { pairs, verdict, question, farther, phase: () => "" };
              const report = { verdict, evidence };
              const scene = { start: 0, end: 4, duration: 4, contacts: pairs, measures, report };
              asked.push({ verdict, evidence, question, kind, farther, words: window.tangency.words(scene, 1) });
            }
"#;

/// Asks about every combination of a robot's clearances.
const ASK_ROBOTS: &str = r#"
    const bounds = { none: null, known: 0.0119996, unknown: NaN };
    for (const evidence of ["proved", "computed"])
      for (const [self, selfBound] of Object.entries(bounds))
        for (const [world, worldBound] of Object.entries(bounds)) {
          const made = (bound) => bound === null ? null
            : { atLeast: bound > 0 ? bound : null, evidence, note: null, notMeasured: [], nearest: null };
          const whole = { atLeast: 0.001, evidence, note: null, notMeasured: [], nearest: null };
          const report = { verdict: "clear", evidence, clearUntil: 4, time: null, clearance: whole };
          Object.assign(report, { selfClearance: made(selfBound), worldClearance: made(worldBound) });
          const scene = { start: 0, end: 4, duration: 4, separation: null, contacts: [], report };
          asked.push({ evidence, self, world, words: window.tangency.words(scene, 1) });
        }
"#;

/// Asks about every ending of a simulation.
const ASK_ENDINGS: &str = r#"
    for (const ending of ["finished", "open", "stopped"])
      for (const number of [0, 1, 2]) {
        // A finished run has a reason only if its scene says how its instants were made.
        const reason = ending === "finished" && number < 2 ? "" : "no step";
        const history = { ending, reason, counts: { impacts: number }, tracks: [], phase: () => "" };
        const report = { verdict: ending, evidence: "" };
        const scene = { start: 0, end: 4, duration: 4, contacts: [], history, report };
        asked.push({ ending, number, words: window.tangency.words(scene, 1) });
      }
"#;

/// The answers of the page's function.
fn asked(name: &str, script: &str) -> Vec<Value> {
    let browser = Browser::open(name);
    let case = scenes::needle(1.0, DVec3::ZERO);
    let html = page(&case.scene, &case.report).unwrap();
    let told = r#"document.getElementById("state").textContent = JSON.stringify(asked);"#;
    let script = format!("<script>const asked = [];{script}{told}</script></body>");
    let asking = html.replacen("</body>", &script, 1);
    assert_ne!(html, asking, "the page has no end to add to");
    let answers = browser.state(&browser.write(&asking), "nogl&t=start");
    answers.as_array().unwrap().clone()
}

/// A field of the words, with plain spaces.
fn text(case: &Value, name: &str) -> String {
    let value = &case["words"][name];
    value.as_str().unwrap_or_else(|| panic!("{name} of {case}")).replace('\u{a0}', " ")
}

/// Only a settled and proved measurement is ticked; a distance not known to the last digit is rounded to the safe side.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn words_follow_measurements() {
    let answers = asked("told-measures", ASK_MEASURES);
    assert_eq!(answers.len(), 3 * 2 * 2 * 5 * 2, "every combination is asked");
    for case in &answers {
        let (title, meaning) = (text(case, "title"), text(case, "text"));
        let proved = case["evidence"] == "proved";
        let listed = case["kind"] != "none";
        let settled = if listed { case["verdict"] != "open" } else { case["farther"] == 3 };
        assert_eq!(case["words"]["ticked"], proved && settled, "{case}");
        assert_eq!(text(case, "evidence") == "Proved", proved && settled, "{case}");
        assert!(proved || !meaning.contains("Proved"), "{case}");
        if listed && settled && !proved {
            assert!(meaning.contains("This is not a proof."), "{case}");
        }
        // An upper bound of 12.0004 mm is not 12 mm, and a lower one of 11.9996 mm neither.
        assert!(case["verdict"] != "open" || !title.contains("within 12 mm"), "{case}");
        assert!(!meaning.contains("closer than 12 mm"), "{case}");
        if listed && case["verdict"] == "overlap" {
            assert!(meaning.contains("a common point"), "{case}");
            // The depth is between 10 and 20 mm.
            let told = title.contains("at most") && title.contains("20 mm");
            assert_eq!(told, case["kind"] == "deep" && case["question"] == "instant", "{case}");
            assert!(!title.ends_with("by ") && !title.ends_with("of "), "{case}");
        }
        if listed && case["verdict"] == "open" {
            assert_eq!(meaning, "Whether they have a common point is not settled.", "{case}");
        }
    }
}

/// The two clearances of a robot stand for themselves, each with its own bound. A bound not known has no number.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn words_tell_both_clearances_of_a_robot() {
    let answers = asked("told-robots", ASK_ROBOTS);
    assert_eq!(answers.len(), 2 * 3 * 3, "every combination is asked");
    for case in &answers {
        let kinds = [("self", "Clearance among the links"), ("world", "Clearance to the world")];
        let mut expected: Vec<(&str, &str)> = kinds.into_iter().filter(|(kind, _)| case[kind] != "none").collect();
        if expected.is_empty() {
            expected.push(("whole", "Clearance"));
        }
        let told = case["words"]["clearances"].as_array().unwrap();
        assert_eq!(told.len(), expected.len(), "{case}");
        for (clearance, (kind, name)) in told.iter().zip(expected) {
            assert_eq!(clearance["name"], name, "{case}");
            let bound = clearance["bound"].as_str().unwrap().replace('\u{a0}', " ");
            let evidence = case["evidence"].as_str().unwrap();
            let words = match case[kind].as_str() {
                Some("known") => format!("at least 11.9 mm, {evidence}"),
                Some(_) => "not known".into(),
                None => format!("at least 1 mm, {evidence}"),
            };
            assert_eq!(bound, words, "{case}");
            assert_eq!(clearance["sure"], bound.ends_with("proved"), "{case}");
        }
    }
}

/// A simulation proves nothing, and one that did not end says so.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn words_follow_the_ending_of_a_simulation() {
    let answers = asked("told-endings", ASK_ENDINGS);
    assert_eq!(answers.len(), 9);
    for case in &answers {
        assert_eq!(case["words"]["ticked"], false, "{case}");
        assert_eq!(text(case, "evidence"), "", "{case}");
        let meaning = text(case, "text");
        let (chip, says) = match case["ending"].as_str().unwrap() {
            "finished" if case["number"] == 2 => ("Finished", "no step"),
            "finished" => ("Finished", "Contacts are found in continuous time"),
            "open" => ("Open", "The work that was allowed ran out"),
            _ => ("Stopped", "It stopped at 4 s: no step"),
        };
        assert_eq!(text(case, "chip"), chip, "{case}");
        assert!(meaning.contains(says), "{case}");
        let impacts = ["nothing touches", "1 impact", "2 impacts"][case["number"].as_u64().unwrap() as usize];
        assert!(chip == "Stopped" || meaning.contains(impacts), "{case}");
    }
}
