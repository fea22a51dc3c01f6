//! Conservative bounding volumes, and the trees that prune with them.
//!
//! A [`BoundingVolume`] contains everything it was built from. A [`Tree`] groups items, so that a search
//! discards whole groups at once. [`SurfaceSearch`] and [`CurvatureSearch`] list the features of meshes that
//! may touch during a step. All of them discard only pairs that cannot touch: [`BoundingVolume::disjoint`] is a
//! proof when it is `true`, and proves nothing when it is `false`.
//!
//! The detection uses everything here except [`reference`](mod@reference), which reproduces published methods
//! for comparison.

pub mod curvature;
mod halving;
mod hierarchy;
#[cfg(feature = "laws")]
pub mod laws;
mod obb_tree;
mod packed;
pub mod reference;
#[cfg(test)]
mod samples;
mod shell_tree;
mod step;
mod surface;
mod tolerance;
mod tree;
mod volume;

pub use curvature::{CurvatureSearch, Regions};
pub use obb_tree::{ObbNode, ObbTree};
pub use shell_tree::{
    DyadicSquare, GrownNode, ShellGrowth, ShellNode, ShellPair, ShellSeparation, ShellTree, ShellTreeVolumes,
    WalkLimits,
};
pub use step::{MeshStep, MeshStepError};
pub use surface::{FeatureCandidate, MayTouch, OwnedFeatures, SurfaceIndex, SurfaceSearch, SweptFaces};
pub use tree::{FittedTree, PairOrder, PairVisit, Tree, TreeNode};
pub use volume::{
    Aabb, BoundingBall, BoundingVolume, EnclosedPlacement, MovingBox, Obb, PatchVolume, PlacedBox, PlacedVolume,
    SphericalShell,
};
