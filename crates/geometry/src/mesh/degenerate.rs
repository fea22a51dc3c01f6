//! Triangles without area.
//!
//! *Question.* Does a triangle span a plane?
//! *Idea.* Its corners are collinear if and only if the three projected areas `a×b + b×c + c×a` (in the xy, yz
//! and zx planes) are all zero. Interval arithmetic proves "not zero" for nearly every triangle. The remaining
//! cases are decided by adding the six products of each area exactly ([`crate::exact`]).
//! *Guarantee.* Exact for all finite coordinates, however large or small.
//! *Cost.* Three interval areas per triangle. The exact sum takes a few microseconds and is rarely needed.

use super::Mesh;
use crate::exact;
use glam::DVec3;
use tangency_interval::Interval;

/// Why a triangle has no area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A vertex is repeated.
    RepeatedVertex,
    /// The corners are three different vertices on one line, or at one point.
    Collinear,
}

/// A triangle without area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Degenerate {
    /// Index of the triangle.
    pub triangle: u32,
    /// The reason.
    pub flaw: Flaw,
}

impl Mesh {
    /// All triangles without area, exactly. They stay in the mesh: a contact may lie on them.
    #[must_use]
    pub fn degenerate_triangles(&self) -> Vec<Degenerate> {
        let name = |(triangle, corners): (usize, &[u32; 3])| {
            let flaw = if repeats_a_vertex(corners) {
                Flaw::RepeatedVertex
            } else if collinear(corners.map(|corner| self.vertices[corner as usize])) {
                Flaw::Collinear
            } else {
                return None;
            };
            Some(Degenerate { triangle: triangle as u32, flaw })
        };
        self.triangles.iter().enumerate().filter_map(name).collect()
    }
}

pub(super) fn repeats_a_vertex(&[a, b, c]: &[u32; 3]) -> bool {
    a == b || b == c || c == a
}

/// Whether the three points lie on one line, exactly.
fn collinear([a, b, c]: [DVec3; 3]) -> bool {
    let planes = [[0, 1], [1, 2], [2, 0]];
    let project = |point: DVec3, [u, v]: [usize; 2]| (point[u], point[v]);
    // Cheap test first: one projected area that is proved non-zero decides.
    let surely_spans = planes.iter().any(|&plane| {
        let [(ax, ay), (bx, by), (cx, cy)] = [a, b, c].map(|point| project(point, plane));
        let difference = |p: f64, q: f64| Interval::from(p) - Interval::from(q);
        let area = difference(bx, ax) * difference(cy, ay) - difference(by, ay) * difference(cx, ax);
        !area.contains(0.0)
    });
    !surely_spans
        && planes.iter().all(|&plane| {
            let [(ax, ay), (bx, by), (cx, cy)] = [a, b, c].map(|point| project(point, plane));
            exact::sum_of_products_is_zero(&[(ax, by), (-ay, bx), (bx, cy), (-by, cx), (cx, ay), (-cy, ax)])
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    #[test]
    fn names_the_flaw() {
        let vertices = vec![dvec3(0.0, 0.0, 0.0), dvec3(1.0, 2.0, 3.0), dvec3(2.0, 4.0, 6.0), dvec3(0.0, 1.0, 0.0)];
        let mesh = Mesh::new(vertices, vec![[0, 1, 3], [0, 1, 2], [3, 1, 3]]).unwrap();
        let expected =
            [Degenerate { triangle: 1, flaw: Flaw::Collinear }, Degenerate { triangle: 2, flaw: Flaw::RepeatedVertex }];
        assert_eq!(mesh.degenerate_triangles(), expected);
        assert_eq!(mesh.triangles().len(), 3);
    }

    /// A deviation of one unit in the last place is detected at every scale, even where products underflow.
    #[test]
    fn decides_to_the_last_bit_at_every_scale() {
        for exponent in [-1000, -600, -300, -20, 0, 13, 300, 500] {
            let scale = 2.0_f64.powi(exponent);
            let (a, b) = (dvec3(1.0, 1.0, 1.0) * scale, dvec3(3.0, 5.0, 7.0) * scale);
            let on_line = dvec3(2.0, 3.0, 4.0) * scale;
            assert!(collinear([a, b, on_line]), "2^{exponent}");
            for axis in 0..3 {
                let mut off = on_line;
                off[axis] = off[axis].next_up();
                assert!(!collinear([a, b, off]), "2^{exponent}, axis {axis}");
            }
        }
        assert!(collinear([dvec3(0.1, 0.2, 0.3); 3]));
    }

    #[test]
    fn agrees_with_integers() {
        let mut random = tangency_interval::laws::Random::new(7);
        let mut hits = 0;
        for _ in 0..20_000 {
            let points: [[i64; 3]; 3] = std::array::from_fn(|_| std::array::from_fn(|_| random.below(4) as i64 - 1));
            let [u, v] = [1, 2].map(|i| [0, 1, 2].map(|k| points[i][k] - points[0][k]));
            let cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
            let expected = cross == [0, 0, 0];
            hits += usize::from(expected);
            let place = |p: [i64; 3]| dvec3(p[0] as f64, p[1] as f64, p[2] as f64) * 0.75;
            assert_eq!(collinear(points.map(place)), expected);
        }
        assert!((500..5_000).contains(&hits), "{hits} of 20000 triangles are flat");
    }
}
