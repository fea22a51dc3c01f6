//! Small matrices of intervals.

use crate::{Interval, Vector};
use std::ops::{Add, Index, IndexMut, Mul, Neg, Sub};

/// `R` rows of `C` intervals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix<const R: usize, const C: usize>(pub [Vector<C>; R]);

impl<const R: usize, const C: usize> Matrix<R, C> {
    /// The zero matrix.
    pub const ZERO: Self = Self([Vector::ZERO; R]);

    /// The matrix that contains only these numbers, given row by row.
    #[must_use]
    pub fn point(rows: [[f64; C]; R]) -> Self {
        Self(rows.map(Vector::point))
    }

    /// The transpose.
    #[must_use]
    pub fn transpose(self) -> Matrix<C, R> {
        Matrix(std::array::from_fn(|column| Vector(std::array::from_fn(|row| self.0[row][column]))))
    }

    /// The column with this index.
    #[must_use]
    pub fn column(self, index: usize) -> Vector<R> {
        Vector(self.0.map(|row| row[index]))
    }

    /// The intersection, entry by entry.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row].intersection(other.0[row])))
    }

    /// The smallest matrix that contains both.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row].hull(other.0[row])))
    }

    /// Whether every member is also in `other`.
    #[must_use]
    pub fn subset(self, other: Self) -> bool {
        (0..R).all(|row| self.0[row].subset(other.0[row]))
    }

    /// Whether it contains the matrix of numbers.
    #[must_use]
    pub fn contains(self, rows: [[f64; C]; R]) -> bool {
        (0..R).all(|row| self.0[row].contains(rows[row]))
    }

    /// The midpoint of every entry.
    #[must_use]
    pub fn mid(self) -> [[f64; C]; R] {
        self.0.map(Vector::mid)
    }

    /// The largest width of an entry, NaN if one is empty.
    #[must_use]
    pub fn width(self) -> f64 {
        self.0
            .into_iter()
            .map(Vector::width)
            .fold(0.0, |a, b| if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) })
    }
}

impl<const N: usize> Matrix<N, N> {
    /// The identity.
    #[must_use]
    pub fn identity() -> Self {
        Self(std::array::from_fn(|row| {
            Vector(std::array::from_fn(|column| if row == column { Interval::ONE } else { Interval::ZERO }))
        }))
    }

    /// The determinant, by expansion along the rows over all subsets of columns. There is no division, so no pivot
    /// can fail. The work doubles with each row; intended for sizes up to six.
    ///
    /// `minors[columns]` is the determinant of the leading rows in the columns of the bit set `columns`, one row
    /// per column.
    #[must_use]
    pub fn determinant(self) -> Interval {
        let mut minors = vec![Interval::ZERO; 1 << N];
        for columns in 1_usize..1 << N {
            let row = columns.count_ones() as usize - 1;
            let mut sum = Interval::ZERO;
            // The sign alternates, starting with + at the last column of the set, where the last row's entry is on
            // the diagonal.
            let mut positive = true;
            for column in (0..N).rev().filter(|column| columns >> column & 1 == 1) {
                let (entry, minor) = (self.0[row][column], minors[columns & !(1 << column)]);
                let term = if row == 0 { entry } else { entry * minor };
                sum = if positive { sum + term } else { sum - term };
                positive = !positive;
            }
            minors[columns] = sum;
        }
        if N == 0 { Interval::ONE } else { minors[(1 << N) - 1] }
    }
}

impl Matrix<3, 3> {
    /// The rotation matrix of the quaternion `[x, y, z, w]`, which need not have unit length. Encloses the rotation
    /// matrix of every nonzero member. No entry leaves `[−1, 1]`.
    ///
    /// ```
    /// use tangency_interval::{Interval, Matrix};
    ///
    /// // A quarter turn about the z axis; the length of the quaternion does not matter.
    /// let turn = Matrix::<3, 3>::rotation([0.0, 0.0, 3.0, 3.0].map(Interval::from));
    /// assert!(turn.contains([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]));
    /// ```
    #[must_use]
    pub fn rotation([x, y, z, w]: [Interval; 4]) -> Self {
        let unit = Interval::raw(-1.0, 1.0);
        let [xx, yy, zz, ww] = [x.sqr(), y.sqr(), z.sqr(), w.sqr()];
        let length_sq = xx + yy + zz + ww;
        // Each entry is divided by the squared length; the form 1 − 2(…) would need a unit quaternion.
        let entry = |numerator: Interval| (numerator / length_sq).intersection(unit);
        let diagonal = |plus: Interval, minus: Interval| entry(plus - minus);
        let product = |plus: Interval, other: Interval| entry((plus + other) * 2.0);
        Self([
            Vector([diagonal(ww + xx, yy + zz), product(x * y, -(z * w)), product(x * z, y * w)]),
            Vector([product(x * y, z * w), diagonal(ww + yy, xx + zz), product(y * z, -(x * w))]),
            Vector([product(x * z, -(y * w)), product(y * z, x * w), diagonal(ww + zz, xx + yy)]),
        ])
    }
}

impl<const R: usize, const C: usize> Index<usize> for Matrix<R, C> {
    type Output = Vector<C>;
    fn index(&self, row: usize) -> &Vector<C> {
        &self.0[row]
    }
}

impl<const R: usize, const C: usize> IndexMut<usize> for Matrix<R, C> {
    fn index_mut(&mut self, row: usize) -> &mut Vector<C> {
        &mut self.0[row]
    }
}

impl<const R: usize, const C: usize> Add for Matrix<R, C> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] + other.0[row]))
    }
}

impl<const R: usize, const C: usize> Sub for Matrix<R, C> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] - other.0[row]))
    }
}

impl<const R: usize, const C: usize> Neg for Matrix<R, C> {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.map(Neg::neg))
    }
}

impl<const R: usize, const C: usize> Mul<Interval> for Matrix<R, C> {
    type Output = Self;
    fn mul(self, scale: Interval) -> Self {
        Self(self.0.map(|row| row * scale))
    }
}

impl<const R: usize, const C: usize> Mul<f64> for Matrix<R, C> {
    type Output = Self;
    fn mul(self, scale: f64) -> Self {
        Self(self.0.map(|row| row * scale))
    }
}

impl<const R: usize, const C: usize> Mul<Vector<C>> for Matrix<R, C> {
    type Output = Vector<R>;
    #[inline]
    fn mul(self, vector: Vector<C>) -> Vector<R> {
        Vector(self.0.map(|row| row.dot(vector)))
    }
}

impl<const R: usize, const C: usize, const K: usize> Mul<Matrix<C, K>> for Matrix<R, C> {
    type Output = Matrix<R, K>;
    fn mul(self, other: Matrix<C, K>) -> Matrix<R, K> {
        let columns = other.transpose();
        Matrix(self.0.map(|row| Vector(columns.0.map(|column| row.dot(column)))))
    }
}

impl<const R: usize, const C: usize> From<[[f64; C]; R]> for Matrix<R, C> {
    fn from(rows: [[f64; C]; R]) -> Self {
        Self::point(rows)
    }
}
