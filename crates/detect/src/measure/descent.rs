//! Distances at instants of a motion, and the least of them near an instant.
//!
//! **Question.** Where near an instant is the distance of two bodies least?
//!
//! **Idea.** The distance of two meshes near a minimum is that of one pair of triangles, which is cheap to follow. Its
//! minimum in time is found first (`minimum`). There both meshes are measured. If other triangles are closer, their
//! minimum is next. The distance of other bodies is minimized itself.
//!
//! **Guarantee.** That of the distance at the instant: an upper bound on the least distance.
//!
//! **Cost.** Some microseconds for a pair of triangles, and two or three distances of the meshes.

use super::answer::PairDistance;
use super::facets::{SurfaceGap, surface_gap};
use super::instant::{PairMemory, continuous, of_surfaces};
use super::minimum::{MinimumSearch, TimedValue};
use super::placed::{PlacedFacetPair, PlacedFacets, corners_at};
use super::triangles::closest_weights;
use crate::closest::weighted;
use crate::convex::{Bodies, Simplex};
use crate::limits::ContactThreshold;
use crate::tolerance::{
    APPROACH_CHANGES, APPROACH_INSTANTS, MINIMUM_EVALUATIONS, MINIMUM_QUESTIONS, MINIMUM_RESOLUTION,
};
use crate::{DetectError, Effort, Faceted, Moving, Query};
use tangency_interval::Interval;

/// Measures two bodies that do not jump during a span.
pub(super) struct ApproachMeter<'bodies> {
    bodies: [&'bodies Moving; 2],
    /// Both as bodies of triangles. `None` if one is not.
    facets: Option<[Faceted<'bodies>; 2]>,
    span: Interval,
    query: Query,
    memory: PairMemory,
}

impl<'bodies> ApproachMeter<'bodies> {
    pub(super) fn new(bodies: [&'bodies Moving; 2], span: Interval, query: &Query, memory: PairMemory) -> Self {
        let [a, b] = bodies.map(Moving::faceted);
        let facets = a.zip(b).map(|(a, b)| [a, b]);
        Self { bodies, facets, span, query: Query { separation: 0.0, ..query.clone() }, memory }
    }

    /// What the answers leave for the next query.
    pub(super) fn memory(&self) -> PairMemory {
        self.memory
    }

    /// Both bodies of triangles. `None` if one is not.
    pub(super) fn facets(&self) -> Option<[Faceted<'bodies>; 2]> {
        self.facets
    }

    /// Whether one of the bodies is not made of triangles.
    pub(super) fn is_curved(&self) -> bool {
        self.facets.is_none()
    }

    /// The distance at an instant, for meshes with bounds that differ by no more than the fraction `excess`. For meshes
    /// it is that of their surfaces, which is not less than that of the bodies.
    pub(super) fn measure(&mut self, time: f64, excess: f64, effort: &mut Effort) -> Result<PairDistance, DetectError> {
        let found = match self.facets {
            None => {
                let budget = self.query.budget.map(|budget| budget.saturating_sub(effort.iterations));
                let query = Query { span: Interval::from(time), budget, ..self.query.clone() };
                continuous(self.bodies, time, &query, &mut self.memory)?
            }
            Some([a, b]) => {
                let placed = [PlacedFacets::new(a, time)?, PlacedFacets::new(b, time)?];
                let pair = PlacedFacetPair::new(placed.each_ref())?;
                let gap = surface_gap(&pair, self.memory.triangles, excess);
                self.memory.triangles = Some(gap.triangles);
                of_surfaces(&gap, &pair)
            }
        };
        *effort = effort.plus(found.effort);
        Ok(found)
    }

    /// Metres. The distance of the convex hulls of two meshes at an instant, up to rounding: not more than the distance
    /// of the meshes. Zero for other bodies.
    pub(super) fn hull_gap(&self, time: f64, simplex: &mut Simplex) -> Result<f64, DetectError> {
        let Some([a, b]) = self.facets else { return Ok(0.0) };
        let placed = [PlacedFacets::new(a, time)?, PlacedFacets::new(b, time)?];
        let pair = PlacedFacetPair::new(placed.each_ref())?;
        Ok(Bodies::of(pair.models).closest(&pair.placed, simplex, ContactThreshold::NONE).lead.max(0.0))
    }

    /// The least distance found near an instant, and its instant.
    pub(super) fn least_near(&mut self, time: f64, effort: &mut Effort) -> Result<(f64, PairDistance), DetectError> {
        let mut best = (time, self.measure(time, 0.0, effort)?);
        let mut reach = self.span.width() / (APPROACH_INSTANTS[0] - 1) as f64;
        for _ in 0..APPROACH_CHANGES {
            let (time, known) = best;
            if known.distance.upper() <= 0.0 || reach <= 0.0 {
                break;
            }
            let ends = [(time - reach).max(self.span.lower()), (time + reach).min(self.span.upper())];
            let Some(facets) = self.facets else { return self.least_by_questions(best, ends, effort) };
            let least = least_of_triangles(facets, self.memory.triangles.unwrap_or_default(), time, ends, self.span);
            let found = self.measure(least.time, 0.0, effort)?;
            let gain = known.distance.upper() - found.distance.upper();
            if gain > 0.0 {
                best = (least.time, found);
            }
            // Other triangles may be closer still, or the minimum is beyond the stretch of time.
            let inside = ends[0] < least.time && least.time < ends[1];
            let expected = (least.value - found.distance.upper()).abs();
            if !(gain > 0.0) || (inside && expected <= 0.01 * self.query.tolerance) {
                break;
            }
            if inside {
                reach = reach.min(4.0 * (least.time - time).abs());
            }
        }
        Ok(best)
    }

    /// The least distance of two triangles near an instant, and its instant. It is an upper bound on that of the
    /// meshes.
    pub(super) fn least_of(&mut self, triangles: [u32; 2], time: f64) -> Result<(f64, PairDistance), DetectError> {
        let Some([a, b]) = self.facets else { return Err(DetectError::Unbounded) };
        let reach = self.span.width() / (APPROACH_INSTANTS[0] - 1) as f64;
        let ends = [(time - reach).max(self.span.lower()), (time + reach).min(self.span.upper())];
        let least = least_of_triangles([a, b], triangles, time, ends, self.span);
        let placed = [PlacedFacets::new(a, least.time)?, PlacedFacets::new(b, least.time)?];
        let pair = PlacedFacetPair::new(placed.each_ref())?;
        self.memory.triangles = Some(triangles);
        Ok((least.time, of_surfaces(&SurfaceGap::above(&pair, triangles), &pair)))
    }

    /// The same by minimizing the distance of the bodies themselves.
    fn least_by_questions(
        &mut self,
        (time, known): (f64, PairDistance),
        ends: [f64; 2],
        effort: &mut Effort,
    ) -> Result<(f64, PairDistance), DetectError> {
        let mut best = (time, known);
        let resolution = MINIMUM_RESOLUTION[1] * self.span.width();
        let search = MinimumSearch { ends, resolution, evaluations: MINIMUM_QUESTIONS };
        search.run(TimedValue { time, value: known.distance.upper() }, |time| {
            let found = self.measure(time, 0.0, effort)?;
            if found.distance.upper() < best.1.distance.upper() {
                best = (time, found);
            }
            Ok::<f64, DetectError>(found.distance.upper())
        })?;
        Ok(best)
    }
}

/// The least distance of two triangles during a stretch of time.
fn least_of_triangles(
    [a, b]: [Faceted<'_>; 2],
    [i, j]: [u32; 2],
    start: f64,
    ends: [f64; 2],
    span: Interval,
) -> TimedValue {
    let distance = |time: f64| {
        let (a, b) = (corners_at(a, i, time), corners_at(b, j, time));
        let weights = closest_weights(&a, &b);
        weighted(&a, weights[0]).distance(weighted(&b, weights[1]))
    };
    let resolution = MINIMUM_RESOLUTION[0] * span.width();
    let search = MinimumSearch { ends, resolution, evaluations: MINIMUM_EVALUATIONS };
    let start = TimedValue { time: start, value: distance(start) };
    search.run(start, |time| Ok::<f64, std::convert::Infallible>(distance(time))).unwrap_or(start)
}
