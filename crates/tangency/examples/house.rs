//! Measures the house: what each crate depends on and how large it is, and what a reader trips over. `cargo run
//! -p tangency --example house [-- --places]`; with `--places`, also where each of the counted things is.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// Columns that a line may have.
const COLUMNS: usize = 120;
/// Equal lines in a row that count as a copy.
const EQUAL_LINES: usize = 6;
/// Names that traits of the standard library ask for, and that therefore are defined more than once.
const REQUIRED_NAMES: [&str; 5] = ["Output", "Item", "IntoIter", "Error", "Target"];

/// A source file.
struct Source {
    /// Its path from the root of the workspace.
    path: String,
    lines: Vec<String>,
}

impl Source {
    /// Whether it is a part of a crate or program, and no test, example or benchmark.
    fn ships(&self) -> bool {
        let inside =
            self.path.contains("/src/") && !self.path.starts_with("bench/") && !self.path.starts_with("conformance/");
        inside && !self.path.ends_with("tests.rs") && !self.path.contains("/tests/")
    }
}

/// A member of the workspace.
struct Member {
    name: String,
    folder: String,
    dependencies: Vec<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let places = std::env::args().any(|argument| argument == "--places");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let members = members(&root)?;
    let mut sources = Vec::new();
    for member in &members {
        collect(&root, &root.join(&member.folder), &mut sources)?;
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    print_members(&members, &sources);
    let shipped: Vec<&Source> = sources.iter().filter(|source| source.ships()).collect();
    let findings = [
        (format!("lines over {COLUMNS} columns"), long_lines(&sources)),
        ("type names used more than once".into(), repeated_types(&shipped)),
        ("pub(super) in detect/src/curved".into(), lines_with(&shipped, "crates/detect/src/curved/", is_pub_super)),
        ("public constants".into(), lines_with(&shipped, "", is_public_constant)),
        (format!("places that share {EQUAL_LINES} or more equal lines"), equal_lines(&shipped)),
    ];
    println!();
    for (what, found) in &findings {
        println!("{:>5}  {what}", found.len());
        if places {
            found.iter().for_each(|place| println!("         {place}"));
        }
    }
    Ok(())
}

/// The members: every folder of the workspace with a manifest that has a package.
fn members(root: &Path) -> Result<Vec<Member>, Box<dyn Error>> {
    let mut folders: Vec<PathBuf> =
        fs::read_dir(root.join("crates"))?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    folders.sort();
    folders.extend(["apps/cli", "conformance", "bench"].map(|folder| root.join(folder)));
    let mut members = Vec::new();
    for folder in folders {
        let manifest = fs::read_to_string(folder.join("Cargo.toml"))?;
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")).unwrap_or_default();
        let needed = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
        let needed = needed.split("\n[").next().unwrap_or_default();
        let names = needed.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
        members.push(Member {
            name: name.trim_end_matches('"').into(),
            folder: folder.strip_prefix(root)?.to_string_lossy().into_owned(),
            dependencies: names.filter(|name| name.starts_with("tangency")).map(short).map(String::from).collect(),
        });
    }
    Ok(members)
}

/// The name without the prefix that all have.
fn short(name: &str) -> &str {
    name.strip_prefix("tangency-").unwrap_or(name)
}

/// All Rust files below a folder.
fn collect(root: &Path, folder: &Path, sources: &mut Vec<Source>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if !path.ends_with("target") && !path.ends_with("peers") {
                collect(root, &path, sources)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let lines = fs::read_to_string(&path)?.lines().map(String::from).collect();
            sources.push(Source { path: path.strip_prefix(root)?.to_string_lossy().into_owned(), lines });
        }
    }
    Ok(())
}

/// One row a member: sizes of its `src`, and long lines of everything in it.
fn print_members(members: &[Member], sources: &[Source]) {
    let mut rows = vec![
        ["crate", "depends on", "files", "lines", "longest file", "longest function", "over 120"].map(String::from),
    ];
    for member in members {
        let all = || sources.iter().filter(|source| source.path.starts_with(&format!("{}/", member.folder)));
        let inside = format!("{}/src/", member.folder);
        let own: Vec<&Source> = all().filter(|source| source.path.starts_with(&inside)).collect();
        let longest = own.iter().max_by_key(|source| source.lines.len());
        let function = own.iter().flat_map(|source| functions(source)).max();
        rows.push([
            short(&member.name).into(),
            member.dependencies.join(" "),
            own.len().to_string(),
            own.iter().map(|source| source.lines.len()).sum::<usize>().to_string(),
            longest.map_or_else(String::new, |source| {
                format!("{} {}", source.lines.len(), source.path.trim_start_matches(&inside))
            }),
            function.map_or_else(String::new, |(lines, name)| format!("{lines} {name}")),
            all().flat_map(|source| &source.lines).filter(|line| line.chars().count() > COLUMNS).count().to_string(),
        ]);
    }
    let width = |column: usize| rows.iter().map(|row: &[String; 7]| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..7).map(width).collect();
    for row in &rows {
        let cell = |(column, text): (usize, &String)| {
            let width = widths[column];
            if [2, 3, 6].contains(&column) { format!("{text:>width$}") } else { format!("{text:<width$}") }
        };
        println!("{}", row.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ").trim_end());
    }
}

/// Lines and name of every function. Formatted code closes a block in the column where its first line starts.
fn functions(source: &Source) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (start, line) in source.lines.iter().enumerate() {
        let code = line.trim_start();
        let indent = line.len() - code.len();
        let is_function = code.starts_with("fn ") || (code.contains(" fn ") && code.starts_with("pub"));
        if !is_function || code.ends_with(['}', ';']) {
            continue;
        }
        let end = format!("{}}}", " ".repeat(indent));
        if let Some(length) = source.lines[start..].iter().position(|line| *line == end) {
            let name = code.split("fn ").nth(1).unwrap_or_default().split(['(', '<']).next().unwrap_or_default();
            found.push((length + 1, name.to_owned()));
        }
    }
    found
}

/// `path:line` of every line that is too long.
fn long_lines(sources: &[Source]) -> Vec<String> {
    let long = |source: &Source| {
        let lines = source.lines.iter().enumerate().filter(|(_, line)| line.chars().count() > COLUMNS);
        lines.map(|(index, _)| format!("{}:{}", source.path, index + 1)).collect::<Vec<_>>()
    };
    sources.iter().flat_map(long).collect()
}

/// The line without its visibility.
fn without_visibility(line: &str) -> &str {
    let line = line.trim_start();
    let Some(rest) = line.strip_prefix("pub") else { return line };
    match rest.strip_prefix('(') {
        Some(inside) => inside.split_once(") ").map_or(line, |(_, rest)| rest),
        None => rest.trim_start(),
    }
}

/// Names of types that are defined in more than one place, with the places.
fn repeated_types(sources: &[&Source]) -> Vec<String> {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in sources {
        for (index, line) in source.lines.iter().enumerate() {
            let Some((kind, rest)) = without_visibility(line).split_once(' ') else { continue };
            if !["struct", "enum", "trait", "type", "union"].contains(&kind) {
                continue;
            }
            let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
            if name.starts_with(char::is_uppercase) && !REQUIRED_NAMES.contains(&name) {
                places.entry(name.into()).or_default().push(format!("{}:{}", source.path, index + 1));
            }
        }
    }
    let repeated = places.into_iter().filter(|(_, places)| places.len() > 1);
    repeated.map(|(name, places)| format!("{name}: {}", places.join(", "))).collect()
}

fn is_pub_super(line: &str) -> bool {
    line.contains("pub(super)")
}

fn is_public_constant(line: &str) -> bool {
    let line = line.trim_start();
    (line.starts_with("pub const ") && !line.starts_with("pub const fn ")) || line.starts_with("pub static ")
}

/// `path:line` of the lines below a folder that a condition holds for.
fn lines_with(sources: &[&Source], below: &str, holds: fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources.iter().filter(|source| source.path.starts_with(below)) {
        let lines = source.lines.iter().enumerate().filter(|(_, line)| holds(line));
        found.extend(lines.map(|(index, line)| format!("{}:{} {}", source.path, index + 1, line.trim())));
    }
    found
}

/// The longest runs of equal lines in two places. Blank lines and lines that only close something do not count.
fn equal_lines(sources: &[&Source]) -> Vec<String> {
    let counts = |line: &str| line.chars().any(char::is_alphanumeric);
    let significant = |source: &&Source| -> Vec<(usize, String)> {
        let lines = source.lines.iter().enumerate().filter(|(_, line)| counts(line));
        lines.map(|(index, line)| (index + 1, line.trim().to_owned())).collect()
    };
    let files: Vec<Vec<(usize, String)>> = sources.iter().map(significant).collect();
    let text = |file: usize, line: usize| files[file].get(line).map(|(_, text)| text.as_str());
    let mut first: BTreeMap<Vec<&str>, (usize, usize)> = BTreeMap::new();
    let mut found = Vec::new();
    for (file, lines) in files.iter().enumerate() {
        for start in 0..(lines.len() + 1).saturating_sub(EQUAL_LINES) {
            let window: Vec<&str> = lines[start..start + EQUAL_LINES].iter().map(|(_, text)| text.as_str()).collect();
            let &mut (other, at) = first.entry(window).or_insert((file, start));
            let continues = at > 0 && start > 0 && text(other, at - 1) == text(file, start - 1);
            if (other, at) == (file, start) || continues {
                continue;
            }
            let same =
                |offset: &usize| text(other, at + offset).is_some_and(|line| text(file, start + offset) == Some(line));
            let length = (0..).take_while(same).count();
            let place = |file: usize, line: usize| format!("{}:{}", sources[file].path, files[file][line].0);
            found.push(format!("{length} lines: {} and {}", place(other, at), place(file, start)));
        }
    }
    found
}
