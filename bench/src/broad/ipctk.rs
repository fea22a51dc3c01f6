//! ipctk in a Python environment of its own, made on first use.

use glam::DVec3;
use std::path::{Path, PathBuf};
use std::process::Command;
use tangency::geometry::Mesh;

/// What one of its broad phases costs and finds.
#[derive(Clone, Debug)]
pub(super) struct Figures {
    pub(super) method: String,
    pub(super) ns: f64,
    pub(super) vertex_face: usize,
    pub(super) edge_edge: usize,
}

/// Times these broad phases of ipctk between two frames.
pub(super) fn candidates(
    mesh: &Mesh,
    frames: [&[DVec3]; 2],
    threads: usize,
    methods: &[&str],
) -> Result<Vec<Figures>, String> {
    let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/ipctk");
    let folder = target().join("peers/ipctk-frames");
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let write = |name: &str, bytes: Vec<u8>| {
        std::fs::write(folder.join(name), bytes).map_err(|error| format!("cannot write {name}: {error}"))
    };
    let coordinates =
        |frame: &[DVec3]| frame.iter().flat_map(|place| place.to_array()).flat_map(f64::to_le_bytes).collect();
    write("start.bin", coordinates(frames[0]))?;
    write("end.bin", coordinates(frames[1]))?;
    write("faces.bin", mesh.triangles().iter().flatten().flat_map(|corner| corner.to_le_bytes()).collect())?;
    let mut command = Command::new(python()?);
    command.arg(peers.join("candidates.py")).arg(&folder).arg(threads.to_string()).args(methods);
    output(&mut command)?.lines().map(|line| figures(line).ok_or_else(|| format!("ipctk printed: {line}"))).collect()
}

fn figures(line: &str) -> Option<Figures> {
    let mut words = line.split_whitespace();
    Some(Figures {
        method: words.next()?.into(),
        ns: words.next()?.parse().ok()?,
        vertex_face: words.next()?.parse().ok()?,
        edge_edge: words.next()?.parse().ok()?,
    })
}

/// The interpreter of the environment, which is made if it is not there.
fn python() -> Result<PathBuf, String> {
    let environment = target().join("peers/python");
    let program = environment.join("bin/python");
    if output(Command::new(&program).args(["-c", "import ipctk"])).is_err() {
        eprintln!("installing ipctk ...");
        output(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
        output(Command::new(&program).args(["-m", "pip", "install", "--quiet", "ipctk==1.6.1", "numpy"]))?;
    }
    Ok(program)
}

fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("cannot run {command:?}: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// Where cargo puts what it builds.
fn target() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(beside, PathBuf::from)
}
