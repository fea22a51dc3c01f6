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
use crate::convex::PlacedPair;
use crate::{Effort, Evidence, Moving, PairGap, Prepared};
use glam::DVec3;
use tangency_geometry::{Feature, Pose};
use tangency_interval::Interval;

/// The gap of two convex bodies. `None` if one is not convex or not rigid. `depth`: also for bodies that overlap.
pub(super) fn convex_gap(bodies: [&Moving; 2], at: f64, depth: bool) -> Option<PairGap> {
    let side = |body: &'_ Moving| -> Option<(Pose, f64)> {
        let (view, excess) = body.convex()?;
        let pose = FrozenBody::pose(body.motion(), at)?;
        Some((pose, body.motion().rounding(at, 0, DVec3::new(view.reach, 0.0, 0.0)) + excess))
    };
    let [(pose_a, error_a), (pose_b, error_b)] = [side(bodies[0])?, side(bodies[1])?];
    let views = [bodies[0].convex()?.0, bodies[1].convex()?.0];
    let gap = PlacedPair::new(views, [&pose_a, &pose_b]).gap(depth);
    let error = error_a + error_b;
    let widened = gap.gap + Interval::between(-error, error);
    error.is_finite().then_some(PairGap { gap: widened, ..gap })
}

/// A point of two convex bodies that overlap.
fn common_point([a, b]: [&Moving; 2], at: f64) -> Option<DVec3> {
    let poses = [FrozenBody::pose(a.motion(), at)?, FrozenBody::pose(b.motion(), at)?];
    Some(PlacedPair::new([a.convex()?.0, b.convex()?.0], poses.each_ref()).common_point())
}

/// The distance of two convex bodies, at least one of which is not a polyhedron. `None` for other pairs.
pub(super) fn convex_distance(bodies: [&Moving; 2], at: f64) -> Option<PairDistance> {
    if bodies.iter().all(|body| body.faceted().is_some()) {
        return None;
    }
    let gap = convex_gap(bodies, at, false)?;
    let gap = if gap.gap.upper() <= 0.0 { PairGap { points: [common_point(bodies, at)?; 2], ..gap } } else { gap };
    let feature = |side: usize| {
        let local = FrozenBody::pose(bodies[side].motion(), at)?.inverse().apply(gap.points[side]);
        match bodies[side].prepared() {
            Prepared::Convex(convex) => Some(convex.prepared().shape().feature_at(local)),
            Prepared::Facets(facets) => Some(crate::touch::nearest_feature(facets.mesh(), local)),
            Prepared::Faces(_) | Prepared::Implicit(_) => None,
        }
    };
    let features = [0, 1].map(|side| feature(side).unwrap_or(Feature::Part(0)));
    let closest = ClosestPair { points: gap.points, normal: gap.normal, features };
    let effort = Effort { pairs: 1, iterations: 1 };
    Some(PairDistance { distance: gap.distance(), closest, evidence: Evidence::Proved, effort })
}
