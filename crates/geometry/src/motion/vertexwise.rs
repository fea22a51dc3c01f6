//! Deforming motion: key frames of all vertices, straight lines between.

use super::{Enclosure, MotionError, Placement};
use glam::DVec3;
use tangency_interval::{Interval, Vector3};

/// Positions of every vertex at increasing times; still before the first and after the last.
#[derive(Clone, Debug, PartialEq)]
pub struct Vertexwise {
    times: Vec<f64>,
    frames: Vec<Vec<DVec3>>,
}

impl Vertexwise {
    /// The motion through these frames at these times.
    pub fn new(times: Vec<f64>, frames: Vec<Vec<DVec3>>) -> Result<Self, MotionError> {
        if times.is_empty() || times.len() != frames.len() {
            return Err(MotionError::Frames(format!("{} times for {} frames", times.len(), frames.len())));
        }
        if let Some(pair) = times.windows(2).find(|pair| !(pair[0] < pair[1])) {
            return Err(MotionError::Frames(format!("frame times must increase, but {} follows {}", pair[1], pair[0])));
        }
        if times.iter().any(|time| !time.is_finite()) {
            return Err(MotionError::Frames("a frame time is not finite".into()));
        }
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
        Ok(Self { times, frames })
    }

    /// How many vertices move.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.frames[0].len()
    }

    /// The frame before `time` and the fraction of the way to the next.
    fn locate(&self, time: f64) -> (usize, f64) {
        let after = self.times.partition_point(|&key| key <= time);
        if after == 0 {
            (0, 0.0)
        } else if after == self.times.len() {
            (after - 1, 0.0)
        } else {
            let (before, next) = (self.times[after - 1], self.times[after]);
            (after - 1, (time - before) / (next - before))
        }
    }

    pub(crate) fn at(&self, time: f64) -> Placement {
        let (frame, fraction) = self.locate(time);
        let next = (frame + 1).min(self.frames.len() - 1);
        let between = |(a, b): (&DVec3, &DVec3)| a.lerp(*b, fraction);
        Placement::Points(self.frames[frame].iter().zip(&self.frames[next]).map(between).collect())
    }

    pub(crate) fn during(&self, span: Interval) -> Enclosure {
        let knots = self.knots(span);
        let mut points = self.enclose_at(knots[0]);
        for &knot in &knots[1..] {
            for (point, other) in points.iter_mut().zip(self.enclose_at(knot)) {
                *point = point.hull(other);
            }
        }
        Enclosure::Points(points)
    }

    /// Encloses the exact position of every vertex at `time`.
    fn enclose_at(&self, time: f64) -> Vec<Vector3> {
        let (frame, fraction) = self.locate(time);
        let next = (frame + 1).min(self.frames.len() - 1);
        if fraction == 0.0 || next == frame {
            return self.frames[frame].iter().map(|point| Vector3::point(point.to_array())).collect();
        }
        let (before, after) = (Interval::from(self.times[frame]), Interval::from(self.times[next]));
        let fraction = (Interval::from(time) - before) / (after - before);
        let between = |(a, b): (&DVec3, &DVec3)| {
            let (a, b) = (Vector3::point(a.to_array()), Vector3::point(b.to_array()));
            a + (b - a) * fraction
        };
        self.frames[frame].iter().zip(&self.frames[next]).map(between).collect()
    }

    /// The ends of the span and the frame times between them.
    pub(crate) fn knots(&self, span: Interval) -> Vec<f64> {
        let inside = self.times.iter().copied().filter(|&time| span.lower() < time && time < span.upper());
        std::iter::once(span.lower()).chain(inside).chain(std::iter::once(span.upper())).collect()
    }
}
