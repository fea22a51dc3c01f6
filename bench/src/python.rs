//! Peers in Python: an environment of their own under `target/peers`, made on first use, and the files they read.

use glam::DVec3;
use std::path::{Path, PathBuf};
use std::process::Command;
use tangency::geometry::Mesh;

/// The interpreter of the environment, with the module of that name; installs the packages if it is not there.
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

/// A script of `peers/ipctk`, to be run by the environment that has ipctk.
pub(crate) fn ipctk(script: &str) -> Result<Command, String> {
    let mut command = Command::new(with("ipctk", &["ipctk==1.6.1", "numpy"])?);
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/ipctk").join(script));
    Ok(command)
}

/// What the command prints, or what it complains about.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("cannot run {command:?}: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// A folder for files that a peer reads.
pub(crate) fn folder(name: &str) -> Result<PathBuf, String> {
    let folder = target().join("peers").join(name);
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    Ok(folder)
}

/// Writes a file.
pub(crate) fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(file, bytes).map_err(|error| format!("cannot write {}: {error}", file.display()))
}

/// Writes two frames of a mesh as `start.bin`, `end.bin` and `faces.bin`, and says where.
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

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(beside, PathBuf::from)
}
