//! Joint limits in a file of their own: MoveIt's `joint_limits.yaml`.

use super::Robot;
use super::yaml::{self, YamlValue};
use crate::fault::{RawFault, RawFaults, TextFileError, quoted, shown};
use crate::suggest::suggest;
use crate::tolerance::MOST_FAULTS;
use tangency_geometry::{Joint, JointKind, Limits, Mechanism, RateLimits};

/// The keys of a joint.
const KEYS: [&str; 11] = [
    "has_position_limits",
    "min_position",
    "max_position",
    "has_velocity_limits",
    "max_velocity",
    "has_acceleration_limits",
    "max_acceleration",
    "has_effort_limits",
    "max_effort",
    "has_jerk_limits",
    "max_jerk",
];
/// Keys that the file may have around `joint_limits`.
const AROUND: [&str; 3] = ["robot_description_planning", "/**", "ros__parameters"];

impl Robot {
    /// Replaces limits of joints by those of a `joint_limits.yaml`; `file` is its name in messages. Limits that the
    /// file does not mention stay. Joints that the robot does not have cause a warning.
    pub fn limit(&mut self, text: &str, file: &str) -> Result<(), TextFileError> {
        let document = yaml::parse(text, file)?;
        let mut joints: Vec<Joint> = self.mechanism.joints().to_vec();
        self.take_limits(&document, &mut joints).map_err(|faults| TextFileError::new(file, text, faults))?;
        let links = self.mechanism.links().to_vec();
        self.mechanism = Mechanism::new(links, joints)
            .map_err(|error| TextFileError::whole_file(file, error.to_string(), "check the limits"))?;
        Ok(())
    }

    fn take_limits(&mut self, document: &YamlValue<'_>, joints: &mut [Joint]) -> Result<(), RawFaults> {
        let mut around = document;
        for key in AROUND.iter().cycle().take(AROUND.len() * AROUND.len()) {
            if let Some(inner) = around.get("the file", key)? {
                around = inner;
            }
        }
        let limits = around.required("the file", "joint_limits")?;
        let mut faults = RawFaults::new();
        for (name, limits) in limits.entries("\"joint_limits\"")? {
            if faults.len() >= MOST_FAULTS {
                break;
            }
            let name = name.text("the name of a joint")?;
            let Some(index) = joints.iter().position(|joint| joint.name == name) else {
                let warning = format!("the file of joint limits names joint {}, which the robot lacks", quoted(name));
                self.warnings.push(warning);
                continue;
            };
            match read(limits, &mut joints[index], &mut self.rate_limits[index]) {
                Ok(jerk) if jerk => self.warnings.push(format!("the jerk limit of {} is not checked", quoted(name))),
                Ok(_) => {}
                Err(fault) => faults.push(fault),
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}

/// Takes the limits of one joint. Returns whether it also has a limit that is not checked.
fn read(limits: &YamlValue<'_>, joint: &mut Joint, rates: &mut RateLimits) -> Result<bool, RawFault> {
    let what = format!("the limits of {}", quoted(&joint.name));
    for (key, _) in limits.entries(&what)? {
        let name = key.text("a key")?;
        if !KEYS.contains(&name)
            && let Some(near) = suggest(name, &KEYS)
        {
            return Err(key.fault(format!("unknown key {} in {what}", quoted(name)), format!("did you mean {near}?")));
        }
    }
    let flag = |key: &str| limits.get(&what, key)?.map(|value| value.boolean(key)).transpose();
    let most = |kind: &str| -> Result<Option<Option<f64>>, RawFault> {
        let (has, key) = (flag(&format!("has_{kind}_limits"))?, format!("max_{kind}"));
        let value = limits.get(&what, &key)?;
        match (has, value) {
            (Some(false), _) => Ok(Some(None)),
            (Some(true), None) => Err(limits.fault(format!("{what} have no {key}"), format!("add {key}: ..."))),
            (None, None) => Ok(None),
            (Some(true) | None, Some(value)) => {
                let number = value.number(&key)?;
                if number > 0.0 {
                    return Ok(Some(Some(number)));
                }
                Err(value.fault(format!("{key} is {}", shown(number)), "expected more than 0"))
            }
        }
    };
    rates.velocity = most("velocity")?.unwrap_or(rates.velocity);
    rates.acceleration = most("acceleration")?.unwrap_or(rates.acceleration);
    rates.effort = most("effort")?.unwrap_or(rates.effort);
    let number = |key: &str| limits.get(&what, key)?.map(|value| value.number(key)).transpose();
    let (lower, upper) = (number("min_position")?, number("max_position")?);
    let limited = matches!(joint.kind, JointKind::Revolute { .. } | JointKind::Prismatic { .. });
    let (has, given) = (flag("has_position_limits")?, lower.is_some() || upper.is_some());
    if has == Some(false) {
        joint.limits = None;
    } else if limited && (given || has == Some(true)) {
        let [lower, upper] =
            [lower.or(joint.limits.map(|known| known.lower)), upper.or(joint.limits.map(|known| known.upper))];
        let (Some(lower), Some(upper)) = (lower, upper) else {
            return Err(limits.fault(format!("{what} have no min_position or no max_position"), "add both"));
        };
        if lower > upper {
            let message = format!("min_position {} is above max_position {}", shown(lower), shown(upper));
            return Err(limits.fault(message, "exchange them"));
        }
        joint.limits = Some(Limits { lower, upper });
    }
    Ok(most("jerk")?.flatten().is_some())
}
