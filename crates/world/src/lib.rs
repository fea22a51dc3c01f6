//! Dynamics of rigid bodies: bodies fly, hit, roll and slide, and every contact is detected, not sampled.
//!
//! This is the loop of Snyder et al. 1993, section 1.1 (figure 2). A step of the differential equations gives
//! the motions of all bodies as Chebyshev series. The detection finds the first new contact within the step,
//! with proof, for exactly these motions. At a contact the step is cut off, a response is computed, and the
//! next step starts there. The solver follows continuing contacts, where bodies roll and slide. The detection
//! excludes them, so that it reports only new ones (eq. 7).
//!
//! ```
//! use glam::{DVec2, dvec3};
//! use std::sync::Arc;
//! use tangency_detect::Prepared;
//! use tangency_geometry::surface::Brep;
//! use tangency_respond::{Inertia, Material};
//! use tangency_world::{BodyState, RunOptions, World, WorldBody, WorldEventKind};
//!
//! // A ball falls one metre onto a floor and bounces with restitution 0.5.
//! let ball = Arc::new(Prepared::new(Brep::sphere(0.1)?.into()));
//! let floor = Arc::new(Prepared::new(Brep::rectangle(DVec2::splat(4.0))?.into()));
//! let material = Material::new(0.5, 0.2)?;
//! let bodies = vec![
//!     WorldBody::free("ball", ball, Inertia::sphere(1.0, 0.1)?, BodyState::at(dvec3(0.0, 0.0, 1.1))).of(material),
//!     WorldBody::fixed("floor", floor, BodyState::default()).of(Material::new(1.0, 0.2)?),
//! ];
//! let world = World { bodies, gravity: dvec3(0.0, 0.0, -9.81) };
//! let history = world.run(&RunOptions { until: 0.6, ..RunOptions::default() })?;
//!
//! let first = &history.events[0];
//! let fall = (2.0_f64 / 9.81).sqrt();
//! assert_eq!(first.kind, WorldEventKind::Impact);
//! assert!((first.time.mid() - fall).abs() < 1e-5);
//! // The impulse is mass times the change of velocity: 1 kg, and 1.5 times the impact speed.
//! assert!((first.impulse - 1.5 * 9.81 * fall).abs() < 1e-4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is proved and what is computed
//!
//! It is proved that bodies do not touch between the reported contacts, for the motions in the result
//! ([`History::motions`]), except close to followed contacts. The motions themselves, masses, impulses, forces
//! and followed contacts are computed in floating point, to the requested tolerances.

mod alone;
mod backdrop;
mod balls;
mod body;
mod change;
mod crossing;
mod detail;
mod engine;
mod finish;
mod flight;
mod follow;
mod form;
mod group;
mod history;
mod hulls;
mod impact;
mod instant;
mod island;
mod options;
mod record;
mod settle;
pub mod sparse;
mod spectral;
mod step;
mod surface_point;
mod tolerance;
mod tumble;

pub use body::{BodyState, Mobility, World, WorldBody, WorldError};
pub use history::{ContactMode, ContactTrack, Energy, EventCounts, History, RunEnding, WorldEvent, WorldEventKind};
pub use options::{RunOptions, RunProgress};
