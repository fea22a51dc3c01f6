//! The impulses of simultaneous impacts.
//!
//! **Question.** Rigid bodies touch at several points at once and approach at some of them. Which impulses separate
//! them?
//!
//! **Idea.** Newton's impact law along every normal: a contact with approach speed v separates with at least e·v,
//! and a contact that separates faster has no impulse. Coulomb's law in the tangent plane: the impulse stays within
//! the cone |p_t| ≤ μ·p_n. It sticks if it can; otherwise it opposes the remaining slip. Projected Gauss–Seidel:
//! solve each contact in turn as if the others were known, until nothing changes. Two safeguards:
//!
//! - Newton's law with friction can create energy in corner cases (T. Kane, 1984). Then all restitutions are
//!   lowered by a common factor, found by bisection.
//! - Contacts that jam against each other may oscillate forever. Then all friction coefficients are halved until
//!   the iteration converges. Without friction it does, because the problem is convex.
//!
//! **Guarantee.** Computed, not proved. Momentum and angular momentum are conserved to rounding, whatever the
//! number of iterations. Energy never grows: with all restitutions 0 the change is ΔT = pᵀu⁺ − ½ pᵀWp. The first
//! term is the work of friction on the remaining slip, never positive, and W is positive semidefinite.
//!
//! **Cost.** A dozen products of 3×3 matrices per contact and iteration; one iteration for one contact, hundreds
//! for redundant ones.
//!
//! **Source.** J. J. Moreau, *Unilateral contact and dry friction in finite freedom dynamics*, 1988; M. Jean, *The
//! non-smooth contact dynamics method*, 1999, for the Gauss–Seidel iteration. Snyder et al. 1993 do not cover the
//! response (section 1.1).

use crate::tolerance::{
    CONVERGED, ENERGY_ROUNDING, LEAST_FRICTION_FACTOR, MOST_ITERATIONS, RESTITUTION_BISECTIONS, SLIP_CORRECTIONS,
};
use crate::{Rate, ResponseBody};
use glam::{DMat3, DVec3};

/// A contact that may be an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactContact {
    /// Index of the first body.
    pub a: usize,
    /// Index of the second body.
    pub b: usize,
    /// The contact point.
    pub point: DVec3,
    /// Unit normal from `a` to `b`.
    pub normal: DVec3,
    /// The coefficient of restitution: the fraction of the approach speed that is returned.
    pub restitution: f64,
    /// Coulomb's friction coefficient.
    pub friction: f64,
}

/// The effect of impacts.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// The impulse on `b` of every contact, in newton seconds; `a` receives the opposite.
    pub impulses: Vec<DVec3>,
    /// The velocities afterwards.
    pub rates: Vec<Rate>,
    /// The number of Gauss–Seidel iterations.
    pub iterations: usize,
    /// The factor by which restitutions were lowered so that no energy is created: 1 except in corner cases.
    pub restitution_factor: f64,
    /// The factor by which friction was lowered because jammed contacts did not converge: 1 except in corner cases.
    pub friction_factor: f64,
}

impl Response {
    /// Whether the iteration converged before its limit.
    #[must_use]
    pub fn converged(&self) -> bool {
        self.iterations < MOST_ITERATIONS
    }
}

/// Factors applied to all restitutions and to all friction coefficients.
#[derive(Clone, Copy)]
struct ResponseFactors {
    restitution: f64,
    friction: f64,
}

/// The impulses of contacts between bodies with these velocities.
#[must_use]
pub fn impulses(bodies: &[ResponseBody], before: &[Rate], impacts: &[ImpactContact]) -> Response {
    let energy = |rates: &[Rate]| bodies.iter().zip(rates).map(|(body, rate)| body.energy(*rate)).sum::<f64>();
    let start = energy(before);
    let creates_no_energy = |response: &Response| {
        let (end, work) = (energy(&response.rates), work(bodies, before, impacts, &response.impulses));
        end - start - work <= ENERGY_ROUNDING * (start + end + work.abs())
    };
    let full = solve_with_less_friction(bodies, before, impacts, ResponseFactors { restitution: 1.0, friction: 1.0 });
    if creates_no_energy(&full) {
        return full;
    }
    let at = |restitution: f64| {
        solve_with_less_friction(
            bodies,
            before,
            impacts,
            ResponseFactors { restitution, friction: full.friction_factor },
        )
    };
    let (mut best, mut lower, mut upper) = (at(0.0), 0.0, 1.0);
    for _ in 0..RESTITUTION_BISECTIONS {
        let middle = 0.5 * (lower + upper);
        let tried = at(middle);
        if creates_no_energy(&tried) {
            (best, lower) = (tried, middle);
        } else {
            upper = middle;
        }
    }
    best
}

/// The work that bodies with prescribed motion (paddles, conveyors) do on the others. This energy is supplied, not
/// created.
fn work(bodies: &[ResponseBody], before: &[Rate], impacts: &[ImpactContact], impulses: &[DVec3]) -> f64 {
    let of = |body: usize, impact: &ImpactContact, impulse: DVec3| match bodies[body].inverse_mass {
        0.0 => impulse.dot(bodies[body].rate_at(before[body], impact.point)),
        _ => 0.0,
    };
    impacts
        .iter()
        .zip(impulses)
        .map(|(impact, &impulse)| of(impact.a, impact, impulse) - of(impact.b, impact, impulse))
        .sum()
}

/// The impulses with the largest fraction of friction that converges: the given one, half of it, a quarter, …,
/// none.
fn solve_with_less_friction(
    bodies: &[ResponseBody],
    before: &[Rate],
    impacts: &[ImpactContact],
    mut factors: ResponseFactors,
) -> Response {
    loop {
        let response = solve_contacts(bodies, before, impacts, factors);
        if response.converged() || factors.friction == 0.0 {
            return response;
        }
        factors.friction = if factors.friction > LEAST_FRICTION_FACTOR { 0.5 * factors.friction } else { 0.0 };
    }
}

/// A contact with the quantities that are constant during the iteration.
struct SolvedContact<'a> {
    impact: &'a ImpactContact,
    friction: f64,
    /// The relative velocity per unit of impulse.
    mobility: DMat3,
    inverse: DMat3,
    /// The least normal velocity afterwards.
    least_separation: f64,
}

fn solve_contacts(
    bodies: &[ResponseBody],
    before: &[Rate],
    impacts: &[ImpactContact],
    factors: ResponseFactors,
) -> Response {
    let mut rates = before.to_vec();
    let mut impulses = vec![DVec3::ZERO; impacts.len()];
    let mut fastest = 0.0_f64;
    let contacts: Vec<SolvedContact<'_>> = impacts
        .iter()
        .map(|impact| {
            let relative = slip(bodies, before, impact);
            let approach = relative.dot(impact.normal);
            fastest = fastest.max(relative.length());
            let mobility = bodies[impact.a].mobility(impact.point, impact.point)
                + bodies[impact.b].mobility(impact.point, impact.point);
            SolvedContact {
                impact,
                friction: factors.friction * impact.friction,
                mobility,
                inverse: mobility.inverse(),
                least_separation: -(factors.restitution * impact.restitution * approach.min(0.0)),
            }
        })
        .collect();
    let mut iterations = 0;
    while iterations < MOST_ITERATIONS {
        iterations += 1;
        let mut largest = 0.0_f64;
        for (contact, impulse) in contacts.iter().zip(&mut impulses) {
            let impact = contact.impact;
            let free = slip(bodies, &rates, impact) - contact.mobility * *impulse;
            let new = contact.impulse(free, *impulse);
            let change = new - *impulse;
            *impulse = new;
            bodies[impact.a].push(&mut rates[impact.a], impact.point, -change);
            bodies[impact.b].push(&mut rates[impact.b], impact.point, change);
            largest = largest.max((contact.mobility * change).length());
        }
        if largest <= CONVERGED * fastest {
            break;
        }
    }
    Response { impulses, rates, iterations, restitution_factor: factors.restitution, friction_factor: factors.friction }
}

/// The velocity of `b` relative to `a` at the contact point.
fn slip(bodies: &[ResponseBody], rates: &[Rate], impact: &ImpactContact) -> DVec3 {
    bodies[impact.b].rate_at(rates[impact.b], impact.point) - bodies[impact.a].rate_at(rates[impact.a], impact.point)
}

impl SolvedContact<'_> {
    /// The impulse of this contact alone, given the relative velocity without it.
    fn impulse(&self, free: DVec3, last: DVec3) -> DVec3 {
        let (normal, friction) = (self.impact.normal, self.friction);
        if free.dot(normal) >= self.least_separation {
            return DVec3::ZERO;
        }
        let sticking = self.inverse * (self.least_separation * normal - free);
        let along = sticking.dot(normal);
        if friction > 0.0 && along >= 0.0 && sticking.reject_from_normalized(normal).length() <= friction * along {
            return sticking;
        }
        self.slipping(free, last)
    }

    /// The impulse of a slipping contact: friction is at its limit, against the remaining slip.
    fn slipping(&self, free: DVec3, last: DVec3) -> DVec3 {
        let (normal, friction) = (self.impact.normal, self.friction);
        let stiffness = normal.dot(self.mobility * normal);
        let trace = self.mobility.x_axis.x + self.mobility.y_axis.y + self.mobility.z_axis.z - stiffness;
        let mut impulse = last;
        for _ in 0..SLIP_CORRECTIONS {
            let across = impulse.reject_from_normalized(normal);
            let velocity = free + self.mobility * impulse;
            let along = (impulse.dot(normal) + (self.least_separation - velocity.dot(normal)) / stiffness).max(0.0);
            let mut held = DVec3::ZERO;
            if friction > 0.0 {
                let slip = (free + self.mobility * (along * normal + across)).reject_from_normalized(normal);
                held = (across - slip / trace).clamp_length_max(friction * along);
            }
            impulse = along * normal + held;
        }
        impulse
    }
}
