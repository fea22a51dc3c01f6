//! Bounding boxes and bounding balls of bodies, and their triangulations.

use glam::{DVec3, dvec3};
use std::f64::consts::{PI, TAU};
use tangency_geometry::surface::{Brep, Patch};
use tangency_geometry::{Mesh, Polyhedron};
use tangency_interval::Interval;

fn breathing() -> Brep {
    let texts = ["(1 + 0.5*t)*cos(u)*cos(v)", "(1 + 0.5*t)*sin(u)*cos(v)", "sin(v)"];
    let patch = Patch::parse(texts, [0.0, TAU], [-PI / 2.0, PI / 2.0]).unwrap();
    Brep::during(vec![patch], Interval::between(0.0, 1.0)).unwrap()
}

/// The triangles are a closed mesh that faces outwards. Its volume is that of the solid, up to the requested
/// error.
#[test]
fn pictures_of_solids_are_solids_of_about_their_volume() {
    let cases = [
        ("sphere", Brep::sphere(1.5), 4.0 / 3.0 * PI * 1.5_f64.powi(3)),
        ("torus", Brep::torus(2.0, 0.5), 2.0 * PI * PI * 2.0 * 0.25),
        ("cylinder", Brep::cylinder(0.5, 3.0), PI * 0.25 * 3.0),
        ("cone", Brep::cone(1.0, 2.0), PI * 2.0 / 3.0),
        ("capsule", Brep::capsule(0.5, 1.0), PI * 0.25 + 4.0 / 3.0 * PI * 0.125),
        ("box", Brep::cuboid(dvec3(1.0, 2.0, 3.0)), 6.0),
    ];
    for (name, body, volume) in cases {
        let picture = body.unwrap().tessellation(1e-3);
        let mesh = Mesh::new(picture.corners_at(0.0), picture.triangles().to_vec()).unwrap();
        let triangles = mesh.triangles().to_vec();
        let solid = Polyhedron::new(mesh).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(solid.mesh().triangles(), triangles, "{name} faces outwards");
        let off = (solid.mass().volume - volume).abs() / volume;
        assert!(off < 0.01, "{name}: {} for {volume}", solid.mass().volume);
    }
}

/// Corners follow a deforming surface; the grid does not change.
#[test]
fn corners_follow_the_formulas() {
    let body = breathing();
    assert!(body.is_solid() && body.deforms());
    let picture = body.tessellation(1e-2);
    for time in [0.0, 0.25, 1.0] {
        let scale = 1.0 + 0.5 * time;
        for corner in picture.corners_at(time) {
            let on_sphere = dvec3(corner.x / scale, corner.y / scale, corner.z).length();
            assert!((on_sphere - 1.0).abs() < 1e-12);
        }
    }
    let mesh = Mesh::new(picture.corners_at(0.5), picture.triangles().to_vec()).unwrap();
    assert!(Polyhedron::new(mesh).is_ok());
}

#[test]
fn boxes_and_balls_hold_the_body_and_little_more() {
    let span = Interval::between(0.0, 1.0);
    let bodies = [
        (Brep::torus(2.0, 0.5).unwrap(), dvec3(2.5, 2.5, 0.5), 2.5),
        (Brep::sphere(1.0).unwrap(), DVec3::ONE, 1.0),
        (Brep::cuboid(dvec3(1.0, 2.0, 4.0)).unwrap(), dvec3(0.5, 1.0, 2.0), 21.0_f64.sqrt() / 2.0),
        (breathing(), dvec3(1.5, 1.5, 1.0), 1.5),
    ];
    for (body, half, radius) in bodies {
        let held = body.bounding_box(span);
        for axis in 0..3 {
            assert!(held[axis].contains(half[axis]) && held[axis].contains(-half[axis]), "{held:?} for {half}");
            assert!(held[axis].upper() < 1.06 * half[axis] + 0.02, "{held:?} for {half}");
        }
        let (centre, found) = body.ball(span);
        assert!(found >= radius && found < 1.06 * radius && centre.length() < 0.1, "{found} about {centre}");
        assert!(body.reach(span) >= radius && body.reach(span) < 1.06 * radius);
    }
    let nowhere = Patch::parse(["u", "v", "sqrt(u)"], [-1.0, 1.0], [0.0, 1.0]).unwrap();
    assert_eq!(Brep::new(vec![nowhere]).unwrap().reach(span), f64::INFINITY);
}
