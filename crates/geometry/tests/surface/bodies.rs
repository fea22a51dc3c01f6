//! What bodies are made of, whether they are closed, and which side of them is out.

use glam::{DVec3, dvec2, dvec3};
use tangency_geometry::surface::{Brep, Facing, Patch, Section, SurfaceError, Sweep};
use tangency_interval::Interval;
use tangency_interval::expr::Expr;

fn expr(text: &str) -> Expr {
    Expr::parse(text).unwrap()
}

fn counts(body: &Brep) -> [usize; 3] {
    [body.faces().len(), body.edges().len(), body.vertices().len()]
}

/// Every constructor with its faces, edges and vertices; all of these are solids.
fn solids() -> Vec<(&'static str, Brep, [usize; 3])> {
    let torus_profile = Section { coordinates: [expr("2 + cos(v)"), expr("sin(v)")], range: [0.0, 6.283185307179586] };
    let spindle = Section { coordinates: [expr("sin(v)"), expr("2*v")], range: [0.0, std::f64::consts::PI] };
    let circle = Section { coordinates: [expr("0.3*cos(v)"), expr("0.3*sin(v)")], range: [0.0, 6.283185307179586] };
    let ring = Sweep {
        coordinates: [expr("2*cos(u)"), expr("2*sin(u)"), expr("0.2*sin(2*u)")],
        range: [0.0, 6.283185307179586],
        up: DVec3::Z,
    };
    let post = Sweep { coordinates: [expr("0"), expr("0"), expr("u")], range: [0.0, 1.0], up: DVec3::X };
    vec![
        ("sphere", Brep::sphere(2.0).unwrap(), [6, 0, 0]),
        ("ellipsoid", Brep::ellipsoid(dvec3(1.0, 0.2, 5.0)).unwrap(), [6, 0, 0]),
        ("torus", Brep::torus(2.0, 0.5).unwrap(), [1, 0, 0]),
        ("cylinder", Brep::cylinder(0.5, 3.0).unwrap(), [3, 2, 0]),
        ("cone", Brep::cone(1.0, 2.0).unwrap(), [2, 1, 1]),
        ("capsule", Brep::capsule(0.5, 1.0).unwrap(), [3, 0, 0]),
        ("superquadric", Brep::superquadric(dvec3(1.0, 2.0, 0.5), 4, 8).unwrap(), [1, 0, 0]),
        ("rounded cylinder", Brep::superquadric(dvec3(1.0, 1.0, 1.0), 2, 6).unwrap(), [1, 0, 0]),
        ("box", Brep::cuboid(dvec3(1.0, 2.0, 3.0)).unwrap(), [6, 12, 8]),
        ("torus by revolution", Brep::revolution(&torus_profile, false, Interval::ZERO).unwrap(), [1, 0, 0]),
        // A spindle has a tip at either end.
        ("spindle", Brep::revolution(&spindle, false, Interval::ZERO).unwrap(), [1, 0, 2]),
        ("swept ring", Brep::sweep(&ring, &circle, false, Interval::ZERO).unwrap(), [1, 0, 0]),
        ("swept post", Brep::sweep(&post, &circle, true, Interval::ZERO).unwrap(), [3, 2, 0]),
    ]
}

#[test]
fn constructors_are_solids_of_known_faces_edges_and_vertices() {
    for (name, body, expected) in solids() {
        assert_eq!(counts(&body), expected, "{name}: faces, edges, vertices");
        assert!(body.is_closed() && body.is_solid(), "{name}");
    }
}
