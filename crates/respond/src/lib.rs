//! Turns contacts, masses and velocities into impulses and forces; knows nothing of how a contact was found.
//!
//! ```
//! use glam::{DMat3, DVec3, dvec3};
//! use tangency_respond::{Hit, Inertia, Mover, Rate, impulses};
//!
//! // Two equal balls meet head on along x; nothing is lost.
//! let ball = Inertia::sphere(1.0, 0.1)?;
//! let at = |x: f64| Mover::new(&ball, DMat3::IDENTITY, dvec3(x, 0.0, 0.0));
//! let movers = [at(-0.1), at(0.1)];
//! let going = |x: f64| Rate { linear: dvec3(x, 0.0, 0.0), angular: DVec3::ZERO };
//! let hit = Hit { a: 0, b: 1, point: DVec3::ZERO, normal: DVec3::X, restitution: 1.0, friction: 0.0 };
//!
//! let response = impulses(&movers, &[going(1.0), going(-2.0)], &[hit]);
//! // They exchange their velocities.
//! assert!((response.rates[0].linear.x + 2.0).abs() < 1e-12 && (response.rates[1].linear.x - 1.0).abs() < 1e-12);
//! # Ok::<(), tangency_respond::InertiaError>(())
//! ```
//!
//! | to ask | ask |
//! |---|---|
//! | how heavy a body is and how it resists turning | [`Inertia`], given or measured of a shape |
//! | what an impact does | [`impulses`] |
//! | what keeps bodies rolling and sliding on each other | [`forces`] |

mod force;
mod impulse;
mod inertia;
mod linear;
mod material;
mod measure;
mod mover;
pub mod tolerance;

pub use force::{Grip, Hold, forces};
pub use impulse::{Hit, Response, impulses};
pub use inertia::{Inertia, InertiaError};
pub use material::{Material, MaterialError};
pub use measure::Measured;
pub use mover::{Mover, Rate};
