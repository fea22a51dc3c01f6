//! The orientation of a floating joint over time: from row to row it follows the shortest rotation about a
//! fixed axis, at a constant rate.

use super::trajectory::TrajectoryPhase;
use crate::motion::{relative_quaternion, unit};
use glam::{DQuat, DVec3};
use tangency_interval::{Interval, Vector, Vector3};

/// Quaternions at the rows, normalised up to rounding, and the rotations between them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Orientation {
    rows: Vec<DQuat>,
    turns: Vec<AxisAngle>,
}

/// A rotation about a unit axis, in the target frame of the quaternions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AxisAngle {
    pub(super) axis: DVec3,
    pub(super) axis_error: f64,
    pub(super) angle: f64,
    pub(super) angle_error: f64,
}

/// The rotation `turn` applied after the orientation `start`.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrientationReading {
    pub(super) turn: AxisAngle,
    /// Angular speed, in radians per second.
    pub(super) rate: f64,
    pub(super) rate_error: f64,
    pub(super) start: DQuat,
}

impl Orientation {
    /// Interpolates these quaternions. Their lengths are one up to decimal rounding; each is normalised
    /// exactly.
    pub(super) fn new(rows: &[DQuat]) -> Self {
        let turns = rows.windows(2).map(|pair| AxisAngle::between(pair[0], pair[1])).collect();
        Self { rows: rows.iter().map(|row| row.normalize()).collect(), turns }
    }

    pub(super) fn at(&self, times: &[f64], phase: TrajectoryPhase, time: f64) -> OrientationReading {
        let index = match phase {
            TrajectoryPhase::Rest { row } => {
                return OrientationReading { turn: AxisAngle::NONE, rate: 0.0, rate_error: 0.0, start: self.rows[row] };
            }
            TrajectoryPhase::Segment { index } => index,
        };
        let whole = self.turns[index];
        let duration = times[index + 1] - times[index];
        let share = ((time - times[index]) / duration).clamp(0.0, 1.0);
        let angle_error = whole.angle_error + 4.0 * f64::EPSILON * whole.angle;
        let turn = AxisAngle { angle: share * whole.angle, angle_error, ..whole };
        let rate_error = 2.0 * angle_error / duration;
        OrientationReading { turn, rate: whole.angle / duration, rate_error, start: self.rows[index] }
    }

    pub(super) fn is_constant(&self) -> bool {
        self.turns.iter().all(|turn| turn.angle == 0.0)
    }
}

impl AxisAngle {
    const NONE: Self = Self { axis: DVec3::Z, axis_error: 0.0, angle: 0.0, angle_error: 0.0 };

    /// The shortest rotation from one orientation to another.
    fn between(start: DQuat, end: DQuat) -> Self {
        let [x, y, z, w] = relative_quaternion(start, end);
        let vector = Vector([x, y, z]);
        if vector == Vector3::ZERO {
            return Self::NONE;
        }
        let (direction, sine) = unit(vector);
        let angle = Interval::from(2.0) * sine.atan2(w);
        let axis_error = direction.0.map(Interval::radius).into_iter().sum();
        Self { axis: DVec3::from_array(direction.mid()), axis_error, angle: angle.mid(), angle_error: angle.radius() }
    }
}
