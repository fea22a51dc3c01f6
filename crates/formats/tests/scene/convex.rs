//! Exact convex bodies of a scene.
//!
//! References: closed forms of the farthest point along a direction.

use super::acceptance::Folder;
use super::*;
use glam::{DVec3, dvec3};
use tangency_geometry::{Convex, ConvexCore, Feature};

fn parse(body: &str) -> Scene {
    accepted(&format!("[span]\nend = 2\n[[body]]\nname = \"a\"\n{body}\n"), "a.toml")
}

#[track_caller]
fn convex(shape: &str) -> Convex {
    let scene = parse(&format!("shape = {{ {shape} }}"));
    assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
    let Shape::Convex(convex) = &scene.bodies[0].shape else { panic!("{shape}: not exact") };
    convex.clone()
}

/// The farthest point along a direction is that of the closed form.
#[test]
fn round_bodies_are_what_they_say() {
    let slant = dvec3(3.0, 0.0, 4.0) / 5.0;
    let cases: [(&str, DVec3, DVec3); 8] = [
        ("sphere = { radius = 0.5 }", slant, dvec3(0.3, 0.0, 0.4)),
        ("capsule = { radius = 0.5, length = 2 }", slant, dvec3(0.3, 0.0, 1.4)),
        ("cylinder = { radius = 0.5, height = 3 }", slant, dvec3(0.5, 0.0, 1.5)),
        // The base of a cone is in the plane z = 0.
        ("cone = { radius = 1, height = 2 }", DVec3::Z, dvec3(0.0, 0.0, 2.0)),
        ("cone = { radius = 1, height = 2 }", dvec3(3.0, 4.0, 1.0), dvec3(0.6, 0.8, 0.0)),
        // The half axes are a, b, c: the point a² x / |(a x, b y, c z)| and so on.
        ("ellipsoid = { radii = [1, 2, 3] }", dvec3(1.0, 0.0, 1.0), dvec3(1.0, 0.0, 9.0) / 10.0_f64.sqrt()),
        ("hull = { points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 7]] }", slant, dvec3(0.0, 0.0, 7.0)),
        ("box = [1, 2, 3], rounding = 0.5", slant, dvec3(0.8, 1.0, 1.9)),
    ];
    for (shape, direction, expected) in cases {
        let found = convex(shape).farthest(direction);
        assert!(found.distance(expected) < 1e-15 * 8.0, "{shape}: {found}, not {expected}");
    }
}

#[test]
fn rounding_grows_every_convex_kind() {
    let kinds = [
        "box = [1, 1, 1]",
        "sphere = { radius = 1 }",
        "capsule = { radius = 1, length = 1 }",
        "cylinder = { radius = 1, height = 1 }",
        "cone = { radius = 1, height = 1 }",
        "ellipsoid = { radii = [1, 1, 2] }",
        "hull = { points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] }",
        "prism = { radius = 1, height = 1 }",
        "needle = { radius = 0.1, length = 1 }",
        "tetrahedron = { edge = 1 }",
        "wedge = { width = 1, height = 1, depth = 1 }",
    ];
    let direction = dvec3(0.48, 0.64, 0.6);
    for kind in kinds {
        let sharp = parse(&format!("shape = {{ {kind} }}"));
        let farthest = if let Shape::Convex(convex) = &sharp.bodies[0].shape {
            convex.farthest(direction)
        } else {
            let vertices = sharp.bodies[0].shape.mesh().unwrap().vertices().iter();
            *vertices.max_by(|a, b| a.dot(direction).total_cmp(&b.dot(direction))).unwrap()
        };
        let round = convex(&format!("{kind}, rounding = 0.25")).farthest(direction);
        assert!(round.distance(farthest + 0.25 * direction) < 1e-14, "{kind}: {round}, {farthest}");
    }
    // Without rounding a box keeps its named edges and faces.
    assert!(matches!(parse("shape = { box = [1, 1, 1] }").bodies[0].shape, Shape::Polyhedron(_)));
}

/// The numbers of vertices: 10·4ⁿ + 2 for a sphere, two rings for a cylinder, a ring and the tip for a cone.
#[test]
fn facets_ask_for_the_polyhedron() {
    for (shape, vertices) in [
        ("sphere = { radius = 1, facets = 3 }", 642),
        ("sphere = { radius = 1, facets = 0 }", 12),
        ("cylinder = { radius = 1, height = 2, facets = 32 }", 64),
        ("cone = { radius = 1, height = 2, facets = 32 }", 33),
    ] {
        let scene = parse(&format!("shape = {{ {shape} }}"));
        let Shape::Polyhedron(polyhedron) = &scene.bodies[0].shape else { panic!("{shape}") };
        assert!((vertices..=vertices + 2).contains(&polyhedron.mesh().vertices().len()), "{shape}");
        let surface = parse(&format!("shape = {{ {shape} }}\nsurface = true"));
        assert!(matches!(surface.bodies[0].shape, Shape::Mesh(_)), "{shape}");
    }
}

#[test]
fn hulls_of_files_and_scales() {
    let folder = Folder::new("hull", &[("part.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\n")]);
    let text = "[span]\nend = 1\n[[body]]\nname = \"a\"\nshape = { hull = { file = \"part.obj\", scale = 0.001 } }\n";
    let scene = accepted(text, folder.file("s.toml"));
    let Shape::Convex(hull) = &scene.bodies[0].shape else { panic!("a hull") };
    let ConvexCore::Hull { points } = hull.core() else { panic!("a hull") };
    assert_eq!(points[..], [DVec3::ZERO, 0.001 * DVec3::X, 0.001 * DVec3::Y, 0.001 * DVec3::Z]);
    let scaled = convex("hull = { points = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]], scale = 3 }");
    assert_eq!(scaled.farthest(DVec3::Y), dvec3(0.0, 3.0, 0.0));
}

#[test]
fn parts_have_names() {
    let scene = parse("shape = { cylinder = { radius = 1, height = 2 } }");
    let top = scene.part_name("a", Feature::Part(1));
    assert_eq!(
        (top, scene.part_name("a", Feature::Vertex(1)), scene.part_name("b", Feature::Part(1))),
        (Some("top".into()), None, None)
    );
    assert_eq!(parse("shape = { box = [1, 1, 1] }").part_name("a", Feature::Part(1)), None);
}
