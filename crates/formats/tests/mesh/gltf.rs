//! Valid glTF.

use super::{files::Folder, samples::*, *};
use serde_json::{Value, json};
use tangency_formats::mesh::read;

pub(crate) fn parse(document: &Value, buffer: &[u8]) -> Result<MeshFile, MeshFileError> {
    Format::Gltf.parse(&binary(document, buffer))
}

/// A document and its buffer: one mesh with these positions, and indices of this component type and these bytes.
pub(crate) fn primitive(mode: u32, positions: &[[f32; 3]], indices: Option<(u32, &[u8])>) -> (Value, Vec<u8>) {
    let mut buffer: Vec<u8> = positions.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
    let split = buffer.len();
    let mut document = json!({
        "asset": { "version": "2.0" },
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "mode": mode }] }],
        "accessors": [{ "bufferView": 0, "componentType": 5126, "count": positions.len(), "type": "VEC3" }],
        "bufferViews": [{ "buffer": 0, "byteLength": split }],
        "buffers": [{ "byteLength": split }]
    });
    if let Some((component, bytes)) = indices {
        let size = match component {
            5121 => 1,
            5123 => 2,
            _ => 4,
        };
        buffer.extend(bytes);
        document["meshes"][0]["primitives"][0]["indices"] = json!(1);
        let accessor =
            json!({ "bufferView": 1, "componentType": component, "count": bytes.len() / size, "type": "SCALAR" });
        document["accessors"].as_array_mut().unwrap().push(accessor);
        let view = json!({ "buffer": 0, "byteOffset": split, "byteLength": bytes.len() });
        document["bufferViews"].as_array_mut().unwrap().push(view);
        document["buffers"][0]["byteLength"] = json!(buffer.len());
    }
    (document, buffer)
}

const SQUARE: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];

#[test]
fn embedded_binary_and_separate_are_the_same_cube() {
    let (document, buffer) = cube_gltf_parts();
    let embedded = Format::Gltf.parse(&embed(document.clone(), &buffer)).unwrap();
    assert_cube(&embedded);
    assert_eq!(embedded.warnings, Vec::<String>::new());
    assert_eq!(parse(&document, &buffer).unwrap(), embedded);

    let folder = Folder::new("gltf");
    folder.write("the buffer.bin", &buffer);
    let mut separate = document;
    separate["buffers"][0]["uri"] = json!("the%20buffer.bin");
    let path = folder.write("cube.gltf", &serde_json::to_vec(&separate).unwrap());
    assert_eq!(read(path).unwrap(), embedded);
}

#[test]
fn nodes_place_their_meshes() {
    let (document, buffer) = family_gltf_parts();
    let file = parse(&document, &buffer).unwrap();
    assert_eq!((file.mesh.vertices().len(), file.mesh.triangles().len()), (16, 24));
    // The parent maps (x, y, z) to (1 - y, x, z). The first child scales by 2 and moves z by 5. The second mirrors x,
    // then moves y by 10.
    let corners =
        |map: &dyn Fn([f64; 3]) -> [f64; 3]| (0..8).map(|i| map(cube_corner(i).map(f64::from))).collect::<Vec<_>>();
    let expected: Vec<[f64; 3]> = [
        corners(&|[x, y, z]| [1.0 - 2.0 * y, 2.0 * x, 2.0 * z + 5.0]),
        corners(&|[x, y, z]| [1.0 - (y + 10.0), -x, z]),
    ]
    .concat();
    for corner in expected {
        let nearest =
            file.mesh.vertices().iter().map(|v| v.distance(DVec3::from_array(corner))).fold(f64::MAX, f64::min);
        // The rounding of √½ and of a few products of numbers up to 10.
        assert!(nearest < 1e-14, "{corner:?}: {nearest}");
    }
    // Volumes 8 and 1: the mirrored cube is oriented outwards.
    assert!((volume_times_six(&file.mesh) / 6.0 - 9.0).abs() < 1e-12);
}

#[test]
fn the_identity_changes_nothing() {
    let points = [[0.1, -1e-30, 3e38], [1.0, 0.3, 0.0], [0.0, 1.0, 1e-45]];
    let (mut document, buffer) = primitive(4, &points, None);
    for node in [
        json!({ "mesh": 0 }),
        json!({ "mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }),
        json!({ "mesh": 0, "rotation": [0, 0, 0, 1], "translation": [0, 0, 0], "scale": [1, 1, 1] }),
    ] {
        document["nodes"][0] = node;
        let file = parse(&document, &buffer).unwrap();
        let expected: Vec<DVec3> = points.iter().map(|point| DVec3::from_array(point.map(f64::from))).collect();
        assert_eq!(file.mesh.vertices(), expected);
    }
}

#[test]
fn transforms_are_read_as_f64() {
    let (mut document, buffer) = primitive(4, &SQUARE[..3], None);
    document["nodes"][0]["translation"] = json!([0.1, 1e9 + 0.001, 0]);
    let file = parse(&document, &buffer).unwrap();
    assert_eq!(file.mesh.vertices()[0], DVec3::new(0.1, 1e9 + 0.001, 0.0));
}

#[test]
fn deep_nesting_is_no_danger() {
    let (mut document, buffer) = primitive(4, &SQUARE[..3], None);
    let depth = 50_000;
    let mut nodes: Vec<Value> =
        (0..depth).map(|index| json!({ "children": [index + 1], "translation": [0, 0, 1] })).collect();
    nodes.push(json!({ "mesh": 0 }));
    document["nodes"] = json!(nodes);
    assert_eq!(parse(&document, &buffer).unwrap().mesh.vertices()[0].z, f64::from(depth));
}

#[test]
fn strips_fans_and_indices_of_every_width() {
    let strip = [[0, 1, 2], [2, 1, 3]];
    let (document, buffer) = primitive(5, &SQUARE, None);
    assert_eq!(parse(&document, &buffer).unwrap().mesh.triangles(), strip);
    let (document, buffer) = primitive(6, &SQUARE, None);
    let fan = parse(&document, &buffer).unwrap().mesh;
    let expected = Mesh::new(fan_of_square(), vec![[0, 1, 2], [0, 2, 3]]).unwrap();
    assert_eq!(triangles_by_position(&fan), triangles_by_position(&expected));
    let order = [0_u8, 1, 2, 3];
    let wide: Vec<u8> = order.iter().flat_map(|&index| u32::from(index).to_le_bytes()).collect();
    let middle: Vec<u8> = order.iter().flat_map(|&index| u16::from(index).to_le_bytes()).collect();
    for indices in [(5121, &order[..]), (5123, &middle[..]), (5125, &wide[..])] {
        let (document, buffer) = primitive(5, &SQUARE, Some(indices));
        assert_eq!(parse(&document, &buffer).unwrap().mesh.triangles(), strip);
    }
    // A strip that restarts elsewhere by repeated corners, which add no triangles.
    let (document, buffer) = primitive(5, &SQUARE, Some((5121, &[0, 1, 2, 2, 3, 3, 2, 1])));
    assert_eq!(parse(&document, &buffer).unwrap().mesh.triangles().len(), 2);
}

fn fan_of_square() -> Vec<DVec3> {
    SQUARE.iter().map(|point| DVec3::from_array(point.map(f64::from))).collect()
}

#[test]
fn integers_and_normalised_integers() {
    let cases: [(u32, bool, Vec<u8>, f64); 6] = [
        (5121, false, vec![200], 200.0),
        (5121, true, vec![51], 0.2),
        (5120, true, vec![0x80], -1.0),
        (5122, true, (-32767_i16).to_le_bytes().to_vec(), -1.0),
        (5123, true, 13107_u16.to_le_bytes().to_vec(), 0.2),
        (5122, false, (-300_i16).to_le_bytes().to_vec(), -300.0),
    ];
    for (component, normalized, value, expected) in cases {
        let zero = vec![0; value.len()];
        // Corners at 0, at the value on x, and at the value on y, each padded to a stride of 8.
        let mut buffer = Vec::new();
        for corner in [[&zero, &zero, &zero], [&value, &zero, &zero], [&zero, &value, &zero]] {
            buffer.extend(corner.into_iter().flatten());
            buffer.resize(buffer.len().next_multiple_of(8), 0xEE);
        }
        let (mut document, _) = primitive(4, &SQUARE[..3], None);
        document["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
        document["accessors"][0]["componentType"] = json!(component);
        document["accessors"][0]["normalized"] = json!(normalized);
        document["bufferViews"][0] = json!({ "buffer": 0, "byteLength": buffer.len(), "byteStride": 8 });
        document["buffers"][0]["byteLength"] = json!(buffer.len());
        assert_eq!(parse(&document, &buffer).unwrap().mesh.vertices()[1].x, expected, "{component}");
    }
}

#[test]
fn sparse_accessors_replace_elements() {
    let (mut document, mut buffer) = primitive(4, &SQUARE[..3], None);
    let at = buffer.len();
    buffer.extend([2, 0, 0, 0]);
    buffer.extend([7.0_f32, 8.0, 9.0].iter().flat_map(|value| value.to_le_bytes()));
    document["buffers"][0]["byteLength"] = json!(buffer.len());
    document["bufferViews"] = json!([
        { "buffer": 0, "byteLength": at },
        { "buffer": 0, "byteOffset": at, "byteLength": 16 }
    ]);
    document["accessors"][0]["sparse"] = json!({
        "count": 1,
        "indices": { "bufferView": 1, "componentType": 5125 },
        "values": { "bufferView": 1, "byteOffset": 4 }
    });
    let file = parse(&document, &buffer).unwrap();
    assert_eq!(file.mesh.vertices(), [DVec3::ZERO, DVec3::X, DVec3::new(7.0, 8.0, 9.0)]);
}

#[test]
fn primitives_may_share_positions() {
    let (mut document, buffer) = primitive(4, &SQUARE, Some((5121, &[0, 1, 2, 2, 1, 3])));
    document["accessors"][1]["count"] = json!(3);
    let mut indices = document["accessors"][1].clone();
    indices["byteOffset"] = json!(3);
    document["accessors"].as_array_mut().unwrap().push(indices);
    let second = json!({ "attributes": { "POSITION": 0 }, "indices": 2 });
    document["meshes"][0]["primitives"].as_array_mut().unwrap().push(second);
    let file = parse(&document, &buffer).unwrap();
    assert_eq!(file.mesh.triangles(), [[0, 1, 2], [2, 1, 3]]);
    assert_eq!(file.warnings, Vec::<String>::new());
}

#[test]
fn what_is_left_out_is_named() {
    let (mut document, buffer) = primitive(4, &SQUARE[..3], None);
    document["scene"] = json!(1);
    document["scenes"] = json!([{ "nodes": [] }, { "nodes": [0] }]);
    document["extensionsUsed"] = json!(["KHR_materials_unlit", "ACME_wobble"]);
    let primitives = document["meshes"][0]["primitives"].as_array_mut().unwrap();
    primitives.push(json!({ "attributes": { "POSITION": 0 }, "mode": 1 }));
    document["meshes"].as_array_mut().unwrap().push(json!({ "primitives": [] }));
    let file = parse(&document, &buffer).unwrap();
    let expected = ["2 scenes; scene 1", "ACME_wobble", "points or lines", "not part of the scene, left out: 1"];
    for part in expected {
        assert!(has_warning(&file, part), "{part}: {:?}", file.warnings);
    }
    assert_eq!(file.warnings.len(), expected.len(), "{:?}", file.warnings);
}

#[test]
fn a_file_without_scenes_gives_all_its_nodes() {
    let (mut document, buffer) = family_gltf_parts();
    document.as_object_mut().unwrap().retain(|key, _| key != "scene" && key != "scenes");
    let file = parse(&document, &buffer).unwrap();
    assert_eq!(file.mesh.triangles().len(), 24);
    assert!(has_warning(&file, "no scene"));
}

#[test]
fn chunks_of_unknown_type_are_passed_over() {
    let (document, buffer) = cube_gltf_parts();
    let mut bytes = binary(&document, &buffer);
    bytes.extend([4, 0, 0, 0, b'X', b'Y', b'Z', 0, 1, 2, 3, 4]);
    let length = bytes.len() as u32;
    bytes[8..12].copy_from_slice(&length.to_le_bytes());
    let file = Format::Gltf.parse(&bytes).unwrap();
    assert_cube(&file);
    assert!(has_warning(&file, "unknown type"));
}
