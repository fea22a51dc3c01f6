//! What becomes of regions that hold a solution.
//!
//! **Question.** A region is proved to hold a solution, or is too small to go on with: is it one of the whole problem, is it known already, is
//! it early enough, and what does it say about other regions?
//!
//! **Idea.** A proved zero is polished, checked against borders and side conditions, and then stands for the whole box in which it is alone.
//! A small region becomes a sample, unless a sample beside it stands for it. Every solution may lower the best objective, and what is later
//! by more than ε is then forgotten.
//!
//! **Guarantee.** Reported as unique or existing is only what is proved to satisfy all equations and side conditions within the problem's
//! box. Regions left to a sample stay known, and come back if it goes.
//!
//! **Source.** Snyder 1993, figure 6 (acceptance), section 5 (emergency criteria), section 7, step 4 (polish).

use super::super::newton::Sides;
use super::super::proof::{Root, Test};
use super::super::queue::Region;
use super::super::sample::NewSample;
use super::super::{Border, Condition, MOST_VARIABLES, Newton, Options, Proof, Solution};
use super::Search;
use crate::tolerance::CLEARLY_EARLIER;
use crate::{Interval, Vector};

impl Search<'_> {
    /// Without equations the middle of a region is feasible if only the side conditions hold there.
    pub(super) fn try_middle(&mut self, region: &Region) {
        let middle = region.sides.map(|side| Interval::from(side.mid()));
        self.note_feasible(&Region { sides: middle, ..*region });
    }

    /// With fewer equations than variables a Newton step may prove that they have a zero, however large the region.
    pub(super) fn try_zero(&mut self, problem: usize) {
        if self.linear.equations < self.linear.variables
            && let Some(sides) = self.linear.some_zero()
        {
            self.note_feasible(&Region { sides, objective: Interval::ENTIRE, problem: problem as u32, depth: 0 });
        }
    }

    /// Lowers the best objective to that of the small box, in which the equations are known to have a zero, if the side conditions hold.
    /// Says whether they do.
    pub(super) fn note_feasible(&mut self, zero: &Region) -> bool {
        let objective = self.objective(zero);
        let problem = &mut self.problems[zero.problem as usize];
        let sides = &zero.sides[..problem.region().len()];
        let inside = sides.iter().zip(problem.region()).all(|(side, whole)| side.subset(*whole));
        let holds = inside && !objective.is_empty() && problem.condition(sides) == Condition::Holds;
        if holds {
            self.upper = self.upper.min(objective.upper());
            self.improve(objective.upper());
        }
        holds
    }

    /// Tries to prove that the region holds exactly one solution; then it is settled.
    pub(super) fn accept_proved(&mut self, region: &Region) -> bool {
        let problem = &mut self.problems[region.problem as usize];
        let mut whole = [Interval::ZERO; MOST_VARIABLES];
        let (count, equations) = (problem.region().len(), problem.equation_count());
        whole[..count].copy_from_slice(problem.region());
        let sides = &region.sides[..count];
        let sufficient = problem.sufficient(sides) & ((1 << equations) - 1);
        let complete = sufficient.count_ones() as usize == count;
        let used = if complete { sufficient } else { self.linear.reduced.solved };
        let Options { newton, inflation, .. } = *self.options;
        if newton == Newton::None || equations < count || used.count_ones() as usize != count {
            return false;
        }
        let test = Test { newton, inflation, whole: &whole[..count], used };
        let Some(mut root) = self.linear.prove(*problem, sides, test) else { return false };
        self.linear.polish(*problem, &mut root, test, count);
        self.accept_root(region, &root, complete);
        true
    }

    /// Reports the zero if it is a solution of the whole problem, and not known already.
    fn accept_root(&mut self, region: &Region, root: &Root, complete: bool) {
        let problem = region.problem as usize;
        let count = self.problems[problem].region().len();
        let known = |alone: &Sides| root.at[..count].iter().zip(alone).all(|(at, other)| at.subset(*other));
        if self.decided[problem].iter().any(known) {
            return;
        }
        let Some((sides, within)) = self.clipped(region, root) else { return };
        let mut solution = Region { sides, objective: Interval::ENTIRE, ..*region };
        let condition = self.evaluate(&mut solution);
        self.decided[problem].push(root.alone_in);
        if condition == Condition::Violated {
            return;
        }
        let proved = complete && within && condition == Condition::Holds;
        let proof = if proved { Proof::Unique } else { Proof::WithinTolerance };
        if proved {
            self.upper = self.upper.min(solution.objective.upper());
        }
        let reported = self.solution(&solution, proof, true);
        self.isolated.push(reported);
        self.improve(solution.objective.upper());
    }

    /// The zero without what lies beyond the borders of the problem, and whether none of it does. `None` if it belongs to another
    /// region, or to none.
    fn clipped(&self, region: &Region, root: &Root) -> Option<(Sides, bool)> {
        let problem = &self.problems[region.problem as usize];
        let (mut sides, mut within) = (root.at, true);
        for (i, whole) in problem.region().iter().enumerate() {
            let (at, side) = (root.at[i], region.sides[i]);
            if problem.border(i) == Border::Seam {
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

    /// Settles the region because it is small: reported, excluded by a closer look, or left to a sample. `false` if it must be cut further
    /// to tell whether it is earlier than the sample beside it; not so if this is its `last` chance.
    pub(super) fn accept_small(&mut self, region: &Region, last: bool) -> bool {
        let mut region = *region;
        let condition = self.evaluate(&mut region);
        if condition == Condition::Violated {
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
            // Only what is certainly earlier takes the place of a sample, so that this comes to an end.
            if !early || region.objective.upper() >= self.best {
                self.samples.hold(sample, &region);
                return true;
            }
        }
        let proof = self.existence(&region);
        let solution = self.solution(&region, proof, false);
        let sample = NewSample { group, place, solution, own: region };
        let held = self.samples.add(sample, self.options.separation);
        self.look_again(held);
        self.improve(region.objective.upper());
        true
    }

    /// Whether a small region of a system with fewer equations than variables is proved to hold a solution.
    fn existence(&mut self, region: &Region) -> Proof {
        let problem = &mut self.problems[region.problem as usize];
        let (count, equations) = (problem.region().len(), problem.equation_count());
        let sides = &region.sides[..count];
        let zero = if equations == 0 {
            Some(region.sides.map(|side| Interval::from(side.mid())))
        } else if equations < count && self.options.newton != Newton::None {
            self.linear.linearize(*problem, sides).and_then(|_| self.linear.some_zero())
        } else {
            None
        };
        match zero {
            Some(sides) if self.note_feasible(&Region { sides, ..*region }) => Proof::Exists,
            Some(_) | None => Proof::WithinTolerance,
        }
    }

    fn solution(&mut self, region: &Region, proof: Proof, isolated: bool) -> Solution {
        let (problem, objective) = (region.problem as usize, region.objective);
        self.accepted = self.accepted.min(objective.lower());
        let region = region.sides[..self.problems[problem].region().len()].to_vec();
        Solution { problem, region, objective, proof, isolated }
    }

    /// Notes that the objective can be as small as this, and forgets what is later.
    fn improve(&mut self, objective: f64) {
        if objective < self.best {
            if self.best == f64::INFINITY {
                self.last = self.last.min(self.iterations.saturating_add(self.options.completion));
            }
            self.best = objective;
            let limit = objective + self.options.simultaneity;
            self.isolated.retain(|solution| solution.objective.lower() <= limit);
            let held = self.samples.forget_above(limit);
            self.look_again(held);
        }
    }

    fn look_again(&mut self, held: Vec<Region>) {
        held.iter().for_each(|region| self.queue.insert(region));
    }
}
