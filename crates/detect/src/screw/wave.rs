//! The functions of one variable whose roots are the collision times.
//!
//! **Question.** When is a point of one feature in the plane of the other, or when are four points coplanar?
//!
//! **Idea.** Both are `f(τ) = c₀ + c₁τ + (c₂ + c₃τ)·cos bτ + (c₄ + c₅τ)·sin bτ`. A vertex and a triangle have `c₃
//! = c₅ = 0`, two edges have `c₁ = 0`. Over a span with midpoint `m` and half-length `h`, `f` is within `|f'(m)|·h
//! + ½·M·h²` of `f(m)`, where `M` bounds the second derivative. One sine and one cosine suffice for an enclosure.
//!
//! **Guarantee.** [`Wave::rounding_bound`] bounds the rounding of every evaluation.
//!
//! **Cost.** A dozen products and sums.
//!
//! **Source.** Kim & Rossignac 2003, eqs. 9 and 20.
//!
//! | letter | name |
//! |---|---|
//! | c₀, c₁ | `constant`, `slope` |
//! | c₂, c₃ | `cosine` |
//! | c₄, c₅ | `sine` |

use super::turn::Turn;
use crate::tolerance::WAVE_ROUNDINGS;
use glam::DVec2;
use std::f64::consts::{PI, TAU};

/// `f(τ)` as above. Each pair holds the coefficient at τ = 0 and its growth per unit of τ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wave {
    pub(super) constant: f64,
    pub(super) slope: f64,
    pub(super) cosine: [f64; 2],
    pub(super) sine: [f64; 2],
}

/// A value and a derivative.
#[derive(Clone, Copy, Debug)]
pub(super) struct WaveValue {
    pub(super) value: f64,
    pub(super) slope: f64,
}

impl Wave {
    /// The value and the derivative at `share`, up to [`Wave::rounding_bound`] (the derivative up to `1 + |b|`
    /// times that).
    #[inline]
    pub(super) fn at(&self, turn: &Turn, share: f64) -> WaveValue {
        let DVec2 { x: cosine, y: sine } = turn.cosine_and_sine(share);
        let [with_cosine, with_sine] = [self.cosine, self.sine].map(|[start, growth]| start + growth * share);
        WaveValue {
            value: self.constant + self.slope * share + with_cosine * cosine + with_sine * sine,
            slope: self.slope
                + self.cosine[1] * cosine
                + self.sine[1] * sine
                + turn.angle * (with_sine * cosine - with_cosine * sine),
        }
    }

    /// Bounds the second derivative for all τ in [0, 1].
    #[inline]
    pub(super) fn second_derivative_bound(&self, angle: f64) -> f64 {
        let amplitude =
            |index: usize| (self.cosine[index] * self.cosine[index] + self.sine[index] * self.sine[index]).sqrt();
        let growth = amplitude(1);
        let bend = angle * angle * (amplitude(0) + growth) + 2.0 * angle.abs() * growth;
        bend * (1.0 + 1e-12)
    }

    /// Bounds the rounding of a value, for exact coefficients.
    #[inline]
    pub(super) fn rounding_bound(&self) -> f64 {
        let sizes = self.constant.abs()
            + self.slope.abs()
            + self.cosine[0].abs()
            + self.cosine[1].abs()
            + self.sine[0].abs()
            + self.sine[1].abs();
        WAVE_ROUNDINGS * f64::EPSILON * sizes
    }

    /// The extrema between 0 and 1, in order, of a wave without growing coefficients: `f' = c₁ − A·b·sin(bτ − θ) =
    /// 0`. Between two of them the wave is monotone up to [`Wave::rounding_bound`]. The arc sine loses half of the
    /// digits where two extrema coincide, but there the wave is flat to second order.
    pub(super) fn extrema(&self, angle: f64) -> ([f64; 4], usize) {
        let mut found = ([0.0; 4], 0);
        let amplitude = self.cosine[0].hypot(self.sine[0]);
        let steepness = self.slope / (amplitude * angle);
        // Also true for 0/0, if nothing rotates.
        if !(steepness.abs() <= 1.0) {
            return found;
        }
        let (phase, first) = (libm::atan2(self.sine[0], self.cosine[0]), libm::asin(steepness));
        // bτ − θ lies between −2π and 2π.
        for wanted in [first, PI - first, first + TAU, -PI - first, first - TAU] {
            let share = (wanted + phase) / angle;
            if 0.0 < share && share < 1.0 && found.1 < 4 {
                found.0[found.1] = share;
                found.1 += 1;
            }
        }
        found.0[..found.1].sort_by(f64::total_cmp);
        found
    }
}
