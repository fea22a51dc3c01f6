//! What comes in and goes out: mesh files, the scene file, the result file, the viewer page.

mod report;
pub mod scene;

pub use report::{ContactReport, EvidenceKind, Report, ReportError, Stats, VerdictKind};
pub use scene::{Body, QuerySettings, Scene, SceneError, Span};
pub mod mesh {
    pub struct MeshFile {
        pub mesh: tangency_geometry::Mesh,
        pub warnings: Vec<String>,
    }
    pub fn read(_: &std::path::Path) -> Result<MeshFile, String> {
        Err("stub".into())
    }
}
