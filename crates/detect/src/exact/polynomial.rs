//! Polynomials with integer coefficients.
//!
//! **Question.** Which factors do two polynomials share, and what are their signs at a point and over a span?
//!
//! **Idea.** Signs over a span follow from the coefficients in its Bernstein basis. Two polynomials are first
//! tested for a common factor modulo a prime. A common factor remains one modulo the prime; if there is none
//! there, there is none at all. Otherwise the greatest common divisor is computed.
//!
//! **Guarantee.** Exact.
//!
//! **Cost.** Degrees are at most three; integers have a few hundred bits for coordinates of similar size. Tens of
//! nanoseconds an operation on such integers, half a microsecond for the test modulo the prime, some microseconds
//! for a common divisor.
//!
//! **Source.** A. Eigenwillig, *Real Root Isolation for Exact and Approximate Polynomials Using Descartes' Rule of
//! Signs* (2008), chapter 2; J. von zur Gathen, J. Gerhard, *Modern Computer Algebra*, chapter 6 (common divisors
//! modulo a prime).

use super::root::DyadicSpan;
use dashu_int::IBig;
use dashu_int::ops::{BitTest, Gcd, UnsignedAbs};
use std::cmp::Ordering;
use tangency_interval::Dyadic;

/// 2⁶¹ − 1. The choice of the prime affects the cost of the test, never an answer.
const PRIME: u64 = (1 << 61) - 1;

/// The sign of an integer.
pub(crate) fn sign(value: &IBig) -> Ordering {
    value.cmp(&IBig::ZERO)
}

/// Coefficients of 1, t, t², …, without trailing zeros. The zero polynomial has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Polynomial(Vec<IBig>);

impl Polynomial {
    fn new(mut coefficients: Vec<IBig>) -> Self {
        while coefficients.last().is_some_and(IBig::is_zero) {
            coefficients.pop();
        }
        Self(coefficients)
    }

    /// The polynomial Σ hᵢ tⁱ (1−t)ⁿ⁻ⁱ.
    pub(crate) fn from_form(form: &[IBig]) -> Self {
        // The form is homogeneous in t and s = 1−t. Replacing s by 1−t is a Taylor shift by −1 of the reversed
        // coefficients.
        let mut reversed: Vec<IBig> = form.iter().rev().cloned().collect();
        for start in 0..reversed.len() {
            for i in (start..reversed.len() - 1).rev() {
                let (low, high) = reversed.split_at_mut(i + 1);
                low[i] -= &high[0];
            }
        }
        reversed.reverse();
        Self::new(reversed)
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn degree(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    /// The sign at m/2ᵏ.
    pub(crate) fn sign_at(&self, m: &IBig, level: usize) -> Ordering {
        if m.is_zero() {
            return self.0.first().map_or(Ordering::Equal, sign);
        }
        let mut value = IBig::ZERO;
        let mut scale = 0;
        for coefficient in self.0.iter().rev() {
            value *= m;
            if scale == 0 {
                value += coefficient;
            } else {
                value += coefficient << scale;
            }
            scale += level;
        }
        sign(&value)
    }

    /// The sign at a double from 0 to 1.
    pub(crate) fn sign_at_double(&self, time: f64) -> Ordering {
        let Dyadic { mantissa, exponent } = Dyadic::new(time).reduced();
        // Below 2, an odd mantissa has no positive exponent, so the shift by `exponent.max(0)` is zero.
        self.sign_at(&(IBig::from(mantissa) << exponent.max(0) as usize), (-exponent).max(0) as usize)
    }

    /// The polynomial in x on [0, 1] whose values are those at (m+x)/2ᵏ, up to a positive factor.
    pub(crate) fn on(&self, span: &DyadicSpan) -> Self {
        let degree = self.degree();
        let mut local: Vec<IBig> =
            self.0.iter().enumerate().map(|(i, coefficient)| coefficient << (span.level * (degree - i))).collect();
        if !span.m.is_zero() {
            for start in 0..local.len() {
                for i in (start..local.len() - 1).rev() {
                    let add = &span.m * &local[i + 1];
                    local[i] += add;
                }
            }
        }
        Self(local)
    }

    /// The signs of the coefficients in the Bernstein basis of [0, 1].
    pub(crate) fn bernstein_signs(&self) -> Vec<Ordering> {
        let mut local = self.0.clone();
        local.reverse();
        for start in 0..local.len() {
            for i in (start..local.len() - 1).rev() {
                let (low, high) = local.split_at_mut(i + 1);
                low[i] += &high[0];
            }
        }
        local.iter().rev().map(sign).collect()
    }

    /// The common sign of all values on the closed span, if all Bernstein coefficients have it.
    pub(crate) fn sign_on(&self, span: &DyadicSpan) -> Option<Ordering> {
        let signs = self.on(span).bernstein_signs();
        let first = *signs.first()?;
        (first != Ordering::Equal && signs.iter().all(|&other| other == first)).then_some(first)
    }

    /// The coefficients in f64, up to a common factor. Only an approximation, for an initial guess.
    pub(crate) fn approximate(&self) -> Vec<f64> {
        let bits = self.0.iter().map(|coefficient| coefficient.unsigned_abs().bit_len()).max().unwrap_or(0);
        let dropped = bits.saturating_sub(62);
        self.0.iter().map(|coefficient| i64::try_from(coefficient >> dropped).unwrap_or(0) as f64).collect()
    }

    fn derivative(&self) -> Self {
        Self::new(self.0.iter().enumerate().skip(1).map(|(i, coefficient)| coefficient * IBig::from(i)).collect())
    }

    /// Divides by the greatest common divisor of the coefficients.
    fn primitive(self) -> Self {
        let mut content = IBig::ZERO.unsigned_abs();
        for coefficient in &self.0 {
            content =
                if content.is_zero() { coefficient.unsigned_abs() } else { content.gcd(coefficient.unsigned_abs()) };
            if content.is_one() {
                return self;
            }
        }
        if content.is_zero() {
            return self;
        }
        let content = IBig::from(content);
        Self(self.0.iter().map(|coefficient| coefficient / &content).collect())
    }

    /// Pseudo-division: quotient and remainder of this polynomial times a power of the leading coefficient of the
    /// divisor.
    fn divided(&self, divisor: &Self) -> (Self, Self) {
        let (mut rest, steps) = (self.0.clone(), self.0.len() + 1 - divisor.0.len().min(self.0.len() + 1));
        let mut quotient = vec![IBig::ZERO; steps];
        let Some((lead, tail)) = divisor.0.split_last() else { return (Self::new(vec![]), self.clone()) };
        for step in (0..steps).rev() {
            let top = rest.pop().unwrap_or(IBig::ZERO);
            rest.iter_mut().for_each(|coefficient| *coefficient *= lead);
            quotient.iter_mut().for_each(|coefficient| *coefficient *= lead);
            for (offset, coefficient) in tail.iter().enumerate() {
                rest[step + offset] -= &top * coefficient;
            }
            quotient[step] = top;
        }
        (Self::new(quotient), Self::new(rest))
    }

    /// The greatest common divisor, up to a constant factor.
    pub(crate) fn greatest_common_divisor(&self, other: &Self) -> Self {
        if self.is_proved_coprime(other) {
            return Self(vec![IBig::ONE]);
        }
        let (mut a, mut b) = (self.clone(), other.clone());
        if a.0.len() < b.0.len() {
            std::mem::swap(&mut a, &mut b);
        }
        while !b.is_zero() {
            if b.degree() == 0 {
                return Self(vec![IBig::ONE]);
            }
            let rest = a.divided(&b).1.primitive();
            (a, b) = (b, rest);
        }
        a
    }

    /// `true` proves, modulo a prime, that the two have no common factor. `false` proves nothing.
    fn is_proved_coprime(&self, other: &Self) -> bool {
        let [Some(mut a), Some(mut b)] = [self, other].map(Self::modulo) else { return false };
        if a.len() < b.len() {
            std::mem::swap(&mut a, &mut b);
        }
        while b.len() > 1 {
            // a ← lead(b) a − lead(a) xⁿ b, until it is shorter than b.
            while a.len() >= b.len() {
                let (lead, top, gap) = (b[b.len() - 1], a[a.len() - 1], a.len() - b.len());
                a.iter_mut().for_each(|one| *one = product_modulo(*one, lead));
                for (one, other) in a[gap..].iter_mut().zip(&b) {
                    *one = (*one + PRIME - product_modulo(top, *other)) % PRIME;
                }
                while a.last() == Some(&0) {
                    a.pop();
                }
            }
            std::mem::swap(&mut a, &mut b);
        }
        b.len() == 1
    }

    /// The coefficients modulo the prime. `None` if the leading one vanishes there.
    fn modulo(&self) -> Option<Vec<u64>> {
        let prime = IBig::from(PRIME);
        let rest = |coefficient: &IBig| {
            let rest = i64::try_from(coefficient % &prime).unwrap_or(0);
            if rest < 0 { PRIME - rest.unsigned_abs() } else { rest.unsigned_abs() }
        };
        let all: Vec<u64> = self.0.iter().map(rest).collect();
        (*all.last()? != 0).then_some(all)
    }

    /// The square-free part: the same roots, each once.
    pub(crate) fn square_free(self) -> Self {
        let repeated = self.greatest_common_divisor(&self.derivative());
        if repeated.degree() == 0 { self } else { self.divided(&repeated).0.primitive() }
    }
}

fn product_modulo(a: u64, b: u64) -> u64 {
    // 2⁶¹ is congruent to 1 modulo the prime.
    let full = u128::from(a) * u128::from(b);
    let folded = (full as u64 & PRIME) + (full >> 61) as u64;
    if folded >= PRIME { folded - PRIME } else { folded }
}

/// The number of sign changes; zeros are skipped.
pub(crate) fn sign_changes(signs: &[Ordering]) -> usize {
    let mut definite = signs.iter().filter(|one| one.is_ne());
    let Some(mut last) = definite.next() else { return 0 };
    let mut count = 0;
    for one in definite {
        count += usize::from(one != last);
        last = one;
    }
    count
}
