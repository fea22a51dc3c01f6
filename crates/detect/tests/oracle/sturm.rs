//! Polynomials over the rationals, Sturm's theorem and Tarski's query.
//!
//! Source: Basu, Pollack, Roy, *Algorithms in Real Algebraic Geometry* (2006), theorem 2.61: with the signed remainder
//! sequence of p and p'q, the variations at `a` minus those at `b` are the number of distinct roots of p in (a, b) at which q
//! is positive, minus the number at which it is negative (a and b no roots).

use super::{one, sign};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{FromPrimitive, Signed, Zero};
use std::cmp::Ordering;

/// Coefficients of 1, t, t², …; the last is not zero.
#[derive(Clone, Debug)]
pub(crate) struct Poly(Vec<BigRational>);

impl Poly {
    pub(crate) fn new(mut coefficients: Vec<BigRational>) -> Self {
        while coefficients.last().is_some_and(Zero::is_zero) {
            coefficients.pop();
        }
        Self(coefficients)
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    fn at(&self, power: usize) -> BigRational {
        self.0.get(power).cloned().unwrap_or_else(BigRational::zero)
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self::new((0..self.0.len().max(other.0.len())).map(|i| self.at(i) + other.at(i)).collect())
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        Self::new((0..self.0.len().max(other.0.len())).map(|i| self.at(i) - other.at(i)).collect())
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self(vec![]);
        }
        let mut product = vec![BigRational::zero(); self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        Self::new(product)
    }

    pub(crate) fn value(&self, at: &BigRational) -> BigRational {
        self.0.iter().rev().fold(BigRational::zero(), |value, coefficient| value * at + coefficient)
    }

    fn derivative(&self) -> Self {
        let whole = |i: usize| BigRational::from_integer(BigInt::from_usize(i).expect("small"));
        Self::new(self.0.iter().enumerate().skip(1).map(|(i, coefficient)| coefficient * whole(i)).collect())
    }

    /// The remainder of division, with its sign changed.
    fn negative_remainder(&self, divisor: &Self) -> Self {
        let mut rest = self.clone();
        let lead = divisor.0.last().expect("not zero").clone();
        while rest.0.len() >= divisor.0.len() {
            let factor = rest.0.last().expect("not zero") / &lead;
            let offset = rest.0.len() - divisor.0.len();
            for (i, coefficient) in divisor.0.iter().enumerate() {
                rest.0[offset + i] -= &factor * coefficient;
            }
            rest = Self::new(rest.0);
        }
        // Divided by the size of its leading coefficient, which changes no sign and keeps the numbers short.
        let rest = Self::new(rest.0);
        match rest.0.last().map(Signed::abs) {
            Some(lead) => Self(rest.0.iter().map(|coefficient| -(coefficient / &lead)).collect()),
            None => rest,
        }
    }

    fn negated(&self) -> Self {
        Self(self.0.iter().map(|coefficient| -coefficient).collect())
    }
}

/// Variations at `a` minus variations at `b` of the signed remainder sequence of p and q.
fn query(p: &Poly, q: &Poly, a: &BigRational, b: &BigRational) -> i32 {
    let mut sequence = vec![p.clone(), q.clone()];
    while !sequence[sequence.len() - 1].is_zero() {
        let next = sequence[sequence.len() - 2].negative_remainder(&sequence[sequence.len() - 1]);
        sequence.push(next);
    }
    let variations = |at: &BigRational| {
        let signs: Vec<Ordering> =
            sequence.iter().map(|one| sign(&one.value(at))).filter(|sign| sign.is_ne()).collect();
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count() as i32
    };
    variations(a) - variations(b)
}

/// A rational instant, or the only root of a polynomial between two rationals (neither of them a root).
#[derive(Clone, Debug)]
pub(crate) enum Instant {
    Rational(BigRational),
    Root { of: Poly, from: BigRational, to: BigRational },
}

impl Instant {
    /// The exact sign of a polynomial at this instant.
    pub(crate) fn sign(&self, polynomial: &Poly) -> Ordering {
        match self {
            Self::Rational(at) => sign(&polynomial.value(at)),
            Self::Root { of, from, to } => {
                // What is left after division by the polynomial of the root has the same sign there.
                let rest = polynomial.negative_remainder(of).negated();
                query(of, &of.derivative().times(&rest), from, to).cmp(&0)
            }
        }
    }
}

/// The roots of a polynomial (not zero) strictly between two rationals.
pub(crate) fn instants(polynomial: &Poly, from: &BigRational, to: &BigRational) -> Vec<Instant> {
    let mut found = Vec::new();
    if polynomial.0.len() < 2 || from >= to {
        return found;
    }
    if polynomial.0.len() == 2 {
        let root = -polynomial.at(0) / polynomial.at(1);
        if *from < root && root < *to {
            found.push(Instant::Rational(root));
        }
        return found;
    }
    // Roots at the ends are divided away; they are rational.
    for end in [from, to] {
        if polynomial.value(end).is_zero() {
            return instants(&without_root(polynomial, end), from, to);
        }
    }
    match query(polynomial, &polynomial.derivative(), from, to) {
        0 => {}
        1 => found.push(Instant::Root { of: polynomial.clone(), from: from.clone(), to: to.clone() }),
        _ => {
            let middle = (from + to) / (one() + one());
            found.extend(instants(polynomial, from, &middle));
            if polynomial.value(&middle).is_zero() {
                found.push(Instant::Rational(middle.clone()));
            }
            found.extend(instants(polynomial, &middle, to));
        }
    }
    found
}

/// The polynomial divided by t − root.
fn without_root(polynomial: &Poly, root: &BigRational) -> Poly {
    let mut quotient = vec![BigRational::zero(); polynomial.0.len() - 1];
    let mut carried = BigRational::zero();
    for i in (0..quotient.len()).rev() {
        carried = &polynomial.0[i + 1] + &carried * root;
        quotient[i] = carried.clone();
    }
    Poly::new(quotient)
}
