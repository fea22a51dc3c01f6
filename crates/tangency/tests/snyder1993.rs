//! The table of Snyder et al. 1993, figure 10, on the scene `bumpy`: the order of the methods, and the growth of their
//! iterations with precision.
//!
//! References: the order of the rows in the paper; the proved time of contact of the usual search, which the bracket of
//! every method must contain or precede. Iterations are deterministic. The bench suite `figure10` runs the rows that
//! take millions of them.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use tangency::detect::{Answer, Moving, Query, Verdict, first_contact, snyder1993};
use tangency::interval::Interval;
use tangency::scenes;
use tangency::scenes::bumpy::FIGURE_10;

fn bodies() -> [Moving; 2] {
    let scene = scenes::find("bumpy").unwrap().make();
    [0, 1].map(|index| Moving::new(scene.bodies[index].shape.clone(), scene.bodies[index].motion.clone()).unwrap())
}

/// The bracket of the only contact, whether it is proved, and the iterations.
fn told(answer: &Answer) -> (Interval, bool, u64) {
    let Verdict::Touch(first) = &answer.verdict else { panic!("{:?}", answer.verdict) };
    assert_eq!(first.contacts.len(), 1, "{:?}", first.contacts);
    (first.time, first.contacts[0].proved, answer.effort.iterations)
}

#[test]
fn methods_come_in_the_order_of_the_paper() {
    let [a, b] = bodies();
    let (time, proved, ours) = told(&first_contact(&a, &b, &Query::default()).unwrap());
    assert!(proved && time.width() < 1e-12);
    assert!(ours <= 2_000, "{ours} iterations");
    let mut counts = vec![ours];
    // All rows but the last two, which are without tangency at widths of 1e-4 and 1e-5.
    for row in &FIGURE_10[..7] {
        let answer = snyder1993::first_contact(&a, &b, &Query::default(), &row.method).unwrap();
        let (found, proved, iterations) = told(&answer);
        assert_eq!(proved, row.method.width.is_none(), "{}", row.name);
        assert!(found.lower() <= time.upper(), "{} is late: {found:?}", row.name);
        let off = row.method.width.map_or(1e-12, |width| 4.0 * width);
        assert!(time.lower() - found.lower() <= off, "{} is early: {found:?}", row.name);
        counts.push(iterations);
    }
    assert!(counts.is_sorted_by(|before, after| before < after), "{counts:?}");
    // Without tangency the same width takes at least three times the iterations, as in the paper.
    assert!(counts[7] > 3 * counts[3], "{counts:?}");
}
