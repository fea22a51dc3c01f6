//! The soak: many scenes of every cell, counted.

use super::{Cell, Fault, Law, Outcome, examine};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;
use std::time::Instant;

/// What to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many scenes.
    pub scenes: usize,
    /// The seed of the first scene; each further one takes the next.
    pub seed: u64,
    /// Only cells whose names contain all of these.
    pub kinds: Vec<String>,
    /// Instants of each scene that are looked at.
    pub instants: usize,
    /// The laws that are held against each scene; by default only that no static overlap contradicts it.
    pub laws: Vec<Law>,
}

impl Default for Options {
    fn default() -> Self {
        Self { scenes: 10_000, seed: 1, kinds: Vec::new(), instants: 1_000, laws: vec![Law::NeverContradicted] }
    }
}

/// How the scenes of a cell ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All.
    pub scenes: usize,
    /// Touch.
    pub touch: usize,
    /// Clear.
    pub clear: usize,
    /// Open: the budget did not suffice.
    pub open: usize,
    /// No method.
    pub unsupported: usize,
    /// A law was broken.
    pub contradicted: usize,
}

impl Counts {
    /// Counts both.
    pub fn add(&mut self, other: &Self) {
        self.scenes += other.scenes;
        self.touch += other.touch;
        self.clear += other.clear;
        self.open += other.open;
        self.unsupported += other.unsupported;
        self.contradicted += other.contradicted;
    }

    fn count(&mut self, ended: &Result<Outcome, Fault>) {
        self.scenes += 1;
        match ended {
            Ok(Outcome::Touch) => self.touch += 1,
            Ok(Outcome::Clear) => self.clear += 1,
            Ok(Outcome::Open) => self.open += 1,
            Ok(Outcome::Unsupported) => self.unsupported += 1,
            Err(_) => self.contradicted += 1,
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scenes, touch, clear, open, unsupported, contradicted } = self;
        write!(
            f,
            "{scenes} scenes, {touch} touch, {clear} clear, {open} open, {unsupported} unsupported, {contradicted} contradicted"
        )
    }
}

/// What came out.
#[derive(Clone, Debug, Default)]
pub struct Soaked {
    /// For each cell that had a scene.
    pub counts: BTreeMap<Cell, Counts>,
    /// What was contradicted, in the order of the scenes.
    pub faults: Vec<Fault>,
}

/// What an observer of a run is told.
#[derive(Clone, Copy, Debug)]
pub enum Event<'run> {
    /// So many scenes are done, of so many, and so many were contradicted.
    Progress([usize; 3]),
    /// A scene is contradicted.
    Contradicted(&'run Fault),
    /// A scene took this many seconds, far more than others.
    Slow(Cell, u64, f64),
}

/// Seconds that a scene may take before it is named.
const SLOW: f64 = 5.0;

/// Cells in an order that visits all kinds soon: neighbours in the list of all are far apart.
fn cells(kinds: &[String]) -> Vec<Cell> {
    let chosen = |cell: &Cell| {
        let name = cell.to_string();
        kinds.iter().all(|kind| name.contains(kind.as_str()))
    };
    let cells: Vec<Cell> = Cell::all().into_iter().filter(chosen).collect();
    // A step that has no factor in common with the count visits every one.
    let count = cells.len();
    let common = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let step = (count * 5 / 13..).find(|&step| step > 0 && common(step, count) == 1).unwrap_or(1);
    (0..count).map(|index| cells[index * step % count]).collect()
}

/// Runs the scenes on all cores and tells the observer how it goes.
pub fn soak(options: &Options, observe: &(dyn Fn(Event<'_>) + Sync)) -> Soaked {
    let cells = cells(&options.kinds);
    let state = Mutex::new((0_usize, 0_usize));
    let every = (options.scenes / 20).max(1);
    let one = |index: usize| {
        let (cell, seed) = (cells[index % cells.len()], options.seed + index as u64);
        let begin = Instant::now();
        let ended = examine(cell, seed, options.instants, &options.laws);
        let seconds = begin.elapsed().as_secs_f64();
        if seconds > SLOW {
            observe(Event::Slow(cell, seed, seconds));
        }
        if let Err(fault) = &ended {
            observe(Event::Contradicted(fault));
        }
        if let Ok(mut state) = state.lock() {
            state.0 += 1;
            state.1 += usize::from(ended.is_err());
            if state.0.is_multiple_of(every) {
                observe(Event::Progress([state.0, options.scenes, state.1]));
            }
        }
        (cell, ended)
    };
    let all: Vec<(Cell, Result<Outcome, Fault>)> =
        if cells.is_empty() { Vec::new() } else { (0..options.scenes).into_par_iter().map(one).collect() };
    let mut soaked = Soaked::default();
    for (cell, ended) in all {
        soaked.counts.entry(cell).or_default().count(&ended);
        if let Err(fault) = ended {
            soaked.faults.push(fault);
        }
    }
    soaked
}
