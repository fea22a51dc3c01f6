//! Culls pairs of features that a fixed direction separates during a whole step.
//!
//! **Question.** Is there a direction along which a vertex and a triangle, or two edges, stay apart from the start of
//! the step to its end?
//!
//! **Idea.** If all corners of one feature are ahead of all corners of the other along a fixed direction at both
//! ends of the step, they are ahead throughout, because the projected difference of two corners is linear in time.
//! A few directions are tried, computed from the features at half the step: the vector between their centroids, the
//! perpendiculars of their sides, and their normal. They separate nineteen of twenty pairs of neighbours in a
//! deforming mesh at the cost of a few products.
//!
//! **Guarantee.** `true` proves that the features do not touch. A projection is a sum of three products. With u =
//! 2⁻⁵³ its computed value is off by at most 3u·R·|d|₁ to first order, where R is the largest coordinate and |d|₁
//! the sum of the absolute components of the direction. The difference of two projections is off by twice that and
//! one rounding of its own. The required margin is 16u·R·|d|₁, and at least 2⁻¹⁰⁰⁰, far above anything that
//! underflows. The direction may be any vector: its own rounding does not matter. Overflow proves nothing.
//!
//! **Cost.** Ten to forty nanoseconds a pair.

use crate::tolerance::UNDERFLOW_MARGIN;
use glam::DVec3;

/// The start and end of a vertex, per axis.
pub(super) type CoordinateLine = [[f64; 2]; 3];

/// The straight paths of all vertices of a mesh during a step.
#[derive(Clone, Debug)]
pub(super) struct VertexLines {
    lines: Vec<CoordinateLine>,
    /// The largest absolute coordinate.
    reach: f64,
}

impl VertexLines {
    /// Vertices that move from one frame to another. No absolute coordinate exceeds `reach`.
    pub(super) fn new([start, end]: [&[DVec3]; 2], reach: f64) -> Self {
        let line = |(from, to): (&DVec3, &DVec3)| [[from.x, to.x], [from.y, to.y], [from.z, to.z]];
        Self { lines: start.iter().zip(end).map(line).collect(), reach }
    }

    /// The paths of the corners of a feature.
    #[inline]
    pub(super) fn of<const N: usize>(&self, corners: [u32; N]) -> CornerLines<'_, N> {
        CornerLines { lines: corners.map(|corner| &self.lines[corner as usize]), reach: self.reach }
    }
}

/// The paths of the corners of a feature during a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct CornerLines<'lines, const N: usize> {
    lines: [&'lines CoordinateLine; N],
    reach: f64,
}

impl<const N: usize> CornerLines<'_, N> {
    /// Twice the position of each corner at half the step.
    #[inline]
    fn halfway(&self) -> [DVec3; N] {
        self.lines.map(|[x, y, z]| DVec3::new(x[0] + x[1], y[0] + y[1], z[0] + z[1]))
    }

    /// Projects the corners onto a direction at both ends of the step, and reduces each end by `choose`.
    #[inline]
    fn extreme(&self, direction: DVec3, choose: impl Fn(f64, f64) -> f64) -> [f64; 2] {
        let component = |[x, y, z]: &CoordinateLine| {
            [0, 1].map(|end: usize| direction.x * x[end] + direction.y * y[end] + direction.z * z[end])
        };
        let first = component(self.lines[0]);
        self.lines[1..].iter().fold(first, |extreme, line| {
            let next = component(line);
            [choose(extreme[0], next[0]), choose(extreme[1], next[1])]
        })
    }

    /// `true` proves that this feature stays ahead of `other` along the direction.
    #[inline]
    fn ahead_of<const M: usize>(&self, other: &CornerLines<'_, M>, direction: DVec3) -> bool {
        // Infinite or NaN if products might overflow. Then the comparisons below are false.
        let largest = self.reach.max(other.reach) * direction.abs().element_sum();
        let needed = 8.0 * f64::EPSILON * largest + UNDERFLOW_MARGIN;
        let least = self.extreme(direction, |a, b| if b < a { b } else { a });
        let greatest = other.extreme(direction, |a, b| if b > a { b } else { a });
        (least[0] - greatest[0] > needed) & (least[1] - greatest[1] > needed)
    }
}

/// `true` proves that the vertex and the triangle do not touch during the step.
pub(super) fn vertex_face_apart(vertex: &CornerLines<'_, 1>, face: &CornerLines<'_, 3>) -> bool {
    let ([v], [a, b, c]) = (vertex.halfway(), face.halfway());
    if vertex.ahead_of(face, v - (a + b + c) / 3.0) {
        return true;
    }
    let beyond =
        |from: DVec3, to: DVec3, opposite: DVec3| vertex.ahead_of(face, perpendicular_to(to - from, from - opposite));
    if beyond(a, b, c) || beyond(b, c, a) || beyond(c, a, b) {
        return true;
    }
    let normal = (b - a).cross(c - a);
    vertex.ahead_of(face, if normal.dot(v - a) < 0.0 { -normal } else { normal })
}

/// `true` proves that the edges do not touch during the step.
pub(super) fn edges_apart(first: &CornerLines<'_, 2>, second: &CornerLines<'_, 2>) -> bool {
    let ([a, b], [c, d]) = (first.halfway(), second.halfway());
    let between = (a + b) - (c + d);
    if first.ahead_of(second, between) {
        return true;
    }
    let (along, across) = (b - a, d - c);
    if first.ahead_of(second, perpendicular_to(along, between))
        || first.ahead_of(second, perpendicular_to(across, between))
    {
        return true;
    }
    let normal = along.cross(across);
    first.ahead_of(second, if normal.dot(between) < 0.0 { -normal } else { normal })
}

/// `true` proves that an edge and a triangle do not touch at one instant. It separates neighbours in a flat surface,
/// which face planes cannot, without exact arithmetic.
pub(super) fn edge_face_apart(edge: [DVec3; 2], face: [DVec3; 3]) -> bool {
    let ([p, q], [a, b, c]) = (edge, face);
    let reach = [p, q, a, b, c].into_iter().fold(0.0_f64, |reach, point| reach.max(point.abs().max_element()));
    let ahead = |direction: DVec3| {
        let needed = 8.0 * f64::EPSILON * (reach * direction.abs().element_sum()) + UNDERFLOW_MARGIN;
        let [p, q, a, b, c] = [p, q, a, b, c].map(|point| direction.dot(point));
        p.min(q) - a.max(b).max(c) > needed
    };
    let beyond = |from: DVec3, to: DVec3, opposite: DVec3| ahead(perpendicular_to(to - from, from - opposite));
    ahead(0.5 * (p + q) - (a + b + c) / 3.0) || beyond(a, b, c) || beyond(b, c, a) || beyond(c, a, b)
}

/// The component of `vector` perpendicular to `along`.
#[inline]
fn perpendicular_to(along: DVec3, vector: DVec3) -> DVec3 {
    vector - along * (along.dot(vector) / along.length_squared())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{EdgeEdge, VertexFace};
    use tangency_interval::laws::Random;

    fn lines(points: [[DVec3; 4]; 2]) -> VertexLines {
        let reach = points.iter().flatten().fold(0.0_f64, |reach, point| reach.max(point.abs().max_element()));
        VertexLines::new([&points[0], &points[1]], reach)
    }

    /// Points on a coarse grid, near one another, some far from the origin. Many pairs touch, many nearly do.
    fn points(random: &mut Random) -> [[DVec3; 4]; 2] {
        let far = if random.below(2) == 0 { 0.0 } else { random.between(-1e6, 1e6) };
        let place = |random: &mut Random| {
            DVec3::from_array([0; 3].map(|_| far + random.between(-2.0, 2.0).round() + random.below(2) as f64 * 1e-9))
        };
        [0; 2].map(|_| [0; 4].map(|_| place(random)))
    }

    #[test]
    fn features_proved_apart_do_not_touch() {
        let mut random = Random::new(61);
        let (mut proved, mut touching) = ([0; 2], [0; 2]);
        for _ in 0..20_000 {
            let [start, end] = points(&mut random);
            let all = lines([start, end]);
            let face = vertex_face_apart(&all.of([0]), &all.of([1, 2, 3]));
            let edges = edges_apart(&all.of([0, 1]), &all.of([2, 3]));
            let touch_face = VertexFace::new(start, end).unwrap().touches();
            let touch_edges = EdgeEdge::new(start, end).unwrap().touches();
            assert!(!(face && touch_face || edges && touch_edges), "{start:?} to {end:?}");
            for (index, (apart, touch)) in [(face, touch_face), (edges, touch_edges)].into_iter().enumerate() {
                proved[index] += usize::from(apart);
                touching[index] += usize::from(touch);
            }
        }
        assert!(proved.iter().chain(&touching).all(|&count| count > 1_000), "{proved:?} apart, {touching:?} touch");
    }

    #[test]
    fn an_edge_proved_apart_does_not_pierce() {
        let mut random = Random::new(62);
        let (mut proved, mut piercing) = (0, 0);
        for _ in 0..20_000 {
            let [[a, b, c, p], [q, ..]] = points(&mut random);
            let apart = edge_face_apart([p, q], [a, b, c]);
            // A vertex that moves along the edge touches the triangle if the edge does.
            let pierces = VertexFace::new([p, a, b, c], [q, a, b, c]).unwrap().touches();
            assert!(!(apart && pierces), "{:?}", [a, b, c, p, q]);
            proved += usize::from(apart);
            piercing += usize::from(pierces);
        }
        assert!(proved > 5_000 && piercing > 1_000, "{proved} apart, {piercing} pierce");
    }

    #[test]
    fn overflow_and_underflow_prove_nothing_wrong() {
        for scale in [1e300, 1e-300, 1e-160, 5e-324] {
            let (start, end) =
                ([DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z], [DVec3::ONE, DVec3::X, DVec3::Y, DVec3::Z]);
            let all = lines([start.map(|point| point * scale), end.map(|point| point * scale)]);
            assert!(!vertex_face_apart(&all.of([0]), &all.of([1, 2, 3])), "at {scale}");
        }
    }
}
