//! Constrained minimisation: the search.
//!
//! **Question.** Which points of the problems' boxes satisfy their equations and side conditions, and which of those make the objective
//! least, or nearly so (ε)?
//!
//! **Idea.** Regions wait in a queue. Each is dropped if its equations or side conditions cannot hold in it, or if its objective is above the
//! best known one; shrunk by Newton steps as long as that pays more than bisection; accepted if it is proved to hold exactly one
//! solution, or if it is too small to go on; and else cut in two. Solutions that are not isolated keep others away (δ), so that a curve or a
//! surface of them is sampled evenly.
//!
//! **Guarantee.** `lower` is a proof: it is the smallest objective of everything that was accepted, dropped without disproof (near a
//! sample), or not looked at (budget). What is reported as existing exists.
//!
//! **Cost.** Beside the problem's own evaluations some 2 µs an iteration.
//!
//! **Source.** Snyder 1993, figures 6 and 7, and section 3.2. Where we differ:
//!
//! - a proved solution excludes every region inside the box in which it is alone, so that none is found twice;
//! - Newton steps go on in place instead of through the queue;
//! - where the objective is a coordinate, regions are cut short at *u* + ε;
//! - what a sample stands for is left to it from a settable slack before *u* on, not from *u* − ε; earlier parts are cut off and disproved;
//! - with fewer equations than variables a Newton step may prove a zero in a large region, which lowers *u* long before one is accepted.
//!
//! | paper | here |
//! |---|---|
//! | *u* | `best` |
//! | ε, δ | [`Options::simultaneity`], [`Options::separation`] |
//! | *L* | [`Queue`] |
//! | *S*, *S̄* | `isolated` and [`Samples`], [`Samples`] |
//! | *sᵢ* | `scale` in `cut.rs` |

mod accept;
mod cut;

use super::linear::Gap;
use super::newton::{Linearization, Sides, Step};
use super::queue::{Queue, Region};
use super::sample::Samples;
use super::{Condition, Ended, MOST_EQUATIONS, MOST_VARIABLES, Objective, Options, Outcome, Problem, Solution};
use crate::Interval;
use crate::tolerance::{LATE_PART, MOST_NEWTON_STEPS};

/// Finds the points that make the objective least, of all problems together, with those whose objective is within ε of it; or proves
/// that there are none.
///
/// # Panics
/// If a problem has no variables, more than [`MOST_VARIABLES`] of them, more than [`MOST_EQUATIONS`] equations, or an objective that is none of its
/// coordinates.
pub fn minimize<P: Problem>(problems: &mut [P], options: &Options) -> Outcome {
    let problems: Vec<&mut dyn Problem> = problems.iter_mut().map(|problem| problem as &mut dyn Problem).collect();
    Search::new(problems, options).run()
}

/// Finds every isolated solution of a system, and a sample of the others, whatever their objective.
///
/// # Panics
/// As [`minimize`].
pub fn all_solutions<P: Problem>(problem: &mut P, options: &Options) -> Outcome {
    minimize(&mut [problem], &Options { simultaneity: f64::INFINITY, ..*options })
}

struct Search<'a> {
    problems: Vec<&'a mut dyn Problem>,
    options: &'a Options,
    queue: Queue,
    linear: Box<Linearization>,
    /// The isolated solutions; the singular ones are the samples.
    isolated: Vec<Solution>,
    samples: Samples,
    /// The boxes in which proved solutions are alone, by problem.
    decided: Vec<Vec<Sides>>,
    /// The smallest upper end of the objective of an accepted region.
    best: f64,
    /// The same of those that are proved to hold a solution.
    upper: f64,
    /// The smallest objective of what was accepted.
    accepted: f64,
    iterations: u64,
    /// After so many iterations the search ends.
    last: u64,
}

/// What becomes of a region.
enum Fate {
    /// It is done with: disproved, accepted, or represented by another.
    Settled,
    /// It must be cut, best at the gap.
    Open(Option<Gap>),
}

impl<'a> Search<'a> {
    fn new(problems: Vec<&'a mut dyn Problem>, options: &'a Options) -> Self {
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
            queue: Queue::new(options.order),
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

    fn run(mut self) -> Outcome {
        for problem in 0..self.problems.len() {
            let mut whole = Region::whole(self.problems[problem].region(), problem as u32);
            if self.is_possible(&mut whole) {
                self.queue.insert(&whole);
            }
        }
        while self.iterations < self.last {
            let Some(region) = self.queue.take() else { return self.outcome(Ended::Done) };
            let before = self.iterations;
            let left = self.look_at(region);
            self.queue.looked_at(left, self.iterations - before);
        }
        self.outcome(Ended::BudgetSpent)
    }

    /// What was found, and what is certain about the rest.
    fn outcome(self, ended: Ended) -> Outcome {
        let waiting = if ended == Ended::Done { f64::INFINITY } else { self.queue.certain() };
        let certain = waiting.min(self.samples.certain());
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
        Outcome {
            // What was forgotten for being too late is later than what remains.
            lower: lower.min(certain),
            upper: self.upper,
            solutions,
            ended,
            iterations: self.iterations,
            newton_steps: self.linear.evaluations,
            longest_queue: self.queue.longest(),
        }
    }

    /// Settles the region or cuts it: what is left of it.
    fn look_at(&mut self, mut region: Region) -> [Option<Region>; 2] {
        let Fate::Open(gap) = self.settle(&mut region) else { return [None; 2] };
        let Some(halves) = self.cut(&region, gap) else {
            self.accept_small(&region, true);
            return [None; 2];
        };
        halves.map(|mut half| self.is_possible(&mut half).then_some(half))
    }

    /// Shrinks the region as long as that pays, and settles it if it can.
    fn settle(&mut self, region: &mut Region) -> Fate {
        let problem = region.problem as usize;
        let count = self.problems[problem].region().len();
        let mut gap = None;
        if self.out_of_question(region) || self.leave_late_part(region) {
            return Fate::Settled;
        }
        for _ in 0..MOST_NEWTON_STEPS {
            let before = region.sides;
            let step = self.linear.shrink(self.problems[problem], &mut region.sides[..count], self.options.newton);
            let regular = match step {
                Step::Empty => return Fate::Settled,
                Step::Failed => break,
                Step::Shrunk { regular, gap: found } => {
                    gap = found;
                    regular
                }
            };
            region.objective = self.objective(region);
            self.try_zero(problem);
            if region.objective.is_empty() || self.out_of_question(region) || (regular && self.accept_proved(region)) {
                return Fate::Settled;
            }
            // As good as a bisection that drops one of the halves?
            if halvings(&before[..count], &region.sides[..count]) < 1.0 {
                break;
            }
            gap = None;
        }
        let small = self.problems[problem].small_enough(&region.sides[..count], region.objective, self.options);
        if self.leave_to_sample(region) || small && (self.accept_proved(region) || self.accept_small(region, false)) {
            return Fate::Settled;
        }
        Fate::Open(gap)
    }

    /// Whether the region is too late, which is cut off where it can be, or holds no other solution than one that is known, or is near
    /// a sample and costs nothing to drop.
    fn out_of_question(&mut self, region: &mut Region) -> bool {
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

    /// How much earlier than the best a region may be and still be left to a sample.
    fn slack(&self) -> f64 {
        self.options.slack.unwrap_or(self.options.simultaneity * LATE_PART)
    }

    /// Whether a singular solution stands for the whole region, which is then left to it.
    fn leave_to_sample(&mut self, region: &Region) -> bool {
        if !(region.objective.lower() >= self.best - self.slack()) {
            return false;
        }
        let problem = &mut self.problems[region.problem as usize];
        let count = problem.region().len();
        let place = problem.place(&region.sides[..count]);
        let sample = self.samples.cover(problem.group(), place, self.options.separation);
        sample.inspect(|&sample| self.samples.hold(sample, region)).is_some()
    }

    /// Leaves the late part of a region to the sample that stands for it, as long as the objective is a coordinate and the whole cannot be
    /// left. Whether the rest has no solution.
    fn leave_late_part(&mut self, region: &mut Region) -> bool {
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
        self.evaluate(region) == Condition::Violated
    }

    fn objective(&mut self, region: &Region) -> Interval {
        let problem = &mut self.problems[region.problem as usize];
        let sides = &region.sides[..problem.region().len()];
        match problem.objective() {
            Objective::Coordinate(i) => sides[i],
            Objective::Function => problem.value(sides).intersection(region.objective),
        }
    }

    /// One iteration: objective and constraint over the region. What is known of the side conditions if it may hold a solution.
    fn evaluate(&mut self, region: &mut Region) -> Condition {
        self.iterations += 1;
        region.objective = self.objective(region);
        if region.objective.is_empty() || region.objective.lower() > self.best + self.options.simultaneity {
            return Condition::Violated;
        }
        let problem = &mut self.problems[region.problem as usize];
        let (variables, equations) = (problem.region().len(), problem.equation_count());
        let mut values = [Interval::ZERO; MOST_EQUATIONS];
        let condition = problem.constraint(&region.sides[..variables], &mut values[..equations]);
        let possible = values[..equations].iter().all(|value| value.contains(0.0));
        if possible { condition } else { Condition::Violated }
    }

    /// Whether the region may hold a solution.
    fn is_possible(&mut self, region: &mut Region) -> bool {
        let possible = self.evaluate(region) != Condition::Violated;
        if possible && self.problems[region.problem as usize].equation_count() == 0 {
            self.try_middle(region);
        }
        possible
    }
}

/// By how many halvings the region shrank in all.
fn halvings(before: &[Interval], after: &[Interval]) -> f64 {
    let ratio = |(before, after): (&Interval, &Interval)| {
        let (before, after) = (before.width(), after.width());
        if before > 0.0 && before < f64::INFINITY { after / before } else { 1.0 }
    };
    -before.iter().zip(after).map(ratio).product::<f64>().log2()
}
