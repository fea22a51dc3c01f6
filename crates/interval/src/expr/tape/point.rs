//! Values at one point, in floating point.

use super::super::operation::{Operation, Visitor};
use super::{Instruction, Tape, TapeWorkspace};

impl Tape {
    /// The values of all outputs at a point, in floating point. They are not enclosures; ordinary rounding errors
    /// apply. NaN where a function has no value.
    ///
    /// # Panics
    /// If the number of arguments is not that of the variables.
    #[inline]
    pub fn values<'w>(&self, arguments: &[f64], work: &'w mut TapeWorkspace) -> &'w [f64] {
        self.check_arguments(arguments.len());
        let work = &mut work.values;
        work.prepare(self, self.slot_count, 0.0, |slots| {
            for (slot, constant) in slots.iter_mut().zip(&self.constants) {
                *slot = constant.nearest;
            }
        });
        let first = self.first_variable();
        for (slot, argument) in work.slots[first..].iter_mut().zip(arguments) {
            *slot = *argument;
        }
        self.run(&mut work.slots);
        work.results.clear();
        work.results.extend(self.outputs.iter().map(|&slot| work.slots[slot as usize]));
        &work.results
    }

    /// Runs the instructions over slots that hold constants and arguments.
    #[inline]
    fn run(&self, slots: &mut [f64]) {
        for instruction in &self.instructions {
            instruction.op.visit(ValueVisitor { slots, instruction });
        }
    }
}

struct ValueVisitor<'a> {
    slots: &'a mut [f64],
    instruction: &'a Instruction,
}

impl Visitor for ValueVisitor<'_> {
    #[inline(always)]
    fn visit<O: Operation>(self) {
        let Self { slots, instruction } = self;
        let a = slots[instruction.a as usize];
        let b = if O::BINARY { slots[instruction.b as usize] } else { a };
        slots[instruction.out as usize] = O::value(a, b, instruction.exponent);
    }
}
