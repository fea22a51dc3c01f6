//! The `step` suite: self-contact of a deforming mesh between two frames, compared with ipctk.
//!
//! Ours: the first contact, and every pair that touches, both decided exactly. ipctk: broad phase LBVH, narrow phase
//! AdditiveCCD, earliest time. It does not list the pairs that touch, so both of our rows are compared with its
//! earliest time. Each side is a separate process with the number of threads that the row states. Nanoseconds of the
//! fastest of several steps: processor time with one thread, which other programs disturb less; wall-clock time with
//! more. The preparation of a mesh (its tree, its edges) is excluded on both sides. For ours it is a separate row.
//!
//! The names of the rows state memory: the peak during the first step minus the memory just before it, so that
//! programs, imports and frames do not count; in brackets the peak of the whole process.

mod alone;
mod cloth;

pub(crate) use alone::{WORD, run_alone};

use crate::broad::public;
use crate::python;
use crate::table::Row;
use glam::DVec3;
use std::process::Command;
use tangency::geometry::Mesh;

/// Two frames of one mesh.
struct Scene {
    name: String,
    mesh: Mesh,
    frames: [Vec<DVec3>; 2],
}

/// The figures of one side for a step.
struct Figures {
    ns: f64,
    /// Our earliest time, or ipctk's collision-free fraction of the step.
    free: f64,
    /// Our touching pairs, or ipctk's candidates.
    pairs: usize,
    /// Bytes just before the step, and the peak during it.
    memory: [f64; 2],
}

/// Runs the suite.
pub(crate) fn run() -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, frames) in [("rod-twist", ["3036", "3037"]), ("cloth-funnel", ["227", "228"])] {
        let Some((mesh, frames)) = public(name, frames) else { continue };
        let scene = Scene { name: name.into(), mesh, frames };
        rows.extend([1, 2].into_iter().flat_map(|threads| beside(&scene, threads)));
    }
    for fold in [false, true] {
        for triangles in [1_000, 4_000, 16_000, 64_000, 100_000] {
            match cloth::sheet(triangles, fold) {
                Ok(scene) => rows.extend(beside(&scene, 1)),
                Err(error) => eprintln!("a sheet is left out: {error}"),
            }
        }
    }
    rows
}

fn beside(scene: &Scene, threads: usize) -> Vec<Row> {
    let measured = measure(scene, threads).inspect_err(|problem| eprintln!("{}: {problem}", scene.name));
    let Ok((ours, peer)) = measured else { return Vec::new() };
    let place = format!("{}, {} triangles, {threads} threads", scene.name, scene.mesh.triangles().len());
    let theirs = peer.as_ref().map_or(String::new(), |peer| {
        format!("; ipctk: free until {:.6}, {} candidates, {}", peer.free, peer.pairs, memory(peer))
    });
    let row = |(what, figures): (&str, &Figures)| {
        let found = match what {
            "prepare" => String::new(),
            "first" => format!(" at {:.6}, {}{theirs}", figures.free, memory(figures)),
            _ => format!(", {} pairs, {}", figures.pairs, memory(figures)),
        };
        let peer = peer.as_ref().filter(|_| what != "prepare");
        Row {
            name: format!("{place}: {what}{found}"),
            ours: figures.ns,
            peer_name: if peer.is_some() { "ipctk LBVH + AdditiveCCD".into() } else { "-".into() },
            peer: peer.map(|peer| peer.ns),
        }
    };
    alone::TASKS.into_iter().zip(&ours).map(row).collect()
}

fn memory(figures: &Figures) -> String {
    let [before, peak] = figures.memory.map(|bytes| bytes / f64::from(1 << 20));
    format!("{:.1} MiB ({peak:.0})", peak - before)
}

/// Our figures for every task, and those of ipctk if it can be run.
fn measure(scene: &Scene, threads: usize) -> Result<(Vec<Figures>, Option<Figures>), String> {
    let folder = python::write_frames("step-frames", &scene.mesh, [&scene.frames[0], &scene.frames[1]])?;
    let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let mut ours = Vec::new();
    for task in alone::TASKS {
        let mut command = Command::new(&program);
        command.arg(WORD).arg(&folder).arg(task).env("RAYON_NUM_THREADS", threads.to_string());
        ours.push(figures(&python::output(&mut command)?, threads)?);
    }
    let theirs = python::ipctk("step.py")
        .and_then(|mut command| python::output(command.arg(&folder).arg(threads.to_string())))
        .and_then(|text| figures(&text, threads))
        .inspect_err(|problem| eprintln!("no figures of ipctk: {problem}"));
    Ok((ours, theirs.ok()))
}

fn figures(text: &str, threads: usize) -> Result<Figures, String> {
    let numbers: Option<Vec<f64>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[clock, processor, free, pairs, before, peak]) => {
            let ns = if threads == 1 { processor } else { clock };
            Ok(Figures { ns, free, pairs: pairs as usize, memory: [before, peak] })
        }
        _ => Err(format!("printed: {text}")),
    }
}
