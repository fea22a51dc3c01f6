//! Equations, side conditions, and what is least: solved with proof.
//!
//! A [`Problem`] is a box, equations that must hold, side conditions (inequalities and what is built of them), and an objective. [`minimize`]
//! finds the points of the box that satisfy all of them and make the objective least, of many problems at once; [`all_solutions`] finds
//! every solution. Both answer with an [`Outcome`]: the solutions, each with what is proved about it ([`Proof`]), and a `lower` bound of the
//! objective that is certain, whatever happened. No solution is ever lost; that there is none is a proof.
//!
//! # The smallest root of a function
//!
//! ```
//! use tangency_interval::{Interval, expr::Expr, solve::{Formula, Options, Proof, minimize}};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut problem =
//!     Formula::new(&[("x", Interval::new(0.0, 20.0)?)]).equation(Expr::parse("cos(x) - x/10")?).build()?;
//! let found = minimize(&mut [&mut problem], &Options::default());
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
//! With as many equations as variables a solution can be proved: so rather than the objective alone, give the equations that hold where it is
//! least.
//!
//! ```
//! use tangency_interval::{Interval, expr::Expr, solve::{Formula, Options, Proof, minimize}};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A point of the unit circle, at the angle a, and one of the line y = x − 3.
//! let distance_sq = Expr::parse("((3 + s) - cos(a))^2 + (s - sin(a))^2")?;
//! let mut problem = Formula::new(&[("a", Interval::new(0.0, 6.3)?), ("s", Interval::new(-9.0, 9.0)?)])
//!     .equation(distance_sq.derivative("a"))
//!     .equation(distance_sq.derivative("s"))
//!     .minimize(distance_sq)
//!     .build()?;
//! let found = minimize(&mut [&mut problem], &Options::default());
//! let nearest = 3.0 / 2_f64.sqrt() - 1.0;
//! assert_eq!(found.solutions[0].proof, Proof::Unique);
//! assert!((found.lower.sqrt() - nearest).abs() < 1e-14 && (found.upper.sqrt() - nearest).abs() < 1e-14);
//! # Ok(())
//! # }
//! ```
//!
//! # When a falling circle touches a parabola, and when it touches along a curve
//!
//! At first contact two bodies are tangent. Asking for that, beside contact, leaves isolated solutions where contact alone has a
//! continuum of them.
//!
//! ```
//! use tangency_interval::{Interval, expr::Expr, solve::{Formula, Options, Proof, minimize}};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // The circle of radius 1 around (1/4, 9 − t) meets the parabola y = x²/2 at x: on the circle, and along its normal.
//! let mut fall = Formula::new(&[("x", Interval::new(-3.0, 3.0)?), ("t", Interval::new(0.0, 10.0)?)])
//!     .equation(Expr::parse("(x - 1/4)^2 + (x^2/2 - (9 - t))^2 - 1")?)
//!     .equation(Expr::parse("(x - 1/4) + x * (x^2/2 - (9 - t))")?)
//!     .build()?;
//! let found = minimize(&mut [&mut fall], &Options::default());
//! assert_eq!((found.solutions.len(), found.solutions[0].proof), (1, Proof::Unique));
//!
//! // Solutions that form a curve, here the unit circle, are sampled evenly, δ apart; and nothing is claimed about a single one.
//! let side = Interval::new(-2.0, 2.0)?;
//! let mut ring = Formula::new(&[("x", side), ("y", side), ("t", Interval::new(0.0, 4.0)?)])
//!     .equation(Expr::parse("t - 1 - (x^2 + y^2 - 1)^2")?)
//!     .build()?;
//! let options = Options { simultaneity: 1e-3, separation: 0.5, accept: 1e-2, accept_objective: 1e-4, ..Options::default() };
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
//! | `problem.rs`, `outcome.rs` | what is asked, what is answered | 3.2 |
//! | `formula.rs` | a problem from expressions | 8 |
//! | `minimize/` | the search: which regions can hold a solution that matters | 3.2, figures 6 and 7 |
//! | `queue.rs` | which region is next: upper and lower bounds raced | 3.2, 10 |
//! | `sample.rs` | an even sample of solutions that are not isolated | 3.2 |
//! | `newton.rs` | which part of a region can hold a zero | 4 |
//! | [`linear`], `precondition.rs` | linear equations with intervals as coefficients | 4.2, figure 8 |
//! | `proof.rs` | does a region hold a zero, and only one | 5, theorems 1 and 2 |
//!
//! What counts as an *iteration*, for the budget and in [`Outcome::iterations`], is one evaluation of objective and constraint over a
//! region, as in the paper (footnote 21).
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
pub use minimize::{all_solutions, minimize};
pub use outcome::{Cut, Ended, Newton, Options, Order, Outcome, Proof, Solution};
pub use problem::{Border, Condition, MOST_EQUATIONS, MOST_VARIABLES, Objective, Problem};
