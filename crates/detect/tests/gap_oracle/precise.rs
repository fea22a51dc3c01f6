//! Vectors of double-doubles: about 31 decimal digits.

use glam::{DQuat, DVec3};
use tangency_interval::double_double::DoubleDouble;

pub(crate) type Precise = DoubleDouble;

/// A vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PreciseVector(pub(crate) [Precise; 3]);

/// A matrix, by rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PreciseMatrix([PreciseVector; 3]);

pub(crate) fn precise(value: f64) -> Precise {
    Precise::from(value)
}

/// A quotient: two steps of long division.
pub(crate) fn quotient(a: Precise, b: Precise) -> Precise {
    let first = a.high() / b.high();
    let rest = a - b * precise(first);
    let second = rest.high() / b.high();
    let rest = rest - b * precise(second);
    Precise::exact_sum(first, second) + precise(rest.high() / b.high())
}

/// A square root: one Newton step from that of a double.
pub(crate) fn root(a: Precise) -> Precise {
    let first = a.high().max(0.0).sqrt();
    if first == 0.0 {
        return precise(0.0);
    }
    let rest = a - precise(first) * precise(first);
    precise(first) + quotient(rest, precise(2.0 * first))
}

/// Whether the number is below zero.
pub(crate) fn is_negative(a: Precise) -> bool {
    a.high() < 0.0 || (a.high() == 0.0 && a.low() < 0.0)
}

impl PreciseVector {
    pub(crate) fn of(vector: DVec3) -> Self {
        Self(vector.to_array().map(precise))
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    pub(crate) fn minus(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] - other.0[i]))
    }

    pub(crate) fn times(self, factor: Precise) -> Self {
        Self(self.0.map(|coordinate| coordinate * factor))
    }

    pub(crate) fn dot(self, other: Self) -> Precise {
        self.0[0] * other.0[0] + self.0[1] * other.0[1] + self.0[2] * other.0[2]
    }

    pub(crate) fn length(self) -> Precise {
        root(self.dot(self))
    }

    pub(crate) fn unit(self) -> Self {
        let length = self.length();
        Self(self.0.map(|coordinate| quotient(coordinate, length)))
    }

    /// Rounded to doubles.
    pub(crate) fn rounded(self) -> DVec3 {
        DVec3::from_array(self.0.map(Precise::high))
    }
}

impl PreciseMatrix {
    /// The rotation by a quaternion of any length: rational in its coordinates.
    pub(crate) fn rotation(quaternion: DQuat) -> Self {
        Self::turned_by(quaternion.to_array().map(precise))
    }

    /// The rotation by a quaternion x, y, z, w of any length.
    pub(crate) fn turned_by([x, y, z, w]: [Precise; 4]) -> Self {
        let square = x * x + y * y + z * z + w * w;
        let entry = |value: Precise| quotient(value, square);
        let double = |value: Precise| value + value;
        let row = |entries: [Precise; 3]| PreciseVector(entries.map(entry));
        Self([
            row([w * w + x * x - y * y - z * z, double(x * y - w * z), double(x * z + w * y)]),
            row([double(x * y + w * z), w * w - x * x + y * y - z * z, double(y * z - w * x)]),
            row([double(x * z - w * y), double(y * z + w * x), w * w - x * x - y * y + z * z]),
        ])
    }

    pub(crate) fn apply(&self, vector: PreciseVector) -> PreciseVector {
        PreciseVector(self.0.map(|row| row.dot(vector)))
    }

    /// The inverse rotation of a vector.
    pub(crate) fn undo(&self, vector: PreciseVector) -> PreciseVector {
        let column = |i: usize| PreciseVector(self.0.map(|row| row.0[i]));
        PreciseVector(std::array::from_fn(|i| column(i).dot(vector)))
    }
}
