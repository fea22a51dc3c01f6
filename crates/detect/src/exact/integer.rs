//! Doubles as integers on a common grid.
//!
//! A finite double is an integer times a power of two. Multiplied by one power for all, the coordinates of a query become
//! integers; signs of polynomials in them stay the same.

use super::forms::Mover;
use dashu_int::IBig;

/// The coordinates of the points, all multiplied by the same power of two. They must be finite.
pub(crate) fn on_grid(points: &[Mover<f64>; 4]) -> [Mover<IBig>; 4] {
    let numbers = points.iter().flatten().flatten().filter(|number| **number != 0.0);
    let lowest = numbers.map(|&number| parts(number).1).min().unwrap_or(0);
    let whole = |number: f64| {
        let (mantissa, exponent) = parts(number);
        if mantissa == 0 { IBig::ZERO } else { IBig::from(mantissa) << (exponent - lowest) as usize }
    };
    points.map(|point| point.map(|ends| ends.map(whole)))
}

/// An odd integer and an exponent: mantissa · 2^exponent; zero for zero.
pub(crate) fn parts(number: f64) -> (i64, i32) {
    let bits = number.to_bits();
    let (fraction, biased) = ((bits & ((1 << 52) - 1)) as i64, (bits >> 52 & 0x7FF) as i32);
    let (mantissa, exponent) = if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    if mantissa == 0 {
        return (0, 0);
    }
    let zeros = mantissa.trailing_zeros() as i32;
    let odd = mantissa >> zeros;
    (if number < 0.0 { -odd } else { odd }, exponent + zeros)
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
