//! Surfaces that conform: they touch over a whole region at once. The search for the whole region ends soon and
//! says so.
//!
//! References: closed forms of the instant of contact.

use crate::{ask, moving, still, touch};
use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{Moving, Query, first_contact};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Pose, Solid};

/// A ball comes down into a bowl of its own radius: its lower half touches at 0.5 s.
fn ball_and_bowl() -> [Moving; 2] {
    let block = Solid::cuboid(dvec3(4.0, 4.0, 2.0)).expect("a block");
    let block = block.placed(&Pose::translated(dvec3(0.0, 0.0, -1.0)).expect("a pose"));
    let bowl = Solid::difference(&block, &[Solid::sphere(1.0).expect("a ball")]).expect("a bowl");
    let ball = moving(Brep::sphere(1.0).expect("a ball"), dvec3(0.0, 0.0, 1.0), dvec3(0.0, 0.0, -2.0));
    [ball, still(bowl)]
}

/// Half of a shaft comes down into a groove of its own radius.
fn shaft_and_groove() -> [Moving; 2] {
    let block = Solid::cuboid(dvec3(4.0, 2.0, 2.0)).expect("a block");
    let block = block.placed(&Pose::translated(dvec3(0.0, 0.0, -1.0)).expect("a pose"));
    let along = Pose::new(DQuat::from_rotation_x(0.5 * std::f64::consts::PI), DVec3::ZERO).expect("a pose");
    let groove = Solid::cylinder(0.5, 4.0).expect("a cylinder").placed(&along);
    let groove = Solid::difference(&block, &[groove]).expect("a groove");
    let turn = DQuat::from_rotation_x(0.5 * std::f64::consts::PI);
    let shaft =
        crate::placed(Brep::cylinder(0.5, 1.0).expect("a shaft"), turn, dvec3(0.0, 0.0, 1.0), dvec3(0.0, 0.0, -2.0));
    [shaft, still(groove)]
}

/// Without a budget the answer comes after a bounded number of steps. It marks the set of contacts as incomplete,
/// or the set is complete.
#[test]
fn conforming_surfaces_are_answered_soon() {
    for [a, b] in [ball_and_bowl(), shaft_and_groove()] {
        let answer = ask(&a, &b, &Query::default());
        assert!(answer.effort.iterations < 1_000_000, "{:?}", answer.effort);
        let first = touch(answer);
        println!("{:?} {} {}", first.time, first.contacts.len(), first.complete);
        assert!(first.time.lower() <= 0.5 && first.time.upper() >= 0.5 - 1e-6, "{:?}", first.time);
        assert!(first.time.lower() > 0.49, "{:?}", first.time);
        assert!(!first.complete, "the whole region cannot be known after so few steps");
    }
}

/// A budget that ends after the first contacts leaves an incomplete set. A large enough budget does not.
#[test]
fn a_spent_budget_is_told() {
    let [ball, bowl] = ball_and_bowl();
    let query = Query { budget: Some(60_000), ..Query::default() };
    let first = touch(first_contact(&ball, &bowl, &query).expect("a method"));
    assert!(!first.complete && first.time.lower() <= 0.5, "{first:?}");
    let ball = moving(Brep::sphere(0.5).expect("a ball"), dvec3(0.0, 0.0, 1.0), dvec3(0.0, 0.0, -2.0));
    let first = touch(first_contact(&ball, &bowl, &query).expect("a method"));
    assert!(first.complete && first.contacts.len() == 1, "{first:?}");
}
