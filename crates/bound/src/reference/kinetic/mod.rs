//! Bounding volume trees that are updated by events instead of frame by frame.
//!
//! **Question.** Points move along known plans. Which boxes contain them at an instant, without updating every
//! box at every frame?
//!
//! **Idea.** Store only which point determines which side of which box. This changes at discrete instants:
//! when, along an axis, the extreme point of one child overtakes that of the other. A priority queue holds
//! these events. Advancing to an instant processes the events that are due, from the leaves up.
//!
//! **Guarantee.** At the instant of the tree every box contains all of its points, and each of its sides is the
//! exact extreme rounded outward. The order of the points is decided exactly. Only the evaluation of a position
//! rounds, by at most 8ε times the sum of the magnitudes of its terms, plus 2⁻¹⁰²⁰ for underflow. The state
//! depends only on the plans and the instant, not on the steps that led there.
//!
//! **Cost.** O(n) space; O(n) to build, after O(n log n) for its shape; O(log n) for the queue and up to O(log
//! n) boxes for each event; nothing for frames without events.
//!
//! **Source.** Teschner et al. 2006, Zachmann's chapter "Kinetic AABB trees". There a tree is valid at every
//! event. Here all events between two requested instants are processed at once, which never processes more of
//! them.
//!
#![doc = include_str!("../../../notes/kinetic-tree.md")]

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
