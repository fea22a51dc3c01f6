//! Reports for meshes that touch or overlap at the start of the span, by every method for meshes.
//!
//! References: crossings of edges and faces by exact signs of volumes and by plane geometry in floating point;
//! distances of a point to all triangles of a mesh; the winding number as a sum of solid angles; closed forms of
//! boxes that stand on floors.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

mod crossings;
mod flush;
mod gaps;
mod inside;
mod itself;
mod oracle;
