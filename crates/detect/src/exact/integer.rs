//! Exact conversion of doubles to integers on a common grid.
//!
//! A finite double is an integer times a power of two. Multiplying all coordinates of a query by one suitable
//! power of two makes them integers. Signs of homogeneous polynomials in them do not change.

use super::forms::MovingVector;
use dashu_int::IBig;
use tangency_interval::Dyadic;

/// The coordinates of the points, all multiplied by the same power of two. Requires finite coordinates.
pub(crate) fn on_grid(points: &[MovingVector<f64>; 4]) -> [MovingVector<IBig>; 4] {
    let numbers = points.iter().flatten().flatten().filter(|number| **number != 0.0);
    let lowest = numbers.map(|&number| Dyadic::new(number).reduced().exponent).min().unwrap_or(0);
    let whole = |number: f64| {
        let Dyadic { mantissa, exponent } = Dyadic::new(number).reduced();
        if mantissa == 0 { IBig::ZERO } else { IBig::from(mantissa) << (exponent - lowest) as usize }
    };
    points.map(|point| point.map(|ends| ends.map(whole)))
}
