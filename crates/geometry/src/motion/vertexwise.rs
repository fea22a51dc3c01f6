//! Deforming motion: key frames of all vertices with linear interpolation between them.

use super::enclosure::hull;
use super::{DeformingKinematics, Enclosure, Kinematics, MotionError, Placement};
use crate::enclose;
use crate::tolerance::ROUNDING_UNITS;
use glam::DVec3;
use std::ops::Range;
use std::sync::Arc;
use tangency_interval::{Interval, Vector3};

/// Positions of every vertex at increasing times. The vertices rest before the first and after the last. Cheap
/// to clone.
#[derive(Clone, Debug, PartialEq)]
pub struct Vertexwise {
    keys: Arc<KeyFrames>,
}

#[derive(Debug, PartialEq)]
struct KeyFrames {
    times: Vec<f64>,
    frames: Vec<Vec<DVec3>>,
}

impl Vertexwise {
    /// The motion through these frames at these times, in seconds.
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
        Ok(Self { keys: Arc::new(KeyFrames { times, frames }) })
    }

    /// The number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.keys.frames[0].len()
    }

    /// The times of the frames, in seconds.
    #[must_use]
    pub fn times(&self) -> &[f64] {
        &self.keys.times
    }

    /// The frames: all vertices at each of the times.
    #[must_use]
    pub fn frames(&self) -> &[Vec<DVec3>] {
        &self.keys.frames
    }
}

impl KeyFrames {
    /// The two frames around `time`, or the same frame twice where the motion rests.
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

    /// The ends of the interval and the frame times between them.
    fn knots(&self, span: Interval) -> Vec<f64> {
        let inside = self.times.iter().copied().filter(|&time| span.lower() < time && time < span.upper());
        std::iter::once(span.lower()).chain(inside).chain(std::iter::once(span.upper())).collect()
    }

    /// The pieces that an interval touches. Piece `i` leads from frame `i` to `i + 1`. A frame at the end of
    /// the interval touches the pieces on both sides.
    fn pieces(&self, span: Interval) -> Range<usize> {
        let last = self.times.len() - 1;
        let first = self.times[1..].partition_point(|&end| end < span.lower());
        let beyond = self.times[..last].partition_point(|&start| start <= span.upper());
        first.min(beyond)..beyond
    }
}

impl Kinematics for Vertexwise {
    fn at(&self, time: f64) -> Placement {
        let KeyFrames { times, frames } = &*self.keys;
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
        (0..self.vertex_count()).map(|vertex| enclosure.path_length(vertex)).fold(0.0, f64::max)
    }

    fn rounding(&self, time: f64, index: usize, _local: DVec3) -> f64 {
        let (before, after) = self.keys.around(time);
        let [before, after] = [before, after].map(|frame| self.keys.frames[frame][index].length());
        ROUNDING_UNITS * f64::EPSILON * (before + after)
    }

    fn straight_between(&self, span: Interval) -> Option<Vec<f64>> {
        Some(self.keys.knots(span))
    }
}

impl DeformingKinematics for Vertexwise {
    fn vertex_count(&self) -> Option<usize> {
        Some(Vertexwise::vertex_count(self))
    }
}

/// Encloses every vertex during a time interval. Each vertex is computed on request.
#[derive(Clone, Debug)]
pub struct VertexwiseEnclosure {
    keys: Arc<KeyFrames>,
    /// The motion is linear between consecutive knots.
    knots: Vec<Knot>,
    /// The pieces between frames that the interval touches.
    pieces: Range<usize>,
    /// The share of each piece that the interval covers.
    shares: Vec<Interval>,
    /// Whether the interval extends before the first frame or beyond the last.
    rests: bool,
}

/// An interpolated instant between two frames.
#[derive(Clone, Copy, Debug)]
struct Knot {
    before: usize,
    after: usize,
    share: Interval,
}

impl VertexwiseEnclosure {
    fn new(keys: Arc<KeyFrames>, span: Interval) -> Self {
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

    /// The positions of all vertices, if the interval is one instant at a frame, or if the vertices rest.
    pub(super) fn frame(&self) -> Option<&[DVec3]> {
        let first = self.knots.first()?.before;
        let rests = self.knots.iter().all(|knot| knot.before == first && knot.after == first);
        rests.then(|| self.keys.frames[first].as_slice())
    }

    /// Holds every position of the vertex during the interval.
    pub(super) fn point(&self, vertex: usize) -> Vector3 {
        hull(self.knots.iter().map(|knot| self.at_knot(knot, vertex)))
    }

    /// Holds every velocity of the vertex during the interval, on both sides of a frame.
    pub(super) fn velocity(&self, vertex: usize) -> Vector3 {
        let times = &self.keys.times;
        let of_piece = |piece: usize| {
            self.step(piece, vertex)
                * (Interval::ONE / (Interval::from(times[piece + 1]) - Interval::from(times[piece])))
        };
        let at_rest = self.rests.then_some(Vector3::ZERO);
        hull(self.pieces.clone().map(of_piece).chain(at_rest))
    }

    /// The displacement of the vertex during a whole piece.
    fn step(&self, piece: usize, vertex: usize) -> Vector3 {
        let [start, end] = [piece, piece + 1].map(|frame| enclose(self.keys.frames[frame][vertex]));
        end - start
    }

    /// Upper bound on the path length of the vertex during the interval.
    fn path_length(&self, vertex: usize) -> f64 {
        let lengths =
            self.pieces.clone().zip(&self.shares).map(|(piece, &share)| self.step(piece, vertex).length() * share);
        lengths.fold(Interval::ZERO, |sum, path_length| sum + path_length).upper().max(0.0)
    }
}
