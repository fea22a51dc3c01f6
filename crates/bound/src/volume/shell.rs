//! Spherical shells: the part between two concentric spheres that lies in a cone.
//!
//! *Question.* Are two shells apart, and how far at least?
//! *Idea.* Balls around the shells reject what is far away. Each shell is then seen from the centre of the other. The
//! distances of a shell from a point q have a closed form: with the height h of q along the axis and its distance ρ
//! from the axis, the nearest direction of the cone has the component `h·cos + ρ·sin` of q, the farthest
//! `h·cos − ρ·sin`, and `|r·d − q|² = r² + q² − 2·r·(q·d)` is a parabola in r. A shell that lies inside the inner
//! sphere of the other, beyond its outer sphere, or outside its cone is apart from it. Planes across the axes and
//! across the line of the middles separate what is left. Shells of which one holds the middle of the other are given up
//! at once.
//! *Guarantee.* `disjoint` is a proof: every comparison has a margin for rounding. The distance from an axis is the
//! length of a cross product, because a sine from a cosine near one would lose half of the digits. It may fail to
//! separate shells that are apart; the example `soak_shells` counts how often, the tests in `bound/tests/shells` check
//! the proofs.
//! *Cost.* No square root for a rejection by balls, eight at most.
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
use tangency_geometry::Pose;

/// The points `p` with `radii[0] ≤ |p − centre| ≤ radii[1]` and `(p − centre)·axis ≥ cosine·|p − centre|`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphericalShell {
    centre: DVec3,
    axis: DVec3,
    radii: [f64; 2],
    cosine: f64,
    sine: f64,
    /// A ball around the shell: the place of its centre along the axis, and its radius.
    ball: [f64; 2],
}

/// Cosine and sine of the angle between the axes of two shells, and the offset of the centres along both axes.
struct AxisRelation {
    along: f64,
    across: f64,
    offset: DVec3,
    places: [f64; 2],
}

impl SphericalShell {
    /// The shell about `centre` with these radii, within the cone about the unit vector `axis` whose half angle has
    /// this cosine.
    #[must_use]
    pub fn new(centre: DVec3, axis: DVec3, radii: [f64; 2], cosine: f64) -> Self {
        // The axis has unit length but for rounding. The cone is opened by that, and is never a single line. The
        // opening exceeds the rounding of the sine, so that the sine is never that of a narrower cone than the given
        // one.
        let cosine = (cosine - SHELL_CONE).max(-1.0);
        let sine = (1.0 - cosine * cosine).max(0.0).sqrt();
        let radii = [radii[0].max(0.0), radii[1]];
        Self { centre, axis, radii, cosine, sine, ball: ball(radii, cosine, sine) }
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

    /// The radius of a ball that contains the shell.
    #[must_use]
    pub fn ball_radius(&self) -> f64 {
        self.ball[1]
    }

    /// Whether the point is in the shell, in floating point.
    #[must_use]
    pub fn contains(&self, point: DVec3) -> bool {
        let offset = point - self.centre;
        let distance = offset.length();
        self.radii[0] <= distance && distance <= self.radii[1] && offset.dot(self.axis) >= self.cosine * distance
    }

    /// A shell that contains this one after a rigid placement.
    #[must_use]
    pub fn placed(&self, pose: &Pose) -> Self {
        self.placed_within(pose, 0.0)
    }

    /// A shell that contains everything within `slack` metres of this one after a rigid placement.
    #[must_use]
    pub fn placed_within(&self, pose: &Pose, slack: f64) -> Self {
        if *pose == Pose::IDENTITY && slack == 0.0 {
            return *self;
        }
        // The centre is off by its rounding. That moves every point of the shell, and turns its direction.
        let error = pose.rounding(self.centre.length()) + slack;
        let inner = self.radii[0] - error;
        let turned = 2.0 * error / inner + 2.0 * SHELL_CONE;
        let cosine = if inner > 0.0 && turned < 1.0 { self.cosine - turned } else { -1.0 };
        let radii = [inner.next_down(), (self.radii[1] + error).next_up()];
        Self::new(pose.apply(self.centre), pose.turn(self.axis), radii, cosine)
    }

    /// `true` proves that no point is in both.
    #[must_use]
    #[inline]
    pub fn disjoint(&self, other: &Self) -> bool {
        let offset = other.centre - self.centre;
        let margin = self.margin(other.radii[1] + other.centre.abs().max_element());
        let reach = self.ball[1] + other.ball[1] + margin;
        if (offset + other.ball[0] * other.axis - self.ball[0] * self.axis).length_squared() > reach * reach {
            return true;
        }
        // Early acceptance: the middle of one is in the other.
        let middles = [self.middle(), other.middle()];
        if self.holds(offset + middles[1]) || other.holds(middles[0] - offset) {
            return false;
        }
        let relation = AxisRelation::of([self, other], offset);
        self.misses(other, other.squared_distances(-offset), &relation, margin)
            || other.misses(self, self.squared_distances(offset), &relation.reversed(), margin)
            || self.plane_gap(other, &relation) > margin
    }

    /// A lower bound on the distance of the shells; negative or zero if none is known.
    #[must_use]
    pub fn gap(&self, other: &Self) -> f64 {
        let offset = other.centre - self.centre;
        let margin = self.margin(other.radii[1] + other.centre.abs().max_element());
        let between = (offset + other.ball[0] * other.axis - self.ball[0] * self.axis).length();
        let seen = |from: &Self, [near, far]: [f64; 2]| (near.sqrt() - from.radii[1]).max(from.radii[0] - far.sqrt());
        (between - self.ball[1] - other.ball[1])
            .max(seen(self, other.squared_distances(-offset)))
            .max(seen(other, self.squared_distances(offset)))
            .max(self.plane_gap(other, &AxisRelation::of([self, other], offset)))
            - margin
    }

    /// Margin of comparisons with something that reaches this far from the origin.
    #[inline]
    pub(super) fn margin(&self, reach: f64) -> f64 {
        SHELL_MARGIN * (self.radii[1] + self.centre.abs().max_element() + reach)
    }

    /// `true` proves that `other` lies within the inner sphere, beyond the outer sphere, or outside the cone. Its
    /// squared distances are those from this centre.
    #[inline]
    fn misses(&self, other: &Self, [near, far]: [f64; 2], relation: &AxisRelation, margin: f64) -> bool {
        let [inner, outer] = [self.radii[0] - margin, self.radii[1] + margin];
        if near > outer * outer || (inner > 0.0 && far < inner * inner) {
            return true;
        }
        let most = relation.places[0] + other.support(relation.along, relation.across) + margin;
        if self.cosine < 0.0 {
            return most < self.cosine * far.sqrt();
        }
        // The greatest height is below the least one that a point of the cone so far away has.
        most < 0.0 || most * most < self.cosine * self.cosine * near * (1.0 - SHELL_MARGIN)
    }

    /// The point amid the shell, relative to the centre.
    fn middle(&self) -> DVec3 {
        (0.5 * (self.radii[0] + self.radii[1])) * self.axis
    }

    /// Whether a point, relative to the centre, is in the shell, in floating point.
    fn holds(&self, point: DVec3) -> bool {
        let (square, height) = (point.length_squared(), point.dot(self.axis));
        let [inner, outer] = self.radii;
        // A comparison with the cosine without a square root: both sides carry their signs.
        let [height, least] = [height * height.abs(), self.cosine * self.cosine.abs() * square];
        inner * inner <= square && square <= outer * outer && height >= least
    }

    /// The widest gap between planes across an axis or across the line of the middles.
    fn plane_gap(&self, other: &Self, relation: &AxisRelation) -> f64 {
        let AxisRelation { along, across, offset, places } = *relation;
        let between = offset + other.middle() - self.middle();
        let by_axes = (places[0] - self.radii[1] - other.support(-along, across))
            .max(-places[0] - self.support(-1.0, 0.0) - other.support(along, across))
            .max(places[1] - self.support(along, across) - other.support(-1.0, 0.0))
            .max(-places[1] - self.support(-along, across) - other.radii[1]);
        match between.try_normalize() {
            None => by_axes,
            Some(direction) => {
                by_axes.max(offset.dot(direction) - self.support_along(direction) - other.support_along(-direction))
            }
        }
    }

    /// Bounds on the squared distances from a point, given relative to the centre.
    #[inline]
    pub(super) fn squared_distances(&self, point: DVec3) -> [f64; 2] {
        let height = point.dot(self.axis);
        let square = point.length_squared();
        let [inner, outer] = self.radii;
        let at = |radius: f64, along: f64| square + radius * radius - 2.0 * radius * along;
        // The greatest component of the point along a direction of the cone, and the least.
        let apart = square.sqrt();
        let away = point.cross(self.axis).length();
        let (level, rise) = (height * self.cosine, away * self.sine);
        let most = if height >= self.cosine * apart { apart } else { level + rise };
        let least = if -height >= self.cosine * apart { -apart } else { level - rise };
        let near = at(most.clamp(inner, outer), most);
        let far = at(inner, least).max(at(outer, least));
        // The squares are rounded in proportion to their largest term.
        let rounding = SHELL_MARGIN * (apart + outer) * (apart + outer);
        [(near - rounding).max(0.0), (far + rounding).max(0.0)]
    }

    /// The greatest coordinate along a unit vector, relative to the centre.
    pub(super) fn support_along(&self, direction: DVec3) -> f64 {
        self.support(direction.dot(self.axis), direction.cross(self.axis).length())
    }

    /// The greatest coordinate along a unit vector with this component along the axis, and this one across.
    #[inline]
    fn support(&self, along: f64, across: f64) -> f64 {
        if along >= self.cosine {
            return self.radii[1];
        }
        let cosine = along * self.cosine + across * self.sine;
        cosine * if cosine > 0.0 { self.radii[1] } else { self.radii[0] }
    }
}

impl AxisRelation {
    fn of([a, b]: [&SphericalShell; 2], offset: DVec3) -> Self {
        let (along, across) = (a.axis.dot(b.axis), a.axis.cross(b.axis).length());
        Self { along, across, offset, places: [offset.dot(a.axis), offset.dot(b.axis)] }
    }

    /// The relation of the shells in the other order.
    fn reversed(&self) -> Self {
        let [a, b] = self.places;
        Self { along: self.along, across: self.across, offset: -self.offset, places: [-b, -a] }
    }
}

/// The smallest ball around a shell: the place of its centre along the axis, and its radius. From a point on the axis
/// the rims are the farthest.
fn ball([inner, outer]: [f64; 2], cosine: f64, sine: f64) -> [f64; 2] {
    if cosine <= 0.0 {
        return [0.0, outer];
    }
    let rim = |radius: f64, place: f64| (radius * cosine - place).hypot(radius * sine);
    let flat = outer * cosine;
    let place = if rim(inner, flat) <= rim(outer, flat) { flat } else { (inner + outer) / (2.0 * cosine) };
    [place, rim(inner, place).max(rim(outer, place))]
}
