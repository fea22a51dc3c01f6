//! Bounding volumes: sets that hold a shape and are cheap to compare.

mod aabb;
mod kdop;
mod moving;

pub use aabb::Aabb;
pub(crate) use kdop::DIRECTIONS;
pub use kdop::Kdop;
pub use moving::MovingBox;

/// A set that holds whatever it was built from.
pub trait Volume: Clone {
    /// A volume that holds both.
    #[must_use]
    fn merged(&self, other: &Self) -> Self;

    /// `true` proves that no point is in both.
    #[must_use]
    fn disjoint(&self, other: &Self) -> bool;
}
