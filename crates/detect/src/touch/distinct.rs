//! The same place, found through several features, is one contact.

use super::{FoundContact, Rank};
use crate::tolerance::{SAME_NORMAL, SAME_POINT};
use std::collections::HashMap;
use tangency_geometry::Contact;

/// Keeps one of the contacts that are the same place found through several features, proved ones first, then those whose normals
/// are known best. Where a plane separates what is around the place, its normal is enough. Where none does (a corner in a groove),
/// each face that is touched has its normal; one that is not certain is kept only if nothing else touches there.
pub(crate) fn distinct(mut found: Vec<FoundContact>, size: f64) -> Vec<Contact> {
    if let [one] = *found {
        return vec![one.contact];
    }
    let cell = (SAME_POINT * size).max(f64::MIN_POSITIVE);
    found.sort_by_key(|found| (!found.contact.proved, found.rank));
    let mut kept: Vec<FoundContact> = Vec::new();
    let mut grid: HashMap<[i64; 3], Vec<usize>> = HashMap::new();
    for one in found {
        // Points without size have tiny cells: what lies beyond all of them shares the outermost.
        let inside = |coordinate: f64| (coordinate as i64).clamp(i64::MIN / 2, i64::MAX / 2);
        let home = (one.contact.point / cell).floor().to_array().map(inside);
        let around = (0..27_i64).map(|k| [home[0] + k % 3 - 1, home[1] + k / 3 % 3 - 1, home[2] + k / 9 - 1]);
        let known = around.filter_map(|place| grid.get(&place)).flatten().any(|&other: &usize| {
            let other = &kept[other];
            other.contact.point.distance(one.contact.point) <= cell && tells(other, &one)
        });
        if !known {
            grid.entry(home).or_default().push(kept.len());
            kept.push(one);
        }
    }
    kept.into_iter().map(|found| found.contact).collect()
}

/// Whether a contact tells all about its place that another one there would.
fn tells(known: &FoundContact, other: &FoundContact) -> bool {
    // What is proved comes first.
    let weaker = matches!(other.rank, Rank::Doubtful | Rank::Behind | Rank::Aside);
    let separating = |found: &FoundContact| matches!(found.rank, Rank::Separating(_));
    let connected =
        known.corners.zip(other.corners).is_some_and(|(one, other)| (0..2).all(|k| one[k].share(&other[k])));
    let along = known.contact.normal.dot(other.contact.normal);
    // Of surfaces without an inside that were never apart either direction may be the normal: one of them is enough.
    let reversed = along <= -SAME_NORMAL && names(&known.contact) == names(&other.contact);
    weaker || along >= SAME_NORMAL || reversed || (connected && separating(known) && separating(other))
}

/// What touches what, without the places.
fn names(contact: &Contact) -> [(u8, u32); 2] {
    [contact.feature_a.key(), contact.feature_b.key()]
}
