//! Numbers that enclose the truth.
//!
//! An [`Interval`] is a closed set of reals that is known to hold the true value: every operation rounds outward, so
//! that what is true of all members of the arguments is true of the result. On top of it stand vectors and matrices of
//! intervals, expressions that know their range and their derivatives ([`expr`]), series in time ([`Chebyshev`]), and a solver of
//! equations and minimisation problems that proves its answers ([`solve`]).

mod arithmetic;
mod chebyshev;
mod double_double;
mod dyadic;
mod earliest;
mod elementary;
pub mod expr;
mod integral;
mod interval;
#[cfg(feature = "laws")]
pub mod laws;
mod matrix;
mod order;
mod pair;
mod power;
pub mod solve;
mod tolerance;
mod trigonometric;
mod vector;

pub use chebyshev::{Chebyshev, ChebyshevError, ProvedFit, SampleFit};
pub use dyadic::dyadic;
pub use earliest::Earliest;
pub use interval::{Interval, InvalidInterval};
pub use matrix::Matrix;
pub use vector::{Vector, Vector3};
