//! Sine, cosine, tangent and their inverses.
//!
//! **Question.** Which values can `sin x` take, for arguments of any size?
//!
//! **Idea.** The extremes lie at the endpoints, or are ±1 if a maximum or minimum lies inside. The number of
//! quarter turns between the endpoints follows from their quadrants and from the width. The signs of sine and
//! cosine at an endpoint determine its quadrant. No multiple of π is ever compared with an endpoint, so arguments
//! may be arbitrarily large.
//!
//! **Guarantee.** At most four ulp wider than the tightest at an endpoint; never beyond ±1, or beyond the range of
//! an inverse function. The scalar functions come from the `libm` crate (FreeBSD's msun), and every endpoint is
//! moved outward by two ulp. Their errors are known as follows:
//!
//! - `sin`, `cos`, `tan`: the headers say *nearly rounded*. The argument is reduced to `y₀ + y₁` with about 33 bits
//!   beyond those of `y₀`, for arguments of any size. The polynomials err by less than 2⁻⁵⁷. The value is a leading
//!   term plus a correction that is smaller by a factor of at least 2, so rounding the correction adds less than
//!   half an ulp to the rounding of the sum.
//! - `asin`, `acos`, `atan`: likewise a leading term, a correction, and a table value of π in two parts.
//! - `atan2` divides first: half an ulp more, and one rounding more for π.
//!
//! The total is below 1 ulp, and below 2 for `atan2`. The test `errors` of `tests/precise` measures each function
//! against arithmetic of 320 bits and fails beyond these bounds. It finds 0.69, 0.71, 0.67; 0.81, 0.80, 0.80; 1.2
//! (in the order above). An error below one ulp determines the sign: the sine of a number other than 0 is not 0.
//!
//! **Source.** IEEE 1788-2015, table 9.1; argument reduction: Payne and Hanek (1983), in `libm`.

use crate::Interval;
use crate::elementary::{above, below, rising};
use crate::tolerance::{MORE_THAN_A_HALF, MORE_THAN_A_TURN};

/// Sine and cosine of a number, and its quadrant; quadrant 0 is from 0 to π/2.
struct Angle {
    sin: f64,
    cos: f64,
    quadrant: u32,
}

impl Angle {
    #[inline]
    fn new(value: f64) -> Self {
        let (sin, cos) = libm::sincos(value);
        let quadrant = match (sin >= 0.0, cos >= 0.0) {
            (true, true) => 0,
            (true, false) => 1,
            (false, false) => 2,
            (false, true) => 3,
        };
        Self { sin, cos, quadrant }
    }
}

/// The number of multiples of π/2 above the lower endpoint and not above the upper one. The width must be below
/// [`MORE_THAN_A_TURN`].
///
/// If there are `n`, the width lies strictly between `(n − 1)·π/2` and `(n + 1)·π/2`. A width up to 4 implies `n` ≤
/// 3; a width from 4 to 7 implies 2 ≤ `n` ≤ 5. In both cases `n` modulo 4 determines `n`.
#[inline]
fn quarters(lower: &Angle, upper: &Angle, width: f64) -> u32 {
    let count = upper.quadrant.wrapping_sub(lower.quadrant) & 3;
    if count < 2 && width > MORE_THAN_A_HALF { count + 4 } else { count }
}

/// Whether the boundary at the end of `quadrant` is among the first `count` boundaries after quadrant `from`.
#[inline]
fn crosses(from: u32, count: u32, quadrant: u32) -> bool {
    quadrant.wrapping_sub(from) & 3 < count
}

/// The range of a sine wave between two arguments with these values; `crest` and `trough` tell whether a maximum or
/// minimum lies between them.
#[inline]
fn wave(first: f64, last: f64, crest: bool, trough: bool) -> Interval {
    let lower = if trough { -1.0 } else { below(first.min(last)).max(-1.0) };
    let upper = if crest { 1.0 } else { above(first.max(last)).min(1.0) };
    Interval::raw(lower, upper)
}

impl Interval {
    /// From −1 to 1.
    const UNIT: Self = Self { negated_lower: 1.0, upper: 1.0 };

    /// The sine.
    #[must_use]
    pub fn sin(self) -> Self {
        let width = self.upper + self.negated_lower;
        if !(width < MORE_THAN_A_TURN) {
            return if self.is_empty() { self } else { Self::UNIT };
        }
        if self == Self::ZERO {
            return self;
        }
        let (lower, upper) = (Angle::new(-self.negated_lower), Angle::new(self.upper));
        let (count, from) = (quarters(&lower, &upper, width), lower.quadrant);
        wave(lower.sin, upper.sin, crosses(from, count, 0), crosses(from, count, 2))
    }

    /// The cosine.
    #[must_use]
    pub fn cos(self) -> Self {
        let width = self.upper + self.negated_lower;
        if !(width < MORE_THAN_A_TURN) {
            return if self.is_empty() { self } else { Self::UNIT };
        }
        if self == Self::ZERO {
            return Self::ONE;
        }
        let (lower, upper) = (Angle::new(-self.negated_lower), Angle::new(self.upper));
        let (count, from) = (quarters(&lower, &upper, width), lower.quadrant);
        wave(lower.cos, upper.cos, crosses(from, count, 3), crosses(from, count, 1))
    }

    /// The sine and the cosine, each as computed alone, in half the time.
    #[must_use]
    pub fn sin_cos(self) -> [Self; 2] {
        let width = self.upper + self.negated_lower;
        if !(width < MORE_THAN_A_TURN) || self == Self::ZERO {
            return [self.sin(), self.cos()];
        }
        let (lower, upper) = (Angle::new(-self.negated_lower), Angle::new(self.upper));
        let (count, from) = (quarters(&lower, &upper, width), lower.quadrant);
        [
            wave(lower.sin, upper.sin, crosses(from, count, 0), crosses(from, count, 2)),
            wave(lower.cos, upper.cos, crosses(from, count, 3), crosses(from, count, 1)),
        ]
    }

    /// The tangent; `ENTIRE` if a pole lies inside.
    #[must_use]
    pub fn tan(self) -> Self {
        let width = self.upper + self.negated_lower;
        if !(width < MORE_THAN_A_TURN) {
            return if self.is_empty() { self } else { Self::ENTIRE };
        }
        let (lower, upper) = (Angle::new(-self.negated_lower), Angle::new(self.upper));
        let (count, from) = (quarters(&lower, &upper, width), lower.quadrant);
        if crosses(from, count, 0) || crosses(from, count, 2) {
            return Self::ENTIRE;
        }
        rising(self, |x| x == 0.0, libm::tan)
    }

    /// The angle in `[−π/2, π/2]` with sine `x`, for members of `[−1, 1]`.
    #[must_use]
    pub fn asin(self) -> Self {
        let domain = self.intersection(Self::UNIT);
        if domain.is_empty() {
            return domain;
        }
        let half_pi = Self::HALF_PI.upper;
        rising(domain, |x| x == 0.0, libm::asin).intersection(Self::raw(-half_pi, half_pi))
    }

    /// The angle in `[0, π]` with cosine `x`, for members of `[−1, 1]`.
    #[must_use]
    pub fn acos(self) -> Self {
        let domain = self.intersection(Self::UNIT);
        if domain.is_empty() {
            return domain;
        }
        (-rising(domain, |x| x == 1.0, |x| -libm::acos(x))).intersection(Self::raw(0.0, Self::PI.upper))
    }

    /// The angle in `[−π/2, π/2]` with tangent `x`.
    #[must_use]
    pub fn atan(self) -> Self {
        if self.is_empty() {
            return self;
        }
        let half_pi = Self::HALF_PI.upper;
        rising(self, |x| x == 0.0, libm::atan).intersection(Self::raw(-half_pi, half_pi))
    }

    /// The angle in `(−π, π]` of the point (`x`, `self`): `y.atan2(x)`. Undefined at the origin. A box that crosses
    /// the negative x axis gives the whole range.
    #[must_use]
    pub fn atan2(self, x: Self) -> Self {
        let y = self;
        if y.is_empty() || x.is_empty() || (x == Self::ZERO && y == Self::ZERO) {
            return Self::EMPTY;
        }
        let (x1, y1, y2) = (x.lower(), y.lower(), y.upper);
        let full = Self::raw(-Self::PI.upper, Self::PI.upper);
        if y1 >= 0.0 {
            return upper_half_angle(y, x).intersection(full);
        }
        if y2 < 0.0 || (y2 == 0.0 && x1 >= 0.0) {
            return -upper_half_angle(-y, x).intersection(full);
        }
        if x1 < 0.0 {
            return full;
        }
        // The box lies to the right of the y axis and contains points on both sides of the x axis.
        let half = Self::raw(-Self::HALF_PI.upper, Self::HALF_PI.upper);
        Self::raw(below(libm::atan2(y1, x1)), above(libm::atan2(y2, x1))).intersection(half)
    }
}

/// The angles of a box that has no points below the x axis and is not just the origin. The angle decreases in `x`;
/// in `y` it increases to the right of the y axis and decreases to its left.
fn upper_half_angle(y: Interval, x: Interval) -> Interval {
    let (x1, x2, y1, y2) = (x.lower(), x.upper, y.lower(), y.upper);
    // A box on the x axis; the formula below would evaluate the angle of the origin.
    if y2 == 0.0 {
        return match (x1 < 0.0, x2 > 0.0) {
            (true, true) => Interval::raw(0.0, Interval::PI.upper),
            (true, false) => Interval::PI,
            _ => Interval::ZERO,
        };
    }
    let smallest_at = (if x2 > 0.0 { y1 } else { y2 }, x2);
    let largest_at = (if x1 < 0.0 { y1 } else { y2 }, x1);
    let smallest = if smallest_at.0 == 0.0 { 0.0 } else { below(libm::atan2(smallest_at.0, smallest_at.1)) };
    Interval::raw(smallest.max(0.0), above(libm::atan2(largest_at.0, largest_at.1)))
}
