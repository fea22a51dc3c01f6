//! All bodies are neighbours: the oracle, and the fastest for a few.

use super::entered::EnteredBodies;
use super::{Crowding, Neighbours};
use crate::checkpoint::{RestartError, stored};
use crate::sparse::course::Course;

/// Every question visits all bodies.
#[derive(Clone, Debug, Default)]
pub struct AllBodies {
    bodies: EnteredBodies,
}

stored!(AllBodies { bodies });

impl AllBodies {
    /// Fails unless there are only this many bodies.
    pub(crate) fn check(&self, count: usize) -> Result<(), RestartError> {
        self.bodies.check(count)
    }

    /// No bodies.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Neighbours for AllBodies {
    fn insert(&mut self, body: u32, course: &Course, from: f64) {
        self.bodies.set(body, course, from);
    }

    fn remove(&mut self, body: u32) {
        self.bodies.remove(body);
    }

    fn candidates(&mut self, body: u32, _course: &Course, _span: [f64; 2], visit: &mut dyn FnMut(u32) -> f64) {
        for (entry, _) in self.bodies.iter().filter(|(entry, _)| entry.body != body) {
            visit(entry.body);
        }
    }

    fn advance(&mut self, _now: f64) {}

    fn crowding(&self) -> Crowding {
        let bodies = self.bodies.len();
        Crowding { bodies, cells: 1, entries: bodies, fullest_cell: 0, ..Crowding::default() }
    }
}
