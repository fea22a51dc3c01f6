//! Splines, extrusions and surfaces of revolution of STEP files as sheets of Bézier patches.
//!
//! *Question.* Which spline surface is a face, and where on it is a point?
//! *Idea.* An extrusion is a spline of degree one along its direction. A surface of revolution is a spline of degree
//! two around its axis, with the weights of a circle in four arcs; its parameter is not the angle, but only the points
//! matter: the sides of the face are found by projecting points of the edges.
//! *Guarantee.* The surface is that of the file up to rounding.
//! *Source.* L. Piegl, W. Tiller, *The NURBS Book*, sections 7.3 and 8.3 to 8.5.

use super::super::{StepCurve, StepSplineCurve, StepSurface};
use crate::tolerance::STEP_POLE;
use glam::{DVec2, DVec3};
use std::f64::consts::FRAC_1_SQRT_2;
use tangency_geometry::spline::{NurbsSurface, SheetPoints, SplineError};

/// A face of splines.
pub(super) struct SheetSurface {
    pub(super) points: SheetPoints,
    /// The lengths of the ranges along which the surface is closed, otherwise infinity.
    pub(super) periods: DVec2,
    /// Whether the sides at the lower and upper ends of u and of v are points.
    collapsed: [[bool; 2]; 2],
}

/// A ball that holds the body, for curves and surfaces without ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    pub(super) centre: DVec3,
    pub(super) radius: f64,
}

impl SheetSurface {
    /// The sheet of a surface. `None` for surfaces by formulas, and for curves that are no spline.
    pub(super) fn new(surface: &StepSurface, around: Around) -> Option<Result<Self, SplineError>> {
        let nurbs = match surface {
            StepSurface::Spline(spline) => NurbsSurface::new(
                spline.degree,
                spline.knots.clone(),
                spline.points.clone(),
                spline.weights.clone().unwrap_or_default(),
            ),
            StepSurface::Extrusion { curve, vector } => extrusion(&spline(curve, around)?, *vector, around),
            StepSurface::Revolution { curve, point, axis } => {
                let mut profile = spline(curve, around)?;
                end_at_axis(&mut profile, [*point, *axis], around);
                revolution(&profile, *point, *axis)
            }
            StepSurface::Plane { .. }
            | StepSurface::Cylinder { .. }
            | StepSurface::Cone { .. }
            | StepSurface::Sphere { .. }
            | StepSurface::Torus { .. } => return None,
        };
        let sheet = nurbs.and_then(|nurbs| nurbs.sheet());
        Some(sheet.map(|sheet| Self::of_points(SheetPoints::new(sheet), STEP_POLE * around.radius)))
    }

    fn of_points(points: SheetPoints, near: f64) -> Self {
        let [u, v] = points.sheet().domain();
        let at = |share: DVec2| points.sheet().at(u[0] + share.x * (u[1] - u[0]), v[0] + share.y * (v[1] - v[0]));
        let shares = [0.0, 0.13, 0.37, 0.5, 0.71, 0.89, 1.0];
        // The place on a side: `axis` is fixed there.
        let on = |axis: usize, end: f64, share: f64| {
            at(if axis == 0 { DVec2::new(end, share) } else { DVec2::new(share, end) })
        };
        let closed =
            |axis: usize| shares.iter().all(|&share| on(axis, 0.0, share).distance(on(axis, 1.0, share)) <= near);
        let period = |axis: usize, range: [f64; 2]| if closed(axis) { range[1] - range[0] } else { f64::INFINITY };
        let periods = DVec2::new(period(0, u), period(1, v));
        let point = |axis: usize, end: f64| {
            shares.iter().all(|&share| on(axis, end, share).distance(on(axis, end, 0.0)) <= near)
        };
        let collapsed = [0, 1].map(|axis| [point(axis, 0.0), point(axis, 1.0)]);
        Self { points, periods, collapsed }
    }

    /// The parameter without meaning at a place, if a whole side of the domain is one point there.
    pub(super) fn free_parameter(&self, place: DVec2, near: f64) -> Option<usize> {
        let domain = self.points.sheet().domain();
        let here = self.points.sheet().at(place.x, place.y);
        (0..2).find_map(|axis| {
            let is_there = |end: usize| {
                let mut corner = place;
                corner[axis] = domain[axis][end];
                self.collapsed[axis][end] && self.points.sheet().at(corner.x, corner.y).distance(here) <= near
            };
            (is_there(0) || is_there(1)).then_some(1 - axis)
        })
    }

    /// The value of the other parameter at a side that is a point, for loops that run along `axis`.
    pub(super) fn pole(&self, axis: usize, above: bool) -> Option<f64> {
        let across = 1 - axis;
        self.collapsed[across][usize::from(above)].then(|| self.points.sheet().domain()[across][usize::from(above)])
    }

    /// Whether the sides at both ends of v are points, if the surface has no border otherwise.
    pub(super) fn whole(&self) -> Option<bool> {
        let [round_u, round_v] = self.periods.to_array().map(f64::is_finite);
        match (round_u, round_v, self.collapsed[1]) {
            (true, true, _) => Some(false),
            (true, false, [true, true]) => Some(true),
            (true, false, _) | (false, _, _) => None,
        }
    }
}

/// The curve as a spline. `None` for curves of several parts.
fn spline(curve: &StepCurve, around: Around) -> Option<StepSplineCurve> {
    match curve {
        StepCurve::Spline(spline) => Some(spline.clone()),
        StepCurve::Trimmed(trimmed) => spline(&trimmed.basis, around),
        StepCurve::Line { point, vector } => {
            // As far as the body reaches.
            let length = vector.length();
            let middle = (around.centre - *point).dot(*vector) / (length * length);
            let reach = (around.radius + around.centre.distance(*point + middle * *vector)) / length;
            let ends = [middle - reach, middle + reach];
            let points = ends.map(|t| *point + t * *vector).to_vec();
            Some(of_points(1, vec![ends[0], ends[0], ends[1], ends[1]], points, None))
        }
        StepCurve::Circle { placement, radius } => {
            Some(arcs(|x, y| placement.at(DVec3::new(radius * x, radius * y, 0.0))))
        }
        StepCurve::Ellipse { placement, semi_axes: [a, b] } => {
            Some(arcs(|x, y| placement.at(DVec3::new(a * x, b * y, 0.0))))
        }
        StepCurve::Polyline(points) => {
            let last = points.len().checked_sub(1).filter(|&last| last > 0)? as f64;
            let inner = (0..points.len()).map(|i| i as f64);
            let knots = std::iter::once(0.0).chain(inner).chain([last]).collect();
            Some(of_points(1, knots, points.clone(), None))
        }
        StepCurve::Composite(_) => None,
    }
}

fn of_points(degree: usize, knots: Vec<f64>, points: Vec<DVec3>, weights: Option<Vec<f64>>) -> StepSplineCurve {
    StepSplineCurve { degree, knots, points, weights, closed: None }
}

/// The knots of a circle in four arcs.
const TURN_KNOTS: [f64; 12] = [0.0, 0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 4.0, 4.0];

/// The control points of a unit circle in four arcs.
const TURN: [[f64; 2]; 9] =
    [[1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [-1.0, 1.0], [-1.0, 0.0], [-1.0, -1.0], [0.0, -1.0], [1.0, -1.0], [1.0, 0.0]];

/// The weight of a control point of the circle.
fn turn_weight(index: usize) -> f64 {
    if index.is_multiple_of(2) { 1.0 } else { FRAC_1_SQRT_2 }
}

fn arcs(place: impl Fn(f64, f64) -> DVec3) -> StepSplineCurve {
    let points = TURN.iter().map(|&[x, y]| place(x, y)).collect();
    of_points(2, TURN_KNOTS.to_vec(), points, Some((0..9).map(turn_weight).collect()))
}

/// C(u) + v vector, as far as the body reaches.
fn extrusion(curve: &StepSplineCurve, vector: DVec3, around: Around) -> Result<NurbsSurface, SplineError> {
    let length = vector.length();
    let along = |point: &DVec3| (around.centre - *point).dot(vector) / (length * length);
    let shares = || curve.points.iter().map(along);
    let reach = around.radius / length;
    let low = shares().fold(f64::INFINITY, f64::min) - reach;
    let high = shares().fold(f64::NEG_INFINITY, f64::max) + reach;
    let points = curve.points.iter().flat_map(|&point| [point + low * vector, point + high * vector]).collect();
    let twice = |weights: &Vec<f64>| weights.iter().flat_map(|&weight| [weight; 2]).collect();
    let weights = curve.weights.as_ref().map(twice).unwrap_or_default();
    NurbsSurface::new([curve.degree, 1], [curve.knots.clone(), vec![low, low, high, high]], points, weights)
}

/// Ends a straight profile where it meets the axis: a cone has one tip, and the body is on one side of it.
fn end_at_axis(profile: &mut StepSplineCurve, [point, axis]: [DVec3; 2], around: Around) {
    let [from, to] = profile.points[..] else { return };
    let out = |place: DVec3| (place - point).reject_from_normalized(axis);
    let change = out(to) - out(from);
    let share = -out(from).dot(change) / change.length_squared();
    let tip = from.lerp(to, share);
    if !(share > 0.0 && share < 1.0) || out(tip).length() > STEP_POLE * around.radius {
        return;
    }
    let tip = tip - out(tip);
    let [low, high] = [profile.knots[0], profile.knots[3]];
    let knot = low + share * (high - low);
    // The half along which the axis leads from the tip to the middle of the body.
    let upper = (around.centre - tip).dot(axis) * (to - from).dot(axis) >= 0.0;
    let ends = if upper { [knot, high] } else { [low, knot] };
    profile.points = if upper { vec![tip, to] } else { vec![from, tip] };
    profile.knots = vec![ends[0], ends[0], ends[1], ends[1]];
}

/// The curve turned around an axis. u runs from 0 to 4 in a turn, v along the curve.
fn revolution(curve: &StepSplineCurve, point: DVec3, axis: DVec3) -> Result<NurbsSurface, SplineError> {
    let place = |[x, y]: [f64; 2], from: DVec3| {
        let foot = point + (from - point).dot(axis) * axis;
        let out = from - foot;
        foot + x * out + y * axis.cross(out)
    };
    let points = TURN.iter().flat_map(|&turn| curve.points.iter().map(move |&from| place(turn, from))).collect();
    let weight = |index: usize| curve.weights.as_ref().map_or(1.0, |weights| weights[index]);
    let row = |turn: usize| (0..curve.points.len()).map(move |index| turn_weight(turn) * weight(index));
    let weights = (0..TURN.len()).flat_map(row).collect();
    NurbsSurface::new([2, curve.degree], [TURN_KNOTS.to_vec(), curve.knots.clone()], points, weights)
}
