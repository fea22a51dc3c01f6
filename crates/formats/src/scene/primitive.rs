//! Primitive shapes.
//!
//! They are read in two steps: first the numbers, which give the number of triangles, then the mesh.

use super::value::{Table, TomlValue};
use crate::fault::RawFaults;
use crate::kind::kind_keys;
use crate::tolerance::PRIMITIVE_STEPS;
use glam::{DVec2, DVec3};
use tangency_geometry::Mesh;
use tangency_geometry::primitive::{self, PrimitiveError};

kind_keys! {
    /// Kinds of triangles with a few numbers.
    pub(super) enum PrimitiveKey {
        Box = "box",
        Torus = "torus",
        TorusKnot = "torus_knot",
        Prism = "prism",
        Needle = "needle",
        Tetrahedron = "tetrahedron",
        Wedge = "wedge",
        LExtrusion = "l_extrusion",
        Grid = "grid",
    }
}

impl PrimitiveKey {
    /// Whether the primitive is a surface with a border, which is no reason for a warning.
    pub(super) fn is_open(self) -> bool {
        match self {
            Self::Grid => true,
            Self::Box
            | Self::Torus
            | Self::TorusKnot
            | Self::Prism
            | Self::Needle
            | Self::Tetrahedron
            | Self::Wedge
            | Self::LExtrusion => false,
        }
    }

    /// Whether `smooth = true` can replace the triangles by curved faces.
    pub(super) fn can_be_smooth(self) -> bool {
        match self {
            Self::Box | Self::Torus => true,
            Self::TorusKnot
            | Self::Prism
            | Self::Needle
            | Self::Tetrahedron
            | Self::Wedge
            | Self::LExtrusion
            | Self::Grid => false,
        }
    }

    /// Whether the primitive is convex, so that `rounding` makes an exact convex body of it.
    pub(super) fn is_convex(self) -> bool {
        match self {
            Self::Box | Self::Prism | Self::Needle | Self::Tetrahedron | Self::Wedge => true,
            Self::Torus | Self::TorusKnot | Self::LExtrusion | Self::Grid => false,
        }
    }
}

/// The numbers of a primitive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Recipe {
    Box { size: DVec3 },
    Sphere { radius: f64, subdivisions: usize },
    Torus { radius: f64, tube: f64, around: usize, across: usize },
    TorusKnot { size: f64, windings: [usize; 2], tube: f64, steps: [usize; 2] },
    Cylinder { radius: f64, height: f64, sides: usize },
    Cone { radius: f64, height: f64, sides: usize },
    Prism { radius: f64, height: f64, sides: usize },
    Needle { radius: f64, length: f64, sides: usize },
    Tetrahedron { edge: f64 },
    Wedge { width: f64, height: f64, depth: f64 },
    LExtrusion { width: f64, height: f64, thickness: f64, depth: f64 },
    Grid { size: DVec2, cells: [usize; 2] },
}

/// Reads the numbers of a primitive of this kind.
pub(super) fn read(kind: PrimitiveKey, data: &TomlValue<'_>) -> Result<Recipe, RawFaults> {
    Ok(match kind {
        PrimitiveKey::Box => Recipe::Box { size: DVec3::from_array(data.lengths("three side lengths [x, y, z]")?) },
        PrimitiveKey::Torus => {
            let table = data.table(&["radius", "tube", "around", "across"])?;
            let (radius, tube) = (length(&table, "radius")?, length(&table, "tube")?);
            Recipe::Torus { radius, tube, around: steps(&table, "around", 48)?, across: steps(&table, "across", 24)? }
        }
        PrimitiveKey::TorusKnot => torus_knot(data)?,
        PrimitiveKey::Prism => {
            let (radius, height, sides) = round(data, "height", 6)?;
            Recipe::Prism { radius, height, sides }
        }
        PrimitiveKey::Needle => {
            let (radius, length, sides) = round(data, "length", 12)?;
            Recipe::Needle { radius, length, sides }
        }
        PrimitiveKey::Tetrahedron => {
            let [edge] = lengths(data, ["edge"])?;
            Recipe::Tetrahedron { edge }
        }
        PrimitiveKey::Wedge => {
            let [width, height, depth] = lengths(data, ["width", "height", "depth"])?;
            Recipe::Wedge { width, height, depth }
        }
        PrimitiveKey::LExtrusion => {
            let [width, height, thickness, depth] = lengths(data, ["width", "height", "thickness", "depth"])?;
            Recipe::LExtrusion { width, height, thickness, depth }
        }
        PrimitiveKey::Grid => {
            let table = data.table(&["size", "cells"])?;
            let size = table.required("size", "[1, 1]")?.lengths("two side lengths [x, y]")?;
            let cells = table
                .required("cells", "[10, 10]")?
                .integers("two counts [along x, along y]", 1..PRIMITIVE_STEPS.end)?;
            Recipe::Grid { size: DVec2::from_array(size), cells: cells.map(|count| count as usize) }
        }
    })
}

fn torus_knot(data: &TomlValue<'_>) -> Result<Recipe, RawFaults> {
    let table = data.table(&["size", "windings", "tube", "steps"])?;
    let size = table.optional("size").map_or_else(|| Ok(data.unit().metres(1.0)), |value| value.positive_length())?;
    let tube = table.optional("tube").map_or(Ok(0.15), |value| value.positive())?;
    let pair = |key, default: [u32; 2], expected, range| {
        let integers = table.optional(key).map_or(Ok(default), |value| value.integers(expected, range));
        integers.map(|pair| pair.map(|count| count as usize))
    };
    let windings = pair("windings", [2, 3], "two counts [around the axis, around the tube]", 1..1000)?;
    let steps = pair("steps", [192, 16], "two counts [along the knot, across its tube]", PRIMITIVE_STEPS)?;
    Ok(Recipe::TorusKnot { size, windings, tube, steps })
}

/// A radius, a length along z, and a number of sides.
fn round(data: &TomlValue<'_>, along: &'static str, default_sides: usize) -> Result<(f64, f64, usize), RawFaults> {
    let table = data.table(&["radius", along, "sides"])?;
    Ok((length(&table, "radius")?, length(&table, along)?, steps(&table, "sides", default_sides)?))
}

/// A table of nothing but lengths, all of which must be there.
fn lengths<const N: usize>(data: &TomlValue<'_>, keys: [&'static str; N]) -> Result<[f64; N], RawFaults> {
    let table = data.table(&keys)?;
    let mut lengths = [0.0; N];
    for (place, key) in lengths.iter_mut().zip(keys) {
        *place = length(&table, key)?;
    }
    Ok(lengths)
}

fn length(table: &Table<'_>, key: &'static str) -> Result<f64, RawFaults> {
    Ok(table.required(key, "1.0")?.positive_length()?)
}

fn steps(table: &Table<'_>, key: &'static str, default: usize) -> Result<usize, RawFaults> {
    Ok(table.optional(key).map_or(Ok(default), |value| value.integer(PRIMITIVE_STEPS).map(|count| count as usize))?)
}

impl Recipe {
    /// An upper bound of the vertices and triangles of the mesh together.
    pub(super) fn elements(&self) -> usize {
        match *self {
            Self::Box { .. } | Self::Tetrahedron { .. } | Self::Wedge { .. } => 20,
            Self::LExtrusion { .. } => 32,
            Self::Sphere { subdivisions, .. } => 30 * 4_usize.pow(subdivisions as u32) + 2,
            Self::Torus { around, across, .. } => 3 * around * across,
            Self::TorusKnot { steps: [along, across], .. } => 3 * along * across,
            Self::Cylinder { sides, .. }
            | Self::Cone { sides, .. }
            | Self::Prism { sides, .. }
            | Self::Needle { sides, .. } => 6 * sides,
            Self::Grid { cells: [x, y], .. } => 2 * x * y + (x + 1) * (y + 1),
        }
    }

    /// The mesh, facing outwards if it is closed.
    pub(super) fn build(&self) -> Result<Mesh, PrimitiveError> {
        let solid = match *self {
            Self::Box { size } => primitive::cuboid(size),
            Self::Sphere { radius, subdivisions } => primitive::icosphere(radius, subdivisions),
            Self::Torus { radius, tube, around, across } => primitive::torus(radius, tube, around, across),
            Self::TorusKnot { size, windings, tube, steps } => primitive::torus_knot(size, windings, tube, steps),
            Self::Cylinder { radius, height, sides } => primitive::cylinder(radius, height, sides),
            Self::Cone { radius, height, sides } => primitive::cone(radius, height, sides),
            Self::Prism { radius, height, sides } => primitive::prism(radius, height, sides),
            Self::Needle { radius, length, sides } => primitive::needle(radius, length, sides),
            Self::Tetrahedron { edge } => primitive::tetrahedron(edge),
            Self::Wedge { width, height, depth } => primitive::wedge(width, height, depth),
            Self::LExtrusion { width, height, thickness, depth } => {
                primitive::l_extrusion(width, height, thickness, depth)
            }
            Self::Grid { size, cells } => return primitive::grid(size, cells),
        };
        solid.map(tangency_geometry::Polyhedron::into_mesh)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_mesh_has_more_elements_than_its_recipe_says() {
        let recipes = [
            Recipe::Box { size: DVec3::ONE },
            Recipe::Sphere { radius: 1.0, subdivisions: 0 },
            Recipe::Sphere { radius: 1.0, subdivisions: 4 },
            Recipe::Torus { radius: 2.0, tube: 1.0, around: 7, across: 5 },
            Recipe::TorusKnot { size: 1.0, windings: [2, 3], tube: 0.15, steps: [40, 6] },
            Recipe::Cylinder { radius: 1.0, height: 1.0, sides: 3 },
            Recipe::Cone { radius: 1.0, height: 1.0, sides: 100 },
            Recipe::Prism { radius: 1.0, height: 1.0, sides: 5 },
            Recipe::Needle { radius: 1.0, length: 9.0, sides: 8 },
            Recipe::Tetrahedron { edge: 1.0 },
            Recipe::Wedge { width: 1.0, height: 2.0, depth: 3.0 },
            Recipe::LExtrusion { width: 1.0, height: 2.0, thickness: 0.1, depth: 3.0 },
            Recipe::Grid { size: DVec2::ONE, cells: [3, 40] },
        ];
        for recipe in recipes {
            let mesh = recipe.build().unwrap();
            let elements = mesh.vertices().len() + mesh.triangles().len();
            assert!(elements <= recipe.elements() && recipe.elements() <= 3 * elements, "{recipe:?}: {elements}");
        }
    }
}
