//! The same patch as formulas of u, v and t: an independent evaluation with symbolic derivatives.

use glam::{DVec3, dvec3};
use tangency_geometry::spline::BezierPatch;
use tangency_geometry::surface::Patch;
use tangency_interval::expr::Expr;
use tangency_interval::laws::Random;

/// Binomial coefficient.
fn choose(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
}

/// The Bernstein polynomial of index `i` and this degree in the named variable.
fn bernstein(degree: usize, i: usize, name: &str) -> Expr {
    let (x, rest) = (Expr::variable(name), Expr::number(1.0) - Expr::variable(name));
    let power = |base: &Expr, times: usize| (0..times).fold(Expr::number(1.0), |product, _| product * base.clone());
    Expr::number(choose(degree, i)) * power(&x, i) * power(&rest, degree - i)
}

/// The patch of these control points and weights as formulas. `rates` are velocities of the control points.
pub(crate) fn formulas(degree: [usize; 2], points: &[DVec3], weights: &[f64], rates: &[DVec3]) -> Patch {
    let mut sums: [Expr; 4] = std::array::from_fn(|_| Expr::number(0.0));
    for i in 0..=degree[0] {
        for j in 0..=degree[1] {
            let index = i * (degree[1] + 1) + j;
            let basis = bernstein(degree[0], i, "u") * bernstein(degree[1], j, "v");
            let weighted = basis * Expr::number(weights.get(index).copied().unwrap_or(1.0));
            for axis in 0..3 {
                let mut place = Expr::number(points[index][axis]);
                if let Some(rate) = rates.get(index) {
                    place = place + Expr::number(rate[axis]) * Expr::variable("t");
                }
                sums[axis] = sums[axis].clone() + weighted.clone() * place;
            }
            sums[3] = sums[3].clone() + weighted;
        }
    }
    let [x, y, z, w] = sums;
    let coordinates = if weights.is_empty() { [x, y, z] } else { [x / w.clone(), y / w.clone(), z / w] };
    Patch::new(coordinates, [0.0, 1.0], [0.0, 1.0]).expect("formulas of a patch")
}

/// Random control points about a random place, on a grid that bends.
pub(crate) fn random_points(random: &mut Random, degree: [usize; 2], far: f64) -> Vec<DVec3> {
    let place = dvec3(random.between(-far, far), random.between(-far, far), random.between(-far, far));
    let mut points = Vec::new();
    for i in 0..=degree[0] {
        for j in 0..=degree[1] {
            let noise = dvec3(random.between(-0.3, 0.3), random.between(-0.3, 0.3), random.between(-1.0, 1.0));
            points.push(place + dvec3(i as f64, j as f64, 0.0) + noise);
        }
    }
    points
}

/// A patch of random degrees, weights and place, beside its formulas.
pub(crate) fn random_patch(random: &mut Random, rational: bool) -> (BezierPatch, Patch) {
    let degree = [1 + random.below(4), 1 + random.below(4)];
    let points = random_points(random, degree, 50.0);
    let weights: Vec<f64> =
        if rational { points.iter().map(|_| random.between(0.3, 3.0)).collect() } else { Vec::new() };
    let patch = BezierPatch::rational(degree, points.clone(), weights.clone()).expect("a patch");
    (patch, formulas(degree, &points, &weights, &[]))
}
