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
    pub(super) fn read(size: &str, rotation: bool) -> Result<Self, Box<dyn Error>> {
        let body = |name: &str| -> Result<Arc<Model>, Box<dyn Error>> {
            let mesh = tangency::formats::mesh::read(folder().join(format!("{name}_{size}.obj")))?.mesh;
            Ok(Arc::new(Model::new(Shape::solid_if_closed(mesh))))
        };
        let bodies = [body("bumpy")?, body("knot")?];
        let file: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(folder().join("motions.json"))?)?;
        let entries = file["motions"].as_array().ok_or("no motions")?;
        let motions = entries.iter().map(|entry| Ok([rigid(&entry["a"], rotation)?, rigid(&entry["b"], rotation)?]));
        let motions = motions.collect::<Result<_, Box<dyn Error>>>()?;
        Ok(Self { size: size.into(), rotation, bodies, motions })
    }

    pub(super) fn name(&self) -> String {
        format!("{} × {} triangles, {}", self.size, self.size, if self.rotation { "turning" } else { "straight" })
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
