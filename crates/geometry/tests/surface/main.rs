//! Curved surfaces: jets against exact values and finite differences, bodies against known properties.
#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod bodies;
mod charts;
mod jets;
mod pictures;
mod sides;
mod tight_boxes;
