//! The public set of rigid motions, where it is.

use glam::{DQuat, DVec3};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tangency::detect::{Model, Moving};
use tangency::geometry::{Motion, Pose, Rigid, Shape};

/// The motions of both bodies.
pub(super) type Motions = [Rigid; 2];

/// Two bodies and a hundred motions.
pub(super) struct Set {
    pub(super) size: String,
    pub(super) rotation: bool,
    pub(super) bodies: [Arc<Model>; 2],
    pub(super) motions: Vec<Motions>,
}

/// Where the set is.
pub(super) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/rigid")
}

impl Set {
    /// The set of a size: 1k, 10k, 50k triangles, or c100, c1000 vertices of convex bodies.
    pub(super) fn read(size: &str, rotation: bool) -> Result<Self, Box<dyn Error>> {
        let body = |name: &str| -> Result<Arc<Model>, Box<dyn Error>> {
            let mesh = tangency::formats::mesh::read(folder().join(format!("{name}.obj")))?.mesh;
            Ok(Arc::new(Model::new(Shape::solid_if_closed(mesh))))
        };
        let [a, b] = match size.strip_prefix('c') {
            Some(vertices) => ["a", "b"].map(|which| format!("convex_{vertices}_{which}")),
            None => ["bumpy", "knot"].map(|which| format!("{which}_{size}")),
        };
        let bodies = [body(&a)?, body(&b)?];
        let file: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(folder().join("motions.json"))?)?;
        let entries = file["motions"].as_array().ok_or("no motions")?;
        let motions = entries.iter().map(|entry| Ok([rigid(&entry["a"], rotation)?, rigid(&entry["b"], rotation)?]));
        let motions = motions.collect::<Result<_, Box<dyn Error>>>()?;
        Ok(Self { size: size.into(), rotation, bodies, motions })
    }

    pub(super) fn name(&self) -> String {
        let turning = if self.rotation { "turning" } else { "straight" };
        match self.size.strip_prefix('c') {
            Some(count) => format!("convex, {count} × {count} vertices, {turning}"),
            None => format!("{} × {} triangles, {turning}", self.size, self.size),
        }
    }

    /// Whether its bodies are convex.
    pub(super) fn convex(&self) -> bool {
        self.size.starts_with('c')
    }

    pub(super) fn moving(&self, motions: &Motions) -> [Moving; 2] {
        [0, 1].map(|body| {
            let moving = Moving::of(self.bodies[body].clone(), Motion::Rigid(motions[body]));
            moving.expect("a rigid motion fits every mesh")
        })
    }
}

fn rigid(entry: &serde_json::Value, rotation: bool) -> Result<Rigid, Box<dyn Error>> {
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
