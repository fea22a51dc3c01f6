//! Spherical shells: the part between two concentric spheres that lies in a cone.
//!
//! *Question.* Are two shells apart?
//! *Idea.* Each shell is seen from the centre of the other. The distances of a shell from a point have a closed form:
//! `|C + r·d − q|² = D² + r² + 2·r·D·c`, where c is the cosine between the direction d and the line of the centres. In
//! the cone c ranges over one interval, and the extremes in r are those of a parabola. A shell that lies inside the
//! inner sphere of the other, beyond its outer sphere, or outside its cone is apart from it. Planes across the axes and
//! across the line of the middles separate what is left.
//! *Guarantee.* `disjoint` is a proof: every comparison has a margin for rounding. It may fail to separate shells that
//! are apart; the test `few_shells_that_are_apart_are_not_separated` counts how often.
//! *Cost.* Six square roots at most; trivial rejections take one.
//! *Source.* Krishnan et al. 1998, sections 3 and 4. The paper decides the overlap of the intersection circles by the
//! signs of polynomials and Sturm sequences. Here the extremes of distances decide, which needs no roots of polynomials
//! and keeps a margin for rounding.
//!
//! | paper | here |
//! |---|---|
//! | C, A, k | `centre`, `axis`, `cosine` |
//! | r_min, r_max | `radii` |

use crate::tolerance::{SHELL_CONE, SHELL_MARGIN};
use glam::DVec3;

/// The points `p` with `radii[0] ≤ |p − centre| ≤ radii[1]` and `(p − centre)·axis ≥ cosine·|p − centre|`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphericalShell {
    centre: DVec3,
    axis: DVec3,
    radii: [f64; 2],
    cosine: f64,
    sine: f64,
}

impl SphericalShell {
    /// The shell about `centre` with these radii, within the cone about the unit vector `axis` whose half angle has
    /// this cosine.
    #[must_use]
    pub fn new(centre: DVec3, axis: DVec3, radii: [f64; 2], cosine: f64) -> Self {
        // The axis has unit length but for rounding. The cone is opened by that, and is never a single line.
        let cosine = (cosine - SHELL_CONE).max(-1.0);
        let sine = (1.0 - cosine * cosine).max(0.0).sqrt();
        Self { centre, axis, radii: [radii[0].max(0.0), radii[1]], cosine, sine }
    }

    /// The common centre of the spheres.
    #[must_use]
    pub fn centre(&self) -> DVec3 {
        self.centre
    }

    /// The axis of the cone.
    #[must_use]
    pub fn axis(&self) -> DVec3 {
        self.axis
    }

    /// The inner and the outer radius.
    #[must_use]
    pub fn radii(&self) -> [f64; 2] {
        self.radii
    }

    /// The cosine of the half angle of the cone.
    #[must_use]
    pub fn cosine(&self) -> f64 {
        self.cosine
    }

    /// Whether the point is in the shell, in floating point.
    #[must_use]
    pub fn contains(&self, point: DVec3) -> bool {
        let offset = point - self.centre;
        let distance = offset.length();
        self.radii[0] <= distance && distance <= self.radii[1] && offset.dot(self.axis) >= self.cosine * distance
    }

    /// `true` proves that no point is in both.
    #[must_use]
    pub fn disjoint(&self, other: &Self) -> bool {
        let offset = other.centre - self.centre;
        let distance = offset.length();
        let reach = self.radii[1] + other.radii[1];
        let scale = reach + self.centre.abs().max_element() + other.centre.abs().max_element();
        let margin = SHELL_MARGIN * scale;
        distance > reach + margin
            || self.misses(other, offset, margin)
            || other.misses(self, -offset, margin)
            || self.behind_a_plane(other, offset, margin)
    }

    /// `true` proves that `other`, whose centre is `offset` from this one, lies within the inner sphere, beyond the outer
    /// sphere, or outside the cone.
    fn misses(&self, other: &Self, offset: DVec3, margin: f64) -> bool {
        let [near, far] = other.distances(-offset);
        if near > self.radii[1] + margin || far < self.radii[0] - margin {
            return true;
        }
        let most = offset.dot(self.axis) + other.support(self.axis);
        let least = if self.cosine >= 0.0 { self.cosine * near } else { self.cosine * far };
        most < least - margin
    }

    /// `true` proves that a plane across an axis or across the line of the middles separates the shells.
    fn behind_a_plane(&self, other: &Self, offset: DVec3, margin: f64) -> bool {
        let middle = |shell: &Self| (0.5 * (shell.radii[0] + shell.radii[1])) * shell.axis;
        let between = (offset + middle(other) - middle(self)).normalize_or_zero();
        [between, self.axis, -self.axis, other.axis, -other.axis].into_iter().any(|direction| {
            direction != DVec3::ZERO
                && self.support(direction) + margin < offset.dot(direction) - other.support(-direction)
        })
    }

    /// The least and the greatest distance from a point, given relative to the centre.
    fn distances(&self, point: DVec3) -> [f64; 2] {
        let apart = point.length();
        if apart == 0.0 {
            return self.radii;
        }
        // The cosine between the direction away from the point and the axis, and its extremes in the cone.
        let along = (-point.dot(self.axis) / apart).clamp(-1.0, 1.0);
        let across = (1.0 - along * along).max(0.0).sqrt();
        let largest = if along >= self.cosine { 1.0 } else { along * self.cosine + across * self.sine };
        let smallest = if -along >= self.cosine { -1.0 } else { along * self.cosine - across * self.sine };
        let square = |radius: f64, cosine: f64| apart * apart + radius * radius + 2.0 * radius * apart * cosine;
        let [inner, outer] = self.radii;
        let nearest = (-apart * smallest).clamp(inner, outer);
        let farthest = square(inner, largest).max(square(outer, largest));
        // The squares are rounded in proportion to their largest term.
        let rounding = SHELL_MARGIN * (apart + outer) * (apart + outer);
        [(square(nearest, smallest) - rounding).max(0.0).sqrt(), (farthest + rounding).max(0.0).sqrt()]
    }

    /// The greatest coordinate along a unit vector, relative to the centre.
    fn support(&self, direction: DVec3) -> f64 {
        let along = direction.dot(self.axis).clamp(-1.0, 1.0);
        if along >= self.cosine {
            return self.radii[1];
        }
        let cosine = along * self.cosine + (1.0 - along * along).max(0.0).sqrt() * self.sine;
        cosine * if cosine > 0.0 { self.radii[1] } else { self.radii[0] }
    }
}
