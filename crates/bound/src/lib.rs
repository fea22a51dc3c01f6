//! Cheap conservative stand-ins for shapes, and the trees that prune with them.
//!
//! A [`Volume`] holds everything it was built from; a [`Tree`] groups items so that whole groups can be discarded at
//! once; a [`BroadPhase`] finds the pairs of many boxes that meet. All may only ever discard
//! pairs that cannot touch: [`Volume::disjoint`] is a proof, its negation is not.

mod broad;
mod candidates;
pub mod curvature;
mod hierarchy;
pub mod kinetic;
#[cfg(feature = "laws")]
pub mod laws;
mod obb_tree;
mod surface;
mod tolerance;
mod tree;
mod volume;

pub use broad::{BroadPhase, Brute, Grid, Keep, Linear, Refit, Sweep};
pub use candidates::{CandidateSearch, Candidates, Step, StepError};
pub use curvature::{CurvatureSearch, Regions};
pub use kinetic::{FlightPlan, KineticTree};
pub use obb_tree::{ObbNode, ObbTree};
pub use surface::{Candidate, MayTouch, Owned, Surface, SurfaceSearch, SweptFaces};
pub use tree::{Fitted, Order, Tree, TreeNode, Visit};
pub use volume::{Aabb, Ball, Kdop, MovingBox, Obb, Placed, Volume};
