//! Bodies that deform by an animation in their own glTF file.

use super::SceneReader;
use super::motion::refused;
use super::value::TomlValue;
use crate::fault::{RawFaults, shown};
use crate::mesh;
use glam::DVec3;
use tangency_geometry::{Motion, Shape, Vertexwise};

impl SceneReader<'_> {
    /// `{ animation = "smile" }`: the animation of that name in the file of the shape, or the only one.
    pub(super) fn morph(&mut self, data: &TomlValue<'_>, shape: &Shape) -> Result<Motion, RawFaults> {
        let table = data.table(&["animation"])?;
        let animation = table.optional("animation").map(|value| value.string()).transpose()?;
        let Some(file) = self.shape_file.clone() else {
            let message = "only a shape from a glTF file has morph targets".into();
            return Err(data.fault(message, "expected a body with shape = { mesh = \"face.glb\" }").into());
        };
        if file.merged {
            let message = "a shape with `merge = true` cannot be morphed: its vertices are no longer those of the file";
            return Err(data.fault(message.into(), "vertices of glTF files that go together are one already").into());
        }
        let morph = mesh::read_morph(&file.path, animation)
            .map_err(|error| data.fault(format!("the animation cannot be played: {error}"), ""))?;
        if shape.core_mesh().is_none_or(|mesh| morph.vertex_count() != mesh.vertices().len()) {
            let message = "the file of the shape changed while it was read".into();
            return Err(data.fault(message, "try again").into());
        }
        // A small file can have many keys of a large mesh: check the count before computing them.
        self.spend(morph.times().len().saturating_mul(morph.vertex_count()), data)?;
        let scaled =
            |&time: &f64| -> Vec<DVec3> { morph.frame(time).iter().map(|&point| file.scale * point).collect() };
        let frames: Vec<Vec<DVec3>> = morph.times().iter().map(scaled).collect();
        if frames.iter().flatten().any(|point| !point.is_finite()) {
            let message = format!("scaled by {}, a vertex is carried beyond all numbers", shown(file.scale));
            return Err(data.fault(message, "").into());
        }
        let motion = Vertexwise::new(morph.times().to_vec(), frames).map_err(|error| refused(data, &error))?;
        Ok(Motion::Vertexwise(motion))
    }
}
