//! The public set of rigid motions, its convex bodies: no contact missed, none late, every `clear` proved.
//!
//! Reference: the times in the set, see `rigid_data`. All hundred motions of both sizes, with rotation and without.

#[path = "rigid_data/motion.rs"]
mod motion;
mod rigid_data;

use motion::held;
use rigid_data::Set;

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
                let (answer, touch) =
                    held(&set, index).unwrap_or_else(|fault| panic!("{size}, rotation {rotation}: {fault}"));
                // The method for convex bodies: the bodies are its only pair.
                assert_eq!(answer.effort.pairs, 1);
                touches += usize::from(touch);
            }
            assert!((40..60).contains(&touches), "{touches} of 100 touch");
        }
    }
}
