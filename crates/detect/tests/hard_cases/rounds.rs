//! Spheres and cylinders: inside of boxes, nearly touching, nearly parallel.

use super::{HardCase, at, cuboid, cylinder, quarter, sphere};
use glam::{DQuat, DVec3, dvec3};
use tangency_geometry::Pose;

fn tilted(axis: DVec3, angle: f64, place: DVec3) -> Pose {
    Pose::new(DQuat::from_axis_angle(axis, angle), place).expect("a pose")
}

pub(crate) fn cases() -> Vec<HardCase> {
    let origin = || at(0.0, 0.0, 0.0);
    let mut cases = spheres();
    cases.extend([
        HardCase {
            name: "cylinder that stands on a thin box",
            source: "flexible-collision-library/fcl#375",
            bodies: [cuboid(0.49, 0.63, 0.015), cylinder(0.08, 0.002)],
            poses: [quarter(DVec3::Z, -0.25, 0.0, 0.0), at(0.0, 0.0, 0.0085)],
            gap: Some(0.0085 - 0.001 - 0.0075),
            width: None,
        },
        HardCase {
            name: "cylinder beside a turned box",
            source: "flexible-collision-library/fcl#319",
            bodies: [cuboid(0.05, 0.39, 1.47), cylinder(0.18, 0.18)],
            poses: [quarter(DVec3::Z, 0.8, -0.385, 0.735), tilted(DVec3::Z, -0.261_8, dvec3(0.4, -0.4, 0.93))],
            gap: Some(0.8 - 0.195 - 0.4 - 0.18),
            width: None,
        },
        HardCase {
            name: "cylinder at the edge of a thin box, far from the origin",
            source: "dimforge/ncollide#157",
            bodies: [cylinder(0.5, 1.85), cuboid(0.1, 1.5, 1.0)],
            poses: [quarter(DVec3::X, 10.97, 0.925, 61.02), at(11.5, 0.75, 60.5)],
            gap: Some((11.5_f64 - 0.05 - 10.97).hypot(61.02 - 60.5 - 0.5) - 0.5),
            width: None,
        },
        HardCase {
            name: "tilted cylinder and a box",
            source: "davideberly/GeometricTools#44",
            bodies: [cuboid(5.0, 5.0, 2.7), cylinder(0.39, 2.1)],
            poses: [origin(), {
                let axis = dvec3(0.10444, 0.328_969, 0.938_548).normalize();
                let turn = DQuat::from_rotation_arc(DVec3::Z, axis).normalize();
                Pose::new(turn, dvec3(-2.788_151, -2.091_865, 0.8015)).expect("a pose")
            }],
            gap: None,
            width: None,
        },
        HardCase {
            name: "cylinders tilted by 1e-8",
            source: "danfis/libccd#7",
            bodies: [cylinder(0.5, 2.0), cylinder(0.5, 2.0)],
            poses: [origin(), tilted(DVec3::X, 1e-8, dvec3(1.2, 0.0, 0.0))],
            gap: Some(1.2 - 1.0),
            width: None,
        },
        HardCase {
            name: "parallel cylinders end to end, touching",
            source: "flexible-collision-library/fcl#138",
            bodies: [cylinder(0.014, 0.5), cylinder(0.01, 0.35)],
            poses: [origin(), at(0.003, 0.0, 0.425)],
            gap: Some(0.0),
            width: None,
        },
        HardCase {
            name: "cylinder in a large thin floor",
            source: "dimforge/rapier#305",
            bodies: [cuboid(200.2, 0.2, 200.2), cylinder(0.5, 1.0)],
            poses: [at(0.0, -0.1, 0.0), quarter(DVec3::X, 31.0, 0.49, -57.0)],
            gap: Some(0.49 - 0.5),
            width: None,
        },
        HardCase {
            name: "cylinder on a box, tilted by half a milliradian",
            source: "google-deepmind/mujoco_warp#657",
            bodies: [cuboid(2.0, 2.0, 0.2), cylinder(0.1, 0.4)],
            poses: [
                origin(),
                super::matrix(
                    [
                        [0.999_969_720_840_454_1, 0.007_763_711_269_944_906, -0.000_434_333_051_089_197_4],
                        [-0.007_763_855_624_943_972, 0.999_969_840_049_743_7, -0.000_330_951_588_694_006_2],
                        [0.000_431_750_522_693_619_13, 0.000_334_313_663_188_368_1, 0.999_999_880_790_710_4],
                    ],
                    dvec3(0.000_152_287_917_444_482_45, -0.000_749_811_297_282_576_6, 0.298_391_997_814_178_47),
                ),
            ],
            gap: None,
            width: None,
        },
    ]);
    // The ground was a half-space. Upside down the answer is the same.
    for (name, turn) in [
        ("upright cylinder in the ground", DQuat::IDENTITY),
        ("cylinder upside down", DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0)),
    ] {
        cases.push(HardCase {
            name,
            source: "RobotLocomotion/drake#8049",
            bodies: [cuboid(100.0, 100.0, 10.0), cylinder(0.05, 0.2)],
            poses: [at(0.0, 0.0, -5.0), Pose::new(turn, dvec3(0.0, 0.0, 0.049)).expect("a pose")],
            gap: Some(0.049 - 0.1),
            width: None,
        });
    }
    cases
}

fn spheres() -> Vec<HardCase> {
    let origin = || at(0.0, 0.0, 0.0);
    let mut cases = vec![
        HardCase {
            name: "spheres apart along y",
            source: "flexible-collision-library/fcl#275",
            bodies: [sphere(20.0), sphere(10.0)],
            poses: [origin(), at(0.0, 40.0, 0.0)],
            gap: Some(10.0),
            width: None,
        },
        HardCase {
            name: "spheres with the same centre",
            source: "flexible-collision-library/fcl#569",
            bodies: [sphere(2.0), sphere(1.0)],
            poses: [origin(), origin()],
            gap: Some(-3.0),
            width: None,
        },
        HardCase {
            name: "spheres that overlap on a diagonal",
            source: "Genesis-Embodied-AI/genesis-world#2525",
            bodies: [sphere(0.1), sphere(0.08)],
            poses: [origin(), at(0.08, 0.06, 0.06)],
            gap: Some(dvec3(0.08, 0.06, 0.06).length() - 0.18),
            width: None,
        },
        HardCase {
            name: "sphere before a wide box",
            source: "flexible-collision-library/fcl#127",
            bodies: [sphere(1.0), cuboid(10.0, 2.0, 10.0)],
            poses: [origin(), at(0.0, 5.0, 3.0)],
            gap: Some(3.0),
            width: None,
        },
        HardCase {
            name: "sphere that touches the side of a small box",
            source: "flexible-collision-library/fcl#408",
            bodies: [sphere(0.06), cuboid(0.1, 0.1, 0.1)],
            poses: [
                at(1.785_505_663_908_196e-10, 0.039_999_999_999_999_994, 0.330_000_000_000_000_1),
                at(0.05, 0.15, 0.35),
            ],
            gap: Some(0.0),
            width: None,
        },
        HardCase {
            name: "sphere whose centre is a corner of a box",
            source: "dimforge/parry#34",
            bodies: [sphere(1.0), cuboid(2.0, 2.0, 2.0)],
            poses: [at(1.0, 1.0, 1.0), origin()],
            gap: Some(-1.0),
            width: None,
        },
        HardCase {
            name: "sphere that touches a cylinder",
            source: "flexible-collision-library/fcl#391",
            bodies: [cylinder(0.03, 0.65), sphere(0.055)],
            poses: [at(0.6, 0.0, 0.325), at(0.541_979_401_8, -0.062_117_502_5, 0.601_623_657_6)],
            gap: Some((0.6_f64 - 0.541_979_401_8).hypot(0.062_117_502_5) - 0.085),
            width: None,
        },
        HardCase {
            name: "sphere beside a lying cylinder, in millimetres",
            source: "coal-library/coal#351",
            bodies: [sphere(55.0), cylinder(136.0, 100.0)],
            poses: [at(140.834, -45.449, 905.432), quarter(DVec3::X, 0.0, 0.0, 776.5)],
            gap: Some(140.834_f64.hypot(905.432 - 776.5) - 136.0 - 55.0),
            width: None,
        },
        HardCase {
            name: "tiny sphere beside a flat cylinder",
            source: "flexible-collision-library/fcl#321",
            bodies: [cylinder(0.4, 0.03), sphere(1e-5)],
            poses: [origin(), at(0.40002, 0.0, 0.0)],
            gap: Some(0.40002 - 0.4 - 1e-5),
            width: None,
        },
    ];
    // The depth was wrong as soon as the sphere was wholly inside.
    for (name, height) in [
        ("sphere with its centre in the face of a box", -0.005),
        ("sphere wholly inside of a box, touching its face", -0.01),
        ("sphere deep inside of a box", -0.2),
    ] {
        cases.push(HardCase {
            name,
            source: "google-deepmind/mujoco#2206",
            bodies: [cuboid(1.0, 1.0, 0.5), sphere(0.005)],
            poses: [at(0.0, 0.0, -0.255), at(0.0, 0.0, height)],
            gap: Some(height - 0.005 + 0.005),
            width: None,
        });
    }
    cases
}
