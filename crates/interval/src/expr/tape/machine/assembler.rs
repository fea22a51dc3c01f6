//! Encoding of the x86-64 instructions that compiled tapes use.
//!
//! **Question.** Which bytes make the processor execute an instruction?
//!
//! **Idea.** Vector instructions use the VEX encoding: three operands, and memory operands of any alignment. The few
//! other instructions are written as bytes next to their text. Constants follow the code and are addressed relative
//! to the instruction pointer. Jumps and constants are patched once their positions are known.
//!
//! **Cost.** A few bytes are appended per instruction; nothing is searched.
//!
//! **Source.** Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2: section 2.3 (VEX prefix) and
//! the tables of opcodes.

/// A vector register, xmm0 to xmm15.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Register(pub(super) u8);

/// A general register that holds an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Base {
    Rdx = 2,
    Rsp = 4,
    Rsi = 6,
    Rdi = 7,
    R11 = 11,
}

/// The last operand of a vector instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Register(Register),
    Memory(Base, i32),
    /// A constant of the pool, by its index.
    Pool(u32),
}

impl From<Register> for Place {
    fn from(register: Register) -> Self {
        Self::Register(register)
    }
}

/// The target of jumps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label(u32);

/// The opcodes of packed operations with two sources, in the map 0F with prefix 66.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub(super) enum Packed {
    Add = 0x58,
    Mul = 0x59,
    Min = 0x5d,
    Div = 0x5e,
    Max = 0x5f,
    And = 0x54,
    Or = 0x56,
    Xor = 0x57,
    UnpackHigh = 0x15,
    /// Integer addition of two numbers of 64 bits.
    AddBits = 0xd4,
}

/// Fused operations on the result's old value: `out` ← `a`·`out` ± `b`, rounded once.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub(super) enum Fused {
    MulAdd = 0xa8,
    MulSub = 0xaa,
}

/// The comparisons: false for NaN, except `NotEqual` and `NotLess`.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub(super) enum Comparison {
    Less = 1,
    Unordered = 3,
    NotEqual = 4,
    NotLess = 5,
}

/// The prefixes as VEX numbers them.
const PREFIX_NONE: u8 = 0;
const PREFIX_66: u8 = 1;
const PREFIX_F2: u8 = 3;
/// The opcode maps as VEX numbers them.
const MAP_0F: u8 = 1;
const MAP_0F38: u8 = 2;
const MAP_0F3A: u8 = 3;
/// The field of an absent second operand.
const NO_SECOND: Register = Register(0);

/// Code under construction.
#[derive(Debug, Default)]
pub(super) struct Assembler {
    bytes: Vec<u8>,
    pool: Vec<[u64; 2]>,
    /// For each label, its position.
    labels: Vec<Option<usize>>,
    /// Positions of 32-bit distances to labels.
    jumps: Vec<(usize, Label)>,
    /// Positions of 32-bit distances to constants, and the ends of their instructions.
    references: Vec<(usize, usize, u32)>,
}

impl Assembler {
    /// Appends bytes of instructions.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Adds a constant to the pool.
    pub(super) fn constant(&mut self, words: [u64; 2]) -> u32 {
        self.pool.push(words);
        self.pool.len() as u32 - 1
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    /// Places the label here.
    pub(super) fn bind(&mut self, label: Label) {
        self.labels[label.0 as usize] = Some(self.bytes.len());
    }

    /// Appends a jump or call: its opcode, and the distance to the label.
    pub(super) fn jump(&mut self, opcode: &[u8], label: Label) {
        self.bytes(opcode);
        self.jumps.push((self.bytes.len(), label));
        self.bytes(&[0; 4]);
    }

    /// `out` ← `a` op `b`.
    pub(super) fn packed(&mut self, op: Packed, out: Register, a: Register, b: impl Into<Place>) {
        self.vector(MAP_0F, PREFIX_66, op as u8, (out, a, b.into()), None);
    }

    /// `vfmadd213pd` and its relatives; the processor must have FMA.
    pub(super) fn fused(&mut self, op: Fused, out: Register, a: Register, b: impl Into<Place>) {
        self.vector(MAP_0F38, PREFIX_66, op as u8, (out, a, b.into()), None);
    }

    pub(super) fn compare(&mut self, comparison: Comparison, out: Register, a: Register, b: impl Into<Place>) {
        self.vector(MAP_0F, PREFIX_66, 0xc2, (out, a, b.into()), Some(comparison as u8));
    }

    /// `vsqrtpd`.
    pub(super) fn sqrt(&mut self, out: Register, a: Register) {
        self.vector(MAP_0F, PREFIX_66, 0x51, (out, NO_SECOND, a.into()), None);
    }

    /// `vmovupd out, place`.
    pub(super) fn load(&mut self, out: Register, place: impl Into<Place>) {
        self.vector(MAP_0F, PREFIX_66, 0x10, (out, NO_SECOND, place.into()), None);
    }

    /// `vmovupd place, register`.
    pub(super) fn store(&mut self, place: Place, register: Register) {
        self.vector(MAP_0F, PREFIX_66, 0x11, (register, NO_SECOND, place), None);
    }

    /// Exchanges both components: `vpermilpd out, a, 1`.
    pub(super) fn swap(&mut self, out: Register, a: impl Into<Place>) {
        self.vector(MAP_0F3A, PREFIX_66, 0x05, (out, NO_SECOND, a.into()), Some(1));
    }

    /// Copies the first component into both: `vmovddup`.
    pub(super) fn first(&mut self, out: Register, a: Register) {
        self.vector(MAP_0F, PREFIX_F2, 0x12, (out, NO_SECOND, a.into()), None);
    }

    /// Copies the second component into both: `vunpckhpd`.
    pub(super) fn second(&mut self, out: Register, a: Register) {
        self.packed(Packed::UnpackHigh, out, a, a);
    }

    /// The first component of `first` and the second of `second`: `vblendpd`.
    pub(super) fn blend(&mut self, out: Register, first: Register, second: impl Into<Place>) {
        self.vector(MAP_0F3A, PREFIX_66, 0x0d, (out, first, second.into()), Some(2));
    }

    /// `b` where the sign bit of `mask` is set, otherwise `a`: `vblendvpd`.
    pub(super) fn choose(&mut self, out: Register, mask: Register, a: Register, b: impl Into<Place>) {
        self.vector(MAP_0F3A, PREFIX_66, 0x4b, (out, a, b.into()), Some(mask.0 << 4));
    }

    /// Compares the first components and sets the flags: `vucomisd`.
    pub(super) fn compare_first(&mut self, a: Register, b: impl Into<Place>) {
        self.vector(MAP_0F, PREFIX_66, 0x2e, (a, NO_SECOND, b.into()), None);
    }

    /// The sign bits into `eax`: `vmovmskpd`.
    pub(super) fn signs(&mut self, a: Register) {
        self.vector(MAP_0F, PREFIX_66, 0x50, (Register(0), NO_SECOND, a.into()), None);
    }

    /// `vldmxcsr`.
    pub(super) fn load_rounding(&mut self, place: Place) {
        self.vector(MAP_0F, PREFIX_NONE, 0xae, (Register(2), NO_SECOND, place), None);
    }

    /// `vstmxcsr`.
    pub(super) fn store_rounding(&mut self, place: Place) {
        self.vector(MAP_0F, PREFIX_NONE, 0xae, (Register(3), NO_SECOND, place), None);
    }

    /// Clears the register.
    pub(super) fn clear(&mut self, out: Register) {
        self.packed(Packed::Xor, out, out, out);
    }

    /// Appends a general instruction with operands of 64 bits, a register field (also an opcode extension) and a
    /// constant of the pool.
    pub(super) fn general_with_pool(&mut self, prefix: &[u8], register: u8, constant: u32) {
        self.bytes(prefix);
        self.operand(register, Place::Pool(constant), 0);
    }

    /// A vector instruction in the VEX encoding.
    fn vector(
        &mut self,
        map: u8,
        prefix: u8,
        opcode: u8,
        (register, second, place): (Register, Register, Place),
        immediate: Option<u8>,
    ) {
        let high_base = match place {
            Place::Register(register) => register.0 >= 8,
            Place::Memory(base, _) => base as u8 >= 8,
            Place::Pool(_) => false,
        };
        // The prefix holds these bits inverted.
        let high_register = u8::from(register.0 < 8) << 7;
        let rest = (!second.0 & 15) << 3 | prefix;
        if map == MAP_0F && !high_base {
            self.bytes(&[0xc5, high_register | rest, opcode]);
        } else {
            let high_base = u8::from(!high_base) << 5;
            // The instructions of this map that are used here need the bit W for numbers of 64 bits.
            let wide = u8::from(map == MAP_0F38) << 7;
            self.bytes(&[0xc4, high_register | 1 << 6 | high_base | map, wide | rest, opcode]);
        }
        self.operand(register.0, place, usize::from(immediate.is_some()));
        self.bytes.extend(immediate);
    }

    /// The bytes that select the operands. `trailing` bytes of the instruction follow them.
    fn operand(&mut self, register: u8, place: Place, trailing: usize) {
        let register = (register & 7) << 3;
        match place {
            Place::Register(other) => self.bytes(&[0xc0 | register | other.0 & 7]),
            Place::Memory(base, distance) => {
                let short = i8::try_from(distance);
                let mode = if short.is_ok() { 0x40 } else { 0x80 };
                self.bytes(&[mode | register | base as u8 & 7]);
                if base == Base::Rsp {
                    self.bytes(&[0x24]);
                }
                match short {
                    Ok(short) => self.bytes(&short.to_le_bytes()),
                    Err(_) => self.bytes(&distance.to_le_bytes()),
                }
            }
            Place::Pool(constant) => {
                self.bytes(&[register | 5]);
                let position = self.bytes.len();
                self.references.push((position, position + 4 + trailing, constant));
                self.bytes(&[0; 4]);
            }
        }
    }

    /// The finished bytes: code and constants. `None` if a label was never placed or the code is too long.
    pub(super) fn finish(mut self) -> Option<Vec<u8>> {
        for (position, label) in std::mem::take(&mut self.jumps) {
            let target = self.labels[label.0 as usize]?;
            self.patch(position, position + 4, target)?;
        }
        let padding = self.bytes.len().next_multiple_of(size_of::<[u64; 2]>());
        self.bytes.resize(padding, 0xcc);
        for (position, end, constant) in std::mem::take(&mut self.references) {
            let target = padding + constant as usize * size_of::<[u64; 2]>();
            self.patch(position, end, target)?;
        }
        for word in self.pool.iter().flatten() {
            self.bytes.extend(word.to_le_bytes());
        }
        Some(self.bytes)
    }

    /// Writes the distance from `from` to `to`.
    fn patch(&mut self, position: usize, from: usize, to: usize) -> Option<()> {
        let distance = i32::try_from(to as i64 - from as i64).ok()?;
        self.bytes[position..position + 4].copy_from_slice(&distance.to_le_bytes());
        Some(())
    }
}
