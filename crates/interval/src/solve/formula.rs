//! Problems given by expressions.

use super::{ConditionStatus, DomainBoundary, MOST_EQUATIONS, MOST_VARIABLES, Objective, Problem};
use crate::expr::{Decoration, Expr, NameError, Tape, TapeWorkspace};
use crate::{Interval, Vector, Vector3};

/// A [`Problem`] made of expressions over named variables.
///
/// ```
/// use tangency_interval::{Interval, expr::Expr, solve::{Formula, SolverOptions, Proof, all_solutions}};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // Where does the circle of radius 2 meet the parabola y = x², to the right of the axis?
/// let side = Interval::new(-3.0, 3.0)?;
/// let mut meet = Formula::new(&[("x", side), ("y", side)])
///     .equation(Expr::parse("x^2 + y^2 - 4")?)
///     .equation(Expr::parse("y - x^2")?)
///     .not_negative(Expr::parse("x")?)
///     .build()?;
/// let found = all_solutions(&mut meet, &SolverOptions::default());
/// assert_eq!(found.solutions.len(), 1);
/// let solution = &found.solutions[0];
/// let y = (17_f64.sqrt() - 1.0) / 2.0;
/// assert_eq!(solution.proof, Proof::Unique);
/// assert!((solution.region[1].mid() - y).abs() < 1e-14 && solution.region[1].width() < 1e-14);
/// # Ok(())
/// # }
/// ```
///
/// Where an expression has no value (a root of a negative number), its equation does not hold and its inequality is
/// violated. Expressions know where they are defined, so proofs may examine points beyond the boundary of the
/// region.
#[derive(Clone, Debug)]
pub struct Formula {
    region: Vec<Interval>,
    equations: Tape,
    inequalities: Tape,
    /// The objective, if it is not a coordinate, followed by the place.
    measures: Tape,
    objective: Objective,
    /// One workspace per tape, so that constants are not reloaded.
    work: [TapeWorkspace; 3],
}

/// A [`Formula`] under construction.
#[derive(Clone, Debug)]
pub struct FormulaBuilder {
    names: Vec<String>,
    region: Vec<Interval>,
    equations: Vec<Expr>,
    inequalities: Vec<Expr>,
    objective: Option<Expr>,
    place: Option<[Expr; 3]>,
}

/// The expressions do not form a problem.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FormulaError {
    /// A name is not a variable, or occurs twice among the variables.
    #[error(transparent)]
    Name(#[from] NameError),
    /// There are too many variables, or none.
    #[error("a problem has between 1 and {MOST_VARIABLES} variables, not {0}")]
    Variables(usize),
    /// There are too many equations.
    #[error("a problem has at most {MOST_EQUATIONS} equations, not {0}")]
    Equations(usize),
    /// The range of a variable is empty.
    #[error("the range of the variable `{0}` is empty")]
    Empty(String),
}

impl Formula {
    /// Starts a problem over these variables and their ranges. By default the last variable is the objective, and
    /// the first three are the place of a point.
    // Returns a builder, to which the expressions are added.
    #[allow(clippy::new_ret_no_self)]
    #[must_use]
    pub fn new(variables: &[(&str, Interval)]) -> FormulaBuilder {
        FormulaBuilder {
            names: variables.iter().map(|(name, _)| (*name).to_owned()).collect(),
            region: variables.iter().map(|(_, range)| *range).collect(),
            equations: Vec::new(),
            inequalities: Vec::new(),
            objective: None,
            place: None,
        }
    }
}

impl FormulaBuilder {
    /// Requires that the expression is zero.
    #[must_use]
    pub fn equation(mut self, zero: Expr) -> Self {
        self.equations.push(zero);
        self
    }

    /// Requires that the expression is not negative. Combine conditions with `max` (or) and `min` (and).
    #[must_use]
    pub fn not_negative(mut self, expression: Expr) -> Self {
        self.inequalities.push(expression);
        self
    }

    /// Sets the objective.
    #[must_use]
    pub fn minimize(mut self, objective: Expr) -> Self {
        self.objective = Some(objective);
        self
    }

    /// Sets the position of a point in space, for the separation of singular solutions.
    #[must_use]
    pub fn place(mut self, place: [Expr; 3]) -> Self {
        self.place = Some(place);
        self
    }

    /// Compiles the problem.
    ///
    /// # Errors
    /// If an expression contains a name that is not a variable, or there are too many variables or equations.
    pub fn build(self) -> Result<Formula, FormulaError> {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let count = names.len();
        if count == 0 || count > MOST_VARIABLES {
            return Err(FormulaError::Variables(count));
        }
        if self.equations.len() > MOST_EQUATIONS {
            return Err(FormulaError::Equations(self.equations.len()));
        }
        if let Some(i) = self.region.iter().position(|range| range.is_empty()) {
            return Err(FormulaError::Empty(names[i].to_owned()));
        }
        let coordinate = |i: usize| names.get(i).map_or(Expr::number(0.0), |name| Expr::variable(name));
        let place = self.place.unwrap_or_else(|| std::array::from_fn(coordinate));
        let last = names[count - 1];
        let objective = self.objective.unwrap_or_else(|| Expr::variable(last));
        let named = names.iter().position(|name| objective == Expr::variable(name));
        let [x, y, z] = place;
        Ok(Formula {
            region: self.region,
            equations: Tape::new(&self.equations, &names)?,
            inequalities: Tape::new(&self.inequalities, &names)?,
            measures: Tape::new(&[objective, x, y, z], &names)?,
            objective: named.map_or(Objective::Function, Objective::Coordinate),
            work: Default::default(),
        })
    }
}

impl Problem for Formula {
    fn region(&self) -> &[Interval] {
        &self.region
    }

    fn equation_count(&self) -> usize {
        self.equations.output_count()
    }

    fn equations(&mut self, region: &[Interval], values: &mut [Interval]) {
        values.copy_from_slice(self.equations.ranges(region, &mut self.work[0]).as_slice());
    }

    fn condition(&mut self, region: &[Interval]) -> ConditionStatus {
        let ranges = self.inequalities.ranges(region, &mut self.work[1]);
        let of = |i: usize| {
            let known = ConditionStatus::not_negative(ranges[i]);
            if ranges.everywhere_defined(i) { known } else { known.and(ConditionStatus::Possible) }
        };
        (0..self.inequalities.output_count()).map(of).fold(ConditionStatus::Holds, ConditionStatus::and)
    }

    fn jacobian(&mut self, region: &[Interval], rows: &mut [Interval]) -> bool {
        let gradients = self.equations.gradients(region, &mut self.work[0]);
        for (i, row) in rows.chunks_exact_mut(region.len()).enumerate() {
            if gradients.decoration(i) < Decoration::Continuous {
                return false;
            }
            row.copy_from_slice(gradients.gradient(i));
        }
        true
    }

    fn objective(&self) -> Objective {
        self.objective
    }

    fn value(&mut self, region: &[Interval]) -> Interval {
        self.measures.ranges(region, &mut self.work[2])[0]
    }

    fn place(&mut self, region: &[Interval]) -> Vector3 {
        let ranges = self.measures.ranges(region, &mut self.work[2]);
        Vector::from_fn(|i| ranges[1 + i])
    }

    fn border(&self, _: usize) -> DomainBoundary {
        DomainBoundary::Passable
    }
}
