//! Zone events: until when the closest features stay, and the bodies stay apart.
//!
//! **Question.** Two polyhedra move. When may they touch, and when may other features become the closest?
//!
//! **Idea.** *Apart.* Along a fixed direction `n`, a point at `r` from the origin of a body that turns with a constant
//! angular velocity `ω` moves by `n·(ω × r) = (n × ω)·r`, so at most by `|n × ω|` times the reach of the body. With the
//! relative velocity `v` and acceleration `g` of the origins, the lead of `b` over `a` along `n` is after `t` at least
//!
//! ```text
//! L − c·t + ½·(n·g)·t²,   c = −n·v + |n × ω_a|·reach_a + |n × ω_b|·reach_b
//! ```
//!
//! Its first root is a time before which the bodies do not touch: a spin about the normal costs nothing, and bodies that
//! fall side by side have no `g`.
//!
//! *Zones.* The closest features stay until a wall is crossed. Seen from either body, points of the other move by at most
//! `U`, and directions turn by at most `Ω = |ω_b − ω_a|`. So the distance of a point from a wall changes by `U`, the part
//! of a face's normal along an edge by `Ω`. The common normal of two edges at an angle with the sine `σ` turns by `Ω/σ`,
//! and their closest points, at the distance `g`, slide along them by `(U + g·Ω/σ)/σ`: the closest points differ by `g`
//! times the normal, and the parts of that equation along both edges give their speeds. The least margin over its rate is
//! the time.
//!
//! **Guarantee.** The time of [`MotionBounds::apart_for`] is a proof, rounding included, if the bounds hold. The time until
//! which features stay is computed: walls are rounded. [`ClosestFeatures::next_event`] skips no contact.
//!
//! **Cost.** A few dozen operations for the first, about as many for each wall of the second.
//!
//! **Source.** Dworkin 1994, section 5.2 and appendix K, which intersects a point with a plane that turns, in closed form
//! for straight motions and numerically otherwise. Bounds on rates are certain for all motions and cost several steps for
//! one event. Mirtich 1996 for the bound along a direction.

use super::polyhedron::{FaceSide, ZoneFeature};
use super::walk::{Spot, Walk};
use super::{ClosestFeatures, FeatureDistance, relative};
use crate::flight::rotation_matrix;
use crate::tolerance::{EVENT_STEPS, PARALLEL_FEATURES, ROUND_DOWN, ROUND_UP, ZONE_TIME_TRIES};
use glam::DVec3;
use tangency_geometry::Pose;

/// The relative motion of two bodies from an instant on, in the frame of the world. Both turn about the origins of their
/// frames.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MotionBounds {
    /// Metres per second. The velocity of the origin of `b` minus that of `a`, at the instant.
    pub velocity: DVec3,
    /// Metres per second squared. The acceleration of the origin of `b` minus that of `a`, constant.
    pub acceleration: DVec3,
    /// Radians per second. The angular velocities of `a` and of `b`, constant.
    pub spins: [DVec3; 2],
    /// Metres per second. A bound on the speed of points of `b` seen from `a` beyond the motion above. Alone, with zeros
    /// above, it bounds any motion.
    pub extra_speed: f64,
    /// Metres. A bound on how far any two points may be from their relative position in the given poses.
    pub uncertainty: f64,
}

impl MotionBounds {
    /// Seconds. Bodies that are apart now are certainly apart for less than this time: zero if they are not proved apart
    /// now, infinite if they never meet. `reaches`: of both bodies, [`super::Zones::reach`].
    #[must_use]
    pub fn apart_for(&self, found: &FeatureDistance, reaches: [f64; 2]) -> f64 {
        let lead = (found.lower - self.uncertainty) * ROUND_DOWN;
        let sound = self.velocity.is_finite() && self.acceleration.is_finite() && self.extra_speed.is_finite();
        if !(lead > 0.0) || !sound {
            return 0.0;
        }
        let normal = found.normal;
        let turning = |side: usize| normal.cross(self.spins[side]).length() * reaches[side];
        let sizes = self.velocity.length()
            + self.extra_speed
            + self.spins[0].length() * reaches[0]
            + self.spins[1].length() * reaches[1];
        // Rounded up by more than the dozen roundings of products and sums.
        let closing =
            turning(0) + turning(1) + self.extra_speed - normal.dot(self.velocity) + 32.0 * f64::EPSILON * sizes;
        let parting = normal.dot(self.acceleration) - 16.0 * f64::EPSILON * self.acceleration.length();
        if closing <= 0.0 && parting >= 0.0 {
            return f64::INFINITY;
        }
        let products = closing * closing + (2.0 * parting * lead).abs();
        let discriminant = closing * closing - 2.0 * parting * lead + 8.0 * f64::EPSILON * products;
        if discriminant < 0.0 {
            return f64::INFINITY;
        }
        let slope = (closing + discriminant.sqrt()) * if closing > 0.0 { ROUND_UP } else { 1.0 };
        if slope > 0.0 {
            2.0 * lead / slope * ROUND_DOWN
        } else if slope.is_nan() {
            0.0
        } else {
            f64::INFINITY
        }
    }
}

/// The kind of a zone event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureEventKind {
    /// No event within the span: apart, and the same features, to its end.
    Quiet,
    /// Other features are the closest. The bodies are apart up to the end of the bracket.
    NewFeatures,
    /// The bodies may touch within the resolution after the start of the bracket, whose end is the end of the span.
    Contact,
    /// The steps ran out. Nothing is known after the start of the bracket.
    Unfinished,
}

/// The next event of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeatureEvent {
    /// What happens.
    pub kind: FeatureEventKind,
    /// Seconds. The bodies are proved apart before the first instant; the event is not after the second.
    pub bracket: [f64; 2],
    /// The closest features at the last instant that was examined.
    pub found: FeatureDistance,
}

/// The speeds of two bodies as seen from each other, within a horizon.
struct SeenSpeeds {
    /// Metres per second. Of points of one body seen from the other.
    point: f64,
    /// Radians per second. Of directions.
    turn: f64,
}

impl SeenSpeeds {
    fn within(bounds: &MotionBounds, shift: DVec3, reaches: [f64; 2], horizon: f64) -> Self {
        let MotionBounds { velocity, acceleration, spins, extra_speed, .. } = bounds;
        let turn = (spins[1] - spins[0]).length() * ROUND_UP;
        let change = acceleration.length() * horizon;
        // The origin of one body in the turning frame of the other.
        let seen = |side: usize| {
            let spin = spins[side];
            let bend = acceleration.length() + spin.length() * (velocity.length() + change);
            (*velocity - spin.cross(shift)).length() + horizon * bend + turn * reaches[1 - side]
        };
        Self { point: (seen(0).max(seen(1)) + extra_speed) * ROUND_UP, turn }
    }
}

impl ClosestFeatures {
    /// Seconds. The closest features that [`ClosestFeatures::track`] found in these poses stay the closest for this time,
    /// at most for `horizon`. Computed, up to rounding of the walls. Zero if nothing is known.
    #[must_use]
    pub fn features_for(&self, poses: [&Pose; 2], bounds: &MotionBounds, horizon: f64) -> f64 {
        let Some(super::LastSpot { spot, .. }) = self.last else { return 0.0 };
        let of_a = rotation_matrix(poses[0].rotation());
        let walk = Walk::new(self.bodies(), relative(&of_a, poses));
        let shift = poses[1].translation() - poses[0].translation();
        let reaches = self.bodies().map(super::Zones::reach);
        // Two edges may become parallel: within the horizon, the sine of their angle stays above half of what it is.
        let steady = 0.5 * walk.sine(&spot) / ((bounds.spins[1] - bounds.spins[0]).length() * ROUND_UP);
        let (mut horizon, mut best) = (horizon.min(steady), 0.0_f64);
        // The bounds on speeds hold within the horizon, so that a shorter one may prove more.
        for _ in 0..ZONE_TIME_TRIES {
            let speeds = SeenSpeeds::within(bounds, shift, reaches, horizon);
            let time = walk.same_features_for(&spot, &speeds, bounds.uncertainty, horizon);
            if time >= horizon {
                return horizon;
            }
            best = best.max(time);
            horizon = 2.0 * time;
            if !(horizon > best) {
                break;
            }
        }
        best
    }

    /// The next event after the start of a span, found by steps that skip none. `poses` and `bounds` are those of the
    /// motions at an instant. Features change within brackets of the resolution, in seconds.
    pub fn next_event(
        &mut self,
        poses: impl Fn(f64) -> [Pose; 2],
        bounds: impl Fn(f64) -> MotionBounds,
        [start, end]: [f64; 2],
        resolution: f64,
    ) -> FeatureEvent {
        let reaches = self.bodies().map(super::Zones::reach);
        let mut time = start;
        let mut placed = poses(time);
        let mut found = self.track(placed.each_ref());
        for _ in 0..EVENT_STEPS {
            let motion = bounds(time);
            let apart = motion.apart_for(&found, reaches);
            let rest = end - time;
            if apart < resolution.min(rest) || (rest == 0.0 && apart == 0.0) {
                return FeatureEvent { kind: FeatureEventKind::Contact, bracket: [time, end], found };
            }
            // The wall of a zone may be crossed within the resolution: the step is at least that long.
            let same = self.features_for(placed.each_ref(), &motion, rest).max(resolution);
            let next = if apart.min(same) >= rest { end } else { time + ROUND_DOWN * apart.min(same) };
            if next <= time {
                let kind = if rest <= 0.0 { FeatureEventKind::Quiet } else { FeatureEventKind::Unfinished };
                return FeatureEvent { kind, bracket: [time, end], found };
            }
            let before = found.features;
            placed = poses(next);
            found = self.track(placed.each_ref());
            if found.features != before {
                return FeatureEvent { kind: FeatureEventKind::NewFeatures, bracket: [time, next], found };
            }
            if next == end {
                return FeatureEvent { kind: FeatureEventKind::Quiet, bracket: [end, end], found };
            }
            time = next;
        }
        FeatureEvent { kind: FeatureEventKind::Unfinished, bracket: [time, end], found }
    }
}

impl Walk<'_> {
    /// Seconds. No wall of the zones of a settled spot is crossed before, within the horizon of the speeds.
    fn same_features_for(&self, spot: &Spot, speeds: &SeenSpeeds, uncertainty: f64, horizon: f64) -> f64 {
        use ZoneFeature::{Edge, Face, Vertex};
        let vector = self.between(spot);
        let blur = 2.0 * uncertainty + self.noise;
        let length = vector.length() + speeds.point * horizon + uncertainty;
        // Lengths of the vector between the points along walls change by the motion of either end and by the turn.
        let swing = speeds.point + speeds.turn * length;
        let seen = [vector, self.pose.turn_to(1, -vector)];
        let margin = |side: usize, vector: DVec3| self.margin(side, spot.features[side], vector);
        let time = |margin: f64, rate: f64| if rate > 0.0 { (margin - blur).max(0.0) / rate } else { f64::INFINITY };
        match spot.features {
            [Vertex(_), Vertex(_)] => (0..2).map(|side| time(margin(side, seen[side]), swing)).fold(horizon, f64::min),
            [Vertex(_), Edge(_)] => time(self.vertex_edge_margin([0, 1], spot, seen), swing).min(horizon),
            [Edge(_), Vertex(_)] => time(self.vertex_edge_margin([1, 0], spot, seen), swing).min(horizon),
            [Vertex(_), Face(face)] => {
                let normal = self.pose.rotation * -self.bodies[1].face(face).normal;
                let sides = time(self.side_margin(1, spot.points[1], face), speeds.point);
                sides.min(time(margin(0, normal), speeds.turn)).min(horizon)
            }
            [Face(face), Vertex(_)] => {
                let normal = self.pose.turn_to(1, -self.bodies[0].face(face).normal);
                let sides = time(self.side_margin(0, spot.points[0], face), speeds.point);
                sides.min(time(margin(1, normal), speeds.turn)).min(horizon)
            }
            [Edge(a), Edge(b)] => {
                let edges = [self.bodies[0].edge(a), self.bodies[1].edge(b)];
                let across = edges[0].along.cross(self.pose.rotation * edges[1].along);
                let angle = self.sine(spot);
                let sine = angle - speeds.turn * horizon;
                if angle * angle <= PARALLEL_FEATURES || sine <= 0.0 {
                    return 0.0;
                }
                let normal = across.normalize_or_zero() * across.dot(vector).signum();
                let seen = [normal, self.pose.turn_to(1, -normal)];
                let slide = (speeds.point + length * speeds.turn / sine) / sine;
                let of = |side: usize| {
                    let slides = time(self.end_margin(side, spot.points[side], edges[side].ends), slide);
                    slides.min(time(margin(side, seen[side]), speeds.turn / sine))
                };
                of(0).min(of(1)).min(horizon)
            }
            [Edge(_) | Face(_), Face(_)] | [Face(_), Edge(_)] => 0.0,
        }
    }

    /// The sine of the angle between two edges; infinite for other features.
    fn sine(&self, spot: &Spot) -> f64 {
        let [ZoneFeature::Edge(a), ZoneFeature::Edge(b)] = spot.features else { return f64::INFINITY };
        let (a, b) = (self.bodies[0].edge(a), self.bodies[1].edge(b));
        let across = a.along.cross(self.pose.rotation * b.along);
        (across.length_squared() * a.inverse_sq * b.inverse_sq).sqrt()
    }

    /// The least distance of a vector within the zone of a feature from its walls; of a unit vector, the least sine.
    fn margin(&self, side: usize, feature: ZoneFeature, vector: DVec3) -> f64 {
        let body = self.bodies[side];
        let part = match feature {
            ZoneFeature::Vertex(vertex) => body.steepest(vertex, vector).0,
            ZoneFeature::Edge(edge) => {
                let [one, other] = body.edge(edge).inward.map(|inward| inward.dot(vector));
                one.max(other)
            }
            ZoneFeature::Face(_) => f64::NEG_INFINITY,
        };
        -part
    }

    /// Metres. The distance of a point of an edge from the nearer end.
    fn end_margin(&self, side: usize, point: DVec3, ends: [u32; 2]) -> f64 {
        let [start, end] = ends.map(|end| self.bodies[side].vertex(end).distance(point));
        start.min(end)
    }

    /// Metres. The least distance of a point of a face from its sides.
    fn side_margin(&self, side: usize, point: DVec3, face: u32) -> f64 {
        let body = self.bodies[side];
        let from = |side: &FaceSide| side.inward.dot(point) - side.offset;
        body.sides_of(body.face(face)).iter().map(from).fold(f64::INFINITY, f64::min)
    }

    /// Metres. The least distance from a wall for a vertex and an edge, given the bodies of both.
    fn vertex_edge_margin(&self, [vertex, edge]: [usize; 2], spot: &Spot, seen: [DVec3; 2]) -> f64 {
        let ZoneFeature::Edge(index) = spot.features[edge] else { return 0.0 };
        let ends = self.end_margin(edge, spot.points[edge], self.bodies[edge].edge(index).ends);
        let walls = self.margin(edge, spot.features[edge], seen[edge]);
        ends.min(walls).min(self.margin(vertex, spot.features[vertex], seen[vertex]))
    }
}
