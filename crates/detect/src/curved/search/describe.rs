//! From the solutions of the equations to the contacts that are reported.

use super::advance::SearchOutcome;
use crate::curved::equations::PairSetting;
use crate::tolerance::{SAME_NORMAL, SAME_POINT};
use crate::touch::{Found, Rank, distinct};
use glam::{DMat3, DVec3};
use tangency_geometry::Contact;
use tangency_interval::solve::Proof;
use tangency_interval::{Interval, Vector3};

/// The contacts of all solutions, each place once; `accepted` is how narrow the places are of those that are not proved, `initial`: at the
/// start of the span.
pub(in crate::curved) fn contacts(
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
        let near = if proved { SAME_POINT * system.place(&point).length().upper().max(1.0) } else { 4.0 * accepted };
        let seen = system.contact_at(&point, near);
        let pose = piece_b.pose(middle[middle.len() - 1]);
        let turn = DMat3::from_quat(pose.rotation().normalize());
        let time = solution.region[middle.len() - 1];
        let until = if proved { Some(time.upper()) } else { system.certain_by(&solution.region) };
        let Some(until) = until else { continue };
        // Where nothing is proved the first instant is anywhere from what is certain on.
        let from = if proved || initial { time.lower() } else { time.lower().min(outcome.lower) };
        let [feature_a, feature_b] = system.features(&middle);
        if proved {
            // Two solutions that nothing tells apart, neither place nor time nor normal, are one contact that several charts or elements have.
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
        all.push(Found { contact, rank, corners: None });
    }
    let size = all.iter().map(|found| found.contact.point.length()).fold(1.0, f64::max);
    without_shadows(distinct(all, size), 4.0 * accepted)
}

/// Leaves out contacts that are not proved where one that is proved is as close as they are known: the same contact, seen through an element
/// beside it.
fn without_shadows(contacts: Vec<Contact>, close: f64) -> Vec<Contact> {
    let proved: Vec<DVec3> = contacts.iter().filter(|contact| contact.proved).map(|contact| contact.point).collect();
    let shadow = |contact: &Contact| proved.iter().any(|point| point.distance(contact.point) <= close);
    contacts.into_iter().filter(|contact| contact.proved || !shadow(contact)).collect()
}
