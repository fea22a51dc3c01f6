//! Meshes of solids are closed, face outwards and bound the expected volume.

use glam::{DVec3, dvec3};
use std::f64::consts::PI;
use tangency_geometry::solid::{Solid, SolidError, SolidWork};
use tangency_geometry::{Polyhedron, Pose};
use tangency_interval::Interval;

fn volume(solid: &Solid, cells: usize) -> f64 {
    let mesh = solid.mesh(0.0, cells).unwrap();
    let volume = Polyhedron::new(mesh.clone()).unwrap();
    assert_eq!(volume.mesh(), &mesh, "the mesh faced inwards");
    volume.mass().volume
}

#[test]
fn meshes_are_closed_and_bound_their_volume() {
    let close = |found: f64, expected: f64, share: f64| {
        assert!((found / expected - 1.0).abs() < share, "{found} instead of {expected}");
    };
    let ball = Solid::sphere(1.0).unwrap();
    close(volume(&ball, 32), 4.0 / 3.0 * PI, 0.01);
    close(volume(&Solid::torus(1.0, 0.3).unwrap(), 48), 2.0 * PI * PI * 0.09, 0.03);
    close(volume(&Solid::cuboid(dvec3(1.0, 0.7, 0.4)).unwrap(), 32), 0.28, 0.01);
    close(volume(&Solid::cone(0.5, 1.0).unwrap(), 32), PI * 0.25 / 3.0, 0.02);
    // A ball with a hole drilled through it: 4/3·π·(1 − 1/16)^(3/2).
    let bead = Solid::difference(&ball, &[Solid::cylinder(0.25, 4.0).unwrap()]).unwrap();
    close(volume(&bead, 48), 4.0 / 3.0 * PI * (15.0_f64 / 16.0).powf(1.5), 0.01);
    // A ball with a cavity.
    let shell = Solid::difference(&ball, &[Solid::sphere(0.5).unwrap()]).unwrap();
    close(volume(&shell, 32), 4.0 / 3.0 * PI * 0.875, 0.02);
    // Two components.
    let far = ball.placed(&Pose::translated(dvec3(3.0, 0.0, 0.0)).unwrap());
    close(volume(&Solid::union(&[ball, far]).unwrap(), 64), 8.0 / 3.0 * PI, 0.02);
}

#[test]
fn vertices_are_on_the_boundary() {
    let mut work = SolidWork::default();
    let torus = Solid::torus(1.0, 0.3).unwrap();
    for vertex in torus.mesh(0.0, 24).unwrap().vertices() {
        let distance = (vertex.truncate().length() - 1.0).hypot(vertex.z) - 0.3;
        assert!(distance.abs() < 2.6 / 24.0 * 2e-3, "{vertex}: {distance}");
        assert!(torus.value_at(*vertex, 0.0, &mut work).abs() < 1e-3);
    }
}

#[test]
fn a_solid_is_drawn_as_it_is_at_the_instant() {
    let formula = tangency_interval::expr::Expr::parse("x^2 + y^2 + (z - t)^2 - 1").unwrap();
    let rising =
        Solid::formula(&formula, [DVec3::splat(-4.0), DVec3::splat(4.0)], Interval::between(0.0, 2.0)).unwrap();
    let [lower, upper] = rising.mesh(2.0, 32).unwrap().bounding_box();
    assert!((lower.z - 1.0).abs() < 0.05 && (upper.z - 3.0).abs() < 0.05, "{lower} {upper}");
}

#[test]
fn invalid_tessellations_are_rejected() {
    let ball = Solid::sphere(1.0).unwrap();
    for cells in [0, 1, 257, usize::MAX] {
        assert_eq!(ball.mesh(0.0, cells).unwrap_err(), SolidError::Cells { cells, most: 256 });
    }
    let sheet =
        Solid::parse("(z - 1/30)^2 + (x^2 + y^2)/10000 - 1/10000", [DVec3::splat(-2.0), DVec3::splat(2.0)]).unwrap();
    assert_eq!(sheet.mesh(0.0, 2).unwrap_err(), SolidError::NotFound { cells: 2 });
}
