//! Until when pieces of two bodies are certainly apart, and what is left for the solver.
//!
//! **Question.** The systems of a pair of bodies have up to five unknowns, and almost all of their box is far from any contact. Which
//! small parts of it, and which short stretch of time, are worth the solver's while?
//!
//! **Idea.** Pieces of surface are followed through time, like bodies that advance as far as is safe: a pair of pieces waits until the
//! instant up to which its constraint is proved violated (they are apart, or face the wrong way, or recede), and the pair whose time
//! is up first is looked at next. How far it can go is foretold where that is possible (`equations::estimate`), and tried else; if that is no step in which it would move by
//! a good part of its own size, it is cut in two. A pair that hardly bends is
//! left to the solver, together with all others whose time is up until a little later. If they do not touch by then, they wait on.
//!
//! **Guarantee.** Before the earliest time of any waiting pair there is no contact: every step is a proof, for all of the pair.
//!
//! **Cost.** One constraint a step. With a gap `g`, pieces of size √g are told apart, and only those about the closest places matter: so the
//! number of steps grows with the logarithm of the precision, where bisecting all unknowns at once looks at most of the box.
//!
//! **Source.** Ours. It stands for the culling of Snyder et al. 1993, sections 6 and 7, which stops at whole bodies.

use super::groups::MeshGroups;
use super::queue::{QueuedItem, QueuedPair};
use super::subproblem::Subproblem;
use crate::curved::elements::NodeContents;
use crate::curved::equations::{MAX_UNKNOWNS, SharedSystem, all_but_time};
use crate::tolerance::{
    ACCEPTED_TIME, FIRST_STEP, FORETOLD_SHARE, HARDLY_BENT, SHORTEST_STEP, SMALLEST_PIECE, SOLVER_SHORTEST,
    SOLVER_TRAVEL, WORTHWHILE_STEP,
};
use std::collections::BinaryHeap;
use std::rc::Rc;
use tangency_interval::Interval;
use tangency_interval::solve::{Condition, Ended, MOST_EQUATIONS, Options, Outcome, minimize};

/// How the systems are searched.
#[derive(Clone, Copy, Debug)]
pub(in crate::curved) struct SearchParameters {
    /// The stretch of time.
    pub(in crate::curved) span: Interval,
    /// About how fast a place of one body moves as the other sees it: it decides on the length of steps.
    pub(in crate::curved) pace: f64,
    /// The tolerance, if no bound on the speed is known beforehand: what is simultaneous is then decided where the solver is asked, by the speed there.
    pub(in crate::curved) local_tolerance: Option<f64>,
    /// The size of the smaller body.
    pub(in crate::curved) size: f64,
    pub(in crate::curved) options: Options,
}

/// What the search found, and in which systems.
pub(in crate::curved) struct SearchOutcome<'question> {
    pub(in crate::curved) outcome: Outcome,
    /// The system of every problem of the outcome.
    pub(in crate::curved) systems: Vec<SharedSystem<'question>>,
    /// How many pairs of features were looked at.
    pub(in crate::curved) pairs: u64,
}

/// The pairs that wait.
pub(super) struct AdvanceSearch<'question> {
    pub(super) systems: Vec<SharedSystem<'question>>,
    groups: Option<MeshGroups<'question>>,
    pub(super) parameters: SearchParameters,
    waiting: BinaryHeap<QueuedPair>,
    numbers: u64,
    iterations: u64,
}

/// Searches the systems for their earliest solution.
pub(in crate::curved) fn advance(systems: Vec<SharedSystem<'_>>, parameters: SearchParameters) -> SearchOutcome<'_> {
    AdvanceSearch::new(systems, None, parameters).run()
}

/// Searches the systems of all triangles of a mesh with all elements of another body, and others beside them.
pub(in crate::curved) fn advance_groups<'question>(
    groups: MeshGroups<'question>,
    systems: Vec<SharedSystem<'question>>,
    parameters: SearchParameters,
) -> SearchOutcome<'question> {
    let wholes = groups.wholes();
    let mut search = AdvanceSearch::new(systems, Some(groups), parameters);
    for (other, cells) in wholes.into_iter().enumerate() {
        search.begin(QueuedItem::Group { node: MeshGroups::ROOT, other }, cells);
    }
    search.run()
}

impl<'question> AdvanceSearch<'question> {
    fn new(
        systems: Vec<SharedSystem<'question>>,
        groups: Option<MeshGroups<'question>>,
        parameters: SearchParameters,
    ) -> Self {
        let wholes: Vec<[Interval; MAX_UNKNOWNS]> =
            systems.iter().map(|system| all_but_time(system.borrow().region())).collect();
        let mut search = Self { systems, groups, parameters, waiting: BinaryHeap::new(), numbers: 0, iterations: 0 };
        for (system, cells) in wholes.into_iter().enumerate() {
            search.begin(QueuedItem::System(system), cells);
        }
        search
    }

    fn begin(&mut self, what: QueuedItem, cells: [Interval; MAX_UNKNOWNS]) {
        // Not a round part of the span: round instants are where contacts of made-up scenes are.
        let step = FIRST_STEP * self.parameters.span.width();
        self.queue(QueuedPair { what, cells, from: self.parameters.span.lower(), step, number: 0 });
    }

    fn run(mut self) -> SearchOutcome<'question> {
        let mut batch: Vec<(usize, QueuedPair)> = Vec::new();
        let mut until = f64::INFINITY;
        loop {
            // If the last step decided the last pair, nothing is left open, whatever the budget says.
            if self.waiting.is_empty() && batch.is_empty() {
                return self.finished(f64::INFINITY);
            }
            if self.iterations >= self.parameters.options.budget {
                return self.unfinished(&batch);
            }
            let instant = self.parameters.span.is_singleton();
            let limit = until.min(self.parameters.span.upper());
            let due = self.waiting.peek().is_some_and(|pair| instant || pair.from < limit);
            if due && let Some(pair) = self.waiting.pop() {
                if let Some((system, left)) = self.look_at(pair) {
                    until = until.min(left.from + self.patience(system, &left));
                    batch.push((system, left));
                }
                continue;
            }
            if batch.is_empty() {
                return self.finished(f64::INFINITY);
            }
            let found = self.solve(&batch, limit);
            if found.outcome.lower < f64::INFINITY {
                return found;
            }
            for (_, pair) in batch.drain(..) {
                self.wait(QueuedPair { from: limit, ..pair });
            }
            until = f64::INFINITY;
        }
    }

    /// Puts a pair off; what lasts to the end of the stretch is done with.
    fn wait(&mut self, pair: QueuedPair) {
        if pair.from < self.parameters.span.upper() {
            self.queue(pair);
        }
    }

    fn queue(&mut self, pair: QueuedPair) {
        self.numbers += 1;
        self.waiting.push(QueuedPair { number: self.numbers, ..pair });
    }

    /// Lets the pair go on, or cuts it; `Some` if it is to be left to the solver, with the system that it is of.
    fn look_at(&mut self, mut pair: QueuedPair) -> Option<(usize, QueuedPair)> {
        let foretold = self.foretold(&pair);
        let step = match foretold {
            Some(ApartEstimate { apart, shortest }) => (FORETOLD_SHARE * apart).min(pair.step).max(shortest),
            None => pair.step,
        };
        let until = (pair.from + step).min(self.parameters.span.upper());
        let span = Interval::between(pair.from, until);
        let hopeful = foretold.is_none_or(|foretold| foretold.apart >= foretold.shortest);
        // What is cut without a try is a step as well.
        self.iterations += u64::from(!hopeful);
        if hopeful && self.violated(&pair, span) {
            let step = if foretold.is_some() { f64::INFINITY } else { 2.0 * pair.step };
            self.wait(QueuedPair { from: until, step, ..pair });
            return None;
        }
        let (size, next) = match pair.what {
            QueuedItem::System(system) => self.next_of_system(system, &pair, span),
            QueuedItem::Group { node, other } => self.next_of_group(node, other, &pair, span),
        };
        let shortest = foretold.map_or_else(|| self.shortest(0.5, size), |foretold| foretold.shortest);
        if hopeful && step > shortest && until - pair.from > shortest {
            pair.step = (0.25 * (until - pair.from)).max(0.5 * shortest);
            self.queue(pair);
            return None;
        }
        self.part(pair, next)
    }

    /// The shortest step that is tried with a pair of this size: it moves by this share of its size.
    fn shortest(&self, share: f64, size: f64) -> f64 {
        (share * size / self.parameters.pace.max(f64::MIN_POSITIVE)).max(SHORTEST_STEP * self.parameters.span.width())
    }

    /// How long a pair will stay apart.
    fn foretold(&self, pair: &QueuedPair) -> Option<ApartEstimate> {
        let QueuedItem::System(index) = pair.what else { return None };
        if self.parameters.span.is_singleton() {
            return None;
        }
        let system = &mut **self.systems[index].borrow_mut();
        let count = system.region().len() - 1;
        let (extents, _) = system.shape(&pair.cells[..count], Interval::from(pair.from));
        let size = extents[..count].iter().copied().fold(0.0, f64::max);
        let shortest = self.shortest(WORTHWHILE_STEP, size);
        let apart = system.estimated_time_apart(&pair.cells[..count], pair.from, shortest)?;
        Some(ApartEstimate { apart, shortest })
    }

    /// Cuts a pair, or leaves it to the solver.
    fn part(&mut self, pair: QueuedPair, next: PairAction<'question>) -> Option<(usize, QueuedPair)> {
        match next {
            PairAction::Solve(system) => return Some((system, pair)),
            PairAction::Cut(index) => {
                let halves = pair.cells[index].split();
                for half in [halves.0, halves.1] {
                    let mut part = pair;
                    part.cells[index] = half;
                    self.queue(part);
                }
            }
            PairAction::Nodes(nodes, other) => {
                for node in nodes {
                    self.queue(QueuedPair { what: QueuedItem::Group { node, other }, ..pair });
                }
            }
            PairAction::Systems(systems) => {
                for (system, cells) in systems {
                    self.systems.push(system);
                    self.queue(QueuedPair { what: QueuedItem::System(self.systems.len() - 1), cells, ..pair });
                }
            }
        }
        None
    }

    /// The size of a part of a system, and what is to be done with it.
    fn next_of_system(&mut self, index: usize, pair: &QueuedPair, span: Interval) -> (f64, PairAction<'question>) {
        let system = &mut **self.systems[index].borrow_mut();
        let count = system.region().len() - 1;
        let (extents, bend) = system.shape(&pair.cells[..count], span);
        let size = extents[..count].iter().copied().fold(0.0, f64::max);
        if bend <= HARDLY_BENT || size <= SMALLEST_PIECE * self.parameters.size {
            return (size, PairAction::Solve(index));
        }
        (size, PairAction::Cut(widest(&extents[..count])))
    }

    /// The size of a group, and what is to be done with it.
    fn next_of_group(
        &mut self,
        node: u32,
        other: usize,
        pair: &QueuedPair,
        span: Interval,
    ) -> (f64, PairAction<'question>) {
        let Some(groups) = &mut self.groups else { unreachable!("there are groups only where there is a mesh") };
        let (extents, bend) = groups.shape(other, &pair.cells, span);
        let (below, node_size) = groups.below(node);
        let size = extents.iter().copied().fold(node_size, f64::max);
        let index = widest(&extents);
        let bends = bend > HARDLY_BENT && extents[index] > SMALLEST_PIECE * self.parameters.size;
        match below {
            NodeContents::Nodes(nodes) if node_size >= extents[index] || !bends => {
                (size, PairAction::Nodes(nodes, other))
            }
            NodeContents::Triangle(triangle) if node_size >= extents[index] || !bends => {
                // They go on at once, in their own steps.
                (
                    0.0_f64.max(size),
                    PairAction::Systems(groups.systems(triangle, other, &pair.cells, self.parameters.span)),
                )
            }
            NodeContents::Nodes(_) | NodeContents::Triangle(_) => (size, PairAction::Cut(index)),
        }
    }

    /// Whether the pair certainly holds no contact during the span.
    pub(super) fn violated(&mut self, pair: &QueuedPair, time: Interval) -> bool {
        self.iterations += 1;
        let index = match (pair.what, &mut self.groups) {
            (QueuedItem::System(index), _) => index,
            (QueuedItem::Group { node, other }, Some(groups)) => return groups.apart(node, other, &pair.cells, time),
            (QueuedItem::Group { .. }, None) => unreachable!("there are groups only where there is a mesh"),
        };
        let mut system = self.systems[index].borrow_mut();
        let (count, equations) = (system.region().len() - 1, system.equation_count());
        let mut region = [Interval::ZERO; MAX_UNKNOWNS + 1];
        region[..count].copy_from_slice(&pair.cells[..count]);
        region[count] = time;
        let mut values = [Interval::ENTIRE; MOST_EQUATIONS];
        let condition = system.constraint(&region[..=count], &mut values[..equations]);
        condition == Condition::Violated || values[..equations].iter().any(|value| !value.contains(0.0))
    }

    /// How long after its time is up the solver may look for contacts of a pair: while it moves by its own size, and long enough to
    /// find what is simultaneous.
    fn patience(&self, system: usize, pair: &QueuedPair) -> f64 {
        let mut system = self.systems[system].borrow_mut();
        let count = system.region().len() - 1;
        let (extents, _) = system.shape(&pair.cells[..count], Interval::from(pair.from));
        let size = extents[..count].iter().copied().fold(0.0, f64::max);
        let moving = SOLVER_TRAVEL * size / self.parameters.pace.max(f64::MIN_POSITIVE);
        moving.max(2.0 * self.parameters.options.simultaneity).max(SOLVER_SHORTEST * self.parameters.span.width())
    }

    /// Asks the solver about a batch of pairs until an instant.
    fn solve(&mut self, batch: &[(usize, QueuedPair)], until: f64) -> SearchOutcome<'question> {
        let systems: Vec<SharedSystem<'question>> =
            batch.iter().map(|(system, _)| Rc::clone(&self.systems[*system])).collect();
        let problem = |(system, (_, pair)): (&SharedSystem<'question>, &(usize, QueuedPair))| {
            Subproblem::new(system, &pair.cells, Interval::between(pair.from.min(until), until))
        };
        let mut problems: Vec<Subproblem<'question>> = systems.iter().zip(batch).map(problem).collect();
        let budget = self.parameters.options.budget.saturating_sub(self.iterations);
        let simultaneity = self.batch_simultaneity(batch, until);
        let mut outcome = minimize(&mut problems, &Options { budget, simultaneity, ..self.parameters.options });
        self.iterations += outcome.iterations;
        outcome.iterations = self.iterations;
        if outcome.lower < f64::INFINITY {
            outcome.lower = self.waiting.peek().map_or(outcome.lower, |pair| outcome.lower.min(pair.from));
        }
        SearchOutcome { outcome, systems, pairs: self.systems.len() as u64 }
    }

    /// There is nothing more to look at.
    fn finished(self, lower: f64) -> SearchOutcome<'question> {
        let outcome = Outcome {
            solutions: Vec::new(),
            lower,
            upper: f64::INFINITY,
            ended: Ended::Done,
            iterations: self.iterations,
            newton_steps: 0,
            longest_queue: 0,
        };
        SearchOutcome { outcome, systems: Vec::new(), pairs: self.systems.len() as u64 }
    }

    /// The budget is spent: what waits is undecided from its time on.
    fn unfinished(self, batch: &[(usize, QueuedPair)]) -> SearchOutcome<'question> {
        let waiting = self.waiting.iter().chain(batch.iter().map(|(_, pair)| pair));
        let from = waiting.map(|pair| pair.from).fold(f64::INFINITY, f64::min);
        let mut found = self.finished(from);
        found.outcome.ended = Ended::BudgetSpent;
        found
    }
}

/// How long a pair will stay apart, in seconds, as far as plain numbers tell, and the shortest step that is worth while.
#[derive(Clone, Copy)]
struct ApartEstimate {
    apart: f64,
    shortest: f64,
}

/// What is to be done with a pair that cannot go on.
enum PairAction<'question> {
    /// Ask the solver about the system with this index.
    Solve(usize),
    /// Halve the unknown with this index.
    Cut(usize),
    /// Look at these nodes of the tree, each with the other body's element.
    Nodes([u32; 2], usize),
    /// Look at each of these.
    Systems(Vec<(SharedSystem<'question>, [Interval; MAX_UNKNOWNS])>),
}

/// The index of the largest.
pub(super) fn widest(extents: &[f64]) -> usize {
    (1..extents.len()).fold(0, |best, index| if extents[index] > extents[best] { index } else { best })
}

/// ε, in seconds: bodies that approach at this speed need at least this long to come closer by the tolerance. It is limited by the
/// length of the stretch of time.
pub(in crate::curved) fn simultaneity(tolerance: f64, speed: f64, length: f64) -> f64 {
    let least = ACCEPTED_TIME * length;
    if speed > 0.0 { (tolerance / speed).clamp(least, length.max(least)) } else { length }
}
