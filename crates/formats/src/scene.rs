//! A scene: bodies that move, the span of time that is asked about, and how precisely.

use tangency_geometry::{Motion, Shape};

/// Everything that one question is about.
#[derive(Clone, Debug)]
pub struct Scene {
    /// A short name.
    pub name: String,
    /// One line on what there is to see; may be empty.
    pub description: String,
    /// The time that is asked about, in seconds.
    pub span: Span,
    /// How the question is asked.
    pub query: QuerySettings,
    /// The bodies, each with its own name.
    pub bodies: Vec<Body>,
}

/// From `start` to `end`, in seconds. Motions count their time from `start`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// First instant.
    pub start: f64,
    /// Last instant.
    pub end: f64,
}

/// What a scene may say about the question; `None` takes the default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct QuerySettings {
    /// How early, in metres of distance, a touch may be reported.
    pub tolerance: Option<f64>,
    /// The clearance in metres that counts as contact.
    pub separation: Option<f64>,
}

/// A named thing that moves.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its name, different from that of every other body of the scene.
    pub name: String,
    /// What it is made of.
    pub shape: Shape,
    /// How it moves.
    pub motion: Motion,
    /// Whether contacts of the body with itself count.
    pub self_contact: bool,
}
