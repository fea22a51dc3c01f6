//! The `broad` suite: which boxes meet, and which features of a deforming mesh may touch.
//!
//! Moving boxes beside parry's hierarchy, refit and pairs; vertex-face and edge-edge candidates of a step beside ipctk's linear
//! hierarchy, which runs in a Python environment of its own under `target/peers`. Everything on one thread, unless a row
//! says otherwise; nanoseconds a step, the least of several. Both sides must find equally many pairs, or the row says so.

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

/// Nanoseconds of one call, and what it gave.
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

/// Frames of the public scalable-CCD set, where they are.
pub(crate) fn public(name: &str, frames: [&str; 2]) -> Option<(Mesh, [Vec<DVec3>; 2])> {
    meshes::public(name, frames).map(|scene| (scene.mesh, scene.frames))
}
