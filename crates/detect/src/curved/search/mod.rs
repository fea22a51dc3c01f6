//! The search for the earliest solution of all systems of a pair of bodies.
//!
//! [`SmoothStretch`] is the entry: the first contact of two bodies within one smooth stretch of time.
//!
//! | step | module |
//! |---|---|
//! | narrow the time by bounding balls, and for round primitives in cavities | `window`, `cavity` |
//! | test the start of the stretch, where the bodies may overlap already | `start`, `containment`, `overlap` |
//! | subdivide and advance pairs of surface pieces until the solver can take them | `advance`, `queue`, `closing` |
//! | the same for whole groups of triangles of a mesh | `groups` |
//! | the same for parts of bodies of Bézier patches, by their control nets | `nets` |
//! | call the solver on a part of a system's box | `subproblem` |
//! | turn solutions into contacts | `describe` |
//!
//! `snyder1993` reproduces the search of the paper. It is used only when asked for by name.

mod advance;
mod cavity;
mod closing;
mod containment;
mod describe;
mod groups;
mod nets;
mod overlap;
mod queue;
pub mod snyder1993;
mod start;
mod stretch;
mod subproblem;
mod window;

pub(super) use advance::{SearchParameters, simultaneity};
#[cfg(test)]
pub(super) use groups::{MeshGroups, OtherBody};
pub(super) use stretch::{SmoothStretch, StretchEnding, StretchStart};
