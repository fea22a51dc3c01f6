//! Reads the public set of rigid motions. The benchmarks include this file.

use glam::{DQuat, DVec3};
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use tangency::detect::Prepared;
use tangency::formats::mesh;
use tangency::geometry::{Pose, Rigid, Shape};

/// The two bodies of a size: "1k", "10k", "50k" triangles; "c100", "c1000" vertices of convex bodies.
pub(crate) fn bodies(folder: &Path, size: &str) -> Result<[Arc<Prepared>; 2], Box<dyn Error>> {
    let body = |name: &str| -> Result<Arc<Prepared>, Box<dyn Error>> {
        let mesh = mesh::read(folder.join(format!("{name}.obj")))?.mesh;
        Ok(Arc::new(Prepared::new(Shape::solid_if_closed(mesh))))
    };
    let [a, b] = match size.strip_prefix('c') {
        Some(vertices) => ["a", "b"].map(|which| format!("convex_{vertices}_{which}")),
        None => ["bumpy", "knot"].map(|which| format!("{which}_{size}")),
    };
    Ok([body(&a)?, body(&b)?])
}

/// All motions, as JSON.
pub(crate) fn entries(folder: &Path) -> Result<Vec<serde_json::Value>, Box<dyn Error>> {
    let file: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(folder.join("motions.json"))?)?;
    Ok(file["motions"].as_array().ok_or("no motions")?.clone())
}

/// How both bodies move, with rotation or without.
pub(crate) fn motions(entry: &serde_json::Value, rotation: bool) -> Result<[Rigid; 2], Box<dyn Error>> {
    Ok([motion(&entry["a"], rotation)?, motion(&entry["b"], rotation)?])
}

fn motion(entry: &serde_json::Value, rotation: bool) -> Result<Rigid, Box<dyn Error>> {
    let numbers = |key: &str| -> Vec<f64> {
        entry[key].as_array().into_iter().flatten().filter_map(serde_json::Value::as_f64).collect()
    };
    let vector = |key: &str| -> Result<DVec3, Box<dyn Error>> {
        let [x, y, z] = numbers(key)[..] else { return Err(format!("{key} is not a vector").into()) };
        Ok(DVec3::new(x, y, z))
    };
    let [x, y, z, w] = numbers("orientation_xyzw")[..] else { return Err("no orientation".into()) };
    let start = Pose::new(DQuat::from_xyzw(x, y, z, w), vector("position")?)?;
    let spin = if rotation { vector("angular_velocity")? } else { DVec3::ZERO };
    Ok(Rigid::new(start, vector("velocity")?, spin)?)
}
