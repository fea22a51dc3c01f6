//! The `broad` suite: pairs of intersecting boxes, and candidate features of a deforming mesh.
//!
//! Moving boxes are compared with parry's hierarchy (refit and pairs); vertex-face and edge-edge candidates of a step
//! with ipctk's linear hierarchy, which runs in a Python environment under `target/peers`. One thread unless a row says
//! otherwise; nanoseconds per step, the least of several. A row says so if both sides find different numbers of pairs.

mod boxes;
mod ipctk;
mod meshes;

use crate::table::Row;
use glam::DVec3;
use std::time::Instant;
use tangency::geometry::Mesh;

/// Runs the suite.
pub(crate) fn run() -> Vec<Row> {
    let mut rows = boxes::run();
    rows.extend(meshes::run());
    rows
}

/// The nanoseconds of one call, and its result.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let before = Instant::now();
    let result = work();
    (before.elapsed().as_nanos() as f64, result)
}

/// Runs the work on that many threads.
pub(crate) fn on_threads<T: Send>(
    threads: usize,
    work: impl FnOnce() -> T + Send,
) -> Result<T, rayon::ThreadPoolBuildError> {
    Ok(rayon::ThreadPoolBuilder::new().num_threads(threads).build()?.install(work))
}

/// Frames of the public scalable-CCD set; `None` if it is not installed.
pub(crate) fn public(name: &str, frames: [&str; 2]) -> Option<(Mesh, [Vec<DVec3>; 2])> {
    meshes::public(name, frames).map(|scene| (scene.mesh, scene.frames))
}
