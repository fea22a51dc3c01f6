//! Two functions of two solids, combined so that their gradients cancel.
//!
//! **Question.** The boundaries of two solids follow each other at a small distance. Do the functions vanish together
//! somewhere in a box?
//!
//! **Idea.** Where both vanish, every combination f + λg vanishes. With λ from the gradients at the centre of the box,
//! the gradient of the combination is almost zero there. Where the boundaries bend alike, the second derivatives
//! cancel too ([`QuadraticExpansion`]).
//!
//! A function that is at most zero on a part of the boundary takes part with a positive factor: the combination is then
//! at most zero at every common point.
//!
//! **Guarantee.** Encloses the combination, for any λ.

use super::field::{FieldJet, FieldSlope};
use crate::curved::equations::quadratic::QuadraticExpansion;
use tangency_interval::{Interval, Vector3};

/// A function over a box and at its centre.
pub(super) struct ExpandedField {
    /// Whether the function vanishes at a contact. Otherwise it is at most zero there.
    pub(super) vanishes: bool,
    pub(super) over_box: FieldJet,
    pub(super) at_centre: FieldSlope,
    /// The derivative by time: at the centre of the box and of the span, if the second derivative is known, otherwise
    /// at the centre of the box during the whole span.
    pub(super) rate: Interval,
    /// The second derivative by time over the box, if it is known.
    pub(super) second_by_time: Option<Interval>,
}

/// A combination of two functions.
pub(super) struct Combination {
    expansion: QuadraticExpansion<4>,
    /// Whether both functions vanish at a contact, so that the combination does. Otherwise it is at most zero there.
    vanishes: bool,
}

impl Combination {
    /// `true` proves that there is no contact in the box.
    pub(super) fn excludes_contact(&self, radii: [f64; 4]) -> bool {
        let range = self.expansion.range(radii);
        range.lower() > 0.0 || (self.vanishes && range.upper() < 0.0)
    }
}

/// Expands `f + λ·g` over a box of points and time, with λ such that the gradients cancel; `None` if one of them is
/// zero at the centre, or if the sign of λ is of no use.
pub(super) fn combined(f: &ExpandedField, g: &ExpandedField) -> Option<Combination> {
    let [of_f, of_g] = [f, g].map(|field| Vector3::point(field.at_centre.gradient.mid()));
    let weight = -(of_f.dot(of_g) / of_g.length_sq()).mid();
    let vanishes = f.vanishes && g.vanishes;
    if !(weight.is_finite() && if vanishes { weight != 0.0 } else { weight > 0.0 }) {
        return None;
    }
    let sum = |of_f: Interval, of_g: Interval| of_f + of_g * weight;
    let vector = |of_f: Vector3, of_g: Vector3| of_f + of_g * weight;
    let with_time = |space: Vector3, time: Interval| [space[0], space[1], space[2], time];
    let mixed = vector(f.over_box.gradient_by_time, g.over_box.gradient_by_time);
    // Without one of the second derivatives by time, the rates hold during the whole span.
    let by_time = f.second_by_time.unwrap_or(Interval::ZERO) + g.second_by_time.unwrap_or(Interval::ZERO) * weight;
    let rows =
        [0, 1, 2].map(|row: usize| with_time(vector(f.over_box.second[row], g.over_box.second[row]), mixed[row]));
    let expansion = QuadraticExpansion {
        value: sum(f.at_centre.value, g.at_centre.value),
        gradient: with_time(vector(f.at_centre.gradient, g.at_centre.gradient), sum(f.rate, g.rate)),
        second: [rows[0], rows[1], rows[2], with_time(mixed, by_time)],
    };
    Some(Combination { expansion, vanishes })
}
