//! Makes the slices in `conformance/data` from the public sets beside the project.
//! `cargo run --release -p tangency-conformance --example make_slices`

#![allow(clippy::unwrap_used, reason = "a missing or broken set stops the program")]

#[path = "../tests/public/itl.rs"]
#[allow(dead_code, reason = "shared with the tests")]
mod itl;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use tangency::formats::mesh;
use tangency_conformance::queries::{PublicQuery, line, queries};
use tangency_conformance::vectors::{VectorValue, find};
use tangency_conformance::{data, frames};

/// Queries of each kind and truth that are taken from each folder.
const QUERIES: usize = 14;
/// Vectors that are taken of each operation.
const VECTORS: usize = 9;
/// Metres: the triangles within this distance of the centre are taken.
const RADIUS: f64 = 0.052;
const CENTRE: [f64; 3] = [0.03, -0.045, -0.598];

/// At most `count` of the items, evenly spaced.
fn spread<T>(items: &[T], count: usize) -> impl Iterator<Item = &T> {
    let taken = items.len().min(count);
    (0..taken).map(move |index| &items[index * items.len() / taken])
}

fn query_slice() -> String {
    let mut text = String::from(
        "# kind, whether they touch, then x y z of four corners at t = 0 and of the same at t = 1; see README.md\n",
    );
    for folder in std::fs::read_dir(data("ccd-queries")).unwrap() {
        let folder = folder.unwrap();
        if !folder.path().is_dir() {
            continue;
        }
        let name = folder.file_name().into_string().unwrap();
        let all = queries(&format!("ccd-queries/{name}"));
        writeln!(text, "# {name}").unwrap();
        for (edges, touches) in [(false, false), (false, true), (true, false), (true, true)] {
            let some: Vec<&PublicQuery> =
                all.iter().filter(|query| query.edges == edges && query.touches == touches).collect();
            for query in spread(&some, QUERIES) {
                text += &line(query);
            }
        }
    }
    text
}

fn vector_slice() -> String {
    let mut by_operation: BTreeMap<String, Vec<String>> = BTreeMap::new();
    // Not the files under other licences than those named in data/README.md.
    let files = ["atan2", "libieeep1788_bool", "libieeep1788_elem", "libieeep1788_mul_rev", "libieeep1788_num"];
    for file in files.into_iter().chain(["libieeep1788_set", "libieeep1788_rec_bool"]) {
        let source = std::fs::read_to_string(data("itf1788").join(format!("{file}.itl"))).unwrap();
        for vector in itl::parse(&source).unwrap() {
            let values = || vector.operands.iter().chain(&vector.results);
            if find(&vector.operation).is_none() || values().any(|value| matches!(value, VectorValue::Other(_))) {
                continue;
            }
            let words = |values: &[VectorValue]| values.iter().map(|value| format!(" {value}")).collect::<String>();
            let line = format!("{}{} ={}\n", vector.operation, words(&vector.operands), words(&vector.results));
            let lines = by_operation.entry(vector.operation).or_default();
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    let chosen = by_operation.values().flat_map(|lines| spread(lines, VECTORS)).cloned().collect::<String>();
    format!("# operation operand … = expected result …; see README.md\n{chosen}")
}

fn frame_slice() -> String {
    let folder = data("scalable-ccd/cloth-funnel/frames");
    let [start, end] = ["227.ply", "228.ply"].map(|name| mesh::read(folder.join(name)).unwrap().mesh);
    let near = |corner: u32| start.vertices()[corner as usize].distance(CENTRE.into()) < RADIUS;
    let faces: Vec<[u32; 3]> =
        start.triangles().iter().copied().filter(|corners| corners.iter().all(|&corner| near(corner))).collect();
    let mut used: Vec<u32> = faces.iter().flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    let mut text =
        format!("# vertices: x y z at t = 0 and at t = 1; then faces; see README.md\n{} {}\n", used.len(), faces.len());
    for &vertex in &used {
        let both = [&start, &end].map(|mesh| mesh.vertices()[vertex as usize].to_array());
        let words: Vec<String> = both.iter().flatten().map(|coordinate| format!("{coordinate:.6}")).collect();
        writeln!(text, "{}", words.join(" ")).unwrap();
    }
    for face in faces {
        let [a, b, c] = face.map(|corner| used.binary_search(&corner).unwrap());
        writeln!(text, "{a} {b} {c}").unwrap();
    }
    text
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    for (name, text) in
        [("queries.txt", query_slice()), ("intervals.txt", vector_slice()), ("frames.txt", frame_slice())]
    {
        println!("{name}: {} lines, {} bytes", text.lines().count(), text.len());
        std::fs::write(folder.join(name), text).unwrap();
    }
    let (mesh, _) = frames::read();
    println!("{} vertices, {} faces", mesh.vertices().len(), mesh.triangles().len());
}
