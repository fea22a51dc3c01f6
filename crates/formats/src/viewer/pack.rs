//! Large arrays of a page, quantised and compressed.
//!
//! *Question.* How can a mesh of a million triangles be part of a page of a few megabytes?
//! *Idea.* Coordinates become multiples of a step far below a pixel. Each is stored as the difference from the vertex
//! before, or from the same vertex in the frame before. Vertices are numbered in the order in which the triangles first
//! use them, so a corner is stored as its distance from the next new number: mostly zero or small (Gumhold and
//! Strasser, "Real time compression of triangle mesh connectivity", SIGGRAPH 1998, count from the front of the mesh
//! alike). The bytes of equal weight lie together, which DEFLATE then compresses well. The browser decompresses DEFLATE
//! itself.
//! *Guarantee.* Corners are exact. A coordinate is off by at most half a step and one rounding of `f32`.
//! *Cost.* Linear.

use crate::tolerance;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use glam::DVec3;
use serde_json::{Value, json};
use std::io::Write;

/// New numbers of vertices: in the order of first use by the triangles, then the unused ones.
pub(super) struct VertexOrder {
    /// The old number of every new one.
    old: Vec<u32>,
    /// The triangles with new numbers.
    triangles: Vec<[u32; 3]>,
}

impl VertexOrder {
    pub(super) fn of(triangles: &[[u32; 3]], vertices: usize) -> Self {
        let mut numbers = vec![u32::MAX; vertices];
        let mut old = Vec::with_capacity(vertices);
        let mut renumber = |corner: u32| {
            let number = &mut numbers[corner as usize];
            if *number == u32::MAX {
                *number = old.len() as u32;
                old.push(corner);
            }
            *number
        };
        let triangles = triangles.iter().map(|triangle| triangle.map(&mut renumber)).collect();
        (0..vertices as u32).for_each(|vertex| {
            renumber(vertex);
        });
        Self { old, triangles }
    }

    /// The corners: for each its distance from the next new number.
    pub(super) fn corners(&self) -> Value {
        let mut next = 0;
        let codes = self.triangles.iter().flatten().map(|&corner| {
            let code = next - corner;
            next += u32::from(code == 0);
            code
        });
        json!({ "deflate": deflated(&codes.collect::<Vec<_>>()) })
    }

    /// Sets of vertices (the frames of a motion, or one) relative to `origin`, in the new order.
    pub(super) fn coordinates(&self, sets: &[&[DVec3]], origin: DVec3) -> Value {
        let size = sets.iter().flat_map(|set| set.iter()).fold(0.0, |size: f64, &point| {
            let off = (point - origin).abs();
            size.max(off.max_element())
        });
        let step = if size > 0.0 { size / tolerance::PICTURE_STEPS } else { 1.0 };
        let mut codes = Vec::with_capacity(3 * self.old.len() * sets.len());
        let mut before = vec![[0_i32; 3]; self.old.len()];
        for (frame, set) in sets.iter().enumerate() {
            let mut neighbour = [0; 3];
            for (&old, before) in self.old.iter().zip(&mut before) {
                let here = ((set[old as usize] - origin) / step).round().to_array().map(|steps| steps as i32);
                let expected = if frame == 0 { neighbour } else { *before };
                codes.extend((0..3).map(|axis| folded(here[axis] - expected[axis])));
                (neighbour, *before) = (here, here);
            }
        }
        json!({ "deflate": deflated(&codes), "step": step })
    }
}

/// A number with a sign as one without: 0, -1, 1, -2, … become 0, 1, 2, 3, …
pub(super) fn folded(number: i32) -> u32 {
    ((number << 1) ^ (number >> 31)) as u32
}

/// All lowest bytes, then all second bytes, and so on, compressed, as base64.
pub(super) fn deflated(codes: &[u32]) -> String {
    let planes = (0..4).flat_map(|plane| codes.iter().map(move |code| (code >> (8 * plane)) as u8));
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(tolerance::PICTURE_COMPRESSION));
    let bytes: Vec<u8> = planes.collect();
    // Writing into memory cannot fail.
    let written = encoder.write_all(&bytes).and_then(|()| encoder.finish());
    BASE64.encode(written.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::DeflateDecoder;
    use std::io::Read;

    /// The numbers of a packed array, read as the page reads them.
    fn codes(packed: &Value) -> Vec<u32> {
        let bytes = BASE64.decode(packed["deflate"].as_str().unwrap()).unwrap();
        let mut planes = Vec::new();
        DeflateDecoder::new(bytes.as_slice()).read_to_end(&mut planes).unwrap();
        let count = planes.len() / 4;
        (0..count).map(|at| (0..4).map(|plane| u32::from(planes[plane * count + at]) << (8 * plane)).sum()).collect()
    }

    fn unfolded(code: u32) -> i64 {
        i64::from(code >> 1) ^ -i64::from(code & 1)
    }

    #[test]
    fn folded_numbers_unfold() {
        for number in [0, -1, 1, -2, 2, i32::MAX >> 1, i32::MIN >> 1] {
            assert_eq!(unfolded(folded(number)), i64::from(number));
        }
        assert_eq!([0, -1, 1, -2].map(folded), [0, 1, 2, 3]);
    }

    /// Corners and coordinates read back: the same points at the same corners, within half a step.
    #[test]
    fn a_packed_mesh_reads_back() {
        let triangles = [[4, 2, 0], [0, 2, 5], [5, 4, 0]];
        let frame = |shift: f64| -> Vec<DVec3> {
            (0..6)
                .map(|i| DVec3::new(f64::from(i) * 0.37 - 1.0, shift * f64::from(i), (f64::from(i) * 7.1).sin()))
                .collect()
        };
        let frames = [frame(0.0), frame(0.3), frame(-2.5)];
        let order = VertexOrder::of(&triangles, 6);
        let mut next = 0;
        let corners: Vec<u32> = codes(&order.corners())
            .into_iter()
            .map(|code| {
                let corner = next - code;
                next += u32::from(code == 0);
                corner
            })
            .collect();
        assert_eq!(corners, [0, 1, 2, 2, 1, 3, 3, 0, 2]);
        let origin = DVec3::new(0.5, 0.0, -1.0);
        let sets: Vec<&[DVec3]> = frames.iter().map(Vec::as_slice).collect();
        let packed = order.coordinates(&sets, origin);
        let step = packed["step"].as_f64().unwrap();
        assert!(step < 1e-4, "{step}");
        let deltas = codes(&packed);
        let mut values = vec![0_i64; deltas.len()];
        for at in 0..deltas.len() {
            let from = if at >= 18 {
                values[at - 18]
            } else if at >= 3 {
                values[at - 3]
            } else {
                0
            };
            values[at] = from + unfolded(deltas[at]);
        }
        for (set, frame) in frames.iter().enumerate() {
            for (corner, &old) in corners.iter().zip(triangles.as_flattened()) {
                let at = 18 * set + 3 * *corner as usize;
                let read = DVec3::new(values[at] as f64, values[at + 1] as f64, values[at + 2] as f64) * step + origin;
                let error = (read - frame[old as usize]).abs().max_element();
                assert!(error <= 0.500_001 * step, "{error} at {old}");
            }
        }
    }

    #[test]
    fn a_flat_point_has_a_step() {
        let order = VertexOrder::of(&[], 2);
        let packed = order.coordinates(&[&[DVec3::ONE; 2]], DVec3::ONE);
        assert_eq!(codes(&packed), [0; 6]);
        assert_eq!(packed["step"], 1.0);
    }
}
