//! The impulses of simultaneous impacts.
//!
//! **Question.** Rigid bodies touch at several places at once and approach at some of them: which impulses drive them apart?
//!
//! **Idea.** Newton's law along every normal: what approached at speed v leaves at e·v at least, and a contact that leaves faster has no
//! impulse. Coulomb's law across it: the impulse stays within the cone |p_t| ≤ μ·p_n, sticks if it can, and otherwise opposes the slip that
//! is left. All contacts are visited in turn, each solved as if the others were known, until nothing changes (projected Gauss–Seidel).
//! Newton's law with friction can make energy in corner cases (T. Kane, 1984); then all restitutions are lowered by a common factor, found
//! by halving, until it does not. Contacts that jam against each other may swing for ever; then all frictions are halved until they settle.
//! Without friction they do: it is a convex problem.
//!
//! **Guarantee.** None is proved: it is computed. Momentum and angular momentum are kept to rounding, whatever the number of rounds. Energy
//! never grows: with all restitutions 0 the change is ΔT = pᵀu⁺ − ½ pᵀWp, where the first term is the work of friction on the slip that is
//! left, never positive, and W is positive semidefinite.
//!
//! **Cost.** A dozen products of 3×3 matrices a visit; one round for one contact, hundreds for redundant ones.
//!
//! **Source.** J. J. Moreau, *Unilateral contact and dry friction in finite freedom dynamics*, 1988; M. Jean, *The non-smooth contact
//! dynamics method*, 1999, for the visits in turn. Snyder et al. 1993 leave the response to others (section 1.1).

use crate::tolerance::{ENERGY_ROUNDING, LEAST_FRICTION, MOST_ROUNDS, RESTITUTION_HALVINGS, SETTLED, SLIP_ROUNDS};
use crate::{Mover, Rate};
use glam::{DMat3, DVec3};

/// A contact that may be an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// First body, by its place in the list.
    pub a: usize,
    /// Second body.
    pub b: usize,
    /// Where they touch.
    pub point: DVec3,
    /// Unit normal from `a` to `b`.
    pub normal: DVec3,
    /// How much of the approach speed comes back.
    pub restitution: f64,
    /// Coulomb's coefficient.
    pub friction: f64,
}

/// What impacts do.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// The impulse on `b` of every contact; `a` receives the opposite. Newton seconds.
    pub impulses: Vec<DVec3>,
    /// The velocities afterwards.
    pub rates: Vec<Rate>,
    /// How often every contact was visited.
    pub rounds: usize,
    /// The factor by which restitutions were lowered so that no energy is made: 1 in all but corner cases.
    pub kept: f64,
    /// The factor by which frictions were lowered because jammed contacts did not settle: 1 in all but corner cases.
    pub gripped: f64,
}

/// How much of restitution and of friction counts.
#[derive(Clone, Copy)]
struct Shares {
    restitution: f64,
    friction: f64,
}

/// The impulses of contacts between bodies with these velocities.
#[must_use]
pub fn impulses(movers: &[Mover], before: &[Rate], hits: &[Hit]) -> Response {
    let energy = |rates: &[Rate]| movers.iter().zip(rates).map(|(mover, rate)| mover.energy(*rate)).sum::<f64>();
    let start = energy(before);
    let makes_none = |response: &Response| {
        let (end, work) = (energy(&response.rates), work(movers, before, hits, &response.impulses));
        end - start - work <= ENERGY_ROUNDING * (start + end + work.abs())
    };
    let full = settle_with_less(movers, before, hits, Shares { restitution: 1.0, friction: 1.0 });
    if makes_none(&full) {
        return full;
    }
    let at = |restitution: f64| settle_with_less(movers, before, hits, Shares { restitution, friction: full.gripped });
    let (mut fine, mut lower, mut upper) = (at(0.0), 0.0, 1.0);
    for _ in 0..RESTITUTION_HALVINGS {
        let middle = 0.5 * (lower + upper);
        let tried = at(middle);
        if makes_none(&tried) {
            (fine, lower) = (tried, middle);
        } else {
            upper = middle;
        }
    }
    fine
}

/// What bodies that move and are moved by nothing (paddles, conveyors) do to the others: that energy is not made, it is theirs.
fn work(movers: &[Mover], before: &[Rate], hits: &[Hit], impulses: &[DVec3]) -> f64 {
    let of = |body: usize, hit: &Hit, impulse: DVec3| match movers[body].inverse_mass {
        0.0 => impulse.dot(movers[body].rate_at(before[body], hit.point)),
        _ => 0.0,
    };
    hits.iter().zip(impulses).map(|(hit, &impulse)| of(hit.a, hit, impulse) - of(hit.b, hit, impulse)).sum()
}

/// The impulses with as much of the friction as settles: all of its share, half, a quarter, …, none.
fn settle_with_less(movers: &[Mover], before: &[Rate], hits: &[Hit], mut shares: Shares) -> Response {
    loop {
        let response = settle(movers, before, hits, shares);
        if response.rounds < MOST_ROUNDS || shares.friction == 0.0 {
            return response;
        }
        shares.friction = if shares.friction > LEAST_FRICTION { 0.5 * shares.friction } else { 0.0 };
    }
}

/// A contact with what does not change while it is visited.
struct Visited<'hit> {
    hit: &'hit Hit,
    friction: f64,
    /// How the relative velocity answers to the impulse.
    answer: DMat3,
    inverse: DMat3,
    /// The least normal velocity afterwards.
    leaves: f64,
}

fn settle(movers: &[Mover], before: &[Rate], hits: &[Hit], shares: Shares) -> Response {
    let mut rates = before.to_vec();
    let mut impulses = vec![DVec3::ZERO; hits.len()];
    let mut fastest = 0.0_f64;
    let visited: Vec<Visited<'_>> = hits
        .iter()
        .map(|hit| {
            let relative = slip(movers, before, hit);
            let approach = relative.dot(hit.normal);
            fastest = fastest.max(relative.length());
            let answer = movers[hit.a].answer(hit.point, hit.point) + movers[hit.b].answer(hit.point, hit.point);
            Visited {
                hit,
                friction: shares.friction * hit.friction,
                answer,
                inverse: answer.inverse(),
                leaves: -(shares.restitution * hit.restitution * approach.min(0.0)),
            }
        })
        .collect();
    let mut rounds = 0;
    while rounds < MOST_ROUNDS {
        rounds += 1;
        let mut largest = 0.0_f64;
        for (contact, impulse) in visited.iter().zip(&mut impulses) {
            let hit = contact.hit;
            let free = slip(movers, &rates, hit) - contact.answer * *impulse;
            let new = contact.solved(free, *impulse);
            let change = new - *impulse;
            *impulse = new;
            movers[hit.a].push(&mut rates[hit.a], hit.point, -change);
            movers[hit.b].push(&mut rates[hit.b], hit.point, change);
            largest = largest.max((contact.answer * change).length());
        }
        if largest <= SETTLED * fastest {
            break;
        }
    }
    Response { impulses, rates, rounds, kept: shares.restitution, gripped: shares.friction }
}

/// The velocity of `b` relative to `a` where they touch.
fn slip(movers: &[Mover], rates: &[Rate], hit: &Hit) -> DVec3 {
    movers[hit.b].rate_at(rates[hit.b], hit.point) - movers[hit.a].rate_at(rates[hit.a], hit.point)
}

impl Visited<'_> {
    /// The impulse of this contact alone, given the relative velocity without it.
    fn solved(&self, free: DVec3, last: DVec3) -> DVec3 {
        let (normal, friction) = (self.hit.normal, self.friction);
        if free.dot(normal) >= self.leaves {
            return DVec3::ZERO;
        }
        let sticking = self.inverse * (self.leaves * normal - free);
        let along = sticking.dot(normal);
        if friction > 0.0 && along >= 0.0 && sticking.reject_from_normalized(normal).length() <= friction * along {
            return sticking;
        }
        self.slipping(free, last)
    }

    /// It slips: friction is at its limit, against the slip that is left.
    fn slipping(&self, free: DVec3, last: DVec3) -> DVec3 {
        let (normal, friction) = (self.hit.normal, self.friction);
        let stiffness = normal.dot(self.answer * normal);
        let trace = self.answer.x_axis.x + self.answer.y_axis.y + self.answer.z_axis.z - stiffness;
        let mut impulse = last;
        for _ in 0..SLIP_ROUNDS {
            let across = impulse.reject_from_normalized(normal);
            let velocity = free + self.answer * impulse;
            let along = (impulse.dot(normal) + (self.leaves - velocity.dot(normal)) / stiffness).max(0.0);
            let mut held = DVec3::ZERO;
            if friction > 0.0 {
                let slip = (free + self.answer * (along * normal + across)).reject_from_normalized(normal);
                held = (across - slip / trace).clamp_length_max(friction * along);
            }
            impulse = along * normal + held;
        }
        impulse
    }
}
