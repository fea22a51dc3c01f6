//! Rejected mechanisms and trajectories, and their error messages.

use crate::robots::joint;
use glam::DVec3;
use tangency_geometry::{Interpolation, Joint, JointKind, Limits, Mechanism, Mimic, Pose, Trajectory};

const HINGE: JointKind = JointKind::Revolute { axis: DVec3::Z };

fn refused(links: &[&str], joints: Vec<Joint>, words: &str) {
    let error = Mechanism::new(links.iter().map(|&name| name.into()).collect(), joints).unwrap_err();
    assert!(error.to_string().contains(words), "{error}");
}

fn simple(name: &str, parent: usize, child: usize) -> Joint {
    joint(name, HINGE, [parent, child], Pose::IDENTITY)
}

#[test]
fn invalid_trees_are_rejected() {
    refused(&[], vec![], "at least one link");
    refused(&["a", "a"], vec![simple("j", 0, 1)], "two links have the name \"a\"");
    refused(&["a", "b", "c"], vec![simple("j", 0, 1), simple("j", 0, 2)], "two joints have the name \"j\"");
    refused(&["a", "b"], vec![simple("j", 0, 2)], "joint \"j\" names child link 2, but there are only 2");
    refused(&["a", "b"], vec![simple("j", 7, 1)], "parent link 7");
    refused(&["a", "b", "c"], vec![simple("i", 0, 2), simple("j", 1, 2)], "child of joint \"i\" and of joint \"j\"");
    refused(&["a", "b"], vec![], "links \"a\" and \"b\" hang on no joint");
    refused(&["a", "b"], vec![simple("i", 0, 1), simple("j", 1, 0)], "hangs on itself");
    refused(&["a", "b", "c"], vec![simple("i", 1, 2), simple("j", 2, 1)], "link \"b\" hangs on itself");
    refused(&["a"], vec![simple("i", 0, 0)], "hangs on itself");
}

#[test]
fn invalid_joints_are_rejected() {
    let with = |change: fn(&mut Joint)| {
        let mut joint = simple("j", 0, 1);
        change(&mut joint);
        vec![joint]
    };
    let links = ["a", "b"];
    refused(&links, with(|j| j.kind = JointKind::Prismatic { axis: DVec3::ZERO }), "has no direction");
    refused(&links, with(|j| j.kind = JointKind::Revolute { axis: DVec3::NAN }), "the axis [NaN, NaN, NaN] of joint");
    refused(&links, with(|j| j.limits = Some(Limits { lower: 1.0, upper: 0.0 })), "from 1 to 0");
    refused(&links, with(|j| j.limits = Some(Limits { lower: 0.0, upper: f64::INFINITY })), "from 0 to inf");
    let mimic = Mimic { joint: 0, multiplier: 1.0, offset: 0.0 };
    refused(
        &links,
        with(|j| j.mimic = Some(Mimic { joint: 0, multiplier: 1.0, offset: 0.0 })),
        "follows another itself",
    );
    refused(&links, with(|j| j.mimic = Some(Mimic { joint: 4, multiplier: 1.0, offset: 0.0 })), "names joint 4");
    let mut pair = vec![simple("i", 0, 1), simple("j", 0, 2)];
    pair[1].mimic = Some(Mimic { multiplier: f64::NAN, ..mimic });
    refused(&["a", "b", "c"], pair.clone(), "must be finite");
    pair[1].mimic = Some(mimic);
    pair[0].kind = JointKind::Floating;
    refused(&["a", "b", "c"], pair, "exactly one value");
}

#[test]
fn invalid_trajectories_are_rejected() {
    let floating = joint("base", JointKind::Floating, [0, 1], Pose::IDENTITY);
    let of = Mechanism::new(["a", "b", "c"].map(String::from).to_vec(), vec![floating, simple("j", 1, 2)]).unwrap();
    assert_eq!(of.coordinates()[6..], ["base/rot_w", "j"]);
    let sound = vec![0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let refused = |times: &[f64], rows: &[&[f64]], words: &str| {
        let rows = rows.iter().map(|row| row.to_vec()).collect();
        let error = Trajectory::new(&of, times.to_vec(), rows, Interpolation::Cubic).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    };
    refused(&[], &[], "at least one row");
    refused(&[0.0], &[&sound, &sound], "1 times and 2 rows");
    refused(&[0.0, 0.0], &[&sound, &sound], "must increase");
    refused(&[0.0, f64::NAN], &[&sound, &sound], "not a finite number");
    refused(&[0.0], &[&sound[1..]], "row 0 (counted from 0) has 7 values, but the mechanism has 8");
    let mut bad = sound.clone();
    bad[7] = f64::INFINITY;
    refused(&[0.0, 1.0], &[&sound, &bad], "j is inf in row 1");
    bad[7] = 0.0;
    bad[6] = 0.5;
    refused(&[0.0, 1.0], &[&sound, &bad], "orientation of joint \"base\" in row 1 (counted from 0) has length 0.5");
    let [mut high, mut low] = [sound.clone(), sound.clone()];
    (high[7], low[7]) = (1e308, -1e308);
    refused(&[0.0, 1e-9, 2e-9], &[&low, &high, &high], "spline of j overflows");
}
