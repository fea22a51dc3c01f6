//! Half-spaces, compounds, rounded meshes and height maps of a scene.
//!
//! References: geometry computed by hand.

use super::acceptance::Folder;
use super::*;
use glam::{DVec2, DVec3, dvec3};
use tangency_geometry::{Compound, Convex, Feature, HalfSpace, HeightMap, Motion, RoundedMesh};

fn parse(body: &str) -> Scene {
    accepted(&format!("[span]\nend = 2\n[[body]]\nname = \"a\"\n{body}\n"), "a.toml")
}

#[track_caller]
fn shape(text: &str) -> Shape {
    let scene = parse(&format!("shape = {text}"));
    assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
    scene.bodies[0].shape.clone()
}

#[track_caller]
fn half_space(text: &str) -> HalfSpace {
    let Shape::HalfSpace(half_space) = shape(text) else { panic!("{text}: no half-space") };
    half_space
}

#[track_caller]
fn compound(text: &str) -> Compound {
    let Shape::Compound(compound) = shape(text) else { panic!("{text}: no compound") };
    compound
}

#[track_caller]
fn height_map(text: &str) -> HeightMap {
    let Shape::HeightMap(map) = shape(text) else { panic!("{text}: no height map") };
    map
}

#[track_caller]
fn rounded(text: &str) -> RoundedMesh {
    let Shape::Rounded(rounded) = shape(text) else { panic!("{text}: not rounded") };
    rounded
}

#[test]
fn half_spaces_lie_below_their_planes() {
    assert_eq!(half_space("{ half_space = {} }"), HalfSpace::BELOW);
    assert_eq!(half_space("{ half_space = { normal = [0, 0, 7] }, surface = false }"), HalfSpace::BELOW);
    // The plane 0.6·x + 0.8·z = 2, whatever the length of the normal.
    let slope = half_space("{ half_space = { normal = [3, 0, 4], offset = 2 } }");
    for (point, height) in [(dvec3(0.0, 9.0, 0.0), -2.0), (dvec3(2.0, 0.0, 1.0), 0.0), (dvec3(5.0, 1.0, 5.0), 5.0)] {
        assert!((slope.height(point) - height).abs() < 1e-14, "{point}");
    }
    let wall = parse("shape.half_space.offset = -3\nmotion = { linear = { velocity = [1, 0, 0] } }");
    assert!(matches!(wall.bodies[0].motion, Motion::Linear(_)));
}

/// Placed parts, nested compounds, and names where the scene gives none.
#[test]
fn compounds_have_named_parts_at_their_places() {
    let hammer = compound(
        "{ compound = [
            { name = \"handle\", shape = { cylinder = { radius = 0.02, height = 0.3 } } },
            { shape = { box = [2, 4, 6] }, position = [1, 0, 0], orientation = [0, 0, 0.7071067811865476, 0.7071067811865476] },
            { name = \"claw\", shape = { compound = [
                { name = \"left\", shape = { sphere = { radius = 1 } }, position = [0, 1, 0] },
                { shape = { half_space = {} } },
            ] }, position = [0, 0, 5] },
        ] }",
    );
    let names: Vec<&str> = hammer.parts().iter().map(|part| part.name()).collect();
    assert_eq!(names, ["handle", "part 2", "claw/left", "claw/part 2"]);
    let [handle, head, left, floor] = [0, 1, 2, 3].map(|index| hammer.parts()[index].shape());
    assert_eq!(*handle, Shape::from(Convex::cylinder(0.02, 0.3).unwrap()));
    // A quarter turn about z exchanges the sides along x and y.
    let Shape::Polyhedron(head) = head else { panic!("a box") };
    let [low, high] = head.mesh().bounding_box();
    assert!(
        low.distance(dvec3(-1.0, -1.0, -3.0)) < 1e-14 && high.distance(dvec3(3.0, 1.0, 3.0)) < 1e-14,
        "{low} {high}"
    );
    let Shape::Convex(left) = left else { panic!("a sphere") };
    assert_eq!(left.farthest(DVec3::Z), dvec3(0.0, 1.0, 6.0));
    let Shape::HalfSpace(floor) = floor else { panic!("a half-space") };
    assert_eq!(floor.height(dvec3(3.0, 2.0, 7.0)), 2.0);
}

/// A warning about a part names the part.
#[test]
fn warnings_name_the_part() {
    let open = "{ vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles = [[0, 1, 2]] }";
    let scene = parse(&format!("shape = {{ compound = [{{ name = \"flap\", shape = {open} }}] }}"));
    assert_eq!(scene.warnings.len(), 1);
    assert!(scene.warnings[0].starts_with("body \"a: flap\": taken as a surface"), "{:?}", scene.warnings);
}

#[test]
fn features_have_the_names_of_their_parts() {
    let name = |scene: &Scene, feature| scene.part_name("a", feature);
    let face = |index| Feature::Face { index, weights: [1.0, 0.0, 0.0] };
    let edge = |index| Feature::Edge { index, parameter: 0.5 };
    let floor = parse("shape = { half_space = {} }");
    assert_eq!(name(&floor, Feature::Part(0)), Some("plane".into()));
    // Three columns, so two cells a row; the cell (1, 1) has the triangles 6 and 7.
    let hill = parse("shape = { height_map = { cell = [1, 1], rows = [[0, 0, 0], [0, 1, 0], [0, 0, 0]] } }");
    assert_eq!([5, 6, 7].map(|index| name(&hill, face(index)).unwrap()), ["cell (0, 1)", "cell (1, 1)", "cell (1, 1)"]);
    assert_eq!(name(&hill, Feature::Vertex(5)), Some("height (2, 1)".into()));
    assert_eq!(name(&hill, edge(3 * 4 + 2)), Some("edge diagonal from height (1, 1)".into()));
    assert_eq!(name(&hill, edge(3 * 4 + 1)), Some("edge along y from height (1, 1)".into()));
    let hammer = parse(
        "shape = { compound = [
            { name = \"handle\", shape = { cylinder = { radius = 1, height = 2 } } },
            { name = \"head\", shape = { box = [1, 1, 1] } },
            { name = \"cap\", shape = { cylinder = { radius = 1, height = 2 } } },
        ] }",
    );
    // Each cylinder has three parts: side, top and bottom.
    let parts = [0, 1, 3, 4].map(|part| name(&hammer, Feature::Part(part)).unwrap());
    let single = parse("shape = { cylinder = { radius = 1, height = 2 } }");
    let [first, second] = [0, 1].map(|part| name(&single, Feature::Part(part)).unwrap());
    let expected =
        [format!("handle: {first}"), format!("handle: {second}"), format!("cap: {first}"), format!("cap: {second}")];
    assert_eq!(parts, expected);
    assert_eq!(name(&hammer, Feature::Vertex(3)), Some("head: vertex 3".into()));
}

#[test]
fn meshes_grow_by_their_rounding() {
    let sheet = "vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles = [[0, 1, 2]]";
    let plate = rounded(&format!("{{ {sheet}, scale = 10, surface = true, rounding = 0.5 }}"));
    // The rounding is not scaled.
    assert_eq!((plate.radius(), plate.mesh().bounding_box()[1]), (0.5, dvec3(10.0, 10.0, 0.0)));
    assert!(matches!(plate.core(), Shape::Mesh(_)));
    // Solids that are not convex stay solid; the primitives below are exact convex bodies, unless they are hollow.
    for solid in
        ["torus = { radius = 2, tube = 0.5 }", "l_extrusion = { width = 1, height = 1, thickness = 0.1, depth = 1 }"]
    {
        assert!(matches!(rounded(&format!("{{ {solid}, rounding = 0.1 }}")).core(), Shape::Polyhedron(_)), "{solid}");
    }
    for hollow in ["torus_knot = { size = 1 }", "box = [1, 2, 3]", "grid = { size = [1, 1], cells = [2, 2] }"] {
        let body = rounded(&format!("{{ {hollow}, surface = true, rounding = 0.1 }}"));
        assert!(matches!(body.core(), Shape::Mesh(_)), "{hollow}");
    }
    assert!(matches!(rounded("{ grid = { size = [1, 1], cells = [2, 2] }, rounding = 1 }").core(), Shape::Mesh(_)));
    assert!(matches!(shape("{ box = [1, 2, 3], rounding = 0.1 }"), Shape::Convex(_)));
    let folder = Folder::new(
        "rounded",
        &[("part.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")],
    );
    let text = "[span]\nend = 1\n[[body]]\nname = \"a\"\nshape = { mesh = \"part.obj\", rounding = 0.25 }\n";
    let scene = accepted(text, folder.file("s.toml"));
    let Shape::Rounded(part) = &scene.bodies[0].shape else { panic!("rounded") };
    assert!(matches!(part.core(), Shape::Polyhedron(_)) && part.radius() == 0.25);
}

/// Motions of single vertices move the core.
#[test]
fn a_rounded_mesh_may_deform() {
    let sheet =
        "vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles = [[0, 1, 2]], surface = true, rounding = 0.01";
    for motion in [
        "{ expression = [\"x\", \"y\", \"z + t*x\"] }",
        "{ vertexwise = { frames = [[[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 0, 1], [1, 0, 1], [0, 1, 1]]] } }",
    ] {
        let scene = parse(&format!("shape = {{ {sheet} }}\nmotion = {motion}"));
        let body = &scene.bodies[0];
        let moved = body.motion.at(2.0).point(1, DVec3::X);
        assert!(matches!(body.shape, Shape::Rounded(_)) && moved.z > 0.9, "{motion}: {moved}");
    }
}

#[test]
fn rows_of_heights() {
    let map = height_map("{ height_map = { cell = [1, 2], rows = [[0, 1, 0], [0, 1, 0.5]] }, surface = true }");
    assert_eq!((map.samples(), map.cell_size()), ([3, 2], DVec2::new(1.0, 2.0)));
    // The first row has the least y. On the right, the triangle (0, −1, 1), (1, −1, 0), (1, 1, 0.5).
    assert_eq!(map.vertex([2, 1]), dvec3(1.0, 1.0, 0.5));
    assert_eq!(map.height_at(0.75, -1.0), Some(0.25));
    let map = height_map(
        "{ height_map = { cell = [1, 2], rows = [[0, 1], [2, 3]], height_scale = 0.5, height_offset = -1 } }",
    );
    assert_eq!(map.heights(), [-1.0, -0.5, 0.0, 0.5]);
}

#[test]
fn files_of_heights() {
    let grid = "ncols 3\nnrows 2\nxllcorner 500000\nyllcorner 100\ncellsize 0.5\n1 2 3\n4 5 6\n";
    let folder = Folder::new("heights", &[("hill.asc", grid)]);
    // Two rows and two columns, row by row: as numpy.save writes them.
    let header = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }}{}\n", " ".repeat(61));
    let numbers: Vec<u8> = [1.0_f32, 2.0, 3.0, 4.0].iter().flat_map(|height| height.to_le_bytes()).collect();
    let array = [b"\x93NUMPY\x01\x00", &(header.len() as u16).to_le_bytes()[..], header.as_bytes(), &numbers].concat();
    std::fs::write(folder.file("hill.npy"), array).unwrap();
    let read = |keys: &str| {
        let text = format!("[span]\nend = 1\n[[body]]\nname = \"a\"\nshape = {{ height_map = {{ {keys} }} }}\n");
        Scene::parse(&text, folder.file("s.toml")).map(|scene| scene.bodies[0].shape.clone())
    };
    let heights = |keys: &str| match read(keys) {
        Ok(Shape::HeightMap(map)) => (map.cell_size(), map.heights().to_vec()),
        other => panic!("{other:?}"),
    };
    // The first line of a grid is the north: the greatest y, the last row.
    let hill = vec![4.0, 5.0, 6.0, 1.0, 2.0, 3.0];
    assert_eq!(heights("file = \"hill.asc\""), (DVec2::splat(0.5), hill.clone()));
    assert_eq!(heights("file = \"hill.asc\", cell = [1, 3]"), (DVec2::new(1.0, 3.0), hill));
    assert_eq!(heights("file = \"hill.npy\", cell = [1, 3]"), (DVec2::new(1.0, 3.0), vec![1.0, 2.0, 3.0, 4.0]));
    std::fs::write(folder.file("hill.png"), acceptance::PICTURE).unwrap();
    let (_, shades) = heights("file = \"hill.png\", cell = [1, 1], height_scale = 0.5");
    assert_eq!(shades, [1.5, 127.5, 0.5, 1.0]);
    let error = read("file = \"hill.npy\"").unwrap_err();
    assert_eq!(error.faults()[0].message(), "`height_map` has no `cell`");
    let error = read("file = \"none.asc\"").unwrap_err();
    assert!(error.faults()[0].message().starts_with("the file of heights \"none.asc\" cannot be used: "), "{error}");
}
