//! Bounding volumes: simple sets that contain a shape and are cheap to compare.

mod aabb;
mod ball;
mod directions;
mod during;
mod moving;
mod obb;
mod patch_volume;
mod shell;

pub use aabb::Aabb;
pub use ball::BoundingBall;
pub(crate) use directions::DIRECTIONS;
pub use during::EnclosedPlacement;
pub use moving::MovingBox;
pub use obb::Obb;
pub(crate) use obb::{PointRange, columns, eigenvectors, principal_across};
pub use patch_volume::{PatchVolume, PlacedBox, PlacedVolume};
pub use shell::SphericalShell;

/// A set that contains everything it was built from.
pub trait BoundingVolume: Clone {
    /// A volume that contains both.
    #[must_use]
    fn merged(&self, other: &Self) -> Self;

    /// `true` proves that no point is in both.
    #[must_use]
    fn disjoint(&self, other: &Self) -> bool;
}
