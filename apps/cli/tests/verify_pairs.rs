//! `tangency verify`: the clearance with itself and with the world, every pair, what was skipped and why.
//!
//! References: closed forms. Two balls hang 0.6 m apart, and an obstacle 0.4 m beside the left one; all have a radius
//! of 0.1 m and stand still.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod program;

use program::{folder, tangency, text};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Two arms with balls at their ends, and a base with a shape that no joint moves.
fn compasses(shape_of_base: &str) -> String {
    format!(
        r#"<robot name="compasses">
  <link name="base"><collision><geometry>{shape_of_base}</geometry></collision></link>
  <link name="left"><collision><origin xyz="0 0 -0.5"/><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="right"><collision><origin xyz="0 0 -0.5"/><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="l" type="continuous">
    <origin xyz="-0.3 0 1"/><parent link="base"/><child link="left"/><axis xyz="0 1 0"/></joint>
  <joint name="r" type="continuous">
    <origin xyz="0.3 0 1"/><parent link="base"/><child link="right"/><axis xyz="0 1 0"/></joint>
</robot>"#
    )
}

const WORLD: &str = r#"
    span = { start = 0, end = 1 }
    [[body]]
    name = "post"
    shape = { sphere = { radius = 0.1 } }
    motion = { still = { position = [-0.7, 0, 0.5] } }
"#;

fn files(name: &str, robot: &str) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("robot.urdf"), robot).unwrap();
    fs::write(folder.join("still.csv"), "time,l,r\n0,0,0\n1,0,0\n").unwrap();
    fs::write(folder.join("world.toml"), WORLD).unwrap();
    folder
}

/// Runs `verify` in a folder: exit code, standard output, standard error.
fn verify(folder: &Path, more: &[&str]) -> (Option<i32>, String, String) {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let files = ["verify", &path("robot.urdf"), "--trajectory", &path("still.csv"), "--world", &path("world.toml")];
    let output = tangency(&[&files, more].concat());
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// The bounds of a clearance.
fn bounds(clearance: &Value) -> [f64; 2] {
    [&clearance["at_least"], &clearance["nearest"]["within"]].map(|bound| bound.as_f64().unwrap())
}

const BOX: &str = r#"<box size="0.1 0.1 0.1"/>"#;

#[test]
fn the_world_is_not_hidden_by_neighbouring_links() {
    let folder = files("apart", &compasses(BOX));
    let (code, printed, said) = verify(&folder, &["--pairs"]);
    assert_eq!(code, Some(0), "{said}");
    for words in ["with itself", "with world", "3 checked", "not checked", "first contact or clearance"] {
        assert!(printed.contains(words), "{words}: {printed}");
    }
    let (_, json, _) = verify(&folder, &["--pairs", "--json", "-"]);
    let result: Value = serde_json::from_str(&json).unwrap();
    let [own, world] = [&result["self_clearance"], &result["world_clearance"]].map(bounds);
    assert!(own[0] <= 0.4 && 0.4 <= own[1] && own[0] > 0.39 && own[1] < 0.41, "{own:?}");
    assert!(world[0] <= 0.2 && 0.2 <= world[1] && world[0] > 0.195 && world[1] < 0.205, "{world:?}");
    assert_eq!(result["clearance"], result["world_clearance"]);
    let pairs = result["pairs"].as_array().unwrap();
    let named: Vec<[&str; 2]> = pairs.iter().map(|pair| ["a", "b"].map(|key| pair[key].as_str().unwrap())).collect();
    assert_eq!(named, [["left", "post"], ["left", "right"], ["right", "post"]]);
    assert_eq!(bounds(&pairs[0]["clearance"]), world);
    // The base is joined to both arms, and the world does not move against it.
    assert_eq!(result["asked"]["checked"], 3);
    let counts: Vec<&Value> =
        result["asked"]["skipped"].as_array().unwrap().iter().map(|skipped| &skipped["count"]).collect();
    assert_eq!(counts, [2, 1]);
}

#[test]
fn a_link_can_be_left_out() {
    let folder = files("left-out", &compasses(BOX));
    let (code, json, said) = verify(&folder, &["--skip-link", "left", "--json", "-"]);
    assert_eq!(code, Some(0), "{said}");
    let result: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(result["asked"]["checked"], 1);
    assert!(bounds_or_far(&result["clearance"]) >= 0.5, "only the right arm and the post are left");
    let (code, _, said) = verify(&folder, &["--skip-link", "lefft"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("no link \"lefft\"") && said.contains("did you mean \"left\"?"), "{said}");
}

/// The lower bound of a clearance.
fn bounds_or_far(clearance: &Value) -> f64 {
    clearance["at_least"].as_f64().unwrap()
}

#[test]
fn a_missing_mesh_is_named_with_its_link_and_the_way_out() {
    let folder = files("missing", &compasses(r#"<mesh filename="nowhere.stl"/>"#));
    let (code, _, said) = verify(&folder, &[]);
    assert_eq!(code, Some(2));
    assert!(said.contains("nowhere.stl") && said.contains("\"base\"") && said.contains("--skip-link base"), "{said}");
    let (code, _, said) = verify(&folder, &["--skip-link", "base"]);
    assert_eq!(code, Some(0), "{said}");
}
