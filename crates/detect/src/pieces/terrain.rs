//! The cells of a height map that another body can reach.
//!
//! The span is halved until the box that the other body sweeps in the frame of the map covers few cells. The cells of
//! each part of the span make a small mesh.

use super::{AskPair, CellPatch, merged, renamed, with_side};
use crate::among::swept_box;
use crate::merge::Merge;
use crate::parts::not_initial;
use crate::tolerance::{HEIGHT_CELLS, HEIGHT_HALVINGS, HEIGHT_SHRINKAGE};
use crate::{Answer, DetectError, Effort, Evidence, Moving, Query, Verdict};
use glam::DVec3;
use tangency_geometry::{Feature, HeightMap};
use tangency_interval::{Interval, Vector3};

/// The region that a body reaches during the span, inflated by the separation, in the frame of a height map.
pub(crate) fn seen_from_map(map: &Moving, other: &Moving, query: &Query) -> Result<[DVec3; 2], DetectError> {
    let pose = map.motion().during(query.span).moving_pose().ok_or(DetectError::Unbounded)?;
    let region = swept_box(other, query).intervals();
    let local: Vector3 = pose.rotation.transpose() * (region - pose.translation);
    let [lower, upper] =
        [DVec3::from_array(local.0.map(|range| range.lower())), DVec3::from_array(local.0.map(|range| range.upper()))];
    if lower.is_finite() && upper.is_finite() { Ok([lower, upper]) } else { Err(DetectError::Unbounded) }
}

/// Calls `work` with meshes of the cells that meet a box in the frame of the map.
pub(crate) fn chunks(
    (map, moving): (&HeightMap, &Moving),
    region: [DVec3; 2],
    mut work: impl FnMut(&CellPatch) -> Result<(), DetectError>,
) -> Result<(), DetectError> {
    let mut cells = map.cells_meeting(region);
    loop {
        let chunk: Vec<[usize; 2]> = cells.by_ref().take(HEIGHT_CELLS).collect();
        if chunk.is_empty() {
            return Ok(());
        }
        work(&CellPatch::new(map, chunk, moving.motion())?)?;
    }
}

/// The search for the first contact of a height map with another body.
struct TerrainSearch<'search> {
    bodies: [&'search Moving; 2],
    side: usize,
    map: &'search HeightMap,
    ask: &'search AskPair<'search>,
}

/// The first contact of a height map with another body. `map`: its side, and the map.
pub(super) fn first_contact(
    bodies: [&Moving; 2],
    (side, map): (usize, &HeightMap),
    query: &Query,
    ask: &AskPair<'_>,
) -> Result<Answer, DetectError> {
    let search = TerrainSearch { bodies, side, map, ask };
    let mut sum = Answer {
        verdict: Verdict::Clear { until: query.span.upper() },
        evidence: Evidence::Proved,
        effort: Effort::default(),
    };
    // The parts of the span, with the number of halvings, in order of time: the next is the last.
    let mut waiting = vec![(query.span, 0)];
    while let Some((span, halvings)) = waiting.pop() {
        let budget = query.budget.map(|budget| budget.saturating_sub(sum.effort.iterations));
        // `outside` is known at the start of the span only.
        let outside = query.outside && span.lower() == query.span.lower();
        let part = Query { span, budget, outside, ..query.clone() };
        let region = seen_from_map(search.bodies[side], search.bodies[1 - side], &part)?;
        let middle = span.mid();
        let splits = halvings < HEIGHT_HALVINGS && span.lower() < middle && middle < span.upper();
        if splits && map.cells_meeting(region).nth(HEIGHT_CELLS).is_some() && search.shrinks(region, &part)? {
            waiting.push((Interval::between(middle, span.upper()), halvings + 1));
            waiting.push((Interval::between(span.lower(), middle), halvings + 1));
            continue;
        }
        let answer = search.ask_cells(region, &part)?;
        sum.effort = sum.effort.plus(answer.effort);
        sum.evidence = sum.evidence.min(answer.evidence);
        match answer.verdict {
            Verdict::Clear { .. } => continue,
            Verdict::Open { .. } => sum.verdict = answer.verdict,
            Verdict::Touch(first) => {
                let last = query.last_simultaneous(first.time.upper()).min(query.span.upper());
                sum.verdict = if last > span.upper() {
                    // Later contacts count too: ask about the longer part.
                    let longer = Query { span: Interval::between(span.lower(), last), ..part };
                    let region = seen_from_map(search.bodies[side], search.bodies[1 - side], &longer)?;
                    let answer = search.ask_cells(region, &longer)?;
                    sum.effort = sum.effort.plus(answer.effort);
                    sum.evidence = sum.evidence.min(answer.evidence);
                    answer.verdict
                } else {
                    Verdict::Touch(first)
                };
            }
        }
        return Ok(if span.lower() == query.span.lower() { sum } else { not_initial(sum) });
    }
    Ok(sum)
}

impl TerrainSearch<'_> {
    /// Whether the other body covers clearly less of the map during the first half of the span: it moves by a good part
    /// of its size.
    fn shrinks(&self, region: [DVec3; 2], query: &Query) -> Result<bool, DetectError> {
        let span = Interval::between(query.span.lower(), query.span.mid());
        let half = Query { span, ..query.clone() };
        let first = seen_from_map(self.bodies[self.side], self.bodies[1 - self.side], &half)?;
        let area = |[lower, upper]: [DVec3; 2]| (upper - lower).truncate().element_product();
        Ok(area(first) < HEIGHT_SHRINKAGE * area(region))
    }

    /// The first contact with the cells that meet a region in the frame of the map.
    fn ask_cells(&self, region: [DVec3; 2], query: &Query) -> Result<Answer, DetectError> {
        let mut merge = Merge::new(query);
        chunks((self.map, self.bodies[self.side]), region, |patch| {
            let [a, b] = with_side(self.bodies, self.side, &patch.moving);
            let (cell, same) = (|feature: Feature| patch.feature(self.map, feature), |feature: Feature| feature);
            let answer = (self.ask)(a, b, merge.query())?;
            merge.take(
                (),
                if self.side == 0 { renamed(answer, [&cell, &same]) } else { renamed(answer, [&same, &cell]) },
            );
            Ok(())
        })?;
        Ok(merged(merge, query))
    }
}
