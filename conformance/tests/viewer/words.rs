//! The words of the answer, over all combinations of verdict, evidence, contacts and time.
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
fn expected_phase(case: &Value, exists: bool) -> &'static str {
    let (time, until) = (case["time"].as_f64().unwrap(), case["clearUntil"].as_f64().unwrap());
    // With contacts, the latest upper end is that of a contact; without, that of the report.
    let last = until + if text(case, "kind") == "none" { 0.5 } else { 1.0 };
    match text(case, "verdict") {
        "clear" => "",
        "open" if time > until => "not settled",
        "open" => "",
        _ if time < until => "",
        _ if time > last => "past the first contact",
        _ if exists => "first contact",
        _ => "first contact, within tolerance",
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
