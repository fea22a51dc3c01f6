//! First contacts that were missed, early, or never answered.

use super::{at, capsule, cuboid, cylinder, quarter, sphere};
use glam::{DQuat, DVec3, dvec3};
use tangency_detect::{Moving, Query, Verdict, first_contact};
use tangency_geometry::{Convex, Linear, Motion, Pose, Rigid, Shape, primitive};
use tangency_interval::Interval;

/// Two moving bodies and the time of their first contact.
struct MovingCase {
    name: &'static str,
    source: &'static str,
    bodies: [Moving; 2],
    /// Seconds. `None`: they do not meet during the first second.
    time: Option<f64>,
    /// Metres per second. The speed at which they approach.
    speed: f64,
}

fn flying(shape: impl Into<Shape>, start: Pose, velocity: DVec3) -> Moving {
    Moving::new(shape.into(), Motion::Linear(Linear::new(start, velocity).expect("finite"))).expect("a body")
}

fn turning(shape: impl Into<Shape>, start: Pose, velocity: DVec3, spin: DVec3) -> Moving {
    Moving::new(shape.into(), Motion::Rigid(Rigid::new(start, velocity, spin).expect("finite"))).expect("a body")
}

fn mesh(side: f64) -> Shape {
    primitive::cuboid(DVec3::splat(side)).expect("a box").into()
}

fn cases() -> Vec<MovingCase> {
    let still = DVec3::ZERO;
    let mut cases = vec![
        MovingCase {
            name: "box towards box",
            source: "flexible-collision-library/fcl#120",
            bodies: [
                flying(cuboid(1.0, 1.0, 1.0), at(0.0, 0.0, 0.0), still),
                flying(cuboid(1.0, 1.0, 1.0), at(5.0, 0.25, 0.0), dvec3(-8.0, 0.0, 0.0)),
            ],
            time: Some(0.5),
            speed: 8.0,
        },
        MovingCase {
            name: "meshes of two boxes towards each other",
            source: "flexible-collision-library/fcl#555",
            bodies: [
                flying(mesh(2.0), at(0.0, 0.0, 4.0), dvec3(0.0, 0.0, -4.0)),
                flying(mesh(2.0), at(0.0, 0.0, -4.0), dvec3(0.0, 0.0, 4.0)),
            ],
            time: Some(0.75),
            speed: 8.0,
        },
        MovingCase {
            name: "ball towards a turned segment",
            source: "dimforge/parry#19",
            bodies: [
                flying(sphere(0.5), at(0.0, 0.0, 0.0), DVec3::X),
                flying(
                    Convex::hull(vec![dvec3(1.0, -1.0, 0.0), dvec3(-1.0, -1.0, 0.0)]).expect("a segment"),
                    quarter(DVec3::Z, 0.0, 0.0, 0.0),
                    still,
                ),
            ],
            time: Some(0.5),
            speed: 1.0,
        },
        MovingCase {
            name: "ball that would meet the segment if it were not turned",
            source: "dimforge/parry#19",
            bodies: [
                flying(sphere(0.5), at(0.0, 0.0, 0.0), DVec3::Y),
                flying(
                    Convex::hull(vec![dvec3(1.0, -1.0, 0.0), dvec3(-1.0, -1.0, 0.0)]).expect("a segment"),
                    quarter(DVec3::Z, 0.0, 0.0, 0.0),
                    still,
                ),
            ],
            time: None,
            speed: 1.0,
        },
        MovingCase {
            name: "boxes with the same velocity",
            source: "dimforge/ncollide#369",
            bodies: [
                flying(cuboid(1.0, 1.0, 1.0), at(0.0, 0.0, 0.0), dvec3(3.0, 1.0, 0.0)),
                flying(cuboid(1.0, 1.0, 1.0), at(1.5, 0.0, 0.0), dvec3(3.0, 1.0, 0.0)),
            ],
            time: None,
            speed: 1.0,
        },
        MovingCase {
            name: "boxes that turn, with the same velocity",
            source: "dimforge/ncollide#369",
            bodies: [
                turning(cuboid(1.0, 1.0, 1.0), at(0.0, 0.0, 0.0), dvec3(3.0, 1.0, 0.0), DVec3::Z),
                turning(cuboid(1.0, 1.0, 1.0), at(1.8, 0.0, 0.0), dvec3(3.0, 1.0, 0.0), DVec3::Z),
            ],
            time: None,
            speed: 1.0,
        },
        MovingCase {
            name: "ball that glances at a long box",
            source: "rustgd/collision-rs#111",
            bodies: [
                flying(
                    sphere(1.0),
                    at(158.0754, -5.287_695, 0.0),
                    dvec3(159.397_67 - 158.0754, -6.609_981_5 + 5.287_695, 0.0),
                ),
                flying(cuboid(50.0, 10.0, 20.0), quarter(DVec3::Z, 164.1754, -13.967_552, 0.0), still),
            ],
            time: Some((164.1754 - 5.0 - 158.0754 - 1.0) / (159.397_67 - 158.0754)),
            speed: 159.397_67 - 158.0754,
        },
        MovingCase {
            name: "ball onto the rim of a cylinder",
            source: "dartsim/dart#3359",
            bodies: [
                flying(sphere(0.5), at(1.3, 0.0, 5.0), dvec3(0.0, 0.0, -8.0)),
                flying(cylinder(1.0, 2.0), at(0.0, 0.0, 0.0), still),
            ],
            time: Some((5.0 - 1.4) / 8.0),
            speed: 8.0,
        },
        MovingCase {
            name: "box that turns flat onto a plate, far from the origin",
            source: "dimforge/parry#317",
            bodies: [
                turning(cuboid(1.0, 1.0, 1.0), at(4096.0, -8192.0, 2.5), dvec3(0.0, 0.0, -4.0), 3.0 * DVec3::Z),
                flying(cuboid(64.0, 64.0, 1.0), at(4096.0, -8192.0, -0.5), still),
            ],
            time: Some(0.5),
            speed: 4.0,
        },
        MovingCase {
            name: "disk past a large capsule that it nearly touches",
            source: "jrouwe/JoltPhysics#2103",
            bodies: [
                flying(capsule(7.197_321_89, 4.062_286_86), quarter(DVec3::X, 0.0, 0.0, 0.0), still),
                flying(
                    cylinder(0.4975, 0.6),
                    quarter(DVec3::X, -0.951_660_156, -2.091_552_73, -7.635_742_18 - 0.01),
                    dvec3(0.0, 0.0, 0.04),
                ),
            ],
            // The circles of both bodies meet.
            time: Some({
                let reach = 7.197_321_89_f64 + 0.4975;
                let height = (reach * reach - 0.951_660_156_f64 * 0.951_660_156).sqrt();
                (7.635_742_18 + 0.01 - height) / 0.04
            }),
            speed: 0.04,
        },
    ];
    // The error grew with the size of the box: 139 mm at 500 m.
    for (name, half) in
        [("ball onto a box of 10 m", 5.0), ("ball onto a box of 100 m", 50.0), ("ball onto a box of 1 km", 500.0)]
    {
        let turned = Pose::new(DQuat::from_rotation_z(0.7), dvec3(0.31 * half, -0.47 * half, 3.0)).expect("a pose");
        cases.push(MovingCase {
            name,
            source: "dimforge/parry#429",
            bodies: [
                flying(sphere(0.5166), turned, dvec3(0.0, 0.0, -4.0)),
                flying(cuboid(2.0 * half, 2.0 * half, 2.0), at(0.0, 0.0, -1.0), still),
            ],
            time: Some((3.0 - 0.5166) / 4.0),
            speed: 4.0,
        });
    }
    cases
}

#[test]
fn first_contacts_are_right() {
    let query = Query { tolerance: 1e-8, span: Interval::between(0.0, 1.0), ..Query::default() };
    for MovingCase { name, source, bodies: [a, b], time, speed } in cases() {
        for (a, b) in [(&a, &b), (&b, &a)] {
            let answer = first_contact(a, b, &query).expect("an answer");
            match (&answer.verdict, time) {
                (Verdict::Clear { until }, None) => assert_eq!(*until, 1.0, "{name} ({source})"),
                (Verdict::Touch(first), Some(time)) => {
                    // Closed forms and the places are rounded.
                    let rounding = 1e-15 * (1.0 + 1e4 / speed);
                    assert!(first.time.lower() <= time + rounding, "{name} ({source}): {time}, not {:?}", first.time);
                    let early = query.tolerance / speed + rounding;
                    assert!(first.time.lower() >= time - early, "{name} ({source}): {time}, not {:?}", first.time);
                    let normals = first.contacts.iter().all(|contact| (contact.normal.length() - 1.0).abs() < 1e-9);
                    assert!(normals, "{name} ({source}): {:?}", first.contacts);
                }
                (Verdict::Clear { .. } | Verdict::Touch(_) | Verdict::Open { .. }, _) => {
                    panic!("{name} ({source}): {time:?}, not {:?}", answer.verdict)
                }
            }
        }
    }
}
