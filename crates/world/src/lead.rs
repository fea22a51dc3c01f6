//! How long one body leads another along a fixed direction.
//!
//! **Question.** Two convex polyhedra fly and turn. Along a direction n all of b is now beyond all of a. Until when is
//! that certain?
//!
//! **Idea.** A point at p from the centre of a body that turns with ω moves along n by t·(n × ω)·p, up to
//! ½·t²·(α + Ω²)·|p|, with bounds α on the angular acceleration and Ω on the angular speed. So with the distance d, the
//! relative velocity v and acceleration g of the centres, the lead is after t at least
//!
//! ```text
//! F(t) = n·d + t·n·v + ½·t²·(n·g − κ) + min over p of b of (n + t·n × ω_b)·p − max over p of a of (n + t·n × ω_a)·p
//! ```
//!
//! A minimum of linear functions is concave, and so is F, if a positive factor of t² is replaced by zero. So F is
//! positive from now until t if it is so now and at t. Newton's method from the right finds its root: the points that
//! are extreme at t have a parabola above F, whose root is the next t. The chord from now to the last t lies below F:
//! its root is proved.
//!
//! **Guarantee.** The time is a proof, rounding included, if the bounds hold. Near a contact its error is quadratic in
//! the time that is left, where a bound on the speed of all points ([`tangency_detect::MotionBounds`]) has a linear
//! error: half a dozen steps lead to a contact in place of thirty.
//!
//! **Cost.** A scan of the vertices for each of two to four tries.
//!
//! **Source.** Mirtich 1996, section 2.3.2, bounds the motion along a direction to first order. The second order is
//! ours.

use crate::hulls::Placed;
use crate::tolerance::{LEAD_ROUNDINGS, LEAD_TRIES};
use glam::DVec3;

/// The vertices of a body about its centre of mass, and how it moves.
pub(crate) struct Leading<'body> {
    vertices: &'body [DVec3],
    /// The direction and its rate, in the frame of the body.
    direction: DVec3,
    rate: DVec3,
    /// Metres. All vertices lie within this distance of the centre.
    reach: f64,
    /// Radians per second squared. A bound on the second derivatives of turned unit vectors.
    bend: f64,
    /// Radians per second.
    turn: f64,
}

impl<'body> Leading<'body> {
    pub(crate) fn new(vertices: &'body [DVec3], reach: f64, placed: &Placed, normal: DVec3) -> Self {
        let back = placed.pose.rotation().inverse();
        Self {
            vertices,
            direction: back * normal,
            rate: back * normal.cross(placed.turning),
            reach,
            bend: placed.turn_change + placed.fastest_turn * placed.fastest_turn,
            turn: placed.turning.length(),
        }
    }

    /// The vertex that is lowest along the direction after a time, as a line: its height now, and the rate of the
    /// height.
    fn lowest(&self, time: f64, sign: f64) -> [f64; 2] {
        let along = sign * (self.direction + time * self.rate);
        let (mut least, mut found) = (f64::INFINITY, DVec3::ZERO);
        for vertex in self.vertices {
            let height = along.dot(*vertex);
            if height < least {
                (least, found) = (height, *vertex);
            }
        }
        [sign * self.direction.dot(found), sign * self.rate.dot(found)]
    }
}

/// The lead of b over a along a direction, from an instant on.
pub(crate) struct Lead<'body> {
    /// The first one, if it is a polyhedron and no half-space, and the second one.
    pub(crate) bodies: [Option<Leading<'body>>; 2],
    /// Metres. The part of the distance of the centres along the direction, less the offset of a half-space.
    pub(crate) distance: f64,
    /// Metres per second, and metres per second squared, of the centres.
    pub(crate) velocity: f64,
    pub(crate) acceleration: f64,
    /// Metres. The size of the coordinates that went into the distance.
    pub(crate) size: f64,
}

impl Lead<'_> {
    /// Seconds, at most the horizon, for which the lead is certainly more than a margin; 0 if it is not now.
    pub(crate) fn lasts(&self, margin: f64, horizon: f64) -> f64 {
        let bodies = || self.bodies.iter().flatten();
        let (reach, bend) =
            bodies().fold((0.0, 0.0), |(reach, bend), body| (reach + body.reach, bend + body.bend * body.reach));
        let turn: f64 = bodies().map(|body| body.turn * body.reach).sum();
        let curve = (self.acceleration - bend).min(0.0) * (1.0 + 8.0 * f64::EPSILON);
        // The parabola of the extreme points after a time, and its value there, rounded down.
        let at = |time: f64| {
            let (mut height, mut rate) = (self.distance, self.velocity);
            for (body, sign) in self.bodies.iter().zip([-1.0, 1.0]) {
                let [high, slope] = body.as_ref().map_or([0.0; 2], |body| body.lowest(time, sign));
                height += high;
                rate += slope;
            }
            let speeds = self.velocity.abs() + turn;
            let sizes = self.size + reach + time * (speeds + time * (self.acceleration.abs() + bend));
            let height = height - margin - LEAD_ROUNDINGS * f64::EPSILON * sizes;
            (height, rate, height + time * (rate + 0.5 * time * curve))
        };
        let (now, _, _) = at(0.0);
        if !(now > 0.0 && horizon > 0.0 && horizon.is_finite()) {
            return 0.0;
        }
        let mut time = horizon;
        for _ in 0..LEAD_TRIES {
            let (height, rate, value) = at(time);
            if value >= 0.0 {
                return time;
            }
            // The first root of height + rate·t + ½·curve·t²; the curve is not positive.
            let root = 2.0 * height / ((rate * rate - 2.0 * curve * height).sqrt() - rate);
            let chord = time * (now / (now - value)) * (1.0 - 4.0 * f64::EPSILON);
            if !(root > chord && root < time) {
                return chord.max(0.0);
            }
            time = root;
        }
        let (_, _, value) = at(time);
        if value >= 0.0 { time } else { (time * (now / (now - value)) * (1.0 - 4.0 * f64::EPSILON)).max(0.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DQuat, dvec3};
    use tangency_geometry::Pose;
    use tangency_interval::laws::Random;

    /// Cubes that turn steadily and fall towards each other: at a thousand instants of the time that is proved the lead
    /// is above the margin, by the vertices themselves. Near the contact most of the time is proved.
    #[test]
    fn the_lead_lasts() {
        let mut random = Random::new(4);
        let mut vector = || DVec3::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0)));
        let corners: Vec<DVec3> = (0..8)
            .map(|bits| DVec3::from_array([1, 2, 4].map(|bit| if bits & bit == 0 { -0.5 } else { 0.5 })))
            .collect();
        let reach = 0.75_f64.sqrt() * (1.0 + 4.0 * f64::EPSILON);
        let (mut proved, mut short) = (0, 0);
        for _ in 0..300 {
            let (turn, spin, normal) = (DQuat::from_scaled_axis(3.0 * vector()), 4.0 * vector(), vector().normalize());
            let (velocity, acceleration) = (normal.dot(vector()) - 1.0, normal.dot(vector()));
            let heights = |time: f64| {
                let turned = DQuat::from_scaled_axis(spin * time) * turn;
                corners.iter().map(|corner| normal.dot(turned * *corner)).fold(f64::INFINITY, f64::min)
            };
            let gap = 10.0_f64.powf(3.0 * vector().x - 4.0);
            let distance = gap - heights(0.0);
            let mut placed = Placed::still(Pose::new(turn, dvec3(1.0, 2.0, 3.0)).unwrap());
            (placed.turning, placed.fastest_turn) = (spin, spin.length());
            let bodies = [None, Some(Leading::new(&corners, reach, &placed, normal))];
            let lead = Lead { bodies, distance, velocity, acceleration, size: 4.0 };
            let time = lead.lasts(0.1 * gap, 0.5);
            let apart = |time: f64| distance + time * (velocity + 0.5 * time * acceleration) + heights(time);
            assert!((0..=1000).all(|part| apart(time * f64::from(part) / 1000.0) >= 0.1 * gap - 1e-14));
            proved += usize::from(time > 0.0);
            // Half as far again, small gaps are closed unless the body turns away.
            short += usize::from(gap < 1e-3 && apart((1.0 + 0.5) * time) < 0.1 * gap);
        }
        assert!(proved == 300 && short > 50, "{proved} {short}");
    }
}
