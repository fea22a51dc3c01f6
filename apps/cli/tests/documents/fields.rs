//! Fields of the result files that the documents name are written, and all that are written are documented.

use crate::markdown::{Document, quoted};
use crate::{assert_none, root};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder for the files of this test.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The keys of a JSON text.
fn keys(text: &str) -> BTreeSet<String> {
    let parts: Vec<&str> = text.split('"').collect();
    let pairs = parts.windows(2).skip(1).step_by(2);
    pairs.filter(|pair| pair[1].trim_start().starts_with(':')).map(|pair| pair[0].to_owned()).collect()
}

/// The keys that a command writes.
fn written(arguments: &[&str]) -> BTreeSet<String> {
    let file = folder().join(format!("{}.json", arguments[0]));
    let output = Command::new(env!("CARGO_BIN_EXE_tangency"))
        .args(arguments)
        .arg("--json")
        .arg(&file)
        .current_dir(folder())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(file.is_file(), "tangency {arguments:?} wrote nothing: {said}");
    keys(&std::fs::read_to_string(file).unwrap())
}

/// The fields that a document names: in its JSON blocks, and in the first column of tables of fields or keys.
fn named(path: &str) -> BTreeSet<String> {
    let document = Document::read(&root(), path.into());
    let blocks = document.blocks().into_iter().filter(|block| block.language == "json");
    let mut named: BTreeSet<String> = blocks.flat_map(|block| keys(&block.text)).collect();
    let rows = document.rows().into_iter().filter(|row| row.header.starts_with("field") || row.header == "key");
    named.extend(rows.flat_map(|row| quoted(&row.cell)));
    named
}

fn compare(path: &str, named: &BTreeSet<String>, written: &BTreeSet<String>) -> Vec<String> {
    let missing = named.difference(written).map(|field| format!("{path}: no result has the field `{field}`"));
    let silent = written.difference(named).map(|field| format!("{path}: the field `{field}` is not explained"));
    missing.chain(silent).collect()
}

/// Two arms with tips that approach each other, so that the result has a clearance, on a table that may touch them.
const COMPASSES: &str = r#"<robot name="compasses">
  <link name="table"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <link name="left"><collision><origin xyz="0 0 -0.5"/><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="right"><collision><origin xyz="0 0 -0.5"/><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="l" type="continuous"><limit velocity="0.05"/>
    <origin xyz="-0.3 0 1"/><parent link="table"/><child link="left"/><axis xyz="0 1 0"/></joint>
  <joint name="r" type="continuous">
    <origin xyz="0.3 0 1"/><parent link="table"/><child link="right"/><axis xyz="0 1 0"/></joint>
</robot>"#;

/// Two patches that cross along a line.
const CROSSING: &str = include_str!("../scenes/crossing.toml");

/// Two boxes inside each other, so that the result has a depth.
const OVERLAP: &str = r#"
span = { end = 1 }
[[body]]
name = "a"
shape = { box = [1, 1, 1] }
[[body]]
name = "b"
shape = { box = [1, 1, 1] }
motion = { still = { position = [0.75, 0, 0] } }
"#;

#[test]
fn fields_of_the_result_files_exist() {
    std::fs::write(folder().join("compasses.urdf"), COMPASSES).unwrap();
    std::fs::write(folder().join("swing.csv"), "time,l,r\n0,0,0\n1,-0.1,0.1\n").unwrap();
    let point = |x: i32, y: i32, z: i32| format!("{x},1,{y},1,{z},1,1\n");
    let corners = [point(0, 0, 0), point(3, 0, 0), point(0, 3, 0)].concat();
    std::fs::write(folder().join("onevf.csv"), [point(1, 1, 1), corners.clone(), point(1, 1, -1), corners].concat())
        .unwrap();
    let mut report = written(&["check", "needle"]);
    report.extend(written(&["check", "rail"]));
    std::fs::write(folder().join("overlap.toml"), OVERLAP).unwrap();
    report.extend(written(&["check", "overlap.toml", "--ignore-initial", "--pairs"]));
    // A page asks for the clearance over time, and the left joint exceeds a limit.
    report.extend(written(&["verify", "compasses.urdf", "--trajectory", "swing.csv", "--html", "swing.html"]));
    let mut faults = compare("docs/result-file.md", &named("docs/result-file.md"), &report);
    let mut simulation = written(&["simulate", "bounce", "--until", "1"]);
    simulation.extend(written(&["simulate", "marbles", "--until", "1"]));
    // Many bodies tell how crowded they were.
    simulation.extend(written(&["simulate", "gas", "--until", "0.01"]));
    // The integrator gives series. The test of the schemas has a flight.
    simulation.extend(["centre", "velocity", "acceleration", "angular_velocity"].map(String::from));
    // Contacts in it are those of a check.
    let documented = named("docs/simulate.md").union(&named("docs/result-file.md")).cloned().collect();
    let of_a_check = report.difference(&simulation).cloned().collect::<BTreeSet<_>>();
    let documented: BTreeSet<String> = documented_without(documented, &of_a_check);
    faults.extend(compare("docs/simulate.md", &documented, &simulation));
    let mut measured = written(&["measure", "needle", "--curves", "1"]);
    measured.extend(written(&["measure", "overlap.toml"]));
    std::fs::write(folder().join("crossing.toml"), CROSSING).unwrap();
    measured.extend(written(&["measure", "crossing.toml", "--intersections"]));
    let documented = named("docs/measure.md").union(&named("docs/result-file.md")).cloned().collect();
    let of_a_check = report.difference(&measured).cloned().collect::<BTreeSet<_>>();
    faults.extend(compare("docs/measure.md", &documented_without(documented, &of_a_check), &measured));
    faults.extend(compare("docs/queries.md", &named("docs/queries.md"), &written(&["queries", "onevf.csv"])));
    assert_none(&faults);
}

fn documented_without(all: BTreeSet<String>, others: &BTreeSet<String>) -> BTreeSet<String> {
    all.difference(others).cloned().collect()
}
