//! Parts of spline faces that keep their coefficients for their halves.
//!
//! *Question.* A search halves a face again and again. Where are the halves, and what are their derivatives?
//! *Idea.* The Bernstein coefficients over a part give those over both of its halves by one run of de Casteljau's
//! algorithm, while a restriction of the whole patch needs four, for one half. Differences of the coefficients are the
//! coefficients of the derivatives. The jet at the middle is a fixed sum of the coefficients: the basis there is known.
//! *Guarantee.* As for [`Patch::jets`](crate::surface::Patch::jets). The error of the coefficients grows with every
//! halving by a stated bound. It holds for the sides of the part as they are, rounded: a share that is rounded moves the
//! arguments of a coefficient, which is linear in each of them. Parts that are so small that the division by their
//! widths would magnify the error have no coefficients of their own.
//! *Cost.* For a bicubic part a quarter of a restriction a half, and about another one for both jets.
//! *Source.* G. Farin, *Curves and Surfaces for CAGD*: subdivision, derivatives, and the blossom for the error.

use super::BezierPatch;
use super::bezier::EnclosedPole;
use super::net::{Coefficient, Net, rounding};
use super::region::{Ranges, differences, hull, quotients};
use crate::surface::{SurfaceJet, tightened};
use crate::tolerance::{HIGHEST_SHEET_DEGREE, SMALLEST_SPLINE_PART, SPLINE_SHARE_UNITS};
use glam::DVec3;
use tangency_interval::{Interval, Vector};

/// A part of a spline face within one of its Bézier patches, with its own coefficients.
///
/// ```
/// use glam::dvec3;
/// use tangency_geometry::spline::BezierPatch;
/// use tangency_geometry::surface::Patch;
/// use tangency_interval::Interval;
///
/// let corners = [dvec3(0., 0., 0.), dvec3(0., 1., 1.), dvec3(1., 0., 1.), dvec3(1., 1., 0.)];
/// let saddle = Patch::of_spline(BezierPatch::new([1, 1], corners.to_vec())?);
/// let whole = saddle.part(saddle.domain()).expect("at rest, and not small");
/// let [low, _] = whole.halves(0).expect("not small");
/// assert_eq!(low.sides(), [Interval::between(0.0, 0.5), Interval::between(0.0, 1.0)]);
/// let [jet, middle] = low.jets();
/// assert!(jet.point[2].contains(1.0) && !jet.point[0].contains(0.6) && middle.point[2].contains(0.5));
/// # Ok::<(), tangency_geometry::spline::SplineError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SplinePart {
    /// The coefficients over the part, relative to `origin`.
    net: Net,
    sides: [Interval; 2],
    /// The least widths of a part with coefficients of its own.
    least: [f64; 2],
    origin: DVec3,
    is_rational: bool,
}

impl SplinePart {
    /// The part of a patch, whose parameters run through the cell, over a box. `None` if the box is a point along one of
    /// them or small, if it leaves the cell, or if the patch moves.
    pub(crate) fn new(patch: &BezierPatch, cell: [[f64; 2]; 2], sides: [Interval; 2]) -> Option<Self> {
        let least = cell.map(|[from, to]| SMALLEST_SPLINE_PART * (to - from));
        let fits = |axis: usize| cell[axis][0] <= sides[axis].lower() && sides[axis].upper() <= cell[axis][1];
        if patch.deforms() || !(fits(0) && fits(1)) || !is_wide(sides, least) {
            return None;
        }
        let local = [0, 1].map(|axis| {
            let ([from, to], side) = (cell[axis], sides[axis]);
            let share = |at: f64| if at == to { 1.0 } else { ((at - from) / (to - from)).clamp(0.0, 1.0) };
            Interval::between(share(side.lower()), share(side.upper()))
        });
        let whole = &patch.start.point;
        let net = if local.iter().all(|side| side.lower() == 0.0 && side.upper() == 1.0) {
            whole.clone()
        } else {
            let mut values = Vec::new();
            let error = whole.restrict(local, &mut values);
            // Both ends of each side are rounded, and a restriction moves them outward.
            let levels = (whole.degree()[0] + whole.degree()[1]) as f64;
            let shifted = 4.0 * SPLINE_SHARE_UNITS * levels * f64::EPSILON;
            let magnitude = whole.magnitude();
            Net::new(whole.degree(), values, std::array::from_fn(|k| error[k] + shifted * magnitude[k]))
        };
        Some(Self { net, sides, least, origin: patch.origin(), is_rational: patch.is_rational() })
    }

    /// The ranges of the parameters of the face.
    #[must_use]
    pub fn sides(&self) -> [Interval; 2] {
        self.sides
    }

    /// The halves along u (0) or v (1), as [`Interval::split`] makes them. `None` if they are too small.
    #[must_use]
    pub fn halves(&self, axis: usize) -> Option<[Self; 2]> {
        let whole = self.sides[axis];
        let (low, high) = whole.split();
        let sides = [low, high].map(|half| {
            let mut sides = self.sides;
            sides[axis] = half;
            sides
        });
        if !sides.iter().all(|sides| is_wide(*sides, self.least)) {
            return None;
        }
        let share = (low.upper() - low.lower()) / (whole.upper() - whole.lower());
        let [below, above] = self.net.halves(axis, share);
        let half = |net: Net, sides: [Interval; 2]| Self { net, sides, ..*self };
        Some([half(below, sides[0]), half(above, sides[1])])
    }

    /// The jets over the part and at its middle, as [`Patch::jets`](crate::surface::Patch::jets).
    #[must_use]
    pub fn jets(&self) -> [SurfaceJet; 2] {
        let net = &self.net;
        let (degree, error) = (net.degree(), net.error());
        let values = || std::iter::once(net.values());
        let per = self.sides.map(|side| (Interval::from(side.upper()) - side.lower()).recip());
        let slopes = [0, 1].map(|axis| per[axis] * degree[axis] as f64);
        let range = hull(net.values(), error);
        let place = if self.is_rational { quotients(values(), error) } else { Vector([range[0], range[1], range[2]]) };
        let weight = if self.is_rational { range[3] } else { Interval::ONE };
        let by = differences(values(), degree, slopes, [error, net.magnitude()]);
        let mut jet = Ranges { place, weight, by, rates: None }.jet(self.origin, self.is_rational);
        let mut middle = self.middle(&jet, per);
        self.move_to_rounded_middle(&jet, &mut middle);
        let [u, v] = self.sides;
        if self.is_rational {
            jet = tightened(jet, &middle, [u, v, Interval::ZERO], false);
        } else {
            // The derivatives of a polynomial are enclosed to second order already.
            let [u, v] = self.sides.map(|side| side - Interval::from(side.mid()));
            jet.point = jet.point.intersection(middle.point + jet.du * u + jet.dv * v);
        }
        [jet, middle]
    }

    /// The jet at the exact middle. Derivatives of a polynomial are those over the part.
    fn middle(&self, jet: &SurfaceJet, per: [Interval; 2]) -> SurfaceJet {
        let orders: &[[usize; 2]] = &[[0, 0], [1, 0], [0, 1], [2, 0], [1, 1], [0, 2]];
        let orders = if self.is_rational { orders } else { &orders[..1] };
        let [along_u, along_v] = self.net.degree().map(|degree| &MIDDLES[degree]);
        let columns = self.net.degree()[1] + 1;
        // The derivatives by v that are asked for, at the middle of v, for every row.
        let highest = if self.is_rational { 3 } else { 1 };
        let mut sums = [[0.0; 4]; 6];
        for (row, values) in self.net.values().chunks_exact(columns).enumerate() {
            let mut of_row = [[0.0; 4]; 3];
            for (sum, factors) in of_row.iter_mut().zip(along_v).take(highest) {
                for (value, factor) in values.iter().zip(factors) {
                    *sum = std::array::from_fn(|k| sum[k] + factor * value[k]);
                }
            }
            for (sum, [by_u, by_v]) in sums.iter_mut().zip(orders) {
                let factor = along_u[*by_u][row];
                *sum = std::array::from_fn(|k| sum[k] + factor * of_row[*by_v][k]);
            }
        }
        let [per_u, per_v] = per;
        let scales = [Interval::ONE, per_u, per_v, per_u.sqr(), per_u * per_v, per_v.sqr()];
        let mut found = [[Interval::ZERO; 4]; 6];
        for (index, order) in orders.iter().enumerate() {
            found[index] = self.enclosed(&sums[index], *order).map(|value| value * scales[index]);
        }
        let [point, by @ ..] = found;
        let place = if self.is_rational {
            Vector([point[0] / point[3], point[1] / point[3], point[2] / point[3]])
        } else {
            Vector([point[0], point[1], point[2]])
        };
        let weight = if self.is_rational { point[3] } else { Interval::ONE };
        let found = Ranges { place, weight, by, rates: None }.jet(self.origin, self.is_rational);
        if self.is_rational { found } else { SurfaceJet { point: found.point, ..*jet } }
    }

    /// A sum over the coefficients at the middle, for derivatives of these orders along u and v, by the parameters from
    /// 0 to 1 within the part, with its rounding.
    fn enclosed(&self, sum: &Coefficient, orders: [usize; 2]) -> EnclosedPole {
        let degree = self.net.degree();
        // The sum of the magnitudes of the factors along one parameter.
        let factors = |axis: usize| {
            let degree = degree[axis] as f64;
            [1.0, 2.0 * degree, 4.0 * degree * (degree - 1.0)][orders[axis]]
        };
        let (error, magnitude) = (self.net.error(), self.net.magnitude());
        // Every product and every sum is rounded; the factors are exact.
        let terms = degree[0] + degree[1] + 4;
        std::array::from_fn(|k| {
            let bound = factors(0) * factors(1) * (error[k] + rounding(terms, magnitude[k])) * (1.0 + 1e-9);
            Interval::between((sum[k] - bound).next_down(), (sum[k] + bound).next_up())
        })
    }

    /// Moves a jet from the exact middle to the rounded one, which searches use.
    fn move_to_rounded_middle(&self, jet: &SurfaceJet, middle: &mut SurfaceJet) {
        let [by_u, by_v] = self.sides.map(|side| {
            let (low, high, at) = (side.lower(), side.upper(), side.mid());
            // What the sum of both ends loses, exactly.
            let sum = low + high;
            let back = sum - low;
            let lost = (low - (sum - back)) + (high - back);
            let most = 0.5 * lost.abs() + (at - 0.5 * sum).abs();
            if most == 0.0 { Interval::ZERO } else { Interval::between(-most.next_up(), most.next_up()) }
        });
        if by_u == Interval::ZERO && by_v == Interval::ZERO {
            return;
        }
        middle.point = middle.point + jet.du * by_u + jet.dv * by_v;
        if self.is_rational {
            middle.du = middle.du + jet.duu * by_u + jet.duv * by_v;
            middle.dv = middle.dv + jet.duv * by_u + jet.dvv * by_v;
            // The second derivatives over the part hold those at its middle.
            (middle.duu, middle.duv, middle.dvv) = (jet.duu, jet.duv, jet.dvv);
        }
    }
}

/// Whether a box is a part of its own.
fn is_wide(sides: [Interval; 2], least: [f64; 2]) -> bool {
    (0..2).all(|axis| sides[axis].upper() - sides[axis].lower() >= least[axis])
}

/// For every degree, the factors of the coefficients in the value, the first and the second derivative at one half.
/// They are small multiples of a power of one half, and exact.
const MIDDLES: [[[f64; HIGHEST_SHEET_DEGREE + 1]; 3]; HIGHEST_SHEET_DEGREE + 1] = middles();

const fn middles() -> [[[f64; HIGHEST_SHEET_DEGREE + 1]; 3]; HIGHEST_SHEET_DEGREE + 1] {
    let mut found = [[[0.0; HIGHEST_SHEET_DEGREE + 1]; 3]; HIGHEST_SHEET_DEGREE + 1];
    let mut degree = 0;
    while degree <= HIGHEST_SHEET_DEGREE {
        let mut index = 0;
        while index <= degree {
            let first = degree as f64;
            let second = first * (first - 1.0);
            found[degree][0][index] = at_one_half(degree, index, 0);
            if degree >= 1 {
                found[degree][1][index] =
                    first * (at_one_half(degree - 1, index, 1) - at_one_half(degree - 1, index, 0));
            }
            if degree >= 2 {
                let (here, before) = (at_one_half(degree - 2, index, 0), at_one_half(degree - 2, index, 2));
                found[degree][2][index] = second * (before - 2.0 * at_one_half(degree - 2, index, 1) + here);
            }
            index += 1;
        }
        degree += 1;
    }
    found
}

/// The Bernstein polynomial of this degree and index, less `back`, at one half: zero if there is none.
const fn at_one_half(degree: usize, index: usize, back: usize) -> f64 {
    if index < back || index - back > degree {
        return 0.0;
    }
    let (mut value, mut k) = (1.0, 0);
    while k < index - back {
        value = value * (degree - k) as f64 / (k + 1) as f64;
        k += 1;
    }
    while k < index - back + degree {
        value *= 0.5;
        k += 1;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spline::NurbsSurface;
    use crate::surface::Patch;
    use glam::dvec3;
    use tangency_interval::Vector3;
    use tangency_interval::laws::Random;

    /// A sheet over knots that are no multiples of powers of one half, far from the origin.
    fn random_sheet(random: &mut Random, degree: [usize; 2], is_rational: bool) -> Patch {
        let knots = degree.map(|degree| {
            let ends = |at: f64| vec![at; degree + 1];
            [ends(0.1), vec![0.3, 0.77], ends(1.7)].concat()
        });
        let counts = degree.map(|degree| degree + 3);
        let mut point = |i: usize| {
            let lift = random.between(-1.0, 1.0);
            dvec3(700.0 + (i / counts[1]) as f64, (i % counts[1]) as f64, lift)
        };
        let points: Vec<DVec3> = (0..counts[0] * counts[1]).map(&mut point).collect();
        let weights = if is_rational { points.iter().map(|_| random.between(0.4, 2.0)).collect() } else { Vec::new() };
        let surface = NurbsSurface::new(degree, knots, points, weights).unwrap();
        Patch::of_sheet(surface.sheet().unwrap()).unwrap()
    }

    fn meets(one: Vector3, other: Vector3) -> bool {
        (0..3).all(|axis| one[axis].lower() <= other[axis].upper() && other[axis].lower() <= one[axis].upper())
    }

    fn fields(jet: &SurfaceJet) -> [Vector3; 6] {
        [jet.point, jet.du, jet.dv, jet.duu, jet.duv, jet.dvv]
    }

    fn width(of: Vector3) -> f64 {
        (0..3).map(|axis| of[axis].width()).fold(0.0, f64::max)
    }

    /// Enclosed jets at points, by restrictions of the whole patch, are the reference. They hold the exact values, and
    /// the jets of a part have to hold them too. The jets of boxes by the same restrictions tell how tight they may be.
    #[test]
    fn parts_hold_the_jets_at_their_points() {
        let mut random = Random::new(5);
        let mut work = Default::default();
        let (mut parts, mut tight, mut smallest) = (0, 0, 1.0_f64);
        for round in 0..120 {
            let degree = [1 + random.below(6), 1 + random.below(6)];
            let patch = random_sheet(&mut random, degree, round % 2 == 0);
            let spans = [[0.1, 0.3], [0.3, 0.77], [0.77, 1.7]];
            let side = |random: &mut Random| {
                let [low, high] = spans[random.below(3)];
                let cut = random.between(low, high);
                [Interval::between(low, high), Interval::between(low, cut), Interval::between(cut, high)]
                    [random.below(3)]
            };
            let mut next = patch.part([side(&mut random), side(&mut random)]);
            while let Some(part) = next {
                let sides = part.sides();
                let [jet, middle] = part.jets();
                let [whole, _] = patch.jets([sides[0], sides[1], Interval::ZERO], &mut work).unwrap();
                let mut at =
                    |u: f64, v: f64| fields(&patch.jet([u.into(), v.into(), Interval::ZERO], &mut work).unwrap());
                for _ in 0..6 {
                    let place = sides.map(|side| match random.below(4) {
                        0 => side.lower(),
                        1 => side.upper(),
                        _ => random.member(side),
                    });
                    let held = fields(&jet).into_iter().zip(at(place[0], place[1]));
                    held.enumerate()
                        .for_each(|(k, (held, known))| assert!(meets(held, known), "field {k} at {place:?}"));
                }
                let [u, v] = sides.map(Interval::mid);
                let known = at(u, v);
                fields(&middle).into_iter().zip(known).enumerate().for_each(|(k, (held, known))| {
                    assert!(meets(held, known), "field {k} at the middle of {sides:?}");
                });
                // The point at the middle is known to rounding.
                assert!(width(middle.point) < 1e-10, "{middle:?}");
                let slack = [1e-10, 1e-9, 1e-9, 1e-4, 1e-4, 1e-4];
                let fields = fields(&jet).into_iter().zip(fields(&whole)).zip(slack);
                tight += usize::from(
                    fields.into_iter().all(|((mine, whole), slack)| width(mine) <= 1.3 * width(whole) + slack),
                );
                parts += 1;
                smallest = smallest.min(sides[0].width());
                next = part.halves(random.below(2)).map(|halves| halves[random.below(2)].clone());
            }
        }
        assert!(parts > 1000 && smallest < 1e-3, "{parts} parts, down to {smallest}");
        assert!(tight > parts * 9 / 10, "{tight} of {parts} are as tight as restrictions of the whole patch");
    }

    /// The sums at the middle, by the basis of every degree.
    #[test]
    fn factors_at_the_middle_are_those_of_the_basis() {
        for (degree, [value, first, second]) in MIDDLES.iter().enumerate() {
            let [known, below, far_below] = crate::spline::net::basis(degree, 0.5);
            let n = degree as f64;
            for i in 0..=degree {
                let before = |row: &[f64], back: usize| if i >= back { row[i - back] } else { 0.0 };
                assert_eq!(value[i], known[i]);
                assert_eq!(first[i], n * (before(&below, 1) - below[i]));
                let sum = before(&far_below, 2) - 2.0 * before(&far_below, 1) + far_below[i];
                assert_eq!(second[i], n * (n - 1.0) * sum);
            }
        }
    }
}
