//! What a mesh file or a STEP file holds, as `tangency inspect` reports it.
//!
//! `docs/inspect.md` explains every field.

use crate::report::{ReportError, write};
use serde::Serialize;

/// The `format` field of every such file.
const FORMAT: &str = "tangency-inspection";

/// What several files hold.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Inspection {
    /// The mesh files, in the order in which they were given.
    pub files: Vec<InspectedFile>,
    /// The STEP files, in the order in which they were given.
    pub step: Vec<InspectedStep>,
}

/// What one STEP file holds. Lengths are in metres.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InspectedStep {
    /// Path of the file, as given.
    pub file: String,
    /// The schema that the file names.
    pub schema: String,
    /// The bodies at their places, in the order of the file.
    pub bodies: Vec<InspectedStepBody>,
    /// What was left out.
    pub notes: Vec<String>,
}

/// A body of a STEP file at its place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InspectedStepBody {
    /// The names from the whole to the part, joined by `/`.
    pub name: String,
    /// The number of faces of each kind of surface.
    pub faces: Vec<InspectedFaces>,
    /// The number of edges.
    pub edges: usize,
    /// Two opposite corners of a box that holds the body; `None` if it was refused.
    pub extent: Option<[[f64; 3]; 2]>,
    /// Whether it bounds a solid; `None` if it was refused.
    pub solid: Option<bool>,
    /// The volume, if it is a solid.
    pub volume: Option<f64>,
    /// The centre of mass, if it is a solid.
    pub centre: Option<[f64; 3]>,
    /// The area of all faces.
    pub area: Option<f64>,
    /// Why it cannot be used, if it cannot.
    pub refused: Option<String>,
}

/// What one mesh file holds. Lengths are in the unit of the file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InspectedFile {
    /// Path of the file, as given.
    pub file: String,
    /// The format: `obj`, `stl`, `ply`, `gltf` or `collada`.
    pub kind: &'static str,
    /// Number of vertices.
    pub vertices: usize,
    /// Number of triangles.
    pub triangles: usize,
    /// Number of connected parts.
    pub parts: usize,
    /// Two opposite corners of the box along the axes.
    pub extent: [[f64; 3]; 2],
    /// The likely unit of length, in words.
    pub units: String,
    /// Area of all triangles.
    pub area: f64,
    /// Whether the mesh encloses a solid, and if not, why.
    pub closed: ClosedReport,
    /// Volume and centre of mass of the solid; `None` if the mesh is not closed.
    pub solid: Option<SolidReport>,
    /// The thinnest place that was found; `None` if the mesh is not closed.
    pub thinnest: Option<ThicknessReport>,
    /// Anomalies that the reader repaired, left out or noticed.
    pub warnings: Vec<String>,
}

/// The faces of a body on surfaces of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct InspectedFaces {
    /// The kind of surface, as in files.
    pub kind: &'static str,
    /// The number of faces.
    pub count: usize,
}

/// Whether a mesh is closed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ClosedReport {
    /// Every edge has two triangles with opposite directions, and the volume is not zero.
    Closed,
    /// Closed once vertices of equal coordinates are merged.
    ClosedIfMerged,
    /// Not closed, for this reason.
    Open {
        /// The first fault, in words.
        reason: String,
        /// Number of edges with one triangle.
        boundary_edges: usize,
        /// Number of edges with more than two triangles.
        crowded_edges: usize,
    },
}

/// Volume and centre of mass.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SolidReport {
    /// The volume.
    pub volume: f64,
    /// The centre of mass.
    pub centre: [f64; 3],
    /// Whether the triangles of the file face inwards. They are then turned around for the answer.
    pub inside_out: bool,
}

/// The least thickness of a solid among samples, measured inwards from the middle of triangles. Between the samples a
/// solid may be thinner.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ThicknessReport {
    /// The least thickness.
    pub thickness: f64,
    /// Where it was measured.
    pub point: [f64; 3],
    /// Number of samples.
    pub samples: usize,
    /// Number of samples that are thinner than a hundredth of the longest side of the box.
    pub thin_samples: usize,
}

impl Inspection {
    /// What these mesh files and STEP files hold.
    #[must_use]
    pub fn new(files: Vec<InspectedFile>, step: Vec<InspectedStep>) -> Self {
        Self { files, step }
    }

    /// The text of the result file.
    pub fn to_json(&self) -> Result<String, ReportError> {
        write(FORMAT, self)
    }
}
