//! Ranges over one box.

use super::super::decoration::{Decoration, LostDecorations};
use super::super::operation::{Operation, Visitor};
use super::workspace::Slots;
use super::{Instruction, Tape, TapeWorkspace};
use crate::Interval;
use crate::pair::EndpointPair;
use std::ops::Index;

/// The ranges of all outputs over a box; indexed by output.
#[derive(Clone, Copy, Debug)]
pub struct TapeRanges<'w> {
    pub(super) ranges: &'w [Interval],
    pub(super) losses: LostDecorations,
}

impl<'w> TapeRanges<'w> {
    /// The range of each output.
    #[must_use]
    pub fn as_slice(&self) -> &'w [Interval] {
        self.ranges
    }

    /// The decoration of the output over the whole box.
    #[must_use]
    pub fn decoration(&self, output: usize) -> Decoration {
        self.losses.decoration(output)
    }

    /// `true` proves that the output has a value at every point of the box.
    #[must_use]
    pub fn everywhere_defined(&self, output: usize) -> bool {
        self.decoration(output) >= Decoration::Defined
    }
}

impl Index<usize> for TapeRanges<'_> {
    type Output = Interval;
    fn index(&self, output: usize) -> &Interval {
        &self.ranges[output]
    }
}

impl Tape {
    /// Encloses the values of all outputs over the box, at every point where they have one.
    ///
    /// # Panics
    /// If the number of arguments is not that of the variables.
    #[inline]
    pub fn ranges<'w>(&self, arguments: &[Interval], work: &'w mut TapeWorkspace) -> TapeRanges<'w> {
        self.check_arguments(arguments.len());
        if no_side_is_empty(arguments)
            && let Some(code) = self.range_code()
            && let Some(losses) = code.run(arguments, &mut work.ranges.results, self.outputs.len(), &mut work.spills.0)
        {
            return TapeRanges { ranges: &work.ranges.results, losses };
        }
        self.interpreted_ranges(arguments, &mut work.ranges)
    }

    /// The same by interpretation.
    #[inline]
    fn interpreted_ranges<'w>(
        &self,
        arguments: &[Interval],
        work: &'w mut Slots<EndpointPair, Interval>,
    ) -> TapeRanges<'w> {
        work.prepare(self, self.slot_count, Interval::ZERO.pair(), |slots| {
            for (slot, constant) in slots.iter_mut().zip(&self.constants) {
                *slot = constant.enclosure.pair();
            }
        });
        let first = self.first_variable();
        for (slot, argument) in work.slots[first..].iter_mut().zip(arguments) {
            *slot = argument.pair();
        }
        let losses = self.sweep(&mut work.slots).and(initial_losses(arguments));
        work.results.clear();
        work.results.extend(self.outputs.iter().map(|&slot| Interval::from_pair(work.slots[slot as usize])));
        TapeRanges { ranges: &work.results, losses }
    }

    /// Runs the instructions over slots that hold constants and arguments.
    #[inline]
    fn sweep(&self, slots: &mut [EndpointPair]) -> LostDecorations {
        let mut losses = LostDecorations::default();
        for (instruction, &reach) in self.instructions.iter().zip(&self.reach) {
            instruction.op.visit(RangeVisitor { slots, losses: &mut losses, instruction, reach });
        }
        losses
    }
}

/// Whether machine code may evaluate the box.
#[inline]
pub(super) fn no_side_is_empty(arguments: &[Interval]) -> bool {
    arguments.iter().all(|argument| !argument.is_empty())
}

/// The levels lost before the first instruction: all of them if the box is empty.
pub(super) fn initial_losses(arguments: &[Interval]) -> LostDecorations {
    if no_side_is_empty(arguments) { LostDecorations::default() } else { LostDecorations::ALL }
}

struct RangeVisitor<'a> {
    slots: &'a mut [EndpointPair],
    losses: &'a mut LostDecorations,
    instruction: &'a Instruction,
    reach: u64,
}

impl Visitor for RangeVisitor<'_> {
    #[inline(always)]
    fn visit<O: Operation>(self) {
        let Self { slots, losses, instruction, reach } = self;
        let a = Interval::from_pair(slots[instruction.a as usize]);
        let b = if O::BINARY { Interval::from_pair(slots[instruction.b as usize]) } else { a };
        let range = O::range(a, b, instruction.exponent);
        let decoration = O::decoration(a, b, instruction.exponent, range);
        losses.lower(decoration, reach);
        slots[instruction.out as usize] = range.pair();
    }
}
