//! The public items of the published crates are those of a list: none vanishes unnoticed.
//!
//! The list is `public_items.txt`. An item may leave it if the section *Unreleased* of the changelog names it. After a
//! change, write the list again: `TANGENCY_WRITE_PUBLIC_ITEMS=1 cargo test -p tangency --test public_items`.
//!
//! The sources are formatted, so their lines show what they declare: items begin a line, methods, variants and fields
//! are indented by four blanks.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const CRATES: [&str; 8] = ["interval", "geometry", "bound", "detect", "respond", "world", "formats", "tangency"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The name at the start of a text.
fn name(text: &str) -> &str {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default()
}

/// The items that a module and its public modules declare or export, with the path of their module.
fn exported(file: &Path, module: &str, items: &mut BTreeSet<String>) {
    let source = text(file);
    let mut hidden = false;
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("#[cfg(") && !line.contains("\"formats\"") {
            hidden = true;
        }
        let Some(item) = line.strip_prefix("pub ") else {
            hidden &= line.starts_with('#') || line.starts_with("//");
            continue;
        };
        if std::mem::take(&mut hidden) {
            continue;
        }
        if let Some(path) = item.strip_prefix("use ") {
            let mut path = path.to_owned();
            while !path.ends_with(';') {
                path.push_str(lines.next().expect("a semicolon"));
            }
            items.extend(leaves(path.trim_end_matches(';')).into_iter().map(|leaf| format!("{module}{leaf}")));
        } else if let Some(inner) = item.strip_prefix("mod ") {
            let inner = name(inner);
            items.insert(format!("{module}{inner}"));
            let folder = if ["lib", "mod"].iter().any(|stem| file.file_stem().is_some_and(|found| found == *stem)) {
                file.parent().expect("a folder").to_owned()
            } else {
                file.with_extension("")
            };
            let candidates = [folder.join(format!("{inner}.rs")), folder.join(inner).join("mod.rs")];
            let found = candidates.iter().find(|path| path.exists()).expect("the file of a module");
            exported(found, &format!("{module}{inner}::"), items);
        } else {
            let words = ["fn ", "struct ", "enum ", "trait ", "type ", "const ", "static ", "const fn "];
            let declared = words.iter().filter_map(|word| item.strip_prefix(word)).next_back();
            items.extend(declared.map(|declared| format!("{module}{}", name(declared))));
        }
    }
}

/// The names that a `use` brings in.
fn leaves(path: &str) -> Vec<String> {
    let inner = match path.split_once('{') {
        Some((_, inner)) => inner.rsplit_once('}').map_or(inner, |(inner, _)| inner),
        None => path,
    };
    assert!(!inner.contains('{'), "nested braces in {path}");
    let last = |one: &str| one.trim().rsplit([':', ' ']).next().unwrap_or_default().to_owned();
    inner.split(',').map(last).filter(|leaf| !leaf.is_empty()).collect()
}

/// Methods, variants and public fields of exported types.
fn members(folder: &Path, exported: &BTreeSet<String>, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            members(&path, exported, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            members_of(&text(&path), exported, found);
        }
    }
}

fn members_of(source: &str, exported: &BTreeSet<String>, found: &mut BTreeSet<String>) {
    let mut of: Option<(String, char)> = None;
    for line in source.lines() {
        if !line.starts_with(' ') && !line.is_empty() {
            of = owner(line).filter(|(owner, _)| exported.iter().any(|item| item.rsplit("::").next() == Some(owner)));
        }
        let (Some((owner, kind)), Some(member)) = (&of, line.strip_prefix("    ")) else { continue };
        let member = match kind {
            'i' => {
                ["pub fn ", "pub const fn ", "pub const "].iter().filter_map(|word| member.strip_prefix(word)).next()
            }
            's' => member.strip_prefix("pub "),
            _ => Some(member).filter(|member| member.starts_with(|letter: char| letter.is_uppercase())),
        };
        found.extend(member.map(|member| format!("{owner}::{}", name(member))));
    }
}

/// The type whose block a line opens, and whether it is an `impl` (i), a struct (s) or an enum (e).
fn owner(line: &str) -> Option<(String, char)> {
    if let Some(rest) = line.strip_prefix("pub struct ") {
        return Some((name(rest).to_owned(), 's'));
    }
    if let Some(rest) = line.strip_prefix("pub enum ") {
        return Some((name(rest).to_owned(), 'e'));
    }
    let rest = line.strip_prefix("impl")?;
    // Generic parameters may hold spaces.
    let rest = if rest.starts_with('<') {
        let mut depth = 0;
        let end = rest.char_indices().find(|(_, letter)| {
            depth += i32::from(*letter == '<') - i32::from(*letter == '>');
            depth == 0
        })?;
        &rest[end.0 + 1..]
    } else {
        rest
    };
    // Methods of traits are not declared `pub`.
    Some((name(rest.trim_start()).to_owned(), 'i')).filter(|_| !rest.contains(" for "))
}

fn all() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for crate_ in CRATES {
        let source = root().join("crates").join(crate_).join("src");
        let (mut items, mut inner) = (BTreeSet::new(), BTreeSet::new());
        exported(&source.join("lib.rs"), "", &mut items);
        members(&source, &items, &mut inner);
        all.extend(items.union(&inner).map(|item| format!("{crate_}: {item}")));
    }
    all
}

#[test]
fn no_public_item_vanishes_unnoticed() {
    let (path, found) = (root().join("crates/tangency/tests/public_items.txt"), all());
    assert!(found.len() > 1500, "only {} items were found", found.len());
    if std::env::var_os("TANGENCY_WRITE_PUBLIC_ITEMS").is_some() {
        let lines: String = found.iter().map(|item| format!("{item}\n")).collect();
        std::fs::write(&path, lines).expect("the list can be written");
    }
    let listed: BTreeSet<String> = text(&path).lines().map(str::to_owned).collect();
    let changes = text(&root().join("CHANGELOG.md"));
    let unreleased = changes.split("\n## ").nth(1).expect("a section Unreleased");
    let told = |item: &&String| {
        let last = item.rsplit([':', ' ']).next().unwrap_or(item);
        unreleased.contains(&format!("`{last}")) || unreleased.contains(&format!("::{last}`"))
    };
    let gone: Vec<&String> = listed.difference(&found).filter(|item| !told(item)).collect();
    let new: Vec<&String> = found.difference(&listed).collect();
    let write = "then TANGENCY_WRITE_PUBLIC_ITEMS=1 cargo test -p tangency --test public_items";
    assert!(gone.is_empty(), "these items are gone: name them in the changelog, {write}: {gone:#?}");
    assert!(new.is_empty(), "these items are new, {write}: {new:#?}");
}

/// The lister sees what it must see.
#[test]
fn known_items_are_listed() {
    let found = all();
    for item in [
        "tangency: check",
        "tangency: detect",
        "tangency: CheckOptions::stop",
        "tangency: scenes::ALL",
        "detect: first_contact",
        "detect: Query::tolerance",
        "detect: Moving::new",
        "detect: exact::VertexFace",
        "geometry: Shape::Polyhedron",
        "interval: StopSignal::after",
        "interval: solve::minimize_until",
        "formats: Scene::to_toml",
        "world: RunOptions::until",
    ] {
        assert!(found.contains(item), "{item}");
    }
}
