//! The scenes `bolt` and `bolt-jammed`: a bolt with a rounded head and a bracket with its bore, from STEP text.
//!
//! References: closed forms. The bore is 10 µm wider than the shank in radius, so the bolt goes in. With its axis
//! shifted by 20 µm, the chamfer of its tip strikes the rim of the bore where its radius is 20 µm less than that of the
//! bore.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use tangency::detect::Evidence;
use tangency::glam::{DVec3, dvec3};
use tangency::scenes::bolt::{BORE, BRACKET, PLAY, SHANK, jam_time};
use tangency::{CheckOptions, check, scenes};

#[test]
fn a_bolt_goes_into_its_bore_with_ten_micrometres_to_spare() {
    let report = check(&scenes::find("bolt").unwrap().make(), &CheckOptions::default()).unwrap();
    assert_eq!((report.verdict.name(), report.evidence), ("clear", Evidence::Proved));
}

#[test]
fn a_bolt_that_is_shifted_by_twenty_micrometres_jams() {
    let report = check(&scenes::find("bolt-jammed").unwrap().make(), &CheckOptions::default()).unwrap();
    assert_eq!((report.verdict.name(), report.evidence), ("touch", Evidence::Proved));
    let ([from, to], time) = (report.time().unwrap(), jam_time());
    // The tolerance of a micrometre is 3e-5 s of way.
    assert!(from <= time && time - from < 1e-4 && to >= from, "[{from}, {to}], {time}");
    let place = dvec3(BORE.x + SHANK.x + PLAY, BORE.y, BRACKET.z);
    let distance = |point: [f64; 3]| DVec3::from(point).distance(place);
    // Along the rim the gap grows by 20 µm · (1 − cos φ), which is below the tolerance for φ up to 0.3.
    assert!(report.contacts().iter().all(|contact| distance(contact.point) < 2e-3), "{report:?}");
    assert!(report.contacts().iter().any(|contact| distance(contact.point) < 1e-4), "{report:?}");
}
