//! The schemas describe what the program writes: every result is valid, and no key of a schema is out of date.

use crate::program::{folder, tangency, text};
use crate::validator;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tangency::formats::simulation::MotionReport;
use tangency::formats::step::{self, StepFile, StepInstance};
use tangency::geometry::{Ballistic, Motion, Pose};
use tangency::glam::DVec3;

fn schema(kind: &str) -> Value {
    let output = tangency(&["schema", kind]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The results of these commands agree with the schema. Their keys.
fn validate(kind: &str, folder: &Path, commands: &[Vec<&str>]) -> BTreeSet<String> {
    let schema = schema(kind);
    let mut seen = BTreeSet::new();
    for (number, arguments) in commands.iter().enumerate() {
        let file = folder.join(format!("{kind}-{number}.json"));
        let output = tangency(&[&arguments[..], &["--json", file.to_str().unwrap()]].concat());
        let written = fs::read_to_string(&file).unwrap_or_else(|_| panic!("{arguments:?}: {}", text(&output.stderr)));
        let result: Value = serde_json::from_str(&written).unwrap();
        assert_eq!(validator::disagreement(&schema, &result), None, "{arguments:?}");
        keys(&result, &mut seen);
    }
    seen
}

/// The results of these commands agree with the schema; together they have all its keys but these.
fn compare(kind: &str, folder: &Path, commands: &[Vec<&str>], rare: &[&str]) {
    let seen = validate(kind, folder, commands);
    let mut described = BTreeSet::new();
    properties(&schema(kind), &mut described);
    let stale: Vec<&String> = described.difference(&seen).filter(|key| !rare.contains(&key.as_str())).collect();
    assert!(stale.is_empty(), "no result of {kind} has {stale:?}");
}

fn keys(value: &Value, found: &mut BTreeSet<String>) {
    for (key, value) in value.as_object().into_iter().flatten() {
        found.insert(key.clone());
        keys(value, found);
    }
    value.as_array().into_iter().flatten().for_each(|value| keys(value, found));
}

fn properties(schema: &Value, found: &mut BTreeSet<String>) {
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        if keyword == "properties" {
            found.extend(value.as_object().into_iter().flatten().map(|(key, _)| key.clone()));
        }
        properties(value, found);
    }
    schema.as_array().into_iter().flatten().for_each(|value| properties(value, found));
}

/// Two boxes inside each other, so that the result has a depth.
const OVERLAP: &str = "span = { end = 1 }\n[[body]]\nname = \"a\"\nshape = { box = [1, 1, 1] }\n[[body]]\nname = \"b\"\n\
                       shape = { box = [1, 1, 1] }\nmotion = { still = { position = [0.75, 0, 0] } }\n";

/// Two patches that cross along a line, so that the result has a curve.
const CROSSING: &str = include_str!("../scenes/crossing.toml");

#[test]
fn results_of_checks_are_valid() {
    let folder = folder("schemas-check");
    let overlap = folder.join("overlap.toml");
    fs::write(&overlap, OVERLAP).unwrap();
    let overlap = overlap.to_str().unwrap();
    // Every built-in scene, with a limit on the work: an open verdict is a result too.
    let all = tangency::scenes::ALL.iter().map(|scene| vec!["check", scene.name, "--budget", "3000", "--verdict-only"]);
    let mut commands: Vec<Vec<&str>> = all.collect();
    commands.push(vec!["check", "rail", "--pairs"]);
    commands.push(vec!["check", overlap, "--pairs", "--ignore-initial"]);
    commands.push(vec!["check", overlap]);
    // Only a verification asks for these.
    compare("check", &folder, &commands, &["checked", "skipped", "count", "reason"]);
}

#[test]
fn results_of_measurements_are_valid() {
    let folder = folder("schemas-measure");
    let overlap = folder.join("overlap.toml");
    fs::write(&overlap, OVERLAP).unwrap();
    let overlap = overlap.to_str().unwrap();
    let crossing = folder.join("crossing.toml");
    fs::write(&crossing, CROSSING).unwrap();
    let commands = [
        vec!["measure", crossing.to_str().unwrap(), "--intersections"],
        vec!["measure", "needle", "--curves", "1"],
        vec!["measure", "arm", "--over", "--nearest", "3"],
        vec!["measure", "primitives"],
        vec!["measure", overlap],
    ];
    compare("measure", &folder, &commands, &[]);
}

#[test]
fn results_of_simulations_are_valid() {
    let folder = folder("schemas-simulate");
    let scenes = tangency::scenes::SIMULATED.iter();
    // A few events of each: scenes of many bodies are long files.
    let until = |name: &str| if name.contains("gas") || name == "ten-thousand" { "0.02" } else { "0.5" };
    let commands = scenes.map(|scene| vec!["simulate", scene.name, "--until", until(scene.name)]);
    compare("simulate", &folder, &commands.collect::<Vec<_>>(), &[]);
}

/// A body that flies in closed form, as the library writes it.
#[test]
fn flights_are_valid() {
    let output = tangency(&["simulate", "bounce", "--until", "0.1", "--json", "-"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let mut json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let thrown = Ballistic::new(Pose::IDENTITY, DVec3::X, DVec3::NEG_Z).unwrap();
    let report = MotionReport::new("ball", &Motion::Ballistic(thrown)).unwrap();
    json["motions"] = serde_json::json!([report]);
    assert_eq!(json["motions"][0]["pieces"][0]["kind"], "flight");
    assert_eq!(validator::disagreement(&schema("simulate"), &json), None);
    json["motions"][0]["pieces"][0]["velocity"] = serde_json::json!([1, 2]);
    assert!(validator::disagreement(&schema("simulate"), &json).is_some(), "a vector has three coordinates");
}

#[test]
fn results_of_verifications_inspections_and_queries_are_valid() {
    let folder = folder("schemas-others");
    let path = |name: &str| folder.join(name).display().to_string();
    let robot = r#"<robot name="r">
      <link name="base"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
      <link name="arm"><collision><origin xyz="0 0 -0.5"/><geometry><sphere radius="0.1"/></geometry></collision></link>
      <joint name="a" type="continuous"><origin xyz="0 0 1"/><parent link="base"/><child link="arm"/>
      <axis xyz="0 1 0"/></joint></robot>"#;
    fs::write(folder.join("robot.urdf"), robot).unwrap();
    fs::create_dir_all(folder.join("ways")).unwrap();
    fs::write(folder.join("ways/one.csv"), "time,a\n0,0\n1,1\n").unwrap();
    let (robot, one, all) = (path("robot.urdf"), path("ways/one.csv"), path("ways"));
    let single = vec!["verify", &robot, "--trajectory", &one, "--world", "primitives"];
    // The keys are those of a check.
    validate("verify", &folder, &[single, vec!["verify", &robot, "--trajectory", &all]]);
    fs::write(folder.join("open.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    let solid = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    fs::write(folder.join("solid.obj"), solid).unwrap();
    let body = step::plate("plate", [1.0; 3].into(), &[]).unwrap();
    let instance = StepInstance { body: 0, path: vec!["plate".into()], pose: tangency::geometry::Pose::IDENTITY };
    let file = StepFile { schema: String::new(), bodies: vec![body], instances: vec![instance], notes: vec![] };
    fs::write(folder.join("plate.step"), step::write(&file).unwrap()).unwrap();
    let (open, solid, plate) = (path("open.obj"), path("solid.obj"), path("plate.step"));
    compare("inspect", &folder, &[vec!["inspect", &open, &solid, &plate]], &[]);
    let point = |x: i32, y: i32, z: i32| format!("{x},1,{y},1,{z},1,1\n");
    let corners = [point(0, 0, 0), point(3, 0, 0), point(0, 3, 0)].concat();
    fs::write(folder.join("onevf.csv"), [point(1, 1, 1), corners.clone(), point(1, 1, -1), corners].concat()).unwrap();
    let queries = path("onevf.csv");
    compare("queries", &folder, &[vec!["queries", &queries]], &[]);
}

#[test]
fn every_schema_is_named_in_the_help_and_in_the_page() {
    let help = text(&tangency(&["schema", "--help"]).stdout);
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas.md")).unwrap();
    for schema in tangency::formats::schema::Schema::all() {
        assert!(help.contains(schema.name()), "{help}");
        assert!(page.contains(&format!("`tangency schema {}`", schema.name())), "docs/schemas.md: {}", schema.name());
    }
}
