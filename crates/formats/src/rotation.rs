//! Rotations by angles: about an axis, and by roll, pitch and yaw.
//!
//! The sines come from `interval`, so that they have the same bits on every machine.

use glam::{DQuat, DVec3};
use std::f64::consts::FRAC_1_SQRT_2;
use tangency_interval::Interval;

/// Sine and cosine of half an angle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfAngle {
    sine: f64,
    cosine: f64,
}

impl HalfAngle {
    /// Half of an angle in radians.
    pub(crate) fn of_radians(angle: f64) -> Self {
        if angle == 0.0 {
            return Self { sine: 0.0, cosine: 1.0 };
        }
        Self::of(Interval::from(0.5 * angle))
    }

    /// Half of an angle in degrees. Multiples of a quarter turn are exact rotations: sine and cosine are then 0, 1, or
    /// equal doubles, whatever their last bit.
    pub(crate) fn of_degrees(angle: f64) -> Self {
        // The remainder of doubles is exact. A rotation by 360° changes the sign of the quaternion alone.
        let [sine, cosine] = match angle % 360.0 {
            0.0 => [0.0, 1.0],
            90.0 | -270.0 => [FRAC_1_SQRT_2, FRAC_1_SQRT_2],
            180.0 | -180.0 => [1.0, 0.0],
            270.0 | -90.0 => [-FRAC_1_SQRT_2, FRAC_1_SQRT_2],
            other => return Self::of(Interval::from(other) * Interval::PI / Interval::from(360.0)),
        };
        Self { sine, cosine }
    }

    fn of(half: Interval) -> Self {
        Self { sine: half.sin().mid(), cosine: half.cos().mid() }
    }

    /// The rotation about an axis of unit length. No component is off by more than four units in the last place of 1.
    pub(crate) fn about(self, axis: DVec3) -> DQuat {
        DQuat::from_vec4((self.sine * axis).extend(self.cosine))
    }
}

/// Roll about x, then pitch about y, then yaw about z, all fixed axes, as in URDF.
pub(crate) fn roll_pitch_yaw([roll, pitch, yaw]: [HalfAngle; 3]) -> DQuat {
    yaw.about(DVec3::Z) * pitch.about(DVec3::Y) * roll.about(DVec3::X)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_are_exact() {
        for (degrees, image) in [(90.0, DVec3::Y), (-270.0, DVec3::Y), (450.0, DVec3::Y), (180.0, DVec3::NEG_X)] {
            let [x, y, z, w] = HalfAngle::of_degrees(degrees).about(DVec3::Z).to_array();
            // The image of x under a quaternion of any length.
            let image_of_x = DVec3::new(x * x + w * w - y * y - z * z, 2.0 * (x * y + w * z), 2.0 * (x * z - w * y));
            assert_eq!(image_of_x / image_of_x.length(), image, "{degrees}°");
        }
    }

    #[test]
    fn degrees_agree_with_radians() {
        for degrees in [-721.5_f64, -90.0, -1e-9, 0.0, 30.0, 89.999, 359.0, 1234.5] {
            let [a, b] = [HalfAngle::of_degrees(degrees), HalfAngle::of_radians(degrees.to_radians())]
                .map(|half| half.about(DVec3::X));
            assert!(a.dot(b).abs() > 1.0 - 1e-14, "{degrees}°: {a} and {b}");
        }
    }
}
