//! The slow exact oracle: do two features on straight paths touch during a span of time? Rationals throughout.
//!
//! Written apart from the crate: other predicates (weights along the normal, dot products along a line, case by case for
//! features without extent) and other algebra (Sturm's theorem, and Tarski's query for the sign of one polynomial at a root of
//! another; no greatest common divisors, no Bernstein basis).

// Each user takes its own part.
#![allow(dead_code)]

pub(crate) mod generate;
mod sturm;

use glam::DVec3;
use num_rational::BigRational;
use num_traits::{FromPrimitive, One, Zero};
use std::cmp::Ordering;
use sturm::{Instant, Poly, instants};

/// Four points, at t = 0 and t = 1; a vertex and a triangle, or two edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) edges: bool,
    pub(crate) start: [DVec3; 4],
    pub(crate) end: [DVec3; 4],
}

/// A vector of polynomials in time.
#[derive(Clone)]
struct Moving([Poly; 3]);

impl Moving {
    fn point(start: DVec3, end: DVec3) -> Self {
        Self([0, 1, 2].map(|k| {
            let (from, to) = (exact(start[k]), exact(end[k]));
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

    fn is_zero_at(&self, instant: &Instant) -> bool {
        self.0.iter().all(|component| instant.sign(component).is_eq())
    }
}

pub(crate) fn exact(number: f64) -> BigRational {
    BigRational::from_f64(number).expect("finite")
}

/// Whether the features touch at some instant from `from` to `to`, the latter included if `closed`.
pub(crate) fn touches_during(pair: &Pair, from: f64, to: f64, closed: bool) -> bool {
    let points: [Moving; 4] = std::array::from_fn(|i| Moving::point(pair.start[i], pair.end[i]));
    let [p, q, r, s] = &points;
    let volume = q.minus(p).dot(&r.minus(p).cross(&s.minus(p)));
    let (from, to) = (exact(from), exact(to));
    let mut candidates = vec![Instant::Rational(from.clone())];
    if closed {
        candidates.push(Instant::Rational(to.clone()));
    }
    // Where the volume vanishes; if it always does, the touching instants are a closed set that begins at the start or
    // where one of the polynomials of the predicate changes its sign.
    let critical = if volume.is_zero() { critical(&points, pair.edges) } else { vec![volume.clone()] };
    candidates.extend(critical.iter().flat_map(|polynomial| instants(polynomial, &from, &to)));
    candidates.iter().any(|instant| {
        instant.sign(&volume).is_eq()
            && if pair.edges { edges_meet(&points, instant) } else { in_triangle(p, [q, r, s], instant) }
    })
}

/// All polynomials whose signs the predicates below ask for.
fn critical(points: &[Moving; 4], edges: bool) -> Vec<Poly> {
    let mut all = Vec::new();
    let mut segment = |p: usize, a: usize, b: usize| {
        let (along, to) = (points[b].minus(&points[a]), points[p].minus(&points[a]));
        all.extend(along.0.clone());
        all.extend(along.cross(&to).0);
        all.extend([along.dot(&to), along.dot(&points[p].minus(&points[b]))]);
        all.extend(to.0);
    };
    let triples: &[[usize; 3]] =
        if edges { &[[0, 2, 3], [1, 2, 3], [2, 0, 1], [3, 0, 1]] } else { &[[0, 1, 2], [0, 2, 3], [0, 3, 1]] };
    triples.iter().for_each(|&[p, a, b]| segment(p, a, b));
    if edges {
        let [s, r, whole] = edge_parameters(points);
        all.extend([whole.minus(&s), whole.minus(&r), s, r, whole]);
    } else {
        let [normal, weights @ ..] = face_weights(&points[0], [&points[1], &points[2], &points[3]]);
        all.extend(normal.0);
        all.extend(
            weights.map(|weight| weight.dot(&face_weights(&points[0], [&points[1], &points[2], &points[3]])[0])),
        );
    }
    all.retain(|polynomial| !polynomial.is_zero());
    all
}

/// The normal of the triangle, and the normals of the three triangles that the point makes with its sides.
fn face_weights(p: &Moving, [a, b, c]: [&Moving; 3]) -> [Moving; 4] {
    let part = |from: &Moving, to: &Moving| from.minus(p).cross(&to.minus(p));
    [b.minus(a).cross(&c.minus(a)), part(b, c), part(c, a), part(a, b)]
}

/// A point in the plane of a triangle is in it: by its weights; a triangle without area is its three sides.
fn in_triangle(p: &Moving, corners: [&Moving; 3], at: &Instant) -> bool {
    let [a, b, c] = corners;
    let [normal, weights @ ..] = face_weights(p, corners);
    if normal.is_zero_at(at) {
        return [[a, b], [b, c], [c, a]].iter().any(|[from, to]| on_segment(p, from, to, at));
    }
    weights.iter().all(|weight| at.sign(&weight.dot(&normal)).is_ge())
}

/// A point is on a closed segment: on its line, and between its ends; a segment without length is a point.
fn on_segment(p: &Moving, a: &Moving, b: &Moving, at: &Instant) -> bool {
    let (along, to) = (b.minus(a), p.minus(a));
    if along.is_zero_at(at) {
        return to.is_zero_at(at);
    }
    along.cross(&to).is_zero_at(at) && at.sign(&along.dot(&to)).is_ge() && at.sign(&along.dot(&p.minus(b))).is_le()
}

/// Parameters of the crossing of two coplanar lines, times the third, which is not negative.
fn edge_parameters([a0, a1, b0, b1]: &[Moving; 4]) -> [Poly; 3] {
    let (u, v, w) = (a1.minus(a0), b1.minus(b0), b0.minus(a0));
    let normal = u.cross(&v);
    [w.cross(&v).dot(&normal), w.cross(&u).dot(&normal), normal.dot(&normal)]
}

/// Two coplanar segments share a point: where their lines cross; parallel ones, if an end of one is on the other.
fn edges_meet(points: &[Moving; 4], at: &Instant) -> bool {
    let [s, r, whole] = edge_parameters(points);
    if at.sign(&whole).is_gt() {
        return [s, r].iter().all(|one| at.sign(one).is_ge() && at.sign(&whole.minus(one)).is_ge());
    }
    let [a0, a1, b0, b1] = points;
    [(a0, b0, b1), (a1, b0, b1), (b0, a0, a1), (b1, a0, a1)].iter().any(|(p, from, to)| on_segment(p, from, to, at))
}

/// Compares an answer of the crate with the oracle: none, or the bracket of the first time. `None` if all is right.
pub(crate) fn fault(pair: &Pair, answer: Option<[f64; 2]>) -> Option<String> {
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

fn one() -> BigRational {
    BigRational::one()
}

fn sign(value: &BigRational) -> Ordering {
    value.cmp(&BigRational::zero())
}
