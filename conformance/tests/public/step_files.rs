//! The reader of STEP files on three files of Open CASCADE 8.
//!
//! Reference: the bodies that the files describe, by their equations (a sphere of radius 1 mm, a torus of radii 2 and
//! 0.7 mm), and for the loft the control points as they stand in the text, taken without the reader.

use glam::{DVec3, dvec3};
use tangency::formats::step::{StepFace, StepFile, StepLoop, StepSplineSurface, StepSurface, read};
use tangency_conformance::data;

/// The file, and the numbers of all its points in space, by entity.
fn file(name: &str) -> (StepFile, Vec<(u64, DVec3)>) {
    let path = data("step").join(name);
    let text: String = std::fs::read_to_string(&path).unwrap().split_whitespace().collect();
    let mut points = Vec::new();
    for entity in text.split(';').filter(|entity| entity.contains("=CARTESIAN_POINT('',(")) {
        let (number, coordinates) = entity[1..].split_once("=CARTESIAN_POINT('',(").unwrap();
        let coordinates: Vec<f64> = coordinates
            .trim_end_matches(')')
            .split(',')
            .map(|number| number.parse::<f64>().unwrap() / 1000.0)
            .collect();
        if let [x, y, z] = coordinates[..] {
            points.push((number.parse().unwrap(), dvec3(x, y, z)));
        }
    }
    (read(path).unwrap(), points)
}

fn spline(face: &StepFace) -> &StepSplineSurface {
    let StepSurface::Spline(spline) = &*face.surface else { panic!("no spline: {:?}", face.surface) };
    spline
}

/// Points of the surface over its whole range.
fn samples(spline: &StepSplineSurface) -> Vec<DVec3> {
    let [[u_low, u_high], [v_low, v_high]] = spline.ranges().unwrap();
    let share = |i: usize| i as f64 / 24.0;
    let at = |i: usize| spline.at(u_low + (u_high - u_low) * share(i / 25), v_low + (v_high - v_low) * share(i % 25));
    (0..625).map(|i| at(i).unwrap()).collect()
}

#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn the_sphere_is_round() {
    let (file, _) = file("sphere.step");
    let body = &file.bodies[0];
    assert_eq!((file.bodies.len(), file.instances.len(), body.faces.len(), body.edges.len()), (1, 1, 1, 0));
    assert!(matches!(body.faces[0].bounds[0].path, StepLoop::Vertex(0)));
    assert_eq!(body.tolerance, Some(1e-7 / 1000.0));
    let spline = spline(&body.faces[0]);
    // Unclamped along u: the range starts at the third knot.
    assert_eq!((spline.degree, spline.counts, spline.knots[0][0]), ([2, 2], [7, 5], -2.094395102393));
    // Twelve digits of weights and points.
    assert!(samples(spline).iter().all(|point| (point.length() - 1e-3).abs() < 1e-14));
}

#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn the_torus_has_its_radii() {
    let (file, _) = file("torus.step");
    let body = &file.bodies[0];
    assert_eq!((body.faces.len(), body.edges.len(), body.vertices.len()), (1, 2, 1));
    let on_torus = |point: DVec3| {
        let from_tube = dvec3(point.truncate().length() - 2e-3, 0.0, point.z).length();
        (from_tube - 0.7e-3).abs() < 1e-14
    };
    assert!(samples(spline(&body.faces[0])).into_iter().all(on_torus));
    for edge in &body.edges {
        let [low, high] = edge.curve.range().unwrap();
        for i in 0..=20 {
            assert!(on_torus(edge.curve.at(low + (high - low) * f64::from(i) / 20.0).unwrap()));
        }
        assert!(edge.curve.at(low).unwrap().distance(body.vertices[edge.start]) < 1e-14);
    }
}

#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn the_loft_has_the_control_points_of_its_text() {
    let (file, points) = file("loft.step");
    let body = &file.bodies[0];
    assert_eq!((body.faces.len(), body.edges.len(), body.vertices.len()), (3, 3, 2));
    let spline = spline(&body.faces[0]);
    assert_eq!((spline.degree, spline.counts, &spline.weights), ([13, 3], [14, 4], &None));
    let written: Vec<DVec3> =
        points.iter().filter(|(number, _)| (42..98).contains(number)).map(|(_, point)| *point).collect();
    assert_eq!(spline.points, written);
    assert_eq!(spline.closed, [Some(true), Some(false)]);
    // The rim at the bottom is the first row along v.
    let rim = &body.edges[0].curve;
    for i in 0..=20 {
        let t = f64::from(i) / 20.0;
        assert!(rim.at(t).unwrap().distance(spline.at(t, 0.0).unwrap()) < 1e-18);
    }
    let senses: Vec<bool> = body.faces.iter().map(|face| face.same_sense).collect();
    assert_eq!(senses, [true, true, false]);
}
