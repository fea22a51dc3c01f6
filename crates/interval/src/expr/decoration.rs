//! Decorations: the proved behaviour of a function over a box.

/// The proved behaviour of a function over a whole box. Each level includes those before it.
///
/// A range alone follows set semantics (IEEE 1788): it encloses the values at those points of the box *where the
/// function has one*. A conclusion about all points of the box, such as "no contact anywhere in this box", must
/// also check the decoration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decoration {
    /// The function may lack a value somewhere in the box, or the box is empty.
    Partial,
    /// It has a value everywhere in the box, but may have jumps.
    Defined,
    /// It is continuous on the box. Its enclosed gradient then contains the slope between any two points of the
    /// box, even across kinks, so the mean value theorem applies.
    Continuous,
    /// It has derivatives of all orders everywhere in the box; the enclosed gradient and Hessian contain them.
    Smooth,
}

/// The levels that each output has lost, as bit sets over the outputs. All outputs from the 64th on share the last
/// bit.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct LostDecorations {
    partial: u64,
    jumps: u64,
    /// Machine code of tapes writes it.
    pub(super) kinks: u64,
}

/// The bit of an output.
pub(super) fn output_bit(output: usize) -> u64 {
    1 << output.min(63)
}

impl LostDecorations {
    /// Every output lost every level, because some argument is empty.
    pub(super) const ALL: Self = Self { partial: u64::MAX, jumps: u64::MAX, kinks: u64::MAX };

    /// Lowers the outputs to the level, without branches: the level changes from box to box, for example at a
    /// minimum of two functions, and a branch on it would be mispredicted.
    #[inline(always)]
    pub(super) fn lower(&mut self, level: Decoration, outputs: u64) {
        let where_it_is = |lost: Decoration| if level == lost { outputs } else { 0 };
        self.partial |= where_it_is(Decoration::Partial);
        self.jumps |= where_it_is(Decoration::Defined);
        self.kinks |= where_it_is(Decoration::Continuous);
    }

    /// The union of both losses.
    pub(super) fn and(self, other: Self) -> Self {
        Self { partial: self.partial | other.partial, jumps: self.jumps | other.jumps, kinks: self.kinks | other.kinks }
    }

    /// The remaining level of the output.
    pub(super) fn decoration(self, output: usize) -> Decoration {
        let bit = output_bit(output);
        if self.partial & bit != 0 {
            Decoration::Partial
        } else if self.jumps & bit != 0 {
            Decoration::Defined
        } else if self.kinks & bit != 0 {
            Decoration::Continuous
        } else {
            Decoration::Smooth
        }
    }
}
