//! First contact of a mesh with itself between two frames, and every pair that touches:
//! `cargo run --release -p tangency --example frame_pair -- FIRST.ply SECOND.ply`.

use std::error::Error;
use std::time::Instant;
use tangency::detect::{Moving, Query, every_self_contact, first_self_contact};
use tangency::formats::mesh;
use tangency::geometry::{Motion, Shape, Vertexwise};

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let [first, second] = files.as_slice() else { return Err("give two mesh files of the same connectivity".into()) };
    let (start, end) = (mesh::read(first)?.mesh, mesh::read(second)?.mesh);
    if start.triangles() != end.triangles() {
        return Err("the two files have different triangles".into());
    }
    let motion = Vertexwise::new(vec![0.0, 1.0], vec![start.vertices().to_vec(), end.vertices().to_vec()])?;
    let clock = Instant::now();
    let moving = Moving::new(Shape::Mesh(start), Motion::Vertexwise(motion))?;
    println!("prepared in {:.1} ms", 1e3 * clock.elapsed().as_secs_f64());
    let clock = Instant::now();
    let answer = first_self_contact(&moving, &Query::default())?;
    let (verdict, effort) = (&answer.verdict, answer.effort);
    println!("clear until {} in {:.1} ms, {effort:?}", verdict.clear_until(), 1e3 * clock.elapsed().as_secs_f64());
    let clock = Instant::now();
    let touching = every_self_contact(&moving, &Query::default())?;
    println!("{} pairs touch, found in {:.1} ms", touching.len(), 1e3 * clock.elapsed().as_secs_f64());
    Ok(())
}
