//! The memory of mesh readers is proportional to the size of the file, whatever counts it announces.
//!
//! Reference: the global allocator, which counts the bytes in use.

#![allow(
    unsafe_code,
    reason = "a global allocator is an unsafe trait; this one only counts and passes on to the system's"
)]

mod samples;

use samples::*;
use serde_json::json;
use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};
use tangency_formats::{laws::mutate, mesh::Format};
use tangency_interval::laws::Random;

struct Counting;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// Thread-locals do not exist while a thread ends. Allocations at that time are not counted.
fn count(bytes: isize) {
    let _ = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(held.get())));
    });
}

// SAFETY: every call goes to the system allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the pointer came from `alloc` above, hence from the system.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The peak of the bytes in use during a read.
fn peak(format: Format, bytes: &[u8]) -> usize {
    HELD.set(0);
    PEAK.set(0);
    let _ = format.parse(bytes);
    PEAK.get().unsigned_abs()
}

/// A vertex takes 24 bytes, a triangle 12, its edges 24, and welding about 50 more. Growing lists double. A triangle
/// needs at least 2 bytes of text or 1 byte of binary data. Nothing else may grow.
fn assert_proportional(format: Format, bytes: &[u8]) {
    let peak = peak(format, bytes);
    assert!(peak <= 20_000 + 250 * bytes.len(), "{peak} bytes of memory for {} of input", bytes.len());
}

#[test]
fn the_allocator_counts() {
    let before = peak(Format::Obj, b"v 0 0 0\n");
    let after = peak(Format::Obj, &b"v 0 0 0\n".repeat(10_000));
    assert!(before > 0 && after > 24 * 10_000, "{before} {after}");
}

#[test]
fn absurd_counts_cost_nothing() {
    let head = "ply\nformat binary_little_endian 1.0\n";
    let position = "property float x\nproperty float y\nproperty float z\n";
    let list = "property list uint int vertex_indices\n";
    for count in ["4000000000", "18446744073709551615"] {
        for text in [
            format!("{head}element vertex {count}\n{position}end_header\n\0\0\0\0"),
            format!("{head}element face {count}\n{list}end_header\n\0\0\0\0"),
            format!("{head}element face 1\n{list}end_header\n\u{7f}\u{7f}\u{7f}\u{7f}"),
            format!("{head}element nothing {count}\nend_header\n"),
        ] {
            assert_proportional(Format::Ply, text.as_bytes());
            assert_proportional(Format::Ply, text.replace("binary_little_endian", "ascii").as_bytes());
        }
    }
    for count in ["4000000000", "18446744073709551615"] {
        let text = String::from_utf8(cube_dae()).unwrap();
        for announced in ["count=\"24\"", "count=\"8\"", "count=\"6\"", "stride=\"3\"", "offset=\"1\""] {
            let name = announced.split('=').next().unwrap();
            assert_proportional(Format::Collada, text.replace(announced, &format!("{name}=\"{count}\"")).as_bytes());
        }
        assert_proportional(Format::Collada, text.replace(">4 4", &format!(">{count} 4")).as_bytes());
    }
    let mut stl = cube_stl_binary();
    stl[80..84].fill(0xFF);
    assert_proportional(Format::Stl, &stl);
    for (list, field) in [("accessors", "count"), ("bufferViews", "byteLength"), ("buffers", "byteLength")] {
        for count in [json!(4_000_000_000_u32), json!(60_000_000), json!(u64::MAX)] {
            let (mut document, buffer) = cube_gltf_parts();
            document[list][0][field] = count;
            assert_proportional(Format::Gltf, &binary(&document, &buffer));
        }
    }
}

#[test]
fn mutated_files_cost_what_they_weigh() {
    let (document, buffer) = cube_gltf_parts();
    let (morph, morph_buffer) = morph_gltf_parts();
    let seeds = [
        (Format::Obj, cube_obj()),
        (Format::Stl, cube_stl_text()),
        (Format::Stl, cube_stl_binary()),
        (Format::Ply, cube_ply_text()),
        (Format::Ply, cube_ply_binary(true)),
        (Format::Gltf, embed(document, &buffer)),
        (Format::Gltf, embed(morph, &morph_buffer)),
        (Format::Collada, cube_dae()),
    ];
    for format in Format::all() {
        assert!(seeds.iter().any(|(of, _)| *of == format), "{format:?} has no row here");
    }
    let mut random = Random::new(5);
    for (format, seed) in &seeds {
        for _ in 0..3_000 {
            assert_proportional(*format, &mutate(&mut random, seed, seed));
        }
    }
}

#[test]
fn long_lists_stay_proportional() {
    let mut polygon = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf".to_vec();
    polygon.extend(b" 1 2 3".repeat(20_000));
    assert_proportional(Format::Obj, &polygon);
    assert_proportional(Format::Obj, &b"f 1\n".repeat(20_000));
    assert_proportional(Format::Stl, &[&b"solid\n"[..], &b"facet ".repeat(20_000)].concat());
    assert_proportional(Format::Gltf, "[".repeat(100_000).as_bytes());
    assert_proportional(Format::Collada, format!("<COLLADA>{}</COLLADA>", "<a/>".repeat(20_000)).as_bytes());
    assert_proportional(Format::Collada, format!("<COLLADA>{}", "<a>".repeat(100_000)).as_bytes());
}
