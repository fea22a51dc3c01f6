//! A pair that touches at the start of the span and was set aside.

use super::{ContactReport, ReportError, bracket, finite};
use serde::{Deserialize, Serialize};

/// A pair of bodies that touches at the start, or a body that touches itself there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SetAsideReport {
    /// First body.
    pub a: String,
    /// Second body (the same as `a` for self-contact).
    pub b: String,
    /// The contacts at the start.
    pub contacts: Vec<ContactReport>,
    /// Metres. Encloses how deep the bodies overlap at the start: the length of the shortest translation that parts
    /// them. `None` if it was not measured.
    pub depth: Option<[f64; 2]>,
    /// Seconds. An instant at which the pair does not touch. From there on it counts again, and nothing is claimed
    /// about it before. `None` if no such instant was found: nothing is claimed about the pair at all.
    pub counts_from: Option<f64>,
}

impl SetAsideReport {
    /// Checks the numbers. `name` is the path in the file.
    pub(super) fn check(&self, name: &str) -> Result<(), ReportError> {
        for (index, contact) in self.contacts.iter().enumerate() {
            contact.check(&format!("{name}.contacts[{index}]"))?;
        }
        if let Some(depth) = self.depth {
            bracket(&format!("{name}.depth"), depth)?;
        }
        finite(&format!("{name}.counts_from"), self.counts_from.as_slice())
    }
}
