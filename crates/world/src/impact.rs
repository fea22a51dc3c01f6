//! The response to new contacts.
//!
//! **Question.** At an instant some pairs of bodies come into contact, while other contacts continue. How do
//! all bodies move afterwards?
//!
//! **Idea.** All contacts, new and followed, enter one problem, which the response of the run solves
//! ([`ImpactResponse`]). A slow approach does not bounce: its restitution is 0, and the contact continues. Otherwise a ball would
//! bounce infinitely often in a finite time (Zeno). Contacts that cannot be followed (sharp places of
//! curved faces, meshes with meshes, large heaps of polyhedra) hop instead: after a slow approach the bodies separate at
//! the same speed, so that every hop takes some time.
//!
//! **Guarantee.** Computed in floating point. Momentum is conserved and energy never grows, as for the
//! responses. A problem that cannot be posed is an error that names the bodies. One that does not converge is given to
//! the substitute of the response; if that does not converge either, the better of both is used. Both are counted
//! ([`ResponseQuality`]). Hops lower than a few skins are not recorded as events.
//!
//! **Source.** Snyder et al. 1993, section 1.1, leave the response open. Hops: B. Mirtich, J. Canny,
//! *Impulse-based simulation of rigid bodies*, 1995 (microcollisions).

use crate::engine::RunContext;
use crate::follow::FollowedContact;
use crate::history::ResponseQuality;
use crate::instant::{BodyPhase, PreparedBodies, WorldInstant};
use crate::tolerance::LOWEST_HOP;
use crate::{RunOptions, WorldError};
use tangency_detect::PairContact;
use tangency_respond::{
    ContactProblem, Impact, ImpactContact, ImpactResponse, ProblemError, Rate, ResponseContact, impulses,
};

/// A new contact at the instant of the response.
pub(crate) struct NewContact {
    pub(crate) pair: PairContact,
    /// Approach speed before the impact, m/s.
    pub(crate) approach: f64,
    hit: ResponseContact,
    /// The contact, if it can be followed.
    pub(crate) followed: Option<FollowedContact>,
    /// Magnitude of its impulse, N·s.
    pub(crate) impulse: f64,
    /// Separation speed after the impact, m/s.
    pub(crate) leaves: f64,
}

impl NewContact {
    /// A new contact at an instant, s. An approach no faster than `slow` does not bounce.
    pub(crate) fn of(
        (bodies, time): (&PreparedBodies<'_>, f64),
        instant: &WorldInstant,
        pair: PairContact,
        slow: f64,
    ) -> Self {
        let mut followed = FollowedContact::new(bodies, instant, [pair.a, pair.b], &pair.contact);
        // The detection may tell where the bodies will touch a skin later. The impact takes place at their closest
        // points.
        let later = followed.as_mut().filter(|_| pair.contact.time.lower() > time);
        let touch = later.and_then(|one| one.update(bodies, instant));
        let (point, normal) =
            touch.map_or((pair.contact.point, pair.contact.normal), |touch| (touch.point, touch.normal));
        let approach = -normal.dot(instant.slip(pair.a, pair.b, point));
        let material = bodies.all[pair.a].material.with(bodies.all[pair.b].material);
        let restitution = match (&followed, approach <= slow) {
            (_, false) => material.restitution,
            (Some(_), true) => 0.0,
            (None, true) => 1.0,
        };
        let hit = ResponseContact {
            restitution,
            ..rough(bodies, [pair.a, pair.b], ResponseContact::new(pair.a, pair.b, point, normal))
        };
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

/// The contact of two bodies with the friction of their materials.
pub(crate) fn rough(bodies: &PreparedBodies<'_>, [a, b]: [usize; 2], contact: ResponseContact) -> ResponseContact {
    let material = bodies.all[a].material.with(bodies.all[b].material);
    let (friction, torsion, rolling) = (material.friction, material.torsion, material.rolling);
    ResponseContact { friction, torsion, rolling, ..contact }
}

/// The result of the response.
pub(crate) struct AfterImpact {
    pub(crate) phases: Vec<BodyPhase>,
    /// Separation speeds of the followed contacts, m/s.
    pub(crate) parting: Vec<f64>,
}

/// The response to the new contacts together with the followed ones and those on which bodies rested.
pub(crate) fn respond(
    (bodies, time, phases): (&PreparedBodies<'_>, f64, &[BodyPhase]),
    followed: &mut [FollowedContact],
    new: &mut [NewContact],
    supports: &[ImpactContact],
    run: &mut RunContext<'_>,
) -> Result<AfterImpact, WorldError> {
    let instant = bodies.instant(time, phases);
    let mut hits: Vec<ResponseContact> = new.iter().map(|one| one.hit).collect();
    let resting = |a, b, point, normal| rough(bodies, [a, b], ResponseContact::new(a, b, point, normal));
    for one in followed.iter_mut() {
        let (point, normal) = match one.update(bodies, &instant) {
            Some(touch) => (touch.point, touch.normal),
            None => (one.contact.point, one.contact.normal),
        };
        let hit = resting(one.a, one.b, point, normal);
        // A shock travels through bodies that touch as through bodies with a tiny gap. Edges and vertices come in
        // groups, which would rattle.
        let material = bodies.all[one.a].material.with(bodies.all[one.b].material);
        let restitution = if one.is_sharp() { 0.0 } else { material.restitution };
        hits.push(ResponseContact { restitution, ..hit });
    }
    let (first, last) = (new.len(), hits.len());
    hits.extend(supports.iter().map(|one| resting(one.a, one.b, one.point, one.normal)));
    let found = after_impact(&instant, &hits, run.options, &mut run.quality);
    let (impulses, rates) = found.map_err(|source| named(bodies, time, &hits, source))?;
    let after = WorldInstant { rates, ..instant };
    let parting: Vec<f64> = hits.iter().map(|hit| hit.normal.dot(after.slip(hit.a, hit.b, hit.point))).collect();
    for ((one, impulse), leaves) in new.iter_mut().zip(&impulses).zip(&parting) {
        (one.impulse, one.leaves) = (*impulse, *leaves);
    }
    Ok(AfterImpact { phases: bodies.with_rates(phases, &after.rates), parting: parting[first..last].to_vec() })
}

/// The magnitudes of the impulses of contacts, and the velocities afterwards.
fn after_impact(
    instant: &WorldInstant,
    hits: &[ResponseContact],
    options: &RunOptions,
    quality: &mut ResponseQuality,
) -> Result<(Vec<f64>, Vec<Rate>), ProblemError> {
    let problem = ContactProblem::new(&instant.movers, &instant.rates, hits, &[])?;
    if let [hit] = hits
        && let Some(found) = single(instant, hit, options.response)
    {
        return Ok(found);
    }
    let impact = solved(&problem, options.response, quality)?;
    let magnitudes = impact.impulses.contacts.iter().map(|wrench| wrench.force.length()).collect();
    Ok((magnitudes, impact.rates))
}

/// The impulse of one contact that does not slip afterwards, or has no friction: it has a closed form, for which all
/// responses agree. `None` if this needs the problem.
fn single(instant: &WorldInstant, hit: &ResponseContact, response: ImpactResponse) -> Option<(Vec<f64>, Vec<Rate>)> {
    let &ResponseContact { a, b, point, normal, restitution, friction, torsion, rolling, .. } = hit;
    if !response.has_friction() || (friction == 0.0 && torsion == 0.0 && rolling == 0.0) {
        let alone = ImpactContact { a, b, point, normal, restitution, friction: 0.0 };
        let found = impulses(&instant.movers, &instant.rates, &[alone]);
        let lengths = found.impulses.iter().map(|impulse| impulse.length()).collect();
        return found.converged().then_some((lengths, found.rates));
    }
    if torsion > 0.0 || rolling > 0.0 { None } else { sticking(instant, hit) }
}

/// The impulse after which nothing slips at a contact; `None` if it is not within the cone, or makes energy (T. Kane,
/// 1984).
fn sticking(instant: &WorldInstant, hit: &ResponseContact) -> Option<(Vec<f64>, Vec<Rate>)> {
    let &ResponseContact { a, b, point, normal, restitution, friction, .. } = hit;
    let before = instant.slip(a, b, point);
    let approach = before.dot(normal);
    let mut rates = instant.rates.clone();
    if approach >= 0.0 {
        return Some((vec![0.0], rates));
    }
    let after = -restitution * approach * normal;
    let mobility = [a, b].map(|body| instant.movers[body].mobility(point, point));
    let impulse = (mobility[0] + mobility[1]).inverse() * (after - before);
    let holds = impulse.reject_from_normalized(normal).length() <= friction * impulse.dot(normal);
    if !holds || impulse.dot(before + after) > 0.0 {
        return None;
    }
    rates[a] = instant.movers[a].pushed(rates[a], point, -impulse);
    rates[b] = instant.movers[b].pushed(rates[b], point, impulse);
    Some((vec![impulse.length()], rates))
}

/// The impact of several contacts, by the response or its substitute.
fn solved(
    problem: &ContactProblem,
    response: ImpactResponse,
    quality: &mut ResponseQuality,
) -> Result<Impact, ProblemError> {
    let first = response.respond(problem)?;
    let other = if first.certificate.converged { None } else { Some(response.substitute().respond(problem)?) };
    let share = |impact: &Impact| impact.certificate.residual / impact.certificate.scale.max(f64::MIN_POSITIVE);
    quality.problems += 1;
    let best = match other {
        Some(other) if other.certificate.converged => {
            quality.substituted += 1;
            other
        }
        Some(other) => {
            quality.unconverged += 1;
            if share(&other) < share(&first) { other } else { first }
        }
        None => first,
    };
    quality.add(share(&best), best.certificate.gap);
    Ok(best)
}

/// The error of a problem, with the names of its bodies.
fn named(bodies: &PreparedBodies<'_>, time: f64, hits: &[ResponseContact], source: ProblemError) -> WorldError {
    let name = |body: usize| bodies.all.get(body).map_or_else(String::new, |body| body.name.clone());
    #[allow(clippy::wildcard_enum_match_arm, reason = "the list may grow")]
    match source {
        ProblemError::MassRatio { a, b, masses } => {
            let ratio = masses[0].max(masses[1]) / masses[0].min(masses[1]);
            return WorldError::MassRatio { a: name(a), b: name(b), masses, ratio, time };
        }
        ProblemError::Body { body, what } => {
            return WorldError::Response { bodies: format!("\"{}\"", name(body)), time, what };
        }
        ProblemError::Contact { contact, what } => {
            let pair = |hit: &ResponseContact| format!("\"{}\" and \"{}\"", name(hit.a), name(hit.b));
            return WorldError::Response { bodies: hits.get(contact).map_or_else(String::new, pair), time, what };
        }
        // The others concern all bodies.
        _ => {}
    }
    let all: Vec<String> = bodies.all.iter().map(|body| format!("\"{}\"", body.name)).collect();
    WorldError::Response { bodies: all.join(", "), time, what: source.to_string() }
}
