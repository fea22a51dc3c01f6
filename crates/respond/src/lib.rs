//! Collision response: computes impulses and forces from contacts, masses and velocities, independently of how a
//! contact was found.
//!
//! ```
//! use glam::{DMat3, DVec3, dvec3};
//! use tangency_respond::{ImpactContact, Inertia, ResponseBody, Rate, impulses};
//!
//! // Two equal balls meet head on along x, without loss of energy.
//! let ball = Inertia::sphere(1.0, 0.1)?;
//! let at = |x: f64| ResponseBody::new(&ball, DMat3::IDENTITY, dvec3(x, 0.0, 0.0));
//! let bodies = [at(-0.1), at(0.1)];
//! let going = |x: f64| Rate { linear: dvec3(x, 0.0, 0.0), angular: DVec3::ZERO };
//! let impact = ImpactContact { a: 0, b: 1, point: DVec3::ZERO, normal: DVec3::X, restitution: 1.0, friction: 0.0 };
//!
//! let response = impulses(&bodies, &[going(1.0), going(-2.0)], &[impact]);
//! // They exchange their velocities.
//! assert!((response.rates[0].linear.x + 2.0).abs() < 1e-12 && (response.rates[1].linear.x - 1.0).abs() < 1e-12);
//! # Ok::<(), tangency_respond::InertiaError>(())
//! ```
//!
//! | question | item |
//! |---|---|
//! | mass and inertia of a body | [`Inertia`], given or computed from a shape |
//! | the effect of an impact | [`impulses`] |
//! | the forces of rolling and sliding contacts | [`forces`] |

mod block_elimination;
mod certificate;
mod cholesky;
mod cone;
mod force;
mod impact;
mod impulse;
mod inertia;
mod joint;
#[cfg(feature = "laws")]
pub mod laws;
mod linear;
mod material;
mod measure;
mod method;
mod pivoting;
mod problem;
mod projection;
mod proximal;
mod response_body;
mod solution;
mod sweeps;
mod system;
mod tolerance;
mod turning;

pub use force::{FrictionMode, SustainedContact, forces};
pub use impact::Impact;
pub use impulse::{ImpactContact, Response, impulses};
pub use inertia::{Inertia, InertiaError};
pub use joint::{Joint, JointFrame, JointRow, JointStage, JointType, Motor, RowLimit};
pub use material::{Material, MaterialError};
pub use measure::Measured;
pub use method::{Method, SolveOptions};
pub use problem::{ContactProblem, Grip, ProblemError, ResponseContact};
pub use response_body::{Rate, ResponseBody};
pub use solution::{Certificate, Ending, Impulses, Solution, Wrench};
pub use turning::turning_bias;
