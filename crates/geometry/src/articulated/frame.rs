//! A frame moved along a chain of joints, with bounds on its velocities and accelerations.
//!
//! *Question.* What are the pose and the velocities of a link at an instant? What speeds and accelerations can
//! it reach during a time interval around that instant?
//! *Idea.* Products of interval matrices along a chain (eq. 15) are far too wide: every product loses the
//! dependency between the entries of a rotation. This code keeps, between any two joints, the pose at the
//! middle of the interval in floating point, and four bounds: angular speed `Ω`, speed of the origin `V`, and
//! the rates of change of these two vectors, `Ω'` and `A`. Norms add up, so the bounds grow only as sums:
//!
//! ```text
//! a rotation by θ about an axis      Ω' += |θ''| + Ω·|θ'|                    Ω += |θ'|
//! a translation by a vector d        A  += (Ω' + Ω²)·|d| + 2Ω·|d'| + |d''|   V += Ω·|d| + |d'|
//! ```
//!
//! After every step the bounds are tightened with the velocities at the middle. During an interval of half
//! length `h` a vector cannot become longer than its rate of change allows, so `Ω ≤ |ω| + Ω'·h` and
//! `V ≤ |v| + A·h`. On short intervals the bounds match the actual motion, in which joints may cancel, up to
//! second order in the interval length.
//! *Guarantee.* All bounds hold for the exact motion. Bounds on the rounding errors of the floating-point
//! numbers are carried along, and the four bounds are rounded up. On a part of the interval no bound is larger
//! than on the whole.
//! *Cost.* About 60 ns per step (a joint is two or three steps).
//! *Source.* S. Redon, "Continuous collision detection for rigid and articulated bodies", in Teschner et al.
//! 2006, section 2.2 and the last remark of section 5.4, which asks for "an intermediate culling step" without
//! specifying it. The bounds follow from differentiating eq. 15 twice.
//!
//! | letter | name |
//! |---|---|
//! | ω, v | `spin`, `velocity` |
//! | Ω, V | `Rates::spin`, `Rates::speed` |
//! | Ω', A | `Rates::spin_change`, `Rates::acceleration` |
//! | h | `half` |

use super::chain::{ChainStep, JointValue, oriented};
use super::orientation::OrientationReading;
use super::track::{DerivativeBounds, JointReading, bounded};
use super::trajectory::{Trajectory, TrajectoryPhase};
use crate::tolerance::ROTATED_VECTOR_ROUNDING;
use crate::{Pose, Rates};
use glam::{DQuat, DVec3};
use tangency_interval::Interval;

/// Rounds up a sum of up to eight products of non-negative numbers. Returns infinity after an overflow.
fn above(value: f64) -> f64 {
    bounded(value * (1.0 + 8.0 * f64::EPSILON) + f64::MIN_POSITIVE)
}

/// A bound on a rounding error. It need not be sharp; the factor covers products of two such bounds.
fn error(value: f64) -> f64 {
    bounded(1.01 * value)
}

/// The pose of a frame in floating point, with bounds on its distance from the exact pose.
#[derive(Clone, Copy, Debug)]
pub(super) struct ApproximatePose {
    rotation: DQuat,
    /// Upper bound on the norm of the difference from the exact quaternion.
    rotation_error: f64,
    position: DVec3,
    position_error: f64,
}

/// A vector of the frame in the coordinates of the start of the chain.
struct Arm {
    vector: DVec3,
    length: f64,
    error: f64,
}

impl ApproximatePose {
    const START: Self =
        Self { rotation: DQuat::IDENTITY, rotation_error: 0.0, position: DVec3::ZERO, position_error: 0.0 };

    /// The pose at the end of the chain.
    pub(super) fn at(steps: &[ChainStep], trajectory: &Trajectory, phase: TrajectoryPhase, time: f64) -> Self {
        let mut place = Self::START;
        for step in steps {
            match StepMotion::of(step, trajectory, phase, time) {
                StepMotion::Translation(along) => {
                    place.shift(&along);
                }
                StepMotion::Rotation(about) => place.turn(&about),
            }
        }
        place
    }

    pub(super) fn pose(&self) -> Pose {
        Pose::computed(self.rotation, self.position)
    }

    /// Upper bound on the angle between the computed and the exact rotation, in radians.
    ///
    /// A quaternion with an error of `d` is off by an angle of at most `asin d` after normalisation, and the
    /// rotation by twice that angle.
    pub(super) fn angle_error(&self) -> f64 {
        if self.rotation_error < 0.5 { 2.1 * self.rotation_error } else { 4.0 }
    }

    pub(super) fn position_error(&self) -> f64 {
        self.position_error
    }

    fn turned(&self, vector: DVec3, own_error: f64) -> Arm {
        let length = vector.length();
        let turned = self.pose().turn(vector);
        Arm {
            vector: turned,
            length,
            error: error((self.angle_error() + ROTATED_VECTOR_ROUNDING) * length + own_error),
        }
    }

    fn shift(&mut self, along: &StepTranslation) -> Arm {
        let arm = self.turned(along.vector, along.error);
        self.position_error =
            error(self.position_error + arm.error + f64::EPSILON * (self.position.length() + arm.length));
        self.position += arm.vector;
        arm
    }

    /// The product of two quaternions is off by eight half units in the last place.
    fn turn(&mut self, about: &StepRotation) {
        self.rotation_error = error(self.rotation_error + about.error + 4.0 * f64::EPSILON);
        self.rotation *= about.quaternion;
    }
}

/// The movement of one step at an instant.
enum StepMotion {
    Translation(StepTranslation),
    Rotation(StepRotation),
}

/// A translation by a time-dependent vector.
struct StepTranslation {
    vector: DVec3,
    error: f64,
    rate: DVec3,
    rate_error: f64,
}

/// A rotation by a quaternion, with its rate about an axis in the frame before the rotation.
struct StepRotation {
    quaternion: DQuat,
    error: f64,
    axis: DVec3,
    axis_error: f64,
    rate: f64,
    rate_error: f64,
}

impl StepRotation {
    /// The quaternion's error is half the error of the angle. Sine, cosine and their products are off by one
    /// unit in the last place.
    fn axis(axis: DVec3, axis_error: f64, angle: JointReading) -> Self {
        let (sine, cosine) = libm::sincos(0.5 * angle.value);
        Self {
            quaternion: DQuat::from_vec4((sine * axis).extend(cosine)),
            error: error(0.5 * angle.value_error + axis_error + 4.0 * f64::EPSILON),
            axis,
            axis_error,
            rate: angle.rate,
            rate_error: angle.rate_error,
        }
    }
}

impl StepMotion {
    fn of(step: &ChainStep, trajectory: &Trajectory, phase: TrajectoryPhase, time: f64) -> Self {
        match step {
            ChainStep::Offset { vector, error } => Self::Translation(StepTranslation {
                vector: *vector,
                error: *error,
                rate: DVec3::ZERO,
                rate_error: 0.0,
            }),
            ChainStep::Tilt { quaternion, error } => Self::Rotation(StepRotation {
                quaternion: *quaternion,
                error: *error,
                axis: DVec3::Z,
                axis_error: 0.0,
                rate: 0.0,
                rate_error: 0.0,
            }),
            ChainStep::Turn { axis, axis_error, value } => {
                Self::Rotation(StepRotation::axis(*axis, *axis_error, value.at(trajectory, phase, time)))
            }
            ChainStep::Slide { axis, axis_error, value } => {
                let of = value.at(trajectory, phase, time);
                let off = *axis_error + f64::EPSILON;
                Self::Translation(StepTranslation {
                    vector: of.value * *axis,
                    error: error(of.value_error + of.value.abs() * off),
                    rate: of.rate * *axis,
                    rate_error: error(of.rate_error + of.rate.abs() * off),
                })
            }
            ChainStep::Shift { first, sign } => {
                let of = [0, 1, 2].map(|axis| trajectory.tracks[first + axis].at(&trajectory.times, phase, time));
                Self::Translation(StepTranslation {
                    vector: *sign * DVec3::from_array(of.map(|of| of.value)),
                    error: of.iter().map(|of| of.value_error).sum(),
                    rate: *sign * DVec3::from_array(of.map(|of| of.rate)),
                    rate_error: of.iter().map(|of| of.rate_error).sum(),
                })
            }
            ChainStep::Orient { first, undo } => {
                Self::Rotation(orient(oriented(trajectory, *first, phase, time), *undo))
            }
        }
    }
}

/// The rotation about the axis comes first, then the orientation of the row. The inverse reverses the order.
fn orient(turned: OrientationReading, undo: bool) -> StepRotation {
    let OrientationReading { turn, rate, rate_error, start } = turned;
    let angle = JointReading { value: turn.angle, value_error: turn.angle_error, rate, rate_error };
    let about = StepRotation::axis(turn.axis, turn.axis_error, angle);
    let off = about.error + 8.0 * f64::EPSILON;
    if undo {
        let back = Pose::computed(start.conjugate(), DVec3::ZERO);
        let axis = back.turn(-turn.axis);
        let quaternion = start.conjugate() * about.quaternion.conjugate();
        StepRotation {
            quaternion,
            error: off,
            axis,
            axis_error: turn.axis_error + 2.0 * ROTATED_VECTOR_ROUNDING,
            ..about
        }
    } else {
        StepRotation { quaternion: about.quaternion * start, error: off, ..about }
    }
}

/// A frame at the middle of a time interval, with bounds over the whole interval.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkFrame {
    pub(super) place: ApproximatePose,
    /// Angular velocity at the middle of the interval.
    pub(super) spin: DVec3,
    pub(super) spin_error: f64,
    /// Velocity of the origin at the middle of the interval.
    pub(super) velocity: DVec3,
    pub(super) velocity_error: f64,
    /// Bounds over the whole interval.
    pub(super) rates: Rates,
    /// Time from the middle to the farther end, in seconds, rounded up.
    pub(super) half: f64,
}

impl LinkFrame {
    /// The frame at the end of the chain, over an interval within one phase.
    pub(super) fn during(steps: &[ChainStep], trajectory: &Trajectory, phase: TrajectoryPhase, span: Interval) -> Self {
        let mut frame = Self::start(span);
        frame.pass(steps, trajectory, phase, span);
        frame
    }

    /// The frame at rest at the origin.
    pub(super) fn start(span: Interval) -> Self {
        Self {
            place: ApproximatePose::START,
            spin: DVec3::ZERO,
            spin_error: 0.0,
            velocity: DVec3::ZERO,
            velocity_error: 0.0,
            rates: Rates::default(),
            half: span.radius(),
        }
    }

    /// Appends steps to the chain, over the same interval.
    pub(super) fn pass(
        &mut self,
        steps: &[ChainStep],
        trajectory: &Trajectory,
        phase: TrajectoryPhase,
        span: Interval,
    ) {
        let middle = span.mid();
        for step in steps {
            let slopes = step_slopes(step, trajectory, phase, span);
            match StepMotion::of(step, trajectory, phase, middle) {
                StepMotion::Translation(along) => self.shift(&along, slopes),
                StepMotion::Rotation(about) => self.turn(&about, slopes),
            }
        }
    }

    /// The velocity changes by `ω×d + d'`, with `d` and `d'` in the coordinates of the start of the chain.
    fn shift(&mut self, along: &StepTranslation, slopes: DerivativeBounds) {
        let arm = self.place.shift(along);
        // The greatest length of the vector during the interval.
        let length = above(arm.length + along.error + slopes.rate * self.half);
        let Rates { spin, speed, spin_change, acceleration } = self.rates;
        let acceleration =
            above(acceleration + (spin_change + spin * spin) * length + 2.0 * spin * slopes.rate + slopes.second);
        let turning = self.spin.length();
        self.velocity_error += error(
            self.spin_error * arm.length
                + (turning + self.spin_error) * arm.error
                + 4.0 * f64::EPSILON * (turning * arm.length + self.velocity.length()),
        );
        self.velocity += self.spin.cross(arm.vector);
        if along.rate != DVec3::ZERO {
            let rate = self.place.turned(along.rate, along.rate_error);
            self.velocity_error += error(rate.error + f64::EPSILON * (rate.length + self.velocity.length()));
            self.velocity += rate.vector;
        } else {
            self.velocity_error += along.rate_error;
        }
        let summed = above(speed + spin * length + slopes.rate);
        let culled = above(self.velocity.length() + self.velocity_error + acceleration * self.half);
        self.rates.acceleration = acceleration;
        self.rates.speed = summed.min(culled);
    }

    /// The angular velocity changes by the rate along the axis.
    fn turn(&mut self, about: &StepRotation, slopes: DerivativeBounds) {
        let axis = self.place.turned(about.axis, about.axis_error);
        self.place.turn(about);
        let Rates { spin, spin_change, .. } = self.rates;
        let spin_change = above(spin_change + slopes.second + spin * slopes.rate);
        self.spin_error += error(
            about.rate.abs() * axis.error
                + 1.01 * about.rate_error
                + f64::EPSILON * (2.0 * about.rate.abs() + self.spin.length()),
        );
        self.spin += about.rate * axis.vector;
        let summed = above(spin + slopes.rate);
        let culled = above(self.spin.length() + self.spin_error + spin_change * self.half);
        self.rates.spin_change = spin_change;
        self.rates.spin = summed.min(culled);
    }
}

/// Bounds on the derivatives of the step's angle or vector over an interval within one phase.
fn step_slopes(step: &ChainStep, trajectory: &Trajectory, phase: TrajectoryPhase, span: Interval) -> DerivativeBounds {
    let of_value = |value: &JointValue| value.slopes(trajectory, phase, span);
    match step {
        ChainStep::Offset { .. } | ChainStep::Tilt { .. } => DerivativeBounds { rate: 0.0, second: 0.0 },
        ChainStep::Turn { value, .. } | ChainStep::Slide { value, .. } => of_value(value),
        ChainStep::Shift { first, .. } => {
            let track = |axis: usize| &trajectory.tracks[first + axis];
            let of = [0, 1, 2].map(|axis| track(axis).slopes(&trajectory.times, phase, span.lower(), span.upper()));
            let length =
                |part: fn(&DerivativeBounds) -> f64| above(of.iter().map(|of| part(of) * part(of)).sum::<f64>().sqrt());
            DerivativeBounds { rate: length(|of| of.rate), second: length(|of| of.second) }
        }
        ChainStep::Orient { first, .. } => {
            let turned = oriented(trajectory, *first, phase, span.lower());
            DerivativeBounds { rate: above(turned.rate.abs() + turned.rate_error), second: 0.0 }
        }
    }
}
