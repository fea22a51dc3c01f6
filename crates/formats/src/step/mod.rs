//! STEP files (ISO 10303-21; AP203, AP214, AP242): solids and surfaces with exact geometry, and their assembly.
//!
//! ```
//! use tangency_formats::step;
//!
//! let error = step::parse(b"solid cube", "cube.step").unwrap_err();
//! assert!(error.to_string().starts_with("cube.step: found \"solid cube\", expected `ISO-10303-21;`"));
//! ```
//!
//! *Question.* Which bodies does a STEP file hold, with which surfaces, curves and points, and where are they?
//!
//! *Idea.* The text is read in one pass that finds the entities (`part21.rs`); then the reader goes from the
//! representations of shapes down to the points, and unfolds the assembly. The result, [`StepFile`], is plain data in
//! metres and radians, in the parametrisation of ISO 10303-42.
//!
//! *Guarantee.* What has area or volume and is not understood is an error that names file, line, entity and type;
//! colours, layers, dimensions and curves without a body are left out. Lengths are converted with one multiplication
//! and one division, so thousandths of a metre are rounded once. Whether loops are connected and edges lie on their
//! faces is not checked here.
//!
//! *Cost.* Proportional to the file. Whatever entities are used again is shared, and what unfolds to more than the file
//! has bytes is refused.
//!
//! *Source.* ISO 10303-21, -42, -43, -44; the recommended practices of the CAx Implementor Forum.
//!
//! The parser is our own, of about four hundred lines. `ruststep` parses into a tree of values without their places, so
//! that no error could name a line, and into types generated from one schema. `truck-stepio` (0.3, 2024) builds on it,
//! converts into the types of its own modeller, and brings a hundred thousand lines of dependencies. What is needed
//! here is the place of every entity, any schema, and little else.

mod assembly;
mod attributes;
mod brep;
mod cursor;
mod curve;
mod curves;
mod data;
mod error;
mod letters;
mod make;
mod part21;
mod placed;
mod placing;
mod products;
mod reader;
mod spline;
mod splines;
mod surfaces;
mod topology;
mod units;
mod write;

pub use brep::StepBodyError;
pub use curve::{StepCurve, StepPlacement, StepSegment, StepSurface, StepTrim, StepTrimmedCurve};
pub use data::{
    StepBody, StepBodyKind, StepBound, StepEdge, StepEdgeUse, StepEntity, StepFace, StepFile, StepInstance, StepLoop,
    StepNote, StepShell,
};
pub use error::{StepErrorKind, StepFileError};
pub use make::{StepProfileSegment, StepShapeError, plate, revolved};
pub use spline::{StepSplineCurve, StepSplineSurface};
pub use write::{StepWriteError, write};

use crate::volume::load;
use error::StepFault;
use std::path::Path;

/// Reads a STEP file from memory. Messages use the name.
pub fn parse(bytes: &[u8], name: impl AsRef<Path>) -> Result<StepFile, StepFileError> {
    part21::Exchange::new(bytes)
        .and_then(|exchange| reader::Reader::new(exchange).file())
        .map_err(|fault| fault.in_file(name.as_ref(), bytes))
}

/// Reads a STEP file.
pub fn read(path: impl AsRef<Path>) -> Result<StepFile, StepFileError> {
    let path = path.as_ref();
    let bytes = load(path).map_err(|found| {
        let fault = StepFault::new(StepErrorKind::Unreadable, found, "a STEP file", "check the path");
        fault.in_file(path, &[])
    })?;
    parse(&bytes, path)
}
