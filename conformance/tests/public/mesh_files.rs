//! The readers of mesh files on the public meshes.
//!
//! Reference: counts of lines that begin with `v` or `f`, and of the words behind `f`, taken without the
//! reader; for PLY the counts of the header.

use std::{
    fs,
    path::{Path, PathBuf},
};
use tangency::formats::mesh::read;
use tangency_conformance::data;

/// All files below a folder with this extension.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn obj_files_hold_what_their_lines_say() {
    let mut paths = files(&data("meshes"), "obj");
    paths.extend(files(&data("rigid"), "obj"));
    for path in &paths {
        let text = fs::read_to_string(path).unwrap();
        let words = |keyword: &'static str| {
            text.lines()
                .map(|line| line.split_whitespace().collect::<Vec<_>>())
                .filter(move |words| words.first() == Some(&keyword))
        };
        let triangles: usize = words("f").map(|words| words.len() - 3).sum();
        let file = read(path).unwrap();
        assert_eq!(file.mesh.vertices().len(), words("v").count(), "{}", path.display());
        assert_eq!(file.mesh.triangles().len(), triangles, "{}", path.display());
        // Every coordinate is the one that the line shows.
        for (vertex, words) in file.mesh.vertices().iter().zip(words("v")) {
            let coordinates: Vec<f64> = words[1..4].iter().map(|word| word.parse().unwrap()).collect();
            assert_eq!(vertex.to_array()[..], coordinates[..]);
        }
        println!("{}: {triangles} triangles; {:?}", path.display(), file.warnings);
    }
    assert!(paths.len() >= 30, "only {} files", paths.len());
}

#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn ply_files_hold_what_their_headers_say() {
    let paths = files(&data("scalable-ccd"), "ply");
    assert_eq!(paths.len(), 4);
    for path in paths {
        let bytes = fs::read(&path).unwrap();
        let header = String::from_utf8_lossy(&bytes[..300]).into_owned();
        let count = |name: &str| -> usize {
            let rest = header.split(name).nth(1).unwrap();
            rest.split_whitespace().next().unwrap().parse().unwrap()
        };
        let file = read(&path).unwrap();
        assert_eq!(file.mesh.vertices().len(), count("element vertex"));
        assert_eq!(file.mesh.triangles().len(), count("element face"));
        println!("{}: {} triangles; {:?}", path.display(), file.mesh.triangles().len(), file.warnings);
    }
}
