//! Tight bounding boxes: they hold the body, and exceed it by no more than the share.
//!
//! References: closed forms; a turned disc in a plane, whose extreme points lie on its trimming curve.

use glam::{DQuat, DVec2, DVec3, dvec3};
use std::f64::consts::{FRAC_PI_4, PI};
use tangency_geometry::spline::make;
use tangency_geometry::surface::{Brep, Patch, TrimCurve, TrimmedEdge, TrimmedFace, TrimmedSide};
use tangency_interval::Interval;

const SHARE: f64 = 1e-4;

fn check(name: &str, body: &Brep, half: DVec3) {
    let found = body.tight_bounding_box(Interval::ZERO, SHARE);
    let coarse = body.bounding_box(Interval::ZERO);
    for axis in 0..3 {
        let (side, exact) = (found[axis], half[axis]);
        let most = exact + 1.03 * SHARE * 2.0 * half.max_element();
        assert!(side.upper() >= exact && side.lower() <= -exact, "{name}: {side:?} does not hold {exact}");
        assert!(side.upper() <= most && side.lower() >= -most, "{name}: {side:?} of {exact}");
        assert!(coarse[axis].contains(side.lower()) && coarse[axis].contains(side.upper()), "{name}");
    }
}

#[test]
fn boxes_are_tight() {
    check("sphere", &Brep::sphere(1e-3).unwrap(), DVec3::splat(1e-3));
    check("torus", &Brep::torus(2.0, 0.5).unwrap(), dvec3(2.5, 2.5, 0.5));
    check("cylinder", &Brep::cylinder(0.5, 3.0).unwrap(), dvec3(0.5, 0.5, 1.5));
    check("box", &Brep::cuboid(dvec3(1.0, 2.0, 3.0)).unwrap(), dvec3(0.5, 1.0, 1.5));
    let sphere = Brep::of_splines(make::sphere(1e-3).unwrap()).unwrap();
    check("sphere of splines", &sphere, DVec3::splat(1e-3));
    let torus = Brep::of_splines(make::torus(2.0, 0.5, 3).unwrap()).unwrap();
    check("torus of splines", &torus, dvec3(2.5, 2.5, 0.5));
}

/// A disc of radius 1 in a plane that is turned about two axes: along an axis it reaches as far as the unit vector of
/// that axis without its part along the normal.
#[test]
fn a_trimmed_disc_is_bounded_by_its_border() {
    let turn = DQuat::from_euler(glam::EulerRot::XYZ, 0.3, 0.5, 0.0);
    let [a, b] = [turn * DVec3::X, turn * DVec3::Y];
    let text = [0, 1, 2].map(|axis| format!("u*({}) + v*({})", a[axis], b[axis]));
    let patch = Patch::parse(text.each_ref().map(String::as_str), [-2.0, 2.0], [-2.0, 2.0]).unwrap();
    let ends: Vec<DVec2> = (0..8).map(|i| DVec2::from_angle(f64::from(i) * FRAC_PI_4)).collect();
    let arc = |i: usize| {
        let point = |s: f64| match s {
            0.0 => ends[i],
            1.0 => ends[(i + 1) % 8],
            _ => DVec2::from_angle((i as f64 + s) * PI / 4.0),
        };
        TrimmedSide {
            curve: TrimCurve::through(point).unwrap(),
            along: TrimmedEdge::Shared { edge: i, reversed: false },
        }
    };
    let disc = Brep::of_trimmed(vec![TrimmedFace { patch, loops: vec![(0..8).map(arc).collect()] }], 1e-6).unwrap();
    let normal = turn * DVec3::Z;
    let half = DVec3::from_array([0, 1, 2].map(|axis| (1.0 - normal[axis] * normal[axis]).sqrt()));
    // The arcs are polynomials through points of the circle.
    let half = half - 1e-7;
    check("disc", &disc, half);
}
