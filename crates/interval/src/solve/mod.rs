//! A solver for equations, side conditions and minimisation that proves its answers.
//!
//! A [`Problem`] is a box with equations, side conditions (inequalities and their combinations), and an objective.
//! [`minimize`] finds the points of the box that satisfy all of them and minimise the objective, over many problems
//! at once. [`all_solutions`] finds every solution. Both return a [`SolverOutcome`]: the solutions, each with its
//! [`Proof`] status, and a proved `lower` bound of the objective, even if the budget runs out. No solution is ever
//! lost. If there is none, that is proved.
//!
//! # The smallest root of a function
//!
//! ```
//! use tangency_interval::{Interval, expr::Expr, solve::{Formula, SolverOptions, Proof, minimize}};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut problem =
//!     Formula::new(&[("x", Interval::new(0.0, 20.0)?)]).equation(Expr::parse("cos(x) - x/10")?).build()?;
//! let found = minimize(&mut [&mut problem], &SolverOptions::default());
//! assert_eq!(found.solutions.len(), 1);
//! assert_eq!(found.solutions[0].proof, Proof::Unique); // there is exactly one zero in this region, …
//! assert!(found.upper - found.lower < 1e-15); // … which is as small as rounding allows, …
//! assert!((found.lower - 1.4276).abs() < 1e-3); // … and no zero lies below it.
//! # Ok(())
//! # }
//! ```
//!
//! # The closest approach of two curves
//!
//! A solution can be proved if there are as many equations as variables. Instead of the objective alone, state the
//! equations that hold at its minimum.
//!
//! ```
//! use tangency_interval::{Interval, expr::Expr, solve::{Formula, SolverOptions, Proof, minimize}};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A point of the unit circle, at the angle a, and one of the line y = x − 3.
//! let distance_sq = Expr::parse("((3 + s) - cos(a))^2 + (s - sin(a))^2")?;
//! let mut problem = Formula::new(&[("a", Interval::new(0.0, 6.3)?), ("s", Interval::new(-9.0, 9.0)?)])
//!     .equation(distance_sq.derivative("a"))
//!     .equation(distance_sq.derivative("s"))
//!     .minimize(distance_sq)
//!     .build()?;
//! let found = minimize(&mut [&mut problem], &SolverOptions::default());
//! let nearest = 3.0 / 2_f64.sqrt() - 1.0;
//! assert_eq!(found.solutions[0].proof, Proof::Unique);
//! assert!((found.lower.sqrt() - nearest).abs() < 1e-14 && (found.upper.sqrt() - nearest).abs() < 1e-14);
//! # Ok(())
//! # }
//! ```
//!
//! # The first contact of a falling circle with a parabola, and contact along a curve
//!
//! At first contact two bodies are tangent. Tangency and contact together have isolated solutions, where contact
//! alone has a continuum of them.
//!
//! ```
//! use tangency_interval::{Interval, expr::Expr, solve::{Formula, SolverOptions, Proof, minimize}};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // The circle of radius 1 around (1/4, 9 − t) meets the parabola y = x²/2 at x: on the circle, and along its normal.
//! let mut fall = Formula::new(&[("x", Interval::new(-3.0, 3.0)?), ("t", Interval::new(0.0, 10.0)?)])
//!     .equation(Expr::parse("(x - 1/4)^2 + (x^2/2 - (9 - t))^2 - 1")?)
//!     .equation(Expr::parse("(x - 1/4) + x * (x^2/2 - (9 - t))")?)
//!     .build()?;
//! let found = minimize(&mut [&mut fall], &SolverOptions::default());
//! assert_eq!((found.solutions.len(), found.solutions[0].proof), (1, Proof::Unique));
//!
//! // Solutions on a curve, here the unit circle, are sampled evenly, δ apart; no single one is proved.
//! let side = Interval::new(-2.0, 2.0)?;
//! let mut ring = Formula::new(&[("x", side), ("y", side), ("t", Interval::new(0.0, 4.0)?)])
//!     .equation(Expr::parse("t - 1 - (x^2 + y^2 - 1)^2")?)
//!     .build()?;
//! let (accept, accept_objective) = (1e-2, 1e-4);
//! let coarse = SolverOptions { accept, accept_objective, ..SolverOptions::default() };
//! let options = SolverOptions { simultaneity: 1e-3, separation: 0.5, ..coarse };
//! let found = minimize(&mut [&mut ring], &options);
//! assert!((6..=12).contains(&found.solutions.len()) && found.solutions.iter().all(|s| !s.isolated));
//! assert!(found.lower <= 1.0 && found.lower > 0.999);
//! # Ok(())
//! # }
//! ```
//!
//! # How it works
//!
//! | file | question | section of Snyder 1993 |
//! |---|---|---|
//! | `problem.rs`, `outcome.rs` | the problem, the options and the result | 3.2 |
//! | `formula.rs` | a problem given by expressions | 8 |
//! | `minimize/` | the search: which regions can contain a relevant solution | 3.2, figures 6 and 7 |
//! | `queue.rs` | which region is next: two search orders race | 3.2, 10 |
//! | `sample.rs` | an even sample of solutions that are not isolated | 3.2 |
//! | `newton.rs` | which part of a region can contain a zero | 4 |
//! | [`linear`], `precondition.rs` | linear equations with interval coefficients | 4.2, figure 8 |
//! | `proof.rs` | whether a region contains a zero, and only one | 5, theorems 1 and 2 |
//!
//! An *iteration*, for the budget and in [`SolverOutcome::iterations`], is one evaluation of objective and
//! constraints over a region, as in the paper (footnote 21).
//!
//! Searches are deterministic: the same problem and options give the same bits.

mod formula;
pub mod linear;
mod minimize;
mod newton;
mod outcome;
mod precondition;
mod problem;
mod proof;
mod queue;
mod sample;

pub use formula::{Formula, FormulaBuilder, FormulaError};
pub use minimize::{all_solutions, minimize, minimize_until};
pub use outcome::{
    NewtonMethod, Proof, SearchOrder, Solution, SolverOptions, SolverOutcome, SubdivisionRule, Termination,
};
pub use problem::{ConditionStatus, DomainBoundary, MOST_EQUATIONS, MOST_VARIABLES, Objective, Problem};
