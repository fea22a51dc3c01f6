//! Parts of prepared bodies that are computed on first use, and the time that they took.
//!
//! **Question.** How much of the time of an answer went into preparing the bodies?
//!
//! **Idea.** Every part remembers when its computation began and ended. Parts are computed on several threads, one
//! within another or one after another, so their periods are united before they are added up.

use super::Prepared;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A value that is computed on first use.
#[derive(Clone, Debug)]
pub(crate) struct TimedOnce<T>(OnceLock<(T, Period)>);

/// From the start to the end of a computation.
pub(crate) type Period = [Instant; 2];

impl<T> TimedOnce<T> {
    pub(crate) const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// The value. Computes it on first use.
    #[inline]
    pub(crate) fn get_or_init(&self, compute: impl FnOnce() -> T) -> &T {
        let timed = || {
            let start = Instant::now();
            (compute(), [start, Instant::now()])
        };
        &self.0.get_or_init(timed).0
    }

    /// The value, if it was computed.
    pub(crate) fn get(&self) -> Option<&T> {
        self.0.get().map(|(value, _)| value)
    }

    /// When the value was computed. `None` if it was not.
    pub(crate) fn period(&self) -> Option<Period> {
        self.0.get().map(|&(_, period)| period)
    }
}

/// The time during which any part of these bodies was computed: trees, hulls and adjacency of triangles, bounds and
/// covers of the others. Bodies prepared at the same time on several threads count once.
#[must_use]
pub fn preparation_time<'body>(bodies: impl IntoIterator<Item = &'body Prepared>) -> Duration {
    let mut periods = Vec::new();
    bodies.into_iter().for_each(|body| body.add_periods(&mut periods));
    united(periods)
}

/// The length of the union of periods.
fn united(mut periods: Vec<Period>) -> Duration {
    periods.sort_unstable();
    let (mut total, mut known) = (Duration::ZERO, None::<Instant>);
    for [start, end] in periods {
        let from = known.map_or(start, |known| known.max(start));
        total += end.saturating_duration_since(from);
        known = Some(known.map_or(end, |known| known.max(end)));
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_geometry::{Shape, primitive};

    /// Nested, overlapping, equal and separate periods.
    #[test]
    fn periods_are_united() {
        let zero = Instant::now();
        let at = |seconds: [u64; 2]| seconds.map(|second| zero + Duration::from_secs(second));
        let length = |periods: &[[u64; 2]]| united(periods.iter().copied().map(at).collect()).as_secs();
        assert_eq!(length(&[]), 0);
        assert_eq!(length(&[[3, 5], [0, 10], [4, 4]]), 10);
        assert_eq!(length(&[[0, 2], [1, 4], [1, 4], [7, 9]]), 6);
    }

    /// A body that nobody asked about took no time. After its preparation it took some; the same body twice no more.
    #[test]
    fn preparation_is_timed_once() {
        let ball = Prepared::new(Shape::Polyhedron(primitive::icosphere(1.0, 3).unwrap()));
        assert_eq!(preparation_time([&ball]), Duration::ZERO);
        ball.prepare();
        let time = preparation_time([&ball]);
        assert!(time > Duration::ZERO);
        assert_eq!(preparation_time([&ball, &ball]), time);
    }
}
