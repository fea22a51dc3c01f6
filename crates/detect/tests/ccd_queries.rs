//! The public vertex-face and edge-edge queries, through the mesh method.
//!
//! Reference: the truth column, computed in exact rational arithmetic by the authors of the set (Wang et al. 2021). No contact
//! is missed and none invented: the ends of the paths are exact doubles, so the method decides exactly.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

use glam::DVec3;
use std::path::{Path, PathBuf};
use tangency_detect::{Moving, Query, Verdict, first_contact};
use tangency_geometry::{Mesh, Motion, Shape, Vertexwise};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/ccd-queries");

/// An integer of the file as the nearest number; all of them are ratios of integers that give an exact double.
fn ratio(numerator: &str, denominator: &str) -> f64 {
    // Denominators are powers of two, numerators fit in the mantissa once trailing zeros are taken away: both round exactly.
    let (numerator, denominator): (f64, f64) = (numerator.parse().unwrap(), denominator.parse().unwrap());
    numerator / denominator
}

/// A feature of one to three corners that moves from one set of positions to another, as a mesh of one triangle.
fn moving(start: &[DVec3], end: &[DVec3]) -> Moving {
    let corner = |index: usize| index.min(start.len() - 1) as u32;
    let mesh = Mesh::new(start.to_vec(), vec![[corner(0), corner(1), corner(2)]]).unwrap();
    let motion = Vertexwise::new(vec![0.0, 1.0], vec![start.to_vec(), end.to_vec()]).unwrap();
    Moving::new(Shape::Mesh(mesh), Motion::Vertexwise(motion)).unwrap()
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "csv") {
            found.push(path);
        }
    }
}

#[test]
fn no_public_contact_is_missed_or_invented() {
    let folder = Path::new(FOLDER);
    if !folder.is_dir() {
        println!("skipped: no public query set beside the project");
        return;
    }
    let mut paths = Vec::new();
    files(folder, &mut paths);
    paths.sort();
    let (mut queries, mut positives) = (0, 0);
    for path in paths {
        let split = if path.to_string_lossy().contains("edge-edge") { 2 } else { 1 };
        let text = std::fs::read_to_string(&path).unwrap();
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').map(str::trim).collect()).collect();
        for query in rows.chunks_exact(8) {
            let points: Vec<DVec3> = query
                .iter()
                .map(|row| DVec3::new(ratio(row[0], row[1]), ratio(row[2], row[3]), ratio(row[4], row[5])))
                .collect();
            let touches = query[0][6] == "1";
            let a = moving(&points[..split], &points[4..4 + split]);
            let b = moving(&points[split..4], &points[4 + split..]);
            let answer = first_contact(&a, &b, &Query { tolerance: 1e-6, ..Query::default() }).unwrap();
            let found = matches!(answer.verdict, Verdict::Touch(_));
            queries += 1;
            positives += u32::from(touches);
            assert_eq!(found, touches, "query {queries}, in {}", path.display());
        }
    }
    println!("{queries} queries, {positives} touch: none missed, none invented");
    assert!(queries > 1_000 && positives > 100, "too few queries to test anything");
}
