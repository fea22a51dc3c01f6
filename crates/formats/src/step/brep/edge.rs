//! Edges of STEP files: which part of its curve an edge is, and where it is cut.
//!
//! *Idea.* Vertices say where an edge starts and ends. Their parameters on a line, a circle or an ellipse have closed
//! forms; on other curves they are the nearest of some samples, improved by Newton's method. An edge is cut where its
//! curve is not smooth, and later where the polynomials in the domains of its faces would deviate.

use super::super::{StepBody, StepCurve, StepEdge, StepPlacement};
use crate::tolerance::{STEP_CURVE_HALVINGS, STEP_CURVE_SAMPLES};
use glam::DVec3;
use std::f64::consts::TAU;

/// An edge as a part of its curve, from its start to its end.
pub(super) struct EdgePath<'body> {
    curve: &'body StepCurve,
    /// The parameters of the curve at the start and at the end.
    range: [f64; 2],
    /// The range of the whole curve, if it is closed and the edge may pass its seam.
    wrap: Option<[f64; 2]>,
    /// The shares of the edge at which it is cut, from 0 to 1.
    pub(super) cuts: Vec<f64>,
}

impl<'body> EdgePath<'body> {
    /// The part of the curve between the vertices. Places closer than `near` metres are one. `None` if that is not
    /// known for such a curve.
    pub(super) fn new(body: &'body StepBody, edge: &'body StepEdge, near: f64) -> Option<Self> {
        let ends = [body.vertices[edge.start], body.vertices[edge.end]];
        let curve = basis(&edge.curve);
        // The edge runs against the curve if the senses differ.
        let forward = edge.same_sense == sense(&edge.curve);
        let closed = edge.start == edge.end;
        match curve {
            StepCurve::Line { point, vector } => {
                let along = |place: DVec3| (place - *point).dot(*vector) / vector.length_squared();
                Some(Self { curve, range: ends.map(along), wrap: None, cuts: vec![0.0, 1.0] })
            }
            StepCurve::Circle { placement, .. } => {
                let (range, pieces) = turns(placement, [1.0, 1.0], ends, closed, forward);
                Some(Self { curve, range, wrap: None, cuts: even(pieces) })
            }
            StepCurve::Ellipse { placement, semi_axes } => {
                let (range, pieces) = turns(placement, *semi_axes, ends, closed, forward);
                Some(Self { curve, range, wrap: None, cuts: even(pieces) })
            }
            StepCurve::Spline(_) | StepCurve::Polyline(_) | StepCurve::Composite(_) | StepCurve::Trimmed(_) => {
                Self::bounded(curve, ends, closed, forward, near)
            }
        }
    }

    fn bounded(curve: &'body StepCurve, ends: [DVec3; 2], closed: bool, forward: bool, near: f64) -> Option<Self> {
        let [low, high] = curve.range()?;
        let (first, last) = (curve.at(low)?, curve.at(high)?);
        let round = first.distance(last) <= near;
        let is = |place: DVec3, end: DVec3| place.distance(end) <= near;
        let [from, to] = if forward { ends } else { [ends[1], ends[0]] };
        // Along the curve, from the lower to the upper parameter.
        let mut range = [
            if is(from, first) { low } else { nearest(curve, [low, high], from)? },
            if is(to, last) { high } else { nearest(curve, [low, high], to)? },
        ];
        if closed && round {
            range = if range[0] == low { [low, high] } else { [range[0], range[0] + high - low] };
        } else if range[1] <= range[0] {
            if !round {
                return None;
            }
            range[1] += high - low;
        }
        let mut knots = Vec::new();
        breaks(curve, &mut knots)?;
        let share = |knot: f64| (knot - range[0]) / (range[1] - range[0]);
        let again = knots.iter().map(|knot| knot + high - low);
        let mut cuts: Vec<f64> = knots.iter().copied().chain(again).map(share).collect();
        if !forward {
            cuts.iter_mut().for_each(|cut| *cut = 1.0 - *cut);
            range.reverse();
        }
        cuts.retain(|cut| (1e-9..=1.0 - 1e-9).contains(cut));
        cuts.extend([0.0, 1.0]);
        cuts.sort_by(f64::total_cmp);
        cuts.dedup_by(|a, b| *a - *b < 1e-9);
        Some(Self { curve, range, wrap: round.then_some([low, high]), cuts })
    }

    /// The point at a share of the edge.
    pub(super) fn at(&self, share: f64) -> Option<DVec3> {
        let mut t = self.range[0] + share * (self.range[1] - self.range[0]);
        if let Some([low, high]) = self.wrap
            && t > high
        {
            t = (t - (high - low)).clamp(low, high);
        } else if let Some([low, high]) = self.curve.range() {
            // Rounding may lead beyond the ends.
            t = t.clamp(low, high);
        }
        self.curve.at(t)
    }

    /// The number of pieces.
    pub(super) fn pieces(&self) -> usize {
        self.cuts.len() - 1
    }
}

fn even(pieces: usize) -> Vec<f64> {
    (0..=pieces).map(|i| i as f64 / pieces as f64).collect()
}

/// The parameter of the nearest point of a bounded curve.
fn nearest(curve: &StepCurve, [low, high]: [f64; 2], place: DVec3) -> Option<f64> {
    let mut knots = Vec::new();
    breaks(curve, &mut knots)?;
    let count = STEP_CURVE_SAMPLES * (knots.len() + 1);
    let at = |i: usize| low + (high - low) * i as f64 / count as f64;
    let distance = |t: f64| curve.at(t.clamp(low, high)).map_or(f64::INFINITY, |point| point.distance_squared(place));
    let best = (0..=count).min_by(|&a, &b| distance(at(a)).total_cmp(&distance(at(b))))?;
    let (mut from, mut to) = (at(best.saturating_sub(1)), at((best + 1).min(count)));
    // The distance has one minimum between the neighbours of the best sample, or nearly so.
    for _ in 0..STEP_CURVE_HALVINGS {
        let (a, b) = (from + (to - from) / 3.0, to - (to - from) / 3.0);
        if distance(a) <= distance(b) {
            to = b;
        } else {
            from = a;
        }
    }
    Some(0.5 * (from + to))
}

/// The parameters at which a bounded curve may not be smooth.
fn breaks(curve: &StepCurve, into: &mut Vec<f64>) -> Option<()> {
    match curve {
        StepCurve::Line { .. } | StepCurve::Circle { .. } | StepCurve::Ellipse { .. } => {}
        StepCurve::Spline(spline) => {
            let [low, high] = spline.range()?;
            into.extend(spline.knots.iter().copied().filter(|&knot| knot > low && knot < high));
            into.dedup();
        }
        StepCurve::Polyline(points) => into.extend((1..points.len().saturating_sub(1)).map(|i| i as f64)),
        StepCurve::Trimmed(trimmed) => {
            let start = trimmed.start.parameter?;
            let mut own = Vec::new();
            breaks(&trimmed.basis, &mut own)?;
            into.extend(own.into_iter().map(|knot| if trimmed.same_sense { knot - start } else { start - knot }));
        }
        StepCurve::Composite(segments) => {
            let mut from = 0.0;
            for segment in segments {
                let [low, high] = segment.curve.range()?;
                let mut own = Vec::new();
                breaks(&segment.curve, &mut own)?;
                let place = |knot: f64| if segment.same_sense { knot - low } else { high - knot };
                into.extend(own.into_iter().map(|knot| from + place(knot)));
                from += high - low;
                into.push(from);
            }
            into.pop();
        }
    }
    Some(())
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
