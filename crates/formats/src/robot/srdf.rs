//! SRDF: pairs of links that are not checked, and named states.

use super::xml::{XmlElement, with_root};
use crate::fault::{RawFault, RawFaults, TextFileError, quoted};
use crate::suggest::suggest;
use std::collections::BTreeSet;
use tangency_geometry::Mechanism;

/// The content of an SRDF file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Srdf {
    /// Pairs of links that may touch, smaller index first, in order.
    pub disabled: Vec<[usize; 2]>,
    /// Named states of groups.
    pub states: Vec<GroupState>,
    /// Warnings for the author of the file.
    pub warnings: Vec<String>,
}

/// A named set of joint values.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupState {
    /// The name, such as `ready`.
    pub name: String,
    /// Its joint group.
    pub group: String,
    /// Names and values of the joints with one degree of freedom.
    pub values: Vec<(String, f64)>,
}

/// The known elements of an SRDF file.
const KNOWN: [&str; 12] = [
    "disable_collisions",
    "enable_collisions",
    "disable_default_collisions",
    "group",
    "group_state",
    "end_effector",
    "virtual_joint",
    "passive_joint",
    "joint_property",
    "link_sphere_approximation",
    "chain",
    "continuous_joint_property",
];

impl Srdf {
    /// Reads the text of an SRDF file of the mechanism; `file` is its name in messages.
    ///
    /// Unknown links cause a warning, not an error: an SRDF file often lists more grippers than are mounted. They
    /// cannot hide a contact.
    pub fn parse(text: &str, file: &str, mechanism: &Mechanism) -> Result<Self, TextFileError> {
        with_root(text, file, "robot", |robot| {
            let mut reader = SrdfReader { mechanism, srdf: Self::default(), disabled: BTreeSet::new() };
            let mut faults = RawFaults::new();
            for element in robot.children() {
                faults.extend(reader.element(element).err());
            }
            if !faults.is_empty() {
                return Err(faults);
            }
            reader.srdf.disabled = reader.disabled.into_iter().collect();
            Ok(reader.srdf)
        })
    }
}

struct SrdfReader<'m> {
    mechanism: &'m Mechanism,
    srdf: Srdf,
    disabled: BTreeSet<[usize; 2]>,
}

impl SrdfReader<'_> {
    fn element(&mut self, element: XmlElement<'_>) -> Result<(), RawFault> {
        match element.name() {
            "disable_collisions" => {
                if let Some(pair) = self.pair(element)? {
                    self.disabled.insert(pair);
                }
            }
            "enable_collisions" => {
                if let Some(pair) = self.pair(element)? {
                    self.disabled.remove(&pair);
                }
            }
            "disable_default_collisions" => {
                if let Some(link) = self.link(element, "link")? {
                    let others = (0..self.mechanism.links().len()).filter(|&other| other != link);
                    self.disabled.extend(others.map(|other| [link.min(other), link.max(other)]));
                }
            }
            "group_state" => self.state(element)?,
            other if KNOWN.contains(&other) => {}
            other => {
                let message = format!("unknown element <{}>", quoted(other).trim_matches('"'));
                match suggest(other, &KNOWN) {
                    Some(near) => return Err(element.fault(message, format!("did you mean <{near}>?"))),
                    None => self.srdf.warnings.push(format!("{message} is not read")),
                }
            }
        }
        Ok(())
    }

    fn pair(&mut self, element: XmlElement<'_>) -> Result<Option<[usize; 2]>, RawFault> {
        let [a, b] = [self.link(element, "link1")?, self.link(element, "link2")?];
        let (Some(a), Some(b)) = (a, b) else { return Ok(None) };
        if a == b {
            let message = format!("link {} is named twice", quoted(&self.mechanism.links()[a]));
            return Err(element.fault_of("link2", message, "expected another link"));
        }
        Ok(Some([a.min(b), a.max(b)]))
    }

    fn link(&mut self, element: XmlElement<'_>, attribute: &str) -> Result<Option<usize>, RawFault> {
        let name = element.required(attribute)?;
        let link = self.mechanism.link(name);
        if link.is_none() {
            let warning = format!("<{}> names link {}, which the robot does not have", element.name(), quoted(name));
            if !self.srdf.warnings.contains(&warning) {
                self.srdf.warnings.push(warning);
            }
        }
        Ok(link)
    }

    fn state(&mut self, element: XmlElement<'_>) -> Result<(), RawFault> {
        let (name, group) = (element.required("name")?.to_owned(), element.required("group")?.to_owned());
        let mut values = Vec::new();
        for joint in element.all("joint") {
            joint.required("value")?;
            // Joints of several values give several numbers, which no state of ours uses.
            if joint.text("value").is_some_and(|text| text.split_whitespace().count() == 1)
                && let Some(value) = joint.number("value")?
            {
                values.push((joint.required("name")?.to_owned(), value));
            }
        }
        self.srdf.states.push(GroupState { name, group, values });
        Ok(())
    }
}
