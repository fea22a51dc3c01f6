//! The rules of differentiation, operation by operation; see [`super::derivatives`] for the idea.
//!
//! The formulas are those of the interpreter's gradients, slopes and second derivatives.

use super::super::super::operation::Op;
use super::derivatives::{Differentiation, Jet};
use super::program::{ProgramValue, StepKind};
use crate::Interval;

impl Differentiation {
    /// aᵢ·bⱼ + aⱼ·bᵢ for the slopes with respect to two variables; twice the product if they are the same.
    fn mixed(&mut self, a: &Jet, b: &Jet, i: usize, j: usize) -> Option<ProgramValue> {
        let first = self.times(a.slopes[i], b.slopes[j]);
        if i == j {
            return Some(self.twice(first?));
        }
        let second = self.times(a.slopes[j], b.slopes[i]);
        self.plus(first, second)
    }

    /// The derivatives of an operation on `a` and `b` with the given range.
    pub(super) fn jet(&mut self, op: Op, exponent: i32, a: &Jet, b: &Jet, range: ProgramValue) -> Jet {
        match op {
            Op::Add => self.linear(range, a, b, |work, a, b| work.plus(a, b)),
            Op::Sub => self.linear(range, a, b, |work, a, b| work.minus(a, b)),
            Op::Mul => self.product(range, a, b),
            Op::Div => self.quotient(range, a, b),
            Op::Min | Op::Max => self.extremum(op, range, a, b),
            Op::Atan2 => self.angle(range, a, b),
            Op::Neg => self.linear(range, a, a, |work, a, _| work.negated(a)),
            Op::Sqr
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
            | Op::Power => self.function(op, exponent, range, a),
        }
    }

    /// Derivatives that are combined like the values.
    fn linear(
        &mut self,
        range: ProgramValue,
        a: &Jet,
        b: &Jet,
        combine: impl Fn(&mut Self, Option<ProgramValue>, Option<ProgramValue>) -> Option<ProgramValue>,
    ) -> Jet {
        let slopes = a.slopes.iter().zip(&b.slopes).map(|(&a, &b)| combine(self, a, b)).collect();
        let seconds = a.seconds.iter().zip(&b.seconds).map(|(&a, &b)| combine(self, a, b)).collect();
        Jet { range, slopes, seconds }
    }

    /// The second derivatives, for every pair of variables in the order of a jet.
    fn seconds(
        &mut self,
        a: &Jet,
        second: impl Fn(&mut Self, usize, usize, usize) -> Option<ProgramValue>,
    ) -> Vec<Option<ProgramValue>> {
        let count = if a.seconds.is_empty() { 0 } else { a.slopes.len() };
        let pairs = (0..count).flat_map(|i| (i..count).map(move |j| (i, j)));
        pairs.enumerate().map(|(index, (i, j))| second(self, index, i, j)).collect()
    }

    fn product(&mut self, range: ProgramValue, a: &Jet, b: &Jet) -> Jet {
        let weighted = |work: &mut Self, by_a: Option<ProgramValue>, by_b: Option<ProgramValue>| {
            let (by_a, by_b) = (work.times(by_a, Some(b.range)), work.times(Some(a.range), by_b));
            work.plus(by_a, by_b)
        };
        let slopes = a.slopes.iter().zip(&b.slopes).map(|(&by_a, &by_b)| weighted(self, by_a, by_b)).collect();
        let seconds = self.seconds(a, |work, index, i, j| {
            let (sum, mixed) = (weighted(work, a.seconds[index], b.seconds[index]), work.mixed(a, b, i, j));
            work.plus(sum, mixed)
        });
        Jet { range, slopes, seconds }
    }

    /// From a = q·b: q′ = (a′ − q·b′) / b and q″ = (a″ − q·b″ − q′b′ − b′q′) / b.
    fn quotient(&mut self, range: ProgramValue, a: &Jet, b: &Jet) -> Jet {
        let rest = |work: &mut Self, by_a: Option<ProgramValue>, by_b: Option<ProgramValue>| {
            let by_b = work.times(Some(range), by_b);
            work.minus(by_a, by_b)
        };
        let slope = |work: &mut Self, by_a: Option<ProgramValue>, by_b: Option<ProgramValue>| {
            let rest = rest(work, by_a, by_b);
            work.divided(rest, b.range)
        };
        let slopes = a.slopes.iter().zip(&b.slopes).map(|(&by_a, &by_b)| slope(self, by_a, by_b)).collect();
        let quotient = Jet { range, slopes, seconds: Vec::new() };
        let seconds = self.seconds(a, |work, index, i, j| {
            let (rest, mixed) = (rest(work, a.seconds[index], b.seconds[index]), work.mixed(&quotient, b, i, j));
            let rest = work.minus(rest, mixed);
            work.divided(rest, b.range)
        });
        Jet { seconds, ..quotient }
    }

    /// The derivatives of the selected operand, or the hull of both.
    fn extremum(&mut self, op: Op, range: ProgramValue, a: &Jet, b: &Jet) -> Jet {
        let side = self.step(StepKind::Side, a.range, b.range, a.range);
        let zero = self.constant(Interval::ZERO);
        self.linear(range, a, b, |work, a, b| {
            if a == b {
                return a;
            }
            Some(work.step(StepKind::Pick(op), side, a.unwrap_or(zero), b.unwrap_or(zero)))
        })
    }

    /// The angle of the point (b, a).
    fn angle(&mut self, range: ProgramValue, a: &Jet, b: &Jet) -> Jet {
        let (a_sq, b_sq) = (self.unary(Op::Sqr, a.range), self.unary(Op::Sqr, b.range));
        let distance_sq = self.plain(Op::Add, b_sq, a_sq);
        let by_a = self.plain(Op::Div, b.range, distance_sq);
        let by_b = self.plain(Op::Div, a.range, distance_sq);
        let by_b = self.unary(Op::Neg, by_b);
        let weighted = |work: &mut Self, a: Option<ProgramValue>, b: Option<ProgramValue>| {
            let (a, b) = (work.times(Some(by_a), a), work.times(Some(by_b), b));
            work.plus(a, b)
        };
        let slopes = a.slopes.iter().zip(&b.slopes).map(|(&by_a, &by_b)| weighted(self, by_a, by_b)).collect();
        if a.seconds.is_empty() {
            return Jet { range, slopes, seconds: Vec::new() };
        }
        let distance_4 = self.unary(Op::Sqr, distance_sq);
        let minus_two = self.constant(Interval::from(-2.0));
        let product = self.mul(b.range, a.range);
        let product = self.mul(product, minus_two);
        let aa = self.plain(Op::Div, product, distance_4);
        let difference = self.plain(Op::Sub, a_sq, b_sq);
        let ab = self.plain(Op::Div, difference, distance_4);
        let seconds = self.seconds(a, |work, index, i, j| {
            let sum = weighted(work, a.seconds[index], b.seconds[index]);
            let (a_square, b_square) = (work.times(a.slopes[i], a.slopes[j]), work.times(b.slopes[i], b.slopes[j]));
            let squares = work.minus(a_square, b_square);
            let (squares, mixed) = (work.times(Some(aa), squares), work.mixed(a, b, i, j));
            let mixed = work.times(Some(ab), mixed);
            let curved = work.plus(squares, mixed);
            work.plus(sum, curved)
        });
        Jet { range, slopes, seconds }
    }

    /// A function of one operand, by its first and second derivative.
    fn function(&mut self, op: Op, exponent: i32, range: ProgramValue, a: &Jet) -> Jet {
        let first = self.first(op, exponent, a.range, range);
        let slopes = a.slopes.iter().map(|&slope| self.times(first, slope)).collect();
        if a.seconds.is_empty() {
            return Jet { range, slopes, seconds: Vec::new() };
        }
        let second = self.second(op, exponent, a.range, range, first);
        let seconds = self.seconds(a, |work, index, i, j| {
            let (linear, square) = (work.times(first, a.seconds[index]), work.times(a.slopes[i], a.slopes[j]));
            let curved = work.times(second, square);
            work.plus(linear, curved)
        });
        Jet { range, slopes, seconds }
    }

    /// The derivative of a function of one operand; see `slope::first`.
    fn first(&mut self, op: Op, exponent: i32, a: ProgramValue, range: ProgramValue) -> Option<ProgramValue> {
        let one = self.constant(Interval::ONE);
        Some(match op {
            Op::Sqr => self.twice(a),
            Op::Sqrt => {
                let half = self.constant(Interval::from(0.5));
                self.step(StepKind::SlopeQuotient, half, range, half)
            }
            Op::Abs => self.unary(Op::Sign, a),
            Op::Sign => return None,
            Op::Exp => range,
            Op::Ln => self.step(StepKind::LogarithmSlope, one, a, one),
            Op::Sin => self.unary(Op::Cos, a),
            Op::Cos => {
                let sine = self.unary(Op::Sin, a);
                self.unary(Op::Neg, sine)
            }
            Op::Tan => {
                let square = self.unary(Op::Sqr, range);
                self.plain(Op::Add, square, one)
            }
            Op::Asin => self.inverse_sine(a),
            Op::Acos => {
                let slope = self.inverse_sine(a);
                self.unary(Op::Neg, slope)
            }
            Op::Atan => {
                let square = self.unary(Op::Sqr, a);
                let divisor = self.plain(Op::Add, square, one);
                self.plain(Op::Div, one, divisor)
            }
            Op::Power => {
                let (factor, power) = (self.constant(Interval::from(f64::from(exponent))), self.power(a, exponent - 1));
                self.mul(power, factor)
            }
            Op::Neg => self.constant(-Interval::ONE),
            Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Min | Op::Max | Op::Atan2 => self.constant(Interval::ENTIRE),
        })
    }

    fn inverse_sine(&mut self, a: ProgramValue) -> ProgramValue {
        let one = self.constant(Interval::ONE);
        let square = self.unary(Op::Sqr, a);
        let rest = self.plain(Op::Sub, one, square);
        let root = self.unary(Op::Sqrt, rest);
        self.step(StepKind::SlopeQuotient, one, root, one)
    }

    /// The second derivative of a function of one operand, given its slope; see `slope::second`.
    fn second(
        &mut self,
        op: Op,
        exponent: i32,
        a: ProgramValue,
        range: ProgramValue,
        slope: Option<ProgramValue>,
    ) -> Option<ProgramValue> {
        let slope = slope?;
        Some(match op {
            Op::Neg | Op::Abs | Op::Sign => return None,
            Op::Sqr => self.constant(Interval::from(2.0)),
            Op::Sqrt => {
                let (quarter, cube) = (self.constant(Interval::from(-0.25)), self.power(range, 3));
                self.step(StepKind::SlopeQuotient, quarter, cube, quarter)
            }
            Op::Exp => range,
            Op::Ln => {
                let square = self.unary(Op::Sqr, slope);
                self.unary(Op::Neg, square)
            }
            Op::Sin | Op::Cos => self.unary(Op::Neg, range),
            Op::Tan => {
                let twice = self.twice(range);
                self.mul(twice, slope)
            }
            Op::Asin | Op::Acos => {
                let cube = self.power(slope, 3);
                self.mul(a, cube)
            }
            Op::Atan => {
                let (square, minus_two) = (self.unary(Op::Sqr, slope), self.constant(Interval::from(-2.0)));
                let factor = self.mul(a, minus_two);
                self.mul(factor, square)
            }
            Op::Power => {
                let n = f64::from(exponent);
                let (factor, power) = (Interval::from(n) * (n - 1.0), self.power(a, exponent - 2));
                let factor = self.constant(factor);
                self.mul(power, factor)
            }
            Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Min | Op::Max | Op::Atan2 => self.constant(Interval::ENTIRE),
        })
    }
}
