//! What new contacts do.
//!
//! **Question.** At an instant some pairs of bodies come into contact, while other contacts continue: how do all move on?
//!
//! **Idea.** All contacts take part, new and followed, in one system of impulses ([`tangency_respond::impulses`]). What approaches slowly
//! does not bounce: its restitution counts as 0, and it continues. Otherwise a ball would bounce infinitely often in a finite time (Zeno).
//! Contacts that cannot be followed (edges, vertices, flat on flat, meshes with meshes) hop instead: what approaches slowly leaves as fast,
//! so that every hop takes some time.
//!
//! **Guarantee.** Computed; momentum is kept and energy never grows, as for the impulses. Hops lower than a few skins are no events of the history.
//!
//! **Source.** Snyder et al. 1993, section 1.1, leave it open; hops: B. Mirtich, J. Canny, *Impulse-based simulation of rigid bodies*, 1995
//! (microcollisions).

use crate::follow::Followed;
use crate::instant::{Instant, Matters, Phase};
use glam::DVec3;
use tangency_detect::PairContact;
use tangency_respond::{Hit, impulses};

/// A new contact at the instant of the response.
pub(crate) struct New {
    pub(crate) pair: PairContact,
    /// How fast the bodies approach there, before.
    pub(crate) approach: f64,
    hit: Hit,
    /// The contact, if it can be followed.
    pub(crate) followed: Option<Followed>,
    /// The size of its impulse.
    pub(crate) impulse: f64,
    /// How fast they separate, after.
    pub(crate) leaves: f64,
}

impl New {
    /// The contact; what approaches no faster than `slow` does not bounce.
    pub(crate) fn of(matters: &Matters<'_>, instant: &Instant, pair: PairContact, slow: f64) -> Self {
        let approach = -pair.contact.normal.dot(instant.slip(pair.a, pair.b, pair.contact.point));
        let followed = Followed::new(matters, instant, [pair.a, pair.b], &pair.contact);
        let material = matters.bodies[pair.a].material.with(matters.bodies[pair.b].material);
        let restitution = match (&followed, approach <= slow) {
            (_, false) => material.restitution,
            (Some(_), true) => 0.0,
            (None, true) => 1.0,
        };
        let (point, normal, friction) = (pair.contact.point, pair.contact.normal, material.friction);
        let hit = Hit { a: pair.a, b: pair.b, point, normal, restitution, friction };
        Self { pair, approach, hit, followed, impulse: 0.0, leaves: 0.0 }
    }
}

/// What is left after the response.
pub(crate) struct Responded {
    pub(crate) phases: Vec<Phase>,
    /// How fast the bodies of the followed contacts separate.
    pub(crate) parting: Vec<f64>,
}

/// The response of new contacts, with those that are followed.
pub(crate) fn respond(
    matters: &Matters<'_>,
    time: f64,
    phases: &[Phase],
    followed: &mut [Followed],
    new: &mut [New],
) -> Responded {
    let instant = matters.instant(time, phases);
    let mut hits: Vec<Hit> = new.iter().map(|one| one.hit).collect();
    for one in followed.iter_mut() {
        let (point, normal) = match one.update(matters, &instant) {
            Some(touch) => (touch.point, touch.normal),
            None => (one.contact.point, one.contact.normal),
        };
        hits.push(Hit { a: one.a, b: one.b, point, normal, restitution: 0.0, friction: one.friction });
    }
    let response = impulses(&instant.movers, &instant.rates, &hits);
    let after = Instant { rates: response.rates, ..instant };
    let parting: Vec<f64> = hits.iter().map(|hit| hit.normal.dot(after.slip(hit.a, hit.b, hit.point))).collect();
    for ((one, impulse), leaves) in new.iter_mut().zip(&response.impulses).zip(&parting) {
        (one.impulse, one.leaves) = (DVec3::length(*impulse), *leaves);
    }
    Responded { phases: matters.with_rates(phases, &after.rates), parting: parting[new.len()..].to_vec() }
}
