//! How to search, and what was found.

use crate::Interval;

/// The interval Newton step with which regions are shrunk (section 4), and with it the test of existence (section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Newton {
    /// Matrix iteration on the linear interval equation, first as it stands, then preconditioned by elimination on its middle;
    /// existence by theorem 2. The fastest.
    #[default]
    Preconditioned,
    /// Matrix iteration on the equation as it stands (`Linear_Solve`, figure 8); existence by theorem 2 and the interval
    /// inverse. The paper's choice, *LEQN*.
    MatrixIteration,
    /// The interval inverse alone (section 4.2.1), theorem 2.
    Inverse,
    /// The operator of Krawczyk and Moore (section 4.1), theorem 1: the paper's *KM*.
    KrawczykMoore,
    /// None: bisection alone, nothing is ever proved to exist. The paper's *NIN*.
    None,
}

/// Which region is looked at next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// The one whose objective has the smallest upper end: soon finds some solution; for manifolds of solutions.
    Upper,
    /// The one whose objective has the smallest lower end: looks at no region in vain; for isolated solutions.
    Lower,
    /// Both in turn, on the same regions: about as good as the better of the two, which need not be known.
    #[default]
    Race,
}

/// Which side of a region is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Cut {
    /// The one that matters most to the equations: its width times how fast they can change with it. The paper's choice, which knows nothing of how
    /// the variables are measured.
    #[default]
    Scaled,
    /// The one of which the largest part of the whole is left: better where the sides of the whole box are about as important as one another.
    Even,
}

/// How to search. Lengths are those of [`Problem::place`](super::Problem::place).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// ε, in units of the objective: solutions whose objectives differ by no more are reported together. `∞` reports all.
    pub simultaneity: f64,
    /// In units of the objective: how far [`Outcome::lower`] may lie below the least objective on account of regions that are left to a
    /// singular solution beside them; ε/2 unless said otherwise. Less costs iterations: on a curve of solutions about as the inverse of its
    /// square root, on a surface as its inverse. With more than ε some of what is reported may be later than the least by more than ε.
    pub slack: Option<f64>,
    /// δ, a length: how far apart singular solutions (those that are not isolated) are kept.
    pub separation: f64,
    /// A length: regions whose place is no wider may be accepted although nothing is proved (see
    /// [`Problem::small_enough`](super::Problem::small_enough)).
    pub accept: f64,
    /// How wide the objective of such regions may be, in its units.
    pub accept_objective: f64,
    /// γ: by which part of its size a region is widened to prove that it holds a solution.
    pub inflation: f64,
    /// How regions are shrunk.
    pub newton: Newton,
    /// Which region is next.
    pub order: Order,
    /// Which side of a region is cut.
    pub cut: Cut,
    /// After how many iterations to stop. An iteration is one evaluation of objective and constraint over a region.
    pub budget: u64,
    /// How many iterations may follow the first region that is accepted. They complete the set of solutions and raise the certain lower bound; then the
    /// search stops as if its budget were spent. Unlimited unless said otherwise.
    pub completion: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            simultaneity: 1e-6,
            slack: None,
            separation: 1e-2,
            accept: 1e-6,
            accept_objective: 1e-6,
            inflation: 0.1,
            newton: Newton::default(),
            order: Order::default(),
            cut: Cut::default(),
            budget: 1_000_000,
            completion: u64::MAX,
        }
    }
}

/// What is proved about a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Proof {
    /// Nothing: the region is small and nothing excludes it, so that the equations and side conditions hold nearly.
    WithinTolerance,
    /// The region holds at least one point at which all equations and side conditions hold.
    Exists,
    /// It holds exactly one.
    Unique,
}

/// A region that is reported as a solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The index of the problem that it solves.
    pub problem: usize,
    /// Where the solution is. For an isolated one as small as rounding allows.
    pub region: Vec<Interval>,
    /// The objective over the region.
    pub objective: Interval,
    /// How sure it is.
    pub proof: Proof,
    /// Whether it stands alone: at most one solution of the equations is in and near the region. Others are *singular*: samples
    /// of a curve or a larger set, or double roots.
    pub isolated: bool,
}

/// Why the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ended {
    /// Every region was decided.
    Done,
    /// The budget was spent; `lower` takes the undecided regions into account.
    BudgetSpent,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The solutions, those with the smallest objective first; of a set of singular ones a sample.
    pub solutions: Vec<Solution>,
    /// No point that satisfies all equations and side conditions has an objective below this: proved. `+∞` if there is no such
    /// point at all.
    pub lower: f64,
    /// Some point that satisfies them has an objective not above this: proved. `+∞` if none is proved to exist.
    pub upper: f64,
    /// Why it ended.
    pub ended: Ended,
    /// Evaluations of objective and constraint over regions.
    pub iterations: u64,
    /// Newton steps: evaluations of all derivatives over a region.
    pub newton_steps: u64,
    /// The most regions that waited at a time.
    pub longest_queue: usize,
}

impl Outcome {
    /// Whether it is proved that there is no solution.
    #[must_use]
    pub fn proves_none(&self) -> bool {
        self.lower == f64::INFINITY
    }
}
