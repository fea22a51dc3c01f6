//! The first hit among the parts of a compound.

use super::ray::RayHit;
use tangency_geometry::{Compound, Evidence};
use tangency_interval::Interval;

/// The first of the hits of the parts, given in their order. The lower end of the distance is the least of all.
pub(super) fn first(compound: &Compound, hits: impl IntoIterator<Item = Option<RayHit>>) -> Option<RayHit> {
    let mut best: Option<RayHit> = None;
    for (part, hit) in hits.into_iter().enumerate() {
        let Some(hit) = hit else { continue };
        let feature = hit.feature.map(|feature| compound.feature_of_part(part, feature));
        let hit = RayHit { feature, ..hit };
        best = Some(best.map_or(hit, |best| nearer(best, hit)));
    }
    best
}

/// The nearer of two hits. A hit that is not proved may be none: it does not bound the distance from above.
fn nearer(x: RayHit, y: RayHit) -> RayHit {
    let proved = |hit: &RayHit| hit.evidence == Evidence::Proved;
    let (nearest, other) = match (proved(&x), proved(&y)) {
        (true, false) if y.distance.lower() > x.distance.upper() => (x, y),
        (false, true) if x.distance.lower() > y.distance.upper() => (y, x),
        _ if x.distance.upper() <= y.distance.upper() => (x, y),
        _ => (y, x),
    };
    let lower = nearest.distance.lower().min(other.distance.lower());
    let upper = match (proved(&nearest), proved(&other)) {
        (false, true) => nearest.distance.upper().max(other.distance.upper()),
        (true, _) | (false, false) => nearest.distance.upper(),
    };
    // A proved hit within the enclosure is one, whichever part it belongs to.
    let evidence = x.evidence.max(y.evidence);
    RayHit { distance: Interval::between(lower, upper), evidence, ..nearest }
}
