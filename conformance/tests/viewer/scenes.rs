//! Scenes with hand-made reports: their contacts have closed forms.

use glam::{DQuat, DVec3};
use std::f64::consts::TAU;
use tangency::formats::{ContactReport, QuerySettings, Report, Scene, SceneBody, SceneSpan, Stats};
use tangency::geometry::Evidence::{self, Computed, Proved};
use tangency::geometry::{Feature, FirstContact, Linear, Mesh, Motion, Pose, Rigid, Shape, Verdict, Vertexwise};
use tangency::interval::Interval;

/// A scene and its report.
pub(crate) struct Case {
    pub(crate) scene: Scene,
    pub(crate) report: Report,
}

pub(super) fn scene(name: &str, description: &str, span: [f64; 2], bodies: Vec<SceneBody>) -> Scene {
    let query = QuerySettings { tolerance: Some(1e-6), ..QuerySettings::default() };
    let span = SceneSpan { start: span[0], end: span[1] };
    Scene { name: name.into(), description: description.into(), span, query, bodies, dynamics: None, warnings: vec![] }
}

pub(super) fn body(name: &str, mesh: Mesh, motion: Motion) -> SceneBody {
    SceneBody::new(name, Shape::solid_if_closed(mesh), motion)
}

pub(super) fn linear(position: DVec3, velocity: DVec3) -> Motion {
    let start = Pose::new(DQuat::IDENTITY, position).unwrap();
    Motion::Linear(Linear::new(start, velocity).unwrap())
}

pub(super) fn still() -> Motion {
    Motion::Still(Pose::IDENTITY)
}

/// A verdict of all these contacts, first within `time`.
fn touch([lower, upper]: [f64; 2], contacts: Vec<ContactReport>) -> Verdict<ContactReport> {
    Verdict::Touch(FirstContact { time: Interval::new(lower, upper).unwrap(), contacts, complete: true })
}

fn report(verdict: Verdict<ContactReport>, evidence: Evidence) -> Report {
    let stats = Stats { seconds: 0.00374, preparation_seconds: None, pairs: 18_211, iterations: 96_402 };
    Report { stats, ..Report::new("", verdict, evidence) }
}

/// The first contact of a report that has one.
pub(crate) fn first_contact(report: &mut Report) -> &mut FirstContact<ContactReport> {
    let Verdict::Touch(first) = &mut report.verdict else { panic!("nothing touches") };
    first
}

/// The first corner of a triangle.
fn face(index: u32) -> Feature {
    Feature::Face { index, weights: [1.0, 0.0, 0.0] }
}

pub(super) fn contact(
    pair: [&str; 2],
    features: [Feature; 2],
    point: DVec3,
    normal: DVec3,
    time: [f64; 2],
) -> ContactReport {
    ContactReport {
        a: pair[0].into(),
        b: pair[1].into(),
        point: point.to_array(),
        normal: normal.normalize().to_array(),
        gap: 2.4e-7,
        time,
        feature_a: features[0],
        feature_b: features[1],
        proved: true,
        initial: false,
    }
}

/// A grid of `rows` by `columns` points, closed in the directions that wrap around.
fn sheet(rows: usize, columns: usize, wrap: [bool; 2], point: impl Fn(f64, f64) -> DVec3) -> Mesh {
    let [last_row, last_column] = [(rows, wrap[0]), (columns, wrap[1])].map(|(n, wraps)| if wraps { n } else { n - 1 });
    let at = |row: usize, column: usize| point(row as f64 / last_row as f64, column as f64 / last_column as f64);
    let vertices = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).map(|(r, c)| at(r, c));
    let index = |row: usize, column: usize| ((row % rows) * columns + column % columns) as u32;
    let cells = (0..last_row).flat_map(|row| (0..last_column).map(move |column| (row, column)));
    let triangles = cells.flat_map(|(row, column)| {
        let [a, b] = [index(row, column), index(row, column + 1)];
        let [c, d] = [index(row + 1, column), index(row + 1, column + 1)];
        [[a, b, d], [a, d, c]]
    });
    Mesh::new(vertices.collect(), triangles.collect()).unwrap()
}

/// A trefoil: a tube around the (2, 3) torus knot, lying flat.
fn knot(rows: usize, columns: usize) -> Mesh {
    let centre = |s: f64| {
        let ring = 1.0 + 0.42 * (3.0 * s).cos();
        DVec3::new(ring * (2.0 * s).cos(), ring * (2.0 * s).sin(), 0.42 * (3.0 * s).sin())
    };
    sheet(rows, columns, [true, true], |u, v| {
        let (s, angle) = (u * TAU, -v * TAU);
        let along = (centre(s + 1e-4) - centre(s - 1e-4)).normalize();
        let side = along.cross(DVec3::Z).normalize();
        centre(s) + 0.17 * (angle.cos() * side + angle.sin() * side.cross(along))
    })
}

/// The radius of the bumpy ball in a direction.
fn bumpy_radius(direction: DVec3) -> f64 {
    1.0 + 0.07 * (5.0 * direction.x).sin() * (5.0 * direction.y + 0.6).sin()
        + 0.06 * (6.0 * direction.z + 2.0 * direction.x).cos()
}

fn direction(u: f64, v: f64) -> DVec3 {
    let (polar, azimuth) = (u * TAU / 2.0, v * TAU);
    DVec3::new(polar.sin() * azimuth.cos(), polar.sin() * azimuth.sin(), polar.cos())
}

/// A star-shaped ball; the poles are points where many triangles have no area.
pub(super) fn ball(rows: usize, columns: usize, radius: impl Fn(DVec3) -> f64) -> Mesh {
    sheet(rows, columns, [false, true], |u, v| radius(direction(u, v)) * direction(u, v))
}

pub(super) fn cuboid(half: DVec3) -> Mesh {
    let corner = |i: u32| DVec3::select(glam::BVec3::new(i & 1 != 0, i & 2 != 0, i & 4 != 0), half, -half);
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Mesh::new((0..8).map(corner).collect(), triangles).unwrap()
}

/// A trefoil falls, turning, on a bumpy ball. The contact is the first vertex of the knot that enters the ball,
/// found by bisection on the ball's formula. Its error is that of the ball's mesh.
pub(crate) fn knot_on_ball(fineness: usize) -> Case {
    let (start, velocity) = (DVec3::new(0.12, 0.08, 2.9), DVec3::new(0.1, -0.15, -2.0));
    let spin = DVec3::new(0.5, -0.3, 1.1);
    let knot = knot(64 * fineness, 8 * fineness);
    let apart = |vertex: DVec3, time: f64| {
        let place = start + DQuat::from_scaled_axis(spin * time) * vertex + time * velocity;
        place.length() - bumpy_radius(place.normalize())
    };
    let enters = |vertex: DVec3| {
        let first = (0..200).map(|step| f64::from(step) * 0.005).find(|&time| apart(vertex, time + 0.005) < 0.0)?;
        let mut bracket = [first, first + 0.005];
        for _ in 0..40 {
            let middle = (bracket[0] + bracket[1]) / 2.0;
            bracket[usize::from(apart(vertex, middle) < 0.0)] = middle;
        }
        Some(bracket)
    };
    let entries = knot.vertices().iter().enumerate().filter_map(|(index, &vertex)| Some((enters(vertex)?, index)));
    let (time, index) = entries.min_by(|a, b| a.0[0].total_cmp(&b.0[0])).unwrap();
    let point = start + DQuat::from_scaled_axis(spin * time[0]) * knot.vertices()[index] + time[0] * velocity;
    let found = contact(
        ["trefoil", "bumpy ball"],
        [Feature::Vertex(index as u32), face(8210)],
        point,
        -point.normalize(),
        time,
    );
    let bodies = vec![
        body("trefoil", knot, Motion::Rigid(Rigid::new(Pose::translated(start).unwrap(), velocity, spin).unwrap())),
        body("bumpy ball", ball(48 * fineness, 96 * fineness, bumpy_radius), still()),
    ];
    let scene = scene("Trefoil on a bumpy ball", "A knot falls on a ball with bumps.", [0.0, 1.4], bodies);
    Case { scene, report: report(touch(time, vec![found]), Proved) }
}

/// A needle, point down, goes through a thin plate in a fraction of the span. `scale` is its length in metres
/// and `offset` its position in the world. The tip starts 2 lengths above the plate's top and needs 0.4 s.
pub(crate) fn needle(scale: f64, offset: DVec3) -> Case {
    let shaft = sheet(4, 24, [false, true], |u, v| {
        let (height, radius) = [(0.0, 0.0), (0.2, 0.04), (1.0, 0.04), (1.0, 0.0)][(u * 3.0).round() as usize];
        scale * DVec3::new(radius * (v * TAU).cos(), radius * (v * TAU).sin(), height)
    });
    let half = DVec3::new(0.9, 0.9, 0.02);
    let plate = cuboid(half * scale);
    let top = offset + scale * DVec3::new(0.1, -0.05, half.z);
    let motion = linear(top + DVec3::Z * 2.0 * scale, DVec3::NEG_Z * 5.0 * scale);
    let rest = Motion::Still(Pose::new(DQuat::IDENTITY, offset).unwrap());
    let time = [10.4 - 1e-12, 10.4 + 1e-12];
    let found = contact(["needle", "plate"], [Feature::Vertex(0), face(2)], top, DVec3::NEG_Z, time);
    let bodies = vec![body("needle", shaft, motion), body("plate", plate, rest)];
    let scene = scene(
        "Needle and plate",
        "Within one step the needle is past the plate: samples see nothing.",
        [10.0, 11.0],
        bodies,
    );
    Case { scene, report: report(touch(time, vec![found]), Proved) }
}

/// A chair-like table comes down on a floor: four feet touch at once, after 0.5 s; a ball lies on the floor
/// beside it.
pub(crate) fn four_feet() -> Case {
    let legs = [(-0.8, -0.5), (0.8, -0.5), (-0.8, 0.5), (0.8, 0.5)];
    let mut bodies = vec![body("floor", cuboid(DVec3::new(2.0, 1.5, 0.05)), still())];
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    let parts = legs.map(|(x, y)| (DVec3::new(0.06, 0.06, 0.5), DVec3::new(x, y, 0.5)));
    for (half, middle) in parts.into_iter().chain([(DVec3::new(1.0, 0.7, 0.04), DVec3::new(0.0, 0.0, 1.04))]) {
        let part = cuboid(half);
        let first = vertices.len() as u32;
        triangles.extend(part.triangles().iter().map(|corners| corners.map(|corner| corner + first)));
        vertices.extend(part.vertices().iter().map(|&vertex| vertex + middle));
    }
    let table = Mesh::new(vertices, triangles).unwrap();
    bodies.push(body("table", table, linear(DVec3::Z * 0.85, DVec3::NEG_Z * 1.6)));
    bodies.push(body(
        "apple",
        ball(32, 64, |_| 0.12),
        linear(DVec3::new(1.5, -0.9, 0.170_01), DVec3::new(0.2, 0.1, 0.0)),
    ));
    let time = [0.499_999_999_9, 0.500_000_000_1];
    let mut contacts = Vec::new();
    for (leg, (x, y)) in legs.into_iter().enumerate() {
        for (corner, (dx, dy)) in [(-0.06, -0.06), (0.06, -0.06), (-0.06, 0.06), (0.06, 0.06)].into_iter().enumerate() {
            let vertex = Feature::Vertex((8 * leg + corner) as u32);
            let point = DVec3::new(x + dx, y + dy, 0.05);
            contacts.push(contact(["table", "floor"], [vertex, face(3)], point, DVec3::NEG_Z, time));
        }
    }
    contacts[5].proved = false;
    let scene = scene("Four feet on the floor", "All feet of a table touch at one instant.", [0.0, 0.8], bodies);
    Case { scene, report: report(touch(time, contacts), Proved) }
}

/// Two balls pass each other without contact.
pub(crate) fn sliding_past() -> Case {
    let bodies = vec![
        body("left", ball(40, 80, |_| 0.6), linear(DVec3::new(-2.0, -0.65, 0.0), DVec3::X * 4.0)),
        body("right", ball(40, 80, |_| 0.6), linear(DVec3::new(2.0, 0.65, 0.0), DVec3::X * -4.0)),
    ];
    let scene = scene("Passing by", "Two balls pass each other, a hand's width apart.", [0.0, 1.0], bodies);
    Case { scene, report: report(Verdict::Clear { until: 1.0 }, Proved) }
}

/// The same, with a budget that ends at half time.
pub(crate) fn cut_short() -> Case {
    let Case { scene, .. } = sliding_past();
    Case { scene, report: report(Verdict::Open { from: 0.46 }, Proved) }
}

/// A cloth of `side` × `side` points sinks over a ball; it touches the top of the ball, with its middle, at 0.5 s.
pub(crate) fn cloth(side: usize) -> Case {
    let radius = 0.7;
    let flat = sheet(side, side, [false, false], |u, v| DVec3::new(3.0 * u - 1.5, 3.0 * v - 1.5, 0.0));
    let frame = |time: f64| {
        let sag = (time - 0.5).max(0.0);
        let place = |vertex: &DVec3| {
            let out = vertex.truncate().length();
            let ripple = 0.05 * (4.0 * vertex.x + 6.0 * time).sin() * (3.0 * vertex.y).cos() * out.min(1.0);
            let fallen = 1.4 - 1.4 * time - 2.2 * sag * (1.0 - (-out * out * 2.0).exp());
            let on_ball = if out < radius { (radius * radius - out * out).sqrt() } else { -1.0 };
            DVec3::new(vertex.x, vertex.y, (fallen + ripple).max(on_ball + if time > 0.5 { 0.04 } else { -9.0 }))
        };
        flat.vertices().iter().map(place).collect::<Vec<_>>()
    };
    let times: Vec<f64> = (0..=20).map(|step| f64::from(step) / 20.0).collect();
    let frames = times.iter().map(|&time| frame(time)).collect();
    let motion = Motion::Vertexwise(Vertexwise::new(times, frames).unwrap());
    let bodies = vec![body("cloth", flat, motion), body("ball", ball(40, 80, |_| radius), still())];
    let time = [0.499_999, 0.5];
    let found = contact(["cloth", "ball"], [face(544), Feature::Vertex(0)], DVec3::Z * radius, DVec3::NEG_Z, time);
    let scene = scene("Cloth over a ball", "A deforming body: every vertex has its own path.", [0.0, 1.0], bodies);
    Case { scene, report: report(touch(time, vec![found]), Computed) }
}

/// The needle again, with names that try to break out of the page.
pub(crate) fn hostile_names() -> Case {
    let mut case = needle(1.0, DVec3::ZERO);
    let names = [
        "</script><script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\">",
        "{{script}} \u{2028}\u{0} \"quoted\" & 'more' <!-- ]]> \\u003c 日本語 🦀",
    ];
    case.scene.name = format!("</title><b>{}", names[0]);
    case.scene.description = names[1].into();
    for (body, name) in case.scene.bodies.iter_mut().zip(names) {
        body.name = name.into();
    }
    let contact = &mut first_contact(&mut case.report).contacts[0];
    (contact.a, contact.b) = (names[0].into(), names[1].into());
    case
}
