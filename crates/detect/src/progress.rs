//! How far a long question has come, readable from another thread.

use std::sync::atomic::{AtomicU64, Ordering};

/// Shared counters: work that is known of, and work that is done.
#[derive(Debug, Default)]
pub struct Progress {
    total: AtomicU64,
    done: AtomicU64,
}

impl Progress {
    /// Work done and work known of; the second may grow.
    #[must_use]
    pub fn read(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }

    pub(crate) fn expect(&self, work: u64) {
        self.total.fetch_add(work, Ordering::Relaxed);
    }

    pub(crate) fn finish(&self, work: u64) {
        self.done.fetch_add(work, Ordering::Relaxed);
    }
}
