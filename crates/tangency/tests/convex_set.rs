//! The public set of rigid motions, its convex bodies: no contact missed, none late, every `clear` proved.
//!
//! Reference: the times in the set, see `rigid_data`. All hundred motions of both sizes, with rotation and without.

mod rigid_data;

use rigid_data::{REFERENCE_DISTANCE, Set};
use tangency::detect::{Evidence, Verdict};

#[test]
fn convex_bodies() {
    let Some(folder) = rigid_data::folder() else {
        println!("skipped: the folder ../shared/data/rigid is not there");
        return;
    };
    for size in ["c100", "c1000"] {
        for rotation in [true, false] {
            let set = Set::read(&folder, size, rotation).expect("the set is readable");
            let mut touches = 0;
            for index in 0..set.len() {
                let answer = set.ask(index, REFERENCE_DISTANCE).expect("an answer");
                assert_eq!(answer.evidence, Evidence::Proved);
                // The method for convex bodies: the bodies are its only pair.
                assert_eq!(answer.effort.pairs, 1);
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
            assert!((40..60).contains(&touches), "{touches} of 100 touch");
        }
    }
}
