//! What exists and how it moves, as plain validated data.
//!
//! A [`Shape`] says what a body is, a [`Motion`] where it is at every instant; both can enclose themselves over a span
//! of time. A [`Contact`] is where two of them touch.
//!
//! ```
//! use glam::dvec3;
//! use tangency_geometry::{Motion, Pose, Rigid, Shape, primitive};
//! use tangency_interval::Interval;
//!
//! // A brick, 20 × 10 × 5 cm, that flies at 4 m/s and tumbles.
//! let brick: Shape = primitive::cuboid(dvec3(0.2, 0.1, 0.05))?.into();
//! let flight = Motion::Rigid(Rigid::new(Pose::IDENTITY, dvec3(4.0, 0.0, 0.0), dvec3(0.0, 9.0, 2.0))?);
//!
//! // Where its first corner is within the first tenth of a second: proved, not sampled.
//! let span = Interval::between(0.0, 0.1);
//! let mesh = brick.mesh().expect("made of triangles");
//! let corner = flight.during(span).point(0, mesh.vertices()[0]);
//! assert!(corner[0].lower() > -0.15 && corner[0].upper() < 0.45);
//! // No point of it goes farther than this.
//! assert!(flight.travel(span, mesh.reach()) < 0.53);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to ask | ask |
//! |---|---|
//! | where at an instant, in plain numbers | [`Motion::at`], exact up to [`Motion::rounding`] |
//! | where during a span, with proof | [`Motion::during`], then [`Enclosure::point`] and [`Enclosure::velocity`] |
//! | how far at most | [`Motion::travel`] |
//! | whether it moves on straight lines | [`Motion::straight_between`] |
//! | pose and its derivatives by time, if it moves rigidly | [`Motion::rigid_pieces`], then [`RigidPiece::pose_during`] |
//! | how fast and how bent, if it moves rigidly | [`Motion::rigid_pieces`], then [`RigidPiece::rates`] |
//! | a curved body by formula, its faces, edges and vertices | [`surface`] |
//! | what a mesh bounds, how heavy it is | [`Polyhedron`], [`Mass`] |

mod articulated;
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
pub mod solid;
pub mod surface;
mod tolerance;
mod verdict;

pub use articulated::{
    Excess, Interpolation, Joint, JointKind, Limits, LinkChain, LinkMotion, LinkPose, LinkTree, Mechanism,
    MechanismError, Mimic, Trajectory, TrajectoryError,
};
pub use contact::{Contact, Feature};
pub use mass::{Mass, MassEnclosure};
pub use mesh::{Components, Connectivity, Degenerate, Flaw, Mesh, MeshError, NotClosed, primitive};
pub use motion::{
    Ballistic, ChebyshevMotion, Enclosure, Expression, ExpressionEnclosure, ExpressionPlacement, Linear, Motion,
    MotionError, MovingPose, Piecewise, Placement, PoseEnclosure, Rates, Rigid, RigidPiece, Screw, ScrewAxis,
    ScrewEnclosure, SpinningEnclosure, TurningEnclosure, Vertexwise, VertexwiseEnclosure,
};
pub use polyhedron::Polyhedron;
pub use pose::{Pose, PoseError};
pub use shape::Shape;
pub use solid::Solid;
pub use verdict::{Effort, Evidence, FirstContact, Verdict};

use tangency_interval::Vector3;

/// The box of one point.
fn enclose(point: glam::DVec3) -> Vector3 {
    Vector3::point(point.to_array())
}
