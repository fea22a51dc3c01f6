//! A proof that an implicit solid is convex.
//!
//! **Question.** Is the solid `f ≤ 0` of a single formula convex?
//!
//! **Idea.** A function with positive semidefinite second derivatives is convex, and so are the sets where it is at
//! most a number. One enclosure over the whole box shows that for sums of even powers. Other formulas are only convex
//! across their gradient, near the surface. The box is bisected, and the parts that meet the *shell* `0 ≤ f ≤ η` must
//! show:
//!
//! 1. `g·(x − c) > 0`: the function grows away from the centre `c`, which is inside;
//! 2. the second derivatives are positive definite across the gradient, or semidefinite.
//!
//! By 1 no ray from `c` enters a set `f ≤ s` with `0 ≤ s < η` again, so the set is star-shaped and therefore connected.
//! By 2 it is locally convex. Let `z` be the highest point of a short segment between two of its points, and suppose it
//! is more than `s`. The derivative along the segment is zero at `z`, so the second derivative is positive there if it
//! is definite across the gradient: no maximum. If it is only semidefinite around `z`, the function is convex along the
//! segment around `z`, and constant; so it is constant along the whole segment, up to its ends. A closed connected set
//! that is locally convex is convex (Tietze and Nakajima 1928).
//!
//! **Guarantee.** An answer is a proof, rounding included. All points and segments are within one box that is wider
//! than the bounding box. A formula that counts only within a region is positive on the border of the region; the
//! connected set `f ≤ 0` does not cross it. So the set is the solid. For a point `p` of the box with `0 ≤ f(p) < η`,
//! all of the solid is in the half-space `g(p)·(x − p) ≤ 0`: the function is at most `f(p)` on the segment from `p` to
//! `x`.
//!
//! **Cost.** Some tens of microseconds for concave solids, which a sample of 26 points usually shows. Some milliseconds
//! at most, once for each shape.
//!
//! **Source.** Tietze 1928 and Nakajima 1928 for the theorem.

use crate::tolerance::{CONVEXITY_BOXES, CONVEXITY_WIDTH, LEVEL_SHELL, RAY_HALVINGS};
use glam::{DMat3, DVec3};
use tangency_geometry::solid::{Solid, SolidJet, SolidLeaf, SolidWork};
use tangency_interval::{Interval, Matrix, Vector, Vector3};

/// What is proved of the function of a convex solid.
#[derive(Clone, Debug)]
pub(super) struct ConvexLevels {
    /// The sets where the function is at most `s` are convex for `0 ≤ s < shell`.
    pub(super) shell: f64,
    /// Points of the surface all around, in floating point.
    pub(super) samples: Vec<DVec3>,
}

/// A solid of one function that may be convex.
pub(super) struct LevelProof<'solid> {
    pub(super) solid: &'solid Solid,
    pub(super) leaf: &'solid SolidLeaf,
    /// A box wider than the bounding box.
    pub(super) place: Vector3,
    /// Metres. The diagonal of the box.
    pub(super) size: f64,
}

impl LevelProof<'_> {
    /// `None` if the solid is not proved convex.
    pub(super) fn prove(&self, work: &mut SolidWork) -> Option<ConvexLevels> {
        let centre = self.place.mid();
        if !(self.leaf.value(Vector::point(centre), Interval::ZERO, work).upper() < 0.0) {
            return None;
        }
        let (samples, steepness) = self.samples(DVec3::from_array(centre), work)?;
        let everywhere = self.leaf.jet(self.place, Interval::ZERO, work);
        if everywhere.is_some_and(|jet| is_semidefinite(&jet.second)) {
            return Some(ConvexLevels { shell: f64::INFINITY, samples });
        }
        let shell = LEVEL_SHELL * steepness * self.size;
        self.shell_is_convex(Vector::point(centre), shell, work).then_some(ConvexLevels { shell, samples })
    }

    /// Points of the surface in all directions from the centre, and the least steepness there. `None` if one of them
    /// shows that the solid is not convex. In floating point.
    fn samples(&self, centre: DVec3, work: &mut SolidWork) -> Option<(Vec<DVec3>, f64)> {
        let half = DVec3::from_array(self.place.0.map(|side| 0.5 * side.width()));
        let mut samples = Vec::with_capacity(26);
        let mut least = f64::INFINITY;
        let steps = || [-1.0, 0.0, 1.0].into_iter();
        let ways = steps().flat_map(|x| steps().flat_map(move |y| steps().map(move |z| DVec3::new(x, y, z))));
        for way in ways.filter(|way| *way != DVec3::ZERO) {
            let (mut inside, mut outside) = (0.0, 1.0);
            for _ in 0..RAY_HALVINGS {
                let middle = 0.5 * (inside + outside);
                let is_inside = self.solid.value_at(centre + middle * way * half, 0.0, work) < 0.0;
                *(if is_inside { &mut inside } else { &mut outside }) = middle;
            }
            let point = centre + inside * way * half;
            let jet = self.leaf.jet(Vector::point(point.to_array()), Interval::ZERO, work)?;
            let gradient = DVec3::from_array(jet.gradient.mid());
            let steepness = gradient.length();
            let (one, two) = (gradient / steepness).any_orthonormal_pair();
            let second = DMat3::from_cols_array_2d(&jet.second.mid());
            let [p, q, r] = [one.dot(second * one), one.dot(second * two), two.dot(second * two)];
            // A flat point is zero up to rounding.
            let flat = -LEVEL_SHELL * steepness / self.size;
            if !(gradient.dot(point - centre) > 0.0 && p + r >= flat && p * r - q * q >= flat * (p + r).abs()) {
                return None;
            }
            least = least.min(steepness);
            samples.push(point);
        }
        (least > 0.0).then_some((samples, least))
    }

    /// `true` proves both conditions in every part of the box that meets the shell.
    fn shell_is_convex(&self, centre: Vector3, shell: f64, work: &mut SolidWork) -> bool {
        let mut stack = vec![self.place];
        for _ in 0..CONVEXITY_BOXES {
            let Some(part) = stack.pop() else { return true };
            let apart = |value: Interval| value.lower() > shell || value.upper() < 0.0;
            if apart(self.leaf.value(part, Interval::ZERO, work)) {
                continue;
            }
            if let Some(jet) = self.leaf.jet(part, Interval::ZERO, work)
                && (apart(jet.value) || (jet.gradient.dot(part - centre).lower() > 0.0 && is_convex_across(&jet)))
            {
                continue;
            }
            if part.width() < CONVEXITY_WIDTH * self.size {
                return false;
            }
            let (one, other) = part.split(part.widest());
            stack.extend([one, other]);
        }
        stack.is_empty()
    }
}

/// `true` proves that the second derivatives are semidefinite, or positive definite across the gradient.
///
/// In a basis of two vectors `T` across the gradient in the middle and one `N` along it, a vector is `Tα + Nβ`. If it
/// is across the gradient `g` at any point, `|β| ≤ ρ·|α|` with `ρ = |Tᵀg|/(N·g)`. So the second derivative along it is
/// at least `αᵀ(TᵀHT)α − (2ρ·|TᵀHN| + ρ²·max(0, −NᵀHN))·|α|²`. The basis need not be orthonormal.
fn is_convex_across(jet: &SolidJet) -> bool {
    if is_semidefinite(&jet.second) {
        return true;
    }
    let Some(normal) = DVec3::from_array(jet.gradient.mid()).try_normalize() else { return false };
    let (one, two) = normal.any_orthonormal_pair();
    let [one, two, normal] = [one, two, normal].map(|axis| Vector3::point(axis.to_array()));
    let ahead = jet.gradient.dot(normal).lower();
    let aside = (jet.gradient.dot(one).sqr() + jet.gradient.dot(two).sqr()).sqrt();
    if !(ahead > 0.0) {
        return false;
    }
    let tilt = aside / Interval::from(ahead);
    let [of_one, of_two, of_normal] = [one, two, normal].map(|axis| jet.second * axis);
    let mixed = (one.dot(of_normal).sqr() + two.dot(of_normal).sqr()).sqrt();
    let along = normal.dot(of_normal).lower().min(0.0);
    let loss = Interval::from((tilt * mixed * 2.0 - tilt.sqr() * along).upper());
    let [first, second] = [one.dot(of_one), two.dot(of_two)].map(|bend| (Interval::from(bend.lower()) - loss).lower());
    let product = (Interval::from(first) * Interval::from(second)).lower();
    first > 0.0 && second > 0.0 && product > Interval::from(one.dot(of_two).magnitude()).sqr().upper()
}

/// `true` proves that all symmetric matrices in the enclosure are positive semidefinite: the pivots of elimination are
/// positive, or zero with a zero row.
fn is_semidefinite(matrix: &Matrix<3, 3>) -> bool {
    let mut left = *matrix;
    for pivot in 0..3 {
        let on_diagonal = left[pivot][pivot];
        let is_zero = (pivot + 1..3).all(|row| left[row][pivot] == Interval::ZERO);
        if is_zero && on_diagonal.lower() >= 0.0 {
            continue;
        }
        if !(on_diagonal.lower() > 0.0) {
            return false;
        }
        for row in pivot + 1..3 {
            for column in pivot + 1..=row {
                let [one, other] = [left[row][pivot], left[column][pivot]];
                let product = if row == column { one.sqr() } else { one * other };
                left[row][column] -= product / on_diagonal;
            }
        }
    }
    true
}
