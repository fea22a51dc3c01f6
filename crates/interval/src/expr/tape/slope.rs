//! Enclosed slopes of the elementary operations over intervals.
//!
//! For an operation that is continuous over its operand, the first slope contains (g(u) − g(v)) / (u − v) for all u
//! ≠ v in the operand, even across kinks and vertical tangents. Gradients built from it therefore contain all
//! slopes of the whole function.

use super::super::operation::{Op, sign};
use super::Instruction;
use crate::Interval;

/// The slope of a unary operation over `a`, given its range over `a`.
pub(super) fn first(instruction: &Instruction, a: Interval, range: Interval) -> Interval {
    match instruction.op {
        Op::Neg => -Interval::ONE,
        Op::Sqr => 2.0 * a,
        Op::Sqrt => unless_empty(0.5 / range),
        Op::Abs => sign(a),
        Op::Sign => Interval::ZERO,
        Op::Exp => range,
        Op::Ln => logarithm(a),
        Op::Sin => a.cos(),
        Op::Cos => -a.sin(),
        Op::Tan => 1.0 + range.sqr(),
        Op::Asin => inverse_sine(a),
        Op::Acos => -inverse_sine(a),
        Op::Atan => (1.0 + a.sqr()).recip(),
        Op::Power => f64::from(instruction.exponent) * a.powi(instruction.exponent - 1),
        Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Min | Op::Max | Op::Atan2 => Interval::ENTIRE,
    }
}

/// The slope of the logarithm over the positive members.
pub(super) fn logarithm(a: Interval) -> Interval {
    a.intersection(Interval::between(0.0, f64::INFINITY)).recip()
}

fn inverse_sine(a: Interval) -> Interval {
    unless_empty((1.0 - a.sqr()).sqrt().recip())
}

/// At the single point of a vertical tangent there is no slope. The result is multiplied by other slopes, so an
/// empty interval here could wrongly prove that there is no value; `ENTIRE` is safe.
pub(super) fn unless_empty(slope: Interval) -> Interval {
    if slope.is_empty() { Interval::ENTIRE } else { slope }
}

/// The second derivative of a unary operation over `a`, given its range and its slope over `a`.
pub(super) fn second(instruction: &Instruction, a: Interval, range: Interval, slope: Interval) -> Interval {
    match instruction.op {
        Op::Neg | Op::Abs | Op::Sign => Interval::ZERO,
        Op::Sqr => Interval::from(2.0),
        Op::Sqrt => unless_empty(-0.25 / range.powi(3)),
        Op::Exp => range,
        Op::Ln => -slope.sqr(),
        Op::Sin | Op::Cos => -range,
        Op::Tan => 2.0 * range * slope,
        Op::Asin | Op::Acos => a * slope.powi(3),
        Op::Atan => -2.0 * a * slope.sqr(),
        Op::Power => {
            let n = f64::from(instruction.exponent);
            Interval::from(n) * (n - 1.0) * a.powi(instruction.exponent - 2)
        }
        Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Min | Op::Max | Op::Atan2 => Interval::ENTIRE,
    }
}

/// A product that keeps exact zeros and ones exact.
#[inline(always)]
pub(super) fn times(a: Interval, b: Interval) -> Interval {
    if a == Interval::ZERO || b == Interval::ZERO {
        Interval::ZERO
    } else if a == Interval::ONE {
        b
    } else if b == Interval::ONE {
        a
    } else {
        a * b
    }
}

/// A sum that keeps exact zeros exact.
#[inline(always)]
pub(super) fn plus(a: Interval, b: Interval) -> Interval {
    if a == Interval::ZERO {
        b
    } else if b == Interval::ZERO {
        a
    } else {
        a + b
    }
}

/// A difference that keeps exact zeros exact.
#[inline(always)]
pub(super) fn minus(a: Interval, b: Interval) -> Interval {
    plus(a, -b)
}
