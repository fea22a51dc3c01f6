//! The operations of the language, one line each: the value at a point, the range over intervals, and the
//! decoration.

use super::decoration::Decoration;
use crate::Interval;
use Decoration::{Continuous, Defined, Partial, Smooth};

/// One operation as a type, so that loops over many lanes are specialised for it at compile time.
pub(super) trait Operation {
    /// Whether there is a second operand.
    const BINARY: bool;
    /// The value in floating point.
    fn value(a: f64, b: f64, exponent: i32) -> f64;
    /// The range over the operands.
    fn range(a: Interval, b: Interval, exponent: i32) -> Interval;
    /// The decoration of the operation over the operands, given its range.
    fn decoration(a: Interval, b: Interval, exponent: i32, range: Interval) -> Decoration;
}

/// A computation that is generic over the operation.
pub(super) trait Visitor {
    /// Runs it for the operation `O`.
    fn visit<O: Operation>(self);
}

macro_rules! operations {
    (
        unary { $($unary:ident $unary_name:literal $unary_total:literal
            |$ua:ident, $uv:ident| $unary_value:expr, $unary_range:expr, $unary_decoration:expr;)* }
        binary { $($binary:ident $binary_name:literal $binary_total:literal
            |$ba:ident, $bb:ident| $binary_value:expr, $binary_range:expr, $binary_decoration:expr;)* }
    ) => {
        /// A function of one argument.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(super) enum Unary { $($unary),* }

        /// A function of two arguments.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(super) enum Binary { $($binary),* }

        /// Any operation of a tape.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub(super) enum Op { $($unary,)* $($binary,)* Power }

        /// The pattern of all operations of one operand.
        macro_rules! one_operand {
            () => { $(Op::$unary)|* | Op::Power };
        }
        pub(super) use one_operand;

        impl Unary {
            /// All of them.
            pub(super) const ALL: &[Self] = &[$(Self::$unary),*];
            /// The name in text.
            pub(super) fn name(self) -> &'static str { match self { $(Self::$unary => $unary_name),* } }
            /// Whether it is defined for every argument.
            pub(super) fn total(self) -> bool { match self { $(Self::$unary => $unary_total),* } }
        }

        impl Binary {
            /// All of them.
            pub(super) const ALL: &[Self] = &[$(Self::$binary),*];
            /// The name in text; an operator's sign for operators.
            pub(super) fn name(self) -> &'static str { match self { $(Self::$binary => $binary_name),* } }
            /// Whether it is defined for every pair of arguments.
            pub(super) fn total(self) -> bool { match self { $(Self::$binary => $binary_total),* } }
        }

        impl From<Unary> for Op {
            fn from(op: Unary) -> Self { match op { $(Unary::$unary => Self::$unary),* } }
        }

        impl From<Binary> for Op {
            fn from(op: Binary) -> Self { match op { $(Binary::$binary => Self::$binary),* } }
        }

        impl Op {
            /// Whether there is a second operand.
            pub(super) fn is_binary(self) -> bool {
                match self { $(Self::$unary => false,)* $(Self::$binary => true,)* Self::Power => false }
            }

            /// Calls the visitor with the operation as a type.
            #[inline(always)]
            pub(super) fn visit<V: Visitor>(self, visitor: V) {
                match self {
                    $(Self::$unary => visitor.visit::<kinds::$unary>(),)*
                    $(Self::$binary => visitor.visit::<kinds::$binary>(),)*
                    Self::Power => visitor.visit::<kinds::Power>(),
                }
            }
        }

        mod kinds {
            use super::{Decoration, Interval, Operation, sign};
            use super::{Continuous, Defined, Partial, Smooth};
            use super::{at_zero, division, inside_unit, principal_angle, separated};

            $(pub(super) struct $unary;
            impl Operation for $unary {
                const BINARY: bool = false;
                #[inline(always)]
                fn value($ua: f64, _: f64, _: i32) -> f64 { $unary_value }
                #[inline(always)]
                fn range($ua: Interval, _: Interval, _: i32) -> Interval { $unary_range }
                #[inline(always)]
                fn decoration($ua: Interval, _: Interval, _: i32, $uv: Interval) -> Decoration {
                    let _ = ($ua, $uv);
                    $unary_decoration
                }
            })*

            $(pub(super) struct $binary;
            impl Operation for $binary {
                const BINARY: bool = true;
                #[inline(always)]
                fn value($ba: f64, $bb: f64, _: i32) -> f64 { $binary_value }
                #[inline(always)]
                fn range($ba: Interval, $bb: Interval, _: i32) -> Interval { $binary_range }
                #[inline(always)]
                fn decoration($ba: Interval, $bb: Interval, _: i32, _: Interval) -> Decoration {
                    let _ = ($ba, $bb);
                    $binary_decoration
                }
            })*

            pub(super) struct Power;
            impl Operation for Power {
                const BINARY: bool = false;
                #[inline(always)]
                fn value(a: f64, _: f64, exponent: i32) -> f64 { a.powi(exponent) }
                #[inline(always)]
                fn range(a: Interval, _: Interval, exponent: i32) -> Interval { a.powi(exponent) }
                #[inline(always)]
                fn decoration(a: Interval, _: Interval, exponent: i32, _: Interval) -> Decoration {
                    if exponent < 0 { division(a) } else { Smooth }
                }
            }
        }
    };
}

operations! {
    unary {
        Neg "-" true |a, v| -a, -a, Smooth;
        Sqr "sqr" true |a, v| a * a, a.sqr(), Smooth;
        Sqrt "sqrt" false |a, v| a.sqrt(), a.sqrt(),
            if a.negated_lower < 0.0 { Smooth } else if a.negated_lower == 0.0 { Continuous } else { Partial };
        Abs "abs" true |a, v| a.abs(), a.abs(), at_zero(a, Continuous);
        Sign "sign" true |a, v| if a == 0.0 { 0.0 } else { a.signum() }, sign(a), at_zero(a, Defined);
        Exp "exp" true |a, v| a.exp(), a.exp(), Smooth;
        Ln "ln" false |a, v| if a > 0.0 { a.ln() } else { f64::NAN }, a.ln(),
            if a.negated_lower < 0.0 { Smooth } else { Partial };
        Sin "sin" true |a, v| a.sin(), a.sin(), Smooth;
        Cos "cos" true |a, v| a.cos(), a.cos(), Smooth;
        // A pole inside makes the range unbounded on both sides. Without a pole the range is bounded, unless a pole
        // is too near to be excluded.
        Tan "tan" false |a, v| a.tan(), a.tan(),
            if v.negated_lower < f64::INFINITY && v.upper < f64::INFINITY { Smooth } else { Partial };
        Asin "asin" false |a, v| a.asin(), a.asin(), inside_unit(a);
        Acos "acos" false |a, v| a.acos(), a.acos(), inside_unit(a);
        Atan "atan" true |a, v| a.atan(), a.atan(), Smooth;
    }
    binary {
        Add "+" true |a, b| a + b, a + b, Smooth;
        Sub "-" true |a, b| a - b, a - b, Smooth;
        Mul "*" true |a, b| a * b, a * b, Smooth;
        Div "/" false |a, b| if b == 0.0 { f64::NAN } else { a / b }, a / b, division(b);
        Min "min" true |a, b| if a.is_nan() || b.is_nan() { f64::NAN } else { a.min(b) }, a.min(b), separated(a, b);
        Max "max" true |a, b| if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }, a.max(b), separated(a, b);
        Atan2 "atan2" false |a, b| if a == 0.0 && b == 0.0 { f64::NAN } else { a.atan2(b) }, a.atan2(b),
            principal_angle(a, b);
    }
}

/// −1, 0 or 1 as the members are below, at or above zero.
#[inline(always)]
pub(super) fn sign(a: Interval) -> Interval {
    if a.is_empty() {
        return a;
    }
    let of = |end: f64| {
        if end > 0.0 {
            1.0
        } else if end < 0.0 {
            -1.0
        } else {
            0.0
        }
    };
    Interval::between(of(a.lower()), of(a.upper()))
}

// The endpoints are read as stored, the lower one negated, because these tests run with every operation. The
// endpoints of an empty operand are NaN and fail every comparison; the operation that produced it was already
// partial.

#[inline(always)]
fn at_zero(a: Interval, there: Decoration) -> Decoration {
    if a.negated_lower < 0.0 || a.upper < 0.0 { Smooth } else { there }
}

#[inline(always)]
fn inside_unit(a: Interval) -> Decoration {
    if a.negated_lower < 1.0 && a.upper < 1.0 {
        Smooth
    } else if a.negated_lower <= 1.0 && a.upper <= 1.0 {
        Continuous
    } else {
        Partial
    }
}

#[inline(always)]
fn division(b: Interval) -> Decoration {
    at_zero(b, Partial)
}

#[inline(always)]
fn separated(a: Interval, b: Interval) -> Decoration {
    if a.upper < -b.negated_lower || b.upper < -a.negated_lower { Smooth } else { Continuous }
}

/// The angle of the point (x, y) is smooth except on the negative x axis and at the origin, where it has no value.
/// On the negative x axis it is π, so it jumps only if the box contains points below the axis.
#[inline(always)]
fn principal_angle(y: Interval, x: Interval) -> Decoration {
    if x.negated_lower < 0.0 || y.negated_lower < 0.0 || y.upper < 0.0 {
        Smooth
    } else if x.upper < 0.0 {
        if y.negated_lower == 0.0 { Continuous } else { Defined }
    } else {
        Partial
    }
}
