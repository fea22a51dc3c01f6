//! Surfaces that follow each other at a small distance, and settings far beyond what a search can resolve.
//!
//! References: closed forms. Each case with a gap stands beside one with an overlap of the same size, which must touch.

use crate::{ask, assert_time, floor, moving, still, touch};
use glam::{DVec3, dvec3};
use tangency_detect::{DetectError, Moving, Query, Verdict, first_contact};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Convex, Feature, Motion, Pose, Rigid, Shape, Solid};
use tangency_interval::Interval;
use tangency_interval::expr::Expr;

const DOWN: DVec3 = dvec3(0.0, 0.0, -1.0);

fn during(length: f64) -> Query {
    Query { span: Interval::between(0.0, length), ..Query::default() }
}

/// A block of one metre with a bore of this radius.
fn bore(radius: f64) -> Solid {
    let block = Solid::cuboid(dvec3(2.0, 2.0, 1.0)).expect("a box");
    Solid::difference(&block, &[Solid::cylinder(radius, 2.0).expect("a cylinder")]).expect("a block")
}

/// Whether the bodies stay clear, and the steps of the search. An overlap touches no later than `latest`.
fn clear(a: &Moving, b: &Moving, length: f64, latest: f64) -> (bool, u64) {
    let answer = ask(a, b, &during(length));
    match answer.verdict {
        Verdict::Clear { until } => {
            assert_eq!(until, length);
            (true, answer.effort.iterations)
        }
        Verdict::Touch(first) => {
            assert!(first.time.lower() <= latest, "{:?} is later than {latest}", first.time);
            (false, answer.effort.iterations)
        }
        Verdict::Open { from } => panic!("open from {from}"),
    }
}

/// A ball through a bore that is wider or narrower by a tenth of a millimetre. It touches the rim when its centre is
/// higher than the rim by √(r² − R²), if it is too large.
#[test]
fn a_ball_passes_through_a_bore() {
    for (radius, passes) in [(0.2499, true), (0.2501, false)] {
        let latest = 1.0 - (radius * radius - 0.0625_f64).max(0.0).sqrt() + 1e-9;
        let ball = moving(Solid::sphere(radius).expect("a ball"), dvec3(0.0, 0.0, 1.5), DOWN);
        let (clear, steps) = clear(&ball, &still(bore(0.25)), 3.0, latest);
        assert_eq!(clear, passes, "{radius}");
        assert!(!passes || steps < 2_000, "{steps}");
    }
}

/// A ball that spins fast in a bore, whichever body is named first. Its spin costs nothing.
#[test]
fn a_spinning_ball_passes_through_a_bore() {
    let block = still(bore(0.25));
    let balls: [Shape; 3] = [
        Solid::sphere(0.2499).expect("a ball").into(),
        Brep::sphere(0.2499).expect("a ball").into(),
        Convex::sphere(0.2499).expect("a ball").into(),
    ];
    for ball in balls {
        let start = Pose::translated(dvec3(0.0, 0.0, 1.5)).expect("a pose");
        let fall = Rigid::new(start, DOWN, dvec3(300.0, 200.0, 500.0)).expect("finite");
        let ball = Moving::new(ball, Motion::Rigid(fall)).expect("a ball");
        for (clear, steps) in [clear(&ball, &block, 3.0, 0.0), clear(&block, &ball, 3.0, 0.0)] {
            assert!(clear && steps < 100, "{clear} after {steps} steps: {:?}", ball.shape());
        }
    }
}

/// A ball through the hole of a torus that is wider or narrower by a micrometre.
#[test]
fn a_ball_passes_through_a_torus() {
    let tori: [Shape; 2] =
        [Solid::torus(1.0, 0.3).expect("a torus").into(), Brep::torus(1.0, 0.3).expect("one").into()];
    for torus in tori {
        for (radius, passes) in [(0.699_999, true), (0.700_001, false)] {
            // The centres of ball and tube are r + 0.3 apart at the contact.
            let reach: f64 = radius + 0.3;
            let latest = 1.5 - (reach * reach - 1.0).max(0.0).sqrt() + 1e-9;
            let ball = moving(Solid::sphere(radius).expect("a ball"), dvec3(0.0, 0.0, 1.5), DOWN);
            let (clear, steps) = clear(&ball, &still(torus.clone()), 3.0, latest);
            assert_eq!(clear, passes, "{radius}");
            assert!(!passes || steps < 100, "{steps}");
        }
    }
}

/// A pin with domed ends in a bore: wall along wall, on the whole length. A pin with flat ends, which meets the rim
/// with its own.
#[test]
fn a_pin_slides_into_a_bore() {
    for (radius, passes) in [(0.4999, true), (0.5001, false)] {
        // The dome meets the rim when its centre is higher than the rim by √(r² − R²).
        let domed = 1.5 - (radius * radius - 0.25_f64).max(0.0).sqrt() + 1e-9;
        let pins: [(Shape, f64, f64); 3] = [
            (Brep::capsule(radius, 1.0).expect("a capsule").into(), 2.5, domed),
            (Brep::cylinder(radius, 1.0).expect("a cylinder").into(), 2.0, 1.0 + 1e-9),
            (Solid::cylinder(radius, 1.0).expect("a cylinder").into(), 2.0, 1.0 + 1e-9),
        ];
        for (pin, from, latest) in pins {
            let pin = moving(pin, dvec3(0.0, 0.0, from), DOWN);
            let (clear, steps) = clear(&pin, &still(bore(0.5)), 4.0, latest);
            assert_eq!(clear, passes, "{radius}");
            assert!(!passes || steps < 100, "{steps}");
        }
    }
}

/// A ball that grows in the middle of a hollow ball touches everywhere at 1 s.
#[test]
fn a_ball_grows_until_it_fills_a_hollow() {
    let grows = Expr::parse("x^2 + y^2 + z^2 - (0.1 + 0.5*t)^2").expect("a formula");
    let corners = [DVec3::splat(-2.0), DVec3::splat(2.0)];
    let ball = Solid::formula(&grows, corners, Interval::between(0.0, 2.0)).expect("a ball");
    let hollow = Solid::difference(&Solid::sphere(1.0).expect("a ball"), &[Solid::sphere(0.6).expect("a hollow")]);
    let answer = ask(&still(ball), &still(hollow.expect("a shell")), &during(2.0));
    assert!(answer.effort.iterations < 20_000, "{:?}", answer.effort);
    let first = touch(answer);
    assert!(first.complete && first.time.lower() <= 1.0 && first.time.lower() > 1.0 - 1e-9, "{:?}", first.time);
    for contact in &first.contacts {
        assert!((contact.point.length() - 0.6).abs() < 1e-5, "{contact:?}");
    }
    // The contacts sample the whole sphere.
    let side = |axis: DVec3| first.contacts.iter().any(|contact| contact.point.dot(axis) > 0.3);
    assert!(DVec3::AXES.into_iter().all(|axis| side(axis) && side(-axis)), "{:?}", first.contacts);
}

/// An exact sphere comes down on the rim of a bore: a circle of contact when its centre is √(r² − R²) above the rim.
#[test]
fn an_exact_sphere_rests_on_a_rim() {
    let ball = moving(Convex::sphere(0.4).expect("a ball"), dvec3(0.0, 0.0, 2.0), DOWN);
    let first = touch(ask(&ball, &still(bore(0.25)), &during(3.0)));
    let time = 1.5 - (0.16_f64 - 0.0625).sqrt();
    assert!(first.time.lower() <= time && time - first.time.lower() < 2e-6, "{:?} {time}", first.time);
    assert!((3..60).contains(&first.contacts.len()), "{} contacts", first.contacts.len());
    for contact in &first.contacts {
        assert!((contact.point - dvec3(0.0, 0.0, 0.5)).length() - 0.25 < 1e-4, "{contact:?}");
        assert_eq!(contact.feature_a, Feature::Part(0));
    }
}

/// The cube of a function bounds the same solid, and has no gradient on its boundary.
#[test]
fn the_cube_of_a_function_is_as_good() {
    let span = Interval::between(0.0, 3.0);
    let corners = [DVec3::splat(-2.0), DVec3::splat(2.0)];
    let cubed = Expr::parse("(x^2 + y^2 + z^2 - 1)^3").expect("a formula");
    let cubed = Solid::formula(&cubed, corners, span).expect("a solid");
    let ball = moving(Solid::sphere(0.5).expect("a ball"), dvec3(0.3, 0.1, 3.0), DOWN);
    let first = touch(ask(&still(cubed), &ball, &during(3.0)));
    // The centres are 1.5 apart at the contact.
    assert_time(&first, 3.0 - (2.25_f64 - 0.1).sqrt());
    assert!(first.contacts[0].proved);
}

/// Spacings of contacts that would need billions of them are refused, on curves and on isolated contacts alike.
#[test]
fn an_absurd_spacing_is_refused() {
    let torus = moving(Brep::torus(1.0, 0.3).expect("a torus"), dvec3(0.0, 0.0, 2.0), DOWN);
    let query = Query { spacing: Some(1e-9), ..during(3.0) };
    let refused = first_contact(&torus, &still(floor(10.0)), &query);
    assert!(matches!(refused, Err(DetectError::Length { value, .. }) if value == 1e-9), "{refused:?}");
}

/// A time between contacts that no clock resolves: the same contact, without a search for what is shorter.
#[test]
fn an_absurd_simultaneity_is_bounded() {
    let ball = moving(Brep::sphere(0.5).expect("a ball"), dvec3(0.0, 0.0, 2.0), DOWN);
    let query = Query { simultaneity: Some(1e-300), ..during(3.0) };
    let answer = ask(&ball, &still(floor(10.0)), &query);
    assert!(answer.effort.iterations < 20_000, "{:?}", answer.effort);
    assert_time(&touch(answer), 1.5);
    let torus = moving(Brep::torus(1.0, 0.3).expect("a torus"), dvec3(0.0, 0.0, 2.0), DOWN);
    let answer = ask(&torus, &still(floor(10.0)), &query);
    assert!(answer.effort.iterations < 500_000, "{:?}", answer.effort);
    let first = touch(answer);
    assert!(first.time.lower() <= 1.7 && 1.7 <= first.time.upper() + 1e-6, "{:?}", first.time);
}
