//! A proved bound on the difference between a series and an expression.
//!
//! **Question.** How large can |f(t) − C(t)| be over the domain?
//!
//! **Idea.** Subdivide the domain, the subinterval with the largest bound first. On a subinterval with midpoint m,
//! enclose the residual r = f − C by a fourth-order Taylor form, r(m) + r′(m)h + r″(m)h²/2 + r‴(m)h³/6 +
//! r⁗(T)h⁴/24. The coefficients are differences of nearly equal numbers, so the bound is close to the true residual
//! although f and C vary much more over the subinterval.
//!
//! **Guarantee.** An upper bound, whatever the number of subintervals; within 10 % of the largest residual if the
//! budget suffices. Where the expression has a kink, the difference of the ranges bounds the residual.
//!
//! **Cost.** One evaluation of four symbolic derivatives and five series per subinterval, at most
//! `MOST_SUBINTERVALS` of them.
//!
//! **Source.** R. E. Moore, *Interval Analysis* (1966), chapter 11 (Taylor forms).

use super::{Chebyshev, ChebyshevError};
use crate::expr::{Decoration, Expr, Tape, TapeWorkspace};
use crate::tolerance::{MOST_SUBINTERVALS, TAYLOR_ORDER, TIGHT_ENOUGH};
use crate::{Interval, Largest};
use std::collections::BinaryHeap;

/// The residual f − C and its derivatives.
struct Residual {
    /// The expression and its derivatives.
    tape: Tape,
    /// The series and its derivatives.
    series: Vec<Chebyshev>,
    work: TapeWorkspace,
    /// A proved lower bound on the largest residual.
    least: f64,
}

impl Chebyshev {
    /// A proved bound on |f(t) − C(t)| over the domain, for an expression f of this one variable.
    pub fn error_bound(&self, expression: &Expr, variable: &str) -> Result<f64, ChebyshevError> {
        let (mut derivatives, mut series) = (vec![expression.clone()], vec![self.clone()]);
        for k in 0..TAYLOR_ORDER {
            derivatives.push(derivatives[k].derivative(variable));
            series.push(series[k].derivative());
        }
        let tape = Tape::new(&derivatives, &[variable])?;
        let mut residual = Residual { tape, series, work: TapeWorkspace::default(), least: 0.0 };
        // Subintervals of the domain, keyed by the bound of the residual there.
        let mut pending = BinaryHeap::new();
        pending.push(residual.bounded(Interval::between(self.start, self.end))?);
        loop {
            let Some(Largest { key: bound, item: time }) = pending.pop() else { return Ok(f64::INFINITY) };
            let middle = time.mid();
            let indivisible = !(time.lower() < middle && middle < time.upper());
            if bound <= TIGHT_ENOUGH * residual.least || pending.len() >= MOST_SUBINTERVALS || indivisible {
                let (lower, upper) = (time.lower(), time.upper());
                return if bound < f64::INFINITY { Ok(bound) } else { Err(ChebyshevError::Undefined { lower, upper }) };
            }
            pending.push(residual.bounded(Interval::between(time.lower(), middle))?);
            pending.push(residual.bounded(Interval::between(middle, time.upper()))?);
        }
    }
}

impl Residual {
    /// The time span, keyed by a bound on the residual there; infinite if the expression may be undefined there.
    fn bounded(&mut self, time: Interval) -> Result<Largest<Interval>, ChebyshevError> {
        let middle = Interval::from(time.mid());
        let ranges = self.tape.ranges(&[middle], &mut self.work);
        let mut coefficients = [Interval::ENTIRE; TAYLOR_ORDER];
        for (k, coefficient) in coefficients.iter_mut().enumerate() {
            *coefficient = ranges[k] - self.series[k].range(middle)?;
        }
        if ranges.everywhere_defined(0) && !coefficients[0].is_empty() {
            self.least = self.least.max(coefficients[0].mignitude());
        }
        let ranges = self.tape.ranges(&[time], &mut self.work);
        if !ranges.everywhere_defined(0) {
            return Ok(Largest { key: f64::INFINITY, item: time });
        }
        let mut enclosure = ranges[0] - self.series[0].range(time)?;
        if ranges.decoration(0) == Decoration::Smooth {
            let last = ranges[TAYLOR_ORDER] - self.series[TAYLOR_ORDER].range(time)?;
            enclosure = enclosure.intersection(taylor(coefficients, last, time - middle));
        }
        let bound = enclosure.magnitude();
        Ok(Largest { key: if bound.is_nan() { f64::INFINITY } else { bound }, item: time })
    }
}

/// Σ rₖ hᵏ/k! + r₄ h⁴/4!, by Horner's rule.
fn taylor(coefficients: [Interval; TAYLOR_ORDER], last: Interval, offset: Interval) -> Interval {
    (0..TAYLOR_ORDER).rev().fold(last, |sum, k| coefficients[k] + sum * offset / (k as f64 + 1.0))
}
