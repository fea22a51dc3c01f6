//! What a STEP file holds, as plain data: bodies of faces, edges and vertices, and where the assembly puts them.
//!
//! Lengths are in metres and angles in radians, whatever the file used.

use super::{StepCurve, StepSurface};
use glam::DVec3;
use std::fmt;
use std::sync::Arc;
use tangency_geometry::Pose;

/// An entity of a STEP file, as messages name it: `line 40, #12 EDGE_CURVE`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StepEntity {
    /// Its number, after the `#`; 0 for geometry that is from no file.
    pub number: u64,
    /// The line of the file on which it begins, from 1; `None` for geometry that is from no file.
    pub line: Option<usize>,
    /// Its type, such as `EDGE_CURVE`; empty if messages need none, or for geometry that is from no file.
    pub kind: &'static str,
}

impl fmt::Display for StepEntity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(out, "line {line}, ")?;
        }
        write!(out, "#{}", self.number)?;
        if self.kind.is_empty() { Ok(()) } else { write!(out, " {}", self.kind) }
    }
}

/// A STEP file.
#[derive(Clone, Debug, PartialEq)]
pub struct StepFile {
    /// The schema that the file names, such as `AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }`.
    pub schema: String,
    /// Every solid and every surface once, in its own frame.
    pub bodies: Vec<StepBody>,
    /// Where the bodies are: a body is there as often as the assembly uses it. A file without an assembly has one
    /// instance for each body, at the identity.
    pub instances: Vec<StepInstance>,
    /// What was left out and has no volume: construction geometry, parts without a shape.
    pub notes: Vec<StepNote>,
}

/// A solid or a surface of a STEP file, in its own frame.
#[derive(Clone, Debug, PartialEq)]
pub struct StepBody {
    /// The name of its product, or its own, or that of its representation, whichever is the first that is not empty.
    pub name: String,
    /// The name of the representation item itself; often empty, or the name of a feature.
    pub item_name: String,
    /// Its entity in the file.
    pub entity: StepEntity,
    /// Whether it is a solid or a surface.
    pub kind: StepBodyKind,
    /// Its shells. A solid has one outer shell, and perhaps voids.
    pub shells: Vec<StepShell>,
    /// Its faces.
    pub faces: Vec<StepFace>,
    /// Its edges. Faces that share an edge name the same one.
    pub edges: Vec<StepEdge>,
    /// Its vertices.
    pub vertices: Vec<DVec3>,
    /// The accuracy of the geometry that the file states: points closer than this count as one. `None` if it says
    /// nothing, or zero.
    pub tolerance: Option<f64>,
}

/// Whether a body is a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepBodyKind {
    /// A solid: its shells are closed, and the normals of its faces point out of the material.
    Solid,
    /// A surface, perhaps with a border.
    Surface,
}

/// Connected faces of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepShell {
    /// Its faces, as indices.
    pub faces: Vec<usize>,
    /// Whether the file calls it closed.
    pub closed: bool,
    /// Whether it bounds a void of a solid.
    pub void: bool,
}

/// A face: a part of a surface within its bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct StepFace {
    /// The surface. Faces of one surface entity share it.
    pub surface: Arc<StepSurface>,
    /// Whether the normal of the face is that of the surface, which is ∂S/∂u × ∂S/∂v; otherwise it is the opposite.
    /// For a solid the normal of the face points out of the material: reversed shells and faces are accounted for.
    pub same_sense: bool,
    /// The loops around the face; none for a whole closed surface in some files. Each runs such that the face is to
    /// its left, seen against the normal of the face: the orientations of bounds are accounted for.
    pub bounds: Vec<StepBound>,
    /// Its entity in the file.
    pub entity: StepEntity,
}

/// A bound of a face.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepBound {
    /// Whether the file calls it the outer bound. Many files don't say, and on closed surfaces no bound is outer.
    pub outer: bool,
    /// The loop.
    pub path: StepLoop,
}

/// A loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepLoop {
    /// Edges, each of which ends where the next one begins.
    Edges(Vec<StepEdgeUse>),
    /// A vertex alone, as at the apex of a cone or on a whole sphere.
    Vertex(usize),
}

/// An edge within a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepEdgeUse {
    /// The edge, as an index.
    pub edge: usize,
    /// Whether it runs from its start to its end.
    pub forward: bool,
}

/// An edge: a part of a curve between two vertices.
#[derive(Clone, Debug, PartialEq)]
pub struct StepEdge {
    /// The curve. It may extend beyond the edge.
    pub curve: Arc<StepCurve>,
    /// The vertex where the edge starts, as an index.
    pub start: usize,
    /// The vertex where the edge ends; the same for a closed edge.
    pub end: usize,
    /// Whether the edge runs from start to end in the direction of increasing parameters of the curve.
    pub same_sense: bool,
    /// Its entity in the file; that of a polygon for its sides.
    pub entity: StepEntity,
}

/// A body at its place in the assembly.
#[derive(Clone, Debug, PartialEq)]
pub struct StepInstance {
    /// The body, as an index.
    pub body: usize,
    /// The names of the assembly and of its occurrences, from the whole to the part; at least one.
    pub path: Vec<Arc<str>>,
    /// The pose of the body's frame in the frame of the whole.
    pub pose: Pose,
}

impl StepInstance {
    /// The last name of the path.
    #[must_use]
    pub fn name(&self) -> &str {
        self.path.last().map_or("", |name| name)
    }
}

/// Something that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepNote {
    /// Its entity in the file.
    pub entity: StepEntity,
    /// What it is.
    pub text: String,
}
