//! First contacts, closest approaches and casts against planted ones: many of them grazing at gaps of 0 and ±1e-15 to
//! 1e-6, needles and plates, bodies 10⁵ sizes from the origin. The example `soak_contacts` runs as many as one likes.

mod contact_oracle;
#[allow(dead_code)] // The gaps themselves are another test.
mod gap_oracle;

use contact_oracle::{Turning, bodies, planted, planted_ray};
use glam::dvec3;
use tangency_detect::{CastTarget, Interior, PreparedConvex, Query, Ray, Verdict, closest_approach, first_contact};
use tangency_geometry::Convex;
use tangency_interval::laws::Random;

#[test]
fn planted_contacts_are_found_in_time() {
    let mut random = Random::new(20_261_117);
    let bodies = bodies(&mut random, 120);
    let (mut clear, mut touch, mut certain) = (0, 0, 0);
    for turning in [Turning::None, Turning::Slow, Turning::Fast] {
        for _ in 0..1_500 {
            let meeting = planted(&mut random, &bodies, turning);
            let tolerance = if meeting.is_far() { 1e-6 } else { 1e-9 };
            let [a, b] = meeting.moving();
            let answer = first_contact(&a, &b, &Query { tolerance, ..Query::default() }).expect("an answer");
            if let Some(fault) = meeting.fault(&answer, tolerance) {
                panic!("{fault}");
            }
            match answer.verdict {
                Verdict::Clear { .. } => clear += 1,
                Verdict::Touch(_) => touch += 1,
                Verdict::Open { from } => panic!("open from {from}: {meeting:?}"),
            }
            certain += usize::from(meeting.latest.is_finite());
        }
    }
    assert!(clear > 100 && touch > 3_500 && certain > 3_000, "{clear} clear, {touch} touch, {certain} proved");
}

#[test]
fn planted_approaches_are_enclosed() {
    let mut random = Random::new(20_261_118);
    let bodies = bodies(&mut random, 120);
    let mut narrow = 0;
    for index in 0..150 {
        let turning = [Turning::None, Turning::Slow, Turning::Fast][index % 3];
        let meeting = planted(&mut random, &bodies, turning);
        let [a, b] = meeting.moving();
        let found = closest_approach(&a, &b, &Query::default()).expect("an answer");
        if let Some(fault) = meeting.approach_fault(&found) {
            panic!("{fault}");
        }
        narrow += usize::from(found.distance.width() <= 1.000_001e-6);
    }
    assert!(narrow >= 145, "{narrow} of 150 brackets are as narrow as the tolerance");
}

#[test]
fn planted_hits_are_found_in_time() {
    let mut random = Random::new(20_261_119);
    let bodies = bodies(&mut random, 120);
    let (mut hits, mut misses, mut certain) = (0, 0, 0);
    for _ in 0..20_000 {
        let ray = planted_ray(&mut random, &bodies);
        let hit = ray.ask().expect("an answer");
        if let Some(fault) = ray.fault(hit.as_ref()) {
            panic!("{fault}");
        }
        hits += usize::from(hit.is_some());
        misses += usize::from(hit.is_none());
        certain += usize::from(ray.latest.is_finite());
    }
    assert!(hits > 10_000 && misses > 3_000 && certain > 8_000, "{hits} hits, {misses} misses, {certain} proved");
}

/// A ray passes the rim of a cone at 3.5 µm: sampled distances in the half plane of the axis.
#[test]
#[ignore = "reported as a hit that is not proved, 53 µm from the cone"]
fn a_ray_past_the_rim_of_a_cone_misses() {
    let (radius, height) = (0.509_237_481_199_867_4, 1.393_201_540_231_132_6);
    let origin = dvec3(0.457_291_855_863_559_6, 0.338_963_521_585_087_5, 0.003_168_449_392_213_145);
    let direction = dvec3(-0.151_686_502_392_835_54, 0.076_999_031_129_718_95, -0.002_126_309_510_558_421_8);
    let ray = Ray::new(origin, direction, 0.507_080_681_179_316).expect("a ray");
    let cone = CastTarget::convex(PreparedConvex::new(Convex::cone(radius, height).expect("a cone")));
    // The distance of a point from the side of the cone, and from the rim below it.
    let distance = |along: f64| {
        let place = ray.at(along);
        let across = place.truncate().length();
        let share = ((radius - across) * radius + place.z * height) / (radius * radius + height * height);
        let nearest = share.clamp(0.0, 1.0);
        (across - radius * (1.0 - nearest)).hypot(place.z - height * nearest)
    };
    let least =
        (0..=1_000_000).map(|step| distance(1e-6 * f64::from(step) * ray.length())).fold(f64::INFINITY, f64::min);
    assert!((least - 3.52e-6).abs() < 1e-8, "{least}");
    assert_eq!(cone.cast(&ray, Interior::Filled), None);
}
