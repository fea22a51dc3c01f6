//! What comes in and goes out: mesh files, the scene file, the result file, the viewer page.

mod report;
mod scene;

pub use report::{ContactReport, EvidenceKind, Report, ReportError, Stats, VerdictKind};
pub use scene::{Body, Fault, Place, QuerySettings, Scene, SceneError, Span};
