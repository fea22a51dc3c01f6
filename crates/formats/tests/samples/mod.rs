//! Small valid files of every mesh format, generated.
#![allow(dead_code, reason = "every test program uses some of them")]
#![allow(clippy::unwrap_used, reason = "tests may stop at the first broken expectation")]

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

/// A corner of the unit cube from (0, 0, 0) to (1, 1, 1). Bits 0, 1 and 2 of the index are x, y and z.
pub(crate) fn cube_corner(index: usize) -> [f32; 3] {
    [0, 1, 2].map(|axis| if index >> axis & 1 == 1 { 1.0 } else { 0.0 })
}

/// The faces of the cube, counter-clockwise from outside.
pub(crate) const CUBE_QUADS: [[usize; 4]; 6] =
    [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];

pub(crate) fn cube_triangles() -> Vec<[usize; 3]> {
    CUBE_QUADS.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect()
}

pub(crate) fn cube_obj() -> Vec<u8> {
    let mut text = String::from("# a cube\nmtllib cube.mtl\no cube\n");
    for index in 0..8 {
        let [x, y, z] = cube_corner(index);
        text += &format!("v {x:.3} {y} {z:e}\nvt 0 {index}\n");
    }
    text += "vn 0 0 1\ng sides\nusemtl red\ns off\n";
    for (index, [a, b, c, d]) in CUBE_QUADS.map(|quad| quad.map(|corner| corner + 1)).into_iter().enumerate() {
        text += &match index {
            0 => format!("f {a} {b} {c} {d}\n"),
            1 => format!("f {a}/1 {b}/2 {c}/3 {d}/4\n"),
            2 => format!("f {a}//1 {b}//1 {c}//1 {d}//1\r\n"),
            3 => format!("f {a}/1/1 {b}/2/1 {c}/3/1 \\\n {d}/4/1\n"),
            4 => format!("f {} {} {} {}\n", a as i64 - 9, b as i64 - 9, c as i64 - 9, d as i64 - 9),
            _ => format!("f {a} {b} {c}\nf {a} {c} {d}\n"),
        };
    }
    text.into_bytes()
}

/// A COLLADA file with this mesh inside a `<geometry id="part">`, and these nodes in its scene.
pub(crate) fn dae(asset: &str, mesh: &str, nodes: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" \
         version=\"1.4.1\">\n\
         <asset>{asset}</asset>\n<library_geometries><geometry id=\"part\"><mesh>\n\
         {mesh}</mesh></geometry></library_geometries>\n\
         <library_visual_scenes><visual_scene id=\"scene\">\n{nodes}\n</visual_scene></library_visual_scenes>\n\
         <scene><instance_visual_scene url=\"#scene\"/></scene>\n</COLLADA>\n"
    )
}

/// The positions of the cube's corners, as `<source>` and `<vertices>`.
pub(crate) fn cube_dae_vertices() -> String {
    let corners: Vec<String> = (0..8).map(|index| cube_corner(index).map(|c| format!("{c:.1}")).join(" ")).collect();
    format!(
        "<source id=\"places\"><float_array id=\"numbers\" count=\"24\">{}</float_array>\n<technique_common>\
         <accessor source=\"#numbers\" count=\"8\" stride=\"3\"><param name=\"X\" type=\"float\"/>\
         <param name=\"Y\" type=\"float\"/>\
         <param name=\"Z\" type=\"float\"/></accessor></technique_common></source>\n\
         <vertices id=\"corners\"><input semantic=\"POSITION\" source=\"#places\"/></vertices>\n",
        corners.join("\n")
    )
}

/// The cube as polygons with normals, in centimetres, instantiated by a node.
pub(crate) fn cube_dae() -> Vec<u8> {
    let corners: Vec<String> = CUBE_QUADS.iter().flatten().map(|corner| format!("{corner} 0")).collect();
    let mesh = cube_dae_vertices()
        + "<source id=\"ups\"><float_array id=\"up\" count=\"3\">0 0 1</float_array><technique_common>\
           <accessor source=\"#up\" count=\"1\" stride=\"3\"/></technique_common></source>\n"
        + &format!(
            "<polylist count=\"6\" material=\"red\"><input semantic=\"VERTEX\" source=\"#corners\" offset=\"0\"/>\
             <input semantic=\"NORMAL\" source=\"#ups\" offset=\"1\"/><vcount>4 4 4 4 4 4</vcount>\n\
             <p>{}</p></polylist>\n",
            corners.join(" ")
        );
    let node = "<node id=\"cube\"><scale>100 100 100</scale><instance_geometry url=\"#part\"/></node>";
    dae("<unit name=\"centimeter\" meter=\"0.01\"/><up_axis>Z_UP</up_axis>", &mesh, node).into_bytes()
}

pub(crate) fn cube_stl_text() -> Vec<u8> {
    let mut text = String::from("solid cube of unit size\n");
    for triangle in cube_triangles() {
        text += "  facet normal 0 0 0\n    outer loop\n";
        for [x, y, z] in triangle.map(cube_corner) {
            text += &format!("      vertex {x:e} {y:.4} {z}\n");
        }
        text += "    endloop\n  endfacet\n";
    }
    (text + "endsolid cube of unit size\n").into_bytes()
}

/// Binary STL with a header that begins with `solid`, as in many files.
pub(crate) fn cube_stl_binary() -> Vec<u8> {
    let mut bytes = b"solid by name, binary by nature".to_vec();
    bytes.resize(80, b' ');
    bytes.extend(12_u32.to_le_bytes());
    for triangle in cube_triangles() {
        bytes.extend([0; 12]);
        for coordinate in triangle.map(cube_corner).concat() {
            bytes.extend(coordinate.to_le_bytes());
        }
        bytes.extend([0, 0]);
    }
    bytes
}

pub(crate) fn cube_ply_text() -> Vec<u8> {
    let mut text = String::from(
        "ply\nformat ascii 1.0\ncomment a cube\nobj_info none\nelement vertex 8\nproperty float x\nproperty uchar red\n\
         property float y\nproperty list uchar int marks\nproperty double z\nelement material 1\nproperty int k\n\
         element face 6\nproperty uchar flags\nproperty list uchar int vertex_indices\nelement edge 1\n\
         property int vertex1\nproperty int vertex2\nend_header\n",
    );
    for index in 0..8 {
        let [x, y, z] = cube_corner(index);
        text += &format!("{x} 255 {y} 2 7 8 {z}\n");
    }
    text += "42\n";
    for [a, b, c, d] in CUBE_QUADS {
        text += &format!("0 4 {a} {b} {c} {d}\n");
    }
    (text + "0 1\n").into_bytes()
}

/// Binary PLY of either byte order: vertices of mixed types, faces with extra properties, a strip, an unknown element.
pub(crate) fn cube_ply_binary(big_endian: bool) -> Vec<u8> {
    let order = if big_endian { "big" } else { "little" };
    let mut bytes = format!(
        "ply\nformat binary_{order}_endian 1.0\nelement vertex 8\nproperty double x\nproperty float y\n\
         property list ushort float history\nproperty int8 z\nelement extra 3\nproperty short a\nproperty uint b\n\
         element face 5\nproperty float quality\nproperty list uint ushort vertex_index\nelement tristrips 1\n\
         property list int int vertex_indices\nend_header\n"
    )
    .into_bytes();
    let mut put = |value: &[u8]| match big_endian {
        true => bytes.extend(value.iter().rev()),
        false => bytes.extend(value),
    };
    for index in 0..8 {
        let [x, y, z] = cube_corner(index);
        put(&f64::from(x).to_le_bytes());
        put(&y.to_le_bytes());
        put(&1_u16.to_le_bytes());
        put(&f32::NAN.to_le_bytes());
        put(&[z as u8]);
    }
    for _ in 0..3 {
        put(&7_i16.to_le_bytes());
        put(&u32::MAX.to_le_bytes());
    }
    for quad in &CUBE_QUADS[..5] {
        put(&0.5_f32.to_le_bytes());
        put(&4_u32.to_le_bytes());
        quad.iter().for_each(|&corner| put(&(corner as u16).to_le_bytes()));
    }
    let [a, b, c, d] = CUBE_QUADS[5].map(|corner| corner as i32);
    put(&5_i32.to_le_bytes());
    [a, b, d, c, -1].iter().for_each(|corner| put(&corner.to_le_bytes()));
    bytes
}

/// A cube with split vertices (24), interleaved with normals, and u16 indices; the document and its buffer.
pub(crate) fn cube_gltf_parts() -> (Value, Vec<u8>) {
    let mut buffer = Vec::new();
    for quad in CUBE_QUADS {
        for corner in quad {
            buffer.extend(cube_corner(corner).iter().flat_map(|value| value.to_le_bytes()));
            buffer.extend([0; 12]);
        }
    }
    let vertices = buffer.len();
    for quad in 0..6_u16 {
        for corner in [0, 1, 2, 0, 2, 3] {
            buffer.extend((4 * quad + corner).to_le_bytes());
        }
    }
    let document = json!({
        "asset": { "version": "2.0", "generator": "by hand" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "mesh": 0, "name": "cube" }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 24, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1] },
            { "bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR" }
        ],
        "bufferViews": [
            { "buffer": 0, "byteLength": vertices, "byteStride": 24 },
            { "buffer": 0, "byteOffset": vertices, "byteLength": buffer.len() - vertices }
        ],
        "buffers": [{ "byteLength": buffer.len() }]
    });
    (document, buffer)
}

/// The document with its buffer embedded as base64.
pub(crate) fn embed(mut document: Value, buffer: &[u8]) -> Vec<u8> {
    document["buffers"][0]["uri"] = json!(format!("data:application/octet-stream;base64,{}", STANDARD.encode(buffer)));
    serde_json::to_vec_pretty(&document).unwrap()
}

/// The document and its buffer as a GLB file.
pub(crate) fn binary(document: &Value, buffer: &[u8]) -> Vec<u8> {
    let mut json = serde_json::to_vec(document).unwrap();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut data = buffer.to_vec();
    data.resize(data.len().next_multiple_of(4), 0);
    let mut bytes = b"glTF".to_vec();
    for word in [2, 12 + 8 + json.len() + 8 + data.len(), json.len(), 0x4E4F_534A] {
        bytes.extend((word as u32).to_le_bytes());
    }
    bytes.extend(json);
    bytes.extend((data.len() as u32).to_le_bytes());
    bytes.extend(b"BIN\0");
    bytes.extend(data);
    bytes
}

/// Two cubes under a common parent, one mirrored, with all forms of transforms.
pub(crate) fn family_gltf_parts() -> (Value, Vec<u8>) {
    let (mut document, buffer) = cube_gltf_parts();
    // A quarter turn about z, then one metre along x.
    document["nodes"] = json!([
        { "children": [1, 2], "rotation": [0, 0, 0.5_f64.sqrt(), 0.5_f64.sqrt()], "translation": [1, 0, 0] },
        { "mesh": 0, "matrix": [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 5, 1] },
        { "mesh": 0, "scale": [-1, 1, 1], "translation": [0, 10, 0] }
    ]);
    (document, buffer)
}

/// Two triangles that share an edge (with duplicated vertices), with two morph targets. The first lifts everything by
/// one unit. The second lifts only the second triangle's copy of (1, 1, 0), so the copies must not be merged. Keys
/// at 0, 1 and 3 s: weights (0, 0), (1, 0), (0.5, 2). The second target is sparse, without a buffer view.
pub(crate) fn morph_gltf_parts() -> (Value, Vec<u8>) {
    let corners: [[f32; 3]; 6] =
        [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
    let lift = [[0.0_f32, 0.0, 1.0]; 6];
    let (times, weights) = ([0.0_f32, 1.0, 3.0], [0.0_f32, 0.0, 1.0, 0.0, 0.5, 2.0]);
    let floats = [corners.concat(), lift.concat(), times.to_vec(), weights.to_vec(), vec![0.0, 0.0, 3.0]].concat();
    let mut buffer: Vec<u8> = floats.iter().flat_map(|value| value.to_le_bytes()).collect();
    buffer.extend([4, 0, 0, 0]);
    let document = json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{
            "attributes": { "POSITION": 0 },
            "targets": [{ "POSITION": 1 }, { "POSITION": 2, "NORMAL": 1 }]
        }] }],
        "animations": [{
            "name": "lift",
            "channels": [{ "sampler": 0, "target": { "node": 0, "path": "weights" } }],
            "samplers": [{ "input": 3, "output": 4, "interpolation": "LINEAR" }]
        }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 6, "type": "VEC3" },
            { "bufferView": 1, "componentType": 5126, "count": 6, "type": "VEC3" },
            { "componentType": 5126, "count": 6, "type": "VEC3", "sparse": {
                "count": 1,
                "indices": { "bufferView": 5, "componentType": 5121 },
                "values": { "bufferView": 4 }
            } },
            { "bufferView": 2, "componentType": 5126, "count": 3, "type": "SCALAR" },
            { "bufferView": 3, "componentType": 5126, "count": 6, "type": "SCALAR" }
        ],
        "bufferViews": [
            { "buffer": 0, "byteLength": 72 },
            { "buffer": 0, "byteOffset": 72, "byteLength": 72 },
            { "buffer": 0, "byteOffset": 144, "byteLength": 12 },
            { "buffer": 0, "byteOffset": 156, "byteLength": 24 },
            { "buffer": 0, "byteOffset": 180, "byteLength": 12 },
            { "buffer": 0, "byteOffset": 192, "byteLength": 1 }
        ],
        "buffers": [{ "byteLength": buffer.len() }]
    });
    (document, buffer)
}
