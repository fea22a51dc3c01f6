//! Cells of equal size in slabs of time, for many bodies of nearly equal size and speed.
//!
//! **Question.** A body begins a course. Whom can it meet on it, and when at the earliest?
//!
//! **Idea.** Time is cut into slabs, in each of which a body moves by about half a cell. In every slab a body is
//! entered in the cells that its tube passes through. A question goes from slab to slab and ends with the slab of the
//! first meeting. Slabs of the future are filled when the first question reaches them, slabs of the past are dropped.
//! In open space the cells repeat: bodies far apart may share one, and cost a visit without consequences. A body that
//! would fill many cells is kept beside them and visited by everybody.
//!
//! **Guarantee.** Where two balls touch is a point of some cell, in which both are entered: no meeting is lost. A
//! question that has passed many slabs visits all bodies instead.
//!
//! **Cost.** Constant, if all bodies are nearly equal. A new slab costs as much as all bodies.
//!
//! **Source.** Dworkin 1994, section 8, with slabs instead of a tree. Cells that bodies cross one by one are in
//! `grid.rs`; they need an event for each crossing.

use super::entered::{Entered, EnteredBodies};
use super::{Crowding, Neighbours};
use crate::sparse::cell::Cells;
use crate::sparse::course::Course;
use crate::tolerance::{BODIES_PER_SWEPT_CELL, DENSE_CELL, MOST_SLABS, SLAB_TIME, SWEPT_EDGE, TREE_CHURN};
use glam::DVec3;
use std::collections::VecDeque;

/// The cells of one slab, and the bodies that would fill many of them.
#[derive(Clone, Debug)]
struct Slab {
    cells: Cells,
    wide: Vec<u32>,
}

/// Ranges of cells along each axis: the first one and how many.
type Range = [[i64; 2]; 3];

/// The cells of space and the slabs of time.
#[derive(Clone, Copy, Debug)]
struct Layout {
    lower: DVec3,
    edge: f64,
    counts: [i64; 3],
    /// The instant at which slab 0 begins, and the length of a slab, s.
    origin: f64,
    length: f64,
}

impl Layout {
    /// Cells and slabs that fit the bodies.
    fn fitting(bodies: &EnteredBodies, now: f64) -> Self {
        let (mut lower, mut upper) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let (mut speeds, mut sizes, mut origin) = (0.0, 0.0, f64::INFINITY);
        for (_, Entered { course, from, .. }) in bodies.iter() {
            let time = now.max(*from);
            let centre = course.centre_at(time);
            (lower, upper) = (lower.min(centre), upper.max(centre));
            speeds += course.velocity_at(time).length() + course.envelope[1];
            sizes += 2.0 * course.reach_at(time);
            origin = origin.min(time);
        }
        let count = bodies.len().max(1) as f64;
        let size = if sizes > 0.0 && sizes.is_finite() { sizes / count } else { 1.0 };
        let extent = (upper - lower).max(DVec3::splat(size)).min(DVec3::splat(f64::MAX));
        let room = (extent.x / count).cbrt() * extent.y.cbrt() * extent.z.cbrt() * BODIES_PER_SWEPT_CELL.cbrt();
        let edge = room.max(SWEPT_EDGE * size);
        let counts = extent.to_array().map(|length| ((length / edge) as i64 + 1).clamp(1, 1 << 10));
        let length = SLAB_TIME * edge / (speeds / count);
        let length = if length > 0.0 { length } else { f64::INFINITY };
        let lower = if lower.is_finite() { lower } else { DVec3::ZERO };
        Self { lower, edge, counts, origin, length }
    }

    /// The first and the last instant of a slab. The first slab reaches back for ever.
    fn times(&self, slab: u64) -> [f64; 2] {
        let start = |slab: u64| if slab == 0 { f64::NEG_INFINITY } else { self.origin + slab as f64 * self.length };
        [start(slab), start(slab + 1)]
    }

    /// A slab that holds an instant or comes before it.
    fn slab_of(&self, time: f64) -> u64 {
        (((time - self.origin) / self.length) as u64).saturating_sub(1)
    }

    /// The cells that a course passes through in a slab; `None` if there are too many, `Some(None)` if the course does
    /// not hold then.
    fn cells_of(&self, course: &Course, [from, until]: [f64; 2], slab: u64) -> Option<Option<Range>> {
        let [start, end] = self.times(slab);
        let (start, end) = (start.max(from), end.min(until));
        if start > end {
            return Some(None);
        }
        let [lower, upper] = course.bounds(start, end);
        let mut range = [[0; 2]; 3];
        let mut all = 1;
        for axis in 0..3 {
            let place = |bound: f64| ((bound - self.lower[axis]) / self.edge).floor();
            let (first, last) = (place(lower[axis]), place(upper[axis]));
            let count = last - first + 1.0;
            // Not a number, or so far away that the cells are not told apart, is too many as well.
            if !(count <= DENSE_CELL as f64 && first.abs() < 1e15 && last.abs() < 1e15) {
                return None;
            }
            range[axis] = [first as i64, (count as i64).min(self.counts[axis])];
            all *= range[axis][1];
        }
        (all <= DENSE_CELL as i64).then_some(Some(range))
    }

    /// Calls `visit` with each cell of a range.
    fn visit(&self, range: Range, mut visit: impl FnMut(u32)) {
        let wrapped = |axis: usize, step: i64| (range[axis][0] + step).rem_euclid(self.counts[axis]);
        for z in (0..range[2][1]).map(|step| wrapped(2, step)) {
            for y in (0..range[1][1]).map(|step| wrapped(1, step)) {
                for x in (0..range[0][1]).map(|step| wrapped(0, step)) {
                    visit(((z * self.counts[1] + y) * self.counts[0] + x) as u32);
                }
            }
        }
    }
}

/// Cells of equal size in slabs of time.
#[derive(Clone, Debug)]
pub struct SweptCells {
    bodies: EnteredBodies,
    layout: Layout,
    slabs: VecDeque<Slab>,
    /// The number of the first slab that is kept.
    first: u64,
    now: f64,
    /// Courses that may still be entered before the cells are laid out again.
    entries_left: usize,
    /// Number of bodies beyond which it does so as well.
    most_bodies: usize,
}

impl Default for SweptCells {
    fn default() -> Self {
        Self::new()
    }
}

impl SweptCells {
    /// Cells without bodies.
    #[must_use]
    pub fn new() -> Self {
        let bodies = EnteredBodies::default();
        let layout = Layout::fitting(&bodies, f64::NEG_INFINITY);
        Self {
            bodies,
            layout,
            slabs: VecDeque::new(),
            first: 0,
            now: f64::NEG_INFINITY,
            entries_left: 0,
            most_bodies: 0,
        }
    }

    /// Lays out the cells again.
    fn start_again(&mut self) {
        self.layout = Layout::fitting(&self.bodies, self.now);
        self.slabs.clear();
        self.first = 0;
        self.entries_left = TREE_CHURN * (self.bodies.len() + DENSE_CELL);
        self.most_bodies = 2 * self.bodies.len() + DENSE_CELL;
    }

    /// Enters a course into a slab, or removes it.
    fn change(layout: &Layout, slab: &mut Slab, number: u64, [body, enters]: [u32; 2], entered: &Entered) {
        match layout.cells_of(&entered.course, [entered.from, entered.course.until], number) {
            Some(None) => {}
            Some(Some(range)) if enters == 1 => layout.visit(range, |cell| slab.cells.insert(cell, body)),
            Some(Some(range)) => layout.visit(range, |cell| slab.cells.remove(cell, body)),
            None if enters == 1 => slab.wide.push(body),
            None => slab.wide.retain(|one| *one != body),
        }
    }

    /// Enters the present course of a body into all slabs, or removes it.
    fn change_all(&mut self, body: u32, enters: bool) {
        let Some(entered) = self.bodies.get(body) else { return };
        for (slab, number) in self.slabs.iter_mut().zip(self.first..) {
            Self::change(&self.layout, slab, number, [body, u32::from(enters)], entered);
        }
    }

    /// Fills slabs up to this one.
    fn fill(&mut self, slab: u64) {
        while self.first + (self.slabs.len() as u64) <= slab {
            let number = self.first + self.slabs.len() as u64;
            let cells = self.layout.counts.iter().product::<i64>();
            let mut slab = Slab { cells: Cells::new(cells as usize), wide: Vec::new() };
            for (entry, entered) in self.bodies.iter() {
                Self::change(&self.layout, &mut slab, number, [entry.body, 1], entered);
            }
            self.slabs.push_back(slab);
        }
    }

    /// Visits what is in the cells of a course in one slab. Returns the instant until which to go on.
    fn ask(&mut self, slab: u64, course: &Course, span: [f64; 2], visit: &mut dyn FnMut(u32) -> f64) -> f64 {
        self.fill(slab);
        let mut until = span[1];
        let bodies = &mut self.bodies;
        let mut meet = |body: u32| {
            if bodies.first_visit(body) {
                until = until.min(visit(body));
            }
        };
        let Slab { cells, wide } = &self.slabs[(slab - self.first) as usize];
        match self.layout.cells_of(course, span, slab) {
            Some(None) => return until,
            Some(Some(range)) => self.layout.visit(range, |cell| cells.visit(cell, &mut meet)),
            None => (0..cells.len()).for_each(|cell| cells.visit(cell, &mut meet)),
        }
        wide.iter().for_each(|body| meet(*body));
        until
    }
}

impl Neighbours for SweptCells {
    fn insert(&mut self, body: u32, course: &Course, from: f64) {
        self.change_all(body, false);
        self.bodies.set(body, course, from);
        if self.entries_left == 0 || self.bodies.len() > self.most_bodies {
            self.start_again();
            return;
        }
        self.entries_left -= 1;
        self.change_all(body, true);
    }

    fn remove(&mut self, body: u32) {
        self.change_all(body, false);
        self.bodies.remove(body);
    }

    fn candidates(&mut self, body: u32, course: &Course, span: [f64; 2], visit: &mut dyn FnMut(u32) -> f64) {
        self.bodies.begin_question(body);
        let mut span = [span[0].max(course.since), span[1].min(course.until)];
        if self.bodies.len() == 0 || !(span[0] <= span[1]) {
            return;
        }
        let start = self.layout.slab_of(span[0]).max(self.first);
        for slab in start..start + MOST_SLABS as u64 {
            if self.layout.times(slab)[0] > span[1] || self.layout.times(slab)[0] == f64::INFINITY {
                return;
            }
            span[1] = self.ask(slab, course, span, visit);
        }
        let all: Vec<u32> = self.bodies.iter().map(|(entry, _)| entry.body).collect();
        for other in all {
            if self.bodies.first_visit(other) {
                visit(other);
            }
        }
    }

    fn advance(&mut self, now: f64) {
        self.now = self.now.max(now);
        while self.layout.times(self.first)[1] < self.now && self.layout.length.is_finite() {
            if self.slabs.pop_front().is_none() {
                // Nothing is kept: go to the present at once.
                self.first = self.first.max(self.layout.slab_of(self.now));
                return;
            }
            self.first += 1;
        }
    }

    fn crowding(&self) -> Crowding {
        let cells = || self.slabs.iter().map(|slab| &slab.cells);
        let fullest = |cells: &Cells| (0..cells.len()).max_by_key(|cell| cells.count(*cell)).unwrap_or(0);
        let mut crowding = Crowding {
            bodies: self.bodies.len(),
            cells: cells().map(|cells| cells.len() as usize).sum(),
            entries: cells().flat_map(|cells| (0..cells.len()).map(|cell| cells.count(cell) as usize)).sum(),
            ..Crowding::default()
        };
        if let Some(first) = self.slabs.front() {
            let cell = fullest(&first.cells);
            crowding.fullest_cell = first.cells.count(cell) as usize;
            let [x, y, _] = self.layout.counts.map(|count| count as u32);
            let place = [cell % x, cell / x % y, cell / x / y].map(|index| f64::from(index) + 0.5);
            crowding.densest = self.layout.lower + self.layout.edge * DVec3::from_array(place);
        }
        crowding
    }
}
