//! NURBS surfaces: the patches are the surface of the basis functions of Cox and de Boor.

use crate::oracle::random_points;
use glam::DVec3;
use tangency_geometry::spline::{NurbsSurface, SplineError};
use tangency_interval::laws::Random;

/// The basis function by its recursive definition.
fn basis(knots: &[f64], i: usize, degree: usize, t: f64) -> f64 {
    if degree == 0 {
        return f64::from(knots[i] <= t && t < knots[i + 1]);
    }
    let share = |from: f64, to: f64, num: f64| if to > from { num / (to - from) } else { 0.0 };
    share(knots[i], knots[i + degree], t - knots[i]) * basis(knots, i, degree - 1, t)
        + share(knots[i + 1], knots[i + degree + 1], knots[i + degree + 1] - t) * basis(knots, i + 1, degree - 1, t)
}

fn value(surface: &NurbsSurface, [u, v]: [f64; 2]) -> DVec3 {
    let ([p, q], [along_u, along_v]) = (surface.degree(), surface.knots());
    let columns = along_v.len() - q - 1;
    let (mut sum, mut weight) = (DVec3::ZERO, 0.0);
    for (index, &point) in surface.control_points().iter().enumerate() {
        let factor = basis(along_u, index / columns, p, u) * basis(along_v, index % columns, q, v);
        let factor = factor * surface.weights().get(index).copied().unwrap_or(1.0);
        sum += factor * point;
        weight += factor;
    }
    sum / weight
}

/// Random knots: clamped or not, with repeated ones.
fn knots(random: &mut Random, degree: usize, count: usize) -> Vec<f64> {
    let clamped = random.below(2) == 0;
    let mut at = random.between(-2.0, 2.0);
    let mut knots = Vec::new();
    while knots.len() < count + degree + 1 {
        let times = if knots.is_empty() && clamped { degree + 1 } else { 1 + random.below(degree) };
        knots.extend(std::iter::repeat_n(at, times));
        at += random.between(0.1, 1.5);
    }
    knots.truncate(count + degree + 1);
    knots
}

#[test]
fn pieces_are_the_surface() {
    let mut random = Random::new(44);
    let (mut compared, mut pieces_seen) = (0, 0);
    for round in 0..200 {
        let degree = [1 + random.below(4), 1 + random.below(4)];
        let counts = degree.map(|degree| degree + 1 + random.below(4));
        let knots = [0, 1].map(|side| knots(&mut random, degree[side], counts[side]));
        let points = random_points(&mut random, [counts[0] - 1, counts[1] - 1], 3.0);
        let weights: Vec<f64> =
            if round % 2 == 0 { Vec::new() } else { points.iter().map(|_| random.between(0.5, 2.0)).collect() };
        let Ok(surface) = NurbsSurface::new(degree, knots, points, weights) else { continue };
        for piece in surface.pieces().expect("pieces") {
            pieces_seen += 1;
            for _ in 0..4 {
                let share = [random.between(0.0, 1.0), random.between(0.0, 1.0)];
                let at = [0, 1].map(|k| piece.domain[k][0] + share[k] * (piece.domain[k][1] - piece.domain[k][0]));
                let (ours, reference) = (piece.patch.at(share[0], share[1], 0.0), value(&surface, at));
                assert!(ours.distance(reference) < 1e-11, "{ours} {reference}");
                compared += 1;
            }
        }
    }
    assert!(compared > 500 && pieces_seen > 200, "{compared} {pieces_seen}");
}

#[test]
fn bad_knots_are_named() {
    let flat = |count: usize| (0..count).map(|i| glam::dvec3(i as f64, 0.0, 0.0)).collect::<Vec<_>>();
    let good = vec![0.0, 0.0, 1.0, 1.0];
    let make = |along_u: Vec<f64>| NurbsSurface::new([1, 1], [along_u, good.clone()], flat(4), Vec::new());
    assert!(make(good.clone()).is_ok());
    assert_eq!(make(vec![0.0, 1.0]).unwrap_err(), SplineError::Count { what: "knots", given: 2, expected: 4 });
    let falling = make(vec![0.0, 0.0, 1.0, 0.5]).unwrap_err();
    assert_eq!(falling, SplineError::Knot { parameter: "u", index: 3, knot: 0.5 });
    let torn = make(vec![0.0, 0.5, 0.5, 0.5, 0.5, 1.0, 2.0]).unwrap_err();
    assert_eq!(torn, SplineError::Multiplicity { parameter: "u", knot: 0.5, times: 4, most: 2 });
    let empty = make(vec![0.0, 0.0, 0.0, 0.0]).unwrap_err();
    assert_eq!(empty, SplineError::Knot { parameter: "u", index: 2, knot: 0.0 });
}
