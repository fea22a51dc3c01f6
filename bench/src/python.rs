//! Peers in Python: a virtual environment under `target/peers`, created on first use, and the input files of the peers.

use glam::DVec3;
use std::path::{Path, PathBuf};
use std::process::Command;
use tangency::geometry::Mesh;

/// The interpreter of the environment that has the module. Installs the packages if it is missing.
pub(crate) fn with(module: &str, packages: &[&str]) -> Result<PathBuf, String> {
    let environment = target().join("peers/python");
    let program = environment.join("bin/python");
    if output(Command::new(&program).args(["-c", &format!("import {module}")])).is_err() {
        eprintln!("installing {module} ...");
        output(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
        output(Command::new(&program).args(["-m", "pip", "install", "--quiet"]).args(packages))?;
    }
    Ok(program)
}

/// The command that runs a script of `peers/ipctk` in the environment with ipctk.
pub(crate) fn ipctk(script: &str) -> Result<Command, String> {
    let mut command = Command::new(with("ipctk", &["ipctk==1.6.1", "numpy"])?);
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/ipctk").join(script));
    Ok(command)
}

/// The output of the command, or its errors.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("cannot run {command:?}: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// A folder for the input files of a peer.
pub(crate) fn folder(name: &str) -> Result<PathBuf, String> {
    let folder = target().join("peers").join(name);
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    Ok(folder)
}

/// Writes a file.
pub(crate) fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(file, bytes).map_err(|error| format!("cannot write {}: {error}", file.display()))
}

/// Writes two frames of a mesh as `start.bin`, `end.bin` and `faces.bin`. Returns their folder.
pub(crate) fn write_frames(name: &str, mesh: &Mesh, frames: [&[DVec3]; 2]) -> Result<PathBuf, String> {
    let folder = folder(name)?;
    let coordinates = |frame: &[DVec3]| -> Vec<u8> {
        frame.iter().flat_map(|place| place.to_array()).flat_map(f64::to_le_bytes).collect()
    };
    write(&folder.join("start.bin"), &coordinates(frames[0]))?;
    write(&folder.join("end.bin"), &coordinates(frames[1]))?;
    let corners: Vec<u8> = mesh.triangles().iter().flatten().flat_map(|corner| corner.to_le_bytes()).collect();
    write(&folder.join("faces.bin"), &corners)?;
    Ok(folder)
}

/// The target folder of cargo.
pub(crate) fn target() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(beside, PathBuf::from)
}
