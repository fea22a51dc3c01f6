//! The documents name only what exists: paths, links, identifiers, commands, options, scenes, keys, fields, suites.
//!
//! References: the files of the repository, the command's own `--help` and `scenes`, the results that it
//! writes, the source of the scene file's reader, and the list of suites in `bench/src/main.rs`.
//!
//! A document that fails here is wrong or out of date. `exceptions.rs` lists the few names that are not ours.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod commands;
mod exceptions;
mod fields;
mod keys;
mod markdown;
mod names;
mod paths;

use markdown::Document;
use std::path::{Path, PathBuf};

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every document, with its path from the root.
fn documents() -> Vec<Document> {
    let named = ["README.md", "ARCHITECTURE.md", "BENCHMARKS.md", "CONTRIBUTING.md"];
    let more = ["crates/interval/CONFORMANCE.md", "conformance/data/README.md"];
    let mut paths: Vec<String> = named.into_iter().chain(more).map(String::from).collect();
    paths.extend(paths::files().iter().filter(|path| path.starts_with("docs/") && path.ends_with(".md")).cloned());
    paths.into_iter().map(|path| Document::read(&root(), path)).collect()
}

/// Fails with all faults, each with its file and line.
fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults in the documents:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn exceptions_are_needed() {
    let all: String = documents().iter().map(|document| document.text.as_str()).collect();
    for (word, reason) in exceptions::ALL {
        assert!(all.contains(word), "no document names {word} any more ({reason})");
    }
}
