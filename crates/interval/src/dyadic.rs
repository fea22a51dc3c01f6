//! A double as an integer times a power of two, and back. Both directions are exact.

/// The number `mantissa · 2^exponent`.
///
/// Exact arithmetic on longer mantissas starts from these numbers.
///
/// ```
/// # use tangency_interval::Dyadic;
/// assert_eq!(Dyadic::new(-1.5), Dyadic { mantissa: -3 << 51, exponent: -52 });
/// assert_eq!(Dyadic::new(-1.5).reduced(), Dyadic { mantissa: -3, exponent: -1 });
/// assert_eq!(Dyadic::new(f64::from_bits(1)), Dyadic { mantissa: 1, exponent: -1074 });
/// assert_eq!(Dyadic { mantissa: 3, exponent: -1 }.value(), 1.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dyadic {
    /// The signed integer.
    pub mantissa: i64,
    /// The exponent of two.
    pub exponent: i32,
}

impl Dyadic {
    /// The exact value of a finite number. The mantissa has at most 53 bits. The exponent is the least one that
    /// doubles of this size share, at least −1074. The result is meaningless for numbers that are not finite.
    #[must_use]
    #[inline]
    pub const fn new(number: f64) -> Self {
        let bits = number.to_bits();
        let (fraction, biased) = ((bits & ((1 << 52) - 1)) as i64, (bits >> 52 & 0x7FF) as i32);
        // Subnormal numbers lack the leading bit and share the exponent of the smallest normal ones.
        let (magnitude, exponent) = if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
        Self { mantissa: if number.is_sign_negative() { -magnitude } else { magnitude }, exponent }
    }

    /// The same number with an odd mantissa. Zero becomes 0 · 2⁰.
    #[must_use]
    #[inline]
    pub const fn reduced(self) -> Self {
        if self.mantissa == 0 {
            return Self { mantissa: 0, exponent: 0 };
        }
        let zeros = self.mantissa.trailing_zeros();
        Self { mantissa: self.mantissa >> zeros, exponent: self.exponent + zeros as i32 }
    }

    /// The double of this value. Exact, or infinite if it is too large, for a mantissa of at most 2⁵³ and an exponent
    /// of at least −1074.
    #[must_use]
    #[inline]
    pub fn value(self) -> f64 {
        // In two steps, because the power alone may not be a double.
        let half = self.exponent / 2;
        self.mantissa as f64 * 2.0_f64.powi(half) * 2.0_f64.powi(self.exponent - half)
    }
}

#[cfg(test)]
mod tests {
    use super::Dyadic;

    #[test]
    fn every_double_is_its_mantissa_times_its_power_of_two() {
        let mut random = tangency_interval::laws::Random::new(3);
        let mut subnormal = 0;
        for index in 0..10_000 {
            let number = if index % 8 == 0 { f64::from_bits(random.bits() >> 13) } else { random.number() };
            let dyadic = Dyadic::new(number);
            assert_eq!(dyadic.value(), number);
            assert!(dyadic.mantissa.unsigned_abs() < 1 << 53);
            assert_eq!(dyadic.reduced().value(), number);
            assert!(number == 0.0 || dyadic.reduced().mantissa % 2 != 0);
            subnormal += usize::from(number.is_subnormal());
        }
        assert!(subnormal > 500, "only {subnormal} below the normal numbers");
    }

    #[test]
    fn numbers_beyond_the_largest_double_are_infinite() {
        assert_eq!(Dyadic { mantissa: 1 << 53, exponent: 971 }.value(), f64::INFINITY);
        assert_eq!(Dyadic { mantissa: (1 << 53) - 1, exponent: 971 }.value(), f64::MAX);
    }
}
