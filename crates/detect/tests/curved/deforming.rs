//! Deforming meshes against curved bodies.
//!
//! References: closed forms; planted contacts; the functions of the bodies at many points and instants, in plain
//! numbers, which a verdict may not contradict.

use crate::{ask, assert_time, moving, placed, still, touch, vector};
use glam::{DQuat, DVec3, dvec2, dvec3};
use std::f64::consts::PI;
use tangency_detect::{Answer, Moving, Query, Verdict};
use tangency_geometry::solid::{Inside, SampledVolume as Volume};
use tangency_geometry::surface::Brep;
use tangency_geometry::{
    Expression, Feature, Mesh, Motion, Piecewise, Pose, Rigid, Shape, Solid, Vertexwise, primitive,
};
use tangency_interval::Interval;
use tangency_interval::laws::Random;

/// A mesh with its vertices at `place` at each of the instants, and on straight lines between.
pub(crate) fn deforming(shape: impl Into<Shape>, times: &[f64], place: impl Fn(DVec3, f64) -> DVec3) -> Moving {
    let shape = shape.into();
    let vertices = shape.mesh().expect("triangles").vertices().to_vec();
    let frame = |&time: &f64| vertices.iter().map(|&vertex| place(vertex, time)).collect();
    let motion = Vertexwise::new(times.to_vec(), times.iter().map(frame).collect()).expect("frames");
    Moving::new(shape, Motion::Vertexwise(motion)).expect("as many vertices")
}

fn triangle(corners: [DVec3; 3]) -> Mesh {
    Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).expect("a triangle")
}

/// A triangle that moves between two positions.
fn between(start: [DVec3; 3], end: [DVec3; 3]) -> Moving {
    let motion = Vertexwise::new(vec![0.0, 1.0], vec![start.to_vec(), end.to_vec()]).expect("frames");
    Moving::new(triangle(start).into(), Motion::Vertexwise(motion)).expect("three vertices")
}

/// A ball of this radius as curved faces and as an implicit solid.
fn balls(radius: f64) -> [Shape; 2] {
    [Brep::sphere(radius).expect("a sphere").into(), Solid::sphere(radius).expect("a sphere").into()]
}

/// The root of a function that is positive before it.
fn root(function: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    assert!(function(low) > 0.0 && function(high) < 0.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        *(if function(middle) > 0.0 { &mut low } else { &mut high }) = middle;
    }
    0.5 * (low + high)
}

/// A deforming triangle touches a ball with its corner, its edge, its face. The ball is at the origin, or
/// everything flies along.
#[test]
fn corner_edge_and_face_of_a_triangle_reach_a_ball() {
    let radius = 0.5;
    // The corner moves straight at the centre of the ball, from a distance of three at a speed of four.
    let corner = (
        [dvec3(0.0, 0.0, 3.0), dvec3(2.0, 0.3, 5.0), dvec3(0.1, 2.0, 5.0)],
        [dvec3(0.0, 0.0, -1.0), dvec3(4.0, 0.0, 6.0), dvec3(0.0, 2.5, 4.0)],
    );
    // One end of the edge comes down faster than the other: at t it is the line z = 2 − 1.5t − 0.5t·x.
    let edge = (
        [dvec3(-1.0, 0.0, 2.0), dvec3(1.0, 0.0, 2.0), dvec3(0.0, 5.0, 4.0)],
        [dvec3(-1.0, 0.0, 1.0), dvec3(1.0, 0.0, 0.0), dvec3(0.0, 5.0, 4.0)],
    );
    let edge_time = root(|t| (2.0 - 1.5 * t) / (1.0 + 0.25 * t * t).sqrt() - radius);
    let slope = 0.5 * edge_time;
    let edge_place = dvec3(slope, 0.0, 1.0) * radius / (1.0 + slope * slope).sqrt();
    // The face tilts about y as it comes down, and grows: at t it is the plane z = 2 − 2t − 0.5t·x.
    let plane = |x: f64, y: f64, t: f64| dvec3(x, y, 2.0 - 2.0 * t - 0.5 * t * x);
    let face = (
        [plane(-2.0, -1.5, 0.0), plane(2.0, -1.5, 0.0), plane(0.3, 2.0, 0.0)],
        [plane(-2.0, -2.5, 1.0), plane(2.0, -2.0, 1.0), plane(0.3, 3.0, 1.0)],
    );
    let face_time = root(|t| (2.0 - 2.0 * t) / (1.0 + 0.25 * t * t).sqrt() - radius);
    let slope = 0.5 * face_time;
    let face_place = dvec3(slope, 0.0, 1.0) * radius / (1.0 + slope * slope).sqrt();
    let cases = [(corner, 0.625, dvec3(0.0, 0.0, 0.5)), (edge, edge_time, edge_place), (face, face_time, face_place)];
    let drift = dvec3(0.7, -0.4, 0.2);
    for (index, ((start, end), time, place)) in cases.into_iter().enumerate() {
        for shape in balls(radius) {
            for velocity in [DVec3::ZERO, drift] {
                let ball = moving(shape.clone(), DVec3::ZERO, velocity);
                let sheet = between(start, end.map(|corner| corner + velocity));
                let met = touch(ask(&ball, &sheet, &Query::default()));
                assert!((met.time.mid() - time).abs() < 1e-9 && met.time.width() < 1e-9, "{time} {:?}", met.time);
                assert!(met.time.lower() <= time + 1e-15, "late: {time} {:?}", met.time);
                assert_eq!(met.contacts.len(), 1, "{:?}", met.contacts);
                let contact = met.contacts[0];
                assert!(
                    contact.proved && contact.point.distance(place + velocity * time) < 1e-6,
                    "{contact:?} {place}"
                );
                assert!(contact.normal.distance(place / radius) < 1e-5, "{contact:?}");
                let expected = match contact.feature_b {
                    Feature::Vertex(0) => 0,
                    Feature::Edge { .. } => 1,
                    Feature::Face { .. } => 2,
                    other @ (Feature::Vertex(_) | Feature::Patch { .. } | Feature::Part(_)) => panic!("{other:?}"),
                };
                assert_eq!(index, expected, "{contact:?}");
                let exchanged = touch(ask(&sheet, &ball, &Query::default()));
                assert_eq!(exchanged.contacts[0], contact.swapped());
            }
        }
    }
}

/// A sheet stretches and shrinks as it falls on a ball, in several pieces of time. It is flat at every instant, so
/// it touches the top.
#[test]
fn a_sheet_falls_on_a_ball() {
    let sheet = primitive::grid(dvec2(3.0, 3.0), [13, 13]).expect("a grid");
    let times = [0.0, 0.2, 0.45, 0.7, 1.0];
    let fall = |vertex: DVec3, t: f64| {
        let stretch = 1.0 + 0.3 * (3.0 * t + vertex.x).sin();
        dvec3(vertex.x * stretch, vertex.y * (1.0 + 0.2 * t), 2.0 - 2.0 * t)
    };
    for shape in balls(0.5) {
        let ball = placed(shape, DQuat::from_scaled_axis(dvec3(0.3, 0.4, 0.5)), DVec3::ZERO, DVec3::ZERO);
        let met = touch(ask(&ball, &deforming(sheet.clone(), &times, fall), &Query::default()));
        assert_time(&met, 0.75);
        assert!(met.contacts.iter().all(|contact| contact.point.distance(dvec3(0.0, 0.0, 0.5)) < 1e-6));
    }
}

/// The same with a separation above the top.
#[test]
fn a_sheet_comes_as_close_to_a_ball_as_asked() {
    let sheet = primitive::grid(dvec2(3.0, 3.0), [5, 5]).expect("a grid");
    let fall = |vertex: DVec3, t: f64| dvec3(vertex.x * (1.0 + 0.3 * t), vertex.y * (1.0 - 0.2 * t), 2.0 - 2.0 * t);
    for shape in balls(0.5) {
        let ball = placed(shape, DQuat::from_scaled_axis(dvec3(0.3, 0.4, 0.5)), DVec3::ZERO, DVec3::ZERO);
        for separation in [0.01, 0.2] {
            let query = Query { separation, ..Query::default() };
            let met = touch(ask(&ball, &deforming(sheet.clone(), &[0.0, 0.4, 1.0], fall), &query));
            assert_time(&met, 0.75 - 0.5 * separation);
            for contact in &met.contacts {
                assert!((contact.gap - separation).abs() < 1e-6, "{contact:?}");
                assert!(contact.point.distance(dvec3(0.0, 0.0, 0.5 + 0.5 * separation)) < 1e-3, "{contact:?}");
            }
        }
    }
}

/// A triangle that shrinks, turns and grows again passes through the hole of a torus without touching it. Slightly
/// larger, it touches.
#[test]
fn a_triangle_slips_through_a_torus() {
    let tori: [Shape; 2] =
        [Brep::torus(2.0, 0.5).expect("a torus").into(), Solid::torus(2.0, 0.5).expect("a torus").into()];
    for torus in tori {
        for (size, clear) in [(1.45, true), (1.55, false)] {
            let corner = |index: f64, height: f64, radius: f64, turn: f64| {
                let angle = 2.0 * PI * index / 3.0 + turn;
                dvec3(radius * angle.cos(), radius * angle.sin(), height)
            };
            let at = |t: f64| {
                let radius = if t == 0.5 { size } else { 4.0 };
                [0.0, 1.0, 2.0].map(|index| corner(index, 3.0 - 6.0 * t, radius, 0.3 * t))
            };
            let times = vec![0.0, 0.4, 0.5, 0.6, 1.0];
            // Narrow from above the torus to below it.
            let frames: Vec<Vec<DVec3>> = times
                .iter()
                .map(|&t| {
                    if (0.4..=0.6).contains(&t) {
                        at(0.5).map(|p| p.with_z(3.0 - 6.0 * t)).to_vec()
                    } else {
                        at(t).to_vec()
                    }
                })
                .collect();
            let motion = Vertexwise::new(times, frames).expect("frames");
            let sheet = Moving::new(triangle(at(0.0)).into(), Motion::Vertexwise(motion)).expect("three vertices");
            let answer = ask(&still(torus.clone()), &sheet, &Query::default());
            match answer.verdict {
                Verdict::Clear { .. } => assert!(clear, "{size} goes through"),
                // The inner wall at height h above the middle plane is at 2 − √(0.25 − h²); corners at height 3 −
                // 6t.
                Verdict::Touch(first) => {
                    let height = (0.25 - (2.0 - size) * (2.0 - size)).sqrt();
                    assert!(
                        !clear && (first.time.mid() - (3.0 - height) / 6.0).abs() < 1e-9,
                        "{size}: {:?}",
                        first.time
                    );
                    assert!(first.contacts.len() == 3 && first.contacts.iter().all(|contact| contact.proved));
                }
                Verdict::Open { from } => panic!("open from {from}"),
            }
        }
    }
}

/// A cloth of more than ten thousand triangles that waves as it falls.
fn cloth(height: f64) -> Moving {
    let sheet = primitive::grid(dvec2(4.0, 4.0), [72, 72]).expect("a grid");
    assert!(sheet.triangles().len() > 10_000);
    let times: Vec<f64> = (0..=10).map(|frame| 0.1 * f64::from(frame)).collect();
    deforming(sheet, &times, |vertex, t| {
        let wave = 0.2 * (2.0 * vertex.x + 3.0 * t).sin() * (1.5 * vertex.y - 2.0 * t).cos();
        dvec3(vertex.x, vertex.y, height + wave - 2.0 * t)
    })
}

/// The first of many instants at which one of many points of the mesh is inside.
fn sampled(body: &Moving, steps: u32, grid: u32, inside: impl Fn(DVec3, f64) -> bool) -> Option<f64> {
    let mesh = body.prepared().shape().mesh().expect("triangles");
    (0..=steps).map(|step| f64::from(step) / f64::from(steps)).find(|&time| {
        let placed = body.motion().at(time);
        let corner = |vertex: u32| placed.point(vertex as usize, mesh.vertices()[vertex as usize]);
        mesh.triangles().iter().any(|corners| {
            let [a, b, c] = corners.map(corner);
            let share = |index: u32| f64::from(index) / f64::from(grid);
            (0..=grid).any(|i| (0..=grid - i).any(|j| inside(a + share(i) * (b - a) + share(j) * (c - a), time)))
        })
    })
}

fn assert_not_late(answer: Answer, sampled: Option<f64>, early: f64) -> bool {
    match answer.verdict {
        Verdict::Touch(first) => {
            assert!(first.time.upper() <= sampled.unwrap_or(1.0), "{:?} {sampled:?}", first.time);
            assert!(sampled.is_none_or(|sampled| first.time.lower() > sampled - early), "{:?} {sampled:?}", first.time);
            true
        }
        Verdict::Clear { .. } => {
            assert_eq!(sampled, None);
            false
        }
        Verdict::Open { from } => panic!("open from {from}"),
    }
}

fn in_torus(point: DVec3, radius: f64, tube: f64) -> bool {
    (point.truncate().length() - radius).hypot(point.z) <= tube
}

/// The cloth falls on a torus, of faces and implicit, and on a combination.
#[test]
fn a_cloth_falls_on_a_torus() {
    let falling = cloth(1.5);
    let expected = sampled(&falling, 500, 1, |point, _| in_torus(point, 1.0, 0.3));
    let tori: [Shape; 2] =
        [Brep::torus(1.0, 0.3).expect("a torus").into(), Solid::torus(1.0, 0.3).expect("a torus").into()];
    for torus in tori {
        assert!(assert_not_late(ask(&falling, &still(torus), &Query::default()), expected, 5e-3));
    }
    // A hole where it would touch.
    let drill =
        Solid::cylinder(0.6, 4.0).expect("a cylinder").placed(&Pose::translated(dvec3(0.6, 0.6, 0.0)).expect("a pose"));
    let bitten = Solid::difference(&Solid::torus(1.0, 0.3).expect("a torus"), &[drill]).expect("a combination");
    let inside =
        |point: DVec3, _: f64| in_torus(point, 1.0, 0.3) && (point.truncate() - dvec2(0.6, 0.6)).length() >= 0.6;
    let expected = sampled(&falling, 500, 1, inside);
    assert!(assert_not_late(ask(&falling, &still(bitten), &Query::default()), expected, 5e-3));
}

/// The cloth falls on a turning solid from samples.
#[test]
fn a_cloth_falls_on_volume_data() {
    let count = 17;
    let sample = |index: usize| {
        let place = |step: usize| 1.2 * (step as f64 / (count - 1) as f64 - 0.5);
        let point = dvec3(place(index % count), place(index / count % count), place(index / count / count));
        point.length() - 0.4 - 0.05 * (9.0 * point.x).sin() * (8.0 * point.y).cos()
    };
    let samples: Vec<f64> = (0..count * count * count).map(sample).collect();
    let spacing = DVec3::splat(1.2 / (count - 1) as f64);
    let volume = Volume::new([count; 3], samples, DVec3::splat(-0.6), spacing, Inside::Below(0.0)).expect("a grid");
    let solid = Solid::volume(volume).expect("a solid");
    let flight = Rigid::new(Pose::IDENTITY, dvec3(0.2, 0.1, 0.3), dvec3(0.5, 1.0, 0.3)).expect("finite");
    let body = Moving::new(solid.clone().into(), Motion::Rigid(flight)).expect("a body");
    let falling = cloth(1.5);
    let expected = sampled(&falling, 200, 1, |point, time| {
        let tangency_geometry::Placement::Pose(pose) = body.motion().at(time) else { panic!("rigid") };
        let own = pose.rotation().inverse() * (point - pose.translation());
        own.abs().max_element() < 0.6 && solid.value_at(own, 0.0, &mut Default::default()) <= 0.0
    });
    assert!(assert_not_late(ask(&falling, &body, &Query::default()), expected, 2e-2));
}

/// Whether a point, given in the body's own frame, is inside the body.
type Inner = fn(DVec3) -> bool;

/// Random deforming triangles against balls, tori and boxes with rounded sides: never later than the sampled
/// contact.
#[test]
fn random_triangles_are_never_late() {
    let mut random = Random::new(411);
    let shapes: [(Shape, Inner); 4] = [
        (Brep::sphere(0.6).expect("a sphere").into(), |point| point.length() <= 0.6),
        (Solid::torus(0.7, 0.25).expect("a torus").into(), |point| in_torus(point, 0.7, 0.25)),
        (Brep::cylinder(0.5, 1.0).expect("a cylinder").into(), |point| {
            point.truncate().length() <= 0.5 && point.z.abs() <= 0.5
        }),
        (Solid::cuboid(dvec3(1.0, 0.8, 0.6)).expect("a box").into(), |point| {
            (point.abs() - 0.5 * dvec3(1.0, 0.8, 0.6)).max_element() <= 0.0
        }),
    ];
    let mut touched = 0;
    for case in 0..48 {
        let (shape, inside) = &shapes[case % 4];
        let frame = |random: &mut Random, centre: DVec3| -> Vec<DVec3> {
            (0..3).map(|_| centre + vector(random, 0.7)).collect()
        };
        let from = vector(&mut random, 1.0).normalize() * 2.2;
        let to = vector(&mut random, 0.8);
        let frames = vec![frame(&mut random, from), frame(&mut random, 0.5 * (from + to)), frame(&mut random, to)];
        let corners = [frames[0][0], frames[0][1], frames[0][2]];
        let motion = Vertexwise::new(vec![0.0, 0.5, 1.0], frames).expect("frames");
        let sheet = Moving::new(triangle(corners).into(), Motion::Vertexwise(motion)).expect("three vertices");
        let turn = DQuat::from_scaled_axis(vector(&mut random, 2.0));
        let flight = Rigid::new(
            Pose::new(turn, DVec3::ZERO).expect("a pose"),
            vector(&mut random, 0.2),
            vector(&mut random, 1.0),
        );
        let body = Moving::new(shape.clone(), Motion::Rigid(flight.expect("finite"))).expect("a body");
        let expected = sampled(&sheet, 300, 40, |point, time| {
            let tangency_geometry::Placement::Pose(pose) = body.motion().at(time) else { panic!("rigid") };
            inside(pose.rotation().inverse() * (point - pose.translation()))
        });
        touched += usize::from(assert_not_late(ask(&sheet, &body, &Query::default()), expected, 0.1));
    }
    assert!((16..48).contains(&touched), "{touched}");
}

/// Bodies that overlap or contain one another do so at the start. A shell that deforms around a ball does not touch
/// it.
#[test]
fn bodies_that_deform_may_start_inside_one_another() {
    let hull = || primitive::icosphere(1.0, 2).expect("a sphere");
    let breathe = |size: f64| move |vertex: DVec3, t: f64| vertex * (size + 0.2 * t);
    for shape in balls(0.5) {
        let ball = still(shape);
        // A solid around the ball.
        let met = touch(ask(&ball, &deforming(hull(), &[0.0, 1.0], breathe(1.0)), &Query::default()));
        assert!(met.contacts[0].initial && met.time.upper() == 0.0);
        // One inside it.
        let met = touch(ask(&ball, &deforming(hull(), &[0.0, 1.0], breathe(0.2)), &Query::default()));
        assert!(met.contacts[0].initial && met.time.upper() == 0.0);
        // A shell without an inside.
        let shell: Mesh = hull().mesh().clone();
        let answer = ask(&ball, &deforming(shell, &[0.0, 1.0], breathe(1.0)), &Query::default());
        assert_eq!(answer.verdict, Verdict::Clear { until: 1.0 });
    }
}

/// A sheet that falls rigidly and then deforms, or deforms first, turning before or not: the contact is found in
/// both pieces.
#[test]
fn rigid_pieces_and_deforming_ones_follow_one_another() {
    let sheet = || primitive::grid(dvec2(3.0, 3.0), [5, 5]).expect("a grid");
    let at = |height: f64| Pose::translated(dvec3(0.0, 0.0, height)).expect("a pose");
    let falling = |from: f64, speed: f64, spin: f64| {
        Motion::Rigid(Rigid::new(at(from), dvec3(0.0, 0.0, -speed), dvec3(0.0, 0.0, spin)).expect("finite"))
    };
    let deforming = |from: f64, to: f64| {
        let frame =
            |height: f64, size: f64| sheet().vertices().iter().map(|vertex| (*vertex * size).with_z(height)).collect();
        Motion::Vertexwise(Vertexwise::new(vec![0.0, 0.5], vec![frame(from, 1.0), frame(to, 1.2)]).expect("frames"))
    };
    // The ball's top is at half a metre.
    let cases = [
        ([falling(2.0, 1.0, 0.0), deforming(1.5, -0.5)], 0.75),
        ([falling(2.0, 1.0, 2.0), deforming(1.5, -0.5)], 0.75),
        ([falling(2.0, 4.0, 0.0), deforming(0.0, -0.5)], 0.375),
        ([falling(2.0, 4.0, 2.0), deforming(0.0, -0.5)], 0.375),
        ([deforming(2.0, 1.5), falling(1.5, 2.0, 1.0)], 1.0),
        ([deforming(2.0, -1.0), falling(-1.0, 2.0, 0.0)], 0.25),
    ];
    let query = Query { span: Interval::between(0.0, 1.25), ..Query::default() };
    for (segments, time) in cases {
        let motion = Motion::Piecewise(Piecewise::new(vec![0.0, 0.5], segments.to_vec()).expect("pieces"));
        let falling = Moving::new(sheet().into(), motion).expect("as many vertices");
        for shape in balls(0.5) {
            let met = touch(ask(&falling, &still(shape), &query));
            // Where triangles in one plane meet, the contact is not isolated. It may be early by as much as the
            // tolerance allows.
            let [early, late] = [time - met.time.lower(), met.time.upper() - time];
            assert!((-1e-15..1e-6).contains(&early) && late.abs() < 1e-9, "{time} {:?}", met.time);
        }
    }
}

/// Positions by formula, along curves, and one motion after another: the same closed forms.
#[test]
fn ways_along_curves_lead_to_the_same_contacts() {
    let sheet = || primitive::grid(dvec2(3.0, 3.0), [7, 7]).expect("a grid");
    // Flat at every instant, at the height 2 − t²: at 0.5 when t² = 1.5.
    let formula = Expression::parse(["x*(1 + 0.2*sin(t))", "y + 0.1*x*t^2", "2 - t^2"]).expect("formulas");
    let span = Interval::between(0.0, 2.0);
    let query = Query { span, ..Query::default() };
    for shape in balls(0.5) {
        let falling = Moving::new(sheet().into(), Motion::Expression(formula.clone())).expect("a body");
        let met = touch(ask(&still(shape.clone()), &falling, &query));
        assert_time(&met, 1.5_f64.sqrt());
        // The same from t = 0.25 on, after a rest.
        let rest = Expression::parse(["x", "y + 0*t", "2"]).expect("formulas");
        let motions = vec![Motion::Expression(rest), Motion::Expression(formula.clone())];
        let later = Motion::Piecewise(Piecewise::new(vec![0.0, 0.25], motions).expect("pieces"));
        let met = touch(ask(&still(shape), &Moving::new(sheet().into(), later).expect("a body"), &query));
        assert_time(&met, 0.25 + 1.5_f64.sqrt());
    }
}
