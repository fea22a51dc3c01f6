//! The pairs of parts of compounds.

use super::{AskPair, merged, renamed};
use crate::among::swept_box;
use crate::merge::Merge;
use crate::{Answer, DetectError, Moving, Prepared, Query};
use tangency_bound::{Aabb, BoundingVolume};
use tangency_geometry::{Compound, Feature};

/// A part of each body. A body that is no compound is its only part.
#[derive(Clone, Copy)]
pub(crate) struct PartPair<'pair> {
    pub(crate) bodies: [&'pair Moving; 2],
    /// Boxes around the parts during the span, inflated by the separation.
    pub(crate) boxes: [Aabb; 2],
    compounds: [Option<(&'pair Compound, usize)>; 2],
}

impl PartPair<'_> {
    /// A feature of the part of a body, as the body numbers it.
    pub(crate) fn feature(&self, side: usize, feature: Feature) -> Feature {
        self.compounds[side].map_or(feature, |(compound, part)| compound.feature_of_part(part, feature))
    }
}

/// A part of a body during the span.
#[derive(Clone, Copy)]
struct BoxedPart<'pair> {
    moving: &'pair Moving,
    around: Aabb,
    compound: Option<(&'pair Compound, usize)>,
}

/// The parts of a body. A body that is no compound is its only part.
fn boxed_parts<'pair>(body: &'pair Moving, query: &Query) -> Vec<BoxedPart<'pair>> {
    let boxed = |moving: &'pair Moving, compound| BoxedPart { moving, around: swept_box(moving, query), compound };
    match (body.parts(), body.prepared()) {
        (Some(parts), Prepared::Compound(compound)) => {
            // A deforming part is prepared for the whole span, so that the answer does not depend on the order in
            // which earlier contacts shorten it.
            for part in parts {
                part.carried(query.span);
            }
            let compound = compound.compound();
            parts.iter().enumerate().map(|(index, part)| boxed(part, Some((compound, index)))).collect()
        }
        (_, _) => vec![boxed(body, None)],
    }
}

/// All pairs of parts, in order.
pub(crate) fn part_pairs<'pair>(bodies: [&'pair Moving; 2], query: &Query) -> Vec<PartPair<'pair>> {
    let [of_a, of_b] = bodies.map(|body| boxed_parts(body, query));
    let pair = |a: &BoxedPart<'pair>, b: &BoxedPart<'pair>| PartPair {
        bodies: [a.moving, b.moving],
        boxes: [a.around, b.around],
        compounds: [a.compound, b.compound],
    };
    of_a.iter().flat_map(|a| of_b.iter().map(move |b| pair(a, b))).collect()
}

/// The first contact over all pairs of parts.
pub(super) fn first_contact(bodies: [&Moving; 2], query: &Query, ask: &AskPair<'_>) -> Result<Answer, DetectError> {
    let mut merge = Merge::new(query);
    for pair in part_pairs(bodies, query) {
        if pair.boxes[0].disjoint(&pair.boxes[1]) {
            continue;
        }
        let [a, b] = pair.bodies;
        let answer = ask(a, b, merge.query())?;
        merge.take((), renamed(answer, [&|feature| pair.feature(0, feature), &|feature| pair.feature(1, feature)]));
    }
    Ok(merged(merge, query))
}
