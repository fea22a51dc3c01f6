//! First contact on a screw by interval bisection: slow, and correct by construction.
//!
//! All quantities are computed in interval arithmetic over a span of time, without wave coefficients, derivatives
//! or extrema: positions by rotation, heights and sides by products. A span is free if a sign that contact
//! requires is impossible, or if the bounding boxes of the features are disjoint.

use crate::screw::turn::Turn;
use glam::DVec3;
use tangency_interval::{Interval, Vector, Vector3};

/// The result of testing a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpanKnowledge {
    /// There is no contact in the span.
    Free,
    /// There is a contact in the span.
    Contact,
    Unknown,
}

/// Two features that can be tested over a span.
pub(super) trait Oracle {
    fn test(&self, turn: &Turn, span: Interval) -> SpanKnowledge;

    /// The first span of width `2⁻ᵈᵉᵖᵗʰ` that is not free, with its result. `None` if there is no contact.
    fn first(&self, turn: &Turn, depth: u32) -> Option<([f64; 2], SpanKnowledge)> {
        let mut spans = vec![(Interval::between(0.0, 1.0), depth)];
        while let Some((span, left)) = spans.pop() {
            match (self.test(turn, span), left) {
                (SpanKnowledge::Free, _) => {}
                (known, 0) => return Some(([span.lower(), span.upper()], known)),
                (_, left) => {
                    let (early, late) = span.split();
                    spans.extend([(late, left - 1), (early, left - 1)]);
                }
            }
        }
        None
    }
}

fn enclosed(point: DVec3) -> Vector3 {
    Vector3::point(point.to_array())
}

/// Encloses the position of a moving point during a span.
fn during(turn: &Turn, start: DVec3, span: Interval) -> Vector3 {
    let angle = span * turn.angle;
    let (cosine, sine) = (angle.cos(), angle.sin());
    let [x, y, z] = start.to_array().map(Interval::from);
    Vector([cosine * x - sine * y, sine * x + cosine * y, z + span * turn.slide])
}

fn hull(points: &[Vector3]) -> Vector3 {
    points.iter().copied().fold(points[0], Vector3::hull)
}

fn changes_sign(before: Interval, after: Interval) -> bool {
    (before.upper() < 0.0 && after.lower() > 0.0) || (before.lower() > 0.0 && after.upper() < 0.0)
}

/// A moving vertex and a triangle.
pub(super) struct VertexTriangle {
    pub(super) vertex: DVec3,
    pub(super) triangle: [DVec3; 3],
}

impl Oracle for VertexTriangle {
    fn test(&self, turn: &Turn, span: Interval) -> SpanKnowledge {
        let corners = self.triangle.map(enclosed);
        let [a, b, c] = corners;
        let normal = (b - a).cross(c - a);
        let height = |time: Interval| normal.dot(during(turn, self.vertex, time) - a);
        let position = during(turn, self.vertex, span);
        let sides = [[a, b], [b, c], [c, a]].map(|[p, q]| normal.dot((q - p).cross(position - p)));
        let off_plane = !height(span).contains(0.0);
        if off_plane || sides.iter().any(|side| side.upper() < 0.0) || position.disjoint(hull(&corners)) {
            return SpanKnowledge::Free;
        }
        let ends = [span.lower(), span.upper()].map(|time| height(time.into()));
        let over = sides.iter().all(|side| side.lower() > 0.0);
        if over && changes_sign(ends[0], ends[1]) { SpanKnowledge::Contact } else { SpanKnowledge::Unknown }
    }
}

/// A moving edge and an edge at rest.
pub(super) struct EdgeEdge {
    pub(super) moving: [DVec3; 2],
    pub(super) resting: [DVec3; 2],
}

impl Oracle for EdgeEdge {
    fn test(&self, turn: &Turn, span: Interval) -> SpanKnowledge {
        let along_b = enclosed(self.resting[1]) - enclosed(self.resting[0]);
        let ends = |time: Interval| self.moving.map(|end| during(turn, end, time));
        // The direction vector of the edge rotates and does not slide. As the difference of the enclosed ends it
        // would be far too wide.
        let along = |time: Interval| {
            let unslid = Turn::new(turn.angle, 0.0);
            let (from, to) = (self.moving[0], self.moving[1]);
            let vector = |axis: usize| Interval::from(to[axis]) - Interval::from(from[axis]);
            if [0, 1, 2].iter().all(|&axis| vector(axis).is_singleton()) {
                during(&unslid, to - from, time)
            } else {
                let [p, q] = ends(time);
                q - p
            }
        };
        let between = |time: Interval| enclosed(self.resting[0]) - ends(time)[0];
        let volume = |time: Interval| between(time).dot(along(time).cross(along_b));
        let [p, q] = ends(span);
        if !volume(span).contains(0.0) || hull(&[p, q]).disjoint(hull(&self.resting.map(enclosed))) {
            return SpanKnowledge::Free;
        }
        let (along_a, vector) = (along(span), between(span));
        let normal = along_a.cross(along_b);
        let whole = normal.length_sq();
        let shares = [vector.cross(along_b).dot(normal), vector.cross(along_a).dot(normal)];
        if shares.iter().any(|share| share.upper() < 0.0 || share.lower() > whole.upper()) {
            return SpanKnowledge::Free;
        }
        let sides = [span.lower(), span.upper()].map(|time| volume(time.into()));
        let inside = shares.iter().all(|share| share.lower() > 0.0 && share.upper() < whole.lower());
        if inside && changes_sign(sides[0], sides[1]) { SpanKnowledge::Contact } else { SpanKnowledge::Unknown }
    }
}
