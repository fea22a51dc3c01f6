//! Which link hangs on which, and by what joint.

use crate::Pose;
use glam::DVec3;
use std::collections::HashMap;

/// A tree of links. Validated: names are unique, every link but one hangs on exactly one joint, there is no loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Mechanism {
    links: Vec<String>,
    joints: Vec<Joint>,
    root: usize,
    /// The joint that every link hangs on; `None` for the root.
    hangs_on: Vec<Option<usize>>,
    /// Every joint's first coordinate; `None` if it is fixed. Mimics have that of the joint they follow.
    coordinates: Vec<Option<usize>>,
    coordinate_names: Vec<String>,
}

/// What joins a child link to its parent.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Its name.
    pub name: String,
    /// How it moves.
    pub kind: JointKind,
    /// The parent link, by its place in the list.
    pub parent: usize,
    /// The child link, by its place in the list.
    pub child: usize,
    /// Where the child is in the frame of its parent while the joint's value is zero.
    pub origin: Pose,
    /// How far it may go, if that is limited.
    pub limits: Option<Limits>,
    /// The joint that it follows, if it has no value of its own.
    pub mimic: Option<Mimic>,
}

/// How a joint moves. Axes are in the child's frame, of any length but zero; what is meant is the unit vector along them,
/// exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointKind {
    /// Not at all.
    Fixed,
    /// Turns about the axis: one value, radians.
    Revolute {
        /// The axis.
        axis: DVec3,
    },
    /// Turns about the axis without end: one value, radians. Values are taken as they are, not modulo a turn.
    Continuous {
        /// The axis.
        axis: DVec3,
    },
    /// Slides along the axis: one value, metres.
    Prismatic {
        /// The axis.
        axis: DVec3,
    },
    /// Moves within the plane of its own x and y axes and turns about z: three values, x and y in metres and the angle in
    /// radians. The child is moved first and then turned.
    Planar,
    /// Any pose: seven values, position x, y, z in metres and unit quaternion x, y, z, w.
    Floating,
}

/// The least and the greatest value that a joint should have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The least value.
    pub lower: f64,
    /// The greatest value.
    pub upper: f64,
}

/// A joint whose value is `multiplier · (value of the other joint) + offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mimic {
    /// The joint that it follows, by its place in the list; one that follows none itself.
    pub joint: usize,
    /// What the other's value is multiplied by.
    pub multiplier: f64,
    /// What is added.
    pub offset: f64,
}

/// What the three values of a planar joint are called, behind its name and a slash.
const PLANAR: [&str; 3] = ["x", "y", "theta"];
/// What the seven values of a floating joint are called, behind its name and a slash.
const FLOATING: [&str; 7] = ["trans_x", "trans_y", "trans_z", "rot_x", "rot_y", "rot_z", "rot_w"];

/// The links and joints do not make a mechanism.
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
    /// A joint names a link or a joint that is not there.
    #[error("joint {joint:?} names {what} {index}, but there are only {count} (counted from 0)")]
    OutOfRange {
        /// The joint.
        joint: String,
        /// What it names.
        what: &'static str,
        /// The index that it names.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// A link hangs on two joints.
    #[error("link {link:?} is the child of joint {first:?} and of joint {second:?}: loops are not supported")]
    TwoParents {
        /// The link.
        link: String,
        /// One joint.
        first: String,
        /// The other.
        second: String,
    },
    /// Two links hang on nothing.
    #[error("links {first:?} and {second:?} hang on no joint: there must be exactly one root")]
    TwoRoots {
        /// One link.
        first: String,
        /// Another.
        second: String,
    },
    /// Some links hang on each other.
    #[error("link {link:?} hangs on itself through other links: a mechanism must be a tree")]
    Loop {
        /// One of them.
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
    /// A joint cannot follow the one that it names.
    #[error("joint {joint:?} cannot follow joint {other:?}: {why}")]
    Mimic {
        /// The joint.
        joint: String,
        /// The joint that it should follow.
        other: String,
        /// Why not.
        why: &'static str,
    },
}

impl Mechanism {
    /// The mechanism of these links and joints. The root stands where the world's origin is.
    pub fn new(links: Vec<String>, joints: Vec<Joint>) -> Result<Self, MechanismError> {
        check_names("links", links.iter())?;
        check_names("joints", joints.iter().map(|joint| &joint.name))?;
        for joint in &joints {
            check_joint(joint, links.len(), &joints)?;
        }
        let hangs_on = parents(&links, &joints)?;
        let root = only_root(&links, &hangs_on)?;
        check_tree(&links, &joints, &hangs_on)?;
        let (coordinates, coordinate_names) = number(&joints);
        Ok(Self { links, joints, root, hangs_on, coordinates, coordinate_names })
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

    /// The link that hangs on nothing, by its place in the list.
    #[must_use]
    pub fn root(&self) -> usize {
        self.root
    }

    /// The link of this name.
    #[must_use]
    pub fn link(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link == name)
    }

    /// The joint of this name.
    #[must_use]
    pub fn joint(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }

    /// The joint that the link hangs on; `None` for the root.
    ///
    /// # Panics
    /// If there is no such link.
    #[must_use]
    pub fn hangs_on(&self, link: usize) -> Option<usize> {
        self.hangs_on[link]
    }

    /// What a row of a trajectory holds, in order: the name of every joint with one value of its own, for planar joints
    /// `name/x`, `name/y`, `name/theta`, and for floating joints `name/trans_x`, `trans_y`, `trans_z`, `rot_x`, `rot_y`, `rot_z`, `rot_w`.
    #[must_use]
    pub fn coordinates(&self) -> &[String] {
        &self.coordinate_names
    }

    /// The place in a row of the joint's first value, or of that of the joint it follows; `None` for a fixed joint.
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
    let mut hangs_on: Vec<Option<usize>> = vec![None; links.len()];
    for (index, joint) in joints.iter().enumerate() {
        if let Some(first) = hangs_on[joint.child].replace(index) {
            let (first, second) = (joints[first].name.clone(), joint.name.clone());
            return Err(MechanismError::TwoParents { link: links[joint.child].clone(), first, second });
        }
    }
    Ok(hangs_on)
}

fn only_root(links: &[String], hangs_on: &[Option<usize>]) -> Result<usize, MechanismError> {
    let mut roots = (0..links.len()).filter(|&link| hangs_on[link].is_none());
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

/// Whether the root is above every link: walks up from each, stopping where it has been before.
fn check_tree(links: &[String], joints: &[Joint], hangs_on: &[Option<usize>]) -> Result<(), MechanismError> {
    // Which walk came by first.
    let mut seen: Vec<Option<usize>> = vec![None; links.len()];
    for start in 0..links.len() {
        let mut link = start;
        while seen[link].is_none() {
            seen[link] = Some(start);
            match hangs_on[link] {
                Some(joint) => link = joints[joint].parent,
                None => break,
            }
        }
        if seen[link] == Some(start) && hangs_on[link].is_some() {
            return Err(MechanismError::Loop { link: links[link].clone() });
        }
    }
    Ok(())
}

/// Gives every joint its place in a row, and every place its name.
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
