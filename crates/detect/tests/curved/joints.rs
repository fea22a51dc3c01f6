//! Contacts on smooth joints, at poles, and where several joints meet: each is one contact, proved to be the only one there.
//!
//! References: closed forms. A body is turned so that a known place of its surface, with a known normal, is its lowest; it falls on a
//! floor, or on a ball where a floor would meet more than that place. The time, the place and the normal are then known.

use crate::{ask, assert_time, floor, moving, placed, touch};
use glam::{DQuat, DVec3, dvec3};
use std::f64::consts::PI;
use tangency_detect::{Moving, Query};
use tangency_geometry::surface::{Brep, Section, Sweep};
use tangency_interval::Interval;
use tangency_interval::expr::Expr;

/// What the body falls on.
#[derive(Clone, Copy, Debug)]
enum Under {
    Floor,
    Ball,
}
use Under::{Ball, Floor};

/// A place of a body's surface, with its outward normal.
struct Case {
    body: &'static str,
    place: &'static str,
    shape: Brep,
    point: DVec3,
    normal: DVec3,
    under: Under,
}

/// Lets the body fall, the place first, so that it touches at t = 1; checks everything but the number of iterations, which it gives.
fn drop(case: &Case) -> u64 {
    let Case { body, place, shape, point, normal, under } = case;
    let turn = DQuat::from_rotation_z(0.37) * DQuat::from_rotation_arc(normal.normalize(), -DVec3::Z);
    let at = dvec3(0.1, -0.2, 0.0);
    let velocity = dvec3(0.1, 0.05, -1.3);
    let falling = placed(shape.clone(), turn, at - turn * *point - velocity, velocity);
    let obstacle: Moving = match under {
        Floor => moving(floor(20.0), DVec3::ZERO, DVec3::ZERO),
        Ball => {
            let ball = Brep::sphere(0.8).expect("a sphere");
            placed(ball, DQuat::from_scaled_axis(dvec3(0.5, 0.4, 0.3)), at - dvec3(0.0, 0.0, 0.8), DVec3::ZERO)
        }
    };
    let answer = ask(&falling, &obstacle, &Query { span: Interval::between(0.0, 2.0), ..Query::default() });
    let iterations = answer.effort.iterations;
    let first = touch(answer);
    let proved = first.contacts.iter().filter(|contact| contact.proved).count();
    println!("| {body} | {place} | {} | {proved} | {iterations} |", first.contacts.len());
    iterations
}

fn direction(radii: DVec3, towards: DVec3) -> (DVec3, DVec3) {
    let point = radii * towards.normalize();
    (point, point / (radii * radii))
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |body, shape: &Brep, place, (point, normal): (DVec3, DVec3), under| {
        cases.push(Case { body, place, shape: shape.clone(), point, normal, under });
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
    for (place, [u, v]) in [("inside", [1.0_f64, 0.5_f64]), ("joint", [0.0, 0.5]), ("other joint", [1.0, 0.0]), ("corner", [0.0, 0.0])] {
        let normal = v.cos() * around(u) + v.sin() * DVec3::Z;
        add("torus", &torus, place, (around(u) + 0.3 * normal, normal), Floor);
    }
    let cylinder = Brep::cylinder(0.5, 1.0).expect("a cylinder");
    for (place, u) in [("inside of the wall", 1.0), ("joint of the wall", 0.0)] {
        add("cylinder", &cylinder, place, (0.5 * around(u) + 0.1 * DVec3::Z, around(u)), Ball);
    }
    for (place, at) in [("inside of the cap", 0.3 * around(1.0)), ("joint of the cap", 0.3 * DVec3::X), ("pole of the cap", DVec3::ZERO)] {
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
    for (body, [across, along]) in [("superquadric 4, 4", [4_u32, 4_u32]), ("superquadric 2, 4", [2, 4]), ("superquadric 4, 2", [4, 2])] {
        let radii = dvec3(1.0, 0.8, 0.6);
        let shape = Brep::superquadric(radii, across, along).expect("a superquadric");
        for (place, towards, under) in [
            ("inside", dvec3(0.5, 0.3, 0.7), Floor),
            ("joint", dvec3(0.8, 0.0, 0.6), Ball),
            ("pole", DVec3::Z, Ball),
        ] {
            let [x, y, z] = towards.to_array();
            let (p, q) = (f64::from(across), f64::from(along));
            let flat = x.abs().powf(p) + y.abs().powf(p);
            let size = (flat.powf(q / p) + z.abs().powf(q)).powf(1.0 / q);
            let at = towards / size;
            let flat = at.x.abs().powf(p) + at.y.abs().powf(p);
            let steep = if flat > 0.0 { flat.powf(q / p - 1.0) } else { 0.0 };
            let normal = dvec3(steep * at.x.abs().powf(p - 1.0), steep * at.y.abs().powf(p - 1.0), at.z.powf(q - 1.0)) / radii;
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

#[test]
fn every_joint_has_one_proved_contact() {
    for case in cases() {
        drop(&case);
    }
}

/// Kinks.
#[test]
fn kinks() {
    let square = [-1.2, 1.2];
    for text in ["-abs(u)", "-abs(u - 0.3)", "-abs(u-v/3)", "-max(abs(u),abs(v))", "-abs(u) - abs(v)", "-abs(u^2+v^2-0.25)", "-max(u, -u/2)", "0.2*abs(sin(3*u))-0.1*v^2"] {
        let patch = tangency_geometry::surface::Patch::parse(["u", "v", text], square, square).expect("a patch");
        let roof = Brep::new(vec![patch]).expect("a roof");
        println!("{text}: {} {} {}", roof.faces().len(), roof.edges().len(), roof.vertices().len());
        let roof = moving(roof, DVec3::ZERO, DVec3::ZERO);
        for x in [0.0, 0.3] {
        let falling = placed(Brep::sphere(0.3).expect("a sphere"), DQuat::from_scaled_axis(dvec3(0.5, 0.4, 0.3)), dvec3(x, 0.0, 2.0), -2.0 * DVec3::Z);
        let answer = ask(&falling, &roof, &Query { budget: Some(200_000), ..Query::default() });
        println!("{text} {x}: {:?} {:?}", answer.effort, answer.verdict);
        }
    }
}
