//! The instructions of each operation; see [`super::emit`] for the idea.
//!
//! The rounding mode is upward. A pair is (−lower, upper); no component is NaN or −∞. The register of the result may
//! be that of an operand, so every sequence writes it last.

use super::super::super::operation::Op;
use super::assembler::{Comparison, Packed, Place, Register};
use super::emit::{Emitter, IF_BELOW, IF_NOT_ZERO, IF_ZERO, Rounding, T0, words};
use super::program::{ProgramValue, Step, StepKind};
use crate::Interval;
use crate::tolerance::VALUE_REGISTERS;

pub(super) const T1: Register = Register(VALUE_REGISTERS + 1);
pub(super) const T2: Register = Register(VALUE_REGISTERS + 2);
pub(super) const T3: Register = Register(VALUE_REGISTERS + 3);
pub(super) const T4: Register = Register(VALUE_REGISTERS + 4);

impl Emitter<'_> {
    /// Appends the code of a step; returns the register of its result.
    pub(super) fn operation(&mut self, index: u32, step: Step) -> Register {
        let [first, second, _] = step.operands;
        if step.kind.rounding() == Some(Rounding::Up) {
            self.set_rounding(Rounding::Up);
        }
        match step.kind {
            StepKind::Plain(Op::Add) => {
                let a = self.load(first);
                let b = self.registers.place(second, &mut self.code);
                let out = self.result(index, step);
                self.code.packed(Packed::Add, out, a, b);
                out
            }
            StepKind::Plain(Op::Sub) => {
                let (a, b) = (self.load(first), self.load(second));
                let out = self.result(index, step);
                self.code.swap(T0, b);
                self.code.packed(Packed::Add, out, a, T0);
                out
            }
            StepKind::Plain(Op::Neg) => {
                let a = self.load(first);
                let out = self.result(index, step);
                self.code.swap(out, a);
                out
            }
            StepKind::Plain(Op::Mul) => self.product(index, step),
            StepKind::Plain(Op::Div) | StepKind::SlopeQuotient | StepKind::LogarithmSlope => self.quotient(index, step),
            StepKind::Plain(Op::Sqr) => self.square(index, step),
            StepKind::Plain(Op::Sqrt) => self.root(index, step),
            StepKind::Plain(Op::Abs) => self.absolute(index, step),
            StepKind::Plain(op @ (Op::Min | Op::Max)) => self.extremum(index, step, op),
            StepKind::Plain(
                Op::Sign
                | Op::Exp
                | Op::Ln
                | Op::Sin
                | Op::Cos
                | Op::Tan
                | Op::Asin
                | Op::Acos
                | Op::Atan
                | Op::Atan2
                | Op::Power,
            )
            | StepKind::SineAndCosine(_) => {
                let places = [first, second].map(|operand| self.registers.place(operand, &mut self.code));
                self.called(index, step, places)
            }
            StepKind::Cube => self.cube(index, step),
            StepKind::FourthPower => self.fourth_power(index, step),
            StepKind::OtherResult => {
                let out = self.result(index, step);
                self.load_other_result(out);
                out
            }
            StepKind::Side => {
                let (a, b) = (self.load(first), self.load(second));
                let out = self.result(index, step);
                self.separated(a, b.into(), None);
                self.code.load(out, T1);
                out
            }
            StepKind::Pick(op) => self.pick(index, step, op),
        }
    }

    pub(super) fn load(&mut self, value: ProgramValue) -> Register {
        self.registers.load(value, &mut self.code)
    }

    pub(super) fn result(&mut self, index: u32, step: Step) -> Register {
        self.registers.result(index, step.operands, &mut self.code)
    }

    /// The value of an operand that is a constant.
    fn constant(&self, value: ProgramValue) -> Option<Interval> {
        match value {
            ProgramValue::Constant(i) => Some(self.program.constants[i as usize]),
            ProgramValue::Argument(_) | ProgramValue::Step(_) => None,
        }
    }

    /// A constant of the pool with the same number in both components.
    pub(super) fn both(&mut self, number: f64) -> Place {
        Place::Pool(self.code.constant([number.to_bits(); 2]))
    }

    /// With a = (−a₁, a₂) and b = (−b₁, b₂), the candidates for the negated lower and the upper endpoint are
    ///
    /// ```text
    ///    a · b₂           = (−a₁b₂, a₂b₂)         −swap(a) · b₂    = (−a₂b₂, a₁b₂)
    ///    a · b₁           = (−a₁b₁, a₂b₁)         −swap(a) · b₁    = (−a₂b₁, a₁b₁)
    /// ```
    ///
    /// Zero times infinity is NaN and a rare case.
    fn product(&mut self, index: u32, step: Step) -> Register {
        if let Some(factor) = self.constant(step.operands[1]).filter(|factor| nonzero(*factor)) {
            return self.scaled(index, step, factor);
        }
        let (a, b) = (self.load(step.operands[0]), self.load(step.operands[1]));
        let out = self.result(index, step);
        self.code.first(T0, b);
        self.code.swap(T1, a);
        self.code.second(T3, b);
        self.code.packed(Packed::Mul, T2, T1, T0);
        self.code.packed(Packed::Xor, T0, T0, self.sign);
        self.code.packed(Packed::Xor, T1, T1, self.sign);
        self.code.packed(Packed::Mul, T0, a, T0);
        self.code.packed(Packed::Mul, T1, T1, T3);
        self.code.packed(Packed::Mul, T3, a, T3);
        self.code.compare(Comparison::Unordered, T4, T0, T3);
        self.code.packed(Packed::Max, T2, T2, T0);
        self.code.packed(Packed::Max, T3, T3, T1);
        self.code.signs(T4);
        self.code.bytes(&[0x85, 0xc0]); // test eax, eax
        let back = self.rare_case(IF_NOT_ZERO, step, [a.into(), b.into()], out);
        self.code.packed(Packed::Max, out, T2, T3);
        self.code.bind(back);
        out
    }

    /// The product with a bounded constant that does not contain zero. A negative factor swaps the endpoints.
    fn scaled(&mut self, index: u32, step: Step, factor: Interval) -> Register {
        let a = self.load(step.operands[0]);
        let out = self.result(index, step);
        let a = self.with_sign_of(factor, a);
        let size = factor.abs();
        let upper = self.both(size.upper());
        if size.is_singleton() {
            self.code.packed(Packed::Mul, out, a, upper);
        } else {
            let lower = self.both(size.lower());
            self.code.packed(Packed::Mul, T1, a, lower);
            self.code.packed(Packed::Mul, T2, a, upper);
            self.code.packed(Packed::Max, out, T1, T2);
        }
        out
    }

    /// The pair, or its negation in a temporary register if the constant is negative.
    fn with_sign_of(&mut self, constant: Interval, a: Register) -> Register {
        if constant.upper() < 0.0 {
            self.code.swap(T0, a);
            return T0;
        }
        a
    }

    /// If the divisor is negative, both operands change sign. A positive component of the numerator is then extreme
    /// with the smallest divisor, a negative one with the largest. A divisor that contains zero is a rare case.
    fn quotient(&mut self, index: u32, step: Step) -> Register {
        if let Some(divisor) = self.constant(step.operands[1]).filter(|d| nonzero(*d) && d.is_singleton()) {
            let a = self.load(step.operands[0]);
            let out = self.result(index, step);
            let a = self.with_sign_of(divisor, a);
            let size = self.both(divisor.magnitude());
            self.code.packed(Packed::Div, out, a, size);
            return out;
        }
        let (a, b) = (self.load(step.operands[0]), self.load(step.operands[1]));
        let out = self.result(index, step);
        self.code.clear(T0);
        self.code.compare(Comparison::Less, T1, b, T0);
        self.code.signs(T1);
        self.code.bytes(&[0x85, 0xc0]); // test eax, eax
        let back = self.rare_case(IF_ZERO, step, [a.into(), b.into()], out);
        self.code.second(T1, T1);
        self.code.swap(T2, a);
        self.code.choose(T2, T1, a, T2);
        self.code.packed(Packed::And, T1, b, self.magnitude);
        self.code.swap(T3, T1);
        self.code.packed(Packed::Min, T4, T1, T3);
        self.code.packed(Packed::Max, T1, T1, T3);
        self.code.choose(T4, T2, T4, T1);
        self.code.packed(Packed::Div, out, T2, T4);
        self.code.bind(back);
        out
    }

    /// Writes (−smallest, largest) absolute value into `T2`. `T1` gets the smaller component, in both components.
    pub(super) fn magnitudes(&mut self, a: Register) {
        self.code.swap(T0, a);
        self.code.packed(Packed::Min, T1, a, T0);
        self.code.packed(Packed::Max, T2, a, T0);
        self.code.clear(T0);
        self.code.packed(Packed::Min, T3, T1, T0);
        self.code.blend(T2, T3, T2);
    }

    fn square(&mut self, index: u32, step: Step) -> Register {
        let a = self.load(step.operands[0]);
        let out = self.result(index, step);
        self.magnitudes(a);
        self.code.packed(Packed::And, T3, T2, self.magnitude);
        self.code.packed(Packed::Mul, out, T2, T3);
        out
    }

    /// Zero inside makes a kink: then neither component is negative.
    fn absolute(&mut self, index: u32, step: Step) -> Register {
        let a = self.load(step.operands[0]);
        let out = self.result(index, step);
        self.magnitudes(a);
        if step.reach != 0 {
            self.code.compare(Comparison::Less, T1, T1, T0);
            self.code.signs(T1);
            self.code.bytes(&[0x85, 0xc0]); // test eax, eax
            self.kink_if_zero(step.reach);
        }
        self.code.load(out, T2);
        out
    }

    /// Roots are rounded upward. The root of the lower endpoint is one step too high unless its square, rounded
    /// upward, is the endpoint itself. Negative members are a rare case; zero makes a vertical tangent.
    fn root(&mut self, index: u32, step: Step) -> Register {
        let a = self.load(step.operands[0]);
        let out = self.result(index, step);
        self.code.clear(T0);
        self.code.compare_first(T0, a);
        let back = self.rare_case(IF_BELOW, step, [a.into(); 2], out);
        if step.reach != 0 {
            self.kink_if_zero(step.reach);
        }
        self.code.packed(Packed::Xor, T0, a, self.first_sign);
        self.code.sqrt(T1, T0);
        self.code.packed(Packed::Mul, T2, T1, T1);
        self.code.compare(Comparison::NotEqual, T2, T2, T0);
        self.code.packed(Packed::AddBits, T2, T1, T2);
        self.code.packed(Packed::Xor, T2, T2, self.first_sign);
        self.code.blend(out, T2, T1);
        self.code.bind(back);
        out
    }

    /// Both operands may be extreme unless one lies below the other: a kink.
    fn extremum(&mut self, index: u32, step: Step, op: Op) -> Register {
        let (a, b) = (self.load(step.operands[0]), self.registers.place(step.operands[1], &mut self.code));
        let out = self.result(index, step);
        if step.reach != 0 {
            self.separated(a, b, self.constant(step.operands[1]));
            self.code.signs(T1);
            self.code.bytes(&[0x85, 0xc0]); // test eax, eax
            self.kink_if_zero(step.reach);
        }
        self.code.packed(Packed::Min, T0, a, b);
        self.code.packed(Packed::Max, T1, a, b);
        let (first, second) = if op == Op::Min { (T1, T0) } else { (T0, T1) };
        self.code.blend(out, first, second);
        out
    }

    /// The hull of two derivatives, without that of an operand that cannot be selected.
    fn pick(&mut self, index: u32, step: Step, op: Op) -> Register {
        let [side, a, b] = step.operands.map(|operand| self.load(operand));
        let out = self.result(index, step);
        // A minimum drops a if b lies below it, and b if a does; a maximum does the opposite.
        let (drop_a, drop_b) = if op == Op::Min { (T0, T1) } else { (T1, T0) };
        self.code.first(T0, side);
        self.code.second(T1, side);
        let nothing = self.nothing;
        self.code.choose(T2, drop_a, a, nothing);
        self.code.choose(T3, drop_b, b, nothing);
        self.code.packed(Packed::Max, out, T2, T3);
        out
    }

    /// Writes a mask into `T1`: the first component tells whether b lies below a, the second whether a lies below b.
    pub(super) fn separated(&mut self, a: Register, b: Place, constant: Option<Interval>) {
        // (−b₂, b₁)
        let opposite = match constant {
            Some(constant) => Place::Pool(self.code.constant({
                let [negated_lower, upper] = words(constant);
                [upper ^ (1 << 63), negated_lower ^ (1 << 63)]
            })),
            None => {
                self.code.swap(T0, b);
                self.code.packed(Packed::Xor, T0, T0, self.sign);
                T0.into()
            }
        };
        self.code.compare(Comparison::Less, T1, a, opposite);
    }
}

/// Whether a constant is bounded and does not contain zero.
fn nonzero(constant: Interval) -> bool {
    constant.is_bounded() && !constant.contains(0.0)
}
