//! What comes in and goes out: mesh files, the scene file, the result file, the viewer page.

#[cfg(feature = "laws")]
pub mod laws;
pub mod mesh;
pub mod queries;
mod report;
pub mod scene;
mod tolerance;
pub mod viewer;

pub use report::{ContactReport, EvidenceKind, Report, ReportError, Stats, VerdictKind};
pub use scene::{Body, QuerySettings, Scene, SceneError, Span};
