//! Mass and inertia of a rigid body.

use crate::tolerance::TENSOR_ROUNDING;
use glam::{DMat3, DVec3};
use tangency_geometry::Mass;

/// Mass, centre of mass and inertia tensor of a rigid body, in its own frame.
///
/// ```
/// use glam::DVec3;
/// use tangency_respond::Inertia;
///
/// let ball = Inertia::sphere(2.0, 0.5)?;
/// assert_eq!((ball.mass(), ball.centre()), (2.0, DVec3::ZERO));
/// // Two fifths of m·r².
/// assert!((ball.tensor().x_axis.x - 0.2).abs() < 1e-15);
/// assert!(Inertia::sphere(-1.0, 0.5).is_err());
/// # Ok::<(), tangency_respond::InertiaError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inertia {
    mass: f64,
    centre: DVec3,
    tensor: DMat3,
}

/// No body has these mass properties.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InertiaError {
    /// The mass is not positive, or a number is not finite.
    #[error("mass {mass} kg at {centre}: the mass must be positive, and all numbers finite")]
    Mass {
        /// The mass in kilograms.
        mass: f64,
        /// The centre of mass in metres.
        centre: DVec3,
    },
    /// No mass distribution has this tensor.
    #[error(
        "inertia tensor {0}: it must be symmetric, its principal moments positive and none larger than the sum of the \
         others"
    )]
    Tensor(DMat3),
    /// The shape has no interior.
    #[error("a body without a known inside has no mass of its own: {0}")]
    NoInside(String),
}

impl Inertia {
    /// Validates the numbers; `tensor` is about the centre of mass, in the body's axes.
    pub fn new(mass: f64, centre: DVec3, tensor: DMat3) -> Result<Self, InertiaError> {
        if !(mass > 0.0 && mass.is_finite() && centre.is_finite()) {
            return Err(InertiaError::Mass { mass, centre });
        }
        if !is_tensor(tensor) {
            return Err(InertiaError::Tensor(tensor));
        }
        // Symmetrised exactly.
        Ok(Self { mass, centre, tensor: 0.5 * (tensor + tensor.transpose()) })
    }

    /// A solid ball about the origin; mass in kg, radius in m.
    pub fn sphere(mass: f64, radius: f64) -> Result<Self, InertiaError> {
        let moment = 0.4 * mass * radius * radius;
        Self::new(mass, DVec3::ZERO, DMat3::from_diagonal(DVec3::splat(moment)))
    }

    /// A solid ellipsoid about the origin with these semi-axes.
    pub fn ellipsoid(mass: f64, radii: DVec3) -> Result<Self, InertiaError> {
        let sq = radii * radii;
        let moments = 0.2 * mass * DVec3::new(sq.y + sq.z, sq.z + sq.x, sq.x + sq.y);
        Self::new(mass, DVec3::ZERO, DMat3::from_diagonal(moments))
    }

    /// A solid box about the origin with these side lengths.
    pub fn cuboid(mass: f64, size: DVec3) -> Result<Self, InertiaError> {
        let sq = size * size;
        let moments = mass / 12.0 * DVec3::new(sq.y + sq.z, sq.z + sq.x, sq.x + sq.y);
        Self::new(mass, DVec3::ZERO, DMat3::from_diagonal(moments))
    }

    /// Scales mass properties of density one to this density.
    pub fn of_mass(mass: &Mass, density: f64) -> Result<Self, InertiaError> {
        Self::new(density * mass.volume, mass.centre, density * mass.inertia)
    }

    /// The mass in kilograms.
    #[must_use]
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// The centre of mass in the body's frame, in metres.
    #[must_use]
    pub fn centre(&self) -> DVec3 {
        self.centre
    }

    /// The inertia tensor about the centre of mass, in the body's axes: kg·m².
    #[must_use]
    pub fn tensor(&self) -> DMat3 {
        self.tensor
    }
}

/// Whether some mass distribution has it: the matrix `½·tr(I)·1 − I` of second moments is positive semidefinite,
/// and `I` is positive definite.
fn is_tensor(tensor: DMat3) -> bool {
    let size =
        [tensor.x_axis, tensor.y_axis, tensor.z_axis].iter().fold(0.0_f64, |most, column| most.max(column.length()));
    if !(size > 0.0 && size.is_finite()) {
        return false;
    }
    let allowed = TENSOR_ROUNDING * size;
    let difference = tensor - tensor.transpose();
    let asymmetric =
        [difference.x_axis, difference.y_axis, difference.z_axis].iter().any(|column| column.length() > allowed);
    let half_trace = 0.5 * (tensor.x_axis.x + tensor.y_axis.y + tensor.z_axis.z);
    let moments = DMat3::from_diagonal(DVec3::splat(half_trace + allowed)) - tensor;
    !asymmetric && positive(tensor) && positive(moments)
}

/// Sylvester's criterion: all leading minors are positive.
fn positive(matrix: DMat3) -> bool {
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    x.x > 0.0 && x.x * y.y - x.y * y.x > 0.0 && x.dot(y.cross(z)) > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    #[test]
    fn numbers_that_belong_to_no_body_are_refused() {
        let tensor = |x: f64, y: f64, z: f64| Inertia::new(1.0, DVec3::ZERO, DMat3::from_diagonal(dvec3(x, y, z)));
        assert!(tensor(1.0, 1.0, 2.0).is_ok(), "a flat disc");
        assert!(matches!(tensor(1.0, 1.0, 2.1), Err(InertiaError::Tensor(_))), "no body turns so");
        assert!(
            tensor(1.0, -1.0, 1.0).is_err() && tensor(f64::NAN, 1.0, 1.0).is_err() && tensor(0.0, 0.0, 0.0).is_err()
        );
        let skewed = DMat3::from_cols(dvec3(2.0, 0.5, 0.0), dvec3(0.1, 2.0, 0.0), dvec3(0.0, 0.0, 2.0));
        assert!(Inertia::new(1.0, DVec3::ZERO, skewed).is_err());
        assert!(Inertia::new(f64::INFINITY, DVec3::ZERO, DMat3::IDENTITY).is_err());
    }
}
