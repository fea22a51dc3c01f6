//! Neighbours: whom a body can meet on its course.
//!
//! Every body has entered the course it is on. A body that begins a new course asks for all whose courses can meet it,
//! in about the order of time, and stops as soon as nothing earlier can come (thesis, section 8.2). Three answers:
//!
//! | | good for | cost of a question |
//! |---|---|---|
//! | [`AllBodies`] | a few bodies; the oracle of the others | all bodies |
//! | [`SpaceTimeTree`] | any sizes and speeds, any number, open space | the depth of the tree |
//! | [`SweptCells`] | many bodies of nearly equal size and speed | a few cells |

mod all_bodies;
mod crowding;
mod entered;
mod neighbourhood;
mod space_time_tree;
mod swept_cells;

pub use all_bodies::AllBodies;
pub use crowding::Crowding;
pub(crate) use neighbourhood::Neighbourhood;
pub use space_time_tree::SpaceTimeTree;
pub use swept_cells::SweptCells;

use super::course::Course;

/// A structure that knows the courses of all bodies, and finds those that can meet one.
pub trait Neighbours {
    /// Enters the course of a body, which counts from an instant on. It replaces the body's last one.
    fn insert(&mut self, body: u32, course: &Course, from: f64);

    /// Forgets a body.
    fn remove(&mut self, body: u32);

    /// Visits every other body whose course can touch this one between two instants, each once, and perhaps more that
    /// cannot. To find those that come within a margin, grow the radius of the course that is asked about.
    ///
    /// `visit` returns the instant after which nothing is of interest any more: `until`, or that of the first meeting
    /// it has found. Bodies that can be met earlier tend to be visited earlier. Their order is not specified: where
    /// two meetings have the same instant, the caller decides.
    fn candidates(&mut self, body: u32, course: &Course, span: [f64; 2], visit: &mut dyn FnMut(u32) -> f64);

    /// Tells that no question will be asked about instants before this one.
    fn advance(&mut self, now: f64);

    /// How crowded the bodies are.
    fn crowding(&self) -> Crowding;
}
