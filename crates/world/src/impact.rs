//! The response to new contacts.
//!
//! **Question.** At an instant some pairs of bodies come into contact, while other contacts continue. How do
//! all bodies move afterwards?
//!
//! **Idea.** All contacts, new and followed, enter one problem ([`ContactProblem::impact`]). A
//! slow approach does not bounce: its restitution is 0, and the contact continues. Otherwise a ball would
//! bounce infinitely often in a finite time (Zeno). Contacts that cannot be followed (sharp places of
//! curved faces, meshes with meshes, large heaps of polyhedra) hop instead: after a slow approach the bodies separate at
//! the same speed, so that every hop takes some time.
//!
//! **Guarantee.** Computed in floating point. Momentum is conserved and energy never grows, as for the
//! impulses. Hops lower than a few skins are not recorded as events.
//!
//! **Source.** Snyder et al. 1993, section 1.1, leave the response open. Hops: B. Mirtich, J. Canny,
//! *Impulse-based simulation of rigid bodies*, 1995 (microcollisions).

use crate::follow::FollowedContact;
use crate::instant::{BodyPhase, PreparedBodies, WorldInstant};
use crate::tolerance::LOWEST_HOP;
use glam::DVec3;
use tangency_detect::PairContact;
use tangency_respond::{ContactProblem, ImpactContact, Rate, ResponseContact, SolveOptions, impulses};

/// A new contact at the instant of the response.
pub(crate) struct NewContact {
    pub(crate) pair: PairContact,
    /// Approach speed before the impact, m/s.
    pub(crate) approach: f64,
    hit: ImpactContact,
    /// The contact, if it can be followed.
    pub(crate) followed: Option<FollowedContact>,
    /// Magnitude of its impulse, N·s.
    pub(crate) impulse: f64,
    /// Separation speed after the impact, m/s.
    pub(crate) leaves: f64,
}

impl NewContact {
    /// A new contact. An approach no faster than `slow` does not bounce.
    pub(crate) fn of(bodies: &PreparedBodies<'_>, instant: &WorldInstant, pair: PairContact, slow: f64) -> Self {
        let approach = -pair.contact.normal.dot(instant.slip(pair.a, pair.b, pair.contact.point));
        let followed = FollowedContact::new(bodies, instant, [pair.a, pair.b], &pair.contact);
        let material = bodies.all[pair.a].material.with(bodies.all[pair.b].material);
        let restitution = match (&followed, approach <= slow) {
            (_, false) => material.restitution,
            (Some(_), true) => 0.0,
            (None, true) => 1.0,
        };
        let (point, normal, friction) = (pair.contact.point, pair.contact.normal, material.friction);
        let hit = ImpactContact { a: pair.a, b: pair.b, point, normal, restitution, friction };
        Self { pair, approach, hit, followed, impulse: 0.0, leaves: 0.0 }
    }

    /// Makes a contact at an edge or a vertex one that is not followed.
    pub(crate) fn hop_if_sharp(&mut self, slow: f64) {
        if self.followed.as_ref().is_some_and(FollowedContact::is_sharp) {
            self.followed = None;
            if self.approach <= slow {
                self.hit.restitution = 1.0;
            }
        }
    }

    /// Whether this is the contact of bodies that hop, but too slowly to get away from each other.
    pub(crate) fn is_lower_hop(&self, slow: f64) -> bool {
        self.followed.is_none() && self.approach <= slow && self.leaves < LOWEST_HOP * slow
    }
}

/// The result of the response.
pub(crate) struct ImpactResponse {
    pub(crate) phases: Vec<BodyPhase>,
    /// Separation speeds of the followed contacts, m/s.
    pub(crate) parting: Vec<f64>,
}

/// The response to the new contacts together with the followed ones and those on which bodies rested.
pub(crate) fn respond(
    bodies: &PreparedBodies<'_>,
    time: f64,
    phases: &[BodyPhase],
    followed: &mut [FollowedContact],
    new: &mut [NewContact],
    supports: &[ImpactContact],
) -> ImpactResponse {
    let instant = bodies.instant(time, phases);
    let mut hits: Vec<ImpactContact> = new.iter().map(|one| one.hit).collect();
    for one in followed.iter_mut() {
        let (point, normal) = match one.update(bodies, &instant) {
            Some(touch) => (touch.point, touch.normal),
            None => (one.contact.point, one.contact.normal),
        };
        hits.push(ImpactContact { a: one.a, b: one.b, point, normal, restitution: 0.0, friction: one.friction });
    }
    let (first, last) = (new.len(), hits.len());
    hits.extend(supports);
    let (impulses, rates) = after_impact(&instant, &hits);
    let after = WorldInstant { rates, ..instant };
    let parting: Vec<f64> = hits.iter().map(|hit| hit.normal.dot(after.slip(hit.a, hit.b, hit.point))).collect();
    for ((one, impulse), leaves) in new.iter_mut().zip(&impulses).zip(&parting) {
        (one.impulse, one.leaves) = (DVec3::length(*impulse), *leaves);
    }
    ImpactResponse { phases: bodies.with_rates(phases, &after.rates), parting: parting[first..last].to_vec() }
}

/// The impulses of contacts and the velocities afterwards. Several contacts are solved as one problem; should it not
/// converge, and for a single contact, one contact after the other is solved until nothing changes.
fn after_impact(instant: &WorldInstant, hits: &[ImpactContact]) -> (Vec<DVec3>, Vec<Rate>) {
    if hits.len() > 1 {
        let contact = |hit: &ImpactContact| ResponseContact {
            restitution: hit.restitution,
            friction: hit.friction,
            ..ResponseContact::new(hit.a, hit.b, hit.point, hit.normal)
        };
        let contacts: Vec<ResponseContact> = hits.iter().map(contact).collect();
        let problem = ContactProblem::new(&instant.movers, &instant.rates, &contacts, &[]);
        if let Ok(impact) = problem.and_then(|problem| problem.impact(&SolveOptions::default()))
            && impact.certificate.converged
        {
            return (impact.impulses.contacts.iter().map(|wrench| wrench.force).collect(), impact.rates);
        }
    }
    let response = impulses(&instant.movers, &instant.rates, hits);
    (response.impulses, response.rates)
}
