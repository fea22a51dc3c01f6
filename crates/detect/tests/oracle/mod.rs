//! The slow exact oracle: do two features on straight paths touch during a span of time? All arithmetic is in
//! integers and rationals.
//!
//! It is independent of the crate: other predicates (weights along the normal, dot products along a line, case
//! distinctions for features without extent) and other algebra (Sturm's theorem, and Tarski's query for the sign
//! of one polynomial at a root of another; no greatest common divisors, no Bernstein basis).

// Each user takes a different part.
#![allow(dead_code)]

pub(crate) mod generate;
mod sturm;

use glam::DVec3;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{FromPrimitive, One};
use sturm::{AlgebraicInstant, Poly, instants};

/// Four points, at t = 0 and t = 1: a vertex and a triangle, or two edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FeaturePair {
    pub(crate) edges: bool,
    pub(crate) start: [DVec3; 4],
    pub(crate) end: [DVec3; 4],
}

/// A vector of polynomials in time.
#[derive(Clone)]
struct PolynomialPath([Poly; 3]);

impl PolynomialPath {
    /// The path of a point, scaled so that all coordinates are integers.
    fn point(start: DVec3, end: DVec3, scale: &BigInt) -> Self {
        let whole = |number: f64| (exact(number) * scale).to_integer();
        Self([0, 1, 2].map(|k| {
            let (from, to) = (whole(start[k]), whole(end[k]));
            Poly::new(vec![from.clone(), to - from])
        }))
    }

    fn minus(&self, other: &Self) -> Self {
        Self([0, 1, 2].map(|k| self.0[k].minus(&other.0[k])))
    }

    fn dot(&self, other: &Self) -> Poly {
        let [x, y, z] = [0, 1, 2].map(|k| self.0[k].times(&other.0[k]));
        x.plus(&y).plus(&z)
    }

    fn cross(&self, other: &Self) -> Self {
        Self([0, 1, 2].map(|k| {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            self.0[i].times(&other.0[j]).minus(&self.0[j].times(&other.0[i]))
        }))
    }

    fn is_zero_at(&self, instant: &AlgebraicInstant) -> bool {
        self.0.iter().all(|component| instant.sign(component).is_eq())
    }
}

pub(crate) fn exact(number: f64) -> BigRational {
    BigRational::from_f64(number).expect("finite")
}

/// Whether the features touch at some instant from `from` to `to`. `to` is included if `closed`.
pub(crate) fn touches_during(pair: &FeaturePair, from: f64, to: f64, closed: bool) -> bool {
    let coordinates = pair.start.iter().chain(&pair.end).flat_map(|point| point.to_array());
    let scale = coordinates.fold(BigInt::one(), |scale, number| scale.lcm(exact(number).denom()));
    let points: [PolynomialPath; 4] =
        std::array::from_fn(|i| PolynomialPath::point(pair.start[i], pair.end[i], &scale));
    let [p, q, r, s] = &points;
    let volume = q.minus(p).dot(&r.minus(p).cross(&s.minus(p)));
    let (from, to) = (exact(from), exact(to));
    let touching = |instant: &AlgebraicInstant| {
        instant.sign(&volume).is_eq()
            && if pair.edges { edges_meet(&points, instant) } else { in_triangle(p, [q, r, s], instant) }
    };
    if touching(&AlgebraicInstant::Rational(from.clone()))
        || (closed && touching(&AlgebraicInstant::Rational(to.clone())))
    {
        return true;
    }
    if !volume.is_zero() {
        return instants(&volume, &from, &to).iter().any(touching);
    }
    // Coplanar at all times: the touching instants are a closed set. It begins with a vertex on a side of the
    // triangle, or with the end of an edge on the other edge.
    let triples: &[[usize; 3]] =
        if pair.edges { &[[0, 2, 3], [1, 2, 3], [2, 0, 1], [3, 0, 1]] } else { &[[0, 1, 2], [0, 2, 3], [0, 3, 1]] };
    triples.iter().any(|&[p, a, b]| begins_on_segment(&points[p], &points[a], &points[b], [&from, &to]))
}

/// Whether a point is on a segment at an instant at which it reaches the line of the segment. If it is always on
/// that line: at which it reaches an end.
fn begins_on_segment(
    p: &PolynomialPath,
    a: &PolynomialPath,
    b: &PolynomialPath,
    [from, to]: [&BigRational; 2],
) -> bool {
    let (from_a, from_b) = (p.minus(a), p.minus(b));
    let on_line = b.minus(a).cross(&from_a).0;
    let polynomials = on_line.iter().chain(&from_a.0).chain(&from_b.0).filter(|polynomial| !polynomial.is_zero());
    polynomials.flat_map(|polynomial| instants(polynomial, from, to)).any(|instant| on_segment(p, a, b, &instant))
}

/// The normal of the triangle, and the normals of the three triangles that the point forms with its sides.
fn face_weights(p: &PolynomialPath, [a, b, c]: [&PolynomialPath; 3]) -> [PolynomialPath; 4] {
    let part = |from: &PolynomialPath, to: &PolynomialPath| from.minus(p).cross(&to.minus(p));
    [b.minus(a).cross(&c.minus(a)), part(b, c), part(c, a), part(a, b)]
}

/// Whether a point in the plane of a triangle is inside it, by its weights. A triangle without area is its three
/// sides.
fn in_triangle(p: &PolynomialPath, corners: [&PolynomialPath; 3], at: &AlgebraicInstant) -> bool {
    let [a, b, c] = corners;
    let [normal, weights @ ..] = face_weights(p, corners);
    if normal.is_zero_at(at) {
        return [[a, b], [b, c], [c, a]].iter().any(|[from, to]| on_segment(p, from, to, at));
    }
    weights.iter().all(|weight| at.sign(&weight.dot(&normal)).is_ge())
}

/// Whether a point is on a closed segment: on its line, and between its ends. A segment without length is a point.
fn on_segment(p: &PolynomialPath, a: &PolynomialPath, b: &PolynomialPath, at: &AlgebraicInstant) -> bool {
    let (along, to) = (b.minus(a), p.minus(a));
    if along.is_zero_at(at) {
        return to.is_zero_at(at);
    }
    along.cross(&to).is_zero_at(at) && at.sign(&along.dot(&to)).is_ge() && at.sign(&along.dot(&p.minus(b))).is_le()
}

/// Parameters of the crossing of two coplanar lines, times the third value, which is not negative.
fn edge_parameters([a0, a1, b0, b1]: &[PolynomialPath; 4]) -> [Poly; 3] {
    let (u, v, w) = (a1.minus(a0), b1.minus(b0), b0.minus(a0));
    let normal = u.cross(&v);
    [w.cross(&v).dot(&normal), w.cross(&u).dot(&normal), normal.dot(&normal)]
}

/// Whether two coplanar segments share a point: the crossing of their lines. Parallel segments share a point if an
/// end of one is on the other.
fn edges_meet(points: &[PolynomialPath; 4], at: &AlgebraicInstant) -> bool {
    let [s, r, whole] = edge_parameters(points);
    if at.sign(&whole).is_gt() {
        return [s, r].iter().all(|one| at.sign(one).is_ge() && at.sign(&whole.minus(one)).is_ge());
    }
    let [a0, a1, b0, b1] = points;
    [(a0, b0, b1), (a1, b0, b1), (b0, a0, a1), (b1, a0, a1)].iter().any(|(p, from, to)| on_segment(p, from, to, at))
}

/// Compares an answer of the crate, no contact or the bracket of the first time, with the oracle. `None` if it is
/// correct.
pub(crate) fn fault(pair: &FeaturePair, answer: Option<[f64; 2]>) -> Option<String> {
    match answer {
        None => touches_during(pair, 0.0, 1.0, true).then(|| format!("a contact is missed: {pair:?}")),
        Some([lower, upper]) => {
            if !touches_during(pair, lower, upper, true) {
                return Some(format!("no contact within [{lower}, {upper}]: {pair:?}"));
            }
            (lower > 0.0 && touches_during(pair, 0.0, lower, false))
                .then(|| format!("a contact before {lower}: {pair:?}"))
        }
    }
}
