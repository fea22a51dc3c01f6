//! What comes in and goes out: mesh files, the scene file, the result file, the viewer page.

#[cfg(feature = "laws")]
pub mod laws;
pub mod mesh;
mod report;
mod scene;
mod tolerance;

pub use report::{ContactReport, Report, Stats};
pub use scene::{Body, QuerySettings, Scene, Span};
