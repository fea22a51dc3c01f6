//! Proof that a region contains a solution, and only one.
//!
//! **Question.** Does a square system *f(x) = 0* have a zero in the box *X*, and only one?
//!
//! **Idea.** Linearise over *X* around *c*. If every solution of the linear equations *f(c) + A (x − c) = 0*, for
//! all matrices *A* within the enclosed derivatives, lies in the interior of *X*, then there is exactly one zero. A
//! zero on the boundary of a region would prevent that, so the tested box is the region widened by γ.
//!
//! **Guarantee.** The following holds for any continuous *f* with slopes between any two points of *X* enclosed by
//! the rows *J*, as [`Problem::jacobian`](super::Problem::jacobian) promises. Kinks are allowed.
//!
//! *Theorem 2.* Let no matrix in *J* be singular and let *Q = { c − A⁻¹ f(c) : A ∈ J }* lie in the interior of *X*,
//! *c ∈ X*. Then *f* has exactly one zero in *X*, and it lies in *Q*.
//!
//! *At most one:* *f(y) − f(x) = A (y − x)* for some *A ∈ J* (each row by the mean value theorem), which is not
//! zero for *y ≠ x*: *f* is injective. *At least one:* consider the homotopy *h(x) = f(x) − (1 − s) f(c)* from *s =
//! 0* to *1*. A zero of *h* satisfies *A (x − c) = −s f(c)*, so *x* lies on the segment from *c* to a point of *Q*:
//! in the interior of *X*, never on its boundary. The degree of *h* therefore does not change. At *s = 0* it is ±1,
//! since *f − f(c)* is injective and has the zero *c* in the interior; so *f* has a zero as well. It lies in *Q* by
//! the linear equation itself.
//!
//! The conditions are checked as follows, depending on the Newton method:
//!
//! - *Interval elimination* bounds *Q* directly. No pivot can vanish, so no matrix is singular.
//! - *Gauss–Seidel* on the preconditioned system: for each single matrix the sweep is an affine map of *X* into its
//!   own interior. It has a fixed point there (Brouwer). Relative to the fixed point, the linear part maps a
//!   neighbourhood of zero into its own interior, so it has no eigenvalue of magnitude one or more, and the fixed
//!   point is unique. Fixed points are the solutions of the linear system. There is exactly one, so the matrix is
//!   regular and the solution lies in the image.
//! - *Krawczyk–Moore* (theorem 1): the same with another affine map. The condition on the norm follows from strict
//!   inclusion.
//!
//! Multiplying the system by a matrix *Y* of numbers changes nothing: solutions are kept, and if all *Y A* are
//! regular, so are all *A*.
//!
//! With fewer equations than variables, the remaining variables are fixed at their midpoints. Then a zero exists,
//! and there are others near it.
//!
//! **Cost.** One evaluation of the derivatives and one of the equations per attempt; refinement takes as many per
//! step and doubles the digits.
//!
//! **Source.** Snyder 1993, section 5, theorems 1 and 2, and the inflation γ; section 7, step 4. Degree: Neumaier,
//! *Interval methods for systems of equations* (1990), chapter 5. The paper requires *Q ⊂ X*; we require the
//! interior, and need no derivative in return.

use super::newton::{Linearization, Sides, intersect};
use super::{DomainBoundary, MOST_VARIABLES, NewtonMethod, Problem};
use crate::Interval;
use crate::tolerance::{ENOUGH_IMPROVEMENT, MOST_POLISHING_STEPS, MOST_PROOF_TRIES, PROOF_ROOM};

/// A proved zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProvedZero {
    /// A box that contains no other zero of the equations used.
    pub(super) alone_in: Sides,
    /// A box that contains the zero.
    pub(super) at: Sides,
}

/// The parameters of an existence test.
#[derive(Clone, Copy)]
pub(super) struct ExistenceTest<'a> {
    pub(super) newton: NewtonMethod,
    pub(super) inflation: f64,
    /// The box of the whole problem.
    pub(super) whole: &'a [Interval],
    /// The bit set of the equations used.
    pub(super) used: u32,
}

impl Linearization {
    /// Proves that the region, or a box slightly larger, contains exactly one zero of the equations used. Their
    /// number must equal the number of variables.
    pub(super) fn prove(
        &mut self,
        problem: &mut dyn Problem,
        region: &[Interval],
        test: ExistenceTest<'_>,
    ) -> Option<ProvedZero> {
        let count = region.len();
        let mut wide = inflated(problem, region, test);
        for _ in 0..MOST_PROOF_TRIES {
            let offset = self.linearize(problem, &wide[..count])?;
            let image = self.image(&offset[..count], test.newton, test.used)?;
            let mut at = wide;
            let inside = image[..count].iter().zip(&offset).all(|(image, offset)| strictly_inside(*image, *offset));
            for i in 0..count {
                at[i] = image[i] + self.center[i];
            }
            if inside {
                let mut root = ProvedZero { alone_in: wide, at };
                intersect(&mut root.at[..count], &wide);
                return Some(root);
            }
            // The zero is near, but not inside: recentre the box at the estimate.
            let larger =
                at[..count].iter().zip(region).any(|(at, side)| at.width() > side.width() + room(*side, *side));
            if larger {
                return None;
            }
            for i in 0..count {
                at[i] = at[i].hull(region[i]);
            }
            wide = inflated(problem, &at[..count], test);
        }
        None
    }

    /// Shrinks the box around the zero until rounding prevents progress. The proof remains valid: the zero stays
    /// inside.
    pub(super) fn polish(
        &mut self,
        problem: &mut dyn Problem,
        root: &mut ProvedZero,
        test: ExistenceTest<'_>,
        count: usize,
    ) {
        for _ in 0..MOST_POLISHING_STEPS {
            let before = root.at;
            let Some(offset) = self.linearize(problem, &before[..count]) else { return };
            let Some(mut image) = self.gauss_seidel(&offset[..count], test.used) else { return };
            image.iter_mut().zip(&self.center).for_each(|(image, center)| *image += *center);
            let mut after = before;
            if !intersect(&mut after[..count], &image) {
                return;
            }
            root.at = after;
            let width = |sides: &Sides| sides[..count].iter().map(|side| side.width()).sum::<f64>();
            if !(width(&after) < ENOUGH_IMPROVEMENT * width(&before)) {
                return;
            }
        }
    }

    /// For a system with fewer equations than variables: a box within the region linearised last that is proved to
    /// contain a zero.
    pub(super) fn some_zero(&mut self) -> Option<Sides> {
        let (equations, variables) = (self.equations, self.variables);
        let mut offset = self.offset;
        self.reduce(&offset[..variables], u32::MAX);
        if !self.usable || self.reduced.rank < equations {
            return None;
        }
        let solved = self.reduced.columns;
        let is_solved = |i: usize| solved[..equations].contains(&i);
        (0..variables).filter(|&i| !is_solved(i)).for_each(|i| offset[i] = Interval::ZERO);
        let mut zero = self.gauss_seidel(&offset[..variables], u32::MAX)?;
        let inside = (0..variables).filter(|&i| is_solved(i)).all(|i| strictly_inside(zero[i], offset[i]));
        (0..variables).for_each(|i| zero[i] += self.center[i]);
        inside.then_some(zero)
    }
}

/// Whether the image lies in the interior of a bounded side. The theorems require bounded boxes.
fn strictly_inside(image: Interval, side: Interval) -> bool {
    side.is_bounded() && image.interior(side)
}

/// The region widened by γ, and by some rounding errors if it is thin, but not beyond a boundary of the kind
/// `Wall`.
fn inflated(problem: &mut dyn Problem, region: &[Interval], test: ExistenceTest<'_>) -> Sides {
    let mut wide = [Interval::ZERO; MOST_VARIABLES];
    for (i, side) in region.iter().enumerate() {
        let by = test.inflation * side.radius() + room(*side, test.whole[i]);
        let widened = *side + Interval::between(-by, by);
        wide[i] = if problem.border(i) == DomainBoundary::Wall { widened.intersection(test.whole[i]) } else { widened };
    }
    wide
}

/// The widening of a thin side that covers rounding errors.
fn room(side: Interval, whole: Interval) -> f64 {
    let size = side.magnitude().max(whole.width());
    PROOF_ROOM * if size < f64::INFINITY { size } else { 1.0 }
}
