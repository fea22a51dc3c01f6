//! The motion of a body as analytic pieces, so that a reader of the result file can evaluate any instant.
//!
//! *Question.* Where is a body at time t, given the file alone?
//! *Idea.* The file has the closed forms themselves: parabolas with a constant angular velocity, and Chebyshev series.
//! Nothing is sampled.
//! *Guarantee.* [`MotionReport::at`] agrees with `Motion::at` up to the rounding of the evaluation. All coefficients
//! are written with the digits that read back to the same numbers.
//! *Cost.* A binary search and one evaluation.

use crate::report::{ReportError, bracket, finite};
use glam::{DQuat, DVec3, DVec4};
use serde::{Deserialize, Serialize};
use tangency_geometry::{ChebyshevMotion, Motion, Pose};
use tangency_interval::Chebyshev;

/// The motion of a body: consecutive pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MotionReport {
    /// Its name.
    pub body: String,
    /// The pieces, at least one, with increasing starts. Each ends where the next begins.
    pub pieces: Vec<PieceReport>,
}

/// A piece of a motion. Its own time counts from its start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum PieceReport {
    /// A point of the body moves on a line or a parabola, and the body turns about it at a constant rate.
    Flight(FlightPiece),
    /// Position and orientation follow Chebyshev series.
    Chebyshev(SeriesPiece),
}

/// Flight: `point(t) = position + t·velocity + t²/2·acceleration + exp(t·angular_velocity)·R(orientation)·(local −
/// centre)`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FlightPiece {
    /// Start in seconds, from the start of the simulated span.
    pub start: f64,
    /// The point of the body that flies on the parabola, in the body's frame: its centre of mass. Metres.
    pub centre: [f64; 3],
    /// Position of that point at the start, metres.
    pub position: [f64; 3],
    /// Velocity of that point at the start, metres per second.
    pub velocity: [f64; 3],
    /// Acceleration, metres per second squared.
    pub acceleration: [f64; 3],
    /// Orientation at the start: a unit quaternion x, y, z, w.
    pub orientation: [f64; 4],
    /// Angular velocity in world axes, radians per second.
    pub angular_velocity: [f64; 3],
}

/// Chebyshev series: `c₀ + c₁T₁(x) + c₂T₂(x) + …` with `x = ((t − from) − (to − t))/(to − from)` over the domain `[from,
/// to]`. Outside of it the body rests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeriesPiece {
    /// Start in seconds, from the start of the simulated span.
    pub start: f64,
    /// The domain of the series, in seconds from the start of the piece.
    pub domain: [f64; 2],
    /// The coefficients of x, y and z of the body's origin, metres.
    pub position: [Vec<f64>; 3],
    /// The coefficients of the quaternion x, y, z, w. Its length is not 1 everywhere: divide by it.
    pub orientation: [Vec<f64>; 4],
}

/// A motion without a closed form that the result file can hold.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("the motion of body {body:?} cannot be written as pieces: it has {found}, and only flights and series can")]
pub struct PieceError {
    /// The body's name.
    pub body: String,
    /// What its motion has.
    pub found: String,
}

impl MotionReport {
    /// The pieces of a rigid motion. Fails for motions that are no flights and no series.
    pub fn new(body: &str, motion: &Motion) -> Result<Self, PieceError> {
        let refused = |found: &str| PieceError { body: body.to_owned(), found: found.to_owned() };
        let pieces = if let Motion::Piecewise(piecewise) = motion {
            let pairs = piecewise.starts().iter().zip(piecewise.segments());
            pairs
                .map(|(&start, segment)| PieceReport::new(start, segment).map_err(refused))
                .collect::<Result<_, _>>()?
        } else {
            vec![PieceReport::new(0.0, motion).map_err(refused)?]
        };
        Ok(Self { body: body.to_owned(), pieces })
    }

    /// Orientation and position of the body's frame, `time` seconds after the start of the simulated span.
    #[must_use]
    pub fn at(&self, time: f64) -> (DQuat, DVec3) {
        let after = self.pieces.partition_point(|piece| piece.start() <= time);
        let piece = self.pieces.get(after.saturating_sub(1));
        piece.map_or((DQuat::IDENTITY, DVec3::NAN), |piece| piece.at(time - piece.start()))
    }

    /// Checks the invariants of every file.
    pub(super) fn check(&self, field: &str) -> Result<(), ReportError> {
        if self.pieces.is_empty() {
            return Err(ReportError::Contradiction(format!("`{field}.pieces` is empty")));
        }
        for (index, piece) in self.pieces.iter().enumerate() {
            piece.check(&format!("{field}.pieces[{index}]"))?;
        }
        let late = self.pieces.windows(2).position(|pair| pair[0].start() >= pair[1].start());
        match late {
            None => Ok(()),
            Some(index) => {
                let message = format!("`{field}.pieces[{}]` does not start after the piece before it", index + 1);
                Err(ReportError::Contradiction(message))
            }
        }
    }
}

impl PieceReport {
    /// The piece that begins at `start`, in seconds from the start of the span. An error says what the motion is.
    pub(crate) fn new(start: f64, motion: &Motion) -> Result<Self, &'static str> {
        let zero = DVec3::ZERO;
        let flight = |pose: Pose, velocity: DVec3, acceleration: DVec3, spin: DVec3| {
            Self::Flight(FlightPiece {
                start,
                centre: [0.0; 3],
                position: pose.translation().to_array(),
                velocity: velocity.to_array(),
                acceleration: acceleration.to_array(),
                orientation: pose.rotation().to_array(),
                angular_velocity: spin.to_array(),
            })
        };
        match motion {
            Motion::Still(pose) => Ok(flight(*pose, zero, zero, zero)),
            Motion::Linear(linear) => Ok(flight(linear.start(), linear.velocity(), zero, zero)),
            Motion::Ballistic(thrown) => Ok(flight(thrown.start(), thrown.velocity(), thrown.acceleration(), zero)),
            Motion::Rigid(rigid) => Ok(flight(rigid.start(), rigid.velocity(), zero, rigid.angular_velocity())),
            Motion::Chebyshev(series) => Ok(Self::Chebyshev(SeriesPiece::new(start, series))),
            Motion::Screw(_) => Err("a screw motion"),
            Motion::Articulated(_) => Err("the motion of a link"),
            Motion::Piecewise(_) => Err("pieces within pieces"),
            Motion::Vertexwise(_) => Err("a motion of single vertices"),
            Motion::Expression(_) => Err("a formula"),
        }
    }

    /// Start in seconds, from the start of the simulated span.
    #[must_use]
    pub fn start(&self) -> f64 {
        match self {
            Self::Flight(flight) => flight.start,
            Self::Chebyshev(series) => series.start,
        }
    }

    /// Orientation and position of the body's frame, `time` seconds after the start of the piece.
    #[must_use]
    pub fn at(&self, time: f64) -> (DQuat, DVec3) {
        match self {
            Self::Flight(flight) => flight.at(time),
            Self::Chebyshev(series) => series.at(time),
        }
    }

    fn check(&self, field: &str) -> Result<(), ReportError> {
        let of = |name: &str| format!("{field}.{name}");
        finite(&of("start"), &[self.start()])?;
        match self {
            Self::Flight(flight) => {
                finite(&of("centre"), &flight.centre)?;
                finite(&of("position"), &flight.position)?;
                finite(&of("velocity"), &flight.velocity)?;
                finite(&of("acceleration"), &flight.acceleration)?;
                finite(&of("orientation"), &flight.orientation)?;
                finite(&of("angular_velocity"), &flight.angular_velocity)
            }
            Self::Chebyshev(series) => {
                bracket(&of("domain"), series.domain)?;
                let lists = [("position", &series.position[..]), ("orientation", &series.orientation[..])];
                for (name, lists) in lists {
                    for list in lists {
                        finite(&of(name), list)?;
                    }
                }
                let empty = series.position.iter().chain(&series.orientation).any(Vec::is_empty);
                let [from, to] = series.domain;
                if empty || from == to {
                    let message = format!("`{field}` is no series: it needs coefficients and a domain with a length");
                    return Err(ReportError::Contradiction(message));
                }
                Ok(())
            }
        }
    }
}

impl FlightPiece {
    fn at(&self, time: f64) -> (DQuat, DVec3) {
        let [position, velocity, acceleration, spin, centre] =
            [self.position, self.velocity, self.acceleration, self.angular_velocity, self.centre]
                .map(DVec3::from_array);
        // A quaternion of any length would be written back as it is; a rotation has length 1.
        let start = DQuat::from_array(self.orientation).normalize();
        let turn = if spin == DVec3::ZERO { start } else { DQuat::from_scaled_axis(spin * time) * start };
        (turn, position + time * (velocity + 0.5 * time * acceleration) - turn * centre)
    }
}

impl SeriesPiece {
    fn new(start: f64, motion: &ChebyshevMotion) -> Self {
        // Coefficients that are known up to rounding are evaluated at their middles.
        let numbers =
            |series: &Chebyshev| series.coefficients().iter().map(|coefficient| coefficient.mid()).collect::<Vec<_>>();
        Self {
            start,
            domain: [motion.domain().lower(), motion.domain().upper()],
            position: motion.translation().each_ref().map(numbers),
            orientation: motion.rotation().each_ref().map(numbers),
        }
    }

    fn at(&self, time: f64) -> (DQuat, DVec3) {
        let [from, to] = self.domain;
        let time = time.max(from).min(to);
        let x = ((time - from) - (to - time)) / (to - from);
        let value = |coefficients: &Vec<f64>| clenshaw(coefficients, x);
        let quaternion = DVec4::from_array(self.orientation.each_ref().map(value)).normalize();
        (DQuat::from_vec4(quaternion), DVec3::from_array(self.position.each_ref().map(value)))
    }
}

/// The value of a Chebyshev series by Clenshaw's recurrence.
fn clenshaw(coefficients: &[f64], x: f64) -> f64 {
    let Some((first, rest)) = coefficients.split_first() else { return 0.0 };
    let (mut next, mut after) = (0.0, 0.0);
    for coefficient in rest.iter().rev() {
        (next, after) = (coefficient + 2.0 * x * next - after, next);
    }
    first + x * next - after
}
