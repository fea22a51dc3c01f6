//! Symbolic differentiation and substitution.
//!
//! Question: what is the partial derivative as an expression? Idea: the chain rule once a distinct subexpression, children
//! first. Guarantee: where the expression is differentiable and every subexpression too, the result is the derivative. At a
//! kink the result is a value between the one-sided derivatives where it is defined: 0 for |x|, the mean for min and max.
//! Cost: linear in the distinct subexpressions, so that even high orders stay small; no recursion.

use super::graph::{Flat, Graph};
use super::node::Expr;
use super::operation::{Binary, Unary};

impl Expr {
    /// The derivative by the variable.
    ///
    /// ```
    /// # use tangency_interval::expr::Expr;
    /// let f = Expr::parse("x^3 + sin(x*y)").unwrap();
    /// assert_eq!(f.derivative("x").to_string(), "3 * x^2 + y * cos(x * y)");
    /// assert_eq!(f.derivative("x").derivative("x").derivative("y").to_string(),
    ///     "-(2 * (y * sin(x * y)) + y^2 * (x * cos(x * y)))");
    /// ```
    #[must_use]
    pub fn derivative(&self, variable: &str) -> Self {
        let graph = Graph::of([self]);
        let mut slopes: Vec<Expr> = Vec::with_capacity(graph.nodes.len());
        for (node, e) in graph.nodes.iter().zip(&graph.exprs) {
            let (at, slope) = (|i: u32| &graph.exprs[i as usize], |i: u32| &slopes[i as usize]);
            let derivative = match node {
                Flat::Number(_) | Flat::Constant(_) => Self::number(0.0),
                Flat::Variable(name) => Self::number(if &**name == variable { 1.0 } else { 0.0 }),
                Flat::Unary(op, a) => chain(slope(*a), || unary_slope(*op, at(*a), e)),
                Flat::Power(a, exponent) => {
                    chain(slope(*a), || f64::from(*exponent) * at(*a).powi(exponent.saturating_sub(1)))
                }
                Flat::Binary(op, a, b) => binary_slope(*op, [at(*a), at(*b), e], [slope(*a), slope(*b)]),
            };
            slopes.push(derivative);
        }
        slopes.swap_remove(graph.roots[0] as usize)
    }

    /// The expression with the variable replaced.
    #[must_use]
    pub fn substitute(&self, variable: &str, replacement: &Self) -> Self {
        self.substitute_all(&[(variable, replacement)])
    }

    /// The expression with several variables replaced at once; what is put in is not searched again.
    #[must_use]
    pub fn substitute_all(&self, replacements: &[(&str, &Self)]) -> Self {
        let graph = Graph::of([self]);
        let mut results: Vec<Expr> = Vec::with_capacity(graph.nodes.len());
        for (node, e) in graph.nodes.iter().zip(&graph.exprs) {
            let result = |i: u32| results[i as usize].clone();
            let changed = node.children().any(|i| results[i as usize].address() != graph.exprs[i as usize].address());
            let replaced = match node {
                Flat::Variable(name) => {
                    let found = replacements.iter().find(|(variable, _)| **variable == **name);
                    found.map_or_else(|| e.clone(), |(_, replacement)| (*replacement).clone())
                }
                _ if !changed => e.clone(),
                Flat::Number(_) | Flat::Constant(_) => e.clone(),
                Flat::Unary(op, a) => super::simplify::unary(*op, result(*a)),
                Flat::Power(a, exponent) => result(*a).powi(*exponent),
                Flat::Binary(op, a, b) => super::simplify::binary(*op, result(*a), result(*b)),
            };
            results.push(replaced);
        }
        results.swap_remove(graph.roots[0] as usize)
    }
}

fn is_zero(e: &Expr) -> bool {
    e.as_number() == Some(0.0)
}

/// The outer slope times the inner one, and zero where the inner one is identically zero.
fn chain(inner: &Expr, outer: impl FnOnce() -> Expr) -> Expr {
    if is_zero(inner) { Expr::number(0.0) } else { inner * outer() }
}

/// The slope of the function `e` = op(`a`).
fn unary_slope(op: Unary, a: &Expr, e: &Expr) -> Expr {
    match op {
        Unary::Neg => Expr::number(-1.0),
        Unary::Sqr => 2.0 * a,
        Unary::Sqrt => 0.5 / e,
        Unary::Abs => a.sign(),
        Unary::Sign => Expr::number(0.0),
        Unary::Exp => e.clone(),
        Unary::Ln => 1.0 / a,
        Unary::Sin => a.cos(),
        Unary::Cos => -a.sin(),
        Unary::Tan => 1.0 + e.sqr(),
        Unary::Asin => 1.0 / (1.0 - a.sqr()).sqrt(),
        Unary::Acos => -(1.0 / (1.0 - a.sqr()).sqrt()),
        Unary::Atan => 1.0 / (1.0 + a.sqr()),
    }
}

/// The derivative of `e` = op(`a`, `b`) whose operands have the derivatives `da`, `db`.
fn binary_slope(op: Binary, [a, b, e]: [&Expr; 3], [da, db]: [&Expr; 2]) -> Expr {
    if is_zero(da) && is_zero(db) {
        return Expr::number(0.0);
    }
    match op {
        Binary::Add => da + db,
        Binary::Sub => da - db,
        Binary::Mul => chain(da, || b.clone()) + chain(db, || a.clone()),
        Binary::Div if is_zero(db) => da / b,
        Binary::Div => (da - chain(db, || e.clone())) / b,
        // The slope of whichever is in force: (1 + s)/2 and (1 − s)/2 are 1 and 0, 0 and 1, or both ½ at a tie.
        Binary::Min | Binary::Max => {
            let s = if op == Binary::Max { (a - b).sign() } else { (b - a).sign() };
            0.5 * (da * (1.0 + &s) + db * (1.0 - s))
        }
        Binary::Atan2 => (chain(da, || b.clone()) - chain(db, || a.clone())) / (a.sqr() + b.sqr()),
    }
}
