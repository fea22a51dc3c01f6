//! The structure that a world uses: all bodies if they are few, the space-time tree otherwise.
//!
//! A checkpoint holds the tree as it is. A tree that was built again would answer the same questions, but visit bodies
//! in another order and leave others out. Times of meetings are lower bounds, so that two that differ by rounding could
//! then change places.

use super::{AllBodies, Crowding, Neighbours, SpaceTimeTree};
use crate::checkpoint::{RestartError, StateReader, StateWriter, Stored, content};
use crate::sparse::course::Course;
use crate::tolerance::FEW_BODIES;

/// All bodies or the tree, by the number of bodies.
#[derive(Clone, Debug)]
pub(crate) enum Neighbourhood {
    Few(AllBodies),
    Many(Box<SpaceTimeTree>),
}

impl Neighbourhood {
    /// A structure without bodies, for this many.
    pub(crate) fn for_bodies(count: usize) -> Self {
        if count < FEW_BODIES { Self::Few(AllBodies::new()) } else { Self::Many(Box::default()) }
    }

    /// How crowded the bodies are; `None` if they are few.
    pub(crate) fn known_crowding(&self) -> Option<Crowding> {
        match self {
            Self::Few(_) => None,
            Self::Many(tree) => Some(tree.crowding()),
        }
    }

    /// Fails unless the structure is whole, for this many bodies.
    pub(crate) fn check(&self, count: usize) -> Result<(), RestartError> {
        match self {
            Self::Few(all) if count < FEW_BODIES => all.check(count),
            Self::Many(tree) if count >= FEW_BODIES => tree.check(count),
            Self::Few(_) | Self::Many(_) => Err(content("the neighbours are those of another number of bodies")),
        }
    }
}

impl Neighbours for Neighbourhood {
    #[inline]
    fn insert(&mut self, body: u32, course: &Course, from: f64) {
        match self {
            Self::Few(all) => all.insert(body, course, from),
            Self::Many(tree) => tree.insert(body, course, from),
        }
    }

    fn remove(&mut self, body: u32) {
        match self {
            Self::Few(all) => all.remove(body),
            Self::Many(tree) => tree.remove(body),
        }
    }

    #[inline]
    fn candidates(&mut self, body: u32, course: &Course, span: [f64; 2], visit: &mut dyn FnMut(u32) -> f64) {
        match self {
            Self::Few(all) => all.candidates(body, course, span, visit),
            Self::Many(tree) => tree.candidates(body, course, span, visit),
        }
    }

    #[inline]
    fn advance(&mut self, now: f64) {
        match self {
            Self::Few(all) => all.advance(now),
            Self::Many(tree) => tree.advance(now),
        }
    }

    fn crowding(&self) -> Crowding {
        match self {
            Self::Few(all) => all.crowding(),
            Self::Many(tree) => tree.crowding(),
        }
    }
}

impl Stored for Neighbourhood {
    fn write(&self, to: &mut StateWriter) {
        match self {
            Self::Few(all) => {
                0_u8.write(to);
                all.write(to);
            }
            Self::Many(tree) => {
                1_u8.write(to);
                tree.write(to);
            }
        }
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        match u8::read(from)? {
            0 => Stored::read(from).map(Self::Few),
            1 => Stored::read(from).map(Self::Many),
            _ => Err(content("unknown neighbours")),
        }
    }
}
