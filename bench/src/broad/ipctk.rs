//! ipctk's broad phases.

use crate::python;
use glam::DVec3;
use tangency::geometry::Mesh;

/// Cost and candidates of one broad phase.
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
    let folder = python::write_frames("ipctk-frames", mesh, frames)?;
    let mut command = python::ipctk("candidates.py")?;
    command.arg(&folder).arg(threads.to_string()).args(methods);
    let printed = python::output(&mut command)?;
    printed.lines().map(|line| figures(line).ok_or_else(|| format!("ipctk printed: {line}"))).collect()
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
