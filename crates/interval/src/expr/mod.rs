//! Expressions that evaluate to values, ranges and derivatives.
//!
//! Write a formula, as text or with ordinary operators, and compile it:
//!
//! ```
//! use tangency_interval::{Interval, expr::{Decoration, Expr, Tape, TapeWorkspace}};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let torus = Expr::parse("(sqrt(x^2 + y^2) - 2)^2 + z^2 - 1/4")?;
//! let (x, z) = (Expr::variable("x"), Expr::variable("z"));
//! let wave = (3.0 * &x).sin() * 0.1 + &z;
//! let tape = Tape::new(&[torus, wave], &["x", "y", "z"])?; // two functions of three variables
//! let mut work = TapeWorkspace::default(); // scratch memory, reused
//!
//! // Its values at a point, in floating point:
//! let values = tape.values(&[2.0, 0.0, 0.5], &mut work);
//! assert_eq!(values[0], 0.0);
//!
//! // Its range over a box, proved: no point of this box is inside the torus.
//! let away = [Interval::new(3.0, 4.0)?, Interval::new(0.0, 1.0)?, Interval::new(-1.0, 1.0)?];
//! let ranges = tape.ranges(&away, &mut work);
//! assert!(ranges[0].lower() > 0.0 && ranges.everywhere_defined(0));
//!
//! // Range and gradient together: the first function grows with x everywhere in the box.
//! let gradients = tape.gradients(&away, &mut work);
//! assert!(gradients.gradient(0)[0].lower() > 0.0);
//! assert_eq!(gradients.decoration(0), Decoration::Smooth);
//!
//! // Syntax errors point at the offending character.
//! let error = Expr::parse("2 * sni(x)").unwrap_err();
//! assert_eq!(error.to_string(), "\
//! there is no function `sni` (did you mean `sin`?), at character 5
//!   2 * sni(x)
//!       ^");
//! # Ok(())
//! # }
//! ```
//!
//! # The language
//!
//! `+ - * / ^`, parentheses, numbers (`2`, `.5`, `1e-3`), names, `pi`, `tau`, `e`, and the functions `sqrt`, `sqr`,
//! `abs`, `sign`, `exp`, `ln`, `sin`, `cos`, `tan`, `asin`, `acos`, `atan`, `atan2(y, x)`, `min`, `max` (of two or
//! more) and `pow`. Powers bind tightest and associate to the right, so `-x^2` is −(x²) and `2^3^2` is 2⁹.
//! Subexpressions can be named: `a = sqrt(x^2 + y^2); (a - 2)^2`.
//!
//! - **A decimal number means the 64-bit float nearest to it.** `0.1` is therefore not one tenth; `1/10` is,
//!   enclosed. `pi`, `tau` and `e` are the real numbers, enclosed by neighbouring floats.
//! - **An integer exponent** means repeated multiplication; `x^0.5` is the square root; any other exponent means
//!   exp(b·ln(a)), which has a value only for a > 0.
//!
//! # Guarantees
//!
//! - **Ranges enclose.** The range contains the value at every point of the box at which the function has one;
//!   likewise gradients and second derivatives. The [`Decoration`] that comes with every range tells whether the
//!   function *has* a value everywhere, is continuous, and has no kinks. A proof about the whole box must check it.
//! - **Simplification preserves the function.** Rules apply only if they hold for all reals, keep the domain of the
//!   function, and need no rounding: `x - x` becomes 0, `1/x - 1/x` does not, `0.1 + 0.2` stays a sum.
//! - **Display parses back** to an equal expression (in the same [`Scope`], if it has named constants).
//! - **No limit on depth.** All traversals are loops. A chain of 100,000 operations can be built, differentiated,
//!   compiled, displayed and dropped.

mod decoration;
mod derivative;
mod display;
mod error;
mod exact;
mod graph;
mod kink;
mod node;
mod operation;
mod operators;
mod parse;
mod period;
mod scope;
mod simplify;
mod tape;
mod token;

pub use decoration::Decoration;
pub use error::{NameError, SyntaxError};
pub use node::Expr;
pub use scope::Scope;
pub use tape::{Columns, Gradients, Hessians, RangeColumns, Tape, TapeRanges, TapeWorkspace};
