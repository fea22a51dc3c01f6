//! The public set of rigid motions: no contact missed, none late, every `clear` proved.
//!
//! Reference: the times in the set, see `rigid_data`. All hundred motions at 1,000 triangles, every fifth at 10,000; the
//! example `rigid_set` asks all of them at every size.

#[path = "rigid_data/motion.rs"]
mod motion;
mod rigid_data;

use motion::held;
use rigid_data::Set;

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
            let (_, touch) = held(&set, index).unwrap_or_else(|fault| panic!("{size}, rotation {rotation}: {fault}"));
            touches += usize::from(touch);
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
