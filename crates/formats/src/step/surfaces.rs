//! Reads surfaces.

use super::attributes::Attributes;
use super::error::StepOutcome;
use super::part21::Entity;
use super::reader::{Reader, unsupported};
use super::units::Units;
use super::{StepPlacement, StepSurface};
use crate::fault::shown;
use std::{f64::consts::FRAC_PI_2, sync::Arc};

/// The surfaces that are read, for messages.
const SURFACES: &str = "PLANE, CYLINDRICAL_SURFACE, CONICAL_SURFACE, SPHERICAL_SURFACE, TOROIDAL_SURFACE, \
    B_SPLINE_SURFACE, SURFACE_OF_LINEAR_EXTRUSION or SURFACE_OF_REVOLUTION";

impl<'t> Reader<'t> {
    /// The surface of a face, and whether the normal keeps its direction.
    ///
    /// The bounds of a face say where it ends, so a rectangle of a surface is replaced by the whole surface.
    pub(super) fn face_surface(
        &mut self,
        from: &Attributes<'t>,
        number: u64,
        units: &Units,
    ) -> StepOutcome<(Arc<StepSurface>, bool)> {
        let entity = self.follow(from, number)?;
        if entity.is("RECTANGULAR_TRIMMED_SURFACE") {
            // name, basis, u1, u2, v1, v2, senses of u and v. A reversed parameter turns the normal around.
            let trimmed = entity.attributes(&["REPRESENTATION_ITEM", "RECTANGULAR_TRIMMED_SURFACE"]);
            let turned = trimmed.flag(6)? != trimmed.flag(7)?;
            let basis = trimmed.reference(1)?;
            let (surface, same) = self.nested(&trimmed, |reader| reader.face_surface(&trimmed, basis, units))?;
            return Ok((surface, same != turned));
        }
        if let Some(known) = self.surfaces.get(&(number, units.index)) {
            return Ok((known.clone(), true));
        }
        self.spend(1)?;
        let surface = Arc::new(self.surface(entity, units)?);
        self.surfaces.insert((number, units.index), surface.clone());
        Ok((surface, true))
    }

    fn surface(&mut self, entity: Entity<'t>, units: &Units) -> StepOutcome<StepSurface> {
        if is_spline(&entity) {
            return self.spline_surface(entity, units).map(StepSurface::Spline);
        }
        let keyword = entity.keyword(|_| false);
        let is_known = KEYWORDS.contains(&keyword) && entity.records.len() == 1;
        if !is_known {
            return Err(unsupported(&entity, SURFACES));
        }
        let own = entity.attributes(&[]);
        match keyword {
            "SURFACE_OF_LINEAR_EXTRUSION" => {
                let curve = self.nested(&own, |reader| reader.curve(&own, own.reference(1)?, units))?;
                return Ok(StepSurface::Extrusion { curve, vector: self.vector(&own, own.reference(2)?, units)? });
            }
            "SURFACE_OF_REVOLUTION" => {
                let curve = self.nested(&own, |reader| reader.curve(&own, own.reference(1)?, units))?;
                let (point, axis) = self.axis(&own, own.reference(2)?, units)?;
                return Ok(StepSurface::Revolution { curve, point, axis });
            }
            _ => (),
        }
        let placement = self.placement(&own, own.reference(1)?, units)?;
        match keyword {
            "PLANE" => Ok(StepSurface::Plane { placement }),
            "CYLINDRICAL_SURFACE" => {
                Ok(StepSurface::Cylinder { placement, radius: self.positive_length(&own, 2, units)? })
            }
            "SPHERICAL_SURFACE" => Ok(StepSurface::Sphere { placement, radius: self.positive_length(&own, 2, units)? }),
            "CONICAL_SURFACE" => {
                let radius = self.length(&own, own.real(2)?, units)?;
                if !(radius >= 0.0) {
                    return Err(own.refused(format!("the radius {}", shown(radius)), "zero or a positive radius"));
                }
                let semi_angle = self.angle(&own, own.real(3)?, units)?;
                if !(semi_angle != 0.0 && semi_angle.abs() < FRAC_PI_2) {
                    let found = format!("a semi-angle of {} radians", shown(semi_angle));
                    return Err(own.refused(found, "greater than zero and less than a right angle"));
                }
                // Some writers let a cone narrow along its axis. With the axis turned around it is the same surface
                // with the same normal.
                let StepPlacement { origin, x, y, z } = placement;
                let turned = StepPlacement { origin, x, y: -y, z: -z };
                let placement = if semi_angle < 0.0 { turned } else { placement };
                Ok(StepSurface::Cone { placement, radius, semi_angle: semi_angle.abs() })
            }
            _ => {
                let (major_radius, minor_radius) =
                    (self.positive_length(&own, 2, units)?, self.positive_length(&own, 3, units)?);
                let select_outer = if own.count() > 4 { Some(own.flag(4)?) } else { None };
                Ok(StepSurface::Torus { placement, major_radius, minor_radius, select_outer })
            }
        }
    }
}

/// Surfaces other than splines.
const KEYWORDS: [&str; 8] = [
    "PLANE",
    "CYLINDRICAL_SURFACE",
    "CONICAL_SURFACE",
    "SPHERICAL_SURFACE",
    "TOROIDAL_SURFACE",
    "DEGENERATE_TOROIDAL_SURFACE",
    "SURFACE_OF_LINEAR_EXTRUSION",
    "SURFACE_OF_REVOLUTION",
];

fn is_spline(entity: &Entity<'_>) -> bool {
    let names = [
        "B_SPLINE_SURFACE",
        "B_SPLINE_SURFACE_WITH_KNOTS",
        "BEZIER_SURFACE",
        "UNIFORM_SURFACE",
        "QUASI_UNIFORM_SURFACE",
        "RATIONAL_B_SPLINE_SURFACE",
    ];
    names.iter().any(|name| entity.is(name))
}
