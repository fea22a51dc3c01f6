//! Vertex-face and edge-edge queries with their truth: the readers, and the answers of both methods.

use crate::data;
use glam::DVec3;
use std::path::{Path, PathBuf};
use tangency::detect::exact::{EdgeEdge, VertexFace};
use tangency::detect::{Moving, Query, Verdict, first_contact};
use tangency::geometry::{Mesh, Motion, Shape, Vertexwise};

/// One query: positions at t = 0 and t = 1, and whether the features touch at some t between.
pub struct PublicQuery {
    /// Two edges, otherwise a vertex and a face.
    pub edges: bool,
    /// The four corners at t = 0: both ends of both edges, or the vertex and the face.
    pub start: [DVec3; 4],
    /// The same at t = 1.
    pub end: [DVec3; 4],
    /// The truth.
    pub touches: bool,
}

/// Whether the exact primitive says that the features touch. Checks that the decision and the first time agree,
/// and that the bracket of the time is narrow.
///
/// # Panics
/// If they disagree, or if the query is refused.
#[must_use]
pub fn exact_method_touches(query: &PublicQuery) -> bool {
    const FINITE: &str = "coordinates are finite";
    let (touches, touch) = if query.edges {
        let pair = EdgeEdge::new(query.start, query.end).expect(FINITE);
        (pair.touches(), pair.first_touch())
    } else {
        let pair = VertexFace::new(query.start, query.end).expect(FINITE);
        (pair.touches(), pair.first_touch())
    };
    assert_eq!(touches, touch.is_some(), "the decision and the first time disagree");
    if let Some(touch) = touch {
        assert!(touch.time.width() <= 1e-12, "the bracket is wide: {:?}", touch.time);
    }
    touches
}

/// Whether the method for meshes says that the features touch, each feature a mesh of one triangle.
///
/// # Panics
/// If the query is refused.
#[must_use]
pub fn mesh_method_touches(query: &PublicQuery) -> bool {
    let split = if query.edges { 2 } else { 1 };
    let a = moving(&query.start[..split], &query.end[..split]);
    let b = moving(&query.start[split..], &query.end[split..]);
    let answer = first_contact(&a, &b, &Query { tolerance: 1e-6, ..Query::default() }).expect("meshes are supported");
    matches!(answer.verdict, Verdict::Touch(_))
}

/// A feature of one to three corners that moves from one set of positions to another, as a mesh of one triangle.
fn moving(start: &[DVec3], end: &[DVec3]) -> Moving {
    let corner = |index: usize| index.min(start.len() - 1) as u32;
    let mesh = Mesh::new(start.to_vec(), vec![[corner(0), corner(1), corner(2)]]).expect("three corners");
    let motion = Vertexwise::new(vec![0.0, 1.0], vec![start.to_vec(), end.to_vec()]).expect("two frames");
    Moving::new(Shape::Mesh(mesh), Motion::Vertexwise(motion)).expect("as many vertices as paths")
}

/// A query in the layout of our slice: `vf` or `ee`, `1` or `0` for the truth, then all coordinates, each as
/// the shortest decimal that reads back as the same double.
#[must_use]
pub fn line(query: &PublicQuery) -> String {
    let kind = if query.edges { "ee" } else { "vf" };
    let coordinates = query.start.iter().chain(&query.end).flat_map(|point| point.to_array());
    let words: String = coordinates.map(|coordinate| format!(" {coordinate:?}")).collect();
    format!("{kind} {}{words}\n", u8::from(query.touches))
}

/// The queries of our slice, `data/queries.txt`.
///
/// # Panics
/// If the file is not in its layout.
#[must_use]
pub fn slice() -> Vec<PublicQuery> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/queries.txt");
    let text = std::fs::read_to_string(file).expect("a file of this crate");
    let query = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words.len(), 26, "not a query: {line}");
        let number = |index: usize| words[2 + index].parse::<f64>().expect("a coordinate");
        let point = |index: usize| DVec3::from_array([0, 1, 2].map(|axis| number(3 * index + axis)));
        PublicQuery {
            edges: words[0] == "ee",
            start: std::array::from_fn(point),
            end: std::array::from_fn(|index| point(4 + index)),
            touches: words[1] == "1",
        }
    };
    text.lines().filter(|line| !line.starts_with('#')).map(query).collect()
}

/// All queries of a folder of the public sets. A set without a truth column has its truth in `mma_bool`.
///
/// # Panics
/// If the folder is missing or a file is not in the layout of the set.
#[must_use]
pub fn queries(folder: &str) -> Vec<PublicQuery> {
    let mut paths = Vec::new();
    files(&data(folder), &mut paths);
    paths.sort();
    paths.iter().flat_map(|path| read(path)).collect()
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "csv") {
            found.push(path);
        }
    }
}

fn read(path: &Path) -> Vec<PublicQuery> {
    let name = path.to_string_lossy();
    let edges = name.contains("edge-edge") || name.ends_with("ee.csv");
    let text = std::fs::read_to_string(path).expect("a readable file");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').map(str::trim).collect()).collect();
    let truths = truths(path);
    assert_eq!(rows.len() % 8, 0, "{name}");
    let query = |(index, rows): (usize, &[Vec<&str>])| {
        // Denominators are powers of two, numerators fit in the mantissa once trailing zeros are taken away: exact.
        let integer = |word: &str| word.parse::<f64>().expect("an integer");
        let number = |row: &[&str], k: usize| integer(row[2 * k]) / integer(row[2 * k + 1]);
        let point = |row: &Vec<&str>| DVec3::from_array([0, 1, 2].map(|k| number(row, k)));
        PublicQuery {
            edges,
            start: std::array::from_fn(|i| point(&rows[i])),
            end: std::array::from_fn(|i| point(&rows[4 + i])),
            touches: truths.as_ref().map_or_else(|| rows[0][6] == "1", |truths| truths[index]),
        }
    };
    rows.chunks_exact(8).enumerate().map(query).collect()
}

/// The list of `true` and `false` in `../mma_bool/NAME_mma_bool.json`, if the set keeps its truth there.
fn truths(path: &Path) -> Option<Vec<bool>> {
    let folder = path.parent()?.parent()?.join("mma_bool");
    if !folder.is_dir() {
        return None;
    }
    let file = folder.join(format!("{}_mma_bool.json", path.file_stem()?.to_str()?));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let words = text.trim().trim_matches(['[', ']']).split(',').map(str::trim);
    Some(words.map(|word| word.parse().unwrap_or_else(|_| panic!("{}: {word:?}", file.display()))).collect())
}
