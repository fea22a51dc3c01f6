//! Stands in for machine code on processors and systems without it: every tape is interpreted.

use super::super::decoration::LostDecorations;
use super::Tape;
use crate::Interval;
use crate::pair::EndpointPair;

/// Machine code that cannot exist here.
#[derive(Debug)]
pub(super) enum NoMachineCode {}

impl NoMachineCode {
    /// Always `None`.
    pub(super) fn ranges(_: &Tape) -> Option<Self> {
        None
    }

    /// Always `None`.
    pub(super) fn gradients(_: &Tape) -> Option<Self> {
        None
    }

    /// Always `None`.
    pub(super) fn hessians(_: &Tape) -> Option<Self> {
        None
    }

    /// Never called.
    pub(super) fn run(
        &self,
        _: &[Interval],
        _: &mut Vec<Interval>,
        _: usize,
        _: &mut Vec<EndpointPair>,
    ) -> Option<LostDecorations> {
        match *self {}
    }
}
