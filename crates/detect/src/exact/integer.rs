//! Exact conversion of doubles to integers on a common grid.
//!
//! A finite double is an integer times a power of two. Multiplying all coordinates of a query by one suitable
//! power of two makes them integers. Signs of homogeneous polynomials in them do not change.

use super::forms::MovingVector;
use dashu_int::IBig;
use tangency_interval::dyadic;

/// The coordinates of the points, all multiplied by the same power of two. Requires finite coordinates.
pub(crate) fn on_grid(points: &[MovingVector<f64>; 4]) -> [MovingVector<IBig>; 4] {
    let numbers = points.iter().flatten().flatten().filter(|number| **number != 0.0);
    let lowest = numbers.map(|&number| parts(number).1).min().unwrap_or(0);
    let whole = |number: f64| {
        let (mantissa, exponent) = parts(number);
        if mantissa == 0 { IBig::ZERO } else { IBig::from(mantissa) << (exponent - lowest) as usize }
    };
    points.map(|point| point.map(|ends| ends.map(whole)))
}

/// An odd mantissa and an exponent, with the value mantissa · 2^exponent; (0, 0) for zero.
pub(crate) fn parts(number: f64) -> (i64, i32) {
    let (mantissa, exponent) = dyadic(number);
    if mantissa == 0 {
        return (0, 0);
    }
    let zeros = mantissa.trailing_zeros();
    (mantissa >> zeros, exponent + zeros as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_double_is_an_odd_integer_times_a_power_of_two() {
        let mut random = tangency_interval::laws::Random::new(3);
        for _ in 0..10_000 {
            let number = random.number();
            let (mantissa, exponent) = parts(number);
            let half = exponent / 2;
            assert_eq!(mantissa as f64 * 2.0_f64.powi(half) * 2.0_f64.powi(exponent - half), number);
            assert!(number == 0.0 || mantissa % 2 != 0);
        }
    }
}
