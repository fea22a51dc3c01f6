//! A signal that ends long work early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Ends searches before they are complete: on request, from any thread, or when a time is over. Clones are the same
/// signal.
///
/// A search looks at the signal between two of its steps, and then ends as if its budget were spent: what it has proved
/// remains proved, and the rest is open. The default signal never stops anything and costs nothing.
///
/// ```
/// use std::time::Duration;
/// use tangency_interval::StopSignal;
///
/// let never = StopSignal::default();
/// never.stop();
/// assert!(!never.is_stopped());
///
/// let asked = StopSignal::new();
/// let same = asked.clone();
/// std::thread::spawn(move || same.stop()).join().expect("no panic");
/// assert!(asked.is_stopped());
///
/// assert!(StopSignal::after(Duration::ZERO).is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Option<Arc<SharedStop>>);

#[derive(Debug)]
struct SharedStop {
    stopped: AtomicBool,
    /// The instant from which on everything stops. `None`: only on request.
    deadline: Option<Instant>,
}

impl StopSignal {
    /// A signal that stops on request.
    #[must_use]
    pub fn new() -> Self {
        Self::with_deadline(None)
    }

    /// A signal that stops when this time is over, counted from now, and on request. A time beyond the range of the
    /// clock never ends.
    #[must_use]
    pub fn after(limit: Duration) -> Self {
        Self::with_deadline(Instant::now().checked_add(limit))
    }

    fn with_deadline(deadline: Option<Instant>) -> Self {
        Self(Some(Arc::new(SharedStop { stopped: AtomicBool::new(false), deadline })))
    }

    /// Stops everything that has this signal. Does nothing to the default signal.
    pub fn stop(&self) {
        if let Some(shared) = &self.0 {
            shared.stopped.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the work has to end. Once true, it remains true.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        let Some(shared) = &self.0 else { return false };
        if shared.stopped.load(Ordering::Relaxed) {
            return true;
        }
        let over = shared.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if over {
            shared.stopped.store(true, Ordering::Relaxed);
        }
        over
    }
}
