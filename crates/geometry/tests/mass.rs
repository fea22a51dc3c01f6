//! Mass properties and primitives against closed forms.
//!
//! References: the textbook integrals of the box, the tetrahedron, the prism and the cone (exact). For sphere
//! and torus: an inscribed mesh of step `h` (an angle) misses at most a fraction of order `h²` of every
//! integral.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DMat3, DVec3, dvec2, dvec3};
use std::f64::consts::PI;
use tangency_geometry::{Polyhedron, Pose, primitive};
use tangency_interval::Interval;

fn close(found: f64, expected: f64, relative: f64, what: &str) {
    let error = (found - expected).abs();
    assert!(error <= relative * expected.abs(), "{what}: found {found}, expected {expected}");
}

fn box_inertia(size: DVec3) -> DVec3 {
    let squares = size * size;
    dvec3(squares.y + squares.z, squares.z + squares.x, squares.x + squares.y) * size.element_product() / 12.0
}

#[test]
fn boxes_at_every_scale_and_far_away() {
    for scale in [1e-6, 1e-3, 1.0, 1e4] {
        let size = dvec3(2.0, 3.0, 5.0) * scale;
        let brick = primitive::cuboid(size).unwrap();
        for shift in [DVec3::ZERO, dvec3(1e4, -2e4, 3e4) * scale] {
            let moved = Polyhedron::new(brick.mesh().mapped(|p| p + shift).unwrap()).unwrap();
            let mass = moved.mass();
            // Coordinates near 3e4·scale are rounded to 1e-12 of the size.
            let relative = if shift == DVec3::ZERO { 1e-14 } else { 1e-10 };
            close(mass.volume, size.element_product(), relative, "volume");
            assert!((mass.centre - shift).length() <= relative * size.length(), "{}", mass.centre);
            for axis in 0..3 {
                close(mass.inertia.col(axis)[axis], box_inertia(size)[axis], relative, "inertia");
                close(
                    1.0 + mass.inertia.col(axis)[(axis + 1) % 3] / box_inertia(size)[axis],
                    1.0,
                    relative,
                    "products of inertia",
                );
            }
        }
    }
}

#[test]
fn enclosures_hold_exact_values_and_are_thin() {
    // All of these numbers are exact in binary.
    let brick = primitive::cuboid(dvec3(2.0, 4.0, 8.0)).unwrap();
    let mass = brick.mass_enclosure();
    assert!(mass.volume.contains(64.0));
    assert!(mass.centre.contains([0.0; 3]));
    // 64/12·(16 + 64) is a multiple of 1/3, so it is bounded on both sides.
    let exact = 64.0 * 80.0 / 12.0;
    let tight = Interval::new(f64::next_down(exact), f64::next_up(exact)).unwrap();
    assert!(!mass.inertia.0[0][0].disjoint(tight));
    assert!(mass.inertia.0[0][1].contains(0.0));
    assert!(mass.volume.width() < 1e-12 && mass.inertia.0[2][2].width() < 1e-10);
}

#[test]
fn tetrahedron_and_corner() {
    let edge = 3.0;
    let mass = primitive::tetrahedron(edge).unwrap().mass();
    close(mass.volume, edge.powi(3) / (6.0 * 2.0_f64.sqrt()), 1e-14, "volume");
    for axis in 0..3 {
        close(mass.inertia.col(axis)[axis], mass.volume * edge * edge / 20.0, 1e-13, "inertia");
    }
    assert!(mass.centre.length() < 1e-14);
    // The corner of the unit cube: volume 1/6, centre 1/4, ∫x² − V/16 = 1/60 − 1/96, ∫xy − V/16 = 1/120 − 1/96.
    let corner = primitive::tetrahedron(1.0).unwrap().into_mesh();
    let places = [dvec3(0.0, 0.0, 0.0), DVec3::X, DVec3::Y, DVec3::Z];
    let mut next = places.iter();
    let corner = Polyhedron::new(corner.mapped(|_| *next.next().unwrap()).unwrap()).unwrap().mass();
    close(corner.volume, 1.0 / 6.0, 1e-15, "volume");
    assert!((corner.centre - DVec3::splat(0.25)).length() < 1e-15);
    let (square, product) = (1.0 / 60.0 - 1.0 / 96.0, 1.0 / 120.0 - 1.0 / 96.0);
    let expected = DMat3::from_diagonal(DVec3::splat(2.0 * square + product)) - DMat3::from_cols_array(&[product; 9]);
    assert!(corner.inertia.abs_diff_eq(expected, 1e-16), "{}", corner.inertia);
}

#[test]
fn extrusions_have_their_volumes() {
    let polygon = |radius: f64, sides: f64| 0.5 * sides * radius * radius * (2.0 * PI / sides).sin();
    let volume = |solid: Result<Polyhedron, _>| solid.unwrap().mass().volume;
    close(volume(primitive::wedge(2.0, 3.0, 5.0)), 15.0, 1e-14, "wedge");
    close(volume(primitive::l_extrusion(4.0, 3.0, 1.0, 2.0)), 12.0, 1e-14, "L");
    close(volume(primitive::plate(2.0, 1e-5)), 4e-5, 1e-14, "plate");
    close(volume(primitive::prism(2.0, 3.0, 5)), 3.0 * polygon(2.0, 5.0), 1e-13, "prism");
    close(volume(primitive::cylinder(2.0, 3.0, 400)), 12.0 * PI, 1e-4, "cylinder");
    close(volume(primitive::cone(2.0, 3.0, 7)), polygon(2.0, 7.0), 1e-13, "cone");
    let needle = primitive::needle(1e-4, 0.1, 8).unwrap();
    close(needle.mass().volume, 0.1 * polygon(1e-4, 8.0) / 3.0, 1e-12, "needle");
    close(needle.mass().centre.z, 0.075, 1e-12, "needle's centre");
    assert!(needle.mesh().vertices().contains(&DVec3::ZERO));
    let l_centre = primitive::l_extrusion(4.0, 3.0, 1.0, 2.0).unwrap().mass().centre;
    // Arms 4×1 at (2, ½) and 1×2 at (½, 2).
    assert!((l_centre - dvec3(9.0 / 6.0, 6.0 / 6.0, 0.0)).length() < 1e-14, "{l_centre}");
}

#[test]
fn spheres_and_tori_approach_the_smooth_ones() {
    let mut last = f64::INFINITY;
    for subdivisions in 1..6 {
        let sphere = primitive::icosphere(2.0, subdivisions).unwrap();
        assert_eq!(sphere.mesh().triangles().len(), 20 << (2 * subdivisions));
        let mass = sphere.mass();
        let missing = 1.0 - mass.volume / (32.0 * PI / 3.0);
        // Inscribed, so never too large. Each subdivision divides the error by four.
        assert!(missing > 0.0 && missing < 0.3 * last, "{missing} after {last}");
        last = missing;
        let expected = 0.4 * mass.volume * 4.0;
        close(mass.inertia.x_axis.x, expected, 2.0 * missing, "sphere's inertia");
        assert!(mass.centre.length() < 1e-12);
    }
    assert!(last < 1e-3);
    let (major, minor) = (2.0, 0.5);
    let mass = primitive::torus(major, minor, 240, 120).unwrap().mass();
    let volume = 2.0 * PI * PI * major * minor * minor;
    close(mass.volume, volume, 1e-3, "torus");
    assert!(mass.volume < volume);
    close(mass.inertia.z_axis.z, volume * (major * major + 0.75 * minor * minor), 2e-3, "torus about its axis");
    close(mass.inertia.x_axis.x, volume * (0.5 * major * major + 0.625 * minor * minor), 2e-3, "torus across");
}

/// The volume of a tube is its cross-section times its length (Pappus), if the tube does not overlap itself.
#[test]
fn the_trefoil_is_a_tube() {
    let knot = primitive::torus_knot(2.0, [2, 3], 0.15, [600, 40]).unwrap();
    let place = |u: f64| {
        let distance = 2.0 + 0.8 * (3.0 * u).cos();
        dvec3(distance * (2.0 * u).cos(), distance * (2.0 * u).sin(), 0.8 * (3.0 * u).sin())
    };
    let steps = 20_000;
    let angle = |step: i32| 2.0 * PI * f64::from(step) / f64::from(steps);
    let length: f64 = (0..steps).map(|step| place(angle(step)).distance(place(angle(step + 1)))).sum();
    close(knot.mass().volume, PI * 0.3 * 0.3 * length, 6e-3, "knot");
    assert_eq!(knot.mesh().components().count, 1);
    assert!(knot.mesh().degenerate_triangles().is_empty());
}

#[test]
fn reversed_meshes_are_flipped_and_placement_does_not_matter() {
    let brick = primitive::cuboid(dvec3(1.0, 2.0, 3.0)).unwrap();
    let turned = Polyhedron::new(brick.mesh().flipped()).unwrap();
    assert_eq!(turned, brick);
    let pose = Pose::new(glam::DQuat::from_rotation_z(0.7), dvec3(5.0, 6.0, 7.0)).unwrap();
    let placed = Polyhedron::new(brick.mesh().transformed(&pose).unwrap()).unwrap().mass();
    close(placed.volume, 6.0, 1e-14, "volume");
    assert!((placed.centre - pose.translation()).length() < 1e-14);
    let rotation = DMat3::from_quat(pose.rotation());
    let expected = rotation * brick.mass().inertia * rotation.transpose();
    assert!(placed.inertia.abs_diff_eq(expected, 1e-13));
}

#[test]
fn flat_and_open_bodies_are_refused_with_reasons() {
    let sheet =
        tangency_geometry::Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2], [0, 2, 1]]).unwrap();
    let message = Polyhedron::new(sheet).unwrap_err().to_string();
    assert!(message.contains("may be zero"), "{message}");
    let cloth = primitive::grid(dvec2(1.0, 2.0), [3, 4]).unwrap();
    assert_eq!(cloth.triangles().len(), 24);
    assert_eq!(cloth.bounding_box(), [dvec3(-0.5, -1.0, 0.0), dvec3(0.5, 1.0, 0.0)]);
    assert!(Polyhedron::new(cloth).unwrap_err().to_string().contains("alone"));
}

#[test]
fn primitives_name_what_is_wrong() {
    let faults = [
        primitive::cuboid(dvec3(1.0, -2.0, 1.0)).unwrap_err(),
        primitive::cuboid(dvec3(1.0, 1.0, f64::NAN)).unwrap_err(),
        primitive::prism(1.0, 1.0, 2).unwrap_err(),
        primitive::torus(1.0, 1.5, 10, 10).unwrap_err(),
        primitive::torus(1.0, 0.5, 10, usize::MAX).unwrap_err(),
        primitive::icosphere(1.0, 60).unwrap_err(),
        primitive::torus_knot(1.0, [2, 4], 0.1, [100, 10]).unwrap_err(),
        primitive::l_extrusion(1.0, 1.0, 1.0, 1.0).unwrap_err(),
        primitive::grid(dvec2(1.0, 1.0), [usize::MAX, 2]).unwrap_err(),
        primitive::cuboid(DVec3::splat(f64::MAX)).unwrap_err(),
        primitive::cuboid(DVec3::splat(f64::MIN_POSITIVE)).unwrap_err(),
    ];
    let words =
        ["-2", "NaN", "not 2", "1.5", "18446744073709551615", "60", "2 and 4", "thickness", "cells", "", "zero"];
    for (fault, word) in faults.iter().zip(words) {
        assert!(fault.to_string().contains(word), "{fault}");
    }
}
