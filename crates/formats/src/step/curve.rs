//! Curves and surfaces with the parametrisation of ISO 10303-42.
//!
//! The formulas beside each variant define the parameters. Parameters that are lengths (along the axis of a cylinder,
//! on a plane) are in metres, angles in radians; the parameters of lines, extrusions and splines have no unit and are
//! those of the file. `at` evaluates the formulas in plain floating point.

use super::spline::{StepSplineCurve, StepSplineSurface};
use glam::{DMat3, DQuat, DVec3};
use tangency_geometry::{Pose, PoseError};

/// A right-handed frame: `AXIS2_PLACEMENT_3D`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepPlacement {
    /// The location.
    pub origin: DVec3,
    /// The reference direction, made orthogonal to z.
    pub x: DVec3,
    /// z × x.
    pub y: DVec3,
    /// The axis.
    pub z: DVec3,
}

impl StepPlacement {
    /// The frame of the coordinates themselves.
    pub const IDENTITY: Self = Self { origin: DVec3::ZERO, x: DVec3::X, y: DVec3::Y, z: DVec3::Z };

    /// The pose that takes the identity to this frame.
    pub fn pose(&self) -> Result<Pose, PoseError> {
        Pose::new(DQuat::from_mat3(&DMat3::from_cols(self.x, self.y, self.z)).normalize(), self.origin)
    }

    /// The point with these coordinates in the frame.
    #[must_use]
    pub fn at(&self, local: DVec3) -> DVec3 {
        self.origin + local.x * self.x + local.y * self.y + local.z * self.z
    }

    /// The point at an angle and a radius around z, and a height.
    fn around(&self, angle: f64, radius: f64, height: f64) -> DVec3 {
        let (sin, cos) = angle.sin_cos();
        self.at(DVec3::new(radius * cos, radius * sin, height))
    }
}

/// A curve in space, C(t).
#[derive(Clone, Debug, PartialEq)]
pub enum StepCurve {
    /// `LINE`: C(t) = point + t vector. The vector has the magnitude of the file.
    Line {
        /// The point at t = 0.
        point: DVec3,
        /// The derivative.
        vector: DVec3,
    },
    /// `CIRCLE`: C(t) = O + r (cos t x + sin t y).
    Circle {
        /// The frame; z is the axis.
        placement: StepPlacement,
        /// r.
        radius: f64,
    },
    /// `ELLIPSE`: C(t) = O + a cos t x + b sin t y. Either may be the longer.
    Ellipse {
        /// The frame; z is the axis.
        placement: StepPlacement,
        /// a and b.
        semi_axes: [f64; 2],
    },
    /// `B_SPLINE_CURVE` of every kind.
    Spline(StepSplineCurve),
    /// `POLYLINE`: C(i + s) = (1 - s) P_i + s P_{i+1} for s from 0 to 1.
    Polyline(Vec<DVec3>),
    /// `TRIMMED_CURVE`: C(t) = B(start + t) with `same_sense`, otherwise B(start - t); t from 0.
    Trimmed(Box<StepTrimmedCurve>),
    /// `COMPOSITE_CURVE`: its segments one after the other, each with as long a range of parameters as its curve has.
    Composite(Vec<StepSegment>),
}

/// A part of a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct StepTrimmedCurve {
    /// The whole curve, B.
    pub basis: StepCurve,
    /// Where the part starts.
    pub start: StepTrim,
    /// Where it ends.
    pub end: StepTrim,
    /// Whether it runs in the direction of increasing parameters of the basis. On a closed basis it then passes the
    /// seam if `end` is before `start`.
    pub same_sense: bool,
}

/// The end of a trimmed curve. The file gives the parameter, the point, or both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepTrim {
    /// The parameter on the basis.
    pub parameter: Option<f64>,
    /// The point.
    pub point: Option<DVec3>,
}

/// A segment of a composite curve.
#[derive(Clone, Debug, PartialEq)]
pub struct StepSegment {
    /// The bounded curve.
    pub curve: StepCurve,
    /// Whether the segment runs in the direction of the curve.
    pub same_sense: bool,
}

/// A surface, S(u, v). Its normal is ∂S/∂u × ∂S/∂v.
#[derive(Clone, Debug, PartialEq)]
pub enum StepSurface {
    /// `PLANE`: S = O + u x + v y. The normal is z.
    Plane {
        /// The frame.
        placement: StepPlacement,
    },
    /// `CYLINDRICAL_SURFACE`: S = O + r (cos u x + sin u y) + v z. The normal points away from the axis.
    Cylinder {
        /// The frame; z is the axis.
        placement: StepPlacement,
        /// r.
        radius: f64,
    },
    /// `CONICAL_SURFACE`: S = O + (r + v tan a) (cos u x + sin u y) + v z. The surface widens along z.
    Cone {
        /// The frame; z is the axis.
        placement: StepPlacement,
        /// r, the radius at the origin of the frame; may be zero.
        radius: f64,
        /// a, the angle between the axis and the surface; greater than 0 and less than a right angle.
        semi_angle: f64,
    },
    /// `SPHERICAL_SURFACE`: S = O + r cos v (cos u x + sin u y) + r sin v z. The normal points outwards.
    Sphere {
        /// The frame; z points to the pole v = π/2.
        placement: StepPlacement,
        /// r.
        radius: f64,
    },
    /// `TOROIDAL_SURFACE`: S = O + (R + r cos v) (cos u x + sin u y) + r sin v z.
    Torus {
        /// The frame; z is the axis.
        placement: StepPlacement,
        /// R, from the axis to the centre of the tube.
        major_radius: f64,
        /// r, of the tube. May exceed R: the surface then crosses itself on the axis.
        minor_radius: f64,
        /// `DEGENERATE_TOROIDAL_SURFACE` only: whether the outer part (apple) is meant, or the inner part (lemon).
        select_outer: Option<bool>,
    },
    /// `B_SPLINE_SURFACE` of every kind.
    Spline(StepSplineSurface),
    /// `SURFACE_OF_LINEAR_EXTRUSION`: S = C(u) + v vector. The vector has the magnitude of the file.
    Extrusion {
        /// C.
        curve: StepCurve,
        /// The direction and the unit of v.
        vector: DVec3,
    },
    /// `SURFACE_OF_REVOLUTION`: S = C(v) rotated by u around the axis, counter-clockwise seen against it.
    Revolution {
        /// C.
        curve: StepCurve,
        /// A point on the axis.
        point: DVec3,
        /// The direction of the axis, of length one.
        axis: DVec3,
    },
}

impl StepCurve {
    /// The point at a parameter; `None` outside a bounded curve, or where the file does not give the parameters of a
    /// trimmed part.
    #[must_use]
    pub fn at(&self, t: f64) -> Option<DVec3> {
        match self {
            Self::Line { point, vector } => Some(*point + t * *vector),
            Self::Circle { placement, radius } => Some(placement.around(t, *radius, 0.0)),
            Self::Ellipse { placement, semi_axes: [a, b] } => {
                Some(placement.at(DVec3::new(a * t.cos(), b * t.sin(), 0.0)))
            }
            Self::Spline(spline) => spline.at(t),
            Self::Polyline(points) => {
                let index = (t.floor().max(0.0) as usize).min(points.len().checked_sub(2)?);
                let share = t - index as f64;
                (0.0..=1.0).contains(&share).then(|| points[index].lerp(points[index + 1], share))
            }
            Self::Trimmed(trimmed) => {
                let start = trimmed.start.parameter?;
                trimmed.basis.at(if trimmed.same_sense { start + t } else { start - t })
            }
            Self::Composite(segments) => {
                let mut from = 0.0;
                for segment in segments {
                    let [low, high] = segment.curve.range()?;
                    if t <= from + (high - low) {
                        let along = t - from;
                        return segment.curve.at(if segment.same_sense { low + along } else { high - along });
                    }
                    from += high - low;
                }
                None
            }
        }
    }

    /// The range of parameters; `None` for lines, circles and ellipses, and where the file does not give it.
    #[must_use]
    pub fn range(&self) -> Option<[f64; 2]> {
        match self {
            Self::Line { .. } | Self::Circle { .. } | Self::Ellipse { .. } => None,
            Self::Spline(spline) => spline.range(),
            Self::Polyline(points) => Some([0.0, points.len().checked_sub(1)? as f64]),
            Self::Trimmed(trimmed) => {
                let (start, end) = (trimmed.start.parameter?, trimmed.end.parameter?);
                let mut length = if trimmed.same_sense { end - start } else { start - end };
                if length <= 0.0 {
                    length += trimmed.basis.period()?;
                }
                Some([0.0, length])
            }
            Self::Composite(segments) => {
                let mut length = 0.0;
                for segment in segments {
                    let [low, high] = segment.curve.range()?;
                    length += high - low;
                }
                Some([0.0, length])
            }
        }
    }

    /// After which parameter the curve repeats, if it does.
    fn period(&self) -> Option<f64> {
        match self {
            Self::Circle { .. } | Self::Ellipse { .. } => Some(std::f64::consts::TAU),
            Self::Line { .. } | Self::Spline(_) | Self::Polyline(_) | Self::Trimmed(_) | Self::Composite(_) => None,
        }
    }
}

impl StepSurface {
    /// The point at a pair of parameters; `None` outside a bounded surface.
    #[must_use]
    pub fn at(&self, u: f64, v: f64) -> Option<DVec3> {
        match self {
            Self::Plane { placement } => Some(placement.at(DVec3::new(u, v, 0.0))),
            Self::Cylinder { placement, radius } => Some(placement.around(u, *radius, v)),
            Self::Cone { placement, radius, semi_angle } => Some(placement.around(u, radius + v * semi_angle.tan(), v)),
            Self::Sphere { placement, radius } => Some(placement.around(u, radius * v.cos(), radius * v.sin())),
            Self::Torus { placement, major_radius, minor_radius, select_outer: _ } => {
                Some(placement.around(u, major_radius + minor_radius * v.cos(), minor_radius * v.sin()))
            }
            Self::Spline(spline) => spline.at(u, v),
            Self::Extrusion { curve, vector } => Some(curve.at(u)? + v * *vector),
            Self::Revolution { curve, point, axis } => {
                let from = curve.at(v)? - *point;
                let (sin, cos) = u.sin_cos();
                Some(*point + cos * from + (1.0 - cos) * from.dot(*axis) * *axis + sin * axis.cross(from))
            }
        }
    }
}
