//! Robots among curved obstacles, and the consistency of their answers.
//!
//! References: closed forms of pendulums and lifts, solved by bisection. Their error is a few roundings, about 1e-15.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DVec3, dvec3};
use std::sync::Arc;
use tangency::detect::{Moving, Query, Verdict, first_contact};
use tangency::formats::robot::{CollisionSolid, Robot, RobotOptions, RobotWorld};
use tangency::geometry::{Interpolation, LinkMotion, Mesh, Motion, Shape, Trajectory};
use tangency::interval::laws::Random;
use tangency::{Scene, Verifier, VerifyOptions};

fn robot(text: &str) -> Robot {
    Robot::parse(text, "robot.urdf", &RobotOptions::default()).unwrap()
}

/// A rod of 1 m, 2 cm wide, on a hinge about y.
fn pendulum() -> Robot {
    robot(concat!(
        r#"<robot name="pendulum"><link name="base"/>
        <link name="rod"><collision><origin xyz="0 0 0.5"/><geometry>"#,
        r#"<box size="0.02 0.02 1"/></geometry></collision></link>
        <joint name="hinge" type="continuous"><parent link="base"/><child link="rod"/>"#,
        r#"<axis xyz="0 1 0"/></joint></robot>"#
    ))
}

fn path(robot: &Robot, rows: &[[f64; 2]]) -> Arc<Trajectory> {
    let times = rows.iter().map(|row| row[0]).collect();
    let values = rows.iter().map(|row| vec![row[1]]).collect();
    Arc::new(Trajectory::new(&robot.mechanism, times, values, Interpolation::Linear).unwrap())
}

/// One obstacle from the text of a scene file.
fn world(body: &str) -> RobotWorld {
    let text = format!("[span]\nstart = 0.0\nend = 4.0\n\n[[body]]\nname = \"thing\"\n{body}\n");
    RobotWorld::of_scene(&Scene::parse(&text, "world.toml").unwrap()).unwrap()
}

/// The root of `gap`, a decreasing function.
fn root(gap: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    assert!(gap(low) > 0.0 && gap(high) < 0.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if gap(middle) > 0.0 { low = middle } else { high = middle }
    }
    low
}

/// The distance of the rod's front face, 1 cm ahead of its axis, from the point (0.6, 0, 0.5), at this angle.
fn face(angle: f64) -> f64 {
    0.6 * angle.cos() - 0.5 * angle.sin() - 0.01
}

/// A name, an obstacle in a scene file, and its distance from the rod.
type Curved = (&'static str, String, fn(f64) -> f64);

/// Curved obstacles, each with its distance from the rod as a function of the angle, at 1 rad/s: a smooth sphere, an
/// implicit ball, a growing ball and a moving ball.
fn curved() -> [Curved; 4] {
    let ball = "implicit = \"x^2+y^2+z^2-0.01\", box = [[-0.2, -0.2, -0.2], [0.2, 0.2, 0.2]]";
    let growing = "implicit = \"x^2+y^2+z^2-(0.05+0.05*t)^2\", box = [[-0.4, -0.4, -0.4], [0.4, 0.4, 0.4]]";
    let stands = "motion = { still = { position = [0.6, 0, 0.5] } }";
    let comes = "motion = { linear = { position = [0.7, 0, 0.5], velocity = [-0.1, 0, 0] } }";
    [
        ("sphere", format!("shape = {{ sphere = {{ radius = 0.1 }}, smooth = true }}\n{stands}"), |angle| {
            face(angle) - 0.1
        }),
        ("ball", format!("shape = {{ {ball} }}\n{stands}"), |angle| face(angle) - 0.1),
        ("growing", format!("shape = {{ {growing} }}\n{stands}"), |angle| face(angle) - 0.05 - 0.05 * angle),
        ("coming", format!("shape = {{ {ball} }}\n{comes}"), |angle| {
            face(angle) + (0.1 - 0.1 * angle) * angle.cos() - 0.1
        }),
    ]
}

/// The rod meets each curved obstacle at the root of its distance.
#[test]
fn a_pendulum_meets_curved_obstacles_when_the_formula_says() {
    for (name, body, gap) in curved() {
        let (robot, angle) = (pendulum(), root(gap));
        // At 1 rad/s angles equal seconds. The contact is not at the end of the rod.
        let swing = path(&robot, &[[0.0, 0.0], [1.0, 1.0]]);
        assert!(0.6 * angle.sin() + 0.5 * angle.cos() < 0.95, "{name}");
        let found = Verifier::new(robot, world(&body)).verify(&swing, &VerifyOptions::default()).unwrap().report;
        let [from, to] = found.time().unwrap_or_else(|| panic!("{name} is missed"));
        assert!(from <= angle && to >= angle - 1e-5 && to - from < 1e-5, "{name}: {from} {to} {angle}");
        assert_eq!((found.contacts()[0].a.as_str(), found.contacts()[0].b.as_str()), ("rod", "thing"), "{name}");
        let normal = DVec3::from_array(found.contacts()[0].normal);
        assert!(normal.distance(dvec3(angle.cos(), 0.0, -angle.sin())) < 1e-3, "{name}: {normal}");
    }
}

/// A rod stops before it meets a curved obstacle. The clearance is the distance at the last instant.
#[test]
fn a_pendulum_that_stops_keeps_its_distance_from_curved_obstacles() {
    for (name, body, gap) in curved() {
        let (robot, end) = (pendulum(), root(gap) - 0.05);
        let swing = path(&robot, &[[0.0, 0.0], [end, end]]);
        let verifier = Verifier::new(robot, world(&body));
        let report = verifier.verify_with_clearance(&swing, &VerifyOptions::default()).unwrap().report;
        assert_eq!(report.verdict.name(), "clear", "{name}");
        let clearance = report.clearance.unwrap();
        let nearest = clearance.nearest.unwrap();
        let (rest, tolerance) = (gap(end), VerifyOptions::default().tolerance);
        assert!(clearance.at_least.unwrap() <= rest && rest <= nearest.within, "{name}: {rest} {nearest:?}");
        assert!(nearest.within <= 1.0101 * clearance.at_least.unwrap() + 4.0 * tolerance, "{name}: {nearest:?}");
        // At the reported instant the distance is the reported one, within the tolerance.
        let there = gap(nearest.time);
        assert!((there - nearest.within).abs() < 3.0 * tolerance, "{name}: {there} {nearest:?}");
    }
}

/// A lever turns an almost flat grid of 12 × 12 vertices onto a table with its top in the plane of the axis. So many
/// vertices touch within one bracket that only some contacts are listed. The clear interval must not end later than the
/// first of all contacts. The closed form gives it: a vertex at distance x from the axis and height z touches at the
/// angle atan(z / x). Nor may the clear interval end later than in the answer of the pair, from which it is derived.
#[test]
fn what_is_clear_ends_before_the_first_contact_even_if_that_is_not_listed() {
    let lever = concat!(
        r#"<robot name="lever"><link name="mast"/>
        <link name="grid"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
        <joint name="drive" type="continuous"><parent link="mast"/><child link="grid"/>"#,
        r#"<axis xyz="0 1 0"/></joint></robot>"#
    );
    let table = world("shape = { box = [4, 4, 2] }\nmotion = { still = { position = [1, 0, -1] } }");
    let mut random = Random::new(51);
    let mut hidden = 0;
    for round in 0..60 {
        let spread = [4, 32, 256][round % 3];
        let mut lever = robot(lever);
        let mesh = grid(&mut || 2.0_f64.powi(-44) * random.below(spread) as f64);
        let first = mesh.vertices().iter().map(|vertex| vertex.z.atan2(vertex.x)).fold(f64::INFINITY, f64::min);
        lever.parts[0].solid = CollisionSolid { shape: Shape::Mesh(mesh), radius: 0.0, excess: 0.0 };
        let down = path(&lever, &[[0.0, -0.5], [1.0, 0.5]]);
        let motion = Motion::Articulated(LinkMotion::in_world(&lever.mechanism, &down, lever.parts[0].link));
        let a = Moving::new(lever.parts[0].solid.shape.clone(), motion).unwrap();
        let b = Moving::new(table.obstacles[0].solid.shape.clone(), table.obstacles[0].motion.clone()).unwrap();
        let Verdict::Touch(pair) = first_contact(&a, &b, &Query::default()).unwrap().verdict else {
            panic!("it lands")
        };
        let report = Verifier::new(lever, table.clone()).verify(&down, &VerifyOptions::default()).unwrap().report;
        // At 1 rad/s, from 0.5 rad above the table. The arc tangent and the sum are rounded.
        let exact = 0.5 + first;
        assert_eq!(report.verdict.name(), "touch");
        assert!(report.clear_until() <= exact + 2.0 * f64::EPSILON, "late by {:e} s", report.clear_until() - exact);
        assert!(
            report.clear_until() <= pair.time.lower(),
            "{:e} s after the pair",
            report.clear_until() - pair.time.lower()
        );
        assert!(report.clear_until() > exact - 1e-5 && report.time().unwrap()[0] == report.clear_until());
        let listed = pair.contacts.iter().map(|contact| contact.time.lower()).fold(f64::INFINITY, f64::min);
        hidden += usize::from(listed > pair.time.lower());
    }
    assert!(hidden > 5, "the earliest contact is left out of {hidden} of 60 lists");
}

/// A grid of 12 × 12 vertices, from 0.3125 to 1.6875 along x, at these heights.
fn grid(height: &mut dyn FnMut() -> f64) -> Mesh {
    let mut vertices = Vec::new();
    for row in 0..12 {
        for column in 0..12 {
            let [x, y] = [row, column].map(|index| f64::from(index) / 8.0 - 0.6875);
            vertices.push(dvec3(x + 1.0, y, height()));
        }
    }
    let corner = |row: u32, column: u32| 12 * row + column;
    let squares = (0..11).flat_map(|row| (0..11).map(move |column| (row, column)));
    let triangles = squares.flat_map(|(row, column)| {
        let [a, b] = [corner(row, column), corner(row + 1, column)];
        [[a, b, b + 1], [a, b + 1, a + 1]]
    });
    Mesh::new(vertices, triangles.collect()).unwrap()
}

/// A ball of 5 cm on a rail along x.
fn ball_on_rail() -> Robot {
    robot(
        r#"<robot name="shuttle"><link name="rail"/>
        <link name="ball"><collision><geometry><sphere radius="0.05"/></geometry></collision></link>
        <joint name="drive" type="prismatic"><parent link="rail"/><child link="ball"/><axis xyz="1 0 0"/>
        <limit lower="-9" upper="9"/></joint></robot>"#,
    )
}

/// Curved obstacles half a metre beside the rail, each with the distance at which the ball passes: a smooth sphere, the
/// rim of a smooth cone, a face of an implicit box (the distance is constant for a while) and an edge of the same box,
/// rotated.
fn beside_rail() -> [(&'static str, String, f64); 4] {
    let cube =
        "implicit = \"max(max(abs(x)-0.2, abs(y)-0.2), abs(z)-0.2)\", box = [[-0.3, -0.3, -0.3], [0.3, 0.3, 0.3]]";
    let straight = "motion = { still = { position = [0.1, 0.5, 0] } }";
    let turned = "motion = { still = { position = [0.1, 0.5, 0], \
                  orientation = [0.0, 0.0, 0.3826834323650898, 0.9238795325112867] } }";
    let body = |shape: &str, motion: &str| format!("shape = {{ {shape} }}\n{motion}");
    [
        ("sphere", body("sphere = { radius = 0.3 }, smooth = true", straight), 0.15),
        ("cone", body("cone = { radius = 0.3, height = 0.6 }, smooth = true", straight), 0.15),
        ("box", body(cube, straight), 0.25),
        ("edge of a box", body(cube, turned), 0.45 - 0.2 * 2.0_f64.sqrt()),
    ]
}

/// The proved clearance of a curved obstacle is between 0.9 and 1 times the closed form.
#[test]
fn a_ball_passes_curved_obstacles_at_a_proved_distance() {
    for (name, body, distance) in beside_rail() {
        let robot = ball_on_rail();
        let drive = path(&robot, &[[0.0, -1.0], [2.0, 1.1]]);
        let verifier = Verifier::new(robot, world(&body));
        let report = verifier.verify_with_clearance(&drive, &VerifyOptions::default()).unwrap().report;
        assert_eq!(report.verdict.name(), "clear", "{name}");
        let clearance = report.clearance.unwrap();
        assert!((0.9 * distance..=distance).contains(&clearance.at_least.unwrap()), "{name}: {distance} {clearance:?}");
        let within = clearance.nearest.map(|nearest| nearest.within);
        assert!(within.is_some_and(|within| within >= distance && within <= 1.02 * distance), "{name}: {within:?}");
    }
}

/// A budget limits the search for the clearance too. The bound is then smaller but still valid, and a note says why.
#[test]
fn a_budget_that_ends_is_told_with_the_clearance() {
    let mut noted = 0;
    for (name, body, distance) in beside_rail() {
        let robot = ball_on_rail();
        let drive = path(&robot, &[[0.0, -1.0], [2.0, 1.1]]);
        let verifier = Verifier::new(robot, world(&body));
        for budget in [10, 100, 1_000, 10_000] {
            let options = VerifyOptions { budget: Some(budget), ..VerifyOptions::default() };
            let report = verifier.verify_with_clearance(&drive, &options).unwrap().report;
            if report.verdict.name() != "clear" {
                assert_eq!(report.verdict.name(), "open", "{name}");
                continue;
            }
            let clearance = report.clearance.unwrap();
            let known = clearance.at_least;
            assert!(known.is_none_or(|bound| bound > 0.0 && bound <= distance), "{name}: {distance} {clearance:?}");
            if known.is_none_or(|bound| bound < 0.9 * distance) {
                let note = clearance.note.unwrap_or_default();
                let words = if known.is_some() { "may hold" } else { "not proved" };
                assert!(note.contains(words), "{name} with {budget}: {note:?}");
                noted += 1;
            }
        }
    }
    assert!(noted > 0, "no budget was too small");
}
