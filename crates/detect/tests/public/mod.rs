//! The public vertex-face and edge-edge queries beside the project, where they are.

// Each test uses its own part.
#![allow(dead_code, clippy::unwrap_used)]

use glam::DVec3;
use std::path::{Path, PathBuf};

pub(crate) const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");

/// One query: positions at t = 0 and t = 1, and whether they touch.
pub(crate) struct PublicQuery {
    pub(crate) edges: bool,
    pub(crate) start: [DVec3; 4],
    pub(crate) end: [DVec3; 4],
    pub(crate) touches: bool,
}

/// All queries of a folder of CSV files, those without a truth column with the truth of `mma_bool`; none if it is missing.
pub(crate) fn queries(folder: &str) -> Vec<PublicQuery> {
    let mut paths = Vec::new();
    files(&Path::new(DATA).join(folder), &mut paths);
    paths.sort();
    paths.iter().flat_map(|path| read(path)).collect()
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
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
    let text = std::fs::read_to_string(path).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').map(str::trim).collect()).collect();
    let truths = truths(path);
    assert_eq!(rows.len() % 8, 0, "{name}");
    let query = |(index, rows): (usize, &[Vec<&str>])| {
        // Denominators are powers of two, numerators fit in the mantissa once trailing zeros are taken away: exact.
        let number =
            |row: &[&str], k: usize| row[2 * k].parse::<f64>().unwrap() / row[2 * k + 1].parse::<f64>().unwrap();
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
