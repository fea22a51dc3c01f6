//! Mutated scenes: no panic, no hang, no overlong message; every fault has a position within the text.
//!
//! No reference is needed: the law is `laws::survive`. Shapes are small, so that most of the time is spent on reading.

use super::*;
use crate::laws::survive;
use std::cell::Cell;
use tangency_interval::Interval;

const SEEDS: [&str; 5] = [
    concat!(
        r#"
name = "seed"
span = { start = -0.5, end = 1e0 }
query = { tolerance = 1e-6, separation = 0.001, may_touch = [["brick", 'sheet']] }

[[body]]
name = "brick"
shape = { box = [0.2, 0.1, 0.05] }
motion = { linear = { position = [0, 0, 1], orientation = [0, 0, 0, 1], velocity = [0, 0, -4] } }

[[body]]
name = 'sheet'
shape = { vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles = [[0, 1, 2]], scale = 2 }
motion = { vertexwise = { times = [0, 1], frames = [[[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 0, 4], [1, 0, 4], "#,
        r#"[0, 1, 4]]] } }
self_contact = true
"#
    ),
    r#"
description = """Shapes
of every kind"""
[span]
end = 2_000
[[body]]
name = "a"
shape.sphere = { radius = 1, facets = 1 }
[body.motion.still]
position = [0x10, 0, 0]
[[body]]
name = "b"
surface = true
shape = { torus = { radius = 2, tube = 0.5, around = 5, across = 4 } }
[[body]]
name = "c"
[body.shape]
cylinder = { radius = 1, height = 2, facets = 5 } # a comment
[[body]]
name = "d"
shape = { grid = { size = [1, 1], cells = [2, 2] } }
[[body]]
name = "e"
shape = { mesh = "no-such-folder/part.obj" }
[[body]]
name = "part"
shape = { step = "no-such-folder/part.step", part = "bolt" }
[[body]]
name = "f"
shape = { hull = { points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], scale = 2 } }
[[body]]
name = "g"
shape = { ellipsoid = { radii = [1, 2, 3] }, rounding = 0.25 }
"#,
    r#"
span = { end = 1 }
[[body]]
name = "thrown"
shape = { wedge = { width = 1, height = 1, depth = 1 } }
motion = { ballistic = { velocity = [1, 0, 3], acceleration = [0, 0, -9.81] } }
[[body]]
name = "turning"
shape = { tetrahedron = { edge = 1 } }
motion = { rigid = { position = [0, 0, 1], velocity = [1, 0, 3], angular_velocity = [0, 1.2, 0] } }
[[body]]
name = "screwed"
shape = { prism = { radius = 1, height = 1, sides = 3 } }
motion.screw = { axis = [0, 0, 1], point = [1, 0, 0], angle = 6, distance = 0.1, duration = 2 }
[[body]]
name = "moved"
shape = { cone = { radius = 1, height = 1 }, rounding = 0.5 }
motion.screw = { from = { position = [0, 0, 1] }, to = { position = [1, 0, 0], orientation = [0, 0.6, 0, 0.8] } }
[[body]]
name = "led"
shape = { needle = { radius = 0.1, length = 1, sides = 3 } }
[[body.motion.piecewise]]
start = 0
motion = { linear = { velocity = [0, 0, 1] } }
[[body.motion.piecewise]]
start = 0.5
motion = { still = { position = [0, 0, 0.5] } }
[[body]]
name = "solved"
shape = { box = [1, 1, 1] }
motion.chebyshev = { start = 0, end = 1, position = [[3, 2, 0.5], [0], [0]], orientation = [[0], [0], [0.5, 0.5], [1]] }
[[body]]
name = "worm"
shape = { cylinder = { radius = 0.1, height = 2, facets = 3 } }
motion = { expression = ["x + a * sin(2*pi * (z - t))", 'y / 3', "sqrt(z^2 + 1)"], constants = { a = 0.3 } }
"#,
    r#"
span = { end = 1 }
[dynamics]
gravity = [0, 0, -9.81]
wind = [3, 0, 0]
step = 0.01
accuracy = 1e-9
[[body]]
name = "top"
shape = { tetrahedron = { edge = 1 } }
dynamics = { free = { position = [0, 0, 1], velocity = [1, 0, 3], angular_velocity = [0, 1.2, 0], density = 500 } }
material = { restitution = 0.8, friction = 0.1 }
[[body]]
name = "told"
shape = { grid = { size = [1, 1], cells = [2, 2] } }
dynamics.free = { mass = 2, centre = [0, 0, 0.1], inertia = [[1, 0.1, 0], [0.1, 2, 0], [0, 0, 2.5]] }
[[body]]
name = "beam"
shape = { box = [1, 0.1, 0.1] }
dynamics.free = { orientation = [0, 0.6, 0, 0.8], mass = 2, inertia = [1, 2, 3] }
[[body]]
name = "rocket"
shape = { box = [0.1, 0.1, 1] }
[body.dynamics.free]
thrust = [{ force = [0, 0, 20], axes = "body", until = 0.5 }, { force = [1, 0, 0], from = 0.25 }]
drag = { linear = 0.1, quadratic = 0.02 }
"#,
    r#"
span = { end = 1 }
[[body]]
name = "floor"
shape = { half_space = { normal = [0, 0.6, 0.8], offset = -0.5 } }
motion = { rigid = { angular_velocity = [0, 0, 1] } }
[[body]]
name = "hill"
shape = { height_map = { cell = [0.5, 2], rows = [[0, 1, 0], [0, 2, 1e0]], height_scale = 0.1, height_offset = 3 } }
[[body]]
name = "terrain"
shape = { height_map = { file = "no-such-folder/terrain.asc" } }
[[body]]
name = "hammer"
shape = { compound = [
    { name = "handle", shape = { cylinder = { radius = 0.02, height = 0.3 } } },
    { shape = { compound = [
        { shape = { box = [1, 1, 1], surface = true }, position = [1, 0, 0] },
        { shape = { half_space = {} } },
    ] }, orientation = [0, 0.6, 0, 0.8] },
] }
[[body]]
name = "cloth"
shape = { grid = { size = [1, 1], cells = [2, 1] }, rounding = 0.01 }
motion = { expression = ["x", "y", "z + t*x"] }
[[body]]
name = "ring"
shape = { torus = { radius = 2, tube = 0.5, around = 4, across = 3 }, rounding = 0.1 }
"#,
];

/// Implicit solids take longer, because their boxes and creases are proved.
const SOLIDS: &str = concat!(
    r#"
span = { end = 1 }
[[body]]
name = "blob"
shape = { implicit = "x^2 + y^2 + (z - a*t)^2 - 1", box = [[-2, -2, -2], [2, 2, 2]], constants = { a = 0.3 } }
[[body]]
name = "bead"
shape = { difference = [{ sphere = { radius = 1 } }, { cylinder = { radius = 0.25, height = 4 }, "#,
    r#"position = [0, 0.1, 0] }] }
motion = { linear = { velocity = [0, 0, -1] } }
[[body]]
name = "scan"
shape = { volume = "no-such-folder/scan.nrrd", above = 3, spacing = [1, 1, 2] }
"#
);

/// Curved bodies take longer, so they have a separate test with fewer inputs.
const CURVED: [&str; 1] = [concat!(
    r#"
span = { end = 1 }
[[body]]
name = "user's"
shape = { parametric = ["(R+cos(v))*cos(u)", "(R+cos(v))*sin(u) + t", "sin(v)"], u = [0, 6.283185307179586], "#,
    r#"v = [0, "2*pi"], constants = { R = 2 } }
motion = { linear = { velocity = [0, 0, -4] } }
[[body]]
name = "rod"
shape = { cylinder = { radius = 1, height = 2 }, smooth = true }
motion = { expression = ["x", "y + t*z", "z"] }
[[body]]
name = "sea"
shape = { height_field = { z = "0.1*sin(3*x - t)", x = [-1, 1], y = [-2, 2] } }
[[body]]
name = "pipe"
surface = true
shape = { sweep = { curve = ["u", "u^2", "0"], u = [0, 1], section = ["0.2*cos(v)", "0.2*sin(v)"], v = [0, 6.28], "#,
    r#"capped = true } }
[[body]]
name = "patch"
surface = true
shape = { bezier = [{ degree = [1, 1], points = [[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 1]], weights = [1, 1, 2, 1], "#,
    r#"end = [[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]] }] }
[[body]]
name = "strip"
surface = true
shape = { nurbs = [{ degree = [1, 1], knots = [[0, 0, 1, 2, 2], [0, 0, 1, 1]], "#,
    r#"points = [[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0], [2, 0, 1], [2, 1, 1]] }] }
"#
)];

/// Enough for the seeds and for some growth.
const ELEMENTS: usize = 2000;

/// Motions must not panic for any accepted numbers.
fn ask(body: &SceneBody, span: SceneSpan) {
    let duration = span.end - span.start;
    let whole = Interval::between(0.0, duration);
    match &body.shape {
        Shape::Parametric(brep) => {
            assert!(!brep.bounding_box(whole).is_empty() && brep.reach(whole) >= 0.0, "{body:?}");
        }
        Shape::Implicit(solid) => {
            let value = solid.value(solid.bounding_box(), whole, &mut Default::default());
            assert!(!value.is_empty() && body.motion.travel(whole, solid.reach()) >= 0.0, "{body:?}");
        }
        Shape::Convex(convex) => assert!(convex.reach().is_finite(), "{body:?}"),
        Shape::HalfSpace(half_space) => assert!((half_space.outward().length() - 1.0).abs() < 1e-12, "{body:?}"),
        Shape::HeightMap(map) => {
            let [low, high] = map.bounding_box();
            assert!(low.cmple(high).all() && low.is_finite() && high.is_finite(), "{body:?}");
        }
        Shape::Compound(compound) => {
            for part in compound.parts() {
                ask(&SceneBody { shape: part.shape().clone(), ..body.clone() }, span);
            }
        }
        Shape::Polyhedron(_) | Shape::Mesh(_) | Shape::Rounded(_) => {}
    }
    let Some(mesh) = body.shape.core_mesh() else { return };
    let (instant, during) = (body.motion.at(duration), body.motion.during(whole));
    for (index, &vertex) in mesh.vertices().iter().enumerate() {
        let point = instant.point(index, vertex);
        let enclosure = during.point(index, vertex);
        assert!(!enclosure.0.iter().any(|side| side.is_empty()), "{body:?} at {point}");
    }
    assert!(body.motion.travel(whole, mesh.reach()) >= 0.0, "{body:?}");
}

/// A scene counts as read if its only faults are missing mesh and volume files.
fn parse(bytes: &[u8]) -> Result<usize, String> {
    let text = String::from_utf8_lossy(bytes);
    let error = match Scene::parse_within(&text, Path::new("seed.toml"), ELEMENTS) {
        Ok(scene) => {
            scene.bodies.iter().for_each(|body| ask(body, scene.span));
            return Ok(scene.bodies.len());
        }
        Err(error) => error,
    };
    let missing = |message: &str| {
        let starts = ["the mesh file ", "the volume file ", "the file of heights ", "the STEP file "];
        starts.iter().any(|start| message.starts_with(start))
    };
    if error.faults().iter().all(|fault| missing(fault.message())) {
        return Ok(0);
    }
    let lines = text.matches('\n').count() + 1;
    for fault in error.faults() {
        assert!(!fault.message().is_empty(), "{error}");
        assert!(fault.place().is_none_or(|place| place.line <= lines && place.column <= text.len() + 1), "{error}");
    }
    let longest = error.faults().iter().map(|fault| fault.message().len() + fault.label().len()).max();
    assert!(
        longest.unwrap_or(0) < 1700 && error.to_string().lines().all(|line| line.chars().count() < 1000),
        "{error}"
    );
    Err(error.faults()[0].message().to_owned())
}

#[test]
fn broken_scenes_are_refused_and_nothing_worse() {
    let toml = Cell::new(0);
    let counted = |bytes: &[u8]| {
        let well_formed = DeTable::parse(&String::from_utf8_lossy(bytes)).is_ok();
        toml.set(toml.get() + u32::from(well_formed));
        parse(bytes)
    };
    survive(counted, &SEEDS.map(str::as_bytes), 30_000).expect_accepted(0.05..0.5);
    // A fair share of the inputs must be valid TOML and reach the scene reader.
    let share = f64::from(toml.get()) / 30_000.0;
    assert!((0.2..0.7).contains(&share), "{share} of the inputs are TOML");
}

#[test]
fn broken_solids_are_refused_and_nothing_worse() {
    survive(parse, &[SOLIDS.as_bytes()], 1_000).expect_accepted(0.05..0.5);
}

#[test]
fn broken_curved_scenes_are_refused_and_nothing_worse() {
    survive(parse, &CURVED.map(str::as_bytes), 300).expect_accepted(0.05..0.5);
}
