//! Built-in scenes as scene files: what is written and read again is the same scene.

use tangency::{Scene, scenes};

/// Scenes that no scene file describes: links of a robot, implicit solids that are made in code, bodies of
/// revolution by patches, whose irrational control points are enclosed and not rounded, and trimmed faces.
const NOT_WRITTEN: [&str; 10] = [
    "arm",
    "arm-too-low",
    "checkerboard",
    "pin-in-bore",
    "cloth-on-torus",
    "fruit",
    "tori-chain",
    "goblets",
    "bolt",
    "bolt-jammed",
];

#[test]
fn built_in_scenes_are_written_and_read_again() {
    let names = scenes::ALL.iter().map(|scene| scene.name).chain(scenes::SIMULATED.iter().map(|scene| scene.name));
    let mut refused = Vec::new();
    for name in names {
        let scene = scenes::make(name).expect("a built-in scene");
        let text = match scene.to_toml("scene.toml") {
            Ok(text) => text,
            Err(error) => {
                println!("{name}: {error}");
                refused.push(name);
                continue;
            }
        };
        let read = Scene::parse(&text, "scene.toml").unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((&read.name, &read.description, read.span), (&scene.name, &scene.description, scene.span));
        assert_eq!((&read.query, &read.dynamics), (&scene.query, &scene.dynamics), "{name}");
        assert_eq!(read.bodies.len(), scene.bodies.len(), "{name}");
        for (read, body) in read.bodies.iter().zip(&scene.bodies) {
            assert!(read.name == body.name && read.shape == body.shape, "{name}: the shape of {}", body.name);
            assert!(read.motion == body.motion, "{name}: the motion of {}", body.name);
            assert_eq!((read.self_contact, read.color), (body.self_contact, body.color), "{name}");
        }
    }
    assert_eq!(refused, NOT_WRITTEN);
}
