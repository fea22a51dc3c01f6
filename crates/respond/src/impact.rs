//! Post-impact velocities of simultaneous impacts with restitution.
//!
//! **Question.** Bodies touch at many points at once and approach at some. Which velocities do they have afterwards?
//!
//! **Idea.** Rounds. In every round, the contacts that approach return their restitution of the approach speed or more
//! (equation 28); contacts that separate or rest take no part. That may make other contacts approach: they are the next
//! round. So a shock travels through a row of balls as it does in Newton's cradle, and impacts that are symmetric stay
//! symmetric. Contacts without restitution that rest take part in every round, so that inelastic impacts end in one. A
//! contact that has been hit many times loses its restitution: the many small impacts of a collapse end. Should rounds
//! be used up, or one not converge, all contacts are solved together without restitution.
//!
//! Newton's law with friction can create energy in corner cases (T. Kane, 1984). The restitutions of that round are
//! then lowered by a common factor.
//!
//! **Guarantee.** Computed, not proved. Momentum is kept to rounding. In a round without friction the energy changes by
//! Σ ½·p·(1 − e)·u, with approach speeds u < 0 before the round: it is never created for e from 0 to 1. With friction
//! it is measured and the restitution lowered. When it converged, nothing approaches afterwards.
//!
//! **Cost.** That of the method for one problem, times the number of rounds.
//!
//! **Source.** Redon in Teschner et al. 2006, equation 28; B. Smith, D. Kaufman, E. Vouga, R. Tamstorf, E. Grinspun,
//! *Reflections on simultaneous impact*, 2012, for rounds over the approaching contacts.

use crate::Ending;
use crate::system::System;
use crate::tolerance::{COLLAPSE, ENERGY_ROUNDING, IMPACT_ROUNDS, RESTING, RESTITUTION_BISECTIONS};
use crate::{
    Certificate, ContactProblem, Impulses, ProblemError, Rate, ResponseContact, Solution, SolveOptions, Wrench,
};

/// The effect of an impact.
#[derive(Clone, Debug, PartialEq)]
pub struct Impact {
    /// The sum of the impulses of all rounds.
    pub impulses: Impulses,
    /// The velocities afterwards.
    pub rates: Vec<Rate>,
    /// Number of rounds.
    pub rounds: usize,
    /// The least factor by which restitutions were lowered in a round so that no energy is created: 1 except in corner
    /// cases with friction.
    pub restitution_factor: f64,
    /// The worst certificate of all rounds; `approach` is the fastest approach that is left in the end.
    pub certificate: Certificate,
}

impl ContactProblem {
    /// The velocities after an impact. `free` are the velocities before; contacts that approach are hit. The options
    /// are those of the problem of each round; a warm start is not used.
    ///
    /// ```
    /// use glam::{DMat3, DVec3};
    /// use tangency_respond::{ContactProblem, Inertia, Rate, ResponseBody, ResponseContact, SolveOptions};
    ///
    /// // Newton's cradle: the first of three balls arrives, the last one leaves.
    /// let ball = Inertia::sphere(1.0, 0.5)?;
    /// let bodies = [0.0, 1.0, 2.0].map(|x| ResponseBody::new(&ball, DMat3::IDENTITY, x * DVec3::X));
    /// let mut before = [Rate::default(); 3];
    /// before[0].linear = DVec3::X;
    /// let touch = |a: usize| ResponseContact {
    ///     restitution: 1.0,
    ///     ..ResponseContact::new(a, a + 1, (a as f64 + 0.5) * DVec3::X, DVec3::X)
    /// };
    /// let impact = ContactProblem::new(&bodies, &before, &[touch(0), touch(1)], &[])?.impact(&SolveOptions::default())?;
    /// assert!(impact.rates[0].linear.length() < 1e-14 && impact.rates[2].linear.distance(DVec3::X) < 1e-14);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn impact(&self, options: &SolveOptions<'_>) -> Result<Impact, ProblemError> {
        Rounds::new(self, SolveOptions { warm: None, ..*options }).run()
    }

    /// The velocities after an impact in which every contact takes part once, whether it approaches or rests.
    pub(crate) fn impact_at_once(&self, options: &SolveOptions<'_>) -> Result<Impact, ProblemError> {
        Rounds::new(self, SolveOptions { warm: None, ..*options }).run_once()
    }
}

struct Rounds<'a> {
    problem: &'a ContactProblem,
    options: SolveOptions<'a>,
    rates: Vec<Rate>,
    impulses: Impulses,
    /// How often each contact was hit.
    hits: Vec<usize>,
    /// The approach speed that counts as rest.
    resting: f64,
    worst: Option<Certificate>,
    restitution_factor: f64,
}

impl<'a> Rounds<'a> {
    fn new(problem: &'a ContactProblem, options: SolveOptions<'a>) -> Self {
        let count = problem.contacts().len();
        let impulses = Impulses { contacts: vec![Wrench::default(); count], rows: vec![0.0; problem.rows().len()] };
        let system = System::new(problem);
        let scale = system.certificate(&vec![0.0; system.rows.len()], 0.0, 0).scale;
        let (rates, hits) = (problem.free().to_vec(), vec![0; count]);
        let resting = RESTING.max(2.0 * options.tolerance) * scale;
        Self { problem, options, rates, impulses, hits, resting, worst: None, restitution_factor: 1.0 }
    }

    fn speed(&self, contact: &ResponseContact) -> f64 {
        contact.relative_rate(self.problem.bodies(), &self.rates).dot(contact.normal)
    }

    fn restitution(&self, index: usize) -> f64 {
        if self.hits[index] < COLLAPSE { self.problem.contacts()[index].restitution } else { 0.0 }
    }

    fn run(mut self) -> Result<Impact, ProblemError> {
        let mut rounds = 0;
        loop {
            let speeds = self.speeds();
            if !self.approaches(&speeds, rounds) {
                break;
            }
            rounds += 1;
            // Speeds after a round that did not converge say little about what is hit next.
            if rounds > IMPACT_ROUNDS || self.worst.is_some_and(|worst| !worst.converged) {
                self.finish()?;
                break;
            }
            let takes_part = |&index: &usize| {
                speeds[index] < -self.resting || (self.restitution(index) == 0.0 && speeds[index] <= self.resting)
            };
            let members: Vec<usize> = (0..speeds.len()).filter(takes_part).collect();
            self.round(&members, &speeds)?;
        }
        Ok(self.impact(rounds))
    }

    /// All contacts take part in one round.
    fn run_once(mut self) -> Result<Impact, ProblemError> {
        let speeds = self.speeds();
        let hit = self.approaches(&speeds, 0);
        if hit {
            self.round(&(0..speeds.len()).collect::<Vec<usize>>(), &speeds)?;
        }
        Ok(self.impact(usize::from(hit)))
    }

    fn speeds(&self) -> Vec<f64> {
        self.problem.contacts().iter().map(|contact| self.speed(contact)).collect()
    }

    /// Whether a contact approaches, or a joint is broken at the start.
    fn approaches(&self, speeds: &[f64], rounds: usize) -> bool {
        let broken = self.problem.rows().iter().any(|row| rounds == 0 && row.rate(&self.rates) != 0.0);
        broken || speeds.iter().any(|speed| !(*speed >= -self.resting))
    }

    /// The result after these rounds.
    fn impact(self, rounds: usize) -> Impact {
        let left = self.problem.contacts().iter().map(|contact| -self.speed(contact)).fold(0.0, f64::max);
        let nothing =
            || System::new(self.problem).certificate(&vec![0.0; System::new(self.problem).rows.len()], 0.0, 0);
        let mut certificate = self.worst.unwrap_or_else(|| Certificate {
            residual: 0.0,
            converged: true,
            ending: Ending::Converged,
            ..nothing()
        });
        certificate.approach = left;
        Impact {
            impulses: self.impulses,
            rates: self.rates,
            rounds,
            restitution_factor: self.restitution_factor,
            certificate,
        }
    }

    /// One round: these contacts are hit.
    fn round(&mut self, members: &[usize], speeds: &[f64]) -> Result<(), ProblemError> {
        let start = self.problem.energy(&self.rates);
        let full = self.reflected(members, speeds, 1.0)?;
        let mut best = (1.0, full);
        if !self.creates_no_energy(members, &best.1, start) {
            let (mut lower, mut upper) = (0.0, 1.0);
            // Without convergence the energy says nothing about the law.
            let bisections = if best.1.certificate.converged { RESTITUTION_BISECTIONS } else { 0 };
            best = (0.0, self.reflected(members, speeds, 0.0)?);
            for _ in 0..bisections {
                let middle = 0.5 * (lower + upper);
                let tried = self.reflected(members, speeds, middle)?;
                if self.creates_no_energy(members, &tried, start) {
                    (best, lower) = ((middle, tried), middle);
                } else {
                    upper = middle;
                }
            }
        }
        let (factor, solution) = best;
        self.restitution_factor = self.restitution_factor.min(factor);
        members.iter().filter(|&&index| speeds[index] < -self.resting).for_each(|&index| self.hits[index] += 1);
        self.take(members, solution);
        Ok(())
    }

    /// The solution in which these contacts return their restitutions, times a factor.
    fn reflected(&self, members: &[usize], speeds: &[f64], factor: f64) -> Result<Solution, ProblemError> {
        let hit = |&index: &usize| {
            let contact = self.problem.contacts()[index];
            let returned = factor * self.restitution(index) * speeds[index].min(0.0);
            ResponseContact { bias: contact.bias + returned * contact.normal, ..contact }
        };
        self.problem.with(self.rates.clone(), members.iter().map(hit).collect()).solve(&self.options)
    }

    /// Whether a round left no more energy than it found, apart from the work of bodies with prescribed motion and of
    /// motors.
    fn creates_no_energy(&self, members: &[usize], solution: &Solution, start: f64) -> bool {
        let (bodies, rates) = (self.problem.bodies(), &self.rates);
        let mut work = 0.0;
        for (&index, wrench) in members.iter().zip(&solution.impulses.contacts) {
            let contact = &self.problem.contacts()[index];
            for (body, sign) in [(contact.a, 1.0), (contact.b, -1.0)] {
                if bodies[body].inverse_mass == 0.0 {
                    let rate = rates[body];
                    let power =
                        wrench.force.dot(bodies[body].rate_at(rate, contact.point)) + wrench.torque.dot(rate.angular);
                    work += sign * power;
                }
            }
        }
        for (row, strength) in self.problem.rows().iter().zip(&solution.impulses.rows) {
            work -= strength * row.bias;
            for (body, on, sign) in [(row.a, row.on_a, 1.0), (row.b, row.on_b, -1.0)] {
                if bodies[body].inverse_mass == 0.0 {
                    let rate = rates[body];
                    work += sign * strength * (on.linear.dot(rate.linear) + on.angular.dot(rate.angular));
                }
            }
        }
        let end = self.problem.energy(&solution.rates);
        end - start - work <= ENERGY_ROUNDING * (start + end + work.abs())
    }

    /// All contacts together, without restitution.
    fn finish(&mut self) -> Result<(), ProblemError> {
        let members: Vec<usize> = (0..self.problem.contacts().len()).collect();
        let speeds = vec![0.0; members.len()];
        let solution = self.reflected(&members, &speeds, 0.0)?;
        self.take(&members, solution);
        Ok(())
    }

    fn take(&mut self, members: &[usize], solution: Solution) {
        for (&index, wrench) in members.iter().zip(&solution.impulses.contacts) {
            self.impulses.contacts[index].force += wrench.force;
            self.impulses.contacts[index].torque += wrench.torque;
        }
        self.impulses.rows.iter_mut().zip(&solution.impulses.rows).for_each(|(sum, each)| *sum += each);
        self.rates = solution.rates;
        let found = solution.certificate;
        self.worst = Some(match self.worst {
            None => found,
            Some(worst) => {
                let iterations = worst.iterations + found.iterations;
                let worse = |one: &Certificate| (!one.converged, one.residual);
                let kept = if worse(&found).partial_cmp(&worse(&worst)).is_some_and(|order| order.is_gt()) {
                    found
                } else {
                    worst
                };
                Certificate { iterations, ..kept }
            }
        });
    }
}
