//! Vectors (which are also boxes) and small matrices of intervals.

use crate::Interval;
use std::ops::{Add, Index, IndexMut, Mul, Neg, Sub};

/// `N` intervals: a vector known up to an enclosure, or a box of `N` dimensions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vector<const N: usize>(pub [Interval; N]);

/// A vector in space.
pub type Vector3 = Vector<3>;

impl<const N: usize> Vector<N> {
    /// The zero vector.
    pub const ZERO: Self = Self([Interval::ZERO; N]);

    /// The smallest box that holds the point.
    #[must_use]
    pub fn point(coordinates: [f64; N]) -> Self {
        Self(coordinates.map(Interval::from))
    }

    /// The inner product.
    #[must_use]
    pub fn dot(self, other: Self) -> Interval {
        (0..N).fold(Interval::ZERO, |sum, i| sum + self.0[i] * other.0[i])
    }

    /// The squared length.
    #[must_use]
    pub fn length_sq(self) -> Interval {
        (0..N).fold(Interval::ZERO, |sum, i| sum + self.0[i].sqr())
    }

    /// The length.
    #[must_use]
    pub fn length(self) -> Interval {
        self.length_sq().sqrt()
    }

    /// Whether the point is in the box.
    #[must_use]
    pub fn contains(self, point: [f64; N]) -> bool {
        (0..N).all(|i| self.0[i].contains(point[i]))
    }

    /// Whether every member is also in `other`.
    #[must_use]
    pub fn subset(self, other: Self) -> bool {
        (0..N).all(|i| self.0[i].subset(other.0[i]))
    }

    /// Whether no point is in both.
    #[must_use]
    pub fn disjoint(self, other: Self) -> bool {
        (0..N).any(|i| self.0[i].disjoint(other.0[i]))
    }

    /// The smallest box that holds both.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i].hull(other.0[i])))
    }

    /// The middle point.
    #[must_use]
    pub fn mid(self) -> [f64; N] {
        self.0.map(Interval::mid)
    }
}

impl Vector3 {
    /// The vector product.
    #[must_use]
    pub fn cross(self, other: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([b * z - c * y, c * x - a * z, a * y - b * x])
    }
}

impl<const N: usize> Index<usize> for Vector<N> {
    type Output = Interval;
    fn index(&self, i: usize) -> &Interval {
        &self.0[i]
    }
}

impl<const N: usize> IndexMut<usize> for Vector<N> {
    fn index_mut(&mut self, i: usize) -> &mut Interval {
        &mut self.0[i]
    }
}

impl<const N: usize> Add for Vector<N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

impl<const N: usize> Sub for Vector<N> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] - other.0[i]))
    }
}

impl<const N: usize> Neg for Vector<N> {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.map(Neg::neg))
    }
}

impl<const N: usize> Mul<Interval> for Vector<N> {
    type Output = Self;
    fn mul(self, scale: Interval) -> Self {
        Self(self.0.map(|x| x * scale))
    }
}

/// `R` rows of `C` intervals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix<const R: usize, const C: usize>(pub [Vector<C>; R]);

impl<const N: usize> Matrix<N, N> {
    /// The identity.
    #[must_use]
    pub fn identity() -> Self {
        Self(std::array::from_fn(|row| {
            Vector(std::array::from_fn(|column| if row == column { Interval::ONE } else { Interval::ZERO }))
        }))
    }
}

impl<const R: usize, const C: usize> Mul<Vector<C>> for Matrix<R, C> {
    type Output = Vector<R>;
    fn mul(self, vector: Vector<C>) -> Vector<R> {
        Vector(self.0.map(|row| row.dot(vector)))
    }
}
