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
//! | velocities after an impact, of one or many simultaneous contacts | [`ContactProblem::impact`] |
//! | contact that lasts: velocities of a step, accelerations, displacements | [`ContactProblem::solve`] |
//! | hinges, sliders, balls, motors, limits | [`Joint::rows`], which a [`ContactProblem`] takes |
//! | a mechanism in its joint coordinates | [`ArticulatedBody::accelerations`] |
//! | how good an answer is | [`Certificate`] |
//! | the law of impact that a scene chooses | [`ImpactResponse`] |
//! | one impact, without joints | [`impulses`] |
//! | the forces of contacts that are known to roll or slide | [`forces`] |
//!
//! # Which function a simulation calls
//!
//! All of them solve a [`ContactProblem`]. What differs is what the rates are.
//!
//! 1. **Impacts.** `free` are the velocities before. Give all contacts that touch, hit or resting, with their
//!    restitutions, and the joints as rows of [`JointStage::Velocity`] with the step 0. Call
//!    [`ContactProblem::impact`]. It resolves chains in order, keeps momentum, makes no energy, and leaves no approach.
//! 2. **A step of length h, by velocities.** `free` are the velocities at the end of the step without contacts,
//!    `v + h·a`, with gravity, gyroscopic and other forces. A contact with the gap d has the bias `normal · d/h`: it may
//!    close the gap, not more. Joints are rows of [`JointStage::Velocity`] with the step h. Call
//!    [`ContactProblem::solve`] with the impulses of the last step as warm start. Impulses divided by h are the mean
//!    forces.
//! 3. **Accelerations.** `free` are the accelerations without contacts. Give only contacts that neither approach nor
//!    separate, each with [`turning_bias`]. A contact that slides has [`Grip::Slides`], one that sticks or rolls has
//!    [`Grip::Cone`]. Joints are rows of [`JointStage::Acceleration`]. Call [`ContactProblem::solve`]; the impulses are
//!    forces. Sliding friction can jam (Painlevé): the certificate then says [`Ending::Contradiction`], and an impact
//!    is due.
//! 4. **Displacements** (the repositioning of section 7 in Redon's chapter, equation 30): `free` are zero, the bias of
//!    a contact is `normal · (d − ε)` with its gap d and the distance ε that it shall have, joints are rows of
//!    [`JointStage::Displacement`]. Friction is left out. The rates are the smallest displacements.
//!
//! A solution whose [`Certificate`] says that it did not converge is returned all the same, with its residual: the
//! caller takes a smaller step, or goes on and reports it.

mod articulated;
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
mod response;
mod response_body;
mod solution;
mod sweeps;
mod system;
mod tolerance;
mod turning;

pub use articulated::{ArticulatedBody, ArticulatedError};
pub use force::{FrictionMode, SustainedContact, forces};
pub use impact::Impact;
pub use impulse::{ImpactContact, Response, impulses};
pub use inertia::{Inertia, InertiaError};
pub use joint::{Joint, JointFrame, JointRow, JointStage, JointType, Motor, RowLimit};
pub use material::{Material, MaterialError};
pub use measure::Measured;
pub use method::{Method, SolveOptions};
pub use problem::{ContactProblem, Grip, ProblemError, ResponseContact};
pub use response::ImpactResponse;
pub use response_body::{Rate, ResponseBody};
pub use solution::{Certificate, Ending, Impulses, Solution, Wrench};
pub use turning::turning_bias;
