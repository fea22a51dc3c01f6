//! Interval arithmetic with proved results.
//!
//! An [`Interval`] is a closed interval of real numbers that contains the true value. Every operation rounds
//! outward, so the result contains every value that the operation takes on members of its arguments. The crate also
//! provides:
//!
//! - vectors and matrices of intervals;
//! - expressions that evaluate to values, ranges and derivatives ([`expr`]);
//! - Chebyshev series in time ([`Chebyshev`]);
//! - a solver for equations and minimisation problems that proves its answers ([`solve`]).

mod arithmetic;
mod chebyshev;
pub mod double_double;
mod dyadic;
mod elementary;
pub mod expr;
mod heap_entry;
mod integral;
mod interval;
#[cfg(feature = "laws")]
pub mod laws;
mod matrix;
mod order;
mod pair;
mod power;
mod scaled_double;
pub mod solve;
mod stop;
mod tolerance;
mod trigonometric;
mod vector;

pub use chebyshev::{Chebyshev, ChebyshevError, ProvedFit, SampleFit};
pub use dyadic::Dyadic;
pub use heap_entry::{Earliest, Largest};
pub use interval::{Interval, InvalidInterval};
pub use matrix::Matrix;
pub use stop::StopSignal;
pub use vector::{Vector, Vector3};

/// The examples of the readme are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct IntervalReadme;
