//! 500,000 mutated files of every mesh format, of volumes, of heights and of queries: no panic, no hang, no result
//! larger than its input.
//!
//! No reference is needed: the laws are those of `tangency_formats::laws`. The work is bounded by the structure of the
//! readers: every loop consumes input or is bounded by the consumed input. The limits on size here and on memory in
//! `mesh_memory.rs` check that from outside.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first broken expectation")]

mod samples;

use base64::{Engine, engine::general_purpose::STANDARD};
use samples::*;
use serde_json::{Value, json};
use tangency_formats::{
    heights,
    laws::{survive, survive_with},
    mesh::{self, Format},
    queries, volume,
};
use tangency_interval::laws::Random;

fn size(format: Format) -> impl Fn(&[u8]) -> Result<usize, String> {
    move |bytes| {
        let file = format.parse(bytes).map_err(|error| error.to_string())?;
        assert!(file.mesh.vertices().iter().all(|vertex| vertex.is_finite()));
        Ok(file.mesh.vertices().len().max(file.mesh.triangles().len()))
    }
}

/// Every mesh format has a test in this file, and a fuzz target that is listed and explained.
#[test]
fn every_format_is_mutated() {
    let fuzz = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let text = |file: &str| std::fs::read_to_string(fuzz.join(file)).unwrap_or_default();
    let (manifest, page) = (text("Cargo.toml"), text("README.md"));
    for format in Format::all() {
        let tested = format!("size(Format::{format:?})");
        assert!(include_str!("mutation.rs").contains(&tested), "no test in mutation.rs calls {tested}");
        let name = format.name();
        let target = format!("fuzz_targets/{name}.rs");
        let parsed = format!("Format::{format:?}.parse(");
        assert!(text(&target).contains(&parsed), "fuzz/{target} does not call {parsed}");
        assert!(manifest.contains(&format!("path = \"{target}\"")), "fuzz/Cargo.toml has no target {target}");
        assert!(page.contains(&format!("`{name}`")), "fuzz/README.md does not list the target `{name}`");
    }
}

#[test]
fn obj() {
    let polygons = b"v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nf 1 2 3 4 5\nl 1 2 3\np 1\n# end\n";
    let seeds = [&cube_obj()[..], polygons];
    survive(size(Format::Obj), &seeds, 60_000).expect_accepted(0.2..0.8);
}

#[test]
fn stl_text() {
    survive(size(Format::Stl), &[&cube_stl_text()], 40_000).expect_accepted(0.05..0.7);
}

#[test]
fn stl_binary() {
    survive(size(Format::Stl), &[&cube_stl_binary()], 40_000).expect_accepted(0.05..0.7);
}

#[test]
fn ply_text() {
    survive(size(Format::Ply), &[&cube_ply_text()], 40_000).expect_accepted(0.05..0.7);
}

#[test]
fn ply_binary() {
    survive(size(Format::Ply), &[&cube_ply_binary(false), &cube_ply_binary(true)], 60_000).expect_accepted(0.05..0.7);
}

#[test]
fn gltf() {
    let (document, buffer) = cube_gltf_parts();
    let (family, family_buffer) = family_gltf_parts();
    let seeds = [embed(document, &buffer), embed(family, &family_buffer)];
    survive(size(Format::Gltf), &[&seeds[0], &seeds[1]], 20_000).expect_accepted(0.01..0.8);
}

#[test]
fn collada() {
    let nodes = "<node id='a'><matrix>0 -1 0 5 1 0 0 6 0 0 1 7 0 0 0 1</matrix><rotate>0 1 0 30</rotate>\n\
        <instance_geometry url='#part'/></node>\n<node><scale>-1 2 1</scale><instance_node url='#a'/></node>";
    let strip = "<tristrips count='2'><input semantic='VERTEX' source='#corners' offset='1'/><p>9 0 9 1 9 2</p>\n\
                 <p>0 4 0 5 0 6 0 7</p></tristrips>\n\
        <lines count='1'/>";
    let second = dae("<unit meter='2'/>", &(cube_dae_vertices() + strip), nodes).into_bytes();
    survive(size(Format::Collada), &[&cube_dae(), &second], 40_000).expect_accepted(0.05..0.7);
}

/// Meshes with morph targets, through `parse_morph`: every frame has as many vertices as the mesh.
#[test]
fn gltf_morph() {
    let (document, buffer) = morph_gltf_parts();
    let seed = embed(document.clone(), &buffer);
    let parser = |bytes: &[u8]| {
        let morph = mesh::parse_morph(bytes, "seed.gltf", None).map_err(|error| error.to_string())?;
        let file = Format::Gltf.parse(bytes);
        let count = file.map(|file| file.mesh.vertices().len()).unwrap_or(morph.vertex_count());
        for &time in morph.times() {
            assert_eq!(morph.frame(time).len(), count);
        }
        Ok(morph.times().len().max(morph.vertex_count()))
    };
    survive_with(mutate_well_formed, parser, &[&seed], 20_000).expect_accepted(0.05..0.8);
    survive(parser, &[&binary(&document, &buffer), &seed], 10_000).expect_accepted(0.01..0.8);
}

/// Random changes of bytes rarely leave valid JSON. Here the document stays well-formed: values are replaced, removed
/// or repeated, some by hostile numbers, and the bytes of the buffer change.
#[test]
fn gltf_document() {
    let samples = [cube_gltf_parts(), family_gltf_parts(), morph_gltf_parts()];
    let seeds = samples.map(|(document, buffer)| embed(document, &buffer));
    let seeds: Vec<&[u8]> = seeds.iter().map(Vec::as_slice).collect();
    survive_with(mutate_well_formed, size(Format::Gltf), &seeds, 40_000).expect_accepted(0.1..0.8);
}

fn mutate_well_formed(random: &mut Random, seed: &[u8], _: &[u8]) -> Vec<u8> {
    let mut document: Value = serde_json::from_slice(seed).unwrap();
    for _ in 0..1 + random.below(3) {
        mutate_document(random, &mut document);
    }
    serde_json::to_vec(&document).unwrap()
}

/// Replaces, removes or repeats a random value.
fn mutate_document(random: &mut Random, value: &mut Value) {
    let hostile = [json!(0), json!(1), json!(2), json!(-1), json!(4_294_967_295_u32), json!(u64::MAX), json!(1e308)];
    // Mostly descend to the leaves: a document without its upper levels is rejected at once.
    let deeper = random.below(32) > 0;
    match value {
        Value::Array(items) if deeper && !items.is_empty() => {
            let index = random.below(items.len());
            match random.below(16) {
                0 => drop(items.remove(index)),
                1 => items.push(items[index].clone()),
                _ => mutate_document(random, &mut items[index]),
            }
        }
        Value::Object(fields) if deeper && !fields.is_empty() => {
            let key = fields.keys().nth(random.below(fields.len())).unwrap().clone();
            match random.below(16) {
                0 => drop(fields.remove(&key)),
                _ => mutate_document(random, &mut fields[&key]),
            }
        }
        Value::String(text) if text.starts_with("data:") => {
            let (head, digits) = text.split_once(',').unwrap();
            let mut bytes = STANDARD.decode(digits).unwrap();
            let at = random.below(bytes.len());
            bytes[at] = random.bits() as u8;
            *text = format!("{head},{}", STANDARD.encode(bytes));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
            *value = hostile[random.below(hostile.len())].clone();
        }
    }
}

#[test]
fn glb() {
    let (document, buffer) = cube_gltf_parts();
    let (family, family_buffer) = family_gltf_parts();
    let seeds = [binary(&document, &buffer), binary(&family, &family_buffer)];
    survive(size(Format::Gltf), &[&seeds[0], &seeds[1]], 40_000).expect_accepted(0.05..0.8);
}

/// Content of one format under the name of another, and mixtures of all formats, through `mesh::parse`.
#[test]
fn formats_mixed() {
    let (document, buffer) = cube_gltf_parts();
    let seeds = [
        cube_stl_binary(),
        cube_ply_text(),
        cube_ply_binary(true),
        binary(&document, &buffer),
        cube_stl_text(),
        embed(document, &buffer),
    ];
    let seeds: Vec<&[u8]> = seeds.iter().map(Vec::as_slice).collect();
    let parser = |bytes: &[u8]| {
        let file = mesh::parse(bytes, "part").map_err(|error| error.to_string())?;
        Ok(file.mesh.triangles().len())
    };
    survive(parser, &seeds, 20_000).expect_accepted(0.05..0.7);
}

#[test]
fn queries() {
    let rows = "-8388609,8388608,1,1,-1,1,0\n630931718559537,1125899906842624,-1,2,3,4,0\n".repeat(4);
    let plain = "1,2,3,4,5,8\n".repeat(8);
    let parser = |bytes: &[u8]| {
        let queries = queries::parse(bytes, "a.csv").map_err(|error| error.to_string())?;
        assert!(queries.iter().all(|query| query.start.iter().chain(&query.end).all(|point| point.is_finite())));
        Ok(queries.len())
    };
    survive(parser, &[rows.as_bytes(), plain.as_bytes()], 40_000).expect_accepted(0.05..0.7);
}

/// The samples of a small volume: signed distances from a ball.
fn distances() -> Vec<f32> {
    (0..27).map(|i| ((i % 3 - 1_i32).pow(2) + (i / 3 % 3 - 1).pow(2) + (i / 9 - 1).pow(2)) as f32 - 1.5).collect()
}

fn volume_size(bytes: &[u8]) -> Result<usize, String> {
    let file = volume::parse(bytes, "broken").map_err(|error| error.to_string())?;
    assert_eq!(file.samples.len(), file.counts.iter().product::<usize>());
    Ok(file.samples.len())
}

#[test]
fn volumes_nrrd() {
    let header = |fields: &str| format!("NRRD0004\n# broken\ntype: float\ndimension: 3\nsizes: 3 3 3\n{fields}\n");
    let raw: Vec<u8> = distances().iter().flat_map(|sample| sample.to_le_bytes()).collect();
    let text = distances().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let places = "space directions: (0.5,0,0) (0,0.5,0) (0,0,1)\nspace origin: (1,2,3)\n";
    let seeds = [
        [header(&format!("encoding: raw\nendian: little\n{places}")).as_bytes(), &raw[..]].concat(),
        [header("spacings: 1 1 2\nencoding: ascii\n").as_bytes(), text.as_bytes()].concat(),
    ];
    survive(volume_size, &[&seeds[0], &seeds[1]], 40_000).expect_accepted(0.05..0.7);
}

#[test]
fn volumes_nrrd_compressed() {
    let raw: Vec<u8> = distances().iter().flat_map(|sample| sample.to_le_bytes()).collect();
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut encoder, &raw).unwrap();
    let packed = encoder.finish().unwrap();
    let header = "NRRD0004\ntype: float\ndimension: 3\nsizes: 3 3 3\nencoding: gzip\nendian: big\n\n";
    // Unpacked data may be larger than the file, but not than the header announces.
    let parser = |bytes: &[u8]| volume_size(bytes).map(|size| size / 27);
    survive(parser, &[&[header.as_bytes(), &packed[..]].concat()], 20_000).expect_accepted(0.05..0.7);
}

#[test]
fn volumes_npy() {
    let raw: Vec<u8> = distances().iter().flat_map(|sample| sample.to_be_bytes()).collect();
    let seed = |order: &str| {
        let header = format!("{{'descr': '>f4', 'fortran_order': {order}, 'shape': (3, 3, 3), }}\n");
        [b"\x93NUMPY\x01\x00", &(header.len() as u16).to_le_bytes()[..], header.as_bytes(), &raw].concat()
    };
    survive(volume_size, &[&seed("False"), &seed("True")], 40_000).expect_accepted(0.05..0.7);
}

fn height_count(bytes: &[u8]) -> Result<usize, String> {
    let file = heights::parse(bytes, "broken").map_err(|error| error.to_string())?;
    assert_eq!(file.heights.len(), file.columns * file.rows);
    assert!(file.heights.iter().all(|height| height.is_finite()));
    Ok(file.heights.len())
}

#[test]
fn heights_of_grids() {
    let grid = "ncols 3\nnrows 2\nxllcorner 1e3\nyllcorner -5\ncellsize 0.5\nNODATA_value -9999\n1 2 3\n4 5.5 -6\n";
    survive(height_count, &[grid.as_bytes(), b"nrows 2\nncols 2\ndx 1\ndy 2\n0 0\n1 1"], 40_000)
        .expect_accepted(0.05..0.7);
}

/// The chunks of a picture have checksums, which the mutations seldom keep: what is left of the picture after them is
/// mutated too.
#[test]
fn heights_of_pictures() {
    let chunk = |kind: &[u8; 4], data: &[u8]| {
        let named = [kind, data].concat();
        let mut sum = flate2::Crc::new();
        sum.update(&named);
        [&(data.len() as u32).to_be_bytes(), &named[..], &sum.sum().to_be_bytes()].concat()
    };
    let picture = |header: &[u8], rows: &[u8]| {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        std::io::Write::write_all(&mut encoder, rows).unwrap();
        let data = chunk(b"IDAT", &encoder.finish().unwrap());
        [b"\x89PNG\r\n\x1a\n", &chunk(b"IHDR", header)[..], &data, &chunk(b"IEND", b"")].concat()
    };
    let header = [0, 0, 0, 2, 0, 0, 0, 2, 16, 0, 0, 0, 0];
    let rows = [1, 0, 9, 200, 3, 4, 0, 1, 2, 3];
    // Rows that unpack to more than the file are no larger than the header announces.
    let parser = |bytes: &[u8]| {
        let (header, rows) = bytes.split_at(bytes.len().min(13));
        height_count(&picture(header, rows)).map(|_| 0)
    };
    survive(parser, &[&[&header[..], &rows].concat()], 20_000).expect_accepted(0.05..0.7);
    survive(|bytes| height_count(bytes).map(|_| 0), &[&picture(&header, &rows)], 20_000).expect_accepted(0.0..0.7);
}
