//! The local minimum of a function of time.
//!
//! **Question.** Where near an instant is a function of time least?
//!
//! **Idea.** A parabola through the three best points suggests the next one. If the parabolas do not converge, the
//! longer side of the bracket is divided in the golden ratio.
//!
//! **Guarantee.** None is needed: the value is a value of the function, and what it is used for is proved by others.
//!
//! **Cost.** About ten evaluations for a smooth minimum.
//!
//! **Source.** Brent, *Algorithms for Minimization without Derivatives* (1973), chapter 5.

/// One over the square of the golden ratio.
const GOLDEN: f64 = 0.381_966_011_250_105_1;

/// An instant and the value of a function there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TimedValue {
    pub(super) time: f64,
    pub(super) value: f64,
}

/// The bracket and the evaluations of a search for a minimum.
#[derive(Clone, Copy, Debug)]
pub(super) struct MinimumSearch {
    /// Seconds. The minimum is sought in this stretch of time.
    pub(super) ends: [f64; 2],
    /// Seconds. Instants this close to each other need no distinction.
    pub(super) resolution: f64,
    /// The most evaluations.
    pub(super) evaluations: usize,
}

impl MinimumSearch {
    /// The least value found, near `start` if the function has several minima.
    pub(super) fn run<E>(
        &self,
        start: TimedValue,
        mut function: impl FnMut(f64) -> Result<f64, E>,
    ) -> Result<TimedValue, E> {
        let [mut low, mut high] = self.ends;
        // The best point, the second best, and the second best before.
        let (mut best, mut second, mut third) = (start, start, start);
        let (mut step, mut before) = (0.0_f64, 0.0_f64);
        for _ in 0..self.evaluations {
            let middle = 0.5 * (low + high);
            if (best.time - middle).abs() <= 2.0 * self.resolution - 0.5 * (high - low) {
                break;
            }
            let parabola = (before.abs() > self.resolution)
                .then(|| vertex(best, second, third))
                .flatten()
                .filter(|move_by| move_by.abs() < 0.5 * before.abs())
                .filter(|move_by| (low..high).contains(&(best.time + move_by)));
            let longer = if best.time < middle { high - best.time } else { low - best.time };
            (before, step) = match parabola {
                Some(move_by) => (step, move_by),
                None => (longer, GOLDEN * longer),
            };
            let moved = if step.abs() >= self.resolution { step } else { self.resolution.copysign(step) };
            let time = (best.time + moved).clamp(low, high);
            let tried = TimedValue { time, value: function(time)? };
            if tried.value <= best.value {
                *(if time < best.time { &mut high } else { &mut low }) = best.time;
                (third, second, best) = (second, best, tried);
            } else {
                *(if time < best.time { &mut low } else { &mut high }) = time;
                if tried.value <= second.value || second.time == best.time {
                    (third, second) = (second, tried);
                } else if tried.value <= third.value || third.time == best.time || third.time == second.time {
                    third = tried;
                }
            }
        }
        Ok(best)
    }
}

/// The way from the best of three points to the vertex of the parabola through them. `None` if it has none.
fn vertex(best: TimedValue, second: TimedValue, third: TimedValue) -> Option<f64> {
    let (to_second, to_third) = (best.time - second.time, best.time - third.time);
    let (rise_second, rise_third) = (best.value - second.value, best.value - third.value);
    let numerator = to_second * to_second * rise_third - to_third * to_third * rise_second;
    let denominator = 2.0 * (to_second * rise_third - to_third * rise_second);
    let move_by = -numerator / denominator;
    (denominator != 0.0 && move_by.is_finite()).then_some(move_by)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn found(function: impl Fn(f64) -> f64, start: f64, ends: [f64; 2]) -> (TimedValue, usize) {
        let mut count = 0;
        let search = MinimumSearch { ends, resolution: 1e-10, evaluations: 100 };
        let least = search.run::<Infallible>(TimedValue { time: start, value: function(start) }, |time| {
            count += 1;
            Ok(function(time))
        });
        let Ok(least) = least;
        (least, count)
    }

    #[test]
    fn minima_of_parabolas_kinks_and_ends_are_found() {
        let (smooth, count) = found(|t| (t - 0.3) * (t - 0.3) + 2.0, 0.9, [0.0, 1.0]);
        assert!((smooth.time - 0.3).abs() < 1e-7 && count < 20, "{smooth:?} after {count}");
        let (kink, _) = found(|t| (t - 0.7).abs(), 0.1, [0.0, 1.0]);
        assert!(kink.value < 1e-9, "{kink:?}");
        let (end, _) = found(|t| -t, 0.5, [0.0, 1.0]);
        assert!(end.time > 1.0 - 1e-8, "{end:?}");
        let (cosine, count) = found(|t| 3.0 + libm::cos(3.0 * t), 0.5, [0.0, 2.0]);
        assert!((cosine.time - std::f64::consts::PI / 3.0).abs() < 1e-7 && count < 30, "{cosine:?} after {count}");
    }
}
