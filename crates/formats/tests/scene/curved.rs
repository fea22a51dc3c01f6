//! Curved shapes of a scene.
//!
//! References: closed forms of points on them, and their known faces, edges and vertices.

use super::*;
use glam::{DVec3, dvec3};
use tangency_geometry::surface::Brep;

fn parse(body: &str) -> Scene {
    accepted(&format!("[span]\nend = 2\n[[body]]\nname = \"a\"\n{body}\n"), "a.toml")
}

#[track_caller]
fn brep(scene: &Scene) -> &Brep {
    let Shape::Parametric(brep) = &scene.bodies[0].shape else { panic!("a curved shape") };
    brep
}

fn counts(brep: &Brep) -> [usize; 3] {
    [brep.faces().len(), brep.edges().len(), brep.vertices().len()]
}

#[test]
fn a_surface_by_formulas() {
    let scene = parse(
        "shape = { parametric = [\"(R+cos(v))*cos(u)\", \"(R+cos(v))*sin(u)\", \"sin(v)\"], \
         u = [0, 6.283185307179586], v = [0, \"2*pi\"], constants = { R = 2 } }",
    );
    assert!(brep(&scene).is_solid() && scene.warnings.is_empty(), "{:?}", scene.warnings);
    assert_eq!(brep(&scene).faces()[0].patch().at(0.0, 0.0, 0.0), dvec3(3.0, 0.0, 0.0));
    let surface = parse(
        "shape = { parametric = [\"cos(u)\", \"sin(u)\", \"v*t\"], u = [0, \"2*pi\"], v = [1, 2] }\nsurface = true",
    );
    assert!(!brep(&surface).is_solid() && brep(&surface).deforms() && surface.warnings.is_empty());
    // The bounds of the shape hold over the whole span of the scene, on the clock of the motion.
    assert_eq!((brep(&surface).span().lower(), brep(&surface).span().upper()), (0.0, 2.0));
}

#[test]
fn smooth_bodies_and_those_of_triangles_stand_in_the_same_place() {
    let kinds = [
        ("box = [1, 2, 3]", "box = [1, 2, 3]", [6, 12, 8]),
        ("sphere = { radius = 0.5 }", "sphere = { radius = 0.5, facets = 3 }", [6, 0, 0]),
        ("torus = { radius = 2, tube = 0.5 }", "torus = { radius = 2, tube = 0.5 }", [1, 0, 0]),
        ("cylinder = { radius = 0.5, height = 3 }", "cylinder = { radius = 0.5, height = 3, facets = 32 }", [3, 2, 0]),
        ("cone = { radius = 1, height = 2 }", "cone = { radius = 1, height = 2, facets = 32 }", [2, 1, 1]),
    ];
    for (kind, faceted, expected) in kinds {
        let (rough, smooth) =
            (parse(&format!("shape = {{ {faceted} }}")), parse(&format!("shape = {{ {kind}, smooth = true }}")));
        assert_eq!(counts(brep(&smooth)), expected, "{kind}");
        assert!(brep(&smooth).is_solid() && smooth.warnings.is_empty());
        let [low, high] = rough.bodies[0].shape.mesh().unwrap().bounding_box();
        let held = brep(&smooth).bounding_box(Interval::ZERO);
        for axis in 0..3 {
            let size = (high - low).max_element();
            assert!((held[axis].lower() - low[axis]).abs() < 0.06 * size, "{kind}: {held:?} {low}");
            assert!((held[axis].upper() - high[axis]).abs() < 0.06 * size, "{kind}: {held:?} {high}");
        }
        assert!(parse(&format!("shape = {{ {faceted}, smooth = false }}")).bodies[0].shape.mesh().is_some());
        assert!(!brep(&parse(&format!("shape = {{ {kind}, smooth = true, surface = true }}"))).is_solid());
    }
}

#[test]
fn every_other_kind() {
    let cases = [
        ("ellipsoid = { radii = [1, 2, 3] }, smooth = true", [6, 0, 0], true),
        ("capsule = { radius = 0.5, length = 1 }, smooth = true", [3, 0, 0], true),
        ("superquadric = { radii = [1, 1, 2], exponents = [4, 8] }", [6, 0, 0], true),
        ("revolution = { profile = [\"1 + 0.3*sin(2*v)\", \"v\"], v = [0, 3], capped = true }", [3, 2, 0], true),
        (
            "revolution = { profile = [\"R + cos(v)\", \"sin(v)\"], v = [0, \"2*pi\"], constants = { R = 3 } }",
            [1, 0, 0],
            true,
        ),
        (
            "sweep = { curve = [\"u\", \"u^2\", \"0\"], u = [0, 1], section = [\"0.2*cos(v)\", \"0.2*sin(v)\"], \
             v = [0, \"2*pi\"], capped = true }",
            [3, 2, 0],
            true,
        ),
        ("height_field = { z = \"0.1*sin(3*x)*cos(2*y - t)\", x = [-1, 1], y = [-2, 2] }", [1, 4, 4], false),
        (
            "faces = [{ parametric = [\"cos(u)\", \"sin(u)\", \"v\"], u = [0, \"2*pi\"], v = [0, 1] }, \
             { parametric = [\"v*cos(u)\", \"v*sin(u)\", \"0\"], u = [0, \"2*pi\"], v = [0, 1] }, \
             { parametric = [\"v*cos(u)\", \"v*sin(u)\", \"1\"], u = [0, \"2*pi\"], v = [0, 1] }]",
            [3, 2, 0],
            true,
        ),
    ];
    for (shape, expected, solid) in cases {
        let scene = parse(&format!("shape = {{ {shape} }}"));
        assert_eq!((counts(brep(&scene)), brep(&scene).is_solid()), (expected, solid), "{shape}");
        assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
    }
    let sea = parse("shape = { height_field = { z = \"x + 10*y + 100*t\", x = [-1, 1], y = [-2, 2] } }");
    assert_eq!(brep(&sea).faces()[0].patch().at(1.0, 2.0, 3.0), dvec3(1.0, 2.0, 321.0));
}

/// The formulas of a motion are substituted into those of the shape.
#[test]
fn a_motion_by_formula_becomes_part_of_the_surface() {
    let scene = parse(
        "shape = { sphere = { radius = 1 }, smooth = true }\n\
         motion = { expression = [\"x*(1 + t)\", \"y\", \"z - 5*t\"] }",
    );
    assert_eq!(scene.bodies[0].motion, Motion::Still(Pose::IDENTITY));
    let body = brep(&scene);
    assert!(body.is_solid() && body.deforms());
    for face in body.faces() {
        let place = face.patch().at(0.25, -0.5, 2.0);
        assert!((DVec3::new(place.x / 3.0, place.y, place.z + 10.0).length() - 1.0).abs() < 1e-14);
    }
}

#[test]
fn what_is_seldom_meant_is_warned_of() {
    let slit = parse("shape = { parametric = [\"cos(u)\", \"sin(u)\", \"v\"], u = [0, 6.28], v = [0, 1] }");
    assert_eq!(slit.warnings.len(), 1);
    let start =
        "body \"a\": taken as a surface without an inside: it has a border; its sides at u = 0 and u = 6.28 miss";
    assert!(slit.warnings[0].starts_with(start), "{:?}", slit.warnings);
    let gaps = parse("shape = { parametric = [\"u\", \"v\", \"sqrt(u)\"], u = [-1, 1], v = [0, 1] }\nsurface = true");
    let start = "body \"a\": its formulas may have no value near u = -0.9";
    assert!(gaps.warnings.len() == 1 && gaps.warnings[0].starts_with(start), "{:?}", gaps.warnings);
}

/// Four rows of four control points of a flat square, with an optional further key.
fn flat_patch(more: &str) -> String {
    let points: Vec<String> = (0..16).map(|i| format!("[{}, {}, 0]", i / 4, i % 4)).collect();
    format!("{{ degree = [3, 3], points = [{}]{more} }}", points.join(", "))
}

#[test]
fn patches_and_surfaces_of_splines() {
    let scene = parse(&format!("shape = {{ bezier = [{}] }}\nsurface = true", flat_patch("")));
    assert_eq!(counts(brep(&scene)), [1, 4, 4]);
    assert_eq!(brep(&scene).faces()[0].patch().at(0.5, 0.25, 0.0), dvec3(1.5, 0.75, 0.0));
    // The control points rise by 2 m during the span of 2 s.
    let end: Vec<String> = (0..16).map(|i| format!("[{}, {}, 2]", i / 4, i % 4)).collect();
    let rising = flat_patch(&format!(", end = [{}]", end.join(", ")));
    let scene = parse(&format!("shape = {{ bezier = [{rising}] }}\nsurface = true"));
    assert!(brep(&scene).deforms());
    assert_eq!(brep(&scene).faces()[0].patch().at(0.5, 0.5, 1.0), dvec3(1.5, 1.5, 1.0));
    // A NURBS surface of two spans along u.
    let points: Vec<String> = (0..6).map(|i| format!("[{}, {}, 0]", i / 2, i % 2)).collect();
    let scene = parse(&format!(
        "shape = {{ nurbs = [{{ degree = [1, 1], knots = [[0, 0, 1, 3, 3], [0, 0, 1, 1]], points = [{}] }}] }}\n\
         surface = true",
        points.join(", ")
    ));
    assert_eq!(brep(&scene).faces().len(), 2);
    assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
}

#[test]
fn faults_of_splines_have_their_place() {
    let refused = |body: &str| {
        let text = format!("[span]\nend = 2\n[[body]]\nname = \"a\"\nsurface = true\n{body}\n");
        Scene::parse(&text, "a.toml").unwrap_err().to_string()
    };
    let weights = refused(&format!("shape = {{ bezier = [{}] }}", flat_patch(", weights = [1, 2]")));
    assert!(weights.contains("2 weights are given: the degrees and knots ask for 16"), "{weights}");
    let degree = refused(&format!("shape = {{ bezier = [{}] }}", flat_patch("").replace("[3, 3], p", "[3, 9], p")));
    assert!(degree.contains("`degree[1]` must be an integer from 1 to 7, found 9"), "{degree}");
    let knots = refused(
        "shape = { nurbs = [{ degree = [1, 1], knots = [[0, 1, 0, 1], [0, 0, 1, 1]], \
         points = [[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]] }] }",
    );
    assert!(knots.contains("knot 2 along u is 0"), "{knots}");
    let file = refused("shape = { patches = \"no-such-file.bpt\" }");
    assert!(file.contains("the file of patches \"no-such-file.bpt\" cannot be used"), "{file}");
    let unnamed = refused("shape = { patches = \"\" }");
    assert!(unnamed.contains("the path of the file of patches is empty"), "{unnamed}");
    let unnamed = refused("shape = { step = \"\" }");
    assert!(unnamed.contains("the path of the STEP file is empty"), "{unnamed}");
    let square = "degree = [1, 1], points = [[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]]";
    let spread = refused(&format!("shape = {{ bezier = [{{ {square}, weights = [1, 1, 1e9, 1] }}] }}"));
    assert!(spread.contains("weight 0 is 1 and weight 2 is 1000000000"), "{spread}");
    let equal = refused(&format!("shape = {{ nurbs = [{{ {square}, knots = [[0, 0, 0, 0], [0, 0, 1, 1]] }}] }}"));
    assert!(equal.contains("the range along u is empty: knots 1 and 2,"), "{equal}");
    let point = "{ degree = [1, 1], points = [[1, 2, 3], [1, 2, 3], [1, 2, 3], [1, 2, 3]] }";
    let degenerate = refused(&format!("shape = {{ bezier = [{{ {square} }}, {point}] }}"));
    assert!(degenerate.contains("face 1 of 2, from 0, has no normal anywhere"), "{degenerate}");
}
