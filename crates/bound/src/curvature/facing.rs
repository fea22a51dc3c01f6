//! Directions that triangles face throughout a step.
//!
//! **Question.** For which of 26 directions does the normal of a triangle have a positive component, at every
//! instant?
//!
//! **Idea.** If the corners move on straight lines, the edges e and f are linear in time and the normal e × f
//! is quadratic. Its component along a direction is positive throughout if the components of its three
//! Bernstein coefficients, e₀ × f₀, (e₀ × f₁ + e₁ × f₀)/2 and e₁ × f₁, are positive. Eight triangles are
//! processed at a time in single precision. Precision near the boundary of a set of directions is not needed.
//!
//! **Guarantee.** A bit is set only if the true component is positive at every instant. Let u = 2⁻²⁴, and let r
//! and s be the largest magnitudes of the coordinates of e and f, or 2⁻⁶⁰ if these are smaller. A coordinate of
//! an edge is subtracted in double precision, scaled by a power of two and rounded. Its error is at most u·r
//! (2⁻¹⁵⁰ where it underflows, which is less). The error of a coordinate of a cross product is at most 8u·rs,
//! that of the sum of two cross products 20u·rs. The component along a direction of −1, 0 and 1 is a sum of
//! three terms of at most 4rs. Its error is at most 84u·rs, up to terms in u² and 24 underflows of 2⁻¹⁵⁰,
//! together less than u·rs. [`NORMAL_ERROR`] is 128u. If anything overflows, the bound overflows too, and no
//! bit is set.
//!
//! **Cost.** Four cross products and 30 sums for eight triangles together.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces, section 3.2: the directions of k-DOPs as samples of
//! the sphere, sets as bits combined by AND. There for one instant; here for the whole step.

use crate::tolerance::{NORMAL_ERROR, SHORTEST_EDGE};
use crate::volume::DIRECTIONS;
use glam::DVec3;
use wide::f32x8;

/// A set of directions: bit `i` is [`DIRECTIONS`]`[i]`, bit `13 + i` the opposite direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FacingSet(u32);

impl FacingSet {
    pub(super) const NONE: Self = Self(0);

    /// The intersection of both sets.
    pub(super) fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The direction closest to the mean of the set; `None` if the set is empty.
    pub(super) fn middle(self) -> Option<FacingDirection> {
        let all = || (0..2 * DIRECTIONS.len()).filter(|bit| self.0 >> bit & 1 == 1).map(FacingDirection::new);
        let sum: DVec3 = all().map(|direction| direction.unit()).sum();
        all().max_by(|a, b| a.unit().dot(sum).total_cmp(&b.unit().dot(sum)))
    }

    /// The directions that eight triangles face throughout the step. Lengths must be scaled by a power of two
    /// that makes them neither huge nor tiny.
    #[inline]
    pub(super) fn of_eight(edges: &EightTriangles) -> [Self; LANES] {
        let [e, e_end, f, f_end] = edges.0.map(|vector| vector.map(f32x8::from));
        let reach = |start: [f32x8; 3], end: [f32x8; 3]| {
            let all = start.into_iter().chain(end).map(f32x8::abs);
            all.fold(f32x8::splat(SHORTEST_EDGE), |most, coordinate| most.fast_max(coordinate))
        };
        // Sixteen times the product overflows before any of the sums below.
        let bound = f32x8::splat(16.0) * reach(e, e_end) * reach(f, f_end) * f32x8::splat(NORMAL_ERROR / 16.0);
        let (mixed, back) = (cross(e, f_end), cross(e_end, f));
        let middle = std::array::from_fn(|axis| mixed[axis] + back[axis]);
        let [first, second, third] = [cross(e, f), middle, cross(e_end, f_end)].map(components);
        let mut bits = f32x8::ZERO;
        for (index, ((first, second), third)) in first.into_iter().zip(second).zip(third).enumerate() {
            let along = first.fast_min(second).fast_min(third).simd_gt(bound);
            let against = first.fast_max(second).fast_max(third).simd_lt(-bound);
            let bit = |index: usize| f32x8::splat(f32::from_bits(1 << index));
            bits = bits | (along & bit(index)) | (against & bit(index + DIRECTIONS.len()));
        }
        bits.to_array().map(|bits| Self(bits.to_bits()))
    }
}

/// Triangles processed together.
pub(super) const LANES: usize = 8;

/// Two edges of eight triangles: e at the start, e at the end, f at the start, f at the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct EightTriangles([[[f32; LANES]; 3]; 4]);

impl EightTriangles {
    pub(super) const NONE: Self = Self([[[0.0; LANES]; 3]; 4]);

    /// Stores the edges of a triangle in a lane.
    #[inline]
    pub(super) fn set(&mut self, lane: usize, [[a, b, c], [a_end, b_end, c_end]]: [[DVec3; 3]; 2], scale: f64) {
        for (vector, edge) in self.0.iter_mut().zip([b - a, b_end - a_end, c - a, c_end - a_end]) {
            let edge = scale * edge;
            vector[0][lane] = edge.x as f32;
            vector[1][lane] = edge.y as f32;
            vector[2][lane] = edge.z as f32;
        }
    }
}

#[inline]
fn cross(a: [f32x8; 3], b: [f32x8; 3]) -> [f32x8; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The components of a vector along [`DIRECTIONS`].
#[inline]
fn components([x, y, z]: [f32x8; 3]) -> [f32x8; 13] {
    let (sum, difference) = (x + y, x - y);
    let corners = [sum + z, difference - z, -(difference + z), z - sum];
    let [a, b, c, d] = corners;
    [x, y, z, a, b, c, d, y + z, y - z, x + z, x - z, sum, difference]
}

/// One of the 26 directions, and the projection along it.
///
/// Let k be the last axis along which the direction d has a nonzero component, and i, j, k in cyclic order. The
/// projection maps a point p to u = pᵢ − (dᵢ/dₖ)pₖ, v = pⱼ − (dⱼ/dₖ)pₖ. It is linear and maps d to zero. A
/// triangle with normal n (of length twice its area) projects to twice the area n·d/dₖ. If dₖ = −1, u and v are
/// swapped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FacingDirection {
    vector: [f64; 3],
}

impl FacingDirection {
    pub(super) fn new(bit: usize) -> Self {
        let sign = if bit < DIRECTIONS.len() { 1.0 } else { -1.0 };
        Self { vector: DIRECTIONS[bit % DIRECTIONS.len()].map(|coordinate| sign * coordinate) }
    }

    fn unit(&self) -> DVec3 {
        DVec3::from_array(self.vector).normalize()
    }

    /// The projection: the axes i, j, k, and the factors of pₖ in u and v.
    pub(super) fn plane(&self) -> ProjectionPlane {
        let d = self.vector;
        let k = if d[2] != 0.0 { 2 } else { usize::from(d[1] != 0.0) };
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        // Division by ±1 equals multiplication.
        let [first, second] = if d[k] > 0.0 { [i, j] } else { [j, i] };
        ProjectionPlane { axes: [first, second, k], factors: [d[first] * d[k], d[second] * d[k]] }
    }
}

/// The projection along a [`FacingDirection`].
#[derive(Clone, Copy, Debug)]
pub(super) struct ProjectionPlane {
    axes: [usize; 3],
    factors: [f64; 2],
}

impl ProjectionPlane {
    /// The projection of a point: each coordinate minus −1, 0 or 1 times another.
    #[inline]
    pub(super) fn place(&self, point: DVec3) -> glam::DVec2 {
        let [first, second, along] = self.axes.map(|axis| point[axis]);
        glam::DVec2::new(first - self.factors[0] * along, second - self.factors[1] * along)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_interval::laws::Random;

    fn facing(corners: [[DVec3; 3]; 2], scale: f64) -> FacingSet {
        let mut edges = EightTriangles::NONE;
        edges.set(3, corners, scale);
        let found = FacingSet::of_eight(&edges);
        assert!(
            (0..LANES).all(|lane| lane == 3 || found[lane] == FacingSet::NONE),
            "lanes without a triangle face nothing"
        );
        found[3]
    }

    fn all() -> impl Iterator<Item = (usize, FacingDirection)> {
        (0..26).map(|bit| (bit, FacingDirection::new(bit)))
    }

    /// Small integers make every coefficient exact. No bit may be set where the component is not positive.
    #[test]
    fn sets_are_those_of_exact_coefficients() {
        let mut random = Random::new(51);
        let [mut set_bits, mut not] = [0; 2];
        for _ in 0..4_000 {
            let corners: [[DVec3; 3]; 2] = std::array::from_fn(|_| {
                std::array::from_fn(|_| DVec3::from_array([0; 3].map(|_| random.between(-4.0, 4.0).round())))
            });
            let set = facing(corners, 1.0);
            for (bit, direction) in all() {
                let d = DVec3::from_array(direction.vector);
                // The instants are dyadic, so these components are exact too.
                let components = (0..=64).map(|step| {
                    let time = f64::from(step) / 64.0;
                    let [a, b, c] = std::array::from_fn(|i| corners[0][i] + time * (corners[1][i] - corners[0][i]));
                    (b - a).cross(c - a).dot(d)
                });
                let positive = components.fold(f64::INFINITY, f64::min) > 0.0;
                if set.0 >> bit & 1 == 1 {
                    set_bits += 1;
                    assert!(positive, "{corners:?} does not face {d}");
                } else {
                    not += 1;
                }
            }
        }
        assert!(set_bits > 2_000 && not > 20_000, "{set_bits} set, {not} not");
    }

    #[test]
    fn a_still_triangle_faces_half_of_the_directions_and_a_flat_one_none() {
        let corners = [DVec3::ZERO, DVec3::new(1.0, 0.1, 0.2), DVec3::new(0.3, 1.0, -0.2)];
        let normal = corners[1].cross(corners[2]);
        let set = facing([corners; 2], 1.0);
        for (bit, direction) in all() {
            assert_eq!(set.0 >> bit & 1 == 1, DVec3::from_array(direction.vector).dot(normal) > 0.0);
        }
        assert!(set.middle().is_some_and(|middle| middle.vector == [0.0, 0.0, 1.0]));
        for (size, some) in [(0.0, false), (1e-30, false), (1e-10, true), (1e10, true), (1e30, false), (1e308, false)] {
            assert_eq!(facing([corners.map(|corner| size * corner); 2], 1.0) != FacingSet::NONE, some, "{size}");
        }
        let huge = corners.map(|corner| 1e200 * corner);
        assert_eq!(facing([huge; 2], 2_f64.powi(-664)), set);
        let [a, b, _] = corners;
        assert_eq!([3.0 * b, b].map(|c| facing([[a, b, c]; 2], 1.0)), [FacingSet::NONE; 2]);
        // The triangle turns over within the step, so it faces no direction throughout.
        assert_eq!(facing([corners, [corners[0], corners[2], corners[1]]], 1.0), FacingSet::NONE);
    }

    #[test]
    fn areas_in_the_plane_are_components_of_the_normal() {
        let mut random = Random::new(52);
        for (_, direction) in all() {
            let [a, b] = [0; 2].map(|_| DVec3::from_array([0; 3].map(|_| random.between(-100.0, 100.0).round())));
            let plane = direction.plane();
            let area = plane.place(a).perp_dot(plane.place(b));
            let d = DVec3::from_array(direction.vector);
            assert_eq!(area, a.cross(b).dot(d));
            assert_eq!(plane.place(7.0 * d), glam::DVec2::ZERO);
        }
    }
}
