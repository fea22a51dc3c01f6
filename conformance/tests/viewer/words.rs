//! The words of the answer, over all combinations of verdict, evidence, contacts and time, and of clearance and pairs.
//!
//! The page decides them in one function. The reference is the meaning of the report: what is proved, and about which
//! instants.

use super::Browser;
use super::scenes;
use glam::DVec3;
use serde_json::Value;
use tangency::formats::viewer::page;

/// Asks the page's function about every combination, and leaves the answers where the state is read.
const ASK: &str = r#"<script>
    const contacts = {
      none: [], proved: [{ proved: true }], near: [{ proved: false }], mixed: [{ proved: false }, { proved: true }],
      initial: [{ proved: true, initial: true }], nearInitial: [{ proved: false, initial: true }],
    };
    const asked = [];
    for (const verdict of ["touch", "clear", "open"])
      for (const evidence of ["proved", "computed", "sampled"])
        for (const [kind, list] of Object.entries(contacts))
          for (const separation of [null, 0.005])
            for (const itself of [false, true])
              for (const clearUntil of [0, 2])
                for (const time of [0, 1, 2, 2.25, 2.5, 2.75, 3, 3.5, 4]) {
                  const touch = verdict === "touch";
                  if (!touch && (kind !== "none" || itself)) continue;
                  if (itself && list.length === 0) continue;
                  const bracket = touch ? [clearUntil, clearUntil + 0.5] : null;
                  const late = [clearUntil + 0.25, clearUntil + 1];
                  const made = (one) => ({ initial: false, ...one, a: "x", b: itself ? "x" : "y", time: late });
                  const until = verdict === "clear" ? 4 : clearUntil;
                  const scene = {
                    start: 0, end: 4, duration: 4, separation, contacts: list.map(made),
                    report: { verdict, evidence, clearUntil: until, time: bracket },
                  };
                  const { words } = window.tangency;
                  asked.push({ verdict, evidence, kind, separation, clearUntil, time, words: words(scene, time) });
                }
    document.getElementById("state").textContent = JSON.stringify(asked);
</script></body>"#;

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("{name} of {value}"))
}

/// The instants at which the page must say this, from the brackets in [`ASK`].
fn expected_phase(case: &Value, exists: bool) -> String {
    let (time, until) = (case["time"].as_f64().unwrap(), case["clearUntil"].as_f64().unwrap());
    // With contacts, the latest upper end is that of a contact; without, that of the report.
    let last = until + if text(case, "kind") == "none" { 0.5 } else { 1.0 };
    // Bodies that come closer than the clearance that counts have no contact.
    let what = if case["separation"].is_null() { "contact" } else { "approach to 5\u{a0}mm" };
    match text(case, "verdict") {
        "clear" => String::new(),
        "open" if time > until => "not settled".into(),
        "open" => String::new(),
        _ if time < until => String::new(),
        _ if time > last => format!("past the first {what}"),
        _ if exists => format!("first {what}"),
        _ => format!("first {what}, within tolerance"),
    }
}

#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn words_follow_verdict_evidence_and_time() {
    let browser = Browser::open("all-words");
    let case = scenes::needle(1.0, DVec3::ZERO);
    let html = page(&case.scene, &case.report).unwrap();
    let asking = html.replacen("</body>", ASK, 1);
    assert_ne!(html, asking, "the page has no end to add to");
    let answers = browser.state(&browser.write(&asking), "nogl&t=start");
    let answers = answers.as_array().unwrap();
    assert_eq!(answers.len(), 9 * 2 * 2 * (3 * (6 + 5) + 2 * 3), "every combination is asked");
    let mut ticked = 0;
    for case in answers {
        let words = &case["words"];
        let (verdict, evidence, kind) = (text(case, "verdict"), text(case, "evidence"), text(case, "kind"));
        let exists = ["proved", "mixed", "initial"].contains(&kind);
        let proved = evidence == "proved" && (verdict == "clear" || verdict == "touch" && exists);
        assert_eq!(words["ticked"], proved, "{case}");
        ticked += usize::from(proved);
        assert_eq!(text(words, "evidence") == "Proved", proved, "{case}");
        assert_eq!(text(words, "phase"), expected_phase(case, exists), "{case}");
        let meaning = text(words, "text");
        if verdict == "touch" {
            assert_eq!(text(words, "title").contains("within tolerance"), !exists, "{case}");
            assert_eq!(meaning.contains("whether they truly meet is not proved"), !exists, "{case}");
            assert_eq!(text(words, "title").contains("from the start"), kind.to_lowercase().contains("initial"));
            let apart = !case["separation"].is_null();
            assert_eq!(text(words, "chip"), if apart { "Too near" } else { "Contact" }, "{case}");
            assert_eq!(text(words, "title").contains("touch"), !apart, "{case}");
        }
        if evidence != "proved" {
            assert!(!meaning.contains("Proved") && !meaning.contains("certainly"), "{case}");
        }
        if verdict == "open" {
            assert_eq!(text(words, "title"), "Not settled", "{case}");
            assert!(!text(words, "evidence").starts_with("Proved") || case["clearUntil"] == 2, "{case}");
        }
    }
    assert!(ticked > 100 && ticked < answers.len() / 2, "{ticked} of {} are ticked", answers.len());
}

/// Asks about every combination of verdict, evidence, clearance and pairs set aside, and about rows of pairs.
const ASK_CLEARANCE: &str = r#"<script>
    const nearest = { a: "x", b: "y", within: 0.0120004, time: 0.25, point: [0, 0, 0], points: null, during: null };
    const clearance = (atLeast, evidence, more) =>
      ({ atLeast, evidence, note: null, notMeasured: [], nearest: null, ...more });
    const clearances = {
      none: () => null,
      known: (evidence) => clearance(0.011999, evidence, { nearest }),
      partial: (evidence) => clearance(0.011999, evidence, { nearest, notMeasured: ["pin and hole"] }),
      unknown: (evidence) => clearance(null, evidence, { note: "the work ran out", nearest }),
      silent: (evidence) => clearance(null, evidence, {}),
      zero: (evidence) => clearance(0, evidence, {}),
    };
    const aside = (countsFrom) => ({ a: "x", b: "y", points: [], depth: [0.01, 0.011], countsFrom });
    const asides = { none: [], counts: [aside(0.1875)], never: [aside(null), aside(0.5)] };
    const asked = [];
    for (const verdict of ["touch", "clear", "open"])
      for (const evidence of ["proved", "computed", "sampled"])
        for (const bounded of ["proved", "computed"])
          for (const [kind, made] of Object.entries(clearances))
            for (const [set, setAside] of Object.entries(asides))
              for (const separation of [null, 0.005, 0.1]) {
                if (verdict !== "clear" && kind !== "none") continue;
                const contacts = verdict === "touch" ? [{ a: "x", b: "y", proved: true, time: [2, 3] }] : [];
                const row = { a: "x", b: "y", verdict, evidence, clearUntil: 2, time: null, contact: null };
                if (verdict === "touch") Object.assign(row, { time: [2, 3], contact: contacts[0] });
                const pairs = [{ ...row, clearance: made(bounded) }];
                const report = { verdict, evidence, clearUntil: verdict === "clear" ? 4 : 2, time: row.time };
                Object.assign(report, { clearance: made(bounded), setAside, pairs });
                const scene = { start: 0, end: 4, duration: 4, separation, contacts, report };
                const words = window.tangency.words(scene, 1);
                asked.push({ verdict, evidence, bounded, kind, set, separation, words });
              }
    document.getElementById("state").textContent = JSON.stringify(asked);
</script></body>"#;

/// Whether a pair's row says that something is proved, where it has no bound.
fn says_proved(case: &Value) -> bool {
    text(case, "verdict") != "open" && case["evidence"] == "proved"
}

/// A bound appears only where it is known, with its own evidence, rounded down; the headline claims it only if it is as
/// certain as the verdict; pairs set aside are never covered.
#[test]
#[cfg_attr(not(browser), ignore = "needs Chromium, on the path or named by CHROMIUM")]
fn words_follow_clearance_and_pairs() {
    let browser = Browser::open("clearance-words");
    let case = scenes::needle(1.0, DVec3::ZERO);
    let html = page(&case.scene, &case.report).unwrap();
    let answers = browser.state(&browser.write(&html.replacen("</body>", ASK_CLEARANCE, 1)), "nogl&t=start");
    let answers = answers.as_array().unwrap();
    assert_eq!(answers.len(), 3 * 2 * 3 * 3 * (6 + 2), "every combination is asked");
    let mut headlines = 0;
    for case in answers {
        let plain = |value: &str| value.replace('\u{a0}', " ");
        let (words, kind, set) = (&case["words"], text(case, "kind"), text(case, "set"));
        let (title, meaning) = (plain(text(words, "title")), plain(text(words, "text")));
        let clear = text(case, "verdict") == "clear";
        let known = ["known", "partial"].contains(&kind);
        let wide = case["separation"].as_f64().is_some_and(|separation| separation > 0.02);
        let claimed = clear && known && !wide && case["evidence"] == case["bounded"];
        assert_eq!(title.contains("at least 11.9 mm apart"), claimed, "{case}");
        headlines += usize::from(claimed);
        let everything = ["They never", "They stay"].iter().any(|start| title.starts_with(start));
        assert_eq!(everything, clear && set == "none" && !(claimed && kind == "partial"), "{case}");
        assert!(set == "none" || !meaning.contains("all bodies"), "{case}");
        let bound = format!("at least 11.9 mm, {}", text(case, "bounded"));
        assert_eq!(meaning.contains(&bound), known, "{case}");
        let told = words["clearances"].as_array().unwrap();
        assert_eq!(told.len(), usize::from(kind != "none"), "{case}");
        for clearance in told {
            assert_eq!(clearance["sure"], known && case["bounded"] == "proved", "{case}");
            let expected = match kind {
                "unknown" => "the work ran out",
                "silent" | "zero" => "not known",
                _ => bound.as_str(),
            };
            assert_eq!(plain(text(clearance, "bound")), expected, "{case}");
            let within = if ["silent", "zero"].contains(&kind) { "" } else { "within 12.1 mm at 0.25 s" };
            assert_eq!(plain(text(clearance, "within")), within, "{case}");
            assert_eq!(clearance["notes"].as_array().unwrap().len(), usize::from(kind == "partial"), "{case}");
        }
        let asides = words["asides"].as_array().unwrap().iter().map(|line| plain(line.as_str().unwrap()));
        let (counts, never) = ("set aside: counts again from", "set aside: not judged, 11 mm deep at the start");
        let expected = match set {
            "none" => vec![],
            "counts" => vec![format!("{counts} 0.1875 s, 11 mm deep at the start")],
            _ => vec![never.to_owned(), format!("{counts} 0.5 s, 11 mm deep at the start")],
        };
        assert_eq!(asides.collect::<Vec<_>>(), expected, "{case}");
        let pair = &words["pairs"][0];
        let expected = match text(case, "verdict") {
            "touch" => ["●", "2 s"],
            "open" => ["◆", "open"],
            _ if known => ["○", "11.9 mm"],
            _ => ["○", "clear"],
        };
        assert_eq!([text(pair, "sign"), &plain(text(pair, "number"))], expected, "{case}");
        let line = plain(text(pair, "text"));
        assert_eq!(
            line.contains("proved"),
            known && case["bounded"] == "proved" || !known && says_proved(case),
            "{case}"
        );
        assert_eq!(line.contains("never touch"), clear && !known, "{case}");
    }
    assert_eq!(headlines, 2 * 2 * 3 * 2, "the bound is a headline where it is known and as certain as the verdict");
}
