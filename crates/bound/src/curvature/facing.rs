//! Which directions a triangle faces throughout a step.
//!
//! **Question.** For which of 26 directions does the normal of a triangle have a positive component, at every instant?
//!
//! **Idea.** With corners on straight paths the edges e, f are linear in time and the normal e × f is quadratic. Its component
//! along a direction is positive throughout if its three Bernstein coefficients, e₀ × f₀, (e₀ × f₁ + e₁ × f₀)/2 and e₁ × f₁, have positive
//! components.
//!
//! **Guarantee.** A bit is set only if the true component is positive at every instant. With u = 2⁻⁵³, r and s the largest
//! magnitudes of the coordinates of e and f as computed: each of them carries a relative error of u; so a
//! coordinate of a cross product is off by at most 8u·rs, and of the sum of two by 20u·rs; its component along a direction of −1, 0 and 1, a
//! sum of three at most 4rs each, by 84u·rs, up to terms in u². [`NORMAL_ERROR`] is 128u; products that underflow
//! add less than the smallest normal number. What overflows sets no bit.
//!
//! **Cost.** Four cross products and 39 components a triangle.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces, section 3.2: the directions of the polytopes as samples of the sphere, sets
//! as bits that are combined by AND. There for one instant.

use crate::tolerance::NORMAL_ERROR;
use crate::volume::DIRECTIONS;
use glam::DVec3;

/// A set of directions: bit `i` is [`DIRECTIONS`]`[i]`, bit `13 + i` its opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Facing(u32);

impl Facing {
    pub(super) const NONE: Self = Self(0);

    /// The directions of both.
    pub(super) fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The direction of the set that is closest to a normal.
    pub(super) fn closest(self, normal: DVec3) -> Option<Direction> {
        let all = (0..2 * DIRECTIONS.len()).filter(|bit| self.0 >> bit & 1 == 1).map(Direction::new);
        all.max_by(|a, b| a.cosine(normal).total_cmp(&b.cosine(normal)))
    }

    /// The directions that a triangle faces from where its corners start to where they end.
    #[inline]
    pub(super) fn of([[a, b, c], [a_end, b_end, c_end]]: [[DVec3; 3]; 2]) -> Self {
        let ([e, e_end], [f, f_end]) = ([b - a, b_end - a_end], [c - a, c_end - a_end]);
        let normals = [e.cross(f), e.cross(f_end) + e_end.cross(f), e_end.cross(f_end)];
        let reach = |start: DVec3, end: DVec3| start.abs().max(end.abs()).max_element();
        // Sixteen times the product overflows before any sum below can.
        let bound = (16.0 * reach(e, e_end) * reach(f, f_end)) * (NORMAL_ERROR / 16.0) + f64::MIN_POSITIVE;
        let (mut least, mut most) = ([0.0_f64; DIRECTIONS.len()], [0.0_f64; DIRECTIONS.len()]);
        for (index, [x, y, z]) in DIRECTIONS.into_iter().enumerate() {
            let [first, second, third] = normals.map(|normal| x * normal.x + y * normal.y + z * normal.z);
            least[index] = first.min(second).min(third);
            most[index] = first.max(second).max(third);
        }
        let mut bits = 0;
        for index in 0..DIRECTIONS.len() {
            bits |= u32::from(least[index] > bound) << index;
            bits |= u32::from(most[index] < -bound) << (index + DIRECTIONS.len());
        }
        Self(bits)
    }
}

/// One of the directions, as a projection to the plane along it.
///
/// With k the last axis along which the direction d has a component, and i, j, k in cyclic order, a point p goes to
/// u = pᵢ − (dᵢ/dₖ)pₖ, v = pⱼ − (dⱼ/dₖ)pₖ: linear, zero for d itself, and a triangle with normal n (twice its area long) has
/// there twice the area n·d/dₖ. For dₖ = −1, u and v change places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Direction {
    vector: [f64; 3],
}

impl Direction {
    fn new(bit: usize) -> Self {
        let sign = if bit < DIRECTIONS.len() { 1.0 } else { -1.0 };
        Self { vector: DIRECTIONS[bit % DIRECTIONS.len()].map(|coordinate| sign * coordinate) }
    }

    /// The cosine of the angle with a normal, times the length of the normal.
    fn cosine(&self, normal: DVec3) -> f64 {
        DVec3::from_array(self.vector).normalize().dot(normal)
    }

    /// Where points go: the axes i, j, k, and the factors of pₖ in u and v.
    pub(super) fn plane(&self) -> Plane {
        let d = self.vector;
        let k = if d[2] != 0.0 { 2 } else { usize::from(d[1] != 0.0) };
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        // Division by ±1 is multiplication.
        let [first, second] = if d[k] > 0.0 { [i, j] } else { [j, i] };
        Plane { axes: [first, second, k], factors: [d[first] * d[k], d[second] * d[k]] }
    }
}

/// The projection along a [`Direction`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    axes: [usize; 3],
    factors: [f64; 2],
}

impl Plane {
    /// The place of a point in the plane: a coordinate, less −1, 0 or 1 times another.
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

    fn all() -> impl Iterator<Item = (usize, Direction)> {
        (0..26).map(|bit| (bit, Direction::new(bit)))
    }

    /// Small integers: every coefficient is exact, so the set must be exactly right where no coefficient is zero.
    #[test]
    fn sets_are_those_of_exact_coefficients() {
        let mut random = Random::new(51);
        let [mut facing, mut not] = [0; 2];
        for _ in 0..4_000 {
            let corners: [[DVec3; 3]; 2] = std::array::from_fn(|_| {
                std::array::from_fn(|_| DVec3::from_array([0; 3].map(|_| random.between(-4.0, 4.0).round())))
            });
            let set = Facing::of(corners);
            for (bit, direction) in all() {
                let d = DVec3::from_array(direction.vector);
                // The component at many instants, which are dyadic: exact too.
                let components = (0..=64).map(|step| {
                    let time = f64::from(step) / 64.0;
                    let [a, b, c] = std::array::from_fn(|i| corners[0][i] + time * (corners[1][i] - corners[0][i]));
                    (b - a).cross(c - a).dot(d)
                });
                let positive = components.fold(f64::INFINITY, f64::min) > 0.0;
                if set.0 >> bit & 1 == 1 {
                    facing += 1;
                    assert!(positive, "{corners:?} does not face {d}");
                } else {
                    not += 1;
                }
            }
        }
        assert!(facing > 2_000 && not > 20_000, "{facing} set, {not} not");
    }

    #[test]
    fn a_still_triangle_faces_half_of_the_directions_and_a_flat_one_none() {
        let corners = [DVec3::ZERO, DVec3::new(1.0, 0.1, 0.2), DVec3::new(0.3, 1.0, -0.2)];
        let normal = corners[1].cross(corners[2]);
        let set = Facing::of([corners; 2]);
        for (bit, direction) in all() {
            assert_eq!(set.0 >> bit & 1 == 1, DVec3::from_array(direction.vector).dot(normal) > 0.0);
        }
        assert!(set.closest(normal).is_some_and(|best| best.vector == [0.0, 0.0, 1.0]));
        for scale in [1e-170, 1e-155, 0.0, 1e154, 1e200, 1e308] {
            let scaled = corners.map(|corner| scale * corner);
            assert_eq!(Facing::of([scaled; 2]).is_empty(), !(1e-154..1e153).contains(&scale), "{scale}");
        }
        let [a, b, _] = corners;
        assert!(Facing::of([[a, b, 3.0 * b]; 2]).is_empty() && Facing::of([[a, b, b]; 2]).is_empty());
        // Turned over within the step: faces nothing throughout.
        assert!(Facing::of([corners, [corners[0], corners[2], corners[1]]]).is_empty());
    }

    #[test]
    fn areas_in_the_plane_are_components_of_the_normal() {
        let mut random = Random::new(52);
        for (_, direction) in all() {
            let [a, b] =
                [0; 2].map(|_| DVec3::from_array([0; 3].map(|_| random.between(-100.0, 100.0).round())));
            let plane = direction.plane();
            let area = plane.place(a).perp_dot(plane.place(b));
            let d = DVec3::from_array(direction.vector);
            assert_eq!(area, a.cross(b).dot(d));
            assert_eq!(plane.place(7.0 * d), glam::DVec2::ZERO);
        }
    }
}
