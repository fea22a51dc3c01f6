//! Objects that a robot carries, the clearance over time, and limits of joints.
//!
//! References: closed forms. An arm turns about y, and a ball of radius 0.1 m hangs on it a metre below the axis. It
//! moves on a circle towards a ball of the same size on that circle: two points of a circle of radius 1 with the angle
//! a between them are 2 sin(a / 2) apart.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;
use tangency::formats::robot::{AttachError, AttachedObject, Robot, RobotOptions, RobotWorld, trajectory};
use tangency::geometry::Trajectory;
use tangency::{Scene, Verifier, VerifyOptions};

/// An arm without a shape of its own that could touch the obstacle, and a base beside the place where the ball starts.
const ROBOT: &str = r#"<robot name="swing">
  <link name="base">
    <collision><origin xyz="-0.15 0 -1"/><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="arm">
    <collision><origin xyz="0 0 -0.4"/><geometry><box size="0.02 0.02 0.5"/></geometry></collision></link>
  <joint name="hinge" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" velocity="1.5" effort="5"/></joint>
</robot>"#;

fn robot() -> Robot {
    Robot::parse(ROBOT, "swing.urdf", &RobotOptions::default()).unwrap()
}

fn ball(name: &str, position: &str) -> Scene {
    let text = format!(
        "span = {{ start = 0, end = 1 }}\n[[body]]\nname = \"{name}\"\nshape = {{ sphere = {{ radius = 0.1 }} }}\n\
         motion = {{ still = {{ position = {position} }} }}\n"
    );
    Scene::parse(&text, "ball.toml").unwrap()
}

fn world(touch_links: &[&str]) -> RobotWorld {
    let touch_links: Vec<String> = touch_links.iter().map(|&link| link.to_owned()).collect();
    let attached = AttachedObject::of_scene(&ball("load", "[0, 0, -1]"), "arm", &touch_links).unwrap();
    RobotWorld { attached, ..RobotWorld::of_scene(&ball("stop", "[1, 0, 0]")).unwrap() }
}

/// A quarter turn towards the obstacle, or a part of it, within a second.
fn quarter(robot: &Robot, share: f64) -> Arc<Trajectory> {
    let text = format!("time,hinge\n0,0\n1,{}\n", -share * FRAC_PI_2);
    Arc::new(trajectory::parse(&text, "quarter.csv", &robot.mechanism, &Default::default()).unwrap())
}

#[test]
fn a_load_touches_the_world() {
    let verifier = Verifier::try_new(robot(), world(&["base"])).unwrap();
    let found = verifier.verify(&quarter(verifier.robot(), 1.0), &VerifyOptions::default()).unwrap();
    let expected = 1.0 - 2.0 * 0.1_f64.asin() / FRAC_PI_2;
    let [from, to] = found.report.time().unwrap();
    assert!(from <= expected && expected - from < 1e-6 && to >= expected - 1e-6, "{from} {expected} {to}");
    let contact = &found.report.contacts()[0];
    assert_eq!((contact.a.as_str(), contact.b.as_str(), contact.initial), ("load", "stop", false));
    // The same robot in a world that attaches nothing carries nothing.
    let bare = verifier.among(RobotWorld::of_scene(&ball("stop", "[1, 0, 0]")).unwrap());
    let found = bare.verify(&quarter(bare.robot(), 1.0), &VerifyOptions::default()).unwrap();
    assert_eq!(found.report.verdict.to_string(), "clear");
    assert_eq!(bare.robot().mechanism.links().len(), 2);
}

/// The load overlaps the base at the start: a contact, unless the base may be touched.
#[test]
fn a_load_touches_links() {
    let verifier = Verifier::new(robot(), world(&[]));
    let found = verifier.verify(&quarter(verifier.robot(), 0.5), &VerifyOptions::default()).unwrap();
    let contact = &found.report.contacts()[0];
    assert!(contact.initial && [&contact.a, &contact.b].contains(&&"base".to_owned()), "{contact:?}");
    let refused = Verifier::try_new(robot(), world(&["bse"])).unwrap_err();
    assert!(matches!(&refused, AttachError::NoLink { near, .. } if near.contains("base")), "{refused}");
    let moving = "span = { start = 0, end = 1 }\n[[body]]\nname = \"b\"\nshape = { box = [1, 1, 1] }\n\
        motion = { linear = { velocity = [1, 0, 0] } }\n";
    let refused = AttachedObject::of_scene(&Scene::parse(moving, "b.toml").unwrap(), "arm", &[]).unwrap_err();
    assert!(matches!(refused, AttachError::Moves { .. }));
}

/// What a world allows does not hold in the next one.
#[test]
fn allowances_end_with_their_world() {
    let lenient = RobotWorld { allowed: vec![["load".into(), "base".into()]], ..world(&[]) };
    let verifier = Verifier::new(robot(), lenient);
    let path = quarter(verifier.robot(), 0.5);
    let verdict =
        |verifier: &Verifier| verifier.verify(&path, &VerifyOptions::default()).unwrap().report.verdict.to_string();
    assert_eq!((verdict(&verifier), verdict(&verifier.among(world(&[])))), ("clear".into(), "touch".into()));
}

#[test]
fn the_clearance_over_time_encloses_its_closed_form() {
    let verifier = Verifier::new(robot(), world(&["base"]));
    let path = quarter(verifier.robot(), 0.8);
    let options = VerifyOptions::default();
    let mut verified = verifier.verify_with_clearance(&path, &options).unwrap();
    verifier.add_curve(&mut verified, &path, &options).unwrap();
    let curve = verified.report.clearance_curve.clone().unwrap();
    assert_eq!(verified.report, tangency::Report::from_json(&verified.report.to_json().unwrap()).unwrap());
    let gap = |time: f64| 2.0 * (0.5 * FRAC_PI_2 * (1.0 - 0.8 * time)).sin() - 0.2;
    let mut near = 0;
    for (piece, ends) in curve.times.windows(2).enumerate() {
        let (least, exact) = (curve.at_least[piece], gap(ends[1]).min(curve.far));
        assert!(least <= exact && least >= 0.95 * exact, "{ends:?}: {least} {exact}");
        // A measured distance may be too large by one percent.
        let (most, exact) = (curve.at_most[piece], gap(ends[0]).min(curve.far));
        assert!(most >= exact - 1e-9 && most <= 1.01 * exact + 1e-9, "{ends:?}: {most} {exact}");
        if let Some(pair) = curve.nearest[piece] {
            near += 1;
            assert_eq!(curve.pairs[pair], ["load", "stop"]);
        }
    }
    // The gap falls below half a metre after 0.68 s of the second.
    assert!((15..24).contains(&near), "{near} of {}", curve.times.len());
    // With a contact the curve ends there, and its last bound is small.
    let whole = quarter(verifier.robot(), 1.0);
    let mut touching = verifier.verify(&whole, &options).unwrap();
    verifier.add_curve(&mut touching, &whole, &options).unwrap();
    let curve = touching.report.clearance_curve.unwrap();
    assert_eq!(curve.times.last(), touching.report.verdict.first_contact().map(|first| first.time.lower()).as_ref());
    assert!(*curve.at_most.last().unwrap() < 1e-6);
}

#[test]
fn limits_say_what_is_checked() {
    let verifier = Verifier::new(robot(), world(&["base"]));
    let path = quarter(verifier.robot(), 1.0);
    let limits = verifier.limits(&path, Some(&[vec![Some(6.0), None], vec![Some(4.0), None]]));
    let [speed, effort] = &limits.exceeded[..] else { panic!("two, not {limits:?}") };
    assert_eq!((speed.quantity.as_str(), speed.limit, speed.first), ("velocity", 1.5, 0.0));
    assert!((speed.worst + FRAC_PI_2).abs() < 1e-11 && speed.unit == "rad/s");
    assert_eq!((effort.quantity.as_str(), effort.worst, effort.row), ("effort", 6.0, Some(1)));
    let unknown = verifier.limits(&path, None).not_checked.join("\n");
    assert!(unknown.contains("effort of 1 joint: the trajectory does not give it"), "{unknown}");
    assert!(unknown.contains("acceleration: no joint has a limit"), "{unknown}");
}
