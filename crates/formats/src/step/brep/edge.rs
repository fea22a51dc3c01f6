//! Edges of STEP files: which part of its curve an edge is.

use super::super::{StepBody, StepCurve, StepEdge, StepPlacement};
use glam::DVec3;
use std::f64::consts::TAU;

/// An edge as a part of its curve, from its start to its end.
pub(super) struct EdgePath<'body> {
    curve: &'body StepCurve,
    /// The parameters of the curve at the start and at the end.
    range: [f64; 2],
    /// The number of pieces that it is cut into.
    pub(super) pieces: usize,
}

impl<'body> EdgePath<'body> {
    /// The part of the curve between the vertices. `None` if that is not known for such a curve.
    pub(super) fn new(body: &'body StepBody, edge: &'body StepEdge) -> Option<Self> {
        let (start, end) = (body.vertices[edge.start], body.vertices[edge.end]);
        let curve = basis(&edge.curve);
        // The edge runs against the curve if the senses differ.
        let forward = edge.same_sense == sense(&edge.curve);
        let closed = edge.start == edge.end;
        let (range, pieces) = match curve {
            StepCurve::Line { point, vector } => {
                let along = |place: DVec3| (place - *point).dot(*vector) / vector.length_squared();
                ([along(start), along(end)], 1)
            }
            StepCurve::Circle { placement, .. } => turns(placement, [1.0, 1.0], [start, end], closed, forward),
            StepCurve::Ellipse { placement, semi_axes } => turns(placement, *semi_axes, [start, end], closed, forward),
            StepCurve::Spline(_) | StepCurve::Polyline(_) | StepCurve::Trimmed(_) | StepCurve::Composite(_) => {
                return None;
            }
        };
        Some(Self { curve, range, pieces })
    }

    /// The point at a share of the edge.
    pub(super) fn at(&self, share: f64) -> Option<DVec3> {
        self.curve.at(self.range[0] + share * (self.range[1] - self.range[0]))
    }
}

/// The curve itself, without trims.
fn basis(curve: &StepCurve) -> &StepCurve {
    match curve {
        StepCurve::Trimmed(trimmed) => basis(&trimmed.basis),
        StepCurve::Line { .. }
        | StepCurve::Circle { .. }
        | StepCurve::Ellipse { .. }
        | StepCurve::Spline(_)
        | StepCurve::Polyline(_)
        | StepCurve::Composite(_) => curve,
    }
}

/// Whether the curve runs in the direction of its basis.
fn sense(curve: &StepCurve) -> bool {
    match curve {
        StepCurve::Trimmed(trimmed) => trimmed.same_sense == sense(&trimmed.basis),
        StepCurve::Line { .. }
        | StepCurve::Circle { .. }
        | StepCurve::Ellipse { .. }
        | StepCurve::Spline(_)
        | StepCurve::Polyline(_)
        | StepCurve::Composite(_) => true,
    }
}

/// The angles at both ends, and a number of pieces that are no longer than a sixteenth of a turn.
fn turns(
    placement: &StepPlacement,
    axes: [f64; 2],
    ends: [DVec3; 2],
    closed: bool,
    forward: bool,
) -> ([f64; 2], usize) {
    let angle = |place: DVec3| {
        let offset = place - placement.origin;
        (offset.dot(placement.y) / axes[1]).atan2(offset.dot(placement.x) / axes[0])
    };
    let from = angle(ends[0]);
    let turn = if closed { TAU } else { (angle(ends[1]) - from).rem_euclid(TAU) };
    let turn = match (closed, forward) {
        (true, true) | (false, true) => turn,
        (true, false) => -TAU,
        (false, false) => turn - TAU,
    };
    let pieces = (turn.abs() / (TAU / 16.0) - 1e-9).ceil().max(1.0);
    ([from, from + turn], pieces as usize)
}
