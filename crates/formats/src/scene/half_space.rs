//! Half-spaces of a scene.

use super::orientation::pose;
use super::value::TomlValue;
use crate::fault::RawFaults;
use glam::DVec3;
use tangency_geometry::{HalfSpace, HalfSpaceError};

/// `{ normal = [0, 0, 1], offset = 0 }`. Both keys are optional: without them, the points with `z ≤ 0`. Or
/// `{ position = [0, 0, 0], orientation = [0, 0, 0, 1] }`: the pose of the frame whose plane `z = 0` is the border.
pub(super) fn read(data: &TomlValue<'_>) -> Result<HalfSpace, RawFaults> {
    let table = data.table(&["normal", "offset", "position", "orientation"])?;
    if let Some(placed) = table.optional("position").or(table.optional("orientation")) {
        if table.optional("normal").is_some() || table.optional("offset").is_some() {
            let message = "the half-space has both a pose and a `normal` or an `offset`".into();
            return Err(placed.fault(message, "keep one of them").into());
        }
        return Ok(HalfSpace::BELOW.placed(&pose(&table)?));
    }
    let (normal, offset) = (table.optional("normal"), table.optional("offset"));
    let direction = normal.map_or(Ok(DVec3::Z), |value| value.vector())?;
    let distance = offset.map_or(Ok(0.0), |value| value.length())?;
    Ok(HalfSpace::facing(direction, distance).map_err(|error| match error {
        HalfSpaceError::Direction(_) => {
            let label = "expected the direction out of the solid, such as [0, 0, 1]";
            normal.unwrap_or(*data).fault("the normal of the half-space has no length".into(), label)
        }
        HalfSpaceError::Place(error) => offset.unwrap_or(*data).fault(error.to_string(), "choose a smaller offset"),
    })?)
}
