//! Reads mesh files and prints their content and the speed of reading:
//! `cargo run --release -p tangency-formats --example read_mesh -- FILE…`

use std::{process::ExitCode, time::Instant};
use tangency_formats::mesh;

fn main() -> ExitCode {
    let mut failed = false;
    for path in std::env::args().skip(1) {
        let start = Instant::now();
        match mesh::read(&path) {
            Ok(file) => {
                let (vertices, triangles) = (file.mesh.vertices().len(), file.mesh.triangles().len());
                let milliseconds = start.elapsed().as_secs_f64() * 1e3;
                println!("{path}: {:?}, {vertices} vertices, {triangles} triangles, {milliseconds:.1} ms", file.format);
                for warning in file.warnings {
                    println!("  {warning}");
                }
            }
            Err(error) => {
                eprintln!("{error}");
                failed = true;
            }
        }
    }
    if failed { ExitCode::from(2) } else { ExitCode::SUCCESS }
}
