//! Trees of boxes that are kept up by events instead of frame by frame.
//!
//! **Question.** Points move along known plans. Which boxes hold them at an instant, without touching every box at every
//! frame?
//!
//! **Idea.** Keep only which point determines which side of which box. This changes at discrete instants: when, along an
//! axis, the extreme point of one child overtakes that of the other. A queue holds these events; advancing to an
//! instant handles those that are due, from the corners up.
//!
//! **Guarantee.** At the instant of the tree every box holds all of its points, and each of its sides is the exact extreme
//! rounded outward: the order of the points is decided exactly, and only the evaluation of a position rounds (by at
//! most 8ε times the sum of the magnitudes of its terms, plus 2⁻¹⁰²⁰ for underflow). The state depends on the plans and the instant alone, not on the
//! steps that led there.
//!
//! **Cost.** O(n) space; O(n) to make, after O(n log n) for its shape; O(log n) for the queue and up to O(log n) boxes
//! for each event; nothing for frames without events.
//!
//! **Source.** Teschner et al. 2006, Zachmann's chapter "Kinetic AABB trees". There a tree is valid at every event; here
//! several events between two instants that are asked for are handled at once, which never handles more of them.
//!
#![doc = include_str!("../../../../../docs/notes/kinetic-tree.md")]

mod error;
mod exact;
mod overtaking;
mod pairs;
mod plan;
mod queue;
#[cfg(feature = "laws")]
pub mod scene;
mod shape;
mod tree;

pub use error::KineticError;
pub use plan::FlightPlan;
pub use tree::{KineticTree, UpdateCounts};
