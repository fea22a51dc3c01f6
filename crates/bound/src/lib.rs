//! Cheap conservative stand-ins for shapes, and the trees that prune with them.
//!
//! A [`Volume`] holds everything it was built from; a [`Tree`] groups items so that whole groups can be discarded at
//! once. Both may only ever discard pairs that cannot touch: [`Volume::disjoint`] is a proof, its negation is not.

pub mod kinetic;
#[cfg(feature = "laws")]
pub mod laws;
mod tree;
mod volume;

pub use kinetic::{FlightPlan, KineticTree};
pub use tree::{Fitted, Order, Tree, Visit};
pub use volume::{Aabb, MovingBox, Volume};
