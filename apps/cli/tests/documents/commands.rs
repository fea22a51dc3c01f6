//! Commands in the documents would run: subcommands, options, scenes, suites, examples, tests, packages.

use crate::exceptions::allowed;
use crate::markdown::{Document, quoted};
use crate::paths::{exists, files};
use crate::{assert_none, documents, root};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// The subcommands and names that the program lists.
struct Program {
    /// The subcommands, each with its options.
    commands: BTreeMap<String, BTreeSet<String>>,
    scenes: BTreeSet<String>,
    suites: BTreeSet<String>,
}

/// The output of the program.
fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tangency")).args(arguments).output().unwrap();
    assert!(output.status.success(), "tangency {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// All `--options` of a text.
fn options(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words.filter(|word| word.starts_with("--") && word.len() > 2).map(String::from).collect()
}

impl Program {
    fn ask() -> Self {
        let help = printed(&["--help"]);
        let listed = help.split("Commands:").nth(1).expect("a list of commands").split("Options:").next().unwrap();
        // A command is indented by two blanks, its explanation by more.
        let names =
            listed.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).filter(|n| !n.is_empty());
        let commands = names
            .filter(|name| *name != "help")
            .map(|name| (name.to_owned(), options(&printed(&[name, "--help"]))))
            .collect();
        let scenes =
            printed(&["scenes"]).lines().filter_map(|line| Some(line.split_whitespace().next()?.to_owned())).collect();
        let source = std::fs::read_to_string(root().join("bench/src/main.rs")).unwrap();
        let list = source.split("const SUITES").nth(1).unwrap().split("];").next().unwrap();
        let suites = list.split("(\"").skip(1).map(|part| part.split('"').next().unwrap().to_owned()).collect();
        Self { commands, scenes, suites }
    }

    /// The faults of `tangency ARGUMENTS`.
    fn check_ours(&self, arguments: &[&str]) -> Vec<String> {
        let [command, rest @ ..] = arguments else { return Vec::new() };
        if command.starts_with('-') || command.chars().all(|c| c.is_ascii_uppercase()) {
            return Vec::new();
        }
        let Some(known) = self.commands.get(*command) else { return vec![format!("there is no command `{command}`")] };
        let mut faults = Vec::new();
        for option in rest.iter().filter(|word| word.starts_with("--")) {
            let option = option.split('=').next().unwrap_or_default();
            if !known.contains(option) {
                faults.push(format!("`tangency {command}` has no option `{option}`"));
            }
        }
        let scene = rest.first().filter(|_| ["check", "simulate", "measure"].contains(command));
        let is_name = |word: &str| !word.starts_with('-') && word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        if let Some(scene) = scene.filter(|word| is_name(word) && !self.scenes.contains(**word)) {
            faults.push(format!("there is no scene `{scene}`"));
        }
        faults
    }

    /// The faults of `cargo ARGUMENTS`.
    fn check_cargo(&self, arguments: &[&str]) -> Vec<String> {
        let split = arguments.iter().position(|word| *word == "--").unwrap_or(arguments.len());
        let (before, after) = (&arguments[..split], arguments.get(split + 1..).unwrap_or_default());
        let value = |names: [&str; 2]| {
            let place = before.iter().position(|word| names.contains(word))?;
            before.get(place + 1).copied()
        };
        let package = value(["-p", "--package"]);
        let folder = match package.map(folder) {
            Some(None) => return vec![format!("there is no package `{}`", package.unwrap_or_default())],
            Some(Some(folder)) => folder,
            None => String::new(),
        };
        let mut faults = Vec::new();
        for (option, place) in [("--example", "examples"), ("--test", "tests")] {
            let Some(name) = value([option, option]) else { continue };
            let file = |end: &str| format!("{folder}{place}/{name}{end}");
            if !exists(&file(".rs")) && !exists(&file("/main.rs")) {
                faults.push(format!("{} has no {option} `{name}`", package.unwrap_or("the workspace")));
            }
        }
        if before.first() == Some(&"fuzz") {
            let targets = std::fs::read_to_string(root().join("fuzz/Cargo.toml")).unwrap();
            if let Some(target) = before.get(2).filter(|target| !targets.contains(&format!("name = \"{target}\""))) {
                faults.push(format!("there is no fuzz target `{target}`"));
            }
        }
        if before.first() == Some(&"run") {
            match (package, value(["--example", "--example"])) {
                (None | Some("tangency-cli"), None) => faults.extend(self.check_ours(after)),
                (Some("tangency-bench"), None) => {
                    let suite = after.first().filter(|word| word.chars().any(char::is_lowercase));
                    // The program has one word beside its suites.
                    let other = std::fs::read_to_string(root().join("bench/src/wrong/mod.rs")).unwrap();
                    let known =
                        |name: &str| self.suites.contains(name) || other.contains(&format!("WORD: &str = \"{name}\""));
                    if let Some(suite) = suite.filter(|suite| !known(suite)) {
                        faults.push(format!("there is no suite `{suite}`"));
                    }
                }
                (_, Some(_)) => {
                    let sources: String = files()
                        .iter()
                        .filter(|file| file.starts_with(&format!("{folder}examples/")))
                        .map(|file| std::fs::read_to_string(root().join(file)).unwrap_or_default())
                        .collect();
                    let unknown = |word: &&&str| word.starts_with("--") && !sources.contains(&format!("\"{word}\""));
                    faults.extend(
                        after.iter().filter(unknown).map(|option| format!("the example has no option `{option}`")),
                    );
                }
                (Some(_), None) => {}
            }
        }
        faults
    }
}

/// The folder of a package, with a `/` at its end.
fn folder(package: &str) -> Option<String> {
    let manifests = files().iter().filter(|file| file.ends_with("Cargo.toml"));
    let named = format!("name = \"{package}\"");
    let mut ours = manifests.filter(|file| {
        let text = std::fs::read_to_string(root().join(file)).unwrap_or_default();
        // The first name is that of the package.
        text.lines().find(|line| line.starts_with("name = ")).is_some_and(|line| line == named)
    });
    Some(ours.next()?.trim_end_matches("Cargo.toml").to_owned())
}

/// Every command of a document, as words, with its line.
fn commands(document: &Document) -> Vec<(usize, Vec<String>)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    for block in document.blocks().iter().filter(|block| ["sh", "bash", "console"].contains(&block.language.as_str())) {
        let text = block.text.replace("\\\n", " ");
        found.extend(text.lines().enumerate().map(|(index, line)| (block.line + 1 + index, line.to_owned())));
    }
    found.extend(document.spans().into_iter().map(|span| (span.line, span.text)));
    let words = |text: &str| -> Vec<String> {
        let text = text.split(" #").next().unwrap_or_default();
        text.split_whitespace().skip_while(|word| word.contains('=')).map(String::from).collect()
    };
    found.into_iter().map(|(line, text)| (line, words(&text))).filter(|(_, words)| !words.is_empty()).collect()
}

#[test]
fn commands_would_run() {
    let program = Program::ask();
    let every: BTreeSet<&String> = program.commands.values().flatten().collect();
    let mut faults = Vec::new();
    for document in documents() {
        for (line, words) in commands(&document) {
            let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
            let found = match words[0].as_str() {
                "tangency" => program.check_ours(&arguments),
                "cargo" => program.check_cargo(&arguments),
                option if option.starts_with("--") && option.len() > 2 => {
                    let option = option.split('=').next().unwrap_or_default().to_owned();
                    if every.contains(&option) || allowed(&option) {
                        vec![]
                    } else {
                        vec![format!("no command has `{option}`")]
                    }
                }
                _ => vec![],
            };
            faults.extend(found.iter().filter(|_| !allowed(&words.join(" "))).map(|fault| document.fault(line, fault)));
        }
    }
    assert_none(&faults);
}

/// The names after each of these words: "the scenes `arm` and `gears`".
fn named_after(document: &Document, noun: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (line, text) in document.prose() {
        for start in [format!("{noun} `"), format!("{noun}s `")] {
            for part in text.split(&start).skip(1) {
                let part = format!("`{part}");
                let mut pieces = part.split('`').skip(1);
                while let (Some(name), between) = (pieces.next(), pieces.next()) {
                    found.push((line, name.to_owned()));
                    if !between.is_some_and(|between| [", ", " and ", ", and ", " or "].contains(&between)) {
                        break;
                    }
                }
            }
        }
    }
    found
}

#[test]
fn scenes_and_suites_exist() {
    let program = Program::ask();
    let mut faults = Vec::new();
    let mut listed = BTreeSet::new();
    let mut measured = BTreeSet::new();
    for document in documents() {
        let rows = document.rows();
        let table = rows.iter().filter(|row| row.header == "scene");
        let scenes = table.flat_map(|row| quoted(&row.cell).into_iter().map(move |name| (row.line, name)));
        for (line, name) in scenes.chain(named_after(&document, "scene")) {
            if document.path == "README.md" {
                listed.insert(name.clone());
            }
            if !program.scenes.contains(&name) && !allowed(&name) {
                faults.push(document.fault(line, &format!("there is no scene `{name}`")));
            }
        }
        for (line, name) in named_after(&document, "suite") {
            if !program.suites.contains(&name) && !allowed(&name) {
                faults.push(document.fault(line, &format!("there is no suite `{name}`")));
            }
        }
        if document.path == "BENCHMARKS.md" {
            let bench = commands(&document).into_iter().filter(|(_, words)| words.contains(&"tangency-bench".into()));
            measured.extend(bench.filter_map(|(_, words)| words.split(|word| word == "--").nth(1)?.first().cloned()));
        }
    }
    faults.extend(program.scenes.difference(&listed).map(|scene| format!("README.md: the scene `{scene}` is missing")));
    faults.extend(
        program.suites.difference(&measured).map(|suite| format!("BENCHMARKS.md: the suite `{suite}` is missing")),
    );
    assert_none(&faults);
}
