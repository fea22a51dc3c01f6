//! Prints what the bodies of STEP files become: `cargo run -p tangency-formats --example step_bodies -- FILE…`.

use std::process::ExitCode;
use tangency_formats::step;

fn main() -> ExitCode {
    let mut refused = false;
    for path in std::env::args().skip(1) {
        let file = match step::read(&path) {
            Ok(file) => file,
            Err(error) => {
                eprintln!("{error}");
                refused = true;
                continue;
            }
        };
        for body in &file.bodies {
            match body.brep() {
                Ok(brep) => {
                    let kind = if brep.is_solid() { "solid" } else { "surface" };
                    let (faces, edges, vertices) = (brep.faces().len(), brep.edges().len(), brep.vertices().len());
                    let volume = brep.mass().map_or(f64::NAN, |(mass, _)| mass.volume);
                    let area = brep.area().map_or(f64::NAN, |(area, _)| area);
                    println!(
                        "{path}: {}: {kind}, {faces} faces, {edges} edges, {vertices} vertices, {volume:e} m3, {area:e} m2",
                        body.name
                    );
                }
                Err(error) => {
                    println!("{path}: {}: {error}", body.name);
                    refused = true;
                }
            }
        }
    }
    if refused { ExitCode::from(2) } else { ExitCode::SUCCESS }
}
