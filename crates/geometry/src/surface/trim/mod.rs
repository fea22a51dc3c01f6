//! The part of a face's domain that belongs to the face.
//!
//! *Question.* Is a box of (u, v) within the face, outside of it, or on its border?
//! *Idea.* Closed loops of curves bound the part. A box that no curve meets lies on one side of all of them. Which side
//! is decided by the number of curves that cross a ray from the middle of the box: odd inside, even outside. A piece of
//! a curve beside the ray crosses it an odd number of times if its ends are on different sides.
//! *Guarantee.* `outside` and `inside` are proofs. A box near a curve is neither.
//! *Cost.* A comparison of boxes for every curve, and some splits of the curves nearby.
//! *Source.* The rule of even and odd; curves are enclosed by their Bernstein coefficients.

mod curve;

pub use curve::{TrimCurve, TrimJet};

use crate::surface::SurfaceError;
use crate::tolerance::{TRIM_HALVINGS, TRIM_RAYS, TRIM_SHARE};
use glam::DVec2;
use std::sync::Arc;
use tangency_interval::Interval;

/// The part of a domain within closed loops of curves, by the rule of even and odd: a loop within a loop is a hole.
/// Cheap to clone.
#[derive(Clone, Debug, PartialEq)]
pub struct Trim {
    parts: Arc<TrimParts>,
}

#[derive(Debug, PartialEq)]
struct TrimParts {
    loops: Vec<Vec<TrimCurve>>,
    /// The boxes of all curves, in order.
    boxes: Vec<[Interval; 2]>,
    domain: [Interval; 2],
}

impl Trim {
    /// The part within these loops. Each curve starts where the one before it ends, to the last digit.
    ///
    /// # Errors
    /// If there is no loop, or a loop is not closed.
    pub fn new(loops: Vec<Vec<TrimCurve>>) -> Result<Self, SurfaceError> {
        for (index, curves) in loops.iter().enumerate() {
            let next = curves.iter().cycle().skip(1);
            if curves.is_empty() || curves.iter().zip(next).any(|(curve, next)| curve.end() != next.start()) {
                return Err(SurfaceError::OpenLoop { index });
            }
        }
        let whole = Interval::between(0.0, 1.0);
        let boxes: Vec<[Interval; 2]> = loops.iter().flatten().map(|curve| curve.region(whole)).collect();
        let both = |a: [Interval; 2], b: [Interval; 2]| [a[0].hull(b[0]), a[1].hull(b[1])];
        let domain = boxes.iter().copied().reduce(both).ok_or(SurfaceError::OpenLoop { index: 0 })?;
        Ok(Self { parts: Arc::new(TrimParts { loops, boxes, domain }) })
    }

    /// The loops.
    #[must_use]
    pub fn loops(&self) -> &[Vec<TrimCurve>] {
        &self.parts.loops
    }

    /// A box that holds the part.
    #[must_use]
    pub fn domain(&self) -> [Interval; 2] {
        self.parts.domain
    }

    /// `true` proves that no point of the box belongs to the part.
    #[must_use]
    pub fn outside(&self, region: [Interval; 2]) -> bool {
        let [u, v] = self.parts.domain;
        region[0].disjoint(u) || region[1].disjoint(v) || self.side(region) == Some(false)
    }

    /// `true` proves that every point of the box belongs to the part.
    #[must_use]
    pub fn inside(&self, region: [Interval; 2]) -> bool {
        self.side(region) == Some(true)
    }

    /// Whether the box is within the part; `None` if it may meet a curve.
    fn side(&self, region: [Interval; 2]) -> Option<bool> {
        let curves = || self.parts.loops.iter().flatten().zip(&self.parts.boxes);
        let meets = |curve: &TrimCurve| curve.is_along_an_axis() || may_meet(curve, region);
        if curves().any(|(curve, extent)| !apart(*extent, region) && meets(curve)) {
            return None;
        }
        // A ray at another height decides where the first passes through a point at which a curve is split.
        TRIM_RAYS.iter().find_map(|share| {
            let from = DVec2::new(region[0].mid(), region[1].lower() + share * (region[1].upper() - region[1].lower()));
            let beside = curves().filter(|(_, [u, v])| v.contains(from.y) && u.upper() >= from.x);
            beside.map(|(curve, _)| crosses(curve, from)).try_fold(false, |odd, crosses| Some(odd ^ crosses?))
        })
    }
}

fn apart(a: [Interval; 2], b: [Interval; 2]) -> bool {
    a[0].disjoint(b[0]) || a[1].disjoint(b[1])
}

/// `false` proves that the curve does not meet the box.
fn may_meet(curve: &TrimCurve, region: [Interval; 2]) -> bool {
    let least = TRIM_SHARE * region[0].width().max(region[1].width());
    let mut pending = vec![(Interval::between(0.0, 1.0), 0)];
    while let Some((s, depth)) = pending.pop() {
        let place = curve.region(s);
        if apart(place, region) {
            continue;
        }
        let within = place[0].subset(region[0]) && place[1].subset(region[1]);
        let small = place[0].width().max(place[1].width()) <= least;
        if within || small || depth == TRIM_HALVINGS {
            return true;
        }
        let (low, high) = s.split();
        pending.extend([(low, depth + 1), (high, depth + 1)]);
    }
    false
}

/// Whether the curve crosses the ray from a point along u an odd number of times; `None` if that is uncertain.
fn crosses(curve: &TrimCurve, from: DVec2) -> Option<bool> {
    let above = |s: f64| {
        let [_, v] = curve.region(Interval::from(s));
        // Ends of neighbouring curves are the same number, so that both count alike.
        if v.lower() > from.y { Some(true) } else { (v.upper() <= from.y).then_some(false) }
    };
    let mut pending = vec![(Interval::between(0.0, 1.0), 0)];
    let mut odd = false;
    while let Some((s, depth)) = pending.pop() {
        let [u, v] = curve.region(s);
        if u.upper() < from.x || v.lower() > from.y || v.upper() < from.y {
            // Beside the ray, or on one side of it.
            continue;
        }
        if u.lower() > from.x {
            odd ^= above(s.lower())? != above(s.upper())?;
        } else if depth < TRIM_HALVINGS {
            let (low, high) = s.split();
            pending.extend([(low, depth + 1), (high, depth + 1)]);
        } else {
            return None;
        }
    }
    Some(odd)
}

#[cfg(test)]
mod tests;
