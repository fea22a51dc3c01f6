//! Two bodies move. When do they first touch, where, and how certain is the answer?
//!
//! # A first contact in three lines
//!
//! ```
//! use tangency::{check, scenes};
//!
//! let scene = scenes::find("needle").expect("a built-in scene").make();
//! let report = check(&scene, &Default::default())?;
//! assert_eq!(report.verdict.to_string(), "touch");
//! assert_eq!(report.evidence.to_string(), "proved");
//! # Ok::<(), tangency::CheckError>(())
//! ```
//!
//! # From a scene file
//!
//! ```
//! use tangency::{Scene, check};
//!
//! let scene = Scene::parse(
//!     r#"
//!     span = { start = 0, end = 1 }
//!
//!     [[body]]
//!     name = "brick"
//!     shape = { box = [0.2, 0.1, 0.05] }
//!     motion = { linear = { position = [0, 0, 0.5], velocity = [0, 0, -0.5] } }
//!
//!     [[body]]
//!     name = "table"
//!     shape = { box = [2, 2, 0.05] }
//!     "#,
//!     "brick.toml",
//! )?;
//! let report = check(&scene, &Default::default())?;
//! // 0.45 m to fall at half a metre a second.
//! let [from, to] = report.time().expect("it lands");
//! assert!(from <= 0.9 && 0.9 <= to && to - from < 1e-9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Distances and depths
//!
//! How far all pairs of bodies are apart at an instant, how deep they overlap, how close they come:
//! [`measure`](fn@measure), or `tangency measure` on the command line.
//!
//! ```
//! use tangency::{MeasureOptions, MeasureTime, measure, scenes};
//!
//! let scene = scenes::make("needle").expect("a built-in scene");
//! let found = measure(&scene, &MeasureOptions { when: MeasureTime::At(0.0), ..MeasureOptions::default() })?;
//! // The tip of the needle is 0.4 m above the ground, the top of the plate 1 mm.
//! let [lower, upper] = found.pairs[0].distance;
//! assert!(lower <= 0.399 && 0.399 <= upper && upper - lower < 1e-12);
//! # Ok::<(), tangency::MeasureError>(())
//! ```
//!
//! # A robot's trajectory
//!
//! ```
//! use std::sync::Arc;
//! use tangency::formats::robot::{RobotWorld, trajectory};
//! use tangency::{Verifier, VerifyOptions, robots};
//!
//! let arm = robots::six_axis_arm();
//! let bend = "time, waist, shoulder, elbow, forearm, wrist, hand\n0, 0, 0, 0, 0, 0, 0\n1, 0.8, 0.3, 0.4, 0, 1, 0\n";
//! let bend = trajectory::parse(bend, "bend.csv", &arm.mechanism, &Default::default())?;
//! let verified = Verifier::new(arm, RobotWorld::default()).verify(&Arc::new(bend), &VerifyOptions::default())?;
//! assert_eq!(verified.report.verdict.to_string(), "clear");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Simulation
//!
//! Free bodies fly, collide, roll and slide: [`simulate`], or `tangency simulate` on the command line.
//!
//! ```
//! use tangency::{scenes, simulate};
//!
//! let scene = scenes::make("bounce").expect("a built-in scene");
//! let happened = simulate(&scene, &Default::default())?.result;
//! assert_eq!(happened.ending.to_string(), "finished");
//! # Ok::<(), tangency::SimulateError>(())
//! ```
//!
//! # What the answers mean, and their limits
//!
//! - [`Verdict::Clear`](detect::Verdict::Clear) is a proof: no contact during the whole span, not only at samples.
//!   `Touch` has a bracket of the first instant, whose lower end is never late. `Open` says until when it is clear: a
//!   budget or a [`StopSignal`] ended the search. A pair that no method supports is an error, never "no contact".
//! - A touch may be reported while the bodies are still up to the *tolerance* apart (a length, 10⁻⁶ m unless given), so
//!   that grazing bodies come to an end. A *separation* counts as contact.
//! - A bound that is not known is `None` or infinite, never zero.
//! - Everything is `f64`, three-dimensional, in metres and seconds; coordinates are best within some ten kilometres.
//! - Proved means: by outward-rounded enclosures, within the limits of the method. What is only computed or sampled says
//!   so in its [`Evidence`](detect::Evidence).
//! - Curved bodies that nearly touch along a curve or a region for a long time are expensive: give a budget or a time.
//!
//! ```
//! use std::time::Duration;
//! use tangency::{CheckOptions, StopSignal, check, scenes};
//!
//! let scene = scenes::make("gears").expect("a built-in scene");
//! let none = CheckOptions { stop: StopSignal::after(Duration::ZERO), ..CheckOptions::default() };
//! let report = check(&scene, &none)?;
//! assert_eq!(report.verdict.to_string(), "open");
//! assert_eq!(report.clear_until(), 0.0);
//! # Ok::<(), tangency::CheckError>(())
//! ```
//!
//! # Examples
//!
//! `docs/library.md` lists an example for each of the commonest jobs (`crates/tangency/examples`): distances and depths,
//! first contact and closest approach, rays, deforming meshes, robots, scene files, formulas, many bodies, an early end.
//!
//! # Without files
//!
//! `default-features = false` leaves out the feature `formats`: all parsers, the viewer, and what works on scenes.
//!
//! # The crates
//!
//! | crate | content |
//! |---|---|
//! | [`interval`] | outward-rounded intervals, expressions, Chebyshev series, proved solvers |
//! | [`geometry`] | poses, motions, mechanisms, meshes, mass, contacts, verdicts |
//! | [`bound`] | bounding volumes and trees that cull pairs and never cull a contact |
//! | [`detect`] | the query, and the methods behind one table |
//! | [`respond`] | masses, impulses of impacts, forces of continuing contacts |
//! | [`world`] | the simulation loop: a step, its first contact, a response |
//! | [`formats`] | mesh files, robots and trajectories, the scene file, the result file, the viewer page |

/// The vectors and quaternions of the interface, in the version that it uses.
pub use glam;
pub use tangency_bound as bound;
pub use tangency_detect as detect;
#[cfg(feature = "formats")]
pub use tangency_formats as formats;
pub use tangency_geometry as geometry;
pub use tangency_interval as interval;
pub use tangency_respond as respond;
pub use tangency_world as world;

#[cfg(feature = "formats")]
mod check;
#[cfg(feature = "formats")]
mod extent;
#[cfg(feature = "formats")]
mod inspect;
#[cfg(feature = "formats")]
mod measure;
#[cfg(feature = "formats")]
mod report;
#[cfg(feature = "formats")]
pub mod robots;
#[cfg(feature = "formats")]
pub mod scenes;
#[cfg(feature = "formats")]
mod simulate;
#[cfg(feature = "formats")]
mod tolerance;
#[cfg(feature = "formats")]
mod verify;

#[cfg(feature = "formats")]
pub use check::{CheckError, CheckOptions, SceneCheck, check};
#[cfg(feature = "formats")]
pub use extent::BodySize;
#[cfg(feature = "formats")]
pub use inspect::{inspect, inspect_step};
#[cfg(feature = "formats")]
pub use measure::{MeasureError, MeasureOptions, MeasureProgress, MeasureTime, measure};
#[cfg(feature = "formats")]
pub use simulate::{
    CheckpointPlan, KeepCheckpoint, SimulateError, SimulateOptions, Simulated, simulate, simulate_with_checkpoints,
};
pub use tangency_detect::{Progress, StopSignal};
#[cfg(feature = "formats")]
pub use tangency_formats::{Measurement, Report, Scene, Simulation};
#[cfg(feature = "formats")]
pub use verify::{Verified, Verifier, VerifyError, VerifyOptions, verify};

/// Lets all work of this program run on this many threads. Fails if work has already begun.
pub fn use_threads(count: std::num::NonZeroUsize) -> Result<(), String> {
    let built = rayon::ThreadPoolBuilder::new().num_threads(count.get()).build_global();
    built.map_err(|error| format!("the number of threads cannot be set to {count}: {error}"))
}

/// The examples of the readme are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct TangencyReadme;
