//! ipctk in a Python environment of its own, made on first use.

use crate::python;
use glam::DVec3;
use std::path::Path;
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
    let folder = python::target().join("peers/ipctk-frames");
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let write = |name: &str, bytes: Vec<u8>| {
        std::fs::write(folder.join(name), bytes).map_err(|error| format!("cannot write {name}: {error}"))
    };
    let coordinates =
        |frame: &[DVec3]| frame.iter().flat_map(|place| place.to_array()).flat_map(f64::to_le_bytes).collect();
    write("start.bin", coordinates(frames[0]))?;
    write("end.bin", coordinates(frames[1]))?;
    write("faces.bin", mesh.triangles().iter().flatten().flat_map(|corner| corner.to_le_bytes()).collect())?;
    let mut command = Command::new(python::with("ipctk", &["ipctk==1.6.1", "numpy"])?);
    command.arg(peers.join("candidates.py")).arg(&folder).arg(threads.to_string()).args(methods);
    python::output(&mut command)?
        .lines()
        .map(|line| figures(line).ok_or_else(|| format!("ipctk printed: {line}")))
        .collect()
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
