//! The public set of rigid motions, its convex bodies: no contact missed, none late, every `clear` proved.
//!
//! Reference: the times in the set, see `tangency_conformance::rigid`. All hundred motions of both sizes, with
//! rotation and without.

use tangency_conformance::data;
use tangency_conformance::rigid::RigidSet;

#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn convex_bodies() {
    let folder = data("rigid");
    for size in ["c100", "c1000"] {
        for rotation in [true, false] {
            let set = RigidSet::read(&folder, size, rotation).expect("the set is readable");
            let mut touches = 0;
            for index in 0..set.count() {
                let (answer, touch) =
                    set.compare(index).unwrap_or_else(|fault| panic!("{size}, rotation {rotation}: {fault}"));
                // The method for convex bodies: the bodies are its only pair.
                assert_eq!(answer.effort.pairs, 1);
                touches += usize::from(touch);
            }
            assert!((40..60).contains(&touches), "{touches} of 100 touch");
        }
    }
}
