//! The problem interface: a box, equations, side conditions, an objective.

use super::SolverOptions;
use crate::{Interval, Vector, Vector3};

/// Largest number of variables of a problem. Regions are stored in arrays of this size, without allocation.
pub const MOST_VARIABLES: usize = 8;

/// Largest number of equations of a problem.
pub const MOST_EQUATIONS: usize = 16;

/// The proved status of the side conditions (inequalities combined by *and*, *or*, *not*) over a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConditionStatus {
    /// Proved: they hold nowhere in the region.
    Violated,
    /// Not decided: they may hold somewhere in it.
    Possible,
    /// Proved: they hold everywhere in it.
    Holds,
}

impl ConditionStatus {
    /// The status of a conjunction.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.min(other)
    }

    /// The status of a disjunction. If one is violated and the other is possible, the disjunction is possible.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        self.max(other)
    }

    /// The status of `value ≥ 0`, given an enclosure of a value that is defined everywhere. An empty enclosure
    /// means that there is no value, which violates the condition.
    #[must_use]
    #[inline]
    pub fn not_negative(value: Interval) -> Self {
        if !(value.upper() >= 0.0) {
            Self::Violated
        } else if value.lower() >= 0.0 {
            Self::Holds
        } else {
            Self::Possible
        }
    }
}

/// The quantity to minimise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The coordinate with this index, such as the time. Regions can then be truncated where it exceeds the best
    /// known value.
    Coordinate(usize),
    /// The function that [`Problem::value`] encloses.
    Function,
}

/// How the functions behave beyond an endpoint of the box. The proof of existence examines a box that extends a
/// little (γ) beyond a region, because a solution may lie on the region's boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DomainBoundary {
    /// The functions must not be evaluated beyond it. A solution on this boundary is never proved, only reported
    /// within tolerance.
    Wall,
    /// The functions can be evaluated beyond it, but a point beyond is not a solution. A zero so near the boundary
    /// that rounding hides its side is reported within tolerance.
    Passable,
    /// The domain is periodic (an angle that wraps around). A zero up to γ of a region's size beyond it is a
    /// solution. The same solution may then be found at both ends.
    Seam,
}

/// A constrained problem: find the points of a box that satisfy equations and side conditions and minimise the
/// objective.
///
/// Methods take `&mut self` so that a problem can keep scratch memory. Every enclosure must be valid for *every*
/// point of the given region; each method states how it treats points without a value. The functions must not
/// change between calls.
///
/// See [`Formula`](super::Formula) for a problem made of expressions, and the [module page](super) for examples. An
/// implementation by hand:
/// ```
/// use tangency_interval::{Interval, solve::{SolverOptions, Problem, Proof, minimize}};
///
/// /// A ball of radius 1 falls from height 9 under gravity 2: when does it reach the ground, 8 = t²?
/// struct Fall([Interval; 1]);
///
/// impl Problem for Fall {
///     fn region(&self) -> &[Interval] {
///         &self.0
///     }
///     fn equation_count(&self) -> usize {
///         1
///     }
///     fn equations(&mut self, region: &[Interval], values: &mut [Interval]) {
///         values[0] = 8.0 - region[0].sqr();
///     }
///     fn jacobian(&mut self, region: &[Interval], rows: &mut [Interval]) -> bool {
///         rows[0] = -2.0 * region[0];
///         true
///     }
/// }
///
/// let found = minimize(&mut [Fall([Interval::new(0.0, 10.0)?])], &SolverOptions::default());
/// assert_eq!(found.solutions[0].proof, Proof::Unique);
/// assert!(found.lower <= 8_f64.sqrt() && 8_f64.sqrt() <= found.upper && found.upper - found.lower < 1e-14);
/// # Ok::<(), tangency_interval::InvalidInterval>(())
/// ```
pub trait Problem {
    /// The box in which solutions are sought. Its length is the number of variables, at most [`MOST_VARIABLES`].
    fn region(&self) -> &[Interval];

    /// The number of equations, at most [`MOST_EQUATIONS`]. It may be less than, equal to or greater than the
    /// number of variables.
    fn equation_count(&self) -> usize;

    /// Encloses the left-hand sides of the equations (`… = 0`) over the region, at all points where they have a
    /// value. An empty enclosure proves that the region has no solution, because a point without a value is not a
    /// solution. Return [`Interval::ENTIRE`] to keep such points.
    fn equations(&mut self, region: &[Interval], values: &mut [Interval]);

    /// The status of the side conditions over the region.
    fn condition(&mut self, region: &[Interval]) -> ConditionStatus {
        let _ = region;
        ConditionStatus::Holds
    }

    /// Evaluates side conditions and equations together, if they share work. After `Violated` the values are not
    /// read.
    fn constraint(&mut self, region: &[Interval], values: &mut [Interval]) -> ConditionStatus {
        let condition = self.condition(region);
        if condition != ConditionStatus::Violated {
            self.equations(region, values);
        }
        condition
    }

    /// Encloses the partial derivatives of the equations over the region, one row per equation. `false` if they
    /// cannot be given; the region is then only bisected.
    ///
    /// `true` promises that each equation is defined and continuous on the region, and that for any two points *x*,
    /// *y* of the region the row contains some *g* with *f(y) − f(x) = g·(y − x)*. Enclosed derivatives of a
    /// differentiable function satisfy this by the mean value theorem; at kinks, enclosed slopes do.
    fn jacobian(&mut self, region: &[Interval], rows: &mut [Interval]) -> bool;

    /// The quantity to minimise; by default the last coordinate.
    fn objective(&self) -> Objective {
        Objective::Coordinate(self.region().len().saturating_sub(1))
    }

    /// Encloses the objective over the region. Called only for an [`Objective::Function`]. An empty enclosure
    /// proves that the region has no solution.
    fn value(&mut self, region: &[Interval]) -> Interval {
        region.last().copied().unwrap_or(Interval::ZERO)
    }

    /// The distance mapping *d* of the paper: a box in space that contains the position of every point of the
    /// region. Singular solutions are kept apart in this space. By default the first three coordinates.
    fn place(&mut self, region: &[Interval]) -> Vector3 {
        Vector::from_fn(|i| region.get(i).copied().unwrap_or(Interval::ZERO))
    }

    /// The emergency acceptance criterion: whether the region is small enough to be reported as a solution within
    /// tolerance although nothing was proved. Must be true for sufficiently small regions; otherwise the search
    /// ends only with its budget.
    ///
    /// By default: the [`place`](Self::place) is no wider than [`SolverOptions::accept`] and the objective no wider
    /// than [`SolverOptions::accept_objective`].
    fn small_enough(&mut self, region: &[Interval], objective: Interval, options: &SolverOptions) -> bool {
        objective.width() <= options.accept_objective && self.place(region).width() <= options.accept
    }

    /// How the functions behave beyond the endpoints of the coordinate's interval.
    fn border(&self, coordinate: usize) -> DomainBoundary {
        let _ = coordinate;
        DomainBoundary::Wall
    }

    /// A bit set of equations that suffice within the region: where these vanish, the others vanish too. By default
    /// all. A system with more equations than variables is proved to have a solution only if exactly as many
    /// equations as variables suffice.
    fn sufficient(&mut self, region: &[Interval]) -> u32 {
        let _ = region;
        u32::MAX
    }

    /// The group of the problem. Only singular solutions of the same group are kept apart. Problems about the same
    /// pair of bodies share a group; other pairs have other groups.
    fn group(&self) -> usize {
        0
    }
}

/// Implements [`Problem`] for pointers to problems.
macro_rules! forwarding {
    ($($pointer:ty),*) => {$(
        impl<P: Problem + ?Sized> Problem for $pointer {
            fn region(&self) -> &[Interval] {
                (**self).region()
            }
            fn equation_count(&self) -> usize {
                (**self).equation_count()
            }
            fn equations(&mut self, region: &[Interval], values: &mut [Interval]) {
                (**self).equations(region, values);
            }
            fn condition(&mut self, region: &[Interval]) -> ConditionStatus {
                (**self).condition(region)
            }
            fn constraint(&mut self, region: &[Interval], values: &mut [Interval]) -> ConditionStatus {
                (**self).constraint(region, values)
            }
            fn jacobian(&mut self, region: &[Interval], rows: &mut [Interval]) -> bool {
                (**self).jacobian(region, rows)
            }
            fn objective(&self) -> Objective {
                (**self).objective()
            }
            fn value(&mut self, region: &[Interval]) -> Interval {
                (**self).value(region)
            }
            fn place(&mut self, region: &[Interval]) -> Vector3 {
                (**self).place(region)
            }
            fn small_enough(&mut self, region: &[Interval], objective: Interval, options: &SolverOptions) -> bool {
                (**self).small_enough(region, objective, options)
            }
            fn border(&self, coordinate: usize) -> DomainBoundary {
                (**self).border(coordinate)
            }
            fn sufficient(&mut self, region: &[Interval]) -> u32 {
                (**self).sufficient(region)
            }
            fn group(&self) -> usize {
                (**self).group()
            }
        }
    )*};
}
forwarding!(Box<P>, &mut P);
