//! A simplex of differences of two convex bodies.
//!
//! **Question.** Which point of a simplex with up to four corners is closest to the origin, and which corners support
//! it?
//!
//! **Idea.** Test the regions of its corners, edges and faces in turn: a region holds the origin if the projections
//! onto its neighbours are negative.
//!
//! **Guarantee.** The weights are not negative and add up to one, up to rounding. So the weighted points of the corners
//! are points of the bodies, however inaccurate the weights are.
//!
//! **Source.** Ericson, *Real-Time Collision Detection* (2005), 5.1 and 9.5.

use crate::tolerance::{NO_SHORTER, SLIVER};
use glam::DVec3;

/// A point of `b` minus a point of `a`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Difference {
    /// The point of `a`, in its frame.
    pub(super) a: DVec3,
    /// The point of `b`, in its frame.
    pub(super) b: DVec3,
    /// The difference, in the common frame.
    pub(super) vector: DVec3,
}

/// A simplex of up to four differences, and the weights of its point closest to the origin.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Simplex {
    pub(super) corners: [Difference; 4],
    pub(super) weights: [f64; 4],
    pub(super) count: usize,
}

impl Simplex {
    /// The simplex of one difference.
    pub(super) fn corner(corner: Difference) -> Self {
        Self { corners: [corner; 4], weights: [1.0, 0.0, 0.0, 0.0], count: 1 }
    }

    /// The weighted points of both bodies, each in the frame of its body.
    pub(super) fn points(&self) -> [DVec3; 2] {
        self.weighted()
            .fold([DVec3::ZERO; 2], |[a, b], (weight, corner)| [a + weight * corner.a, b + weight * corner.b])
    }

    /// The vector between the weighted points.
    pub(super) fn vector(&self) -> DVec3 {
        self.weighted().fold(DVec3::ZERO, |sum, (weight, corner)| sum + weight * corner.vector)
    }

    /// The distance of two points of the bodies: never less than that of the bodies, up to rounding.
    pub(super) fn distance(&self) -> f64 {
        self.vector().length()
    }

    fn weighted(&self) -> impl Iterator<Item = (f64, &Difference)> {
        self.weights.into_iter().zip(&self.corners).take(self.count)
    }

    /// Adds a corner. `false` if it is present already or the simplex is full.
    #[inline]
    pub(super) fn add(&mut self, corner: Difference) -> bool {
        let known = self.corners[..self.count].iter().any(|known| known.vector == corner.vector);
        if known || self.count == 4 {
            return false;
        }
        self.corners[self.count] = corner;
        self.count += 1;
        true
    }

    /// A normal of the triangle of the first three corners, of either sign.
    #[inline]
    pub(super) fn normal(&self) -> DVec3 {
        let [p, q, r] = [0, 1, 2].map(|i| self.corners[i].vector);
        (q - p).cross(r - p)
    }

    /// The unit direction from the origin to the closest point of the simplex, which is at `vector`. The normal of a
    /// triangle remains accurate when the distance is no more than rounding.
    #[inline]
    pub(super) fn direction(&self, vector: DVec3) -> Option<DVec3> {
        if self.count == 3 {
            let normal = self.normal();
            let towards = normal.dot(self.corners[0].vector);
            if let Some(normal) = normal.try_normalize()
                && towards != 0.0
            {
                return Some(normal * towards.signum());
            }
        }
        vector.try_normalize()
    }

    /// Finds the point closest to the origin. `None` if the origin is inside of a tetrahedron.
    #[inline]
    pub(super) fn nearest(&self) -> Option<NearestFace> {
        let [p, q, r, s] = self.corners.each_ref().map(|corner| corner.vector);
        match self.count {
            2 => Some(NearestFace::of_edge([0, 1], [p, q])),
            3 => Some(NearestFace::of_triangle([0, 1, 2], [p, q, r])),
            4 => NearestFace::of_tetrahedron([p, q, r, s]),
            _ => Some(NearestFace::of_corner(0, p)),
        }
    }

    /// Sets the weights of a tetrahedron that contains the origin to those of the origin: its parts by volume.
    pub(super) fn weigh_origin(&mut self) {
        if self.count < 4 {
            return;
        }
        let [p, q, r, s] = self.corners.each_ref().map(|corner| corner.vector);
        let volumes = [q.dot(s.cross(r)), p.dot(r.cross(s)), p.dot(s.cross(q)), p.dot(q.cross(r))];
        let sum: f64 = volumes.iter().sum();
        let shares = volumes.map(|volume| (volume / sum).max(0.0));
        let whole: f64 = shares.iter().sum();
        if whole > 0.0 && whole.is_finite() {
            self.weights = shares.map(|share| share / whole);
        }
    }

    /// Keeps the corners of a face of this simplex, with its weights.
    #[inline]
    pub(super) fn keep(&mut self, face: &NearestFace) {
        // The indices ascend, so no corner is overwritten before it is moved.
        for (place, &index) in face.kept[..face.count].iter().enumerate() {
            if place != index {
                self.corners[place] = self.corners[index];
            }
        }
        self.weights[..3].copy_from_slice(&face.weights);
        self.count = face.count;
    }
}

/// The corner, edge or triangle of a simplex that holds its point closest to the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearestFace {
    /// The indices of its corners, ascending.
    kept: [usize; 3],
    count: usize,
    weights: [f64; 3],
    /// The point.
    pub(super) vector: DVec3,
}

impl NearestFace {
    #[inline]
    fn of_corner(index: usize, vector: DVec3) -> Self {
        Self { kept: [index, 0, 0], count: 1, weights: [1.0, 0.0, 0.0], vector }
    }

    /// The point of an edge at the fraction `part` of `whole`.
    #[inline]
    fn on_edge([i, j]: [usize; 2], [p, q]: [DVec3; 2], part: f64, whole: f64) -> Self {
        let share = part / whole;
        Self { kept: [i, j, 0], count: 2, weights: [1.0 - share, share, 0.0], vector: p + (q - p) * share }
    }

    #[inline]
    fn of_edge([i, j]: [usize; 2], [p, q]: [DVec3; 2]) -> Self {
        let along = q - p;
        let (part, whole) = (-p.dot(along), along.length_squared());
        if !(part > 0.0) {
            return Self::of_corner(i, p);
        }
        if part >= whole {
            return Self::of_corner(j, q);
        }
        Self::on_edge([i, j], [p, q], part, whole)
    }

    #[inline]
    fn of_triangle([i, j, k]: [usize; 3], [a, b, c]: [DVec3; 3]) -> Self {
        let (ab, ac) = (b - a, c - a);
        let (d1, d2) = (-ab.dot(a), -ac.dot(a));
        if d1 <= 0.0 && d2 <= 0.0 {
            return Self::of_corner(i, a);
        }
        let (d3, d4) = (-ab.dot(b), -ac.dot(b));
        if d3 >= 0.0 && d4 <= d3 {
            return Self::of_corner(j, b);
        }
        let (d5, d6) = (-ab.dot(c), -ac.dot(c));
        if d6 >= 0.0 && d5 <= d6 {
            return Self::of_corner(k, c);
        }
        // Twice the area, squared, from the squares of two sides and their product.
        let (square_ab, square_ac, product) = (d1 - d3, d2 - d6, d1 - d5);
        if square_ab * square_ac - product * product < SLIVER * square_ab * square_ac {
            return Self::of_sliver([i, j, k], [a, b, c]);
        }
        let (over_ab, over_ac, over_bc) = (d1 * d4 - d3 * d2, d5 * d2 - d1 * d6, d3 * d6 - d5 * d4);
        if over_ab <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
            return Self::on_edge([i, j], [a, b], d1, d1 - d3);
        }
        if over_ac <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
            return Self::on_edge([i, k], [a, c], d2, d2 - d6);
        }
        if over_bc <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
            return Self::on_edge([j, k], [b, c], d4 - d3, (d4 - d3) + (d5 - d6));
        }
        // Rounding can make an area negative that belongs to a side whose test failed.
        let (over_ab, over_ac, over_bc) = (over_ab.max(0.0), over_ac.max(0.0), over_bc.max(0.0));
        let sum = over_ab + over_ac + over_bc;
        let (v, w) = (over_ac / sum, over_ab / sum);
        // The foot of the perpendicular. Its length is more accurate from the normal than from weights.
        let normal = ab.cross(ac);
        let vector = normal * (normal.dot(a) / normal.length_squared());
        Self { kept: [i, j, k], count: 3, weights: [(1.0 - v - w).max(0.0), v, w], vector }
    }

    /// The same for a triangle that is nearly a segment. The areas above are mostly rounding then, and the weights with
    /// them. Here the weights of an inner point are found from the perpendicular foot, and the sides are tried too: of
    /// these points, the closest one counts.
    #[cold]
    fn of_sliver([i, j, k]: [usize; 3], [a, b, c]: [DVec3; 3]) -> Self {
        let sides = [([i, j], [a, b]), ([i, k], [a, c]), ([j, k], [b, c])];
        let [ab, ac, bc] = sides.map(|(indices, ends)| Self::of_edge(indices, ends));
        // The closest point is on a side of the newest corner, the last one, even where rounding hides that: from there
        // the next corner can be far better.
        let newest = ac.nearer(bc);
        let hidden = newest.vector.length_squared() <= ab.vector.length_squared() * (1.0 + NO_SHORTER);
        let side = if hidden { newest } else { ab };
        let normal = (b - a).cross(c - a);
        let foot = normal * (normal.dot(a) / normal.length_squared());
        let [a_foot, b_foot, c_foot] = [a, b, c].map(|corner| corner - foot);
        let parts = [b_foot.cross(c_foot), c_foot.cross(a_foot), a_foot.cross(b_foot)].map(|part| normal.dot(part));
        let sum: f64 = parts.iter().sum();
        if !(sum > 0.0 && parts.iter().all(|&part| part > 0.0)) {
            return side;
        }
        let weights = parts.map(|part| part / sum);
        let inner =
            Self { kept: [i, j, k], count: 3, weights, vector: a * weights[0] + b * weights[1] + c * weights[2] };
        side.nearer(inner)
    }

    /// The one with the closer point; the first if they are equal.
    fn nearer(self, other: Self) -> Self {
        if other.vector.length_squared() < self.vector.length_squared() { other } else { self }
    }

    /// `None` if the origin is inside.
    #[inline]
    fn of_tetrahedron(corners: [DVec3; 4]) -> Option<Self> {
        let mut best: Option<Self> = None;
        for [i, j, k, opposite] in [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 3, 1], [1, 2, 3, 0]] {
            let [p, q, r, s] = [i, j, k, opposite].map(|index: usize| corners[index]);
            let normal = (q - p).cross(r - p);
            let (origin, other) = (-normal.dot(p), normal.dot(s - p));
            // The origin is on the side of the opposite corner, so the closest point is not on this face.
            if origin * other > 0.0 {
                continue;
            }
            let face = Self::of_triangle([i, j, k], [p, q, r]);
            if best.is_none_or(|best| face.vector.length_squared() < best.vector.length_squared()) {
                best = Some(face);
            }
        }
        best
    }
}
