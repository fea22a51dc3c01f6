//! Rust names in code spans exist: `Prepared`, `Method::of`, `detect::exact`, `first_contact`.

use crate::exceptions::allowed;
use crate::paths::files;
use crate::{assert_none, documents, root};
use std::collections::HashSet;

/// Every identifier in the sources, as text: Rust, manifests, scripts of the viewer, programs of the benchmarks.
fn identifiers() -> HashSet<String> {
    let endings = [".rs", ".toml", ".js", ".py", ".html", ".css", ".yaml", "Cargo.lock"];
    let mut found = HashSet::new();
    for file in files().iter().filter(|file| endings.iter().any(|ending| file.ends_with(ending))) {
        // This test quotes names that may be gone.
        if file.starts_with("apps/cli/tests/documents") {
            continue;
        }
        let text = std::fs::read_to_string(root().join(file)).unwrap_or_default();
        found.extend(text.split(|c: char| !c.is_alphanumeric() && c != '_').map(String::from));
        // A module is named by its file.
        found.extend(file.split(['/', '.']).map(String::from));
    }
    found
}

/// Every name that the Rust sources define: items, modules, variants.
fn definitions() -> HashSet<String> {
    let keywords = ["fn", "struct", "enum", "trait", "type", "mod", "const", "static", "union", "macro_rules!"];
    let mut found = HashSet::new();
    for file in files().iter().filter(|file| file.ends_with(".rs") && !file.starts_with("apps/cli/tests/documents")) {
        let text = std::fs::read_to_string(root().join(file)).unwrap();
        for line in text.lines() {
            let words: Vec<&str> = line.split([' ', '(', ')', '<', '{', ':', ';', ',', '=']).collect();
            let defined = words.windows(2).filter(|pair| keywords.contains(&pair[0])).map(|pair| pair[1].to_owned());
            found.extend(defined);
            let variant = line.trim_start();
            found.extend(
                variant
                    .split([' ', '(', ',', '{'])
                    .next()
                    .filter(|name| name.starts_with(char::is_uppercase))
                    .map(String::from),
            );
        }
        found.extend(file.split(['/', '.', '-']).map(String::from));
    }
    // The crates, as they are named in a path.
    found.extend(["tangency_interval", "tangency_geometry", "tangency_bound", "tangency_detect"].map(String::from));
    found.extend(["tangency_formats", "tangency_respond", "tangency_world"].map(String::from));
    found
}

/// Whether a word is meant as a name of the source: a path with `::`, a macro, or one that only code would
/// spell so.
fn is_name(word: &str) -> bool {
    let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "_:!".contains(c));
    let starts = word.starts_with(|c: char| c.is_ascii_alphabetic());
    let camel = word.chars().next().is_some_and(char::is_uppercase) && word.chars().any(char::is_lowercase);
    plain && starts && (word.contains("::") || word.contains('_') || word.ends_with('!') || camel)
}

#[test]
fn names_exist() {
    let (identifiers, definitions) = (identifiers(), definitions());
    let mut faults = Vec::new();
    for document in documents() {
        for span in document.spans() {
            let word = span.text.split(['(', '<', '{']).next().unwrap_or_default().trim();
            let names = if word.contains("::") { &definitions } else { &identifiers };
            let known = |part: &str| part.is_empty() || names.contains(part);
            if is_name(word) && !allowed(word) && !word.trim_end_matches('!').split("::").all(known) {
                faults.push(document.fault(span.line, &format!("no source has the name `{word}`")));
            }
        }
    }
    assert_none(&faults);
}
