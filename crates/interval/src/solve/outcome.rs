//! The options and the result of a search.

use crate::Interval;

/// The interval Newton method that shrinks regions (section 4 of Snyder 1993), and with it the existence test
/// (section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum NewtonMethod {
    /// Matrix iteration on the linear interval equation, first unmodified, then preconditioned by elimination on
    /// its midpoint. Existence by theorem 2. The fastest.
    #[default]
    Preconditioned,
    /// Matrix iteration on the unmodified equation (`Linear_Solve`, figure 8); existence by theorem 2 and the
    /// interval inverse. The paper's choice, *LEQN*.
    MatrixIteration,
    /// The interval inverse alone (section 4.2.1); existence by theorem 2.
    Inverse,
    /// The Krawczyk–Moore operator (section 4.1); existence by theorem 1. The paper's *KM*.
    KrawczykMoore,
    /// No Newton step: bisection alone, without proofs of existence. The paper's *NIN*.
    None,
}

/// The order in which regions are processed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum SearchOrder {
    /// Smallest upper bound of the objective first. Finds some solution early; best for manifolds of solutions.
    Upper,
    /// Smallest lower bound of the objective first. Processes no region unnecessarily; best for isolated solutions.
    Lower,
    /// Both orders alternate on the same regions. Costs about as much as the better one, which need not be known in
    /// advance.
    #[default]
    Race,
}

/// The rule that selects the side of a region to bisect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum SubdivisionRule {
    /// The side with the greatest effect on the equations: its width times their rate of change. The paper's
    /// choice; independent of the units of the variables.
    #[default]
    Scaled,
    /// The side that shrank least relative to the whole box. Better if the sides of the whole box matter about
    /// equally.
    Even,
}

/// How to search. Lengths are measured in the space of [`Problem::place`](super::Problem::place).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolverOptions {
    /// ε, in units of the objective: solutions with objectives that differ by no more are reported together. `∞`
    /// reports all.
    pub simultaneity: f64,
    /// In units of the objective: how far [`SolverOutcome::lower`] may lie below the least objective because of
    /// regions that are left to a nearby singular solution. By default ε/2. A smaller slack costs iterations: on a
    /// curve of solutions in inverse proportion to its square root, on a surface in inverse proportion. With a
    /// slack above ε, some reported solutions may be later than the least by more than ε.
    pub slack: Option<f64>,
    /// δ, a length: the minimum distance between reported singular (not isolated) solutions.
    pub separation: f64,
    /// A length: regions with a place no wider than this may be accepted without proof (see
    /// [`Problem::small_enough`](super::Problem::small_enough)).
    pub accept: f64,
    /// The largest width of the objective, in its units, of regions accepted without proof.
    pub accept_objective: f64,
    /// γ: the fraction of its size by which a region is widened for the proof of existence.
    pub inflation: f64,
    /// The Newton method.
    pub newton: NewtonMethod,
    /// The order in which regions are processed.
    pub order: SearchOrder,
    /// The rule that selects the side to bisect.
    pub cut: SubdivisionRule,
    /// The largest number of iterations. An iteration is one evaluation of objective and constraints over a region.
    pub budget: u64,
    /// The largest number of iterations after the first accepted region. They complete the set of solutions and
    /// raise the proved lower bound. Then the search stops as if its budget were spent. Unlimited by default.
    pub completion: u64,
}

impl Default for SolverOptions {
    fn default() -> Self {
        Self {
            simultaneity: 1e-6,
            slack: None,
            separation: 1e-2,
            accept: 1e-6,
            accept_objective: 1e-6,
            inflation: 0.1,
            newton: NewtonMethod::default(),
            order: SearchOrder::default(),
            cut: SubdivisionRule::default(),
            budget: 1_000_000,
            completion: u64::MAX,
        }
    }
}

/// The proved status of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Proof {
    /// Nothing is proved: the region is small and nothing excludes it, so the equations and side conditions nearly
    /// hold.
    WithinTolerance,
    /// The region contains at least one point at which all equations and side conditions hold.
    Exists,
    /// The region contains exactly one such point.
    Unique,
}

/// A region reported as a solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The index of the problem.
    pub problem: usize,
    /// A box that contains the solution. For an isolated one as small as rounding allows.
    pub region: Vec<Interval>,
    /// The objective over the region.
    pub objective: Interval,
    /// The proved status.
    pub proof: Proof,
    /// Whether at most one solution of the equations lies in and near the region. Otherwise it is *singular*: a
    /// sample of a curve or a larger set, or a double root.
    pub isolated: bool,
}

/// The reason why the search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// Every region was decided.
    Done,
    /// The budget was spent. `lower` takes the undecided regions into account.
    BudgetSpent,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SolverOutcome {
    /// The solutions, in the order of increasing objective. A set of singular ones is represented by a sample.
    pub solutions: Vec<Solution>,
    /// Proved lower bound: no point that satisfies all equations and side conditions has an objective below this.
    /// `+∞` if there is no such point.
    pub lower: f64,
    /// Proved upper bound: some point that satisfies them has an objective not above this. `+∞` if none is proved
    /// to exist.
    pub upper: f64,
    /// The reason why the search stopped.
    pub ended: Termination,
    /// The number of evaluations of objective and constraints over regions.
    pub iterations: u64,
    /// The number of Newton steps: evaluations of all derivatives over a region.
    pub newton_steps: u64,
    /// The largest number of regions in the queue at a time.
    pub longest_queue: usize,
}

impl SolverOutcome {
    /// `true` proves that there is no solution.
    #[must_use]
    pub fn proves_none(&self) -> bool {
        self.lower == f64::INFINITY
    }
}
