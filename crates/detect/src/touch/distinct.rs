//! The same place, found through several features, is one contact.

use super::Found;
use crate::tolerance::{SAME_NORMAL, SAME_POINT};
use std::collections::HashMap;
use tangency_geometry::Contact;

/// Keeps one of the contacts that are the same place found through several features, proved ones first. One whose normal is not
/// certain (of edges in a groove, whose faces tell) is kept only if nothing else touches there.
pub(crate) fn distinct(mut found: Vec<Found>, size: f64) -> Vec<Contact> {
    if let [one] = *found {
        return vec![one.contact];
    }
    let cell = (SAME_POINT * size).max(f64::MIN_POSITIVE);
    found.sort_by_key(|found| (!found.contact.proved, !found.certain));
    let mut kept: Vec<Contact> = Vec::new();
    let mut grid: HashMap<[i64; 3], Vec<usize>> = HashMap::new();
    for Found { contact, certain } in found {
        // Points without size have tiny cells: what lies beyond all of them shares the outermost.
        let inside = |coordinate: f64| (coordinate as i64).clamp(i64::MIN / 2, i64::MAX / 2);
        let home = (contact.point / cell).floor().to_array().map(inside);
        let around = (0..27_i64).map(|k| [home[0] + k % 3 - 1, home[1] + k / 3 % 3 - 1, home[2] + k / 9 - 1]);
        let known = around.filter_map(|place| grid.get(&place)).flatten().any(|&other: &usize| {
            let other = &kept[other];
            let weaker = !certain && !contact.proved;
            other.point.distance(contact.point) <= cell && (weaker || other.normal.dot(contact.normal) >= SAME_NORMAL)
        });
        if !known {
            grid.entry(home).or_default().push(kept.len());
            kept.push(contact);
        }
    }
    kept
}
