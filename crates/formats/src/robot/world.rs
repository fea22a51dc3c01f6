//! The obstacles around a robot.

use super::attached::AttachedObject;
use super::solid::CollisionSolid;
use crate::{Scene, SceneBody};
use tangency_geometry::Motion;

/// The obstacles around a robot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RobotWorld {
    /// All obstacles.
    pub obstacles: Vec<Obstacle>,
    /// Objects that the robot carries.
    pub attached: Vec<AttachedObject>,
    /// Pairs of links or obstacles that may touch, by their names.
    pub allowed: Vec<[String; 2]>,
    /// Warnings for the author of the file.
    pub warnings: Vec<String>,
}

/// A named obstacle.
#[derive(Clone, Debug, PartialEq)]
pub struct Obstacle {
    /// Its name.
    pub name: String,
    /// Its shape.
    pub solid: CollisionSolid,
    /// Its motion, on the clock of the trajectory.
    pub motion: Motion,
}

impl RobotWorld {
    /// The bodies of a scene as obstacles. `None` if a body is free, since its motion is unknown; also if a body
    /// moves and the clock of the scene does not start at 0, as that of the trajectory does.
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
        Some(Self { obstacles, attached: Vec::new(), allowed: Vec::new(), warnings: scene.warnings.clone() })
    }
}
