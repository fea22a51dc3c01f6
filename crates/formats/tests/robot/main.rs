//! Robots, trajectories and planning problems.
//!
//! References: pinocchio 4.1 for poses, the numbers in the files for their content, closed forms for shapes. Refusals
//! are compared by position and message.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod load;
mod message;
mod mutation;
mod planning;
mod solid;
mod srdf;
mod trajectory;
mod urdf;

use tangency_formats::TextFileError;

/// Line and column of the first fault, and the whole message.
pub(crate) fn told(error: &TextFileError) -> (Option<[usize; 2]>, String) {
    (error.faults()[0].place().map(|place| [place.line, place.column]), error.to_string())
}

/// Checks that the error is at this position and its message contains these words.
pub(crate) fn assert_told(error: &TextFileError, place: Option<[usize; 2]>, words: &[&str]) {
    let (found, message) = told(error);
    assert_eq!(found, place, "{message}");
    for word in words {
        assert!(message.contains(word), "{word:?} is not in: {message}");
    }
}
