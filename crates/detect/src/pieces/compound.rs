//! The pairs of parts of compounds.

use super::{AskPair, renamed};
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

/// All pairs of parts, in order.
pub(crate) fn part_pairs<'pair>(bodies: [&'pair Moving; 2], query: &Query) -> Vec<PartPair<'pair>> {
    let boxed = |body: &'pair Moving| -> Vec<(&'pair Moving, Aabb, Option<(&'pair Compound, usize)>)> {
        match (body.parts(), body.prepared()) {
            (Some(parts), Prepared::Compound(compound)) => {
                let numbered = parts.iter().enumerate();
                numbered
                    .map(|(index, part)| (part, swept_box(part, query), Some((compound.compound(), index))))
                    .collect()
            }
            (_, _) => vec![(body, swept_box(body, query), None)],
        }
    };
    let [of_a, of_b] = bodies.map(boxed);
    let pair = |&(a, box_a, part_a): &_, &(b, box_b, part_b): &_| PartPair {
        bodies: [a, b],
        boxes: [box_a, box_b],
        compounds: [part_a, part_b],
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
    let merged = merge.finish();
    Ok(Answer { verdict: merged.verdict, evidence: merged.evidence, effort: merged.effort })
}
