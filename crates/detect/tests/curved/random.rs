//! Random bodies against fine samples: the answer is never late.

use crate::{ask, bumpy, still, superquadric, vector};
use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{Moving, Query, Verdict};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Motion, Pose, Rigid};
use tangency_interval::Interval;
use tangency_interval::laws::Random;

/// Random tumbling superquadrics against fine sampling: never later than the sampled contact.
#[test]
fn random_superquadrics_are_never_late() {
    let mut random = Random::new(7);
    let (mut touched, mut proved) = (0, 0);
    for case in 0..16 {
        let radii = [0; 2].map(|_| DVec3::from_array([0; 3].map(|_| random.between(0.5, 1.0))));
        let exponents = [0; 2].map(|_| [0; 2].map(|_| 2 * random.below(2) as u32 + 2));
        let shapes =
            [0, 1].map(|i| Brep::superquadric(radii[i], exponents[i][0], exponents[i][1]).expect("a superquadric"));
        let turn = DQuat::from_scaled_axis(vector(&mut random, 2.0));
        let place = vector(&mut random, 1.0).normalize() * 2.6;
        let velocity = -place * random.between(0.4, 1.0) + vector(&mut random, 0.5);
        let start = Pose::new(turn, place).expect("a pose");
        let flight = Motion::Rigid(Rigid::new(start, velocity, vector(&mut random, 1.0)).expect("finite"));
        let a = still(shapes[0].clone());
        let b = Moving::new(shapes[1].clone().into(), flight.clone()).expect("a body");
        let answer = ask(&a, &b, &Query::default());
        let sampled = sampled_contact(&shapes[1], &flight, |point| superquadric(radii[0], exponents[0], point) <= 0.0);
        match answer.verdict {
            Verdict::Touch(first) => {
                touched += 1;
                proved += usize::from(first.contacts.iter().all(|contact| contact.proved));
                assert!(first.time.upper() <= sampled.unwrap_or(1.0), "case {case}: {:?} {sampled:?}", first.time);
                let contact = first.contacts[0];
                assert!(superquadric(radii[0], exponents[0], contact.point).abs() < 1e-5, "case {case}: {contact:?}");
            }
            Verdict::Clear { .. } => assert_eq!(sampled, None, "case {case}"),
            Verdict::Open { .. } => panic!("case {case}: open"),
        }
    }
    println!("{touched} touch, {proved} of them proved");
    assert!((6..16).contains(&touched) && 5 * proved >= 4 * touched, "{touched} {proved}");
}

/// The first of many instants at which one of many points of the moving body is inside the other.
fn sampled_contact(body: &Brep, motion: &Motion, inside: impl Fn(DVec3) -> bool) -> Option<f64> {
    let mut places = Vec::new();
    for face in body.faces() {
        let [u, v] = face.patch().domain();
        for i in 0..=60 {
            for j in 0..=60 {
                let within =
                    |range: Interval, k: i32| range.lower() + (range.upper() - range.lower()) * f64::from(k) / 60.0;
                places.push(face.patch().at(within(u, i), within(v, j), 0.0));
            }
        }
    }
    (0..=200).map(|step| f64::from(step) / 200.0).find(|&time| {
        let placed = motion.at(time);
        places.iter().any(|&place| inside(placed.point(0, place)))
    })
}

/// Tumbling bumpy spheres against fine sampling.
#[test]
fn bumpy_spheres_are_never_late() {
    let mut random = Random::new(31);
    let mut touched = 0;
    for case in 0..4 {
        let (bumps, height) = ([2 + random.below(4) as u32, 2 + random.below(4) as u32], random.between(0.05, 0.12));
        let body = bumpy(bumps, height);
        let start = Pose::new(DQuat::from_scaled_axis(vector(&mut random, 2.0)), dvec3(2.6, 0.0, 0.0)).expect("a pose");
        let velocity = dvec3(-0.9, random.between(-0.7, 0.7), random.between(-0.7, 0.7));
        let flight = Motion::Rigid(Rigid::new(start, velocity, vector(&mut random, 1.5)).expect("finite"));
        let b = Moving::new(body.clone().into(), flight.clone()).expect("a body");
        let answer = ask(&still(body.clone()), &b, &Query::default());
        let inside = |point: DVec3| {
            let (u, v) = (point.y.atan2(point.x), (point.z / point.length()).acos());
            point.length() <= 1.0 + height * (f64::from(bumps[0]) * u).sin() * (f64::from(bumps[1]) * v).sin()
        };
        let sampled = sampled_contact(&body, &flight, inside);
        match answer.verdict {
            Verdict::Touch(first) => {
                touched += 1;
                assert!(first.time.upper() <= sampled.unwrap_or(1.0), "case {case}: {:?} {sampled:?}", first.time);
                assert!(first.contacts[0].proved, "case {case}: {:?}", first.contacts);
            }
            Verdict::Clear { .. } => assert_eq!(sampled, None, "case {case}"),
            Verdict::Open { .. } => panic!("case {case}: open"),
        }
    }
    assert!(touched >= 2, "{touched}");
}
