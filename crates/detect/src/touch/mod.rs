//! How every method ends: from features that met to the first contact that is reported.
//!
//! **Question.** Many pairs of features met within a bracket of time: which contacts are there, along which normals, and which
//! of them are worth listing?
//!
//! **Idea.** Two features have a place, a signed distance (`describe`) and a normal, for which everything around the place is looked
//! at (`normal`); the same place found through several features is one contact (`distinct`); contacts in one plane are thinned
//! out evenly (`sample`).
//!
//! **Guarantee.** The bracket begins with the earliest of all and ends where the first of them has certainly begun. At least one
//! contact remains; a proved one if there is any.

mod contained;
mod describe;
mod distinct;
mod normal;
mod sample;

pub(crate) use contained::{contained, contained_at};
pub(crate) use describe::{Listed, MetPair};
pub(crate) use distinct::distinct;
pub(crate) use normal::{ContactSide, Normal, NormalBasis};

use crate::features::MeshFeature;
use crate::{FirstContact, Query};
use tangency_geometry::Contact;
use tangency_interval::Interval;

/// What a contact is worth beside others of the same instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// The plane across its normal separates the bodies around the point. The lower the number, the more faces it lies in.
    Separating(u8),
    /// Its normal is that of a face that touches.
    Certain,
    /// Its normal is a guess: it only counts where nothing else touches.
    Doubtful,
    /// It only counts if nothing better touches anywhere: an edge inside a flat face that goes through the other body, or two features
    /// that are closest through one of the bodies.
    Behind,
    /// Two features that are within the separation, but closer beside the place: other features tell better.
    Aside,
}

impl Rank {
    /// The same for ranks that are listed together.
    fn tier(self) -> u8 {
        match self {
            Self::Separating(_) | Self::Certain | Self::Doubtful => 0,
            Self::Behind => 1,
            Self::Aside => 2,
        }
    }
}

/// A contact that was found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundContact {
    pub(crate) contact: Contact,
    pub(crate) rank: Rank,
    /// The features that were looked at, if they are not just those that the contact names.
    pub(crate) corners: Option<[MeshFeature; 2]>,
}

impl FoundContact {
    /// A contact of a mesh with itself, with the two features in their order.
    pub(crate) fn in_order(self) -> Self {
        let contact = self.contact.in_order();
        let swapped = contact != self.contact;
        Self { contact, corners: self.corners.map(|[a, b]| if swapped { [b, a] } else { [a, b] }), ..self }
    }

    pub(crate) fn certain(contact: Contact) -> Self {
        Self { contact, rank: Rank::Certain, corners: None }
    }
}

/// Puts simultaneous contacts together. `size`: the largest coordinate, in metres.
pub(crate) fn together(mut found: Vec<FoundContact>, size: f64, query: &Query) -> FirstContact {
    let first = found.iter().map(|found| found.contact.time.lower()).fold(f64::INFINITY, f64::min);
    let last = found.iter().map(|found| found.contact.time.upper()).fold(f64::INFINITY, f64::min);
    let horizon = query.last_simultaneous(last);
    found.retain(|found| found.contact.time.lower() <= horizon);
    keep_the_best(&mut found);
    let contacts = sample::even(distinct(found, size), query.tolerance);
    FirstContact { time: Interval::between(first, last), contacts, complete: true }
}

/// Leaves out the contacts that only count if there are no better ones; a proved one remains if there is any.
fn keep_the_best(found: &mut Vec<FoundContact>) {
    let best = |found: &mut dyn Iterator<Item = &FoundContact>| found.map(|found| found.rank.tier()).min();
    let Some(of_all) = best(&mut found.iter()) else { return };
    let of_proved = best(&mut found.iter().filter(|found| found.contact.proved));
    let proved = |found: &FoundContact| found.contact.proved && Some(found.rank.tier()) == of_proved;
    found.retain(|found| found.rank.tier() == of_all || proved(found));
}
