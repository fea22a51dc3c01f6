//! The steps of a compiled evaluation: interval operations on arguments, constants and earlier results.
//!
//! A tape reuses its slots. A program names every result once, so that registers can be assigned to results.

use super::super::super::operation::Op;
use super::super::{Instruction, Tape};
use super::emit::Rounding;
use crate::Interval;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// An operand of a step, or an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) enum ProgramValue {
    Argument(u32),
    Constant(u32),
    /// The result of a step.
    Step(u32),
}

/// What a step computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) enum StepKind {
    /// An operation of the language.
    Plain(Op),
    /// The sine (`false`) or cosine (`true`) of the operand. The other one is the result of the next step.
    SineAndCosine(bool),
    /// The second result of the step before, which is the operand.
    OtherResult,
    /// The third or fourth power, on processors with fused instructions.
    Cube,
    FourthPower,
    /// A quotient that is a slope: `ENTIRE` if it is empty, because then the operand has a vertical tangent.
    SlopeQuotient,
    /// One divided by the positive part of the second operand.
    LogarithmSlope,
    /// Which operand lies below the other; a mask, for `Pick` only.
    Side,
    /// The derivative of a minimum or maximum: that of the selected operand, or the hull of both.
    Pick(Op),
}

impl StepKind {
    /// The rounding mode that the step needs; `None` if it does not round.
    pub(super) fn rounding(self) -> Option<Rounding> {
        match self {
            Self::Plain(Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Sqr | Op::Sqrt)
            | Self::Cube
            | Self::FourthPower
            | Self::SlopeQuotient
            | Self::LogarithmSlope => Some(Rounding::Up),
            Self::Plain(Op::Neg | Op::Abs | Op::Min | Op::Max) | Self::OtherResult | Self::Side | Self::Pick(_) => None,
            Self::SineAndCosine(_) => Some(Rounding::Caller),
            Self::Plain(
                Op::Sign
                | Op::Exp
                | Op::Ln
                | Op::Sin
                | Op::Cos
                | Op::Tan
                | Op::Asin
                | Op::Acos
                | Op::Atan
                | Op::Atan2
                | Op::Power,
            ) => Some(Rounding::Caller),
        }
    }
}

/// One operation of a program. Unused operands repeat the first one.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Step {
    pub(in super::super) kind: StepKind,
    pub(in super::super) operands: [ProgramValue; 3],
    pub(in super::super) exponent: i32,
    /// The outputs whose decoration depends on the step, as a bit set. Steps that only compute derivatives have none.
    pub(in super::super) reach: u64,
}

/// An evaluation as a sequence of steps.
#[derive(Debug, Default)]
pub(in super::super) struct Program {
    pub(in super::super) argument_count: usize,
    pub(in super::super) constants: Vec<Interval>,
    pub(in super::super) steps: Vec<Step>,
    pub(in super::super) outputs: Vec<ProgramValue>,
    /// Whether the processor has fused multiplication and addition.
    pub(super) fused: bool,
}

impl Program {
    /// The program of the ranges of all outputs.
    pub(in super::super) fn ranges(tape: &Tape) -> Self {
        let mut program = Self::of_constants(tape);
        let mut slots = program.slots(tape);
        program.steps.reserve(tape.instructions.len());
        for (instruction, &reach) in tape.instructions.iter().zip(&tape.reach) {
            let range = program.push(plain_step(instruction, &slots, reach));
            slots[instruction.out as usize] = range;
        }
        program.outputs = tape.outputs.iter().map(|&slot| slots[slot as usize]).collect();
        program.grouped()
    }

    pub(super) fn of_constants(tape: &Tape) -> Self {
        Self {
            argument_count: tape.variables.len(),
            constants: tape.constants.iter().map(|constant| constant.enclosure).collect(),
            fused: std::arch::is_x86_feature_detected!("fma"),
            ..Self::default()
        }
    }

    /// The values of the slots before the first instruction.
    pub(super) fn slots(&self, tape: &Tape) -> Vec<ProgramValue> {
        let constants = (0..self.constants.len()).map(|i| ProgramValue::Constant(i as u32));
        let arguments = (0..self.argument_count).map(|i| ProgramValue::Argument(i as u32));
        let mut slots: Vec<ProgramValue> = constants.chain(arguments).collect();
        // Registers are written before they are read.
        slots.resize(tape.slot_count, ProgramValue::Constant(0));
        slots
    }

    fn push(&mut self, step: Step) -> ProgramValue {
        let step = self.simplified(step);
        self.steps.push(step);
        ProgramValue::Step(self.steps.len() as u32 - 1)
    }

    /// Reorders the steps so that the rounding mode changes as seldom as possible: every step runs in the first phase
    /// of its mode after its operands.
    pub(super) fn grouped(mut self) -> Self {
        if self.steps.iter().all(|step| step.kind.rounding() != Some(Rounding::Caller)) {
            return self;
        }
        self.fuse_sines();
        let mut phases: Vec<u32> = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            let phase = |operand: ProgramValue| match operand {
                ProgramValue::Step(i) => phases[i as usize],
                ProgramValue::Argument(_) | ProgramValue::Constant(_) => 0,
            };
            let ready = step.operands.map(phase).into_iter().fold(0, u32::max);
            // The caller's mode in even phases, upward rounding in odd ones.
            phases.push(match step.kind.rounding() {
                None => ready,
                Some(Rounding::Caller) => ready.next_multiple_of(2),
                Some(Rounding::Up) => ready | 1,
            });
        }
        let mut order: Vec<u32> = (0..self.steps.len() as u32).collect();
        // A second result directly follows the first.
        order.sort_by_key(|&i| match (self.steps[i as usize].kind, self.steps[i as usize].operands[0]) {
            (StepKind::OtherResult, ProgramValue::Step(first)) => (phases[first as usize], first, true),
            _ => (phases[i as usize], i, false),
        });
        self.reordered(&order)
    }

    /// Computes the sine and cosine of the same value together: both need the reduced argument.
    fn fuse_sines(&mut self) {
        let mut seen: HashMap<ProgramValue, u32> = HashMap::new();
        for i in 0..self.steps.len() {
            let step = self.steps[i];
            let StepKind::Plain(op @ (Op::Sin | Op::Cos)) = step.kind else { continue };
            match seen.entry(step.operands[0]) {
                Entry::Vacant(entry) => _ = entry.insert(i as u32),
                Entry::Occupied(entry) => {
                    let first = *entry.get();
                    let other = if op == Op::Sin { Op::Cos } else { Op::Sin };
                    if self.steps[first as usize].kind != StepKind::Plain(other) {
                        continue;
                    }
                    self.steps[first as usize].kind = StepKind::SineAndCosine(op == Op::Sin);
                    self.steps[i].kind = StepKind::OtherResult;
                    self.steps[i].operands = [ProgramValue::Step(first); 3];
                }
            }
        }
    }

    /// Removes steps that neither an output nor a decoration needs.
    pub(super) fn without_unused(self) -> Self {
        let mut used: Vec<bool> = self.steps.iter().map(|step| step.reach != 0).collect();
        for &output in &self.outputs {
            if let ProgramValue::Step(i) = output {
                used[i as usize] = true;
            }
        }
        for i in (0..self.steps.len()).rev() {
            for operand in self.steps[i].operands {
                if let (true, ProgramValue::Step(operand)) = (used[i], operand) {
                    used[operand as usize] = true;
                }
            }
        }
        let order: Vec<u32> = (0..self.steps.len() as u32).filter(|&i| used[i as usize]).collect();
        self.reordered(&order)
    }

    /// Keeps these steps, in this order.
    fn reordered(mut self, order: &[u32]) -> Self {
        let mut place = vec![0; self.steps.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old as usize] = new as u32;
        }
        let moved = |value: ProgramValue| match value {
            ProgramValue::Step(i) => ProgramValue::Step(place[i as usize]),
            ProgramValue::Argument(_) | ProgramValue::Constant(_) => value,
        };
        let step = |&i: &u32| {
            let step = self.steps[i as usize];
            Step { operands: step.operands.map(moved), ..step }
        };
        self.steps = order.iter().map(step).collect();
        self.outputs = self.outputs.into_iter().map(moved).collect();
        self
    }

    /// The step in the form that takes the fewest instructions: small powers by fused instructions, the difference to a
    /// constant as a sum, a constant as the second operand.
    pub(super) fn simplified(&mut self, mut step: Step) -> Step {
        match (step.kind, step.exponent) {
            (StepKind::Plain(Op::Power), 3) if self.fused => step.kind = StepKind::Cube,
            (StepKind::Plain(Op::Power), 4) if self.fused => step.kind = StepKind::FourthPower,
            _ => {}
        }
        if let (StepKind::Plain(Op::Sub), ProgramValue::Constant(constant)) = (step.kind, step.operands[1]) {
            self.constants.push(-self.constants[constant as usize]);
            step.kind = StepKind::Plain(Op::Add);
            step.operands[1] = ProgramValue::Constant(self.constants.len() as u32 - 1);
        }
        if let (StepKind::Plain(Op::Add | Op::Mul), ProgramValue::Constant(_)) = (step.kind, step.operands[0]) {
            step.operands.swap(0, 1);
        }
        step
    }
}

/// The step of an instruction of the tape.
pub(super) fn plain_step(instruction: &Instruction, slots: &[ProgramValue], reach: u64) -> Step {
    let (a, b) = (slots[instruction.a as usize], slots[instruction.b as usize]);
    Step { kind: StepKind::Plain(instruction.op), operands: [a, b, a], exponent: instruction.exponent, reach }
}
