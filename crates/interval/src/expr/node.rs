//! The expression itself: an immutable, shared, directed acyclic graph of operations.

use crate::Interval;
use std::sync::Arc;

use super::operation::{Binary, Unary};

/// A real function of named variables as an expression: immutable, cheap to clone, safe to share between threads.
///
/// Build it with ordinary operators and functions, or parse it from text; see the [module page](crate::expr).
/// Building already simplifies. No simplification changes the domain of the function.
#[derive(Clone)]
pub struct Expr(pub(super) Arc<ExprNode>);

/// One operation, with properties of its whole subexpression that building needs.
pub(super) struct ExprNode {
    pub(super) kind: ExprKind,
    /// Equal for structurally equal expressions.
    pub(super) hash: u64,
    /// Whether it is defined for all values of the variables, so that multiplying by zero gives zero.
    pub(super) total: bool,
}

/// The operation of a node.
pub(super) enum ExprKind {
    /// An exact, finite number; never minus zero.
    Number(f64),
    /// A number given by its name and an enclosure, such as π.
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

/// A real number that is not a float: identified by name, rigorously enclosed.
#[derive(Debug)]
pub(super) struct NamedConstant {
    pub(super) name: Arc<str>,
    pub(super) enclosure: Interval,
    /// Its floating-point approximation.
    pub(super) nearest: f64,
}

impl NamedConstant {
    /// Whether both denote the same number: they have the same name and the same enclosure. If nothing is known
    /// about a number (the enclosure is `ENTIRE`, for instance from a NaN), only copies are the same.
    pub(super) fn same(self: &Arc<Self>, other: &Arc<Self>) -> bool {
        Arc::ptr_eq(self, other)
            || (self.name == other.name && self.enclosure == other.enclosure && self.enclosure != Interval::ENTIRE)
    }
}

impl Expr {
    /// Creates the node without simplification.
    pub(super) fn raw(kind: ExprKind) -> Self {
        let (hash, total) = (hash(&kind), total(&kind));
        Self(Arc::new(ExprNode { kind, hash, total }))
    }

    /// The variable of this name.
    ///
    /// Any text is accepted as a name. Only an identifier that is neither a function nor one of `pi`, `tau`, `e`
    /// can be parsed back from the displayed expression.
    #[must_use]
    pub fn variable(name: &str) -> Self {
        Self::raw(ExprKind::Variable(name.into()))
    }

    /// A named real number known only to lie in `enclosure`.
    ///
    /// The same name with the same enclosure is the same number. If the enclosure is a single finite number, the
    /// result is that number, without the name.
    #[must_use]
    pub fn constant(name: &str, enclosure: Interval) -> Self {
        if enclosure.lower() == enclosure.upper() && enclosure.lower().is_finite() {
            return Self::number(enclosure.lower());
        }
        Self::named(name, enclosure, enclosure.mid())
    }

    fn named(name: &str, enclosure: Interval, nearest: f64) -> Self {
        Self::raw(ExprKind::Constant(Arc::new(NamedConstant { name: name.into(), enclosure, nearest })))
    }

    /// The number π, enclosed by neighbouring floating-point numbers.
    #[must_use]
    pub fn pi() -> Self {
        Self::named("pi", Interval::PI, std::f64::consts::PI)
    }

    /// The number 2π, enclosed by neighbouring floating-point numbers.
    #[must_use]
    pub fn tau() -> Self {
        Self::named("tau", Interval::TAU, std::f64::consts::TAU)
    }

    /// Euler's number, enclosed by neighbouring floating-point numbers.
    #[must_use]
    pub fn e() -> Self {
        Self::named("e", Interval::E, std::f64::consts::E)
    }

    /// The exact number. A NaN or an infinity is not a real number; it becomes a constant with the enclosure
    /// `ENTIRE`, so that all enclosures stay valid.
    #[must_use]
    pub fn number(value: f64) -> Self {
        if value.is_finite() {
            Self::raw(ExprKind::Number(value + 0.0))
        } else {
            Self::named("unknown", Interval::ENTIRE, f64::NAN)
        }
    }

    pub(super) fn kind(&self) -> &ExprKind {
        &self.0.kind
    }

    /// Whether the function has a value for all values of its variables.
    pub(super) fn total(&self) -> bool {
        self.0.total
    }

    /// An expression with the same sign and the same domain: the base of an odd positive power. `(f)³` has no gradient
    /// where it vanishes, `f` has one.
    #[must_use]
    pub fn without_odd_power(&self) -> &Self {
        match &self.0.kind {
            ExprKind::Power(base, exponent) if *exponent > 0 && exponent % 2 == 1 => base.without_odd_power(),
            ExprKind::Number(_)
            | ExprKind::Constant(_)
            | ExprKind::Variable(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Power(..) => self,
        }
    }

    /// The expressions whose maximum this is: the arguments of the outermost `max`, nested ones included. The
    /// expression itself if it is no maximum.
    ///
    /// ```
    /// # use tangency_interval::expr::Expr;
    /// let formula = Expr::parse("max(x, max(y, z - 1))").unwrap();
    /// let maxima: Vec<String> = formula.maxima().into_iter().map(Expr::to_string).collect();
    /// assert_eq!(maxima, ["x", "y", "z - 1"]);
    /// ```
    #[must_use]
    pub fn maxima(&self) -> Vec<&Self> {
        let (mut pending, mut maxima) = (vec![self], Vec::new());
        while let Some(next) = pending.pop() {
            match next.kind() {
                ExprKind::Binary(Binary::Max, first, second) => pending.extend([second, first]),
                ExprKind::Number(_)
                | ExprKind::Constant(_)
                | ExprKind::Variable(_)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Power(..) => maxima.push(next),
            }
        }
        maxima
    }

    /// The number, if the expression is an exact one.
    pub(super) fn as_number(&self) -> Option<f64> {
        if let ExprKind::Number(value) = self.0.kind { Some(value) } else { None }
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

fn hash(kind: &ExprKind) -> u64 {
    match kind {
        ExprKind::Number(value) => mix(1, value.to_bits()),
        ExprKind::Constant(constant) => hash_text(2, &constant.name),
        ExprKind::Variable(name) => hash_text(3, name),
        ExprKind::Unary(op, a) => mix(mix(4, *op as u64), a.0.hash),
        ExprKind::Binary(op, a, b) => mix(mix(mix(5, *op as u64), a.0.hash), b.0.hash),
        ExprKind::Power(a, exponent) => mix(mix(6, u64::from(exponent.cast_unsigned())), a.0.hash),
    }
}

fn total(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Number(_) | ExprKind::Constant(_) | ExprKind::Variable(_) => true,
        ExprKind::Unary(op, a) => op.total() && a.total(),
        ExprKind::Binary(Binary::Div, a, b) => a.total() && b.as_number().is_some_and(|value| value != 0.0),
        ExprKind::Binary(op, a, b) => op.total() && a.total() && b.total(),
        ExprKind::Power(a, exponent) => *exponent > 0 && a.total(),
    }
}

/// Expressions may be a hundred thousand operations deep; the default recursive drop would overflow the stack.
impl Drop for ExprNode {
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

fn take_children(kind: &mut ExprKind, children: &mut Vec<Expr>) {
    match std::mem::replace(kind, ExprKind::Number(0.0)) {
        ExprKind::Number(_) | ExprKind::Constant(_) | ExprKind::Variable(_) => {}
        ExprKind::Unary(_, a) | ExprKind::Power(a, _) => children.push(a),
        ExprKind::Binary(_, a, b) => children.extend([a, b]),
    }
}
