//! Ranges with enclosed gradients over one box, by forward-mode automatic differentiation.
//!
//! **Question.** How fast can the function change over the box, with respect to each variable?
//!
//! **Idea.** Every slot carries its range and its partial derivatives. Each instruction applies the chain rule.
//!
//! **Guarantee.** The gradient encloses the true one wherever it exists in the box. If the decoration is
//! `Continuous` or better, then for all points x, y of the box f(y) − f(x) = g·(y − x) for some g in the enclosure,
//! even across kinks and vertical tangents: slopes of the operations compose like derivatives, and min and max
//! contribute the hull of both branches.
//!
//! **Cost.** Up to two multiplications per variable and instruction, none for variables that an operand does not
//! depend on. Forward mode, because surfaces and motions have about as many outputs as variables, and because it
//! can reuse registers.
//!
//! **Source.** R. E. Moore, *Methods and Applications of Interval Analysis* (1979), chapter 3; slopes: R. Krawczyk
//! & A. Neumaier, *Interval slopes for rational functions* (1985).

use super::super::decoration::{Decoration, LostDecorations};
use super::super::operation::{Op, Operation, Visitor, one_operand};
use super::range::{initial_losses, no_side_is_empty};
use super::slope::{self, times};
use super::workspace::Slots;
use super::{Instruction, Tape, TapeWorkspace, variable_bit};
use crate::Interval;
use crate::pair::EndpointPair;

/// The ranges and gradients of all outputs over a box.
#[derive(Clone, Copy, Debug)]
pub struct Gradients<'w> {
    results: &'w [Interval],
    variables: usize,
    losses: LostDecorations,
}

impl<'w> Gradients<'w> {
    /// The range of the output; the same as from [`Tape::ranges`], for very long tapes up to rounding.
    #[must_use]
    pub fn range(&self, output: usize) -> Interval {
        self.results[output * (self.variables + 1)]
    }

    /// The partial derivatives of the output.
    #[must_use]
    pub fn gradient(&self, output: usize) -> &'w [Interval] {
        let stride = self.variables + 1;
        &self.results[output * stride + 1..(output + 1) * stride]
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

impl Tape {
    /// Encloses values and gradients of all outputs over the box.
    ///
    /// # Panics
    /// If the number of arguments is not that of the variables.
    pub fn gradients<'w>(&self, arguments: &[Interval], work: &'w mut TapeWorkspace) -> Gradients<'w> {
        let variables = arguments.len();
        let stride = variables + 1;
        self.check_arguments(variables);
        let count = self.outputs.len() * stride;
        if no_side_is_empty(arguments)
            && let Some(code) = self.gradient_code()
            && let Some(losses) = code.run(arguments, &mut work.gradients.results, count, &mut work.spills.0)
        {
            return Gradients { results: &work.gradients.results, variables, losses };
        }
        let work = &mut work.gradients;
        let losses = self.differentiate(arguments, stride, work, |_, _, _| ());
        work.results.clear();
        for (&output, &dependence) in self.outputs.iter().zip(&self.output_dependence) {
            let result = &work.slots[output as usize * stride..][..stride];
            work.results.push(Interval::from_pair(result[0]));
            let slope = |i: usize| {
                if dependence & variable_bit(i) != 0 { Interval::from_pair(result[1 + i]) } else { Interval::ZERO }
            };
            work.results.extend((0..variables).map(slope));
        }
        Gradients { results: &work.results, variables, losses }
    }

    /// Runs the instructions over slots of `stride` intervals, which hold the range, the gradient and any higher
    /// derivatives that `higher` writes first.
    #[inline(always)]
    pub(super) fn differentiate(
        &self,
        arguments: &[Interval],
        stride: usize,
        work: &mut Slots<EndpointPair, Interval>,
        higher: impl Fn(&mut InstructionRow<'_>, [Interval; 2], Interval),
    ) -> LostDecorations {
        self.check_arguments(arguments.len());
        work.prepare(self, self.slot_count * stride, Interval::ZERO.pair(), |slots| {
            self.load_derivatives(slots, stride);
        });
        let (first, variables) = (self.first_variable(), arguments.len());
        for (i, argument) in arguments.iter().enumerate() {
            work.slots[(first + i) * stride] = argument.pair();
        }
        let mut losses = initial_losses(arguments);
        for ((instruction, &reach), &dependence) in self.instructions.iter().zip(&self.reach).zip(&self.dependence) {
            let mut row = InstructionRow { slots: &mut work.slots, stride, variables, instruction, dependence };
            let (operands, range, decoration) = row.evaluate();
            losses.lower(decoration, reach);
            higher(&mut row, operands, range);
            row.gradient(operands, range);
            row.set(0, range);
        }
        losses
    }

    /// Writes the constants, and the derivatives of the variables with respect to themselves.
    fn load_derivatives(&self, slots: &mut [EndpointPair], stride: usize) {
        for (i, constant) in self.constants.iter().enumerate() {
            slots[i * stride] = constant.enclosure.pair();
        }
        for i in 0..self.variables.len() {
            slots[(self.first_variable() + i) * stride + 1 + i] = Interval::ONE.pair();
        }
    }
}

/// One instruction applied to slots that hold the range, the gradient and any higher derivatives.
///
/// Derivatives with respect to variables that a value does not depend on are zero, and neither written nor read.
///
/// The result may share its slot with an operand. It is therefore written from the highest derivatives down: each
/// order reads only its own index of that order, and lower orders.
pub(super) struct InstructionRow<'a> {
    pub(super) slots: &'a mut [EndpointPair],
    pub(super) stride: usize,
    pub(super) variables: usize,
    pub(super) instruction: &'a Instruction,
    /// The variables that each operand depends on.
    pub(super) dependence: [u64; 2],
}

impl InstructionRow<'_> {
    /// A component of the first operand; it must have been written.
    #[inline(always)]
    pub(super) fn a(&self, component: usize) -> Interval {
        Interval::from_pair(self.slots[self.instruction.a as usize * self.stride + component])
    }

    /// A component of the second operand; it must have been written.
    #[inline(always)]
    pub(super) fn b(&self, component: usize) -> Interval {
        Interval::from_pair(self.slots[self.instruction.b as usize * self.stride + component])
    }

    /// Writes a component of the result.
    #[inline(always)]
    pub(super) fn set(&mut self, component: usize, value: Interval) {
        self.slots[self.instruction.out as usize * self.stride + component] = value.pair();
    }

    /// The derivative of the first operand with respect to a variable.
    #[inline(always)]
    pub(super) fn a_slope(&self, variable: usize) -> Interval {
        if self.dependence[0] & variable_bit(variable) == 0 { Interval::ZERO } else { self.a(1 + variable) }
    }

    /// The derivative of the second operand with respect to a variable.
    #[inline(always)]
    pub(super) fn b_slope(&self, variable: usize) -> Interval {
        if self.dependence[1] & variable_bit(variable) == 0 { Interval::ZERO } else { self.b(1 + variable) }
    }

    /// The operands, the range of the result, and its decoration.
    #[inline(always)]
    pub(super) fn evaluate(&self) -> ([Interval; 2], Interval, Decoration) {
        let (a, b) = (self.a(0), self.b(0));
        let mut result = (Interval::ENTIRE, Decoration::Partial);
        self.instruction.op.visit(DecoratedRangeVisitor {
            a,
            b,
            exponent: self.instruction.exponent,
            result: &mut result,
        });
        ([a, b], result.0, result.1)
    }

    /// Writes the gradient of the result.
    #[inline(always)]
    pub(super) fn gradient(&mut self, [a, b]: [Interval; 2], range: Interval) {
        match self.instruction.op {
            Op::Add => self.combine(|x| x, |y| y, |sum| sum),
            Op::Sub => self.combine(|x| x, |y| -y, |sum| sum),
            Op::Mul => self.combine(|x| times(x, b), |y| times(a, y), |sum| sum),
            // From a = q·b: q′ = (a′ − q·b′) / b.
            Op::Div => self.combine(|x| x, |y| -times(range, y), |sum| sum / b),
            Op::Min | Op::Max => {
                let chosen = self.chosen(a, b);
                for i in 0..self.variables {
                    self.set(1 + i, chosen.of(self.a_slope(i), self.b_slope(i)));
                }
            }
            Op::Atan2 => {
                let [by_a, by_b] = angle_slopes(a, b);
                self.combine(|x| times(by_a, x), |y| times(by_b, y), |sum| sum);
            }
            one_operand!() => {
                let slope = slope::first(self.instruction, a, range);
                self.combine(|x| times(slope, x), |y| y, |sum| sum);
            }
        }
    }

    /// Writes the combined contributions of the operands, for every variable that the result depends on.
    #[inline(always)]
    fn combine(
        &mut self,
        from_a: impl Fn(Interval) -> Interval,
        from_b: impl Fn(Interval) -> Interval,
        finish: impl Fn(Interval) -> Interval,
    ) {
        let [by_a, by_b] = self.dependence;
        for i in 0..self.variables {
            let bit = variable_bit(i);
            let sum = match (by_a & bit != 0, by_b & bit != 0) {
                (true, true) => from_a(self.a(1 + i)) + from_b(self.b(1 + i)),
                (true, false) => from_a(self.a(1 + i)),
                (false, true) => from_b(self.b(1 + i)),
                (false, false) => continue,
            };
            self.set(1 + i, finish(sum));
        }
    }

    /// The operand that a minimum or maximum selects.
    pub(super) fn chosen(&self, a: Interval, b: Interval) -> Chosen {
        let (a_below, b_below) = (a.upper() < b.lower(), b.upper() < a.lower());
        match self.instruction.op == Op::Min {
            true if a_below => Chosen::First,
            true if b_below => Chosen::Second,
            false if b_below => Chosen::First,
            false if a_below => Chosen::Second,
            _ => Chosen::Either,
        }
    }
}

/// The operand that a minimum or maximum selects over the box.
#[derive(Clone, Copy)]
pub(super) enum Chosen {
    First,
    Second,
    /// Not decided: the result lies in the hull of both.
    Either,
}

impl Chosen {
    pub(super) fn of(self, a: Interval, b: Interval) -> Interval {
        match self {
            Self::First => a,
            Self::Second => b,
            Self::Either => a.hull(b),
        }
    }
}

/// The partial derivatives of the angle of (`x`, `y`) with respect to `y` and `x`.
pub(super) fn angle_slopes(y: Interval, x: Interval) -> [Interval; 2] {
    let distance_sq = x.sqr() + y.sqr();
    [x / distance_sq, -(y / distance_sq)]
}

struct DecoratedRangeVisitor<'a> {
    a: Interval,
    b: Interval,
    exponent: i32,
    result: &'a mut (Interval, Decoration),
}

impl Visitor for DecoratedRangeVisitor<'_> {
    #[inline(always)]
    fn visit<O: Operation>(self) {
        let range = O::range(self.a, self.b, self.exponent);
        *self.result = (range, O::decoration(self.a, self.b, self.exponent, range));
    }
}
