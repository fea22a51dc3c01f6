//! Tapes as machine code.
//!
//! **Question.** How can a tape be evaluated without the dispatch of an interpreter, and with the processor's own
//! outward rounding?
//!
//! **Idea.** The instructions of a tape become a [`program::Program`], in which every result has a name. One pass
//! assigns registers ([`registers`]) and appends the instructions of the processor ([`emit`], [`operations`]). The
//! bytes go into memory that is then made executable ([`executable`]).
//!
//! **Guarantee.** The results enclose the same values as the interpreter's, and are usually tighter. On one machine
//! they depend on nothing but the tape and the arguments. The interpreter remains for other processors and systems,
//! for very long tapes, and for boxes on which some intermediate range is empty.
//!
//! **Cost.** An evaluation takes a quarter to an eighth of the interpreter's time. Making the code takes as long as
//! about a hundred interpreted evaluations: 8 µs and more, half of it for the executable memory. Each kind of
//! evaluation of a tape occupies at least one page of memory.
//!
//! **Source.** M. Keeter, *Massively Parallel Rendering of Complex Closed-Form Implicit Surfaces* (2020), and his
//! `fidget`, for machine code of interval expressions. Upward rounding for the whole evaluation is our addition.

mod assembler;
mod derivatives;
mod emit;
mod executable;
mod operations;
mod powers;
mod program;
mod registers;
mod rules;

use super::super::decoration::LostDecorations;
use super::Tape;
use crate::Interval;
use crate::pair::EndpointPair;
use crate::tolerance::MOST_COMPILED_STEPS;
use executable::Executable;
use program::Program;

/// One kind of evaluation of a tape as machine code.
#[derive(Debug)]
pub(super) struct MachineCode(Executable);

impl MachineCode {
    /// The code of the ranges. `None` if the processor lacks an instruction, the tape is too long, or the system
    /// refuses executable memory.
    pub(super) fn ranges(tape: &Tape) -> Option<Self> {
        if tape.instructions.len() > MOST_COMPILED_STEPS {
            return None;
        }
        Self::of(&Program::ranges(tape))
    }

    /// The code of ranges and gradients.
    pub(super) fn gradients(tape: &Tape) -> Option<Self> {
        Self::of(&Program::derivatives(tape, false)?)
    }

    /// The code of ranges, gradients and second derivatives.
    pub(super) fn hessians(tape: &Tape) -> Option<Self> {
        Self::of(&Program::derivatives(tape, true)?)
    }

    fn of(program: &Program) -> Option<Self> {
        // Without steps there is nothing to gain. A constant that is empty would be an operand that is not a number.
        let constants_hold_numbers = program.constants.iter().all(|constant| !constant.is_empty());
        if program.steps.is_empty() || !constants_hold_numbers || !std::arch::is_x86_feature_detected!("avx") {
            return None;
        }
        let (code, spills) = emit::emit(program)?;
        Executable::new(&code, program.argument_count, program.outputs.len(), spills).map(Self)
    }

    /// Runs the code over a box without empty sides. `None` if some intermediate range is empty.
    #[inline]
    pub(super) fn run(
        &self,
        arguments: &[Interval],
        results: &mut Vec<Interval>,
        result_count: usize,
        spills: &mut Vec<EndpointPair>,
    ) -> Option<LostDecorations> {
        if results.len() != result_count {
            results.resize(result_count, Interval::ENTIRE);
        }
        if spills.len() < self.0.spills() {
            spills.resize(self.0.spills(), Interval::ZERO.pair());
        }
        self.0.run(arguments, results, spills)
    }
}
