//! The robot among its obstacles as a scene, for the viewer page.

use super::Verifier;
use std::sync::Arc;
use tangency_formats::{QuerySettings, Scene, SceneBody, SceneSpan};
use tangency_geometry::{LinkMotion, Motion, Piecewise, Trajectory};

impl Verifier {
    /// The scene that shows the trajectory: every part of the robot and every obstacle as a body.
    #[must_use]
    pub fn scene(&self, name: &str, trajectory: &Arc<Trajectory>) -> Scene {
        let span = trajectory.span();
        // The clock of a scene's motions starts at the start of its span.
        let shifted = |motion: Motion| {
            if span.lower() == 0.0 {
                return motion;
            }
            Piecewise::new(vec![-span.lower()], vec![motion.clone()]).map_or(motion, Motion::Piecewise)
        };
        let part = |part: &tangency_formats::robot::RobotPart| {
            let motion = LinkMotion::in_world(&self.robot.mechanism, trajectory, part.link);
            let motion = shifted(Motion::Articulated(motion));
            SceneBody::new(part.name.clone(), part.solid.shape.clone(), motion)
        };
        let obstacle = |obstacle: &tangency_formats::robot::Obstacle| {
            SceneBody::new(
                obstacle.name.clone(),
                obstacle.solid.shape.clone(),
                if matches!(obstacle.motion, Motion::Still(_)) {
                    obstacle.motion.clone()
                } else {
                    shifted(obstacle.motion.clone())
                },
            )
        };
        let bodies = self.robot.parts.iter().map(part).chain(self.world.obstacles.iter().map(obstacle)).collect();
        Scene {
            name: name.to_owned(),
            description: format!("{} on its way", self.robot.name),
            span: SceneSpan { start: span.lower(), end: span.upper() },
            query: QuerySettings::default(),
            bodies,
            dynamics: None,
            warnings: Vec::new(),
        }
    }
}
