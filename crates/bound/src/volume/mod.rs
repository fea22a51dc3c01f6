//! Bounding volumes: sets that hold a shape and are cheap to compare.

mod aabb;
mod ball;
mod during;
mod kdop;
mod moving;
mod obb;

pub use aabb::Aabb;
pub use ball::Ball;
pub use during::Placed;
pub use kdop::Kdop;
pub use moving::MovingBox;
pub use obb::Obb;
pub(crate) use obb::{columns, eigenvectors};

/// A set that holds whatever it was built from.
pub trait Volume: Clone {
    /// A volume that holds both.
    #[must_use]
    fn merged(&self, other: &Self) -> Self;

    /// `true` proves that no point is in both.
    #[must_use]
    fn disjoint(&self, other: &Self) -> bool;
}
