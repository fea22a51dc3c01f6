//! Acceptance of regions that contain a solution.
//!
//! **Question.** A region is proved to contain a solution, or is too small to subdivide. Does it solve the whole
//! problem, is it already known, is it early enough, and what does it imply for other regions?
//!
//! **Idea.** A proved zero is refined and checked against boundaries and side conditions. It then decides the whole
//! box in which it is unique. A small region becomes a sample, unless a nearby sample represents it. Every solution
//! may lower the best objective; solutions later by more than ε are then discarded.
//!
//! **Guarantee.** A solution is reported as unique or existing only if it is proved to satisfy all equations and
//! side conditions within the problem's box. Regions left to a sample are kept, and return to the queue if it is
//! removed.
//!
//! **Source.** Snyder 1993, figure 6 (acceptance), section 5 (emergency criteria), section 7, step 4 (polish).

use super::super::newton::Sides;
use super::super::proof::{ExistenceTest, ProvedZero};
use super::super::queue::SearchRegion;
use super::super::sample::NewSample;
use super::super::{ConditionStatus, DomainBoundary, MOST_VARIABLES, NewtonMethod, Proof, Solution, SolverOptions};
use super::Minimizer;
use crate::tolerance::CLEARLY_EARLIER;
use crate::{Interval, Vector};

impl Minimizer<'_> {
    /// Without equations, the midpoint of a region is feasible if the side conditions hold there.
    pub(super) fn try_middle(&mut self, region: &SearchRegion) {
        let middle = region.sides.map(|side| Interval::from(side.mid()));
        self.note_feasible(&SearchRegion { sides: middle, ..*region });
    }

    /// With fewer equations than variables, a Newton step may prove a zero even in a large region.
    pub(super) fn try_zero(&mut self, problem: usize) {
        if self.linear.equations < self.linear.variables
            && let Some(sides) = self.linear.some_zero()
        {
            self.note_feasible(&SearchRegion { sides, objective: Interval::ENTIRE, problem: problem as u32, depth: 0 });
        }
    }

    /// Lowers the best objective to that of a small box that is proved to contain a zero of the equations, if the
    /// side conditions hold there. Returns whether they do.
    pub(super) fn note_feasible(&mut self, zero: &SearchRegion) -> bool {
        let objective = self.objective(zero);
        let problem = &mut self.problems[zero.problem as usize];
        let sides = &zero.sides[..problem.region().len()];
        let inside = sides.iter().zip(problem.region()).all(|(side, whole)| side.subset(*whole));
        let holds = inside && !objective.is_empty() && problem.condition(sides) == ConditionStatus::Holds;
        if holds {
            self.upper = self.upper.min(objective.upper());
            self.improve(objective.upper());
        }
        holds
    }

    /// Tries to prove that the region contains exactly one solution. If so, the region is decided.
    pub(super) fn accept_proved(&mut self, region: &SearchRegion) -> bool {
        let problem = &mut self.problems[region.problem as usize];
        let mut whole = [Interval::ZERO; MOST_VARIABLES];
        let (count, equations) = (problem.region().len(), problem.equation_count());
        whole[..count].copy_from_slice(problem.region());
        let sides = &region.sides[..count];
        let sufficient = problem.sufficient(sides) & ((1 << equations) - 1);
        let complete = sufficient.count_ones() as usize == count;
        let used = if complete { sufficient } else { self.linear.reduced.solved };
        let SolverOptions { newton, inflation, .. } = *self.options;
        if newton == NewtonMethod::None || equations < count || used.count_ones() as usize != count {
            return false;
        }
        let test = ExistenceTest { newton, inflation, whole: &whole[..count], used };
        let Some(mut root) = self.linear.prove(*problem, sides, test) else { return false };
        self.linear.polish(*problem, &mut root, test, count);
        self.accept_root(region, &root, complete);
        true
    }

    /// Reports the zero if it solves the whole problem and is not known already.
    fn accept_root(&mut self, region: &SearchRegion, root: &ProvedZero, complete: bool) {
        let problem = region.problem as usize;
        let count = self.problems[problem].region().len();
        let known = |alone: &Sides| root.at[..count].iter().zip(alone).all(|(at, other)| at.subset(*other));
        if self.decided[problem].iter().any(known) {
            return;
        }
        let Some((sides, within)) = self.clipped(region, root) else { return };
        let mut solution = SearchRegion { sides, objective: Interval::ENTIRE, ..*region };
        let condition = self.evaluate(&mut solution);
        self.decided[problem].push(root.alone_in);
        if condition == ConditionStatus::Violated {
            return;
        }
        let proved = complete && within && condition == ConditionStatus::Holds;
        let proof = if proved { Proof::Unique } else { Proof::WithinTolerance };
        if proved {
            self.upper = self.upper.min(solution.objective.upper());
        }
        let reported = self.solution(&solution, proof, true);
        self.isolated.push(reported);
        self.improve(solution.objective.upper());
    }

    /// The zero restricted to the box of the problem, and whether it lies entirely within. `None` if it belongs to
    /// another region, or to none.
    fn clipped(&self, region: &SearchRegion, root: &ProvedZero) -> Option<(Sides, bool)> {
        let problem = &self.problems[region.problem as usize];
        let (mut sides, mut within) = (root.at, true);
        for (i, whole) in problem.region().iter().enumerate() {
            let (at, side) = (root.at[i], region.sides[i]);
            if problem.border(i) == DomainBoundary::Seam {
                let below = at.upper() < side.lower() && side.lower() > whole.lower();
                let above = at.lower() > side.upper() && side.upper() < whole.upper();
                if below || above {
                    return None;
                }
                continue;
            }
            within &= at.subset(*whole);
            sides[i] = at.intersection(*whole);
            if at.disjoint(side) {
                return None;
            }
        }
        Some((sides, within))
    }

    /// Decides a small region: reports it, excludes it by a further evaluation, or leaves it to a sample. `false`
    /// if it must be subdivided further to determine whether it is earlier than the sample near it. If `last`, the
    /// region is always decided.
    pub(super) fn accept_small(&mut self, region: &SearchRegion, last: bool) -> bool {
        let mut region = *region;
        let condition = self.evaluate(&mut region);
        if condition == ConditionStatus::Violated {
            return true;
        }
        let slack = self.slack();
        let problem = &mut self.problems[region.problem as usize];
        let sides = &region.sides[..problem.region().len()];
        let (group, place) = (problem.group(), problem.place(sides));
        let middle = Vector::point(place.mid());
        if let Some(sample) = self.samples.cover(group, middle, self.options.separation) {
            let (enough, early) = (slack * CLEARLY_EARLIER, region.objective.lower() < self.best - slack);
            if early && !last && enough > 0.0 && region.objective.width() > enough {
                return false;
            }
            // Only a region that is certainly earlier replaces a sample. This guarantees termination.
            if !early || region.objective.upper() >= self.best {
                self.samples.hold(sample, &region);
                return true;
            }
        }
        let proof = self.existence(&region);
        let solution = self.solution(&region, proof, false);
        let sample = NewSample { group, place, solution, own: region };
        let held = self.samples.add(sample, self.options.separation);
        self.requeue(held);
        self.improve(region.objective.upper());
        true
    }

    /// Whether a small region of a system with fewer equations than variables is proved to contain a solution.
    fn existence(&mut self, region: &SearchRegion) -> Proof {
        let problem = &mut self.problems[region.problem as usize];
        let (count, equations) = (problem.region().len(), problem.equation_count());
        let sides = &region.sides[..count];
        let zero = if equations == 0 {
            Some(region.sides.map(|side| Interval::from(side.mid())))
        } else if equations < count && self.options.newton != NewtonMethod::None {
            self.linear.linearize(*problem, sides).and_then(|_| self.linear.some_zero())
        } else {
            None
        };
        match zero {
            Some(sides) if self.note_feasible(&SearchRegion { sides, ..*region }) => Proof::Exists,
            Some(_) | None => Proof::WithinTolerance,
        }
    }

    fn solution(&mut self, region: &SearchRegion, proof: Proof, isolated: bool) -> Solution {
        let (problem, objective) = (region.problem as usize, region.objective);
        self.accepted = self.accepted.min(objective.lower());
        let region = region.sides[..self.problems[problem].region().len()].to_vec();
        Solution { problem, region, objective, proof, isolated }
    }

    /// Records an upper bound of the least objective, and discards later solutions.
    fn improve(&mut self, objective: f64) {
        if objective < self.best {
            if self.best == f64::INFINITY {
                self.last = self.last.min(self.iterations.saturating_add(self.options.completion));
            }
            self.best = objective;
            let limit = objective + self.options.simultaneity;
            self.isolated.retain(|solution| solution.objective.lower() <= limit);
            let held = self.samples.forget_above(limit);
            self.requeue(held);
        }
    }

    fn requeue(&mut self, held: Vec<SearchRegion>) {
        held.iter().for_each(|region| self.queue.insert(region));
    }
}
