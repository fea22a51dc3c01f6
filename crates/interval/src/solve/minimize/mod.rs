//! Constrained minimisation: the branch-and-bound search.
//!
//! **Question.** Which points of the problems' boxes satisfy their equations and side conditions, and which of
//! those minimise the objective, up to ε?
//!
//! **Idea.** Regions wait in a queue. A region is discarded if its equations or side conditions cannot hold in it,
//! or if its objective exceeds the best known one. It is shrunk by Newton steps as long as they reduce it more than
//! bisection. It is accepted if it is proved to contain exactly one solution, or if it is too small to subdivide.
//! Otherwise it is bisected. Solutions that are not isolated exclude others near them (δ), so a curve or a surface
//! of solutions is sampled evenly.
//!
//! **Guarantee.** `lower` is proved: it is the smallest objective of all regions that were accepted, left to a
//! sample, or not processed within the budget. A solution that is reported as existing exists.
//!
//! **Cost.** About 2 µs per iteration, besides the problem's own evaluations.
//!
//! **Source.** Snyder 1993, figures 6 and 7, and section 3.2. Deviations:
//!
//! - A proved solution excludes every region inside the box in which it is unique, so none is found twice.
//! - Newton steps are repeated in place instead of through the queue.
//! - If the objective is a coordinate, regions are truncated at *u* + ε.
//! - Regions are left to a sample if they are no earlier than *u* minus a configurable slack, not *u* − ε; earlier
//!   parts are split off and disproved.
//! - With fewer equations than variables, a Newton step may prove a zero in a large region, which lowers *u* long
//!   before a region is accepted.
//!
//! | paper | here |
//! |---|---|
//! | *u* | `best` |
//! | ε, δ | [`SolverOptions::simultaneity`], [`SolverOptions::separation`] |
//! | *L* | [`RegionQueue`] |
//! | *S*, *S̄* | `isolated` and [`Samples`], [`Samples`] |
//! | *sᵢ* | `scale` in `cut.rs` |

mod accept;
mod cut;

use super::linear::Gap;
use super::newton::{Linearization, NewtonStep, Sides};
use super::queue::{RegionQueue, SearchRegion};
use super::sample::Samples;
use super::{
    ConditionStatus, MOST_EQUATIONS, MOST_VARIABLES, Objective, Problem, Solution, SolverOptions, SolverOutcome,
    Termination,
};
use crate::tolerance::{LATE_PART, MOST_NEWTON_STEPS};
use crate::{Interval, StopSignal};

/// Finds the points that minimise the objective over all problems, and those with an objective within ε of the
/// minimum; or proves that there are none.
///
/// # Panics
/// If a problem has no variables, more than [`MOST_VARIABLES`] of them, more than [`MOST_EQUATIONS`] equations, or
/// an objective that is not one of its coordinates.
pub fn minimize<P: Problem>(problems: &mut [P], options: &SolverOptions) -> SolverOutcome {
    minimize_until(problems, options, &StopSignal::default())
}

/// As [`minimize`], until a signal ends the search early, as if its budget were spent.
///
/// # Panics
/// As [`minimize`].
pub fn minimize_until<P: Problem>(problems: &mut [P], options: &SolverOptions, stop: &StopSignal) -> SolverOutcome {
    let problems: Vec<&mut dyn Problem> = problems.iter_mut().map(|problem| problem as &mut dyn Problem).collect();
    Minimizer::new(problems, options).run(stop)
}

/// Finds every isolated solution of a system, and a sample of the others, whatever their objective.
///
/// # Panics
/// As [`minimize`].
pub fn all_solutions<P: Problem>(problem: &mut P, options: &SolverOptions) -> SolverOutcome {
    minimize(&mut [problem], &SolverOptions { simultaneity: f64::INFINITY, ..*options })
}

struct Minimizer<'a> {
    problems: Vec<&'a mut dyn Problem>,
    options: &'a SolverOptions,
    queue: RegionQueue,
    linear: Box<Linearization>,
    /// The isolated solutions; the singular ones are in `samples`.
    isolated: Vec<Solution>,
    samples: Samples,
    /// Per problem, the boxes in which proved solutions are unique.
    decided: Vec<Vec<Sides>>,
    /// The smallest upper bound of the objective of an accepted region.
    best: f64,
    /// The same for regions that are proved to contain a solution.
    upper: f64,
    /// The smallest lower bound of the objective of an accepted region.
    accepted: f64,
    iterations: u64,
    /// The iteration count at which the search stops.
    last: u64,
}

/// The result of processing a region.
enum RegionDecision {
    /// Decided: disproved, accepted, or represented by a sample.
    Decided,
    /// Undecided: must be subdivided, preferably at the gap.
    Undecided(Option<Gap>),
}

impl<'a> Minimizer<'a> {
    fn new(problems: Vec<&'a mut dyn Problem>, options: &'a SolverOptions) -> Self {
        for problem in &problems {
            let (variables, equations) = (problem.region().len(), problem.equation_count());
            assert!((1..=MOST_VARIABLES).contains(&variables), "a problem has {variables} variables");
            assert!(equations <= MOST_EQUATIONS, "a problem has {equations} equations");
            if let Objective::Coordinate(i) = problem.objective() {
                assert!(i < variables, "coordinate {i} of {variables} is to be least");
            }
        }
        Self {
            decided: vec![Vec::new(); problems.len()],
            problems,
            options,
            queue: RegionQueue::new(options.order),
            linear: Box::new(Linearization::new()),
            isolated: Vec::new(),
            samples: Samples::default(),
            best: f64::INFINITY,
            upper: f64::INFINITY,
            accepted: f64::INFINITY,
            iterations: 0,
            last: options.budget,
        }
    }

    fn run(mut self, stop: &StopSignal) -> SolverOutcome {
        for problem in 0..self.problems.len() {
            let mut whole = SearchRegion::whole(self.problems[problem].region(), problem as u32);
            if self.is_possible(&mut whole) {
                self.queue.insert(&whole);
            }
        }
        while self.iterations < self.last && !stop.is_stopped() {
            let Some(region) = self.queue.take() else { return self.outcome(Termination::Done) };
            let before = self.iterations;
            let left = self.process(region);
            self.queue.record_parts(left, self.iterations - before);
        }
        self.outcome(Termination::BudgetSpent)
    }

    /// The solutions, and the proved bounds that include undecided regions.
    fn outcome(self, ended: Termination) -> SolverOutcome {
        let waiting = if ended == Termination::Done { f64::INFINITY } else { self.queue.lower_bound() };
        let lower_bound = waiting.min(self.samples.lower_bound());
        let order = |a: &Solution, b: &Solution| {
            let key = |s: &Solution| [s.objective.lower(), s.objective.upper()];
            let by_sides = a.region.iter().zip(&b.region).map(|(a, b)| a.lower().total_cmp(&b.lower()));
            (key(a)[0].total_cmp(&key(b)[0]))
                .then(key(a)[1].total_cmp(&key(b)[1]))
                .then(a.problem.cmp(&b.problem))
                .then(by_sides.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then))
        };
        let mut solutions = self.isolated;
        solutions.extend(self.samples.into_solutions());
        solutions.sort_by(order);
        let lower = solutions.first().map_or(f64::INFINITY, |solution| solution.objective.lower());
        SolverOutcome {
            // Discarded solutions are later than the remaining ones.
            lower: lower.min(lower_bound),
            upper: self.upper,
            solutions,
            ended,
            iterations: self.iterations,
            newton_steps: self.linear.evaluations,
            longest_queue: self.queue.largest_size(),
        }
    }

    /// Decides the region or subdivides it; returns the remaining parts.
    fn process(&mut self, mut region: SearchRegion) -> [Option<SearchRegion>; 2] {
        let RegionDecision::Undecided(gap) = self.decide(&mut region) else { return [None; 2] };
        let Some(halves) = self.cut(&region, gap) else {
            self.accept_small(&region, true);
            return [None; 2];
        };
        halves.map(|mut half| self.is_possible(&mut half).then_some(half))
    }

    /// Shrinks the region as long as that pays, and decides it if possible.
    fn decide(&mut self, region: &mut SearchRegion) -> RegionDecision {
        let problem = region.problem as usize;
        let count = self.problems[problem].region().len();
        let mut gap = None;
        if self.needs_no_processing(region) || self.leave_late_part(region) {
            return RegionDecision::Decided;
        }
        for _ in 0..MOST_NEWTON_STEPS {
            let before = region.sides;
            let step = self.linear.shrink(self.problems[problem], &mut region.sides[..count], self.options.newton);
            let regular = match step {
                NewtonStep::Empty => return RegionDecision::Decided,
                NewtonStep::Failed => break,
                NewtonStep::Shrunk { regular, gap: found } => {
                    gap = found;
                    regular
                }
            };
            region.objective = self.objective(region);
            self.try_zero(problem);
            if region.objective.is_empty()
                || self.needs_no_processing(region)
                || (regular && self.accept_proved(region))
            {
                return RegionDecision::Decided;
            }
            // Stop unless the step reduced the volume as much as a bisection that discards one half.
            if halvings(&before[..count], &region.sides[..count]) < 1.0 {
                break;
            }
            gap = None;
        }
        let small = self.problems[problem].small_enough(&region.sides[..count], region.objective, self.options);
        if self.leave_to_sample(region) || small && (self.accept_proved(region) || self.accept_small(region, false)) {
            return RegionDecision::Decided;
        }
        RegionDecision::Undecided(gap)
    }

    /// Whether the region needs no further processing: it is too late, or its only solution is known, or it is near
    /// a sample and leaving it there does not lower the proved bound. Truncates the part that is too late if the
    /// objective is a coordinate.
    fn needs_no_processing(&mut self, region: &mut SearchRegion) -> bool {
        let limit = self.best + self.options.simultaneity;
        if region.objective.lower() > limit {
            return true;
        }
        let problem = region.problem as usize;
        if let Objective::Coordinate(i) = self.problems[problem].objective()
            && region.objective.upper() > limit
        {
            region.objective = Interval::between(region.objective.lower(), limit.next_up());
            region.sides[i] = region.sides[i].intersection(region.objective);
        }
        let count = self.problems[problem].region().len();
        let inside = |box_: &Sides| region.sides[..count].iter().zip(box_).all(|(side, other)| side.subset(*other));
        if self.decided[problem].iter().any(inside) {
            return true;
        }
        region.objective.lower() >= self.accepted && self.leave_to_sample(region)
    }

    /// How much earlier than the best objective a region may be and still be left to a sample.
    fn slack(&self) -> f64 {
        self.options.slack.unwrap_or(self.options.simultaneity * LATE_PART)
    }

    /// Leaves the region to a sample that represents all of it. Returns whether there is one.
    fn leave_to_sample(&mut self, region: &SearchRegion) -> bool {
        if !(region.objective.lower() >= self.best - self.slack()) {
            return false;
        }
        let problem = &mut self.problems[region.problem as usize];
        let count = problem.region().len();
        let place = problem.place(&region.sides[..count]);
        let sample = self.samples.cover(problem.group(), place, self.options.separation);
        sample.inspect(|&sample| self.samples.hold(sample, region)).is_some()
    }

    /// If the objective is a coordinate, and a sample represents the region, but the region is too early to be left
    /// to it: leaves the late part to the sample. Returns whether the rest has no solution.
    fn leave_late_part(&mut self, region: &mut SearchRegion) -> bool {
        let from = self.best - self.slack();
        let problem = &mut self.problems[region.problem as usize];
        let Objective::Coordinate(i) = problem.objective() else { return false };
        if !(region.objective.lower() < from && from < region.objective.upper()) {
            return false;
        }
        let place = problem.place(&region.sides[..problem.region().len()]);
        let Some(sample) = self.samples.cover(problem.group(), place, self.options.separation) else { return false };
        let mut late = *region;
        late.objective = Interval::between(from, region.objective.upper());
        late.sides[i] = late.objective;
        self.samples.hold(sample, &late);
        region.sides[i] = Interval::between(region.objective.lower(), from);
        self.evaluate(region) == ConditionStatus::Violated
    }

    fn objective(&mut self, region: &SearchRegion) -> Interval {
        let problem = &mut self.problems[region.problem as usize];
        let sides = &region.sides[..problem.region().len()];
        match problem.objective() {
            Objective::Coordinate(i) => sides[i],
            Objective::Function => problem.value(sides).intersection(region.objective),
        }
    }

    /// One iteration: evaluates objective and constraints over the region. Returns `Violated` if it has no relevant
    /// solution, otherwise the status of its side conditions.
    fn evaluate(&mut self, region: &mut SearchRegion) -> ConditionStatus {
        self.iterations += 1;
        region.objective = self.objective(region);
        if region.objective.is_empty() || region.objective.lower() > self.best + self.options.simultaneity {
            return ConditionStatus::Violated;
        }
        let problem = &mut self.problems[region.problem as usize];
        let (variables, equations) = (problem.region().len(), problem.equation_count());
        let mut values = [Interval::ZERO; MOST_EQUATIONS];
        let condition = problem.constraint(&region.sides[..variables], &mut values[..equations]);
        let possible = values[..equations].iter().all(|value| value.contains(0.0));
        if possible { condition } else { ConditionStatus::Violated }
    }

    /// Whether the region may contain a solution.
    fn is_possible(&mut self, region: &mut SearchRegion) -> bool {
        let possible = self.evaluate(region) != ConditionStatus::Violated;
        if possible && self.problems[region.problem as usize].equation_count() == 0 {
            self.try_middle(region);
        }
        possible
    }
}

/// The base-2 logarithm of the factor by which the volume shrank.
fn halvings(before: &[Interval], after: &[Interval]) -> f64 {
    let ratio = |(before, after): (&Interval, &Interval)| {
        let (before, after) = (before.width(), after.width());
        if before > 0.0 && before < f64::INFINITY { after / before } else { 1.0 }
    };
    -before.iter().zip(after).map(ratio).product::<f64>().log2()
}
