//! Merges contacts at the same point that were found through several features.

use super::{FoundContact, Rank};
use crate::tolerance::{SAME_NORMAL, SAME_POINT};
use std::collections::HashMap;
use tangency_geometry::Contact;

/// Keeps one of the contacts that are the same point found through several features: proved contacts first, then
/// those of the best rank. If a plane separates the bodies around the point, its normal is enough. If none does (a
/// corner in a groove), each touched face keeps its own normal. A contact with an uncertain normal is kept only if
/// there is no other contact at the point. `size`: the largest absolute coordinate, in metres.
pub(crate) fn distinct(mut found: Vec<FoundContact>, size: f64) -> Vec<Contact> {
    if let [one] = *found {
        return vec![one.contact];
    }
    let cell = (SAME_POINT * size).max(f64::MIN_POSITIVE);
    found.sort_by_key(|found| (!found.contact.proved, found.rank));
    let mut kept: Vec<FoundContact> = Vec::new();
    let mut grid: HashMap<[i64; 3], Vec<usize>> = HashMap::new();
    for one in found {
        // If `size` is zero the cells are tiny. Points beyond the range of indices share the outermost cell.
        let inside = |coordinate: f64| (coordinate as i64).clamp(i64::MIN / 2, i64::MAX / 2);
        let home = (one.contact.point / cell).floor().to_array().map(inside);
        let around = (0..27_i64).map(|k| [home[0] + k % 3 - 1, home[1] + k / 3 % 3 - 1, home[2] + k / 9 - 1]);
        let known = around.filter_map(|place| grid.get(&place)).flatten().any(|&other: &usize| {
            let other = &kept[other];
            other.contact.point.distance(one.contact.point) <= cell && makes_redundant(other, &one)
        });
        if !known {
            grid.entry(home).or_default().push(kept.len());
            kept.push(one);
        }
    }
    kept.into_iter().map(|found| found.contact).collect()
}

/// Whether `known` makes `other`, a contact at the same point, redundant.
fn makes_redundant(known: &FoundContact, other: &FoundContact) -> bool {
    // Proved contacts come first, so `other` is not the only proved contact.
    let weaker = matches!(other.rank, Rank::Doubtful | Rank::Behind | Rank::Aside);
    let separating = |found: &FoundContact| matches!(found.rank, Rank::Separating(_));
    let connected = known
        .corners
        .zip(other.corners)
        .is_some_and(|(one, other)| (0..2).all(|k| one[k].shares_vertex_with(&other[k])));
    let along = known.contact.normal.dot(other.contact.normal);
    // For open surfaces that were never apart, the normal may point either way. One of both is enough.
    let reversed = along <= -SAME_NORMAL && feature_keys(&known.contact) == feature_keys(&other.contact);
    weaker || along >= SAME_NORMAL || reversed || (connected && separating(known) && separating(other))
}

/// The two features by kind and index, without coordinates on them.
fn feature_keys(contact: &Contact) -> [(u8, u32); 2] {
    [contact.feature_a.key(), contact.feature_b.key()]
}
