//! Large input: a million triangles pass through every stage without quadratic time or memory. Times are
//! printed, not asserted: a quadratic step would take hours.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::dvec2;
use std::time::Instant;
use tangency_geometry::{Mesh, Polyhedron, primitive};

#[test]
fn a_million_triangles() {
    let start = Instant::now();
    let step = |what: &str| println!("{:6.2} s  {what}", start.elapsed().as_secs_f64());
    let torus = primitive::torus(2.0, 0.5, 1000, 500).unwrap().into_mesh();
    step("torus made and integrated");
    assert_eq!((torus.triangles().len(), torus.edges().len()), (1_000_000, 1_500_000));
    // As in an STL file: every triangle has its own corners.
    let corners = (0..torus.triangles().len()).flat_map(|triangle| torus.corners(triangle)).collect();
    let soup = Mesh::new(corners, (0..1_000_000).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect()).unwrap();
    step("soup of separate triangles");
    assert!(soup.check_closed().is_err());
    assert_eq!(soup.components().count, 1_000_000);
    let merged = soup.merged();
    step("merged");
    assert_eq!(merged.vertices().len(), torus.vertices().len());
    let polyhedron = Polyhedron::new(merged).unwrap();
    step("closed and integrated");
    let exact = std::f64::consts::PI.powi(2);
    assert!((polyhedron.mass().volume / exact - 1.0).abs() < 1e-4);
    assert!(polyhedron.mesh().degenerate_triangles().is_empty());
    step("no flat triangle");
    let connectivity = polyhedron.mesh().connectivity();
    assert!((0..1_500_000).all(|edge| connectivity.edge_triangles(edge).len() == 2));
    step("connectivity");
    // All triangles are degenerate: all points lie on one line.
    let flat = primitive::grid(dvec2(1.0, 1.0), [500, 500]).unwrap().mapped(|p| p * glam::DVec3::X).unwrap();
    assert_eq!(flat.degenerate_triangles().len(), 500_000);
    step("half a million flat triangles");
}
