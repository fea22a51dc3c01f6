//! A bolt with a rounded head is put into the bore of a bracket. Both are written as STEP text and read again.
//!
//! References: closed forms. The bore is 10 µm wider than the shank in radius, so the bolt goes in. With its axis
//! shifted by 20 µm, the chamfer of its tip strikes the rim of the bore where its radius is 20 µm less than that of the
//! bore.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use glam::{DQuat, DVec2, DVec3, dvec2, dvec3};
use tangency::detect::{Evidence, Moving, Query, Verdict, first_contact};
use tangency::formats::step::{self, StepBody, StepFile, StepInstance, StepProfileSegment};
use tangency::geometry::{Linear, Motion, Pose, Shape};

const SHANK: f64 = 0.004;
const CLEARANCE: f64 = 10e-6;
const CHAMFER: f64 = 0.001;
const AHEAD: f64 = 0.002;
const LENGTH: f64 = 0.03;
const BRACKET: DVec3 = dvec3(0.08, 0.04, 0.01);
const BORE: DVec2 = dvec2(0.02, 0.02);
/// Metres in one second: at the end the head is 10 µm above the bracket.
const WAY: f64 = AHEAD + LENGTH - CLEARANCE;

/// A chamfered shank, and a head with a rounded rim.
fn bolt() -> StepBody {
    let to = |radius: f64, height: f64| StepProfileSegment { end: dvec2(radius, height), center: None };
    let rim = StepProfileSegment { end: dvec2(0.007, 0.035), center: Some(dvec2(0.007, 0.034)) };
    let profile = [
        to(SHANK - CHAMFER, 0.0),
        to(SHANK, CHAMFER),
        to(SHANK, LENGTH),
        to(0.008, LENGTH),
        to(0.008, 0.034),
        rim,
        to(0.0, 0.035),
    ];
    step::revolved("bolt", 0.0, &profile).unwrap()
}

/// The body after it was written as STEP text and read.
fn read_again(body: StepBody) -> Shape {
    let instance = StepInstance { body: 0, path: vec![body.name.as_str().into()], pose: Pose::IDENTITY };
    let file = StepFile { schema: String::new(), bodies: vec![body], instances: vec![instance], notes: vec![] };
    let read = step::parse(step::write(&file).unwrap().as_bytes(), "part.step").unwrap();
    Shape::Parametric(read.bodies[0].brep().unwrap())
}

fn pair(shift: f64) -> [Moving; 2] {
    let place = dvec3(BORE.x + shift, BORE.y, BRACKET.z + AHEAD);
    let start = Pose::new(DQuat::IDENTITY, place).unwrap();
    let motion = Motion::Linear(Linear::new(start, dvec3(0.0, 0.0, -WAY)).unwrap());
    let plate = step::plate("bracket", BRACKET, &[(BORE, SHANK + CLEARANCE)]).unwrap();
    let bracket = Moving::new(read_again(plate), Motion::Still(Pose::IDENTITY)).unwrap();
    [Moving::new(read_again(bolt()), motion).unwrap(), bracket]
}

#[test]
fn a_bolt_goes_into_its_bore_with_ten_micrometres_to_spare() {
    let [bolt, bracket] = pair(0.0);
    let answer = first_contact(&bolt, &bracket, &Query::default()).unwrap();
    assert!(matches!(answer.verdict, Verdict::Clear { .. }) && answer.evidence == Evidence::Proved, "{answer:?}");
}

#[test]
fn a_bolt_that_is_shifted_by_twenty_micrometres_jams() {
    let shift = 20e-6;
    let [bolt, bracket] = pair(shift);
    let answer = first_contact(&bolt, &bracket, &Query::default()).unwrap();
    assert_eq!(answer.evidence, Evidence::Proved);
    let Verdict::Touch(first) = answer.verdict else { panic!("{answer:?}") };
    // The chamfer rises by as much as it widens.
    let height = CHAMFER - SHANK + (SHANK + CLEARANCE - shift);
    let time = (AHEAD + height) / WAY;
    // The tolerance of a micrometre is 3e-5 s of way.
    assert!(first.time.lower() <= time && time - first.time.lower() < 1e-4, "{:?} {time}", first.time);
    let place = dvec3(BORE.x + SHANK + CLEARANCE, BORE.y, BRACKET.z);
    // Along the rim the gap grows by 20 µm · (1 − cos φ), which is below the tolerance for φ up to 0.3.
    assert!(first.contacts.iter().all(|contact| contact.point.distance(place) < 2e-3), "{first:?}");
    assert!(first.contacts.iter().any(|contact| contact.point.distance(place) < 1e-4), "{first:?}");
}
