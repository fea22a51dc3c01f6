//! Curved surfaces: jets against exact values and finite differences, bodies against what they are known to be.
#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod bodies;
mod charts;
mod jets;
mod pictures;
mod sides;
