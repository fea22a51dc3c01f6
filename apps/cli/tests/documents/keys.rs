//! Keys of the scene file that the documents name are keys of its reader.

use crate::exceptions::allowed;
use crate::markdown::quoted;
use crate::paths::files;
use crate::{assert_none, documents, root};
use std::collections::HashSet;

/// Every word in quotation marks in the source of the reader, its tests left out: the keys that it asks for are
/// among them.
fn known() -> HashSet<String> {
    const FOLDER: &str = "crates/formats/src/scene/";
    let main = std::fs::read_to_string(root().join(FOLDER).join("mod.rs")).unwrap();
    let tests: Vec<String> = main
        .split("#[cfg(test)]\nmod ")
        .skip(1)
        .map(|rest| format!("{FOLDER}{}", rest.split([';', ' ']).next().unwrap_or_default()))
        .collect();
    let mut known = HashSet::new();
    for file in files().iter().filter(|file| file.starts_with(FOLDER) && file.ends_with(".rs")) {
        if tests.iter().any(|test| file.strip_prefix(test).is_some_and(|rest| rest.starts_with(['.', '/']))) {
            continue;
        }
        let text = std::fs::read_to_string(root().join(file)).unwrap();
        let source = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        // All parts, since a text with a quotation mark in it shifts the others by one.
        let is_word = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        known.extend(source.split('"').filter(is_word).map(String::from));
    }
    known
}

/// The keys of a TOML text: words before `=`, and the words of headers. Names of `constants` are the author's own.
fn keys(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        // Without strings and comments.
        let bare: String = line.split('"').step_by(2).collect::<Vec<_>>().join("_");
        let bare = bare.split('#').next().unwrap_or_default();
        if let Some(header) = bare.trim().strip_prefix('[').filter(|_| !bare.contains('=')) {
            let names = header.trim_matches(['[', ']', ' ']).split('.');
            found.extend(names.filter(|name| !name.is_empty()).map(|name| (index, name.trim().to_owned())));
            continue;
        }
        let mut rest = bare.to_owned();
        if let Some((before, constants)) = bare.split_once("constants = {") {
            rest = format!("{before}constants = {}", constants.split_once('}').map_or("", |(_, after)| after));
        }
        for part in rest.split('=').rev().skip(1) {
            let name =
                part.trim_end().rsplit(|c: char| !c.is_alphanumeric() && !"_.".contains(c)).next().unwrap_or_default();
            found.extend(name.split('.').filter(|name| !name.is_empty()).map(|name| (index, name.to_owned())));
        }
    }
    found
}

#[test]
fn keys_of_the_scene_file_exist() {
    let known = known();
    let mut faults = Vec::new();
    for document in documents() {
        for block in document.blocks().iter().filter(|block| block.language == "toml") {
            for (index, key) in keys(&block.text).iter().filter(|(_, key)| !known.contains(key)) {
                faults.push(document.fault(block.line + 1 + index, &format!("the scene file has no key `{key}`")));
            }
        }
        if document.path != "docs/scene-file.md" {
            continue;
        }
        for row in document.rows().iter().filter(|row| row.header == "key" || row.header == "kind") {
            for name in quoted(&row.cell).iter().flat_map(|cell| cell.split('.')) {
                let name = name.trim_matches(['[', ']']);
                if !known.contains(name) && !allowed(name) {
                    faults.push(document.fault(row.line, &format!("the scene file has no key `{name}`")));
                }
            }
        }
    }
    assert_none(&faults);
}
