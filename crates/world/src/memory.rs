//! Contacts of the recent past that bodies may rest on.
//!
//! **Question.** A box comes to rest in a burst of small hops, each on another corner. Which contacts hold it in the end?
//!
//! **Idea.** Every contact under gravity is remembered as a point of each body and a normal, in the frames of the bodies. It is
//! forgotten when the two points have parted. So the contacts of one hop add up to the corners on which the box stands.
//! This needs no question about the shapes, and works for every kind of body.
//!
//! **Guarantee.** None is needed: memory tells where bodies may rest, never that they are apart.
//!
//! **Cost.** A few dozen bytes for each contact; a search over those of one pair.
//!
//! **Source.** Dworkin 1994, section 6, gives bodies temporary joints of up to three points; here there are as many points
//! as touched.

use crate::checkpoint::stored;
use crate::instant::WorldInstant;
use crate::tolerance::{MOST_REMEMBERED, REMEMBERED_GAP, REMEMBERED_SHIFT, SAME_REMEMBERED};
use glam::DVec3;
use std::collections::{BTreeMap, BTreeSet};
use tangency_geometry::Contact;

/// A contact of two bodies, fixed to both.
#[derive(Clone, Copy, Debug)]
struct RememberedContact {
    /// The contact point on each body, in its frame.
    places: [DVec3; 2],
    /// Unit normal from the first body to the second one, in the frame of the first.
    normal: DVec3,
    contact: Contact,
}

stored!(RememberedContact { places, normal, contact });

/// A remembered contact at an instant, in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecalledContact {
    pub(crate) a: usize,
    pub(crate) b: usize,
    pub(crate) contact: Contact,
}

impl RecalledContact {
    /// The bodies, the smaller number first.
    pub(crate) fn pair(&self) -> [usize; 2] {
        [self.a.min(self.b), self.a.max(self.b)]
    }

    /// The same contact of bodies with other numbers.
    pub(crate) fn renumbered(self, number: impl Fn(usize) -> usize) -> Self {
        Self { a: number(self.a), b: number(self.b), ..self }
    }
}

/// The contacts of all bodies.
#[derive(Default)]
pub(crate) struct ContactMemory {
    /// For each pair of bodies, the smaller number first.
    contacts: BTreeMap<[usize; 2], Vec<RememberedContact>>,
    partners: BTreeMap<usize, BTreeSet<usize>>,
}

stored!(ContactMemory { contacts, partners });

/// The point of a body of an instant, in its frame.
fn local(instant: &WorldInstant, body: usize, point: DVec3) -> DVec3 {
    instant.rotations[body].transpose() * (point - instant.origins[body])
}

impl ContactMemory {
    /// Remembers a contact of the bodies with these numbers in the world. `sides` are their numbers in the instant.
    pub(crate) fn add(
        &mut self,
        [a, b]: [usize; 2],
        sides: [usize; 2],
        instant: &WorldInstant,
        contact: Contact,
        skin: f64,
    ) {
        if a > b {
            return self.add([b, a], [sides[1], sides[0]], instant, contact.swapped(), skin);
        }
        let one = RememberedContact {
            places: sides.map(|body| local(instant, body, contact.point)),
            normal: instant.rotations[sides[0]].transpose() * contact.normal,
            contact,
        };
        let list = self.contacts.entry([a, b]).or_default();
        let near = |left: DVec3, right: DVec3| left.distance(right) < SAME_REMEMBERED * skin;
        list.retain(|known| !(near(known.places[0], one.places[0]) || near(known.places[1], one.places[1])));
        if list.len() >= MOST_REMEMBERED {
            list.remove(0);
        }
        list.push(one);
        self.partners.entry(a).or_default().insert(b);
        self.partners.entry(b).or_default().insert(a);
    }

    /// All contacts, with their pairs.
    pub(crate) fn all(&self) -> impl Iterator<Item = ([usize; 2], &Contact)> {
        self.contacts.iter().flat_map(|(pair, list)| list.iter().map(|one| (*pair, &one.contact)))
    }

    /// All bodies that have partners, with these.
    pub(crate) fn all_partners(&self) -> impl Iterator<Item = (usize, usize)> {
        self.partners.iter().flat_map(|(body, list)| list.iter().map(|partner| (*body, *partner)))
    }

    /// The bodies that a body has touched of late.
    pub(crate) fn partners(&self, body: usize) -> Vec<usize> {
        self.partners.get(&body).into_iter().flatten().copied().collect()
    }

    /// The contacts of a pair that have not parted, the smaller number first. Those that have are forgotten. `sides` are
    /// the numbers of the bodies in the instant.
    pub(crate) fn recall(
        &mut self,
        [a, b]: [usize; 2],
        sides: [usize; 2],
        instant: &WorldInstant,
        skin: f64,
    ) -> Vec<RecalledContact> {
        if a > b {
            return self.recall([b, a], [sides[1], sides[0]], instant, skin);
        }
        let Some(list) = self.contacts.get_mut(&[a, b]) else { return Vec::new() };
        let now = |one: &RememberedContact| {
            let at = |side: usize| instant.rotations[sides[side]] * one.places[side] + instant.origins[sides[side]];
            let (normal, [from, to]) = (instant.rotations[sides[0]] * one.normal, [at(0), at(1)]);
            let parted = normal.dot(to - from);
            let shift = (to - from - parted * normal).length();
            let gap = one.contact.gap + parted;
            (gap.abs() <= REMEMBERED_GAP * skin && shift <= REMEMBERED_SHIFT * skin).then(|| RecalledContact {
                a,
                b,
                contact: Contact { point: 0.5 * (from + to), normal, gap, proved: false, ..one.contact },
            })
        };
        list.retain(|one| now(one).is_some());
        let recalled: Vec<RecalledContact> = list.iter().filter_map(now).collect();
        if recalled.is_empty() {
            self.contacts.remove(&[a, b]);
            for (body, partner) in [(a, b), (b, a)] {
                if let Some(partners) = self.partners.get_mut(&body) {
                    partners.remove(&partner);
                }
            }
        }
        recalled
    }
}
