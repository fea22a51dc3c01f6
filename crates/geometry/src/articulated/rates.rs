//! Violations of the velocity, acceleration and effort limits of joints by a trajectory.
//!
//! *Question.* Does a joint move faster, or accelerate more, than it may, and from when on?
//! *Idea.* On a segment the velocity is a constant or a parabola, and the acceleration is a line. Their extremes are at
//! the ends of the segment or at the vertex of the parabola. Between two of these instants both are monotone, so that
//! bisection finds the first instant beyond a limit.
//! *Guarantee.* A reported rate is attained: it is evaluated with intervals, and its lower end exceeds the limit. A rate
//! that exceeds the limit by rounding alone (some 1e-14 of it) is not reported. Straight lines between rows have no
//! finite acceleration at the rows, so that their acceleration is not asked for.
//! *Cost.* A few dozen operations for each segment and joint.

use super::track::JointTrack;
use super::trajectory::{Interpolation, Trajectory};
use super::{JointKind, Mechanism};
use std::fmt;
use tangency_interval::Interval;

/// How fast a joint may move and how hard it may be driven. `None`: not limited.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RateLimits {
    /// Radians or metres per second.
    pub velocity: Option<f64>,
    /// Radians or metres per second squared.
    pub acceleration: Option<f64>,
    /// Newton metres or newtons.
    pub effort: Option<f64>,
}

/// A limited quantity other than the joint value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LimitedRate {
    /// The first derivative of the joint value.
    Velocity,
    /// The second derivative of the joint value.
    Acceleration,
    /// The torque or the force of the drive.
    Effort,
}

impl LimitedRate {
    /// Its name in files and messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Velocity => "velocity",
            Self::Acceleration => "acceleration",
            Self::Effort => "effort",
        }
    }

    /// Its unit, for a joint that turns or slides.
    #[must_use]
    pub fn unit(self, slides: bool) -> &'static str {
        match (self, slides) {
            (Self::Velocity, false) => "rad/s",
            (Self::Velocity, true) => "m/s",
            (Self::Acceleration, false) => "rad/s²",
            (Self::Acceleration, true) => "m/s²",
            (Self::Effort, false) => "N m",
            (Self::Effort, true) => "N",
        }
    }
}

/// A joint that exceeds the limit of a rate.
#[derive(Clone, Debug, PartialEq)]
pub struct RateViolation {
    /// Index of the joint in the mechanism.
    pub joint: usize,
    /// Name of the joint.
    pub name: String,
    /// What exceeds its limit.
    pub rate: LimitedRate,
    /// Whether the joint slides: then units are metres and newtons.
    pub slides: bool,
    /// The exceeded limit, not below 0.
    pub limit: f64,
    /// The first time beyond the limit, in seconds, up to rounding; of an effort, the time of the first such row.
    pub first: f64,
    /// The value farthest beyond the limit, with its sign.
    pub worst: f64,
    /// The time of the worst value, in seconds.
    pub worst_at: f64,
    /// The row with the worst value, counted from 0; `None` if it lies between rows.
    pub row: Option<usize>,
}

impl fmt::Display for RateViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, limit, first, worst, worst_at, .. } = self;
        let (rate, unit) = (self.rate.name(), self.rate.unit(self.slides));
        let since = match self.rate {
            LimitedRate::Velocity | LimitedRate::Acceleration => format!("from {first} s on"),
            LimitedRate::Effort => format!("in the row at {first} s"),
        };
        write!(f, "joint {name:?} exceeds its {rate} limit {limit} {unit} {since}; most at {worst_at} s")?;
        match self.row {
            Some(row) => write!(f, " (row {}): {worst} {unit}", row + 1),
            None => write!(f, " (between rows): {worst} {unit}"),
        }
    }
}

/// A rate at an instant that may be an extreme.
#[derive(Clone, Copy)]
struct RateKnot {
    /// The share of the segment that has passed.
    share: f64,
    rate: Interval,
}

/// One coordinate on one segment, with intervals for its coefficients: `value(s) = first + s·(k₀ + s·(k₁ + s·k₂))`.
struct RatePiece {
    coefficients: [Interval; 3],
    start: f64,
    end: f64,
    duration: Interval,
}

impl RatePiece {
    fn new(track: &JointTrack, times: &[f64], segment: usize) -> Self {
        let [start, end] = [times[segment], times[segment + 1]];
        let [first, last] = [track.values[segment], track.values[segment + 1]].map(Interval::from);
        let duration = Interval::from(end) - Interval::from(start);
        let change = last - first;
        let coefficients = match &track.slopes {
            None => [change, Interval::from(0.0), Interval::from(0.0)],
            Some(slopes) => {
                let [leaving, arriving] =
                    [slopes[segment], slopes[segment + 1]].map(|slope| Interval::from(slope) * duration);
                let two = Interval::from(2.0);
                let bend = Interval::from(3.0) * change - two * leaving - arriving;
                [leaving, bend, leaving + arriving - two * change]
            }
        };
        Self { coefficients, start, end, duration }
    }

    fn rate(&self, rate: LimitedRate, share: f64) -> Interval {
        let ([a, b, c], share) = (self.coefficients, Interval::from(share));
        let [two, three, six] = [2.0, 3.0, 6.0].map(Interval::from);
        match rate {
            LimitedRate::Velocity => (a + share * (two * b + share * three * c)) / self.duration,
            LimitedRate::Acceleration | LimitedRate::Effort => {
                (two * b + six * c * share) / (self.duration * self.duration)
            }
        }
    }

    /// The ends of the segment and the vertex of the velocity, in order.
    fn knots(&self, rate: LimitedRate) -> Vec<RateKnot> {
        let [_, b, c] = self.coefficients.map(Interval::mid);
        let vertex = -b / (3.0 * c);
        let inside = (rate == LimitedRate::Velocity && vertex > 0.0 && vertex < 1.0).then_some(vertex);
        let shares = [Some(0.0), inside, Some(1.0)].into_iter().flatten();
        shares.map(|share| RateKnot { share, rate: self.rate(rate, share) }).collect()
    }

    fn time(&self, share: f64) -> f64 {
        if share == 1.0 { self.end } else { self.start + share * self.duration.mid() }
    }

    /// The first share at which `beyond` holds, between one at which it does not and one at which it does.
    fn crossing(&self, mut inside: f64, mut outside: f64, beyond: impl Fn(f64) -> bool) -> f64 {
        loop {
            let middle = inside + 0.5 * (outside - inside);
            if !(inside < middle && middle < outside) {
                return outside;
            }
            if beyond(middle) { outside = middle } else { inside = middle }
        }
    }
}

impl Trajectory {
    /// All violations of velocity and acceleration limits, in the order of the joints. `limits` has an entry for every
    /// joint of the mechanism; limits of joints without exactly one value are ignored. Accelerations of
    /// [`Interpolation::Linear`] are infinite at the rows and not compared.
    ///
    /// # Panics
    /// If the trajectory belongs to another mechanism.
    #[must_use]
    pub fn rate_violations(&self, mechanism: &Mechanism, limits: &[RateLimits]) -> Vec<RateViolation> {
        let mut found = Vec::new();
        for (joint, limits) in limits.iter().enumerate().take(mechanism.joints().len()) {
            let accelerates = self.interpolation() != Interpolation::Linear;
            let asked = [
                (LimitedRate::Velocity, limits.velocity),
                (LimitedRate::Acceleration, limits.acceleration.filter(|_| accelerates)),
            ];
            for (rate, limit) in asked {
                let Some(limit) = limit else { continue };
                found.extend(self.rate_violation(mechanism, joint, rate, limit));
            }
        }
        found
    }

    fn rate_violation(
        &self,
        mechanism: &Mechanism,
        joint: usize,
        rate: LimitedRate,
        limit: f64,
    ) -> Option<RateViolation> {
        let of = &mechanism.joints()[joint];
        let slides = one_value(of.kind)?;
        let track = &self.tracks[mechanism.coordinate(joint)?];
        let scale = Interval::from(of.mimic.map_or(1.0, |mimic| mimic.multiplier));
        let beyond = |rate: Interval| (rate * scale).mignitude() > limit;
        let mut worst: Option<RateViolation> = None;
        let mut most = limit;
        for segment in 0..self.times.len().saturating_sub(1) {
            let piece = RatePiece::new(track, &self.times, segment);
            let knots = piece.knots(rate);
            let Some(found) = knots.iter().position(|knot| beyond(knot.rate)) else { continue };
            let first =
                worst.as_ref().map_or_else(
                    || match found {
                        0 => piece.start,
                        _ => piece.time(piece.crossing(knots[found - 1].share, knots[found].share, |share| {
                            beyond(piece.rate(rate, share))
                        })),
                    },
                    |worst| worst.first,
                );
            let constant = rate == LimitedRate::Velocity && track.slopes.is_none();
            for knot in knots {
                let value = knot.rate * scale;
                // Of equal values up to rounding, the earliest counts.
                if value.mignitude() > most {
                    most = value.magnitude();
                    let value = short(value);
                    let row = match knot.share {
                        0.0 => Some(segment),
                        1.0 => Some(segment + 1),
                        _ => None,
                    };
                    let (name, worst_at) = (of.name.clone(), piece.time(knot.share));
                    let row = row.filter(|_| !constant);
                    worst =
                        Some(RateViolation { joint, name, rate, slides, limit, first, worst: value, worst_at, row });
                }
            }
        }
        worst
    }

    /// Efforts at the rows that exceed their limits, in the order of the joints. Between rows nothing is known of
    /// efforts. `efforts` has a row for every row of the trajectory, with an entry for every joint of the mechanism;
    /// `None` where no effort is given.
    ///
    /// # Panics
    /// If the trajectory belongs to another mechanism, or rows or entries are missing.
    #[must_use]
    pub fn effort_violations(
        &self,
        mechanism: &Mechanism,
        limits: &[RateLimits],
        efforts: &[Vec<Option<f64>>],
    ) -> Vec<RateViolation> {
        let mut found = Vec::new();
        for (joint, limits) in limits.iter().enumerate() {
            let of = &mechanism.joints()[joint];
            let (Some(limit), Some(slides)) = (limits.effort, one_value(of.kind)) else { continue };
            let given = self.times.iter().zip(efforts).enumerate();
            let beyond = given.filter_map(|(row, (&time, efforts))| Some((row, time, efforts[joint]?)));
            let beyond: Vec<_> = beyond.filter(|(.., effort)| effort.abs() > limit).collect();
            let most = beyond.iter().max_by(|one, other| one.2.abs().total_cmp(&other.2.abs()));
            if let (Some(&(_, first, _)), Some(&(row, worst_at, worst))) = (beyond.first(), most) {
                let (name, row, rate) = (of.name.clone(), Some(row), LimitedRate::Effort);
                found.push(RateViolation { joint, name, rate, slides, limit, first, worst, worst_at, row });
            }
        }
        found
    }
}

/// A number of the interval with few digits, if there is one with twelve.
fn short(value: Interval) -> f64 {
    let middle = value.mid();
    format!("{middle:.11e}").parse().ok().filter(|&rounded| value.contains(rounded)).unwrap_or(middle)
}

/// Whether a joint with one value slides. `None` for joints with no value or several.
fn one_value(kind: JointKind) -> Option<bool> {
    match kind {
        JointKind::Revolute { .. } | JointKind::Continuous { .. } => Some(false),
        JointKind::Prismatic { .. } => Some(true),
        JointKind::Fixed | JointKind::Planar | JointKind::Floating => None,
    }
}
