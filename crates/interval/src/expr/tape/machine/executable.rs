//! Memory that holds machine code, and the calls between machine code and Rust.
//!
//! All `unsafe` code of compiled tapes is here. It relies on three facts:
//!
//! - The code was written by [`super::emit`]. It reads the arguments, writes the results, reads and writes the frame
//!   and the spill memory, all within the lengths that `run` checks, and uses the stack below its own frame.
//! - The memory is never writable and executable at the same time: it is filled as ordinary memory, then made
//!   executable and read-only, and unmapped when the code is dropped.
//! - The code follows the System V calling convention: it changes only registers that belong to the called function,
//!   and restores the control word of the floating-point unit.
#![allow(unsafe_code)]

use super::super::super::decoration::LostDecorations;
use super::super::super::operation::{Op, Operation, Visitor};
use super::super::slope::{logarithm, unless_empty};
use super::program::StepKind;
use crate::Interval;
use crate::pair::EndpointPair;
use memmap2::{Mmap, MmapMut};
use std::fmt;
use std::mem::offset_of;

/// What machine code and the functions that it calls exchange.
#[repr(C)]
pub(super) struct CallFrame {
    /// The operands of a called function; the first is replaced by the result.
    operands: [Interval; 2],
    losses: LostDecorations,
    /// The control word of the caller: rounding mode and masked exceptions.
    rounding: u32,
}

impl CallFrame {
    /// Offsets in bytes.
    pub(super) const FIRST: usize = offset_of!(Self, operands);
    pub(super) const SECOND: usize = Self::FIRST + size_of::<Interval>();
    pub(super) const KINKS: usize = offset_of!(Self, losses) + offset_of!(LostDecorations, kinks);
    pub(super) const ROUNDING: usize = offset_of!(Self, rounding);
}

/// Arguments, results, frame, spill memory. Returns whether the code gave up.
type EntryPoint = unsafe extern "sysv64" fn(*const Interval, *mut Interval, *mut CallFrame, *mut EndpointPair) -> u32;

/// Code that is ready to run.
pub(super) struct Executable {
    memory: Mmap,
    arguments: usize,
    results: usize,
    spills: usize,
}

impl fmt::Debug for Executable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes of machine code", self.memory.len())
    }
}

impl Executable {
    /// Code for these numbers of arguments, results and spilled values. `None` if the system refuses the memory.
    pub(super) fn new(code: &[u8], arguments: usize, results: usize, spills: usize) -> Option<Self> {
        let mut memory = MmapMut::map_anon(code.len()).ok()?;
        memory.copy_from_slice(code);
        Some(Self { memory: memory.make_exec().ok()?, arguments, results, spills })
    }

    /// The number of spilled values.
    pub(super) fn spills(&self) -> usize {
        self.spills
    }

    /// Runs the code. `None` if some range is empty; then the results mean nothing.
    ///
    /// # Panics
    /// If a slice is shorter than the code needs.
    #[inline]
    pub(super) fn run(
        &self,
        arguments: &[Interval],
        results: &mut [Interval],
        spills: &mut [EndpointPair],
    ) -> Option<LostDecorations> {
        assert!(arguments.len() >= self.arguments && results.len() >= self.results && spills.len() >= self.spills);
        let losses = LostDecorations::default();
        let mut frame = CallFrame { operands: [Interval::ZERO; 2], losses, rounding: 0 };
        // Safety: the memory starts with the first instruction of a function of this type, written by `emit`.
        let entry: EntryPoint = unsafe { std::mem::transmute::<*const u8, EntryPoint>(self.memory.as_ptr()) };
        // Safety: the slices are as long as the code needs, as asserted, and the frame lives until after the call.
        let gave_up =
            unsafe { entry(arguments.as_ptr(), results.as_mut_ptr(), &raw mut frame, spills.as_mut_ptr()) } != 0;
        (!gave_up).then_some(frame.losses)
    }
}

/// Evaluates an operation on the operands in the frame. Returns whether the range is empty.
extern "sysv64" fn evaluate<O: Operation>(frame: *mut CallFrame, exponent: i32, reach: u64) -> bool {
    // Safety: only machine code calls this function, with the address of the frame that `run` passed to it. Nobody
    // else uses the frame during the call.
    let frame = unsafe { &mut *frame };
    let [a, b] = frame.operands;
    let range = O::range(a, b, exponent);
    frame.losses.lower(O::decoration(a, b, exponent, range), reach);
    frame.operands[0] = range;
    range.is_empty()
}

/// Replaces the operands in the frame. Returns whether the first result is empty.
fn replace(frame: *mut CallFrame, results: impl FnOnce(Interval, Interval) -> [Interval; 2]) -> bool {
    // Safety: as for `evaluate`, the only other function that machine code calls.
    let frame = unsafe { &mut *frame };
    frame.operands = results(frame.operands[0], frame.operands[1]);
    frame.operands[0].is_empty()
}

extern "sysv64" fn sin_cos(frame: *mut CallFrame, _: i32, _: u64) -> bool {
    replace(frame, |a, _| a.sin_cos())
}

extern "sysv64" fn cos_sin(frame: *mut CallFrame, _: i32, _: u64) -> bool {
    replace(frame, |a, _| {
        let [sine, cosine] = a.sin_cos();
        [cosine, sine]
    })
}

extern "sysv64" fn slope_quotient(frame: *mut CallFrame, _: i32, _: u64) -> bool {
    replace(frame, |a, b| [unless_empty(a / b), b])
}

extern "sysv64" fn logarithm_slope(frame: *mut CallFrame, _: i32, _: u64) -> bool {
    replace(frame, |_, b| [logarithm(b), b])
}

fn called(function: extern "sysv64" fn(*mut CallFrame, i32, u64) -> bool) -> u64 {
    function as usize as u64
}

/// The address of the function that evaluates a step.
pub(super) fn operation_address(kind: StepKind) -> u64 {
    struct Address<'a>(&'a mut u64);
    impl Visitor for Address<'_> {
        fn visit<O: Operation>(self) {
            *self.0 = called(evaluate::<O>);
        }
    }
    let mut address = 0;
    match kind {
        StepKind::Plain(op) => op.visit(Address(&mut address)),
        StepKind::Cube | StepKind::FourthPower => Op::Power.visit(Address(&mut address)),
        StepKind::SineAndCosine(cosine_first) => address = called(if cosine_first { cos_sin } else { sin_cos }),
        StepKind::SlopeQuotient => address = called(slope_quotient),
        StepKind::LogarithmSlope => address = called(logarithm_slope),
        // These are never called.
        StepKind::OtherResult | StepKind::Side | StepKind::Pick(_) => {}
    }
    address
}
