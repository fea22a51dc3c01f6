//! Compiled expressions: a flat list of instructions over a small set of slots.
//!
//! **Question.** How can an expression be evaluated fast, over millions of points and boxes?
//!
//! **Idea.** A compiled expression is a list of twenty-byte instructions that read and write numbered slots: first
//! the constants, then the variables, then as few registers as the intermediate results need. Equal subexpressions
//! are computed once, constant ones at compile time. Neighbouring instructions are ordered so that they do not wait
//! for each other. Each kind of evaluation is one loop over the instructions. On x86-64 processors under Unix, ranges,
//! gradients and second derivatives run as machine code instead, which the first evaluation makes.
//!
//! **Guarantee.** Ranges, gradients and Hessians enclose the true values at all points of the box where the
//! function is defined, and tell whether that is everywhere ([`Decoration`](super::Decoration)). Values at points
//! are ordinary floating point.
//!
//! **Cost.** One dispatch and one operation per instruction; as machine code no dispatch, and a quarter to an eighth of
//! the time. Making the code of one kind takes as long as about a hundred interpreted evaluations. No allocation once
//! the [`TapeWorkspace`] has grown to its size; no recursion.
//!
//! **Source.** Registers by linear scan, as in M. Keeter, *Massively Parallel Rendering of Complex Closed-Form
//! Implicit Surfaces* (2020), section 3. Enclosures by the fundamental theorem of interval arithmetic (Moore 1966).
//! Decorations as in IEEE 1788-2015, section 8, with one more level for smoothness.

mod batch;
mod compile;
mod gradient;
mod hessian;
#[cfg(all(target_arch = "x86_64", unix))]
mod machine;
#[cfg(not(all(target_arch = "x86_64", unix)))]
mod no_machine;
mod point;
mod range;
mod slope;
mod workspace;

use super::node::Expr;
use super::operation::Op;
use crate::Interval;
#[cfg(all(target_arch = "x86_64", unix))]
use machine::MachineCode;
#[cfg(not(all(target_arch = "x86_64", unix)))]
use no_machine::NoMachineCode as MachineCode;
use std::sync::{Arc, OnceLock};

pub use batch::{Columns, RangeColumns};
pub use gradient::Gradients;
pub use hessian::Hessians;
pub use range::TapeRanges;
pub use workspace::TapeWorkspace;

/// One instruction: `out` ← op(`a`, `b`) or, for powers, `a` to the `exponent`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instruction {
    op: Op,
    out: u32,
    a: u32,
    b: u32,
    exponent: i32,
}

/// A constant: its enclosure and its floating-point approximation.
#[derive(Clone, Copy, Debug)]
struct Constant {
    enclosure: Interval,
    nearest: f64,
}

/// The machine code of each kind of evaluation, made at the first evaluation of the kind; `None` inside if the tape is
/// interpreted. It is not made after a number of evaluations, because then the last bits of a result would depend on
/// which thread was first.
#[derive(Default)]
struct MachineCodes {
    ranges: OnceLock<Option<MachineCode>>,
    gradients: OnceLock<Option<MachineCode>>,
    hessians: OnceLock<Option<MachineCode>>,
}

/// Which code has been made so far, and where it is, says nothing about the tape: equal tapes have equal texts.
impl std::fmt::Debug for MachineCodes {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("MachineCodes")
    }
}

/// One or more expressions compiled together, ready for evaluation. Immutable: share it between threads, and give
/// each thread its own [`TapeWorkspace`].
/// ```
/// # use tangency_interval::{Interval, expr::{Decoration, Expr, Tape, TapeWorkspace}};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let torus = Expr::parse("(sqrt(x^2 + y^2) - 2)^2 + z^2 - 1/4")?;
/// let tape = Tape::new(&[torus], &["x", "y", "z"])?;
/// let mut work = TapeWorkspace::default();
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
    /// For each instruction, the outputs that depend on it, as a bit set.
    reach: Vec<u64>,
    /// For each instruction, the variables that each operand depends on, as bit sets.
    dependence: Vec<[u64; 2]>,
    /// The slot of each output, and the variables that it depends on.
    outputs: Vec<u32>,
    output_dependence: Vec<u64>,
    slot_count: usize,
    /// The machine code of each kind of evaluation.
    codes: Arc<MachineCodes>,
    /// Identifies the tape, so that a workspace knows whether it holds the constants of this tape.
    identity: u64,
}

impl Tape {
    /// The variables, in the order of the arguments.
    #[must_use]
    pub fn variables(&self) -> &[Arc<str>] {
        &self.variables
    }

    /// The number of functions it computes.
    #[must_use]
    pub fn output_count(&self) -> usize {
        self.outputs.len()
    }

    /// The number of instructions of one evaluation.
    #[must_use]
    pub fn instruction_count(&self) -> usize {
        self.instructions.len()
    }

    /// The number of slots of one evaluation: constants, variables and registers.
    #[must_use]
    pub fn slot_count(&self) -> usize {
        self.slot_count
    }

    /// The same tape without machine code: every evaluation is interpreted. For comparisons; the interpreter is slower
    /// and its ranges are a few units in the last place wider.
    #[must_use]
    pub fn interpreted(mut self) -> Self {
        self.codes = Arc::new(MachineCodes {
            ranges: OnceLock::from(None),
            gradients: OnceLock::from(None),
            hessians: OnceLock::from(None),
        });
        self
    }

    /// Whether ranges are computed by machine code: on x86-64 processors with AVX, under Unix, for tapes that have
    /// instructions and are not too long.
    #[must_use]
    pub fn is_compiled(&self) -> bool {
        self.range_code().is_some()
    }

    #[inline]
    fn range_code(&self) -> Option<&MachineCode> {
        self.codes.ranges.get_or_init(|| MachineCode::ranges(self)).as_ref()
    }

    #[inline]
    fn gradient_code(&self) -> Option<&MachineCode> {
        self.codes.gradients.get_or_init(|| MachineCode::gradients(self)).as_ref()
    }

    #[inline]
    fn hessian_code(&self) -> Option<&MachineCode> {
        self.codes.hessians.get_or_init(|| MachineCode::hessians(self)).as_ref()
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

/// The bit of a variable; all variables from the 64th on share the last bit.
fn variable_bit(variable: usize) -> u64 {
    1 << variable.min(63)
}

impl Expr {
    /// Compiles the expression alone; see [`Tape::new`].
    pub fn compile(&self, variables: &[&str]) -> Result<Tape, super::NameError> {
        Tape::new(std::slice::from_ref(self), variables)
    }
}
