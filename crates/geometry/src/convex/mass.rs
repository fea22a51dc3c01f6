//! Volume, centre of mass and inertia of convex bodies.
//!
//! *Question.* What are the mass properties of a convex body of density one, enclosed?
//! *Idea.* Closed forms. Rounded points, segments, cylinders and cones are bodies of revolution ([`super::profile`]).
//! Rounded boxes and hulls have Steiner's decomposition ([`super::rounded`]). A hull without a radius is a polyhedron.
//! A rounded ellipsoid has no elementary form. It contains the polyhedron Q of points on it. For every face of Q, with
//! the normal w at the distance c from the centre, its support function is h(w). With λ = max h(w)/c it lies within
//! λ·Q. So ∫1 is between that of Q and λ³ times that, and ∫x² between that of Q and λ⁵ times that.
//! *Guarantee.* Every step is rounded outward. All enclosures are as thin as rounding, but for rounded ellipsoids they
//! are about 1e-3 wide.
//! *Cost.* Microseconds for primitives. The hull of the points and some hundred operations per triangle for hulls.
//! About 50 milliseconds for rounded ellipsoids.

use super::{Convex, ConvexCore, ConvexHull, ConvexShapeError, profile, rounded, tessellation};
use crate::mass::{self, MomentEnclosure};
use crate::tolerance::{ELLIPSOID_VERTEX_ROUNDING, ROUNDED_ELLIPSOID_FINENESS};
use crate::{Mass, MassEnclosure, Mesh, Polyhedron, Pose, PoseEnclosure, enclose};
use glam::DVec3;
use tangency_interval::{Interval, Vector3};

impl Convex {
    /// Encloses volume, centre of mass and inertia at density one. A hull without volume is an error.
    ///
    /// ```
    /// use tangency_geometry::Convex;
    ///
    /// let volume = Convex::sphere(1.5)?.mass_enclosure()?.volume;
    /// assert!(volume.contains(4.5 * std::f64::consts::PI) && volume.width() < 1e-13);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mass_enclosure(&self) -> Result<MassEnclosure, ConvexShapeError> {
        let mass = self.core_mass()?;
        if self.frame == Pose::IDENTITY {
            return Ok(mass);
        }
        let PoseEnclosure { rotation, translation, .. } = self.frame.enclosure();
        let centre = rotation * mass.centre + translation;
        Ok(MassEnclosure { centre, inertia: rotation * mass.inertia * rotation.transpose(), ..mass })
    }

    /// The same in the frame of the core.
    fn core_mass(&self) -> Result<MassEnclosure, ConvexShapeError> {
        match &self.core {
            ConvexCore::Point | ConvexCore::Segment { .. } | ConvexCore::Cylinder { .. } | ConvexCore::Cone { .. } => {
                Ok(profile::moments(&profile::outline(&self.core, self.radius)).mass(DVec3::ZERO))
            }
            ConvexCore::Cuboid { half } => of_hull(&ConvexHull::of(&corners(*half))?, self.radius),
            ConvexCore::Ellipsoid { radii } if self.radius == 0.0 => Ok(ellipsoid(*radii).mass(DVec3::ZERO)),
            ConvexCore::Ellipsoid { radii } => {
                let hull = tessellation::ellipsoid(*radii, self.radius, ROUNDED_ELLIPSOID_FINENESS * self.size())?;
                let moments = rounded_ellipsoid(*radii, self.radius, hull.mesh());
                Ok(moments.ok_or(ConvexShapeError::NotSolid { what: "rounded ellipsoid" })?.mass(DVec3::ZERO))
            }
            ConvexCore::Hull { points } => of_hull(&ConvexHull::of(points)?, self.radius),
        }
    }

    /// Volume, centre of mass and inertia at density one, in floating point.
    pub fn mass(&self) -> Result<Mass, ConvexShapeError> {
        Ok(self.mass_enclosure()?.mid())
    }
}

/// The corners of a box with these half extents.
pub(super) fn corners(half: DVec3) -> [DVec3; 8] {
    std::array::from_fn(|corner| {
        let side = |axis: usize| if corner >> axis & 1 == 1 { half[axis] } else { -half[axis] };
        DVec3::new(side(0), side(1), side(2))
    })
}

fn of_hull(hull: &ConvexHull, radius: f64) -> Result<MassEnclosure, ConvexShapeError> {
    if radius > 0.0 {
        let from = mass::reference(hull.mesh());
        return Ok(rounded::moments(hull, radius, from).mass(from));
    }
    if hull.dimension() < 3 {
        return Err(ConvexShapeError::NoVolume { dimension: hull.dimension() });
    }
    Ok(*Polyhedron::new(hull.mesh().clone())?.mass_enclosure())
}

/// ∫1 = 4π/3·abc and ∫x² = a²/5·∫1.
fn ellipsoid(radii: DVec3) -> MomentEnclosure {
    let [a, b, c] = radii.to_array().map(Interval::from);
    let volume = Interval::PI * 4.0 / Interval::from(3.0) * a * b * c;
    let mut moments = MomentEnclosure { zeroth: volume, ..MomentEnclosure::ZERO };
    for (axis, half) in [a, b, c].into_iter().enumerate() {
        moments.second[axis] = volume * half.sqr() / Interval::from(5.0);
    }
    moments
}

/// The integrals over an ellipsoid grown by a radius, between two polyhedra. `None` if the mesh does not enclose the
/// origin with a margin for rounding.
fn rounded_ellipsoid(radii: DVec3, radius: f64, mesh: &Mesh) -> Option<MomentEnclosure> {
    let outer = (0..mesh.triangles().len()).try_fold(1.0_f64, |outer, triangle| {
        let [a, b, c] = mesh.corners(triangle).map(enclose);
        let normal = (b - a).cross(c - a);
        let scaled = Vector3::from_fn(|axis| normal[axis] * radii[axis]);
        let ratio = (scaled.length() + normal.length() * radius) / normal.dot(a);
        (normal.dot(a).lower() > 0.0 && ratio.upper().is_finite()).then(|| outer.max(ratio.upper()))
    })?;
    // Rounding may put a vertex outside. Shrunk by this factor, all of them are inside.
    let rounding = ELLIPSOID_VERTEX_ROUNDING * (radii.max_element() + radius) / (radii.min_element() + radius);
    let factor = Interval::new(1.0 - rounding, outer).ok().filter(|factor| factor.lower() > 0.5)?;
    let inner = MomentEnclosure::of(mesh, DVec3::ZERO);
    // The body is symmetric: its centre is the origin, and there are no products of inertia.
    let mut moments = MomentEnclosure { zeroth: inner.zeroth * factor.powi(3), ..MomentEnclosure::ZERO };
    for axis in 0..3 {
        moments.second[axis] = inner.second[axis] * factor.powi(5);
    }
    Some(moments)
}
