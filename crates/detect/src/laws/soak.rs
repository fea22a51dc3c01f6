//! The soak test: examines many scenes of every cell and counts the outcomes.

use super::tolerance::SLOW_SCENE;
use super::{ExaminationOutcome, Fault, Law, TableCell, examine};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;
use std::time::Instant;

/// The parameters of a soak test.
#[derive(Clone, Debug)]
pub struct SoakOptions {
    /// The number of scenes.
    pub scenes: usize,
    /// The seed of the first scene. Each further scene increments it.
    pub seed: u64,
    /// Selects the cells whose names contain all of these.
    pub kinds: Vec<String>,
    /// The number of instants to examine in each scene.
    pub instants: usize,
    /// The laws to check on each scene. Default: only that no static overlap contradicts the answer.
    pub laws: Vec<Law>,
}

impl Default for SoakOptions {
    fn default() -> Self {
        Self { scenes: 10_000, seed: 1, kinds: Vec::new(), instants: 1_000, laws: vec![Law::NeverContradicted] }
    }
}

/// The outcomes of the scenes of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutcomeCounts {
    /// All scenes.
    pub scenes: usize,
    /// Verdict `Touch`.
    pub touch: usize,
    /// Verdict `Clear`.
    pub clear: usize,
    /// Verdict `Open`: the budget was spent.
    pub open: usize,
    /// Unsupported pairs.
    pub unsupported: usize,
    /// Scenes that break a law.
    pub contradicted: usize,
}

impl OutcomeCounts {
    /// Adds the counts of `other`.
    pub fn add(&mut self, other: &Self) {
        self.scenes += other.scenes;
        self.touch += other.touch;
        self.clear += other.clear;
        self.open += other.open;
        self.unsupported += other.unsupported;
        self.contradicted += other.contradicted;
    }

    fn count(&mut self, ended: &Result<ExaminationOutcome, Fault>) {
        self.scenes += 1;
        match ended {
            Ok(ExaminationOutcome::Touch) => self.touch += 1,
            Ok(ExaminationOutcome::Clear) => self.clear += 1,
            Ok(ExaminationOutcome::Open) => self.open += 1,
            Ok(ExaminationOutcome::Unsupported) => self.unsupported += 1,
            Err(_) => self.contradicted += 1,
        }
    }
}

impl fmt::Display for OutcomeCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scenes, touch, clear, open, unsupported, contradicted } = self;
        write!(
            f,
            "{scenes} scenes, {touch} touch, {clear} clear, {open} open, {unsupported} unsupported, \
             {contradicted} contradicted"
        )
    }
}

/// The results of a soak test.
#[derive(Clone, Debug, Default)]
pub struct SoakReport {
    /// The counts of each cell with at least one scene.
    pub counts: BTreeMap<TableCell, OutcomeCounts>,
    /// The faults, in the order of the scenes.
    pub faults: Vec<Fault>,
}

/// A notification to the observer of a run.
#[derive(Clone, Copy, Debug)]
pub enum SoakEvent<'run> {
    /// The numbers of completed scenes, of all scenes, and of contradicted scenes.
    Progress([usize; 3]),
    /// A scene was contradicted.
    Contradicted(&'run Fault),
    /// A scene (cell and seed) took this many seconds, more than the limit for slow scenes.
    Slow(TableCell, u64, f64),
}

/// The selected cells in an order that visits all kinds early: neighbours in the list of all are far apart.
fn cells(kinds: &[String]) -> Vec<TableCell> {
    let chosen = |cell: &TableCell| {
        let name = cell.to_string();
        kinds.iter().all(|kind| name.contains(kind.as_str()))
    };
    let cells: Vec<TableCell> = TableCell::all().into_iter().filter(chosen).collect();
    // A step coprime to the count visits every cell.
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

/// Runs the scenes in parallel and notifies the observer.
pub fn soak(options: &SoakOptions, observe: &(dyn Fn(SoakEvent<'_>) + Sync)) -> SoakReport {
    let cells = cells(&options.kinds);
    let state = Mutex::new((0_usize, 0_usize));
    let every = (options.scenes / 20).max(1);
    let one = |index: usize| {
        let (cell, seed) = (cells[index % cells.len()], options.seed + index as u64);
        let begin = Instant::now();
        let ended = examine(cell, seed, options.instants, &options.laws);
        let seconds = begin.elapsed().as_secs_f64();
        if seconds > SLOW_SCENE {
            observe(SoakEvent::Slow(cell, seed, seconds));
        }
        if let Err(fault) = &ended {
            observe(SoakEvent::Contradicted(fault));
        }
        if let Ok(mut state) = state.lock() {
            state.0 += 1;
            state.1 += usize::from(ended.is_err());
            if state.0.is_multiple_of(every) {
                observe(SoakEvent::Progress([state.0, options.scenes, state.1]));
            }
        }
        (cell, ended)
    };
    let all: Vec<(TableCell, Result<ExaminationOutcome, Fault>)> =
        if cells.is_empty() { Vec::new() } else { (0..options.scenes).into_par_iter().map(one).collect() };
    let mut soaked = SoakReport::default();
    for (cell, ended) in all {
        soaked.counts.entry(cell).or_default().count(&ended);
        if let Err(fault) = ended {
            soaked.faults.push(fault);
        }
    }
    soaked
}
