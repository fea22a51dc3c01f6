//! The search: advance pairs of surface pieces through time, and leave small ones to the solver.
//!
//! **Question.** The systems of a pair of bodies have up to five unknowns, and almost all of their box is far from
//! any contact. Which small parts of it, and which short spans of time, should the solver search?
//!
//! **Idea.** Conservative advancement of surface pieces. A pair of pieces waits in a priority queue until the
//! instant up to which its constraint is proved violated: the pieces are apart, or face the wrong way, or recede.
//! The pair with the earliest instant is next. The length of its next step is estimated where possible
//! (`equations::estimate`), otherwise found by trial. If the step is shorter than the pair needs to move by a good
//! part of its own size, the pair is bisected. A pair that hardly bends is left to the solver, in a batch with all
//! others that are due a little later. If the solver finds no contact in the batch, its pairs go back to the queue.
//!
//! **Guarantee.** There is no contact before the earliest instant of any waiting pair: every step is a proof for
//! the whole pair.
//!
//! **Cost.** One constraint per step. With a gap `g`, pieces of size √g can be separated, and only those near the
//! closest points matter. The number of steps therefore grows with the logarithm of the precision, whereas
//! bisection of all unknowns at once visits most of the box.
//!
//! **Source.** Ours. It replaces the culling of Snyder et al. 1993, sections 6 and 7, which stops at whole bodies.

use super::groups::MeshGroups;
use super::nets::{NetPairs, NetStep};
use super::queue::{PairEntry, QueuedItem, QueuedPair};
use super::subproblem::Subproblem;
use crate::curved::elements::NodeContents;
use crate::curved::equations::{MAX_UNKNOWNS, SharedSystem, all_but_time};
use crate::tolerance::{
    ACCEPTED_TIME, FIRST_STEP, HARDLY_BENT, NET_SOLVER_SHORTEST, NET_SOLVER_TRAVEL, PREDICTED_SHARE, SHORTEST_STEP,
    SMALLEST_PIECE, SOLVER_SHORTEST, SOLVER_TRAVEL, STEP_CUT, TRIAL_STEP, WORTHWHILE_STEP,
};
use std::collections::BinaryHeap;
use std::rc::Rc;
use tangency_interval::solve::{
    ConditionStatus, MOST_EQUATIONS, SolverOptions, SolverOutcome, Termination, minimize_until,
};
use tangency_interval::{Interval, StopSignal};

/// The parameters of a search.
#[derive(Clone, Copy, Debug)]
pub(in crate::curved) struct SearchParameters<'question> {
    /// The stretch of time.
    pub(in crate::curved) span: Interval,
    /// Metres per second. The approximate speed of points of one body relative to the other. It determines the
    /// length of steps, never an answer.
    pub(in crate::curved) pace: f64,
    /// Metres. The tolerance, if no bound on the speed is known. ε then follows from the closing speed of each
    /// batch for the solver.
    pub(in crate::curved) local_tolerance: Option<f64>,
    /// Metres. The radius of the smaller body.
    pub(in crate::curved) size: f64,
    pub(in crate::curved) options: SolverOptions,
    /// Ends the search early.
    pub(in crate::curved) stop: &'question StopSignal,
}

/// The outcome of a search, with the systems of its solutions.
pub(super) struct SearchOutcome<'question> {
    pub(super) outcome: SolverOutcome,
    /// The system of every problem of the outcome.
    pub(super) systems: Vec<SharedSystem<'question>>,
    /// The number of systems that were searched.
    pub(super) pairs: u64,
}

/// The state of the search.
pub(super) struct AdvanceSearch<'question> {
    pub(super) systems: Vec<SharedSystem<'question>>,
    groups: Option<MeshGroups<'question>>,
    nets: Option<NetPairs<'question>>,
    /// Twice as much for every call of the solver that found nothing.
    patience: f64,
    pub(super) parameters: SearchParameters<'question>,
    waiting: BinaryHeap<PairEntry>,
    numbers: u64,
    iterations: u64,
}

/// Searches the systems for their earliest solution.
pub(super) fn advance<'question>(
    systems: Vec<SharedSystem<'question>>,
    parameters: SearchParameters<'question>,
) -> SearchOutcome<'question> {
    AdvanceSearch::new(systems, None, parameters).run()
}

/// Searches the systems of all triangles of a mesh with all elements of another body, and further systems beside
/// them.
pub(super) fn advance_groups<'question>(
    groups: MeshGroups<'question>,
    systems: Vec<SharedSystem<'question>>,
    parameters: SearchParameters<'question>,
) -> SearchOutcome<'question> {
    let ranges = groups.parameter_ranges();
    let mut search = AdvanceSearch::new(systems, Some(groups), parameters);
    for (other, cells) in ranges.into_iter().enumerate() {
        search.queue_whole(QueuedItem::Group { node: MeshGroups::ROOT, other }, cells);
    }
    search.run()
}

/// Searches two bodies of Bézier patches by their control nets, and further systems beside them.
pub(super) fn advance_nets<'question>(
    nets: NetPairs<'question>,
    systems: Vec<SharedSystem<'question>>,
    parameters: SearchParameters<'question>,
) -> SearchOutcome<'question> {
    let mut search = AdvanceSearch::new(systems, None, parameters);
    search.nets = Some(nets);
    search.queue_whole(QueuedItem::Nets(NetPairs::WHOLE), [Interval::ZERO; MAX_UNKNOWNS]);
    search.run()
}

impl<'question> AdvanceSearch<'question> {
    fn new(
        systems: Vec<SharedSystem<'question>>,
        groups: Option<MeshGroups<'question>>,
        parameters: SearchParameters<'question>,
    ) -> Self {
        let ranges: Vec<[Interval; MAX_UNKNOWNS]> =
            systems.iter().map(|system| all_but_time(system.borrow().region())).collect();
        let (nets, waiting) = (None, BinaryHeap::new());
        let mut search = Self { systems, groups, nets, patience: 1.0, parameters, waiting, numbers: 0, iterations: 0 };
        for (system, cells) in ranges.into_iter().enumerate() {
            search.queue_whole(QueuedItem::System(system), cells);
        }
        search
    }

    fn queue_whole(&mut self, item: QueuedItem, cells: [Interval; MAX_UNKNOWNS]) {
        let step = FIRST_STEP * self.parameters.span.width();
        self.queue(QueuedPair { item, cells, from: self.parameters.span.lower(), step });
    }

    fn run(mut self) -> SearchOutcome<'question> {
        let mut batch: Vec<(usize, QueuedPair)> = Vec::new();
        let mut until = f64::INFINITY;
        loop {
            // If the last step decided the last pair, nothing is open, even if the budget is spent.
            if self.waiting.is_empty() && batch.is_empty() {
                return self.finished(f64::INFINITY);
            }
            if self.iterations >= self.parameters.options.budget || self.parameters.stop.is_stopped() {
                return self.unfinished(&batch);
            }
            let instant = self.parameters.span.is_singleton();
            let limit = until.min(self.parameters.span.upper());
            let due = self.waiting.peek().is_some_and(|entry| instant || entry.time < limit);
            if due && let Some(entry) = self.waiting.pop() {
                if let Some((system, left)) = self.advance_pair(entry.item) {
                    until = until.min(left.from + self.solver_time(system, &left));
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
                self.requeue(QueuedPair { from: limit, ..pair });
            }
            until = f64::INFINITY;
            self.patience *= 2.0;
        }
    }

    /// Queues a pair for later. A pair that is clear to the end of the stretch is done.
    fn requeue(&mut self, pair: QueuedPair) {
        if pair.from < self.parameters.span.upper() {
            self.queue(pair);
        }
    }

    fn queue(&mut self, pair: QueuedPair) {
        self.numbers += 1;
        self.waiting.push(PairEntry { time: pair.from, place: self.numbers, item: pair });
    }

    /// Advances the pair, or subdivides it. `Some` with its system if the solver should take it.
    fn advance_pair(&mut self, mut pair: QueuedPair) -> Option<(usize, QueuedPair)> {
        if let QueuedItem::Nets(index) = pair.item {
            self.advance_nets(index, &pair);
            return None;
        }
        let estimate = self.estimate(&pair);
        let step = match estimate {
            Some(ApartEstimate { apart, shortest }) => (PREDICTED_SHARE * apart).min(pair.step).max(shortest),
            None => pair.step,
        };
        let until = (pair.from + step).min(self.parameters.span.upper());
        let span = Interval::between(pair.from, until);
        let promising = estimate.is_none_or(|estimate| estimate.apart >= estimate.shortest);
        // Count a subdivision as a step even if no proof was attempted.
        self.iterations += u64::from(!promising);
        if promising && self.proved_clear(&pair, span) {
            let step = if estimate.is_some() { f64::INFINITY } else { 2.0 * pair.step };
            self.requeue(QueuedPair { from: until, step, ..pair });
            return None;
        }
        let (size, next) = match pair.item {
            QueuedItem::System(system) => self.next_of_system(system, &pair, span),
            QueuedItem::Group { node, other } => self.next_of_group(node, other, &pair, span),
            QueuedItem::Nets(_) => unreachable!("nets have steps of their own"),
        };
        let shortest = estimate.map_or_else(|| self.shortest(TRIAL_STEP, size), |estimate| estimate.shortest);
        if promising && step > shortest && until - pair.from > shortest {
            pair.step = (STEP_CUT * (until - pair.from)).max(0.5 * shortest);
            self.queue(pair);
            return None;
        }
        self.subdivide(pair, next)
    }

    /// Advances a pair of parts of spline bodies, splits it, or replaces it by its systems.
    fn advance_nets(&mut self, index: u32, pair: &QueuedPair) {
        self.iterations += 1;
        let SearchParameters { span, pace, size, .. } = self.parameters;
        let shortest = |size: f64| shortest_step(WORTHWHILE_STEP, size, pace, span);
        let Some(nets) = &mut self.nets else { unreachable!("nets are queued only for spline bodies") };
        let step = nets.advance(index, pair.from, SMALLEST_PIECE * size, shortest);
        match step {
            NetStep::Apart(until) => self.requeue(QueuedPair { from: until, ..*pair }),
            NetStep::Halves(halves, until) => {
                for half in halves {
                    self.queue(QueuedPair { item: QueuedItem::Nets(half), from: until, ..*pair });
                }
            }
            NetStep::Systems { systems, size, from } => {
                // One trial of the equations, then the solver.
                let step = shortest_step(TRIAL_STEP, size, pace, span);
                for (system, cells) in systems {
                    self.systems.push(system);
                    let item = QueuedItem::System(self.systems.len() - 1);
                    self.queue(QueuedPair { item, cells, from, step });
                }
            }
        }
    }

    /// Seconds. The shortest step that is worth while for a pair of this size: it moves by this share of its size.
    fn shortest(&self, share: f64, size: f64) -> f64 {
        shortest_step(share, size, self.parameters.pace, self.parameters.span)
    }

    /// Estimates how long a pair stays apart.
    fn estimate(&self, pair: &QueuedPair) -> Option<ApartEstimate> {
        let QueuedItem::System(index) = pair.item else { return None };
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

    /// Subdivides a pair, or leaves it to the solver.
    fn subdivide(&mut self, pair: QueuedPair, next: PairAction<'question>) -> Option<(usize, QueuedPair)> {
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
                    self.queue(QueuedPair { item: QueuedItem::Group { node, other }, ..pair });
                }
            }
            PairAction::Systems(systems) => {
                for (system, cells) in systems {
                    self.systems.push(system);
                    self.queue(QueuedPair { item: QueuedItem::System(self.systems.len() - 1), cells, ..pair });
                }
            }
        }
        None
    }

    /// The size of a part of a system in metres, and the next action.
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

    /// The size of a group in metres, and the next action.
    fn next_of_group(
        &mut self,
        node: u32,
        other: usize,
        pair: &QueuedPair,
        span: Interval,
    ) -> (f64, PairAction<'question>) {
        let Some(groups) = &mut self.groups else { unreachable!("groups are queued only for a mesh") };
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
                // The new systems start at once, with steps of their own.
                (
                    0.0_f64.max(size),
                    PairAction::Systems(groups.systems(triangle, other, &pair.cells, self.parameters.span)),
                )
            }
            NodeContents::Nodes(_) | NodeContents::Triangle(_) => (size, PairAction::Cut(index)),
        }
    }

    /// `true` proves that the pair contains no contact during the span.
    pub(super) fn proved_clear(&mut self, pair: &QueuedPair, time: Interval) -> bool {
        self.iterations += 1;
        let index = match (pair.item, &mut self.groups) {
            (QueuedItem::System(index), _) => index,
            (QueuedItem::Group { node, other }, Some(groups)) => return groups.apart(node, other, &pair.cells, time),
            (QueuedItem::Group { .. }, None) => unreachable!("groups are queued only for a mesh"),
            (QueuedItem::Nets(_), _) => unreachable!("nets have steps of their own"),
        };
        let mut system = self.systems[index].borrow_mut();
        let (count, equations) = (system.region().len() - 1, system.equation_count());
        let mut region = [Interval::ZERO; MAX_UNKNOWNS + 1];
        region[..count].copy_from_slice(&pair.cells[..count]);
        region[count] = time;
        let mut values = [Interval::ENTIRE; MOST_EQUATIONS];
        let condition = system.constraint(&region[..=count], &mut values[..equations]);
        condition == ConditionStatus::Violated || values[..equations].iter().any(|value| !value.contains(0.0))
    }

    /// Seconds. How long after its instant the solver searches a pair: while it moves by about its own size, and at
    /// least long enough to find simultaneous contacts.
    fn solver_time(&self, system: usize, pair: &QueuedPair) -> f64 {
        let mut system = self.systems[system].borrow_mut();
        let count = system.region().len() - 1;
        let (extents, _) = system.shape(&pair.cells[..count], Interval::from(pair.from));
        let size = extents[..count].iter().copied().fold(0.0, f64::max);
        let [travel, shortest] = match &self.nets {
            Some(_) => [
                (self.patience * NET_SOLVER_TRAVEL).min(SOLVER_TRAVEL),
                (self.patience * NET_SOLVER_SHORTEST).min(SOLVER_SHORTEST),
            ],
            None => [SOLVER_TRAVEL, SOLVER_SHORTEST],
        };
        let moving = travel * size / self.parameters.pace.max(f64::MIN_POSITIVE);
        moving.max(2.0 * self.parameters.options.simultaneity).max(shortest * self.parameters.span.width())
    }

    /// Calls the solver on a batch of pairs, up to an instant.
    fn solve(&mut self, batch: &[(usize, QueuedPair)], until: f64) -> SearchOutcome<'question> {
        let systems: Vec<SharedSystem<'question>> =
            batch.iter().map(|(system, _)| Rc::clone(&self.systems[*system])).collect();
        let problem = |(system, (_, pair)): (&SharedSystem<'question>, &(usize, QueuedPair))| {
            Subproblem::new(system, &pair.cells, Interval::between(pair.from.min(until), until))
        };
        let mut problems: Vec<Subproblem<'question>> = systems.iter().zip(batch).map(problem).collect();
        let budget = self.parameters.options.budget.saturating_sub(self.iterations);
        let simultaneity = self.batch_simultaneity(batch, until);
        let options = SolverOptions { budget, simultaneity, ..self.parameters.options };
        let mut outcome = minimize_until(&mut problems, &options, self.parameters.stop);
        self.iterations += outcome.iterations;
        outcome.iterations = self.iterations;
        if outcome.lower < f64::INFINITY {
            outcome.lower = self.waiting.peek().map_or(outcome.lower, |entry| outcome.lower.min(entry.time));
        }
        SearchOutcome { outcome, systems, pairs: self.systems.len() as u64 }
    }

    /// The outcome if nothing is left to search.
    fn finished(self, lower: f64) -> SearchOutcome<'question> {
        let outcome = SolverOutcome {
            solutions: Vec::new(),
            lower,
            upper: f64::INFINITY,
            ended: Termination::Done,
            iterations: self.iterations,
            newton_steps: 0,
            longest_queue: 0,
        };
        SearchOutcome { outcome, systems: Vec::new(), pairs: self.systems.len() as u64 }
    }

    /// The outcome if the budget is spent: waiting pairs are undecided from their instants on.
    fn unfinished(self, batch: &[(usize, QueuedPair)]) -> SearchOutcome<'question> {
        let instants = self.waiting.iter().map(|entry| entry.time).chain(batch.iter().map(|(_, pair)| pair.from));
        let from = instants.fold(f64::INFINITY, f64::min);
        let mut found = self.finished(from);
        found.outcome.ended = Termination::BudgetSpent;
        found
    }
}

/// The estimated time in seconds for which a pair stays apart, and the shortest step that is worth while.
#[derive(Clone, Copy)]
struct ApartEstimate {
    apart: f64,
    shortest: f64,
}

/// The next action for a pair that cannot advance.
enum PairAction<'question> {
    /// Call the solver for the system with this index.
    Solve(usize),
    /// Bisect the unknown with this index.
    Cut(usize),
    /// Descend to these nodes of the tree, each with the other body's element.
    Nodes([u32; 2], usize),
    /// Search each of these systems.
    Systems(Vec<(SharedSystem<'question>, [Interval; MAX_UNKNOWNS])>),
}

/// Seconds. The time in which a pair of this size moves by this share of its size, but not too small a part of the
/// span.
fn shortest_step(share: f64, size: f64, pace: f64, span: Interval) -> f64 {
    (share * size / pace.max(f64::MIN_POSITIVE)).max(SHORTEST_STEP * span.width())
}

/// The index of the largest number.
pub(super) fn widest(extents: &[f64]) -> usize {
    (1..extents.len()).fold(0, |best, index| if extents[index] > extents[best] { index } else { best })
}

/// ε, in seconds: bodies that approach at this speed need at least this long to come closer by the tolerance. At
/// most the length of the stretch of time.
pub(in crate::curved) fn simultaneity(tolerance: f64, speed: f64, length: f64) -> f64 {
    let least = ACCEPTED_TIME * length;
    if speed > 0.0 { (tolerance / speed).clamp(least, length.max(least)) } else { length }
}
