//! Sparse dynamics: many bodies, event by event, without a time step.
//!
//! Bodies fly on closed paths. Each predicts the first instant at which something can happen to it, and sleeps until
//! then. What happens elsewhere costs it nothing. This is the model of Dworkin 1994.

mod cell;
mod course;
mod domain;
mod element;
mod encounter;
mod envelope;
mod grid;
mod lattice;
mod meeting;
mod neighbours;
mod occupancy;
pub(crate) mod queue;
mod seeker;
mod shells;
mod sphere;
mod spheres;
mod surroundings;
mod tally;

pub use course::{Course, Wall};
pub use domain::Domain;
pub use envelope::{Air, Drag};
pub(crate) use neighbours::Neighbourhood;
pub use neighbours::{AllBodies, Crowding, Neighbours, SpaceTimeTree, SweptCells};
pub use sphere::{Sphere, SphereError, SphereOptions};
pub use spheres::{Collision, CollisionPartner, HardSpheres};
pub use tally::Tally;
