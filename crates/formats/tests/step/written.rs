//! What is written is read again as the same data.
//!
//! Reference: the data themselves, made by code or read from texts of these tests. Vertices must agree to the last bit,
//! all other numbers up to rounding of directions and vectors.

use crate::assembly::{Order, machine};
use crate::block::{block, check_solid};
use glam::{DQuat, DVec3, dvec2, dvec3};
use std::sync::Arc;
use tangency_formats::step::{
    self, StepBody, StepCurve, StepFile, StepInstance, StepLoop, StepProfileSegment, StepSegment, StepShapeError,
    StepSplineCurve, StepSplineSurface, StepSurface, StepTrim, StepTrimmedCurve, StepWriteError, plate, revolved,
};
use tangency_geometry::Pose;

fn to(radius: f64, height: f64) -> StepProfileSegment {
    StepProfileSegment { end: dvec2(radius, height), center: None }
}

fn arc(radius: f64, height: f64, center: [f64; 2]) -> StepProfileSegment {
    StepProfileSegment { end: dvec2(radius, height), center: Some(center.into()) }
}

/// A bolt: a chamfered shank, a fillet below the head, a rounded rim, and a dome on top.
pub(crate) fn bolt() -> StepBody {
    let profile = [
        to(0.003, 0.0),
        to(0.004, 0.001),
        to(0.004, 0.029),
        arc(0.005, 0.03, [0.005, 0.029]),
        to(0.008, 0.03),
        to(0.008, 0.034),
        arc(0.007, 0.035, [0.007, 0.034]),
        to(0.003, 0.035),
        arc(0.0, 0.036, [0.0, 0.031]),
    ];
    revolved("bolt", 0.0, &profile).unwrap()
}

pub(crate) fn bracket() -> StepBody {
    let bores = [(dvec2(0.02, 0.02), 0.0045), (dvec2(0.06, 0.02), 0.0045)];
    plate("bracket", dvec3(0.08, 0.04, 0.01), &bores).unwrap()
}

pub(crate) fn assembly() -> StepFile {
    let name = |names: &[&str]| names.iter().map(|&name| Arc::from(name)).collect();
    let pose = |turn: f64, x: f64| Pose::new(DQuat::from_rotation_x(turn), dvec3(x, 0.02, 0.01)).unwrap();
    let instances = vec![
        StepInstance { body: 0, path: name(&["gantry", "plate"]), pose: Pose::IDENTITY },
        StepInstance { body: 1, path: name(&["gantry", "bolt 1"]), pose: pose(std::f64::consts::PI, 0.02) },
        StepInstance { body: 1, path: name(&["gantry", "Schraube ß 2"]), pose: pose(0.3, 0.06) },
    ];
    StepFile { schema: String::new(), bodies: vec![bracket(), bolt()], instances, notes: vec![] }
}

fn again(file: &StepFile) -> StepFile {
    let text = step::write(file).unwrap();
    step::parse(text.as_bytes(), "written.step").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The words and the numbers of a value as it is printed for programmers.
fn printed(value: &impl std::fmt::Debug) -> (Vec<String>, Vec<f64>) {
    let text = format!("{value:?}");
    let (mut words, mut numbers) = (Vec::new(), Vec::new());
    for word in text.split([' ', ',', '(', ')', '[', ']', '{', '}', ':']) {
        match word.parse::<f64>() {
            Ok(number) => numbers.push(number),
            Err(_) => words.push(word.to_owned()),
        }
    }
    (words, numbers)
}

/// The faces with what their loops refer to, whatever its index: edges are numbered as they are met.
fn resolved(body: &StepBody) -> Vec<impl std::fmt::Debug> {
    let edge = |used: &step::StepEdgeUse| {
        let edge = &body.edges[used.edge];
        let ends = [body.vertices[edge.start], body.vertices[edge.end]];
        (edge.curve.clone(), ends, edge.same_sense, used.forward)
    };
    let path = |path: &StepLoop| match path {
        StepLoop::Edges(uses) => (uses.iter().map(edge).collect::<Vec<_>>(), None),
        StepLoop::Vertex(vertex) => (Vec::new(), Some(body.vertices[*vertex])),
    };
    let face = |face: &step::StepFace| {
        let bounds: Vec<_> = face.bounds.iter().map(|bound| (bound.outer, path(&bound.path))).collect();
        (face.surface.clone(), face.same_sense, bounds)
    };
    body.faces.iter().map(face).collect()
}

/// Everything but entity numbers and the order of edges agrees, numbers up to rounding.
fn assert_same(found: &StepBody, expected: &StepBody) {
    let head = |body: &StepBody| {
        let StepBody { name, item_name, kind, shells, edges, vertices, tolerance, .. } = body.clone();
        (name, item_name, kind, shells, edges.len(), vertices.len(), tolerance)
    };
    assert_eq!(head(found), head(expected));
    for (face, expected) in resolved(found).iter().zip(&resolved(expected)) {
        let ((words, numbers), (expected_words, expected_numbers)) = (printed(face), printed(expected));
        assert!(words == expected_words && numbers.len() == expected_numbers.len(), "{face:?}\n{expected:?}");
        for (a, b) in numbers.iter().zip(&expected_numbers) {
            assert!((a - b).abs() <= 2.0 * f64::EPSILON * b.abs().max(1e-3), "{a} {b} in {expected:?}");
        }
    }
    let known = |point: &DVec3| expected.vertices.contains(point);
    assert!(found.vertices.iter().all(known), "{:?}", found.vertices);
}

#[test]
fn an_assembly_by_code_is_read_again() {
    let file = assembly();
    file.bodies.iter().for_each(check_solid);
    let found = again(&file);
    assert_eq!((found.bodies.len(), found.notes.len()), (2, 0));
    for (body, expected) in found.bodies.iter().zip(&file.bodies) {
        assert_same(body, expected);
    }
    assert_eq!(found.instances.len(), 3);
    for (instance, expected) in found.instances.iter().zip(&file.instances) {
        assert_eq!((instance.body, &instance.path), (expected.body, &expected.path));
        assert_eq!(instance.pose.translation(), expected.pose.translation());
        assert!(instance.pose.rotation().dot(expected.pose.rotation()).abs() > 1.0 - 1e-15);
    }
}

#[test]
fn files_that_were_read_are_written() {
    for text in [block(), machine(Order::WholeFirst)] {
        let file = text.read();
        let found = again(&file);
        for (body, expected) in found.bodies.iter().zip(&file.bodies) {
            assert_same(body, expected);
        }
        for (instance, expected) in found.instances.iter().zip(&file.instances) {
            assert!(instance.pose.translation().distance(expected.pose.translation()) < 1e-16);
        }
    }
    // Levels of an assembly become one.
    let found = again(&machine(Order::PartFirst).read());
    assert_eq!(found.instances[0].path.join(" | "), "machine | upper arm/hand");
}

/// Normals point out of the material, and seams and rims lie on the surfaces.
#[test]
fn made_solids_have_their_normals_outwards() {
    let step_out = 1e-6;
    // Faces of the bolt from below: parameters of a point, and where it is as radius and height.
    let bolt = bolt();
    assert_eq!((bolt.faces.len(), bolt.vertices.len()), (9, 9));
    for face in &bolt.faces {
        let surface = &*face.surface;
        let place = if let StepSurface::Plane { placement } = surface {
            let radii = face.bounds.iter().map(|bound| match &bound.path {
                StepLoop::Edges(path) => bolt.vertices[bolt.edges[path[0].edge].start].x,
                StepLoop::Vertex(_) => 0.0,
            });
            placement.at(dvec3(0.0, -0.5 * radii.sum::<f64>(), 0.0))
        } else {
            let StepLoop::Edges(path) = &face.bounds[0].path else { panic!("no edges") };
            // The middle of the seam, which is the second edge.
            let seam = &bolt.edges[path[1].edge];
            let chord = 0.5 * (bolt.vertices[seam.start] + bolt.vertices[seam.end]);
            if let StepCurve::Circle { placement, .. } = &*seam.curve {
                let from = chord - placement.origin;
                surface.at(0.0, from.z.atan2(from.x)).unwrap()
            } else {
                chord
            }
        };
        let normal = normal(&face.surface, place) * if face.same_sense { 1.0 } else { -1.0 };
        let inside = |point: DVec3| within_bolt(point.truncate().length(), point.z);
        assert!(inside(place - step_out * normal) && !inside(place + step_out * normal), "{:?} {place}", face.surface);
    }
}

/// The normal of the surface at a point of it.
fn normal(surface: &StepSurface, place: DVec3) -> DVec3 {
    let radial = |placement: &step::StepPlacement| (place - placement.origin).reject_from(placement.z).normalize();
    match surface {
        StepSurface::Plane { placement } => placement.z,
        StepSurface::Cylinder { placement, .. } => radial(placement),
        StepSurface::Cone { placement, semi_angle, .. } => {
            semi_angle.cos() * radial(placement) - semi_angle.sin() * placement.z
        }
        StepSurface::Sphere { placement, .. } => (place - placement.origin).normalize(),
        StepSurface::Torus { placement, major_radius, .. } => {
            (place - placement.origin - *major_radius * radial(placement)).normalize()
        }
        StepSurface::Spline(_) | StepSurface::Extrusion { .. } | StepSurface::Revolution { .. } => {
            panic!("{surface:?}")
        }
    }
}

/// Whether a place is in the bolt, from its description.
fn within_bolt(radius: f64, height: f64) -> bool {
    let from = |r: f64, z: f64| dvec2(radius - r, height - z).length();
    let shank = height > 0.0 && height < 0.03 && radius < 0.004 && radius < 0.003 + height;
    let fillet = height > 0.029 && height < 0.03 && (0.004..0.005).contains(&radius) && from(0.005, 0.029) > 0.001;
    let head = (0.03..0.034).contains(&height) && radius < 0.008;
    let rim = (0.034..0.035).contains(&height) && (radius < 0.007 || from(0.007, 0.034) < 0.001);
    let dome = height >= 0.035 && from(0.0, 0.031) < 0.005;
    shank || fillet || head || rim || dome
}

/// Every kind of curve and surface, on one face each.
#[test]
fn every_curve_and_surface_is_written() {
    let line = StepCurve::Line { point: DVec3::ONE, vector: dvec3(0.0, 0.5, 0.0) };
    let spline = StepSplineCurve {
        degree: 2,
        knots: vec![0.0, 0.0, 0.0, 0.1, 1.0, 1.0, 1.0],
        points: vec![DVec3::ZERO, DVec3::X, DVec3::ONE, dvec3(1e-7, 1.0 / 3.0, -2e20)],
        weights: Some(vec![1.0, 0.1, 3.0, 1e-3]),
        closed: None,
    };
    let plain = StepSplineCurve { weights: None, closed: Some(false), ..spline.clone() };
    let placement = step::StepPlacement { origin: DVec3::ONE, x: DVec3::Y, y: DVec3::Z, z: DVec3::X };
    let trim = |parameter: Option<f64>| StepTrim { parameter, point: Some(DVec3::X) };
    let circle = StepCurve::Circle { placement, radius: 0.1 };
    let trimmed = StepCurve::Trimmed(Box::new(StepTrimmedCurve {
        basis: circle.clone(),
        start: trim(Some(0.25)),
        end: trim(None),
        same_sense: false,
    }));
    let segments = vec![StepSegment { curve: trimmed.clone(), same_sense: true }];
    let ellipse = StepCurve::Ellipse { placement, semi_axes: [0.1, 0.3] };
    let curves = [line, circle, ellipse, StepCurve::Spline(spline.clone()), StepCurve::Spline(plain)];
    let more = [StepCurve::Polyline(vec![DVec3::X, DVec3::Y]), StepCurve::Composite(segments), trimmed];
    let patch = StepSplineSurface {
        degree: [2, 1],
        knots: [spline.knots.clone(), vec![-1.0, -1.0, 2.0, 2.0]],
        counts: [4, 2],
        points: (0..8).map(|i| dvec3(f64::from(i), 0.1, 0.2)).collect(),
        weights: None,
        closed: [Some(true), None],
    };
    let rational = StepSplineSurface { weights: Some(vec![0.3; 8]), ..patch.clone() };
    let mut surfaces = vec![
        StepSurface::Spline(patch),
        StepSurface::Spline(rational),
        StepSurface::Revolution { curve: curves[0].clone(), point: DVec3::ONE, axis: DVec3::Z },
        StepSurface::Torus { placement, major_radius: 0.1, minor_radius: 0.3, select_outer: Some(false) },
        StepSurface::Sphere { placement, radius: 1e-300 },
    ];
    // Edges drop the trimming of a curve; surfaces keep it.
    surfaces.extend(curves.into_iter().chain(more).map(|curve| StepSurface::Extrusion { curve, vector: DVec3::Z }));
    let mut file = assembly();
    let mut body = file.bodies[0].clone();
    body.item_name = "it's".into();
    body.tolerance = Some(1e-6);
    body.shells[0].faces = (0..surfaces.len()).collect();
    body.faces = (surfaces.into_iter())
        .map(|surface| step::StepFace { surface: Arc::new(surface), ..body.faces[0].clone() })
        .collect();
    // The first face uses four edges; edges that no face uses are not read.
    body.edges.truncate(0);
    body.vertices.truncate(1);
    body.faces.iter_mut().for_each(|face| face.bounds[0].path = StepLoop::Vertex(0));
    body.faces.iter_mut().for_each(|face| face.bounds.truncate(1));
    file.bodies = vec![body];
    file.instances = vec![StepInstance { body: 0, path: vec!["alone".into()], pose: Pose::IDENTITY }];
    file.bodies[0].name = "alone".into();
    let found = again(&file);
    assert_same(&found.bodies[0], &file.bodies[0]);
    assert_eq!(found.instances, file.instances);
    // Control points, knots, weights, radii: to the last bit.
    for (face, expected) in found.bodies[0].faces[..5].iter().zip(&file.bodies[0].faces) {
        assert_eq!(face.surface, expected.surface);
    }
}

#[test]
fn what_cannot_be_written_is_refused() {
    let mut file = assembly();
    file.bodies[1].vertices[0].x = f64::NAN;
    assert_eq!(step::write(&file), Err(StepWriteError::NotFinite { place: "the body \"bolt\"".into() }));
    let mut file = assembly();
    file.bodies[0].edges[0].start = 99;
    let message = step::write(&file).unwrap_err().to_string();
    assert_eq!(message, "the body \"bracket\" names vertex 99: there are 12, from 0");
    let mut file = assembly();
    file.bodies[0].shells[0].void = true;
    assert_eq!(step::write(&file), Err(StepWriteError::OuterShells { name: "bracket".into(), count: 0 }));
    let mut file = assembly();
    file.instances[0].body = 7;
    assert!(step::write(&file).unwrap_err().to_string().contains("names body 7: there are 2"));
}

#[test]
fn profiles_and_plates_that_bound_no_solid_are_refused() {
    assert_eq!(revolved("a", 0.0, &[to(1.0, 0.0)]), Err(StepShapeError::Open(1)));
    assert!(matches!(
        revolved("a", 0.0, &[to(-1.0, 0.0), to(0.0, 1.0)]),
        Err(StepShapeError::Segment { index: 0, .. })
    ));
    let crooked = [to(1.0, 0.0), arc(0.0, 1.0, [0.5, 0.0])];
    assert!(matches!(revolved("a", 0.0, &crooked), Err(StepShapeError::Segment { index: 1, .. })));
    assert_eq!(plate("a", DVec3::ONE, &[(dvec2(0.1, 0.5), 0.2)]), Err(StepShapeError::Bore(0)));
    let overlapping = [(dvec2(0.3, 0.5), 0.2), (dvec2(0.6, 0.5), 0.2)];
    assert_eq!(plate("a", DVec3::ONE, &overlapping), Err(StepShapeError::Bore(1)));
}
