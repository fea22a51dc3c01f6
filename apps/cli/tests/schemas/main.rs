//! The schemas agree with the reader of the scene file, with the scenes of the documents, and with every result
//! that the program writes.

#![allow(clippy::unwrap_used, reason = "a broken expectation stops the test")]

#[path = "../program/mod.rs"]
mod program;
mod results;
mod scene;
mod validator;
