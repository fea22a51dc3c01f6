//! Every question about bodies of splines, with every kind of body.
//!
//! Reference: closed forms. The highest point of each body is the origin of its frame. The second body hangs upside
//! down above the first one, so that the plane between them separates them: their distance is the height of its lowest
//! point. If one of them contains a ball that touches the plane there, a point of the other one must leave the ball, so
//! that the depth of the overlap is that height as well.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DQuat, DVec2, DVec3, dvec2, dvec3};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
use tangency_detect::{
    CastTarget, Evidence, Interior, Moving, OverlapVerdict, Query, Ray, SweepError, Verdict, closest_approach, depth,
    distance, first_contact, overlap,
};
use tangency_geometry::spline::{BezierPatch, NurbsSurface, make};
use tangency_geometry::surface::{Brep, Patch, TrimCurve, TrimmedEdge, TrimmedFace, TrimmedSide};
use tangency_geometry::{
    Compound, CompoundPart, Convex, HalfSpace, HeightMap, Linear, Mesh, Motion, Polyhedron, Pose, RoundedMesh, Shape,
    Solid,
};
use tangency_interval::Interval;

/// Metres. The height of the lower body's highest point below the other one.
const GAP: f64 = 0.2;

/// Metres. How far the bodies reach into each other.
const DEPTH: f64 = 0.05;

/// Metres. The rounding of the places of the bodies.
const ROUNDING: f64 = 1e-12;

/// The bodies without inside.
const SURFACES: [&str; 6] = ["patch", "trimmed sheet", "disc", "deforming patch", "mesh", "height map"];

struct Kind {
    name: &'static str,
    shape: Shape,
    /// Puts the highest point of the shape at the origin.
    pose: Pose,
    /// Whether the body contains a ball that touches it there.
    round: bool,
}

fn kind(name: &'static str, shape: impl Into<Shape>, top: f64, round: bool) -> Kind {
    Kind { name, shape: shape.into(), pose: Pose::translated(dvec3(0.0, 0.0, -top)).unwrap(), round }
}

/// A dome `z = −(x² + y²)/2` over a square as a biquadratic patch, raised to degree 3 × 3. `bend` lowers its corners.
fn dome(bend: f64) -> BezierPatch {
    // The Bernstein coefficients of x and x² over [−h, h], of degree 3.
    let half = 0.4;
    let line = [-1.0, -1.0 / 3.0, 1.0 / 3.0, 1.0].map(|x| half * x);
    let square = [1.0, -1.0 / 3.0, -1.0 / 3.0, 1.0].map(|x| half * half * x);
    let point = |index: usize| {
        let (i, j) = (index / 4, index % 4);
        dvec3(line[i], line[j], -0.5 * bend * (square[i] + square[j]))
    };
    BezierPatch::new([3, 3], (0..16).map(point).collect()).unwrap()
}

fn trimmed(surface: &NurbsSurface, centre: DVec2, radius: f64) -> Brep {
    let ends: Vec<DVec2> = (0..8).map(|i| centre + radius * DVec2::from_angle(f64::from(i) * FRAC_PI_4)).collect();
    let arc = |i: usize| {
        let point = |s: f64| match s {
            0.0 => ends[i],
            1.0 => ends[(i + 1) % 8],
            _ => centre + radius * DVec2::from_angle((i as f64 + s) * FRAC_PI_4),
        };
        let curve = TrimCurve::through(point).unwrap();
        TrimmedSide { curve, along: TrimmedEdge::Shared { edge: i, reversed: false } }
    };
    let patch = Patch::of_sheet(surface.sheet().unwrap()).unwrap();
    Brep::of_trimmed(vec![TrimmedFace { patch, loops: vec![(0..8).map(arc).collect()] }], 1e-9).unwrap()
}

fn nurbs(patch: &BezierPatch) -> NurbsSurface {
    let knots = || [vec![0.0; 4], vec![1.0; 4]].concat();
    NurbsSurface::new([3, 3], [knots(), knots()], patch.control_points().to_vec(), vec![]).unwrap()
}

/// A standing disc of radius 0.4 whose border is a trim.
fn disc() -> Brep {
    let points = [-1.0, 1.0].into_iter().flat_map(|x| [-1.0, 1.0].map(|z| dvec3(x, 0.0, z))).collect();
    let knots = || vec![-1.0, -1.0, 1.0, 1.0];
    trimmed(&NurbsSurface::new([1, 1], [knots(), knots()], points, vec![]).unwrap(), DVec2::ZERO, 0.4)
}

/// A roof of two slopes, as one sheet with a crease along y.
fn roof() -> Brep {
    let points = [-0.5, 0.0, 0.5].into_iter().flat_map(|x: f64| [-0.5, 0.5].map(|y| dvec3(x, y, -x.abs())));
    let knots = [vec![0.0, 0.0, 1.0, 2.0, 2.0], vec![0.0, 0.0, 1.0, 1.0]];
    let surface = NurbsSurface::new([1, 1], knots, points.collect(), vec![]).unwrap();
    trimmed(&surface, dvec2(1.0, 0.5), 0.45)
}

fn splines() -> Vec<Kind> {
    let torus = Brep::of_splines(make::torus(0.35, 0.15, 3).unwrap()).unwrap();
    let standing = Pose::new(DQuat::from_rotation_x(FRAC_PI_2), dvec3(0.0, 0.0, -0.5)).unwrap();
    // The top of the ball is neither a pole nor on a side of a patch.
    let ball = Brep::of_splines(make::sphere(0.5).unwrap()).unwrap();
    let tilted = Pose::new(DQuat::from_scaled_axis(dvec3(0.8, 0.3, 0.0)), dvec3(0.0, 0.0, -0.5)).unwrap();
    let moving = dome(1.0).moving_to(&dome(2.0), 0.0, 2.0).unwrap();
    vec![
        Kind { name: "torus of patches", shape: torus.into(), pose: standing, round: true },
        Kind { name: "ball of patches", shape: ball.into(), pose: tilted, round: true },
        kind("patch", Brep::of_splines(vec![dome(1.0)]).unwrap(), 0.0, false),
        kind("trimmed sheet", trimmed(&nurbs(&dome(1.0)), dvec2(0.5, 0.5), 0.4), 0.0, false),
        kind("disc", disc(), 0.4, false),
        kind("creased sheet", roof(), 0.0, false),
        kind("deforming patch", Brep::of_splines(vec![moving]).unwrap(), 0.0, false),
    ]
}

fn octahedron() -> Mesh {
    let vertices = [0.3 * DVec3::X, 0.4 * DVec3::Y, 0.5 * DVec3::Z];
    let vertices = vertices.into_iter().flat_map(|vertex| [vertex, -vertex]).collect();
    let faces = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];
    Mesh::new(vertices, faces.to_vec()).unwrap()
}

fn others() -> Vec<Kind> {
    let heights = (0..25).map(|index: i32| if index == 12 { 0.0 } else { -0.1 * index.abs_diff(12) as f32 - 0.2 });
    let map = HeightMap::new([5, 5], DVec2::splat(0.3), heights.collect()).unwrap();
    let polyhedron = Polyhedron::new(octahedron()).unwrap();
    let part = |name: &str, shape: Convex| CompoundPart::new(name, shape.into());
    let compound = Compound::new(vec![
        part("ball", Convex::sphere(0.5).unwrap()),
        part("box", Convex::cuboid(dvec3(2.0, 0.2, 0.2)).unwrap()),
    ]);
    let standing = Pose::new(DQuat::from_rotation_x(FRAC_PI_2), dvec3(0.0, 0.0, -0.5)).unwrap();
    vec![
        kind("mesh", octahedron(), 0.5, false),
        kind("polyhedron", polyhedron.clone(), 0.5, false),
        kind("rounded polyhedron", Shape::Rounded(RoundedMesh::of_solid(polyhedron, 0.1).unwrap()), 0.6, true),
        kind("implicit ellipsoid", Solid::ellipsoid(dvec3(0.3, 0.4, 0.5)).unwrap(), 0.5, true),
        Kind { name: "implicit torus", shape: Solid::torus(0.35, 0.15).unwrap().into(), pose: standing, round: true },
        kind("ellipsoid by formulas", Brep::ellipsoid(dvec3(0.3, 0.4, 0.5)).unwrap(), 0.5, true),
        Kind { name: "torus by formulas", shape: Brep::torus(0.35, 0.15).unwrap().into(), pose: standing, round: true },
        kind("sphere", Convex::sphere(0.5).unwrap(), 0.5, true),
        kind("box", Convex::cuboid(DVec3::ONE).unwrap(), 0.5, true),
        kind("capsule", Convex::capsule(0.2, 0.5).unwrap(), 0.45, true),
        kind("cone", Convex::cone(0.4, 1.0).unwrap(), 1.0, false),
        kind("half-space", HalfSpace::facing(DVec3::Z, 0.0).unwrap(), 0.0, true),
        kind("height map", map, 0.0, false),
        kind("compound", compound.unwrap(), 0.5, true),
    ]
}

fn below(kind: &Kind) -> Moving {
    Moving::new(kind.shape.clone(), Motion::Still(kind.pose)).unwrap()
}

/// The body upside down, with its lowest point at a height, on a straight way.
fn above(kind: &Kind, lowest: DVec3, velocity: DVec3) -> Moving {
    let turned = Pose::new(DQuat::from_rotation_z(0.7) * DQuat::from_rotation_x(PI), lowest).unwrap();
    let motion = Linear::new(turned.compose(&kind.pose), velocity).unwrap();
    Moving::new(kind.shape.clone(), Motion::Linear(motion)).unwrap()
}

/// Calls `check` with every body of splines below every body.
fn each_pair(left_out: &[&str], check: impl Fn(&str, [&Kind; 2], &Moving)) {
    let (splines, others) = (splines(), others());
    for a in splines.iter().filter(|a| !left_out.contains(&a.name)) {
        let body = below(a);
        for b in splines.iter().chain(&others).filter(|b| !left_out.contains(&b.name)) {
            check(&format!("{} with {}", a.name, b.name), [a, b], &body);
        }
    }
}

fn still_above(kind: &Kind, height: f64) -> Moving {
    above(kind, dvec3(0.0, 0.0, height), DVec3::ZERO)
}

/// Distances within the tolerance. Only those of a creased sheet have a wide enclosure.
#[test]
fn distances_have_their_closed_form() {
    let query = Query::default();
    each_pair(&[], |pair, [a, b], body| {
        let found = distance(body, &still_above(b, GAP), 0.0, &query).unwrap();
        let known = found.distance + Interval::between(-ROUNDING, ROUNDING);
        assert!(known.contains(GAP), "{pair}: {found:?}");
        let creased = [a.name, b.name].contains(&"creased sheet");
        assert!(creased || found.distance.width() <= query.tolerance, "{pair}: {found:?}");
        let apart = found.closest.points[0].distance(found.closest.points[1]);
        assert!(creased || (apart - GAP).abs() <= 2.0 * query.tolerance, "{pair}: {found:?}");
    });
}

#[test]
fn overlaps_are_decided() {
    let query = Query::default();
    each_pair(&["creased sheet"], |pair, [a, b], body| {
        let apart = overlap(body, &still_above(b, GAP), 0.0, &query).unwrap();
        assert!(matches!(apart.verdict, OverlapVerdict::Apart { .. }), "{pair}: {apart:?}");
        assert_eq!(apart.evidence, Evidence::Proved, "{pair}");
        let meet = overlap(body, &still_above(b, -DEPTH), 0.0, &query).unwrap();
        // A surface that another body crosses may stay open.
        let crossing = [a, b].iter().any(|kind| SURFACES.contains(&kind.name));
        let open = crossing && meet.verdict == OverlapVerdict::Open;
        assert!(open || matches!(meet.verdict, OverlapVerdict::Overlapping { .. }), "{pair}: {meet:?}");
    });
}

/// Both ends are close to the depth if a body with curved faces or a convex one is solid where they meet. The lower end
/// is zero for two sheets.
#[test]
fn depths_enclose_their_closed_form() {
    let query = Query::default();
    let slow = ["creased sheet", "deforming patch", "ball of patches", "trimmed sheet", "patch", "disc"];
    let measured = ["torus of patches", "torus by formulas", "ellipsoid by formulas", "sphere", "box", "capsule"];
    each_pair(&slow, |pair, [a, b], body| {
        let found = depth(body, &still_above(b, -DEPTH), 0.0, &query).unwrap();
        assert!(found.depth.lower() <= DEPTH, "{pair}: {found:?}");
        // A single patch has no inside: it may be parted by a shorter way.
        if a.round || b.round {
            assert!(found.depth.upper() >= DEPTH, "{pair}: {found:?}");
        }
        assert!(found.depth.upper() <= 1.01 * DEPTH, "{pair}: {found:?}");
        if [a, b].iter().any(|kind| measured.contains(&kind.name)) {
            assert!(found.depth.lower() >= 0.99 * DEPTH, "{pair}: {found:?}");
        }
    });
}

#[test]
fn closest_approaches_have_their_closed_form() {
    let query = Query::default();
    let slow = ["creased sheet", "ball of patches", "deforming patch", "trimmed sheet", "patch", "disc", "compound"];
    each_pair(&slow, |pair, [_, b], body| {
        let passing = above(b, dvec3(-0.5, -0.2, GAP), dvec3(1.0, 0.4, 0.0));
        let found = closest_approach(body, &passing, &query).unwrap();
        let known = found.distance + Interval::between(-ROUNDING, ROUNDING);
        assert!(known.contains(GAP) && found.distance.width() <= query.tolerance, "{pair}: {found:?}");
        assert!(found.time.contains(0.5) && found.complete, "{pair}: {found:?}");
    });
}

#[test]
fn first_contacts_have_their_closed_form() {
    let query = Query::default();
    each_pair(&[], |pair, [a, b], body| {
        let falling = above(b, dvec3(0.0, 0.0, 0.5), dvec3(0.0, 0.0, -1.0));
        let answer = first_contact(body, &falling, &query).unwrap();
        let Verdict::Touch(first) = answer.verdict else { panic!("{pair}: {:?}", answer.verdict) };
        let [lower, upper] = [first.time.lower(), first.time.upper()];
        assert!(lower <= 0.5 + ROUNDING && upper >= 0.5 - 2.0 * query.tolerance, "{pair}: {:?}", first.time);
        // The search along a crease may end with its budget.
        if [a.name, b.name].contains(&"creased sheet") {
            return;
        }
        assert!(lower > 0.5 - 2.0 * query.tolerance, "{pair}: {:?}", first.time);
        assert!(upper < 0.5 + 1e-4, "{pair}: {:?}", first.time);
        assert!(first.contacts.iter().any(|contact| contact.point.length() < 1e-2), "{pair}: {:?}", first.contacts);
    });
}

#[test]
fn rays_and_balls_hit_the_highest_point() {
    for kind in splines() {
        let target = CastTarget::at(&kind.shape, 0.0);
        let ray = Ray::new(dvec3(0.0, 0.0, 2.0), -DVec3::Z, 10.0).unwrap();
        let hit = target.cast_placed(&kind.pose, &ray, Interior::Filled);
        let known = hit.unwrap_or_else(|| panic!("{}", kind.name)).distance + Interval::between(-ROUNDING, ROUNDING);
        assert!(known.contains(2.0) && known.width() < 1e-6, "{}: {known:?}", kind.name);
        let swept = target.sweep(&ray.in_frame_of(&kind.pose), 0.25, Interior::Filled);
        if kind.name == "deforming patch" {
            let error = swept.unwrap_err();
            assert!(matches!(error, SweepError::Deforms) && error.to_string().contains("first contact"), "{error}");
            continue;
        }
        let hit = swept.unwrap().unwrap_or_else(|| panic!("{}", kind.name));
        let known = hit.distance + Interval::between(-ROUNDING, ROUNDING);
        assert!(known.lower() <= 1.75 && known.upper() > 1.75 - 1e-5 && known.width() < 1e-4, "{}: {hit:?}", kind.name);
    }
}
