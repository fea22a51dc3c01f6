//! First contacts, closest approaches and casts against planted ones: many of them grazing at gaps of 0 and ±1e-15 to
//! 1e-6, needles and plates, bodies 10⁵ sizes from the origin. The example `soak_contacts` runs as many as one likes.

mod contact_oracle;
#[allow(dead_code)] // The gaps themselves are another test.
mod gap_oracle;

use contact_oracle::{Turning, bodies, planted, planted_ray};
use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{
    CastTarget, Interior, Moving, PreparedConvex, Query, Ray, Verdict, closest_approach, first_contact,
};
use tangency_geometry::{Convex, Linear, Motion, Pose};
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

/// A needle beside the parallel edge of a box, neither of which turns. The triangles of their differences are a
/// millionth as wide as long, and the weights of the closest point are small differences of large numbers.
#[test]
fn a_needle_meets_a_parallel_edge_in_time() {
    let needle = Convex::cylinder(5.082_661_997_586_542e-6, 2.0 * 0.501_411_397_668_366_6).expect("a needle");
    let half = dvec3(0.570_968_726_551_069, 0.712_989_927_760_720_2, 0.257_433_663_930_001_83);
    let brick = Convex::cuboid(2.0 * half).expect("a box");
    let moving = |shape: Convex, rotation: DQuat, place: DVec3, velocity: DVec3| {
        let start = Pose::new(rotation, place).expect("a pose");
        Moving::new(shape.into(), Motion::Linear(Linear::new(start, velocity).expect("finite"))).expect("a body")
    };
    let a = moving(
        needle,
        DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2),
        dvec3(0.532_038_797_596_860_3, 0.444_437_892_273_239_2, -0.720_700_824_034_084_1),
        dvec3(0.426_534_618_260_592_36, -0.546_339_649_255_602_7, -0.720_819_815_957_189_1),
    );
    let b = moving(
        brick,
        DQuat::IDENTITY,
        dvec3(1.104_851_522_075_318_6, -0.270_841_750_424_080_4, -0.169_678_456_208_327_08),
        dvec3(0.424_087_725_801_935_43, -0.543_292_914_957_246_6, -1.129_378_716_826_148),
    );
    // The lead along the planted direction shrinks at 2.447 mm/s and is zero at the planted instant.
    let (planted, latest, closing) = (0.751_530_889_265_520_4, 0.751_530_889_265_681_7, 0.002_446_892_458_656_924);
    let tolerance = 1e-9;
    let answer = first_contact(&a, &b, &Query { tolerance, ..Query::default() }).expect("an answer");
    let Verdict::Touch(first) = answer.verdict else { panic!("{:?}", answer.verdict) };
    let lower = first.time.lower();
    assert!(lower <= latest && (planted - lower) * closing <= tolerance, "{lower} is not {planted}");
    assert!(first.contacts.iter().any(|contact| contact.proved), "{first:?}");
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
