//! Numbers that enclose the truth.
//!
//! An [`Interval`] is a closed set of reals that is known to hold the true value: every operation rounds outward, so
//! that what is true of all members of the arguments is true of the result. On top of it stand vectors and matrices of
//! intervals.

mod chebyshev;
pub mod expr;
mod interval;
#[cfg(feature = "laws")]
pub mod laws;
mod shim;
mod tolerance;
mod vector;

pub use chebyshev::{Chebyshev, ChebyshevError, ProvedFit, SampleFit};
pub use interval::{Interval, InvalidInterval};
pub use vector::{Matrix, Vector, Vector3};
