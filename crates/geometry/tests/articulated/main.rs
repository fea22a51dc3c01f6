//! Mechanisms, trajectories, and the bounds on the motion of links.
//!
//! References: poses of the Panda computed by pinocchio 4.1 (its own rounding: 1e-15), dense sampling with
//! finite differences, products of interval matrices along the chain, closed forms. The laws of motions and the
//! references of 640 binary places are in `laws.rs` and `truth.rs`.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod faults;
mod limits;
mod panda;
mod rate_limits;
mod rates;
mod robots;
mod tightness;
