//! Writes an assembly by code: a bracket with two bores, and a bolt with a filleted head in each.
//!
//! `cargo run --release -p tangency-formats --example write_step -- assembly.step`

use glam::{DQuat, dvec2, dvec3};
use tangency_formats::step::{self, StepFile, StepInstance, StepProfileSegment, plate, revolved};
use tangency_geometry::Pose;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("give the path of the file to write")?;
    let to = |radius, height| StepProfileSegment { end: dvec2(radius, height), center: None };
    let arc = |radius, height, center| StepProfileSegment { end: dvec2(radius, height), center: Some(center) };
    let bolt = revolved(
        "bolt",
        0.0,
        &[
            to(0.003, 0.0),
            to(0.004, 0.001),
            to(0.004, 0.029),
            arc(0.005, 0.03, dvec2(0.005, 0.029)),
            to(0.008, 0.03),
            to(0.008, 0.034),
            arc(0.007, 0.035, dvec2(0.007, 0.034)),
            to(0.003, 0.035),
            arc(0.0, 0.036, dvec2(0.0, 0.031)),
        ],
    )?;
    let bores = [(dvec2(0.02, 0.02), 0.0045), (dvec2(0.06, 0.02), 0.0045)];
    let bracket = plate("bracket", dvec3(0.08, 0.04, 0.01), &bores)?;
    let at = |x: f64, name: &str, body: usize, turn: f64| -> Result<StepInstance, tangency_geometry::PoseError> {
        let pose = Pose::new(DQuat::from_rotation_z(turn), dvec3(x, 0.02, -0.02))?;
        Ok(StepInstance { body, path: vec!["joint".into(), name.into()], pose })
    };
    let mut instances = vec![at(0.02, "bolt 1", 1, 0.0)?, at(0.06, "bolt 2", 1, 0.5)?];
    instances.push(StepInstance { body: 0, path: vec!["joint".into(), "plate".into()], pose: Pose::IDENTITY });
    let file = StepFile { schema: String::new(), bodies: vec![bracket, bolt], instances, notes: vec![] };
    std::fs::write(path, step::write(&file)?)?;
    Ok(())
}
