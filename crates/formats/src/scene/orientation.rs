//! The orientation of a body: a unit quaternion, an angle about an axis, or roll, pitch and yaw.

use super::value::{Table, TomlValue};
use crate::fault::{RawFault, RawFaults, shown};
use crate::rotation::{HalfAngle, roll_pitch_yaw};
use crate::tolerance::{FILE_ORIENTATION_LENGTH, ORIENTATION_LENGTH};
use glam::{DQuat, DVec3};
use tangency_geometry::Pose;

const EXPECTED: &str =
    "a unit quaternion [x, y, z, w], { axis = [x, y, z], degrees = 90 } or { roll_pitch_yaw_degrees = [0, 0, 90] }";

/// `position` and `orientation`; by default the origin and no rotation.
pub(super) fn pose(table: &Table<'_>) -> Result<Pose, RawFaults> {
    let position = table.optional("position").map_or(Ok(DVec3::ZERO), |value| value.point())?;
    let rotation = table.optional("orientation").map_or(Ok(DQuat::IDENTITY), |value| read(&value))?;
    Ok(Pose::new(rotation, position).map_err(|error| table.fault(error.to_string(), ""))?)
}

/// An orientation in any of its forms.
pub(super) fn read(value: &TomlValue<'_>) -> Result<DQuat, RawFaults> {
    if !value.is_table() {
        return Ok(quaternion(value)?);
    }
    let table = value.table(&["axis", "degrees", "radians", "roll_pitch_yaw", "roll_pitch_yaw_degrees"])?;
    let keys: Vec<&str> = table.keys().into_iter().map(|(key, _)| key).collect();
    match keys[..] {
        ["roll_pitch_yaw"] => {
            let angles = table.required("roll_pitch_yaw", "[0, 0, 1.57]")?.vector()?;
            Ok(roll_pitch_yaw(angles.to_array().map(HalfAngle::of_radians)))
        }
        ["roll_pitch_yaw_degrees"] => {
            let angles = table.required("roll_pitch_yaw_degrees", "[0, 0, 90]")?.vector()?;
            Ok(roll_pitch_yaw(angles.to_array().map(HalfAngle::of_degrees)))
        }
        ["axis", unit] | [unit, "axis"] if unit == "degrees" || unit == "radians" => {
            let axis = table.required("axis", "[0, 0, 1]")?;
            let direction = axis.vector()?;
            let angle = table.optional(unit).map_or(Ok(0.0), |value| value.number())?;
            let half = if unit == "degrees" { HalfAngle::of_degrees(angle) } else { HalfAngle::of_radians(angle) };
            // Divide by the largest first, so that the squares can neither overflow nor vanish.
            let largest = direction.abs().max_element();
            if largest == 0.0 {
                return Err(axis.fault("the axis has no direction".into(), "expected a vector other than zero").into());
            }
            Ok(half.about((direction / largest).normalize()))
        }
        _ => Err(value
            .fault("the orientation is incomplete or given twice".into(), format!("expected {EXPECTED}"))
            .into()),
    }
}

/// A unit quaternion `[x, y, z, w]`.
fn quaternion(value: &TomlValue<'_>) -> Result<DQuat, RawFault> {
    let numbers: [f64; 4] = value.numbers(EXPECTED)?;
    // Divide by the largest first, so that the squares cannot overflow.
    let largest = numbers.iter().fold(0.0_f64, |largest, number| largest.max(number.abs()));
    if largest == 0.0 {
        let message = "the orientation is zero, which is no rotation".into();
        return Err(value.fault(message, "no rotation is [0, 0, 0, 1]"));
    }
    let scaled = numbers.map(|number| number / largest);
    let scaled_length = scaled.iter().map(|number| number * number).sum::<f64>().sqrt();
    let length = largest * scaled_length;
    if !((length - 1.0).abs() <= ORIENTATION_LENGTH) {
        let unit = scaled.map(|number| number / scaled_length);
        let message = format!("the orientation has length {}, a rotation needs length 1", shown(length));
        return Err(value.fault(message, format!("normalised it is {unit:?}")));
    }
    Ok(DQuat::from_array(numbers))
}

/// The quaternion of a row of a file, normalised: files have few decimals. Fails with a message if it is far from
/// length 1.
pub(super) fn normalised(quaternion: DQuat) -> Result<DQuat, String> {
    let length = quaternion.length();
    if (length - 1.0).abs() <= FILE_ORIENTATION_LENGTH {
        Ok(quaternion / length)
    } else {
        Err(format!("the orientation has length {}, a rotation needs length 1", shown(length)))
    }
}
