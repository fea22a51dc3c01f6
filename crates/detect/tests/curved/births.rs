//! Components of time-dependent solids that appear inside another body, where no surface crosses another.
//!
//! References: closed forms of the instant and the point of the birth; the distance of centres for random balls,
//! bisected in plain numbers.

use crate::{ask, hosts, moving, still, touch, vector};
use glam::{DVec3, dvec3};
use tangency_detect::{FirstContact, Moving, Query, Verdict, first_contact};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Expression, Feature, Motion, Shape, Solid, primitive};
use tangency_interval::Interval;
use tangency_interval::expr::Expr;
use tangency_interval::laws::Random;

fn span() -> Interval {
    Interval::between(0.0, 1.0)
}

/// The solid of a formula in a box, during the first second.
fn formula(text: &str, half: f64) -> Solid {
    let formula = Expr::parse(text).expect("a formula");
    let corners = [DVec3::splat(-half), DVec3::splat(half)];
    Solid::formula(&formula, corners, span()).expect("a solid")
}

/// A ball that appears at the origin after a quarter of a second.
fn newborn() -> Solid {
    formula("x^2 + y^2 + z^2 + 0.25 - t", 2.0)
}

/// One proved contact at this instant and point, not marked as initial.
fn assert_birth(first: &FirstContact, time: f64, place: DVec3) {
    assert!(first.time.contains(time), "{time} is not in {:?}", first.time);
    assert!(first.time.width() <= 1e-9, "{:?} is wide", first.time);
    assert_eq!(first.contacts.len(), 1, "{:?}", first.contacts);
    let contact = &first.contacts[0];
    assert!(contact.point.distance(place) < 1e-6, "{:?} is not at {place}", contact.point);
    assert!(contact.proved && !contact.initial && contact.gap <= 0.0, "{contact:?}");
    assert!((contact.normal.length() - 1.0).abs() < 1e-12, "{contact:?}");
}

#[test]
fn a_ball_born_inside_another_body_touches_it_at_its_birth() {
    for host in hosts() {
        let (born, host) = (still(newborn()), still(host));
        for first in [ask(&born, &host, &Query::default()), ask(&host, &born, &Query::default())].map(touch) {
            assert_birth(&first, 0.25, DVec3::ZERO);
            assert!((first.contacts[0].gap + 1.0).abs() < 1e-6, "every host ends one metre from its middle: {first:?}");
        }
    }
}

/// Both bodies fly and turn, so the birth is in moving frames.
#[test]
fn births_in_moving_bodies() {
    let at = dvec3(0.3, -0.2, 0.1);
    for host in hosts() {
        let born = moving(newborn(), at, dvec3(0.5, 1.0, -0.4));
        let host = moving(host, dvec3(0.1, 0.0, 0.0), dvec3(0.0, 1.0, 0.0));
        let place = at + 0.25 * dvec3(0.5, 1.0, -0.4);
        assert_birth(&touch(ask(&born, &host, &Query::default())), 0.25, place);
    }
}

/// With a separation, a birth within that distance counts.
#[test]
fn a_ball_born_within_the_separation() {
    let far = |shape: Shape| moving(shape, dvec3(1.6, 0.0, 0.0), DVec3::ZERO);
    for host in hosts() {
        let born = still(newborn());
        let near = Query { separation: 0.7, ..Query::default() };
        let first = touch(ask(&born, &far(host.clone()), &near));
        assert!(first.time.contains(0.25) && first.time.width() < 1e-9, "{:?}", first.time);
        assert!(first.contacts.iter().all(|contact| contact.point.distance(DVec3::ZERO) <= 0.7), "{first:?}");
        // It appears 0.6 away and has a radius of 0.1 after another hundredth of a second.
        let later = Query { separation: 0.5, ..Query::default() };
        let first = touch(ask(&born, &far(host.clone()), &later));
        assert!((first.time.mid() - 0.26).abs() < 1e-5, "{:?}", first.time);
        // Inside the host, every separation is reached at once.
        let first = touch(ask(&born, &still(host), &Query { separation: 0.05, ..Query::default() }));
        assert_birth(&first, 0.25, DVec3::ZERO);
    }
}

/// A second component appears inside the host while the first is outside.
#[test]
fn a_second_component_is_born() {
    let both = "min((x - 2.5)^2 + y^2 + z^2 - 0.25, x^2 + y^2 + z^2 + 0.25 - t)";
    for host in hosts() {
        let first = touch(ask(&still(formula(both, 4.0)), &still(host.clone()), &Query::default()));
        assert_birth(&first, 0.25, DVec3::ZERO);
        let apart = Solid::union(&[
            Solid::sphere(0.5)
                .expect("a sphere")
                .placed(&tangency_geometry::Pose::translated(dvec3(2.5, 0.0, 0.0)).expect("a pose")),
            newborn(),
        ]);
        let first = touch(ask(&still(apart.expect("a union")), &still(host), &Query::default()));
        assert_birth(&first, 0.25, DVec3::ZERO);
    }
}

/// A component that appears beside the host touches it once it has grown far enough, or never.
#[test]
fn births_outside_of_the_host() {
    for host in hosts() {
        let host = moving(host, dvec3(1.8, 0.0, 0.0), DVec3::ZERO);
        // The gap is 0.8, the radius √(t − 0.25): they touch at 0.89.
        let first = touch(ask(&still(newborn()), &host, &Query::default()));
        assert!((first.time.mid() - 0.89).abs() < 1e-6, "{:?}", first.time);
        let early = Query { span: Interval::between(0.0, 0.8), ..Query::default() };
        assert_eq!(ask(&still(newborn()), &host, &early).verdict, Verdict::Clear { until: 0.8 });
    }
}

/// Intersections appear where their parts first touch: two, three or four functions vanish there.
#[test]
fn combined_solids_are_born_at_creases_and_corners() {
    let region = [DVec3::splat(-3.0), DVec3::splat(3.0)];
    let part = |text: &str| Solid::formula(&Expr::parse(text).expect("a formula"), region, span()).expect("a solid");
    let lens = ["(x - 2 + t)^2 + y^2 + z^2 - 1.69", "x^2 + y^2 + (z - 0.1)^2 - 0.09"];
    let wedge = ["-x", "-y", "x + y + z^2 - (t - 0.5)"];
    let corner = ["-x", "-y", "-z", "x + y + z - (t - 0.5)"];
    // The balls of the lens have radii 1.3 and 0.3: they touch when their centres are 1.6 apart.
    let lens_time = 2.0 - (1.6_f64.powi(2) - 0.01).sqrt();
    let lens_place = dvec3(0.0, 0.0, 0.1) + 0.3 * dvec3(2.0 - lens_time, 0.0, -0.1).normalize();
    let cases: [(&[&str], f64, DVec3); 3] =
        [(&lens, lens_time, lens_place), (&wedge, 0.5, DVec3::ZERO), (&corner, 0.5, DVec3::ZERO)];
    for (texts, time, place) in cases {
        let parts: Vec<Solid> = texts.iter().map(|text| part(text)).collect();
        let born = Solid::intersection(&parts).expect("an intersection");
        for host in hosts() {
            let first = touch(ask(&still(born.clone()), &still(host), &Query::default()));
            assert_birth(&first, time, place);
        }
    }
}

/// A ball enters through a side of the box that bounds its formula: a part of the solid appears on that side.
#[test]
fn components_enter_through_the_box() {
    let born = formula("(x - 3 + 2*t)^2 + y^2 + z^2 - 0.25", 1.0);
    let hosts: [Shape; 2] = [Brep::sphere(3.0).expect("a sphere").into(), Solid::sphere(3.0).expect("a sphere").into()];
    for host in hosts {
        let first = touch(ask(&still(born.clone()), &still(host), &Query::default()));
        assert_birth(&first, 0.75, dvec3(1.0, 0.0, 0.0));
    }
}

/// Formulas that jump, have a kink at the birth, or appear along a circle. No unique solution can be proved, and
/// nothing may be called clear.
#[test]
fn births_without_a_single_smooth_root() {
    let cases = [
        ("x^2 + y^2 + z^2 - 0.2*sign(t - 0.6)", 0.6),
        ("x^2 + y^2 + z^2 - 0.1/(t - 0.55)", 0.55),
        ("abs(x) + abs(y) + abs(z) + 0.25 - t", 0.25),
        ("(sqrt(x^2 + y^2 + 0.01) - 0.5)^2 + z^2 + 0.3 - t", 0.3),
    ];
    for (text, time) in cases {
        for host in hosts() {
            let answer = ask(&still(formula(text, 0.55)), &still(host), &Query::default());
            let from = answer.verdict.clear_until();
            assert!(from <= time && from >= time - 1e-5, "{text}: {from} {:?}", answer.verdict);
            if let Verdict::Touch(first) = answer.verdict {
                assert!(first.time.contains(time) && first.time.width() < 1e-5, "{text}: {:?}", first.time);
                assert!(first.contacts.iter().all(|contact| contact.gap <= 0.0 && !contact.initial));
            } else {
                assert!(matches!(answer.verdict, Verdict::Open { .. }), "{text}");
            }
        }
    }
}

/// A birth at the very first instant is a touch there.
#[test]
fn a_birth_at_the_start() {
    for host in hosts() {
        let born = formula("(x - 0.1)^2 + (y - 0.2)^2 + (z + 0.3)^2 - t", 2.0);
        let first = touch(ask(&still(born), &still(host), &Query::default()));
        assert!(first.time.lower() == 0.0 && first.time.upper() < 1e-9, "{:?}", first.time);
        assert!(first.contacts[0].point.distance(dvec3(0.1, 0.2, -0.3)) < 1e-5, "{first:?}");
    }
}

/// A motion by formula carries the solid while it appears.
#[test]
fn births_in_a_solid_that_formulas_move() {
    let motion = Expression::parse(["x*(1 + t)", "y", "z + t"]).expect("formulas");
    let born = formula("(x - 0.2)^2 + y^2 + z^2 + 0.25 - t", 2.0);
    for host in hosts() {
        let born = Moving::new(born.clone().into(), Motion::Expression(motion.clone())).expect("a body");
        let first = touch(ask(&born, &still(host), &Query::default()));
        assert_birth(&first, 0.25, dvec3(0.25, 0.0, 0.25));
    }
}

/// Random balls that appear, and random balls that fly. The distance of their centres gives the reference time.
#[test]
fn random_births_meet_when_the_distance_says_so() {
    let mut random = Random::new(11);
    let (mut inside, mut later, mut never) = (0, 0, 0);
    for case in 0..60 {
        let (centre, birth) = (vector(&mut random, 0.5), random.between(0.1, 0.8));
        let (place, velocity) = (vector(&mut random, 0.8), vector(&mut random, 0.8));
        let radius = random.between(0.3, 0.9);
        let text = format!("(x - {})^2 + (y - {})^2 + (z - {})^2 + {birth} - t", centre.x, centre.y, centre.z);
        let born = still(formula(&text.replace("- -", "+ "), 2.5));
        let shape: Shape = if case % 2 == 0 {
            Brep::sphere(radius).expect("a sphere").into()
        } else {
            Solid::sphere(radius).expect("a sphere").into()
        };
        let other = moving(shape, place, velocity);
        // Negative where they overlap.
        let gap = |time: f64| (place + velocity * time).distance(centre) - radius - (time - birth).max(0.0).sqrt();
        let instants = (0..=4000).map(|step| birth + (1.0 - birth) * f64::from(step) / 4000.0);
        let meeting = instants.clone().zip(instants.skip(1)).find(|&(_, next)| gap(next) < 0.0);
        let answer = first_contact(&born, &other, &Query::default()).expect("a method");
        match (meeting, gap(birth) < 0.0, answer.verdict) {
            (_, true, Verdict::Touch(first)) => {
                assert!(first.time.contains(birth) && first.time.width() < 1e-9, "{birth} {:?}", first.time);
                inside += 1;
            }
            (Some((before, after)), false, Verdict::Touch(first)) => {
                assert!(before <= first.time.upper() && first.time.lower() <= after, "{before} {:?}", first.time);
                later += 1;
            }
            (None, false, Verdict::Clear { .. }) => never += 1,
            (meeting, _, verdict) => panic!("{text} {meeting:?} {verdict:?}"),
        }
    }
    assert!(inside >= 10 && later >= 10 && never >= 3, "{inside} {later} {never}");
}

/// With every small budget, nothing is called clear for longer than it is: two balls appear inside a bar at 0.3.
#[test]
fn a_spent_budget_does_not_lengthen_what_is_clear() {
    let born = still(formula("min((x-1)^2+y^2+z^2+0.3-t, (x+1)^2+y^2+z^2+0.3-t)", 3.0));
    let bar = still(primitive::cuboid(dvec3(4.0, 0.5, 0.5)).expect("a bar"));
    for budget in 0..60 {
        let answer = ask(&born, &bar, &Query { budget: Some(budget), ..Query::default() });
        assert!(answer.verdict.clear_until() <= 0.3, "{budget}: {:?}", answer.verdict);
    }
}

/// A ball that exists from 0.7 s on: a function of time alone switches it on, all at once.
const SWITCHED_ON: &str = "max(x^2 + y^2 + z^2 - 0.25, 0.7 - t)";

#[test]
fn a_solid_that_is_switched_on_touches_at_that_instant() {
    for host in hosts() {
        let (born, host) = (still(formula(SWITCHED_ON, 2.0)), still(host));
        for answer in [ask(&born, &host, &Query::default()), ask(&host, &born, &Query::default())] {
            assert!(answer.effort.iterations < 200_000, "{:?}", answer.effort);
            let first = touch(answer);
            assert!(first.time.contains(0.7) && first.time.width() < 1e-12, "{:?}", first.time);
            assert!(first.contacts.iter().all(|contact| !contact.initial), "{first:?}");
            assert!(first.contacts.iter().any(|contact| contact.point.length() < 1.0), "{first:?}");
        }
    }
}

/// While it is switched off, it touches nothing; afterwards, it touches what comes by.
#[test]
fn a_solid_that_is_switched_off_touches_nothing() {
    for host in hosts() {
        // The host, one metre to its end, and the ball of half a metre are apart from 0.5 s on.
        let leaving = moving(host.clone(), dvec3(1.0, 0.0, 0.0), dvec3(1.0 + 1e-6, 0.0, 0.0));
        let answer = ask(&still(formula(SWITCHED_ON, 2.0)), &leaving, &Query::default());
        assert!(answer.effort.iterations < 20_000, "{:?}", answer.effort);
        assert_eq!(answer.verdict, Verdict::Clear { until: 1.0 });
        // It arrives at 0.8 s.
        let coming = moving(host.clone(), dvec3(2.3, 0.0, 0.0), dvec3(-1.0, 0.0, 0.0));
        let first = touch(ask(&still(formula(SWITCHED_ON, 2.0)), &coming, &Query::default()));
        assert!(first.time.contains(0.8) && first.time.width() < 1e-5, "{:?}", first.time);
        // It comes too late: the ball is there until 0.7 s.
        let until = formula("max(x^2 + y^2 + z^2 - 0.25, t - 0.7)", 2.0);
        let answer = ask(&still(until), &coming, &Query::default());
        assert_eq!(answer.verdict, Verdict::Clear { until: 1.0 });
    }
}

/// Two functions of time, one of them in an intersection: there from 0.25 s to 0.5 s. The part that touches keeps the
/// number that it has in the given solid.
#[test]
fn a_solid_with_two_switches() {
    let blink = "max(0.25 - t, max(x^2 + y^2 + z^2 - 0.25, t - 0.5))";
    for host in hosts() {
        let at = |distance: f64| moving(host.clone(), dvec3(1.5 + distance, 0.0, 0.0), dvec3(-1.0, 0.0, 0.0));
        for (distance, time) in [(0.1, Some(0.25)), (0.4, Some(0.4)), (0.6, None)] {
            let answer = ask(&still(formula(blink, 2.0)), &at(distance), &Query::default());
            match time {
                Some(time) => assert!((touch(answer).time.lower() - time).abs() < 1e-5, "{distance}"),
                None => assert_eq!(answer.verdict, Verdict::Clear { until: 1.0 }),
            }
        }
    }
    let switch = formula("0.25 - t", 2.0);
    let ball = Solid::sphere(0.5).expect("a ball");
    let both = Solid::intersection(&[switch.clone(), ball.clone()]).expect("a ball that is switched on");
    let part = both.leaves().len() as u32 - 1;
    let coming = moving(Solid::sphere(1.0).expect("a ball"), dvec3(2.3, 0.0, 0.0), dvec3(-1.0, 0.0, 0.0));
    let first = touch(ask(&still(both), &coming, &Query::default()));
    assert!(first.time.contains(0.8), "{:?}", first.time);
    assert_eq!(first.contacts[0].feature_a, Feature::Part(part));
}
