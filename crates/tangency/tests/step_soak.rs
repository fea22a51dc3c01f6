//! Random STEP solids against their closed forms: distances, overlaps and first contacts. `step_oracle` is the
//! reference; the example `step_soak` runs the same with more cases.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod step_oracle;

use step_oracle::{Form, StepCase, least_sample};
use tangency::geometry::Pose;
use tangency::glam::{DVec3, dvec2, dvec3};

#[test]
fn distances_and_overlaps_agree_with_closed_forms() {
    for seed in 0..12 {
        let case = StepCase::new(seed);
        for at in [0.0, 0.6, 0.9] {
            let complaint = case.complaint_at(at);
            assert!(complaint.is_none(), "{seed}: {complaint:?} {:?}", case.forms);
        }
    }
}

#[test]
fn first_contacts_agree_with_closed_forms() {
    let mut touches = 0;
    for seed in 100..112 {
        let case = StepCase::new(seed);
        let (complaint, touch) = case.complaint_of_contact();
        assert!(complaint.is_none(), "{seed}: {complaint:?} {:?}", case.forms);
        touches += usize::from(touch);
    }
    assert!((3..=11).contains(&touches), "{touches} of 12 touch");
}

/// The oracle itself, on two plates whose distance is known.
#[test]
fn the_oracle_knows_two_plates() {
    let plate = Form::Plate { size: dvec3(0.04, 0.03, 0.01), bores: vec![(dvec2(0.02, 0.015), 0.005)] };
    let above = Pose::translated(dvec3(0.0, 0.0, 0.012)).unwrap();
    let (gap, _) = least_sample([&plate, &plate], [&Pose::IDENTITY, &above], 16);
    assert!((gap - 0.002).abs() < 1e-15, "{gap}");
    assert!((plate.signed(dvec3(0.02, 0.015, 0.005)) - 0.005).abs() < 1e-15);
    assert!((plate.signed(dvec3(0.03, 0.02, 0.004)) + 0.004).abs() < 1e-15);
    assert!((plate.signed(DVec3::splat(-1.0)) - 3.0_f64.sqrt()).abs() < 1e-15);
}
