//! The first zero crossing of a function within a step.
//!
//! **Question.** Forces, slips and margins are known at the nodes of a step. When does one of them first become
//! negative?
//!
//! **Idea.** Sample the polynomial through the nodes in order, and bisect where its sign changes.
//!
//! **Guarantee.** Computed in floating point. A dip between two samples is missed. The polynomial has degree
//! 16, so it has few of them.

use crate::spectral::{NodeValues, coefficients, value};
use crate::tolerance::{BISECTIONS, CROSSING_DEPTH, SAMPLES_PER_STEP};

/// The fraction of the step, from 0 to 1, at which the values first fall below zero; `None` if they do not.
pub(crate) fn first_below(values: &NodeValues) -> Option<f64> {
    let largest = values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    let series = coefficients(values);
    let below = |share: f64| value(&series, share) < -CROSSING_DEPTH * largest;
    let after =
        (0..=SAMPLES_PER_STEP).map(|sample| sample as f64 / SAMPLES_PER_STEP as f64).find(|share| below(*share))?;
    let (mut lower, mut upper) = ((after - 1.0 / SAMPLES_PER_STEP as f64).max(0.0), after);
    for _ in 0..BISECTIONS {
        let middle = 0.5 * (lower + upper);
        if value(&series, middle) < 0.0 {
            upper = middle;
        } else {
            lower = middle;
        }
    }
    Some(lower)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spectral::node;

    #[test]
    fn the_first_of_several_crossings() {
        let wave = |t: f64| (3.0 * t).cos() + 0.5;
        let values = std::array::from_fn(|j| wave(node(j, 3.0)));
        let exact = (-0.5_f64).acos() / 3.0 / 3.0;
        assert!((first_below(&values).unwrap() - exact).abs() < 1e-6);
        assert_eq!(first_below(&values.map(|value| value + 1.0)), None);
        // A function that starts at zero and grows has no crossing.
        assert_eq!(first_below(&std::array::from_fn(|j| node(j, 1.0))), None);
    }
}
