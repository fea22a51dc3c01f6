//! Polynomials with integer coefficients, Sturm's theorem and Tarski's query.
//!
//! Source: Basu, Pollack, Roy, *Algorithms in Real Algebraic Geometry* (2006), theorem 2.61. For the signed
//! remainder sequence of p and p'q, the variations at `a` minus those at `b` are the number of distinct roots of p
//! in (a, b) at which q is positive, minus the number at which q is negative (neither a nor b is a root).

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;

/// Coefficients of 1, t, t², …. The last is not zero.
#[derive(Clone, Debug)]
pub(crate) struct Poly(Vec<BigInt>);

impl Poly {
    pub(crate) fn new(mut coefficients: Vec<BigInt>) -> Self {
        while coefficients.last().is_some_and(Zero::is_zero) {
            coefficients.pop();
        }
        Self(coefficients)
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    fn at(&self, power: usize) -> BigInt {
        self.0.get(power).cloned().unwrap_or_else(BigInt::zero)
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
        let mut product = vec![BigInt::zero(); self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        Self::new(product)
    }

    /// The sign at a rational: that of the value times a power of the denominator, which is positive.
    pub(crate) fn sign_at(&self, at: &BigRational) -> Ordering {
        let (mut value, mut scale) = (BigInt::zero(), BigInt::one());
        for coefficient in self.0.iter().rev() {
            value = value * at.numer() + coefficient * &scale;
            scale *= at.denom();
        }
        value.cmp(&BigInt::zero())
    }

    fn derivative(&self) -> Self {
        Self::new(self.0.iter().enumerate().skip(1).map(|(i, coefficient)| coefficient * BigInt::from(i)).collect())
    }

    /// The negated remainder of the division, times a positive number.
    fn negative_remainder(&self, divisor: &Self) -> Self {
        let mut rest = self.clone();
        let lead = divisor.0.last().expect("not zero");
        while rest.0.len() >= divisor.0.len() {
            // Multiply by the absolute value of the leading coefficient, instead of dividing by it.
            let factor = rest.0.last().expect("not zero") * lead.signum();
            let offset = rest.0.len() - divisor.0.len();
            rest.0.iter_mut().for_each(|coefficient| *coefficient *= lead.abs());
            for (i, coefficient) in divisor.0.iter().enumerate() {
                rest.0[offset + i] -= &factor * coefficient;
            }
            rest = Self::new(rest.0);
        }
        let content = rest.0.iter().fold(BigInt::zero(), |common, coefficient| common.gcd(coefficient));
        Self(rest.0.iter().map(|coefficient| -(coefficient / &content)).collect())
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
        let signs: Vec<Ordering> = sequence.iter().map(|one| one.sign_at(at)).filter(|sign| sign.is_ne()).collect();
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count() as i32
    };
    variations(a) - variations(b)
}

/// A rational instant, or the only root of a polynomial between two rationals, neither of them a root.
#[derive(Clone, Debug)]
pub(crate) enum AlgebraicInstant {
    Rational(BigRational),
    Root { of: Poly, from: BigRational, to: BigRational },
}

impl AlgebraicInstant {
    /// The exact sign of a polynomial at this instant.
    pub(crate) fn sign(&self, polynomial: &Poly) -> Ordering {
        match self {
            Self::Rational(at) => polynomial.sign_at(at),
            Self::Root { of, from, to } => {
                // The remainder of the division by the polynomial of the root has the same sign there.
                let rest = polynomial.negative_remainder(of).negated();
                query(of, &of.derivative().times(&rest), from, to).cmp(&0)
            }
        }
    }
}

/// The roots of a nonzero polynomial strictly between two rationals.
pub(crate) fn instants(polynomial: &Poly, from: &BigRational, to: &BigRational) -> Vec<AlgebraicInstant> {
    let mut found = Vec::new();
    if polynomial.0.len() < 2 || from >= to {
        return found;
    }
    if polynomial.0.len() == 2 {
        let root = BigRational::new(-polynomial.at(0), polynomial.at(1));
        if *from < root && root < *to {
            found.push(AlgebraicInstant::Rational(root));
        }
        return found;
    }
    // Divide out roots at the ends. They are rational.
    for end in [from, to] {
        if polynomial.sign_at(end).is_eq() {
            return instants(&without_root(polynomial, end), from, to);
        }
    }
    match query(polynomial, &polynomial.derivative(), from, to) {
        0 => {}
        1 => found.push(AlgebraicInstant::Root { of: polynomial.clone(), from: from.clone(), to: to.clone() }),
        _ => {
            let middle = (from + to) / BigInt::from(2);
            found.extend(instants(polynomial, from, &middle));
            if polynomial.sign_at(&middle).is_eq() {
                found.push(AlgebraicInstant::Rational(middle.clone()));
            }
            found.extend(instants(polynomial, &middle, to));
        }
    }
    found
}

/// The polynomial divided by denominator · t − numerator of a root, times a constant that keeps the coefficients
/// integers.
fn without_root(polynomial: &Poly, root: &BigRational) -> Poly {
    let degree = polynomial.0.len() - 1;
    let (numerator, denominator) = (root.numer(), root.denom());
    // Synthetic division: q(i) = p(i+1) + root · q(i+1), times denominator^(degree − 1 − i).
    let mut carried = BigInt::zero();
    let mut scaled = vec![BigInt::zero(); degree];
    for i in (0..degree).rev() {
        let power = denominator.pow((degree - 1 - i) as u32);
        carried = &polynomial.0[i + 1] * &power + &carried * numerator;
        scaled[i] = carried.clone();
    }
    // Bring all to the same power of the denominator.
    Poly::new(scaled.iter().enumerate().map(|(i, one)| one * denominator.pow(i as u32)).collect())
}
