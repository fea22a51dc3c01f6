//! The polynomials in time whose signs decide when two features touch.
//!
//! **Question.** Four points move on straight lines. At which instants does a vertex lie in a triangle, or do two
//! edges share a point?
//!
//! **Idea.** Test in three dimensions, in the three coordinate planes, and on the three axes. The features touch
//! at *t* if and only if all of these hold:
//!
//! 1. *volume*: the four points are coplanar, so one cubic is zero;
//! 2. *planes*: in each coordinate plane, no line through an edge of the features separates the projections: the
//!    quadratics of a group (areas of triangles of the projected points) do not have both signs;
//! 3. *axes*: on each coordinate axis the projections overlap: the differences of coordinates, linear in time, are
//!    neither all positive nor all negative.
//!
//! *Vertex and triangle.* Let A, B, C be the corners relative to the vertex. The group is (B×C, C×A, A×B), one
//! group for each component. If the volume is zero and the three vectors span a plane, the cross products are
//! multiples of its normal, and the factors are the barycentric weights. The vertex is inside if and only if no
//! two cross products point in opposite directions. Every nonzero component shows this. If the vectors span only a
//! line, all cross products vanish, and the origin lies between them if and only if it does so on each axis.
//!
//! *Two edges.* Let dᵢⱼ = bⱼ − aᵢ, u = a₁ − a₀, v = b₁ − b₀. The groups are (d₀₁×d₀₀, d₁₀×d₁₁) and (d₀₀×d₁₀,
//! d₁₁×d₀₁): twice the areas of the four triangles that the points form. If the lines meet at parameter s of a and
//! r of b, these are s, 1−s and r, 1−r times v×u. If u×v = 0, the two vectors of a group are opposite, so both
//! must vanish: all points are on one line, and the axes decide. The axes also decide if both edges are points.
//!
//! **Guarantee.** The three conditions together are equivalent to touching. Boundaries, corners, coplanar,
//! parallel, coincident and degenerate features need no special case. The touching instants form a closed set that
//! begins at 0 or at a root of one of the polynomials. It is a root of the cubic, unless the cubic is identically
//! zero.
//!
//! **Cost.** 3 or 4 differences; 8 products for a component of an area, 24 more for the volume; computed on
//! demand.

use std::ops::{Add, Mul, Sub};

/// A vector that moves linearly: component, then its value at 0 and at 1.
pub(crate) type MovingVector<T> = [[T; 2]; 3];

/// A number type: f64, double-double, or an integer of any size.
pub(crate) trait Number: Clone {
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
}

impl<T: Clone> Number for T
where
    for<'x> &'x T: Add<&'x T, Output = T> + Sub<&'x T, Output = T> + Mul<&'x T, Output = T>,
{
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
}

/// The polynomials of a pair, each given by the coefficients hᵢ of Σ hᵢ tⁱ (1−t)ⁿ⁻ⁱ. `N` is 3 for a vertex and a
/// triangle, 4 for two edges. All derive from the vectors from the points of the first feature to those of the
/// second.
#[derive(Clone, Debug)]
pub(crate) struct Forms<T, const N: usize> {
    /// Indexed by difference, component, coefficient.
    pub(crate) axes: [MovingVector<T>; N],
}

/// The groups of vectors of `planes` that must not have opposite signs: all three, or two and two.
pub(crate) fn groups<const N: usize>() -> &'static [&'static [usize]] {
    if N == 3 { &[&[0, 1, 2]] } else { &[&[0, 1], &[2, 3]] }
}

/// The indices of the differences whose cross product is the `i`-th area.
fn factors<const N: usize>(i: usize) -> [usize; 2] {
    if N == 3 { [[1, 2], [2, 0], [0, 1]][i] } else { [[1, 0], [2, 3], [0, 2], [3, 1]][i] }
}

/// The forms of a vertex (first point) and a triangle.
#[inline]
pub(crate) fn vertex_face<T: Number>(points: &[MovingVector<T>; 4]) -> Forms<T, 3> {
    let [p, a, b, c] = points;
    Forms { axes: [difference(p, a), difference(p, b), difference(p, c)] }
}

/// The forms of two edges (first two points, last two points).
#[inline]
pub(crate) fn edge_edge<T: Number>(points: &[MovingVector<T>; 4]) -> Forms<T, 4> {
    let [a0, a1, b0, b1] = points;
    Forms { axes: [difference(a0, b0), difference(a0, b1), difference(a1, b0), difference(a1, b1)] }
}

impl<T: Number, const N: usize> Forms<T, N> {
    /// Component `k` of the `i`-th area.
    #[inline]
    pub(crate) fn plane(&self, i: usize, k: usize) -> [T; 3] {
        let [a, b] = factors::<N>(i).map(|index| &self.axes[index]);
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let product = |s: usize, t: usize| a[i][s].times(&b[j][t]).minus(&a[j][s].times(&b[i][t]));
        [product(0, 0), product(0, 1).plus(&product(1, 0)), product(1, 1)]
    }

    /// Six times the volume of the tetrahedron of the four points.
    #[inline]
    pub(crate) fn volume(&self) -> [T; 4] {
        let (a, n) = (&self.axes[if N == 3 { 0 } else { 2 }], [0, 1, 2].map(|k| self.plane(0, k)));
        let sum = |term: &dyn Fn(usize) -> T| term(0).plus(&term(1)).plus(&term(2));
        [
            sum(&|k| a[k][0].times(&n[k][0])),
            sum(&|k| a[k][0].times(&n[k][1]).plus(&a[k][1].times(&n[k][0]))),
            sum(&|k| a[k][0].times(&n[k][2]).plus(&a[k][1].times(&n[k][1]))),
            sum(&|k| a[k][1].times(&n[k][2])),
        ]
    }
}

#[inline]
fn difference<T: Number>(from: &MovingVector<T>, to: &MovingVector<T>) -> MovingVector<T> {
    std::array::from_fn(|k| std::array::from_fn(|end| to[k][end].minus(&from[k][end])))
}
