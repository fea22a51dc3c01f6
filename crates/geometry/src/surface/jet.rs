//! A surface point with its derivatives.

use tangency_interval::{Interval, Vector3};

/// Encloses a surface and its derivatives over a box of (u, v, t), as needed by a Newton step on contact and
/// tangency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceJet {
    /// The points.
    pub point: Vector3,
    /// First derivative by u.
    pub du: Vector3,
    /// First derivative by v.
    pub dv: Vector3,
    /// First derivative by time.
    pub dt: Vector3,
    /// Second derivative by u.
    pub duu: Vector3,
    /// Mixed derivative.
    pub duv: Vector3,
    /// Second derivative by v.
    pub dvv: Vector3,
    /// Mixed derivative by u and time.
    pub dut: Vector3,
    /// Mixed derivative by v and time.
    pub dvt: Vector3,
}

impl SurfaceJet {
    /// The normal `du × dv`: not normalised, zero at a pole. [`Facing`](super::Facing) tells whether it points
    /// outwards.
    #[must_use]
    pub fn normal(&self) -> Vector3 {
        self.du.cross(self.dv)
    }

    /// The derivatives of the normal by u, v and time.
    #[must_use]
    pub fn normal_derivatives(&self) -> [Vector3; 3] {
        let by = |of_du: Vector3, of_dv: Vector3| of_du.cross(self.dv) + self.du.cross(of_dv);
        [by(self.duu, self.duv), by(self.duv, self.dvv), by(self.dut, self.dvt)]
    }

    /// Holds both.
    pub(crate) fn hull(&self, other: &Self) -> Self {
        Self {
            point: self.point.hull(other.point),
            du: self.du.hull(other.du),
            dv: self.dv.hull(other.dv),
            dt: self.dt.hull(other.dt),
            duu: self.duu.hull(other.duu),
            duv: self.duv.hull(other.duv),
            dvv: self.dvv.hull(other.dvv),
            dut: self.dut.hull(other.dut),
            dvt: self.dvt.hull(other.dvt),
        }
    }

    /// Builds the jet from the outputs of a tape in the order of the fields.
    pub(super) fn from_outputs(outputs: &[Interval]) -> Self {
        let vector = |index: usize| tangency_interval::Vector(std::array::from_fn(|axis| outputs[3 * index + axis]));
        Self {
            point: vector(0),
            du: vector(1),
            dv: vector(2),
            dt: vector(3),
            duu: vector(4),
            duv: vector(5),
            dvv: vector(6),
            dut: vector(7),
            dvt: vector(8),
        }
    }
}
