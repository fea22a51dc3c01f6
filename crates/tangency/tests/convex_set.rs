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
                // The reference is between touching and its own distance: both must hold.
                for separation in [0.0, REFERENCE_DISTANCE] {
                    let answer = set.ask(index, separation).expect("an answer");
                    assert_eq!(answer.evidence, Evidence::Proved);
                    // The method for convex bodies: the bodies are its only pair.
                    assert_eq!(answer.effort.pairs, 1);
                    set.judge(index, &answer)
                        .unwrap_or_else(|fault| panic!("{size}, {rotation}, {separation}: {fault}"));
                    if let Verdict::Touch(first) = answer.verdict {
                        touches += 1;
                        assert!(first.contacts.iter().any(|contact| contact.proved), "motion {index}: {first:?}");
                    }
                }
            }
            assert!((80..120).contains(&touches), "{touches} of 200 touch");
        }
    }
}
