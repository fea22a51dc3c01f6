//! The limits and tolerances of this crate, each with its unit, its reason, and what breaks if it changes.

/// Longest text that is parsed, in bytes. A megabyte of `x+x+…` needs about 50 MB as an expression. Larger: a
/// hostile scene file can exhaust the memory.
pub(crate) const LONGEST_TEXT: usize = 1 << 20;

/// Deepest nesting of parentheses, calls, signs and powers in a text, a count. Each level takes about five calls of
/// the parser, together about 2 kB of stack; twice this limit still fits into the 2 MB of a thread. Displayed
/// expressions stay below a third of it.
pub(crate) const DEEPEST_NESTING: usize = 256;

/// Depth in operations from which a displayed subexpression gets a name of its own. Larger: the parser may refuse
/// the text. Smaller: the text is harder to read.
pub(crate) const DEEPEST_DISPLAY: u32 = 40;

/// Size in operations, written out without sharing, from which a displayed expression names its shared parts.
pub(crate) const LARGEST_DISPLAY: u64 = 400;

/// Number of neighbouring tape instructions that are reordered among themselves: about five times what a processor
/// looks ahead. Larger: more registers, no gain.
pub(crate) const SCHEDULING_WINDOW: usize = 32;

/// Number of vector registers that hold values of a compiled tape, of 16. The others hold intermediate results of one
/// operation; a product needs five. More: a product overwrites a value. Fewer: more values are kept in memory.
#[cfg(all(target_arch = "x86_64", unix))]
pub(crate) const VALUE_REGISTERS: u8 = 11;

/// Largest number of operations of a tape that is compiled to machine code, about 5 MB of code. Larger: one hostile
/// formula occupies much memory that cannot be paged out.
#[cfg(all(target_arch = "x86_64", unix))]
pub(crate) const MOST_COMPILED_STEPS: usize = 1 << 16;

/// Smallest and largest square of which machine code computes the error exactly. An error is at least 2⁻¹⁰⁶ of the
/// square, so it is far above the smallest number; the fourth power of the root stays below the largest number. Beyond
/// them: an error that underflows or an infinite product gives a wrong bound.
#[cfg(all(target_arch = "x86_64", unix))]
pub(crate) const SMALLEST_EXACT_SQUARE: f64 = f64::from_bits((1023 - 510) << 52);
#[cfg(all(target_arch = "x86_64", unix))]
pub(crate) const LARGEST_EXACT_SQUARE: f64 = f64::from_bits((1023 + 510) << 52);

/// Highest degree of a Chebyshev series. Rounding makes higher degrees useless, and the cost grows with the square.
pub(crate) const HIGHEST_DEGREE: usize = 1000;

/// Largest number of matrix entries of a least-squares fit (512 MB).
pub(crate) const LARGEST_FIT: usize = 1 << 26;

/// Smallest length of a column of a least-squares problem, relative to a column of ones. Shorter columns count as
/// dependent on those before. Smaller: noise of 1e-16 per sample is amplified beyond use. Larger: valid high
/// degrees are refused.
pub(crate) const RANK: f64 = 1e-11;

/// Accepted ratio between a proved bound on an error and an error that certainly occurs. Closer to one: more
/// subintervals.
pub(crate) const TIGHT_ENOUGH: f64 = 1.1;

/// Largest number of subintervals for proving a bound on an error, about 10 to 50 ms. Smaller: bounds for functions
/// that vary quickly are too pessimistic.
pub(crate) const MOST_SUBINTERVALS: usize = 2000;

/// Largest remaining fraction of the box widths after which a sweep over linear interval equations is repeated: the
/// paper's α. Closer to one: sweeps without effect are repeated. Smaller: reductions are left to later bisection.
pub(crate) const ENOUGH_IMPROVEMENT: f64 = 0.9;

/// Largest number of sweeps over one linear interval system. The first sweeps achieve most of the reduction.
pub(crate) const MOST_SWEEPS: usize = 4;

/// Smallest pivot that midpoint elimination accepts, in a matrix with rows scaled to one. Smaller: rows of rounding
/// noise are multiplied in vain. Larger: nearly singular systems are not solved for all their variables.
pub(crate) const SMALLEST_PIVOT: f64 = 1e-9;

/// Widening of a thin region for a proof of existence, relative to its size: some rounding errors. Smaller: the
/// error of evaluating the equations at a point leaves the region. Larger: neighbouring zeros are included.
pub(crate) const PROOF_ROOM: f64 = 1e-13;

/// Number of attempts at a proof of existence, each around the current estimate of the zero. The first or second
/// decides.
pub(crate) const MOST_PROOF_TRIES: usize = 3;

/// Largest number of Newton steps that refine a proved zero. Each doubles the digits if the equations are smooth,
/// so five suffice; at a kink convergence is slower.
pub(crate) const MOST_POLISHING_STEPS: usize = 100;

/// Largest number of Newton steps on a region before it is subdivided. Each must reduce the region as much as a
/// bisection.
pub(crate) const MOST_NEWTON_STEPS: usize = 8;

/// Every `EVEN_SPLITS`-th subdivision cuts the side that shrank least so far, whatever its apparent effect on the
/// equations. Larger: variables that matter only to the objective wait long. Smaller: subdivisions are wasted on
/// irrelevant variables.
pub(crate) const EVEN_SPLITS: u32 = 8;

/// Number of iterations that the search by lower bounds runs alone before the search by upper bounds joins the
/// race. Most isolated solutions are found by then. Larger: small manifolds of solutions cost more.
pub(crate) const HEAD_START: u64 = 256;

/// Largest width of the objective, as a fraction of the slack, at which a region near a sample can replace it. The
/// region may be earlier than the sample by more than the slack; it is subdivided until its objective is this
/// narrow. Larger: samples come closer to one another than δ. Smaller: such regions cost more subdivisions.
pub(crate) const CLEARLY_EARLIER: f64 = 0.125;

/// Default slack as a fraction of ε: regions near a sample are left to it if they are earlier than the least
/// objective by no more than this. The paper uses all of ε; with half, samples and the regions left to them are
/// simultaneous in the end.
pub(crate) const LATE_PART: f64 = 0.5;

/// Smallest nonzero magnitude of an endpoint for which products cannot underflow: the product of two such numbers is at
/// least 1e-300, a normal number. Smaller: an underflow may pass for an exact zero. Larger: more products take the slow
/// path.
pub(crate) const NO_UNDERFLOW: f64 = 1e-150;

/// Radians. An interval wider than this contains a whole turn: 2π plus room for the rounding of the width.
pub(crate) const MORE_THAN_A_TURN: f64 = 7.0;

/// Radians, between a half turn and three quarters of a turn. A width below or above it decides between two counts of
/// quarter turns that agree modulo four.
pub(crate) const MORE_THAN_A_HALF: f64 = 4.0;

/// Smallest magnitude of a result for which a zero remainder proves that it is exact: 2⁻⁹⁰⁰ times half an ulp is
/// far above the smallest number 2⁻¹⁰⁷⁴. Smaller: a remainder may underflow to zero and an inexact result pass for
/// exact.
pub(crate) const SMALLEST_EXACT: f64 = f64::from_bits((1023 - 900) << 52);

/// Largest exponent that simplification creates, so that derivatives of any practical order stay in range.
pub(crate) const LARGEST_EXPONENT: u32 = 1 << 30;

/// Allowed relative error of a given period: the last digits of a decimal number, and a few units in the last place
/// by which ranges are widened. Smaller: 2π written in decimals is not recognised. Larger: the true period differs
/// more from the given one.
pub(crate) const PERIOD_ROUNDING: f64 = 1e-14;

/// Number of points or boxes that an instruction processes before the next one runs. Sixteen intervals are four cache
/// lines: enough to amortise the dispatch and fill the pipelines, few enough that the slots of a large tape stay in the
/// first-level cache.
pub(crate) const LANES: usize = 16;

/// Order of the Taylor form that bounds the residual of a fit. Higher: more symbolic derivatives per subinterval.
/// Lower: more subintervals.
pub(crate) const TAYLOR_ORDER: usize = 4;

/// Upper bound on the rounding error of a sum of up to 16 products, relative to the sum of their magnitudes. A
/// proof relies on it: it must not be below 17·2⁻⁵³.
pub(crate) const SUM_ERROR: f64 = 1.0 / (1_u64 << 48) as f64;

/// Smallest width of a gap, as a fraction of its variable's interval, that is worth a subdivision away from the
/// midpoint.
pub(crate) const WORTHWHILE_GAP: f64 = 0.1;

/// Number of characters of a long line that an error message shows on either side of the error.
pub(crate) const EXCERPT_SIDE: usize = 40;

/// Largest number of similar names that an error message suggests.
pub(crate) const MOST_SUGGESTIONS: usize = 3;

/// Largest number of known names that an error message lists if none is similar.
pub(crate) const MOST_LISTED_NAMES: usize = 24;

/// Largest number of characters of a token that an error message quotes.
pub(crate) const LONGEST_QUOTE: usize = 30;
