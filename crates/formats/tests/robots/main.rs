//! Robots, trajectories and planning problems.
//!
//! References: pinocchio 4.1 for poses, the numbers in the files themselves for what is read from them, closed forms
//! for shapes. What is refused is compared with the message that a person will read.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod mutation;
mod packages;
mod planning;
mod solids;
mod srdf;
mod trajectories;
mod urdf;

use tangency_formats::TextFileError;

/// Line and column of the first fault, and all that is said.
pub(crate) fn told(error: &TextFileError) -> (Option<[usize; 2]>, String) {
    (error.faults()[0].place().map(|place| [place.line, place.column]), error.to_string())
}

/// The error is at this place and says these words.
pub(crate) fn assert_told(error: &TextFileError, place: Option<[usize; 2]>, words: &[&str]) {
    let (found, message) = told(error);
    assert_eq!(found, place, "{message}");
    for word in words {
        assert!(message.contains(word), "{word:?} is not in: {message}");
    }
}
