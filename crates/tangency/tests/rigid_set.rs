//! The public set of rigid motions: no contact missed, none late, every `clear` proved.
//!
//! Reference: the times in the set, see `rigid_data`. All hundred motions at 1,000 triangles, every fifth at 10,000; the
//! example `rigid_set` asks all of them at every size.

mod rigid_data;

use rigid_data::{REFERENCE_DISTANCE, Set};
use tangency::detect::{Evidence, Verdict};

fn holds(size: &str, every: usize) {
    let Some(folder) = rigid_data::folder() else {
        println!("skipped: the folder ../shared/data/rigid is not there");
        return;
    };
    for rotation in [true, false] {
        let set = Set::read(&folder, size, rotation).expect("the set is readable");
        let (mut touches, mut asked) = (0, 0);
        for index in (0..set.len()).step_by(every) {
            asked += 1;
            let answer = set.ask(index, REFERENCE_DISTANCE).expect("an answer");
            assert_eq!(answer.evidence, Evidence::Proved);
            set.judge(index, &answer).unwrap_or_else(|fault| panic!("{size}, rotation {rotation}: {fault}"));
            let Verdict::Touch(near) = answer.verdict else { continue };
            touches += 1;
            // To touch is to have been near before, and to close a micrometre takes a moment.
            let Verdict::Touch(first) = set.ask(index, 0.0).expect("an answer").verdict else {
                panic!("motion {index} comes near and does not touch")
            };
            assert!(first.time.lower() >= near.time.lower() && first.time.lower() < near.time.upper() + 1e-5);
            assert!(first.contacts.iter().any(|contact| contact.proved), "motion {index}: {first:?}");
        }
        assert!(3 * touches > asked && touches < asked, "{touches} of {asked} touch");
    }
}

#[test]
fn a_thousand_triangles() {
    holds("1k", 1);
}

#[test]
fn ten_thousand_triangles() {
    holds("10k", 5);
}
