//! Discrete orientation polytopes.
//!
//! **Question.** Which volume is tighter than a box and nearly as cheap to compare?
//!
//! **Idea.** Store the smallest and the largest projection onto a few fixed directions: the axes of a cube, and
//! its diagonals through corners, through edges, or both. An object whose points move on straight lines
//! during a step stays in the convex hull of their start and end positions. The polytope of all these positions
//! therefore contains it throughout.
//!
//! **Guarantee.** The slab of every direction contains the true projection of every point. Directions have
//! components −1, 0 and 1, so a projection is a sum of `m ≤ 3` coordinates. It differs from the computed sum by
//! at most `(m − 1)·2⁻⁵³·(1 + 2⁻⁵³)` times the sum of their magnitudes. The slab is widened by more than that
//! ([`PROJECTION_ERROR`]). Projections onto the axes are exact.
//!
//! **Cost.** `HALF` projections per point; at most `2·HALF` comparisons per pair.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces, section 2.2: the sets of 6, 14 and 26 directions. The
//! set of 18 omits the diagonals through corners. The directions are not normalised, which the text
//! allows. Inflation therefore widens a slab by `√m` times the distance.
//!
//! | paper | here |
//! |---|---|
//! | Dᵢ | [`DIRECTIONS`] |
//! | Mᵢ, Nᵢ | `lower[i]`, `upper[i]` |

use crate::BoundingVolume;
use crate::tolerance::PROJECTION_ERROR;
use crate::volume::DIRECTIONS;
use glam::DVec3;
use tangency_interval::Interval;

/// A polytope bounded by `2·HALF` planes. `HALF` is 3, 7, 9 or 13.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kdop<const HALF: usize> {
    lower: [f64; HALF],
    upper: [f64; HALF],
}

impl<const HALF: usize> Kdop<HALF> {
    /// The polytope's direction `index`, one of [`DIRECTIONS`].
    const fn direction(index: usize) -> [f64; 3] {
        const { assert!(matches!(HALF, 3 | 7 | 9 | 13), "there are 6, 14, 18 or 26 directions") };
        // The set of 18 skips the diagonals through corners.
        if HALF == 9 && index >= 3 { DIRECTIONS[index + 4] } else { DIRECTIONS[index] }
    }

    /// The polytope of one point.
    fn point(point: DVec3) -> Self {
        let mut one = Self { lower: [0.0; HALF], upper: [0.0; HALF] };
        for index in 0..HALF {
            let [lower, upper] = projection(Self::direction(index), point);
            (one.lower[index], one.upper[index]) = (lower, upper);
        }
        one
    }

    /// The smallest polytope around all points, up to rounding; `None` if there are no points. If the
    /// points move on straight lines during a step, the polytope of their start and end positions contains them
    /// throughout.
    ///
    /// ```
    /// use glam::dvec3;
    /// use tangency_bound::BoundingVolume;
    /// use tangency_bound::reference::Kdop;
    ///
    /// // Two needles along a diagonal, side by side: their boxes meet, their polytopes do not.
    /// let needle = |x: f64| [dvec3(x, 0.0, 0.0), dvec3(x + 1.0, 1.0, 1.0)];
    /// let of = |x| Kdop::<9>::around(needle(x)).expect("two points");
    /// assert!(of(0.0).disjoint(&of(0.5)));
    /// ```
    #[must_use]
    pub fn around(points: impl IntoIterator<Item = DVec3>) -> Option<Self> {
        points.into_iter().map(Self::point).reduce(|a, b| a.merged(&b))
    }

    /// A polytope that contains every point within `distance` of this one. Rounded outward.
    #[must_use]
    pub fn inflated(&self, distance: f64) -> Self {
        let mut wider = *self;
        for index in 0..HALF {
            let length_sq: f64 = Self::direction(index).iter().map(|coordinate| coordinate * coordinate).sum();
            let reach = Interval::from(distance) * Interval::from(length_sq).sqrt();
            wider.lower[index] = (Interval::from(self.lower[index]) - reach).lower();
            wider.upper[index] = (Interval::from(self.upper[index]) + reach).upper();
        }
        wider
    }
}

/// Bounds of the projection of a point onto a direction with components −1, 0 and 1.
fn projection(direction: [f64; 3], point: DVec3) -> [f64; 2] {
    let terms: [f64; 3] = std::array::from_fn(|axis| direction[axis] * point[axis]);
    let sum = terms[0] + terms[1] + terms[2];
    let count: f64 = direction.iter().map(|coordinate| coordinate.abs()).sum();
    let error = (count - 1.0) * PROJECTION_ERROR * (terms[0].abs() + terms[1].abs() + terms[2].abs());
    if error.is_finite() { [sum - error, sum + error] } else { [f64::NEG_INFINITY, f64::INFINITY] }
}

impl<const HALF: usize> BoundingVolume for Kdop<HALF> {
    fn merged(&self, other: &Self) -> Self {
        Self {
            lower: std::array::from_fn(|index| self.lower[index].min(other.lower[index])),
            upper: std::array::from_fn(|index| self.upper[index].max(other.upper[index])),
        }
    }

    fn disjoint(&self, other: &Self) -> bool {
        (0..HALF).any(|index| self.lower[index] > other.upper[index] || other.lower[index] > self.upper[index])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_interval::laws::Random;

    fn around<const HALF: usize>(points: &[DVec3]) -> Kdop<HALF> {
        Kdop::around(points.iter().copied()).expect("there are points")
    }

    crate::volume_laws!(six_directions, super::around::<3>);
    crate::volume_laws!(fourteen_directions, super::around::<7>);
    crate::volume_laws!(eighteen_directions, super::around::<9>);
    crate::volume_laws!(twentysix_directions, super::around::<13>);

    /// The exact sum, times 2⁶⁰, of three numbers that are multiples of 2⁻⁶⁰ and below 2⁶⁰.
    fn exact(terms: [f64; 3]) -> i128 {
        terms.iter().map(|term| (term * 2_f64.powi(30) * 2_f64.powi(30)) as i128).sum()
    }

    #[test]
    fn slabs_hold_exact_projections() {
        let mut random = Random::new(5);
        let mut inexact = 0;
        for _ in 0..20_000 {
            // Large and small coordinates together, all multiples of 2⁻⁶⁰, so that their sums round.
            let mut coordinate = || {
                let size = 2_f64.powi(random.below(16) as i32);
                (random.between(-size, size) * 2_f64.powi(40)).round() * 2_f64.powi(-60) * 2_f64.powi(10)
            };
            let point = DVec3::new(coordinate(), coordinate(), coordinate() * 2_f64.powi(-9));
            for direction in DIRECTIONS {
                let terms = std::array::from_fn(|axis| direction[axis] * point[axis]);
                let [lower, upper] = projection(direction, point).map(|end| exact([end, 0.0, 0.0]));
                let truth = exact(terms);
                assert!(lower <= truth && truth <= upper, "{direction:?} {point}");
                inexact += u32::from(exact([terms[0] + terms[1] + terms[2], 0.0, 0.0]) != truth);
            }
        }
        assert!(inexact > 1_000, "only {inexact} sums were rounded");
    }

    #[test]
    fn sums_that_overflow_prove_nothing() {
        let far = around::<13>(&[DVec3::splat(f64::MAX)]);
        let other = around::<13>(&[DVec3::new(f64::MAX, -f64::MAX, f64::MAX)]);
        assert!(!far.disjoint(&far) && far.disjoint(&other), "still apart along an axis");
        assert_eq!([far.lower[3], far.upper[3]], [f64::NEG_INFINITY, f64::INFINITY]);
    }

    #[test]
    fn inflated_reaches_as_far_as_asked_in_every_direction() {
        let mut random = Random::new(6);
        for _ in 0..2_000 {
            let mut place = || DVec3::from_array([0; 3].map(|_| random.between(-1.0, 1.0)));
            let (point, towards) = (place(), place().normalize());
            let reached = around::<13>(&[point + 0.999_999_999 * towards]);
            assert!(!around::<13>(&[point]).inflated(1.0).disjoint(&reached));
        }
        let along = around::<13>(&[DVec3::splat(0.6)]);
        assert!(around::<13>(&[DVec3::ZERO]).inflated(1.0).disjoint(&along), "√(3·0.36) is more than 1");
    }

    #[test]
    fn more_directions_separate_more() {
        let mut random = Random::new(7);
        let mut apart = [0; 4];
        for _ in 0..4_000 {
            let mut needle = || {
                let [from, along] = [0; 2].map(|_| DVec3::from_array([0; 3].map(|_| random.between(-1.0, 1.0))));
                [from, from + along]
            };
            let (a, b) = (needle(), needle());
            apart[0] += u32::from(around::<3>(&a).disjoint(&around::<3>(&b)));
            apart[1] += u32::from(around::<7>(&a).disjoint(&around::<7>(&b)));
            apart[2] += u32::from(around::<9>(&a).disjoint(&around::<9>(&b)));
            apart[3] += u32::from(around::<13>(&a).disjoint(&around::<13>(&b)));
        }
        assert!(apart[0] < apart[1] && apart[0] < apart[2] && apart[1].max(apart[2]) < apart[3], "{apart:?}");
    }
}
