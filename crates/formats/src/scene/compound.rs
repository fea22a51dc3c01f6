//! Compounds of a scene: named parts that move as one body.

use super::orientation::pose;
use super::value::TomlValue;
use super::{SceneReader, kept, read_name};
use crate::fault::{RawFault, RawFaults, quoted};
use crate::tolerance::{MAXIMUM_COMPOUND_DEPTH, MAXIMUM_NAME, MOST_FAULTS};
use std::collections::HashMap;
use tangency_geometry::{Compound, CompoundPart, PlacementError, Pose, Shape};

impl SceneReader<'_> {
    /// `[{ name = "handle", shape = { ... }, position = [0, 0, 1], orientation = [0, 0, 0, 1] }, ...]`.
    pub(super) fn compound(
        &mut self,
        body: &str,
        data: &TomlValue<'_>,
        surface: Option<(bool, TomlValue<'_>)>,
    ) -> Result<Shape, RawFaults> {
        if let Some((_, value)) = surface {
            let message = "`surface` belongs to the parts of a compound, not to the whole".into();
            return Err(value.fault(message, "write it into the `shape` of a part").into());
        }
        if self.compound_depth >= MAXIMUM_COMPOUND_DEPTH {
            let message = format!("compounds are nested more than {MAXIMUM_COMPOUND_DEPTH} deep");
            return Err(data.fault(message, "write the inner parts as parts of the outer compound").into());
        }
        self.compound_depth += 1;
        let parts = self.parts(body, data);
        self.compound_depth -= 1;
        // A part may come from a mesh file, but the compound as a whole does not.
        self.shape_file = None;
        let compound = Compound::new(parts?).map_err(|error| data.fault(error.to_string(), ""))?;
        if let Some(part) = compound.parts().iter().find(|part| part.name().chars().count() > MAXIMUM_NAME) {
            let message =
                format!("with the names of the compounds around it, a part is called {}", quoted(part.name()));
            return Err(data.fault(message, format!("expected at most {MAXIMUM_NAME} characters in all")).into());
        }
        Ok(Shape::Compound(compound))
    }

    fn parts(&mut self, body: &str, data: &TomlValue<'_>) -> Result<Vec<CompoundPart>, RawFaults> {
        let mut faults = RawFaults::new();
        let mut numbers = HashMap::new();
        let parts = data.list("a list of parts { name = \"handle\", shape = { ... } }", |index, value| {
            if faults.len() > MOST_FAULTS {
                return Ok(None);
            }
            Ok(kept(self.part(body, index, &value, &mut numbers), &mut faults))
        })?;
        if faults.is_empty() { Ok(parts.into_iter().flatten().collect()) } else { Err(faults) }
    }

    /// `numbers` maps the names of the previous parts to their positions in the list, counted from 1.
    fn part(
        &mut self,
        body: &str,
        index: usize,
        value: &TomlValue<'_>,
        numbers: &mut HashMap<String, usize>,
    ) -> Result<CompoundPart, RawFaults> {
        let table = value.table(&["name", "shape", "position", "orientation"])?;
        let named = table.optional("name");
        let name = named.map_or_else(|| Ok(format!("part {}", index + 1)), read_name)?;
        if let Some(number) = numbers.insert(name.clone(), index + 1) {
            let message = format!("two parts of the compound have the name {}", quoted(&name));
            let label = format!("part {number} of the list has this name already");
            return Err(named.unwrap_or(*value).fault(message, label).into());
        }
        let pose = pose(&table)?;
        let shape =
            self.shape(&format!("{body}: {name}"), table.required("shape", "{ sphere = { radius = 1 } }")?, None)?;
        Ok(CompoundPart::new(name, placed(&shape, &pose, value)?))
    }
}

/// The shape of a part in the frame of the compound.
fn placed(shape: &Shape, pose: &Pose, part: &TomlValue<'_>) -> Result<Shape, RawFault> {
    let moved = shape.placed(pose).map_err(|error| match error {
        PlacementError::HeightMap => part
            .fault("a height map stays in its own frame, so it cannot be placed within a compound".into(), "")
            .with_help("leave out its `position` and `orientation`; move the other parts, or make it a body"),
        PlacementError::Mesh(_) | PlacementError::Surface(_) | PlacementError::Compound(_) => {
            part.fault(format!("the part cannot be placed: {error}"), "")
        }
    })?;
    // Rounded to doubles far from the origin, a thin solid may enclose nothing any more.
    if solids(shape) != solids(&moved) {
        let message = "at this position the coordinates of the part are too coarse for its size".into();
        return Err(part.fault(message, "choose a position nearer to the origin of the body"));
    }
    Ok(moved)
}

/// The number of solids of triangles in the shape.
fn solids(shape: &Shape) -> usize {
    match shape {
        Shape::Polyhedron(_) => 1,
        Shape::Rounded(rounded) => solids(rounded.core()),
        Shape::Compound(compound) => compound.parts().iter().map(|part| solids(part.shape())).sum(),
        Shape::Mesh(_)
        | Shape::Parametric(_)
        | Shape::Implicit(_)
        | Shape::Convex(_)
        | Shape::HalfSpace(_)
        | Shape::HeightMap(_) => 0,
    }
}
