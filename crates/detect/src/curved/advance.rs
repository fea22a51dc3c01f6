//! Until when pieces of two bodies are certainly apart, and what is left for the solver.
//!
//! **Question.** The systems of a pair of bodies have up to five unknowns, and almost all of their box is far from any contact. Which
//! small parts of it, and which short stretch of time, are worth the solver's while?
//!
//! **Idea.** Pieces of surface are followed through time, like bodies that advance as far as is safe: a pair of pieces waits until the
//! instant up to which its constraint is proved violated (they are apart, or face the wrong way, or recede), and the pair whose time
//! is up first is looked at next. If it cannot go on by a step in which it would move by its own size, it is cut in two. A pair that hardly bends is
//! left to the solver, together with all others whose time is up until a little later. If they do not touch by then, they wait on.
//!
//! **Guarantee.** Before the earliest time of any waiting pair there is no contact: every step is a proof, for all of the pair.
//!
//! **Cost.** One constraint a step. With a gap `g`, pieces of size √g are told apart, and only those about the closest places matter: so the
//! number of steps grows with the logarithm of the precision, where bisecting all unknowns at once looks at most of the box.
//!
//! **Source.** Ours. It stands for the culling of Snyder et al. 1993, sections 6 and 7, which stops at whole bodies.

use super::system::System;
use crate::tolerance::{HARDLY_BENT, SHORTEST_STEP, SMALLEST_PIECE};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::rc::Rc;
use tangency_interval::solve::{Border, Condition, MOST_EQUATIONS, Objective, Options, Outcome, Problem, minimize};
use tangency_interval::{Interval, Vector3};

/// A system that several pairs of pieces share.
pub(super) type Shared<'question> = Rc<RefCell<Box<dyn System + 'question>>>;

/// The most unknowns besides time.
const MOST: usize = 4;

/// A part of the box of a system, and the instant up to which it certainly holds no contact.
#[derive(Clone, Copy)]
struct Pair {
    system: usize,
    cells: [Interval; MOST],
    from: f64,
    /// The step that is tried next, in seconds.
    step: f64,
    /// Tells pairs of the same instant apart, so that the order does not depend on the queue.
    number: u64,
}

impl PartialEq for Pair {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Pair {}

impl PartialOrd for Pair {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The earliest is the greatest, because the queue hands out the greatest.
impl Ord for Pair {
    fn cmp(&self, other: &Self) -> Ordering {
        other.from.total_cmp(&self.from).then(other.number.cmp(&self.number))
    }
}

/// How the systems are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    /// The stretch of time.
    pub(super) span: Interval,
    /// Upper bound on how fast a place of one body moves as the other sees it.
    pub(super) speed: f64,
    /// The size of the smaller body.
    pub(super) size: f64,
    pub(super) options: Options,
}

/// What the search found, and in which of the systems.
pub(super) struct Found {
    pub(super) outcome: Outcome,
    /// The system of every problem of the outcome.
    pub(super) systems: Vec<usize>,
}

/// The pairs that wait.
struct Search<'s, 'question> {
    systems: &'s [Shared<'question>],
    course: Course,
    waiting: BinaryHeap<Pair>,
    numbers: u64,
    iterations: u64,
}

/// Searches the systems for their earliest solution.
pub(super) fn advance<'question>(systems: &[Shared<'question>], course: Course) -> Found {
    let mut search = Search { systems, course, waiting: BinaryHeap::new(), numbers: 0, iterations: 0 };
    for system in 0..systems.len() {
        let mut cells = [Interval::ZERO; MOST];
        let region = systems[system].borrow().region().to_vec();
        cells[..region.len() - 1].copy_from_slice(&region[..region.len() - 1]);
        // Not a round part of the span: round instants are where contacts of made-up scenes are.
        let step = 0.37 * course.span.width();
        search.queue(Pair { system, cells, from: course.span.lower(), step, number: 0 });
    }
    search.run()
}

impl<'question> Search<'_, 'question> {
    fn run(mut self) -> Found {
        let mut batch: Vec<Pair> = Vec::new();
        let mut until = f64::INFINITY;
        loop {
            if self.iterations >= self.course.options.budget {
                return self.unfinished(&batch);
            }
            let instant = self.course.span.is_singleton();
            let limit = until.min(self.course.span.upper());
            let due = self.waiting.peek().is_some_and(|pair| instant || pair.from < limit);
            if due && let Some(pair) = self.waiting.pop() {
                if let Some(left) = self.look_at(pair) {
                    until = until.min(left.from + self.patience(&left));
                    batch.push(left);
                }
                continue;
            }
            if batch.is_empty() {
                return self.finished(Vec::new(), Vec::new(), f64::INFINITY);
            }
            let until_now = until.min(self.course.span.upper());
            let found = self.solve(&batch, until_now);
            if !found.outcome.solutions.is_empty() || found.outcome.lower < f64::INFINITY {
                return found;
            }
            for pair in batch.drain(..) {
                self.wait(Pair { from: until_now, ..pair });
            }
            until = f64::INFINITY;
        }
    }

    /// Puts a pair off; what lasts to the end of the stretch is done with.
    fn wait(&mut self, pair: Pair) {
        if pair.from < self.course.span.upper() {
            self.queue(pair);
        }
    }

    fn queue(&mut self, pair: Pair) {
        self.numbers += 1;
        self.waiting.push(Pair { number: self.numbers, ..pair });
    }

    /// Lets the pair go on, or cuts it; `Some` if it is to be left to the solver.
    fn look_at(&mut self, mut pair: Pair) -> Option<Pair> {
        let end = self.course.span.upper();
        let until = (pair.from + pair.step).min(end);
        if self.violated(&pair, Interval::between(pair.from, until)) {
            self.wait(Pair { from: until, step: 4.0 * pair.step, ..pair });
            return None;
        }
        let system = &mut **self.systems[pair.system].borrow_mut();
        let count = system.region().len() - 1;
        let (extents, bend) = system.shape(&pair.cells[..count], Interval::between(pair.from, until));
        let size = extents[..count].iter().copied().fold(0.0, f64::max);
        let shortest = (size / self.course.speed.max(f64::MIN_POSITIVE)).max(SHORTEST_STEP * self.course.span.width());
        if until - pair.from > shortest {
            pair.step = (0.25 * (until - pair.from)).max(0.5 * shortest);
            self.queue(pair);
            return None;
        }
        if bend <= HARDLY_BENT || size <= SMALLEST_PIECE * self.course.size {
            return Some(pair);
        }
        let widest = (1..count).fold(0, |best, index| if extents[index] > extents[best] { index } else { best });
        let halves = pair.cells[widest].split();
        for half in [halves.0, halves.1] {
            let mut part = pair;
            part.cells[widest] = half;
            self.queue(part);
        }
        None
    }

    /// Whether the pair certainly holds no contact during the span.
    fn violated(&mut self, pair: &Pair, time: Interval) -> bool {
        self.iterations += 1;
        let mut system = self.systems[pair.system].borrow_mut();
        let (count, equations) = (system.region().len() - 1, system.equation_count());
        let mut region = [Interval::ZERO; MOST + 1];
        region[..count].copy_from_slice(&pair.cells[..count]);
        region[count] = time;
        let mut values = [Interval::ENTIRE; MOST_EQUATIONS];
        let condition = system.constraint(&region[..=count], &mut values[..equations]);
        condition == Condition::Violated || values[..equations].iter().any(|value| !value.contains(0.0))
    }

    /// How long after its time is up the solver may look for contacts of a pair: while it moves by its own size, and long enough to
    /// find what is simultaneous.
    fn patience(&self, pair: &Pair) -> f64 {
        let mut system = self.systems[pair.system].borrow_mut();
        let count = system.region().len() - 1;
        let (extents, _) = system.shape(&pair.cells[..count], Interval::from(pair.from));
        let size = extents[..count].iter().copied().fold(0.0, f64::max);
        let moving = 0.7 * size / self.course.speed.max(f64::MIN_POSITIVE);
        moving.max(2.0 * self.course.options.simultaneity).max(0.013 * self.course.span.width())
    }

    /// Asks the solver about a batch of pairs until an instant.
    fn solve(&mut self, batch: &[Pair], until: f64) -> Found {
        let mut problems: Vec<Within<'question>> = batch
            .iter()
            .map(|pair| Within::new(&self.systems[pair.system], pair, Interval::between(pair.from.min(until), until)))
            .collect();
        let budget = self.course.options.budget.saturating_sub(self.iterations);
        let mut outcome = minimize(&mut problems, &Options { budget, ..self.course.options });
        self.iterations += outcome.iterations;
        outcome.iterations = self.iterations;
        let waiting = self.waiting.peek().map_or(f64::INFINITY, |pair| pair.from);
        if !outcome.solutions.is_empty() || outcome.lower < f64::INFINITY {
            outcome.lower = outcome.lower.min(waiting);
        }
        Found { outcome, systems: batch.iter().map(|pair| pair.system).collect() }
    }

    /// There is nothing more to look at.
    fn finished(self, solutions: Vec<tangency_interval::solve::Solution>, systems: Vec<usize>, lower: f64) -> Found {
        let outcome = Outcome {
            solutions,
            lower,
            upper: f64::INFINITY,
            ended: tangency_interval::solve::Ended::Done,
            iterations: self.iterations,
            newton_steps: 0,
            longest_queue: 0,
        };
        Found { outcome, systems }
    }

    /// The budget is spent: what waits is undecided from its time on.
    fn unfinished(self, batch: &[Pair]) -> Found {
        let waiting = self.waiting.iter().chain(batch).map(|pair| pair.from).fold(f64::INFINITY, f64::min);
        let mut found = self.finished(Vec::new(), Vec::new(), waiting);
        found.outcome.ended = tangency_interval::solve::Ended::BudgetSpent;
        found
    }
}

/// A system over a part of its box.
struct Within<'question> {
    system: Shared<'question>,
    region: Vec<Interval>,
}

impl<'question> Within<'question> {
    fn new(system: &Shared<'question>, pair: &Pair, time: Interval) -> Self {
        let whole = system.borrow().region().to_vec();
        // A little more than the cell, so that a solution on the border between two cells is inside of one of them.
        let mut region: Vec<Interval> = whole[..whole.len() - 1]
            .iter()
            .zip(pair.cells)
            .map(|(whole, cell)| {
                let room = cell.width() / 1024.0;
                (cell + Interval::between(-room, room)).intersection(*whole)
            })
            .collect();
        region.push(time);
        Self { system: Rc::clone(system), region }
    }
}

impl Problem for Within<'_> {
    fn region(&self) -> &[Interval] {
        &self.region
    }

    fn equation_count(&self) -> usize {
        self.system.borrow().equation_count()
    }

    fn equations(&mut self, region: &[Interval], values: &mut [Interval]) {
        self.system.borrow_mut().equations(region, values);
    }

    fn condition(&mut self, region: &[Interval]) -> Condition {
        self.system.borrow_mut().condition(region)
    }

    fn constraint(&mut self, region: &[Interval], values: &mut [Interval]) -> Condition {
        self.system.borrow_mut().constraint(region, values)
    }

    fn jacobian(&mut self, region: &[Interval], rows: &mut [Interval]) -> bool {
        self.system.borrow_mut().jacobian(region, rows)
    }

    fn objective(&self) -> Objective {
        Objective::Coordinate(self.region.len() - 1)
    }

    fn place(&mut self, region: &[Interval]) -> Vector3 {
        self.system.borrow_mut().place(region)
    }

    fn small_enough(&mut self, region: &[Interval], objective: Interval, options: &Options) -> bool {
        self.system.borrow_mut().small_enough(region, objective, options)
    }

    fn border(&self, coordinate: usize) -> Border {
        self.system.borrow().border(coordinate)
    }

    fn sufficient(&mut self, region: &[Interval]) -> u32 {
        self.system.borrow_mut().sufficient(region)
    }
}
