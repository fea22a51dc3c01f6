//! The command line as a person or a script meets it: output, files, exit codes, refusals.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod program;

use program::{folder, tangency, text};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

#[test]
fn scenes_are_listed_one_a_line() {
    let output = tangency(&["scenes"]);
    assert!(output.status.success());
    let listed = text(&output.stdout);
    let checked = tangency::scenes::ALL.iter().map(|scene| ("check", scene.name, scene.summary));
    let simulated = tangency::scenes::SIMULATED.iter().map(|scene| ("simulate", scene.name, scene.summary));
    assert_eq!(listed.lines().count(), checked.len() + simulated.len());
    for (command, name, summary) in checked.chain(simulated) {
        let line =
            |line: &str| line.starts_with(&format!("{name} ")) && line.ends_with(&format!("{command}  {summary}"));
        let padded = |text: &str| text.replace("check   ", "check");
        assert!(listed.lines().any(|found| line(&padded(found))), "{name} is not listed for {command}:\n{listed}");
    }
}

#[test]
fn exit_codes_tell_the_verdict() {
    for (arguments, code, words) in [
        (&["check", "rail"][..], 0, "clear, proved"),
        (&["check", "needle"], 1, "touch, proved"),
        (&["check", "knot", "--budget", "1"], 3, "open, proved"),
    ] {
        let output = tangency(arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", text(&output.stderr));
        assert!(text(&output.stdout).contains(words), "{arguments:?}: {}", text(&output.stdout));
    }
}

#[test]
fn a_body_that_touches_itself_is_named_twice() {
    let output = tangency(&["check", "ribbon"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    assert!(printed.lines().any(|line| line.starts_with("  ribbon  ribbon  (")), "{printed}");
}

#[test]
fn the_example_of_a_deforming_mesh_runs() {
    let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/flag/flag.toml");
    let output = tangency(&["check", scene.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("touch, proved") && output.stderr.is_empty());
}

#[test]
fn the_result_file_holds_what_the_design_promises() {
    let folder = folder("result");
    let (json, html) = (folder.join("needle.json"), folder.join("needle.html"));
    let output = tangency(&["check", "needle", "--json", json.to_str().unwrap(), "--html", html.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!((result["verdict"].as_str(), result["evidence"].as_str()), (Some("touch"), Some("proved")));
    let time = result["time"].as_array().unwrap();
    let [from, to] = [0, 1].map(|end: usize| time[end].as_f64().unwrap());
    // The tip starts 0.4 m up, the plate's top is 1 mm up, the speed is 1.25 m/s.
    assert!(from <= 0.3192 && 0.3192 <= to && to - from <= 1e-9);
    assert_eq!(result["clear_until"].as_f64(), Some(from));
    let contact = &result["contacts"][0];
    for key in ["a", "b", "point", "normal", "gap", "time", "feature_a", "feature_b", "proved", "initial"] {
        assert!(!contact[key].is_null(), "{key}");
    }
    for key in ["seconds", "pairs", "iterations"] {
        assert!(result["stats"][key].is_number(), "{key}");
    }
    assert!(fs::read_to_string(html).unwrap().starts_with("<!doctype html>"));
}

#[test]
fn a_scene_of_ones_own() {
    let folder = folder("own");
    fs::write(folder.join("triangle.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    let scene = r#"
        [span]
        start = 2.0
        end = 4.0

        [[body]]
        name = "falling"
        shape = { mesh = "triangle.obj" }
        motion = { linear = { position = [0, 0, 1], velocity = [0, 0, -0.5] } }

        [[body]]
        name = "floor"
        shape = { box = [8, 8, 1] }
    "#;
    let file = folder.join("own.toml");
    fs::write(&file, scene).unwrap();
    let output = tangency(&["check", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    // Half a metre to fall at half a metre a second, from the start at 2 s.
    assert!(
        text(&output.stdout).contains("2.99999999") || text(&output.stdout).contains("3 .."),
        "{}",
        text(&output.stdout)
    );
}

/// Runs `check` on a file with this content; the message and exit code 2 are expected.
fn refused(name: &str, content: &[u8]) -> String {
    let file = folder("refused").join(name);
    fs::write(&file, content).unwrap();
    let output = tangency(&["check", file.to_str().unwrap()]);
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{name}: {message}");
    assert!(message.starts_with("error: ") && !message.contains("panicked"), "{name}: {message}");
    assert!(output.stdout.is_empty(), "{name}: nothing is claimed");
    message
}

#[test]
fn bad_input_gets_a_clear_error_and_exit_code_2() {
    assert!(refused("empty.toml", b"").contains("empty"));
    assert!(refused("binary.toml", &[0xff, 0xfe, 0x00]).contains("UTF-8"));
    let wrong = refused(
        "wrong.toml",
        b"[span]\nstart = 0\nend = \"one\"\n\n[[body]]\nname = \"a\"\nshape = { box = [1, 1, 1] }\n",
    );
    assert!(wrong.contains("wrong.toml:3"), "the line: {wrong}");
    let missing = refused(
        "missing.toml",
        b"[span]\nstart = 0\nend = 1\n[[body]]\nname = \"a\"\nshape = { mesh = \"nowhere.obj\" }\n",
    );
    assert!(missing.contains("nowhere.obj"), "{missing}");
    let not_a_number =
        refused("nan.toml", b"[span]\nstart = 0\nend = nan\n[[body]]\nname = \"a\"\nshape = { box = [1, 1, 1] }\n");
    assert!(not_a_number.contains("nan.toml:3"), "{not_a_number}");
    for arguments in [
        &["check"][..],
        &["check", "no-such-scene"],
        &["check", "."],
        &["check", "needle", "--tolerance", "-1"],
        &["check", "needle", "--tolerance", "nan"],
        &["check", "needle", "--separation", "inf"],
        &["check", "needle", "--tolerance", "1e-30"],
        &["check", "needle", "--json", "/no/such/folder/result.json"],
        &["check", "needle", "--html", "."],
        &["frobnicate"],
    ] {
        let output = tangency(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty() && !text(&output.stderr).contains("panicked"), "{arguments:?}");
    }
}

/// A body that bends as it sways, and a post above it.
fn swaying(shape: &str) -> String {
    format!(
        r#"
        span = {{ start = 0, end = 1 }}
        [[body]]
        name = "wing"
        shape = {shape}
        motion = {{ expression = ["x", "y + x * x * sin(t)", "z"] }}
        [[body]]
        name = "post"
        shape = {{ box = [3, 0.1, 0.1] }}
        motion = {{ still = {{ position = [0, 0.8, 0] }} }}
    "#
    )
}

#[test]
fn what_no_method_answers_is_an_error_and_not_clear() {
    let wing = r#"{ implicit = "x^2 + (10*y)^2 + (10*z)^2 - 1", box = [[-1.1, -0.2, -0.2], [1.1, 0.2, 0.2]] }"#;
    let message = refused("wing.toml", swaying(wing).as_bytes());
    assert!(message.contains("wing") && message.contains("post") && message.contains("no method"), "{message}");
}

#[test]
fn a_mesh_that_formulas_bend_is_answered() {
    let file = folder("bent").join("wing.toml");
    fs::write(&file, swaying("{ box = [2, 0.1, 0.1] }")).unwrap();
    let result = file.with_extension("json");
    let output = tangency(&["check", file.to_str().unwrap(), "--json", result.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    // Its corners, at x = 1 and y = 0.05, rise by sin(t); the post begins at 0.75.
    let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(result).unwrap()).unwrap();
    let [lower, upper] = [0, 1].map(|end| result["time"][end].as_f64().unwrap());
    let time = 0.7_f64.asin();
    assert!(lower <= time && time - lower < 1e-5 && (upper - time).abs() < 1e-5, "{lower} {upper} {time}");
}

#[test]
fn help_teaches() {
    let help = text(&tangency(&["--help"]).stdout);
    assert!(help.contains("tangency check needle") && help.contains("scenes"));
    let help = text(&tangency(&["check", "--help"]).stdout);
    assert!(help.contains("Exit codes: 0 clear, 1 touch, 2 error, 3 open"));
}

/// A vertex falls through a triangle; the file says so, or says the opposite, or is broken.
#[test]
fn queries_are_answered_and_judged() {
    let folder = folder("queries");
    let rows = |height: i32, truth: u8| {
        format!("1,4,1,4,{height},1,{truth}\n0,1,0,1,0,1,{truth}\n1,1,0,1,0,1,{truth}\n0,1,1,1,0,1,{truth}\n")
    };
    let write = |name: &str, content: String| {
        let file = folder.join(name);
        fs::write(&file, content).unwrap();
        file.to_str().unwrap().to_string()
    };
    let right = write("a-vf.csv", rows(1, 1) + &rows(-1, 1));
    let json = folder.join("result.json");
    let output = tangency(&["queries", &right, "--json", json.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    for (key, value) in [("queries", 1), ("positives", 1), ("false_negatives", 0), ("false_positives", 0)] {
        assert_eq!(result[key].as_u64(), Some(value), "{key}");
    }
    for key in ["ns_mean", "ns_median", "ns_p99", "ns_max"] {
        assert!(result[key].as_f64().is_some_and(|time| time > 0.0), "{key}");
    }
    let wrong = write("b-vf.csv", rows(1, 0) + &rows(-1, 0));
    assert_eq!(tangency(&["queries", &wrong]).status.code(), Some(1));
    let whole = tangency(&["queries", folder.to_str().unwrap()]);
    assert!(whole.status.code() == Some(1) && text(&whole.stdout).contains("false positives  1"));
    let unnamed = write("c.csv", rows(1, 1) + &rows(-1, 1));
    assert_eq!(tangency(&["queries", &unnamed, "--kind", "vertex-face"]).status.code(), Some(0));
    for (arguments, words) in [
        (vec!["queries", &unnamed], "give --kind"),
        (vec!["queries", "nowhere-vf.csv"], "nowhere-vf.csv"),
        (vec!["queries", &write("d-vf.csv", rows(1, 1).replace("1,4,", "1,3,"))], "line 1: column 1"),
    ] {
        let output = tangency(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    }
}

const CRANE: &str = "<robot name='crane'>
  <link name='base'><collision><geometry><box size='1 1 0.1'/></geometry></collision></link>
  <link name='mast'><collision><origin xyz='0 0 1'/><geometry><box size='0.1 0.1 1.7'/></geometry></collision></link>
  <link name='jib'><collision><origin xyz='0.8 0 0'/><geometry><box size='1.6 0.1 0.1'/></geometry></collision></link>
  <joint name='turn' type='continuous'><parent link='base'/><child link='mast'/><axis xyz='0 0 1'/></joint>
  <joint name='tip' type='revolute'><origin xyz='0 0 2'/><parent link='mast'/><child link='jib'/><axis xyz='0 1 0'/>
    <limit lower='-0.5' upper='0.5'/></joint>
</robot>
";

/// A crane, a wall three quarters of a turn away, and trajectories that miss it, hit it, and make no sense.
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
    // The mast is 0.65 m from the wall, and the jib turns away from it.
    let printed = text(&near.stdout);
    assert!(
        printed.contains("clear, proved") && printed.contains("clearance  at least 0.50000 m, proved"),
        "{printed}"
    );
    assert!(printed.contains("nothing is near"), "{printed}");
    let [json, html] = ["far.json", "far.html"].map(|file| folder.join(file).to_str().unwrap().to_owned());
    let far = verify(&folder, "paths/far.csv", &[&world[..], &["--json", &json, "--html", &html]].concat());
    assert_eq!(far.status.code(), Some(1), "{}", text(&far.stderr));
    let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!((result["contacts"][0]["a"].as_str(), result["contacts"][0]["b"].as_str()), (Some("jib"), Some("wall")));
    // Between a half turn and three quarters of one, at 1.2 rad a second.
    let time = result["time"][0].as_f64().unwrap();
    assert!(time > 2.6 && time < 3.93, "{time}");
    assert!(fs::read_to_string(html).unwrap().contains("jib"));
    // Its margin means what it says: the jib passes the axis of the wall at 0.7 m.
    let margin = verify(&folder, "paths/near.csv", &[&world[..], &["--clearance", "2"]].concat());
    assert_eq!(margin.status.code(), Some(1));
}

/// How far the wall's corner (-0.05, -0.7) is from the jib's side when the jib has turned by 4.2 rad: 5 cm less than
/// from its axis.
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
    assert!(text(&bad.stdout).contains("1 errors") && text(&bad.stdout).contains("times must increase"));
}

/// Curved obstacles are obstacles like any other, and what no method can answer is an error with its reason.
#[test]
fn worlds_may_be_curved() {
    let folder = crane("curved");
    for world in ["tori", "torus-on-cone"] {
        let answered = verify(&folder, "paths/near.csv", &["--world", world, "--verdict-only"]);
        let code = answered.status.code();
        assert!(matches!(code, Some(0 | 1)), "{world}: {code:?} {}", text(&answered.stderr));
    }
    // A growing ball that is described for one second, and a trajectory of five.
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
    let folder = crane("refused");
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
    refused("paths/near.csv", &["--clearance", "-1"], "must be a finite number not below 0");
    refused("paths", &["--html", "all.html"], "--html shows one trajectory");
    fs::write(folder.join("paths/near.csv"), "time,turn\n0,0\n").unwrap();
    refused("paths/near.csv", &[], "no column for tip");
    fs::write(folder.join("crane.urdf"), CRANE.replace("<limit", "<limt")).unwrap();
    refused("paths/near.csv", &[], "crane.urdf:6:3");
    fs::write(folder.join("crane.urdf"), CRANE.replace("<box size='1 1 0.1'/>", "<mesh filename='base.stl'/>"))
        .unwrap();
    refused("paths/near.csv", &[], "the shape of \"base\" cannot be used");
}
