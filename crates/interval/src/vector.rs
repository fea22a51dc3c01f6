//! Vectors of intervals; they also serve as axis-aligned boxes.

use crate::Interval;
use std::ops::{Add, Index, IndexMut, Mul, Neg, Sub};

/// `N` intervals. They enclose a vector, or form a box in `N` dimensions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vector<const N: usize>(pub [Interval; N]);

/// A vector in three dimensions.
pub type Vector3 = Vector<3>;

impl<const N: usize> Vector<N> {
    /// The zero vector.
    pub const ZERO: Self = Self([Interval::ZERO; N]);

    /// The vector with coordinate `coordinate(i)` at index `i`.
    #[must_use]
    pub fn from_fn(coordinate: impl FnMut(usize) -> Interval) -> Self {
        Self(std::array::from_fn(coordinate))
    }

    /// The box that contains only the point.
    #[must_use]
    pub fn point(coordinates: [f64; N]) -> Self {
        Self(coordinates.map(Interval::from))
    }

    /// The inner product.
    #[must_use]
    #[inline]
    pub fn dot(self, other: Self) -> Interval {
        if N == 0 {
            return Interval::ZERO;
        }
        (1..N).fold(self.0[0] * other.0[0], |sum, i| sum + self.0[i] * other.0[i])
    }

    /// The squared length.
    #[must_use]
    #[inline]
    pub fn length_sq(self) -> Interval {
        self.0.into_iter().map(Interval::sqr).sum()
    }

    /// The length.
    #[must_use]
    pub fn length(self) -> Interval {
        self.length_sq().sqrt()
    }

    /// Whether the box contains the point.
    #[must_use]
    pub fn contains(self, point: [f64; N]) -> bool {
        (0..N).all(|i| self.0[i].contains(point[i]))
    }

    /// Whether every point of the box is also in `other`.
    #[must_use]
    pub fn subset(self, other: Self) -> bool {
        (0..N).all(|i| self.0[i].subset(other.0[i]))
    }

    /// Whether the boxes have no common point.
    #[must_use]
    pub fn disjoint(self, other: Self) -> bool {
        (0..N).any(|i| self.0[i].disjoint(other.0[i]))
    }

    /// The smallest box that contains both.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i].hull(other.0[i])))
    }

    /// The set of common points.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i].intersection(other.0[i])))
    }

    /// Whether the box contains no point: one of its sides is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.into_iter().any(Interval::is_empty)
    }

    /// The largest width of a side, rounded upward. NaN if a side is empty, 0 if there are no sides.
    #[must_use]
    pub fn width(self) -> f64 {
        if self.is_empty() { f64::NAN } else { self.0.into_iter().map(Interval::width).fold(0.0, f64::max) }
    }

    /// The index of the widest side, or of the first of several. 0 if there are no sides.
    #[must_use]
    pub fn widest(self) -> usize {
        let wider = |best: usize, i: usize| if self.0[i].width() > self.0[best].width() { i } else { best };
        (1..N).fold(0, wider)
    }

    /// Bisects the box along side `index`. The halves share a face and together contain every point of the box.
    #[must_use]
    pub fn split(self, index: usize) -> (Self, Self) {
        let (mut left, mut right) = (self, self);
        (left.0[index], right.0[index]) = self.0[index].split();
        (left, right)
    }

    /// The midpoint.
    #[must_use]
    pub fn mid(self) -> [f64; N] {
        self.0.map(Interval::mid)
    }
}

impl Vector3 {
    /// The cross product.
    #[must_use]
    #[inline]
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

impl<const N: usize> Mul<f64> for Vector<N> {
    type Output = Self;
    fn mul(self, scale: f64) -> Self {
        Self(self.0.map(|x| x * scale))
    }
}

impl<const N: usize> Mul<Vector<N>> for Interval {
    type Output = Vector<N>;
    fn mul(self, vector: Vector<N>) -> Vector<N> {
        vector * self
    }
}

impl<const N: usize> Mul<Vector<N>> for f64 {
    type Output = Vector<N>;
    fn mul(self, vector: Vector<N>) -> Vector<N> {
        vector * self
    }
}

impl<const N: usize> From<[f64; N]> for Vector<N> {
    fn from(coordinates: [f64; N]) -> Self {
        Self::point(coordinates)
    }
}

impl<const N: usize> Mul<Interval> for Vector<N> {
    type Output = Self;
    fn mul(self, scale: Interval) -> Self {
        Self(self.0.map(|x| x * scale))
    }
}
