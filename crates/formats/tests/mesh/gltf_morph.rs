//! Morph targets and their animation.
//!
//! Reference: positions computed by hand from the numbers of the sample.

use crate::samples::{embed, morph_gltf_parts};
use glam::{DVec3, dvec3};
use serde_json::{Value, json};
use tangency_formats::mesh::{ErrorKind, Format, MeshFileError, MeshFilePlace, Morph, parse_morph};

fn changed(change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let (mut document, buffer) = morph_gltf_parts();
    change(&mut document);
    embed(document, &buffer)
}

fn played(change: impl FnOnce(&mut Value)) -> Result<Morph, MeshFileError> {
    parse_morph(&changed(change), "sample.gltf", None)
}

/// The welded sample. It contains (1, 1, 0) twice, because its copies have different displacements.
fn rest() -> Vec<DVec3> {
    vec![DVec3::ZERO, DVec3::X, dvec3(1.0, 1.0, 0.0), dvec3(1.0, 1.0, 0.0), DVec3::Y]
}

#[test]
fn the_keys_are_the_frames() {
    let file = Format::Gltf.parse(&changed(|_| ())).unwrap();
    assert_eq!(file.mesh.vertices(), rest());
    assert_eq!(file.mesh.triangles(), [[0, 1, 2], [0, 3, 4]]);
    let morph = played(|_| ()).unwrap();
    assert_eq!((morph.times(), morph.vertex_count()), (&[0.0, 1.0, 3.0][..], 5));
    let form = |first: f64, second: f64| {
        let mut form: Vec<DVec3> = rest().iter().map(|&vertex| vertex + first * DVec3::Z).collect();
        form[3] += second * 3.0 * DVec3::Z;
        form
    };
    let frames =
        [(-1.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.5, 0.5, 0.0), (1.0, 1.0, 0.0), (2.0, 0.75, 1.0), (9.0, 0.5, 2.0)];
    for (time, first, second) in frames {
        assert_eq!(morph.frame(time), form(first, second), "at {time}");
    }
}

#[test]
fn weights_without_animation_give_the_form_at_rest() {
    for change in [
        |document: &mut Value| document["meshes"][0]["weights"] = json!([2, 1]),
        |document: &mut Value| document["nodes"][0]["weights"] = json!([2, 1]),
    ] {
        let file = Format::Gltf.parse(&changed(change)).unwrap();
        let heights: Vec<f64> = file.mesh.vertices().iter().map(|vertex| vertex.z).collect();
        assert_eq!(heights, [2.0, 2.0, 2.0, 5.0, 2.0]);
    }
}

#[test]
fn displacements_turn_and_grow_with_the_node_but_do_not_move_with_it() {
    let morph = played(|document| {
        document["nodes"] = json!([{ "mesh": 0, "scale": [2, 2, -2], "translation": [10, 0, 0] }]);
    });
    let frame = morph.unwrap().frame(1.0);
    assert_eq!(frame[1], dvec3(12.0, 0.0, -2.0));
}

#[test]
fn nodes_keep_their_own_time() {
    // A second node with the same mesh and only two of the keys, with other values.
    let morph = played(|document| {
        document["scenes"][0]["nodes"] = json!([0, 1]);
        document["nodes"] = json!([{ "mesh": 0 }, { "mesh": 0, "translation": [5, 0, 0] }]);
        document["accessors"].as_array_mut().unwrap().extend([
            json!({ "bufferView": 2, "byteOffset": 4, "componentType": 5126, "count": 2, "type": "SCALAR" }),
            json!({ "bufferView": 3, "byteOffset": 8, "componentType": 5126, "count": 4, "type": "SCALAR" }),
        ]);
        document["animations"][0]["channels"]
            .as_array_mut()
            .unwrap()
            .push(json!({ "sampler": 1, "target": { "node": 1, "path": "weights" } }));
        document["animations"][0]["samplers"].as_array_mut().unwrap().push(json!({ "input": 5, "output": 6 }));
    });
    let morph = morph.unwrap();
    assert_eq!((morph.times(), morph.vertex_count()), (&[0.0, 1.0, 3.0][..], 10));
    let frame = morph.frame(0.5);
    assert_eq!((frame[1], frame[6]), (dvec3(1.0, 0.0, 0.5), dvec3(6.0, 0.0, 1.0)));
}

#[test]
fn several_animations_need_a_name() {
    let two = |document: &mut Value| {
        let mut second = document["animations"][0].clone();
        second["name"] = json!("fall");
        document["animations"].as_array_mut().unwrap().push(second);
    };
    let error = played(two).unwrap_err().to_string();
    assert!(error.contains("2 animations of morph weights (`lift`, `fall`)"), "{error}");
    assert_eq!(parse_morph(&changed(two), "s.gltf", Some("fall")).unwrap().times().len(), 3);
    let error = parse_morph(&changed(two), "s.gltf", Some("rise")).unwrap_err().to_string();
    assert!(
        error.starts_with("s.gltf, animations: found no animation of morph weights with the name `rise`"),
        "{error}"
    );
}

#[track_caller]
fn refused(change: impl FnOnce(&mut Value), kind: ErrorKind, place: &str, found: &str) {
    let error = played(change).unwrap_err();
    assert_eq!((error.kind(), error.place()), (kind, &MeshFilePlace::Part(place.into())), "{error}");
    assert!(error.to_string().contains(found), "{error}");
}

#[test]
fn animations_that_cannot_be_played() {
    let channel = "animations[0].channels[0]";
    let (unsupported, syntax) = (ErrorKind::Unsupported, ErrorKind::Syntax);
    refused(|d| d["animations"] = json!([]), unsupported, "animations", "no animation of morph weights");
    for kind in ["STEP", "CUBICSPLINE"] {
        let found = format!("the interpolation `{kind}`, expected `LINEAR`");
        refused(|d| d["animations"][0]["samplers"][0]["interpolation"] = json!(kind), unsupported, channel, &found);
    }
    let turn = json!({ "sampler": 0, "target": { "node": 0, "path": "rotation" } });
    let with_turn = |d: &mut Value| d["animations"][0]["channels"].as_array_mut().unwrap().push(turn);
    let found = "a channel `rotation` that moves nodes[0] as a whole";
    refused(with_turn, unsupported, "animations[0].channels[1]", found);
    let twice = |d: &mut Value| {
        let first = d["animations"][0]["channels"][0].clone();
        d["animations"][0]["channels"].as_array_mut().unwrap().push(first);
    };
    refused(twice, syntax, "animations[0].channels[1]", "a second channel");
    let short = |d: &mut Value| d["accessors"][4]["count"] = json!(5);
    refused(short, syntax, channel, "5 weights at 3 times for 2 targets");
    let equal = |d: &mut Value| d["bufferViews"][2]["byteStride"] = json!(0);
    assert!(played(equal).is_err());
    let same = |d: &mut Value| {
        d["accessors"][3] = json!({ "bufferView": 0, "componentType": 5126, "count": 3, "type": "SCALAR" });
    };
    refused(same, syntax, channel, "times that do not increase");
    let missing = |d: &mut Value| d["animations"][0]["channels"][0]["sampler"] = json!(7);
    refused(missing, ErrorKind::OutOfRange, channel, "sampler 7");
}

#[test]
fn targets_that_do_not_fit() {
    let syntax = ErrorKind::Syntax;
    let fewer = |d: &mut Value| d["accessors"][1]["count"] = json!(5);
    refused(fewer, syntax, "accessors[1]", "displacements of 5 vertices, expected 6");
    let endless = |d: &mut Value| d["accessors"][2]["count"] = json!(4_000_000_000_u64);
    refused(endless, syntax, "accessors[2]", "displacements of 4000000000 vertices, expected 6");
    let weights = |d: &mut Value| d["nodes"][0]["weights"] = json!([0.5]);
    refused(weights, syntax, "nodes[0]", "1 weights, expected one for each of 2 morph targets");
    let uneven = |d: &mut Value| {
        let mut other = d["meshes"][0]["primitives"][0].clone();
        other["targets"] = json!([]);
        d["meshes"][0]["primitives"].as_array_mut().unwrap().push(other);
    };
    refused(uneven, syntax, "meshes[0].primitives[1]", "0 morph targets, expected 2, as in the first primitive");
}
