//! Swept boxes in single precision.
//!
//! All coordinates are rounded to nearest in the same way. Rounding is monotonic, so boxes that are disjoint
//! after rounding were disjoint before. Upper ends are stored negated, so that one instruction merges two
//! boxes.

use glam::DVec3;
use wide::f32x8;

/// A box: its lower ends, and its negated upper ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweptBox(f32x8);

impl SweptBox {
    pub(crate) const NONE: Self = Self(f32x8::splat(f32::INFINITY));

    /// The box of two points.
    #[inline]
    pub(crate) fn around(a: DVec3, b: DVec3) -> Self {
        let [a, b] = [a, b].map(|point| point.to_array().map(|coordinate| coordinate as f32));
        let of = |[x, y, z]: [f32; 3]| f32x8::from([x, y, z, 0.0, -x, -y, -z, 0.0]);
        Self(of(a).fast_min(of(b)))
    }

    #[inline]
    pub(crate) fn merged(&self, other: &Self) -> Self {
        Self(self.0.fast_min(other.0))
    }

    /// `true` proves that no point is in both.
    #[inline]
    pub(crate) fn disjoint(&self, other: &Self) -> bool {
        let (one, other) = (self.0.to_array(), other.0.to_array());
        (0..3).any(|axis| -one[axis + 4] < other[axis] || -other[axis + 4] < one[axis])
    }
}
