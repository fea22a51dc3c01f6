//! Until when pieces of two bodies are certainly apart, and what is left for the solver.
//!
//! **Question.** The systems of a pair of bodies have up to five unknowns, and almost all of their box is far from any contact. Which
//! small parts of it, and which short stretch of time, are worth the solver's while?
//!
//! **Idea.** Pieces of surface are followed through time, like bodies that advance as far as is safe: a pair of pieces waits until the
//! instant up to which its constraint is proved violated (they are apart, or face the wrong way, or recede), and the pair whose time
//! is up first is looked at next. How far it can go is foretold where that is possible (`foretell`), and tried else; if that is no step in which it would move by
//! a good part of its own size, it is cut in two. A pair that hardly bends is
//! left to the solver, together with all others whose time is up until a little later. If they do not touch by then, they wait on.
//!
//! **Guarantee.** Before the earliest time of any waiting pair there is no contact: every step is a proof, for all of the pair.
//!
//! **Cost.** One constraint a step. With a gap `g`, pieces of size √g are told apart, and only those about the closest places matter: so the
//! number of steps grows with the logarithm of the precision, where bisecting all unknowns at once looks at most of the box.
//!
//! **Source.** Ours. It stands for the culling of Snyder et al. 1993, sections 6 and 7, which stops at whole bodies.

use super::groups::{Below, Groups};
use super::simultaneity;
use super::system::System;
use super::within::Within;
use crate::tolerance::{CLOSING_HALVINGS, FORETOLD_SHARE, HARDLY_BENT, SHORTEST_STEP, SMALLEST_PIECE, WORTHWHILE_STEP};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::rc::Rc;
use tangency_interval::Interval;
use tangency_interval::solve::{Condition, Ended, MOST_EQUATIONS, Options, Outcome, minimize};

/// A system that several pairs of pieces share.
pub(super) type Shared<'question> = Rc<RefCell<Box<dyn System + 'question>>>;

/// The most unknowns besides time: a place, a direction and a distance (`clearance`).
pub(super) const MOST: usize = 7;

/// What waits.
#[derive(Clone, Copy)]
enum What {
    /// A part of the box of the system with this index.
    System(usize),
    /// The triangles below a node of a mesh's tree, with the element of the other body that has this index.
    Group { node: u32, other: usize },
}

/// A part of the box of a system, or of many, and the instant up to which it certainly holds no contact.
#[derive(Clone, Copy)]
struct Pair {
    what: What,
    /// The parts of all unknowns but the time; of a group, those of the other body's element.
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
    /// About how fast a place of one body moves as the other sees it: it decides on the length of steps.
    pub(super) pace: f64,
    /// The tolerance, if no bound on the speed is known beforehand: what is simultaneous is then decided where the solver is asked, by the speed there.
    pub(super) local: Option<f64>,
    /// The size of the smaller body.
    pub(super) size: f64,
    pub(super) options: Options,
}

/// What the search found, and in which systems.
pub(super) struct Found<'question> {
    pub(super) outcome: Outcome,
    /// The system of every problem of the outcome.
    pub(super) systems: Vec<Shared<'question>>,
    /// How many pairs of features were looked at.
    pub(super) pairs: u64,
}

/// The pairs that wait.
struct Search<'question> {
    systems: Vec<Shared<'question>>,
    groups: Option<Groups<'question>>,
    course: Course,
    waiting: BinaryHeap<Pair>,
    numbers: u64,
    iterations: u64,
}

/// Searches the systems for their earliest solution.
pub(super) fn advance(systems: Vec<Shared<'_>>, course: Course) -> Found<'_> {
    Search::new(systems, None, course).run()
}

/// Searches the systems of all triangles of a mesh with all elements of another body, and others beside them.
pub(super) fn advance_groups<'question>(
    groups: Groups<'question>,
    systems: Vec<Shared<'question>>,
    course: Course,
) -> Found<'question> {
    let wholes = groups.wholes();
    let mut search = Search::new(systems, Some(groups), course);
    for (other, cells) in wholes.into_iter().enumerate() {
        search.begin(What::Group { node: Groups::ROOT, other }, cells);
    }
    search.run()
}

/// All unknowns of a region but the last, which is the time.
pub(super) fn cells(region: &[Interval]) -> [Interval; MOST] {
    let mut cells = [Interval::ZERO; MOST];
    cells[..region.len() - 1].copy_from_slice(&region[..region.len() - 1]);
    cells
}

impl<'question> Search<'question> {
    fn new(systems: Vec<Shared<'question>>, groups: Option<Groups<'question>>, course: Course) -> Self {
        let wholes: Vec<[Interval; MOST]> = systems.iter().map(|system| cells(system.borrow().region())).collect();
        let mut search = Self { systems, groups, course, waiting: BinaryHeap::new(), numbers: 0, iterations: 0 };
        for (system, cells) in wholes.into_iter().enumerate() {
            search.begin(What::System(system), cells);
        }
        search
    }

    fn begin(&mut self, what: What, cells: [Interval; MOST]) {
        // Not a round part of the span: round instants are where contacts of made-up scenes are.
        let step = 0.37 * self.course.span.width();
        self.queue(Pair { what, cells, from: self.course.span.lower(), step, number: 0 });
    }

    fn run(mut self) -> Found<'question> {
        let mut batch: Vec<(usize, Pair)> = Vec::new();
        let mut until = f64::INFINITY;
        loop {
            // If the last step decided the last pair, nothing is left open, whatever the budget says.
            if self.waiting.is_empty() && batch.is_empty() {
                return self.finished(f64::INFINITY);
            }
            if self.iterations >= self.course.options.budget {
                return self.unfinished(&batch);
            }
            let instant = self.course.span.is_singleton();
            let limit = until.min(self.course.span.upper());
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
                self.wait(Pair { from: limit, ..pair });
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

    /// Lets the pair go on, or cuts it; `Some` if it is to be left to the solver, with the system that it is of.
    fn look_at(&mut self, mut pair: Pair) -> Option<(usize, Pair)> {
        let foretold = self.foretold(&pair);
        let step = match foretold {
            Some(Foretold { apart, shortest }) => (FORETOLD_SHARE * apart).min(pair.step).max(shortest),
            None => pair.step,
        };
        let until = (pair.from + step).min(self.course.span.upper());
        let span = Interval::between(pair.from, until);
        let hopeful = foretold.is_none_or(|foretold| foretold.apart >= foretold.shortest);
        // What is cut without a try is a step as well.
        self.iterations += u64::from(!hopeful);
        if hopeful && self.violated(&pair, span) {
            let step = if foretold.is_some() { f64::INFINITY } else { 2.0 * pair.step };
            self.wait(Pair { from: until, step, ..pair });
            return None;
        }
        let (size, next) = match pair.what {
            What::System(system) => self.next_of_system(system, &pair, span),
            What::Group { node, other } => self.next_of_group(node, other, &pair, span),
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
        (share * size / self.course.pace.max(f64::MIN_POSITIVE)).max(SHORTEST_STEP * self.course.span.width())
    }

    /// How long a pair will stay apart.
    fn foretold(&self, pair: &Pair) -> Option<Foretold> {
        let What::System(index) = pair.what else { return None };
        if self.course.span.is_singleton() {
            return None;
        }
        let system = &mut **self.systems[index].borrow_mut();
        let count = system.region().len() - 1;
        let (extents, _) = system.shape(&pair.cells[..count], Interval::from(pair.from));
        let size = extents[..count].iter().copied().fold(0.0, f64::max);
        let shortest = self.shortest(WORTHWHILE_STEP, size);
        let apart = system.foretold(&pair.cells[..count], pair.from, shortest)?;
        Some(Foretold { apart, shortest })
    }

    /// Cuts a pair, or leaves it to the solver.
    fn part(&mut self, pair: Pair, next: Next<'question>) -> Option<(usize, Pair)> {
        match next {
            Next::Solve(system) => return Some((system, pair)),
            Next::Cut(index) => {
                let halves = pair.cells[index].split();
                for half in [halves.0, halves.1] {
                    let mut part = pair;
                    part.cells[index] = half;
                    self.queue(part);
                }
            }
            Next::Nodes(nodes, other) => {
                for node in nodes {
                    self.queue(Pair { what: What::Group { node, other }, ..pair });
                }
            }
            Next::Systems(systems) => {
                for (system, cells) in systems {
                    self.systems.push(system);
                    self.queue(Pair { what: What::System(self.systems.len() - 1), cells, ..pair });
                }
            }
        }
        None
    }

    /// The size of a part of a system, and what is to be done with it.
    fn next_of_system(&mut self, index: usize, pair: &Pair, span: Interval) -> (f64, Next<'question>) {
        let system = &mut **self.systems[index].borrow_mut();
        let count = system.region().len() - 1;
        let (extents, bend) = system.shape(&pair.cells[..count], span);
        let size = extents[..count].iter().copied().fold(0.0, f64::max);
        if bend <= HARDLY_BENT || size <= SMALLEST_PIECE * self.course.size {
            return (size, Next::Solve(index));
        }
        (size, Next::Cut(widest(&extents[..count])))
    }

    /// The size of a group, and what is to be done with it.
    fn next_of_group(&mut self, node: u32, other: usize, pair: &Pair, span: Interval) -> (f64, Next<'question>) {
        let Some(groups) = &mut self.groups else { unreachable!("there are groups only where there is a mesh") };
        let (extents, bend) = groups.shape(other, &pair.cells, span);
        let (below, node_size) = groups.below(node);
        let size = extents.iter().copied().fold(node_size, f64::max);
        let index = widest(&extents);
        let bends = bend > HARDLY_BENT && extents[index] > SMALLEST_PIECE * self.course.size;
        match below {
            Below::Nodes(nodes) if node_size >= extents[index] || !bends => (size, Next::Nodes(nodes, other)),
            Below::Triangle(triangle) if node_size >= extents[index] || !bends => {
                // They go on at once, in their own steps.
                (0.0_f64.max(size), Next::Systems(groups.systems(triangle, other, &pair.cells, self.course.span)))
            }
            Below::Nodes(_) | Below::Triangle(_) => (size, Next::Cut(index)),
        }
    }

    /// Whether the pair certainly holds no contact during the span.
    fn violated(&mut self, pair: &Pair, time: Interval) -> bool {
        self.iterations += 1;
        let index = match (pair.what, &mut self.groups) {
            (What::System(index), _) => index,
            (What::Group { node, other }, Some(groups)) => return groups.apart(node, other, &pair.cells, time),
            (What::Group { .. }, None) => unreachable!("there are groups only where there is a mesh"),
        };
        let mut system = self.systems[index].borrow_mut();
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
    fn patience(&self, system: usize, pair: &Pair) -> f64 {
        let mut system = self.systems[system].borrow_mut();
        let count = system.region().len() - 1;
        let (extents, _) = system.shape(&pair.cells[..count], Interval::from(pair.from));
        let size = extents[..count].iter().copied().fold(0.0, f64::max);
        let moving = 0.7 * size / self.course.pace.max(f64::MIN_POSITIVE);
        moving.max(2.0 * self.course.options.simultaneity).max(0.013 * self.course.span.width())
    }

    /// ε: of the course, or if no speed is known beforehand, by how fast the gaps of the batch can close.
    fn simultaneity(&mut self, batch: &[(usize, Pair)], until: f64) -> f64 {
        let Course { span, local, options, .. } = self.course;
        let Some(tolerance) = local else { return options.simultaneity };
        let contacts: Vec<_> = batch.iter().filter(|(index, _)| self.systems[*index].borrow().has_gap()).collect();
        let fastest = contacts.iter().try_fold(0.0, |most: f64, (system, pair)| {
            let time = Interval::between(pair.from.min(until), until);
            Some(most.max(self.closing(*system, pair, time)?))
        });
        match fastest {
            Some(speed) if !contacts.is_empty() => simultaneity(tolerance, speed, span.width()),
            Some(_) | None => options.simultaneity,
        }
    }

    /// Upper bound on how fast the gap of a pair can close during a span; `None` if none is found. Where there is none over the whole pair, its
    /// parts that may hold a contact are asked.
    fn closing(&mut self, index: usize, pair: &Pair, time: Interval) -> Option<f64> {
        let count = self.systems[index].borrow().region().len() - 1;
        let (mut pending, mut fastest) = (vec![(pair.cells, time, 0)], 0.0_f64);
        while let Some((cells, time, depth)) = pending.pop() {
            let known = self.systems[index].borrow_mut().closing(&cells[..count], time);
            if let Some(speed) = known.filter(|speed| speed.is_finite()) {
                fastest = fastest.max(speed);
                continue;
            }
            if self.violated(&Pair { what: What::System(index), cells, ..*pair }, time) {
                continue;
            }
            if depth == CLOSING_HALVINGS {
                return None;
            }
            let (extents, _) = self.systems[index].borrow_mut().shape(&cells[..count], time);
            let size = extents[..count].iter().copied().fold(0.0, f64::max);
            if time.width() * self.course.pace >= size {
                let (early, late) = time.split();
                pending.extend([early, late].map(|time| (cells, time, depth + 1)));
                continue;
            }
            let widest = widest(&extents[..count]);
            let halves = cells[widest].split();
            pending.extend([halves.0, halves.1].map(|half| {
                let mut smaller = cells;
                smaller[widest] = half;
                (smaller, time, depth + 1)
            }));
        }
        Some(fastest)
    }

    /// Asks the solver about a batch of pairs until an instant.
    fn solve(&mut self, batch: &[(usize, Pair)], until: f64) -> Found<'question> {
        let systems: Vec<Shared<'question>> =
            batch.iter().map(|(system, _)| Rc::clone(&self.systems[*system])).collect();
        let problem = |(system, (_, pair)): (&Shared<'question>, &(usize, Pair))| {
            Within::new(system, &pair.cells, Interval::between(pair.from.min(until), until))
        };
        let mut problems: Vec<Within<'question>> = systems.iter().zip(batch).map(problem).collect();
        let budget = self.course.options.budget.saturating_sub(self.iterations);
        let simultaneity = self.simultaneity(batch, until);
        let mut outcome = minimize(&mut problems, &Options { budget, simultaneity, ..self.course.options });
        self.iterations += outcome.iterations;
        outcome.iterations = self.iterations;
        if outcome.lower < f64::INFINITY {
            outcome.lower = self.waiting.peek().map_or(outcome.lower, |pair| outcome.lower.min(pair.from));
        }
        Found { outcome, systems, pairs: self.systems.len() as u64 }
    }

    /// There is nothing more to look at.
    fn finished(self, lower: f64) -> Found<'question> {
        let outcome = Outcome {
            solutions: Vec::new(),
            lower,
            upper: f64::INFINITY,
            ended: Ended::Done,
            iterations: self.iterations,
            newton_steps: 0,
            longest_queue: 0,
        };
        Found { outcome, systems: Vec::new(), pairs: self.systems.len() as u64 }
    }

    /// The budget is spent: what waits is undecided from its time on.
    fn unfinished(self, batch: &[(usize, Pair)]) -> Found<'question> {
        let waiting = self.waiting.iter().chain(batch.iter().map(|(_, pair)| pair));
        let from = waiting.map(|pair| pair.from).fold(f64::INFINITY, f64::min);
        let mut found = self.finished(from);
        found.outcome.ended = Ended::BudgetSpent;
        found
    }
}

/// How long a pair will stay apart, in seconds, as far as plain numbers tell, and the shortest step that is worth while.
#[derive(Clone, Copy)]
struct Foretold {
    apart: f64,
    shortest: f64,
}

/// What is to be done with a pair that cannot go on.
enum Next<'question> {
    /// Ask the solver about the system with this index.
    Solve(usize),
    /// Halve the unknown with this index.
    Cut(usize),
    /// Look at these nodes of the tree, each with the other body's element.
    Nodes([u32; 2], usize),
    /// Look at each of these.
    Systems(Vec<(Shared<'question>, [Interval; MOST])>),
}

/// The numbers, and zeros.
pub(super) fn padded<const COUNT: usize>(numbers: [f64; COUNT]) -> [f64; MOST] {
    std::array::from_fn(|index| numbers.get(index).copied().unwrap_or(0.0))
}

/// The index of the largest.
fn widest(extents: &[f64]) -> usize {
    (1..extents.len()).fold(0, |best, index| if extents[index] > extents[best] { index } else { best })
}
