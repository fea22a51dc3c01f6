//! The mass properties of a shape of uniform density.
//!
//! **Question.** What are the integrals of 1, x and x·xᵀ over the interior of a shape?
//!
//! **Idea.** A polyhedron provides them, enclosed ([`tangency_geometry::Mass`]). Curved faces provide them by surface
//! integrals ([`Brep::mass`]). An implicit solid is replaced by two meshes of its boundary, one twice as fine as the
//! other. Their errors are proportional to the square of the cell size, and the combination (4·fine − coarse)/3 cancels
//! that term. A compound is the sum of its parts: where they overlap, the mass counts twice. A convex mesh grown by a
//! radius has Steiner's closed form.
//!
//! **Guarantee.** Computed, not proved, with an error estimate: the change by the last refinement. It is an
//! estimate, not a bound.
//!
//! **Cost.** Some thousand evaluations per curved face; about a million for an implicit solid.
//!
//! **Source.** L. F. Richardson, 1911, for the extrapolation from two grids.

use crate::tolerance::{CONVEX_VOLUME, SOLID_CELLS};
use crate::{Inertia, InertiaError};
use glam::{DMat3, DVec3};
use tangency_geometry::surface::Brep;
use tangency_geometry::{Compound, Convex, Mass, Polyhedron, RoundedMesh, Shape, Solid};

/// A computed inertia with its error estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The inertia.
    pub inertia: Inertia,
    /// Estimate of its relative error.
    pub error: f64,
}

impl Inertia {
    /// The inertia of a shape filled with this density, in kg/m³; for deforming shapes at time zero.
    ///
    /// ```
    /// use tangency_geometry::{Shape, surface::Brep};
    /// use tangency_respond::Inertia;
    ///
    /// let ring = Inertia::measured(&Shape::from(Brep::torus(2.0, 1.0)?), 1.0)?;
    /// // 2π²·R·r²
    /// let volume = 4.0 * std::f64::consts::PI.powi(2);
    /// assert!((ring.inertia.mass() - volume).abs() < 1e-9 && ring.error < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn measured(shape: &Shape, density: f64) -> Result<Measured, InertiaError> {
        let (mass, error) = mass_of(shape)?;
        Ok(Measured { inertia: Self::of_mass(&mass, density)?, error })
    }
}

/// The mass properties at density one, and the estimate of their relative error.
fn mass_of(shape: &Shape) -> Result<(Mass, f64), InertiaError> {
    let without = |what: &str| Err(InertiaError::NoInside(what.into()));
    match shape {
        Shape::Polyhedron(polyhedron) => Ok((polyhedron.mass(), f64::EPSILON)),
        Shape::Parametric(brep) => of_faces(brep),
        Shape::Implicit(solid) => of_solid(solid),
        Shape::Convex(convex) => {
            let mass = convex.mass().map_err(|error| InertiaError::NoInside(error.to_string()))?;
            Ok((mass, f64::EPSILON))
        }
        Shape::Compound(compound) => of_parts(compound),
        Shape::Mesh(_) => without("a mesh that is a surface"),
        Shape::HeightMap(_) => without("a height map is a surface"),
        Shape::HalfSpace(_) => without("a half-space is infinitely heavy"),
        Shape::Rounded(rounded) => of_rounded(rounded),
    }
}

/// The sum over the parts, by the parallel axis theorem. A region where parts overlap counts once for each part.
fn of_parts(compound: &Compound) -> Result<(Mass, f64), InertiaError> {
    let parts = compound.parts().iter().map(|part| mass_of(part.shape())).collect::<Result<Vec<_>, _>>()?;
    let error = parts.iter().map(|(_, error)| *error).fold(0.0, f64::max);
    let volume: f64 = parts.iter().map(|(mass, _)| mass.volume).sum();
    let centre = parts.iter().map(|(mass, _)| mass.volume * mass.centre).sum::<DVec3>() / volume;
    let about_centre = |(mass, _): &(Mass, f64)| {
        let arm = mass.centre - centre;
        let outer = DMat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z);
        mass.inertia + (DMat3::from_diagonal(DVec3::splat(arm.length_squared())) - outer) * mass.volume
    };
    let inertia = parts.iter().map(about_centre).fold(DMat3::ZERO, |sum, part| sum + part);
    Ok((Mass { volume, centre, inertia }, error))
}

/// A convex polyhedron grown by a radius, in closed form. Others are refused.
fn of_rounded(rounded: &RoundedMesh) -> Result<(Mass, f64), InertiaError> {
    let refused = || {
        let what = "a mesh grown by a radius that is not a convex solid: give its mass, centre and inertia";
        InertiaError::NoInside(what.into())
    };
    let failed = |error: String| InertiaError::NoInside(error);
    let Shape::Polyhedron(core) = rounded.core() else { return Err(refused()) };
    let hull = Convex::hull(core.mesh().vertices().to_vec()).map_err(|error| failed(error.to_string()))?;
    let (volume, of_hull) = (core.mass().volume, hull.mass().map_err(|error| failed(error.to_string()))?.volume);
    if (of_hull - volume).abs() > CONVEX_VOLUME * of_hull {
        return Err(refused());
    }
    let grown = hull.rounded(rounded.radius()).map_err(|error| failed(error.to_string()))?;
    Ok((grown.mass().map_err(|error| failed(error.to_string()))?, CONVEX_VOLUME))
}

fn of_faces(brep: &Brep) -> Result<(Mass, f64), InertiaError> {
    if !brep.is_solid() {
        return Err(InertiaError::NoInside("curved faces that do not close up".into()));
    }
    brep.mass().ok_or_else(|| InertiaError::NoInside("trimmed faces whose holes are not known".into()))
}

fn of_solid(solid: &Solid) -> Result<(Mass, f64), InertiaError> {
    let at = |cells: usize| -> Result<Mass, InertiaError> {
        let mesh = solid.mesh(0.0, cells).map_err(|error| InertiaError::NoInside(error.to_string()))?;
        Ok(Polyhedron::new(mesh).map_err(|error| InertiaError::NoInside(error.to_string()))?.mass())
    };
    let (coarse, fine) = (at(SOLID_CELLS / 2)?, at(SOLID_CELLS)?);
    let mass = Mass {
        volume: (4.0 * fine.volume - coarse.volume) / 3.0,
        centre: (4.0 * fine.centre - coarse.centre) / 3.0,
        inertia: (fine.inertia * 4.0 - coarse.inertia) * (1.0 / 3.0),
    };
    let trace = |of: &Mass| of.inertia.x_axis.x + of.inertia.y_axis.y + of.inertia.z_axis.z;
    let error =
        ((mass.volume - fine.volume) / mass.volume).abs().max(((trace(&mass) - trace(&fine)) / trace(&mass)).abs());
    Ok((mass, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;
    use std::f64::consts::PI;
    use tangency_geometry::{CompoundPart, HalfSpace, Pose, primitive};

    fn close(found: &Inertia, wanted: &Inertia, error: f64) {
        let size = wanted.tensor().x_axis.length();
        assert!((found.mass() - wanted.mass()).abs() <= error * wanted.mass(), "{found:?} {wanted:?}");
        assert!(found.centre().distance(wanted.centre()) <= error, "{found:?}");
        for axis in DVec3::AXES {
            assert!((found.tensor() * axis).distance(wanted.tensor() * axis) <= error * size, "{found:?} {wanted:?}");
        }
    }

    #[test]
    fn curved_bodies_have_their_closed_forms() {
        let radii = dvec3(0.3, 0.5, 0.9);
        let egg = Inertia::measured(&Brep::ellipsoid(radii).unwrap().into(), 7.0).unwrap();
        let mass = 7.0 * 4.0 / 3.0 * PI * radii.x * radii.y * radii.z;
        close(&egg.inertia, &Inertia::ellipsoid(mass, radii).unwrap(), 1e-11);
        let brick = Inertia::measured(&Brep::cuboid(dvec3(1.0, 2.0, 3.0)).unwrap().into(), 1.0).unwrap();
        close(&brick.inertia, &Inertia::cuboid(6.0, dvec3(1.0, 2.0, 3.0)).unwrap(), 1e-12);
        // A cone of height h has its centre h/4 above the base.
        let cone = Inertia::measured(&Brep::cone(1.0, 2.0).unwrap().into(), 1.0).unwrap();
        assert!((cone.inertia.centre().z - 0.5).abs() < 1e-11);
        assert!((cone.inertia.tensor().z_axis.z - 0.3 * 2.0 * PI / 3.0).abs() < 1e-11);
    }

    /// Two halves of a brick, placed beside each other, weigh what the brick weighs.
    #[test]
    fn a_compound_is_the_sum_of_its_parts() {
        let half = Shape::from(Convex::cuboid(dvec3(0.5, 2.0, 3.0)).unwrap());
        let at = |x: f64| half.placed(&Pose::translated(dvec3(x, 4.0, 0.0)).unwrap()).unwrap();
        let parts = vec![CompoundPart::new("left", at(-0.25)), CompoundPart::new("right", at(0.25))];
        let both = Inertia::measured(&Compound::new(parts).unwrap().into(), 2.0).unwrap().inertia;
        let brick = Inertia::cuboid(12.0, dvec3(1.0, 2.0, 3.0)).unwrap();
        close(&both, &Inertia::new(12.0, dvec3(0.0, 4.0, 0.0), brick.tensor()).unwrap(), 1e-14);
        let parts = vec![CompoundPart::new("block", half), CompoundPart::new("floor", HalfSpace::BELOW.into())];
        let refused = Inertia::measured(&Compound::new(parts).unwrap().into(), 1.0);
        assert!(matches!(refused, Err(InertiaError::NoInside(_))), "{refused:?}");
    }

    /// A cube of triangles grown by a radius: eight parts of a ball, twelve quarter cylinders, six plates and the cube.
    #[test]
    fn a_rounded_mesh_has_the_mass_of_its_steiner_parts() {
        let (side, radius) = (0.4_f64, 0.1_f64);
        let block = RoundedMesh::of_solid(primitive::cuboid(DVec3::splat(side)).unwrap(), radius).unwrap();
        let found = Inertia::measured(&Shape::Rounded(block), 1.0).unwrap().inertia;
        let volume = side.powi(3)
            + 6.0 * side * side * radius
            + 3.0 * PI * radius * radius * side
            + 4.0 / 3.0 * PI * radius.powi(3);
        assert!((found.mass() / volume - 1.0).abs() < 1e-13, "{found:?} {volume}");
        let same = Convex::cuboid(DVec3::splat(side)).unwrap().rounded(radius).unwrap();
        close(&found, &Inertia::measured(&Shape::Convex(same), 1.0).unwrap().inertia, 1e-13);
        let hook = primitive::l_extrusion(1.0, 1.0, 0.3, 0.2).unwrap();
        let concave = Inertia::measured(&Shape::Rounded(RoundedMesh::of_solid(hook, radius).unwrap()), 1.0);
        assert!(matches!(concave, Err(InertiaError::NoInside(_))), "{concave:?}");
    }

    #[test]
    fn implicit_solids_are_known_to_their_error() {
        let ball = Solid::parse("x^2 + (y - 2)^2 + z^2 - 1", [dvec3(-1.5, 0.5, -1.5), dvec3(1.5, 3.5, 1.5)]).unwrap();
        let found = Inertia::measured(&ball.into(), 1.0).unwrap();
        let true_mass = 4.0 / 3.0 * PI;
        assert!((found.inertia.mass() - true_mass).abs() < found.error * true_mass, "{found:?}");
        assert!(found.error < 2e-3 && (found.inertia.mass() / true_mass - 1.0).abs() < 1e-4, "{found:?}");
        assert!(found.inertia.centre().distance(dvec3(0.0, 2.0, 0.0)) < 1e-4);
    }

    #[test]
    fn surfaces_have_no_mass() {
        let sheet = Brep::rectangle(glam::DVec2::ONE).unwrap();
        assert!(matches!(Inertia::measured(&sheet.into(), 1.0), Err(InertiaError::NoInside(_))));
    }
}
