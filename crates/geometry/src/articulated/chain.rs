//! The way from one link to another, as steps that each only move or only turn.
//!
//! A joint that is passed from parent to child adds its origin and then its own movement; from child to parent it adds the
//! movement undone and then the origin undone. Either way the steps have the same few forms, so that what another link sees
//! of a link needs no rule of its own, and joints that are not on the way do not enter.

use super::orientation::Turned;
use super::track::{Reading, Slopes};
use super::trajectory::{Phase, Trajectory};
use super::{Joint, JointKind, Mechanism};
use crate::enclose;
use crate::motion::unit;
use glam::{DQuat, DVec3};
use tangency_interval::Interval;

/// One step of the way.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    /// Moves by a constant vector.
    Offset { vector: DVec3, error: f64 },
    /// Turns by a constant unit quaternion.
    Tilt { quaternion: DQuat, error: f64 },
    /// Turns about a unit axis by a joint value.
    Turn { axis: DVec3, axis_error: f64, value: Value },
    /// Moves along a unit axis by a joint value.
    Slide { axis: DVec3, axis_error: f64, value: Value },
    /// Moves by the position of a floating joint, or by the opposite.
    Shift { first: usize, sign: f64 },
    /// Turns by the orientation of a floating joint, or undoes it.
    Orient { first: usize, undo: bool },
}

/// `scale · coordinate + offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Value {
    pub(super) coordinate: usize,
    scale: f64,
    offset: f64,
}

impl Value {
    fn undone(self) -> Self {
        Self { scale: -self.scale, offset: -self.offset, ..self }
    }

    pub(super) fn at(self, trajectory: &Trajectory, phase: Phase, time: f64) -> Reading {
        let of = trajectory.tracks[self.coordinate].at(&trajectory.times, phase, time);
        let scaled = self.scale * of.value;
        let rounding = f64::EPSILON * (scaled.abs() + self.offset.abs());
        let (value, rate) = (scaled + self.offset, self.scale * of.rate);
        Reading {
            value,
            value_error: self.scale.abs() * of.value_error + rounding,
            rate,
            rate_error: self.scale.abs() * of.rate_error + f64::EPSILON * rate.abs(),
        }
    }

    pub(super) fn slopes(self, trajectory: &Trajectory, phase: Phase, span: Interval) -> Slopes {
        let track = &trajectory.tracks[self.coordinate];
        let of = track.slopes(&trajectory.times, phase, span.lower(), span.upper());
        let scale = self.scale.abs() * (1.0 + f64::EPSILON);
        Slopes { rate: scale * of.rate, second: scale * of.second }
    }
}

impl Step {
    /// The step back.
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

    /// Whether the step stays as it is whatever the time.
    pub(super) fn is_constant(&self, trajectory: &Trajectory) -> bool {
        match self {
            Self::Offset { .. } | Self::Tilt { .. } => true,
            Self::Turn { value, .. } | Self::Slide { value, .. } => trajectory.tracks[value.coordinate].is_constant(),
            Self::Shift { first, .. } => (0..3).all(|axis| trajectory.tracks[first + axis].is_constant()),
            Self::Orient { first, .. } => trajectory.orientation(*first).is_constant(),
        }
    }

    /// Whether the step only moves, and does so along straight lines between rows.
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
pub(super) fn from_world(mechanism: &Mechanism, link: usize) -> Vec<Step> {
    down(mechanism, mechanism.root(), link)
}

/// The steps from one link to another: up to where their ways from the root part, and down again.
pub(super) fn between(mechanism: &Mechanism, from: usize, to: usize) -> Vec<Step> {
    let above = ancestors(mechanism, to);
    let mut steps = Vec::new();
    let mut link = from;
    while !above.contains(&link) {
        let Some(joint) = mechanism.hangs_on(link) else { break };
        undo(mechanism, joint, &mut steps);
        link = mechanism.joints()[joint].parent;
    }
    steps.extend(down(mechanism, link, to));
    steps
}

/// The steps to a link from the one it hangs on.
pub(super) fn from_parent(mechanism: &Mechanism, link: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    if let Some(joint) = mechanism.hangs_on(link) {
        pass(mechanism, joint, &mut steps);
    }
    steps
}

/// The link and all above it.
fn ancestors(mechanism: &Mechanism, link: usize) -> Vec<usize> {
    let parent = |&link: &usize| mechanism.hangs_on(link).map(|joint| mechanism.joints()[joint].parent);
    std::iter::successors(Some(link), parent).collect()
}

/// The steps from a link to one below it.
fn down(mechanism: &Mechanism, from: usize, to: usize) -> Vec<Step> {
    let mut joints = Vec::new();
    let mut link = to;
    while link != from {
        let Some(joint) = mechanism.hangs_on(link) else { break };
        joints.push(joint);
        link = mechanism.joints()[joint].parent;
    }
    let mut steps = Vec::new();
    for joint in joints.into_iter().rev() {
        pass(mechanism, joint, &mut steps);
    }
    steps
}

/// From parent to child.
fn pass(mechanism: &Mechanism, joint: usize, steps: &mut Vec<Step>) {
    let Joint { origin, .. } = &mechanism.joints()[joint];
    if origin.translation() != DVec3::ZERO {
        steps.push(Step::Offset { vector: origin.translation(), error: 0.0 });
    }
    if origin.rotation() != DQuat::IDENTITY {
        steps.push(tilt(origin.rotation()));
    }
    steps.extend(movement(mechanism, joint));
}

/// From child to parent.
fn undo(mechanism: &Mechanism, joint: usize, steps: &mut Vec<Step>) {
    let Joint { origin, .. } = &mechanism.joints()[joint];
    steps.extend(movement(mechanism, joint).into_iter().rev().map(Step::undone));
    if origin.rotation() != DQuat::IDENTITY {
        steps.push(tilt(origin.rotation().conjugate()));
    }
    if origin.translation() != DVec3::ZERO {
        steps.push(Step::Offset { vector: -origin.translation(), error: 0.0 });
    }
}

/// What the joint adds by itself.
fn movement(mechanism: &Mechanism, joint: usize) -> Vec<Step> {
    let Some(coordinate) = mechanism.coordinate(joint) else { return Vec::new() };
    let Joint { kind, mimic, .. } = &mechanism.joints()[joint];
    let value = mimic.map_or(Value { coordinate, scale: 1.0, offset: 0.0 }, |mimic| Value {
        coordinate,
        scale: mimic.multiplier,
        offset: mimic.offset,
    });
    let direction = |axis: DVec3| {
        let (unit, _) = unit(enclose(axis));
        let error: f64 = unit.0.map(Interval::radius).into_iter().sum();
        (DVec3::from_array(unit.mid()), error)
    };
    // An axis of the joint's own frame, and the joint's value of this number.
    let own =
        |axis: DVec3, number: usize| (axis, 0.0, Value { coordinate: coordinate + number, scale: 1.0, offset: 0.0 });
    let slide = |(axis, axis_error, value): (DVec3, f64, Value)| Step::Slide { axis, axis_error, value };
    let turn = |(axis, axis_error, value): (DVec3, f64, Value)| Step::Turn { axis, axis_error, value };
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
            vec![Step::Shift { first, sign: 1.0 }, Step::Orient { first, undo: false }]
        }
    }
}

/// A constant turn by a quaternion divided by its length.
fn tilt(quaternion: DQuat) -> Step {
    let length = quaternion.to_array().map(Interval::from).into_iter().map(Interval::sqr).sum::<Interval>().sqrt();
    let exact = quaternion.to_array().map(|component| Interval::from(component) / length);
    let error = exact.map(Interval::radius).into_iter().sum();
    Step::Tilt { quaternion: DQuat::from_array(exact.map(Interval::mid)), error }
}

/// The orientation of a floating joint at an instant, as a turn about an axis and a constant turn, in the order in which
/// they apply to the frame.
pub(super) fn oriented(trajectory: &Trajectory, first: usize, phase: Phase, time: f64) -> Turned {
    trajectory.orientation(first).at(&trajectory.times, phase, time)
}
