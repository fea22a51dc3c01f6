//! Assignment of processor registers to the values of a program.
//!
//! **Question.** Which values are kept in registers, and which in memory?
//!
//! **Idea.** One pass over the steps. A value stays in its register until its last use. If no register is free, the
//! value whose next use is furthest away leaves its register. Arguments and constants have a place in memory already;
//! a result is stored when it leaves.
//!
//! **Cost.** Linear in the number of steps.
//!
//! **Source.** L. A. Belady, *A study of replacement algorithms for a virtual-storage computer* (1966); for registers
//! of straight-line code: C. N. Fischer, R. J. LeBlanc, *Crafting a Compiler* (1988), section 15.3.

use super::assembler::{Assembler, Base, Place, Register};
use super::program::{Program, ProgramValue};
use crate::tolerance::VALUE_REGISTERS;

/// No further use.
const NEVER: u32 = u32::MAX;
const COUNT: usize = VALUE_REGISTERS as usize;

/// A value in a register.
#[derive(Clone, Copy, Debug)]
struct Held {
    value: u32,
    next_use: u32,
}

/// Where values are at the present step.
#[derive(Debug)]
pub(super) struct Registers {
    arguments: u32,
    constants: u32,
    held: [Option<Held>; COUNT],
    /// The registers that the present step uses.
    pinned: [bool; COUNT],
    /// For each value, its register.
    register: Vec<Option<u8>>,
    /// For each result, its place in the spill memory.
    spilled: Vec<Option<u32>>,
    free_spills: Vec<u32>,
    spill_count: u32,
    /// For each step and operand, the next step that uses the same value.
    next_uses: Vec<[u32; 3]>,
    /// For each value, its first use.
    first_uses: Vec<u32>,
}

impl Registers {
    pub(super) fn new(program: &Program) -> Self {
        let (arguments, constants) = (program.argument_count as u32, program.constants.len() as u32);
        let values = program.argument_count + program.constants.len() + program.steps.len();
        let mut registers = Self {
            arguments,
            constants,
            held: [None; COUNT],
            pinned: [false; COUNT],
            register: vec![None; values],
            spilled: vec![None; program.steps.len()],
            free_spills: Vec::new(),
            spill_count: 0,
            next_uses: vec![[NEVER; 3]; program.steps.len()],
            first_uses: vec![NEVER; values],
        };
        for (i, step) in program.steps.iter().enumerate().rev() {
            let operands = step.operands.map(|operand| registers.index(operand));
            registers.next_uses[i] = operands.map(|operand| registers.first_uses[operand as usize]);
            for operand in operands {
                registers.first_uses[operand as usize] = i as u32;
            }
        }
        registers
    }

    /// The number of results that were in memory at the same time.
    pub(super) fn spill_count(&self) -> u32 {
        self.spill_count
    }

    /// All values in one numbering: arguments, constants, results.
    fn index(&self, value: ProgramValue) -> u32 {
        match value {
            ProgramValue::Argument(i) => i,
            ProgramValue::Constant(i) => self.arguments + i,
            ProgramValue::Step(i) => self.arguments + self.constants + i,
        }
    }

    /// The place of a value in memory; `None` for a result that was not stored.
    fn home(&self, value: u32) -> Option<Place> {
        let results = self.arguments + self.constants;
        if value < self.arguments {
            Some(Place::Memory(Base::Rdi, 16 * value as i32))
        } else if value < results {
            Some(Place::Pool(value - self.arguments))
        } else {
            self.spilled[(value - results) as usize].map(|place| Place::Memory(Base::R11, 16 * place as i32))
        }
    }

    /// Where an operand can be read: its register, or its place in memory if it is a constant. Other operands are
    /// loaded into a register.
    pub(super) fn place(&mut self, value: ProgramValue, code: &mut Assembler) -> Place {
        let index = self.index(value);
        match (value, self.register[index as usize], self.home(index)) {
            (ProgramValue::Constant(_), None, Some(home)) => home,
            (ProgramValue::Argument(_) | ProgramValue::Constant(_) | ProgramValue::Step(_), _, _) => {
                self.load(value, code).into()
            }
        }
    }

    /// The register of an operand; loads it if necessary.
    pub(super) fn load(&mut self, value: ProgramValue, code: &mut Assembler) -> Register {
        let index = self.index(value);
        if let Some(register) = self.register[index as usize] {
            self.pinned[register as usize] = true;
            return Register(register);
        }
        let home = self.home(index);
        let register = self.take(index, 0, code);
        if let Some(home) = home {
            code.load(register, home);
        }
        register
    }

    /// Ends the reading of operands: frees the registers of values that are not used again, and assigns a register
    /// to the result. It may be the register of an operand, so it must be written last.
    pub(super) fn result(&mut self, step: u32, operands: [ProgramValue; 3], code: &mut Assembler) -> Register {
        let next_uses = self.next_uses[step as usize];
        for (operand, next_use) in operands.into_iter().zip(next_uses) {
            let index = self.index(operand);
            if let Some(register) = self.register[index as usize] {
                self.held[register as usize] = (next_use != NEVER).then_some(Held { value: index, next_use });
                if next_use == NEVER {
                    self.register[index as usize] = None;
                    self.pinned[register as usize] = false;
                }
            }
            if next_use == NEVER {
                self.release_spill(index);
            }
        }
        let index = self.index(ProgramValue::Step(step));
        let first_use = self.first_uses[index as usize];
        let register = self.take(index, first_use, code);
        self.pinned = [false; COUNT];
        if first_use == NEVER {
            self.held[register.0 as usize] = None;
            self.register[index as usize] = None;
        }
        register
    }

    /// Removes all values from their registers, before a call that may change them. The operands of the step stay
    /// readable until the result is written, but only those used again are stored.
    pub(super) fn leave_all(&mut self, step: u32, operands: [ProgramValue; 3], code: &mut Assembler) {
        let dead = |index: u32, registers: &Self| {
            let uses = operands.into_iter().zip(registers.next_uses[step as usize]);
            uses.into_iter().any(|(operand, next_use)| registers.index(operand) == index && next_use == NEVER)
        };
        for i in 0..COUNT {
            if let Some(held) = self.held[i].take() {
                if dead(held.value, self) {
                    self.register[held.value as usize] = None;
                } else {
                    self.evict(held.value, Register(i as u8), code);
                }
            }
            self.pinned[i] = false;
        }
    }

    /// A register for a value: a free one, or that of the value that is used last.
    fn take(&mut self, value: u32, next_use: u32, code: &mut Assembler) -> Register {
        let wait = |i: usize, held: &[Option<Held>; COUNT]| held[i].map_or(NEVER, |held| held.next_use);
        let mut chosen = None;
        for i in (0..COUNT).filter(|&i| !self.pinned[i]) {
            if chosen.is_none_or(|best| wait(i, &self.held) > wait(best, &self.held)) {
                chosen = Some(i);
            }
        }
        // A step pins at most its three operands, so a register is always left.
        let chosen = chosen.unwrap_or(0);
        if let Some(held) = self.held[chosen] {
            self.evict(held.value, Register(chosen as u8), code);
        }
        self.held[chosen] = Some(Held { value, next_use });
        self.register[value as usize] = Some(chosen as u8);
        self.pinned[chosen] = true;
        Register(chosen as u8)
    }

    /// Removes a value that is still needed from its register.
    fn evict(&mut self, value: u32, register: Register, code: &mut Assembler) {
        self.register[value as usize] = None;
        if self.home(value).is_some() {
            return;
        }
        let place = self.free_spills.pop().unwrap_or_else(|| {
            self.spill_count += 1;
            self.spill_count - 1
        });
        self.spilled[(value - self.arguments - self.constants) as usize] = Some(place);
        code.store(Place::Memory(Base::R11, 16 * place as i32), register);
    }

    /// Frees the spill memory of a result that is not used again.
    fn release_spill(&mut self, value: u32) {
        let results = self.arguments + self.constants;
        if value >= results
            && let Some(place) = self.spilled[(value - results) as usize].take()
        {
            self.free_spills.push(place);
        }
    }
}
