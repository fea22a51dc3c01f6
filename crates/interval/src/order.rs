//! Order relations between intervals (IEEE 1788-2015, section 9.5 and table 10.3).

use crate::Interval;

impl Interval {
    /// Whether `self` lies in the interior of `other`: its endpoints differ from those of `other`, unless they are
    /// infinite.
    #[must_use]
    #[inline]
    pub fn interior(self, other: Self) -> bool {
        let inside = |inner: f64, outer: f64| inner < outer || (inner == f64::INFINITY && outer == f64::INFINITY);
        self.is_empty() || (inside(self.negated_lower, other.negated_lower) && inside(self.upper, other.upper))
    }

    /// Both endpoints are in weak order: every member has a member of `other` not below it, and every member of
    /// `other` has a member of `self` not above it. True if both are empty.
    #[must_use]
    #[inline]
    pub fn less(self, other: Self) -> bool {
        (self.is_empty() && other.is_empty())
            || (self.negated_lower >= other.negated_lower && self.upper <= other.upper)
    }

    /// Both endpoints are in strict order; equal infinite endpoints count as ordered. True if both are empty.
    #[must_use]
    #[inline]
    pub fn strictly_less(self, other: Self) -> bool {
        let after = |a: f64, b: f64| a > b || (a == f64::INFINITY && b == f64::INFINITY);
        (self.is_empty() && other.is_empty())
            || (after(self.negated_lower, other.negated_lower) && after(other.upper, self.upper))
    }

    /// Whether no member is above any member of `other`. True if either is empty.
    #[must_use]
    #[inline]
    pub fn precedes(self, other: Self) -> bool {
        self.is_empty() || other.is_empty() || self.upper <= -other.negated_lower
    }

    /// Whether every member is below every member of `other`. True if either is empty.
    #[must_use]
    #[inline]
    pub fn strictly_precedes(self, other: Self) -> bool {
        self.is_empty() || other.is_empty() || self.upper < -other.negated_lower
    }
}
