//! Dynamics of rigid bodies: bodies fly, hit, roll and slide, and every contact is detected, not sampled.
//!
//! Every body has a path until its next event: a closed form while it flies, or what the solver of its island says
//! while it rolls and slides. Events wait in one queue. A body predicts the first instant at which its envelope can
//! meet that of another one, and costs nothing until then (Dworkin 1994). When envelopes meet, the detection is asked
//! about the pair, for exactly these paths. At a contact a response is computed, and the bodies get new paths. The
//! solver follows continuing contacts, and the detection excludes them, so that it reports only new ones (Snyder et al.
//! 1993, section
//! 1.1 and eq. 7).
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

mod advance;
mod alone;
mod backdrop;
mod balls;
mod body;
mod change;
mod checkpoint;
mod contact_force;
mod convex_parts;
mod crossing;
mod departure;
mod detail;
mod engine;
mod expected;
mod finish;
mod flight;
mod follow;
mod forced;
mod forces;
mod form;
mod group;
mod history;
mod hull_wall;
mod hulls;
mod impact;
mod instant;
mod island;
mod lead;
mod manifold;
mod memory;
mod options;
mod part_pairs;
mod part_wall;
mod plane_path;
mod pressed;
mod record;
mod rest;
mod run;
mod settle;
mod sharp_point;
pub mod sparse;
mod spectral;
mod steer;
mod step;
mod surface_point;
mod time_series;
mod tolerance;
mod tumble;

pub use body::{BodyState, Mobility, World, WorldBody, WorldError};
pub use checkpoint::RestartError;
pub use contact_force::{ContactForce, ForceTrack};
pub use forces::{AirResistance, BodyForces, Thrust, ThrustAxes};
pub use history::{
    ContactMode, ContactTrack, CrowdedInstant, Energy, EventCounts, History, ResponseQuality, RunEnding, WorldEvent,
    WorldEventKind,
};
pub use options::{RunOptions, RunProgress};
pub use run::{Run, RunPause};
