//! Ctrl-C: the first ends the work, and what is known by then is printed and written; the second ends the program.
//!
//! The work of these tests would take minutes to hours. Each program warns before its work begins, so that the test
//! knows when to interrupt.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod program;

use program::folder;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

/// A program at work.
struct Working {
    child: Child,
    errors: BufReader<std::process::ChildStderr>,
}

/// What an interrupted program left.
struct Left {
    status: ExitStatus,
    printed: String,
    warnings: String,
}

impl Working {
    /// Starts the program, and waits for its first warning.
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tangency"));
        let mut child = command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        errors.read_line(&mut line).unwrap();
        assert!(line.starts_with("warning: "), "{line}");
        Self { child, errors }
    }

    fn interrupt(&self) {
        let sent = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Waits for the end.
    fn end(mut self) -> Left {
        let (mut printed, mut warnings) = (String::new(), String::new());
        self.child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
        self.errors.read_to_string(&mut warnings).unwrap();
        Left { status: self.child.wait().unwrap(), printed, warnings }
    }
}

fn result(file: &Path) -> serde_json::Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// The program warns of this body: it is open, and nobody says that it should be.
const LEAF: &str = r#"
[[body]]
name = "leaf"
shape = { vertices = [[0, 0, 9], [1, 0, 9], [0, 1, 9]], triangles = [[0, 1, 2]] }
"#;

/// Two tori tumble for a long time, and come near each other again and again.
const TORI: &str = r#"
span = { end = 1000 }
[[body]]
name = "rotor"
shape = { torus = { radius = 1, tube = 0.2 } }
motion = { rigid = { position = [0, 0, 0.4000001], angular_velocity = [3, 0.1, 5] } }
[[body]]
name = "stator"
shape = { torus = { radius = 1, tube = 0.2 } }
motion = { rigid = { position = [0, 0, 2.5], angular_velocity = [3, 0.1, 5] } }
"#;

/// A ball that loses nothing bounces a million times.
const BALL: &str = r#"
span = { end = 1e6 }
[[body]]
name = "ball"
shape = { sphere = { radius = 0.1 } }
dynamics = { free = { position = [0, 0, 1.1] } }
material = { restitution = 1, friction = 0 }
[[body]]
name = "floor"
shape = { height_field = { z = "0", x = [-1, 1], y = [-1, 1] } }
material = { restitution = 1, friction = 0 }
"#;

const ROBOT: &str = "<robot name='r'>
  <link name='base'><collision><geometry><box size='1 1 0.1'/></geometry></collision></link>
  <link name='jib'><collision><origin xyz='0.8 0 2'/><geometry><box size='1.6 0.1 0.1'/></geometry></collision></link>
  <joint name='turn' type='continuous'><parent link='base'/><child link='jib'/><axis xyz='0 0 1'/></joint>
</robot>
";

/// A ring a tenth of a micrometre above the jib.
const RING: &str = r#"
span = { end = 1 }
[[body]]
name = "ring"
shape = { torus = { radius = 1, tube = 0.2 } }
motion = { still = { position = [0, 0, 2.2500001] } }
"#;

/// Interrupts the command once, and returns what it left and its result.
fn interrupted(name: &str, arguments: &[&str], files: &[(&str, String)]) -> (Left, serde_json::Value) {
    let folder = folder(name);
    for (file, text) in files {
        fs::write(folder.join(file), text).unwrap();
    }
    let json = folder.join("result.json");
    let placed = |argument: &&str| {
        let file = files.iter().any(|(file, _)| file == argument);
        if file { folder.join(argument).to_str().unwrap().to_owned() } else { (*argument).to_owned() }
    };
    let mut all: Vec<String> = arguments.iter().map(placed).collect();
    all.extend(["--json".into(), json.to_str().unwrap().into()]);
    let working = Working::start(&all.iter().map(String::as_str).collect::<Vec<_>>());
    working.interrupt();
    let left = working.end();
    assert_eq!(left.status.code(), Some(3), "{}{}", left.printed, left.warnings);
    (left, result(&json))
}

#[test]
fn a_check_says_until_when_it_is_clear() {
    let (left, result) = interrupted("interrupt-check", &["check", "s.toml"], &[("s.toml", format!("{TORI}{LEAF}"))]);
    assert!(left.printed.contains("open, proved"), "{}", left.printed);
    assert!(left.warnings.contains("the verdict is not known: Ctrl-C was pressed"), "{}", left.warnings);
    assert_eq!(result["verdict"], "open");
    let until = result["clear_until"].as_f64().unwrap();
    assert!((0.0..1000.0).contains(&until), "{until}");
}

#[test]
fn a_measurement_has_bounds_for_every_pair() {
    let files = [("s.toml", format!("{TORI}{LEAF}"))];
    let (left, result) = interrupted("interrupt-measure", &["measure", "s.toml", "--over"], &files);
    assert!(left.warnings.contains("Ctrl-C was pressed: the bounds"), "{}", left.warnings);
    let pairs = result["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 3);
    for pair in pairs {
        let distance = [0, 1].map(|end: usize| pair["distance"][end].as_f64().unwrap());
        assert!(distance[0] >= 0.0 && distance[0] <= distance[1], "{pair}");
    }
}

#[test]
fn a_simulation_keeps_what_it_has() {
    let files = [("s.toml", format!("{BALL}{LEAF}"))];
    let (left, result) = interrupted("interrupt-simulate", &["simulate", "s.toml"], &files);
    assert_eq!((result["ending"].as_str(), result["reason"].as_str()), (Some("stopped"), Some("Ctrl-C was pressed")));
    assert!(result["span"][1].as_f64().unwrap() < 1e6, "{}", left.printed);
}

#[test]
fn a_verification_is_open() {
    let rows: String = (0..20_000).map(|row| format!("{row},{}\n", 3 * row)).collect();
    let files =
        [("r.urdf", ROBOT.to_owned()), ("w.toml", format!("{RING}{LEAF}")), ("t.csv", format!("time,turn\n{rows}"))];
    let arguments = ["verify", "r.urdf", "--world", "w.toml", "--trajectory", "t.csv"];
    let (left, result) = interrupted("interrupt-verify", &arguments, &files);
    assert!(left.warnings.contains("Ctrl-C was pressed"), "{}", left.warnings);
    assert_eq!(result["verdict"], "open");
}

/// While files are watched, Ctrl-C ends the program with the code of the last run.
#[test]
fn watching_ends() {
    let folder = folder("interrupt-watch");
    let scene = folder.join("s.toml");
    fs::write(&scene, format!("{BALL}{LEAF}").replace("dynamics = { free =", "motion = { still =")).unwrap();
    let mut working = Working::start(&["check", scene.to_str().unwrap(), "--watch"]);
    let mut lines = BufReader::new(working.child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("--- ") {
        line.clear();
        assert!(lines.read_line(&mut line).unwrap() > 0, "the program ended");
    }
    working.interrupt();
    let status = working.child.wait().unwrap();
    assert_eq!((status.code(), status.signal()), (Some(0), None), "{line}");
}

/// The program waits for somebody who reads its page, so that nothing but the second Ctrl-C ends it.
#[test]
fn the_second_ends_at_once() {
    let pipe = folder("interrupt-twice").join("page.html");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut command = Command::new(env!("CARGO_BIN_EXE_tangency"));
    command.args(["check", "needle", "--html"]).arg(&pipe).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    // Waits until the program opens the pipe. A page is larger than what a pipe holds.
    let reader = fs::File::open(&pipe).unwrap();
    let mut interrupts = 0;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(interrupts < 1000, "the program does not end");
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        interrupts += 1;
        std::thread::sleep(std::time::Duration::from_millis(50));
    };
    drop(reader);
    assert_eq!(status.code(), Some(130), "{status}");
    assert!(interrupts > 1, "one interrupt was enough");
}
