//! Solids with voids: distances and volumes of a hollow ball, whichever way its two faces are parametrised.
//!
//! References: closed forms.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DVec3, dvec2, dvec3};
use std::f64::consts::{FRAC_PI_2, PI, TAU};
use tangency_detect::{Moving, Query, distance};
use tangency_geometry::surface::{Brep, Patch, TrimCurve, TrimmedEdge, TrimmedFace, TrimmedSide};
use tangency_geometry::{Convex, Motion, Pose, Shape};

const OUTER: f64 = 0.9;
const INNER: f64 = 0.6;

/// A sphere about the origin, whose normal `du × dv` points outwards or inwards. Its seam is the edge.
fn sphere(radius: f64, outwards: bool, edge: usize) -> TrimmedFace {
    let sign = if outwards { "" } else { "-" };
    let texts = [
        format!("{radius} * cos(v) * cos(u)"),
        format!("{sign}{radius} * cos(v) * sin(u)"),
        format!("{radius} * sin(v)"),
    ];
    let domain = ([0.0, TAU], [-FRAC_PI_2, FRAC_PI_2]);
    let patch = Patch::parse(texts.each_ref().map(String::as_str), domain.0, domain.1).unwrap();
    let corners = [dvec2(0.0, -FRAC_PI_2), dvec2(TAU, -FRAC_PI_2), dvec2(TAU, FRAC_PI_2), dvec2(0.0, FRAC_PI_2)];
    let seam = |reversed: bool| TrimmedEdge::Shared { edge, reversed };
    let along = [TrimmedEdge::Point, seam(false), TrimmedEdge::Point, seam(true)];
    let side =
        |i: usize| TrimmedSide { curve: TrimCurve::line(corners[i], corners[(i + 1) % 4]).unwrap(), along: along[i] };
    TrimmedFace { patch, loops: vec![(0..4).map(side).collect()] }
}

fn still(shape: Shape, at: DVec3) -> Moving {
    Moving::new(shape, Motion::Still(Pose::translated(at).unwrap())).unwrap()
}

#[test]
fn a_void_is_outside_of_its_solid() {
    for (outer, inner) in [(true, true), (true, false), (false, true), (false, false)] {
        let faces = || vec![sphere(OUTER, outer, 0), sphere(INNER, inner, 1)];
        let hollow = Brep::of_trimmed_with_voids(faces(), &[1], 1e-6).unwrap();
        assert!(hollow.is_solid());
        let (mass, _) = hollow.mass().unwrap();
        let volume = 4.0 / 3.0 * PI * (OUTER.powi(3) - INNER.powi(3));
        assert!((mass.volume - volume).abs() < 1e-9, "{} and {volume}", mass.volume);
        let hollow = still(Shape::Parametric(hollow), DVec3::ZERO);
        // In the void, in the material, and beside it; not in front of a pole of the void, where enclosures are wide.
        for (radius, at, expected) in [
            (0.2, dvec3(0.0, 0.1, 0.03), INNER - 0.2 - 0.1_f64.hypot(0.03)),
            (0.05, dvec3(0.0, 0.75, 0.0), 0.0),
            (0.3, dvec3(1.5, 0.0, 0.0), 1.5 - 0.3 - OUTER),
        ] {
            let faces = Brep::of_trimmed(vec![sphere(radius, true, 0)], 1e-6).unwrap();
            for ball in [Shape::Parametric(faces), Shape::Convex(Convex::sphere(radius).unwrap())] {
                let found = distance(&hollow, &still(ball, at), 0.0, &Query::default()).unwrap().distance;
                let near = found.lower() <= expected + 1e-12 && expected - 1e-12 <= found.upper();
                assert!(near && found.width() < 1e-5, "{found:?} and {expected} at {at}");
            }
        }
    }
}
