//! What comes in and goes out: mesh and volume files, the scene file, the result file, the viewer page.

mod fault;
#[cfg(feature = "laws")]
pub mod laws;
pub mod mesh;
pub mod queries;
mod report;
pub mod robot;
pub mod scene;
pub mod simulation;
mod suggest;
mod tolerance;
pub mod viewer;
pub mod volume;

pub use fault::{Fault, Place, TextFileError};
pub use report::{Clearance, ContactReport, Nearest, Report, ReportError, Stats};
pub use scene::{Body, Dynamics, QuerySettings, Scene, SceneError, Span};
pub use simulation::Simulation;
