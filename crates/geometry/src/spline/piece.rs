//! A part of a Bézier patch as a net of its own, for bounding volumes.
//!
//! *Question.* Where are the control points of a part of a patch, and how far are its points from a given point?
//! *Idea.* De Casteljau's algorithm restricts the net to a box of (u, v). The squared distance of the part from a point
//! c is `|P − w·c|² / w²`. Numerator and denominator are polynomials of degree 2m × 2n in the Bernstein basis. The
//! weights are positive, so the quotient lies between the least and the greatest quotient of their coefficients.
//! *Guarantee.* Control points are within [`PatchPiece::error`] of the exact ones. The range of squared distances holds
//! the exact ones.
//! *Cost.* The restriction, and a dot product for every two control points: 136 for a bicubic patch.
//! *Source.* Krishnan et al. 1998, section 3.2. The sum for `U_pq` there lacks the binomial factors
//! `C(m,i)·C(m,p−i)/C(2m,p)` of a product of Bernstein polynomials, and divides by weights term by term, which a
//! rational function does not permit. Both are derived here: with `a_i = C(m,i)·V_i`, the product has the coefficients
//! `Σ a_i·a_(p−i) / C(2m,p)`, which are convex combinations of the products `V_i·V_(p−i)`.
//!
//! | paper | here |
//! |---|---|
//! | v_ij, w_ij | `net` |
//! | C | `centre` |
//! | U_pq | coefficients in `squared_distances` |

use super::BezierPatch;
use super::net::{Coefficient, Net};
use crate::tolerance::{HIGHEST_SPLINE_DEGREE, SPLINE_PRODUCT_UNITS, SPLINE_UNDERFLOW};
use glam::{DVec3, dvec3};
use tangency_interval::Interval;

/// Room for the coefficients of a squared patch.
const SQUARED: usize = (2 * HIGHEST_SPLINE_DEGREE + 1) * (2 * HIGHEST_SPLINE_DEGREE + 1);

/// The part of a Bézier patch over a box of its parameters, with its own control points.
///
/// ```
/// use glam::{DVec3, dvec3};
/// use tangency_geometry::spline::{BezierPatch, PatchPiece};
/// use tangency_interval::Interval;
///
/// let corners = [dvec3(0., 0., 0.), dvec3(0., 1., 1.), dvec3(1., 0., 1.), dvec3(1., 1., 0.)];
/// let saddle = BezierPatch::new([1, 1], corners.to_vec())?;
/// let half = PatchPiece::of(&saddle, [Interval::between(0.0, 0.5), Interval::between(0.0, 1.0)]).expect("at rest");
/// assert_eq!(half.corners(), [dvec3(0., 0., 0.), dvec3(0., 1., 1.), dvec3(0.5, 0., 0.5), dvec3(0.5, 1., 0.5)]);
/// let [least, most] = half.squared_distances(DVec3::ZERO);
/// assert!(least <= 0.0 && (2.0..2.0001).contains(&most));
/// # Ok::<(), tangency_geometry::spline::SplineError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PatchPiece {
    /// Homogeneous coefficients relative to `origin`, with a bound on their errors.
    net: Net,
    rational: bool,
    origin: DVec3,
    points: Vec<DVec3>,
    error: f64,
}

impl PatchPiece {
    /// The part of a patch over a box of (u, v) in the unit square. `None` if the control points move, or if the box
    /// has an empty side or leaves the square.
    #[must_use]
    pub fn of(patch: &BezierPatch, [u, v]: [Interval; 2]) -> Option<Self> {
        if patch.deforms() || !within_unit(&u) || !within_unit(&v) {
            return None;
        }
        Self::restricted(&patch.start.point, [u, v], patch.origin(), patch.is_rational())
    }

    /// A part of this part: u and v are from 0 to 1 within it. `None` as for [`PatchPiece::of`].
    #[must_use]
    pub fn part(&self, square: [Interval; 2]) -> Option<Self> {
        square.iter().all(within_unit).then(|| Self::restricted(&self.net, square, self.origin, self.rational))?
    }

    fn restricted(net: &Net, square: [Interval; 2], origin: DVec3, rational: bool) -> Option<Self> {
        let mut values = Vec::new();
        let bound = net.restrict(square, &mut values);
        let least = values.iter().map(|value| value[3]).fold(f64::INFINITY, f64::min);
        // (p ± e)/(w ± f) differs from p/w by at most (e + |p/w|·f)/(w − f). The quotient and the sum are rounded.
        let divisor = least - bound[3];
        let points: Vec<DVec3> = values.iter().map(|value| origin + vector(value) / value[3]).collect();
        let largest = |point: &DVec3| point.abs().max_element();
        let size = points.iter().map(largest).fold(largest(&origin), f64::max);
        let known = bound[0].max(bound[1]).max(bound[2]);
        let projected = if rational { (known + 2.0 * size * bound[3]) / divisor } else { known };
        let error = 2.0 * (projected + 4.0 * f64::EPSILON * size);
        let net = Net::new(net.degree(), values, bound);
        (divisor > 0.0 && error.is_finite()).then_some(Self { net, rational, origin, points, error })
    }

    /// The degrees along u and v.
    #[must_use]
    pub fn degree(&self) -> [usize; 2] {
        self.net.degree()
    }

    /// Whether the degrees are low enough for [`PatchPiece::squared_distances`] and [`PatchPiece::at`]: patches of sheets
    /// may be of higher ones.
    #[must_use]
    pub fn has_squares(&self) -> bool {
        self.degree().iter().all(|&degree| degree <= HIGHEST_SPLINE_DEGREE)
    }

    /// The projected control points, row by row. The exact ones are within [`PatchPiece::error`], and the part of the
    /// patch is in their convex hull.
    #[must_use]
    pub fn control_points(&self) -> &[DVec3] {
        &self.points
    }

    /// Metres. Bound on the distance of every control point from the exact one.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.error
    }

    /// The points at (u, v) = (0, 0), (0, 1), (1, 0) and (1, 1) of the part, within [`PatchPiece::error`].
    #[must_use]
    pub fn corners(&self) -> [DVec3; 4] {
        let columns = self.degree()[1] + 1;
        let last = self.degree()[0] * columns;
        [0, columns - 1, last, last + columns - 1].map(|index| self.points[index])
    }

    /// The point at (u, v), each from 0 to 1 within the part, in floating point.
    #[must_use]
    pub fn at(&self, u: f64, v: f64) -> DVec3 {
        let value = self.net.value_on_stack([u, v]);
        self.origin + vector(&value) / value[3]
    }

    /// The least and the greatest squared distance from a point, with rounding in favour of a larger range. Infinite if
    /// numbers overflow.
    #[must_use]
    pub fn squared_distances(&self, centre: DVec3) -> [f64; 2] {
        let local = centre - self.origin;
        let bound = self.net.error();
        let mut scaled = [[0.0; 4]; (HIGHEST_SPLINE_DEGREE + 1) * (HIGHEST_SPLINE_DEGREE + 1)];
        let scaled = &mut scaled[..self.net.values().len()];
        let [rows, columns] = [binomials(self.degree()[0]), binomials(self.degree()[1])];
        let (mut farthest, mut heaviest) = (0.0_f64, 0.0_f64);
        for (index, (value, scaled)) in self.net.values().iter().zip(scaled.iter_mut()).enumerate() {
            let offset = vector(value) - value[3] * local;
            farthest = farthest.max(offset.length_squared());
            heaviest = heaviest.max(value[3]);
            let factor = rows[index / (self.degree()[1] + 1)] * columns[index % (self.degree()[1] + 1)];
            *scaled = [factor * offset.x, factor * offset.y, factor * offset.z, factor * value[3]];
        }
        let reach = farthest.sqrt();
        // The centre relative to the origin, the product with the weight and the difference are rounded.
        let places = local.abs().max_element() + centre.abs().max_element() + self.origin.abs().max_element();
        let known = bound[0].max(bound[1]).max(bound[2]);
        let offset_error =
            2.0 * (known + bound[3] * places + 4.0 * f64::EPSILON * (heaviest * places + reach)) + SPLINE_UNDERFLOW;
        // A product of two offsets, each with that error along three axes, and the rounding of the sum.
        let square_error = 4.0 * offset_error * (reach + offset_error)
            + SPLINE_PRODUCT_UNITS * f64::EPSILON * farthest
            + SPLINE_UNDERFLOW;
        let weight_error = if self.rational {
            2.0 * bound[3] * (heaviest + bound[3]) + SPLINE_PRODUCT_UNITS * f64::EPSILON * heaviest * heaviest
        } else {
            0.0
        };
        let (low, high) = self.quotients(scaled, [square_error, weight_error]);
        if low.is_finite() && high.is_finite() { [low.max(0.0), high] } else { [0.0, f64::INFINITY] }
    }

    /// The least and the greatest quotient of the coefficients of the squares of offset and weight, with their errors.
    fn quotients(&self, scaled: &[Coefficient], [square_error, weight_error]: [f64; 2]) -> (f64, f64) {
        let [m, n] = self.degree();
        let (columns, wide) = (n + 1, 2 * n + 1);
        let (mut squares, mut weights) = ([0.0; SQUARED], [0.0; SQUARED]);
        for (first, one) in scaled.iter().enumerate() {
            for (second, other) in scaled.iter().enumerate().skip(first) {
                let place = (first / columns + second / columns) * wide + first % columns + second % columns;
                let factor = if first == second { 1.0 } else { 2.0 };
                squares[place] += factor * (one[0] * other[0] + one[1] * other[1] + one[2] * other[2]);
                if self.rational {
                    weights[place] += factor * one[3] * other[3];
                }
            }
        }
        let [rows, places] = [binomials(2 * m), binomials(2 * n)];
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for p in 0..=2 * m {
            for q in 0..=2 * n {
                let factor = 1.0 / (rows[p] * places[q]);
                let square = squares[p * wide + q] * factor;
                let weight = if self.rational { weights[p * wide + q] * factor } else { 1.0 };
                let [below, above] = [square - square_error, square + square_error];
                // A negative coefficient is divided by the smaller weight.
                let divisor =
                    |value: f64, up: bool| weight + if (value > 0.0) == up { -weight_error } else { weight_error };
                if !(weight > 2.0 * weight_error) {
                    return (0.0, f64::INFINITY);
                }
                low = low.min((below / divisor(below, false)).next_down());
                high = high.max((above / divisor(above, true)).next_up());
            }
        }
        (low, high)
    }
}

/// Whether a side of a box of parameters is within the unit range and has a width.
fn within_unit(side: &Interval) -> bool {
    side.lower() >= 0.0 && side.upper() <= 1.0 && side.lower() < side.upper()
}

fn vector(value: &Coefficient) -> DVec3 {
    dvec3(value[0], value[1], value[2])
}

/// The binomial coefficients of a degree. They are exact.
fn binomials(degree: usize) -> [f64; 2 * HIGHEST_SPLINE_DEGREE + 1] {
    let mut row = [0.0; 2 * HIGHEST_SPLINE_DEGREE + 1];
    row[0] = 1.0;
    for k in 1..=degree {
        row[k] = row[k - 1] * (degree + 1 - k) as f64 / k as f64;
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spline::make;
    use tangency_interval::laws::Random;

    fn random_patch(random: &mut Random, degree: [usize; 2], rational: bool) -> BezierPatch {
        let mut number = |low: f64, high: f64| random.between(low, high);
        let count = (degree[0] + 1) * (degree[1] + 1);
        let columns = degree[1] + 1;
        let point = |index: usize, lift: f64| dvec3((index / columns) as f64, (index % columns) as f64, lift);
        let points = (0..count).map(|index| point(index, number(-1.0, 1.0)) + 100.0 * DVec3::X).collect();
        let weights = if rational { (0..count).map(|_| number(0.3, 3.0)).collect() } else { Vec::new() };
        BezierPatch::rational(degree, points, weights).unwrap()
    }

    fn random_side(random: &mut Random) -> Interval {
        let level = random.below(12) as i32;
        let width = 0.5_f64.powi(level);
        let index = random.below(1 << level) as f64;
        Interval::between(index * width, (index + 1.0) * width)
    }

    /// Sampled points are within the range, and the range is not much wider than the samples at the resolution of
    /// Bernstein coefficients.
    #[test]
    fn distances_of_sampled_points_are_in_the_range() {
        let mut random = Random::new(11);
        let mut tight = 0;
        for round in 0..400 {
            let degree = [1 + random.below(7), 1 + random.below(7)];
            let patch = random_patch(&mut random, degree, round % 2 == 0);
            let square = [random_side(&mut random), random_side(&mut random)];
            let piece = PatchPiece::of(&patch, square).unwrap();
            let centre = dvec3(100.0, 2.0, 0.0) + random.between(0.0, 10.0) * dvec3(0.3, -0.4, 0.8);
            let [low, high] = piece.squared_distances(centre);
            let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
            for _ in 0..60 {
                let [u, v] = square.map(|side| random.member(side));
                let point = patch.at(u, v, 0.0);
                let square = point.distance_squared(centre);
                (least, most) = (least.min(square), most.max(square));
                // The point itself is rounded.
                let rounding = 1e-12 * (1.0 + square);
                assert!(low <= square + rounding && square - rounding <= high, "{low} {square} {high} of {degree:?}");
            }
            let size = piece.control_points().iter().map(|p| p.distance(piece.at(0.5, 0.5))).fold(0.0, f64::max);
            // Coefficients exceed the range by a share of the size that vanishes with the size.
            tight += usize::from(high - low <= 1.5 * (most - least) + 40.0 * size * size + 1e-9);
        }
        assert!(tight > 390, "{tight} of 400 ranges are tight");
    }

    /// The points of a rational sphere have one distance from its centre: the coefficients know it to rounding, on
    /// every part.
    #[test]
    fn a_sphere_has_one_distance() {
        let mut random = Random::new(12);
        for patch in make::sphere(2.0).unwrap() {
            for _ in 0..20 {
                let piece = PatchPiece::of(&patch, [random_side(&mut random), random_side(&mut random)]).unwrap();
                let [low, high] = piece.squared_distances(DVec3::ZERO);
                assert!(low <= 4.0 && 4.0 <= high && high - low < 1e-11, "{low} {high}");
            }
        }
    }

    /// The square of x over [−1, 1], as a patch of degree 2 × 1 whose points are (x, y, 0): the product has degree 4,
    /// and its coefficients are known.
    #[test]
    fn coefficients_have_their_binomial_factors() {
        let points = [-1.0, -1.0, 0.0, 0.0, 1.0, 1.0].map(|x| dvec3(x, 0.0, 0.0));
        let patch = BezierPatch::new([2, 1], points.to_vec()).unwrap();
        let unit = Interval::between(0.0, 1.0);
        let [low, high] = PatchPiece::of(&patch, [unit; 2]).unwrap().squared_distances(DVec3::ZERO);
        // The coefficients of x² are ((2i − 4)² − 4)/12: the least is −1/3, which no square of a distance is.
        assert!(low == 0.0 && (1.0..1.0 + 1e-12).contains(&high), "{low} {high}");
        let away = PatchPiece::of(&patch, [unit; 2]).unwrap().squared_distances(dvec3(0.0, 3.0, 0.0));
        assert!((9.0 - 1.0 / 3.0 - away[0]).abs() < 1e-12 && (10.0 - away[1]).abs() < 1e-12, "{away:?}");
    }

    #[test]
    fn moving_patches_and_empty_boxes_have_no_piece() {
        let patch = random_patch(&mut Random::new(3), [2, 2], false);
        let unit = Interval::between(0.0, 1.0);
        assert!(PatchPiece::of(&patch, [unit, Interval::from(0.5)]).is_none());
        assert!(PatchPiece::of(&patch, [unit, Interval::between(0.5, 1.1)]).is_none());
        assert!(PatchPiece::of(&patch.moving_to(&patch, 0.0, 1.0).unwrap(), [unit; 2]).is_none());
    }
}
