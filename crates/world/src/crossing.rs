//! When a function of a step first falls below zero.
//!
//! **Question.** Forces, slips and margins are known at the nodes of a step: when does one of them first become negative?
//!
//! **Idea.** The polynomial through the nodes is looked at at many places in order, and halved where it changes sign.
//!
//! **Guarantee.** Computed: a dip between two looks is not seen. It is between values that have a polynomial of degree 16, which has few.

use crate::spectral::{Values, coefficients, value};
use crate::tolerance::{CROSSED, LOOKS};

/// The share of the step, from 0 to 1, at which the values first fall below zero; `None` if they do not.
pub(crate) fn first_below(values: &Values) -> Option<f64> {
    let largest = values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    let series = coefficients(values);
    let below = |share: f64| value(&series, share) < -CROSSED * largest;
    let after = (0..=LOOKS).map(|look| look as f64 / LOOKS as f64).find(|share| below(*share))?;
    let (mut lower, mut upper) = ((after - 1.0 / LOOKS as f64).max(0.0), after);
    for _ in 0..60 {
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
        // From zero upwards there is no crossing.
        assert_eq!(first_below(&std::array::from_fn(|j| node(j, 1.0))), None);
    }
}
