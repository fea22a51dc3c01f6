//! Describes the solutions of the equations as contacts.

use super::advance::SearchOutcome;
use crate::curved::equations::PairSetting;
use crate::tolerance::{SAME_NORMAL, SAME_POINT, UNPROVED_REACH};
use crate::touch::{FoundContact, Rank, distinct};
use glam::{DMat3, DVec3};
use tangency_geometry::Contact;
use tangency_interval::solve::Proof;
use tangency_interval::{Interval, Vector3};

/// The contacts of all solutions, one per point. `accepted`, in metres: the width of the enclosures of unproved
/// solutions. `initial`: the search was for the start of the span.
pub(super) fn contacts(
    found: &SearchOutcome<'_>,
    setting: &PairSetting<'_>,
    accepted: f64,
    initial: bool,
) -> Vec<Contact> {
    let [_, piece_b] = setting.frame().pieces();
    let mut all = Vec::new();
    let mut proved_places: Vec<(Vector3, Interval, DVec3)> = Vec::new();
    let outcome = &found.outcome;
    for solution in &outcome.solutions {
        let mut system = found.systems[solution.problem].borrow_mut();
        let middle: Vec<f64> = solution.region.iter().map(|side| side.mid()).collect();
        let point: Vec<Interval> = middle.iter().copied().map(Interval::from).collect();
        let proved = solution.proof >= Proof::Exists;
        let near = if proved {
            SAME_POINT * system.place(&point).length().upper().max(1.0)
        } else {
            UNPROVED_REACH * accepted
        };
        let seen = system.contact_at(&point, near);
        let pose = piece_b.pose(middle[middle.len() - 1]);
        let turn = DMat3::from_quat(pose.rotation().normalize());
        let time = solution.region[middle.len() - 1];
        let until = if proved { Some(time.upper()) } else { system.certain_by(&solution.region) };
        let Some(until) = until else { continue };
        // An unproved contact may begin at any instant from the proved lower bound on.
        let from = if proved || initial { time.lower() } else { time.lower().min(outcome.lower) };
        let [feature_a, feature_b] = system.features(&middle);
        if proved {
            // Two proved solutions with overlapping points and times and the same normal are one contact, found
            // through several charts or elements.
            let place = system.place(&solution.region);
            let same = |(other, at, normal): &(Vector3, Interval, DVec3)| {
                !place.disjoint(*other) && !time.disjoint(*at) && seen.normal.dot(*normal) >= SAME_NORMAL
            };
            if proved_places.iter().any(same) {
                continue;
            }
            proved_places.push((place, time, seen.normal));
        }
        let contact = Contact {
            time: Interval::between(from, until),
            point: pose.apply(seen.place),
            normal: turn * seen.normal + DVec3::ZERO,
            gap: seen.gap,
            feature_a,
            feature_b,
            proved,
            initial,
        };
        let rank = if seen.certain { Rank::Certain } else { Rank::Doubtful };
        all.push(FoundContact { contact, rank, corners: None });
    }
    let size = all.iter().map(|found| found.contact.point.length()).fold(1.0, f64::max);
    without_duplicates_of_proved(distinct(all, size), UNPROVED_REACH * accepted)
}

/// Removes unproved contacts within their own uncertainty of a proved one: the same contact, found through a
/// neighbouring element.
fn without_duplicates_of_proved(contacts: Vec<Contact>, close: f64) -> Vec<Contact> {
    let proved: Vec<DVec3> = contacts.iter().filter(|contact| contact.proved).map(|contact| contact.point).collect();
    let duplicate = |contact: &Contact| proved.iter().any(|point| point.distance(contact.point) <= close);
    contacts.into_iter().filter(|contact| contact.proved || !duplicate(contact)).collect()
}
