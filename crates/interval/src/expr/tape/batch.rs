//! Many points or boxes in one call: the loop over instructions outside, the loop over lanes inside.

use super::super::decoration::{Decoration, Faults};
use super::super::operation::{Operation, Visitor};
use super::range::faults_of;
use super::workspace::LANES;
use super::{Instruction, Tape, Workspace};
use crate::Interval;
use crate::pair::Pair;

impl Tape {
    /// The values of all outputs at many points, in floating point. `columns` holds the arguments, one slice a variable, all of
    /// the same length. The results are written to `values`, one column an output, and replace what was there.
    ///
    /// # Panics
    /// If the number of columns is not that of the variables, or their lengths differ.
    pub fn values_of_many(&self, columns: &[&[f64]], work: &mut Workspace, values: &mut Columns<f64>) {
        let count = self.check_columns(columns);
        let work = &mut work.value_lanes;
        work.prepare(self, self.slot_count, [0.0; LANES], |slots| {
            for (slot, constant) in slots.iter_mut().zip(&self.constants) {
                *slot = [constant.nearest; LANES];
            }
        });
        values.reset(self.outputs.len(), count, f64::NAN);
        for start in (0..count).step_by(LANES) {
            self.load_lanes(columns, start, &mut work.slots, |value| value);
            for instruction in &self.instructions {
                instruction.op.visit(ValueStep { slots: &mut work.slots, instruction });
            }
            values.store(start, |output| work.slots[self.outputs[output] as usize]);
        }
    }

    /// Encloses the values of all outputs over many boxes; otherwise as [`values_of_many`](Self::values_of_many). The same bits as
    /// from [`ranges`](Self::ranges), box by box.
    ///
    /// # Panics
    /// If the number of columns is not that of the variables, or their lengths differ.
    pub fn ranges_of_many(&self, columns: &[&[Interval]], work: &mut Workspace, ranges: &mut RangeColumns) {
        let count = self.check_columns(columns);
        let work = &mut work.range_lanes;
        work.prepare(self, self.slot_count, [Interval::ZERO.pair(); LANES], |slots| {
            for (slot, constant) in slots.iter_mut().zip(&self.constants) {
                *slot = [constant.enclosure.pair(); LANES];
            }
        });
        ranges.ranges.reset(self.outputs.len(), count, Interval::ENTIRE);
        ranges.decorations.reset(self.outputs.len(), count, Decoration::Partial);
        for start in (0..count).step_by(LANES) {
            self.load_lanes(columns, start, &mut work.slots, Interval::pair);
            let mut faults = [Faults::default(); LANES];
            for column in columns {
                for (faults, argument) in faults.iter_mut().zip(&column[start..]) {
                    *faults = faults.and(faults_of(std::slice::from_ref(argument)));
                }
            }
            for (instruction, &reach) in self.instructions.iter().zip(&self.reach) {
                instruction.op.visit(RangeStep { slots: &mut work.slots, faults: &mut faults, instruction, reach });
            }
            ranges.ranges.store(start, |output| work.slots[self.outputs[output] as usize].map(Interval::from_pair));
            ranges.decorations.store(start, |output| faults.map(|faults| faults.decoration(output)));
        }
    }

    /// The common length of the columns.
    #[track_caller]
    fn check_columns<T>(&self, columns: &[&[T]]) -> usize {
        self.check_arguments(columns.len());
        let count = columns.first().map_or(1, |column| column.len());
        assert!(columns.iter().all(|column| column.len() == count), "the columns differ in length");
        count
    }

    /// Writes the arguments from `start` on; the last lanes repeat the last argument where there are no more.
    fn load_lanes<T: Copy, S: Copy>(
        &self,
        columns: &[&[T]],
        start: usize,
        slots: &mut [[S; LANES]],
        stored: impl Fn(T) -> S,
    ) {
        for (slot, column) in slots[self.first_variable()..].iter_mut().zip(columns) {
            let last = column.len() - 1;
            *slot = std::array::from_fn(|lane| stored(column[(start + lane).min(last)]));
        }
    }
}

/// Results for many points or boxes: one column an output.
#[derive(Clone, Debug)]
pub struct Columns<T> {
    cells: Vec<T>,
    length: usize,
}

impl<T> Default for Columns<T> {
    fn default() -> Self {
        Self { cells: Vec::new(), length: 0 }
    }
}

impl<T: Copy> Columns<T> {
    /// How many points or boxes there are.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// The results of one output.
    ///
    /// # Panics
    /// If there is no such output.
    #[must_use]
    pub fn column(&self, output: usize) -> &[T] {
        &self.cells[output * self.length..(output + 1) * self.length]
    }

    fn reset(&mut self, outputs: usize, length: usize, empty: T) {
        self.cells.clear();
        self.cells.resize(outputs * length, empty);
        self.length = length;
    }

    /// Writes the lanes of every output, from `start` on.
    fn store(&mut self, start: usize, lanes: impl Fn(usize) -> [T; LANES]) {
        if self.length == 0 {
            return;
        }
        for (output, column) in self.cells.chunks_exact_mut(self.length).enumerate() {
            let rest = &mut column[start..];
            let count = rest.len().min(LANES);
            rest[..count].copy_from_slice(&lanes(output)[..count]);
        }
    }
}

/// Ranges over many boxes, and what is proved about each.
#[derive(Clone, Debug, Default)]
pub struct RangeColumns {
    ranges: Columns<Interval>,
    decorations: Columns<Decoration>,
}

impl RangeColumns {
    /// How many boxes there are.
    #[must_use]
    pub fn length(&self) -> usize {
        self.ranges.length
    }

    /// The ranges of one output over all boxes.
    ///
    /// # Panics
    /// If there is no such output.
    #[must_use]
    pub fn ranges(&self, output: usize) -> &[Interval] {
        self.ranges.column(output)
    }

    /// What is proved about one output over each box.
    ///
    /// # Panics
    /// If there is no such output.
    #[must_use]
    pub fn decorations(&self, output: usize) -> &[Decoration] {
        self.decorations.column(output)
    }
}

struct ValueStep<'a> {
    slots: &'a mut [[f64; LANES]],
    instruction: &'a Instruction,
}

impl Visitor for ValueStep<'_> {
    #[inline(always)]
    fn visit<O: Operation>(self) {
        let Self { slots, instruction } = self;
        let a = slots[instruction.a as usize];
        let b = if O::BINARY { slots[instruction.b as usize] } else { a };
        slots[instruction.out as usize] = std::array::from_fn(|lane| O::value(a[lane], b[lane], instruction.exponent));
    }
}

struct RangeStep<'a> {
    slots: &'a mut [[Pair; LANES]],
    faults: &'a mut [Faults; LANES],
    instruction: &'a Instruction,
    reach: u64,
}

impl Visitor for RangeStep<'_> {
    #[inline(always)]
    fn visit<O: Operation>(self) {
        let Self { slots, faults, instruction, reach } = self;
        let a = slots[instruction.a as usize];
        let b = if O::BINARY { slots[instruction.b as usize] } else { a };
        let out = &mut slots[instruction.out as usize];
        for lane in 0..LANES {
            let (a, b) = (Interval::from_pair(a[lane]), Interval::from_pair(b[lane]));
            let range = O::range(a, b, instruction.exponent);
            let decoration = O::decoration(a, b, instruction.exponent, range);
            faults[lane].lower(decoration, reach);
            out[lane] = range.pair();
        }
    }
}
