//! Joins polylines on neighbouring faces to curves.
//!
//! **Idea.** A curve that leaves a face goes on at the same point on the next one. Ends that agree up to rounding are
//! joined, the nearest first. A curve along the common side of two faces is found on both; one copy is dropped.
//!
//! **Guarantee.** None: the joints are computed. The pieces are proved one by one.

use super::super::splines::PlacedSplines;
use super::equations::FaceCrossing;
use super::polyline::FacePolyline;
use super::{IntersectionCurve, features};
use crate::tolerance::CURVE_JOINT;
use glam::DVec3;

/// Polylines as chains of points, before their ends are joined.
struct Chain {
    curve: IntersectionCurve,
    /// Metres. Ends this close belong together.
    slack: f64,
}

/// The curves that the polylines form. `cut`: metres; ends at trims that are this close belong together.
pub(super) fn joined(lines: Vec<FacePolyline>, models: [&PlacedSplines<'_>; 2], cut: f64) -> Vec<IntersectionCurve> {
    let mut chains: Vec<Chain> = distinct(lines).into_iter().map(|line| Chain::of(line, models, cut)).collect();
    let mut done = Vec::new();
    while let Some(mut chain) = chains.pop() {
        // Each round takes one chain, so that the loop ends.
        while !chain.curve.closed {
            match chain.next(&chains) {
                Some((index, reversed)) => chain.append(chains.swap_remove(index).turned(reversed)),
                None => break,
            }
            chain.close();
        }
        if !chain.curve.closed {
            chain = chain.turned(true);
            while let Some((index, reversed)) = chain.next(&chains) {
                chain.append(chains.swap_remove(index).turned(reversed));
            }
            chain.close();
        }
        done.push(chain.curve);
    }
    done
}

/// Drops copies of curves that run along a border of a face, and points at a corner that a curve passes.
fn distinct(mut lines: Vec<FacePolyline>) -> Vec<FacePolyline> {
    let is_point = |line: &FacePolyline| {
        let length: f64 = line.points.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
        length <= slack(&line.points)
    };
    lines.sort_by_key(is_point);
    let mut kept: Vec<FacePolyline> = Vec::new();
    for line in lines {
        let point = is_point(&line);
        let copy = (point || line.on_border())
            && kept.iter().any(|known| (point || known.on_border()) && covers(known, &line));
        if !copy {
            kept.push(line);
        }
    }
    kept
}

/// Whether all vertices of a polyline are on another one, up to the errors of both.
fn covers(known: &FacePolyline, line: &FacePolyline) -> bool {
    let slack = known.error + line.error + slack(&line.points);
    let near = |point: &DVec3| known.points.windows(2).any(|ends| off_segment(*point, ends[0], ends[1]) <= slack);
    line.points.iter().all(near)
}

fn off_segment(point: DVec3, from: DVec3, to: DVec3) -> f64 {
    let along = to - from;
    let share = ((point - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    point.distance(from + if share.is_finite() { share } else { 0.0 } * along)
}

fn slack(points: &[DVec3]) -> f64 {
    CURVE_JOINT * points.iter().map(|point| point.abs().max_element()).fold(f64::MIN_POSITIVE, f64::max)
}

impl Chain {
    fn of(line: FacePolyline, models: [&PlacedSplines<'_>; 2], cut: f64) -> Self {
        let slack = slack(&line.points).max(if line.cut { cut } else { 0.0 });
        let pair = FaceCrossing { models, faces: line.faces };
        let features = line.parameters.iter().map(|at| features(&pair, at)).collect();
        let FacePolyline { points, closed, error, .. } = line;
        Self { curve: IntersectionCurve { points, features, closed, error }, slack }
    }

    fn turned(mut self, reversed: bool) -> Self {
        if reversed {
            self.curve.points.reverse();
            self.curve.features.reverse();
        }
        self
    }

    /// The chain with the end nearest to the end of this one, and whether it has to be turned.
    fn next(&self, chains: &[Self]) -> Option<(usize, bool)> {
        let end = *self.curve.points.last()?;
        let mut best: Option<(f64, (usize, bool))> = None;
        for (index, other) in chains.iter().enumerate().filter(|(_, other)| !other.curve.closed) {
            for (reversed, start) in [(false, other.curve.points.first()), (true, other.curve.points.last())] {
                let Some(start) = start else { continue };
                let apart = start.distance(end);
                if apart <= self.slack.max(other.slack) && best.is_none_or(|(known, _)| apart < known) {
                    best = Some((apart, (index, reversed)));
                }
            }
        }
        best.map(|(_, found)| found)
    }

    fn append(&mut self, other: Self) {
        // The joint is one vertex with the faces of the piece before it. The next segment moves by the gap.
        let gap = match (self.curve.points.last(), other.curve.points.first()) {
            (Some(end), Some(start)) => end.distance(*start),
            _ => f64::INFINITY,
        };
        self.curve.error = self.curve.error.max(other.curve.error + gap);
        self.curve.points.extend(other.curve.points.into_iter().skip(1));
        self.curve.features.extend(other.curve.features.into_iter().skip(1));
        self.slack = self.slack.max(other.slack);
    }

    fn close(&mut self) {
        let points = &mut self.curve.points;
        let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return };
        if points.len() > 3 && first.distance(last) <= self.slack {
            points.pop();
            points.push(first);
            self.curve.closed = true;
            self.curve.error += first.distance(last);
        }
    }
}
