//! How every method ends: from features that met to the first contact that is reported.
//!
//! **Question.** Many pairs of features met within a bracket of time: which contacts are there, along which normals, and which
//! of them are worth listing?
//!
//! **Idea.** What touches at one point is looked at with everything around it (`normal`); the same place found through several
//! features is one contact (`distinct`); contacts in one plane are thinned out evenly (`sample`).
//!
//! **Guarantee.** The bracket begins with the earliest of all and ends where the first of them has certainly begun. At least one
//! contact remains; a proved one if there is any.

mod distinct;
mod normal;
mod sample;

pub(crate) use distinct::distinct;
pub(crate) use normal::{Normal, Side};

use crate::{FirstContact, Query};
use tangency_geometry::Contact;
use tangency_interval::Interval;

/// A contact that was found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) contact: Contact,
    /// Whether its normal is known to be one; otherwise it only counts where nothing else touches.
    pub(crate) certain: bool,
}

impl Found {
    pub(crate) fn certain(contact: Contact) -> Self {
        Self { contact, certain: true }
    }
}

/// Puts simultaneous contacts together. `size`: the largest coordinate, in metres.
pub(crate) fn together(mut found: Vec<Found>, size: f64, query: &Query) -> FirstContact {
    let first = found.iter().map(|found| found.contact.time.lower()).fold(f64::INFINITY, f64::min);
    let last = found.iter().map(|found| found.contact.time.upper()).fold(f64::INFINITY, f64::min);
    let horizon = query.last_simultaneous(last);
    found.retain(|found| found.contact.time.lower() <= horizon);
    let contacts = sample::even(distinct(found, size), query.tolerance);
    FirstContact { time: Interval::between(first, last), contacts, complete: true }
}
