//! The machine code of a program.
//!
//! **Question.** Which instructions compute the steps of a program, rounded outward?
//!
//! **Idea.** An interval is the pair (−lower, upper) in one vector register. The code sets the rounding mode to upward
//! once. Every addition, product, quotient and root of a pair is then rounded outward, and both endpoints take one
//! instruction. Rare operands (a divisor that contains zero, zero times infinity, a root of negative numbers) and
//! functions without an instruction are computed by the operation of the interpreter, which is called as a function
//! in the caller's rounding mode.
//!
//! **Guarantee.** Sums, differences, products, quotients, squares and roots are the tightest enclosures. No step reads
//! an empty interval: if a step produces one, the code gives up and the interpreter evaluates the tape. So no operand
//! is NaN. The caller's rounding mode is restored on every way out.
//!
//! **Cost.** One instruction for a sum, seven for a square, sixteen for a product.
//!
//! **Source.** The pair in upward rounding: Lambov, *Interval arithmetic using SSE-2* (2008); F. Goualard, *Fast and
//! correct SIMD algorithms for interval arithmetic* (2008).

use super::assembler::{Assembler, Base, Label, Place, Register};
use super::executable::{CallFrame, operation_address};
use super::program::{Program, ProgramValue, Step};
use super::registers::Registers;
use crate::Interval;
use crate::tolerance::VALUE_REGISTERS;

/// The registers after those of values hold intermediate results of one step.
pub(super) const T0: Register = Register(VALUE_REGISTERS);

/// The control word of upward rounding: exceptions masked, subnormal numbers exact.
const ROUND_UP: u64 = 0x5f80;
const SIGN: u64 = 1 << 63;

/// Jumps by their opcodes.
const ALWAYS: &[u8] = &[0xe9];
const CALL: &[u8] = &[0xe8];
pub(super) const IF_ZERO: &[u8] = &[0x0f, 0x84];
pub(super) const IF_NOT_ZERO: &[u8] = &[0x0f, 0x85];
pub(super) const IF_BELOW: &[u8] = &[0x0f, 0x82];

/// `push rdi, rsi, rdx, r8, r11` and the inverse.
const SAVE_ADDRESSES: &[u8] = &[0x57, 0x56, 0x52, 0x41, 0x50, 0x41, 0x53];
const RESTORE_ADDRESSES: &[u8] = &[0x41, 0x5b, 0x41, 0x58, 0x5a, 0x5e, 0x5f];
/// `mov rdi, rdx` (the frame), `mov esi, ecx` (the exponent), `mov rdx, r9` (the reach), `call rax`.
const CALL_OPERATION: &[u8] = &[0x48, 0x89, 0xd7, 0x89, 0xce, 0x4c, 0x89, 0xca, 0xff, 0xd0];

/// The rounding mode at a place of the code: the caller's, for called functions, or upward, for arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rounding {
    Caller,
    Up,
}

/// The bytes of a program and the number of spilled values. `None` if the code would be too long.
pub(super) fn emit(program: &Program) -> Option<(Vec<u8>, usize)> {
    let mut emitter = Emitter::new(program);
    emitter.prologue();
    for i in 0..program.steps.len() {
        emitter.step(i as u32);
    }
    for (output, &value) in program.outputs.iter().enumerate() {
        // Results were stored when they were computed.
        if !matches!(value, ProgramValue::Step(_)) {
            let place = emitter.registers.place(value, &mut emitter.code);
            emitter.code.load(T0, place);
            emitter.code.store(output_place(output), T0);
        }
    }
    emitter.epilogue();
    let spills = emitter.registers.spill_count() as usize;
    Some((emitter.code.finish()?, spills))
}

fn output_place(output: usize) -> Place {
    Place::Memory(Base::Rsi, 16 * output as i32)
}

fn frame_place(offset: usize) -> Place {
    Place::Memory(Base::Rdx, offset as i32)
}

/// A rare case of a step: its code follows the main code.
struct RareCase {
    entry: Label,
    back: Label,
    step: Step,
    operands: [Place; 2],
    result: Register,
}

/// Code under construction, with what its steps share.
pub(super) struct Emitter<'a> {
    pub(super) program: &'a Program,
    pub(super) code: Assembler,
    pub(super) registers: Registers,
    /// The outputs that are results of steps, in the order of the steps.
    output_order: Vec<(u32, u32)>,
    next_output: usize,
    rare: Vec<RareCase>,
    /// The present rounding mode.
    rounding: Rounding,
    /// The reach of all steps that can lose smoothness, if it is the same.
    common_reach: Option<u64>,
    /// Calls a function of the interpreter.
    call: Label,
    /// The same from a rare case: keeps the values in registers.
    rare_call: Label,
    give_up: Label,
    /// Constants: the sign bits of both components, the first and the second, and all bits but the signs.
    pub(super) sign: Place,
    pub(super) first_sign: Place,
    pub(super) second_sign: Place,
    pub(super) magnitude: Place,
    /// The constant −∞ in both components.
    pub(super) nothing: Place,
    round_up: u32,
}

impl<'a> Emitter<'a> {
    fn new(program: &'a Program) -> Self {
        let mut code = Assembler::default();
        for constant in &program.constants {
            code.constant(words(*constant));
        }
        let mut reaches = program.steps.iter().map(|step| step.reach).filter(|&reach| reach != 0);
        let first = reaches.next().unwrap_or(0);
        let mut output_order: Vec<(u32, u32)> = Vec::new();
        for (output, &value) in program.outputs.iter().enumerate() {
            if let ProgramValue::Step(step) = value {
                output_order.push((step, output as u32));
            }
        }
        output_order.sort_unstable();
        Self {
            registers: Registers::new(program),
            output_order,
            next_output: 0,
            rare: Vec::new(),
            common_reach: reaches.all(|reach| reach == first).then_some(first),
            rounding: Rounding::Caller,
            call: code.label(),
            rare_call: code.label(),
            give_up: code.label(),
            sign: Place::Pool(code.constant([SIGN, SIGN])),
            first_sign: Place::Pool(code.constant([SIGN, 0])),
            second_sign: Place::Pool(code.constant([0, SIGN])),
            magnitude: Place::Pool(code.constant([!SIGN, !SIGN])),
            nothing: Place::Pool(code.constant([f64::NEG_INFINITY.to_bits(); 2])),
            round_up: code.constant([ROUND_UP, 0]),
            program,
            code,
        }
    }

    /// Arguments: `rdi` the arguments, `rsi` the results, `rdx` the frame, `rcx` the spill memory.
    fn prologue(&mut self) {
        self.code.bytes(&[0x49, 0x89, 0xcb]); // mov r11, rcx
        self.code.bytes(&[0x45, 0x31, 0xc0]); // xor r8d, r8d: the lost smoothness
        self.code.store_rounding(frame_place(CallFrame::ROUNDING));
    }

    /// Sets the rounding mode, if the present one is another. A switch costs some nanoseconds.
    pub(super) fn set_rounding(&mut self, rounding: Rounding) {
        if self.rounding != rounding {
            self.rounding = rounding;
            self.code.load_rounding(match rounding {
                Rounding::Caller => frame_place(CallFrame::ROUNDING),
                Rounding::Up => Place::Pool(self.round_up),
            });
        }
    }

    fn epilogue(&mut self) {
        if let Some(reach) = self.common_reach {
            let reach = self.code.constant([reach, 0]);
            self.code.bytes(&[0x49, 0xf7, 0xd8]); // neg r8: carry if it is not zero
            self.code.bytes(&[0x4d, 0x19, 0xc0]); // sbb r8, r8
            self.code.general_with_pool(&[0x4c, 0x23], 0, reach); // and r8, reach
        }
        self.code.bytes(&[0x4c, 0x09, 0x42, CallFrame::KINKS as u8]); // or [rdx + kinks], r8
        self.code.bytes(&[0x31, 0xc0]); // xor eax, eax
        self.set_rounding(Rounding::Caller);
        self.code.bytes(&[0xc3]); // ret
        for case in std::mem::take(&mut self.rare) {
            self.code.bind(case.entry);
            self.call(self.rare_call, &case.step, case.operands, case.result);
            self.code.jump(ALWAYS, case.back);
        }
        self.code.bind(self.give_up);
        self.code.load_rounding(frame_place(CallFrame::ROUNDING));
        self.code.bytes(&[0xb8, 1, 0, 0, 0]); // mov eax, 1
        self.code.bytes(&[0xc3]); // ret
        self.shared_calls();
    }

    fn step(&mut self, index: u32) {
        let step = self.program.steps[index as usize];
        let result = self.operation(index, step);
        while let Some(&(_, output)) = self.output_order.get(self.next_output).filter(|(at, _)| *at == index) {
            self.next_output += 1;
            self.code.store(output_place(output as usize), result);
        }
    }

    /// A step that the interpreter's operation computes. The operands are in `places`.
    pub(super) fn called(&mut self, index: u32, step: Step, places: [Place; 2]) -> Register {
        self.set_rounding(Rounding::Caller);
        self.registers.leave_all(index, step.operands, &mut self.code);
        let out = self.result(index, step);
        self.call(self.call, &step, places, out);
        out
    }

    /// The second result of the function that was called last.
    pub(super) fn load_other_result(&mut self, out: Register) {
        self.code.load(out, frame_place(CallFrame::SECOND));
    }

    /// Calls the operation of the interpreter, and gives up if its range is empty.
    fn call(&mut self, through: Label, step: &Step, operands: [Place; 2], result: Register) {
        for (operand, offset) in operands.into_iter().zip([CallFrame::FIRST, CallFrame::SECOND]) {
            let register = match operand {
                Place::Register(register) => register,
                Place::Memory(..) | Place::Pool(_) => {
                    self.code.load(T0, operand);
                    T0
                }
            };
            self.code.store(frame_place(offset), register);
        }
        self.code.bytes(&[0xb9]); // mov ecx, exponent
        self.code.bytes(&step.exponent.to_le_bytes());
        self.code.bytes(&[0x49, 0xb9]); // mov r9, reach
        self.code.bytes(&step.reach.to_le_bytes());
        self.code.bytes(&[0x48, 0xb8]); // mov rax, address
        self.code.bytes(&operation_address(step.kind).to_le_bytes());
        self.code.jump(CALL, through);
        self.code.bytes(&[0x84, 0xc0]); // test al, al
        self.code.jump(IF_NOT_ZERO, self.give_up);
        self.code.load(result, frame_place(CallFrame::FIRST));
    }

    /// The code between a compiled tape and the functions of the interpreter, which may change all its registers.
    fn shared_calls(&mut self) {
        // The called functions must find the stack aligned to 16 bytes. It is, apart from the five addresses.
        self.code.bind(self.call);
        self.code.bytes(SAVE_ADDRESSES);
        self.code.bytes(&[0x48, 0x83, 0xec, 8]); // sub rsp, 8
        self.code.bytes(CALL_OPERATION);
        self.code.bytes(&[0x48, 0x83, 0xc4, 8]); // add rsp, 8
        self.code.bytes(RESTORE_ADDRESSES);
        self.code.bytes(&[0xc3]); // ret

        let size = 16 * i32::from(VALUE_REGISTERS) + 8;
        let saved = |i: u8| (Place::Memory(Base::Rsp, 16 * i32::from(i)), Register(i));
        self.code.bind(self.rare_call);
        self.code.bytes(SAVE_ADDRESSES);
        self.code.bytes(&[0x48, 0x81, 0xec]); // sub rsp, size
        self.code.bytes(&size.to_le_bytes());
        for (place, register) in (0..VALUE_REGISTERS).map(saved) {
            self.code.store(place, register);
        }
        self.code.load_rounding(frame_place(CallFrame::ROUNDING));
        self.code.bytes(CALL_OPERATION);
        for (place, register) in (0..VALUE_REGISTERS).map(saved) {
            self.code.load(register, place);
        }
        self.code.load_rounding(Place::Pool(self.round_up));
        self.code.bytes(&[0x48, 0x81, 0xc4]); // add rsp, size
        self.code.bytes(&size.to_le_bytes());
        self.code.bytes(RESTORE_ADDRESSES);
        self.code.bytes(&[0xc3]); // ret
    }

    /// Jumps to the operation of the interpreter under a condition. Returns the label after the main code.
    pub(super) fn rare_case(&mut self, condition: &[u8], step: Step, operands: [Place; 2], result: Register) -> Label {
        let (entry, back) = (self.code.label(), self.code.label());
        self.code.jump(condition, entry);
        self.rare.push(RareCase { entry, back, step, operands, result });
        back
    }

    /// Records that the outputs in `reach` are not smooth, if the last comparison said zero.
    pub(super) fn kink_if_zero(&mut self, reach: u64) {
        self.code.bytes(&[0x0f, 0x94, 0xc1]); // setz cl
        if self.common_reach.is_some() {
            self.code.bytes(&[0x41, 0x08, 0xc8]); // or r8b, cl
            return;
        }
        let reach = self.code.constant([reach, 0]);
        self.code.bytes(&[0x0f, 0xb6, 0xc9]); // movzx ecx, cl
        self.code.bytes(&[0x48, 0xf7, 0xd9]); // neg rcx
        self.code.general_with_pool(&[0x48, 0x23], 1, reach); // and rcx, reach
        self.code.bytes(&[0x49, 0x09, 0xc8]); // or r8, rcx
    }
}

/// The pair (−lower, upper) as bits.
pub(super) fn words(interval: Interval) -> [u64; 2] {
    let (negated_lower, upper) = interval.pair().parts();
    [negated_lower.to_bits(), upper.to_bits()]
}
