//! A double as an integer times a power of two. The decomposition is exact.

/// Returns the mantissa and exponent of a finite `number` = mantissa · 2^exponent, exactly. The mantissa has at
/// most 53 bits.
///
/// The exponent is the least one that doubles of this size share, at least −1074. The result is meaningless for
/// numbers that are not finite.
///
/// ```
/// # use tangency_interval::dyadic;
/// assert_eq!(dyadic(-1.5), (-3 << 51, -52));
/// assert_eq!(dyadic(f64::from_bits(1)), (1, -1074));
/// assert_eq!(dyadic(-0.0).0, 0);
/// ```
#[must_use]
#[inline]
pub fn dyadic(number: f64) -> (i64, i32) {
    let bits = number.to_bits();
    let (fraction, biased) = ((bits & ((1 << 52) - 1)) as i64, (bits >> 52 & 0x7FF) as i32);
    // Subnormal numbers lack the leading bit and share the exponent of the smallest normal ones.
    let (magnitude, exponent) = if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    (if number.is_sign_negative() { -magnitude } else { magnitude }, exponent)
}

#[cfg(test)]
mod tests {
    use super::dyadic;

    #[test]
    fn every_double_is_its_mantissa_times_its_power_of_two() {
        let mut random = tangency_interval::laws::Random::new(3);
        let mut subnormal = 0;
        for index in 0..10_000 {
            let number = if index % 8 == 0 { f64::from_bits(random.bits() >> 13) } else { random.number() };
            let (mantissa, exponent) = dyadic(number);
            // In two steps, because the power alone may not be representable.
            let half = exponent / 2;
            assert_eq!(mantissa as f64 * 2.0_f64.powi(half) * 2.0_f64.powi(exponent - half), number);
            assert!(mantissa.unsigned_abs() < 1 << 53);
            subnormal += usize::from(number.is_subnormal());
        }
        assert!(subnormal > 500, "only {subnormal} below the normal numbers");
    }
}
