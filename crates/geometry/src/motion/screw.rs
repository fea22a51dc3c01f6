//! Screw motion: rotation about a fixed axis while sliding along it, both at a constant rate.
//!
//! *Question.* Which screw moves a body from one pose to another with the smallest rotation angle?
//! *Idea.* The axis direction `s` and the angle `b` are those of the relative rotation. Its quaternion is
//! `q₁·q̄₀ = (s·sin b/2, cos b/2)` after normalisation, with the sign that makes `cos b/2 ≥ 0`. The slide `d`
//! and the axis point follow from the displacement `Δ` of the origin. With `Δ⊥ = Δ − s·d` the vector from the
//! axis to the origin is `r = −½·Δ⊥ − ½·cot(b/2)·s×Δ`. The origin moves by
//! `τ·d·s + sin(bτ)·s×r − (1 − cos(bτ))·r`, where `τ` is the share of the duration. The axis point is never
//! formed: for a small angle it is far away, and subtracting it would lose all digits.
//! *Guarantee.* All parameters are enclosures of the exact ones. The four components of `q₁·q̄₀` are sums of
//! products, computed exactly and rounded once ([`crate::exact`]). An angle of 1e-12 has as many correct digits
//! as an angle of 1. Zero rotation and exact half-turns are decided exactly.
//! *Cost.* A few microseconds to construct; afterwards that of [`super::turning`].
//! *Source.* B. Kim and J. Rossignac, "Collision prediction for polyhedra under screw motions", Solid Modeling
//! 2003, equations 1 and 2. Deviation: the paper computes `s` from differences of the rotation matrices'
//! columns and `b` from an arc sine, which fails for half-turns and for equal orientations. Quaternions handle
//! both.
//!
//! | letter | name |
//! |---|---|
//! | s | `direction` |
//! | b | `angle` |
//! | d | `distance` |
//! | r | `from_axis` |

use super::MotionError;
use super::turning::{TurningMotion, unit};
use crate::{Pose, enclose, exact};
use glam::{DQuat, DVec3};
use tangency_interval::{Interval, Vector, Vector3};

/// Rotation about an axis while sliding along it. It continues at the same rates before its start and after its
/// end.
///
/// ```
/// use glam::{DQuat, DVec3, dvec3};
/// use tangency_geometry::{Motion, Pose, Screw};
///
/// // A quarter turn about z, and 2 m up, within one second.
/// let end = Pose::new(DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2), dvec3(0.0, 0.0, 2.0))?;
/// let screw = Screw::between(Pose::IDENTITY, end, 1.0)?;
/// assert!((screw.angle() - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
/// assert!((screw.distance() - 2.0).abs() < 1e-15);
/// let halfway = Motion::Screw(screw).at(0.5).point(0, DVec3::X);
/// assert!(halfway.distance(dvec3(0.5_f64.sqrt(), 0.5_f64.sqrt(), 1.0)) < 1e-15);
/// # Ok::<(), tangency_geometry::MotionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Screw {
    direction: Vector3,
    angle: Interval,
    distance: Interval,
    pub(super) turning: TurningMotion,
    definition: ScrewDefinition,
}

/// The numbers that a screw was made from: the arguments of [`Screw::between`] or of [`Screw::about`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ScrewDefinition {
    /// From one pose to another.
    Between {
        /// The pose at time 0.
        start: Pose,
        /// The pose at the end of the duration.
        end: Pose,
        /// Seconds.
        duration: f64,
    },
    /// A rotation about an axis and a slide along it.
    About {
        /// The axis.
        axis: ScrewAxis,
        /// The pose at time 0.
        start: Pose,
        /// Radians within the duration.
        angle: f64,
        /// Metres along the axis within the duration.
        distance: f64,
        /// Seconds.
        duration: f64,
    },
}

/// Encloses the exact parameters of a screw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScrewEnclosure {
    /// The point of the axis nearest to the starting position of the origin; `None` without rotation.
    pub axis_point: Option<Vector3>,
    /// Unit direction of the axis; without rotation, that of the displacement.
    pub direction: Vector3,
    /// Angular speed in radians per second, right-handed about the direction; never negative.
    pub turn_rate: Interval,
    /// Speed along the direction, in metres per second.
    pub slide_rate: Interval,
}

/// The rotation axis of a screw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScrewAxis {
    /// A point of the axis.
    pub point: DVec3,
    /// Direction of the axis; any non-zero length.
    pub direction: DVec3,
}

impl ScrewDefinition {
    /// The pose at time 0.
    #[must_use]
    pub fn start(&self) -> Pose {
        let (Self::Between { start, .. } | Self::About { start, .. }) = self;
        *start
    }

    /// Seconds. The time that the motion takes.
    #[must_use]
    pub fn duration(&self) -> f64 {
        let (Self::Between { duration, .. } | Self::About { duration, .. }) = self;
        *duration
    }
}

impl Screw {
    /// Moves from `start` at time 0 to `end` at time `duration`, with the smallest rotation angle.
    ///
    /// At exactly a half-turn both directions are equally short. The axis direction is then the one with a
    /// positive first non-zero coordinate, and the rotation is right-handed about it. Equal orientations give a
    /// straight line.
    pub fn between(start: Pose, end: Pose, duration: f64) -> Result<Self, MotionError> {
        check_duration(duration)?;
        let definition = ScrewDefinition::Between { start, end, duration };
        let displacement = enclose(end.translation()) - enclose(start.translation());
        let [x, y, z, w] = relative_quaternion(start.rotation(), end.rotation());
        let vector = Vector([x, y, z]);
        if vector == Vector3::ZERO {
            return Ok(Self::straight(definition, displacement));
        }
        let (direction, sine) = unit(vector);
        let angle = Interval::from(2.0) * sine.atan2(w);
        let distance = displacement.dot(direction);
        let across = displacement - direction * distance;
        let half = Interval::from(0.5);
        let cotangent = w / sine;
        let from_axis = -(across * half) - direction.cross(displacement) * (half * cotangent);
        // s×r, expanded so that the part of r that is large for small angles is not multiplied twice.
        let tangent = across * (half * cotangent) - direction.cross(displacement) * half;
        let parts = ScrewParameters { start, direction, angle, distance, tangent, from_axis };
        parts.finish(definition)
    }

    /// Starts at `start` at time 0, rotates by `angle` radians (right-handed) about the axis and slides by
    /// `distance` metres along its direction until time `duration`. The angle may exceed full turns; a negative
    /// angle reverses the rotation.
    pub fn about(axis: ScrewAxis, start: Pose, angle: f64, distance: f64, duration: f64) -> Result<Self, MotionError> {
        check_duration(duration)?;
        MotionError::finite("axis point", axis.point)?;
        MotionError::finite("axis direction", axis.direction)?;
        for (what, value) in [("angle", angle), ("distance", distance)] {
            if !value.is_finite() {
                return Err(MotionError::Number { what, expected: "a finite number", value });
            }
        }
        if axis.direction == DVec3::ZERO {
            return Err(MotionError::Number {
                what: "the length of the axis direction",
                expected: "positive",
                value: 0.0,
            });
        }
        let definition = ScrewDefinition::About { axis, start, angle, distance, duration };
        let (direction, _) = unit(enclose(axis.direction));
        if angle == 0.0 {
            return Ok(Self::straight(definition, direction * Interval::from(distance)));
        }
        // A negative rotation is a positive rotation about the opposite direction.
        let (direction, distance) = if angle < 0.0 { (-direction, -distance) } else { (direction, distance) };
        let from_point = enclose(start.translation()) - enclose(axis.point);
        let tangent = direction.cross(from_point);
        let from_axis = -direction.cross(tangent);
        let (angle, distance) = (Interval::from(angle.abs()), Interval::from(distance));
        let parts = ScrewParameters { start, direction, angle, distance, tangent, from_axis };
        parts.finish(definition)
    }

    fn straight(definition: ScrewDefinition, displacement: Vector3) -> Self {
        let (start, duration) = (definition.start(), definition.duration());
        let drift = Vector(displacement.0.map(|coordinate| coordinate / Interval::from(duration)));
        let still = displacement == Vector3::ZERO;
        let (direction, distance) = if still { (enclose(DVec3::Z), Interval::ZERO) } else { unit(displacement) };
        let (none, rate) = (Vector3::ZERO, Interval::ZERO);
        let turning = TurningMotion::new(start, [direction, drift, none, none], rate);
        Self { direction, angle: Interval::ZERO, distance, turning, definition }
    }

    /// The numbers that the screw was made from.
    #[must_use]
    pub fn definition(&self) -> ScrewDefinition {
        self.definition
    }

    /// Unit direction of the axis; without rotation, that of the displacement.
    #[must_use]
    pub fn direction(&self) -> DVec3 {
        DVec3::from_array(self.direction.mid())
    }

    /// The rotation angle within the duration, in radians, right-handed about the direction; never negative.
    #[must_use]
    pub fn angle(&self) -> f64 {
        self.angle.mid()
    }

    /// The slide along the direction within the duration, in metres.
    #[must_use]
    pub fn distance(&self) -> f64 {
        self.distance.mid()
    }

    /// The pose at time 0.
    #[must_use]
    pub fn start(&self) -> Pose {
        self.turning.start
    }

    /// The point of the axis nearest to the starting position of the origin; `None` without rotation.
    #[must_use]
    pub fn axis_point(&self) -> Option<DVec3> {
        let to_axis = DVec3::from_array(self.turning.versine.mid());
        self.turning.turns().then(|| self.turning.start.translation() + to_axis)
    }

    /// Encloses the exact parameters.
    #[must_use]
    pub fn enclosure(&self) -> ScrewEnclosure {
        let TurningMotion { start, rate, drift, versine, .. } = self.turning;
        ScrewEnclosure {
            axis_point: self.turning.turns().then(|| enclose(start.translation()) + versine),
            direction: self.direction,
            turn_rate: rate,
            slide_rate: drift.dot(self.direction),
        }
    }
}

/// The parameters of a rotating screw before its rates are computed.
struct ScrewParameters {
    start: Pose,
    direction: Vector3,
    angle: Interval,
    distance: Interval,
    tangent: Vector3,
    from_axis: Vector3,
}

impl ScrewParameters {
    fn finish(self, definition: ScrewDefinition) -> Result<Screw, MotionError> {
        let Self { start, direction, angle, distance, tangent, from_axis } = self;
        let duration = Interval::from(definition.duration());
        let drift = direction * (distance / duration);
        let (rate, versine) = (angle / duration, -from_axis);
        let numbers = [drift, tangent, versine].into_iter().flat_map(|vector| vector.0).chain([rate]);
        if let Some(bad) = numbers.into_iter().find(|number| !number.magnitude().is_finite()) {
            let expected = "large enough to find its axis within the range of numbers";
            let value = if bad == rate { rate.upper() } else { angle.upper() };
            return Err(MotionError::Number { what: "the turn of the screw", expected, value });
        }
        let turning = TurningMotion::new(start, [direction, drift, tangent, versine], rate);
        Ok(Screw { direction, angle, distance, turning, definition })
    }
}

pub(super) fn check_duration(duration: f64) -> Result<(), MotionError> {
    if duration > 0.0 && duration.is_finite() {
        Ok(())
    } else {
        Err(MotionError::Number { what: "the duration", expected: "a positive number of seconds", value: duration })
    }
}

/// `end·start⁻¹` up to its length, each component rounded once, with the sign of the shortest rotation.
pub(crate) fn relative_quaternion(start: DQuat, end: DQuat) -> [Interval; 4] {
    let ([a, b, c, d], [x, y, z, w]) = (start.to_array(), end.to_array());
    // (x, y, z, w)·(−a, −b, −c, d), expanded.
    let product = [
        exact::sum_of_products(&[(x, d), (-w, a), (-y, c), (z, b)]),
        exact::sum_of_products(&[(y, d), (-w, b), (-z, a), (x, c)]),
        exact::sum_of_products(&[(z, d), (-w, c), (-x, b), (y, a)]),
        exact::sum_of_products(&[(w, d), (x, a), (y, b), (z, c)]),
    ];
    // Each interval is tight, so its sign is the sign of the exact number.
    let sign = |number: &Interval| i32::from(number.upper() > 0.0) - i32::from(number.lower() < 0.0);
    let [x, y, z, w] = &product;
    let deciding = [w, x, y, z].into_iter().map(sign).find(|&sign| sign != 0);
    if deciding == Some(-1) { product.map(|component| -component) } else { product }
}
