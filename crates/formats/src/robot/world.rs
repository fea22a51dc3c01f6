//! The obstacles around a robot.

use super::solid::CollisionSolid;
use crate::{Scene, SceneBody};
use tangency_geometry::Motion;

/// What stands around a robot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RobotWorld {
    /// Everything that may be hit.
    pub obstacles: Vec<Obstacle>,
    /// Pairs of links or obstacles that may touch, by their names.
    pub allowed: Vec<[String; 2]>,
    /// What its author should know although the file can be used.
    pub warnings: Vec<String>,
}

/// A named thing that may be hit.
#[derive(Clone, Debug, PartialEq)]
pub struct Obstacle {
    /// Its name.
    pub name: String,
    /// What it is.
    pub solid: CollisionSolid,
    /// Where it is, on the clock of the trajectory.
    pub motion: Motion,
}

impl RobotWorld {
    /// The bodies of a scene as obstacles; `None` if they move and the scene's clock does not start at 0, which is the
    /// trajectory's, or if one is free, so that its motion is not known.
    #[must_use]
    pub fn of_scene(scene: &Scene) -> Option<Self> {
        let still = |motion: &Motion| matches!(motion, Motion::Still(_));
        if scene.first_free().is_some() {
            return None;
        }
        if scene.span.start != 0.0 && !scene.bodies.iter().all(|body| still(&body.motion)) {
            return None;
        }
        let obstacle = |body: &SceneBody| Obstacle {
            name: body.name.clone(),
            solid: CollisionSolid { shape: body.shape.clone(), radius: 0.0, excess: 0.0 },
            motion: body.motion.clone(),
        };
        let obstacles = scene.bodies.iter().map(obstacle).collect();
        Some(Self { obstacles, allowed: Vec::new(), warnings: scene.warnings.clone() })
    }
}
