//! Curved surfaces: jets against exact values and finite differences, bodies against what they are known to be.

mod bodies;
mod jets;
mod pictures;
mod sides;
