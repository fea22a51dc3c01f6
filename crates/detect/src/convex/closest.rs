//! The direction with the widest gap between two convex bodies, at one instant.
//!
//! **Question.** Two convex bodies are placed. Along which direction does all of `b` lead all of `a`, and by how
//! much?
//!
//! **Idea.** The Minkowski difference, the points of `b` minus those of `a`, is convex too. Its point closest to
//! the origin is the vector between the closest points. It is found iteratively: take a simplex of at most four
//! differences of vertices, find its point closest to the origin, add the support point in the opposite direction,
//! and repeat. The simplex is cached from one instant to the next, because it usually remains the right one. If it
//! is a triangle (a vertex and a face, or two edges), the direction is its normal, which remains accurate when the
//! distance is no more than rounding. Curved surfaces are left to Newton's method after some rounds (`newton`).
//!
//! **Guarantee.** The lead along the direction is measured with a support function that omits no vertex
//! (`support`). Up to rounding, it is a lower bound on the distance, however the direction was found.
//! [`Simplex::distance`] is the distance of two points of the bodies: an upper bound, up to rounding.
//!
//! **Cost.** One to five support points of both bodies; a tenth of a microsecond each.
//!
//! **Source.** Gilbert, Johnson and Keerthi 1988; the closest point of a simplex after Ericson, *Real-Time
//! Collision Detection* (2005), 5.1 and 9.5.

use super::gap::ConvexView;
use super::simplex::{Difference, Simplex};
use super::support::Support;
use crate::Facets;
use crate::curved::LevelSupport;
use crate::flight::Placed;
use crate::limits::ContactThreshold;
use crate::tolerance::{
    CLOSEST_ENOUGH, CLOSEST_STALLS, CLOSEST_STEPS, LARGEST_TURN, NEWTON_EVERY, NEWTON_FROM, NO_SHORTER,
};
use glam::DVec3;
use tangency_bound::Obb;
use tangency_geometry::ConvexCore;

/// The support function of a convex body: a point that is farthest along a direction.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SupportFunction<'body> {
    /// The convex hull of vertices.
    Vertices(&'body Support),
    /// A body with a support function in closed form.
    Core(&'body ConvexCore),
    /// A box of a tree.
    Box(&'body Obb),
    /// A triangle.
    Triangle(&'body [DVec3; 3]),
    /// A solid given by a formula.
    Level(&'body LevelSupport<'body>),
}

impl SupportFunction<'_> {
    #[inline]
    pub(crate) fn farthest(self, direction: DVec3) -> DVec3 {
        match self {
            Self::Vertices(support) => support.vertex(support.farthest(direction)),
            Self::Core(core) => core.farthest(direction),
            Self::Level(level) => level.farthest(direction),
            Self::Box(volume) => {
                let along = volume.axes().transpose() * direction;
                volume.centre() + volume.axes() * volume.half().copysign(along)
            }
            Self::Triangle([a, b, c]) => {
                let [first, second, third] = [a, b, c].map(|corner| direction.dot(*corner));
                if first >= second && first >= third {
                    *a
                } else if second >= third {
                    *b
                } else {
                    *c
                }
            }
        }
    }
}

/// The support functions of two bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bodies<'bodies> {
    pub(super) a: SupportFunction<'bodies>,
    pub(super) b: SupportFunction<'bodies>,
}

/// A separating direction of two bodies at an instant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closest {
    /// The unit vector from `a` to `b`; zero if none was found.
    pub(crate) direction: DVec3,
    /// Metres. The lead of all of `b` over all of `a` along it.
    pub(crate) lead: f64,
}

impl<'bodies> Bodies<'bodies> {
    /// The cores of two convex bodies.
    #[inline]
    pub(crate) fn of_views([a, b]: [ConvexView<'bodies>; 2]) -> Self {
        Self { a: a.function, b: b.function }
    }

    /// The convex hulls of two models.
    pub(crate) fn of([a, b]: [&'bodies Facets; 2]) -> Self {
        Self { a: SupportFunction::Vertices(a.support()), b: SupportFunction::Vertices(b.support()) }
    }

    /// The difference of points that is least along a direction.
    #[inline]
    pub(super) fn least(&self, placed: &Placed, direction: DVec3) -> Difference {
        let a = self.a.farthest(placed.a.transpose() * direction);
        let b = self.b.farthest(placed.b.transpose() * -direction);
        self.difference(placed, a, b)
    }

    #[inline]
    pub(super) fn difference(&self, placed: &Placed, a: DVec3, b: DVec3) -> Difference {
        let vector = placed.between + placed.b * b - placed.a * a;
        Difference { a, b, vector }
    }

    /// Metres. The lead of all of `b` over all of `a` along a unit direction.
    #[inline]
    pub(crate) fn lead(&self, placed: &Placed, direction: DVec3) -> f64 {
        direction.dot(self.least(placed, direction).vector)
    }

    /// The middle coefficient of the parabola in `advance`: half the sum of the lead at the first pose along the
    /// second direction and the lead at the second pose along the first direction, minimized over all pairs of
    /// points.
    #[inline]
    pub(super) fn middle_lead(&self, [first, second]: [&Placed; 2], [one, two]: [DVec3; 2]) -> f64 {
        let along_a = first.a.transpose() * two + second.a.transpose() * one;
        let along_b = first.b.transpose() * two + second.b.transpose() * one;
        let a = along_a.dot(self.a.farthest(along_a));
        let b = along_b.dot(self.b.farthest(-along_b));
        0.5 * (two.dot(first.between) + one.dot(second.between) + b - a)
    }

    /// The direction of the simplex at other poses of the bodies. Returns `before` if the direction has turned far
    /// from it.
    #[inline]
    pub(super) fn turned(&self, placed: &Placed, simplex: &Simplex, before: DVec3) -> DVec3 {
        if simplex.count < 3 && self.is_curved() {
            let step = self.turned_cap(placed, simplex, before).or_else(|| self.newton_step(placed, simplex, before));
            return step.filter(|step| step.dot(before) > LARGEST_TURN).unwrap_or(before);
        }
        let mut moved = *simplex;
        for corner in &mut moved.corners[..moved.count] {
            *corner = self.difference(placed, corner.a, corner.b);
        }
        let direction = match moved.count {
            3 => moved.normal(),
            2 => moved.corners[0].vector.reject_from(moved.corners[1].vector - moved.corners[0].vector),
            _ => moved.corners[0].vector,
        };
        let towards = direction.dot(before);
        let unit = direction.normalize_or_zero() * towards.signum();
        // A normal has either sign; the vector between points does not.
        let sound = if moved.count == 3 { towards != 0.0 } else { towards > 0.0 };
        if sound && unit.dot(before) > LARGEST_TURN { unit } else { before }
    }

    /// Finds the direction with the widest gap, starting from the simplex of the last instant, which is updated. The
    /// direction is good enough for conservative advancement up to the threshold.
    #[inline]
    pub(crate) fn closest(&self, placed: &Placed, simplex: &mut Simplex, threshold: ContactThreshold) -> Closest {
        self.closest_from(placed, simplex, DVec3::ZERO, threshold.separation, threshold.tolerance)
    }

    /// The same from a direction that was the widest at the last instant; zero if none is known. Distances beyond the
    /// separation that are less than `finest` are not told apart.
    #[inline]
    pub(super) fn closest_from(
        &self,
        placed: &Placed,
        simplex: &mut Simplex,
        from: DVec3,
        separation: f64,
        finest: f64,
    ) -> Closest {
        let enough = |lead: f64, distance: f64| distance - lead <= CLOSEST_ENOUGH * (distance - separation).max(finest);
        let curved = from != DVec3::ZERO && self.is_curved();
        if curved && let Some(found) = self.polished(placed, simplex, from, &enough) {
            return found;
        }
        let best = self.search(placed, simplex, enough, curved);
        // The origin is inside. The face before the last corner was added is the one to start from next time.
        simplex.count = simplex.count.min(3);
        best
    }

    /// Finds the direction with the widest gap until the lead along it is near enough to the distance of two points.
    /// The simplex has four corners if it contains the origin.
    pub(super) fn closest_within(
        &self,
        placed: &Placed,
        simplex: &mut Simplex,
        near_enough: impl Fn(f64, f64) -> bool,
    ) -> Closest {
        self.search(placed, simplex, near_enough, false)
    }

    /// The same. `polished`: Newton's method was tried already.
    #[inline]
    fn search(
        &self,
        placed: &Placed,
        simplex: &mut Simplex,
        near_enough: impl Fn(f64, f64) -> bool,
        polished: bool,
    ) -> Closest {
        for corner in &mut simplex.corners[..simplex.count] {
            *corner = self.difference(placed, corner.a, corner.b);
        }
        let known = simplex.count > 0;
        if !known {
            let towards = placed.between.try_normalize().unwrap_or(DVec3::Z);
            *simplex = Simplex::corner(self.least(placed, towards));
        }
        let Some(start) = simplex.nearest() else { return Closest { direction: DVec3::ZERO, lead: f64::NEG_INFINITY } };
        simplex.keep(&start);
        let mut vector = start.vector;
        let mut best = Closest { direction: DVec3::ZERO, lead: f64::NEG_INFINITY };
        let mut stalled = 0;
        // The step of the next attempt by Newton's method: at once from a simplex of the last instant.
        let mut attempt = match (self.is_curved(), polished, known) {
            (false, _, _) => CLOSEST_STEPS,
            (true, true, _) => NEWTON_EVERY,
            (true, false, true) => 0,
            (true, false, false) => NEWTON_FROM,
        };
        for step in 0..CLOSEST_STEPS {
            let Some(direction) = simplex.direction(vector) else { break };
            let next = self.least(placed, direction);
            let lead = direction.dot(next.vector);
            if lead > best.lead {
                best = Closest { direction, lead };
                stalled = 0;
            }
            if near_enough(best.lead, vector.length()) {
                break;
            }
            // Bodies that overlap have no direction to seek.
            if step >= attempt && best.lead > 0.0 {
                attempt = step + NEWTON_EVERY;
                if let Some(found) = self.polished(placed, simplex, best.direction, &near_enough) {
                    return found;
                }
                let moved = simplex.vector();
                if moved.length_squared() < vector.length_squared() {
                    vector = moved;
                    continue;
                }
            }
            if stalled > CLOSEST_STALLS || !simplex.add(next) {
                break;
            }
            // The origin is inside.
            let Some(closer) = simplex.nearest() else { break };
            // Rounding prevents a shorter distance. The direction may still improve: it is of first order.
            let (new, old) = (closer.vector.length_squared(), vector.length_squared());
            if !(new <= old * (1.0 + NO_SHORTER)) {
                simplex.count -= 1;
                break;
            }
            simplex.keep(&closer);
            stalled = if new > old * (1.0 - NO_SHORTER) { stalled + 1 } else { 0 };
            vector = closer.vector;
        }
        if self.is_curved() { self.polished_at_last(placed, simplex, best, &near_enough) } else { best }
    }

    /// A last attempt by Newton's method, for bodies that may be apart: simplices end in rounding where bodies almost
    /// touch.
    fn polished_at_last(
        &self,
        placed: &Placed,
        simplex: &mut Simplex,
        best: Closest,
        near_enough: &impl Fn(f64, f64) -> bool,
    ) -> Closest {
        let mut face = Simplex { count: simplex.count.min(3), ..*simplex };
        let distance = face.distance();
        if near_enough(best.lead, distance) || !(best.lead > -distance) {
            return best;
        }
        match self.polished(placed, &mut face, best.direction, near_enough) {
            Some(found) => {
                *simplex = face;
                found
            }
            None => best,
        }
    }
}
