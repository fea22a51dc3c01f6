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
