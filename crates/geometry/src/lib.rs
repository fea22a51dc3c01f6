//! Validated data types for bodies and their motions.
//!
//! A [`Shape`] describes the geometry of a body. A [`Motion`] gives its position at every instant. Both can
//! compute enclosures over a time interval. A [`Contact`] describes a point where two bodies touch.
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
//! // Encloses its first corner during the first tenth of a second: proved, not sampled.
//! let span = Interval::between(0.0, 0.1);
//! let mesh = brick.mesh().expect("made of triangles");
//! let corner = flight.during(span).point(0, mesh.vertices()[0]);
//! assert!(corner[0].lower() > -0.15 && corner[0].upper() < 0.45);
//! // Bounds the path length of all its points.
//! assert!(flight.travel(span, mesh.reach()) < 0.53);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | quantity | function |
//! |---|---|
//! | position at an instant, in floating point | [`Motion::at`], error at most [`Motion::rounding`] |
//! | position during a time interval, proved | [`Motion::during`], then [`Enclosure::point`] |
//! | velocity during a time interval, proved | [`Motion::during`], then [`Enclosure::velocity`] |
//! | upper bound on the distance travelled | [`Motion::travel`] |
//! | whether points move on straight lines | [`Motion::straight_between`] |
//! | pose and its time derivative, for rigid motions | [`Motion::rigid_pieces`], then [`RigidPiece::pose_during`] |
//! | speed and acceleration bounds, for rigid motions | [`Motion::rigid_pieces`], then [`RigidPiece::rates`] |
//! | a curved body by formula: faces, edges and vertices | [`surface`] |
//! | spline surfaces: Bézier patches and NURBS | [`spline`] |
//! | exact convex primitives and hulls | [`Convex`] |
//! | the convex hull of points, as triangles | [`ConvexHull`] |
//! | a terrain on a grid of heights | [`HeightMap`] |
//! | a floor or a wall without end | [`HalfSpace`] |
//! | a mesh with a thickness or a safety distance | [`RoundedMesh`] |
//! | several shapes that move as one body | [`Compound`] |
//! | the solid bounded by a mesh, and its mass | [`Polyhedron`], [`Mass`] |

mod articulated;
mod compound;
mod contact;
mod convex;
mod exact;
mod extent;
mod fingerprint;
mod half_space;
mod height_map;
#[cfg(feature = "laws")]
pub mod laws;
mod length;
mod mass;
mod mesh;
mod motion;
mod polyhedron;
mod pose;
mod rounded_mesh;
mod shape;
pub mod solid;
pub mod spline;
pub mod surface;
mod tolerance;
mod torus;
mod verdict;

pub use articulated::{
    Interpolation, Joint, JointKind, LimitViolation, LimitedRate, Limits, LinkChain, LinkMotion, LinkPose, LinkTree,
    Mechanism, MechanismError, Mimic, RateLimits, RateViolation, Trajectory, TrajectoryError,
};
pub use compound::{Compound, CompoundError, CompoundPart};
pub use contact::{Contact, Feature};
pub use convex::{Convex, ConvexCore, ConvexError, ConvexHull, ConvexShapeError};
pub use extent::farthest_from;
pub use fingerprint::Fingerprint;
pub use half_space::{HalfSpace, HalfSpaceError};
pub use height_map::{HeightBlock, HeightMap, HeightMapError};
pub use length::LengthError;
pub use mass::{Mass, MassEnclosure};
pub use mesh::{Components, Connectivity, Degenerate, Flaw, Mesh, MeshError, NotClosed, VertexWelder, primitive};
pub use motion::{
    Ballistic, ChebyshevMotion, Enclosure, Expression, ExpressionEnclosure, ExpressionPlacement, Linear, Motion,
    MotionError, MovingPose, Piecewise, Placement, PoseEnclosure, Rates, Rigid, RigidPiece, Screw, ScrewAxis,
    ScrewDefinition, ScrewEnclosure, SpinningEnclosure, TurningEnclosure, Vertexwise, VertexwiseEnclosure,
};
pub use polyhedron::Polyhedron;
pub use pose::{Pose, PoseError};
pub use rounded_mesh::RoundedMesh;
pub use shape::{PlacementError, Shape};
pub use solid::Solid;
pub use torus::Torus;
pub use verdict::{Effort, Evidence, FirstContact, Verdict};

use tangency_interval::Vector3;

/// The degenerate box that holds one point.
fn enclose(point: glam::DVec3) -> Vector3 {
    Vector3::point(point.to_array())
}
