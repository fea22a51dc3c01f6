//! The `build` suite: from the triangles of a mesh to a tree that can be asked.
//!
//! Ours is the tree of oriented boxes, which turning bodies need. The peers are parry's `TriMesh::new` (a tree of
//! axis-aligned boxes) and coal's `endModel` of a `BVHModelOBBRSS` (oriented boxes and swept spheres, which coal's
//! distance needs). The peers use one thread. Ours is measured with one thread and with all of them. A further row is
//! [`Prepared::prepare`](tangency::detect::Prepared::prepare), which also builds hull, adjacency and a second tree. The
//! fastest of several runs counts.

use crate::python;
use crate::table::Row;
use parry3d_f64::math::Vector;
use parry3d_f64::shape::TriMesh;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::Instant;
use tangency::bound::ObbTree;
use tangency::detect::Prepared;
use tangency::geometry::{Mesh, Polyhedron, Shape, primitive};

/// Runs of each side. The fastest counts.
const RUNS: usize = 3;
/// Steps along the knots. A knot has as many triangles as the square of this number.
const STEPS: [usize; 3] = [100, 316, 1_000];

/// Runs the suite.
pub(crate) fn run() -> Vec<Row> {
    STEPS.iter().flat_map(|&steps| beside_peers(steps)).collect()
}

fn beside_peers(steps: usize) -> Vec<Row> {
    let knot = primitive::torus_knot(1.0, [2, 3], 0.2, [steps, steps / 2]).expect("a knot");
    let mesh = knot.mesh();
    let parry = fastest(|| {
        let vertices = mesh.vertices().iter().map(|vertex| Vector::new(vertex.x, vertex.y, vertex.z)).collect();
        let (made, ns) = timed(|| TriMesh::new(vertices, mesh.triangles().to_vec()));
        black_box(made.is_ok());
        ns
    });
    let coal = coal(mesh).inspect_err(|error| eprintln!("coal is left out: {error}")).ok();
    let row = |what: &str, ours: f64, peer_name: &str, peer: Option<f64>| Row {
        name: format!("{} triangles, {what}", mesh.triangles().len()),
        ours,
        peer_name: peer_name.into(),
        peer,
    };
    let [parry_name, coal_name] = ["parry TriMesh::new, one thread", "coal BVHModelOBBRSS, one thread"];
    let (one, all) = (tree(mesh, Some(1)), tree(mesh, None));
    vec![
        row("oriented boxes, one thread", one, parry_name, Some(parry)),
        row("oriented boxes, all threads", all, parry_name, Some(parry)),
        row("oriented boxes, one thread", one, coal_name, coal),
        row("oriented boxes, all threads", all, coal_name, coal),
        row("everything (`prepare`), all threads", everything(&knot), coal_name, coal),
    ]
}

/// Nanoseconds to build our tree with so many threads.
fn tree(mesh: &Mesh, threads: Option<usize>) -> f64 {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build().expect("a pool of threads");
    pool.install(|| fastest(|| timed(|| ObbTree::new(mesh)).1))
}

/// Nanoseconds to prepare a body.
fn everything(knot: &Polyhedron) -> f64 {
    fastest(|| {
        let prepared = Prepared::new(Shape::Polyhedron(knot.clone()));
        timed(|| prepared.prepare()).1
    })
}

fn fastest(run: impl Fn() -> f64) -> f64 {
    (0..RUNS).map(|_| run()).fold(f64::INFINITY, f64::min)
}

/// The result and the nanoseconds, without the time to drop the result.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let before = Instant::now();
    let made = black_box(work());
    let ns = before.elapsed().as_nanos() as f64;
    (made, ns)
}

/// Nanoseconds of coal's `endModel`.
fn coal(mesh: &Mesh) -> Result<f64, String> {
    let folder = python::write_frames("coal-build", mesh, [mesh.vertices(); 2])?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/coal/build.py");
    let mut command = Command::new(python::with("coal", &["coal==3.0.3", "numpy"])?);
    let printed = python::output(command.arg(script).arg(folder).arg(RUNS.to_string()))?;
    printed.trim().parse().map_err(|_| format!("coal printed: {printed}"))
}
