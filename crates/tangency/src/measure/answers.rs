//! The measurements of pairs, as reports with names on the clock of the scene.

use super::curve::{CurveQuestion, curve};
use super::selection::PairSelection;
use super::{MeasureOptions, MeasureTime};
use crate::tolerance::OPEN_PLACES_LISTED;
use rayon::prelude::*;
use tangency_detect::{
    ClosestApproach, ClosestPair, DetectError, Effort, Evidence, IntersectionCurve, LocalDepth, MeasuredPairs, Moving,
    OverlapVerdict, PairDepth, PairDistance, PairIntersection, PairMeasure, Query, SceneQueryError, closest_approach,
    closest_approaches_among, depth, distance, distances_among, intersection_curves, overlap,
};
use tangency_formats::Scene;
use tangency_formats::measurement::{
    DepthRegionReport, DepthReport, DistanceCurve, IntersectionCurveReport, IntersectionReport, MeasuredPairReport,
    OverlapName,
};
use tangency_interval::Interval;

/// The reports of the listed pairs, and the work that they took.
pub(super) type PairReports = Result<(Vec<MeasuredPairReport>, Effort), SceneQueryError>;

/// Measures the pairs of a scene.
pub(crate) struct SceneMeter<'scene> {
    pub(crate) scene: &'scene Scene,
    pub(crate) bodies: &'scene [Moving],
    pub(crate) when: MeasureTime,
    pub(crate) query: Query,
    pub(crate) options: &'scene MeasureOptions,
}

impl SceneMeter<'_> {
    /// The reports of the listed pairs, nearest first; of those that overlap, the deepest first.
    pub(super) fn measured(&self, selection: &PairSelection) -> PairReports {
        let (mut reports, mut effort) = match self.when {
            MeasureTime::Start => self.at_instant(selection, 0.0)?,
            MeasureTime::At(at) => {
                let since_start = (at - self.scene.span.start).clamp(0.0, self.scene.span.length());
                self.at_instant(selection, since_start)?
            }
            MeasureTime::Over => self.over_span(selection)?,
        };
        reports.sort_by(|(_, x), (_, y)| {
            let deep = |report: &MeasuredPairReport| report.penetration.as_ref().map_or(0.0, |found| found.depth[1]);
            x.distance[1].total_cmp(&y.distance[1]).then_with(|| deep(y).total_cmp(&deep(x)))
        });
        let drawn = self.options.curves.min(reports.len());
        let curves = reports[..drawn].par_iter().map(|(pair, report)| self.curve(*pair, report));
        let curves = curves.collect::<Result<Vec<_>, _>>()?;
        for ((_, report), curve) in reports.iter_mut().zip(curves) {
            let Some((curve, work)) = curve else { continue };
            effort = effort.plus(work);
            report.curve = Some(curve);
        }
        Ok((reports.into_iter().map(|(_, report)| report).collect(), effort))
    }

    /// The distances at an instant of the clock of the motions.
    fn at_instant(&self, selection: &PairSelection, at: f64) -> IndexedReports {
        let one = |a: &Moving, b: &Moving| distance(a, b, at, &self.query);
        let among = |bodies: &[&Moving], wanted| distances_among(bodies, wanted, at, &self.query);
        let found = self.pairs(selection, one, among, |found: &PairDistance| found.distance)?;
        let reports = found.par_iter().map(|pair| {
            let failed = |source| SceneQueryError { pair: Some([pair.a, pair.b]), source };
            self.instant_report(pair, at).map_err(failed)
        });
        Ok(summed(reports.collect::<Result<Vec<_>, _>>()?))
    }

    fn instant_report(&self, pair: &PairMeasure<PairDistance>, at: f64) -> Result<CountedReport, DetectError> {
        let PairMeasure { a, b, measure: found } = *pair;
        let [body_a, body_b] = [&self.bodies[a], &self.bodies[b]];
        let (mut evidence, mut effort, mut range) = (found.evidence, found.effort, found.distance);
        let mut penetration = None;
        let verdict = if range.lower() > 0.0 {
            OverlapName::Apart
        } else {
            let decided = overlap(body_a, body_b, at, &self.query)?;
            (evidence, effort) = (evidence.min(decided.evidence), effort.plus(decided.effort));
            let verdict = match decided.verdict {
                OverlapVerdict::Apart { .. } => OverlapName::Apart,
                OverlapVerdict::Overlapping { .. } => OverlapName::Overlap,
                OverlapVerdict::Open => OverlapName::Open,
            };
            if verdict == OverlapName::Overlap && decided.evidence == Evidence::Proved {
                range = Interval::ZERO;
            }
            if verdict != OverlapName::Apart {
                let found = depth(body_a, body_b, at, &self.query)?;
                (evidence, effort) = (evidence.min(found.evidence), effort.plus(found.effort));
                penetration = Some(depth_report(&found));
            }
            verdict
        };
        let intersection = match verdict {
            OverlapName::Overlap | OverlapName::Open if self.options.intersections => self.intersection([a, b], at)?,
            OverlapName::Apart | OverlapName::Overlap | OverlapName::Open => None,
        };
        let time = self.scene.span.clock(at.into());
        let complete = range.width() <= self.query.tolerance;
        let report = MeasuredPairReport {
            verdict,
            evidence,
            penetration,
            intersection,
            complete,
            at: match self.when {
                MeasureTime::At(given) => given,
                MeasureTime::Start | MeasureTime::Over => time[0],
            },
            ..self.report([a, b], range, time, &found.closest)
        };
        Ok((([a, b], report), effort))
    }

    /// The curves in which two bodies of curved faces meet. `None` for other bodies.
    fn intersection(&self, [a, b]: [usize; 2], at: f64) -> Result<Option<IntersectionReport>, DetectError> {
        match intersection_curves(&self.bodies[a], &self.bodies[b], at, &self.query) {
            Ok(found) => Ok(Some(intersection_report(&found))),
            // There are no curves to list for bodies of other kinds; the field says so.
            Err(DetectError::NotSplines { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The closest approaches during the span.
    pub(crate) fn over_span(&self, selection: &PairSelection) -> IndexedReports {
        let one = |a: &Moving, b: &Moving| closest_approach(a, b, &self.query);
        let among = |bodies: &[&Moving], wanted| closest_approaches_among(bodies, wanted, &self.query);
        let found = self.pairs(selection, one, among, |found: &ClosestApproach| found.distance)?;
        let reports = found.iter().map(|&PairMeasure { a, b, measure: found }| {
            let verdict = if found.distance.lower() > 0.0 {
                OverlapName::Apart
            } else if found.distance.upper() <= 0.0 {
                OverlapName::Overlap
            } else {
                OverlapName::Open
            };
            let report = MeasuredPairReport {
                verdict,
                evidence: found.evidence,
                complete: found.complete,
                at: self.scene.span.clock(found.at.into())[0],
                ..self.report([a, b], found.distance, self.scene.span.clock(found.time), &found.closest)
            };
            (([a, b], report), found.effort)
        });
        Ok(summed(reports.collect()))
    }

    /// The wanted pairs, nearest first. If all pairs are wanted, or only those of one body, each is measured. Otherwise
    /// the search among many bodies leaves out those that are far apart.
    fn pairs<Measure: Send>(
        &self,
        selection: &PairSelection,
        measure_one: impl Fn(&Moving, &Moving) -> Result<Measure, DetectError> + Sync,
        measure_among: impl Fn(&[&Moving], MeasuredPairs) -> Result<Vec<PairMeasure<Measure>>, SceneQueryError>,
        range: impl Fn(&Measure) -> Interval,
    ) -> Result<Vec<PairMeasure<Measure>>, SceneQueryError> {
        let MeasureOptions { nearest, within, progress, .. } = self.options;
        let limit = within.unwrap_or(f64::INFINITY);
        let done = |count: usize| progress.iter().for_each(|progress| progress.advance(count));
        progress.iter().for_each(|progress| progress.expect(selection.pairs().len()));
        let few = selection.among().filter(|_| nearest.is_some() || limit.is_finite());
        let mut found = match few {
            Some(members) => {
                let bodies: Vec<&Moving> = members.iter().map(|&body| &self.bodies[body]).collect();
                // The pairs that are not wanted may be among the nearest.
                let excluded = selection.excluded();
                let wanted = nearest.map_or(MeasuredPairs::Within(limit), |count| {
                    MeasuredPairs::Nearest(count.saturating_add(excluded.len()))
                });
                let place = |index: usize| members[index];
                let among = measure_among(&bodies, wanted).map_err(|error| SceneQueryError {
                    pair: error.pair.map(|pair| pair.map(place)),
                    source: error.source,
                })?;
                done(selection.pairs().len());
                let named = among.into_iter().map(|pair| PairMeasure { a: place(pair.a), b: place(pair.b), ..pair });
                named.filter(|pair| !excluded.contains(&[pair.a, pair.b])).collect()
            }
            None => {
                let one = |&[a, b]: &[usize; 2]| {
                    let measure = measure_one(&self.bodies[a], &self.bodies[b]);
                    done(1);
                    let failed = |source| SceneQueryError { pair: Some([a, b]), source };
                    measure.map(|measure| PairMeasure { a, b, measure }).map_err(failed)
                };
                let mut all = selection.pairs().par_iter().map(one).collect::<Result<Vec<_>, _>>()?;
                all.sort_by(|x, y| {
                    let order = range(&x.measure).upper().total_cmp(&range(&y.measure).upper());
                    order.then_with(|| [x.a, x.b].cmp(&[y.a, y.b]))
                });
                all
            }
        };
        found.retain(|pair| range(&pair.measure).lower() <= limit);
        found.truncate(nearest.unwrap_or(usize::MAX));
        Ok(found)
    }

    /// A report of the closest points. The verdict and the depth are to be filled in.
    fn report(&self, pair: [usize; 2], range: Interval, time: [f64; 2], closest: &ClosestPair) -> MeasuredPairReport {
        let [a, b] = pair.map(|body| self.scene.bodies[body].name.clone());
        let [feature_a, feature_b] = closest.features;
        MeasuredPairReport {
            a,
            b,
            verdict: OverlapName::Open,
            evidence: Evidence::Computed,
            distance: [range.lower(), range.upper()],
            time,
            at: time[0],
            points: closest.points.map(|point| point.to_array()),
            normal: closest.normal.to_array(),
            feature_a,
            feature_b,
            penetration: None,
            complete: false,
            curve: None,
            intersection: None,
        }
    }

    /// The distance over time. `None` if the span is an instant.
    fn curve(
        &self,
        [a, b]: [usize; 2],
        report: &MeasuredPairReport,
    ) -> Result<Option<(DistanceCurve, Effort)>, SceneQueryError> {
        let least = match self.when {
            MeasureTime::Over => report.distance[0],
            MeasureTime::Start | MeasureTime::At(_) => 0.0,
        };
        let question = CurveQuestion {
            bodies: [&self.bodies[a], &self.bodies[b]],
            span: self.scene.span,
            instant: report.at,
            least,
            query: &self.query,
            progress: self.options.progress.as_deref(),
        };
        let found = curve(&question).map_err(|source| SceneQueryError { pair: Some([a, b]), source })?;
        Ok(found.map(|(mut curve, effort)| {
            if least > 0.0 {
                curve.evidence = curve.evidence.min(report.evidence);
            }
            (curve, effort)
        }))
    }
}

/// A report with the indices of its bodies.
type IndexedReport = ([usize; 2], MeasuredPairReport);

/// A report, and the work that it took.
type CountedReport = (IndexedReport, Effort);

pub(crate) type IndexedReports = Result<(Vec<IndexedReport>, Effort), SceneQueryError>;

fn summed(answers: Vec<CountedReport>) -> (Vec<IndexedReport>, Effort) {
    let effort = answers.iter().fold(Effort::default(), |sum, (_, effort)| sum.plus(*effort));
    (answers.into_iter().map(|(report, _)| report).collect(), effort)
}

fn intersection_report(found: &PairIntersection) -> IntersectionReport {
    let curve = |curve: &IntersectionCurve| IntersectionCurveReport {
        points: curve.points.iter().map(|point| point.to_array()).collect(),
        closed: curve.closed,
        error: curve.error.is_finite().then_some(curve.error),
    };
    let open = found.open.iter().take(OPEN_PLACES_LISTED);
    IntersectionReport {
        curves: found.curves.iter().map(curve).collect(),
        open: open.map(|place| [place.point.x, place.point.y, place.point.z, place.radius]).collect(),
        open_count: found.open.len(),
        complete: found.complete,
    }
}

fn depth_report(found: &PairDepth) -> DepthReport {
    let region = |region: &LocalDepth| DepthRegionReport {
        depth: [region.depth.lower(), region.depth.upper()],
        normal: region.normal.to_array(),
        points: region.points.map(|point| point.to_array()),
        feature_a: region.features[0],
        feature_b: region.features[1],
    };
    DepthReport {
        depth: [found.depth.lower(), found.depth.upper()],
        direction: found.direction.to_array(),
        points: found.points.map(|point| point.to_array()),
        regions: found.regions.iter().map(region).collect(),
    }
}
