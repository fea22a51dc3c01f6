//! The gap of two convex bodies at an instant.
//!
//! **Question.** How far are two convex bodies apart at an instant, or how deep do they overlap?
//!
//! **Idea.** The gap by support functions (`convex/gap`), at the poses of the instant.
//!
//! **Guarantee.** The gap is enclosed for the exact motions: the rounding of the poses, and the amount by which the hull
//! of a polyhedron exceeds it, widen the enclosure.
//!
//! **Cost.** A fraction of a microsecond, about ten for the depth of hulls.

use super::answer::{ClosestPair, PairDistance};
use super::frozen::FrozenBody;
use crate::convex::{ConvexView, PlacedPair};
use crate::{Effort, Evidence, Moving, PairGap, Prepared};
use glam::DVec3;
use tangency_geometry::Feature;
use tangency_interval::Interval;

/// The gap of two convex bodies. `None` if one is not convex or not rigid. `depth`: also for bodies that overlap.
pub(super) fn convex_gap(bodies: [&Moving; 2], at: f64, depth: bool) -> Option<PairGap> {
    let [a, b] = bodies;
    gap_of_views(bodies, [a.convex()?, b.convex()?], at, depth)
}

/// The gap of the convex hulls of two bodies. It is that of the bodies if one of them is a half-space.
pub(super) fn hull_gap(bodies: [&Moving; 2], at: f64, depth: bool) -> Option<PairGap> {
    let [a, b] = bodies;
    gap_of_views(bodies, [(a.hull()?, 0.0), (b.hull()?, 0.0)], at, depth)
}

fn gap_of_views(bodies: [&Moving; 2], views: [(ConvexView<'_>, f64); 2], at: f64, depth: bool) -> Option<PairGap> {
    let (pair, error) = placed_pair(bodies, views, at)?;
    let gap = pair.gap(depth);
    let widened = gap.gap + Interval::between(-error, error);
    error.is_finite().then_some(PairGap { gap: widened, ..gap })
}

/// Two convex bodies at an instant, and a bound in metres on how far their points are from the exact ones.
fn placed_pair<'body>(
    [a, b]: [&Moving; 2],
    [(view_a, excess_a), (view_b, excess_b)]: [(ConvexView<'body>, f64); 2],
    at: f64,
) -> Option<(PlacedPair<'body>, f64)> {
    let poses = [FrozenBody::pose(a.motion(), at)?, FrozenBody::pose(b.motion(), at)?];
    let rounding = |body: &Moving, reach: f64| body.motion().rounding(at, 0, DVec3::new(reach, 0.0, 0.0));
    let error = rounding(a, view_a.reach) + rounding(b, view_b.reach) + excess_a + excess_b;
    Some((PlacedPair::new([view_a, view_b], poses.each_ref()), error))
}

/// The distance of two convex bodies, at least one of which is not a polyhedron. `None` for other pairs.
pub(super) fn convex_distance(bodies: [&Moving; 2], at: f64) -> Option<PairDistance> {
    if bodies.iter().all(|body| body.faceted().is_some()) {
        return None;
    }
    let gap = convex_gap(bodies, at, false)?;
    let gap = if gap.gap.upper() <= 0.0 {
        let [a, b] = bodies;
        let (pair, _) = placed_pair(bodies, [a.convex()?, b.convex()?], at)?;
        PairGap { points: [pair.common_point(); 2], ..gap }
    } else {
        gap
    };
    let feature = |side: usize| {
        let local = FrozenBody::pose(bodies[side].motion(), at)?.inverse().apply(gap.points[side]);
        match bodies[side].prepared() {
            Prepared::Convex(convex) => Some(convex.prepared().shape().feature_at(local)),
            Prepared::Facets(facets) => Some(crate::touch::nearest_feature(facets.mesh(), local)),
            Prepared::Rounded(rounded) => {
                let mesh = rounded.core().shape().mesh()?;
                Some(crate::touch::nearest_feature(mesh, local))
            }
            Prepared::Faces(_)
            | Prepared::Implicit(_)
            | Prepared::HalfSpace(_)
            | Prepared::HeightMap(_)
            | Prepared::Compound(_) => None,
        }
    };
    let features = [0, 1].map(|side| feature(side).unwrap_or(Feature::Part(0)));
    let closest = ClosestPair { points: gap.points, normal: gap.normal, features };
    let effort = Effort { pairs: 1, iterations: 1 };
    Some(PairDistance { distance: gap.distance(), closest, evidence: Evidence::Proved, effort })
}
