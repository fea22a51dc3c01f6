//! What is asked: a box, equations, side conditions, an objective.

use super::Options;
use crate::{Interval, Vector, Vector3};

/// The most variables of a problem: regions are stored flat, without allocation.
pub const MOST_VARIABLES: usize = 8;

/// The most equations of a problem.
pub const MOST_EQUATIONS: usize = 16;

/// What is known of the side conditions (inequalities and what is built of them by *and*, *or*, *not*) over a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// They hold nowhere in the region: proved.
    Violated,
    /// They may hold somewhere in it.
    Possible,
    /// They hold everywhere in it: proved.
    Holds,
}

impl Condition {
    /// Both are asked for.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.min(other)
    }

    /// Either is enough. Where one is violated and the other only possible, so is the whole.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        self.max(other)
    }

    /// What is known of `value ≥ 0` where the value is enclosed so, and defined everywhere. An empty value is no value at all,
    /// and violates.
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

/// What is made least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The coordinate with this index, such as the time. Regions can then be cut short where they are too late.
    Coordinate(usize),
    /// The function that [`Problem::value`] encloses.
    Function,
}

/// What lies beyond an end of the box in which solutions are sought. The proof of existence looks a little (γ) beyond a region,
/// because a solution may lie on its border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Border {
    /// The functions must not be evaluated there. A solution on this border is never proved, only within tolerance.
    Wall,
    /// The functions can be evaluated there, but a solution beyond is none. One so near the border that rounding hides on which
    /// side it is, is reported as within tolerance.
    Passable,
    /// Beyond is the same thing again (an angle that wraps around): a solution up to γ of the size of a region beyond it is
    /// one. The same solution may then be found at both ends.
    Seam,
}

/// Which points of a box satisfy equations and side conditions, and which of those make the objective least.
///
/// Methods take `&mut self` so that a problem can keep scratch memory. All enclosures must hold for *every* point of the region
/// they are asked about; what happens there at points without a value is said at each of them. The functions must not change
/// from call to call.
///
/// See [`Formula`](super::Formula) for a problem made of expressions, and the [front page](super) for examples. By hand:
///
/// ```
/// use tangency_interval::{Interval, solve::{Options, Problem, Proof, minimize}};
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
/// let found = minimize(&mut [Fall([Interval::new(0.0, 10.0)?])], &Options::default());
/// assert_eq!(found.solutions[0].proof, Proof::Unique);
/// assert!(found.lower <= 8_f64.sqrt() && 8_f64.sqrt() <= found.upper && found.upper - found.lower < 1e-14);
/// # Ok::<(), tangency_interval::InvalidInterval>(())
/// ```
pub trait Problem {
    /// The box in which solutions are sought: its length, at most [`MOST_VARIABLES`], is the number of variables.
    fn region(&self) -> &[Interval];

    /// How many equations there are, at most [`MOST_EQUATIONS`]: as many as variables, more, fewer, or none.
    fn equation_count(&self) -> usize;

    /// Encloses the left-hand sides of the equations (`… = 0`) over the region, at all points where they have a value. An empty one
    /// proves that no solution is there: a point without a value is no solution. Whoever wants such points kept writes
    /// [`Interval::ENTIRE`].
    fn equations(&mut self, region: &[Interval], values: &mut [Interval]);

    /// What is known of the side conditions over the region.
    fn condition(&mut self, region: &[Interval]) -> Condition {
        let _ = region;
        Condition::Holds
    }

    /// Both of the above at once, where they share work. After `Violated` the values are not read.
    fn constraint(&mut self, region: &[Interval], values: &mut [Interval]) -> Condition {
        let condition = self.condition(region);
        if condition != Condition::Violated {
            self.equations(region, values);
        }
        condition
    }

    /// Encloses the derivatives of the equations by the variables over the region, row by row (one row an equation). `false`
    /// where they cannot be given: then only bisection is used there.
    ///
    /// `true` promises that each equation has a value at every point of the region and does not jump, and that for any two of its
    /// points *x*, *y* the row holds some *g* with *f(y) − f(x) = g·(y − x)*. Enclosed derivatives of a differentiable function
    /// do so by the mean value theorem; at kinks, enclosed slopes do.
    fn jacobian(&mut self, region: &[Interval], rows: &mut [Interval]) -> bool;

    /// What is made least; the last coordinate unless said otherwise.
    fn objective(&self) -> Objective {
        Objective::Coordinate(self.region().len().saturating_sub(1))
    }

    /// Encloses the objective over the region; asked only if it is an [`Objective::Function`]. An empty value proves that the region has no
    /// solution.
    fn value(&mut self, region: &[Interval]) -> Interval {
        region.last().copied().unwrap_or(Interval::ZERO)
    }

    /// The distance mapping *d*: where in space the points of the region are, as a box. Singular solutions keep apart there. The
    /// first three coordinates unless said otherwise.
    fn place(&mut self, region: &[Interval]) -> Vector3 {
        Vector::from_fn(|i| region.get(i).copied().unwrap_or(Interval::ZERO))
    }

    /// Emergency acceptance: whether the region is so small that it is called a solution within tolerance although nothing was
    /// proved. Must be true of regions that are small enough, or the search ends with its budget.
    ///
    /// Unless said otherwise: the [`place`](Self::place) is no wider than [`Options::accept`] and the objective no wider than
    /// [`Options::accept_objective`].
    fn small_enough(&mut self, region: &[Interval], objective: Interval, options: &Options) -> bool {
        objective.width() <= options.accept_objective && self.place(region).width() <= options.accept
    }

    /// What lies beyond the ends of the coordinate's interval.
    fn border(&self, coordinate: usize) -> Border {
        let _ = coordinate;
        Border::Wall
    }

    /// Which equations suffice within the region, as bits: where these vanish, the others vanish as well. All, unless said
    /// otherwise. A system with more equations than variables is proved to have a solution only if as many as variables suffice.
    fn sufficient(&mut self, region: &[Interval]) -> u32 {
        let _ = region;
        u32::MAX
    }

    /// Singular solutions keep others of the same group at a distance: problems that ask about the same pair of bodies share a
    /// group, and those of other pairs have another.
    fn group(&self) -> usize {
        0
    }
}

/// A problem behind a pointer is a problem.
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
            fn condition(&mut self, region: &[Interval]) -> Condition {
                (**self).condition(region)
            }
            fn constraint(&mut self, region: &[Interval], values: &mut [Interval]) -> Condition {
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
            fn small_enough(&mut self, region: &[Interval], objective: Interval, options: &Options) -> bool {
                (**self).small_enough(region, objective, options)
            }
            fn border(&self, coordinate: usize) -> Border {
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
