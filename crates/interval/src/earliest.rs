//! What waits for its turn in the order of time.

use std::cmp::Ordering;

/// An entry of a [`BinaryHeap`](std::collections::BinaryHeap), which hands out the greatest: that is the one with the smallest
/// time; of several at one time, the one with the smallest place, so that the sequence is the same on every run.
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
    /// When it is its turn.
    pub time: f64,
    /// Which one it is.
    pub place: P,
    /// What goes with it, of no meaning for the order.
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
