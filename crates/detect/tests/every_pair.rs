//! Every shape on every motion, against every shape: which pairs are answered, which are refused, and why.
//!
//! Reference: planted contacts. One body stays left of the plane x = 0, the other right of it, until both reach
//! the origin at t = 1. Rotations are about x, and deformations leave the x axis unchanged.
//!
//! The printed table is the one of `docs/curved.md`.

use glam::{DQuat, DVec3, dvec3};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tangency_detect::{DetectError, Moving, Query, Verdict, first_contact};
use tangency_geometry::surface::Brep;
use tangency_geometry::{
    Ballistic, ChebyshevMotion, Expression, Interpolation, Joint, JointKind, Linear, LinkMotion, Mechanism, Mesh,
    Motion, Piecewise, Polyhedron, Pose, Rigid, Screw, ScrewAxis, Shape, Solid, Trajectory, Vertexwise,
};
use tangency_interval::{Chebyshev, Interval};

/// Metres from the middle of every shape to its ends along x.
const HALF: f64 = 0.5;

fn octahedron() -> Mesh {
    let vertices = [DVec3::X * HALF, DVec3::Y * 0.4, DVec3::Z * 0.3];
    let vertices = vertices.into_iter().flat_map(|vertex| [vertex, -vertex]).collect();
    let faces = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];
    Mesh::new(vertices, faces.to_vec()).expect("an octahedron")
}

fn shapes() -> [(&'static str, Shape); 4] {
    [
        ("polyhedron", Polyhedron::new(octahedron()).expect("it is closed").into()),
        ("mesh", octahedron().into()),
        ("curved faces", Brep::ellipsoid(dvec3(HALF, 0.4, 0.3)).expect("an ellipsoid").into()),
        ("implicit solid", Solid::ellipsoid(dvec3(HALF, 0.4, 0.3)).expect("an ellipsoid").into()),
    ]
}

fn at(x: f64) -> Pose {
    Pose::translated(dvec3(x, 0.0, 0.0)).expect("finite")
}

fn formulas(texts: [&str; 3], side: f64) -> Motion {
    let texts = texts.map(|text| text.replace("side", if side < 0.0 { "(-1)" } else { "1" }));
    Motion::Expression(Expression::parse(texts.each_ref().map(String::as_str)).expect("formulas"))
}

fn slide(side: f64) -> Motion {
    let joint = Joint {
        name: "slide".into(),
        kind: JointKind::Prismatic { axis: DVec3::X },
        parent: 0,
        child: 1,
        origin: Pose::IDENTITY,
        limits: None,
        mimic: None,
    };
    let mechanism = Mechanism::new(vec!["base".into(), "sledge".into()], vec![joint]).expect("a slide");
    let rows = vec![vec![1.5 * side], vec![0.9 * side], vec![0.34 * side]];
    let path = Trajectory::new(&mechanism, vec![0.0, 0.5, 1.2], rows, Interpolation::Linear).expect("three rows");
    Motion::Articulated(LinkMotion::in_world(&mechanism, &Arc::new(path), 1))
}

fn chebyshev(side: f64) -> Motion {
    let series = |coefficients: &[f64]| Chebyshev::new(0.0, 2.0, coefficients).expect("a series");
    let constant = |value: f64| series(&[value]);
    // A series in t − 1: half a metre from the origin at t = 1.
    let x = series(&[0.5 * side, -side]);
    let rotation = [series(&[0.3, 0.2]), constant(0.0), constant(0.0), constant(1.0)];
    Motion::Chebyshev(ChebyshevMotion::new(rotation, [x, constant(0.0), constant(0.0)]).expect("a motion"))
}

/// Frames that start at `begin`, on their own clock.
fn frames(side: f64, begin: f64) -> Motion {
    let frame = |&own: &f64| {
        let time = begin + own;
        let place = |vertex: &DVec3| {
            dvec3(vertex.x + side * (1.5 - time), vertex.y * (1.0 + 0.3 * time), vertex.z + 0.2 * time * vertex.y)
        };
        octahedron().vertices().iter().map(place).collect()
    };
    let times = vec![0.0, 0.4, 1.2];
    let frames = times.iter().map(frame).collect();
    Motion::Vertexwise(Vertexwise::new(times, frames).expect("frames"))
}

fn in_pieces(first: Motion, then: Motion) -> Motion {
    Motion::Piecewise(Piecewise::new(vec![0.0, 0.5], vec![first, then]).expect("two pieces"))
}

/// Every motion, towards the origin from the left (`side` −1) or from the right (1). `faceted` adds the motions
/// that need a triangle mesh.
fn motions(side: f64, faceted: bool) -> Vec<(&'static str, Motion)> {
    let linear = |x: f64| Motion::Linear(Linear::new(at(x * side), dvec3(-side, 0.0, 0.0)).expect("finite"));
    let axis = ScrewAxis { point: DVec3::ZERO, direction: DVec3::X };
    let screw = Screw::about(axis, at(1.5 * side), 0.7, -1.2 * side, 1.2).expect("a screw");
    let start = Pose::new(DQuat::from_rotation_x(0.4), dvec3(1.5 * side, 0.0, 0.0)).expect("a pose");
    let rigid = Rigid::new(start, dvec3(-side, 0.0, 0.0), dvec3(1.3, 0.0, 0.0)).expect("finite");
    let thrown = Ballistic::new(at(1.5 * side), dvec3(-0.5 * side, 0.0, 0.0), dvec3(-side, 0.0, 0.0)).expect("finite");
    let straight = ["x + side*(1.5 - t)", "y*(1 + 0.3*t)", "z + 0.2*t*y"];
    let turning = ["x + side*(1.5 - 0.5*t - 0.5*t^2)", "y*cos(t) - z*sin(t)", "y*sin(t) + z*cos(t)"];
    let bending = ["x + side*(1.5 - 0.5*t - 0.5*t^2)", "y + 0.2*t^2*z^2", "z"];
    let first = ["x + side*(1.5 - t^2)", "y", "z"];
    let then = ["x + side*(1.25 - 1.5*t)", "y*cos(t) - z*sin(t)", "y*sin(t) + z*cos(t)"];
    let pieces = in_pieces(formulas(first, side), formulas(then, side));
    let mut all = vec![
        ("still", Motion::Still(at(HALF * side))),
        ("linear", linear(1.5)),
        ("ballistic", Motion::Ballistic(thrown)),
        ("rigid", Motion::Rigid(rigid)),
        ("screw", Motion::Screw(screw)),
        ("chebyshev", chebyshev(side)),
        ("articulated", slide(side)),
        ("piecewise", in_pieces(linear(1.5), linear(1.0))),
        ("formulas, straight", formulas(straight, side)),
        ("formulas, linear in space", formulas(turning, side)),
        ("formulas, bending", formulas(bending, side)),
        ("formulas in pieces", pieces.clone()),
        (
            "formulas in pieces of pieces",
            Motion::Piecewise(Piecewise::new(vec![0.0], vec![pieces]).expect("one piece")),
        ),
    ];
    if faceted {
        all.push(("vertexwise", frames(side, 0.0)));
        all.push(("rigid, then vertexwise", in_pieces(linear(1.5), frames(side, 0.5))));
    }
    all
}

/// The reason why a body is refused on its own, whatever the other body is. `None` if it is not refused.
fn refusal(shape: &str, motion: &str) -> Option<&'static str> {
    match (shape, motion) {
        ("implicit solid", "formulas, bending") => Some("an implicit solid that formulas bend"),
        _ => None,
    }
}

struct NamedBody {
    shape: &'static str,
    motion: &'static str,
    body: Moving,
}

fn bodies(side: f64) -> Vec<NamedBody> {
    let mut all = Vec::new();
    for (shape, made) in shapes() {
        let faceted = made.mesh().is_some();
        for (motion, course) in motions(side, faceted) {
            let body = Moving::new(made.clone(), course).expect("they fit");
            all.push(NamedBody { shape, motion, body });
        }
        if !faceted {
            let refused = Moving::new(made, frames(side, 0.0)).expect_err("it has no vertices");
            assert_eq!(refused, DetectError::VertexCount { moved: 6, vertices: 0 });
        }
    }
    all
}

#[test]
fn every_pair_is_answered_or_refused_for_a_reason() {
    let query = Query { span: Interval::between(0.0, 1.2), ..Query::default() };
    let others = ["still", "rigid", "vertexwise", "formulas, linear in space"];
    let (lefts, mut rights) = (bodies(-1.0), bodies(1.0));
    rights.retain(|right| others.contains(&right.motion));
    let mut table: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    let (mut answered, mut refused) = (0, 0);
    for a in &lefts {
        for b in &rights {
            let pair = format!("{} ({}) with {} ({})", a.shape, a.motion, b.shape, b.motion);
            let reasons = [refusal(a.shape, a.motion), refusal(b.shape, b.motion)];
            let answer = match first_contact(&a.body, &b.body, &query) {
                Ok(answer) => answer,
                Err(DetectError::Unsupported { a: of_a, b: of_b, .. }) => {
                    let given = [(reasons[0], of_a), (reasons[1], of_b)];
                    let why = given.iter().find_map(|(reason, given)| reason.filter(|reason| reason == given));
                    assert!(why.is_some(), "{pair}: refused, {of_a}, {of_b}");
                    refused += 1;
                    continue;
                }
                Err(error) => panic!("{pair}: {error}"),
            };
            assert_eq!(reasons, [None; 2], "{pair}: answered");
            let Verdict::Touch(first) = answer.verdict else { panic!("{pair}: {:?}", answer.verdict) };
            let expected = if (a.motion, b.motion) == ("still", "still") { 0.0 } else { 1.0 };
            assert!(first.time.lower() <= expected + 1e-12, "{pair}: late, {:?}", first.time);
            assert!(
                first.time.lower() > expected - 1e-4 && first.time.upper() < expected + 1e-4,
                "{pair}: {:?}",
                first.time
            );
            let near = first.contacts.iter().all(|contact| contact.point.length() < 1e-2);
            assert!(near, "{pair}: {:?}", first.contacts);
            answered += 1;
            table.entry((a.motion, a.shape)).or_default().insert(b.shape);
        }
    }
    for ((motion, shape), with) in &table {
        println!("{motion}: {shape} with {with:?}");
        assert_eq!(with.len(), 4, "{motion}: {shape} with {with:?}");
    }
    println!("{answered} answered, {refused} refused");
    assert!(answered > 500 && refused >= 10, "{answered} {refused}");
}
