//! Refused glTF: every fault with its place.

use super::{
    files::Folder,
    gltf::{parse, primitive},
    samples::*,
    *,
};
use serde_json::{Value, json};
use tangency_formats::mesh::read;

/// Checks that the cube with one change is refused. Returns the message.
fn refused_cube(change: impl Fn(&mut Value), kind: ErrorKind, part: &str) -> String {
    let (mut document, buffer) = cube_gltf_parts();
    change(&mut document);
    refused(Format::Gltf, &binary(&document, &buffer), kind, MeshFilePlace::Part(part.into()))
}

#[test]
fn references_to_what_is_not_there() {
    let range = ErrorKind::OutOfRange;
    refused_cube(|d| d["scene"] = json!(1), range, "scene");
    refused_cube(|d| d["scenes"][0]["nodes"] = json!([7]), range, "nodes");
    refused_cube(|d| d["nodes"][0]["mesh"] = json!(3), range, "nodes[0]");
    refused_cube(|d| d["nodes"][0]["children"] = json!([9]), range, "nodes");
    refused_cube(|d| d["meshes"][0]["primitives"][0]["indices"] = json!(5), range, "accessors");
    refused_cube(|d| d["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = json!(5), range, "accessors");
    refused_cube(|d| d["accessors"][0]["bufferView"] = json!(5), range, "accessors[0]");
    refused_cube(|d| d["bufferViews"][0]["buffer"] = json!(5), range, "bufferViews");
    let (document, buffer) = primitive(4, &[[0.0; 3]; 3], Some((5121, &[0, 1, 3])));
    let error = parse(&document, &buffer).unwrap_err();
    assert_eq!((error.kind(), error.place()), (range, &MeshFilePlace::Part("meshes[0].primitives[0]".into())));
}

#[test]
fn ranges_beyond_the_data() {
    let range = ErrorKind::OutOfRange;
    for huge in [json!(25), json!(u32::MAX), json!(u64::MAX)] {
        refused_cube(|d| d["accessors"][0]["count"] = huge.clone(), limit_or_range(&huge), place_of(&huge));
    }
    for huge in [json!(u32::MAX), json!(u64::MAX)] {
        refused_cube(|d| d["accessors"][0]["byteOffset"] = huge.clone(), range, "accessors[0]");
        refused_cube(|d| d["bufferViews"][0]["byteOffset"] = huge.clone(), range, "bufferViews[0]");
        refused_cube(|d| d["bufferViews"][0]["byteLength"] = huge.clone(), range, "bufferViews[0]");
        refused_cube(|d| d["bufferViews"][0]["byteStride"] = huge.clone(), range, "accessors[0]");
        refused_cube(|d| d["buffers"][0]["byteLength"] = huge.clone(), ErrorKind::Truncated, "buffers[0]");
    }
    for small in [0, 1, 11] {
        refused_cube(|d| d["bufferViews"][0]["byteStride"] = json!(small), ErrorKind::Syntax, "accessors[0]");
    }
}

/// Counts above the limit on instances are refused before the data is read.
fn limit_or_range(count: &Value) -> ErrorKind {
    if count == &json!(25) { ErrorKind::OutOfRange } else { ErrorKind::Unsupported }
}

fn place_of(count: &Value) -> &'static str {
    if count == &json!(25) { "accessors[0]" } else { "meshes[0].primitives[0]" }
}

#[test]
fn types_that_do_not_fit() {
    refused_cube(|d| d["accessors"][0]["type"] = json!("VEC2"), ErrorKind::Syntax, "accessors[0]");
    refused_cube(|d| d["accessors"][0]["componentType"] = json!(5125), ErrorKind::Syntax, "accessors[0]");
    refused_cube(|d| d["accessors"][0]["componentType"] = json!(1), ErrorKind::Syntax, "accessors[0]");
    refused_cube(|d| d["accessors"][1]["componentType"] = json!(5122), ErrorKind::Syntax, "accessors[1]");
    refused_cube(|d| d["accessors"][1]["count"] = json!(35), ErrorKind::Syntax, "meshes[0].primitives[0]");
    refused_cube(|d| d["meshes"][0]["primitives"][0]["mode"] = json!(7), ErrorKind::Syntax, "meshes[0].primitives[0]");
    let (document, buffer) = primitive(4, &[[0.0; 3], [f32::NAN, 0.0, 0.0], [1.0; 3]], None);
    let error = parse(&document, &buffer).unwrap_err();
    assert_eq!(
        (error.kind(), error.place()),
        (ErrorKind::NotFinite, &MeshFilePlace::Part("accessors[0], element 1".into()))
    );
}

#[test]
fn nodes_that_form_no_tree() {
    refused_cube(|d| d["nodes"][0]["children"] = json!([0]), ErrorKind::Syntax, "nodes[0]");
    refused_cube(|d| d["scenes"][0]["nodes"] = json!([0, 0]), ErrorKind::Syntax, "nodes[0]");
    let ring = json!([{ "children": [1] }, { "children": [2] }, { "children": [0], "mesh": 0 }]);
    refused_cube(|d| d["nodes"] = ring.clone(), ErrorKind::Syntax, "nodes[0]");
    let diamond = json!([{ "children": [1, 2] }, { "children": [3] }, { "children": [3] }, { "mesh": 0 }]);
    refused_cube(|d| d["nodes"] = diamond.clone(), ErrorKind::Syntax, "nodes[3]");
}

#[test]
fn transforms_that_are_none() {
    refused_cube(|d| d["nodes"][0]["rotation"] = json!([0, 0, 0, 0]), ErrorKind::Syntax, "nodes[0]");
    refused_cube(|d| d["nodes"][0]["rotation"] = json!([0, 0, 0, 1.1]), ErrorKind::Syntax, "nodes[0]");
    let projection = json!([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1]);
    refused_cube(|d| d["nodes"][0]["matrix"] = projection.clone(), ErrorKind::Syntax, "nodes[0]");
    let both = |d: &mut Value| {
        d["nodes"][0]["matrix"] = json!([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
        d["nodes"][0]["scale"] = json!([1, 1, 1]);
    };
    refused_cube(both, ErrorKind::Syntax, "nodes[0]");
    let overflow = json!([{ "children": [1], "scale": [1e200, 1, 1] }, { "mesh": 0, "scale": [1e200, 1, 1] }]);
    refused_cube(|d| d["nodes"] = overflow.clone(), ErrorKind::NotFinite, "nodes[1]");
}

#[test]
fn geometry_that_is_made_or_moved_otherwise() {
    let unsupported = ErrorKind::Unsupported;
    let draco = json!(["KHR_materials_unlit", "KHR_draco_mesh_compression"]);
    let message = refused_cube(|d| d["extensionsRequired"] = draco.clone(), unsupported, "extensionsRequired");
    assert!(message.contains("without mesh compression"), "{message}");
    let compressed = |d: &mut Value| {
        d["meshes"][0]["primitives"][0] =
            json!({ "attributes": {}, "extensions": { "KHR_draco_mesh_compression": {} } });
    };
    assert!(refused_cube(compressed, unsupported, "meshes[0].primitives[0]").contains("Draco"));
    let no_view = |d: &mut Value| drop(d["accessors"][0].as_object_mut().unwrap().remove("bufferView"));
    refused_cube(no_view, unsupported, "accessors[0]");
    refused_cube(|d| d["nodes"][0]["skin"] = json!(0), unsupported, "nodes[0]");
    // Weights of targets that do not exist.
    refused_cube(|d| d["nodes"][0]["weights"] = json!([0, 0.5]), ErrorKind::Syntax, "nodes[0]");
    refused_cube(|d| d["meshes"][0]["weights"] = json!([1]), ErrorKind::Syntax, "nodes[0]");
    let instances = json!({ "EXT_mesh_gpu_instancing": { "attributes": {} } });
    refused_cube(|d| d["nodes"][0]["extensions"] = instances.clone(), unsupported, "nodes[0]");
    refused_cube(|d| d["asset"]["version"] = json!("1.0"), unsupported, "asset.version");
}

#[test]
fn buffers_that_cannot_be_had() {
    let uri = |uri: &'static str| move |d: &mut Value| d["buffers"][0]["uri"] = json!(uri);
    refused_cube(uri("data:application/octet-stream,abc"), ErrorKind::Unsupported, "buffers[0]");
    refused_cube(uri("data:;base64,@@@"), ErrorKind::Syntax, "buffers[0]");
    refused_cube(uri("data:;base64,AAAA"), ErrorKind::Truncated, "buffers[0]");
    refused_cube(uri("beside.bin"), ErrorKind::Unsupported, "buffers[0]");
    let (document, _) = cube_gltf_parts();
    let json = serde_json::to_vec(&document).unwrap();
    refused(Format::Gltf, &json, ErrorKind::Unsupported, MeshFilePlace::Part("buffers[0]".into()));

    let folder = Folder::new("gltf-refusals");
    folder.write("short.bin", &[0; 10]);
    for (uri, kind) in [
        ("missing.bin", ErrorKind::Unreadable),
        (".", ErrorKind::Unreadable),
        ("short.bin", ErrorKind::Truncated),
        ("http://example.org/a.bin", ErrorKind::Unsupported),
        ("/etc/hostname", ErrorKind::Unsupported),
        ("%zz.bin", ErrorKind::Unsupported),
    ] {
        let mut document = document.clone();
        document["buffers"][0]["uri"] = json!(uri);
        let path = folder.write("cube.gltf", &serde_json::to_vec(&document).unwrap());
        let error = read(&path).unwrap_err();
        assert_eq!((error.kind(), error.place()), (kind, &MeshFilePlace::Part("buffers[0]".into())), "{error}");
        assert_eq!(error.file(), path);
    }
}

#[test]
fn documents_that_are_none() {
    let bytes = b"{\n  \"asset\": { \"version\": \"2.0\" },\n  \"nodes\": [ { \"mesh\": -1 } ]\n}";
    let message = refused(Format::Gltf, bytes, ErrorKind::Syntax, MeshFilePlace::Part("line 3, column 25".into()));
    assert!(message.contains("-1"), "{message}");
    let kind = |bytes: &[u8]| Format::Gltf.parse(bytes).unwrap_err().kind();
    assert_eq!(kind(b"{ \"asset\": { \"version\": "), ErrorKind::Truncated);
    assert_eq!(kind(b"{}"), ErrorKind::Syntax);
    assert_eq!(kind(b"[]"), ErrorKind::Syntax);
    assert_eq!(kind(b"\xff"), ErrorKind::Syntax);
    assert_eq!(kind("[".repeat(100_000).as_bytes()), ErrorKind::Syntax);
    assert_eq!(kind(b"{\"asset\":{\"version\":\"2.0\"}}"), ErrorKind::NoTriangles);
    // Ignored JSON is skipped without recursion.
    let (open, close) = ("[".repeat(100_000), "]".repeat(100_000));
    let deep = format!("{{\"asset\":{{\"version\":\"2.0\"}},\"extras\":{open}1{close}}}");
    assert_eq!(kind(deep.as_bytes()), ErrorKind::NoTriangles);
}

#[test]
fn binary_files_that_do_not_add_up() {
    let (document, buffer) = cube_gltf_parts();
    let good = binary(&document, &buffer);
    for length in [4, 11, 12, 19, 20, 40, good.len() - 1] {
        let error = Format::Gltf.parse(&good[..length]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Truncated, "{length}: {error}");
    }
    let mut version = good.clone();
    version[4] = 1;
    refused(Format::Gltf, &version, ErrorKind::Unsupported, MeshFilePlace::Byte(4));
    let mut chunk = good.clone();
    chunk[12..16].fill(0xFF);
    refused(Format::Gltf, &chunk, ErrorKind::Truncated, MeshFilePlace::Byte(good.len()));
    let mut header_only = good[..12].to_vec();
    header_only[8..12].copy_from_slice(&12_u32.to_le_bytes());
    refused(Format::Gltf, &header_only, ErrorKind::Syntax, MeshFilePlace::Byte(12));
}

#[test]
fn a_mesh_placed_too_often_is_refused() {
    // 200 nodes with 400 primitives of 999 corners that share 3 positions: 80 million corners from 40 kB. They are
    // strips that repeat one corner, so they make no triangles and the test needs little memory.
    let (mut document, buffer) = primitive(5, &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], Some((5121, &[0; 999])));
    let item = document["meshes"][0]["primitives"][0].clone();
    document["meshes"][0]["primitives"] = json!(vec![item; 400]);
    document["nodes"] = json!(vec![json!({ "mesh": 0 }); 200]);
    document["scenes"][0]["nodes"] = json!((0..200).collect::<Vec<_>>());
    let error = parse(&document, &buffer).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
}
