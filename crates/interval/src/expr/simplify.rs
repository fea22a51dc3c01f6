//! Simplification of expressions during construction.
//!
//! **Question.** Which rewritings preserve the function, that is, its values *and* its domain?
//!
//! **Idea.** Use rules over the reals that hold for every argument. Fold numbers only if the result is exact. A
//! subterm may vanish (x·0, x − x, x⁰) only if it is defined everywhere; every node stores whether it is.
//!
//! **Guarantee.** The simplified expression is the same real function with the same domain. Operations that need
//! rounding (0.1 + 0.2, π / 2) are left to the tape, which folds them into an enclosure.
//!
//! **Cost.** Constant time per node, except for comparing two separately built operands.
//!
//! **Source.** Own rules. A node is created unchanged only if no rule applies to its operands, so rebuilding a
//! displayed expression gives the same expression.

// A rule names the operations that it applies to. All others, including future ones, stay unchanged.
#![allow(clippy::wildcard_enum_match_arm)]

use super::exact;
use super::node::{Expr, ExprKind};
use super::operation::{Binary, Unary};
use crate::tolerance::LARGEST_EXPONENT;

fn zero() -> Expr {
    Expr::number(0.0)
}

/// The operand, if `e` is this unary operation.
fn operand(e: &Expr, op: Unary) -> Option<&Expr> {
    match e.kind() {
        ExprKind::Unary(found, a) if *found == op => Some(a),
        _ => None,
    }
}

/// The operands, if `e` is this binary operation.
fn operands(e: &Expr, op: Binary) -> Option<(&Expr, &Expr)> {
    match e.kind() {
        ExprKind::Binary(found, a, b) if *found == op => Some((a, b)),
        _ => None,
    }
}

/// Base and exponent; `x` alone is its own first power.
fn as_power(e: &Expr) -> (&Expr, i32) {
    match e.kind() {
        ExprKind::Unary(Unary::Sqr, a) => (a, 2),
        ExprKind::Power(a, exponent) => (a, *exponent),
        _ => (e, 1),
    }
}

/// Applies a function of one argument.
pub(super) fn unary(op: Unary, a: Expr) -> Expr {
    if let Some(value) = a.as_number()
        && let Some(folded) = fold_unary(op, value)
    {
        return Expr::number(folded);
    }
    let rewritten = match op {
        Unary::Neg => return negate(a),
        Unary::Sqr => return square(a),
        // √(x²) = |x| for every x. The converse rule (√x)² = x holds only where x is not negative.
        Unary::Sqrt => operand(&a, Unary::Sqr).map(|x| unary(Unary::Abs, x.clone())),
        Unary::Abs => match a.kind() {
            ExprKind::Unary(Unary::Neg, x) => Some(unary(Unary::Abs, x.clone())),
            ExprKind::Unary(Unary::Abs | Unary::Sqr | Unary::Exp | Unary::Sqrt, _) => Some(a.clone()),
            _ => None,
        },
        Unary::Cos => match a.kind() {
            ExprKind::Unary(Unary::Neg | Unary::Abs, x) => Some(unary(Unary::Cos, x.clone())),
            _ => None,
        },
        Unary::Sin | Unary::Tan | Unary::Asin | Unary::Atan | Unary::Sign => {
            operand(&a, Unary::Neg).map(|x| negate(unary(op, x.clone())))
        }
        Unary::Ln => operand(&a, Unary::Exp).cloned(),
        Unary::Exp | Unary::Acos => None,
    };
    rewritten.unwrap_or_else(|| Expr::raw(ExprKind::Unary(op, a)))
}

fn fold_unary(op: Unary, value: f64) -> Option<f64> {
    match op {
        Unary::Neg => Some(-value),
        Unary::Sqr => exact::product(value, value),
        Unary::Sqrt => exact::root(value),
        Unary::Abs => Some(value.abs()),
        Unary::Sign => Some(if value == 0.0 { 0.0 } else { value.signum() }),
        Unary::Exp | Unary::Cos => (value == 0.0).then_some(1.0),
        Unary::Sin | Unary::Tan | Unary::Asin | Unary::Atan => (value == 0.0).then_some(0.0),
        Unary::Ln | Unary::Acos => (value == 1.0).then_some(0.0),
    }
}

fn negate(a: Expr) -> Expr {
    match a.kind() {
        ExprKind::Number(value) => Expr::number(-value),
        ExprKind::Unary(Unary::Neg, x) => x.clone(),
        ExprKind::Binary(Binary::Sub, x, y) => binary(Binary::Sub, y.clone(), x.clone()),
        ExprKind::Binary(Binary::Mul, x, y) if x.as_number().is_some() => scale(x.as_number().map_or(-1.0, |c| -c), y),
        ExprKind::Binary(Binary::Div, x, y) if x.as_number().is_some() => divide(&negate(x.clone()), y),
        _ => Expr::raw(ExprKind::Unary(Unary::Neg, a)),
    }
}

fn square(a: Expr) -> Expr {
    match a.kind() {
        ExprKind::Unary(Unary::Neg | Unary::Abs, x) => square(x.clone()),
        ExprKind::Unary(Unary::Sqr, _) | ExprKind::Power(..) => power(&a, 2),
        ExprKind::Number(value) if exact::product(*value, *value).is_some() => Expr::number(value * value),
        _ => Expr::raw(ExprKind::Unary(Unary::Sqr, a)),
    }
}

/// Applies an integer power.
pub(super) fn power(a: &Expr, exponent: i32) -> Expr {
    if let Some(value) = a.as_number()
        && let Some(folded) = exact::power(value, exponent)
    {
        return Expr::number(folded);
    }
    match exponent {
        0 if a.total() => return Expr::number(1.0),
        // 1 + 0·x has no value where x has none.
        0 => return binary(Binary::Add, binary(Binary::Mul, zero(), a.clone()), Expr::number(1.0)),
        1 => return a.clone(),
        -1 => return divide(&Expr::number(1.0), a),
        _ => {}
    }
    if exponent.unsigned_abs() > LARGEST_EXPONENT {
        let half = square(power(a, exponent / 2));
        return binary(Binary::Mul, half, power(a, exponent % 2));
    }
    let (base, inner) = as_power(a);
    // (x^−1)^−1 would gain a value at zero, so exponents are multiplied only if the inner one is positive.
    if inner > 1
        && let Some(product) = inner.checked_mul(exponent)
        && product.unsigned_abs() <= LARGEST_EXPONENT
    {
        return power(&base.clone(), product);
    }
    match a.kind() {
        ExprKind::Unary(Unary::Neg, x) if exponent % 2 == 0 => power(x, exponent),
        ExprKind::Unary(Unary::Neg, x) => negate(power(x, exponent)),
        ExprKind::Unary(Unary::Abs, x) if exponent % 2 == 0 => power(x, exponent),
        _ if exponent == 2 => square_as_it_stands(a),
        _ => Expr::raw(ExprKind::Power(a.clone(), exponent)),
    }
}

fn square_as_it_stands(a: &Expr) -> Expr {
    match a.kind() {
        ExprKind::Power(..) => Expr::raw(ExprKind::Unary(Unary::Sqr, a.clone())),
        _ => square(a.clone()),
    }
}

/// Applies a function of two arguments.
pub(super) fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    match op {
        Binary::Add => add(&a, &b),
        Binary::Sub => subtract(&a, &b),
        Binary::Mul => multiply(&a, &b),
        Binary::Div => divide(&a, &b),
        Binary::Min | Binary::Max => extreme(op, a, b),
        Binary::Atan2 => Expr::raw(ExprKind::Binary(op, a, b)),
    }
}

fn extreme(op: Binary, a: Expr, b: Expr) -> Expr {
    if a == b {
        return a;
    }
    match (a.as_number(), b.as_number()) {
        (Some(x), Some(y)) => Expr::number(if op == Binary::Min { x.min(y) } else { x.max(y) }),
        _ => Expr::raw(ExprKind::Binary(op, a, b)),
    }
}

fn add(a: &Expr, b: &Expr) -> Expr {
    match (a.as_number(), b.as_number()) {
        (_, Some(c)) => return add_number(a, c),
        (Some(c), None) => return add_number(b, c),
        (None, None) => {}
    }
    if let Some(x) = operand(b, Unary::Neg) {
        return subtract(a, x);
    }
    if let Some(x) = operand(a, Unary::Neg) {
        return subtract(b, x);
    }
    if a == b {
        return scale(2.0, a);
    }
    Expr::raw(ExprKind::Binary(Binary::Add, a.clone(), b.clone()))
}

/// `a + c`, combined with numbers that were added before, if their sum is exact. A loop, because such sums may be
/// long.
fn add_number(a: &Expr, c: f64) -> Expr {
    let (mut a, mut c) = (a, c);
    loop {
        if c == 0.0 {
            return a.clone();
        }
        let gathered = match a.kind() {
            ExprKind::Number(x) => match exact::sum(*x, c) {
                Some(sum) => return Expr::number(sum),
                None => None,
            },
            ExprKind::Binary(Binary::Add, x, y) => y.as_number().and_then(|y| exact::sum(y, c)).map(|sum| (x, sum)),
            ExprKind::Binary(Binary::Sub, x, y) => {
                if let Some(sum) = x.as_number().and_then(|x| exact::sum(x, c)) {
                    return subtract(&Expr::number(sum), y);
                }
                y.as_number().and_then(|y| exact::sum(-y, c)).map(|sum| (x, sum))
            }
            ExprKind::Unary(Unary::Neg, x) => return subtract(&Expr::number(c), x),
            _ => None,
        };
        let Some((rest, sum)) = gathered else { break };
        (a, c) = (rest, sum);
    }
    let (op, size) = if c < 0.0 { (Binary::Sub, -c) } else { (Binary::Add, c) };
    Expr::raw(ExprKind::Binary(op, a.clone(), Expr::number(size)))
}

fn subtract(a: &Expr, b: &Expr) -> Expr {
    if let Some(c) = b.as_number() {
        return add_number(a, -c);
    }
    if let Some(x) = operand(b, Unary::Neg) {
        return add(a, x);
    }
    if let Some(x) = operand(a, Unary::Neg) {
        return negate(add(x, b));
    }
    if let Some(c) = a.as_number() {
        if c == 0.0 {
            return negate(b.clone());
        }
        // c − (d − y) = y + (c − d)
        if let Some((d, y)) = operands(b, Binary::Sub)
            && let Some(difference) = d.as_number().and_then(|d| exact::sum(c, -d))
        {
            return add_number(y, difference);
        }
    }
    if a.total() && a == b {
        return zero();
    }
    Expr::raw(ExprKind::Binary(Binary::Sub, a.clone(), b.clone()))
}

fn multiply(a: &Expr, b: &Expr) -> Expr {
    match (a.as_number(), b.as_number()) {
        (Some(c), _) => return scale(c, b),
        (None, Some(c)) => return scale(c, a),
        (None, None) => {}
    }
    if let Some(x) = operand(a, Unary::Neg) {
        return negate(multiply(x, b));
    }
    if let Some(x) = operand(b, Unary::Neg) {
        return negate(multiply(a, x));
    }
    // A number moves to the front, where it is combined with others.
    if let Some((c, x)) = leading_number(a) {
        return scale(c, &multiply(x, b));
    }
    if let Some((c, x)) = leading_number(b) {
        return scale(c, &multiply(a, x));
    }
    if a == b {
        return square(a.clone());
    }
    let ((x, n), (y, m)) = (as_power(a), as_power(b));
    if n > 0 && m > 0 && n.unsigned_abs() + m.unsigned_abs() <= LARGEST_EXPONENT && x == y {
        return power(&x.clone(), n + m);
    }
    Expr::raw(ExprKind::Binary(Binary::Mul, a.clone(), b.clone()))
}

/// The leading number of a product, if the rest does not begin with another number. (Numbers that could not be
/// multiplied exactly may be nested to any depth; they are left unchanged.)
pub(super) fn leading_number(e: &Expr) -> Option<(f64, &Expr)> {
    let (c, x) = operands(e, Binary::Mul)?;
    let nested = operands(x, Binary::Mul).is_some_and(|(d, _)| d.as_number().is_some());
    if nested { None } else { c.as_number().map(|c| (c, x)) }
}

/// `c · a`, combined with the leading numbers of `a`, if their product is exact.
fn scale(c: f64, a: &Expr) -> Expr {
    let (mut a, mut c) = (a, c);
    loop {
        if c == 1.0 {
            return a.clone();
        }
        if c == -1.0 {
            return negate(a.clone());
        }
        if c == 0.0 && a.total() {
            return zero();
        }
        let gathered = match a.kind() {
            ExprKind::Number(x) => match exact::product(c, *x) {
                Some(product) => return Expr::number(product),
                None => None,
            },
            ExprKind::Unary(Unary::Neg, x) => Some((x, -c)),
            ExprKind::Binary(Binary::Mul, d, x) => {
                d.as_number().and_then(|d| exact::product(c, d)).map(|product| (x, product))
            }
            ExprKind::Binary(Binary::Div, d, x) => match d.as_number().and_then(|d| exact::product(c, d)) {
                Some(product) => return divide(&Expr::number(product), x),
                None => None,
            },
            _ => None,
        };
        let Some((rest, product)) = gathered else { break };
        (a, c) = (rest, product);
    }
    Expr::raw(ExprKind::Binary(Binary::Mul, Expr::number(c), a.clone()))
}

fn divide(a: &Expr, b: &Expr) -> Expr {
    if let Some(c) = b.as_number() {
        if let Some(quotient) = a.as_number().and_then(|a| exact::quotient(a, c)) {
            return Expr::number(quotient);
        }
        // Division by a power of two is multiplication by its reciprocal, exactly.
        if let Some(reciprocal) = exact::quotient(1.0, c) {
            return scale(reciprocal, a);
        }
    }
    if let Some(x) = operand(a, Unary::Neg) {
        return negate(divide(x, b));
    }
    if let Some(x) = operand(b, Unary::Neg) {
        return negate(divide(a, x));
    }
    Expr::raw(ExprKind::Binary(Binary::Div, a.clone(), b.clone()))
}
