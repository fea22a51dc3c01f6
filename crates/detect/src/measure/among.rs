//! Distances and closest approaches among many bodies.
//!
//! **Question.** How far are all pairs of many bodies apart, or which pairs are the nearest?
//!
//! **Idea.** The gaps of boxes around the bodies bound the distances from below. Pairs are measured in order of these
//! gaps (`nearest_boxes`), in rounds on all cores, until no pair that is left can be among those wanted.
//!
//! **Guarantee.** That of the distances. No pair is left out that may be nearer than the wanted distance, or nearer
//! than the last of the nearest pairs listed. The answer does not depend on the number of threads.
//!
//! **Cost.** O(n log n) for the boxes of n bodies, and one measurement for each pair whose boxes are that near.

use super::answer::{ClosestApproach, PairDistance};
use super::approach::closest_approach;
use super::instant::distance;
use super::nearest_boxes::BoxTree;
use crate::among::swept_box;
use crate::tolerance::{FIRST_ROUND, LARGEST_ROUND};
use crate::{DetectError, Moving, Query, SceneQueryError};
use rayon::prelude::*;
use tangency_interval::Interval;

/// Which pairs of many bodies to measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MeasuredPairs {
    /// All pairs that are no farther apart than this, in metres; all if it is infinite.
    Within(f64),
    /// This many pairs with the least distances.
    Nearest(usize),
}

/// A measured pair of bodies, by their indices in the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairMeasure<Measure> {
    /// Index of the first body.
    pub a: usize,
    /// Index of the second body, larger than that of the first.
    pub b: usize,
    /// The measurement.
    pub measure: Measure,
}

/// A measurement with an enclosed distance.
trait Ranked: Copy + Send {
    fn range(&self) -> Interval;
}

impl Ranked for PairDistance {
    fn range(&self) -> Interval {
        self.distance
    }
}

impl Ranked for ClosestApproach {
    fn range(&self) -> Interval {
        self.distance
    }
}

/// The distances of pairs of bodies at the instant `at`, nearest first. See [`distance`].
pub fn distances_among(
    bodies: &[&Moving],
    wanted: MeasuredPairs,
    at: f64,
    query: &Query,
) -> Result<Vec<PairMeasure<PairDistance>>, SceneQueryError> {
    if !at.is_finite() {
        return Err(SceneQueryError { pair: None, source: DetectError::Span { start: at, end: at } });
    }
    let instant = Query { span: Interval::from(at), ..query.clone() };
    measured(bodies, wanted, &instant, |a, b| distance(a, b, at, query))
}

/// The closest approaches of pairs of bodies during the span of the query, nearest first. See [`closest_approach`].
pub fn closest_approaches_among(
    bodies: &[&Moving],
    wanted: MeasuredPairs,
    query: &Query,
) -> Result<Vec<PairMeasure<ClosestApproach>>, SceneQueryError> {
    measured(bodies, wanted, query, |a, b| closest_approach(a, b, query))
}

fn measured<Measure: Ranked>(
    bodies: &[&Moving],
    wanted: MeasuredPairs,
    query: &Query,
    measure: impl Fn(&Moving, &Moving) -> Result<Measure, DetectError> + Sync,
) -> Result<Vec<PairMeasure<Measure>>, SceneQueryError> {
    let refused = |source: DetectError| SceneQueryError { pair: None, source };
    let query = Query { separation: 0.0, ..query.clone() };
    query.validate().map_err(refused)?;
    if let MeasuredPairs::Within(limit) = wanted
        && !(limit >= 0.0)
    {
        return Err(refused(DetectError::Length { name: "the largest distance", value: limit, least: "not below 0" }));
    }
    let boxes = BoxTree::new(bodies.par_iter().with_min_len(FIRST_ROUND).map(|body| swept_box(body, &query)).collect());
    let mut pairs = boxes.pairs();
    let mut found: Vec<PairMeasure<Measure>> = Vec::new();
    let mut size = FIRST_ROUND;
    loop {
        let limit = limit(&found, wanted);
        let round: Vec<[usize; 2]> = std::iter::from_fn(|| pairs.next_within(limit)).take(size).collect();
        if round.is_empty() {
            break;
        }
        let ask = |&[a, b]: &[usize; 2]| measure(bodies[a], bodies[b]);
        // A single pair does not wait for the threads to start.
        let answers: Vec<_> = match round.as_slice() {
            [pair] => vec![ask(pair)],
            round => round.par_iter().map(ask).collect(),
        };
        for (&[a, b], answer) in round.iter().zip(answers) {
            let measure = answer.map_err(|source| SceneQueryError { pair: Some([a, b]), source })?;
            found.push(PairMeasure { a, b, measure });
        }
        match wanted {
            MeasuredPairs::Within(_) => {}
            MeasuredPairs::Nearest(count) => {
                sort(&mut found);
                found.truncate(count);
            }
        }
        size = (2 * size).min(LARGEST_ROUND);
    }
    if let MeasuredPairs::Within(limit) = wanted {
        found.retain(|pair| pair.measure.range().lower() <= limit);
        sort(&mut found);
    }
    Ok(found)
}

/// Sorts by the upper ends of the distances.
fn sort<Measure: Ranked>(found: &mut [PairMeasure<Measure>]) {
    found.sort_by(|x, y| {
        let order = x.measure.range().upper().total_cmp(&y.measure.range().upper());
        order.then_with(|| (x.a, x.b).cmp(&(y.a, y.b)))
    });
}

/// Metres. Pairs that are farther apart are not wanted. The measured pairs are in order.
fn limit<Measure: Ranked>(found: &[PairMeasure<Measure>], wanted: MeasuredPairs) -> f64 {
    match wanted {
        MeasuredPairs::Within(limit) => limit,
        MeasuredPairs::Nearest(0) => f64::NEG_INFINITY,
        MeasuredPairs::Nearest(count) => {
            // A pair that is exactly as far as the last of them is not nearer.
            found.get(count - 1).map_or(f64::INFINITY, |pair| pair.measure.range().upper().next_down())
        }
    }
}
