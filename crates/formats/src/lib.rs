//! Input and output: mesh and volume files, robots and trajectories, the scene file, the result files, the viewer page.

pub mod checkpoint;
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
mod recognize;
mod report;
pub mod robot;
mod rotation;
pub mod scene;
pub mod schema;
pub mod simulation;
pub mod spline;
pub mod step;
mod suggest;
mod text;
mod tolerance;
pub mod viewer;
pub mod volume;

pub use fault::{TextFault, TextFileError, TextPlace, short_numbers};
pub use measurement::Measurement;
pub use recognize::FileKind;
pub use report::{
    AskedPairs, CheckedLimit, ClearanceCurve, ClearanceReport, ContactRegion, ContactReport, ExceededLimit,
    LimitsReport, NearestReport, PairReport, PairVerdict, Report, ReportError, SetAsideReport, SkippedPairs, Stats,
};
pub use scene::{Dynamics, QuerySettings, Scene, SceneBody, SceneError, SceneSpan, SceneWriteError};
pub use simulation::Simulation;
pub use suggest::suggest;
