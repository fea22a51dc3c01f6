//! Support for the tests that need public data sets or a browser, and for the slices that every clone tests.
//!
//! - `tests/slices/` runs everywhere, on the small slices of the public sets in `data/`.
//! - `tests/public/` runs where the public sets lie beside the project (`../shared/data`).
//! - `tests/viewer/` runs where a Chromium is found.
//!
//! `build.rs` sets `cfg(public_data)` and `cfg(browser)`; a test that lacks what it needs is reported as
//! ignored, with the reason. `TANGENCY_REQUIRE_ALL=1` turns that into a failure.

pub mod bezier;
pub mod crowd;
pub mod found;
pub mod frames;
pub mod queries;
pub mod rigid;
pub mod vectors;

use std::path::PathBuf;

/// A file or folder of the public data sets.
///
/// # Panics
/// If it does not exist: the test that asks for it cannot run.
#[must_use]
pub fn data(path: &str) -> PathBuf {
    let path = found::data_folder().join(path);
    assert!(path.exists(), "the public data sets must lie beside the project: there is no {}", path.display());
    path
}
