//! Splines: enclosures, decomposition of NURBS, bodies of patches.
//!
//! References: the same polynomials as formulas with symbolic derivatives (`oracle.rs`), the basis functions of Cox and
//! de Boor, closed forms of spheres and tori. Invariants without a reference: a point of a box lies in the enclosure of
//! the box; smaller boxes have smaller enclosures.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod bodies;
mod enclosures;
mod nurbs;
mod oracle;
