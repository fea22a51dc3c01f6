//! Matter under a clock: bodies fly, hit, roll and slide, and every contact is detected, not sampled.
//!
//! This is the loop of Snyder et al. 1993, section 1.1 (figure 2): a step of the differential equations delivers the motions of all bodies
//! as Chebyshev series; the first new contact within the step is detected, with proof, for exactly these motions; at a contact the step is
//! cut off, a response is computed, and the next step starts there. Contacts that continue, where bodies roll and slide, are followed by
//! the solver, and told to the detection so that it reports only new ones (eq. 7).
//!
//! ```
//! use glam::{DVec2, dvec3};
//! use std::sync::Arc;
//! use tangency_detect::Prepared;
//! use tangency_geometry::surface::Brep;
//! use tangency_respond::{Inertia, Material};
//! use tangency_world::{Body, EventKind, Options, State, World};
//!
//! // A ball falls one metre onto a floor; half of its speed comes back.
//! let ball = Arc::new(Prepared::new(Brep::sphere(0.1)?.into()));
//! let floor = Arc::new(Prepared::new(Brep::rectangle(DVec2::splat(4.0))?.into()));
//! let material = Material::new(0.5, 0.2)?;
//! let bodies = vec![
//!     Body::free("ball", ball, Inertia::sphere(1.0, 0.1)?, State::at(dvec3(0.0, 0.0, 1.1))).of(material),
//!     Body::fixed("floor", floor, State::default()).of(Material::new(1.0, 0.2)?),
//! ];
//! let world = World { bodies, gravity: dvec3(0.0, 0.0, -9.81) };
//! let history = world.run(&Options { until: 0.6, ..Options::default() })?;
//!
//! let first = &history.events[0];
//! let fall = (2.0_f64 / 9.81).sqrt();
//! assert_eq!(first.kind, EventKind::Impact);
//! assert!((first.time.mid() - fall).abs() < 1e-5);
//! // It was as heavy as it was fast, and half of the speed came back.
//! assert!((first.impulse - 1.5 * 9.81 * fall).abs() < 1e-4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is proved and what is computed
//!
//! That bodies do not touch between the contacts that are reported is a proof about the motions that are delivered ([`History::motions`]),
//! except close to contacts that are followed. The motions themselves, masses, impulses, forces and the followed contacts are computed in
//! floating point, to the tolerances that are asked for.

mod ask;
mod body;
mod change;
mod crossing;
mod flight;
mod follow;
mod history;
mod impact;
mod instant;
mod options;
mod place;
mod record;
mod run;
mod settle;
mod spectral;
pub mod tolerance;

pub use body::{Body, Matter, State, World, WorldError};
pub use history::{Ending, Energy, Event, EventKind, History, Mode, Track};
pub use options::{Options, Reached};
