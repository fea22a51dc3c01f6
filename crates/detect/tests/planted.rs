//! First contacts, closest approaches and casts against planted ones: many of them grazing at gaps of 0 and ±1e-15 to
//! 1e-6, needles and plates, bodies 10⁵ sizes from the origin. The example `soak_contacts` runs as many as one likes.

mod contact_oracle;
#[allow(dead_code)] // The gaps themselves are another test.
mod gap_oracle;

use contact_oracle::{Turning, bodies, planted, planted_ray};
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::FRAC_1_SQRT_2;
use tangency_detect::{
    CastTarget, Interior, Moving, PreparedConvex, Query, Ray, Verdict, closest_approach, first_contact,
};
use tangency_geometry::{Convex, Linear, Motion, Pose, Rigid};
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

/// A thin hull turns towards the narrow face of a turning plate that is rounded by more than a metre. The triangles of
/// the differences of the cores are thousands of times as long as wide, and a step from one to the next shortens the
/// distance by less than rounding.
#[test]
fn a_hull_meets_a_rounded_plate_in_time() {
    let half = dvec3(2.670_126_447_454_519_4e-5, 0.586_969_699_131_338_1, 0.498_752_153_974_960_2);
    let plate = Convex::cuboid(2.0 * half).and_then(|core| core.rounded(1.153_488_400_859_587)).expect("a plate");
    // The first vertex meets the plate.
    let corners = [
        dvec3(-0.475_202_762_842_880_6, 2.459_048_343_651_775e-6, 0.000_461_531_260_812_062_26),
        dvec3(0.518_506_018_507_603_6, 1.245_066_704_251_068e-6, -1.371_666_268_809_173_4e-5),
        dvec3(-0.047_941_311_355_976_776, 3.386_298_556_514_745_2e-6, 0.001_381_661_212_506_5),
        dvec3(0.076_588_619_185_262_68, -1.880_164_492_887_693_7e-6, -0.001_462_936_843_241_264_5),
    ];
    let hull = Convex::hull(corners.to_vec()).expect("a hull");
    let moving = |shape: Convex, rotation: DQuat, place: DVec3, [velocity, spin]: [DVec3; 2]| {
        let start = Pose::new(rotation, place).expect("a pose");
        Moving::new(shape.into(), Motion::Rigid(Rigid::new(start, velocity, spin).expect("finite"))).expect("a body")
    };
    let a = moving(
        plate,
        DQuat::from_xyzw(
            0.037_431_139_243_151_25,
            0.050_524_258_703_325_68,
            0.740_563_895_662_485_5,
            0.669_037_611_452_930_6,
        ),
        dvec3(0.776_096_329_752_313_6, 0.575_939_250_630_34, -0.256_843_272_305_019_8),
        [
            dvec3(0.290_538_856_438_204_1, 0.956_843_844_304_023_2, 0.006_085_270_501_677_52),
            dvec3(0.049_117_348_567_597_22, -0.329_954_672_183_315, -0.268_322_720_490_853_87),
        ],
    );
    let b = moving(
        hull,
        DQuat::from_xyzw(
            0.501_900_616_849_339_3,
            -0.445_162_625_023_168_9,
            0.417_825_249_050_622_57,
            0.612_656_567_209_166_2,
        ),
        dvec3(1.396_137_030_872_159_5, 0.579_759_252_361_537_6, 2.880_848_766_001_375),
        [
            dvec3(0.546_319_578_167_755_4, 0.968_584_986_915_542_8, -2.718_746_746_963_512_3),
            dvec3(0.141_291_507_409_526_17, 0.050_900_029_558_626_304, 0.026_323_035_575_526_88),
        ],
    );
    let tolerance = 1e-9;
    let answer = first_contact(&a, &b, &Query { tolerance, ..Query::default() }).expect("an answer");
    let Verdict::Touch(first) = answer.verdict else { panic!("{:?}", answer.verdict) };
    // The vertex was planted on the face at this instant, and approaches it at 1.822 m/s.
    let (planted, closing, lower) = (0.377_394_600_471_791_24, 1.822, first.time.lower());
    assert!((planted - lower) * closing <= tolerance && lower <= planted, "{lower} is not {planted}");
    assert!(first.contacts.iter().all(|contact| contact.gap <= tolerance), "{first:?}");
}

/// A vertex slides over the cap of a cylinder at a distance of no more than rounding. The enclosure of the distance is
/// narrow at once, because two points of the bodies are that close.
#[test]
fn a_vertex_slides_over_a_cap() {
    let cylinder = Convex::cylinder(0.761_957_070_855_685_3, 2.0 * 0.358_178_755_522_721_94).expect("a cylinder");
    let corners = [
        dvec3(0.943_624_995_641_283_1, -0.058_215_160_687_313_11, 0.325_951_963_180_564_9),
        dvec3(1.257_838_540_791_648_8, -0.080_893_223_599_531_48, 0.082_568_409_797_532_35),
        dvec3(0.889_609_242_085_289_5, 0.312_833_920_567_632_43, 0.018_213_444_425_125),
        dvec3(0.355_741_484_462_444_75, -0.396_793_763_402_758_6, 0.129_032_557_533_484_02),
    ];
    let hull = Convex::hull(corners.to_vec()).expect("a hull");
    let turned = DQuat::from_xyzw(0.0, 0.0, FRAC_1_SQRT_2.next_down(), FRAC_1_SQRT_2);
    let moving = |shape: Convex, place: DVec3, velocity: DVec3| {
        let start = Pose::new(turned, place).expect("a pose");
        Moving::new(shape.into(), Motion::Linear(Linear::new(start, velocity).expect("finite"))).expect("a body")
    };
    let up = 0.383_465_726_801_984_93;
    let a = moving(cylinder, DVec3::ZERO, dvec3(0.831_132_276_192_169, 0.402_707_307_904_698_4, up));
    let b = moving(
        hull,
        dvec3(-0.084_607_298_839_724_11, -0.329_497_471_496_988_66, -0.684_130_718_703_286_8),
        dvec3(0.860_670_744_550_184_3, 0.568_160_306_168_701, up),
    );
    let tolerance = 1e-9;
    let found = closest_approach(&a, &b, &Query { tolerance, ..Query::default() }).expect("an answer");
    assert!(found.distance.lower() == 0.0 && found.distance.width() <= tolerance && found.complete, "{found:?}");
    assert!(found.effort.iterations < 10_000, "{found:?}");
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
