//! Third and fourth powers with fused multiplication and addition.
//!
//! **Question.** How are x³ and x⁴ rounded once, although they take two multiplications?
//!
//! **Idea.** The square is rounded to p, and e = x² − p is its error, which a fused instruction computes exactly. Then
//! x³ = p·x + e·x and x⁴ = p² + e·(2p + e). The second term is tiny, so its rounding does not matter; the last
//! instruction adds it to the first and rounds once.
//!
//! **Guarantee.** Enclosures, and nearly always the tightest ones. Very small and very large squares, whose error may
//! not be a number, are rare cases for the operation of the interpreter.
//!
//! **Cost.** Fourteen instructions for a cube, twenty-four for a fourth power.
//!
//! **Source.** The exact error of a product: T. J. Dekker, *A floating-point technique for extending the available
//! precision* (1971); with a fused instruction: J.-M. Muller et al., *Handbook of Floating-Point Arithmetic* (2018),
//! section 4.4.

use super::assembler::{Comparison, Fused, Packed, Register};
use super::emit::{Emitter, IF_NOT_ZERO, T0};
use super::operations::{T1, T2, T3, T4};
use super::program::Step;
use crate::tolerance::{LARGEST_EXACT_SQUARE, SMALLEST_EXACT_SQUARE};

impl Emitter<'_> {
    /// The cube is increasing and odd, so both components of the pair are cubed alike.
    pub(super) fn cube(&mut self, index: u32, step: Step) -> Register {
        let a = self.load(step.operands[0]);
        let out = self.result(index, step);
        self.code.packed(Packed::Mul, T0, a, a);
        self.unusual_squares();
        let back = self.rare_case(IF_NOT_ZERO, step, [a.into(); 2], out);
        self.code.load(T1, a);
        self.code.fused(Fused::MulSub, T1, a, T0);
        self.code.packed(Packed::Mul, T1, T1, a);
        self.code.fused(Fused::MulAdd, T0, a, T1);
        self.code.load(out, T0);
        self.code.bind(back);
        out
    }

    /// With the absolute values m: the negated lower endpoint is −p² − e·(2p + e), the upper one p² + e·(2p + e). The
    /// error e is not positive. Each sign is set before the rounding, which is upward.
    pub(super) fn fourth_power(&mut self, index: u32, step: Step) -> Register {
        let a = self.load(step.operands[0]);
        let out = self.result(index, step);
        self.magnitudes(a);
        self.code.packed(Packed::And, T3, T2, self.magnitude);
        self.code.packed(Packed::Mul, T0, T3, T3);
        self.unusual_squares();
        let back = self.rare_case(IF_NOT_ZERO, step, [a.into(); 2], out);
        self.code.load(T1, T3);
        self.code.fused(Fused::MulSub, T1, T3, T0);
        self.code.packed(Packed::Add, T2, T0, T0);
        self.code.packed(Packed::Xor, T2, T2, self.second_sign);
        self.code.packed(Packed::Xor, T3, T1, self.second_sign);
        self.code.packed(Packed::Add, T2, T2, T3);
        self.code.packed(Packed::Xor, T1, T1, self.sign);
        self.code.packed(Packed::Mul, T2, T2, T1);
        self.code.packed(Packed::Xor, T3, T0, self.first_sign);
        self.code.fused(Fused::MulAdd, T0, T3, T2);
        self.code.load(out, T0);
        self.code.bind(back);
        out
    }

    /// Sets the flags to *not zero* if a square in `T0` is so large or small that its error may not be exact. Zero is
    /// exact: squares are rounded upward, so only the square of zero is zero. Changes `T1`, `T2` and `T4`.
    fn unusual_squares(&mut self) {
        let (smallest, largest) = (self.both(SMALLEST_EXACT_SQUARE), self.both(LARGEST_EXACT_SQUARE));
        self.code.clear(T4);
        self.code.compare(Comparison::NotEqual, T4, T0, T4);
        self.code.compare(Comparison::Less, T1, T0, smallest);
        self.code.compare(Comparison::NotLess, T2, T0, largest);
        self.code.packed(Packed::And, T1, T1, T4);
        self.code.packed(Packed::Or, T1, T1, T2);
        self.code.signs(T1);
        self.code.bytes(&[0x85, 0xc0]); // test eax, eax
    }
}
