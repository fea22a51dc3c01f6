//! Joints between two bodies as rows of a contact problem.
//!
//! **Question.** Two bodies are connected by a hinge, a slider, a ball joint, or are fixed to each other. Which linear
//! conditions do their rates obey?
//!
//! **Idea.** Every joint is a list of scalar functions of the two poses that must be zero: a component of the distance
//! of two anchors along an axis of `a`, or the cosine between an axis of `a` and an axis of `b`. Each function gives
//! one [`JointRow`]: its derivative is linear in the velocities, its second derivative is linear in the accelerations
//! up to a bias of products of velocities. Motors, joint friction and limits are rows along the coordinate of the
//! joint, with limited or one-sided forces.
//!
//! **Guarantee.** The derivatives are those of the functions at any pose, not only at poses where the functions are
//! zero (tested against differences).
//!
//! **Cost.** A row has two bodies and twelve numbers.
//!
//! **Source.** Redon in Teschner et al. 2006, section 6, for constraints on rates. The functions are those of E. Haug,
//! *Computer aided kinematics and dynamics of mechanical systems*, 1989.

use crate::{Rate, ResponseBody};
use glam::{DMat3, DVec3};

/// Which forces a row can exert.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RowLimit {
    /// Any force: the rate along the row is zero.
    Bilateral,
    /// Only pushing: force and rate are at least zero, and one of them is zero.
    Pushes,
    /// At most this magnitude, in newtons (newton metres), times the length of the step if rates are velocities: below
    /// it the rate is zero, at it the force opposes the rate.
    Within(f64),
}

/// One linear condition on the rates of two bodies.
///
/// The rate along the row is `on_b · rate(b) − on_a · rate(a) + bias`, with dot products of the linear and of the
/// angular parts. A force of strength p on the row acts on `b` with the force `p·on_b.linear` at the centre of mass and
/// the torque `p·on_b.angular`, and on `a` with the opposite of the same for `on_a`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointRow {
    /// Index of the first body.
    pub a: usize,
    /// Index of the second body.
    pub b: usize,
    /// The coefficients of the rate of `a`.
    pub on_a: Rate,
    /// The coefficients of the rate of `b`.
    pub on_b: Rate,
    /// A part of the rate that the rates of the bodies do not contain; minus the speed that a motor holds.
    pub bias: f64,
    /// Which forces it can exert.
    pub limit: RowLimit,
}

impl JointRow {
    /// The rate along the row.
    #[must_use]
    pub fn rate(&self, rates: &[Rate]) -> f64 {
        let along = |on: &Rate, rate: &Rate| on.linear.dot(rate.linear) + on.angular.dot(rate.angular);
        along(&self.on_b, &rates[self.b]) - along(&self.on_a, &rates[self.a]) + self.bias
    }

    pub(crate) fn validate(&self) -> Result<(), String> {
        let finite = |rate: &Rate| rate.linear.is_finite() && rate.angular.is_finite();
        if !(finite(&self.on_a) && finite(&self.on_b) && self.bias.is_finite()) {
            return Err(format!("coefficients {:?}, {:?} or bias {} not finite", self.on_a, self.on_b, self.bias));
        }
        if self.on_a == Rate::default() && self.on_b == Rate::default() {
            return Err("all coefficients are zero: leave the row out".into());
        }
        match self.limit {
            RowLimit::Within(most) if !(most >= 0.0 && most.is_finite()) => {
                Err(format!("largest force {most}: it must be a finite number of at least 0"))
            }
            RowLimit::Within(_) | RowLimit::Bilateral | RowLimit::Pushes => Ok(()),
        }
    }
}

/// The frame of a joint on one of its bodies, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointFrame {
    /// The anchor.
    pub origin: DVec3,
    /// Right-handed unit axes as columns. Hinges turn about the third, sliders move along it.
    pub axes: DMat3,
}

/// What a joint leaves free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointType {
    /// All rotations.
    Ball,
    /// The rotation about the third axis.
    Hinge,
    /// The translation along the third axis.
    Slider,
    /// Nothing.
    Fixed,
}

/// A motor holds a speed as long as its force suffices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motor {
    /// Speed of the coordinate, in rad/s or m/s (an acceleration in problems of accelerations).
    pub speed: f64,
    /// The largest torque or force.
    pub most: f64,
}

/// A joint between two bodies at one instant.
///
/// ```
/// use glam::{DMat3, DVec3, dvec3};
/// use tangency_respond::{ContactProblem, Inertia, Joint, JointFrame, JointStage, JointType, Rate, ResponseBody,
///     SolveOptions};
///
/// // A ball at the end of a rod of 1 m, at rest: gravity turns it with g·L/(L² + 2/5·r²) about the hinge.
/// let ball = ResponseBody::new(&Inertia::sphere(1.0, 0.1)?, DMat3::IDENTITY, DVec3::X);
/// let bodies = [ResponseBody::fixed(DVec3::ZERO), ball];
/// let axes = DMat3::from_cols(DVec3::Z, DVec3::X, DVec3::Y);
/// let frame = JointFrame { origin: DVec3::ZERO, axes };
/// let hinge = Joint::new(0, 1, JointType::Hinge, [frame, frame]);
/// let still = [Rate::default(); 2];
/// let rows = hinge.rows(&bodies, JointStage::Acceleration { velocities: &still });
/// let free = [Rate::default(), Rate { linear: dvec3(0.0, 0.0, -9.81), angular: DVec3::ZERO }];
/// let solution = ContactProblem::new(&bodies, &free, &[], &rows)?.solve(&SolveOptions::default())?;
/// assert!((solution.rates[1].angular.y - 9.81 / 1.004).abs() < 1e-10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// Index of the first body.
    pub a: usize,
    /// Index of the second body.
    pub b: usize,
    /// What it leaves free.
    pub kind: JointType,
    /// The frames on `a` and on `b`; in a joint that is closed, their restricted parts coincide.
    pub frames: [JointFrame; 2],
    /// A motor along the coordinate of a hinge or slider.
    pub motor: Option<Motor>,
    /// Dry friction along the coordinate: the largest torque or force.
    pub friction: f64,
    /// Least and greatest value of the coordinate, in rad or m.
    pub limits: Option<[f64; 2]>,
}

/// What the rates of the rows are.
#[derive(Clone, Copy, Debug)]
pub enum JointStage<'a> {
    /// Velocities at the end of a step of this length, in s: limits hold at its end, and limited forces act all along
    /// it.
    Velocity {
        /// The length of the step; of an impact, zero: limits that are reached hold, motors and friction do nothing.
        step: f64,
    },
    /// Accelerations of bodies with these velocities. Limits that are reached hold.
    Acceleration {
        /// The velocities of all bodies.
        velocities: &'a [Rate],
    },
    /// Small displacements that close the joint and lead back inside the limits. There are no motors and no friction.
    Displacement,
}

/// One function of the poses with its derivatives.
struct Coordinate {
    value: f64,
    on: [Rate; 2],
    /// The part of its second derivative that depends on velocities only.
    bend: f64,
}

impl Joint {
    /// A joint without motor, friction and limits.
    #[must_use]
    pub fn new(a: usize, b: usize, kind: JointType, frames: [JointFrame; 2]) -> Self {
        Self { a, b, kind, frames, motor: None, friction: 0.0, limits: None }
    }

    /// The coordinate of a hinge (the angle from `a` to `b`, in `(−π, π]`) or of a slider.
    #[must_use]
    pub fn coordinate(&self) -> Option<f64> {
        let [on_a, on_b] = &self.frames;
        match self.kind {
            JointType::Ball | JointType::Fixed => None,
            JointType::Hinge => {
                let along = on_b.axes.x_axis;
                Some(on_a.axes.y_axis.dot(along).atan2(on_a.axes.x_axis.dot(along)))
            }
            JointType::Slider => Some(on_a.axes.z_axis.dot(on_b.origin - on_a.origin)),
        }
    }

    /// The rows of the joint.
    #[must_use]
    pub fn rows(&self, bodies: &[ResponseBody], stage: JointStage<'_>) -> Vec<JointRow> {
        let still = [Rate::default(); 2];
        let velocities = match stage {
            JointStage::Acceleration { velocities } => [velocities[self.a], velocities[self.b]],
            JointStage::Velocity { .. } | JointStage::Displacement => still,
        };
        let row = |of: &Coordinate, bias: f64, limit: RowLimit| {
            let bias = bias + of.bend;
            JointRow { a: self.a, b: self.b, on_a: of.on[0], on_b: of.on[1], bias, limit }
        };
        let closed = |of: &Coordinate| match stage {
            JointStage::Displacement => row(of, of.value, RowLimit::Bilateral),
            JointStage::Velocity { .. } | JointStage::Acceleration { .. } => row(of, 0.0, RowLimit::Bilateral),
        };
        let mut rows: Vec<JointRow> = self.restricted(bodies, &velocities).iter().map(closed).collect();
        let Some(free) = self.free_coordinate(bodies, &velocities) else { return rows };
        let duration = match stage {
            JointStage::Velocity { step } => step,
            JointStage::Acceleration { .. } => 1.0,
            JointStage::Displacement => 0.0,
        };
        if duration > 0.0 {
            let motor = self.motor.map(|motor| row(&free, -motor.speed, RowLimit::Within(motor.most * duration)));
            let friction = (self.friction > 0.0).then(|| row(&free, 0.0, RowLimit::Within(self.friction * duration)));
            rows.extend(motor.into_iter().chain(friction));
        }
        let [lower, upper] = self.limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        for (gap, sign) in [(free.value - lower, 1.0), (upper - free.value, -1.0)] {
            let bias = match stage {
                JointStage::Displacement => Some(gap),
                JointStage::Velocity { step } if step > 0.0 => Some(gap.max(0.0) / step),
                JointStage::Velocity { .. } | JointStage::Acceleration { .. } => (gap <= 0.0).then_some(0.0),
            };
            if let Some(bias) = bias.filter(|bias| bias.is_finite()) {
                let scaled = |rate: Rate| Rate { linear: sign * rate.linear, angular: sign * rate.angular };
                let limit = row(&free, 0.0, RowLimit::Pushes);
                let (on_a, on_b) = (scaled(limit.on_a), scaled(limit.on_b));
                rows.push(JointRow { on_a, on_b, bias: bias + sign * limit.bias, ..limit });
            }
        }
        rows
    }

    /// The functions that a closed joint keeps at zero.
    fn restricted(&self, bodies: &[ResponseBody], velocities: &[Rate; 2]) -> Vec<Coordinate> {
        let [on_a, on_b] = [self.frames[0].axes, self.frames[1].axes];
        let [x, y, z] = [on_a.x_axis, on_a.y_axis, on_a.z_axis];
        let distances: &[DVec3] = match self.kind {
            JointType::Ball | JointType::Hinge | JointType::Fixed => &[x, y, z],
            JointType::Slider => &[x, y],
        };
        let angles: &[(DVec3, DVec3)] = match self.kind {
            JointType::Ball => &[],
            JointType::Hinge => &[(x, on_b.z_axis), (y, on_b.z_axis)],
            JointType::Slider | JointType::Fixed => &[(x, on_b.y_axis), (y, on_b.z_axis), (z, on_b.x_axis)],
        };
        let distances = distances.iter().map(|&along| self.distance(along, bodies, velocities));
        distances.chain(angles.iter().map(|&(of_a, of_b)| angle(of_a, of_b, velocities))).collect()
    }

    /// The coordinate that a hinge or slider leaves free.
    fn free_coordinate(&self, bodies: &[ResponseBody], velocities: &[Rate; 2]) -> Option<Coordinate> {
        let axis = self.frames[0].axes.z_axis;
        let value = self.coordinate()?;
        Some(match self.kind {
            JointType::Slider => self.distance(axis, bodies, velocities),
            JointType::Hinge | JointType::Ball | JointType::Fixed => {
                let turning = Rate { linear: DVec3::ZERO, angular: axis };
                let bend = velocities[0].angular.cross(axis).dot(velocities[1].angular - velocities[0].angular);
                Coordinate { value, on: [turning; 2], bend }
            }
        })
    }

    /// The distance of the anchors along an axis of `a`. Both bodies enter with their material points at the anchor of
    /// `b`: that is how the turning of the axis is part of the derivative.
    fn distance(&self, along: DVec3, bodies: &[ResponseBody], velocities: &[Rate; 2]) -> Coordinate {
        let place = self.frames[1].origin;
        let [arm_a, arm_b] = [place - bodies[self.a].centre, place - bodies[self.b].centre];
        let on = |arm: DVec3| Rate { linear: along, angular: arm.cross(along) };
        let [of_a, of_b] = velocities;
        let moved = of_b.linear + of_b.angular.cross(arm_b);
        let relative = moved - of_a.linear - of_a.angular.cross(arm_a);
        let bent = of_b.angular.cross(of_b.angular.cross(arm_b)) - of_a.angular.cross(moved - of_a.linear);
        let bend = of_a.angular.cross(along).dot(relative) + along.dot(bent);
        Coordinate { value: along.dot(place - self.frames[0].origin), on: [on(arm_a), on(arm_b)], bend }
    }
}

/// The cosine between an axis of `a` and an axis of `b`.
fn angle(of_a: DVec3, of_b: DVec3, velocities: &[Rate; 2]) -> Coordinate {
    let [turn_a, turn_b] = velocities.map(|rate| rate.angular);
    let about = of_b.cross(of_a);
    let changed = turn_b.cross(of_b).cross(of_a) + of_b.cross(turn_a.cross(of_a));
    let on = Rate { linear: DVec3::ZERO, angular: about };
    Coordinate { value: of_a.dot(of_b), on: [on; 2], bend: changed.dot(turn_b - turn_a) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DQuat, dvec3};
    use tangency_interval::laws::Random;

    /// Two bodies that move with constant velocities and angular velocities, some instant after the start.
    fn carried(joint: &Joint, bodies: &[ResponseBody; 2], rates: &[Rate; 2], time: f64) -> (Joint, [ResponseBody; 2]) {
        let (mut joint, mut after) = (*joint, *bodies);
        for (side, rate) in rates.iter().enumerate() {
            let turn = DMat3::from_quat(DQuat::from_scaled_axis(time * rate.angular));
            let centre = bodies[side].centre;
            after[side].centre = centre + time * rate.linear;
            let frame = joint.frames[side];
            joint.frames[side] =
                JointFrame { origin: after[side].centre + turn * (frame.origin - centre), axes: turn * frame.axes };
        }
        (joint, after)
    }

    /// Reference: differences of the functions along a motion with constant rates, so that the second derivative is the
    /// bend alone.
    #[test]
    fn derivatives_are_those_of_the_functions() {
        let mut random = Random::new(3);
        let mut vector = || DVec3::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0)));
        for kind in [JointType::Ball, JointType::Hinge, JointType::Slider, JointType::Fixed] {
            let mut frame = || {
                let axes = DMat3::from_quat(DQuat::from_scaled_axis(0.5 * vector()));
                JointFrame { origin: vector(), axes }
            };
            let joint = Joint::new(0, 1, kind, [frame(), frame()]);
            let bodies = [ResponseBody::fixed(vector()), ResponseBody::fixed(vector())];
            let rates = [0, 1].map(|_| Rate { linear: vector(), angular: vector() });
            let at = |time: f64| {
                let (joint, bodies) = carried(&joint, &bodies, &rates, time);
                let mut all = joint.restricted(&bodies, &rates);
                all.extend(joint.free_coordinate(&bodies, &rates));
                all
            };
            let step = 1e-4;
            for ((before, now), after) in at(-step).iter().zip(&at(0.0)).zip(&at(step)) {
                let row = |of: &Coordinate| {
                    let [on_a, on_b] = of.on;
                    let row = JointRow { a: 0, b: 1, on_a, on_b, bias: 0.0, limit: RowLimit::Bilateral };
                    row.rate(&rates)
                };
                // The angle of a hinge is a function of both axes; its row is exact only where the joint is closed.
                if now.value.abs() < 10.0
                    && !(kind == JointType::Hinge && now.on[0].angular == joint.frames[0].axes.z_axis)
                {
                    assert!((row(now) - (after.value - before.value) / (2.0 * step)).abs() < 1e-6, "{kind:?}");
                }
                assert!((now.bend - (row(after) - row(before)) / (2.0 * step)).abs() < 1e-6, "{kind:?}");
            }
        }
    }

    #[test]
    fn limits_hold_where_they_are_reached() {
        let bodies = [ResponseBody::fixed(DVec3::ZERO); 2];
        let frame = JointFrame { origin: DVec3::ZERO, axes: DMat3::IDENTITY };
        let moved = JointFrame { origin: dvec3(0.0, 0.0, 0.3), axes: DMat3::IDENTITY };
        let slider = Joint { limits: Some([0.0, 0.3]), ..Joint::new(0, 1, JointType::Slider, [frame, moved]) };
        let still = [Rate::default(); 2];
        let held = slider.rows(&bodies, JointStage::Acceleration { velocities: &still });
        assert_eq!(held.len(), 6, "five closed, one limit");
        assert_eq!((held[5].limit, held[5].on_b.linear), (RowLimit::Pushes, dvec3(0.0, 0.0, -1.0)));
        let step = slider.rows(&bodies, JointStage::Velocity { step: 0.1 });
        assert!(step.len() == 7 && (step[5].bias - 3.0).abs() < 1e-12 && step[6].bias == 0.0);
    }
}
