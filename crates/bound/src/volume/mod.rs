//! Bounding volumes: sets that hold a shape and are cheap to compare.

mod aabb;

pub use aabb::Aabb;

/// A set that holds whatever it was built from.
pub trait Volume: Clone {
    /// A volume that holds both.
    #[must_use]
    fn merged(&self, other: &Self) -> Self;

    /// `true` proves that no point is in both.
    #[must_use]
    fn disjoint(&self, other: &Self) -> bool;
}
