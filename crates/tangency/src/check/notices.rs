//! What is probably a mistake in a scene, although it has an answer.

use super::SceneCheck;
use crate::tolerance::SUSPICIOUS_SIZES;
use tangency_geometry::Shape;

impl SceneCheck<'_> {
    /// Warnings for the author of the scene: nothing to check, or meshes of very different sizes.
    pub(super) fn notices(&self) -> Vec<String> {
        self.nothing_to_check().into_iter().chain(self.different_sizes()).collect()
    }

    fn nothing_to_check(&self) -> Option<String> {
        if !self.pairs().is_empty() || self.scene.bodies.iter().any(|body| body.self_contact) {
            return None;
        }
        Some(match &self.scene.bodies[..] {
            [one] => format!(
                "there is nothing to check: {:?} is the only body, and contacts with itself do not count \
                 (`self_contact = true`)",
                one.name
            ),
            _ => "there is nothing to check: all pairs of bodies may touch".into(),
        })
    }

    /// A mesh in millimetres beside a body in metres is a thousand times as large. Two bodies that are both given by a
    /// few numbers were written by one hand, and differ on purpose.
    fn different_sizes(&self) -> Option<String> {
        let is_mesh = |shape: &Shape| shape.core_mesh().is_some();
        let mut sizes: Vec<(f64, &str, bool)> = (self.scene.bodies.iter().zip(&self.bodies))
            .map(|(body, moving)| {
                let size = 2.0 * moving.prepared().radius(self.query.span);
                (size, body.name.as_str(), is_mesh(&body.shape))
            })
            .filter(|(size, ..)| size.is_finite() && *size > 0.0)
            .collect();
        sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (&(least, small, _), &(most, large, _)) = (sizes.first()?, sizes.last()?);
        let (&(least_mesh, small_mesh, _), &(most_mesh, large_mesh, _)) =
            (sizes.iter().find(|size| size.2)?, sizes.iter().rfind(|size| size.2)?);
        // One of the two is a mesh: the pair that differs more.
        let (least, small, most, large) = if most / least_mesh >= most_mesh / least {
            (least_mesh, small_mesh, most, large)
        } else {
            (least, small, most_mesh, large_mesh)
        };
        (most >= SUSPICIOUS_SIZES * least).then(|| {
            format!(
                "{large:?} is about {most:.3} m large and {small:?} {least:.3e} m: if a mesh file is in millimetres, write \
                 `units = \"mm\"` in the scene or `scale = 0.001` in the shape"
            )
        })
    }
}
