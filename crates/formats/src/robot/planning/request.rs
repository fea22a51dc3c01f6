//! A planning request: the joint values at the start and at the goal.

use super::read_pose;
use crate::fault::{RawFault, TextFileError};
use crate::robot::yaml::{self, YamlValue};
use crate::text::{self, TextFileKind};
use std::path::Path;
use tangency_geometry::{Interpolation, Mechanism, Pose, Trajectory, TrajectoryError};

/// The joint values at the start and at the goal of a planning request.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Name of the planned joint group; may be empty.
    pub group: String,
    /// Joint values at the start.
    pub start: Vec<(String, f64)>,
    /// Joint values at the first goal.
    pub goal: Vec<(String, f64)>,
}

/// The request does not fit the robot.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// A joint has no value at the start.
    #[error("the request gives no value for joint {0:?} at the start")]
    Missing(String),
    /// The values do not make a trajectory.
    #[error(transparent)]
    Trajectory(#[from] TrajectoryError),
}

impl Request {
    /// Reads a request file.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, TextFileError> {
        let path = path.as_ref();
        Self::parse(&text::read(path, TextFileKind::Request)?, &path.display().to_string())
    }

    /// Reads the text of a request; `file` is its name in messages.
    pub fn parse(text: &str, file: &str) -> Result<Self, TextFileError> {
        let document = yaml::parse(text, file)?;
        read_request(&document).map_err(|fault| TextFileError::new(file, text, vec![fault]))
    }

    /// The straight segment in joint space from the start to the goal, in one second. Joints without a goal stand
    /// still.
    pub fn segment(&self, mechanism: &Mechanism) -> Result<Trajectory, RequestError> {
        let find = |list: &[(String, f64)], name: &str| list.iter().find(|(known, _)| known == name).map(|(_, v)| *v);
        let (mut start, mut goal) = (Vec::new(), Vec::new());
        for name in mechanism.coordinates() {
            let from = find(&self.start, name).ok_or_else(|| RequestError::Missing(name.clone()))?;
            start.push(from);
            goal.push(find(&self.goal, name).unwrap_or(from));
        }
        Ok(Trajectory::new(mechanism, vec![0.0, 1.0], vec![start, goal], Interpolation::Linear)?)
    }
}

fn read_request(document: &YamlValue<'_>) -> Result<Request, RawFault> {
    let what = "the request";
    let group = document.get(what, "group_name")?.map_or(Ok(""), |value| value.text("\"group_name\""))?.to_owned();
    let state = document.required(what, "start_state")?;
    let joints = state.required("\"start_state\"", "joint_state")?;
    let names = joints.required("\"joint_state\"", "name")?;
    let values = joints.required("\"joint_state\"", "position")?;
    let (list, positions) = (names.list("\"name\"")?, values.list("\"position\"")?);
    if list.len() != positions.len() {
        return Err(values.fault(format!("{} positions for {} names", positions.len(), list.len()), "expected as many"));
    }
    let mut start = Vec::new();
    for (name, value) in list.iter().zip(positions) {
        start.push((name.text("a joint name")?.to_owned(), value.number("a joint position")?));
    }
    if let Some(floating) = state.get("\"start_state\"", "multi_dof_joint_state")?
        && let Some(transforms) = floating.get("\"multi_dof_joint_state\"", "transforms")?
    {
        for transform in transforms.list("\"transforms\"")? {
            if read_pose(transform, ["translation", "rotation"])? != Pose::IDENTITY {
                let message = "the robot's base does not stand in the world's origin".to_owned();
                return Err(transform.fault(message, "expected translation [0, 0, 0] and rotation [0, 0, 0, 1]"));
            }
        }
    }
    let goals = document.required(what, "goal_constraints")?.list("\"goal_constraints\"")?;
    let Some(first) = goals.first() else {
        return Err(document.fault("the request has no goal".into(), ""));
    };
    let mut goal = Vec::new();
    for constraint in first.required("a goal", "joint_constraints")?.list("\"joint_constraints\"")? {
        let name = constraint.required("a joint constraint", "joint_name")?.text("\"joint_name\"")?;
        let value = constraint.required("a joint constraint", "position")?.number("\"position\"")?;
        goal.push((name.to_owned(), value));
    }
    Ok(Request { group, start, goal })
}
