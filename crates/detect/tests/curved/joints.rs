//! Contacts on smooth joints, at poles, and where several joints meet: each is one contact, proved to be the only
//! one there.
//!
//! References: closed forms. A body is turned so that a known point of its surface, with a known normal, is its
//! lowest. It falls on a floor, or on a ball where a floor would meet more than that point. Time, point and normal
//! are then known.

use crate::{ask, assert_time, floor, moving, placed, still, touch};
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::PI;
use tangency_detect::{Answer, Query};
use tangency_geometry::surface::{Brep, Patch, Section, SweepPath as Sweep};
use tangency_geometry::{Solid, primitive};
use tangency_interval::Interval;
use tangency_interval::expr::Expr;

/// The obstacle that the body falls on.
#[derive(Clone, Copy, Debug)]
enum Under {
    Floor,
    Ball,
}
use Under::{Ball, Floor};

/// A point of a body's surface, with its outward normal.
struct Case {
    name: String,
    shape: Brep,
    point: DVec3,
    normal: DVec3,
    under: Under,
}

/// Lets the body fall, the point first, so that it touches at t = 1: one contact with known point and normal.
/// Returns whether it is proved, and the number of steps.
fn drop(case: &Case) -> (bool, u64) {
    let Case { name, shape, point, normal, under } = case;
    let turn = DQuat::from_rotation_z(0.37) * DQuat::from_rotation_arc(normal.normalize(), -DVec3::Z);
    let at = dvec3(0.1, -0.2, 0.0);
    let velocity = dvec3(0.1, 0.05, -1.3);
    let falling = placed(shape.clone(), turn, at - turn * *point - velocity, velocity);
    let obstacle = match under {
        Floor => still(floor(20.0)),
        Ball => {
            let ball = Brep::sphere(0.8).expect("a sphere");
            placed(ball, DQuat::from_scaled_axis(dvec3(0.5, 0.4, 0.3)), at - dvec3(0.0, 0.0, 0.8), DVec3::ZERO)
        }
    };
    let answer = ask(&falling, &obstacle, &Query { span: Interval::between(0.0, 2.0), ..Query::default() });
    let iterations = answer.effort.iterations;
    let first = touch(answer);
    let [contact] = first.contacts[..] else { panic!("{name}: {:?}", first.contacts) };
    let within = first.time.lower() <= 1.0 + 1e-14 && first.time.upper() >= 1.0 - 1e-14;
    assert!(within && first.time.width() < if contact.proved { 1e-10 } else { 1e-5 }, "{name}: {:?}", first.time);
    let near = if contact.proved { 1e-8 } else { 1e-3 };
    assert!(contact.point.distance(at) < near, "{name}: {contact:?}");
    assert!(contact.normal.distance(-DVec3::Z) < near, "{name}: {contact:?}");
    println!("| {name} | {} | {iterations} |", if contact.proved { "proved" } else { "within tolerance" });
    (contact.proved, iterations)
}

fn direction(radii: DVec3, towards: DVec3) -> (DVec3, DVec3) {
    let point = radii * towards.normalize();
    (point, point / (radii * radii))
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |body: &str, shape: &Brep, place: &str, (point, normal): (DVec3, DVec3), under| {
        cases.push(Case { name: format!("{body}, {place}"), shape: shape.clone(), point, normal, under });
    };
    let around = |angle: f64| dvec3(angle.cos(), angle.sin(), 0.0);
    for (body, radii) in [("sphere", DVec3::ONE), ("ellipsoid", dvec3(1.0, 0.7, 0.5))] {
        let shape = Brep::ellipsoid(radii).expect("an ellipsoid");
        for (place, towards) in
            [("inside", dvec3(0.3, 0.2, 1.0)), ("joint", dvec3(1.0, 1.0, 0.3)), ("corner", dvec3(-1.0, 1.0, 1.0))]
        {
            add(body, &shape, place, direction(radii, towards), Floor);
        }
    }
    let torus = Brep::torus(1.0, 0.3).expect("a torus");
    for (place, [u, v]) in
        [("inside", [1.0_f64, 0.5_f64]), ("joint", [0.0, 0.5]), ("other joint", [1.0, 0.0]), ("corner", [0.0, 0.0])]
    {
        let normal = v.cos() * around(u) + v.sin() * DVec3::Z;
        add("torus", &torus, place, (around(u) + 0.3 * normal, normal), Floor);
    }
    let cylinder = Brep::cylinder(0.5, 1.0).expect("a cylinder");
    for (place, u) in [("inside of the wall", 1.0), ("joint of the wall", 0.0)] {
        add("cylinder", &cylinder, place, (0.5 * around(u) + 0.1 * DVec3::Z, around(u)), Ball);
    }
    for (place, at) in [
        ("inside of the cap", 0.3 * around(1.0)),
        ("joint of the cap", 0.3 * DVec3::X),
        ("pole of the cap", DVec3::ZERO),
    ] {
        add("cylinder", &cylinder, place, (at + 0.5 * DVec3::Z, DVec3::Z), Ball);
    }
    let cone = Brep::cone(0.5, 1.0).expect("a cone");
    for (place, u) in [("inside of the wall", 1.0), ("joint of the wall", 0.0)] {
        add("cone", &cone, place, (0.25 * around(u) + 0.5 * DVec3::Z, around(u) + 0.5 * DVec3::Z), Ball);
    }
    add("cone", &cone, "tip", (DVec3::Z, DVec3::Z), Floor);
    add("cone", &cone, "pole of the base", (DVec3::ZERO, -DVec3::Z), Ball);
    let capsule = Brep::capsule(0.3, 1.0).expect("a capsule");
    for (place, [u, v], under) in [
        ("inside of the dome", [1.0, 0.6_f64], Floor),
        ("joint of the dome", [0.0, 0.6], Floor),
        ("pole", [0.0, 0.5 * PI], Floor),
        ("dome and wall", [1.0, 0.0], Ball),
        ("corner of dome and wall", [0.0, 0.0], Ball),
    ] {
        let normal = v.cos() * around(u) + v.sin() * DVec3::Z;
        add("capsule", &capsule, place, (0.5 * DVec3::Z + 0.3 * normal, normal), under);
    }
    add("capsule", &capsule, "inside of the wall", (0.3 * around(1.0), around(1.0)), Ball);
    for (body, [across, along]) in
        [("superquadric 4, 4", [4_u32, 4_u32]), ("superquadric 2, 4", [2, 4]), ("superquadric 4, 2", [4, 2])]
    {
        let radii = dvec3(1.0, 0.8, 0.6);
        let shape = Brep::superquadric(radii, across, along).expect("a superquadric");
        for (place, towards, under) in
            [("inside", dvec3(0.5, 0.3, 0.7), Floor), ("joint", dvec3(0.8, 0.0, 0.6), Ball), ("pole", DVec3::Z, Ball)]
        {
            let [x, y, z] = towards.to_array();
            let (p, q) = (f64::from(across), f64::from(along));
            let flat = x.abs().powf(p) + y.abs().powf(p);
            let size = (flat.powf(q / p) + z.abs().powf(q)).powf(1.0 / q);
            let at = towards / size;
            let flat = at.x.abs().powf(p) + at.y.abs().powf(p);
            let steep = if flat > 0.0 { flat.powf(q / p - 1.0) } else { 0.0 };
            let normal =
                dvec3(steep * at.x.abs().powf(p - 1.0), steep * at.y.abs().powf(p - 1.0), at.z.powf(q - 1.0)) / radii;
            add(body, &shape, place, (radii * at, normal), under);
        }
    }
    let cuboid = Brep::cuboid(dvec3(1.0, 0.8, 0.6)).expect("a box");
    add("cuboid", &cuboid, "inside", (dvec3(0.1, 0.2, 0.3), DVec3::Z), Ball);
    add("cuboid", &cuboid, "edge", (dvec3(0.5, 0.1, 0.3), dvec3(1.0, 0.0, 0.8)), Ball);
    add("cuboid", &cuboid, "vertex", (dvec3(0.5, 0.4, 0.3), dvec3(1.0, 0.9, 0.8)), Floor);
    let parse = |text| Expr::parse(text).expect("a formula");
    let profile = Section { coordinates: [parse("sin(v)"), parse("-1.5*cos(v)")], range: [0.0, PI] };
    let egg = Brep::revolution(&profile, false, Interval::ZERO).expect("an egg");
    let radii = dvec3(1.0, 1.0, 1.5);
    for (place, towards) in [("inside", dvec3(0.5, 0.3, 0.6)), ("joint", dvec3(0.5, 0.0, 0.6)), ("pole", DVec3::Z)] {
        add("revolution", &egg, place, direction(radii, towards), Floor);
    }
    let way = Sweep { coordinates: [parse("u"), parse("u^2"), parse("0")], range: [-1.0, 1.0], up: DVec3::Z };
    let round = Section { coordinates: [parse("0.2*cos(v)"), parse("0.2*sin(v)")], range: [0.0, 2.0 * PI] };
    let pipe = Brep::sweep(&way, &round, false, Interval::ZERO).expect("a pipe");
    // The first direction of the section is along × up: to the outside of the bend.
    for (place, v) in [("inside", 0.4_f64), ("joint", 0.0)] {
        let normal = v.cos() * -DVec3::Y + v.sin() * DVec3::Z;
        add("sweep", &pipe, place, (0.2 * normal, normal), Floor);
    }
    let hill = Brep::height_field(parse("-u^2/2 - v^2/3"), [-1.0, 1.0], [-1.0, 1.0], Interval::ZERO).expect("a hill");
    add("height field", &hill, "inside", (dvec3(0.2, 0.3, -0.05), dvec3(0.2, 0.2, 1.0)), Floor);
    cases
}

/// The only contact that is not proved: where the exponents do not divide each other, the surface has no second
/// derivatives at the pole.
#[test]
fn every_joint_and_pole_has_one_proved_contact() {
    let cases = cases();
    assert_eq!(cases.len(), 43);
    for case in &cases {
        let (proved, iterations) = drop(case);
        assert_eq!(proved, case.name != "superquadric 4, 2, pole", "{}", case.name);
        // Poles and joints once cost ten times as much as points inside a face.
        assert!(!proved || iterations < 8_000, "{}: {iterations}", case.name);
    }
}

/// Pole on pole, corner on corner, dome and wall on a pole: every chart of one body finds the contact through every
/// chart of the other.
#[test]
fn joints_meet_joints() {
    let capsule = Brep::capsule(0.3, 1.0).expect("a capsule");
    let sphere = Brep::sphere(0.7).expect("a sphere");
    let corner = DVec3::ONE.normalize();
    let drum = Brep::cylinder(0.9, 1.0).expect("a cylinder");
    let pairs = [
        ("pole on pole", &capsule, (0.8 * DVec3::Z, DVec3::Z), &drum, (0.5 * DVec3::Z, DVec3::Z)),
        ("corner on corner", &sphere, (0.7 * corner, corner), &sphere, (0.7 * corner, corner)),
        ("joint on pole", &capsule, (dvec3(0.3, 0.0, 0.5), DVec3::X), &capsule, (0.8 * DVec3::Z, DVec3::Z)),
        ("joint on joint", &capsule, (dvec3(0.3, 0.0, 0.5), DVec3::X), &sphere, (0.7 * DVec3::X, DVec3::X)),
    ];
    for (name, upper, (point, normal), lower, (foot, up)) in pairs {
        let turn = DQuat::from_rotation_z(0.4) * DQuat::from_rotation_arc(normal, -DVec3::Z);
        let stand = DQuat::from_rotation_z(-0.8) * DQuat::from_rotation_arc(up, DVec3::Z);
        let falling = placed(upper.clone(), turn, 1.5 * DVec3::Z - turn * point, -1.5 * DVec3::Z);
        let below = placed(lower.clone(), stand, -(stand * foot), DVec3::ZERO);
        let first = touch(ask(&falling, &below, &Query { span: Interval::between(0.0, 2.0), ..Query::default() }));
        assert_time(&first, 1.0);
        let [contact] = first.contacts[..] else { panic!("{name}: {:?}", first.contacts) };
        assert!(contact.proved && contact.point.length() < 1e-8, "{name}: {contact:?}");
        assert!(contact.normal.distance(-DVec3::Z) < 1e-8, "{name}: {contact:?}");
    }
}

/// The same against a mesh and an implicit solid, which have other systems.
#[test]
fn poles_and_joints_meet_meshes_and_solids() {
    let capsule = || Brep::capsule(0.3, 1.0).expect("a capsule");
    let places = [("pole", 0.8 * DVec3::Z, DVec3::Z), ("joint", dvec3(0.3, 0.0, 0.5), DVec3::X)];
    let slab = primitive::cuboid(dvec3(4.0, 4.0, 1.0)).expect("a slab");
    let ball = Solid::sphere(0.6).expect("a ball");
    for (name, point, normal) in places {
        let turn = DQuat::from_rotation_z(0.4) * DQuat::from_rotation_arc(normal, -DVec3::Z);
        let at = dvec3(0.31, 0.17, 0.0);
        let falling = placed(capsule(), turn, at + 1.5 * DVec3::Z - turn * point, -1.5 * DVec3::Z);
        let mut under = vec![("solid", moving(ball.clone(), at - 0.6 * DVec3::Z, DVec3::ZERO))];
        // A wall that lies flat on a slab touches along a line.
        if name == "pole" {
            under.push(("mesh", moving(slab.clone(), -0.5 * DVec3::Z, DVec3::ZERO)));
        }
        for (what, below) in under {
            let first = touch(ask(&falling, &below, &Query { span: Interval::between(0.0, 2.0), ..Query::default() }));
            assert_time(&first, 1.0);
            let [contact] = first.contacts[..] else { panic!("{name} on {what}: {:?}", first.contacts) };
            assert!(contact.proved && contact.point.distance(at) < 1e-8, "{name} on {what}: {contact:?}");
            assert!(contact.normal.distance(-DVec3::Z) < 1e-8, "{name} on {what}: {contact:?}");
        }
    }
}

/// A contact that is not isolated is not proved unique, also on joints and around poles. A capsule that lies on the
/// floor touches it along a line, a cylinder that stands on it in a disc.
#[test]
fn lines_and_discs_are_not_proved_to_be_points() {
    let query = Query { span: Interval::between(0.0, 2.0), spacing: Some(0.1), ..Query::default() };
    let lying = DQuat::from_rotation_z(0.3) * DQuat::from_rotation_y(0.5 * PI);
    let capsule = placed(Brep::capsule(0.3, 1.0).expect("a capsule"), lying, 1.3 * DVec3::Z, -DVec3::Z);
    let first = touch(ask(&capsule, &still(floor(20.0)), &query));
    assert!(first.time.contains(1.0), "{:?}", first.time);
    assert!(first.contacts.len() >= 6 && first.contacts.iter().all(|contact| !contact.proved), "{:?}", first.contacts);
    // From one joint to the other, and no farther.
    let along: Vec<f64> = first.contacts.iter().map(|contact| (lying.inverse() * contact.point).z.abs()).collect();
    assert!(along.iter().all(|&place| place < 0.5 + 1e-3) && along.iter().any(|&place| place > 0.35), "{along:?}");
    let cylinder = moving(Brep::cylinder(0.3, 1.0).expect("a cylinder"), 1.5 * DVec3::Z, -DVec3::Z);
    let first = touch(ask(&cylinder, &still(floor(20.0)), &query));
    assert!(first.time.contains(1.0) && first.contacts.len() >= 10, "{:?}", first.contacts);
    assert!(first.contacts.iter().all(|contact| !contact.proved), "{:?}", first.contacts);
}

/// A surface `z = text` over a square, and a ball of radius 0.3 that falls on it from above this point.
fn ball_on(surface: Brep, x: f64) -> Answer {
    let turn = DQuat::from_scaled_axis(dvec3(0.5, 0.4, 0.3));
    let ball = placed(Brep::sphere(0.3).expect("a sphere"), turn, dvec3(x, 0.0, 2.0), -2.0 * DVec3::Z);
    ask(&ball, &still(surface), &Query { budget: Some(60_000), ..Query::default() })
}

fn heights(text: &str, u: [f64; 2]) -> Patch {
    Patch::parse(["u", "v", text], u, [-1.2, 1.2]).expect("a patch")
}

/// A face with kinks at fixed parameters is as fast as the faces that it consists of.
#[test]
fn kinks_are_as_fast_as_edges() {
    let (side, slant) = ([-1.2, 1.2], 0.3 * 2_f64.sqrt());
    // The ridge is touched when the lowest point of the ball is there, a slope of 45° when its point at 45° is.
    for (text, x, height) in [
        ("-abs(u)", 0.0, 0.3),
        ("-abs(u)", 0.3, slant - 0.3),
        ("-max(u, -u)", 0.0, 0.3),
        ("-abs(u) - abs(v)", 0.0, 0.3),
        ("min(0.1, 0.4 - u)", 0.0, 0.4),
    ] {
        let answer = ball_on(Brep::new(vec![heights(text, side)]).expect("a surface"), x);
        let iterations = answer.effort.iterations;
        let first = touch(answer);
        assert_time(&first, (2.0 - height) / 2.0);
        assert!(first.contacts.len() == 1 && first.contacts[0].proved, "{text}: {:?}", first.contacts);
        assert!(iterations < 5_000, "{text}: {iterations}");
        if text == "-abs(u)" {
            let halves = vec![heights("u", [-1.2, 0.0]), heights("-u", [0.0, 1.2])];
            let by_hand = ball_on(Brep::new(halves).expect("a surface"), x);
            assert_eq!(by_hand.effort.iterations, iterations, "the same faces and edges");
        }
    }
}

/// Kinks along other curves have no equations, but slopes: the contact is found, within the tolerance. On the ring
/// u² + v² = ¼ the point nearest to a ball above (0.3, 0) is (0.5, 0).
#[test]
fn kinks_along_curves_are_found() {
    let ring = Brep::new(vec![heights("-abs(u^2 + v^2 - 1/4)", [-1.2, 1.2])]).expect("a surface");
    let first = touch(ball_on(ring, 0.3));
    let time = (2.0 - (0.3_f64.powi(2) - 0.2_f64.powi(2)).sqrt()) / 2.0;
    assert!(first.time.contains(time) && first.time.width() < 1e-6, "{time} {:?}", first.time);
    let [contact] = first.contacts[..] else { panic!("{:?}", first.contacts) };
    assert!(contact.point.distance(0.5 * DVec3::X) < 1e-4, "{contact:?}");
}
