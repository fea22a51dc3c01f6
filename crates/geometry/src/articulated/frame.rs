//! A frame carried along a chain of joints, with bounds on how fast it moves and turns.
//!
//! *Question.* Where is a link at an instant, how fast does it move and turn, and how fast, and how much faster, can it get
//! during a span around that instant?
//! *Idea.* Matrices of intervals multiplied down a chain (eq. 15) blow up: every product forgets that its entries belong to
//! one rotation. Between any two joints we keep instead the pose at the middle of the span in plain numbers, and four
//! numbers that bound the rest: angular speed `Ω`, speed of the origin `V`, and how fast those two vectors change, `Ω'` and
//! `A`. Norms add up, so that the bounds grow like the sums that they are:
//!
//! ```text
//! a turn by θ about an axis      Ω' += |θ''| + Ω·|θ'|                    Ω += |θ'|
//! a move by a vector d           A  += (Ω' + Ω²)·|d| + 2Ω·|d'| + |d''|   V += Ω·|d| + |d'|
//! ```
//!
//! and after every step they are culled against what is true at the middle: during a span of half length `h` no vector can
//! be longer than in the middle by more than its change allows, so that `Ω ≤ |ω| + Ω'·h` and `V ≤ |v| + A·h`. On short spans
//! the bounds are then those of the actual motion, in which joints may cancel, up to the second order in the span.
//! *Guarantee.* Everything holds for the exact motion: the rounding of the plain numbers is carried along as bounds of its
//! own, and the four bounds are rounded up. On a part of the span none is larger than on the whole.
//! *Cost.* Some 60 ns a step (a joint is two or three steps).
//! *Source.* S. Redon, "Continuous collision detection for rigid and articulated bodies", in Teschner et al. 2006, 2.2 and the
//! last remark of 5.4, which asks for "an intermediate culling step" without saying which; the bounds are those that one
//! gets by differentiating eq. 15 twice.
//!
//! | letter | name |
//! |---|---|
//! | ω, v | `spin`, `velocity` |
//! | Ω, V | `Rates::spin`, `Rates::speed` |
//! | Ω', A | `Rates::spin_change`, `Rates::acceleration` |
//! | h | `half` |

use super::chain::{Step, Value, oriented};
use super::orientation::Turned;
use super::track::{Reading, Slopes, bounded};
use super::trajectory::{Phase, Trajectory};
use crate::tolerance::ROUNDING_UNITS;
use crate::{Pose, Rates};
use glam::{DQuat, DVec3};
use tangency_interval::Interval;

/// An upper bound of a sum of up to eight products of numbers that are not negative; what overflowed is without bound.
fn above(value: f64) -> f64 {
    bounded(value * (1.0 + 8.0 * f64::EPSILON) + f64::MIN_POSITIVE)
}

/// A bound on rounding, which need not be sharp: products of two such bounds are covered by the factor.
fn error(value: f64) -> f64 {
    bounded(1.01 * value)
}

/// One unit of rounding of a rotated vector of length one, in plain numbers ([`Pose::apply`]).
const TURNED: f64 = ROUNDING_UNITS * f64::EPSILON;

/// Where a frame is, in plain numbers, with bounds on how far that is from the exact pose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    rotation: DQuat,
    /// Length of the difference from the exact quaternion.
    rotation_error: f64,
    position: DVec3,
    position_error: f64,
}

/// A vector of the frame as seen from the start of the chain.
struct Arm {
    vector: DVec3,
    length: f64,
    error: f64,
}

impl Place {
    const START: Self =
        Self { rotation: DQuat::IDENTITY, rotation_error: 0.0, position: DVec3::ZERO, position_error: 0.0 };

    /// The place at the end of the chain.
    pub(super) fn at(steps: &[Step], trajectory: &Trajectory, phase: Phase, time: f64) -> Self {
        let mut place = Self::START;
        for step in steps {
            match Movement::of(step, trajectory, phase, time) {
                Movement::Along(along) => {
                    place.shift(&along);
                }
                Movement::About(about) => place.turn(&about),
            }
        }
        place
    }

    pub(super) fn pose(&self) -> Pose {
        Pose::computed(self.rotation, self.position)
    }

    /// Upper bound on the angle between the computed and the exact rotation, radians.
    ///
    /// A quaternion that is off by `d` is off by an angle of at most `asin d` once divided by its length, and the rotation
    /// by twice that.
    pub(super) fn angle_error(&self) -> f64 {
        if self.rotation_error < 0.5 { 2.1 * self.rotation_error } else { 4.0 }
    }

    pub(super) fn position_error(&self) -> f64 {
        self.position_error
    }

    fn turned(&self, vector: DVec3, own_error: f64) -> Arm {
        let length = vector.length();
        let turned = self.pose().turn(vector);
        Arm { vector: turned, length, error: error((self.angle_error() + TURNED) * length + own_error) }
    }

    fn shift(&mut self, along: &Along) -> Arm {
        let arm = self.turned(along.vector, along.error);
        self.position_error =
            error(self.position_error + arm.error + f64::EPSILON * (self.position.length() + arm.length));
        self.position += arm.vector;
        arm
    }

    /// The product of two quaternions is off by eight units in the last place.
    fn turn(&mut self, about: &About) {
        self.rotation_error = error(self.rotation_error + about.error + 4.0 * f64::EPSILON);
        self.rotation *= about.quaternion;
    }
}

/// What one step does at an instant.
enum Movement {
    Along(Along),
    About(About),
}

/// Moves by a vector, which changes.
struct Along {
    vector: DVec3,
    error: f64,
    rate: DVec3,
    rate_error: f64,
}

/// Turns by a quaternion, at a rate about an axis of the frame before the turn.
struct About {
    quaternion: DQuat,
    error: f64,
    axis: DVec3,
    axis_error: f64,
    rate: f64,
    rate_error: f64,
}

impl About {
    /// Half the angle's error is the quaternion's; sine and cosine are off by an ulp, and so are their products.
    fn axis(axis: DVec3, axis_error: f64, angle: Reading) -> Self {
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

impl Movement {
    fn of(step: &Step, trajectory: &Trajectory, phase: Phase, time: f64) -> Self {
        match step {
            Step::Offset { vector, error } => {
                Self::Along(Along { vector: *vector, error: *error, rate: DVec3::ZERO, rate_error: 0.0 })
            }
            Step::Tilt { quaternion, error } => Self::About(About {
                quaternion: *quaternion,
                error: *error,
                axis: DVec3::Z,
                axis_error: 0.0,
                rate: 0.0,
                rate_error: 0.0,
            }),
            Step::Turn { axis, axis_error, value } => {
                Self::About(About::axis(*axis, *axis_error, value.at(trajectory, phase, time)))
            }
            Step::Slide { axis, axis_error, value } => {
                let of = value.at(trajectory, phase, time);
                let off = *axis_error + f64::EPSILON;
                Self::Along(Along {
                    vector: of.value * *axis,
                    error: error(of.value_error + of.value.abs() * off),
                    rate: of.rate * *axis,
                    rate_error: error(of.rate_error + of.rate.abs() * off),
                })
            }
            Step::Shift { first, sign } => {
                let of = [0, 1, 2].map(|axis| trajectory.tracks[first + axis].at(&trajectory.times, phase, time));
                Self::Along(Along {
                    vector: *sign * DVec3::from_array(of.map(|of| of.value)),
                    error: of.iter().map(|of| of.value_error).sum(),
                    rate: *sign * DVec3::from_array(of.map(|of| of.rate)),
                    rate_error: of.iter().map(|of| of.rate_error).sum(),
                })
            }
            Step::Orient { first, undo } => Self::About(orient(oriented(trajectory, *first, phase, time), *undo)),
        }
    }
}

/// The turn about the axis comes first, then the orientation of the row; undone, the other way round.
fn orient(turned: Turned, undo: bool) -> About {
    let Turned { turn, rate, rate_error, start } = turned;
    let angle = Reading { value: turn.angle, value_error: turn.angle_error, rate, rate_error };
    let about = About::axis(turn.axis, turn.axis_error, angle);
    let off = about.error + 8.0 * f64::EPSILON;
    if undo {
        let back = Pose::computed(start.conjugate(), DVec3::ZERO);
        let axis = back.turn(-turn.axis);
        let quaternion = start.conjugate() * about.quaternion.conjugate();
        About { quaternion, error: off, axis, axis_error: turn.axis_error + 2.0 * TURNED, ..about }
    } else {
        About { quaternion: about.quaternion * start, error: off, ..about }
    }
}

/// A frame at the middle of a span, and bounds over all of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) place: Place,
    /// Angular velocity at the middle.
    pub(super) spin: DVec3,
    pub(super) spin_error: f64,
    /// Velocity of the origin at the middle.
    pub(super) velocity: DVec3,
    pub(super) velocity_error: f64,
    /// Over the whole span.
    pub(super) rates: Rates,
    /// From the middle to the farther end, seconds, rounded up.
    pub(super) half: f64,
}

impl Frame {
    /// The frame at the end of the chain, over a span of one phase.
    pub(super) fn during(steps: &[Step], trajectory: &Trajectory, phase: Phase, span: Interval) -> Self {
        let mut frame = Self::start(span);
        frame.pass(steps, trajectory, phase, span);
        frame
    }

    /// The frame that stands at the origin.
    pub(super) fn start(span: Interval) -> Self {
        Self {
            place: Place::START,
            spin: DVec3::ZERO,
            spin_error: 0.0,
            velocity: DVec3::ZERO,
            velocity_error: 0.0,
            rates: Rates::default(),
            half: span.radius(),
        }
    }

    /// Goes on by some steps, over the same span.
    pub(super) fn pass(&mut self, steps: &[Step], trajectory: &Trajectory, phase: Phase, span: Interval) {
        let middle = span.mid();
        for step in steps {
            let slopes = step_slopes(step, trajectory, phase, span);
            match Movement::of(step, trajectory, phase, middle) {
                Movement::Along(along) => self.shift(&along, slopes),
                Movement::About(about) => self.turn(&about, slopes),
            }
        }
    }

    /// The velocity grows by `ω×d + d'`, with `d` and `d'` as seen from the start.
    fn shift(&mut self, along: &Along, slopes: Slopes) {
        let arm = self.place.shift(along);
        // The longest vector during the span.
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

    /// The angular velocity grows by the rate along the axis.
    fn turn(&mut self, about: &About, slopes: Slopes) {
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

/// Bounds on the derivatives of the step's angle or vector over a span of one phase.
fn step_slopes(step: &Step, trajectory: &Trajectory, phase: Phase, span: Interval) -> Slopes {
    let of_value = |value: &Value| value.slopes(trajectory, phase, span);
    match step {
        Step::Offset { .. } | Step::Tilt { .. } => Slopes { rate: 0.0, second: 0.0 },
        Step::Turn { value, .. } | Step::Slide { value, .. } => of_value(value),
        Step::Shift { first, .. } => {
            let track = |axis: usize| &trajectory.tracks[first + axis];
            let of = [0, 1, 2].map(|axis| track(axis).slopes(&trajectory.times, phase, span.lower(), span.upper()));
            let length = |part: fn(&Slopes) -> f64| above(of.iter().map(|of| part(of) * part(of)).sum::<f64>().sqrt());
            Slopes { rate: length(|of| of.rate), second: length(|of| of.second) }
        }
        Step::Orient { first, .. } => {
            let turned = oriented(trajectory, *first, phase, span.lower());
            Slopes { rate: above(turned.rate.abs() + turned.rate_error), second: 0.0 }
        }
    }
}
