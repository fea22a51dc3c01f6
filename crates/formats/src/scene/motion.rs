//! How a body of a scene moves: one key names the kind.

use super::Reader;
use super::error::{Faults, RawFault, shown};
use super::value::{Table, Value};
use glam::{DQuat, DVec3};
use tangency_geometry::{Linear, Motion, Pose, Shape};

/// Every kind of motion.
pub(super) const KINDS: [&str; 3] = ["still", "linear", "vertexwise"];
/// How far from 1 the length of an orientation may be: what is left of a unit quaternion written with seven digits.
const UNIT_LENGTH_SLACK: f64 = 1e-6;

impl Reader<'_> {
    /// The motion of a body with this shape.
    pub(super) fn motion(&mut self, body: &str, value: Value<'_>, shape: &Shape) -> Result<Motion, Faults> {
        let table = value.any_table("a table with a kind, such as { linear = { velocity = [0, 0, -1] } }")?;
        let (kind, data) = table.kind("motion", &KINDS)?;
        table.check_keys(&[kind])?;
        match kind {
            "still" => Ok(Motion::Still(pose(&data.table(&["position", "orientation"])?)?)),
            "linear" => linear(&data),
            _ => self.vertexwise(body, &data, shape),
        }
    }
}

fn linear(data: &Value<'_>) -> Result<Motion, Faults> {
    let table = data.table(&["position", "orientation", "velocity"])?;
    let velocity = table.required("velocity", "[0, 0, -1]")?;
    let start = pose(&table)?;
    let motion = Linear::new(start, velocity.vector()?).map_err(|error| data.fault(error.to_string(), ""))?;
    Ok(Motion::Linear(motion))
}

/// `position` and `orientation`, the origin and no rotation where they are left out.
fn pose(table: &Table<'_>) -> Result<Pose, RawFault> {
    let position = table.optional("position").map_or(Ok(DVec3::ZERO), |value| value.vector())?;
    let rotation = table.optional("orientation").map_or(Ok(DQuat::IDENTITY), orientation)?;
    Pose::new(rotation, position).map_err(|error| table.fault(error.to_string(), ""))
}

/// A unit quaternion `[x, y, z, w]`.
fn orientation(value: Value<'_>) -> Result<DQuat, RawFault> {
    let numbers: [f64; 4] = value.numbers("a unit quaternion [x, y, z, w]")?;
    // Divided by the largest first, so that the squares cannot overflow.
    let largest = numbers.iter().fold(0.0_f64, |largest, number| largest.max(number.abs()));
    if largest == 0.0 {
        let message = "the orientation is zero, which is no rotation".into();
        return Err(value.fault(message, "no rotation is [0, 0, 0, 1]"));
    }
    let scaled = numbers.map(|number| number / largest);
    let scaled_length = scaled.iter().map(|number| number * number).sum::<f64>().sqrt();
    let length = largest * scaled_length;
    if !((length - 1.0).abs() <= UNIT_LENGTH_SLACK) {
        let unit = scaled.map(|number| number / scaled_length);
        let message = format!("the orientation has length {}, a rotation needs length 1", shown(length));
        return Err(value.fault(message, format!("normalised it is {unit:?}")));
    }
    Ok(DQuat::from_array(numbers))
}
