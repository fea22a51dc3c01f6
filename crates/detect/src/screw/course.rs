//! Two bodies in the frame of a screw: one moves along the screw, the other rests.
//!
//! **Question.** What are the coordinates of the vertices of both bodies in the frame of the screw, with z along
//! its axis, and how large is the error of computing them in floating point?
//!
//! **Idea.** The frame is fixed by floating-point numbers near the exact axis. The difference between the exact
//! and the rounded screw moves a point at distance `Y` from the axis by at most
//! `4·|δs|·Y + 2·|δo| + |δb|·Y + |δd| + |δs|·d`, where `δ` are the errors of direction, axis point, angle and
//! slide. Rounding during evaluation adds an error in units of the same lengths.
//!
//! **Guarantee.** [`ScrewCourse::slack`] bounds the distance, at every instant, between a point in the exact
//! relative motion and the same point in floating point, for both bodies together.
//!
//! **Cost.** A microsecond, and three products per vertex.
//!
//! **Source.** Kim & Rossignac 2003, footnote 5 (the local frame of the screw).

use super::objects::Ball;
use super::reject::Extent;
use super::turn::{Turn, cosine_and_sine};
use crate::Facets;
use crate::tolerance::{FAR_AXIS, SCREW_ROUNDINGS};
use glam::{DMat3, DVec3, dvec3};
use std::f64::consts::PI;
use tangency_geometry::{Pose, Screw, ScrewEnclosure};
use tangency_interval::{Interval, Vector3};

/// A body with its pose at the start of the screw's clock.
#[derive(Clone, Copy)]
pub(super) struct PlacedModel<'body> {
    pub(super) model: &'body Facets,
    pub(super) pose: Pose,
    /// A bounding ball in the frame of the body.
    pub(super) ball: Ball,
}

/// A stretch of time during which one body moves along a screw, by at most half a turn, while the other rests.
pub(super) struct ScrewCourse<'body> {
    pub(super) moving: PlacedModel<'body>,
    pub(super) resting: PlacedModel<'body>,
    /// Start and end, on the clock of the query.
    pub(super) span: [f64; 2],
    pub(super) turn: Turn,
    /// Metres. Bounds the total error of the floating-point coordinates of both bodies.
    pub(super) slack: f64,
    /// From the frame in which the screw is given to the frame of the screw, at the start of this stretch: for the
    /// moving and for the resting body.
    frames: [DMat3; 2],
    origin: DVec3,
    /// Metres. The slide of the moving body before the stretch begins.
    slid: f64,
}

/// The vertices of a body and the extents of its features, in the frame of the screw.
pub(super) struct ScrewBody {
    pub(super) positions: Vec<DVec3>,
    pub(super) vertices: Vec<Extent>,
    pub(super) edges: Vec<Extent>,
    pub(super) triangles: Vec<Extent>,
}

/// Bounds the distance of any member from the midpoint.
fn radius_of(vector: Vector3) -> f64 {
    vector.0.iter().map(|coordinate| coordinate.radius()).sum()
}

impl<'body> ScrewCourse<'body> {
    /// The part of a screw from `times[0]` to `times[1]` of its own clock, which is `span` on the clock of the
    /// query. `None` if the axis is so far away that the frame would lose too many digits.
    pub(super) fn new(
        screw: &Screw,
        [moving, resting]: [PlacedModel<'body>; 2],
        times: [f64; 2],
        span: [f64; 2],
    ) -> Option<Self> {
        let ScrewEnclosure { axis_point, direction, turn_rate, slide_rate } = screw.enclosure();
        let start = moving.pose.translation();
        let axis = axis_point.unwrap_or(Vector3::point(start.to_array()));
        let (origin, along) = (DVec3::from_array(axis.mid()), DVec3::from_array(direction.mid()).normalize());
        let reach = [moving, resting].map(|body| body.model.reach() + body.pose.translation().distance(origin));
        if reach[0] > FAR_AXIS * (moving.model.reach() + resting.model.reach()) {
            return None;
        }
        let latest = times[0].abs().max(times[1].abs());
        let (angle, slide) = (turn_rate.upper() * latest, slide_rate.magnitude() * latest);
        let off_axis = 4.0 * radius_of(direction) * reach[0] + 2.0 * radius_of(axis) + radius_of(direction) * slide;
        let off_rates = (turn_rate.radius() * reach[0] + slide_rate.radius()) * latest;
        let poses = moving.pose.rounding(moving.model.reach()) + resting.pose.rounding(resting.model.reach());
        let sizes = (1.0 + angle) * reach[0] + reach[1] + slide;
        let slack = off_axis + off_rates + poses + SCREW_ROUNDINGS * f64::EPSILON * sizes;
        let (x, y) = along.any_orthonormal_pair();
        let to_screw = DMat3::from_cols(x, y, along).transpose();
        let passed = cosine_and_sine(turn_rate.mid() * times[0]);
        let passed = DMat3::from_cols(dvec3(passed.x, passed.y, 0.0), dvec3(-passed.y, passed.x, 0.0), DVec3::Z);
        let length = times[1] - times[0];
        Some(Self {
            moving,
            resting,
            span,
            turn: Turn::new((turn_rate.mid() * length).min(PI), slide_rate.mid() * length),
            slack,
            frames: [passed * to_screw, to_screw],
            origin,
            slid: slide_rate.mid() * times[0],
        })
    }

    /// A point of a body in the frame of the screw, at the start of the stretch.
    fn position(&self, moves: bool, local: DVec3) -> DVec3 {
        let (body, frame) = if moves { (&self.moving, self.frames[0]) } else { (&self.resting, self.frames[1]) };
        let position = frame * (body.pose.apply(local) - self.origin);
        if moves { position + DVec3::new(0.0, 0.0, self.slid) } else { position }
    }

    /// The bounding ball of a body, in the frame of the screw.
    pub(super) fn ball(&self, moves: bool) -> Ball {
        let body = if moves { &self.moving } else { &self.resting };
        Ball { centre: self.position(moves, body.ball.centre), ..body.ball }
    }

    /// The vertices of a body and the extents of its features, in the frame of the screw.
    pub(super) fn body(&self, moves: bool) -> ScrewBody {
        let model = if moves { self.moving.model } else { self.resting.model };
        let mesh = model.mesh();
        let positions: Vec<DVec3> = mesh.vertices().iter().map(|&vertex| self.position(moves, vertex)).collect();
        let at = |index: u32| positions[index as usize];
        ScrewBody {
            vertices: positions.iter().map(|&position| Extent::vertex(position)).collect(),
            edges: mesh.edges().iter().map(|&edge| Extent::edge(edge.map(at))).collect(),
            triangles: mesh.triangles().iter().map(|&triangle| Extent::triangle(triangle.map(at))).collect(),
            positions,
        }
    }

    /// The instants at two fractions of the stretch: the first rounded down, the second rounded up.
    pub(super) fn times(&self, [from, to]: [f64; 2]) -> [f64; 2] {
        let [start, end] = self.span.map(Interval::from);
        let at = |share: f64| start + (end - start) * share;
        let within = |time: f64| time.clamp(self.span[0], self.span[1]);
        [within(at(from).lower()), within(at(to).upper())]
    }
}
