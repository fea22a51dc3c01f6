//! Floating-point operations that return a result only if it is exact, so that constant folding does not change a
//! function.
//!
//! The remainder of a product, quotient or root is computed by a fused multiply-add. It is exact unless it
//! underflows, which numbers above [`SMALLEST_EXACT`] exclude.

use crate::tolerance::SMALLEST_EXACT;

fn trusted(value: f64) -> bool {
    value.is_finite() && value.abs() >= SMALLEST_EXACT
}

/// `a + b`, if exact.
pub(super) fn sum(a: f64, b: f64) -> Option<f64> {
    let sum = a + b;
    (sum.is_finite() && sum - a == b && sum - b == a).then_some(sum)
}

/// `a · b`, if exact.
pub(super) fn product(a: f64, b: f64) -> Option<f64> {
    if a == 0.0 || b == 0.0 {
        return Some(0.0);
    }
    let product = a * b;
    (trusted(product) && a.mul_add(b, -product) == 0.0).then_some(product)
}

/// `a / b`, if exact.
pub(super) fn quotient(a: f64, b: f64) -> Option<f64> {
    if b == 0.0 {
        return None;
    }
    if a == 0.0 {
        return Some(0.0);
    }
    let quotient = a / b;
    (trusted(quotient) && trusted(a) && quotient.mul_add(b, -a) == 0.0).then_some(quotient)
}

/// The square root, if exact.
pub(super) fn root(a: f64) -> Option<f64> {
    if a == 0.0 {
        return Some(0.0);
    }
    let root = a.sqrt();
    (a > 0.0 && trusted(a) && root.mul_add(root, -a) == 0.0).then_some(root)
}

/// `a` to the power of `exponent`, if exact.
pub(super) fn power(a: f64, exponent: i32) -> Option<f64> {
    let mut power = 1.0;
    let (mut square, mut left) = (a, exponent.unsigned_abs());
    while left > 0 {
        if left & 1 == 1 {
            power = product(power, square)?;
        }
        left >>= 1;
        if left > 0 {
            square = product(square, square)?;
        }
    }
    if exponent < 0 { quotient(1.0, power) } else { Some(power) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_exact_results_are_given() {
        assert_eq!(sum(0.5, 0.25), Some(0.75));
        assert_eq!(sum(0.1, 0.2), None);
        assert_eq!(sum(1e300, 1e-300), None);
        assert_eq!(sum(f64::MAX, f64::MAX), None);
        assert_eq!(product(3.0, 0.5), Some(1.5));
        assert_eq!(product(0.1, 0.1), None);
        assert_eq!(product(1e-200, 1e-200), None);
        assert_eq!(product(f64::MIN_POSITIVE, 0.5), None);
        assert_eq!(quotient(1.0, 3.0), None);
        assert_eq!(quotient(3.0, 4.0), Some(0.75));
        assert_eq!(quotient(1.0, 0.0), None);
        assert_eq!(root(2.25), Some(1.5));
        assert_eq!(root(2.0), None);
        assert_eq!(root(-4.0), None);
        assert_eq!(power(2.0, -3), Some(0.125));
        assert_eq!(power(10.0, 22), Some(1e22));
        assert_eq!(power(10.0, 23), None);
        assert_eq!(power(3.0, i32::MIN), None);
        assert_eq!(power(1.0, i32::MIN), Some(1.0));
        assert_eq!(power(0.0, -1), None);
    }
}
