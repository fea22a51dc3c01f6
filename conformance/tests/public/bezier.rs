//! The moving bicubic patches of TDIB-CCD.
//!
//! Reference: that library's time of impact, the lower end of its last interval, at a parameter width of 1e-6: it is
//! early by up to a few micrometres of motion. Control points are read exactly; their end is rounded once.

use tangency::detect::{Evidence, Verdict};
use tangency_conformance::{bezier, data};

/// Seconds: how early the reference may be.
const REFERENCE_EARLY: f64 = 5e-6;
/// Seconds: how far the last interval of the reference may end after the contact.
const REFERENCE_LATE: f64 = 1e-9;

#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn verdicts_and_times_agree_with_the_reference() {
    let text = std::fs::read_to_string(data("bezier-ccd/cases.json")).expect("the set");
    let cases = bezier::read(&text).expect("cases");
    let (mut touches, mut proved) = (0, 0);
    // Every fifth case; the example `bezier_set` asks all of them.
    for case in cases.iter().step_by(5).chain(cases.iter().filter(|case| case.time.is_none())) {
        let answer = case.ask(1e-6).expect("an answer");
        assert_eq!(answer.evidence, Evidence::Proved, "case {}", case.index);
        match (&answer.verdict, case.time) {
            (Verdict::Touch(first), Some(time)) => {
                touches += 1;
                proved += usize::from(first.contacts.iter().all(|contact| contact.proved));
                let (from, to) = (first.time.lower(), first.time.upper());
                let agrees = from <= time + REFERENCE_EARLY && to >= time - REFERENCE_LATE;
                assert!(agrees, "case {}: {from} .. {to}, reference {time}", case.index);
            }
            (Verdict::Clear { .. }, None) => {}
            (verdict @ (Verdict::Touch(_) | Verdict::Clear { .. } | Verdict::Open { .. }), time) => {
                panic!("case {}: {verdict:?}, reference {time:?}", case.index)
            }
        }
    }
    assert!(touches >= 19 && proved == touches, "{touches} {proved}");
}
