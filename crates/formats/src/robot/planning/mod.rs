//! MotionBenchMaker's planning problems: a scene and a request, each a YAML file in the layout of MoveIt's messages.

mod request;
mod scene;
mod shapes;

pub use request::{Request, RequestError};
pub use scene::RobotWorldOptions;

use super::yaml::YamlValue;
use crate::fault::RawFault;
use glam::{DQuat, DVec3};
use tangency_geometry::Pose;

/// A pose whose fields have these names. Missing fields are zero, or the identity rotation. Numbers are lists, or
/// have the keys `x`, `y`, `z` and `w`.
pub(in crate::robot) fn read_pose(value: &YamlValue<'_>, [position, orientation]: [&str; 2]) -> Result<Pose, RawFault> {
    let place = value.get("a pose", position)?;
    let place = place.map_or(Ok([0.0; 3]), |value| value.components(position, ["x", "y", "z"]))?;
    let turn = value.get("a pose", orientation)?;
    let turn = turn.map_or(Ok([0.0, 0.0, 0.0, 1.0]), |value| value.components(orientation, ["x", "y", "z", "w"]))?;
    Pose::new(DQuat::from_array(turn), DVec3::from_array(place)).map_err(|error| value.fault(error.to_string(), ""))
}
