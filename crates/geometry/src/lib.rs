//! What exists and how it moves, as plain validated data.
//!
//! A [`Shape`] says what a body is, a [`Motion`] where it is at every instant; both can enclose themselves over a span
//! of time. A [`Contact`] is where two of them touch.

mod contact;
mod exact;
#[cfg(feature = "laws")]
pub mod laws;
mod mass;
mod mesh;
mod motion;
mod polyhedron;
mod pose;
mod shape;
mod tolerance;

pub use contact::{Contact, Feature};
pub use mass::{Mass, MassEnclosure};
pub use mesh::{Components, Connectivity, Degenerate, Flaw, Mesh, MeshError, NotClosed, primitive};
pub use motion::{
    Ballistic, Enclosure, Expression, ExpressionEnclosure, ExpressionPlacement, Linear, Motion, MotionError, Piecewise,
    Placement, PoseEnclosure, Rigid, Screw, ScrewAxis, TurningEnclosure, Vertexwise, VertexwiseEnclosure,
};
pub use polyhedron::Polyhedron;
pub use pose::{Pose, PoseError};
pub use shape::Shape;

use tangency_interval::Vector3;

/// The box of one point.
fn enclose(point: glam::DVec3) -> Vector3 {
    Vector3::point(point.to_array())
}
