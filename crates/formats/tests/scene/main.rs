//! The scene file: the scenes of valid files, and the refusal of invalid ones.
//!
//! References: the numbers in the text, closed forms, and the page `docs/scene-file.md`.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

mod acceptance;
mod convex;
mod curved;
mod implicit;
mod morph;
mod parts;
mod poses;
mod refusals;
mod sequence;
mod units;
mod written;

use std::path::PathBuf;
use tangency_formats::scene::{QuerySettings, Scene, SceneError, SceneSpan, TextFault};
use tangency_geometry::{Motion, Pose, Shape};
use tangency_interval::Interval;
use written::accepted;
