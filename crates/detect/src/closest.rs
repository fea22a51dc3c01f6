//! Closest points of vertices, edges and triangles, in plain floating point.
//!
//! **Question.** Which points of two features are closest to one another?
//!
//! **Idea.** Vertex and triangle: find the Voronoi region of the triangle that contains the vertex. Two edges:
//! clamp the parameters of the common perpendicular. Edge and triangle: the intersection point, if the edge pierces
//! the triangle. Otherwise the best of the edge's ends against the triangle and the edge against the triangle's
//! sides.
//!
//! **Guarantee.** None is needed. The points only suggest a direction or a witness, and enclosures verify every
//! conclusion drawn from them. The weights are never negative, so a witness point lies in its feature.
//!
//! **Source.** Ericson, *Real-Time Collision Detection* (2005), 5.1.5 and 5.1.9.

use glam::DVec3;

/// Barycentric weights of the closest points. Weights beyond the corners of a feature are zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ClosestPoints {
    pub(crate) weights_a: [f64; 3],
    pub(crate) weights_b: [f64; 3],
}

impl ClosestPoints {
    /// The same with the features exchanged.
    pub(crate) fn swapped(self) -> Self {
        Self { weights_a: self.weights_b, weights_b: self.weights_a }
    }

    /// The vector from the witness point on `a` to the witness point on `b`.
    pub(crate) fn vector_between(&self, a: &[DVec3], b: &[DVec3]) -> DVec3 {
        weighted(b, self.weights_b) - weighted(a, self.weights_a)
    }

    /// The point halfway between the two witness points.
    pub(crate) fn midpoint(&self, a: &[DVec3], b: &[DVec3]) -> DVec3 {
        0.5 * (weighted(a, self.weights_a) + weighted(b, self.weights_b))
    }
}

/// The point of a feature with these weights.
pub(crate) fn weighted(corners: &[DVec3], weights: [f64; 3]) -> DVec3 {
    corners.iter().zip(weights).map(|(&corner, weight)| weight * corner).sum()
}

/// Closest points of two features given by one to three corners each.
pub(crate) fn closest(a: &[DVec3], b: &[DVec3]) -> ClosestPoints {
    match (a, b) {
        (&[point], &[_, _, _]) => ClosestPoints { weights_a: [1.0, 0.0, 0.0], weights_b: on_triangle(point, b) },
        (&[_, _, _], &[_]) => closest(b, a).swapped(),
        (&[a0, a1], &[b0, b1]) => {
            let (s, t) = on_edges([a0, a1], [b0, b1]);
            ClosestPoints { weights_a: [1.0 - s, s, 0.0], weights_b: [1.0 - t, t, 0.0] }
        }
        (&[_, _], &[_, _, _]) => edge_and_triangle(a, b),
        (&[_, _, _], &[_, _]) => edge_and_triangle(b, a).swapped(),
        _ => unreachable!("features are vertex and triangle, edge and edge, or edge and triangle"),
    }
}

/// The part of the boundary of an edge or a triangle that contains one of two closest points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TriangleBorder {
    /// An end of the edge: index 0 or 1.
    End(usize),
    /// A side of the triangle: the indices (0 to 2) of its corners.
    Side([usize; 2]),
}

fn edge_and_triangle(edge: &[DVec3], triangle: &[DVec3]) -> ClosestPoints {
    let (border, _) = on_borders(edge, triangle);
    let length = |witness: &ClosestPoints| witness.vector_between(edge, triangle).length_squared();
    through(edge, triangle).filter(|inner| length(inner) <= length(&border)).unwrap_or(border)
}

/// The closest points of an edge and a triangle with at least one point on a boundary: an end of the edge, or a
/// side of the triangle.
pub(crate) fn on_borders(edge: &[DVec3], triangle: &[DVec3]) -> (ClosestPoints, TriangleBorder) {
    let ends = [0, 1].map(|end| {
        let weights_a = if end == 0 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
        (ClosestPoints { weights_a, weights_b: on_triangle(edge[end], triangle) }, TriangleBorder::End(end))
    });
    let sides = [[0, 1], [1, 2], [2, 0]].map(|[from, to]| {
        let (s, t) = on_edges([edge[0], edge[1]], [triangle[from], triangle[to]]);
        let mut weights_b = [0.0; 3];
        (weights_b[from], weights_b[to]) = (1.0 - t, t);
        (ClosestPoints { weights_a: [1.0 - s, s, 0.0], weights_b }, TriangleBorder::Side([from, to]))
    });
    let length = |witness: &ClosestPoints| witness.vector_between(edge, triangle).length_squared();
    let mut best = ends[0];
    for other in [ends[1], sides[0], sides[1], sides[2]] {
        if length(&other.0) < length(&best.0) {
            best = other;
        }
    }
    best
}

/// The point where an edge pierces the interior of a triangle, as far as plain floating point can tell.
fn through(edge: &[DVec3], triangle: &[DVec3]) -> Option<ClosestPoints> {
    let ([p, q], [a, b, c]) = ([edge[0], edge[1]], [triangle[0], triangle[1], triangle[2]]);
    let normal = (b - a).cross(c - a);
    let (below, above) = (normal.dot(p - a), normal.dot(q - a));
    let around = [[b, c], [c, a], [a, b]].map(|[u, v]| (q - p).dot((u - p).cross(v - p)));
    let inside = around.iter().all(|&volume| volume > 0.0) || around.iter().all(|&volume| volume < 0.0);
    if !(inside && (below < 0.0 && above > 0.0 || below > 0.0 && above < 0.0)) {
        return None;
    }
    let s = (below / (below - above)).clamp(0.0, 1.0);
    let sum: f64 = around.iter().sum();
    // Compute the point on the triangle in two ways and keep the better one. They round differently where the edge
    // is nearly parallel to the triangle or the triangle is thin.
    let found = [around.map(|volume| volume / sum), on_triangle(p + s * (q - p), triangle)]
        .map(|weights_b| ClosestPoints { weights_a: [1.0 - s, s, 0.0], weights_b });
    let [first, second] = found.map(|witness| witness.vector_between(edge, triangle).length_squared());
    Some(if second < first { found[1] } else { found[0] })
}

/// Barycentric weights of the point of the triangle closest to `point`.
fn on_triangle(point: DVec3, triangle: &[DVec3]) -> [f64; 3] {
    let [a, b, c] = [triangle[0], triangle[1], triangle[2]];
    let (ab, ac) = (b - a, c - a);
    let (d1, d2) = (ab.dot(point - a), ac.dot(point - a));
    if d1 <= 0.0 && d2 <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let (d3, d4) = (ab.dot(point - b), ac.dot(point - b));
    if d3 >= 0.0 && d4 <= d3 {
        return [0.0, 1.0, 0.0];
    }
    let (d5, d6) = (ab.dot(point - c), ac.dot(point - c));
    if d6 >= 0.0 && d5 <= d6 {
        return [0.0, 0.0, 1.0];
    }
    let (over_ab, over_ac, over_bc) = (d1 * d4 - d3 * d2, d5 * d2 - d1 * d6, d3 * d6 - d5 * d4);
    if over_ab <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        let v = share(d1, -d3);
        return [1.0 - v, v, 0.0];
    }
    if over_ac <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        let w = share(d2, -d6);
        return [1.0 - w, 0.0, w];
    }
    if over_bc <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        let w = share(d4 - d3, d5 - d6);
        return [0.0, 1.0 - w, w];
    }
    let sum = over_ab + over_ac + over_bc;
    let (v, w) = ((over_ac / sum).clamp(0.0, 1.0), (over_ab / sum).clamp(0.0, 1.0));
    if v.is_nan() || w.is_nan() { [1.0, 0.0, 0.0] } else { [(1.0 - v - w).max(0.0), v, w] }
}

/// `part / (part + rest)`, or 0 if the sum is not positive (a degenerate triangle).
fn share(part: f64, rest: f64) -> f64 {
    if part + rest > 0.0 { (part / (part + rest)).clamp(0.0, 1.0) } else { 0.0 }
}

/// Parameters of the closest points along two edges.
fn on_edges([a0, a1]: [DVec3; 2], [b0, b1]: [DVec3; 2]) -> (f64, f64) {
    let (along_a, along_b, between) = (a1 - a0, b1 - b0, a0 - b0);
    let (aa, bb, ab) = (along_a.length_squared(), along_b.length_squared(), along_a.dot(along_b));
    let (ar, br) = (along_a.dot(between), along_b.dot(between));
    let ratio = |numerator: f64, denominator: f64| {
        if denominator > 0.0 { (numerator / denominator).clamp(0.0, 1.0) } else { 0.0 }
    };
    if aa <= 0.0 {
        return (0.0, ratio(br, bb));
    }
    let s = ratio(ab * br - ar * bb, aa * bb - ab * ab);
    let t = ratio(ab * s + br, bb);
    // `t` is now clamped to its edge, so recompute `s` from it.
    (ratio(ab * t - ar, aa), t)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_interval::laws::Random;

    fn corners<const N: usize>(random: &mut Random) -> [DVec3; N] {
        let whole = random.below(2) == 0;
        std::array::from_fn(|_| {
            let point = DVec3::from_array([0; 3].map(|_| random.between(-3.0, 3.0)));
            if whole { point.round() } else { point }
        })
    }

    /// Points of a feature on a regular grid of weights.
    fn sample(corners: &[DVec3]) -> Vec<DVec3> {
        let steps = 12;
        let mut points = Vec::new();
        for i in 0..=steps {
            for j in 0..=steps - i {
                let k = steps - i - j;
                let weights = [i, j, k].map(|weight| f64::from(weight) / f64::from(steps));
                match corners.len() {
                    1 => return vec![corners[0]],
                    2 if k > 0 => {}
                    _ => points.push(weighted(corners, weights)),
                }
            }
        }
        points
    }

    /// Compares with brute force over a grid of both features, whose distances can only be larger.
    fn no_sample_is_closer(a: &[DVec3], b: &[DVec3]) {
        let distance = closest(a, b).vector_between(a, b).length();
        for from in sample(a) {
            for to in sample(b) {
                assert!(
                    distance <= (to - from).length() + 1e-9,
                    "{a:?} {b:?}: {distance} but {}",
                    (to - from).length()
                );
            }
        }
    }

    #[test]
    fn closest_points_are_not_beaten_by_samples() {
        let mut random = Random::new(5);
        for _ in 0..400 {
            let ([vertex], [a, b, c]) = (corners(&mut random), corners(&mut random));
            no_sample_is_closer(&[vertex], &[a, b, c]);
            no_sample_is_closer(&[a, b, c], &[vertex]);
            let [d, e] = corners(&mut random);
            no_sample_is_closer(&[a, b], &[d, e]);
        }
    }

    /// Edges and triangles, half of which cross. A crossing pair has distance zero.
    #[test]
    fn edges_and_triangles_are_as_close_as_samples_and_meet_where_they_cross() {
        let mut random = Random::new(6);
        let mut crossings = 0;
        for _ in 0..400 {
            let ([p, q], [a, b, c]) = (corners(&mut random), corners(&mut random));
            no_sample_is_closer(&[p, q], &[a, b, c]);
            no_sample_is_closer(&[a, b, c], &[p, q]);
            if let Some(witness) = through(&[p, q], &[a, b, c]) {
                crossings += 1;
                let gap = witness.vector_between(&[p, q], &[a, b, c]).length();
                assert!(gap < 1e-14, "{gap} m: {p} {q} {a} {b} {c}");
            }
        }
        assert!(crossings > 20, "{crossings} cross");
    }

    #[test]
    fn features_without_extent_are_points() {
        let point = DVec3::new(1.0, 2.0, 3.0);
        let witness = closest(&[point, point], &[DVec3::ZERO, DVec3::ZERO]);
        assert_eq!(witness.vector_between(&[point, point], &[DVec3::ZERO, DVec3::ZERO]), -point);
        let witness = closest(&[point], &[DVec3::ZERO; 3]);
        assert_eq!(witness.vector_between(&[point], &[DVec3::ZERO; 3]), -point);
    }
}
