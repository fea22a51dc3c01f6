//! A simulated scene as a picture: what its page and its glTF file have in common.

use super::PageError;
use super::drawn::Drawn;
use super::embed::checked;
use super::extent::SceneExtent;
use super::path::{self, BodyPath};
use super::shared::holders;
use crate::simulation::Simulation;
use crate::{Scene, SceneSpan, tolerance};

/// The bodies with their paths.
pub(super) struct SimulatedPicture<'scene> {
    pub(super) span: SceneSpan,
    pub(super) drawn: Vec<Drawn<'scene>>,
    pub(super) extent: SceneExtent,
    /// The path of each body; `None` for one that deforms.
    pub(super) paths: Vec<Option<BodyPath>>,
    /// For each body the first one with the same mesh, which may be itself.
    pub(super) holders: Vec<usize>,
}

impl<'scene> SimulatedPicture<'scene> {
    /// The picture of a scene with computed motions.
    pub(super) fn of(scene: &'scene Scene, simulation: &Simulation) -> Result<Self, PageError> {
        let span = checked(scene.span)?;
        // The box of the scene counts all bodies at these instants; a crowd hides single extremes.
        let few = tolerance::EXTENT_INSTANTS / scene.bodies.len().max(1);
        let mut instants: Vec<f64> = simulation.events.iter().take(few).map(|event| event.time[0]).collect();
        instants.dedup();
        let (drawn, extent) = Drawn::of_scene(&scene.bodies, span, &instants)?;
        let paths = drawn.iter().map(|body| {
            if body.deforms() {
                return Ok(None);
            }
            // An endless body has no size of its own.
            let reach = body.reach();
            let size = if body.fade.is_some() { extent.size() } else { 2.0 * reach.max(f64::MIN_POSITIVE) };
            path::path(body.body, span, reach, tolerance::PATH_ERROR * size)
        });
        let paths = paths.collect::<Result<Vec<_>, _>>()?;
        let holders = holders(&drawn);
        Ok(Self { span, drawn, extent, paths, holders })
    }

    /// What the picture leaves out, in words.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self.drawn.iter().flat_map(|body| body.notes.iter().cloned()).collect();
        for (body, path) in self.drawn.iter().zip(&self.paths) {
            let Some(path) = path.as_ref().filter(|path| path.error > tolerance::VISIBLE * self.extent.size()) else {
                continue;
            };
            notes.push(format!(
                "The motion of {} is too quick to be drawn in full: between the {} instants that this page holds it \
                 may be off by {:.1e} m. The answer is not affected.",
                body.body.name,
                path.keys.len(),
                path.error
            ));
        }
        notes
    }
}
