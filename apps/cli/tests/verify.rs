//! `tangency verify`: output, files, exit codes, refusals.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod program;

use program::{folder, tangency, text};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

const CRANE: &str = "<robot name='crane'>
  <link name='base'><collision><geometry><box size='1 1 0.1'/></geometry></collision></link>
  <link name='mast'><collision><origin xyz='0 0 1'/><geometry><box size='0.1 0.1 1.7'/></geometry></collision></link>
  <link name='jib'><collision><origin xyz='0.8 0 0'/><geometry><box size='1.6 0.1 0.1'/></geometry></collision></link>
  <joint name='turn' type='continuous'><parent link='base'/><child link='mast'/><axis xyz='0 0 1'/></joint>
  <joint name='tip' type='revolute'><origin xyz='0 0 2'/><parent link='mast'/><child link='jib'/><axis xyz='0 1 0'/>
    <limit lower='-0.5' upper='0.5'/></joint>
</robot>
";

/// A crane, a wall three quarters of a turn away, and trajectories that miss it, hit it, or violate a limit.
fn crane(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("crane.urdf"), CRANE).unwrap();
    fs::create_dir(folder.join("paths")).unwrap();
    let wall = "[span]\nend = 9\n[[body]]\nname = \"wall\"\nshape = { box = [0.1, 1, 4] }\n\
        motion = { still = { position = [0, -1.2, 2] } }\n";
    fs::write(folder.join("wall.toml"), wall).unwrap();
    fs::write(folder.join("paths/near.csv"), "time,turn,tip\n0,0,0\n5,1.5,0\n").unwrap();
    fs::write(folder.join("paths/far.csv"), "time,turn,tip\n0,0,0\n5,6,0\n").unwrap();
    fs::write(folder.join("paths/close.csv"), "time,turn,tip\n0,0,0\n5,4.2,0\n").unwrap();
    fs::write(folder.join("paths/low.csv"), "time,turn,tip\n0,0,0\n1,0.1,0.8\n").unwrap();
    folder
}

fn verify(folder: &Path, path: &str, more: &[&str]) -> Output {
    let [robot, path] = ["crane.urdf", path].map(|file| folder.join(file).to_str().unwrap().to_owned());
    tangency(&[&["verify", &robot, "--trajectory", &path], more].concat())
}

#[test]
fn trajectories_are_verified() {
    let folder = crane("verify");
    let wall = folder.join("wall.toml");
    let world = ["--world", wall.to_str().unwrap()];
    let near = verify(&folder, "paths/near.csv", &world);
    assert_eq!(near.status.code(), Some(0), "{}", text(&near.stderr));
    // The mast is 0.65 m from the wall. The jib turns away from the wall.
    let printed = text(&near.stdout);
    assert!(
        printed.contains("clear, proved") && printed.contains("clearance    at least 0.50000 m, proved"),
        "{printed}"
    );
    assert!(printed.contains("nothing is near"), "{printed}");
    assert!(printed.contains("bounding volumes alone") && printed.contains("3 checked"), "{printed}");
    let [json, html] = ["far.json", "far.html"].map(|file| folder.join(file).to_str().unwrap().to_owned());
    let far = verify(&folder, "paths/far.csv", &[&world[..], &["--json", &json, "--html", &html]].concat());
    assert_eq!(far.status.code(), Some(1), "{}", text(&far.stderr));
    let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!((result["contacts"][0]["a"].as_str(), result["contacts"][0]["b"].as_str()), (Some("jib"), Some("wall")));
    // Between a half turn and three quarters of a turn, at 1.2 rad/s.
    let time = result["time"][0].as_f64().unwrap();
    assert!(time > 2.6 && time < 3.93, "{time}");
    assert!(fs::read_to_string(html).unwrap().contains("jib"));
    // The wall is nearer than 2 m, so this clearance is violated.
    let margin = verify(&folder, "paths/near.csv", &[&world[..], &["--clearance", "2"]].concat());
    assert_eq!(margin.status.code(), Some(1));
}

/// The distance of the wall's corner (-0.05, -0.7) from the side of the jib after a turn of 4.2 rad: 5 cm less than
/// from the axis of the jib.
fn close_gap() -> f64 {
    let corner = std::f64::consts::TAU + (-0.7_f64).atan2(-0.05);
    0.7_f64.hypot(0.05) * (corner - 4.2).sin() - 0.05
}

#[test]
fn the_clearance_is_told_everywhere() {
    let folder = crane("clearance");
    let [wall, json, html] =
        ["wall.toml", "r.json", "r.html"].map(|file| folder.join(file).to_str().unwrap().to_owned());
    let close = verify(&folder, "paths/close.csv", &["--world", &wall, "--json", &json, "--html", &html]);
    assert_eq!(close.status.code(), Some(0), "{}", text(&close.stderr));
    let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    let (clearance, gap) = (&result["clearance"], close_gap());
    let [at_least, within] =
        [&clearance["at_least"], &clearance["nearest"]["within"]].map(|value| value.as_f64().unwrap());
    assert!((0.98 * gap..=gap).contains(&at_least) && (gap..=1.02 * gap).contains(&within), "{gap} {clearance}");
    assert_eq!((clearance["nearest"]["a"].as_str(), clearance["nearest"]["b"].as_str()), (Some("jib"), Some("wall")));
    let printed = text(&close.stdout);
    let line = |start: &str| printed.lines().find(|line| line.trim().starts_with(start)).unwrap_or_default().to_owned();
    let told = format!("at least {:.5} m, proved", (at_least * 1e5).floor() / 1e5);
    assert!(line("clearance").contains(&told), "{printed}");
    assert!(line("nearest").contains("jib and wall, within 0.2") && line("nearest").contains(" at 4.9"), "{printed}");
    assert!(fs::read_to_string(html).unwrap().contains(&format!("\"clearance\":{{\"atLeast\":{at_least}")));
    let bare = verify(&folder, "paths/close.csv", &["--world", &wall, "--verdict-only"]);
    assert!(bare.status.code() == Some(0) && !text(&bare.stdout).contains("clearance  at"));
}

#[test]
fn folders_of_trajectories_are_a_batch() {
    let folder = crane("batch");
    let wall = folder.join("wall.toml");
    let json = folder.join("all.json");
    let options = ["--world", wall.to_str().unwrap(), "--json", json.to_str().unwrap()];
    let all = verify(&folder, "paths", &options);
    assert_eq!(all.status.code(), Some(1), "{}", text(&all.stderr));
    let printed = text(&all.stdout);
    assert!(printed.contains("4 trajectories: 3 clear, 1 touch, 0 open, 0 errors"), "{printed}");
    assert!(printed.lines().any(|line| line.starts_with("far.csv") && line.contains("jib - wall")), "{printed}");
    assert!(printed.lines().any(|line| line.starts_with("low.csv") && line.contains("1 passed")), "{printed}");
    let results: serde_json::Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    assert_eq!(results.as_array().unwrap().len(), 4);
    let clearances: Vec<bool> =
        results.as_array().unwrap().iter().map(|result| result["clearance"].is_object()).collect();
    assert_eq!(clearances, [true, false, true, true]);
    let close = printed.lines().find(|line| line.starts_with("close.csv")).unwrap();
    assert!(close.contains("jib - wall") && close.contains("clear, proved  0.2"), "{printed}");
    assert!(
        printed.contains("smallest clearance 0.2") && printed.contains(" m, in close.csv: jib and wall"),
        "{printed}"
    );

    fs::write(folder.join("paths/bad.csv"), "time,turn,tip\n0,0,0\n0,1,1\n").unwrap();
    let bad = verify(&folder, "paths", &options[..2]);
    assert_eq!(bad.status.code(), Some(2));
    assert!(text(&bad.stdout).contains("1 error;") && text(&bad.stdout).contains("times must increase"));
}

/// Curved obstacles are supported. A query that no method can answer is an error with a reason.
#[test]
fn worlds_may_be_curved() {
    let folder = crane("curved");
    for world in ["tori", "torus-on-cone"] {
        let answered = verify(&folder, "paths/near.csv", &["--world", world, "--verdict-only"]);
        let code = answered.status.code();
        assert!(matches!(code, Some(0 | 1)), "{world}: {code:?} {}", text(&answered.stderr));
    }
    // A growing ball that is described for 1 s, and a trajectory of 5 s.
    let short = "[span]\nend = 1\n[[body]]\nname = \"seed\"\nshape = { implicit = \"x^2+y^2+z^2-0.01*(1+t)\", \
        box = [[-1, -1, -1], [1, 1, 1]] }\nmotion = { still = { position = [3, 3, 3] } }\n";
    fs::write(folder.join("short.toml"), short).unwrap();
    let world = folder.join("short.toml");
    let refused = verify(&folder, "paths/near.csv", &["--world", world.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stdout));
    assert!(text(&refused.stderr).contains("described from 0 s to 1 s"), "{}", text(&refused.stderr));
}

#[test]
fn limits_warn_or_stop() {
    let folder = crane("limits");
    let warned = verify(&folder, "paths/low.csv", &[]);
    assert_eq!(warned.status.code(), Some(0), "{}", text(&warned.stderr));
    assert!(text(&warned.stderr).contains("warning: joint \"tip\" is above its upper limit 0.5 from 0.625"));
    let stopped = verify(&folder, "paths/low.csv", &["--limits", "error"]);
    assert_eq!(stopped.status.code(), Some(2));
    assert!(text(&stopped.stderr).contains("low.csv: joint \"tip\" is above its upper limit 0.5"));
}

#[test]
fn robots_and_trajectories_that_are_none_are_refused() {
    let folder = crane("verify-refused");
    let refused = |path: &str, more: &[&str], words: &str| {
        let output = verify(&folder, path, more);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    };
    refused("paths/none.csv", &[], "the trajectory cannot be read");
    refused("paths/near.csv", &["--package", "meshes"], "must be NAME=FOLDER");
    refused("paths/near.csv", &["--joint", "tip"], "must be NAME=VALUE");
    refused("paths/near.csv", &["--srdf", "none.srdf"], "the SRDF file cannot be read");
    refused("paths/near.csv", &["--world", "none.yaml"], "the planning scene cannot be read");
    refused("paths/near.csv", &["--clearance", "-1"], "clearance is -1.0 m: it must be a finite number not below 0");
    fs::write(folder.join("paths/near.csv"), "time,turn\n0,0\n").unwrap();
    refused("paths/near.csv", &[], "no column for tip");
    fs::write(folder.join("crane.urdf"), CRANE.replace("<limit", "<limt")).unwrap();
    refused("paths/near.csv", &[], "crane.urdf:6:3");
    fs::write(folder.join("crane.urdf"), CRANE.replace("<box size='1 1 0.1'/>", "<mesh filename='base.stl'/>"))
        .unwrap();
    refused("paths/near.csv", &[], "the shape of \"base\" cannot be used");
}
