//! Bodies of patches: closed forms, joints, edges.

use glam::{DVec2, DVec3, dvec3};
use tangency_geometry::spline::{BezierPatch, make};
use tangency_geometry::surface::{Brep, PatchWork};
use tangency_interval::Interval;

/// Encloses a function of the points of all patches over 4 × 4 boxes each.
fn ranges(patches: Vec<BezierPatch>, of: impl Fn([Interval; 3]) -> Interval) -> Vec<Interval> {
    let body = Brep::of_splines(patches).expect("a body");
    let mut work = PatchWork::default();
    let cell = |i: usize| Interval::between(i as f64 / 64.0, (i + 1) as f64 / 64.0);
    let mut all = Vec::new();
    for face in body.faces() {
        for (i, j) in (0..64).flat_map(|i| (0..64).map(move |j| (i, j))) {
            let point = face.patch().point([cell(i), cell(j), Interval::ZERO], &mut work);
            all.push(of(point.0));
        }
    }
    all
}

#[test]
fn a_sphere_is_a_sphere() {
    let patches = make::sphere(0.75).expect("a sphere");
    assert_eq!(patches.len(), 8);
    let radii = ranges(patches, |[x, y, z]| (x.sqr() + y.sqr() + z.sqr()).sqrt());
    assert!(radii.iter().all(|radius| radius.contains(0.75) && radius.width() < 0.1));
    let body = Brep::of_splines(make::sphere(0.75).expect("a sphere")).expect("a body");
    assert!(body.is_solid() && body.edges().is_empty() && body.vertices().is_empty(), "{}", body.vertices().len());
}

#[test]
fn a_torus_is_a_torus() {
    for per_turn in [3, 4] {
        let patches = make::torus(2.0, 0.7, per_turn).expect("a torus");
        let tubes =
            ranges(patches, |[x, y, z]| (((x.sqr() + y.sqr()).sqrt() - Interval::from(2.0)).sqr() + z.sqr()).sqrt());
        assert!(tubes.iter().all(|tube| tube.contains(0.7) && tube.width() < 0.4));
        let body = Brep::of_splines(make::torus(2.0, 0.7, per_turn).expect("a torus")).expect("a body");
        assert!(body.is_solid() && body.edges().is_empty() && body.faces().len() == per_turn * per_turn);
    }
}

#[test]
fn cylinders_and_cones_have_their_edges() {
    let cylinder = Brep::of_splines(make::cylinder(0.5, 2.0).expect("a cylinder")).expect("a body");
    assert!(cylinder.is_solid());
    // The rims in four arcs each.
    assert_eq!((cylinder.faces().len(), cylinder.edges().len()), (12, 8));
    let cone = Brep::of_splines(make::cone(0.5, 2.0).expect("a cone")).expect("a body");
    assert!(cone.is_solid());
    assert_eq!((cone.faces().len(), cone.edges().len()), (8, 4));
    assert!(cone.vertices().iter().any(|vertex| vertex.at(0.0).distance(dvec3(0.0, 0.0, 2.0)) < 1e-12));
}

#[test]
fn walls_and_lofts_pass_through_their_sections() {
    let curve = [dvec3(0., 0., 0.), dvec3(1., 2., 0.), dvec3(3., -1., 0.), dvec3(4., 0., 0.)];
    let wall = make::extruded(&curve, dvec3(0., 0., 5.)).expect("a wall");
    for share in [0.0, 0.3, 1.0] {
        let (low, high) = (wall.at(share, 0.0, 0.0), wall.at(share, 1.0, 0.0));
        assert!((high - low).distance(dvec3(0., 0., 5.)) < 1e-14);
    }
    let mut sections = vec![curve.to_vec(), curve.map(|p| 0.5 * p + DVec3::Z).to_vec()];
    assert!(make::lofted(&sections).expect("ruled").at(1.0, 1.0, 0.0).distance(dvec3(2., 0., 1.)) < 1e-14);
    sections[1].pop();
    let error = make::lofted(&sections).unwrap_err();
    assert_eq!(error.to_string(), "3 control points are given: the degrees and knots ask for 4");
}

/// A vase by a cubic profile: its radius at every height is the profile's.
#[test]
fn a_vase_has_its_profile() {
    let profile = [[0.5, 0.0], [1.5, 0.5], [0.1, 1.5], [0.8, 2.0]].map(DVec2::from);
    let patches = make::Profile::new(&profile).revolved(4).expect("a vase");
    for (i, patch) in patches.iter().enumerate() {
        for (u, v) in [(0.0, 0.0), (0.3, 0.2), (0.9, 0.8), (1.0, 1.0)] {
            let bernstein = [
                (1.0 - v) * (1.0 - v) * (1.0 - v),
                3.0 * v * (1.0 - v) * (1.0 - v),
                3.0 * v * v * (1.0 - v),
                v * v * v,
            ];
            let there: DVec2 = bernstein.iter().zip(&profile).map(|(&b, &p)| b * p).sum();
            let point = patch.at(u, v, 0.0);
            assert!((point.truncate().length() - there.x).abs() < 1e-14 && (point.z - there.y).abs() < 1e-14, "{i}");
        }
    }
}
