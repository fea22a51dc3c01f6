//! Ranges with enclosed gradients and second derivatives over one box.
//!
//! Question: how does the slope itself change over the box?
//! Idea: forward differentiation once more: every slot carries range, gradient and the upper triangle of the Hessian, and each
//! instruction applies the chain rule of second order.
//! Guarantee: encloses the true second derivatives wherever they exist in the box. If the decoration is `Smooth`, Taylor's
//! theorem of second order may be used over the box; at a kink no Hessian exists, and the one given must not be used for it.
//! Cost: for n variables about n²/2 times a few multiplications an instruction.
//! Source: as for gradients; L. B. Rall, *Automatic Differentiation* (1981), chapter 6.

use super::super::decoration::{Decoration, Faults};
use super::super::operation::Op;
use super::gradient::{Row, angle_slopes};
use super::range::faults_of;
use super::slope::{self, minus, plus, times};
use super::{Tape, Workspace};
use crate::Interval;
#[allow(unused_imports)]
use crate::shim::Shim;

/// The ranges, gradients and second derivatives of all outputs over a box.
#[derive(Clone, Copy, Debug)]
pub struct Hessians<'w> {
    results: &'w [Interval],
    variables: usize,
    faults: Faults,
}

impl<'w> Hessians<'w> {
    fn of(&self, output: usize) -> &'w [Interval] {
        let stride = stride(self.variables);
        &self.results[output * stride..(output + 1) * stride]
    }

    /// The range of the output, as [`Tape::ranges`] gives it.
    #[must_use]
    pub fn range(&self, output: usize) -> Interval {
        self.of(output)[0]
    }

    /// The derivative of the output by each variable, as [`Tape::gradients`] gives it.
    #[must_use]
    pub fn gradient(&self, output: usize) -> &'w [Interval] {
        &self.of(output)[1..=self.variables]
    }

    /// The second derivative of the output by variables `i` and `j`.
    ///
    /// # Panics
    /// If there is no such output or variable.
    #[must_use]
    pub fn second(&self, output: usize, i: usize, j: usize) -> Interval {
        assert!(i.max(j) < self.variables, "there are {} variables, and no number {}", self.variables, i.max(j));
        self.of(output)[second_index(self.variables, i.min(j), i.max(j))]
    }

    /// What is proved about the output over the whole box.
    #[must_use]
    pub fn decoration(&self, output: usize) -> Decoration {
        self.faults.decoration(output)
    }
}

/// How many intervals a slot holds.
fn stride(variables: usize) -> usize {
    1 + variables + variables * (variables + 1) / 2
}

/// Where the second derivative by `i` ≤ `j` stands in a slot: rows of the upper triangle after range and gradient.
fn second_index(variables: usize, i: usize, j: usize) -> usize {
    1 + variables + i * (2 * variables - i + 1) / 2 + (j - i)
}

impl Tape {
    /// Encloses values, gradients and second derivatives of all outputs over the box.
    ///
    /// # Panics
    /// If the number of arguments is not that of the variables.
    pub fn hessians<'w>(&self, arguments: &[Interval], work: &'w mut Workspace) -> Hessians<'w> {
        self.check_arguments(arguments.len());
        let variables = arguments.len();
        let stride = stride(variables);
        let work = &mut work.hessians;
        work.prepare(self, self.slot_count * stride, Interval::ZERO, |slots| self.load_derivatives(slots, stride));
        let first = self.first_variable();
        for (i, argument) in arguments.iter().enumerate() {
            work.slots[(first + i) * stride] = *argument;
        }
        let mut faults = faults_of(arguments);
        for (instruction, &reach) in self.instructions.iter().zip(&self.reach) {
            let mut row = Row { slots: &mut work.slots, stride, variables, instruction };
            let (operands, range, decoration) = row.evaluate();
            if decoration != Decoration::Smooth {
                faults.lower(decoration, reach);
            }
            row.second_derivatives(operands, range);
            row.gradient(operands, range);
            row.set(0, range);
        }
        work.results.clear();
        for &output in &self.outputs {
            let start = output as usize * stride;
            work.results.extend_from_slice(&work.slots[start..start + stride]);
        }
        Hessians { results: &work.results, variables, faults }
    }
}

impl Row<'_> {
    /// Writes the second derivatives of the result.
    fn second_derivatives(&mut self, [a, b]: [Interval; 2], range: Interval) {
        match self.instruction.op {
            Op::Add => self.fill(|row, h, _, _| plus(row.a(h), row.b(h))),
            Op::Sub => self.fill(|row, h, _, _| minus(row.a(h), row.b(h))),
            Op::Mul => self.fill(|row, h, i, j| plus(plus(times(row.a(h), b), times(a, row.b(h))), row.mixed(i, j))),
            // From a = q·b: q″ = (a″ − q·b″ − q′b′ − b′q′) / b.
            Op::Div => self.fill(|row, h, i, j| {
                let (slope_i, slope_j) = (row.quotient_slope(i, b, range), row.quotient_slope(j, b, range));
                let cross = plus(times(slope_i, row.b(j)), times(slope_j, row.b(i)));
                let numerator = minus(minus(row.a(h), times(range, row.b(h))), cross);
                if numerator == Interval::ZERO { numerator } else { numerator / b }
            }),
            Op::Min | Op::Max => self.fill(|row, h, _, _| row.chosen(h, a, b)),
            Op::Atan2 => {
                let [by_a, by_b] = angle_slopes(a, b);
                let [aa, ab] = angle_curvatures(a, b);
                self.fill(|row, h, i, j| {
                    let linear = plus(times(by_a, row.a(h)), times(by_b, row.b(h)));
                    let squares = minus(row.product(i, j, Row::a), row.product(i, j, Row::b));
                    plus(linear, plus(times(aa, squares), times(ab, row.mixed(i, j))))
                });
            }
            Op::Neg
            | Op::Sqr
            | Op::Sqrt
            | Op::Abs
            | Op::Sign
            | Op::Exp
            | Op::Ln
            | Op::Sin
            | Op::Cos
            | Op::Tan
            | Op::Asin
            | Op::Acos
            | Op::Atan
            | Op::Power => {
                let slope = slope::first(self.instruction, a, range);
                let curvature = slope::second(self.instruction, a, range, slope);
                self.fill(|row, h, i, j| plus(times(slope, row.a(h)), times(curvature, row.product(i, j, Row::a))));
            }
        }
    }

    /// Writes every second derivative from its index and the components of its two variables.
    #[inline(always)]
    fn fill(&mut self, second: impl Fn(&Self, usize, usize, usize) -> Interval) {
        let mut index = self.variables + 1;
        for i in 1..=self.variables {
            for j in i..=self.variables {
                let value = second(self, index, i, j);
                self.set(index, value);
                index += 1;
            }
        }
    }

    /// aᵢ·bⱼ + aⱼ·bᵢ.
    fn mixed(&self, i: usize, j: usize) -> Interval {
        if i == j {
            return times(Interval::from(2.0), times(self.a(i), self.b(i)));
        }
        plus(times(self.a(i), self.b(j)), times(self.a(j), self.b(i)))
    }

    /// The product of two components of an operand; a square if they are the same.
    fn product(&self, i: usize, j: usize, operand: impl Fn(&Self, usize) -> Interval) -> Interval {
        let (first, second) = (operand(self, i), operand(self, j));
        if i != j {
            times(first, second)
        } else if first == Interval::ZERO || first == Interval::ONE {
            first
        } else {
            first.sqr()
        }
    }
}

/// The second derivatives of the angle of (`x`, `y`): twice by `y` (the negative of that twice by `x`), and by both.
fn angle_curvatures(y: Interval, x: Interval) -> [Interval; 2] {
    let (x_sq, y_sq) = (x.sqr(), y.sqr());
    let distance_4 = (x_sq + y_sq).sqr();
    [-2.0 * (x * y) / distance_4, (y_sq - x_sq) / distance_4]
}
