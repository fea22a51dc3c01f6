//! Rotation at a constant rate about a fixed direction, while the origin translates and circles: the common
//! core of the rigid and the screw motion.
//!
//! *Question.* Where is a point that rotates by the angle `θ = ω·t` about the unit axis `k`?
//! *Idea.* Let `y` be the point rotated by the initial orientation. Rodrigues' formula gives
//! `y + sin θ · (k×y) + (1 − cos θ) · k×(k×y)`. The path of the origin has the same form, so every point obeys
//!
//! ```text
//! point(t) = base + t·drift + sin θ · a + (1 − cos θ) · b
//! ```
//!
//! with constant vectors `base`, `a`, `b`. The angle occurs twice instead of in nine matrix entries.
//! `1 − cos θ = 2·sin²(θ/2)` keeps small angles precise. The values at the two ends and the slopes between them
//! tighten the enclosure ([`super::ends`]). `a·sin θ − b·cos θ` never exceeds `√(a² + b²)`, which makes full
//! turns tight.
//! *Guarantee.* Holds the exact position. The excess is of second order in the length of the interval.
//! *Cost.* Three sines and cosines per interval, and about 60 interval operations per point.
//! *Source.* O. Rodrigues, 1840.
//!
//! | letter | name |
//! |---|---|
//! | k | `axis` |
//! | ω | `rate` |
//! | a | `sine` |
//! | b | `versine` |

use super::ends::between_ends;
use super::{Enclosure, Kinematics, Kinks, MovingPose, Placement, PoseEnclosure, Rates, RigidKinematics};
use crate::tolerance::ROUNDING_UNITS;
use crate::{Pose, enclose};
use glam::{DQuat, DVec3};
use tangency_interval::{Interval, Matrix, Vector, Vector3};

/// `point(t)` as above; all times in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TurningMotion {
    /// The pose at time 0.
    pub(super) start: Pose,
    /// Unit axis; any unit vector without rotation.
    pub(super) axis: Vector3,
    /// Angular speed in radians per second, not negative; exactly zero without rotation.
    pub(super) rate: Interval,
    /// Velocity of the origin's linear part, in metres per second.
    pub(super) drift: Vector3,
    /// Displacement of the origin in proportion to the sine of the angle.
    pub(super) sine: Vector3,
    /// Displacement of the origin in proportion to the versine of the angle.
    pub(super) versine: Vector3,
    plain: PlainTerms,
}

/// What follows from the terms of a motion, computed once: their middles, and bounds that are rounded up.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PlainTerms {
    axis: DVec3,
    rate: f64,
    drift: DVec3,
    sine: DVec3,
    versine: DVec3,
    /// Metres per second. Bounds the length of the drift.
    drift_speed: f64,
    /// Metres. Bounds the sum of the lengths of the sine and the versine term.
    circling: f64,
    rates: Rates,
}

/// The time-dependent terms, common to all points, at an instant or during an interval.
#[derive(Clone, Copy, Debug)]
struct TimeTerms {
    /// The start of the origin plus its drift since then.
    drifted: Vector3,
    sine: Interval,
    cosine: Interval,
    versine: Interval,
}

/// The unit vector along a non-zero vector, and the vector's length.
pub(crate) fn unit(vector: Vector3) -> (Vector3, Interval) {
    // Scaled first, so that squares neither overflow nor underflow.
    let scale = vector.0.iter().map(|coordinate| coordinate.magnitude()).fold(0.0, f64::max);
    let scaled = Vector(vector.0.map(|coordinate| coordinate / Interval::from(scale)));
    let length = scaled.length();
    (Vector(scaled.0.map(|coordinate| coordinate / length)), length * Interval::from(scale))
}

fn middle(vector: Vector3) -> DVec3 {
    DVec3::from_array(vector.mid())
}

impl TurningMotion {
    /// `axis`, `rate`, `drift`, `sine` and `versine` as in the fields.
    pub(super) fn new(start: Pose, [axis, drift, sine, versine]: [Vector3; 4], rate: Interval) -> Self {
        // The origin circles at a distance of at most `√(a² + b²)`: `c̈ = ω²·(b·cos θ − a·sin θ)`.
        let radius = (sine.length_sq() + versine.length_sq()).sqrt();
        let plain = PlainTerms {
            axis: middle(axis),
            rate: rate.mid(),
            drift: middle(drift),
            sine: middle(sine),
            versine: middle(versine),
            drift_speed: drift.length().upper(),
            circling: (sine.length() + versine.length()).upper(),
            rates: Rates {
                speed: (drift.length() + rate * radius).upper(),
                spin: rate.upper(),
                acceleration: (rate.sqr() * radius).upper(),
                spin_change: 0.0,
            },
        };
        Self { start, axis, rate, drift, sine, versine, plain }
    }

    pub(super) fn turns(&self) -> bool {
        self.rate != Interval::ZERO
    }

    fn moment(&self, time: Interval) -> TimeTerms {
        let angle = self.rate * time;
        let half_sine = (angle * Interval::from(0.5)).sin();
        TimeTerms {
            drifted: enclose(self.start.translation()) + self.drift * time,
            sine: angle.sin(),
            cosine: angle.cos(),
            versine: Interval::from(2.0) * half_sine.sqr(),
        }
    }
}

impl Kinematics for TurningMotion {
    fn at(&self, time: f64) -> Placement {
        let PlainTerms { axis, rate, drift, sine, versine, .. } = self.plain;
        let (half_sine, half_cosine) = (0.5 * (rate * time)).sin_cos();
        let turn = DQuat::from_vec4((half_sine * axis).extend(half_cosine));
        let circling = half_cosine * sine + half_sine * versine;
        let displacement = time * drift + 2.0 * half_sine * circling;
        Placement::Pose(Pose::computed(turn * self.start.rotation(), self.start.translation() + displacement))
    }

    fn during(&self, span: Interval) -> Enclosure {
        let rotation = self.start.rotation_matrix();
        if !self.turns() {
            let translation = enclose(self.start.translation()) + self.drift * span;
            return Enclosure::Pose(PoseEnclosure { rotation, translation, velocity: self.drift });
        }
        let bounded = span.lower().is_finite() && span.upper().is_finite();
        let end = |time: f64| self.moment(Interval::from(time));
        Enclosure::Turning(Box::new(TurningEnclosure {
            motion: *self,
            rotation,
            during: self.moment(span),
            ends: bounded.then(|| [end(span.lower()), end(span.upper())]),
            length: Interval::from(span.upper()) - Interval::from(span.lower()),
        }))
    }

    /// Bounds the speed of a point. Along the axis it is the speed of the drift. Across the axis it is at most
    /// the sum of the drift, the circling of the origin and the rotation about the origin.
    fn travel(&self, span: Interval, reach: f64) -> f64 {
        let along = self.drift.dot(self.axis);
        let across = (self.drift - self.axis * along).length();
        // The origin circles at the distance |a| = |b| from the axis (zero for rigid motion).
        let radius = Interval::from(self.sine.length().upper().max(self.versine.length().upper()));
        let across = across + self.rate * (radius + Interval::from(reach));
        let speed = if self.turns() { (along.sqr() + across.sqr()).sqrt() } else { self.drift.length() };
        (speed * Interval::from(span.width())).upper()
    }

    fn rounding(&self, time: f64, _index: usize, local: DVec3) -> f64 {
        let angle = self.rate.upper() * time.abs();
        let turned = (1.0 + angle) * local.length() + angle * self.plain.circling;
        let straight = self.start.translation().length() + time.abs() * self.plain.drift_speed;
        ROUNDING_UNITS * f64::EPSILON * (straight + turned)
    }

    fn straight_between(&self, span: Interval) -> Option<Vec<f64>> {
        (!self.turns()).then(|| vec![span.lower(), span.upper()])
    }
}

impl RigidKinematics for TurningMotion {
    /// The same at all times.
    fn rates(&self, _span: Interval) -> Rates {
        self.plain.rates
    }

    fn kinks(&self) -> Kinks<'_> {
        Kinks::Borrowed(&[])
    }
}

/// Encloses a rotating placement during a time interval.
#[derive(Clone, Copy, Debug)]
pub struct TurningEnclosure {
    motion: TurningMotion,
    /// The initial orientation.
    rotation: Matrix<3, 3>,
    during: TimeTerms,
    /// `None` if the span is unbounded.
    ends: Option<[TimeTerms; 2]>,
    length: Interval,
}

/// The constant terms of one point.
struct PointCoefficients {
    /// The point relative to the origin at time 0.
    turned: Vector3,
    sine: Vector3,
    versine: Vector3,
    /// `√(sine² + versine²)`: the largest deviation of each coordinate from its centre.
    amplitudes: Vector3,
}

impl TurningEnclosure {
    fn coefficients(&self, local: DVec3) -> PointCoefficients {
        let turned = self.rotation * enclose(local);
        let across = self.motion.axis.cross(turned);
        Self::circling(turned, self.motion.sine + across, self.motion.versine + self.motion.axis.cross(across))
    }

    /// The coefficients of a direction fixed in the body. The path of the origin does not affect it.
    fn direction(&self, local: DVec3) -> PointCoefficients {
        let turned = self.rotation * enclose(local);
        let across = self.motion.axis.cross(turned);
        Self::circling(turned, across, self.motion.axis.cross(across))
    }

    fn circling(turned: Vector3, sine: Vector3, versine: Vector3) -> PointCoefficients {
        let amplitude = |axis: usize| {
            let amplitude = (sine[axis].sqr() + versine[axis].sqr()).sqrt().upper();
            Interval::between(-amplitude, amplitude)
        };
        PointCoefficients { turned, sine, versine, amplitudes: Vector(std::array::from_fn(amplitude)) }
    }

    fn place(of: &PointCoefficients, moment: &TimeTerms) -> Vector3 {
        of.turned + of.sine * moment.sine + of.versine * moment.versine
    }

    /// The time derivative of the circular part.
    fn circling_rate(&self, of: &PointCoefficients) -> Vector3 {
        let turning = of.sine * self.during.cosine + of.versine * self.during.sine;
        turning.intersection(of.amplitudes) * self.motion.rate
    }

    /// The range of the circular part.
    fn circular(&self, of: &PointCoefficients) -> Vector3 {
        // The first form is tight for small angles, the second for full turns.
        let turning = of.sine * self.during.sine + of.versine * self.during.versine;
        let about_centre = (of.sine * self.during.sine - of.versine * self.during.cosine).intersection(of.amplitudes);
        of.turned + turning.intersection(of.versine + about_centre)
    }

    /// Holds every position of the point `local` during the interval.
    pub(super) fn point(&self, local: DVec3) -> Vector3 {
        let of = self.coefficients(local);
        let natural = self.during.drifted + self.circular(&of);
        let Some([start, end]) = &self.ends else {
            return natural;
        };
        let [start, end] = [start, end].map(|moment| moment.drifted + Self::place(&of, moment));
        natural.intersection(between_ends(start, end, self.motion.drift + self.circling_rate(&of), self.length))
    }

    /// Holds every velocity of the point `local` during the interval.
    pub(super) fn velocity(&self, local: DVec3) -> Vector3 {
        self.motion.drift + self.circling_rate(&self.coefficients(local))
    }

    /// Rotation, translation and their rates, column by column.
    pub(super) fn moving_pose(&self) -> MovingPose {
        let columns = [DVec3::X, DVec3::Y, DVec3::Z].map(|local| {
            let of = self.direction(local);
            let (column, rate) = (self.circular(&of), self.circling_rate(&of));
            let Some([start, end]) = &self.ends else {
                return (column, rate);
            };
            let [start, end] = [start, end].map(|moment| Self::place(&of, moment));
            (column.intersection(between_ends(start, end, rate, self.length)), rate)
        });
        MovingPose::of_columns(columns, self.point(DVec3::ZERO), self.velocity(DVec3::ZERO))
    }

    /// The rotation matrix and the translation during the interval.
    pub(super) fn rigid(&self) -> (Matrix<3, 3>, Vector3) {
        let columns = [DVec3::X, DVec3::Y, DVec3::Z].map(|column| {
            let turned = self.rotation * enclose(column);
            let across = self.motion.axis.cross(turned);
            turned + across * self.during.sine + self.motion.axis.cross(across) * self.during.versine
        });
        let rotation = Matrix(std::array::from_fn(|row| Vector(std::array::from_fn(|column| columns[column][row]))));
        (rotation, self.point(DVec3::ZERO))
    }
}
