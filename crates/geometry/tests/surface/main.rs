//! Curved surfaces: jets against finite differences and exact forms, bodies against what they are known to be.

mod bodies;
