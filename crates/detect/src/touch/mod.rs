//! From features that met to the first contact that is reported. Every method ends here.
//!
//! **Question.** Many pairs of features met within a time bracket. Which contacts are there, with which normals, and
//! which of them are worth listing?
//!
//! **Idea.** Each pair of features gets a contact point and a signed distance (`describe`), and a normal from all
//! faces and edges around the point (`normal`). The same point found through several features is one contact
//! (`distinct`). Contacts in one plane are thinned out evenly (`sample`).
//!
//! **Guarantee.** The bracket begins with the earliest contact and ends at the earliest instant by which a contact
//! has certainly begun. At least one contact remains, and a proved contact if there is any.

mod contained;
mod describe;
mod distinct;
mod nearest;
mod normal;
mod sample;

pub(crate) use contained::{contained, contained_at};
pub(crate) use describe::{Listed, MetPair};
pub(crate) use distinct::distinct;
pub(crate) use nearest::{feature_of_triangle, nearest_feature};
pub(crate) use normal::{ContactSide, Normal, NormalBasis};

use crate::features::MeshFeature;
use crate::{FirstContact, Query};
use tangency_geometry::Contact;
use tangency_interval::Interval;

/// The priority of a contact among others of the same instant, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// The tangent plane separates the bodies around the point. The lower the number, the more faces lie in the
    /// plane: see [`NormalBasis::Plane`].
    Separating(u8),
    /// The normal is that of a touching face.
    Certain,
    /// The normal is a guess. The contact counts only if there is no other contact at the point.
    Doubtful,
    /// The contact counts only if there is no better contact anywhere. Either an edge inside a flat face pierces the
    /// other body, or the segment between the closest points passes through one of the bodies.
    Behind,
    /// The features are within the separation, but the bodies are closer beside the point. Other features describe
    /// that contact better.
    Aside,
}

impl Rank {
    /// Ranks of equal tier are listed together.
    fn tier(self) -> u8 {
        match self {
            Self::Separating(_) | Self::Certain | Self::Doubtful => 0,
            Self::Behind => 1,
            Self::Aside => 2,
        }
    }
}

/// A contact with its rank and the features through which it was found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundContact {
    pub(crate) contact: Contact,
    pub(crate) rank: Rank,
    /// The features that were tested, if they may differ from those that the contact names.
    pub(crate) corners: Option<[MeshFeature; 2]>,
}

impl FoundContact {
    /// Self-contact of a mesh, with the two features in their order.
    pub(crate) fn in_order(self) -> Self {
        let contact = self.contact.in_order();
        let swapped = contact != self.contact;
        Self { contact, corners: self.corners.map(|[a, b]| if swapped { [b, a] } else { [a, b] }), ..self }
    }

    pub(crate) fn certain(contact: Contact) -> Self {
        Self { contact, rank: Rank::Certain, corners: None }
    }
}

/// Merges simultaneous contacts into one answer. `size`: the largest absolute coordinate, in metres.
pub(crate) fn together(mut found: Vec<FoundContact>, size: f64, query: &Query) -> FirstContact {
    let first = found.iter().map(|found| found.contact.time.lower()).fold(f64::INFINITY, f64::min);
    let last = found.iter().map(|found| found.contact.time.upper()).fold(f64::INFINITY, f64::min);
    let horizon = query.last_simultaneous(last);
    found.retain(|found| found.contact.time.lower() <= horizon);
    keep_best_tier(&mut found);
    let contacts = sample::thin_out(distinct(found, size), query.tolerance);
    FirstContact { time: Interval::between(first, last), contacts, complete: true }
}

/// Keeps the contacts of the best tier, and the best tier of the proved contacts.
fn keep_best_tier(found: &mut Vec<FoundContact>) {
    let best = |found: &mut dyn Iterator<Item = &FoundContact>| found.map(|found| found.rank.tier()).min();
    let Some(of_all) = best(&mut found.iter()) else { return };
    let of_proved = best(&mut found.iter().filter(|found| found.contact.proved));
    let proved = |found: &FoundContact| found.contact.proved && Some(found.rank.tier()) == of_proved;
    found.retain(|found| found.rank.tier() == of_all || proved(found));
}
