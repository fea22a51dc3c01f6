//! Evaluation of many points or boxes in one call: an outer loop over instructions, an inner loop over lanes.

use super::super::decoration::{Decoration, LostDecorations};
use super::super::operation::{Operation, Visitor};
use super::range::initial_losses;
use super::{Instruction, Tape, TapeWorkspace};
use crate::Interval;
use crate::pair::EndpointPair;
use crate::tolerance::LANES;

impl Tape {
    /// The values of all outputs at many points, in floating point. `columns` holds the arguments, one slice per
    /// variable, all of the same length. The results replace the contents of `values`, one column per output.
    ///
    /// # Panics
    /// If the number of columns is not that of the variables, or their lengths differ.
    pub fn values_of_many(&self, columns: &[&[f64]], work: &mut TapeWorkspace, values: &mut Columns<f64>) {
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
                instruction.op.visit(ValueLanesVisitor { slots: &mut work.slots, instruction });
            }
            values.store(start, |output| work.slots[self.outputs[output] as usize]);
        }
    }

    /// Encloses the values of all outputs over many boxes; otherwise like [`values_of_many`](Self::values_of_many).
    /// Gives the same bits as [`ranges`](Self::ranges) box by box.
    ///
    /// # Panics
    /// If the number of columns is not that of the variables, or their lengths differ.
    pub fn ranges_of_many(&self, columns: &[&[Interval]], work: &mut TapeWorkspace, ranges: &mut RangeColumns) {
        let count = self.check_columns(columns);
        ranges.ranges.reset(self.outputs.len(), count, Interval::ENTIRE);
        ranges.decorations.reset(self.outputs.len(), count, Decoration::Partial);
        if self.range_code().is_some() {
            return self.ranges_one_by_one(columns, work, ranges);
        }
        let work = &mut work.range_lanes;
        work.prepare(self, self.slot_count, [Interval::ZERO.pair(); LANES], |slots| {
            for (slot, constant) in slots.iter_mut().zip(&self.constants) {
                *slot = [constant.enclosure.pair(); LANES];
            }
        });
        for start in (0..count).step_by(LANES) {
            self.load_lanes(columns, start, &mut work.slots, Interval::pair);
            let mut losses = [LostDecorations::default(); LANES];
            for column in columns {
                for (losses, argument) in losses.iter_mut().zip(&column[start..]) {
                    *losses = losses.and(initial_losses(std::slice::from_ref(argument)));
                }
            }
            for (instruction, &reach) in self.instructions.iter().zip(&self.reach) {
                instruction.op.visit(RangeLanesVisitor {
                    slots: &mut work.slots,
                    losses: &mut losses,
                    instruction,
                    reach,
                });
            }
            ranges.ranges.store(start, |output| work.slots[self.outputs[output] as usize].map(Interval::from_pair));
            ranges.decorations.store(start, |output| losses.map(|losses| losses.decoration(output)));
        }
    }

    /// The same with machine code, which gains nothing from lanes.
    fn ranges_one_by_one(&self, columns: &[&[Interval]], work: &mut TapeWorkspace, ranges: &mut RangeColumns) {
        let count = ranges.length();
        let mut arguments = vec![Interval::ZERO; columns.len()];
        for i in 0..count {
            for (argument, column) in arguments.iter_mut().zip(columns) {
                *argument = column[i];
            }
            let results = self.ranges(&arguments, work);
            for output in 0..self.outputs.len() {
                ranges.ranges.cells[output * count + i] = results[output];
                ranges.decorations.cells[output * count + i] = results.decoration(output);
            }
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

    /// Loads the arguments from `start` on. Lanes beyond the last argument repeat it.
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

/// Results for many points or boxes, one column per output.
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
    /// The number of points or boxes.
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

/// Ranges over many boxes, with their decorations.
#[derive(Clone, Debug, Default)]
pub struct RangeColumns {
    ranges: Columns<Interval>,
    decorations: Columns<Decoration>,
}

impl RangeColumns {
    /// The number of boxes.
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

    /// The decorations of one output over all boxes.
    ///
    /// # Panics
    /// If there is no such output.
    #[must_use]
    pub fn decorations(&self, output: usize) -> &[Decoration] {
        self.decorations.column(output)
    }
}

struct ValueLanesVisitor<'a> {
    slots: &'a mut [[f64; LANES]],
    instruction: &'a Instruction,
}

impl Visitor for ValueLanesVisitor<'_> {
    #[inline(always)]
    fn visit<O: Operation>(self) {
        let Self { slots, instruction } = self;
        let a = slots[instruction.a as usize];
        let b = if O::BINARY { slots[instruction.b as usize] } else { a };
        slots[instruction.out as usize] = std::array::from_fn(|lane| O::value(a[lane], b[lane], instruction.exponent));
    }
}

struct RangeLanesVisitor<'a> {
    slots: &'a mut [[EndpointPair; LANES]],
    losses: &'a mut [LostDecorations; LANES],
    instruction: &'a Instruction,
    reach: u64,
}

impl Visitor for RangeLanesVisitor<'_> {
    #[inline(always)]
    fn visit<O: Operation>(self) {
        let Self { slots, losses, instruction, reach } = self;
        let a = slots[instruction.a as usize];
        let b = if O::BINARY { slots[instruction.b as usize] } else { a };
        let out = &mut slots[instruction.out as usize];
        for lane in 0..LANES {
            let (a, b) = (Interval::from_pair(a[lane]), Interval::from_pair(b[lane]));
            let range = O::range(a, b, instruction.exponent);
            let decoration = O::decoration(a, b, instruction.exponent, range);
            losses[lane].lower(decoration, reach);
            out[lane] = range.pair();
        }
    }
}
