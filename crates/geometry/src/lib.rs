//! What exists and how it moves, as plain validated data.
//!
//! A [`Shape`] says what a body is, a [`Motion`] where it is at every instant; both can enclose themselves over a span
//! of time. A [`Contact`] is where two of them touch.

mod contact;
mod mesh;
mod motion;
mod pose;
mod shape;

pub use contact::{Contact, Feature};
pub use mesh::{Mesh, MeshError};
pub use motion::{Enclosure, Linear, Motion, MotionError, Placement, Vertexwise};
pub use pose::{Pose, PoseError};
pub use shape::Shape;
