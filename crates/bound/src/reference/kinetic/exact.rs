//! Exact dyadic numbers m·2ᵉ: sums and products without rounding, overflow or underflow. They are slow, and
//! used only where interval arithmetic leaves a sign undecided.

use super::plan::AxisPlan;
use dashu_int::IBig;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Sub};
use tangency_interval::Dyadic;

/// An integer of any length times a power of two.
#[derive(Clone, Debug)]
struct LongDyadic {
    mantissa: IBig,
    exponent: i32,
}

impl LongDyadic {
    /// The exact value of a finite number.
    fn of(value: f64) -> Self {
        let Dyadic { mantissa, exponent } = Dyadic::new(value);
        Self { mantissa: IBig::from(mantissa), exponent }
    }

    fn halved(self) -> Self {
        Self { exponent: self.exponent - 1, ..self }
    }

    fn sign(&self) -> Ordering {
        self.mantissa.cmp(&IBig::ZERO)
    }

    /// The mantissa at an exponent that is not larger.
    fn at(&self, exponent: i32) -> IBig {
        &self.mantissa << (self.exponent - exponent).unsigned_abs() as usize
    }
}

impl Add for &LongDyadic {
    type Output = LongDyadic;

    fn add(self, other: Self) -> LongDyadic {
        let exponent = self.exponent.min(other.exponent);
        LongDyadic { mantissa: self.at(exponent) + other.at(exponent), exponent }
    }
}

impl Sub for &LongDyadic {
    type Output = LongDyadic;

    fn sub(self, other: Self) -> LongDyadic {
        let exponent = self.exponent.min(other.exponent);
        LongDyadic { mantissa: self.at(exponent) - other.at(exponent), exponent }
    }
}

impl Mul for &LongDyadic {
    type Output = LongDyadic;

    fn mul(self, other: Self) -> LongDyadic {
        LongDyadic { mantissa: &self.mantissa * &other.mantissa, exponent: self.exponent + other.exponent }
    }
}

/// Compares the positions of `a` and `b` at an instant.
pub(super) fn compare_positions(a: &AxisPlan, b: &AxisPlan, time: f64) -> Ordering {
    (&position(a, time) - &position(b, time)).sign()
}

/// Compares the velocities of `a` and `b` at an instant.
pub(super) fn compare_speeds(a: &AxisPlan, b: &AxisPlan, time: f64) -> Ordering {
    (&speed(a, time) - &speed(b, time)).sign()
}

fn position(plan: &AxisPlan, time: f64) -> LongDyadic {
    let elapsed = &LongDyadic::of(time) - &LongDyadic::of(plan.since);
    let mean_velocity = &LongDyadic::of(plan.velocity) + &(&elapsed * &LongDyadic::of(plan.acceleration)).halved();
    &LongDyadic::of(plan.position) + &(&elapsed * &mean_velocity)
}

fn speed(plan: &AxisPlan, time: f64) -> LongDyadic {
    let elapsed = &LongDyadic::of(time) - &LongDyadic::of(plan.since);
    &LongDyadic::of(plan.velocity) + &(&elapsed * &LongDyadic::of(plan.acceleration))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_far_below_rounding_have_a_sign() {
        let tiny = f64::from_bits(1);
        let fast = AxisPlan { since: 0.0, position: f64::MAX, velocity: f64::MAX, acceleration: f64::MAX };
        let ahead = AxisPlan { since: -tiny, ..fast };
        assert_eq!(compare_positions(&ahead, &fast, 1e300), Ordering::Greater);
        assert_eq!(compare_positions(&fast, &fast, 1e300), Ordering::Equal);
        assert_eq!(compare_speeds(&fast, &ahead, 0.0), Ordering::Less);
    }

    #[test]
    fn a_tenth_is_not_a_tenth() {
        // The double 0.1 exceeds a tenth by 5.6e-18, so after ten seconds the point is 5.6e-17 beyond 1.
        let tenth = AxisPlan { since: 0.0, position: 0.0, velocity: 0.1, acceleration: 0.0 };
        let one = AxisPlan { since: 0.0, position: 1.0, velocity: 0.0, acceleration: 0.0 };
        assert_eq!(compare_positions(&tenth, &one, 10.0), Ordering::Greater);
        let whole = AxisPlan { velocity: 0.125, ..tenth };
        assert_eq!(compare_positions(&whole, &one, 8.0), Ordering::Equal);
        assert_eq!(compare_positions(&whole, &one, -8.0), Ordering::Less);
    }
}
