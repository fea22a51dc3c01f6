//! Deforming motion: key frames of all vertices, straight lines between.

use super::enclosure::hull;
use super::{Enclosure, MotionError, Path, Placement};
use crate::enclose;
use crate::tolerance::ROUNDING_UNITS;
use glam::DVec3;
use std::ops::Range;
use std::sync::Arc;
use tangency_interval::{Interval, Vector3};

/// Positions of every vertex at increasing times; still before the first and after the last. Cheap to clone.
#[derive(Clone, Debug, PartialEq)]
pub struct Vertexwise {
    keys: Arc<Keys>,
}

#[derive(Debug, PartialEq)]
struct Keys {
    times: Vec<f64>,
    frames: Vec<Vec<DVec3>>,
}

impl Vertexwise {
    /// The motion through these frames at these times.
    pub fn new(times: Vec<f64>, frames: Vec<Vec<DVec3>>) -> Result<Self, MotionError> {
        if times.is_empty() || times.len() != frames.len() {
            return Err(MotionError::Frames(format!("{} times for {} frames", times.len(), frames.len())));
        }
        MotionError::increasing("frame", &times)?;
        for (index, frame) in frames.iter().enumerate() {
            if frame.len() != frames[0].len() {
                return Err(MotionError::Frames(format!(
                    "frame {index} has {} vertices, the first has {}",
                    frame.len(),
                    frames[0].len()
                )));
            }
            if let Some(vertex) = frame.iter().position(|vertex| !vertex.is_finite()) {
                return Err(MotionError::Frames(format!(
                    "vertex {vertex} of frame {index} at {} is not finite",
                    frame[vertex]
                )));
            }
        }
        Ok(Self { keys: Arc::new(Keys { times, frames }) })
    }

    /// How many vertices move.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.keys.frames[0].len()
    }

    /// The times of the frames.
    #[must_use]
    pub fn times(&self) -> &[f64] {
        &self.keys.times
    }

    /// The frames: every vertex at each of the times.
    #[must_use]
    pub fn frames(&self) -> &[Vec<DVec3>] {
        &self.keys.frames
    }
}

impl Keys {
    /// The pair of frames around `time` (the same twice, where the motion is at rest) and the times between them.
    fn around(&self, time: f64) -> (usize, usize) {
        let after = self.times.partition_point(|&key| key <= time);
        if after == 0 {
            (0, 0)
        } else if after == self.times.len() || self.times[after - 1] == time {
            (after - 1, after - 1)
        } else {
            (after - 1, after)
        }
    }

    /// The ends of the span and the frame times between them.
    fn knots(&self, span: Interval) -> Vec<f64> {
        let inside = self.times.iter().copied().filter(|&time| span.lower() < time && time < span.upper());
        std::iter::once(span.lower()).chain(inside).chain(std::iter::once(span.upper())).collect()
    }

    /// The frames that a span touches, as pieces `i` from frame `i` to `i + 1`, both sides of a frame on its edge.
    fn pieces(&self, span: Interval) -> Range<usize> {
        let last = self.times.len() - 1;
        let first = self.times[1..].partition_point(|&end| end < span.lower());
        let beyond = self.times[..last].partition_point(|&start| start <= span.upper());
        first.min(beyond)..beyond
    }
}

impl Path for Vertexwise {
    fn at(&self, time: f64) -> Placement {
        let Keys { times, frames } = &*self.keys;
        let (before, after) = self.keys.around(time);
        if before == after {
            return Placement::Points(frames[before].clone());
        }
        let fraction = (time - times[before]) / (times[after] - times[before]);
        let between = |(a, b): (&DVec3, &DVec3)| *a + (*b - *a) * fraction;
        Placement::Points(frames[before].iter().zip(&frames[after]).map(between).collect())
    }

    fn during(&self, span: Interval) -> Enclosure {
        Enclosure::Vertexwise(VertexwiseEnclosure::new(self.keys.clone(), span))
    }

    fn travel(&self, span: Interval, _reach: f64) -> f64 {
        let enclosure = VertexwiseEnclosure::new(self.keys.clone(), span);
        (0..self.vertex_count()).map(|vertex| enclosure.way(vertex)).fold(0.0, f64::max)
    }

    fn rounding(&self, time: f64, index: usize, _local: DVec3) -> f64 {
        let (before, after) = self.keys.around(time);
        let [before, after] = [before, after].map(|frame| self.keys.frames[frame][index].length());
        ROUNDING_UNITS * f64::EPSILON * (before + after)
    }

    fn straight_between(&self, span: Interval) -> Option<Vec<f64>> {
        Some(self.keys.knots(span))
    }

    fn vertex_count(&self) -> Option<usize> {
        Some(Vertexwise::vertex_count(self))
    }
}

/// Every vertex during a span of time; each is computed when it is asked for.
#[derive(Clone, Debug)]
pub struct VertexwiseEnclosure {
    keys: Arc<Keys>,
    /// Straight lines lead from each of these to the next.
    knots: Vec<Knot>,
    /// The pieces between frames that the span touches.
    pieces: Range<usize>,
    /// How much of each piece the span covers.
    shares: Vec<Interval>,
    /// Whether the span reaches to before the first frame or beyond the last.
    rests: bool,
}

/// A share of the way from one frame to another.
#[derive(Clone, Copy, Debug)]
struct Knot {
    before: usize,
    after: usize,
    share: Interval,
}

impl VertexwiseEnclosure {
    fn new(keys: Arc<Keys>, span: Interval) -> Self {
        let share = |time: f64| {
            let (before, after) = keys.around(time);
            if before == after {
                return Knot { before, after, share: Interval::ZERO };
            }
            let [start, end] = [before, after].map(|frame| Interval::from(keys.times[frame]));
            Knot { before, after, share: (Interval::from(time) - start) / (end - start) }
        };
        let knots = keys.knots(span).into_iter().map(share).collect();
        let pieces = keys.pieces(span);
        let covered = |piece: usize| {
            let [start, end] = [keys.times[piece], keys.times[piece + 1]];
            let part = span.intersection(Interval::between(start, end));
            let ends = [part.lower(), part.upper(), start, end].map(Interval::from);
            (ends[1] - ends[0]) / (ends[3] - ends[2])
        };
        let shares = pieces.clone().map(covered).collect();
        let rests = span.lower() <= keys.times[0] || span.upper() >= keys.times[keys.times.len() - 1];
        Self { keys, knots, pieces, shares, rests }
    }

    fn at_knot(&self, knot: &Knot, vertex: usize) -> Vector3 {
        let [before, after] = [knot.before, knot.after].map(|frame| enclose(self.keys.frames[frame][vertex]));
        if knot.before == knot.after { before } else { before + (after - before) * knot.share }
    }

    pub(super) fn vertex_count(&self) -> usize {
        self.keys.frames[0].len()
    }

    /// Where all vertices are, if the span is one instant and that of a frame, or of rest before or after all frames.
    pub(super) fn frame(&self) -> Option<&[DVec3]> {
        let first = self.knots.first()?.before;
        let rests = self.knots.iter().all(|knot| knot.before == first && knot.after == first);
        rests.then(|| self.keys.frames[first].as_slice())
    }

    /// Holds every place of the vertex during the span.
    pub(super) fn point(&self, vertex: usize) -> Vector3 {
        hull(self.knots.iter().map(|knot| self.at_knot(knot, vertex)))
    }

    /// Holds every velocity of the vertex during the span, also those on both sides of a frame.
    pub(super) fn velocity(&self, vertex: usize) -> Vector3 {
        let times = &self.keys.times;
        let of_piece = |piece: usize| {
            self.step(piece, vertex)
                * (Interval::ONE / (Interval::from(times[piece + 1]) - Interval::from(times[piece])))
        };
        let at_rest = self.rests.then_some(Vector3::ZERO);
        hull(self.pieces.clone().map(of_piece).chain(at_rest))
    }

    /// What the vertex moves by during a whole piece.
    fn step(&self, piece: usize, vertex: usize) -> Vector3 {
        let [start, end] = [piece, piece + 1].map(|frame| enclose(self.keys.frames[frame][vertex]));
        end - start
    }

    /// Upper bound on the way of the vertex during the span.
    fn way(&self, vertex: usize) -> f64 {
        let ways =
            self.pieces.clone().zip(&self.shares).map(|(piece, &share)| self.step(piece, vertex).length() * share);
        ways.fold(Interval::ZERO, |sum, way| sum + way).upper().max(0.0)
    }
}
