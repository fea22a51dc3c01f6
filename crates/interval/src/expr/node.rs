//! The expression itself: an immutable, shared, directed acyclic graph of operations.

use crate::Interval;
use std::sync::Arc;

use super::operation::{Binary, Unary};

/// A real function of named variables, written down: immutable, cheap to clone, safe to share between threads.
///
/// Build it with ordinary operators and functions, or parse it from text; see the [module page](crate::expr). Building
/// already simplifies, and no simplification ever changes where the function is defined.
#[derive(Clone)]
pub struct Expr(pub(super) Arc<Node>);

/// One operation with what building needs to know about the whole below it.
pub(super) struct Node {
    pub(super) kind: Kind,
    /// Equal for structurally equal expressions.
    pub(super) hash: u64,
    /// Defined for every value of the variables, so that multiplying by zero gives zero.
    pub(super) total: bool,
}

/// What a node is.
pub(super) enum Kind {
    /// An exact, finite number; never minus zero.
    Number(f64),
    /// A number known by its name and an enclosure, such as π.
    Constant(Arc<NamedConstant>),
    /// A variable.
    Variable(Arc<str>),
    /// A function of one argument.
    Unary(Unary, Expr),
    /// A function of two arguments.
    Binary(Binary, Expr, Expr),
    /// An integer power other than 0, 1, 2 and −1, which have simpler forms.
    Power(Expr, i32),
}

/// One real number that is not a floating-point number: known by name, enclosed rigorously.
#[derive(Debug)]
pub(super) struct NamedConstant {
    pub(super) name: Arc<str>,
    pub(super) enclosure: Interval,
    /// What stands for it where floating point is good enough.
    pub(super) nearest: f64,
}

impl NamedConstant {
    /// Whether both denote the same number: the same name and the same knowledge about it. Of numbers about which
    /// nothing is known (what a NaN became), only copies are the same.
    pub(super) fn same(self: &Arc<Self>, other: &Arc<Self>) -> bool {
        Arc::ptr_eq(self, other)
            || (self.name == other.name && self.enclosure == other.enclosure && self.enclosure != Interval::ENTIRE)
    }
}

impl Expr {
    /// The node as it stands, without simplification.
    pub(super) fn raw(kind: Kind) -> Self {
        let (hash, total) = (hash(&kind), total(&kind));
        Self(Arc::new(Node { kind, hash, total }))
    }

    /// The variable of this name.
    ///
    /// Any text will do as a name, but only an identifier that is neither a function nor one of `pi`, `tau`, `e` can be
    /// parsed back from what is displayed.
    #[must_use]
    pub fn variable(name: &str) -> Self {
        Self::raw(Kind::Variable(name.into()))
    }

    /// A real number that is only known to lie in `enclosure`, under a name of its own.
    ///
    /// The same name with the same enclosure is the same number. An enclosure that is one finite number gives that
    /// number and drops the name.
    #[must_use]
    pub fn constant(name: &str, enclosure: Interval) -> Self {
        if enclosure.lower() == enclosure.upper() && enclosure.lower().is_finite() {
            return Self::number(enclosure.lower());
        }
        Self::named(name, enclosure, enclosure.mid())
    }

    fn named(name: &str, enclosure: Interval, nearest: f64) -> Self {
        Self::raw(Kind::Constant(Arc::new(NamedConstant { name: name.into(), enclosure, nearest })))
    }

    /// The number π, enclosed by neighbouring floating-point numbers.
    #[must_use]
    pub fn pi() -> Self {
        Self::above("pi", std::f64::consts::PI)
    }

    /// The number 2π, enclosed by neighbouring floating-point numbers.
    #[must_use]
    pub fn tau() -> Self {
        Self::above("tau", std::f64::consts::TAU)
    }

    /// Euler's number, enclosed by neighbouring floating-point numbers.
    #[must_use]
    pub fn e() -> Self {
        Self::above("e", std::f64::consts::E)
    }

    /// A constant just above the floating-point number: true of π, 2π and e, whose nearest neighbours all lie below.
    fn above(name: &str, below: f64) -> Self {
        Self::named(name, Interval::between(below, below.next_up()), below)
    }

    /// The exact number. A NaN or an infinity is no real number: it becomes a constant that may be anything, so that
    /// no enclosure made of it is ever wrong.
    #[must_use]
    pub fn number(value: f64) -> Self {
        if value.is_finite() {
            Self::raw(Kind::Number(value + 0.0))
        } else {
            Self::named("unknown", Interval::ENTIRE, f64::NAN)
        }
    }

    pub(super) fn kind(&self) -> &Kind {
        &self.0.kind
    }

    /// Whether the function has a value whatever its variables are.
    pub(super) fn total(&self) -> bool {
        self.0.total
    }

    /// The number, if it is an exact one.
    pub(super) fn as_number(&self) -> Option<f64> {
        if let Kind::Number(value) = self.0.kind { Some(value) } else { None }
    }

    pub(super) fn address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }
}

impl From<f64> for Expr {
    fn from(value: f64) -> Self {
        Self::number(value)
    }
}

fn mix(hash: u64, more: u64) -> u64 {
    (hash.rotate_left(5) ^ more).wrapping_mul(0x517C_C1B7_2722_0A95)
}

fn hash_text(seed: u64, text: &str) -> u64 {
    text.bytes().fold(seed, |hash, byte| mix(hash, u64::from(byte)))
}

fn hash(kind: &Kind) -> u64 {
    match kind {
        Kind::Number(value) => mix(1, value.to_bits()),
        Kind::Constant(constant) => hash_text(2, &constant.name),
        Kind::Variable(name) => hash_text(3, name),
        Kind::Unary(op, a) => mix(mix(4, *op as u64), a.0.hash),
        Kind::Binary(op, a, b) => mix(mix(mix(5, *op as u64), a.0.hash), b.0.hash),
        Kind::Power(a, exponent) => mix(mix(6, u64::from(exponent.cast_unsigned())), a.0.hash),
    }
}

fn total(kind: &Kind) -> bool {
    match kind {
        Kind::Number(_) | Kind::Constant(_) | Kind::Variable(_) => true,
        Kind::Unary(op, a) => op.total() && a.total(),
        Kind::Binary(Binary::Div, a, b) => a.total() && b.as_number().is_some_and(|value| value != 0.0),
        Kind::Binary(op, a, b) => op.total() && a.total() && b.total(),
        Kind::Power(a, exponent) => *exponent > 0 && a.total(),
    }
}

/// Expressions may be a hundred thousand operations deep: the default recursive drop would overflow the stack.
impl Drop for Node {
    fn drop(&mut self) {
        let mut orphans = Vec::new();
        take_children(&mut self.kind, &mut orphans);
        while let Some(orphan) = orphans.pop() {
            if let Some(mut node) = Arc::into_inner(orphan.0) {
                take_children(&mut node.kind, &mut orphans);
            }
        }
    }
}

fn take_children(kind: &mut Kind, children: &mut Vec<Expr>) {
    match std::mem::replace(kind, Kind::Number(0.0)) {
        Kind::Number(_) | Kind::Constant(_) | Kind::Variable(_) => {}
        Kind::Unary(_, a) | Kind::Power(a, _) => children.push(a),
        Kind::Binary(_, a, b) => children.extend([a, b]),
    }
}
