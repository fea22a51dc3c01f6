//! Expressions as a flat list of instructions over a small set of slots.
//!
//! Question: how is an expression evaluated over millions of points and boxes?
//! Idea: once compiled, it is a list of instructions of twenty bytes that read and write numbered slots: first the constants,
//! then the variables, then as few registers as the intermediate results need. Equal subexpressions are computed once,
//! constant ones at compile time; neighbouring instructions are ordered so that they do not wait for each other. Each kind of evaluation is one loop over the instructions.
//! Guarantee: ranges, gradients and Hessians enclose the true values at all points of the box where the function is defined,
//! and say whether that is everywhere ([`Decoration`](super::Decoration)). Values at points are ordinary floating point.
//! Cost: one dispatch and one operation an instruction; no allocation once the [`Workspace`] has grown to its size; no recursion.
//! Source: registers by linear scan, as in M. Keeter, *Massively Parallel Rendering of Complex Closed-Form Implicit Surfaces*
//! (2020), section 3; enclosures by the fundamental theorem of interval arithmetic (Moore 1966); decorations as in IEEE 1788-2015,
//! section 8, with one more level for smoothness.

mod batch;
mod compile;
mod gradient;
mod hessian;
mod point;
mod range;
mod slope;
mod workspace;

use super::node::Expr;
use super::operation::Op;
use crate::Interval;
use std::sync::Arc;

pub use batch::{Columns, RangeColumns};
pub use gradient::Gradients;
pub use hessian::Hessians;
pub use range::Ranges;
pub use workspace::Workspace;

/// One step: `out` ← op(`a`, `b`) or, for powers, `a` to the `exponent`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instruction {
    op: Op,
    out: u32,
    a: u32,
    b: u32,
    exponent: i32,
}

/// A constant, as an enclosure and as the number that stands for it in floating point.
#[derive(Clone, Copy, Debug)]
struct Constant {
    enclosure: Interval,
    nearest: f64,
}

/// One or more expressions compiled together, ready to be evaluated. Immutable: share it between threads, and give each
/// thread its own [`Workspace`].
///
/// ```
/// # use tangency_interval::{Interval, expr::{Decoration, Expr, Tape, Workspace}};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let torus = Expr::parse("(sqrt(x^2 + y^2) - 2)^2 + z^2 - 1/4")?;
/// let tape = Tape::new(&[torus], &["x", "y", "z"])?;
/// let mut work = Workspace::default();
/// assert_eq!(tape.values(&[2.0, 0.0, 0.5], &mut work), [0.0]);
/// let far = [Interval::new(3.0, 4.0)?, Interval::new(0.0, 1.0)?, Interval::new(-1.0, 1.0)?];
/// let ranges = tape.ranges(&far, &mut work);
/// assert!(ranges[0].lower() > 0.0 && ranges.decoration(0) >= Decoration::Continuous);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Tape {
    variables: Vec<Arc<str>>,
    constants: Vec<Constant>,
    instructions: Vec<Instruction>,
    /// For each instruction the outputs that depend on it, as bits.
    reach: Vec<u64>,
    /// For each instruction the variables that its operands depend on, as bits.
    dependence: Vec<[u64; 2]>,
    /// The slot of each output, and the variables that it depends on.
    outputs: Vec<u32>,
    output_dependence: Vec<u64>,
    slot_count: usize,
    /// Tells a workspace whether the constants that it holds are those of this tape.
    identity: u64,
}

impl Tape {
    /// The variables, in the order in which arguments are given.
    #[must_use]
    pub fn variables(&self) -> &[Arc<str>] {
        &self.variables
    }

    /// How many functions it computes.
    #[must_use]
    pub fn output_count(&self) -> usize {
        self.outputs.len()
    }

    /// How many instructions one evaluation runs.
    #[must_use]
    pub fn instruction_count(&self) -> usize {
        self.instructions.len()
    }

    /// How many numbers one evaluation works on: the constants, the variables, and the registers.
    #[must_use]
    pub fn slot_count(&self) -> usize {
        self.slot_count
    }

    /// The slot of the first variable.
    fn first_variable(&self) -> usize {
        self.constants.len()
    }

    #[track_caller]
    fn check_arguments(&self, count: usize) {
        assert!(
            count == self.variables.len(),
            "{count} arguments were given to a tape of {} variables",
            self.variables.len()
        );
    }
}

/// The bit of a variable; the last one is shared by all variables from the 64th on.
fn variable_bit(variable: usize) -> u64 {
    1 << variable.min(63)
}

impl Expr {
    /// The expression alone, compiled; see [`Tape::new`].
    pub fn compile(&self, variables: &[&str]) -> Result<Tape, super::NameError> {
        Tape::new(std::slice::from_ref(self), variables)
    }
}
