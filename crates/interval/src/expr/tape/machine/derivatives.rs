//! The programs of gradients and second derivatives.
//!
//! **Question.** Which interval operations compute the derivatives of a tape?
//!
//! **Idea.** Forward-mode differentiation as in the interpreter, but once, at compile time: every value carries the
//! steps that compute its derivatives. A derivative that is zero is no step at all, a factor of one disappears, and
//! equal steps are shared: the cosine that a sine needs as its slope is computed once.
//!
//! **Guarantee.** As for [`Gradients`](super::super::Gradients) and [`Hessians`](super::super::Hessians): the rules
//! are those of the interpreter.
//!
//! **Cost.** One hash lookup per step.
//!
//! **Source.** As for the interpreter's gradients and second derivatives.

use super::super::super::operation::{Op, Operation, Visitor};
use super::super::Tape;
use super::program::{Program, ProgramValue, Step, StepKind, plain_step};
use crate::Interval;
use crate::tolerance::MOST_COMPILED_STEPS;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A value with the steps of its derivatives. Absent derivatives are zero.
#[derive(Clone, Debug)]
pub(super) struct Jet {
    pub(super) range: ProgramValue,
    pub(super) slopes: Vec<Option<ProgramValue>>,
    /// The upper triangle, row by row; empty if only gradients are wanted.
    pub(super) seconds: Vec<Option<ProgramValue>>,
}

/// A program under construction, with the steps that can be shared.
pub(super) struct Differentiation {
    program: Program,
    steps: HashMap<(StepKind, [ProgramValue; 3], i32), u32, BuildHasherDefault<StepHasher>>,
    constants: HashMap<[u64; 2], u32, BuildHasherDefault<StepHasher>>,
}

/// A fast hash of a few numbers. Steps come from a formula of bounded size, so collisions that somebody provokes cost
/// little.
#[derive(Default)]
struct StepHasher(u64);

impl Hasher for StepHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        // The fractional part of the golden ratio times 2⁶⁴: Knuth, TAOCP 3, section 6.4.
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_i32(&mut self, word: i32) {
        self.write_u64(u64::from(word.cast_unsigned()));
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }
}

impl Program {
    /// The program of ranges and gradients, and of second derivatives if asked for. The outputs are, for each output
    /// of the tape, its range, its gradient, and the upper triangle of its second derivatives. `None` if it would be
    /// too long.
    pub(super) fn derivatives(tape: &Tape, second_order: bool) -> Option<Self> {
        let program = Self::of_constants(tape);
        let slots = program.slots(tape);
        let mut work = Differentiation { program, steps: HashMap::default(), constants: HashMap::default() };
        let (variables, constants) = (tape.variables.len(), tape.constants.len());
        let seconds = if second_order { variables * (variables + 1) / 2 } else { 0 };
        if tape.slot_count.saturating_mul(1 + variables + seconds) > MOST_COMPILED_STEPS {
            return None;
        }
        let one = work.constant(Interval::ONE);
        let mut jets: Vec<Jet> = slots
            .iter()
            .map(|&range| Jet { range, slopes: vec![None; variables], seconds: vec![None; seconds] })
            .collect();
        for variable in 0..variables {
            jets[constants + variable].slopes[variable] = Some(one);
        }
        let mut ranges = slots;
        for (instruction, &reach) in tape.instructions.iter().zip(&tape.reach) {
            let step = plain_step(instruction, &ranges, reach);
            let range = work.push(step);
            let (a, b) = (&jets[instruction.a as usize], &jets[instruction.b as usize]);
            let jet = work.jet(instruction.op, instruction.exponent, a, b, range);
            jets[instruction.out as usize] = jet;
            ranges[instruction.out as usize] = range;
            if work.program.steps.len() > MOST_COMPILED_STEPS {
                return None;
            }
        }
        let zero = work.constant(Interval::ZERO);
        let outputs = tape.outputs.iter().flat_map(|&slot| {
            let jet = &jets[slot as usize];
            let derivatives = jet.slopes.iter().chain(&jet.seconds);
            std::iter::once(jet.range).chain(derivatives.map(move |derivative| derivative.unwrap_or(zero)))
        });
        work.program.outputs = outputs.collect();
        Some(work.program.without_unused().grouped())
    }
}

impl Differentiation {
    pub(super) fn constant(&mut self, value: Interval) -> ProgramValue {
        let constants = &mut self.program.constants;
        let words = super::emit::words(value);
        ProgramValue::Constant(*self.constants.entry(words).or_insert_with(|| {
            constants.push(value);
            constants.len() as u32 - 1
        }))
    }

    fn value(&self, value: ProgramValue) -> Option<Interval> {
        match value {
            ProgramValue::Constant(i) => Some(self.program.constants[i as usize]),
            ProgramValue::Argument(_) | ProgramValue::Step(_) => None,
        }
    }

    pub(super) fn is(&self, value: ProgramValue, constant: Interval) -> bool {
        self.value(value) == Some(constant)
    }

    /// Adds a step, or finds an equal one.
    pub(super) fn push(&mut self, step: Step) -> ProgramValue {
        let step = self.program.simplified(step);
        let steps = &mut self.program.steps;
        let index = *self.steps.entry((step.kind, step.operands, step.exponent)).or_insert_with(|| {
            steps.push(Step { reach: 0, ..step });
            steps.len() as u32 - 1
        });
        steps[index as usize].reach |= step.reach;
        ProgramValue::Step(index)
    }

    pub(super) fn step(&mut self, kind: StepKind, a: ProgramValue, b: ProgramValue, c: ProgramValue) -> ProgramValue {
        self.push(Step { kind, operands: [a, b, c], exponent: 0, reach: 0 })
    }

    /// An operation of the language; constants are folded.
    pub(super) fn plain(&mut self, op: Op, a: ProgramValue, b: ProgramValue) -> ProgramValue {
        if let (Some(first), Some(second)) = (self.value(a), self.value(b)) {
            let range = fold(op, first, second);
            if !range.is_empty() {
                return self.constant(range);
            }
        }
        self.step(StepKind::Plain(op), a, b, a)
    }

    pub(super) fn unary(&mut self, op: Op, a: ProgramValue) -> ProgramValue {
        self.plain(op, a, a)
    }

    pub(super) fn mul(&mut self, a: ProgramValue, b: ProgramValue) -> ProgramValue {
        if self.is(a, Interval::ONE) {
            b
        } else if self.is(b, Interval::ONE) {
            a
        } else if a == b {
            self.unary(Op::Sqr, a)
        } else {
            self.plain(Op::Mul, a, b)
        }
    }

    pub(super) fn twice(&mut self, a: ProgramValue) -> ProgramValue {
        self.plain(Op::Add, a, a)
    }

    pub(super) fn power(&mut self, a: ProgramValue, exponent: i32) -> ProgramValue {
        match exponent {
            0 => self.constant(Interval::ONE),
            1 => a,
            2 => self.unary(Op::Sqr, a),
            _ => self.push(Step { kind: StepKind::Plain(Op::Power), operands: [a; 3], exponent, reach: 0 }),
        }
    }

    // The same for derivatives that may be zero.

    pub(super) fn times(&mut self, a: Option<ProgramValue>, b: Option<ProgramValue>) -> Option<ProgramValue> {
        Some(self.mul(a?, b?))
    }

    pub(super) fn plus(&mut self, a: Option<ProgramValue>, b: Option<ProgramValue>) -> Option<ProgramValue> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.plain(Op::Add, a, b)),
            (a, b) => a.or(b),
        }
    }

    pub(super) fn negated(&mut self, a: Option<ProgramValue>) -> Option<ProgramValue> {
        Some(self.unary(Op::Neg, a?))
    }

    pub(super) fn minus(&mut self, a: Option<ProgramValue>, b: Option<ProgramValue>) -> Option<ProgramValue> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.plain(Op::Sub, a, b)),
            (None, b) => self.negated(b),
            (a, None) => a,
        }
    }

    pub(super) fn divided(&mut self, a: Option<ProgramValue>, b: ProgramValue) -> Option<ProgramValue> {
        Some(self.plain(Op::Div, a?, b))
    }
}

/// The range of an operation on constants.
fn fold(op: Op, a: Interval, b: Interval) -> Interval {
    struct RangeFold<'a>(Interval, Interval, &'a mut Interval);
    impl Visitor for RangeFold<'_> {
        fn visit<O: Operation>(self) {
            *self.2 = O::range(self.0, self.1, 0);
        }
    }
    let mut range = Interval::EMPTY;
    op.visit(RangeFold(a, b, &mut range));
    range
}
