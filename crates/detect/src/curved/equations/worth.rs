//! Whether a costly test is worth its cost, by its success so far.
//!
//! **Idea.** A test that rarely succeeds is tried once in [`RARE_TRIES`] times. It is tried always again once it
//! succeeds often. Old tries count less than recent ones.
//!
//! **Guarantee.** Only the cost depends on it: a test that is left out proves nothing.

use crate::tolerance::{FIRST_TRIES, LEAST_SUCCESS, MOST_TRIES, RARE_TRIES};
use std::cell::Cell;

/// The record of a costly test.
#[derive(Clone, Debug, Default)]
pub(in crate::curved) struct WorthTrying {
    asked: Cell<u32>,
    tries: Cell<u32>,
    successes: Cell<u32>,
}

impl WorthTrying {
    /// The result of the test, if it is tried: `true` proves something.
    pub(in crate::curved) fn succeeds(&self, test: impl FnOnce() -> bool) -> bool {
        let (tries, successes) = (self.tries.get(), self.successes.get());
        let asked = self.asked.replace(self.asked.get().wrapping_add(1));
        let pays = tries < FIRST_TRIES || f64::from(successes) >= LEAST_SUCCESS * f64::from(tries);
        if !pays && !asked.is_multiple_of(RARE_TRIES) {
            return false;
        }
        let found = test();
        let halved = |count: u32| if tries >= MOST_TRIES { count / 2 } else { count };
        self.tries.set(halved(tries) + 1);
        self.successes.set(halved(successes) + u32::from(found));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_fails_becomes_rare_and_recovers() {
        let worth = WorthTrying::default();
        let mut tried = 0;
        for _ in 0..1_000 {
            worth.succeeds(|| {
                tried += 1;
                false
            });
        }
        assert!((60..140).contains(&tried), "{tried}");
        tried = 0;
        for _ in 0..4_000 {
            worth.succeeds(|| {
                tried += 1;
                true
            });
        }
        assert!(tried > 3_000, "{tried}");
    }
}
