//! Input and output: mesh and volume files, robots and trajectories, the scene file, the result files, the viewer page.

mod csv;
pub mod exchange;
mod fault;
pub mod heights;
pub mod inspection;
mod kind;
#[cfg(feature = "laws")]
pub mod laws;
pub mod measurement;
pub mod mesh;
pub mod queries;
mod report;
pub mod robot;
mod rotation;
pub mod scene;
pub mod simulation;
mod suggest;
mod text;
mod tolerance;
pub mod viewer;
pub mod volume;

pub use fault::{TextFault, TextFileError, TextPlace};
pub use measurement::Measurement;
pub use report::{
    AskedPairs, ClearanceReport, ContactRegion, ContactReport, NearestReport, PairReport, PairVerdict, Report,
    ReportError, SetAsideReport, SkippedPairs, Stats,
};
pub use scene::{Dynamics, QuerySettings, Scene, SceneBody, SceneError, SceneSpan, SceneWriteError};
pub use simulation::Simulation;
pub use suggest::suggest;
