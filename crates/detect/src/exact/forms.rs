//! The polynomials in time whose signs tell when two features touch.
//!
//! **Question.** Four points move on straight lines. At which instants does a vertex lie in a triangle, or do two edges share
//! a point?
//!
//! **Idea.** Seen in three dimensions, in the three coordinate planes, and on the three axes. They touch at *t* if and only if
//!
//! 1. *volume*: the four points are coplanar, one cubic is zero;
//! 2. *planes*: in each coordinate plane the projections are not separated by a line of the features themselves: the
//!    quadratics of a group (areas of triangles of the projected points) do not have both signs;
//! 3. *axes*: on each coordinate axis the projections overlap: the differences of coordinates, linear in time, are not all
//!    positive nor all negative.
//!
//! *Vertex and triangle.* With the corners A, B, C seen from the vertex, the group is (B×C, C×A, A×B), one group for each
//! component. If volume is zero and the three vectors span a plane, the cross products are multiples of its normal, by
//! the barycentric weights: the vertex is inside if and only if no two of them point in opposite ways, which every component
//! tells alike, except that it may be zero. If they span only a line, all cross products vanish, and the
//! origin lies between them if and only if it does so on each axis.
//!
//! *Two edges.* With u = a₁ − a₀, v = b₁ − b₀, w = b₀ − a₀ the groups are (w×v, (u−w)×v), which are s and 1−s times u×v if the
//! lines meet at parameter s of a, and (w×u, u×(v+w)), which are r and 1−r times u×v. If u×v = 0, the two of a group are
//! opposite, so both must vanish: all is on one line, and the axes decide; they also do if both edges are points.
//!
//! **Guarantee.** The three conditions together are equivalent to touching, with no special case for borders, corners,
//! coplanar, parallel, coincident or degenerate features. The touching instants are a closed set that begins at 0 or at a
//! root of one of the polynomials; of the cubic, unless it is zero throughout.
//!
//! **Cost.** 3 or 4 moving cross products, one moving dot product.

use std::ops::{Add, Mul, Sub};

/// A moving vector: component, then its value at 0 and at 1.
pub(crate) type Mover<T> = [[T; 2]; 3];

/// A number that can be added and multiplied: f64, or an integer of any size.
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

/// The polynomials of a pair; each as the coefficients hᵢ of Σ hᵢ tⁱ (1−t)ⁿ⁻ⁱ. `N` is 3 for a vertex and a triangle, 4 for two
/// edges.
#[derive(Clone, Debug)]
pub(crate) struct Forms<T, const N: usize> {
    pub(crate) volume: [T; 4],
    /// Vector of the group, component, coefficient.
    pub(crate) planes: [[[T; 3]; 3]; N],
    /// Difference, component, coefficient.
    pub(crate) axes: [Mover<T>; N],
}

/// The vectors of `planes` that must not have opposite signs: all three, or two and two.
pub(crate) fn groups<const N: usize>() -> &'static [&'static [usize]] {
    if N == 3 { &[&[0, 1, 2]] } else { &[&[0, 1], &[2, 3]] }
}

/// The forms of a vertex (first point) and a triangle.
pub(crate) fn vertex_face<T: Number>(points: &[Mover<T>; 4]) -> Forms<T, 3> {
    let [p, a, b, c] = points;
    let axes = [way(p, a), way(p, b), way(p, c)];
    let planes = [cross(&axes[1], &axes[2]), cross(&axes[2], &axes[0]), cross(&axes[0], &axes[1])];
    Forms { volume: dot(&axes[0], &planes[0]), planes, axes }
}

/// The forms of two edges (first two points, last two points).
pub(crate) fn edge_edge<T: Number>(points: &[Mover<T>; 4]) -> Forms<T, 4> {
    let [a0, a1, b0, b1] = points;
    let (u, v) = (way(a0, a1), way(b0, b1));
    let axes = [way(a0, b0), way(a0, b1), way(a1, b0), way(a1, b1)];
    let planes = [cross(&axes[0], &v), cross(&v, &axes[2]), cross(&axes[0], &u), cross(&u, &axes[1])];
    Forms { volume: dot(&u, &planes[0]), planes, axes }
}

fn way<T: Number>(from: &Mover<T>, to: &Mover<T>) -> Mover<T> {
    std::array::from_fn(|k| std::array::from_fn(|end| to[k][end].minus(&from[k][end])))
}

fn cross<T: Number>(a: &Mover<T>, b: &Mover<T>) -> [[T; 3]; 3] {
    std::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let product = |s: usize, t: usize| a[i][s].times(&b[j][t]).minus(&a[j][s].times(&b[i][t]));
        [product(0, 0), product(0, 1).plus(&product(1, 0)), product(1, 1)]
    })
}

fn dot<T: Number>(a: &Mover<T>, n: &[[T; 3]; 3]) -> [T; 4] {
    let sum = |term: &dyn Fn(usize) -> T| term(0).plus(&term(1)).plus(&term(2));
    [
        sum(&|k| a[k][0].times(&n[k][0])),
        sum(&|k| a[k][0].times(&n[k][1]).plus(&a[k][1].times(&n[k][0]))),
        sum(&|k| a[k][0].times(&n[k][2]).plus(&a[k][1].times(&n[k][1]))),
        sum(&|k| a[k][1].times(&n[k][2])),
    ]
}
