//! Order: which of two intervals comes first. (IEEE 1788-2015, section 9.5 and table 10.3.)

use crate::Interval;

impl Interval {
    /// Whether `self` lies in the interior of `other`: it keeps off the ends of `other`, unless those are infinite.
    #[must_use]
    #[inline]
    pub fn interior(self, other: Self) -> bool {
        let inside = |inner: f64, outer: f64| inner < outer || (inner == f64::INFINITY && outer == f64::INFINITY);
        self.is_empty() || (inside(self.negated_lower, other.negated_lower) && inside(self.upper, other.upper))
    }

    /// Whether every member has a member of `other` not below it, and every member of `other` a member of `self` not above
    /// it: both ends are in weak order. True of two empty ones.
    #[must_use]
    #[inline]
    pub fn less(self, other: Self) -> bool {
        (self.is_empty() && other.is_empty())
            || (self.negated_lower >= other.negated_lower && self.upper <= other.upper)
    }

    /// Both ends are in strict order, infinite ends of one sign counting so too. True of two empty ones.
    #[must_use]
    #[inline]
    pub fn strictly_less(self, other: Self) -> bool {
        let after = |a: f64, b: f64| a > b || (a == f64::INFINITY && b == f64::INFINITY);
        (self.is_empty() && other.is_empty())
            || (after(self.negated_lower, other.negated_lower) && after(other.upper, self.upper))
    }

    /// Whether no member is above a member of `other`. True if one is empty.
    #[must_use]
    #[inline]
    pub fn precedes(self, other: Self) -> bool {
        self.is_empty() || other.is_empty() || self.upper <= -other.negated_lower
    }

    /// Whether every member is below every member of `other`. True if one is empty.
    #[must_use]
    #[inline]
    pub fn strictly_precedes(self, other: Self) -> bool {
        self.is_empty() || other.is_empty() || self.upper < -other.negated_lower
    }
}
