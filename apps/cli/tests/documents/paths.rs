//! Paths and links lead somewhere.

use crate::exceptions::allowed;
use crate::{assert_none, documents, root};
use std::path::Path;
use std::sync::OnceLock;

/// All files of the repository, as paths from the root with `/`.
pub(crate) fn files() -> &'static [String] {
    static FILES: OnceLock<Vec<String>> = OnceLock::new();
    FILES.get_or_init(|| {
        let mut found = Vec::new();
        collect(&root(), "", &mut found);
        found.sort();
        found
    })
}

fn collect(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if name == "target" || name == ".git" {
            continue;
        }
        let path = format!("{prefix}{name}");
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{path}/"), found);
        } else {
            found.push(path);
        }
    }
}

/// Whether a file or folder has this path, or ends with it: `table.rs` and `detect/src/` are enough.
pub(crate) fn exists(path: &str) -> bool {
    let path = path.trim_end_matches('/').trim_start_matches("./");
    let inside = format!("{path}/");
    let ends = |file: &String| {
        file == path
            || file.ends_with(&format!("/{path}"))
            || file.starts_with(&inside)
            || file.contains(&format!("/{inside}"))
    };
    files().iter().any(ends)
}

/// Whether a word is meant as a path of the repository: a source or document, a folder, or below one of our
/// folders.
fn is_path(word: &str) -> bool {
    let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "_./-".contains(c));
    let first = word.split('/').next().unwrap_or_default();
    let ours = word.contains('/') && (root().join(first).is_dir() || root().join("crates").join(first).is_dir());
    let folder = word.ends_with('/') && word.len() > 1;
    plain && !word.starts_with(['.', '/', '-']) && (word.ends_with(".rs") || word.ends_with(".md") || folder || ours)
}

#[test]
fn paths_exist() {
    let mut faults = Vec::new();
    for document in documents() {
        for span in document.spans() {
            for word in span.text.split_whitespace().filter(|word| is_path(word)) {
                let beside = root().join(&document.path).parent().unwrap().join(word).exists();
                if !exists(word) && !beside && !allowed(word) {
                    faults.push(document.fault(span.line, &format!("there is no `{word}`")));
                }
            }
        }
    }
    assert_none(&faults);
}

#[test]
fn links_lead_somewhere() {
    let mut faults = Vec::new();
    let all = documents();
    for document in &all {
        for link in document.links().iter().filter(|link| !link.text.contains("://")) {
            let (path, anchor) = link.text.split_once('#').unwrap_or((&link.text, ""));
            let here = root().join(&document.path);
            let target = if path.is_empty() { here.clone() } else { here.parent().unwrap().join(path) };
            if !target.exists() {
                faults.push(document.fault(link.line, &format!("there is no {}", link.text)));
            } else if !anchor.is_empty() {
                let target = target.canonicalize().unwrap();
                let file = all.iter().find(|other| root().join(&other.path).canonicalize().unwrap() == target);
                if !file.is_some_and(|file| file.anchors().iter().any(|heading| heading == anchor)) {
                    faults.push(document.fault(link.line, &format!("{path} has no heading #{anchor}")));
                }
            }
        }
    }
    assert_none(&faults);
}
