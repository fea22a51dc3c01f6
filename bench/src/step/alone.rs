//! Our side of a step, in a separate process.

use glam::DVec3;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use tangency::detect::{Moving, Prepared, Query, every_self_contact, first_self_contact};
use tangency::geometry::{Mesh, Motion, Shape, Vertexwise};

/// The argument that makes this program such a process.
pub(crate) const WORD: &str = "step-alone";

/// The tasks: preparation of the mesh, its first self-contact, every pair that touches.
pub(super) const TASKS: [&str; 3] = ["prepare", "first", "every"];

/// Measures one task on the frames in a folder and prints the same figures as `step.py` for ipctk.
pub(crate) fn run_alone(folder: &str, task: &str) -> Result<(), Box<dyn Error>> {
    let folder = Path::new(folder);
    let [start, end] = [places(&folder.join("start.bin"))?, places(&folder.join("end.bin"))?];
    let mesh = Mesh::new(start.clone(), triangles(&folder.join("faces.bin"))?)?;
    let motion = Motion::Vertexwise(Vertexwise::new(vec![0.0, 1.0], vec![start, end])?);
    if task == "prepare" {
        return measure(|| {
            std::hint::black_box(Prepared::new(Shape::Mesh(mesh.clone())));
            Ok((1.0, 0))
        });
    }
    let moving = Moving::of(Arc::new(Prepared::new(Shape::Mesh(mesh))), motion)?;
    let query = Query::default();
    match task {
        "first" => measure(|| Ok((first_self_contact(&moving, &query)?.verdict.clear_until(), 0))),
        _ => measure(|| Ok((1.0, every_self_contact(&moving, &query)?.len()))),
    }
}

/// Runs the work once for its memory, then often for its time.
fn measure(work: impl Fn() -> Result<(f64, usize), Box<dyn Error>>) -> Result<(), Box<dyn Error>> {
    // Reset the peak.
    std::fs::write("/proc/self/clear_refs", "5")?;
    let before = resident("VmRSS")?;
    let (free, pairs) = work()?;
    let peak = resident("VmHWM")?;
    let (mut clock, mut processor, mut runs, began) = (u128::MAX, i128::MAX, 0, Instant::now());
    while runs < 5 || (runs < 25 && began.elapsed().as_secs() < 4) {
        let (moment, used) = (Instant::now(), processor_time());
        work()?;
        clock = clock.min(moment.elapsed().as_nanos());
        processor = processor.min(processor_time() - used);
        runs += 1;
    }
    println!("{clock} {processor} {free} {pairs} {before} {peak}");
    Ok(())
}

/// The processor time of this process so far, in nanoseconds.
fn processor_time() -> i128 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    1_000_000_000 * i128::from(time.tv_sec) + i128::from(time.tv_nsec)
}

/// An entry of `/proc/self/status`, in bytes.
fn resident(key: &str) -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with(key)).ok_or("no such line in /proc/self/status")?;
    let kibibytes: u64 = line.split_whitespace().nth(1).ok_or("no number in /proc/self/status")?.parse()?;
    Ok(kibibytes * 1024)
}

fn places(file: &Path) -> Result<Vec<DVec3>, Box<dyn Error>> {
    let bytes = std::fs::read(file)?;
    let (numbers, _) = bytes.as_chunks::<8>();
    let (triples, _) = numbers.as_chunks::<3>();
    Ok(triples.iter().map(|&triple| DVec3::from_array(triple.map(f64::from_le_bytes))).collect())
}

fn triangles(file: &Path) -> Result<Vec<[u32; 3]>, Box<dyn Error>> {
    let bytes = std::fs::read(file)?;
    let (numbers, _) = bytes.as_chunks::<4>();
    let (triples, _) = numbers.as_chunks::<3>();
    Ok(triples.iter().map(|triple| triple.map(u32::from_le_bytes)).collect())
}
