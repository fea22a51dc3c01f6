//! URDF: the links of a robot with their collision geometry, and the joints between them.

use super::solid::CollisionGeometry;
use super::xml::{EXPAND, XmlElement, with_root};
use crate::fault::{RawFault, RawFaults, TextFileError, quoted};
use crate::suggest::suggest;
use crate::tolerance::MOST_FAULTS;
use glam::DVec3;
use std::collections::HashMap;
use std::ops::Range;
use tangency_geometry::{Joint, JointKind, Limits, Mechanism, MechanismError, Mimic, Pose, RateLimits};

/// The collision geometry and kinematics of a URDF file, before mesh files are read.
///
/// ```
/// use tangency_formats::robot::Urdf;
///
/// let text = r#"
///   <robot name="lamp">
///     <link name="base"><collision><geometry><cylinder radius="0.1" length="0.02"/></geometry></collision></link>
///     <link name="arm"><collision><geometry><box size="0.02 0.02 0.5"/></geometry></collision></link>
///     <joint name="hinge" type="revolute">
///       <parent link="base"/> <child link="arm"/> <axis xyz="0 1 0"/>
///       <limit lower="-1" upper="1" effort="1" velocity="1"/>
///     </joint>
///   </robot>"#;
/// let lamp = Urdf::parse(text, "lamp.urdf")?;
/// assert_eq!(lamp.mechanism.coordinates(), ["hinge"]);
/// assert_eq!(lamp.collisions.len(), 2);
/// # Ok::<(), tangency_formats::TextFileError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Urdf {
    /// The name of the robot.
    pub name: String,
    /// Links and joints.
    pub mechanism: Mechanism,
    /// Limits of velocity and effort, for every joint of the mechanism.
    pub rate_limits: Vec<RateLimits>,
    /// The collision geometry, in the order of the file.
    pub collisions: Vec<Collision>,
    /// Warnings for the author of the file.
    pub warnings: Vec<String>,
}

/// One piece of collision geometry.
#[derive(Clone, Debug, PartialEq)]
pub struct Collision {
    /// Index of its link in the mechanism.
    pub link: usize,
    /// The name of the link, with a number if the link has several pieces.
    pub name: String,
    /// Its pose in the frame of the link.
    pub origin: Pose,
    /// The shape.
    pub geometry: CollisionGeometry,
    /// Its bytes in the file.
    pub(super) span: Range<usize>,
}

/// Known elements of a robot that do not affect collisions.
const BESIDES: [&str; 7] = ["material", "transmission", "gazebo", "sensor", "ros2_control", "group", "loop_joint"];
/// Known elements of a link.
const IN_LINK: [&str; 7] =
    ["inertial", "visual", "collision", "contact", "self_collision_checking", "sensor", "gazebo"];
/// Supported joint types.
const KINDS: [&str; 6] = ["revolute", "continuous", "prismatic", "fixed", "floating", "planar"];

impl Urdf {
    /// Reads the text of a URDF file; `file` is its name in messages.
    pub fn parse(text: &str, file: &str) -> Result<Self, TextFileError> {
        with_root(text, file, "robot", |robot| UrdfReader::default().robot(robot))
    }
}

#[derive(Default)]
struct UrdfReader {
    /// Index of every link by its name.
    links: HashMap<String, usize>,
    names: Vec<String>,
    collisions: Vec<Collision>,
    warnings: Vec<String>,
}

/// A joint, and the name of the joint that it mimics, which may come later in the file.
struct Read<'a> {
    joint: Joint,
    rates: RateLimits,
    follows: Option<&'a str>,
    element: XmlElement<'a>,
}

impl UrdfReader {
    fn robot(mut self, robot: XmlElement<'_>) -> Result<Urdf, RawFaults> {
        let name = robot.required("name")?.to_owned();
        let mut faults = RawFaults::new();
        for element in robot.children() {
            if faults.len() >= MOST_FAULTS {
                break;
            }
            let read = match element.name() {
                "link" => self.link(element),
                "joint" => Ok(()),
                other => self.beside(other, element),
            };
            faults.extend(read.err());
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let (mechanism, rate_limits) = self.joints(robot)?;
        Ok(Urdf { name, mechanism, rate_limits, collisions: self.collisions, warnings: self.warnings })
    }

    /// Handles an element that is neither link nor joint. Warns if it is unknown: it may be a typing error.
    fn beside(&mut self, name: &str, element: XmlElement<'_>) -> Result<(), RawFault> {
        let known = ["link", "joint"];
        match suggest(name, &known) {
            Some(near) if !BESIDES.contains(&name) => {
                let message = format!("unknown element <{}> in <robot>", quoted(name).trim_matches('"'));
                Err(element.fault(message, format!("did you mean <{near}>?")))
            }
            _ => {
                if !BESIDES.contains(&name) {
                    self.warnings.push(format!("<{}> in <robot> is not read", quoted(name).trim_matches('"')));
                }
                Ok(())
            }
        }
    }

    fn link(&mut self, link: XmlElement<'_>) -> Result<(), RawFault> {
        let name = link.required("name")?;
        let index = self.names.len();
        if self.links.insert(name.to_owned(), index).is_some() {
            return Err(link.fault_of("name", format!("two links have the name {}", quoted(name)), ""));
        }
        self.names.push(name.to_owned());
        for child in link.children().filter(|child| !IN_LINK.contains(&child.name())) {
            let written = quoted(child.name());
            let written = written.trim_matches('"');
            if let Some(near) = suggest(child.name(), &IN_LINK) {
                let message = format!("unknown element <{written}> in link {}", quoted(name));
                return Err(child.fault(message, format!("did you mean <{near}>?")));
            }
            self.warnings.push(format!("link {}: <{written}> is not read", quoted(name)));
        }
        let pieces = link.all("collision").count();
        for (number, collision) in link.all("collision").enumerate() {
            let own = collision.text("name").map_or_else(|| format!("#{}", number + 1), str::to_owned);
            let name = if pieces == 1 { name.to_owned() } else { format!("{name}/{own}") };
            let geometry = collision.required_child("geometry", "<geometry><box size=\"1 1 1\"/></geometry>")?;
            self.collisions.push(Collision {
                link: index,
                name,
                origin: collision.origin()?,
                geometry: read_geometry(geometry)?,
                span: geometry.children().next().unwrap_or(geometry).span(),
            });
        }
        Ok(())
    }

    fn joints(&self, robot: XmlElement<'_>) -> Result<(Mechanism, Vec<RateLimits>), RawFaults> {
        let (mut read, mut faults) = (Vec::new(), RawFaults::new());
        for element in robot.all("joint").take_while(|_| true) {
            match self.joint(element) {
                Ok(joint) => read.push(joint),
                Err(fault) => faults.push(fault),
            }
        }
        let places: HashMap<&str, usize> =
            read.iter().enumerate().map(|(index, read)| (read.joint.name.as_str(), index)).collect();
        let mut joints = Vec::with_capacity(read.len());
        for Read { joint, follows, element, rates: _ } in &read {
            let mut joint = joint.clone();
            match follow(*element, *follows, &places) {
                Ok(mimic) => joint.mimic = mimic,
                Err(fault) => faults.push(fault),
            }
            joints.push(joint);
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        if self.names.is_empty() {
            let fault = robot.fault("the robot has no link".into(), "add <link name=\"...\">");
            return Err(if robot.declares_macros() { fault.with_help(EXPAND) } else { fault }.into());
        }
        let mechanism = Mechanism::new(self.names.clone(), joints).map_err(|error| blame(robot, &read, &error))?;
        Ok((mechanism, read.iter().map(|read| read.rates).collect()))
    }

    fn joint<'a>(&self, element: XmlElement<'a>) -> Result<Read<'a>, RawFault> {
        let name = element.required("name")?.to_owned();
        let kind = element.required("type")?;
        let (origin, axis) = (element.origin()?, read_axis(element, kind)?);
        let kind = match kind {
            "revolute" => JointKind::Revolute { axis },
            "continuous" => JointKind::Continuous { axis },
            "prismatic" => JointKind::Prismatic { axis },
            "fixed" => JointKind::Fixed,
            "floating" => JointKind::Floating,
            "planar" if axis.x == 0.0 && axis.y == 0.0 && axis.z > 0.0 => JointKind::Planar,
            "planar" => return Err(tilted_plane(element)),
            other => return Err(unknown_kind(element, other)),
        };
        let parent = self.end(element, "parent")?;
        let child = self.end(element, "child")?;
        let (limits, rates) = (read_limits(element, kind)?, read_rate_limits(element)?);
        // Files that fix a joint often keep its mimic rule.
        let follows = match element.child("mimic")? {
            Some(mimic) if kind != JointKind::Fixed => Some(mimic.required("joint")?),
            Some(_) | None => None,
        };
        let joint = Joint { name, kind, parent, child, origin, limits, mimic: None };
        Ok(Read { joint, rates, follows, element })
    }

    /// The parent or child link of the joint.
    fn end(&self, joint: XmlElement<'_>, which: &'static str) -> Result<usize, RawFault> {
        let end = joint.required_child(which, &format!("<{which} link=\"...\"/>"))?;
        let name = end.required("link")?;
        self.links.get(name).copied().ok_or_else(|| {
            let message = format!("there is no link {}, which the joint names as its {which}", quoted(name));
            let near = suggest(name, &self.names.iter().map(String::as_str).collect::<Vec<_>>());
            let label = near.map_or_else(String::new, |near| format!("did you mean {}?", quoted(near)));
            end.fault_of("link", message, label)
        })
    }
}

fn unknown_kind(joint: XmlElement<'_>, kind: &str) -> RawFault {
    let message = format!("joints of type {} are not understood", quoted(kind));
    match suggest(kind, &KINDS) {
        Some(near) => joint.fault_of("type", message, format!("did you mean {near:?}?")),
        None => joint.fault_of("type", message, format!("expected {}", KINDS.join(", "))),
    }
}

/// The format defines the plane of a planar joint by its axis, but not the directions of x and y within the plane.
/// Only for the axis z all programs agree: those of the joint's frame.
fn tilted_plane(joint: XmlElement<'_>) -> RawFault {
    let message = "a planar joint whose axis is not z leaves open which directions its values mean".to_owned();
    joint.fault_of("type", message, "write <axis xyz=\"0 0 1\"/> inside, and turn the <origin> instead").with_help(
        "without an <axis>, the format takes the x axis; two prismatic joints and a continuous one say it all",
    )
}

/// The axis; (1, 0, 0) unless the file says otherwise. Joints that do not need one may give zero.
fn read_axis(joint: XmlElement<'_>, kind: &str) -> Result<DVec3, RawFault> {
    let Some(element) = joint.child("axis")? else { return Ok(DVec3::X) };
    element.required("xyz")?;
    let axis = DVec3::from_array(element.numbers::<3>("xyz")?.unwrap_or_default());
    if axis == DVec3::ZERO && !matches!(kind, "fixed" | "floating") {
        return Err(element.fault_of("xyz", "the axis has no direction".into(), "expected a vector other than 0 0 0"));
    }
    Ok(axis)
}

/// Revolute and prismatic joints must have limits. Limits of other joints are ignored.
fn read_limits(joint: XmlElement<'_>, kind: JointKind) -> Result<Option<Limits>, RawFault> {
    let limit = joint.child("limit")?;
    match (kind, limit) {
        (JointKind::Revolute { .. } | JointKind::Prismatic { .. }, None) => {
            let message = "the joint has no <limit>".to_owned();
            Err(joint
                .fault(message, "write <limit lower=\"...\" upper=\"...\"/> inside")
                .with_help("a joint that turns without end has the type \"continuous\""))
        }
        (JointKind::Revolute { .. } | JointKind::Prismatic { .. }, Some(limit)) => {
            let [lower, upper] = [limit.number("lower")?, limit.number("upper")?].map(Option::unwrap_or_default);
            if lower > upper {
                let message = format!("the lower limit {lower} is above the upper limit {upper}");
                return Err(limit.fault_of("lower", message, "exchange them"));
            }
            Ok(Some(Limits { lower, upper }))
        }
        (JointKind::Fixed | JointKind::Continuous { .. } | JointKind::Planar | JointKind::Floating, _) => Ok(None),
    }
}

/// The limits of velocity and effort. Zero means none, as in other programs: exporters write it where nothing is known.
fn read_rate_limits(joint: XmlElement<'_>) -> Result<RateLimits, RawFault> {
    let Some(limit) = joint.child("limit")? else { return Ok(RateLimits::default()) };
    let read = |attribute: &'static str| match limit.number(attribute)? {
        Some(value) if value < 0.0 => {
            let message = format!("the {attribute} limit is {value}");
            Err(limit.fault_of(attribute, message, "expected a positive number, or 0 for none"))
        }
        value => Ok(value.filter(|&value| value > 0.0)),
    };
    Ok(RateLimits { velocity: read("velocity")?, acceleration: None, effort: read("effort")? })
}

fn follow(joint: XmlElement<'_>, name: Option<&str>, places: &HashMap<&str, usize>) -> Result<Option<Mimic>, RawFault> {
    let (Some(name), Some(mimic)) = (name, joint.child("mimic")?) else { return Ok(None) };
    let Some(&joint) = places.get(name) else {
        let message = format!("there is no joint {} to follow", quoted(name));
        let near = suggest(name, &places.keys().copied().collect::<Vec<_>>());
        let label = near.map_or_else(String::new, |near| format!("did you mean {}?", quoted(near)));
        return Err(mimic.fault_of("joint", message, label));
    };
    let multiplier = mimic.number("multiplier")?.unwrap_or(1.0);
    Ok(Some(Mimic { joint, multiplier, offset: mimic.number("offset")?.unwrap_or(0.0) }))
}

/// A fault of the mechanism, at the joint that it names, if any.
fn blame(robot: XmlElement<'_>, joints: &[Read<'_>], error: &MechanismError) -> RawFault {
    let named = match error {
        MechanismError::TwoParents { second, .. } => Some(second),
        MechanismError::Axis { joint, .. }
        | MechanismError::Limits { joint, .. }
        | MechanismError::OutOfRange { joint, .. }
        | MechanismError::Mimic { joint, .. } => Some(joint),
        MechanismError::Duplicate { name, .. } => Some(name),
        MechanismError::NoLink | MechanismError::TwoRoots { .. } | MechanismError::Loop { .. } => None,
    };
    let of_joint = joints.iter().rev().find(|read| Some(&read.joint.name) == named).map(|read| read.element);
    of_joint.unwrap_or(robot).fault(error.to_string(), "")
}

/// Supported shapes.
const SHAPES: [&str; 5] = ["box", "cylinder", "sphere", "capsule", "mesh"];

fn read_geometry(geometry: XmlElement<'_>) -> Result<CollisionGeometry, RawFault> {
    let mut shapes = geometry.children();
    let Some(shape) = shapes.next() else {
        let message = "<geometry> is empty".to_owned();
        return Err(geometry.fault(message, "expected <box>, <cylinder>, <sphere> or <mesh> inside"));
    };
    if let Some(second) = shapes.next() {
        return Err(second.fault("<geometry> holds more than one shape".into(), "write a <collision> for each"));
    }
    match shape.name() {
        "box" => {
            shape.required("size")?;
            let size = shape.numbers::<3>("size")?.unwrap_or_default();
            if !size.iter().all(|&side| side > 0.0) {
                return Err(shape.fault_of("size", "a box needs positive sides".into(), "in metres"));
            }
            Ok(CollisionGeometry::Box { size: DVec3::from_array(size) })
        }
        "cylinder" => {
            Ok(CollisionGeometry::Cylinder { radius: shape.length("radius")?, length: shape.length("length")? })
        }
        "capsule" => {
            Ok(CollisionGeometry::Capsule { radius: shape.length("radius")?, length: shape.length("length")? })
        }
        "sphere" => Ok(CollisionGeometry::Sphere { radius: shape.length("radius")? }),
        "mesh" => {
            let file = shape.required("filename")?.trim().to_owned();
            let scale = DVec3::from_array(shape.numbers::<3>("scale")?.unwrap_or([1.0; 3]));
            if scale.cmpeq(DVec3::ZERO).any() {
                return Err(shape.fault_of("scale", "a mesh scaled to nothing".into(), "expected three factors"));
            }
            Ok(CollisionGeometry::Mesh { file, scale })
        }
        other => {
            let message = format!("shapes of kind <{}> are not understood", quoted(other).trim_matches('"'));
            let near = suggest(other, &SHAPES);
            Err(shape.fault(message, near.map_or(String::new(), |near| format!("did you mean <{near}>?"))))
        }
    }
}
