//! What a body of a scene is made of: one key names the kind.

use super::Reader;
use super::error::{Faults, RawFault};
use super::value::{Table, Value};
use tangency_geometry::{Mesh, Shape};

/// Every kind of shape that a scene can hold now.
const KINDS: [&str; 1] = ["vertices"];
/// Kinds of the format that no method can answer yet.
const LATER: [&str; 7] = ["parametric", "implicit", "nurbs", "bezier", "tetrahedra", "strand", "points"];

impl Reader<'_> {
    /// The shape of the body called `name`; `surface` is what the body says on being one.
    pub(super) fn shape(&mut self, _name: &str, value: Value<'_>, surface: Option<Value<'_>>) -> Result<Shape, Faults> {
        let table = value.any_table("a table with a kind, such as { mesh = \"part.obj\" }")?;
        refuse_later_kinds(&table)?;
        let (_kind, value) = table.kind("shape", &KINDS)?;
        table.check_keys(&["vertices", "triangles", "surface"])?;
        let mesh = inline_mesh(&table, value)?;
        let surface = surface.map_or(Ok(false), |value| value.boolean())?;
        Ok(if surface { Shape::Surface(mesh) } else { Shape::Solid(mesh) })
    }
}

fn refuse_later_kinds(table: &Table<'_>) -> Result<(), RawFault> {
    match table.keys().into_iter().find(|(key, _)| LATER.contains(key)) {
        Some((key, span)) => {
            Err(RawFault::new(span, format!("shapes of the kind `{key}` are not supported yet"), "not supported yet")
                .with_help(format!("the kinds of shape are {}", super::value::listed(&KINDS))))
        }
        None => Ok(()),
    }
}

/// `vertices = [[x, y, z], ...], triangles = [[i, j, k], ...]`.
fn inline_mesh(table: &Table<'_>, vertices: Value<'_>) -> Result<Mesh, RawFault> {
    let points = vertices.list("a list of points [x, y, z]", |_, point| point.vector())?;
    let indices = table.required("triangles", "[[0, 1, 2], ...]")?;
    let count = u32::try_from(points.len()).map_err(|_| vertices.mismatch("fewer vertices"))?;
    let triangles = indices.list("a list of triangles [i, j, k]", |_, triangle| triangle.integers(0..count))?;
    Mesh::new(points, triangles).map_err(|error| indices.fault(error.to_string(), ""))
}
