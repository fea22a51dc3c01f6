//! Progress of a long query, readable from another thread.

use crate::Query;
use crate::tolerance::UNITS_PER_QUERY;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Shared counters of the known work and of the completed work. A search proceeds in order of time, so its
/// completed fraction is the fraction of the span that is proved clear.
///
/// The counters can be read at any time, also from another thread. [`Progress::calling`] makes one that calls a function
/// whenever they grow. To end the query from there or from elsewhere, stop its [`Query::stop`].
///
/// ```
/// use std::sync::Arc;
/// use tangency_detect::{Progress, Query, StopSignal};
///
/// let stop = StopSignal::new();
/// let ends = stop.clone();
/// let halfway = Progress::calling(move |progress| {
///     let (done, known) = progress.read();
///     if 2 * done >= known {
///         ends.stop();
///     }
/// });
/// let query = Query { progress: Some(Arc::new(halfway)), stop, ..Query::default() };
/// ```
#[derive(Default)]
pub struct Progress {
    total: AtomicU64,
    done: AtomicU64,
    examined: AtomicU64,
    /// Announced queries that have not begun. The total includes them.
    expected: AtomicU64,
    listener: Option<Listener>,
}

/// The function that is called when the counters grow.
type Listener = Box<dyn Fn(&Progress) + Send + Sync>;

impl std::fmt::Debug for Progress {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (done, known) = self.read();
        formatter.debug_struct("Progress").field("done", &done).field("known", &known).finish_non_exhaustive()
    }
}

impl Progress {
    /// Counters that call a function whenever the completed work has grown: at most a thousand times for each pair of
    /// bodies, from the threads that work. The work waits for it, so it should be short. Searches among curved bodies
    /// report only the ends of the stretches in which both bodies move smoothly.
    #[must_use]
    pub fn calling(listener: impl Fn(&Self) + Send + Sync + 'static) -> Self {
        Self { listener: Some(Box::new(listener)), ..Self::default() }
    }

    /// Adds completed work.
    fn advance(&self, units: u64) {
        self.done.fetch_add(units, Ordering::Relaxed);
        if let Some(listener) = &self.listener {
            listener(self);
        }
    }

    /// Counts a pair of parts that is examined.
    pub(crate) fn examine(&self) {
        self.examined.fetch_add(1, Ordering::Relaxed);
    }

    /// Completed work and known work. The known work may grow.
    #[must_use]
    pub fn read(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }

    /// Announces queries. The total grows at once, so that the completed fraction does not fall when one of them
    /// begins.
    pub(crate) fn expect(&self, questions: usize) {
        self.expected.fetch_add(questions as u64, Ordering::Relaxed);
        self.total.fetch_add(questions as u64 * UNITS_PER_QUERY as u64, Ordering::Relaxed);
    }

    /// The number of pairs of parts examined so far. It grows even while the proved time does not.
    #[must_use]
    pub fn examined(&self) -> u64 {
        self.examined.load(Ordering::Relaxed)
    }
}

/// Reports the progress of one query over the steps of its span.
pub(crate) struct Steps {
    progress: Option<Arc<Progress>>,
    count: usize,
    reported: u64,
}

impl Steps {
    pub(crate) fn new(query: &Query, count: usize) -> Self {
        if let Some(progress) = &query.progress {
            let one_less = |expected: u64| expected.checked_sub(1);
            if progress.expected.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_err() {
                progress.total.fetch_add(UNITS_PER_QUERY as u64, Ordering::Relaxed);
            }
        }
        Self { progress: query.progress.clone(), count, reported: 0 }
    }

    /// Reports that the search has reached fraction `s` of step `index`.
    pub(crate) fn reached(&mut self, index: usize, s: f64) {
        let Some(progress) = &self.progress else { return };
        progress.examine();
        let now = (UNITS_PER_QUERY * (index as f64 + s.clamp(0.0, 1.0)) / self.count as f64) as u64;
        if now > self.reported {
            progress.advance(now - self.reported);
            self.reported = now;
        }
    }
}

/// A query that ends early counts as complete.
impl Drop for Steps {
    fn drop(&mut self) {
        if let Some(progress) = &self.progress {
            let left = UNITS_PER_QUERY as u64 - self.reported;
            if left > 0 {
                progress.advance(left);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_done_never_falls() {
        let progress = Arc::new(Progress::default());
        let query = Query { progress: Some(progress.clone()), ..Query::default() };
        let share = || {
            let (done, total) = progress.read();
            done as f64 / total as f64
        };
        progress.expect(2);
        let mut first = Steps::new(&query, 4);
        first.reached(1, 0.5);
        assert_eq!(share(), 0.1875, "one and a half of four steps, of one question of two");
        drop(first);
        assert_eq!(share(), 0.5);
        let mut second = Steps::new(&query, 1);
        second.reached(0, 1.0);
        drop(second);
        assert_eq!(share(), 1.0);
        // A query that was not announced.
        drop(Steps::new(&query, 1));
        assert_eq!(progress.read(), (3000, 3000));
    }
}
