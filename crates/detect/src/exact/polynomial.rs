//! Polynomials with integer coefficients, and their real roots between 0 and 1.
//!
//! **Question.** What is the sign of one polynomial at a root of another, exactly?
//!
//! **Idea.** A root is known by a polynomial without repeated factors and a dyadic span (m, m+1)/2ᵏ that holds just that one
//! root. Descartes' rule of signs, on the coefficients in the Bernstein basis of a span, counts roots; spans are halved
//! until it says none or one. Another polynomial is zero at the root if and only if the greatest common divisor of both has
//! a root in the span. Otherwise the span is halved until the coefficients of the other are of one sign.
//!
//! **Guarantee.** Exact, and ends for every input: a polynomial without repeated roots is isolated at some depth
//! (Vincent's theorem), and one that is not zero at the root keeps its sign nearby.
//!
//! **Cost.** Degrees are at most three; integers of a few hundred bits for coordinates of similar size.
//!
//! **Source.** A. Eigenwillig, *Real Root Isolation for Exact and Approximate Polynomials Using Descartes' Rule of Signs*
//! (2008), chapters 2 and 3.

use super::integer::parts;
use dashu_int::IBig;
use dashu_int::ops::{BitTest, Gcd, UnsignedAbs};
use std::cmp::Ordering;

/// The sign of an integer.
pub(crate) fn sign(value: &IBig) -> Ordering {
    value.cmp(&IBig::ZERO)
}

/// Coefficients of 1, t, t², …, without zeros at the end; no coefficient: the polynomial 0.
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
        // Homogeneous in t and 1−t: put 1−t = 1, then t/(1−t) = x; the powers of (1+x)⁻¹ undo it.
        let mut reversed: Vec<IBig> = form.iter().rev().cloned().collect();
        shift(&mut reversed, &-IBig::ONE);
        reversed.reverse();
        Self::new(reversed)
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    fn degree(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    /// The sign at m/2ᵏ.
    pub(crate) fn sign_at(&self, m: &IBig, level: usize) -> Ordering {
        let mut value = IBig::ZERO;
        let mut scale = 0;
        for coefficient in self.0.iter().rev() {
            value = value * m + (coefficient << scale);
            scale += level;
        }
        sign(&value)
    }

    /// The sign at a double from 0 to 1.
    pub(crate) fn sign_at_double(&self, time: f64) -> Ordering {
        let (mantissa, exponent) = parts(time);
        // Below 2 an odd mantissa can have a positive exponent only if it is 1 itself.
        self.sign_at(&(IBig::from(mantissa) << exponent.max(0) as usize), (-exponent).max(0) as usize)
    }

    /// Signs of the coefficients in the Bernstein basis of the span (m, m+1)/2ᵏ.
    fn signs_on(&self, span: &Span) -> Vec<Ordering> {
        let degree = self.degree();
        let mut local: Vec<IBig> =
            self.0.iter().enumerate().map(|(i, coefficient)| coefficient << (span.level * (degree - i))).collect();
        shift(&mut local, &span.m);
        local.reverse();
        shift(&mut local, &IBig::ONE);
        local.iter().rev().map(sign).collect()
    }

    /// The common sign of all values on the closed span, if the Bernstein coefficients show one.
    fn sign_on(&self, span: &Span) -> Option<Ordering> {
        let signs = self.signs_on(span);
        let first = *signs.first()?;
        (first != Ordering::Equal && signs.iter().all(|&other| other == first)).then_some(first)
    }

    /// The coefficients in f64, up to a common factor; only good for a guess.
    fn approximate(&self) -> Vec<f64> {
        let bits = self.0.iter().map(|coefficient| coefficient.unsigned_abs().bit_len()).max().unwrap_or(0);
        let dropped = bits.saturating_sub(62);
        self.0.iter().map(|coefficient| i64::try_from(coefficient >> dropped).unwrap_or(0) as f64).collect()
    }

    fn derivative(&self) -> Self {
        Self::new(self.0.iter().enumerate().skip(1).map(|(i, coefficient)| coefficient * IBig::from(i)).collect())
    }

    /// The same without the common factor of the coefficients.
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

    /// Quotient and remainder after multiplying by a power of the divisor's leading coefficient.
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

    /// The greatest common divisor, up to a factor.
    fn common(&self, other: &Self) -> Self {
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

    /// The same roots, each once.
    fn without_repeats(self) -> Self {
        let own = self.primitive();
        let repeated = own.common(&own.derivative());
        if repeated.degree() == 0 { own } else { own.divided(&repeated).0.primitive() }
    }

    /// The roots in [0, 1], in increasing order. The polynomial must not be zero.
    pub(crate) fn roots(self) -> Vec<Root> {
        let mut roots = Vec::new();
        if self.degree() == 0 {
            return roots;
        }
        // With at most one change of sign there is nothing to isolate, and a root that it shows is simple.
        let few = variations(&self.signs_on(&Span { m: IBig::ZERO, level: 0 })) < 2;
        let own = if few { self } else { self.without_repeats() };
        let exact = |m: IBig, level: usize| Root { span: Span { m, level }, kind: Kind::Dyadic };
        if own.sign_at(&IBig::ZERO, 0).is_eq() {
            roots.push(exact(IBig::ZERO, 0));
        }
        enum Part {
            Inside(Span),
            Point(Span),
        }
        let mut parts = vec![Part::Inside(Span { m: IBig::ZERO, level: 0 })];
        while let Some(part) = parts.pop() {
            let span = match part {
                Part::Point(at) => {
                    if own.sign_at(&at.m, at.level).is_eq() {
                        roots.push(Root { span: at, kind: Kind::Dyadic });
                    }
                    continue;
                }
                Part::Inside(span) => span,
            };
            let signs = own.signs_on(&span);
            match variations(&signs) {
                0 => {}
                1 => {
                    let before = signs.iter().copied().find(|one| one.is_ne()).unwrap_or(Ordering::Equal);
                    roots.push(Root { span, kind: Kind::Inside { of: own.clone(), before } });
                }
                _ => {
                    let [left, right] = span.halves();
                    let middle = right.clone();
                    parts.extend([Part::Inside(right), Part::Point(middle), Part::Inside(left)]);
                }
            }
        }
        if own.sign_at(&IBig::ONE, 0).is_eq() {
            roots.push(exact(IBig::ONE, 0));
        }
        roots
    }
}

/// The coefficients of p(x + by) from those of p(x).
fn shift(coefficients: &mut [IBig], by: &IBig) {
    if by.is_zero() {
        return;
    }
    let count = coefficients.len();
    for start in 0..count {
        for i in (start..count - 1).rev() {
            let add = by * &coefficients[i + 1];
            coefficients[i] += add;
        }
    }
}

/// How often the sign changes, zeros left out.
fn variations(signs: &[Ordering]) -> usize {
    let mut definite = signs.iter().filter(|one| one.is_ne());
    let Some(mut last) = definite.next() else { return 0 };
    let mut count = 0;
    for one in definite {
        count += usize::from(one != last);
        last = one;
    }
    count
}

/// The times between m/2ᵏ and (m+1)/2ᵏ.
#[derive(Clone, Debug)]
struct Span {
    m: IBig,
    level: usize,
}

impl Span {
    fn halves(&self) -> [Self; 2] {
        let left = &self.m << 1;
        let right = &left + IBig::ONE;
        [left, right].map(|m| Self { m, level: self.level + 1 })
    }
}

/// A root in [0, 1].
#[derive(Clone, Debug)]
pub(crate) struct Root {
    span: Span,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// The start of the span.
    Dyadic,
    /// The only root of a polynomial strictly inside the span, with the polynomial's sign before it.
    Inside { of: Polynomial, before: Ordering },
}

impl Root {
    /// The instant 0.
    pub(crate) fn start() -> Self {
        Self { span: Span { m: IBig::ZERO, level: 0 }, kind: Kind::Dyadic }
    }

    /// Shortens the span to 2⁻ˡᵉᵛᵉˡ at most: at once where floating point guesses the right one, else by halving.
    pub(crate) fn refine(&mut self, level: usize) {
        if level > self.span.level + 2 && level <= 52 {
            self.jump(level);
        }
        while self.span.level < level {
            let Kind::Inside { of, before } = &self.kind else { return };
            let [left, right] = self.span.halves();
            let at_middle = of.sign_at(&right.m, right.level);
            if at_middle.is_eq() {
                (self.span, self.kind) = (right, Kind::Dyadic);
            } else {
                self.span = if at_middle == *before { right } else { left };
            }
        }
    }

    /// Takes the span of this level that floating point suggests, if the signs at its ends confirm it.
    fn jump(&mut self, level: usize) {
        let Kind::Inside { of, before } = &self.kind else { return };
        let coefficients = of.approximate();
        let value = |time: f64| coefficients.iter().rev().fold(0.0, |value, coefficient| value * time + coefficient);
        let [mut low, mut high] = self.bracket();
        for _ in self.span.level..level + 2 {
            let middle = 0.5 * (low + high);
            if value(middle).total_cmp(&0.0) == *before { low = middle } else { high = middle }
        }
        let scale = (1_u64 << level) as f64;
        let m = IBig::from((0.5 * (low + high) * scale).floor() as u64);
        let inside = (&self.span.m << (level - self.span.level)) <= m
            && m < ((&self.span.m + IBig::ONE) << (level - self.span.level));
        let (early, late) = (of.sign_at(&m, level), of.sign_at(&(&m + IBig::ONE), level));
        if inside && early == *before && late == before.reverse() {
            self.span = Span { m, level };
        }
    }

    /// Doubles around the root: rounded down and up.
    pub(crate) fn bracket(&self) -> [f64; 2] {
        let end = match self.kind {
            Kind::Dyadic => self.span.m.clone(),
            Kind::Inside { .. } => &self.span.m + IBig::ONE,
        };
        [nearby(&self.span.m, self.span.level, false), nearby(&end, self.span.level, true)]
    }

    /// The exact sign of a form at this root.
    pub(crate) fn sign_of_form(&mut self, form: &[IBig]) -> Ordering {
        let end = self.span.level == 0 && matches!(self.kind, Kind::Dyadic);
        match (form.first(), form.last()) {
            (Some(first), _) if end && self.span.m.is_zero() => sign(first),
            (_, Some(last)) if end => sign(last),
            _ => self.sign_of(&Polynomial::from_form(form)),
        }
    }

    /// The exact sign of a polynomial at this root. Refines the span where that is needed.
    fn sign_of(&mut self, other: &Polynomial) -> Ordering {
        if other.is_zero() {
            return Ordering::Equal;
        }
        if let Kind::Inside { of, .. } = &self.kind {
            if let Some(sign) = other.sign_on(&self.span) {
                return sign;
            }
            let common = of.common(other);
            // A divisor of a polynomial with one simple root in the span has that root or none: the parity tells.
            if common.degree() > 0 && variations(&common.signs_on(&self.span)) % 2 == 1 {
                return Ordering::Equal;
            }
        }
        loop {
            let Kind::Inside { .. } = self.kind else { return other.sign_at(&self.span.m, self.span.level) };
            if let Some(sign) = other.sign_on(&self.span) {
                return sign;
            }
            self.refine(self.span.level + 1);
        }
    }

    /// The sign of a polynomial a little before this root (2⁻⁴⁰ or less), or 0 at the start.
    pub(crate) fn sign_before(&self, other: &Polynomial) -> Ordering {
        match self.kind {
            Kind::Inside { .. } => other.sign_at(&self.span.m, self.span.level),
            Kind::Dyadic if self.span.m.is_zero() => Ordering::Equal,
            Kind::Dyadic => other.sign_at(&((&self.span.m << 40) - IBig::ONE), self.span.level + 40),
        }
    }

    /// Whether this root comes before the other.
    pub(crate) fn is_before(&mut self, other: &mut Self) -> bool {
        let common = match (&self.kind, &other.kind) {
            (Kind::Inside { of: a, .. }, Kind::Inside { of: b, .. }) => Some(a.common(b)),
            _ => None,
        };
        loop {
            let [a, b] = [&*self, &*other].map(|root| {
                let width = IBig::from(u8::from(matches!(root.kind, Kind::Inside { .. })));
                (root.span.m.clone(), root.span.m.clone() + width, root.span.level)
            });
            let level = a.2.max(b.2);
            let scale = |value: &IBig, own: usize| value << (level - own);
            if scale(&a.1, a.2) <= scale(&b.0, b.2) {
                // Both the same point: neither is before.
                return !(a.0 == a.1 && b.0 == b.1 && scale(&a.0, a.2) == scale(&b.0, b.2));
            }
            if scale(&b.1, b.2) <= scale(&a.0, a.2) {
                return false;
            }
            // The spans overlap; dyadic spans that do are nested. Equal roots never come apart.
            let inner = if a.2 >= b.2 { &self.span } else { &other.span };
            if common.as_ref().is_some_and(|one| one.degree() > 0 && variations(&one.signs_on(inner)) % 2 == 1) {
                return false;
            }
            self.refine(level + 1);
            other.refine(level + 1);
        }
    }
}

/// m/2ᵏ (at least 0) rounded down or up to a double.
fn nearby(m: &IBig, level: usize, up: bool) -> f64 {
    let bits = m.unsigned_abs().bit_len();
    let dropped = bits.saturating_sub(53);
    let kept = m >> dropped;
    let inexact = (&kept << dropped) != *m;
    let mantissa = u64::try_from(kept).unwrap_or(u64::MAX) + u64::from(up && inexact);
    let exponent = dropped as i64 - level as i64;
    if exponent < -1074 {
        return if up && mantissa > 0 { f64::MIN_POSITIVE } else { 0.0 };
    }
    let half = (exponent / 2) as i32;
    mantissa as f64 * 2.0_f64.powi(half) * 2.0_f64.powi(exponent as i32 - half)
}
