//! The description of a contact: point, normal, parameters, features.

use crate::closest::{closest, weighted};
use crate::tolerance::ON_BORDER;
use glam::DVec3;
use tangency_interval::Interval;

/// The part of a feature on which a contact lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// In the interior of the triangle.
    Face,
    /// In the interior of an edge: edge `i` of a triangle runs from corner `i` to the next; an edge has only edge
    /// 0.
    Edge(u8),
    /// At a corner.
    Corner(u8),
}

/// The first contact of two features, `a` and `b`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Contains the exact first time.
    pub time: Interval,
    /// The contact point, in floating point.
    pub point: DVec3,
    /// The unit normal from `a` to `b`, in floating point.
    pub normal: DVec3,
    /// The weights of the corners of `a` at the contact, in floating point; 0 for corners that `a` does not have.
    pub weights_a: [f64; 3],
    /// The weights of the corners of `b` at the contact, likewise.
    pub weights_b: [f64; 3],
    /// The part of `a` in contact. Exact, unless a feature has no extent or both are on one line.
    pub on_a: On,
    /// The part of `b` in contact, likewise.
    pub on_b: On,
}

impl Touch {
    /// The same contact with `a` and `b` exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self {
            normal: -self.normal,
            weights_a: self.weights_b,
            weights_b: self.weights_a,
            on_a: self.on_b,
            on_b: self.on_a,
            ..self
        }
    }
}

/// The time of a contact, the sign of the volume before it, and the parameters that are exactly zero, if known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TouchInstant {
    pub(crate) time: [f64; 2],
    pub(crate) before: f64,
    pub(crate) vanishing: Option<[bool; 4]>,
}

/// Describes a contact of the first `split` points with the others.
pub(crate) fn describe(start: &[DVec3; 4], end: &[DVec3; 4], split: usize, found: &TouchInstant) -> Touch {
    let [lower, upper] = found.time;
    let at = |time: f64| -> [DVec3; 4] { std::array::from_fn(|i| (1.0 - time) * start[i] + time * end[i]) };
    let points = at(upper);
    let (a, b) = points.split_at(split);
    let witness = closest(a, b);
    let (mut weights_a, mut weights_b) = (witness.weights_a, witness.weights_b);
    let (on_a, on_b) = match (found.vanishing, split) {
        (Some([x, y, z, _]), 1) => (On::Corner(0), clear_vanishing(&mut weights_b, [x, y, z])),
        (Some([s, rest_s, r, rest_r]), _) => {
            (clear_vanishing(&mut weights_a, [rest_s, s, true]), clear_vanishing(&mut weights_b, [rest_r, r, true]))
        }
        (None, _) => [(&mut weights_a, split), (&mut weights_b, 4 - split)]
            .map(|(weights, count)| {
                let own: [bool; 3] = std::array::from_fn(|i| i >= count || weights[i] <= ON_BORDER);
                clear_vanishing(weights, own)
            })
            .into(),
    };
    let point = 0.5 * (weighted(a, weights_a) + weighted(b, weights_b));
    Touch {
        time: Interval::between(lower, upper),
        point,
        normal: normal(start, end, split, found),
        weights_a,
        weights_b,
        on_a,
        on_b,
    }
}

/// Sets the vanishing weights to zero, normalizes the others, and returns the part of the feature that remains.
fn clear_vanishing(weights: &mut [f64; 3], vanishing: [bool; 3]) -> On {
    for (weight, gone) in weights.iter_mut().zip(vanishing) {
        if gone {
            *weight = 0.0;
        }
    }
    let sum: f64 = weights.iter().sum();
    let held = vanishing.iter().filter(|gone| !**gone).count() as f64;
    for (weight, gone) in weights.iter_mut().zip(vanishing) {
        *weight = if sum > 0.0 { *weight / sum } else { f64::from(u8::from(!gone)) / held.max(1.0) };
    }
    match vanishing {
        [false, false, false] => On::Face,
        [false, false, true] => On::Edge(0),
        [true, false, false] => On::Edge(1),
        [false, true, false] => On::Edge(2),
        [false, true, true] => On::Corner(0),
        [true, false, true] => On::Corner(1),
        [true, true, false] | [true, true, true] => On::Corner(2),
    }
}

/// The unit normal from `a` to `b` at the contact: that of the triangle, or the common normal of both edges. If it
/// does not exist, the direction of approach.
fn normal(start: &[DVec3; 4], end: &[DVec3; 4], split: usize, found: &TouchInstant) -> DVec3 {
    let [time, _] = found.time;
    let [p, q, r, s] = std::array::from_fn(|i| (1.0 - time) * start[i] + time * end[i]);
    let [vp, vq, vr, vs] = std::array::from_fn(|i| end[i] - start[i]);
    // In both cases, the volume of the forms is the component along `plain` of a vector from a to b.
    let (plain, approach) = if split == 1 {
        ((r - q).cross(s - q), vp - (vq + vr + vs) / 3.0)
    } else {
        ((s - r).cross(q - p), 0.5 * (vp + vq - vr - vs))
    };
    let scale = plain.abs().max_element();
    let unit = if scale > 0.0 { (plain / scale).try_normalize() } else { None };
    let approach = approach.try_normalize();
    // Adding zero turns -0 into 0.
    DVec3::ZERO
        + match (unit, approach) {
            (Some(unit), _) if found.before != 0.0 => unit * found.before,
            (Some(unit), Some(approach)) if unit.dot(approach) < 0.0 => -unit,
            (Some(unit), _) => unit,
            (None, Some(approach)) => approach,
            (None, None) => DVec3::Z,
        }
}
