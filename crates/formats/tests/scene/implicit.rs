//! Implicit solids in scenes: every kind, and all refusals.
//!
//! Reference: whether points are inside, in closed form.

use super::acceptance::Folder;
use super::refusals::{refused, with_shape};
use super::*;
use glam::{DVec3, dvec3};
use tangency_geometry::Solid;
use tangency_geometry::solid::SolidWork as Workspace;

fn solid_of(scene: &Scene) -> &Solid {
    match &scene.bodies[0].shape {
        Shape::Implicit(solid) => solid,
        Shape::Polyhedron(_)
        | Shape::Mesh(_)
        | Shape::Parametric(_)
        | Shape::Convex(_)
        | Shape::Rounded(_)
        | Shape::HalfSpace(_)
        | Shape::HeightMap(_)
        | Shape::Compound(_) => {
            panic!("not an implicit solid")
        }
    }
}

/// Whether the points are inside the solid, where its value is negative.
fn inside<const N: usize>(shape: &str, points: [DVec3; N]) -> [bool; N] {
    let scene = accepted(&with_shape(shape), "scene.toml");
    assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
    let mut work = Workspace::default();
    points.map(|point| solid_of(&scene).value_at(point, 0.0, &mut work) < 0.0)
}

#[test]
fn formulas_with_their_box() {
    let ball = "{ implicit = \"x^2 + y^2 + z^2 - r^2\", box = [[-2, -2, -2], [2, 2, 2]], constants = { r = 0.5 } }";
    assert_eq!(inside(ball, [DVec3::ZERO, dvec3(0.49, 0.0, 0.0), dvec3(0.51, 0.0, 0.0)]), [true, true, false]);
    let placed = "{ implicit = \"x^2 + y^2 + z^2 - 1/4\", box = [[-2, -2, -2], [2, 2, 2]], position = [0, 3, 0] }";
    assert_eq!(inside(placed, [DVec3::ZERO, dvec3(0.0, 3.4, 0.0)]), [false, true]);
    let rising = "{ implicit = \"x^2 + y^2 + (z - t)^2 - 1/4\", box = [[-2, -2, -2], [2, 2, 2]] }";
    let scene = accepted(&with_shape(rising), "scene.toml");
    assert!(solid_of(&scene).deforms());
    // The span is one second long.
    let z = solid_of(&scene).bounding_box()[2];
    assert!(z.lower() <= -0.5 && z.lower() > -0.6 && z.upper() >= 1.5 && z.upper() < 1.6, "{z:?}");
}

#[test]
fn combinations_nested_and_placed() {
    let bead = "{ difference = [{ sphere = { radius = 1 } }, { cylinder = { radius = 0.25, height = 4 } }] }";
    let points = [DVec3::ZERO, dvec3(0.0, 0.0, 0.9), dvec3(0.5, 0.0, 0.0), dvec3(1.1, 0.0, 0.0)];
    assert_eq!(inside(bead, points), [false, false, true, false]);
    let nested = "{ union = [
        { intersection = [{ box = [1, 1, 1] }, { sphere = { radius = 0.6 } }] },
        { torus = { radius = 1, tube = 0.1 }, position = [0, 0, 2], \
          orientation = [0, 0.7071067811865476, 0, 0.7071067811865476] },
    ] }";
    // The axis of the torus is rotated from z to x.
    let points = [
        dvec3(0.55, 0.0, 0.0),
        dvec3(0.45, 0.0, 0.0),
        dvec3(0.0, 1.0, 2.0),
        dvec3(1.0, 0.0, 2.0),
        dvec3(0.0, 0.0, 3.0),
    ];
    assert_eq!(inside(nested, points), [false, true, true, false, true]);
}

#[test]
fn solids_of_a_few_numbers() {
    let one = |part: &str, within: DVec3, outside: DVec3| {
        assert_eq!(inside(&format!("{{ union = [{part}] }}"), [within, outside]), [true, false], "{part}");
    };
    one("{ box = [1, 2, 3] }", dvec3(0.4, 0.9, 1.4), dvec3(0.6, 0.9, 1.4));
    one("{ ellipsoid = { radii = [1, 2, 3] } }", dvec3(0.0, 0.0, 2.9), dvec3(1.1, 0.0, 0.0));
    one("{ cylinder = { radius = 1, height = 2 } }", dvec3(0.6, 0.6, 0.9), dvec3(0.8, 0.8, 0.0));
    one("{ cone = { radius = 1, height = 2 } }", dvec3(0.0, 0.4, 1.0), dvec3(0.0, 0.6, 1.0));
    one("{ capsule = { radius = 0.5, length = 2 } }", dvec3(0.0, 0.0, 1.4), dvec3(0.4, 0.0, 1.4));
    one("{ superquadric = { radii = [1, 1, 1], exponents = [8, 8] } }", DVec3::splat(0.85), DVec3::splat(0.95));
    let half = "{ half_space = { point = [0, 0, 0.5], outward = [0, 0, 2], box = [[-1, -1, -1], [1, 1, 1]] } }";
    one(half, dvec3(0.9, 0.0, 0.4), dvec3(0.9, 0.0, 0.6));
    let blobs =
        "{ metaballs = [{ centre = [0, 0, 0], radius = 1 }, { centre = [1.5, 0, 0], radius = 1, strength = 1 }] }";
    one(blobs, dvec3(0.75, 0.0, 0.0), dvec3(0.75, 1.2, 0.0));
    assert_eq!(inside(blobs, [DVec3::ZERO]), [true]);
}

/// Signed distances from a ball of radius 1 about (1.5, 1.5, 1.5), sampled every half metre.
fn distances() -> Vec<f64> {
    let at = |i: usize| 0.5 * dvec3((i % 7) as f64, (i / 7 % 7) as f64, (i / 49) as f64);
    (0..343).map(|i| at(i).distance(DVec3::splat(1.5)) - 1.0).collect()
}

fn nrrd(fields: &str, samples: &[f64]) -> String {
    let text = samples.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    format!("NRRD0004\ntype: double\ndimension: 3\nsizes: 7 7 7\nencoding: ascii\n{fields}\n{text}\n")
}

#[test]
fn volumes_from_files() {
    let densities: Vec<f64> = distances().iter().map(|distance| 100.0 - 50.0 * distance).collect();
    let (told, plain, bright) =
        (nrrd("spacings: 0.5 0.5 0.5\n", &distances()), nrrd("", &distances()), nrrd("", &densities));
    let folder = Folder::new("volumes", &[("told.nrrd", &told), ("plain.nrrd", &plain), ("bright.nrrd", &bright)]);
    let read = |shape: &str| {
        let scene = accepted(&with_shape(shape), folder.file("scene.toml"));
        let mut work = Workspace::default();
        let at = |x: f64| dvec3(1.5 + x, 1.5, 1.5);
        let solid = solid_of(&scene).clone();
        [0.0, 0.9, 1.1].map(|x| solid.value_at(at(x), 0.0, &mut work) < 0.0)
    };
    let expected = [true, true, false];
    assert_eq!(read("{ volume = \"told.nrrd\" }"), expected);
    assert_eq!(read("{ volume = \"plain.nrrd\", spacing = [0.5, 0.5, 0.5], axes = \"zyx\", below = 0 }"), expected);
    assert_eq!(read("{ volume = \"bright.nrrd\", spacing = [0.5, 0.5, 0.5], above = 100 }"), expected);
    let moved = "{ volume = \"told.nrrd\", origin = [-10, 0, 0], position = [10, 0, 0] }";
    assert_eq!(read(moved), expected);
    let cut = "{ difference = [{ volume = \"told.nrrd\" }, { box = [1, 9, 9], position = [1, 1, 1] }] }";
    assert_eq!(read(cut), [false, true, false]);
}

#[test]
fn a_formula_without_values_is_pointed_out() {
    let text = with_shape("{ implicit = \"sqrt(x) + y^2 + z^2 - 1\", box = [[-1, -2, -2], [2, 2, 2]] }");
    let scene = accepted(&text, "scene.toml");
    assert!(scene.warnings[0].contains("its formula may have no value near ("), "{:?}", scene.warnings);
}

#[test]
fn what_is_no_solid_is_refused() {
    let text = with_shape("{ implicit = \"x^2 + q\", box = [[-2, -2, -2], [2, 2, 2]] }");
    refused(
        &text,
        "q\"",
        "not a formula: there is no variable or constant `q` (known are e, pi, t, tau, x, y, z, π, τ)",
        "here",
    );
    let text = with_shape("{ implicit = \"x^2 - 1\" }");
    refused(&text, "{ implicit", "`shape` has no `box`", "add `box = [[-2, -2, -2], [2, 2, 2]]`");
    let text = with_shape("{ implicit = \"x\", box = [[1, 0, 0], [0, 1, 1]] }");
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    assert!(
        error.faults()[0].message().starts_with("the box from [1, 0, 0] to [0, 1, 1] must have finite corners"),
        "{error}"
    );
    let text = with_shape("{ implicit = \"x^2 + 1\", box = [[-1, -1, -1], [1, 1, 1]] }");
    let message = "the solid cannot be made: there is no solid: the formula is positive everywhere within the box from \
                   [-1, -1, -1] to [1, 1, 1]; a solid is where it is negative";
    refused(&text, "\"x^2 + 1\"", message, "");
    let text = with_shape("{ implicit = \"x\", box = [[-1, -1, -1], [1, 1, 1]], surface = true }");
    refused(&text, "true", "a body of this kind is always solid", "leave `surface` out");
    let text = with_shape("{ union = [] }");
    let message = "`union` must be a list of solids, such as [{ sphere = { radius = 1 } }], found an empty array";
    refused(&text, "[] }", message, "expected a list of solids, such as [{ sphere = { radius = 1 } }]");
    let text = with_shape("{ union = [{ spere = { radius = 1 } }] }");
    refused(&text, "spere", "unknown kind of solid \"spere\"", "did you mean `sphere`?");
    let text = with_shape("{ union = [{ sphere = { radius = 1 }, surface = true }] }");
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    assert_eq!(error.faults()[0].message(), "unknown key \"surface\" in `union[0]`");
    let text = with_shape(
        "{ intersection = [{ sphere = { radius = 1 } }, { sphere = { radius = 1 }, position = [5, 0, 0] }] }",
    );
    let error = Scene::parse(&text, "scene.toml").unwrap_err();
    assert!(error.faults()[0].message().starts_with("the intersection cannot be made: there is no solid"), "{error}");
    let text = with_shape("{ union = [{ torus = { radius = 1, tube = 2 } }] }");
    let message = "the torus cannot be made: the torus' tube radius 2 must be less than the torus' radius 1";
    refused(&text, "{ radius = 1, tube = 2 }", message, "");
    // All faults of a list are reported.
    let text = with_shape("{ union = [{ sphere = {} }, { box = 1 }] }");
    assert_eq!(Scene::parse(&text, "scene.toml").unwrap_err().faults().len(), 2);
}

#[test]
fn volumes_that_cannot_be_used_are_refused() {
    let folder =
        Folder::new("novolumes", &[("a.nrrd", &nrrd("", &distances())), ("b.nrrd", "NRRD0004\ntype: float\n")]);
    let fault = |shape: &str| {
        let error = Scene::parse(&with_shape(shape), folder.file("scene.toml")).unwrap_err();
        error.faults()[0].message().to_owned()
    };
    assert!(fault("{ volume = \"none.nrrd\" }").starts_with("the volume file \"none.nrrd\" cannot be used: "));
    assert!(fault("{ volume = \"b.nrrd\" }").contains("found no field `dimension`"));
    assert!(fault("{ volume = \"a.nrrd\", above = 9 }").contains("no sample is inside"));
    assert!(fault("{ volume = \"a.nrrd\", above = 9, below = 1 }").contains("not both"));
    assert!(fault("{ volume = \"a.nrrd\", axes = \"yxz\" }").contains("\"xyz\" or \"zyx\""));
    assert!(fault("{ volume = \"a.nrrd\", spacing = [1, 0, 1] }").contains("positive spacings"));
}
