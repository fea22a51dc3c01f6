//! Broken files of every mesh format: 380,000 of them, and no panic, no hang, no result larger than its input.
//!
//! Reference: none is needed; the laws are those of `tangency_formats::laws`. That work is bounded follows from the
//! structure of the readers (every loop either consumes input or is bounded by what was consumed), which the bounds on
//! size here and on memory in `memory.rs` check from outside.

mod samples;

use base64::{Engine, engine::general_purpose::STANDARD};
use samples::*;
use tangency_formats::{
    laws::survive,
    mesh::{self, Format},
};

fn size(format: Format) -> impl Fn(&[u8]) -> Result<usize, String> {
    move |bytes| {
        let file = format.parse(bytes).map_err(|error| error.to_string())?;
        assert!(file.mesh.vertices().iter().all(|vertex| vertex.is_finite()));
        Ok(file.mesh.vertices().len().max(file.mesh.triangles().len()))
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

/// Most of an embedded file is base64. Here only the document around it is broken, and the buffer put in afterwards.
#[test]
fn gltf_document() {
    let seeds = [cube_gltf_parts(), family_gltf_parts()].map(|(mut document, _)| {
        document["buffers"][0]["uri"] = "@".into();
        serde_json::to_vec_pretty(&document).unwrap()
    });
    let buffer = format!("data:;base64,{}", STANDARD.encode(cube_gltf_parts().1)).into_bytes();
    let parser = |bytes: &[u8]| {
        let pieces: Vec<&[u8]> = bytes.split(|&byte| byte == b'@').collect();
        size(Format::Gltf)(&pieces.join(&buffer[..]))
    };
    survive(parser, &[&seeds[0], &seeds[1]], 60_000).expect_accepted(0.05..0.8);
}

#[test]
fn glb() {
    let (document, buffer) = cube_gltf_parts();
    let (family, family_buffer) = family_gltf_parts();
    let seeds = [binary(&document, &buffer), binary(&family, &family_buffer)];
    survive(size(Format::Gltf), &[&seeds[0], &seeds[1]], 40_000).expect_accepted(0.05..0.8);
}

/// One format's content under another's name, and all of them mixed, through the door that users take.
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
