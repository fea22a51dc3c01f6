//! How a function behaves over a whole box, proved on the way to its range.

/// What is proved about a function over a whole box; each level includes those before it.
///
/// A range alone follows set semantics (IEEE 1788): it encloses the values at those points of the box *where the function
/// has one*. Whoever concludes more than that, such as "no contact anywhere in this box", must ask for the decoration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decoration {
    /// The function may lack a value somewhere in the box, or the box is empty.
    Partial,
    /// It has a value everywhere in the box, but may jump.
    Defined,
    /// It has a value everywhere in the box and does not jump. Its enclosed gradient then contains the slope between any
    /// two points of the box, kinks included, so that the mean value theorem may be used.
    Continuous,
    /// It has derivatives of all orders everywhere in the box, which the enclosed gradient and Hessian contain.
    Smooth,
}

/// Which outputs lost which level. One bit an output; the last bit is shared by all outputs from the 64th on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Faults {
    partial: u64,
    jumps: u64,
    kinks: u64,
}

/// The bit of an output.
pub(super) fn output_bit(output: usize) -> u64 {
    1 << output.min(63)
}

impl Faults {
    /// Every output lost everything: some argument is empty.
    pub(super) const ALL: Self = Self { partial: u64::MAX, jumps: u64::MAX, kinks: u64::MAX };

    /// Lowers the outputs to the level. Without branches: whether a minimum is decided, say, changes from box to box, and a
    /// branch on it would be mispredicted.
    #[inline(always)]
    pub(super) fn lower(&mut self, level: Decoration, outputs: u64) {
        let where_it_is = |lost: Decoration| if level == lost { outputs } else { 0 };
        self.partial |= where_it_is(Decoration::Partial);
        self.jumps |= where_it_is(Decoration::Defined);
        self.kinks |= where_it_is(Decoration::Continuous);
    }

    /// The faults of both.
    pub(super) fn and(self, other: Self) -> Self {
        Self { partial: self.partial | other.partial, jumps: self.jumps | other.jumps, kinks: self.kinks | other.kinks }
    }

    /// The level left to the output.
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
