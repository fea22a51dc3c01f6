//! The public set of rigid motions.

#[path = "../../../conformance/src/rigid/files.rs"]
mod files;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tangency::detect::{Moving, Prepared};
use tangency::geometry::{Motion, Rigid};

/// The motions of both bodies.
pub(crate) type Motions = [Rigid; 2];

/// Two bodies and a hundred motions.
pub(crate) struct Set {
    pub(crate) size: String,
    pub(crate) rotation: bool,
    pub(crate) bodies: [Arc<Prepared>; 2],
    pub(crate) motions: Vec<Motions>,
}

/// The folder of the set.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/rigid")
}

impl Set {
    /// The set of a size: 1k, 10k, 50k triangles, or c100, c1000 vertices of convex bodies.
    pub(crate) fn read(size: &str, rotation: bool) -> Result<Self, Box<dyn Error>> {
        let folder = folder();
        let motions =
            files::entries(&folder)?.iter().map(|entry| files::motions(entry, rotation)).collect::<Result<_, _>>()?;
        let bodies = files::bodies(&folder, size)?;
        Ok(Self { size: size.into(), rotation, bodies, motions })
    }

    pub(crate) fn name(&self) -> String {
        let turning = if self.rotation { "turning" } else { "straight" };
        match self.size.strip_prefix('c') {
            Some(count) => format!("convex, {count} × {count} vertices, {turning}"),
            None => format!("{} × {} triangles, {turning}", self.size, self.size),
        }
    }

    /// Whether the bodies are convex.
    pub(crate) fn convex(&self) -> bool {
        self.size.starts_with('c')
    }

    pub(crate) fn moving(&self, motions: &Motions) -> [Moving; 2] {
        [0, 1].map(|body| {
            let moving = Moving::of(self.bodies[body].clone(), Motion::Rigid(motions[body]));
            moving.expect("a rigid motion fits every mesh")
        })
    }
}
