//! Tight ranges from the values at the two ends and the slopes between them.
//!
//! *Question.* The values of a function at both ends of an interval and all its slopes inside are enclosed.
//! What values can it take?
//! *Idea.* From each end draw two lines, with the least and the greatest slope. The values lie in the
//! parallelogram between these lines. If the slopes have one sign, the range is exactly the interval between
//! the end values.
//! *Guarantee.* Holds the range. The excess is of second order in the length of the interval. Nested intervals
//! give nested results up to rounding: every function that is possible on the inner interval is possible on the
//! outer one, because outside the inner interval it can follow the true function.
//! *Cost.* A few interval operations per coordinate.
//! *Source.* The linear boundary value form: A. Neumaier, *Interval Methods for Systems of Equations*, 1990. It
//! is never wider than the mean value forms centred on the two ends.

use tangency_interval::{Interval, Vector, Vector3};

/// Encloses every coordinate between its values at the `start` and the `end` of an interval of this `length`,
/// if its derivative stays within `slopes`.
pub(super) fn between_ends(start: Vector3, end: Vector3, slopes: Vector3, length: Interval) -> Vector3 {
    Vector(std::array::from_fn(|axis| coordinate_between(start[axis], end[axis], slopes[axis], length)))
}

fn coordinate_between(start: Interval, end: Interval, slopes: Interval, length: Interval) -> Interval {
    let (least, greatest) = (slopes.lower(), slopes.upper());
    if !(least.is_finite() && greatest.is_finite() && length.upper().is_finite()) {
        return Interval::ENTIRE;
    }
    if least >= 0.0 {
        return Interval::between(start.lower(), end.upper());
    }
    if greatest <= 0.0 {
        return Interval::between(end.lower(), start.upper());
    }
    // The line down from the start with the least slope meets the line up to the end with the greatest slope at
    // this share of the interval.
    let (least, greatest) = (Interval::from(least), Interval::from(greatest));
    let down_share = greatest / (greatest - least);
    let up_share = least / (least - greatest);
    let lowest = start + up_share * (end - start) + least * down_share * length;
    // The same for the line up from the start and the line down to the end.
    let highest = start + down_share * (end - start) + greatest * up_share * length;
    Interval::between(lowest.lower(), highest.upper())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_interval::laws::Random;

    #[test]
    fn one_sign_gives_the_range_between_the_ends() {
        let [a, b] = [2.0, 3.0].map(Interval::from);
        let length = Interval::ONE;
        assert_eq!(coordinate_between(a, b, Interval::between(0.0, 5.0), length), Interval::between(2.0, 3.0));
        assert_eq!(coordinate_between(b, a, Interval::between(-5.0, 0.0), length), Interval::between(2.0, 3.0));
    }

    /// x² over [-1, 3] with slopes [-2, 6]: lines from (−1, 1) and (3, 9) meet at height −3 below and 13 above.
    #[test]
    fn the_parallelogram_of_a_parabola() {
        let [start, end, length] = [1.0, 9.0, 4.0].map(Interval::from);
        let found = coordinate_between(start, end, Interval::between(-2.0, 6.0), length);
        let expected = Interval::between(-3.0, 13.0);
        assert!(expected.subset(found) && (found.width() - 16.0).abs() < 1e-13, "{found:?}");
    }

    /// Random cubics: sampled values are inside, and the excess shrinks with the square of the interval length.
    #[test]
    fn holds_samples_with_second_order_excess() {
        let mut random = Random::new(5);
        let mut turning = 0;
        for _ in 0..2_000 {
            let [mut a, b, c] = std::array::from_fn(|_| random.between(-1.0, 1.0));
            let (from, length) = (random.between(-1.0, 1.0), 0.01);
            if random.below(2) == 0 {
                let turn = random.between(from, from + length);
                a = -turn * (2.0 * b + turn * 3.0 * c);
            }
            let value = |t: f64| t * (a + t * (b + t * c));
            let slope = |t: f64| a + t * (2.0 * b + t * 3.0 * c);
            let samples: Vec<f64> = (0..=50).map(|i| from + length * f64::from(i) / 50.0).collect();
            let range = |f: &dyn Fn(f64) -> f64, margin: f64| {
                let lower = samples.iter().map(|&t| f(t)).fold(f64::INFINITY, f64::min);
                let upper = samples.iter().map(|&t| f(t)).fold(f64::NEG_INFINITY, f64::max);
                Interval::between(lower - margin, upper + margin)
            };
            let ends = [from, from + length].map(|t| Interval::between(value(t) - 1e-15, value(t) + 1e-15));
            let slopes = range(&slope, 1e-5);
            let found = coordinate_between(ends[0], ends[1], slopes, Interval::from(length));
            let sampled = range(&value, 0.0);
            assert!(sampled.subset(found), "{sampled:?} {found:?}");
            // The second derivative is at most 2|b| + 12|c| on [-1, 2]: less than 14.
            assert!(found.width() <= sampled.width() + 14.0 * length * length, "{sampled:?} {found:?}");
            turning += usize::from(slopes.contains(0.0));
        }
        assert!((900..1_100).contains(&turning), "{turning} of 2000 spans hold a turning point");
    }
}
