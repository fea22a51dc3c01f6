//! The limits and tolerances of this crate, each with its reason.

/// The longest text that is parsed, in bytes. A megabyte of `x+x+…` needs about 50 MB as an expression; a larger limit
/// lets a hostile scene file fill the memory.
pub(crate) const LONGEST_TEXT: usize = 1 << 20;

/// How deep parentheses, calls, signs and powers may be nested in a text. Each level takes some five calls of the parser,
/// together about 2 kB of stack: twice this still fits into the 2 MB of a thread. Displayed expressions stay
/// below a third of it.
pub(crate) const DEEPEST_NESTING: usize = 256;

/// From how many operations above one another a displayed subexpression gets a name of its own. More makes texts that
/// the parser may refuse; fewer makes texts that are harder to read.
pub(crate) const DEEPEST_DISPLAY: u32 = 40;

/// From how many operations, written out without sharing, a displayed expression names its shared parts.
pub(crate) const LARGEST_DISPLAY: u64 = 400;

/// How many neighbouring instructions of a tape are reordered among themselves. About what a processor looks ahead, five
/// times over; more needs more registers and gains nothing.
pub(crate) const SCHEDULING_WINDOW: usize = 32;

/// The highest degree of a Chebyshev series. Rounding makes higher ones useless, and their cost grows with the square.
pub(crate) const HIGHEST_DEGREE: usize = 1000;

/// The most numbers that a least-squares fit may hold at once (512 MB).
pub(crate) const LARGEST_FIT: usize = 1 << 26;

/// Columns of a least-squares problem that are shorter than this, relative to a column of ones, are taken for dependent on those
/// before. Smaller, and noise of 1e-16 a sample is amplified beyond use; larger, and honest high degrees are refused.
pub(crate) const RANK: f64 = 1e-11;

/// A proved bound on an error is good enough within this factor of an error that certainly occurs. Nearer to one costs pieces.
pub(crate) const TIGHT_ENOUGH: f64 = 1.1;

/// How many pieces a domain is cut into, at most, to prove a bound on an error: some 10 to 50 ms. Fewer, and bounds on
/// functions that vary quickly are too pessimistic.
pub(crate) const MOST_PIECES: usize = 2000;

/// A sweep over linear interval equations is followed by another if it left at most this part of the box's widths: the paper's α.
/// Nearer to one, and sweeps that gain nothing are repeated; smaller, and gains are left to later bisection.
pub(crate) const ENOUGH_IMPROVEMENT: f64 = 0.9;

/// How many sweeps are made at most over one linear interval system: what they gain they gain at first.
pub(crate) const MOST_SWEEPS: usize = 4;

/// The smallest pivot, in a matrix whose rows were scaled to one, that elimination on middles goes on with. Smaller, and rows of rounding
/// noise are multiplied for nothing; larger, and nearly singular systems are not solved for all their variables.
pub(crate) const SMALLEST_PIVOT: f64 = 1e-9;

/// How much a thin region is widened, as a part of its size, to prove that it holds a zero: some rounding errors. Smaller, and the
/// error of evaluating the equations at a point spills out of it; larger, and neighbouring zeros are taken in.
pub(crate) const PROOF_ROOM: f64 = 1e-13;

/// How often a proof of existence is tried, each time around the place where the zero seemed to be. The first or second try decides.
pub(crate) const MOST_PROOF_TRIES: usize = 3;

/// How many Newton steps polish a proved zero at most. Each doubles the digits where the equations are smooth, so that five do; at a kink
/// it adds some.
pub(crate) const MOST_POLISHING_STEPS: usize = 100;

/// How many Newton steps are made on a region before it is cut, each of which must have gained as much as a bisection.
pub(crate) const MOST_NEWTON_STEPS: usize = 8;

/// Every so manieth cut takes the side that shrank least so far, whatever its effect on the equations seems to be. More rarely, and
/// variables that matter only to the objective wait long; more often, and cuts are wasted on variables that do not matter.
pub(crate) const EVEN_SPLITS: u32 = 8;

/// For how many iterations the search by lower ends goes on alone before the one by upper ends joins the race. Most isolated solutions
/// are found by then; more, and small manifolds pay for it.
pub(crate) const HEAD_START: u64 = 256;

/// A region beside a sample that may be earlier than it by more than the slack is cut until its objective is no wider than this part of it.
/// Larger, and samples come closer to one another than δ; smaller, and such regions cost more cuts.
pub(crate) const CLEARLY_EARLIER: f64 = 0.125;

/// Regions that a sample stands for are left to it if they are earlier than the least objective by no more than this part of ε, unless another
/// slack is asked for: not by all of ε as in the paper, so that samples and what is left to them are simultaneous in the end.
pub(crate) const LATE_PART: f64 = 0.5;
