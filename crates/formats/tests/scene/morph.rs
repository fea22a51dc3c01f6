//! Deforming bodies from the morph targets of glTF files, and all refusals.
//!
//! Reference: the heights that the tests write into the files.

use super::acceptance::Folder;
use super::sequence::{frame, frames_of};
use super::*;

/// A triangle that a morph target lifts by 4 within 2 s, as JSON with an embedded buffer.
pub(super) fn morphing() -> String {
    let floats: [f32; 22] = [
        0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, // positions
        0.0, 0.0, 4.0, 0.0, 0.0, 4.0, 0.0, 0.0, 4.0, // displacements
        0.0, 2.0, 0.0, 1.0, // times, weights
    ];
    let bytes: Vec<u8> = floats.iter().flat_map(|value| value.to_le_bytes()).collect();
    let data = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, &bytes);
    let accessor = |start: usize, count: usize, kind: &str| {
        format!(
            r#"{{ "bufferView": 0, "byteOffset": {start}, "componentType": 5126, "count": {count}, "type": "{kind}" }}"#
        )
    };
    let accessors =
        [accessor(0, 3, "VEC3"), accessor(36, 3, "VEC3"), accessor(72, 2, "SCALAR"), accessor(80, 2, "SCALAR")];
    format!(
        r#"{{ "asset": {{ "version": "2.0" }}, "scenes": [{{ "nodes": [0] }}], "nodes": [{{ "mesh": 0 }}],
        "meshes": [{{ "primitives": [{{ "attributes": {{ "POSITION": 0 }}, "targets": [{{ "POSITION": 1 }}] }}] }}],
        "animations": [{{ "name": "up", "samplers": [{{ "input": 2, "output": 3 }}],
            "channels": [{{ "sampler": 0, "target": {{ "node": 0, "path": "weights" }} }}] }}],
        "accessors": [{}], "bufferViews": [{{ "buffer": 0, "byteLength": 88 }}],
        "buffers": [{{ "byteLength": 88, "uri": "data:application/octet-stream;base64,{data}" }}] }}"#,
        accessors.join(", ")
    )
}

fn morph_scene(shape: &str, motion: &str) -> String {
    format!("[span]\nend = 6\n[[body]]\nname = \"a\"\nsurface = true\n\nshape = {shape}\nmotion = {motion}\n")
}

#[test]
fn the_animation_of_a_file_is_played() {
    let folder = Folder::new("morph", &[("face.gltf", &morphing())]);
    for animation in ["", "animation = \"up\""] {
        let text = morph_scene("{ mesh = \"face.gltf\", scale = 0.5 }", &format!("{{ morph = {{ {animation} }} }}"));
        let motion = frames_of(&folder, &text);
        assert_eq!(motion.times(), [0.0, 2.0]);
        assert_eq!([0, 1].map(|frame| motion.frames()[frame][1].to_array()), [[0.5, 0.0, 0.0], [0.5, 0.0, 2.0]]);
    }
    let both = "{ piecewise = [{ start = 0, motion = { morph = {} } }, { start = 2, motion = { still = {} } }] }";
    let text = morph_scene("{ mesh = \"face.gltf\" }", both);
    let scene = accepted(&text, folder.file("scene.toml"));
    assert_eq!(scene.warnings, ["body \"a\": it jumps by 4 m at 2 s of its motion"]);
}

#[test]
fn animations_that_are_not_there() {
    let folder = Folder::new("no-morph", &[("face.gltf", &morphing()), ("still.obj", &frame("obj", 0.0))]);
    let cases = [
        ("{ grid = { size = [1, 1], cells = [1, 1] } }", "{ morph = {} }", "only a shape from a glTF file"),
        ("{ mesh = \"still.obj\" }", "{ morph = {} }", "still.obj: found a mesh without morph targets"),
        ("{ mesh = \"face.gltf\", merge = true }", "{ morph = {} }", "`merge = true` cannot be morphed"),
        ("{ mesh = \"face.gltf\" }", "{ morph = { animation = \"down\" } }", "with the name `down`"),
        ("{ mesh = \"face.gltf\" }", "{ morph = { animation = 1 } }", "`animation` must be a string"),
        ("{ mesh = \"face.gltf\" }", "{ morph = { speed = 1 } }", "unknown key \"speed\" in `morph`"),
    ];
    for (shape, motion, message) in cases {
        let error = Scene::parse(&morph_scene(shape, motion), folder.file("scene.toml")).expect_err(motion);
        assert!(error.faults()[0].message().contains(message), "{error}");
        assert_eq!(error.faults()[0].place().map(|place| place.line), Some(8), "{error}");
    }
}
