//! The operations that we provide, by their names in IEEE 1788.

use super::VectorValue;
use VectorValue::{Interval as I, Number as N, Truth as T};

/// An operation that we provide.
pub struct Operation {
    /// Its name in IEEE 1788.
    pub name: &'static str,
    /// How many ulp a result may be too wide at an end.
    pub allowed: u64,
    /// Runs it; `None` if the operands do not fit.
    pub run: fn(&[VectorValue]) -> Option<Vec<VectorValue>>,
}

/// The operation of this name, if we provide it.
#[must_use]
pub fn find(name: &str) -> Option<&'static Operation> {
    ALL.iter().find(|operation| operation.name == name)
}

const EXACT: u64 = 0;
const BASIC: u64 = 1;
const ELEMENTARY: u64 = 4;

/// One line an operation: its name, its allowance, its operands, its value.
macro_rules! operations {
    ($($name:literal $allowed:ident [$($operand:pat),*] => $value:expr;)*) => {
        /// All operations that we provide.
        pub const ALL: &[Operation] = &[$(Operation {
            name: $name,
            allowed: $allowed,
            run: |operands| match *operands {
                [$($operand),*] => Some(Vec::from($value)),
                _ => None,
            },
        }),*];
    };
}

operations! {
    "neg" EXACT [I(x)] => [I(-x)];
    "add" BASIC [I(x), I(y)] => [I(x + y)];
    "sub" BASIC [I(x), I(y)] => [I(x - y)];
    "mul" BASIC [I(x), I(y)] => [I(x * y)];
    "div" BASIC [I(x), I(y)] => [I(x / y)];
    "mulRevToPair" BASIC [I(x), I(y)] => y.divide_extended(x).map(I);
    "recip" BASIC [I(x)] => [I(x.recip())];
    "fma" BASIC [I(x), I(y), I(z)] => [I(x.mul_add(y, z))];
    "sqr" BASIC [I(x)] => [I(x.sqr())];
    "sqrt" BASIC [I(x)] => [I(x.sqrt())];
    "pown" BASIC [I(x), N(n)] => [I(x.powi(n as i32))];
    "abs" EXACT [I(x)] => [I(x.abs())];
    "min" EXACT [I(x), I(y)] => [I(x.min(y))];
    "max" EXACT [I(x), I(y)] => [I(x.max(y))];
    "sign" EXACT [I(x)] => [I(x.sign())];
    "floor" EXACT [I(x)] => [I(x.floor())];
    "ceil" EXACT [I(x)] => [I(x.ceil())];
    "trunc" EXACT [I(x)] => [I(x.trunc())];
    "roundTiesToEven" EXACT [I(x)] => [I(x.round_ties_even())];
    "roundTiesToAway" EXACT [I(x)] => [I(x.round())];
    "pow" ELEMENTARY [I(x), I(y)] => [I(x.pow(y))];
    "exp" ELEMENTARY [I(x)] => [I(x.exp())];
    "exp2" ELEMENTARY [I(x)] => [I(x.exp2())];
    "log" ELEMENTARY [I(x)] => [I(x.ln())];
    "log2" ELEMENTARY [I(x)] => [I(x.log2())];
    "sin" ELEMENTARY [I(x)] => [I(x.sin())];
    "cos" ELEMENTARY [I(x)] => [I(x.cos())];
    "tan" ELEMENTARY [I(x)] => [I(x.tan())];
    "asin" ELEMENTARY [I(x)] => [I(x.asin())];
    "acos" ELEMENTARY [I(x)] => [I(x.acos())];
    "atan" ELEMENTARY [I(x)] => [I(x.atan())];
    "atan2" ELEMENTARY [I(y), I(x)] => [I(y.atan2(x))];
    "intersection" EXACT [I(x), I(y)] => [I(x.intersection(y))];
    "convexHull" EXACT [I(x), I(y)] => [I(x.hull(y))];
    "inf" EXACT [I(x)] => [N(x.lower())];
    "sup" EXACT [I(x)] => [N(x.upper())];
    "mid" EXACT [I(x)] => [N(x.mid())];
    "rad" EXACT [I(x)] => [N(x.radius())];
    "midRad" EXACT [I(x)] => [N(x.mid()), N(x.radius())];
    "wid" EXACT [I(x)] => [N(x.width())];
    "mag" EXACT [I(x)] => [N(x.magnitude())];
    "mig" EXACT [I(x)] => [N(x.mignitude())];
    "isEmpty" EXACT [I(x)] => [T(x.is_empty())];
    "isEntire" EXACT [I(x)] => [T(x.is_entire())];
    "isSingleton" EXACT [I(x)] => [T(x.is_singleton())];
    "isCommonInterval" EXACT [I(x)] => [T(x.is_bounded())];
    "isMember" EXACT [N(number), I(x)] => [T(x.contains(number))];
    "equal" EXACT [I(x), I(y)] => [T(x == y)];
    "subset" EXACT [I(x), I(y)] => [T(x.subset(y))];
    "interior" EXACT [I(x), I(y)] => [T(x.interior(y))];
    "disjoint" EXACT [I(x), I(y)] => [T(x.disjoint(y))];
    "less" EXACT [I(x), I(y)] => [T(x.less(y))];
    "strictLess" EXACT [I(x), I(y)] => [T(x.strictly_less(y))];
    "precedes" EXACT [I(x), I(y)] => [T(x.precedes(y))];
    "strictPrecedes" EXACT [I(x), I(y)] => [T(x.strictly_precedes(y))];
}
