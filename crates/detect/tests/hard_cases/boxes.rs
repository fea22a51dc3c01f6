//! Boxes: exactly touching, inside of each other, of very different sizes.

use super::{HardCase, at, cuboid, matrix, quarter};
use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{Moving, OverlapVerdict, Query, distance, overlap};
use tangency_geometry::{Convex, Motion, Pose, primitive};

fn corners(side: f64) -> Convex {
    let half = 0.5 * side;
    let point = |index: usize| {
        let sign = |bit: usize| if index >> bit & 1 == 1 { half } else { -half };
        dvec3(sign(0), sign(1), sign(2))
    };
    Convex::hull((0..8).map(point).collect()).expect("a hull")
}

pub(crate) fn cases() -> Vec<HardCase> {
    let origin = || at(0.0, 0.0, 0.0);
    let kiss = [
        [0.940_960_632_174_177_6, 0.292_968_400_372_895, 0.169_595_415_861_748_12],
        [-0.235_698_368_412_998_8, 0.926_615_235_958_484_3, -0.292_968_400_372_895_07],
        [-0.242_980_179_903_263_9, 0.235_698_368_412_998_85, 0.940_960_632_174_177_6],
    ];
    let mut cases = vec![
        HardCase {
            name: "unit boxes apart along y",
            source: "flexible-collision-library/fcl#508",
            bodies: [cuboid(1.0, 1.0, 1.0), cuboid(1.0, 1.0, 1.0)],
            poses: [at(0.0, 4.0, 0.0), origin()],
            gap: Some(3.0),
            width: None,
        },
        HardCase {
            name: "turned boxes that kiss",
            source: "flexible-collision-library/fcl#495",
            bodies: [cuboid(0.25, 0.25, 0.25), cuboid(0.25, 0.25, 0.25)],
            poses: [
                matrix(kiss, dvec3(0.073_242_100_093_223_82, 0.231_653_808_989_621_23, 1.308_924_592_103_249_7)),
                matrix(kiss, dvec3(0.0, 0.0, 1.25)),
            ],
            gap: None,
            width: None,
        },
        HardCase {
            name: "turned boxes that kiss, moved by a rounding",
            source: "flexible-collision-library/fcl#493",
            bodies: [cuboid(0.25, 0.25, 0.25), cuboid(0.25, 0.25, 0.25)],
            poses: [
                matrix(kiss, dvec3(0.073_242_100_093_223_9, 0.231_653_808_989_621_46, 1.308_924_592_103_25)),
                matrix(kiss, dvec3(0.0, 0.0, 1.25)),
            ],
            gap: None,
            width: None,
        },
        HardCase {
            name: "small cube in the corner of a cube, on its diagonal",
            source: "flexible-collision-library/fcl#545",
            bodies: [corners(1.0), cuboid(0.1, 0.1, 0.1)],
            poses: [origin(), at(0.4, 0.4, 0.4)],
            gap: Some(-(0.5 - (0.4 - 0.05))),
            width: None,
        },
        HardCase {
            name: "two hulls of cubes, one in the corner of the other",
            source: "flexible-collision-library/fcl#545",
            bodies: [corners(1.0), corners(0.1)],
            poses: [origin(), at(0.4, 0.4, 0.4)],
            gap: Some(-(0.5 - (0.4 - 0.05))),
            width: None,
        },
        HardCase {
            name: "slab inside of a cube, flush on five sides",
            source: "flexible-collision-library/fcl#628",
            bodies: [cuboid(1.0, 1.0, 1.0), cuboid(1.0, 0.2, 1.0)],
            poses: [at(0.5, 0.5, 0.5), at(0.5, 0.9, 0.5)],
            gap: Some(-0.2),
            width: None,
        },
        HardCase {
            name: "slab inside of a longer box, flush on five sides",
            source: "flexible-collision-library/fcl#628",
            bodies: [cuboid(1.0, 1.0, 2.0), cuboid(1.0, 0.2, 2.0)],
            poses: [at(0.5, 0.5, 1.0), at(0.5, 0.9, 1.0)],
            gap: Some(-0.2),
            width: None,
        },
        HardCase {
            name: "cubes on top of each other",
            source: "danfis/libccd#25",
            bodies: [cuboid(2.0, 2.0, 2.0), cuboid(2.0, 2.0, 2.0)],
            poses: [origin(), at(0.0, 0.0, 1.9)],
            gap: Some(1.9 - 2.0),
            width: None,
        },
        HardCase {
            name: "box of 0.2 on a box of 5",
            source: "danfis/libccd#17",
            bodies: [cuboid(5.0, 5.0, 5.0), cuboid(0.2, 0.2, 0.2)],
            poses: [origin(), at(1.3, -0.7, 2.59)],
            gap: Some(2.59 - 0.1 - 2.5),
            width: None,
        },
        HardCase {
            name: "boxes that touch in a face",
            source: "danfis/libccd#68",
            bodies: [cuboid(1.0, 1.0, 1.0), cuboid(1.0, 1.0, 1.0)],
            poses: [origin(), at(0.0, 1.0, 0.0)],
            gap: Some(0.0),
            width: None,
        },
        HardCase {
            name: "boxes that touch in a vertex",
            source: "coal-library/coal#325",
            bodies: [cuboid(2.0, 2.0, 2.0), cuboid(2.0, 2.0, 2.0)],
            poses: [origin(), at(2.0, 2.0, 2.0)],
            gap: Some(0.0),
            width: None,
        },
        HardCase {
            name: "cubes that overlap by a tenth of a millimetre",
            source: "coal-library/coal#144",
            bodies: [cuboid(2.0, 2.0, 2.0), cuboid(2.0, 2.0, 2.0)],
            poses: [origin(), at(1.9999, 0.0, 0.0)],
            gap: Some(1.9999 - 2.0),
            width: None,
        },
        HardCase {
            name: "small box in a floor of 256 by 2 by 256",
            source: "bulletphysics/bullet3#1703",
            bodies: [cuboid(256.0, 2.0, 256.0), cuboid(1.0, 1.0, 1.0)],
            poses: [origin(), at(3.0, 1.49, 2.0)],
            gap: Some(1.49 - 0.5 - 1.0),
            width: None,
        },
        HardCase {
            name: "a box and itself",
            source: "rustgd/collision-rs#51",
            bodies: [cuboid(10.0, 10.0, 10.0), cuboid(10.0, 10.0, 10.0)],
            poses: [origin(), origin()],
            gap: Some(-10.0),
            width: None,
        },
        HardCase {
            name: "cubes of 20 and 10 that overlap at a corner",
            source: "RobotLocomotion/drake#1668",
            bodies: [cuboid(20.0, 20.0, 20.0), cuboid(10.0, 10.0, 10.0)],
            poses: [origin(), at(14.0, 14.0, 14.0)],
            gap: Some(-1.0),
            width: None,
        },
        HardCase {
            name: "boxes of a robot's gripper and a shelf, a few nanometres apart",
            source: "flexible-collision-library/fcl#390",
            bodies: [cuboid(0.03, 0.12, 0.1), cuboid(0.025, 0.35, 1.845)],
            poses: [
                matrix(
                    [
                        [-3.062_793_785_257_868e-8, -0.999_999_999_999_998_9, -2.889_386_516_158_331_4e-8],
                        [0.999_999_999_999_998, -3.062_793_973_995_78e-8, 6.472_992_691_852_751e-8],
                        [-6.472_992_772_296_385e-8, -2.889_386_302_944_875e-8, 0.999_999_999_999_997_1],
                    ],
                    dvec3(0.634_999_796_273_508_1, -0.485_000_022_156_364_4, 1.077_814_645_833_964_1),
                ),
                quarter(DVec3::Z, 0.8, -0.4575, 0.9225),
            ],
            gap: None,
            width: None,
        },
        HardCase {
            name: "boxes of a wall, nearly parallel, a hair apart",
            source: "coal-library/coal#604",
            bodies: [cuboid(0.363, 0.277, 0.363), cuboid(0.363, 0.363, 0.277)],
            poses: [
                matrix(
                    [
                        [0.999_919_570_3, 0.010_218_494_13, 0.007_512_347_878],
                        [-0.010_218_782_48, 0.999_947_786_9, -3.329_855_922e-17],
                        [-0.007_511_955_635, -7.676_704_888e-5, 0.999_971_781_9],
                    ],
                    dvec3(1.503_354_966, -0.853_170_783_5, 0.770_009_241_8),
                ),
                matrix(
                    [
                        [0.999_867_096_7, -0.012_977_083_24, 0.009_868_343_982],
                        [0.012_977_715_17, 0.999_915_785_9, 5.255_670_031e-17],
                        [-0.009_867_512_928, 0.000_128_068_557_4, 0.999_951_306_7],
                    ],
                    dvec3(1.488_383_08, -1.102_020_834, 0.449_707_379_9),
                ),
            ],
            gap: None,
            width: None,
        },
    ];
    // The tolerances of the solvers were absolute lengths.
    for (name, gap) in [
        ("box of a millimetre and box of a kilometre, 1e-7 apart", 1e-7),
        ("box of a millimetre and box of a kilometre, 1e-10 deep", -1e-10),
    ] {
        let place = 500.0 + 0.0005 + gap;
        cases.push(HardCase {
            name,
            source: "flexible-collision-library/fcl#278",
            bodies: [cuboid(1e3, 1e3, 1e3), cuboid(1e-3, 1e-3, 1e-3)],
            poses: [origin(), at(123.25, place, -77.5)],
            gap: Some(place - 0.0005 - 500.0),
            width: None,
        });
    }
    cases
}

/// Meshes of two boxes share a face exactly: they touch, and a mesh that is moved by the smallest double does not.
#[test]
fn boxes_with_a_common_face_touch() {
    let body = |x: f64| {
        let shape = primitive::cuboid(DVec3::splat(2.0)).expect("a box");
        Moving::new(shape.into(), Motion::Still(at(x, 0.0, 1.0))).expect("a body")
    };
    // flexible-collision-library/fcl#503.
    let common = overlap(&body(-1.0), &body(1.0), 0.0, &Query::default()).expect("an answer").verdict;
    assert!(matches!(common, OverlapVerdict::Overlapping { .. }), "{common:?}");
    let measured = distance(&body(-1.0), &body(1.0), 0.0, &Query::default()).expect("an answer");
    assert_eq!(measured.distance.upper(), 0.0, "{measured:?}");
    let apart = overlap(&body(-1.0), &body(1.0_f64.next_up()), 0.0, &Query::default()).expect("an answer").verdict;
    assert!(matches!(apart, OverlapVerdict::Apart { .. }), "{apart:?}");
}

/// The face normal stays the normal while a point approaches a box: bulletphysics/bullet3#889.
#[test]
fn the_normal_of_a_point_near_a_box_does_not_flip() {
    let shapes = [cuboid(1.0, 1.0, 1.0), corners(1.0)];
    let tilted = Pose::new(DQuat::IDENTITY, dvec3(0.0, 0.0, 0.75)).expect("a pose");
    let point = Convex::hull(vec![DVec3::ZERO]).expect("a point");
    for shape in shapes {
        for step in 0..=100 {
            let height = 0.24 + 1e-4 * f64::from(step);
            let found = distance(
                &super::still(&point, &at(0.1, 0.2, height)),
                &super::still(&shape, &tilted),
                0.0,
                &Query::default(),
            )
            .expect("an answer");
            let gap: f64 = 0.25 - height;
            assert!(found.distance.lower() <= gap.max(0.0) + 1e-16, "{height}: {found:?}");
            assert!(found.distance.upper() >= gap.max(0.0) - 1e-16 && found.distance.width() < 1e-12, "{found:?}");
            assert!(gap < 1e-12 || found.closest.normal.distance(DVec3::Z) < 1e-9, "{height}: {found:?}");
        }
    }
}
