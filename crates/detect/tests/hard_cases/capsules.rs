//! Capsules: beside boxes, crossing, nearly touching.

use super::{HardCase, at, capsule, cuboid, cylinder, quarter};
use glam::{DQuat, DVec3, dvec3};
use tangency_geometry::{Convex, Pose};

pub(crate) fn cases() -> Vec<HardCase> {
    let origin = || at(0.0, 0.0, 0.0);
    let long = || capsule(2.0, 4.0);
    let flat = || cuboid(1.0, 2.0, 4.0);
    vec![
        HardCase {
            name: "capsule beside a box",
            source: "flexible-collision-library/fcl#32",
            bodies: [long(), flat()],
            poses: [at(3.0, 0.0, 0.0), origin()],
            gap: Some(0.5),
            width: None,
        },
        HardCase {
            name: "capsule above a box",
            source: "flexible-collision-library/fcl#33",
            bodies: [long(), flat()],
            poses: [at(0.0, 0.0, 8.0), origin()],
            gap: Some(2.0),
            width: None,
        },
        HardCase {
            name: "lying capsule before a box",
            source: "flexible-collision-library/fcl#215",
            bodies: [long(), flat()],
            poses: [quarter(DVec3::Y, -10.0, 0.8, 1.5), origin()],
            gap: Some(5.5),
            width: None,
        },
        HardCase {
            name: "long capsule beside a box",
            source: "dartsim/dart#3343",
            bodies: [capsule(0.25, 20.0), cuboid(2.0, 2.0, 2.0)],
            poses: [quarter(DVec3::Y, 2.0, 2.0, 0.0), origin()],
            gap: Some(0.75),
            width: None,
        },
        HardCase {
            name: "crossing capsules",
            source: "flexible-collision-library/fcl#436",
            bodies: [capsule(0.1, 1.0), capsule(0.1, 1.0)],
            poses: [origin(), quarter(DVec3::X, 0.0, 0.1, 0.2)],
            gap: Some(-0.2),
            width: None,
        },
        HardCase {
            name: "parallel capsules, nearly touching",
            source: "coal-library/coal#119",
            bodies: [capsule(0.1, 1.0), capsule(0.2, 0.5)],
            poses: [origin(), at(0.300_000_01, 0.0, 0.3)],
            gap: Some(0.300_000_01 - 0.3),
            width: None,
        },
        HardCase {
            name: "capsule that touches a plate",
            source: "dimforge/parry#378",
            bodies: [capsule(0.5, 0.5), cuboid(8.0, 8.0, 1.0)],
            poses: [at(6.037_373_5, 0.0, 2.75), at(4.0, 0.0, 1.5)],
            gap: Some(0.0),
            width: None,
        },
        HardCase {
            name: "capsule in a plate",
            source: "dimforge/parry#378",
            bodies: [capsule(0.5, 0.5), cuboid(8.0, 8.0, 1.0)],
            poses: [at(6.037_373_5, 0.0, 2.7391), at(4.0, 0.0, 1.5)],
            gap: Some(2.7391 - 0.75 - 2.0),
            width: None,
        },
        HardCase {
            name: "capsule below a disk",
            source: "google-deepmind/mujoco#1857",
            bodies: [capsule(0.01, 0.1), cylinder(0.2, 0.01)],
            poses: [at(-0.1, 0.0, 0.0), at(0.0, 0.0, 0.1)],
            gap: Some(0.1 - 0.005 - 0.05 - 0.01),
            width: None,
        },
        HardCase {
            name: "capsule above a cube",
            source: "google-deepmind/mujoco#1473",
            bodies: [cuboid(0.2, 0.2, 0.2), capsule(0.15, 0.3)],
            poses: [origin(), at(0.0, 0.0, 1.0)],
            gap: Some(1.0 - 0.1 - 0.3),
            width: None,
        },
        HardCase {
            name: "cylinder that touches a large capsule",
            source: "jrouwe/JoltPhysics#2103",
            bodies: [capsule(7.197_321_89, 4.062_286_86), cylinder(0.4975, 0.6)],
            poses: [quarter(DVec3::X, 0.0, 0.0, 0.0), quarter(DVec3::X, -0.951_660_156, -2.091_552_73, -7.635_742_18)],
            gap: Some(0.951_660_156_f64.hypot(7.635_742_18) - 7.197_321_89 - 0.4975),
            width: None,
        },
        HardCase {
            name: "capsule in a triangle tilted by 5e-8",
            source: "bepu/bepuphysics2#101",
            bodies: [
                capsule(0.5, 1.0),
                Convex::hull(vec![dvec3(10.0, -5.0, 0.0), dvec3(10.0, 5.0, 0.0), dvec3(-10.0, 5.0, 1e-6)])
                    .expect("a triangle"),
            ],
            poses: [origin(), at(-1.0, -1.0, -0.9)],
            gap: None,
            width: None,
        },
        HardCase {
            name: "capsule upside down in the ground",
            source: "flexible-collision-library/fcl#24",
            bodies: [capsule(0.1, 0.4), cuboid(100.0, 100.0, 10.0)],
            poses: [
                Pose::new(DQuat::from_xyzw(0.0, 1.0, 0.0, 0.0), dvec3(0.0, 0.0, 0.29)).expect("a pose"),
                at(0.0, 0.0, -5.0),
            ],
            gap: Some(0.29 - 0.3),
            width: None,
        },
    ]
}
