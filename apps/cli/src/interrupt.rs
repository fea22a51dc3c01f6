//! Ctrl-C: the first ends the work, and what is known by then is printed and written. The second ends the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tangency::StopSignal;

/// The exit code of a program that an interrupt ended: 128 and the number of the signal.
const KILLED: i32 = 130;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// The signals of the work that is going on.
static SIGNALS: Mutex<Vec<StopSignal>> = Mutex::new(Vec::new());

/// Listens from now on.
pub(crate) fn listen() {
    let heard = || {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(KILLED);
        }
        for signal in SIGNALS.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            signal.stop();
        }
    };
    // Without a listener the first Ctrl-C ends the program, as it does by default.
    let _ = ctrlc::set_handler(heard);
}

/// Whether there was a Ctrl-C.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// A signal that stops on Ctrl-C, and after the limit if there is one.
pub(crate) fn signal(limit: Option<Duration>) -> StopSignal {
    let signal = limit.map_or_else(StopSignal::new, StopSignal::after);
    let mut signals = SIGNALS.lock().unwrap_or_else(PoisonError::into_inner);
    signals.clear();
    signals.push(signal.clone());
    // The handler sets the flag before it looks at the signals.
    if is_interrupted() {
        signal.stop();
    }
    signal
}
