//! Surfaces of STEP files as faces: their formulas, and the parameters of points on them.

use super::super::{StepPlacement, StepSurface};
use glam::{DVec2, DVec3};
use std::f64::consts::{PI, TAU};
use tangency_geometry::surface::{Patch, SurfaceError};

/// Where a point is in the domain of a surface.
pub(super) struct Located {
    pub(super) place: DVec2,
    /// Whether the point is a pole: its first parameter has no meaning.
    pub(super) pole: bool,
}

/// The name of the kind of a surface, as in files.
pub(super) fn kind(surface: &StepSurface) -> &'static str {
    match surface {
        StepSurface::Plane { .. } => "PLANE",
        StepSurface::Cylinder { .. } => "CYLINDRICAL_SURFACE",
        StepSurface::Cone { .. } => "CONICAL_SURFACE",
        StepSurface::Sphere { .. } => "SPHERICAL_SURFACE",
        StepSurface::Torus { .. } => "TOROIDAL_SURFACE",
        StepSurface::Spline(_) => "B_SPLINE_SURFACE",
        StepSurface::Extrusion { .. } => "SURFACE_OF_LINEAR_EXTRUSION",
        StepSurface::Revolution { .. } => "SURFACE_OF_REVOLUTION",
    }
}

/// The parameters after which the surface repeats, or infinity.
pub(super) fn periods(surface: &StepSurface) -> DVec2 {
    match surface {
        StepSurface::Cylinder { .. } | StepSurface::Cone { .. } | StepSurface::Sphere { .. } => {
            DVec2::new(TAU, f64::INFINITY)
        }
        StepSurface::Torus { .. } => DVec2::splat(TAU),
        StepSurface::Plane { .. }
        | StepSurface::Spline(_)
        | StepSurface::Extrusion { .. }
        | StepSurface::Revolution { .. } => DVec2::INFINITY,
    }
}

/// The parameters of a point on the surface. `None` for surfaces that are not known here. `near`: points this close to
/// a pole are on it, in metres.
pub(super) fn locate(surface: &StepSurface, point: DVec3, near: f64) -> Option<Located> {
    let frame = |placement: &StepPlacement| {
        let offset = point - placement.origin;
        DVec3::new(offset.dot(placement.x), offset.dot(placement.y), offset.dot(placement.z))
    };
    let round = |local: DVec3, v: f64| {
        let across = local.truncate();
        Located { place: DVec2::new(across.y.atan2(across.x), v), pole: across.length() <= near }
    };
    match surface {
        StepSurface::Plane { placement } => Some(Located { place: frame(placement).truncate(), pole: false }),
        StepSurface::Cylinder { placement, .. } => {
            let local = frame(placement);
            Some(Located { pole: false, ..round(local, local.z) })
        }
        StepSurface::Cone { placement, radius, semi_angle } => {
            let local = frame(placement);
            // Beyond the tip the radius is negative, and the angle opposite.
            let along = if radius + local.z * semi_angle.tan() < 0.0 { -local } else { local };
            Some(round(DVec3::new(along.x, along.y, local.z), local.z))
        }
        StepSurface::Sphere { placement, .. } => {
            let local = frame(placement);
            Some(round(local, local.z.atan2(local.truncate().length())))
        }
        StepSurface::Torus { placement, major_radius, .. } => {
            let local = frame(placement);
            let across = local.truncate().length() - major_radius;
            Some(Located { pole: false, ..round(local, local.z.atan2(across)) })
        }
        StepSurface::Spline(_) | StepSurface::Extrusion { .. } | StepSurface::Revolution { .. } => None,
    }
}

/// The parameters shifted by periods to be nearest to others.
pub(super) fn unwrapped(place: DVec2, near: DVec2, periods: DVec2) -> DVec2 {
    let shift = |value: f64, near: f64, period: f64| {
        if period.is_finite() { value + period * ((near - value) / period).round() } else { value }
    };
    DVec2::new(shift(place.x, near.x, periods.x), shift(place.y, near.y, periods.y))
}

/// The surface over a domain, by its formulas. `None` for surfaces that are not known here.
pub(super) fn patch(surface: &StepSurface, domain: [[f64; 2]; 2]) -> Option<Result<Patch, SurfaceError>> {
    let (placement, [x, y, z]) = match surface {
        StepSurface::Plane { placement } => (placement, ["u".to_owned(), "v".to_owned(), "0".to_owned()]),
        StepSurface::Cylinder { placement, radius } => (placement, around(&format!("({radius:?})"), "v".to_owned())),
        StepSurface::Cone { placement, radius, semi_angle } => {
            (placement, around(&format!("({radius:?} + v*({:?}))", semi_angle.tan()), "v".to_owned()))
        }
        StepSurface::Sphere { placement, radius } => {
            (placement, around(&format!("({radius:?}*cos(v))"), format!("({radius:?})*sin(v)")))
        }
        StepSurface::Torus { placement, major_radius, minor_radius, .. } => {
            let across = format!("({major_radius:?} + ({minor_radius:?})*cos(v))");
            (placement, around(&across, format!("({minor_radius:?})*sin(v)")))
        }
        StepSurface::Spline(_) | StepSurface::Extrusion { .. } | StepSurface::Revolution { .. } => return None,
    };
    let coordinate = |axis: usize| {
        let terms = [(&x, placement.x), (&y, placement.y), (&z, placement.z)];
        let terms = terms.into_iter().filter(|(_, direction)| direction[axis] != 0.0);
        let start = format!("({:?})", placement.origin[axis]);
        terms.fold(start, |sum, (text, direction)| format!("{sum} + ({:?})*({text})", direction[axis]))
    };
    let texts = [0, 1, 2].map(coordinate);
    Some(Patch::parse(texts.each_ref().map(String::as_str), domain[0], domain[1]))
}

/// The coordinates of a surface of revolution about z.
fn around(radius: &str, height: String) -> [String; 3] {
    [format!("{radius}*cos(u)"), format!("{radius}*sin(u)"), height]
}

/// The range of v in which a face of this surface is regular: from pole to pole on a sphere.
pub(super) fn regular(surface: &StepSurface) -> [f64; 2] {
    if matches!(surface, StepSurface::Sphere { .. }) {
        [-0.5 * PI, 0.5 * PI]
    } else {
        [f64::NEG_INFINITY, f64::INFINITY]
    }
}

/// v at the pole above or below a loop around the surface, if it has one there.
pub(super) fn pole(surface: &StepSurface, above: bool) -> Option<f64> {
    match surface {
        StepSurface::Sphere { .. } => Some(if above { 0.5 * PI } else { -0.5 * PI }),
        // A cone widens along its axis.
        StepSurface::Cone { radius, semi_angle, .. } if !above => Some(-radius / semi_angle.tan()),
        StepSurface::Cone { .. }
        | StepSurface::Plane { .. }
        | StepSurface::Cylinder { .. }
        | StepSurface::Torus { .. }
        | StepSurface::Spline(_)
        | StepSurface::Extrusion { .. }
        | StepSurface::Revolution { .. } => None,
    }
}

/// The corners of the domain of a closed surface, and whether its lower and upper sides are poles.
pub(super) fn whole(surface: &StepSurface) -> Option<([DVec2; 2], bool)> {
    match surface {
        StepSurface::Sphere { .. } => Some(([DVec2::new(0.0, -0.5 * PI), DVec2::new(TAU, 0.5 * PI)], true)),
        StepSurface::Torus { .. } => Some(([DVec2::ZERO, DVec2::splat(TAU)], false)),
        StepSurface::Plane { .. }
        | StepSurface::Cylinder { .. }
        | StepSurface::Cone { .. }
        | StepSurface::Spline(_)
        | StepSurface::Extrusion { .. }
        | StepSurface::Revolution { .. } => None,
    }
}
