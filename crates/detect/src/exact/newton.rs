//! An approximate root of a monotone function: Newton's method, safeguarded by bisection. Not a proof.

/// Returns an approximate root in [0, 1] of a function that is positive before the root, starting at `guess`. `at`
/// returns value and slope. Stops after `rounds` iterations, or when a step is at most `absolute + relative · x`.
#[inline]
pub(super) fn newton(guess: f64, rounds: usize, [absolute, relative]: [f64; 2], at: impl Fn(f64) -> (f64, f64)) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    let mut x = guess;
    for _ in 0..rounds {
        let (value, slope) = at(x);
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let next = x - value / slope;
        let next = if next > low && next < high { next } else { 0.5 * (low + high) };
        let step = (next - x).abs();
        x = next;
        if step <= absolute + relative * x {
            break;
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use super::newton;

    #[test]
    fn roots_of_cubes_are_found_whatever_their_slope() {
        for root in [1e-9_f64, 0.1, 0.5, 0.999] {
            // At the triple root itself the slope is zero, so bisection takes over.
            for power in [1, 3] {
                let at = |x: f64| ((root - x).powi(power), -f64::from(power) * (root - x).powi(power - 1));
                let found = newton(0.5, 200, [0.0, f64::EPSILON], at);
                assert!((found - root).abs() < 1e-9, "{found} instead of {root}");
            }
        }
    }
}
