//! Ranges with enclosed gradients and second derivatives over one box.
//!
//! **Question.** How does the gradient change over the box?
//!
//! **Idea.** Second-order forward-mode differentiation: every slot carries range, gradient and the upper triangle
//! of the Hessian. Each instruction applies the second-order chain rule.
//!
//! **Guarantee.** Encloses the true second derivatives wherever they exist in the box. If the decoration is
//! `Smooth`, Taylor's theorem of second order may be used over the box. At a kink no Hessian exists, and the
//! returned one must not be used for it.
//!
//! **Cost.** For n variables about n²/2 times a few multiplications per instruction.
//!
//! **Source.** As for gradients; L. B. Rall, *Automatic Differentiation* (1981), chapter 6.

use super::super::decoration::{Decoration, LostDecorations};
use super::super::operation::{Op, one_operand};
use super::gradient::{InstructionRow, angle_slopes};
use super::range::no_side_is_empty;
use super::slope::{self, minus, plus, times};
use super::{Tape, TapeWorkspace, variable_bit};
use crate::Interval;

/// The ranges, gradients and second derivatives of all outputs over a box.
#[derive(Clone, Copy, Debug)]
pub struct Hessians<'w> {
    results: &'w [Interval],
    variables: usize,
    losses: LostDecorations,
}

impl<'w> Hessians<'w> {
    fn of(&self, output: usize) -> &'w [Interval] {
        let stride = stride(self.variables);
        &self.results[output * stride..(output + 1) * stride]
    }

    /// The range of the output; the same as from [`Tape::ranges`], for very long tapes up to rounding.
    #[must_use]
    pub fn range(&self, output: usize) -> Interval {
        self.of(output)[0]
    }

    /// The partial derivatives of the output; the same as from [`Tape::gradients`], for very long tapes up to rounding.
    #[must_use]
    pub fn gradient(&self, output: usize) -> &'w [Interval] {
        &self.of(output)[1..=self.variables]
    }

    /// The second derivative of the output with respect to variables `i` and `j`.
    ///
    /// # Panics
    /// If there is no such output or variable.
    #[must_use]
    pub fn second(&self, output: usize, i: usize, j: usize) -> Interval {
        assert!(i.max(j) < self.variables, "there are {} variables, and no number {}", self.variables, i.max(j));
        self.of(output)[second_index(self.variables, i.min(j), i.max(j))]
    }

    /// The decoration of the output over the whole box.
    #[must_use]
    pub fn decoration(&self, output: usize) -> Decoration {
        self.losses.decoration(output)
    }
}

/// The number of intervals per slot.
fn stride(variables: usize) -> usize {
    1 + variables + variables * (variables + 1) / 2
}

/// The index of the second derivative with respect to `i` ≤ `j` in a slot: rows of the upper triangle after range
/// and gradient.
fn second_index(variables: usize, i: usize, j: usize) -> usize {
    1 + variables + i * (2 * variables - i + 1) / 2 + (j - i)
}

impl Tape {
    /// Encloses values, gradients and second derivatives of all outputs over the box.
    ///
    /// # Panics
    /// If the number of arguments is not that of the variables.
    pub fn hessians<'w>(&self, arguments: &[Interval], work: &'w mut TapeWorkspace) -> Hessians<'w> {
        let variables = arguments.len();
        let stride = stride(variables);
        self.check_arguments(variables);
        let count = self.outputs.len() * stride;
        if no_side_is_empty(arguments)
            && let Some(code) = self.hessian_code()
            && let Some(losses) = code.run(arguments, &mut work.hessians.results, count, &mut work.spills.0)
        {
            return Hessians { results: &work.hessians.results, variables, losses };
        }
        let work = &mut work.hessians;
        let losses =
            self.differentiate(arguments, stride, work, |row, operands, range| row.second_derivatives(operands, range));
        work.results.clear();
        for (&output, &dependence) in self.outputs.iter().zip(&self.output_dependence) {
            let result = &work.slots[output as usize * stride..][..stride];
            let depends = |i: usize| dependence & variable_bit(i) != 0;
            let kept =
                |written: bool, index: usize| if written { Interval::from_pair(result[index]) } else { Interval::ZERO };
            work.results.push(Interval::from_pair(result[0]));
            work.results.extend((0..variables).map(|i| kept(depends(i), 1 + i)));
            for i in 0..variables {
                let second = |j: usize| kept(depends(i) && depends(j), second_index(variables, i, j));
                work.results.extend((i..variables).map(second));
            }
        }
        Hessians { results: &work.results, variables, losses }
    }
}

/// The two variables of a second derivative, and its index in a slot.
#[derive(Clone, Copy)]
struct VariablePair {
    index: usize,
    i: usize,
    j: usize,
}

impl InstructionRow<'_> {
    /// Writes the second derivatives of the result.
    fn second_derivatives(&mut self, [a, b]: [Interval; 2], range: Interval) {
        match self.instruction.op {
            Op::Add => self.fill(|row, pair| plus(row.a_second(pair), row.b_second(pair))),
            Op::Sub => self.fill(|row, pair| minus(row.a_second(pair), row.b_second(pair))),
            Op::Mul => self.fill(|row, pair| {
                plus(plus(times(row.a_second(pair), b), times(a, row.b_second(pair))), row.mixed(pair))
            }),
            // From a = q·b: q″ = (a″ − q·b″ − q′b′ − b′q′) / b.
            Op::Div => self.fill(|row, pair| {
                let slope = |i: usize| divided(minus(row.a_slope(i), times(range, row.b_slope(i))), b);
                let cross = plus(times(slope(pair.i), row.b_slope(pair.j)), times(slope(pair.j), row.b_slope(pair.i)));
                divided(minus(minus(row.a_second(pair), times(range, row.b_second(pair))), cross), b)
            }),
            Op::Min | Op::Max => {
                let chosen = self.chosen(a, b);
                self.fill(|row, pair| chosen.of(row.a_second(pair), row.b_second(pair)));
            }
            Op::Atan2 => {
                let [by_a, by_b] = angle_slopes(a, b);
                let [aa, ab] = angle_curvatures(a, b);
                self.fill(|row, pair| {
                    let linear = plus(times(by_a, row.a_second(pair)), times(by_b, row.b_second(pair)));
                    let squares = minus(product(pair, |i| row.a_slope(i)), product(pair, |i| row.b_slope(i)));
                    plus(linear, plus(times(aa, squares), times(ab, row.mixed(pair))))
                });
            }
            one_operand!() => {
                let slope = slope::first(self.instruction, a, range);
                let curvature = slope::second(self.instruction, a, range, slope);
                self.fill(|row, pair| {
                    plus(times(slope, row.a_second(pair)), times(curvature, product(pair, |i| row.a_slope(i))))
                });
            }
        }
    }

    /// Writes every second derivative with respect to two variables that the result depends on.
    #[inline(always)]
    fn fill(&mut self, second: impl Fn(&Self, VariablePair) -> Interval) {
        let depends = self.dependence[0] | self.dependence[1];
        for i in (0..self.variables).filter(|&i| depends & variable_bit(i) != 0) {
            for j in (i..self.variables).filter(|&j| depends & variable_bit(j) != 0) {
                let index = second_index(self.variables, i, j);
                let value = second(self, VariablePair { index, i, j });
                self.set(index, value);
            }
        }
    }

    /// The second derivative of the first operand.
    fn a_second(&self, pair: VariablePair) -> Interval {
        if written(self.dependence[0], pair) { self.a(pair.index) } else { Interval::ZERO }
    }

    /// The second derivative of the second operand.
    fn b_second(&self, pair: VariablePair) -> Interval {
        if written(self.dependence[1], pair) { self.b(pair.index) } else { Interval::ZERO }
    }

    /// aᵢ·bⱼ + aⱼ·bᵢ.
    fn mixed(&self, VariablePair { i, j, .. }: VariablePair) -> Interval {
        if i == j {
            return times(Interval::from(2.0), times(self.a_slope(i), self.b_slope(i)));
        }
        plus(times(self.a_slope(i), self.b_slope(j)), times(self.a_slope(j), self.b_slope(i)))
    }
}

/// Whether an operand that depends on these variables has this second derivative.
fn written(dependence: u64, pair: VariablePair) -> bool {
    dependence & variable_bit(pair.i) != 0 && dependence & variable_bit(pair.j) != 0
}

/// The product of two slopes; the square if they are equal.
fn product(pair: VariablePair, slope: impl Fn(usize) -> Interval) -> Interval {
    let first = slope(pair.i);
    if pair.i != pair.j {
        times(first, slope(pair.j))
    } else if first == Interval::ZERO || first == Interval::ONE {
        first
    } else {
        first.sqr()
    }
}

/// A quotient that keeps an exact zero exact.
fn divided(numerator: Interval, b: Interval) -> Interval {
    if numerator == Interval::ZERO { numerator } else { numerator / b }
}

/// The second derivatives of the angle of (`x`, `y`): twice with respect to `y` (the negative of twice with respect
/// to `x`), and the mixed one.
fn angle_curvatures(y: Interval, x: Interval) -> [Interval; 2] {
    let (x_sq, y_sq) = (x.sqr(), y.sqr());
    let distance_4 = (x_sq + y_sq).sqr();
    [-2.0 * (x * y) / distance_4, (y_sq - x_sq) / distance_4]
}
