//! `tangency verify`: limits, messages, attached objects, folders, timeouts, files for continuous integration.
//!
//! References: closed forms of the crane, and the example in `examples/robot`.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod program;

use program::{folder, tangency, text};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

const SWING: &str = r#"<robot name="swing">
  <link name="base"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <link name="arm">
    <collision><origin xyz="0 0 -0.5"/><geometry><box size="0.02 0.02 0.6"/></geometry></collision></link>
  <joint name="hinge" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" velocity="1.5" effort="5"/></joint>
</robot>"#;
const BALL: &str = "span = { start = 0, end = 9 }\n[[body]]\nname = \"NAME\"\nshape = { sphere = { radius = 0.1 } }\n\
    motion = { still = { position = PLACE } }\n";

fn files(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("robot.urdf"), SWING).unwrap();
    let ball = |name: &str, place: &str| BALL.replace("NAME", name).replace("PLACE", place);
    fs::write(folder.join("world.toml"), ball("stop", "[1, 0, 0]")).unwrap();
    fs::write(folder.join("load.toml"), ball("load", "[0, 0, -1]")).unwrap();
    fs::create_dir(folder.join("paths")).unwrap();
    fs::write(folder.join("paths/half.csv"), "time,hinge\n0,0\n2,-0.7\n").unwrap();
    fs::write(folder.join("paths/whole.csv"), "time,hinge,hinge/effort\n0,0,6\n1,-1.6,4\n").unwrap();
    let message = "joint_names: [hinge]\npoints:\n\
        - {positions: [0], velocities: [0], time_from_start: {sec: 0, nanosec: 0}}\n\
        - {positions: [-1], velocities: [0], time_from_start: {sec: 1, nanosec: 0}}\n---\n";
    fs::write(folder.join("message.yaml"), message).unwrap();
    folder
}

/// Runs `verify` with files of a folder: exit code, standard output, standard error.
fn verify(folder: &Path, path: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let output = tangency(&[&["verify", &file("robot.urdf"), "--trajectory", &file(path)], more].concat());
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn limits_of_velocity_acceleration_and_effort() {
    let folder = files("rate-limits");
    let limits = folder.join("joint_limits.yaml");
    fs::write(&limits, "joint_limits:\n  hinge: {has_acceleration_limits: true, max_acceleration: 5}\n").unwrap();
    let limits = limits.to_str().unwrap();
    let (code, printed, said) = verify(&folder, "paths/whole.csv", &["--joint-limits", limits]);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("exceeds its velocity limit 1.5 rad/s from 0 s on") && said.contains(": -1.6 rad/s"),
        "{said}"
    );
    assert!(said.contains("exceeds its effort limit 5 N m in the row at 0 s"), "{said}");
    assert!(printed.contains("effort of 1 joint: 1 exceeded, at the rows only"), "{printed}");
    assert!(
        printed.contains("not checked: acceleration of 1 joint: the velocity of straight lines jumps"),
        "{printed}"
    );
    let (code, _, said) = verify(&folder, "paths/whole.csv", &["--limits", "error"]);
    assert!(code == Some(2) && said.contains("whole.csv: joint \"hinge\" exceeds its velocity limit 1.5"), "{said}");
    // From 0 to −1 at rest in a second: 3s² − 2s³, at most 1.5 rad/s and 6 rad/s².
    let hermite = ["--interpolation", "hermite", "--joint-limits", limits, "--json", "-"];
    let (code, json, said) = verify(&folder, "message.yaml", &hermite);
    assert_eq!(code, Some(0), "{said}");
    let result: Value = serde_json::from_str(&json).unwrap();
    let exceeded = result["limits"]["exceeded"].as_array().unwrap();
    assert_eq!(exceeded.len(), 1, "{exceeded:?}");
    assert_eq!((exceeded[0]["quantity"].as_str(), exceeded[0]["worst"].as_f64()), (Some("acceleration"), Some(-6.0)));
    let (_, _, said) = verify(&folder, "message.yaml", &[]);
    assert!(said.contains("--interpolation hermite checks it"), "{said}");
}

#[test]
fn objects_are_attached() {
    let folder = files("attached");
    let [world, load] = ["world.toml", "load.toml"].map(|file| folder.join(file).to_str().unwrap().to_owned());
    let attach = format!("arm={load}");
    let more = ["--world", &world, "--attach", &attach, "--json", "-"];
    let (code, json, said) = verify(&folder, "paths/whole.csv", &more);
    assert_eq!(code, Some(1), "{said}");
    let result: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (result["contacts"][0]["a"].as_str(), result["contacts"][0]["b"].as_str()),
        (Some("load"), Some("stop"))
    );
    // The centres are 0.2 m apart when the angle between them is 2 asin(0.1).
    let expected = (std::f64::consts::FRAC_PI_2 - 2.0 * 0.1_f64.asin()) / 1.6;
    assert!((result["time"][0].as_f64().unwrap() - expected).abs() < 1e-6);
    assert_eq!(verify(&folder, "paths/whole.csv", &["--world", &world]).0, Some(0), "the arm alone is too short");
    let (code, _, said) = verify(&folder, "paths/half.csv", &["--attach", &format!("amr={load}")]);
    assert!(code == Some(2) && said.contains("did you mean \"arm\"?"), "{said}");
    let (code, _, said) = verify(&folder, "paths/half.csv", &["--attach", "load.toml"]);
    assert!(code == Some(2) && said.contains("must be LINK=SCENE"), "{said}");
}

#[test]
fn a_folder_has_a_page() {
    let folder = files("folder-page");
    fs::write(folder.join("paths/bad.json"), "{\"joint_names\": [\"hinge\"]}").unwrap();
    fs::copy(folder.join("message.yaml"), folder.join("paths/message.yaml")).unwrap();
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let outputs = ["--html", &file("all.html"), "--junit", &file("all.xml"), "--sarif", &file("all.sarif")];
    let attach = format!("arm={}", file("load.toml"));
    let (code, printed, said) =
        verify(&folder, "paths", &[&["--world", &file("world.toml"), "--attach", &attach][..], &outputs].concat());
    assert_eq!(code, Some(2), "{said}");
    assert!(printed.contains("4 trajectories: 2 clear, 1 touch, 0 open, 1 error;"), "{printed}");
    let page = fs::read_to_string(file("all.html")).unwrap();
    let data = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let entries = data["entries"].as_array().unwrap();
    let names: Vec<&str> = entries.iter().map(|entry| entry["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["bad.json", "whole.csv", "message.yaml", "half.csv"], "the worst first");
    assert_eq!(entries[1]["pair"], serde_json::json!(["load", "stop"]));
    for entry in &entries[1..] {
        let curve = &entry["curve"];
        let [times, bounds] = ["times", "atLeast"].map(|key| curve[key].as_array().unwrap().len());
        assert!(times > 32 && bounds + 1 == times, "{times} {bounds}");
    }
    let junit = fs::read_to_string(file("all.xml")).unwrap();
    assert!(junit.matches("<testcase").count() == 4 && junit.contains("whole.csv"), "{junit}");
    let sarif: Value = serde_json::from_str(&fs::read_to_string(file("all.sarif")).unwrap()).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 2);
}

#[test]
fn time_runs_out() {
    let folder = files("timeout");
    let (code, printed, said) = verify(&folder, "paths/half.csv", &["--timeout", "0"]);
    assert_eq!(code, Some(3), "{printed}");
    assert!(said.contains("the verdict is not known: the 0 s of --timeout are over"), "{said}");
    assert_eq!(verify(&folder, "paths", &["--timeout", "0"]).0, Some(3));
    assert_eq!(verify(&folder, "paths", &["--timeout", "3600"]).0, Some(0));
    let (code, _, said) = verify(&folder, "paths/half.csv", &["--timeout", "-1"]);
    assert!(code == Some(2) && said.contains("--timeout -1.0 must be"), "{said}");
}

/// The page of one trajectory has the curve of its clearance, and its limits among the notes.
#[test]
fn a_page_has_the_clearance_over_time() {
    let folder = files("page-curve");
    let [html, world] = ["r.html", "world.toml"].map(|file| folder.join(file).to_str().unwrap().to_owned());
    let (code, _, said) = verify(&folder, "paths/whole.csv", &["--world", &world, "--html", &html]);
    assert_eq!(code, Some(0), "{said}");
    let page = fs::read_to_string(html).unwrap();
    assert!(page.contains("\"clearanceCurve\":{\"atLeast\":\"") && page.contains("velocity limit 1.5 rad/s"));
}

/// The example of the project, with the answers that its page states.
#[test]
fn the_example_answers_as_its_page_says() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/robot");
    let file = |name: &str| example.join(name).to_str().unwrap().to_owned();
    let [robot, srdf, world] = ["robot.urdf", "robot.srdf", "world.toml"].map(file);
    let arm = ["verify", &robot, "--srdf", &srdf, "--world", &world, "--trajectory"];
    let paths = file("trajectories");
    let all = [&arm[..], &[&paths]].concat();
    let output = tangency(&all);
    let printed = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{printed}{}", text(&output.stderr));
    assert!(printed.contains("3 trajectories: 2 clear, 1 touch, 0 open, 0 errors"), "{printed}");
    let (reach, rod) = (file("trajectories/reach.csv"), format!("wrist_3_link={}", file("part.toml")));
    let carried = tangency(&[&arm[..], &[&reach, "--attach", &rod]].concat());
    assert_eq!(carried.status.code(), Some(1), "{}", text(&carried.stdout));
    assert!(text(&carried.stdout).contains("rod"), "{}", text(&carried.stdout));
}
