//! The direction with the widest gap between two convex bodies, at one instant.
//!
//! **Question.** Two convex bodies are placed. Along which direction does all of `b` lead all of `a`, and by how
//! much?
//!
//! **Idea.** The Minkowski difference, the points of `b` minus those of `a`, is convex too. Its point closest to
//! the origin is the vector between the closest points. It is found iteratively: take a simplex of at most four
//! differences of vertices, find its point closest to the origin, add the support point in the opposite direction,
//! and repeat. The simplex is cached from one instant to the next, because it usually remains the right one. If it
//! is a triangle (a vertex and a face, or two edges), the direction is its normal, which remains accurate when the
//! distance is no more than rounding.
//!
//! **Guarantee.** The lead along the direction is measured with a support function that omits no vertex
//! (`support`). Up to rounding, it is a lower bound on the distance, however the direction was found.
//! [`Simplex::distance`] is the distance of two points of the bodies: an upper bound, up to rounding.
//!
//! **Cost.** One to five support points of both bodies; a tenth of a microsecond each.
//!
//! **Source.** Gilbert, Johnson and Keerthi 1988; the closest point of a simplex after Ericson, *Real-Time
//! Collision Detection* (2005), 5.1 and 9.5.

use super::support::Support;
use crate::Facets;
use crate::closest::closest;
use crate::flight::Placed;
use crate::tolerance::{CLOSEST_ENOUGH, CLOSEST_STEPS, LARGEST_TURN};
use glam::DVec3;

/// The support functions of two bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bodies<'bodies> {
    pub(super) a: &'bodies Support,
    pub(super) b: &'bodies Support,
}

/// A vertex of `b` minus a vertex of `a`.
#[derive(Clone, Copy, Debug, Default)]
struct Difference {
    a: u32,
    b: u32,
    vector: DVec3,
}

/// A simplex of up to four differences.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Simplex {
    corners: [Difference; 4],
    count: usize,
}

/// A separating direction of two bodies at an instant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closest {
    /// The unit vector from `a` to `b`; zero if none was found.
    pub(crate) direction: DVec3,
    /// Metres. The lead of all of `b` over all of `a` along it.
    pub(crate) lead: f64,
}

impl<'bodies> Bodies<'bodies> {
    /// The convex hulls of two models.
    pub(crate) fn of([a, b]: [&'bodies Facets; 2]) -> Self {
        Self { a: a.support(), b: b.support() }
    }

    /// The difference of vertices that is least along a direction.
    #[inline]
    fn least(&self, placed: &Placed, direction: DVec3) -> Difference {
        let a = self.a.farthest(placed.a.transpose() * direction);
        let b = self.b.farthest(placed.b.transpose() * -direction);
        self.difference(placed, a, b)
    }

    #[inline]
    fn difference(&self, placed: &Placed, a: u32, b: u32) -> Difference {
        let vector = placed.between + placed.b * self.b.vertex(b) - placed.a * self.a.vertex(a);
        Difference { a, b, vector }
    }

    /// Metres. The lead of all of `b` over all of `a` along a unit direction.
    #[inline]
    pub(crate) fn lead(&self, placed: &Placed, direction: DVec3) -> f64 {
        direction.dot(self.least(placed, direction).vector)
    }

    /// The middle coefficient of the parabola in `advance`: half the sum of the lead at the first pose along the
    /// second direction and the lead at the second pose along the first direction, minimized over all pairs of
    /// points.
    #[inline]
    pub(super) fn middle_lead(&self, [first, second]: [&Placed; 2], [one, two]: [DVec3; 2]) -> f64 {
        let along_a = first.a.transpose() * two + second.a.transpose() * one;
        let along_b = first.b.transpose() * two + second.b.transpose() * one;
        let a = along_a.dot(self.a.vertex(self.a.farthest(along_a)));
        let b = along_b.dot(self.b.vertex(self.b.farthest(-along_b)));
        0.5 * (two.dot(first.between) + one.dot(second.between) + b - a)
    }

    /// The direction of the simplex at other poses of the bodies. Returns `before` if the direction has turned far
    /// from it.
    #[inline]
    pub(super) fn turned(&self, placed: &Placed, simplex: &Simplex, before: DVec3) -> DVec3 {
        let mut moved = *simplex;
        for corner in &mut moved.corners[..moved.count] {
            *corner = self.difference(placed, corner.a, corner.b);
        }
        let direction = match moved.count {
            3 => moved.normal(),
            2 => moved.corners[0].vector.reject_from(moved.corners[1].vector - moved.corners[0].vector),
            _ => moved.corners[0].vector,
        };
        let towards = direction.dot(before);
        let unit = direction.normalize_or_zero() * towards.signum();
        // A normal has either sign; the vector between points does not.
        let sound = if moved.count == 3 { towards != 0.0 } else { towards > 0.0 };
        if sound && unit.dot(before) > LARGEST_TURN { unit } else { before }
    }

    /// Finds the direction with the widest gap, starting from the simplex of the last instant, which is updated.
    pub(crate) fn closest(&self, placed: &Placed, simplex: &mut Simplex) -> Closest {
        for corner in &mut simplex.corners[..simplex.count] {
            *corner = self.difference(placed, corner.a, corner.b);
        }
        if simplex.count == 0 {
            let towards = placed.between.try_normalize().unwrap_or(DVec3::Z);
            simplex.corners[0] = self.least(placed, towards);
            simplex.count = 1;
        }
        let mut vector = simplex.reduce();
        let mut best = Closest { direction: DVec3::ZERO, lead: f64::NEG_INFINITY };
        for _ in 0..CLOSEST_STEPS {
            let Some(direction) = simplex.direction(vector) else { break };
            let next = self.least(placed, direction);
            let lead = direction.dot(next.vector);
            if lead > best.lead {
                best = Closest { direction, lead };
            }
            let before = *simplex;
            if best.lead >= vector.length() * (1.0 - CLOSEST_ENOUGH) || !simplex.add(next) {
                break;
            }
            let closer = simplex.reduce();
            // Stop if the origin is inside, or if rounding prevents a shorter distance.
            if simplex.count == 4 || !(closer.length_squared() < vector.length_squared()) {
                *simplex = before;
                break;
            }
            vector = closer;
        }
        best
    }
}

impl Simplex {
    /// The distance of two points of the bodies: never less than that of the bodies, up to rounding.
    pub(super) fn distance(&self) -> f64 {
        let corners = self.corners.map(|corner| corner.vector);
        let origin = [DVec3::ZERO];
        match self.count {
            3 => closest(&origin, &corners[..3]).vector_between(&origin, &corners[..3]).length(),
            count => closest(&[DVec3::ZERO; 2], &[corners[0], corners[count - 1]])
                .vector_between(&[DVec3::ZERO; 2], &[corners[0], corners[count - 1]])
                .length(),
        }
    }

    /// Adds a corner. `false` if it is present already or the simplex is full.
    fn add(&mut self, corner: Difference) -> bool {
        let known = self.corners[..self.count].iter().any(|known| known.a == corner.a && known.b == corner.b);
        if known || self.count == 4 {
            return false;
        }
        self.corners[self.count] = corner;
        self.count += 1;
        true
    }

    /// A normal of the triangle of the first three corners, of either sign.
    #[inline]
    fn normal(&self) -> DVec3 {
        let [p, q, r] = [0, 1, 2].map(|i| self.corners[i].vector);
        (q - p).cross(r - p)
    }

    /// The unit direction from the origin to the closest point of the simplex, which is at `vector`.
    #[inline]
    fn direction(&self, vector: DVec3) -> Option<DVec3> {
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

    /// Keeps the corners that support the point closest to the origin, and returns this point. Keeps all four and
    /// returns zero if the origin is inside.
    #[inline]
    fn reduce(&mut self) -> DVec3 {
        match self.count {
            2 => self.reduce_edge(),
            3 => self.reduce_triangle(),
            4 => self.reduce_tetrahedron(),
            _ => self.corners[0].vector,
        }
    }

    fn keep<const N: usize>(&mut self, kept: [usize; N]) {
        let corners = self.corners;
        for (slot, index) in self.corners.iter_mut().zip(kept) {
            *slot = corners[index];
        }
        self.count = N;
    }

    fn reduce_edge(&mut self) -> DVec3 {
        let [p, q] = [self.corners[0].vector, self.corners[1].vector];
        let along = q - p;
        let (part, whole) = (-p.dot(along), along.length_squared());
        if !(part > 0.0) {
            self.keep([0]);
            return p;
        }
        if part >= whole {
            self.keep([1]);
            return q;
        }
        p + along * (part / whole)
    }

    fn reduce_triangle(&mut self) -> DVec3 {
        let [a, b, c] = [0, 1, 2].map(|i| self.corners[i].vector);
        let (ab, ac) = (b - a, c - a);
        let (d1, d2) = (-ab.dot(a), -ac.dot(a));
        if d1 <= 0.0 && d2 <= 0.0 {
            self.keep([0]);
            return a;
        }
        let (d3, d4) = (-ab.dot(b), -ac.dot(b));
        if d3 >= 0.0 && d4 <= d3 {
            self.keep([1]);
            return b;
        }
        let (d5, d6) = (-ab.dot(c), -ac.dot(c));
        if d6 >= 0.0 && d5 <= d6 {
            self.keep([2]);
            return c;
        }
        let (over_ab, over_ac, over_bc) = (d1 * d4 - d3 * d2, d5 * d2 - d1 * d6, d3 * d6 - d5 * d4);
        if over_ab <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
            self.keep([0, 1]);
            return a + ab * (d1 / (d1 - d3));
        }
        if over_ac <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
            self.keep([0, 2]);
            return a + ac * (d2 / (d2 - d6));
        }
        if over_bc <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
            self.keep([1, 2]);
            return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
        }
        // The foot of the perpendicular. Its length is more accurate from the normal than from weights.
        let normal = ab.cross(ac);
        normal * (normal.dot(a) / normal.length_squared())
    }

    fn reduce_tetrahedron(&mut self) -> DVec3 {
        let all = *self;
        let mut best: Option<(DVec3, Self)> = None;
        for [i, j, k, opposite] in [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 3, 1], [1, 2, 3, 0]] {
            let [p, q, r, s] = [i, j, k, opposite].map(|index: usize| all.corners[index].vector);
            let normal = (q - p).cross(r - p);
            let (origin, other) = (-normal.dot(p), normal.dot(s - p));
            // The origin is on the side of the opposite corner, so the closest point is not on this face.
            if origin * other > 0.0 {
                continue;
            }
            let mut side = all;
            side.keep([i, j, k]);
            let vector = side.reduce_triangle();
            if best.is_none_or(|(closest, _)| vector.length_squared() < closest.length_squared()) {
                best = Some((vector, side));
            }
        }
        let Some((vector, side)) = best else { return DVec3::ZERO };
        *self = side;
        vector
    }
}
