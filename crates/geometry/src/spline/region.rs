//! A patch over a box of its parameters: enclosures of its polynomials and of their derivatives.
//!
//! *Idea.* Over a wide box the net of the points is restricted once, and differences of its coefficients are the
//! coefficients of the derivatives. Division by a small width would magnify the rounding of the restriction. Over a
//! narrow box the nets of the derivatives are therefore restricted themselves. A moving patch is linear in time: over an
//! interval of time it lies between its two ends.
//! *Guarantee.* The ranges hold the exact values; errors of coefficients, quotients and widths are bounded.
//! *Source.* G. Farin, *Curves and Surfaces for CAGD*: derivatives as differences of coefficients.

use super::BezierPatch;
use super::bezier::{EnclosedPole, SplineWork};
use super::net::{Coefficient, Net, combined, rounding};
use crate::tolerance::{SPLINE_CONTINUATION, WIDE_SPLINE_BOX};
use tangency_interval::{Interval, Vector, Vector3};

/// A box over which the nets of a patch are restricted.
pub(super) struct Region<'a> {
    patch: &'a BezierPatch,
    square: [Interval; 2],
    /// The shares of the motion at both ends of the interval of time.
    shares: [f64; 2],
}

/// Enclosures over a box, relative to the local origin.
pub(super) struct Ranges {
    /// The points.
    pub(super) place: Vector3,
    /// The weight function. It is positive.
    pub(super) weight: Interval,
    /// The homogeneous derivatives by u, v, uu, uv and vv.
    pub(super) by: [EnclosedPole; 5],
    /// The derivatives by time, and by time and u or v, if the patch moves.
    pub(super) rates: Option<[Vector3; 3]>,
}

/// A difference of coefficients: offsets and factors of its terms, its orders along u and v, and the factor that makes it
/// a derivative.
type Difference<'terms> = (&'terms [(usize, f64)], [usize; 2], Interval);

impl<'a> Region<'a> {
    /// `None` if the box is unbounded or too far beyond the unit square.
    pub(super) fn new([u, v, t]: [Interval; 3], patch: &'a BezierPatch) -> Option<Self> {
        let reach = SPLINE_CONTINUATION;
        let near = |side: Interval| !side.is_empty() && side.lower() >= -reach && side.upper() <= 1.0 + reach;
        if !(near(u) && near(v)) {
            return None;
        }
        let shares = match &patch.moving {
            None => [0.0; 2],
            Some(moving) => {
                let [from, to] = moving.span.map(Interval::from);
                let share = (t - from) / (to - from);
                if !share.is_bounded() {
                    return None;
                }
                [share.lower(), share.upper()]
            }
        };
        Some(Self { patch, square: [u, v], shares })
    }

    /// Encloses the points.
    pub(super) fn point(&self, work: &mut SplineWork) -> Vector3 {
        let error = self.restrict(0, work);
        self.projected(work, error)
    }

    /// Encloses the points and all derivatives.
    pub(super) fn ranges(&self, work: &mut SplineWork) -> Ranges {
        let wide = self.square.iter().all(|side| side.width() >= WIDE_SPLINE_BOX);
        let known = self.ends(0, work);
        // The rates first: the combination of the ends overwrites both buffers.
        let rates = self.patch.moving.as_ref().map(|moving| {
            if wide {
                self.rate_differences(work, known, moving.span)
            } else {
                self.restricted_rates(&moving.rate, work)
            }
        });
        let error = if wide || rates.is_none() { self.combined(0, work, known) } else { self.restrict(0, work) };
        let place = self.projected(work, error);
        let weight = if self.patch.is_rational() { self.both(work, error)[3] } else { Interval::ONE };
        let by = if wide {
            self.differences(work, error)
        } else {
            [1, 2, 3, 4, 5].map(|index| {
                let error = self.restrict(index, work);
                self.both(work, error)
            })
        };
        Ranges { place, weight, by, rates }
    }

    /// Restricts one of the nets. A moving patch fills both buffers, one for each end of the interval of time. Returns
    /// the bound on the errors.
    fn restrict(&self, index: usize, work: &mut SplineWork) -> Coefficient {
        let known = self.ends(index, work);
        self.combined(index, work, known)
    }

    /// Restricts one of the nets. A moving patch fills both buffers, one for each end of its motion. Returns the bound on
    /// the errors.
    fn ends(&self, index: usize, work: &mut SplineWork) -> Coefficient {
        let error = self.patch.start.all()[index].restrict(self.square, &mut work.one);
        let Some(moving) = &self.patch.moving else { return error };
        let other = moving.end.all()[index].restrict(self.square, &mut work.other);
        std::array::from_fn(|k| error[k].max(other[k]))
    }

    /// Turns the coefficients at the ends of the motion into those at the ends of the interval of time.
    fn combined(&self, index: usize, work: &mut SplineWork, known: Coefficient) -> Coefficient {
        let Some(moving) = &self.patch.moving else { return known };
        let [from, to] = self.shares;
        for (start, end) in work.one.iter_mut().zip(&mut work.other) {
            let (first, last) = (combined(start, end, from), combined(start, end, to));
            (*start, *end) = (first, last);
        }
        let stretch = 1.0 + 2.0 * from.abs().max(to.abs());
        let (one, other) = (self.patch.start.all()[index].magnitude(), moving.end.all()[index].magnitude());
        std::array::from_fn(|k| stretch * (known[k] + rounding(1, 2.0 * one[k].max(other[k]))))
    }

    /// The derivatives by time, and by time and u or v, by their own nets.
    fn restricted_rates(&self, nets: &[Net; 3], work: &mut SplineWork) -> [Vector3; 3] {
        nets.each_ref().map(|net| {
            let error = net.restrict(self.square, &mut work.one);
            let [x, y, z, _] = hull(&work.one, error);
            Vector([x, y, z])
        })
    }

    /// The same by differences of the coefficients at the ends of the motion, which are in the buffers.
    fn rate_differences(&self, work: &mut SplineWork, known: Coefficient, span: [f64; 2]) -> [Vector3; 3] {
        let degree = self.patch.start.point.degree();
        let columns = degree[1] + 1;
        let [by_u, by_v] = self.slopes();
        let per_second = (Interval::from(span[1]) - span[0]).recip();
        let moved = |at: usize, k: usize| work.other[at][k] - work.one[at][k];
        let magnitude = self.magnitude();
        let kinds = [(0, [0, 0], per_second), (columns, [1, 0], per_second * by_u), (1, [0, 1], per_second * by_v)];
        kinds.map(|(step, [rows, places], factor)| {
            Vector(std::array::from_fn(|k| {
                let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
                for at in (0..=degree[0] - rows).flat_map(|i| (0..=degree[1] - places).map(move |j| i * columns + j)) {
                    let rate = if step == 0 { moved(at, k) } else { moved(at + step, k) - moved(at, k) };
                    (low, high) = (low.min(rate), high.max(rate));
                }
                let bound = 4.0 * known[k] + 8.0 * f64::EPSILON * magnitude[k];
                Interval::between((low - bound).next_down(), (high + bound).next_up()) * factor
            }))
        })
    }

    /// The degrees over the widths of the box: factors of first differences. The cuts move the ends of the box by their
    /// rounding.
    fn slopes(&self) -> [Interval; 2] {
        let degree = self.patch.start.point.degree();
        [0, 1].map(|side| {
            let width = Interval::from(self.square[side].upper()) - self.square[side].lower();
            let rounding = Interval::between(-4.0 * f64::EPSILON, 4.0 * f64::EPSILON);
            Interval::from(degree[side] as f64) / (width + rounding)
        })
    }

    /// The hull of the coefficients in the buffers.
    fn both(&self, work: &SplineWork, error: Coefficient) -> EnclosedPole {
        let one = hull(&work.one, error);
        if self.patch.moving.is_none() {
            return one;
        }
        let other = hull(&work.other, error);
        std::array::from_fn(|k| one[k].hull(other[k]))
    }

    /// Encloses the points by the projected coefficients in the buffers.
    fn projected(&self, work: &SplineWork, error: Coefficient) -> Vector3 {
        if !self.patch.is_rational() {
            let [x, y, z, _] = self.both(work, error);
            return Vector([x, y, z]);
        }
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
        let moved: &[Coefficient] = if self.patch.moving.is_some() { &work.other } else { &[] };
        for value in work.one.iter().chain(moved) {
            least = least.min(value[3]);
            for k in 0..3 {
                let place = value[k] / value[3];
                (low[k], high[k]) = (low[k].min(place), high[k].max(place));
                most = most.max(place.abs());
            }
        }
        // (p ± e)/(w ± f) differs from p/w by at most (e + |p/w|·f)/(w − f); the quotient is rounded once.
        let divisor = (least - error[3]).max(f64::MIN_POSITIVE);
        Vector(std::array::from_fn(|k| {
            let bound = ((error[k] + most * error[3]) / divisor + f64::EPSILON * most) * (1.0 + 1e-9);
            Interval::between((low[k] - bound).next_down(), (high[k] + bound).next_up())
        }))
    }

    /// Encloses the derivatives by differences of the coefficients in the buffers.
    fn differences(&self, work: &SplineWork, error: Coefficient) -> [EnclosedPole; 5] {
        let degree = self.patch.start.point.degree();
        let columns = degree[1] + 1;
        let [by_u, by_v] = self.slopes();
        // The second derivative has the factors m/w and (m − 1)/w.
        let twice = |slope: Interval, degree: usize| slope.sqr() * Interval::from((degree - 1) as f64) / degree as f64;
        // Offsets and factors of the coefficients in each difference.
        let kinds: [Difference<'_>; 5] = [
            (&[(columns, 1.0), (0, -1.0)], [1, 0], by_u),
            (&[(1, 1.0), (0, -1.0)], [0, 1], by_v),
            (&[(2 * columns, 1.0), (columns, -2.0), (0, 1.0)], [2, 0], twice(by_u, degree[0])),
            (&[(columns + 1, 1.0), (columns, -1.0), (1, -1.0), (0, 1.0)], [1, 1], by_u * by_v),
            (&[(2, 1.0), (1, -2.0), (0, 1.0)], [0, 2], twice(by_v, degree[1])),
        ];
        let magnitude = self.magnitude();
        kinds.map(|(terms, [rows, places], factor)| {
            if rows > degree[0] || places > degree[1] {
                return [Interval::ZERO; 4];
            }
            let (mut low, mut high) = ([f64::INFINITY; 4], [f64::NEG_INFINITY; 4]);
            let moved: &[Coefficient] = if self.patch.moving.is_some() { &work.other } else { &[] };
            for values in [&work.one[..], moved].into_iter().filter(|values| !values.is_empty()) {
                for at in (0..=degree[0] - rows).flat_map(|i| (0..=degree[1] - places).map(move |j| i * columns + j)) {
                    for k in 0..4 {
                        let sum = terms.iter().fold(0.0, |sum, &(offset, by)| sum + by * values[at + offset][k]);
                        (low[k], high[k]) = (low[k].min(sum), high[k].max(sum));
                    }
                }
            }
            // At most four terms: four errors, and three roundings of sums of at most four magnitudes.
            std::array::from_fn(|k| {
                let bound = 4.0 * error[k] + 8.0 * f64::EPSILON * magnitude[k];
                Interval::between((low[k] - bound).next_down(), (high[k] + bound).next_up()) * factor
            })
        })
    }

    /// Bound on the magnitude of the coefficients in the buffers.
    fn magnitude(&self) -> Coefficient {
        let one = self.patch.start.point.magnitude();
        let Some(moving) = &self.patch.moving else { return one };
        let other = moving.end.point.magnitude();
        let stretch = 1.0 + 2.0 * self.shares[0].abs().max(self.shares[1].abs());
        std::array::from_fn(|k| stretch * one[k].max(other[k]))
    }
}

/// The smallest box of the coefficients, widened by the errors.
fn hull(values: &[Coefficient], error: Coefficient) -> EnclosedPole {
    let (mut low, mut high) = ([f64::INFINITY; 4], [f64::NEG_INFINITY; 4]);
    for value in values {
        for k in 0..4 {
            (low[k], high[k]) = (low[k].min(value[k]), high[k].max(value[k]));
        }
    }
    std::array::from_fn(|k| Interval::between((low[k] - error[k]).next_down(), (high[k] + error[k]).next_up()))
}
