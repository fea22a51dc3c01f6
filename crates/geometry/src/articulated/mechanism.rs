//! The tree of links and joints of a mechanism.

use crate::Pose;
use glam::DVec3;
use std::collections::HashMap;

/// A tree of links. Validated: names are unique, every link except the root is the child of exactly one joint,
/// and there are no loops.
#[derive(Clone, Debug, PartialEq)]
pub struct Mechanism {
    links: Vec<String>,
    joints: Vec<Joint>,
    root: usize,
    /// The joint of which each link is the child; `None` for the root.
    parent_joint: Vec<Option<usize>>,
    /// The first coordinate of every joint; `None` if it is fixed. A mimic joint has that of the joint it
    /// follows.
    coordinates: Vec<Option<usize>>,
    coordinate_names: Vec<String>,
}

/// The connection of a child link to its parent.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Name of the joint.
    pub name: String,
    /// The kind of movement.
    pub kind: JointKind,
    /// Index of the parent link.
    pub parent: usize,
    /// Index of the child link.
    pub child: usize,
    /// Pose of the child in the frame of its parent at joint value zero.
    pub origin: Pose,
    /// Limits of the joint value, if any.
    pub limits: Option<Limits>,
    /// The joint that determines the value, if this joint has no value of its own.
    pub mimic: Option<Mimic>,
}

/// The movement of a joint. Axes are in the child's frame and may have any non-zero length; the exact unit
/// vector along them is used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointKind {
    /// No movement.
    Fixed,
    /// Rotation about the axis: one value, in radians.
    Revolute {
        /// The axis.
        axis: DVec3,
    },
    /// Rotation about the axis without limits: one value, in radians. Values are not reduced modulo a full
    /// turn.
    Continuous {
        /// The axis.
        axis: DVec3,
    },
    /// Translation along the axis: one value, in metres.
    Prismatic {
        /// The axis.
        axis: DVec3,
    },
    /// Translation in the plane of the joint's x and y axes and rotation about z: three values, x and y in
    /// metres and the angle in radians. The child is translated first and then rotated.
    Planar,
    /// Any pose: seven values, position x, y, z in metres and unit quaternion x, y, z, w.
    Floating,
}

/// The allowed range of a joint value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The least value.
    pub lower: f64,
    /// The greatest value.
    pub upper: f64,
}

/// The value of a mimic joint is `multiplier · (value of the followed joint) + offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mimic {
    /// Index of the followed joint, which must not be a mimic joint itself.
    pub joint: usize,
    /// Factor on the followed joint's value.
    pub multiplier: f64,
    /// Added constant.
    pub offset: f64,
}

/// Names of the three values of a planar joint, after the joint's name and a slash.
const PLANAR: [&str; 3] = ["x", "y", "theta"];
/// Names of the seven values of a floating joint, after the joint's name and a slash.
const FLOATING: [&str; 7] = ["trans_x", "trans_y", "trans_z", "rot_x", "rot_y", "rot_z", "rot_w"];

/// The links and joints do not form a valid mechanism.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MechanismError {
    /// There is no link.
    #[error("a mechanism needs at least one link")]
    NoLink,
    /// Two links or two joints have the same name.
    #[error("two {what} have the name {name:?}")]
    Duplicate {
        /// `links` or `joints`.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A joint refers to a link or a joint that does not exist.
    #[error("joint {joint:?} names {what} {index}, but there are only {count} (counted from 0)")]
    OutOfRange {
        /// The joint.
        joint: String,
        /// The kind of reference.
        what: &'static str,
        /// The invalid index.
        index: usize,
        /// The number of existing entries.
        count: usize,
    },
    /// A link is the child of two joints.
    #[error("link {link:?} is the child of joint {first:?} and of joint {second:?}: loops are not supported")]
    TwoParents {
        /// The link.
        link: String,
        /// One joint.
        first: String,
        /// The other.
        second: String,
    },
    /// Two links are the child of no joint.
    #[error("links {first:?} and {second:?} hang on no joint: there must be exactly one root")]
    TwoRoots {
        /// One link.
        first: String,
        /// Another.
        second: String,
    },
    /// Links form a loop.
    #[error("link {link:?} hangs on itself through other links: a mechanism must be a tree")]
    Loop {
        /// A link of the loop.
        link: String,
    },
    /// An axis is zero or not finite.
    #[error("the axis {axis} of joint {joint:?} has no direction: give a finite vector other than zero")]
    Axis {
        /// The joint.
        joint: String,
        /// Its axis.
        axis: DVec3,
    },
    /// Limits are reversed or not finite.
    #[error("the limits of joint {joint:?} are from {lower} to {upper}: give finite numbers, the lower first")]
    Limits {
        /// The joint.
        joint: String,
        /// Its lower limit.
        lower: f64,
        /// Its upper limit.
        upper: f64,
    },
    /// A mimic joint cannot follow the given joint.
    #[error("joint {joint:?} cannot follow joint {other:?}: {why}")]
    Mimic {
        /// The joint.
        joint: String,
        /// The joint to be followed.
        other: String,
        /// The reason.
        why: &'static str,
    },
}

impl Mechanism {
    /// The mechanism of these links and joints. The root rests at the world's origin.
    pub fn new(links: Vec<String>, joints: Vec<Joint>) -> Result<Self, MechanismError> {
        check_names("links", links.iter())?;
        check_names("joints", joints.iter().map(|joint| &joint.name))?;
        for joint in &joints {
            check_joint(joint, links.len(), &joints)?;
        }
        let parent_joint = parents(&links, &joints)?;
        let root = only_root(&links, &parent_joint)?;
        check_tree(&links, &joints, &parent_joint)?;
        let (coordinates, coordinate_names) = number(&joints);
        Ok(Self { links, joints, root, parent_joint, coordinates, coordinate_names })
    }

    /// The names of the links.
    #[must_use]
    pub fn links(&self) -> &[String] {
        &self.links
    }

    /// The joints.
    #[must_use]
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// Index of the root, the link that is the child of no joint.
    #[must_use]
    pub fn root(&self) -> usize {
        self.root
    }

    /// Index of the link with this name.
    #[must_use]
    pub fn link(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link == name)
    }

    /// Index of the joint with this name.
    #[must_use]
    pub fn joint(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }

    /// The joint of which the link is the child; `None` for the root.
    ///
    /// # Panics
    /// If there is no such link.
    #[must_use]
    pub fn parent_joint(&self, link: usize) -> Option<usize> {
        self.parent_joint[link]
    }

    /// The names of the values in a row of a trajectory, in order. A joint with one value contributes its name.
    /// A planar joint contributes `name/x`, `name/y`, `name/theta`. A floating joint contributes
    /// `name/trans_x`, `trans_y`, `trans_z`, `rot_x`, `rot_y`, `rot_z`, `rot_w`.
    #[must_use]
    pub fn coordinates(&self) -> &[String] {
        &self.coordinate_names
    }

    /// Index in a row of the joint's first value. A mimic joint returns that of the joint it follows, a fixed
    /// joint `None`.
    ///
    /// # Panics
    /// If there is no such joint.
    #[must_use]
    pub fn coordinate(&self, joint: usize) -> Option<usize> {
        self.coordinates[joint]
    }
}

fn check_names<'n>(what: &'static str, names: impl Iterator<Item = &'n String>) -> Result<(), MechanismError> {
    let mut seen = HashMap::new();
    for name in names {
        if seen.insert(name, ()).is_some() {
            return Err(MechanismError::Duplicate { what, name: name.clone() });
        }
    }
    Ok(())
}

fn check_joint(joint: &Joint, links: usize, joints: &[Joint]) -> Result<(), MechanismError> {
    let name = || joint.name.clone();
    for (what, index, count) in [("parent link", joint.parent, links), ("child link", joint.child, links)] {
        if index >= count {
            return Err(MechanismError::OutOfRange { joint: name(), what, index, count });
        }
    }
    match joint.kind {
        JointKind::Revolute { axis } | JointKind::Continuous { axis } | JointKind::Prismatic { axis } => {
            if !axis.is_finite() || axis == DVec3::ZERO {
                return Err(MechanismError::Axis { joint: name(), axis });
            }
        }
        JointKind::Fixed | JointKind::Planar | JointKind::Floating => {}
    }
    if let Some(Limits { lower, upper }) = joint.limits
        && !(lower <= upper && lower.is_finite() && upper.is_finite())
    {
        return Err(MechanismError::Limits { joint: name(), lower, upper });
    }
    joint.mimic.map_or(Ok(()), |mimic| check_mimic(joint, mimic, joints))
}

fn check_mimic(joint: &Joint, mimic: Mimic, joints: &[Joint]) -> Result<(), MechanismError> {
    let Some(other) = joints.get(mimic.joint) else {
        let (what, index, count) = ("joint", mimic.joint, joints.len());
        return Err(MechanismError::OutOfRange { joint: joint.name.clone(), what, index, count });
    };
    let one_value = |kind: JointKind| !matches!(kind, JointKind::Fixed | JointKind::Planar | JointKind::Floating);
    let why = if !one_value(joint.kind) || !one_value(other.kind) {
        "both must have exactly one value"
    } else if other.mimic.is_some() {
        "that one follows another itself"
    } else if !(mimic.multiplier.is_finite() && mimic.offset.is_finite()) {
        "multiplier and offset must be finite"
    } else {
        return Ok(());
    };
    Err(MechanismError::Mimic { joint: joint.name.clone(), other: other.name.clone(), why })
}

fn parents(links: &[String], joints: &[Joint]) -> Result<Vec<Option<usize>>, MechanismError> {
    let mut parent_joint: Vec<Option<usize>> = vec![None; links.len()];
    for (index, joint) in joints.iter().enumerate() {
        if let Some(first) = parent_joint[joint.child].replace(index) {
            let (first, second) = (joints[first].name.clone(), joint.name.clone());
            return Err(MechanismError::TwoParents { link: links[joint.child].clone(), first, second });
        }
    }
    Ok(parent_joint)
}

fn only_root(links: &[String], parent_joint: &[Option<usize>]) -> Result<usize, MechanismError> {
    let mut roots = (0..links.len()).filter(|&link| parent_joint[link].is_none());
    let first = match (roots.next(), links.first()) {
        (Some(first), _) => first,
        (None, Some(link)) => return Err(MechanismError::Loop { link: link.clone() }),
        (None, None) => return Err(MechanismError::NoLink),
    };
    match roots.next() {
        Some(second) => Err(MechanismError::TwoRoots { first: links[first].clone(), second: links[second].clone() }),
        None => Ok(first),
    }
}

/// Checks that the root is an ancestor of every link. Walks up from each link and stops at visited links.
fn check_tree(links: &[String], joints: &[Joint], parent_joint: &[Option<usize>]) -> Result<(), MechanismError> {
    // The walk that visited each link first.
    let mut seen: Vec<Option<usize>> = vec![None; links.len()];
    for start in 0..links.len() {
        let mut link = start;
        while seen[link].is_none() {
            seen[link] = Some(start);
            match parent_joint[link] {
                Some(joint) => link = joints[joint].parent,
                None => break,
            }
        }
        if seen[link] == Some(start) && parent_joint[link].is_some() {
            return Err(MechanismError::Loop { link: links[link].clone() });
        }
    }
    Ok(())
}

/// Assigns every joint its index in a row, and a name to every entry of a row.
fn number(joints: &[Joint]) -> (Vec<Option<usize>>, Vec<String>) {
    let mut names: Vec<String> = Vec::new();
    let mut own = |joint: &Joint| {
        let first = names.len();
        match joint.kind {
            JointKind::Fixed => return None,
            JointKind::Planar => names.extend(PLANAR.map(|value| format!("{}/{value}", joint.name))),
            JointKind::Floating => names.extend(FLOATING.map(|value| format!("{}/{value}", joint.name))),
            JointKind::Revolute { .. } | JointKind::Continuous { .. } | JointKind::Prismatic { .. } => {
                names.push(joint.name.clone());
            }
        }
        Some(first)
    };
    let owned: Vec<Option<usize>> =
        joints.iter().map(|joint| if joint.mimic.is_some() { None } else { own(joint) }).collect();
    let followed = |(joint, own): (&Joint, &Option<usize>)| joint.mimic.map_or(*own, |mimic| owned[mimic.joint]);
    (joints.iter().zip(&owned).map(followed).collect(), names)
}
