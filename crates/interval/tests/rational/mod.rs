//! Polynomials with their first and second derivatives in exact rational arithmetic: slow, obvious, and exact.

// Unwrapping is fine in tests.
#![allow(clippy::unwrap_used)]

use num_rational::BigRational;
use num_traits::{FromPrimitive, Zero};
use tangency_interval::Interval;
use tangency_interval::expr::Expr;
use tangency_interval::laws::Random;

use crate::random_expr::number;

/// One operation on earlier results.
#[derive(Debug)]
enum Step {
    Number(f64),
    Add(usize, usize),
    Sub(usize, usize),
    Mul(usize, usize),
    Neg(usize),
    Power(usize, i32),
}

/// A polynomial as a list of operations, the variables first.
#[derive(Debug)]
pub(crate) struct Program {
    variables: usize,
    steps: Vec<Step>,
}

impl Program {
    pub(crate) fn random(random: &mut Random, variables: usize, size: usize) -> Self {
        let mut degrees: Vec<u32> = vec![1; variables];
        let mut steps = Vec::new();
        for _ in 0..size {
            let (a, b) = (random.below(degrees.len()), random.below(degrees.len()));
            let (sum, product) = (degrees[a].max(degrees[b]), degrees[a] + degrees[b]);
            let exponent = random.below(5) as u32;
            // The degree is kept low, because exact arithmetic is slow.
            let (step, degree) = match random.below(7) {
                0 => (Step::Number(number(random)), 0),
                1 => (Step::Add(a, b), sum),
                2 => (Step::Sub(a, b), sum),
                3 => (Step::Neg(a), degrees[a]),
                4 if degrees[a] * exponent <= 12 => (Step::Power(a, exponent as i32), degrees[a] * exponent),
                _ if product <= 12 => (Step::Mul(a, b), product),
                _ => (Step::Add(a, b), sum),
            };
            steps.push(step);
            degrees.push(degree);
        }
        Self { variables, steps }
    }

    pub(crate) fn expression(&self, names: &[&str]) -> Expr {
        let mut results: Vec<Expr> = names.iter().map(|name| Expr::variable(name)).collect();
        for step in &self.steps {
            let result = match *step {
                Step::Number(value) => Expr::number(value),
                Step::Add(a, b) => &results[a] + &results[b],
                Step::Sub(a, b) => &results[a] - &results[b],
                Step::Mul(a, b) => &results[a] * &results[b],
                Step::Neg(a) => -&results[a],
                Step::Power(a, exponent) => results[a].powi(exponent),
            };
            results.push(result);
        }
        results.pop().unwrap()
    }

    /// Value, gradient and second derivatives at the point.
    pub(crate) fn jet(&self, point: &[f64]) -> Jet {
        let mut results: Vec<Jet> = (0..self.variables).map(|i| Jet::variable(point, i)).collect();
        for step in &self.steps {
            let result = match *step {
                Step::Number(value) => Jet::constant(exact(value), self.variables),
                Step::Add(a, b) => results[a].combine(&results[b], |x, y| x + y),
                Step::Sub(a, b) => results[a].combine(&results[b], |x, y| x - y),
                Step::Mul(a, b) => results[a].times(&results[b]),
                Step::Neg(a) => results[a].combine(&results[a], |x, _| -x),
                Step::Power(a, exponent) => {
                    let one = Jet::constant(exact(1.0), self.variables);
                    (0..exponent).fold(one, |power, _| power.times(&results[a]))
                }
            };
            results.push(result);
        }
        results.pop().unwrap()
    }
}

fn exact(value: f64) -> BigRational {
    BigRational::from_f64(value).unwrap()
}

fn holds(range: Interval, value: &BigRational) -> bool {
    let above = range.lower() == f64::NEG_INFINITY || (range.lower().is_finite() && exact(range.lower()) <= *value);
    let below = range.upper() == f64::INFINITY || (range.upper().is_finite() && *value <= exact(range.upper()));
    !range.is_empty() && above && below
}

/// A value with its first and second derivatives.
#[derive(Clone)]
pub(crate) struct Jet {
    value: BigRational,
    slopes: Vec<BigRational>,
    seconds: Vec<Vec<BigRational>>,
}

impl Jet {
    fn constant(value: BigRational, variables: usize) -> Self {
        let zeros = vec![BigRational::zero(); variables];
        Self { value, seconds: vec![zeros.clone(); variables], slopes: zeros }
    }

    fn variable(point: &[f64], index: usize) -> Self {
        let mut jet = Self::constant(exact(point[index]), point.len());
        jet.slopes[index] = exact(1.0);
        jet
    }

    fn combine(&self, other: &Self, with: impl Fn(&BigRational, &BigRational) -> BigRational) -> Self {
        let rows = |a: &[BigRational], b: &[BigRational]| a.iter().zip(b).map(|(a, b)| with(a, b)).collect();
        Self {
            value: with(&self.value, &other.value),
            slopes: rows(&self.slopes, &other.slopes),
            seconds: self.seconds.iter().zip(&other.seconds).map(|(a, b)| rows(a, b)).collect(),
        }
    }

    fn times(&self, other: &Self) -> Self {
        let (a, b, count) = (self, other, self.slopes.len());
        let second = |i: usize, j: usize| {
            &a.seconds[i][j] * &b.value
                + &a.slopes[i] * &b.slopes[j]
                + &a.slopes[j] * &b.slopes[i]
                + &a.value * &b.seconds[i][j]
        };
        Self {
            value: &a.value * &b.value,
            slopes: (0..count).map(|i| &a.slopes[i] * &b.value + &a.value * &b.slopes[i]).collect(),
            seconds: (0..count).map(|i| (0..count).map(|j| second(i, j)).collect()).collect(),
        }
    }

    pub(crate) fn value_in(&self, range: Interval) -> bool {
        holds(range, &self.value)
    }

    pub(crate) fn slope_in(&self, variable: usize, range: Interval) -> bool {
        holds(range, &self.slopes[variable])
    }

    pub(crate) fn second_in(&self, a: usize, b: usize, range: Interval) -> bool {
        holds(range, &self.seconds[a][b])
    }
}
