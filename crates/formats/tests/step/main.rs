//! The reader of STEP files.
//!
//! References: texts written here, whose numbers are known; formulas of the surfaces that they describe; and the rules
//! that every solid obeys (each edge is used twice, in opposite directions; its ends lie on its curve). `compare.py`
//! compares the reader with Open CASCADE by hand.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first broken expectation")]

mod assembly;
mod block;
mod bodies;
mod curves;
mod mutation;
mod refusals;
mod scenes;
mod texts;
mod written;
