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

pub(crate) use normal::{Normal, Side};

use crate::FirstContact;
use tangency_geometry::Contact;
use tangency_interval::Interval;

/// Puts simultaneous contacts together. `size`: the largest coordinate, in metres.
pub(crate) fn together(contacts: Vec<Contact>, size: f64, tolerance: f64) -> FirstContact {
    let first = contacts.iter().map(|contact| contact.time.lower()).fold(f64::INFINITY, f64::min);
    let last = contacts.iter().map(|contact| contact.time.upper()).fold(f64::INFINITY, f64::min);
    let time = Interval::between(first, last);
    if contacts.len() == 1 {
        return FirstContact { time, contacts };
    }
    let simultaneous = contacts.into_iter().filter(|contact| contact.time.lower() <= last).collect();
    let contacts = sample::even(distinct::distinct(simultaneous, size), tolerance);
    FirstContact { time, contacts }
}
