//! Scenes that are written and read again.
//!
//! Reference: the scene itself. Every scene that the other tests of this folder accept goes through [`accepted`].

use super::*;
use glam::{DMat3, DQuat, DVec3, dvec3};
use std::path::Path;
use tangency_formats::SceneBody;
use tangency_formats::scene::dynamics::{BodyMaterial, BodyMatter, Dynamics, Heft, SceneResponse, Weight};
use tangency_formats::scene::forces::{SceneForces, SceneThrust, ThrustFrame};
use tangency_geometry::surface::Brep;
use tangency_geometry::{
    Ballistic, ChebyshevMotion, Compound, CompoundPart, Convex, Expression, HalfSpace, HeightMap, Linear, Piecewise,
    Rigid, RoundedMesh, Screw, ScrewAxis, Solid, Vertexwise, primitive,
};
use tangency_interval::Chebyshev;

/// The scene of a text, which is also written and read again: as it stood in the file, and as numbers.
pub(super) fn accepted(text: &str, path: impl AsRef<Path>) -> Scene {
    let path = path.as_ref();
    let scene = Scene::parse(text, path).unwrap_or_else(|error| panic!("{error}\n\n{text}"));
    let written = scene.to_toml(path).unwrap_or_else(|error| panic!("{error}\n\n{text}"));
    let read = Scene::parse(&written, path).unwrap_or_else(|error| panic!("{error}\n\n{written}"));
    assert_same(&read, &scene);
    // A body without its source, as if it were made in code. Not every one of these can be written.
    let bare = |body: &SceneBody| {
        let mut copy = SceneBody::new(&body.name, body.shape.clone(), body.motion.clone());
        (copy.self_contact, copy.color) = (body.self_contact, body.color);
        copy
    };
    let made = Scene { bodies: scene.bodies.iter().map(bare).collect(), ..scene.clone() };
    if let Ok(written) = made.to_toml(path) {
        let read = Scene::parse(&written, path).unwrap_or_else(|error| panic!("{error}\n\n{written}"));
        assert_same(&read, &scene);
    }
    scene
}

/// Every number, but the warnings.
fn assert_same(read: &Scene, scene: &Scene) {
    assert_eq!((&read.name, &read.description, read.span), (&scene.name, &scene.description, scene.span));
    assert_eq!((&read.query, &read.dynamics), (&scene.query, &scene.dynamics));
    assert_eq!(read.bodies.len(), scene.bodies.len());
    for (read, body) in read.bodies.iter().zip(&scene.bodies) {
        assert_eq!((&read.name, read.self_contact, read.color), (&body.name, body.self_contact, body.color));
        assert!(read.shape == body.shape, "the shape of {:?} has changed", body.name);
        assert!(read.motion == body.motion, "the motion of {:?} has changed", body.name);
    }
}

/// Writes and reads a scene that was made in code.
fn again(scene: &Scene) -> Scene {
    let text = scene.to_toml("made.toml").unwrap_or_else(|error| panic!("{error}"));
    let read = Scene::parse(&text, "made.toml").unwrap_or_else(|error| panic!("{error}\n\n{text}"));
    assert_same(&read, scene);
    read
}

/// Numbers with all their digits.
fn odd() -> Pose {
    Pose::new(DQuat::from_xyzw(0.1, -0.7, 0.3, 1.0 / 3.0).normalize(), dvec3(0.1, -1.0 / 3.0, 1e-17)).unwrap()
}

fn scene_of(bodies: Vec<SceneBody>) -> Scene {
    Scene::new("made \"in\" code\\", SceneSpan { start: -0.1, end: 2.0 / 3.0 }, bodies)
}

#[test]
fn every_shape_made_in_code() {
    let cube = primitive::cuboid(dvec3(0.1, 0.2, 1.0 / 3.0)).unwrap();
    let sheet = cube.mesh().clone();
    let tool = Convex::cylinder(0.02, 0.3).unwrap().placed(&odd());
    let parts = vec![
        CompoundPart::new("handle", tool.into()),
        CompoundPart::new("head", Shape::from(cube.clone()).placed(&odd()).unwrap()),
        CompoundPart::new("side", HalfSpace::facing(dvec3(1.0, 2.0, 3.0), 0.1).unwrap().into()),
    ];
    let heights = vec![0.1, 0.2, 0.3, -0.4, 5e-8, 1e9];
    let shapes: Vec<(&str, Shape)> = vec![
        ("solid", cube.clone().into()),
        ("sheet", sheet.clone().into()),
        ("sphere", Convex::sphere(0.1).unwrap().into()),
        ("capsule", Convex::capsule(0.1, 0.7).unwrap().into()),
        ("cylinder", Convex::cylinder(0.1, 0.7).unwrap().rounded(0.01).unwrap().into()),
        ("cone", Convex::cone(0.1, 0.7).unwrap().into()),
        ("ellipsoid", Convex::ellipsoid(dvec3(0.1, 0.2, 0.3)).unwrap().into()),
        ("hull", Convex::hull(sheet.vertices().to_vec()).unwrap().into()),
        ("rounded box", Convex::cuboid(dvec3(0.1, 0.2, 0.7)).unwrap().rounded(0.03).unwrap().into()),
        ("exact box", Convex::cuboid(dvec3(0.1, 0.2, 0.7)).unwrap().into()),
        ("thick solid", RoundedMesh::of_solid(cube, 0.1).unwrap().into()),
        ("thick sheet", RoundedMesh::of_surface(sheet, 0.1).unwrap().into()),
        ("floor", HalfSpace::facing(dvec3(0.3, 0.1, -1.0), 1.0 / 3.0).unwrap().into()),
        ("terrain", HeightMap::new([3, 2], glam::dvec2(0.1, 0.2), heights).unwrap().into()),
        ("compound", Compound::new(parts).unwrap().into()),
    ];
    let kinds = shapes.len();
    let body = |(name, shape): (&str, Shape)| SceneBody::new(name, shape, Motion::Still(odd()));
    let read = again(&scene_of(shapes.into_iter().map(body).collect()));
    assert_eq!(read.bodies.len(), kinds);
}

#[test]
fn every_motion_made_in_code() {
    let (v, w) = (dvec3(0.1, 0.2, -1.0 / 3.0), dvec3(1.0, 0.7, 1e-9));
    let axis = ScrewAxis { point: dvec3(0.1, 0.2, 0.3), direction: dvec3(1.0, 2.0, 0.7) };
    let series = |values: &[f64]| Chebyshev::new(0.0, 2.0, values).unwrap();
    let rotation = [series(&[0.0]), series(&[0.0, 0.01]), series(&[0.0]), series(&[1.0])];
    let screw = Screw::between(odd(), Pose::IDENTITY, 0.7).unwrap();
    let linear = Motion::Linear(Linear::new(odd(), v).unwrap());
    let frames = vec![vec![v, w, v + w, 2.0 * w], vec![v + w, w, v, w]];
    let motions = vec![
        Motion::Still(Pose::IDENTITY),
        linear.clone(),
        Motion::Ballistic(Ballistic::new(odd(), v, dvec3(0.0, 0.0, -9.81)).unwrap()),
        Motion::Rigid(Rigid::new(odd(), v, w).unwrap()),
        Motion::Screw(screw),
        Motion::Screw(Screw::about(axis, odd(), -7.0, 0.1, 0.3).unwrap()),
        Motion::Chebyshev(
            ChebyshevMotion::new(rotation, [series(&[0.1, 0.2]), series(&[0.3]), series(&[0.0, 1e-3])]).unwrap(),
        ),
        Motion::Piecewise(Piecewise::new(vec![0.0, 1.0 / 3.0], vec![linear, Motion::Screw(screw)]).unwrap()),
        Motion::Vertexwise(Vertexwise::new(vec![0.0, 0.7], frames).unwrap()),
        Motion::Expression(Expression::parse(["x + 0.1*sin(3*t)", "y*(1 - t^2)", "z - x/3"]).unwrap()),
    ];
    let shape = Shape::from(primitive::tetrahedron(0.7).unwrap());
    let body = |(index, motion): (usize, Motion)| SceneBody::new(format!("{index}"), shape.clone(), motion);
    again(&scene_of(motions.into_iter().enumerate().map(body).collect()));
}

#[test]
fn settings_matter_and_colours() {
    let ball = Shape::from(Convex::sphere(0.1).unwrap());
    let mut free = SceneBody::new("free", ball.clone(), Motion::Rigid(Rigid::new(odd(), DVec3::X, DVec3::Y).unwrap()));
    free.color = Some([1, 171, 255]);
    let sheet = Shape::from(primitive::tetrahedron(0.7).unwrap().mesh().clone());
    let cloth = SceneBody::new("cloth \"2\"", sheet, Motion::Still(Pose::IDENTITY)).with_self_contact(true);
    let inertia = DMat3::from_diagonal(dvec3(0.1, 0.2, 0.25));
    let heft = Heft { weight: Weight::Mass(1.0 / 3.0), centre: Some(DVec3::X), inertia: Some(inertia) };
    let material = BodyMaterial { restitution: 0.1, friction: 0.7, torsion: 1.0 / 3.0, rolling: 0.003 };
    let matter = vec![BodyMatter { free: Some(heft), material }, BodyMatter::default()];
    let thrust =
        SceneThrust { force: dvec3(0.1, 1.0 / 3.0, 7.0), axes: ThrustFrame::Body, from: 0.1, until: Some(0.7) };
    let thrusts = vec![thrust, SceneThrust { axes: ThrustFrame::World, until: None, ..thrust }];
    let forces = vec![SceneForces { thrusts, linear_drag: 0.1, quadratic_drag: 1.0 / 7.0 }, SceneForces::default()];
    let response = Some(SceneResponse::LeastConstraint);
    let moving = Dynamics { step: Some(0.01), response, ..Dynamics::new(dvec3(0.0, 0.1, -1.6), matter) };
    let dynamics = Dynamics { wind: dvec3(1.0 / 3.0, 0.0, 2.0), forces, ..moving };
    let query = QuerySettings {
        tolerance: Some(1e-7),
        separation: Some(0.1),
        may_touch: vec![["free".into(), "cloth \"2\"".into()]],
        simultaneity: Some(1e-9),
        spacing: Some(0.3),
    };
    let scene = Scene { query, dynamics: Some(dynamics), ..scene_of(vec![free, cloth]) };
    again(&Scene { description: "a\tb".into(), ..scene });
}

#[test]
fn curved_faces_keep_what_they_are() {
    let read = again(&scene_of(vec![
        SceneBody::new("ball", Brep::sphere(0.1).unwrap(), Motion::Still(odd())),
        SceneBody::new("tube", Brep::cylinder(0.1, 0.7).unwrap(), Motion::Still(odd())),
    ]));
    // A sphere by formula knows that it is a sphere, so that its contacts are fast.
    for body in &read.bodies {
        let Shape::Parametric(brep) = &body.shape else { panic!("{} is curved", body.name) };
        assert!(brep.convex().is_some(), "{}", body.name);
    }
}

#[test]
fn what_cannot_be_written_says_why() {
    let refusal = |shape: Shape| {
        let body = SceneBody::new("odd one", shape, Motion::Still(Pose::IDENTITY));
        scene_of(vec![body]).to_toml("a.toml").unwrap_err().to_string()
    };
    let placed = refusal(Convex::sphere(1.0).unwrap().placed(&odd()).into());
    assert!(placed.contains("\"odd one\"") && placed.contains("placed within its own frame"), "{placed}");
    let parts = [Solid::sphere(1.0).unwrap(), Solid::cuboid(DVec3::ONE).unwrap()];
    let union = refusal(Solid::union(&parts).unwrap().into());
    assert!(union.contains("several functions"), "{union}");
    let unwritable = scene_of(Vec::new()).write("/no/such/folder/a.toml").unwrap_err().to_string();
    assert!(unwritable.contains("/no/such/folder/a.toml"), "{unwritable}");
}

/// A body that was changed after it was read is written as it is now, not as it stood in the file.
#[test]
fn a_changed_body_is_written_as_it_is() {
    let text = "span = { end = 1 }\n[[body]]\nname = \"a\"\nshape = { torus = { radius = 1, tube = 0.25 } }\n\
                motion = { linear = { velocity = [1, 0, 0] } }\n";
    let mut scene = accepted(text, "a.toml");
    assert!(scene.to_toml("a.toml").unwrap().contains("torus"));
    scene.bodies[0].motion = Motion::Linear(Linear::new(odd(), DVec3::Z).unwrap());
    let moved = again(&scene);
    assert!(scene.to_toml("a.toml").unwrap().contains("torus"), "the shape has not changed");
    scene.bodies[0].shape = Convex::sphere(0.1).unwrap().into();
    again(&scene);
    assert!(!scene.to_toml("a.toml").unwrap().contains("torus"));
    assert_eq!(moved.bodies[0].motion, scene.bodies[0].motion);
}
