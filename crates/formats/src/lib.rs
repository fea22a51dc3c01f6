//! What comes in and goes out: mesh files, the scene file, the result file, the viewer page.

mod report;
mod scene;
pub mod viewer;

pub use report::{ContactReport, Report, Stats};
pub use scene::{Body, QuerySettings, Scene, Span};
