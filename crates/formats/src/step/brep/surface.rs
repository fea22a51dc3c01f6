//! Surfaces of STEP files as faces: their formulas or sheets, and the parameters of points on them.

use super::super::{StepPlacement, StepSurface};
use super::sheet::{Around, SheetSurface};
use crate::tolerance::STEP_BORDER;
use glam::{DVec2, DVec3};
use std::f64::consts::{PI, TAU};
use tangency_geometry::spline::SplineError;
use tangency_geometry::surface::{Patch, SurfaceError};

/// Where a point is in the domain of a surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Located {
    pub(super) place: DVec2,
    /// The parameter that has no meaning there: the point is a pole.
    pub(super) free: Option<usize>,
}

/// The surface of a face.
pub(super) enum FaceSurface<'body> {
    /// By formulas.
    Formula(&'body StepSurface),
    /// By splines.
    Sheet(&'body StepSurface, Box<SheetSurface>),
}

impl<'body> FaceSurface<'body> {
    /// `None` for surfaces of curves that are no spline.
    pub(super) fn new(surface: &'body StepSurface, around: Around) -> Option<Result<Self, SplineError>> {
        match surface {
            StepSurface::Plane { .. }
            | StepSurface::Cylinder { .. }
            | StepSurface::Cone { .. }
            | StepSurface::Sphere { .. }
            | StepSurface::Torus { .. } => Some(Ok(Self::Formula(surface))),
            StepSurface::Spline(_) | StepSurface::Extrusion { .. } | StepSurface::Revolution { .. } => {
                let sheet = SheetSurface::new(surface, around)?;
                Some(sheet.map(|sheet| Self::Sheet(surface, Box::new(sheet))))
            }
        }
    }

    /// The name of its kind, as in files.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Formula(surface) | Self::Sheet(surface, _) => surface.kind(),
        }
    }

    /// The parameters after which the surface repeats, or infinity.
    pub(super) fn periods(&self) -> DVec2 {
        match self {
            Self::Formula(surface) => periods(surface),
            Self::Sheet(_, sheet) => sheet.periods,
        }
    }

    /// The point at a place, which may be periods away from the domain.
    pub(super) fn at(&self, place: DVec2) -> DVec3 {
        match self {
            Self::Formula(surface) => surface.at(place.x, place.y).unwrap_or(DVec3::NAN),
            Self::Sheet(_, sheet) => {
                let domain = sheet.points.sheet().domain();
                let back = |axis: usize| {
                    let ([low, high], period) = (domain[axis], sheet.periods[axis]);
                    if period.is_finite() && !(low..=high).contains(&place[axis]) {
                        low + (place[axis] - low).rem_euclid(period)
                    } else {
                        place[axis]
                    }
                };
                sheet.points.sheet().at(back(0), back(1))
            }
        }
    }

    /// The parameters of a point on the surface. Points within `near` metres of a pole are on it. A guess at the
    /// parameters makes the search short.
    pub(super) fn locate(&self, point: DVec3, guess: Option<DVec2>, near: f64) -> Located {
        match self {
            Self::Formula(surface) => locate(surface, point, near),
            Self::Sheet(_, sheet) => {
                let domain = sheet.points.sheet().domain();
                let guess = guess.map(|guess| {
                    let middle = DVec2::new(0.5 * (domain[0][0] + domain[0][1]), 0.5 * (domain[1][0] + domain[1][1]));
                    unwrapped(guess, middle, sheet.periods)
                });
                let (mut place, _) = sheet.points.nearest(point, guess, near);
                // A point beside a knot or the border of the domain is on it.
                for axis in 0..2 {
                    let width = domain[axis][1] - domain[axis][0];
                    let beside = |knot: &&f64| (place[axis] - **knot).abs() <= STEP_BORDER * width;
                    if let Some(&knot) = sheet.points.sheet().breaks()[axis].iter().find(beside) {
                        place[axis] = knot;
                    }
                }
                Located { place, free: sheet.free_parameter(place, near) }
            }
        }
    }

    /// The surface over a domain. A closed sheet is repeated as often as the domain asks for.
    pub(super) fn patch(&self, domain: [[f64; 2]; 2]) -> Result<Patch, SurfaceError> {
        match self {
            Self::Formula(surface) => formulas(surface, domain),
            Self::Sheet(_, found) => {
                let mut sheet = found.points.sheet().clone();
                let own = sheet.domain();
                let mut over = domain;
                for axis in 0..2 {
                    let (period, [low, high]) = (found.periods[axis], own[axis]);
                    if period.is_finite() {
                        let times = |length: f64| (length / period - STEP_BORDER).ceil().clamp(0.0, 2.0) as usize;
                        let count = [times(low - domain[axis][0]), times(domain[axis][1] - high)];
                        if count != [0, 0] {
                            sheet = sheet.repeated(axis, count);
                        }
                    }
                    let [low, high] = sheet.domain()[axis];
                    over[axis] = [domain[axis][0].max(low), domain[axis][1].min(high)];
                }
                Patch::of_sheet(sheet)?.over(over[0], over[1])
            }
        }
    }

    /// The extents of the parameters of a face of this size in metres.
    pub(super) fn extent(&self, size: f64) -> DVec2 {
        match self {
            Self::Formula(StepSurface::Sphere { .. }) => DVec2::splat(TAU),
            Self::Formula(surface) => {
                let periods = periods(surface);
                DVec2::select(periods.cmplt(DVec2::INFINITY), periods, DVec2::splat(size))
            }
            Self::Sheet(_, sheet) => {
                let [u, v] = sheet.points.sheet().domain();
                DVec2::new(u[1] - u[0], v[1] - v[0])
            }
        }
    }

    /// The share of its extent by which the domain of a face may exceed its sides. Sheets have ends.
    pub(super) fn margin(&self) -> f64 {
        match self {
            Self::Formula(_) => 0.1,
            Self::Sheet(..) => 0.0,
        }
    }

    /// The value of the other parameter at the pole above or below a loop around the surface along `axis`.
    pub(super) fn pole(&self, axis: usize, above: bool) -> Option<f64> {
        match self {
            Self::Formula(surface) if axis == 0 => pole(surface, above),
            Self::Formula(_) => None,
            Self::Sheet(_, sheet) => sheet.pole(axis, above),
        }
    }

    /// The ranges in which a face of this surface is regular: from pole to pole on a sphere.
    pub(super) fn regular(&self) -> [[f64; 2]; 2] {
        let all = [f64::NEG_INFINITY, f64::INFINITY];
        match self {
            Self::Formula(StepSurface::Sphere { .. }) => [all, [-0.5 * PI, 0.5 * PI]],
            Self::Formula(_) | Self::Sheet(..) => [all, all],
        }
    }

    /// The corners of the domain of a closed surface, and whether its lower and upper sides are poles.
    pub(super) fn whole(&self) -> Option<([DVec2; 2], bool)> {
        match self {
            Self::Formula(surface) => whole(surface),
            Self::Sheet(_, sheet) => {
                let [u, v] = sheet.points.sheet().domain();
                Some(([DVec2::new(u[0], v[0]), DVec2::new(u[1], v[1])], sheet.whole()?))
            }
        }
    }
}

impl StepSurface {
    /// The name of its kind, as in files.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Plane { .. } => "PLANE",
            Self::Cylinder { .. } => "CYLINDRICAL_SURFACE",
            Self::Cone { .. } => "CONICAL_SURFACE",
            Self::Sphere { .. } => "SPHERICAL_SURFACE",
            Self::Torus { .. } => "TOROIDAL_SURFACE",
            Self::Spline(_) => "B_SPLINE_SURFACE",
            Self::Extrusion { .. } => "SURFACE_OF_LINEAR_EXTRUSION",
            Self::Revolution { .. } => "SURFACE_OF_REVOLUTION",
        }
    }
}

/// The parameters after which the surface repeats, or infinity.
fn periods(surface: &StepSurface) -> DVec2 {
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

/// The parameters of a point on a surface by formulas.
fn locate(surface: &StepSurface, point: DVec3, near: f64) -> Located {
    let frame = |placement: &StepPlacement| {
        let offset = point - placement.origin;
        DVec3::new(offset.dot(placement.x), offset.dot(placement.y), offset.dot(placement.z))
    };
    let round = |local: DVec3, v: f64| {
        let across = local.truncate();
        Located { place: DVec2::new(across.y.atan2(across.x), v), free: (across.length() <= near).then_some(0) }
    };
    match surface {
        StepSurface::Plane { placement } => Located { place: frame(placement).truncate(), free: None },
        StepSurface::Cylinder { placement, .. } => {
            let local = frame(placement);
            Located { free: None, ..round(local, local.z) }
        }
        StepSurface::Cone { placement, radius, semi_angle } => {
            let local = frame(placement);
            // Beyond the tip the radius is negative, and the angle opposite.
            let along = if radius + local.z * semi_angle.tan() < 0.0 { -local } else { local };
            round(DVec3::new(along.x, along.y, local.z), local.z)
        }
        StepSurface::Sphere { placement, .. } => {
            let local = frame(placement);
            round(local, local.z.atan2(local.truncate().length()))
        }
        StepSurface::Torus { placement, major_radius, .. } => {
            let local = frame(placement);
            let across = local.truncate().length() - major_radius;
            Located { free: None, ..round(local, local.z.atan2(across)) }
        }
        StepSurface::Spline(_) | StepSurface::Extrusion { .. } | StepSurface::Revolution { .. } => {
            Located { place: DVec2::NAN, free: None }
        }
    }
}

/// The parameters shifted by periods to be nearest to others.
pub(super) fn unwrapped(place: DVec2, near: DVec2, periods: DVec2) -> DVec2 {
    let shift = |value: f64, near: f64, period: f64| {
        if period.is_finite() { value + period * ((near - value) / period).round() } else { value }
    };
    DVec2::new(shift(place.x, near.x, periods.x), shift(place.y, near.y, periods.y))
}

/// The surface over a domain, by its formulas.
fn formulas(surface: &StepSurface, domain: [[f64; 2]; 2]) -> Result<Patch, SurfaceError> {
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
        StepSurface::Spline(_) | StepSurface::Extrusion { .. } | StepSurface::Revolution { .. } => {
            return Err(SurfaceError::NotByFormula);
        }
    };
    let coordinate = |axis: usize| {
        let terms = [(&x, placement.x), (&y, placement.y), (&z, placement.z)];
        let terms = terms.into_iter().filter(|(_, direction)| direction[axis] != 0.0);
        let start = format!("({:?})", placement.origin[axis]);
        terms.fold(start, |sum, (text, direction)| format!("{sum} + ({:?})*({text})", direction[axis]))
    };
    let texts = [0, 1, 2].map(coordinate);
    Patch::parse(texts.each_ref().map(String::as_str), domain[0], domain[1])
}

/// The coordinates of a surface of revolution about z.
fn around(radius: &str, height: String) -> [String; 3] {
    [format!("{radius}*cos(u)"), format!("{radius}*sin(u)"), height]
}

/// v at the pole above or below a loop around the surface, if it has one there.
fn pole(surface: &StepSurface, above: bool) -> Option<f64> {
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
fn whole(surface: &StepSurface) -> Option<([DVec2; 2], bool)> {
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
