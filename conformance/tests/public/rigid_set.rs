//! The public set of rigid motions: no contact missed, none late, every `clear` proved.
//!
//! Reference: the times in the set, see `tangency_conformance::rigid`. All hundred motions at 1,000 triangles,
//! every fifth at 10,000; the example `rigid_set` asks all of them at every size.

use tangency_conformance::data;
use tangency_conformance::rigid::RigidSet;

fn holds(size: &str, every: usize) {
    let folder = data("rigid");
    for rotation in [true, false] {
        let set = RigidSet::read(&folder, size, rotation).expect("the set is readable");
        let (mut touches, mut asked) = (0, 0);
        for index in (0..set.count()).step_by(every) {
            asked += 1;
            let (_, touch) = set.compare(index).unwrap_or_else(|fault| panic!("{size}, rotation {rotation}: {fault}"));
            touches += usize::from(touch);
        }
        assert!(3 * touches > asked && touches < asked, "{touches} of {asked} touch");
    }
}

#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn a_thousand_triangles() {
    holds("1k", 1);
}

#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn ten_thousand_triangles() {
    holds("10k", 5);
}
