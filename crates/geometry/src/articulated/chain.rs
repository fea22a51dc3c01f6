//! The kinematic chain between two links, as steps that each either translate or rotate.
//!
//! A joint traversed from parent to child adds its origin and then its own movement. Traversed from child to
//! parent, it adds the inverse movement and then the inverse origin. Both directions use the same kinds of
//! steps. Relative motions of links therefore need no extra rule, and joints outside the chain do not
//! contribute.

use super::orientation::OrientationReading;
use super::track::{DerivativeBounds, JointReading};
use super::trajectory::{Trajectory, TrajectoryPhase};
use super::{Joint, JointKind, Mechanism};
use crate::enclose;
use crate::motion::unit;
use glam::{DQuat, DVec3};
use tangency_interval::Interval;

/// One step of a chain.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ChainStep {
    /// Translates by a constant vector.
    Offset { vector: DVec3, error: f64 },
    /// Rotates by a constant unit quaternion.
    Tilt { quaternion: DQuat, error: f64 },
    /// Rotates about a unit axis by a joint value.
    Turn { axis: DVec3, axis_error: f64, value: JointValue },
    /// Translates along a unit axis by a joint value.
    Slide { axis: DVec3, axis_error: f64, value: JointValue },
    /// Translates by the position of a floating joint, or by its negative.
    Shift { first: usize, sign: f64 },
    /// Rotates by the orientation of a floating joint, or by its inverse.
    Orient { first: usize, undo: bool },
}

/// `scale · coordinate + offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct JointValue {
    pub(super) coordinate: usize,
    scale: f64,
    offset: f64,
}

impl JointValue {
    fn undone(self) -> Self {
        Self { scale: -self.scale, offset: -self.offset, ..self }
    }

    pub(super) fn at(self, trajectory: &Trajectory, phase: TrajectoryPhase, time: f64) -> JointReading {
        let of = trajectory.tracks[self.coordinate].at(&trajectory.times, phase, time);
        let scaled = self.scale * of.value;
        let rounding = f64::EPSILON * (scaled.abs() + self.offset.abs());
        let (value, rate) = (scaled + self.offset, self.scale * of.rate);
        JointReading {
            value,
            value_error: self.scale.abs() * of.value_error + rounding,
            rate,
            rate_error: self.scale.abs() * of.rate_error + f64::EPSILON * rate.abs(),
        }
    }

    pub(super) fn slopes(self, trajectory: &Trajectory, phase: TrajectoryPhase, span: Interval) -> DerivativeBounds {
        let track = &trajectory.tracks[self.coordinate];
        let of = track.slopes(&trajectory.times, phase, span.lower(), span.upper());
        let scale = self.scale.abs() * (1.0 + f64::EPSILON);
        DerivativeBounds { rate: scale * of.rate, second: scale * of.second }
    }
}

impl ChainStep {
    /// The inverse step.
    fn undone(self) -> Self {
        match self {
            Self::Offset { vector, error } => Self::Offset { vector: -vector, error },
            Self::Tilt { quaternion, error } => Self::Tilt { quaternion: quaternion.conjugate(), error },
            Self::Turn { axis, axis_error, value } => Self::Turn { axis, axis_error, value: value.undone() },
            Self::Slide { axis, axis_error, value } => Self::Slide { axis, axis_error, value: value.undone() },
            Self::Shift { first, sign } => Self::Shift { first, sign: -sign },
            Self::Orient { first, undo } => Self::Orient { first, undo: !undo },
        }
    }

    /// Whether the step never changes over time.
    pub(super) fn is_constant(&self, trajectory: &Trajectory) -> bool {
        match self {
            Self::Offset { .. } | Self::Tilt { .. } => true,
            Self::Turn { value, .. } | Self::Slide { value, .. } => trajectory.tracks[value.coordinate].is_constant(),
            Self::Shift { first, .. } => (0..3).all(|axis| trajectory.tracks[first + axis].is_constant()),
            Self::Orient { first, .. } => trajectory.orientation(*first).is_constant(),
        }
    }

    /// Whether the step does not rotate over time and translates linearly between rows.
    pub(super) fn is_straight(&self, trajectory: &Trajectory) -> bool {
        match self {
            Self::Slide { value, .. } => trajectory.tracks[value.coordinate].is_straight(),
            Self::Shift { first, .. } => (0..3).all(|axis| trajectory.tracks[first + axis].is_straight()),
            Self::Offset { .. } | Self::Tilt { .. } | Self::Turn { .. } | Self::Orient { .. } => {
                self.is_constant(trajectory)
            }
        }
    }
}

/// The steps from the world to the link.
pub(super) fn from_world(mechanism: &Mechanism, link: usize) -> Vec<ChainStep> {
    down(mechanism, mechanism.root(), link)
}

/// The steps from one link to another: up to the lowest common ancestor, then down.
pub(super) fn between(mechanism: &Mechanism, from: usize, to: usize) -> Vec<ChainStep> {
    let above = ancestors(mechanism, to);
    let mut steps = Vec::new();
    let mut link = from;
    while !above.contains(&link) {
        let Some(joint) = mechanism.parent_joint(link) else { break };
        undo(mechanism, joint, &mut steps);
        link = mechanism.joints()[joint].parent;
    }
    steps.extend(down(mechanism, link, to));
    steps
}

/// The steps from the parent of a link to the link.
pub(super) fn from_parent(mechanism: &Mechanism, link: usize) -> Vec<ChainStep> {
    let mut steps = Vec::new();
    if let Some(joint) = mechanism.parent_joint(link) {
        pass(mechanism, joint, &mut steps);
    }
    steps
}

/// The link and all its ancestors.
fn ancestors(mechanism: &Mechanism, link: usize) -> Vec<usize> {
    let parent = |&link: &usize| mechanism.parent_joint(link).map(|joint| mechanism.joints()[joint].parent);
    std::iter::successors(Some(link), parent).collect()
}

/// The steps from a link to one of its descendants.
fn down(mechanism: &Mechanism, from: usize, to: usize) -> Vec<ChainStep> {
    let mut joints = Vec::new();
    let mut link = to;
    while link != from {
        let Some(joint) = mechanism.parent_joint(link) else { break };
        joints.push(joint);
        link = mechanism.joints()[joint].parent;
    }
    let mut steps = Vec::new();
    for joint in joints.into_iter().rev() {
        pass(mechanism, joint, &mut steps);
    }
    steps
}

/// Appends the steps from parent to child.
fn pass(mechanism: &Mechanism, joint: usize, steps: &mut Vec<ChainStep>) {
    let Joint { origin, .. } = &mechanism.joints()[joint];
    if origin.translation() != DVec3::ZERO {
        steps.push(ChainStep::Offset { vector: origin.translation(), error: 0.0 });
    }
    if origin.rotation() != DQuat::IDENTITY {
        steps.push(tilt(origin.rotation()));
    }
    steps.extend(movement(mechanism, joint));
}

/// Appends the steps from child to parent.
fn undo(mechanism: &Mechanism, joint: usize, steps: &mut Vec<ChainStep>) {
    let Joint { origin, .. } = &mechanism.joints()[joint];
    steps.extend(movement(mechanism, joint).into_iter().rev().map(ChainStep::undone));
    if origin.rotation() != DQuat::IDENTITY {
        steps.push(tilt(origin.rotation().conjugate()));
    }
    if origin.translation() != DVec3::ZERO {
        steps.push(ChainStep::Offset { vector: -origin.translation(), error: 0.0 });
    }
}

/// The movement of the joint itself, without its origin.
fn movement(mechanism: &Mechanism, joint: usize) -> Vec<ChainStep> {
    let Some(coordinate) = mechanism.coordinate(joint) else { return Vec::new() };
    let Joint { kind, mimic, .. } = &mechanism.joints()[joint];
    let value = mimic.map_or(JointValue { coordinate, scale: 1.0, offset: 0.0 }, |mimic| JointValue {
        coordinate,
        scale: mimic.multiplier,
        offset: mimic.offset,
    });
    let direction = |axis: DVec3| {
        let (unit, _) = unit(enclose(axis));
        let error: f64 = unit.0.map(Interval::radius).into_iter().sum();
        (DVec3::from_array(unit.mid()), error)
    };
    // An axis of the joint's frame, with the joint value of this number.
    let own = |axis: DVec3, number: usize| {
        (axis, 0.0, JointValue { coordinate: coordinate + number, scale: 1.0, offset: 0.0 })
    };
    let slide = |(axis, axis_error, value): (DVec3, f64, JointValue)| ChainStep::Slide { axis, axis_error, value };
    let turn = |(axis, axis_error, value): (DVec3, f64, JointValue)| ChainStep::Turn { axis, axis_error, value };
    match *kind {
        JointKind::Fixed => Vec::new(),
        JointKind::Revolute { axis } | JointKind::Continuous { axis } => {
            let (axis, axis_error) = direction(axis);
            vec![turn((axis, axis_error, value))]
        }
        JointKind::Prismatic { axis } => {
            let (axis, axis_error) = direction(axis);
            vec![slide((axis, axis_error, value))]
        }
        JointKind::Planar => vec![slide(own(DVec3::X, 0)), slide(own(DVec3::Y, 1)), turn(own(DVec3::Z, 2))],
        JointKind::Floating => {
            let first = coordinate;
            vec![ChainStep::Shift { first, sign: 1.0 }, ChainStep::Orient { first, undo: false }]
        }
    }
}

/// A constant rotation by the normalised quaternion.
fn tilt(quaternion: DQuat) -> ChainStep {
    let length = quaternion.to_array().map(Interval::from).into_iter().map(Interval::sqr).sum::<Interval>().sqrt();
    let exact = quaternion.to_array().map(|component| Interval::from(component) / length);
    let error = exact.map(Interval::radius).into_iter().sum();
    ChainStep::Tilt { quaternion: DQuat::from_array(exact.map(Interval::mid)), error }
}

/// The orientation of a floating joint at an instant, as a rotation about an axis and a constant rotation, in
/// the order in which they apply to the frame.
pub(super) fn oriented(trajectory: &Trajectory, first: usize, phase: TrajectoryPhase, time: f64) -> OrientationReading {
    trajectory.orientation(first).at(&trajectory.times, phase, time)
}
