//! Entries of priority queues, ordered by a number.
//!
//! A [`BinaryHeap`](std::collections::BinaryHeap) pops its greatest entry, and doubles have no total order of their
//! own. [`Earliest`] makes the smallest key the greatest entry and breaks ties; [`Largest`] makes the largest key
//! the greatest entry. Both compare by [`f64::total_cmp`].

use std::cmp::Ordering;

/// An entry of a [`BinaryHeap`](std::collections::BinaryHeap) that is popped in the order of increasing time. Among
/// equal times the smallest `place` is popped first, so the sequence is the same on every run. Wrap `place` in
/// [`Reverse`](std::cmp::Reverse) to pop the largest first.
///
/// ```
/// # use tangency_interval::Earliest;
/// # use std::collections::BinaryHeap;
/// let entry = |time, place| Earliest { time, place, item: "anything" };
/// let mut queue = BinaryHeap::from([entry(2.0, 0), entry(1.0, 7), entry(1.0, 3)]);
/// let mut next = || queue.pop().map(|entry| (entry.time, entry.place));
/// assert_eq!([next(), next(), next()], [Some((1.0, 3)), Some((1.0, 7)), Some((2.0, 0))]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Earliest<P, T> {
    /// The key: a time, or anything else of which the smallest is processed first.
    pub time: f64,
    /// The tie-breaker. Unique if the order must be deterministic.
    pub place: P,
    /// The payload; not compared.
    pub item: T,
}

impl<P: Ord, T> Ord for Earliest<P, T> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        other.time.total_cmp(&self.time).then_with(|| other.place.cmp(&self.place))
    }
}

impl<P: Ord, T> PartialOrd for Earliest<P, T> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P: Ord, T> PartialEq for Earliest<P, T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<P: Ord, T> Eq for Earliest<P, T> {}

/// An entry of a [`BinaryHeap`](std::collections::BinaryHeap) that is popped in the order of decreasing key, for
/// refinement of the worst piece first. Entries with equal keys are popped in an unspecified but deterministic order.
///
/// ```
/// # use tangency_interval::Largest;
/// # use std::collections::BinaryHeap;
/// let mut queue = BinaryHeap::from([1.0, 3.0, 2.0].map(|key| Largest { key, item: "a piece with this error" }));
/// assert_eq!(queue.pop().map(|worst| worst.key), Some(3.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Largest<T> {
    /// The key: an error, a width, a distance.
    pub key: f64,
    /// The payload; not compared.
    pub item: T,
}

impl<T> Ord for Largest<T> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.total_cmp(&other.key)
    }
}

impl<T> PartialOrd for Largest<T> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> PartialEq for Largest<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<T> Eq for Largest<T> {}
