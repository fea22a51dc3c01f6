//! A floating-point filter with proved error bounds.
//!
//! **Question.** Can plain f64 decide whether and when two features first touch?
//!
//! **Idea.** Write the forms of `forms.rs` in the Bernstein basis. On any span, a polynomial then lies between its
//! smallest and its largest coefficient. A quick test ([`QuickTest`]) checks the axes and the volume over the
//! whole step. Then spans of time are examined, the earliest first. A span is culled if the volume cannot vanish
//! on it, or if an axis or a plane separates the features throughout. If the volume is monotone on the span, its
//! only root is bracketed, and the planes are tested again on the bracket. Unclear cases go to exact arithmetic.
//!
//! **Guarantee.** Every answer other than [`FilterOutcome::Unclear`] is correct. The input coordinates are exact.
//! Let u = 2⁻⁵³, and let Mₖ be the largest computed difference of coordinates of the two features on axis k. A
//! computed difference has relative error u. To first order in u:
//!
//! | quantity | products, each at most | roundings a product | error of a coefficient | on a span | bound used |
//! |---|---|---|---|---|---|
//! | axes | 1, Mₖ | 1 | u Mₖ | + 3u Mₖ | 8u Mₖ |
//! | planes | 4 (of which half count, b₁ = h₁/2), MᵢMⱼ | 6 | 12u MᵢMⱼ | + 6u · 2MᵢMⱼ | 32u MᵢMⱼ |
//! | volume | 18 (a third, b₁ = h₁/3), M₁M₂M₃ | 13 | (78 + 6)u M₁M₂M₃ | + 9u · 6M₁M₂M₃ | 160u M₁M₂M₃ |
//!
//! Coefficients on a span are computed from the original ones by nested weighted means (1 − t, two products and a
//! sum: three roundings of a value that is at most the largest coefficient). The error therefore does not grow
//! with the depth of subdivision. Each bound has room for the terms of second order. The filter requires that each
//! Mₖ is zero or between 2⁻¹⁵⁰ and 2¹⁵⁰. Underflow (2⁻¹⁰⁷⁴ times at most 2¹⁵⁰) is then far below the bounds (at
//! least 2⁻⁵⁰⁰). If an Mₖ is zero, all terms that contain it are exactly zero.
//!
//! **Cost.** Ten to twenty nanoseconds for pairs that the quick test separates by an axis or the volume, some
//! fifty more for pairs that need planes, some hundred for an ordinary contact.
//!
//! **Source.** Bernstein signs for culling: Tang, Kim, Manocha, *Continuous Collision Detection for Non-Rigid
//! Contact Computations using Local Advancement* (2010) and *Fast and exact continuous collision detection with
//! Bernstein sign classification* (2014). These papers trust the coefficients; here they carry error bounds.

use super::forms::{Forms, groups};
use super::newton::newton;
use crate::tolerance::{FILTER_DEPTH, FILTER_NEWTON_STEPS, FILTER_NEWTON_STOP, FILTER_SIZES, FILTER_SPANS};
use std::cell::OnceCell;

/// 2⁻⁵³, the unit roundoff.
const UNIT: f64 = f64::EPSILON / 2.0;

/// The outcome of the filter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum FilterOutcome {
    /// The features never touch.
    Clear,
    /// The first contact is in this bracket, at the only root of the volume in it, and strictly inside both
    /// features. `before` is the sign of the volume before the root. The bracket may be wider than requested.
    Touch { time: [f64; 2], before: f64 },
    /// Exact arithmetic must decide.
    Unclear,
}

/// What axes and planes prove about a span, provided that the volume vanishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpanStatus {
    /// The features certainly do not touch at any instant of the span.
    Apart,
    /// The features certainly touch whenever the volume vanishes, strictly inside both.
    Inside,
    /// Neither is proved.
    Unclear,
}

/// The result of a quick test of a pair, which decides most queries: there is no contact if an axis separates the
/// features or the volume keeps its sign.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuickTest {
    /// The largest absolute difference of coordinates on each axis.
    reach: [f64; 3],
    /// The volume in the Bernstein basis.
    volume: [f64; 4],
}

impl QuickTest {
    /// Tests the forms. `None` proves that there is no contact.
    #[inline]
    pub(crate) fn new<const N: usize>(forms: &Forms<f64, N>) -> Option<Self> {
        let [mut lowest, mut highest] = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
        for difference in &forms.axes {
            for k in 0..3 {
                for end in difference[k] {
                    // `f64::min` is slower because it handles NaN.
                    lowest[k] = if end < lowest[k] { end } else { lowest[k] };
                    highest[k] = if end > highest[k] { end } else { highest[k] };
                }
            }
        }
        // The sign of a computed difference is exact.
        if (0..3).any(|k| lowest[k] > 0.0 || highest[k] < 0.0) {
            return None;
        }
        let [first, second, third, fourth] = forms.volume();
        let volume = [first, second / 3.0, third / 3.0, fourth];
        let quick = Self {
            reach: std::array::from_fn(|k| if highest[k] > -lowest[k] { highest[k] } else { -lowest[k] }),
            volume,
        };
        let apart = common_sign(&volume, quick.volume_error()) != 0 && quick.is_certain();
        (!apart).then_some(quick)
    }

    #[inline]
    fn volume_error(&self) -> f64 {
        let [x, y, z] = self.reach;
        160.0 * UNIT * x * y * z
    }

    /// Whether the error bounds hold: no difference is too large or too small for them.
    #[inline]
    fn is_certain(&self) -> bool {
        self.reach.iter().all(|&one| one == 0.0 || (FILTER_SIZES[0]..=FILTER_SIZES[1]).contains(&one))
    }
}

/// The forms in f64, in the Bernstein basis, with error bounds.
#[derive(Clone, Debug)]
pub(crate) struct Filter<const N: usize> {
    forms: Forms<f64, N>,
    volume: [f64; 4],
    /// M₁M₂M₃.
    pub(crate) size: f64,
    /// Computed on demand: most queries end without them.
    planes: OnceCell<[[[f64; 3]; 3]; N]>,
    volume_error: f64,
    plane_errors: [f64; 3],
    axis_errors: [f64; 3],
}

impl<const N: usize> Filter<N> {
    /// The filter of these forms. `None` if the numbers are too large or too small for it.
    pub(crate) fn new(forms: Forms<f64, N>, quick: QuickTest) -> Option<Self> {
        let QuickTest { reach, volume } = quick;
        let [x, y, z] = reach;
        quick.is_certain().then(|| Self {
            forms,
            volume,
            size: x * y * z,
            planes: OnceCell::new(),
            volume_error: quick.volume_error(),
            plane_errors: [y * z, z * x, x * y].map(|area| 32.0 * UNIT * area),
            axis_errors: reach.map(|one| 8.0 * UNIT * one),
        })
    }

    fn planes(&self) -> &[[[f64; 3]; 3]; N] {
        let plane = |i: usize, k: usize| {
            let [first, second, third] = self.forms.plane(i, k);
            [first, 0.5 * second, third]
        };
        self.planes.get_or_init(|| std::array::from_fn(|i| std::array::from_fn(|k| plane(i, k))))
    }

    /// Searches the whole step for the first contact and brackets it to `width`, or as narrowly as certain signs
    /// allow.
    pub(crate) fn first(&self, width: f64) -> FilterOutcome {
        let mut waiting = [[0.0; 2]; FILTER_DEPTH + 1];
        waiting[0] = [0.0, 1.0];
        let mut count = 1;
        for _ in 0..FILTER_SPANS {
            if count == 0 {
                return FilterOutcome::Clear;
            }
            count -= 1;
            let span = waiting[count];
            match self.examine(span, width) {
                SpanOutcome::Clear => {}
                SpanOutcome::Done(outcome) => return outcome,
                SpanOutcome::Divide => {
                    if count + 2 > waiting.len() {
                        return FilterOutcome::Unclear;
                    }
                    let middle = 0.5 * (span[0] + span[1]);
                    waiting[count] = [middle, span[1]];
                    waiting[count + 1] = [span[0], middle];
                    count += 2;
                }
            }
        }
        if count == 0 { FilterOutcome::Clear } else { FilterOutcome::Unclear }
    }

    fn examine(&self, span: [f64; 2], width: f64) -> SpanOutcome {
        let (volume, error) = (self.volume_on(span), self.volume_error);
        if common_sign(&volume, error) != 0 {
            return SpanOutcome::Clear;
        }
        let status = self.status(span);
        if status == SpanStatus::Apart {
            return SpanOutcome::Clear;
        }
        let unsure = |value: f64, at: f64| value.abs() <= error && self.status([at, at]) != SpanStatus::Apart;
        if unsure(volume[0], span[0]) || unsure(volume[3], span[1]) {
            return SpanOutcome::Done(FilterOutcome::Unclear);
        }
        let before = if volume[0] > error && volume[3] < -error {
            1.0
        } else if volume[0] < -error && volume[3] > error {
            -1.0
        } else {
            return SpanOutcome::Divide;
        };
        let falls = |from: usize| before * (volume[from] - volume[from + 1]) > 4.0 * error;
        if !(falls(0) && falls(1) && falls(2)) {
            return SpanOutcome::Divide;
        }
        let time = self.narrowed(span, &volume, before, width);
        match if status == SpanStatus::Inside { status } else { self.status(time) } {
            SpanStatus::Apart => SpanOutcome::Clear,
            SpanStatus::Inside => SpanOutcome::Done(FilterOutcome::Touch { time, before }),
            SpanStatus::Unclear => SpanOutcome::Done(FilterOutcome::Unclear),
        }
    }

    /// A bracket of the only root on a span on which the volume is monotone: at most `width` wide, or as narrow as
    /// certain signs allow.
    fn narrowed(&self, [start, end]: [f64; 2], volume: &[f64; 4], before: f64, width: f64) -> [f64; 2] {
        // The root in the parameter of the span, from 0 to 1.
        let x = newton(volume[0] / (volume[0] - volume[3]), FILTER_NEWTON_STEPS, [FILTER_NEWTON_STOP, 0.0], |x| {
            let (value, slope) = value_and_slope(volume, x);
            (before * value, before * slope)
        });
        let root = start + x * (end - start);
        let mut reach = 2.0_f64.powi(-52);
        let mut bracket = [start, end];
        while bracket[1] - bracket[0] > width && 2.0 * reach < bracket[1] - bracket[0] {
            reach *= 4.0;
            let [early, late] = [root - reach, root + reach].map(|time| time.clamp(start, end));
            if before * self.volume_at(early) > self.volume_error {
                bracket[0] = bracket[0].max(early);
            }
            if before * self.volume_at(late) < -self.volume_error {
                bracket[1] = bracket[1].min(late);
            }
        }
        bracket
    }

    fn volume_at(&self, time: f64) -> f64 {
        let [a, b, c, d] = self.volume;
        let (ab, bc, cd) = (mean(a, b, time), mean(b, c, time), mean(c, d, time));
        mean(mean(ab, bc, time), mean(bc, cd, time), time)
    }

    fn volume_on(&self, [start, end]: [f64; 2]) -> [f64; 4] {
        let [a, b, c, d] = self.volume;
        if start == 0.0 && end == 1.0 {
            return [a, b, c, d];
        }
        let [early, late] = [start, end].map(|time| [mean(a, b, time), mean(b, c, time), mean(c, d, time)]);
        let both = |from: &[f64; 3], time: f64| [mean(from[0], from[1], time), mean(from[1], from[2], time)];
        let (first, mixed, last) = (both(&early, start), both(&early, end), both(&late, end));
        [
            mean(first[0], first[1], start),
            mean(mixed[0], mixed[1], start),
            mean(mixed[0], mixed[1], end),
            mean(last[0], last[1], end),
        ]
    }

    /// What axes and planes prove about a span.
    pub(crate) fn status(&self, span: [f64; 2]) -> SpanStatus {
        let axis_apart = |k: usize| {
            let sign = |one: &[[f64; 2]; 3]| linear_sign(&one[k], span, self.axis_errors[k]);
            let first = sign(&self.forms.axes[0]);
            first != 0 && self.forms.axes[1..].iter().all(|one| sign(one) == first)
        };
        if (0..3).any(axis_apart) {
            return SpanStatus::Apart;
        }
        let mut inside = false;
        for k in 0..3 {
            let mut definite = true;
            let signs: [i8; N] = std::array::from_fn(|i| self.plane_sign(i, k, span));
            for group in groups::<N>() {
                let positive = group.iter().filter(|&&i| signs[i] > 0).count();
                let negative = group.iter().filter(|&&i| signs[i] < 0).count();
                if positive > 0 && negative > 0 {
                    return SpanStatus::Apart;
                }
                definite &= positive == group.len() || negative == group.len();
            }
            inside |= definite;
        }
        if inside { SpanStatus::Inside } else { SpanStatus::Unclear }
    }

    /// The sign of the quadratic of a plane throughout a span; 0 if it is not certain.
    pub(crate) fn plane_sign(&self, i: usize, k: usize, span: [f64; 2]) -> i8 {
        quadratic_sign(&self.planes()[i][k], span, self.plane_errors[k])
    }

    /// The sign of the difference on an axis throughout a span; 0 if it is not certain.
    pub(crate) fn axis_sign(&self, i: usize, k: usize, span: [f64; 2]) -> i8 {
        linear_sign(&self.forms.axes[i][k], span, self.axis_errors[k])
    }
}

/// The outcome of the examination of one span.
enum SpanOutcome {
    /// No contact in the span.
    Clear,
    /// The search ends.
    Done(FilterOutcome),
    /// The span must be bisected.
    Divide,
}

fn mean(a: f64, b: f64, time: f64) -> f64 {
    (1.0 - time) * a + time * b
}

fn value_and_slope([a, b, c, d]: &[f64; 4], x: f64) -> (f64, f64) {
    let (ab, bc, cd) = (mean(*a, *b, x), mean(*b, *c, x), mean(*c, *d, x));
    let (abc, bcd) = (mean(ab, bc, x), mean(bc, cd, x));
    (mean(abc, bcd, x), 3.0 * (bcd - abc))
}

#[inline]
fn common_sign(values: &[f64], error: f64) -> i8 {
    if values.iter().all(|&value| value > error) {
        1
    } else if values.iter().all(|&value| value < -error) {
        -1
    } else {
        0
    }
}

fn linear_sign(&[a, b]: &[f64; 2], [start, end]: [f64; 2], error: f64) -> i8 {
    common_sign(&[mean(a, b, start), mean(a, b, end)], error)
}

fn quadratic_sign(&[a, b, c]: &[f64; 3], [start, end]: [f64; 2], error: f64) -> i8 {
    let [[ab, bc], [ab_late, bc_late]] = [start, end].map(|time| [mean(a, b, time), mean(b, c, time)]);
    common_sign(&[mean(ab, bc, start), mean(ab, bc, end), mean(ab_late, bc_late, end)], error)
}
