//! Bodies of STEP files as bodies of trimmed faces.
//!
//! Reference: the numbers of faces and edges of the solids, and points of known distance from their surfaces.

use crate::written::{bolt, bracket};
use glam::{DVec3, dvec2, dvec3};
use std::sync::Arc;
use tangency_formats::step::{StepBodyError, StepProfileSegment, StepSurface, plate, revolved};
use tangency_geometry::surface::Brep;
use tangency_interval::Interval;
use tangency_interval::laws::Random;

/// Random points of the faces.
fn points(brep: &Brep, random: &mut Random) -> Vec<DVec3> {
    let mut found = Vec::new();
    for face in brep.faces() {
        let domain = face.patch().domain();
        for _ in 0..200 {
            let [u, v] = domain.map(|range| random.between(range.lower(), range.upper()));
            if face.inside([u, v].map(Interval::from)) {
                found.push(face.patch().at(u, v, 0.0));
            }
        }
    }
    found
}

#[test]
fn a_bolt_and_a_bracket_are_solids() {
    let mut random = Random::new(3);
    let [bolt, bracket] = [bolt(), bracket()].map(|body| body.brep().unwrap());
    assert!(bolt.is_solid() && bolt.faces().len() == 9);
    assert!(bracket.is_solid() && bracket.faces().len() == 8);
    let (size, radius) = (dvec3(0.08, 0.04, 0.01), 0.0045);
    let on_bolt = points(&bolt, &mut random);
    assert!(on_bolt.len() > 900, "{}", on_bolt.len());
    for point in on_bolt {
        let across = point.truncate().length();
        assert!(across <= 0.008 + 1e-12 && (-1e-12..=0.036 + 1e-12).contains(&point.z), "{point}");
        // Between the fillet and the chamfer the shank is a cylinder, and nothing is inside it.
        assert!(!(0.0011..0.0289).contains(&point.z) || (across - 0.004).abs() < 1e-12, "{point}");
    }
    let on_bracket = points(&bracket, &mut random);
    assert!(on_bracket.len() > 900, "{}", on_bracket.len());
    for point in on_bracket {
        let bores = [dvec2(0.02, 0.02), dvec2(0.06, 0.02)].map(|centre| point.truncate().distance(centre) - radius);
        let beside = bores[0].min(bores[1]);
        let outer = point.min(size - point).min_element().abs();
        // The rims are polynomials within the tolerance of circles.
        assert!(beside > -1e-8 && (outer < 1e-12 || beside.abs() < 1e-12), "{point}");
    }
}

/// A whole ball has no seam in the file, and a cone ends in its tip.
#[test]
fn poles_and_seams_are_added() {
    let to = |radius: f64, height: f64| StepProfileSegment { end: dvec2(radius, height), center: None };
    let pointed = revolved("cone", 0.0, &[to(0.01, 0.0), to(0.0, 0.03)]).unwrap().brep().unwrap();
    assert!(pointed.is_solid());
    let lowest = pointed.vertices().iter().map(|vertex| vertex.at(0.0).z).fold(0.0, f64::max);
    assert!((lowest - 0.03).abs() < 1e-12, "{lowest}");
}

#[test]
fn other_surfaces_are_refused_by_name() {
    let mut body = plate("plate", DVec3::ONE, &[]).unwrap();
    let StepSurface::Plane { placement } = *body.faces[0].surface else { panic!("a plate is plane") };
    let line = tangency_formats::step::StepCurve::Line { point: placement.origin, vector: placement.x };
    body.faces[0].surface = Arc::new(StepSurface::Extrusion { curve: line, vector: placement.y });
    let refused = body.brep();
    assert!(
        matches!(&refused, Err(StepBodyError::Unsupported { what, .. }) if what == "SURFACE_OF_LINEAR_EXTRUSION"),
        "{refused:?}"
    );
}
