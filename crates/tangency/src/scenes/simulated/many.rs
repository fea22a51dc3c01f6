//! Scenes of many bodies. Their texts are written by code, because nobody would write them by hand.

use glam::{DQuat, DVec3};
use std::f64::consts::PI;
use std::fmt::Write;

/// A sequence of numbers between −1 and 1 that looks random and is always the same.
pub(super) struct Scatter(pub(super) u64);

impl Scatter {
    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Four digits are enough for a scene, and keep its text short.
        ((self.0 >> 40) as f64 / (1u64 << 23) as f64 - 1.0).mul_add(1e4, 0.0).round() / 1e4
    }

    pub(super) fn vector(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number())
    }
}

pub(super) fn list(vector: DVec3) -> String {
    format!("[{}, {}, {}]", vector.x, vector.y, vector.z)
}

pub(super) fn rounded(vector: DVec3) -> DVec3 {
    (vector * 1e4).round() / 1e4
}

/// The settings of a scene without gravity.
fn weightless(end: f64) -> String {
    format!("span = {{ end = {end} }}\ndynamics = {{ gravity = [0, 0, 0] }}\n\n")
}

/// Six walls around a cube.
fn walls(half: f64) -> String {
    let mut text = String::new();
    for (axis, name) in DVec3::AXES.into_iter().zip(["x", "y", "z"]) {
        for (sign, side) in [(1.0, "low"), (-1.0, "high")] {
            let _ = writeln!(
                text,
                "[[body]]\nname = \"wall {side} {name}\"\nshape = {{ half_space = {{ normal = {}, offset = {} }} }}\n\
                 material = {{ restitution = 1, friction = 0 }}\n",
                list(sign * axis),
                -half
            );
        }
    }
    text
}

/// The places of a cubic grid of at least this many points within a cube.
fn grid(count: usize, half: f64) -> impl Iterator<Item = DVec3> {
    let per_side = (1..).find(|side| side * side * side >= count).unwrap_or(1);
    let at = move |index: usize| (2.0 * index as f64 + 1.0) / per_side as f64 - 1.0;
    (0..count).map(move |index| {
        rounded(
            half * DVec3::new(at(index % per_side), at(index / per_side % per_side), at(index / per_side / per_side)),
        )
    })
}

/// Elastic bodies at 5 % of the volume of a cube.
fn gas(count: usize, radius: f64, end: f64, shape: impl Fn(&mut Scatter, usize) -> String) -> String {
    let half = ((0.5 * (count as f64 * 4.0 / 3.0 * PI * radius.powi(3) / 0.05).cbrt()) * 100.0).round() / 100.0;
    let mut scatter = Scatter(7);
    let mut text = weightless(end) + &walls(half);
    for (index, place) in grid(count, half - 1.05 * radius).enumerate() {
        let turn = DQuat::from_scaled_axis(3.0 * scatter.vector()).normalize();
        let _ = writeln!(
            text,
            "[[body]]\nname = \"{index}\"\nshape = {}\nmaterial = {{ restitution = 1, friction = 0 }}\n\
             dynamics = {{ free = {{ position = {}, orientation = [{}, {}, {}, {}], velocity = {}, \
             angular_velocity = {} }} }}\n",
            shape(&mut scatter, index),
            list(place),
            turn.x,
            turn.y,
            turn.z,
            turn.w,
            list(scatter.vector()),
            list(2.0 * scatter.vector())
        );
    }
    text
}

/// A thousand balls.
pub(super) fn gas_of_balls() -> String {
    gas(1000, 0.1, 2.0, |_, _| "{ sphere = { radius = 0.1 } }".into())
}

/// Ten thousand balls.
pub(super) fn ten_thousand() -> String {
    gas(10_000, 0.1, 1.0, |_, _| "{ sphere = { radius = 0.1 } }".into())
}

/// Three hundred convex polyhedra of 24 to 60 faces.
pub(super) fn gas_of_polyhedra() -> String {
    gas(300, 0.1, 2.0, |scatter, index| hull(scatter, 14 + index % 19))
}

/// Fifty convex polyhedra of 24 to 600 faces.
pub(super) fn gas_of_many_faces() -> String {
    gas(50, 0.1, 2.0, |scatter, index| hull(scatter, 14 + 288 * index / 49))
}

/// The convex hull of points on a sphere: with n points it has 2n - 4 faces.
fn hull(scatter: &mut Scatter, points: usize) -> String {
    let points = (0..points).map(|_| {
        let point = scatter.vector().normalize_or(DVec3::X);
        list(rounded(0.1 * point))
    });
    format!("{{ hull = {{ points = [{}] }} }}", points.collect::<Vec<_>>().join(", "))
}

/// Curved bodies of all kinds in a small box.
pub(super) fn curved_bodies() -> String {
    let kinds = [
        "{ ellipsoid = { radii = [0.1, 0.07, 0.05] } }",
        "{ sphere = { radius = 0.08 } }",
        "{ capsule = { radius = 0.04, length = 0.12 } }",
        "{ implicit = \"x^4 + y^4 + z^4 - r^4\", box = [[-0.1, -0.1, -0.1], [0.1, 0.1, 0.1]], constants = { r = 0.07 } }",
    ];
    gas(16, 0.1, 2.0, |_, index| kinds[index % kinds.len()].into())
}

/// Newton's cradle: five balls between two walls, of which four touch and the first one flies. The impulse runs through
/// the row and back.
pub(super) fn cradle() -> String {
    let mut text = weightless(4.0);
    for (sign, name) in [(1.0, "left"), (-1.0, "right")] {
        let _ = writeln!(
            text,
            "[[body]]\nname = \"{name}\"\nshape = {{ half_space = {{ normal = [{sign}, 0, 0], offset = -1 }} }}\n\
             material = {{ restitution = 1, friction = 0 }}\n"
        );
    }
    for index in 0..5 {
        let (x, speed) = if index == 0 { (-0.7, 1.5) } else { (0.2 * f64::from(index) - 0.5, 0.0) };
        let _ = writeln!(
            text,
            "[[body]]\nname = \"ball {}\"\nshape = {{ sphere = {{ radius = 0.1 }} }}\n\
             material = {{ restitution = 1, friction = 0 }}\n\
             dynamics = {{ free = {{ position = [{x}, 0, 0], velocity = [{speed}, 0, 0] }} }}\n",
            index + 1
        );
    }
    text
}

/// Boxes that fall on a heap and come to rest.
pub(super) fn pile() -> String {
    let mut text = String::from(
        "span = { end = 3 }\n\n[[body]]\nname = \"floor\"\nshape = { box = [4, 4, 0.2] }\n\
         motion = { still = { position = [0, 0, -0.1] } }\nmaterial = { restitution = 1, friction = 0.6 }\n\n",
    );
    for index in 0..10 {
        let turn = f64::from(index);
        let place = DVec3::new(0.06 * (2.3 * turn).sin(), 0.06 * (1.7 * turn).cos(), 0.15 + 0.25 * turn);
        let axis = DVec3::new((1.1 * turn).sin(), (2.1 * turn).cos(), 0.5).normalize();
        let degrees = 20.0 + 31.0 * turn;
        let _ = writeln!(
            text,
            "[[body]]\nname = \"box {index}\"\nshape = {{ box = [0.2, 0.15, 0.1] }}\n\
             material = {{ restitution = 0.2, friction = 0.6 }}\n\
             dynamics = {{ free = {{ position = {}, orientation = {{ axis = {}, degrees = {degrees} }}, mass = 1 }} }}\n",
            list(rounded(place)),
            list(rounded(axis)),
        );
    }
    text
}

/// Balls in a box that a paddle stirs.
pub(super) fn stirring() -> String {
    let mut text = weightless(4.0) + &walls(1.0);
    text += "[[body]]\nname = \"paddle\"\nshape = { box = [1.2, 0.1, 0.6] }\n\
             motion = { rigid = { position = [0, 0, 0], orientation = [0, 0, 0, 1], velocity = [0, 0, 0], \
             angular_velocity = [0, 0, 1.5] } }\nmaterial = { restitution = 1, friction = 0 }\n\n";
    for (index, place) in grid(64, 0.85).enumerate() {
        // The paddle sweeps the middle.
        if place.z.abs() < 0.5 && place.truncate().length() < 0.8 {
            continue;
        }
        let _ = writeln!(
            text,
            "[[body]]\nname = \"{index}\"\nshape = {{ sphere = {{ radius = 0.1 }} }}\n\
             material = {{ restitution = 0.9, friction = 0 }}\ndynamics = {{ free = {{ position = {}, velocity = {} }} }}\n",
            list(place),
            list(rounded(-0.4 * place))
        );
    }
    text
}

/// Fifteen balls in a triangle on a table with cushions, and the cue ball.
pub(super) fn billiards() -> String {
    let radius = 0.028575;
    let mut text = String::from(
        "span = { end = 1.5 }\n\n[[body]]\nname = \"table\"\nshape = { half_space = { normal = [0, 0, 1] } }\n\
         material = { restitution = 0.5, friction = 0.2 }\n\n",
    );
    for (name, normal, offset) in [
        ("foot", [-1.0, 0.0, 0.0], -1.27),
        ("head", [1.0, 0.0, 0.0], -1.27),
        ("left", [0.0, -1.0, 0.0], -0.635),
        ("right", [0.0, 1.0, 0.0], -0.635),
    ] {
        let _ = writeln!(
            text,
            "[[body]]\nname = \"{name} cushion\"\nshape = {{ half_space = {{ normal = {normal:?}, offset = {offset} }} }}\n\
             material = {{ restitution = 0.8, friction = 0.1 }}\n"
        );
    }
    let mut ball = |name: &str, x: f64, y: f64, velocity: f64| {
        let _ = writeln!(
            text,
            "[[body]]\nname = \"{name}\"\nshape = {{ sphere = {{ radius = {radius} }} }}\n\
             material = {{ restitution = 0.97, friction = 0.06 }}\n\
             dynamics = {{ free = {{ position = [{x:.6}, {y:.6}, {:.6}], velocity = [{velocity}, 0, 0], mass = 0.17 }} }}\n",
            radius + 4e-6
        );
    };
    // A tenth of a millimetre between the balls.
    let pitch = 2.0 * radius + 1e-4;
    let mut number = 1;
    for row in 0..5 {
        for place in 0..=row {
            let x = 0.635 + 0.75_f64.sqrt() * pitch * f64::from(row);
            let y = pitch * (f64::from(place) - 0.5 * f64::from(row));
            ball(&format!("ball {number}"), x, y, 0.0);
            number += 1;
        }
    }
    ball("cue ball", -0.635, 0.004, 6.0);
    text
}
