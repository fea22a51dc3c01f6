//! Symbolic differentiation and substitution.
//!
//! **Question.** What is the partial derivative, as an expression?
//!
//! **Idea.** Apply the chain rule once per distinct subexpression, children first.
//!
//! **Guarantee.** Where the expression and all its subexpressions are differentiable, the result is the derivative.
//! At a kink the result, where defined, lies between the one-sided derivatives: 0 for |x|, the mean for min and
//! max.
//!
//! **Cost.** Linear in the number of distinct subexpressions, so even high orders stay small; no recursion.

use super::graph::{FlatNode, Graph};
use super::node::Expr;
use super::operation::{Binary, Unary};

impl Expr {
    /// The partial derivative with respect to the variable.
    ///
    /// ```
    /// # use tangency_interval::expr::Expr;
    /// let f = Expr::parse("x^3 + sin(x*y)").unwrap();
    /// assert_eq!(f.derivative("x").to_string(), "3 * x^2 + y * cos(x * y)");
    /// assert_eq!(f.derivative("x").derivative("x").derivative("x").derivative("y").variables().len(), 2);
    /// ```
    #[must_use]
    pub fn derivative(&self, variable: &str) -> Self {
        let graph = Graph::of([self]);
        let mut slopes: Vec<Expr> = Vec::with_capacity(graph.nodes.len());
        for (node, e) in graph.nodes.iter().zip(&graph.exprs) {
            let (at, slope) = (|i: u32| &graph.exprs[i as usize], |i: u32| &slopes[i as usize]);
            let derivative = match node {
                FlatNode::Number(_) | FlatNode::Constant(_) => Self::number(0.0),
                FlatNode::Variable(name) => Self::number(if &**name == variable { 1.0 } else { 0.0 }),
                FlatNode::Unary(op, a) => chain(slope(*a), || unary_slope(*op, at(*a), e)),
                FlatNode::Power(a, exponent) => {
                    chain(slope(*a), || f64::from(*exponent) * at(*a).powi(exponent.saturating_sub(1)))
                }
                FlatNode::Binary(op, a, b) => binary_slope(*op, [at(*a), at(*b), e], [slope(*a), slope(*b)]),
            };
            slopes.push(derivative);
        }
        slopes.swap_remove(graph.roots[0] as usize)
    }

    /// Replaces the variable by an expression.
    #[must_use]
    pub fn substitute(&self, variable: &str, replacement: &Self) -> Self {
        self.substitute_all(&[(variable, replacement)])
    }

    /// Replaces several variables simultaneously: replacements are not substituted into one another.
    #[must_use]
    pub fn substitute_all(&self, replacements: &[(&str, &Self)]) -> Self {
        let graph = Graph::of([self]);
        let mut results: Vec<Expr> = Vec::with_capacity(graph.nodes.len());
        for (node, e) in graph.nodes.iter().zip(&graph.exprs) {
            let result = |i: u32| results[i as usize].clone();
            let changed = node.children().any(|i| results[i as usize].address() != graph.exprs[i as usize].address());
            let replaced = match node {
                FlatNode::Variable(name) => {
                    let found = replacements.iter().find(|(variable, _)| **variable == **name);
                    found.map_or_else(|| e.clone(), |(_, replacement)| (*replacement).clone())
                }
                _ if !changed => e.clone(),
                FlatNode::Number(_) | FlatNode::Constant(_) => e.clone(),
                FlatNode::Unary(op, a) => super::simplify::unary(*op, result(*a)),
                FlatNode::Power(a, exponent) => result(*a).powi(*exponent),
                FlatNode::Binary(op, a, b) => super::simplify::binary(*op, result(*a), result(*b)),
            };
            results.push(replaced);
        }
        results.swap_remove(graph.roots[0] as usize)
    }
}

fn is_zero(e: &Expr) -> bool {
    e.as_number() == Some(0.0)
}

/// The product of outer and inner slope; zero if the inner slope is identically zero.
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

/// The derivative of `e` = op(`a`, `b`), given the derivatives `da`, `db` of the operands.
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
        // The slope of the selected operand: (1 + s)/2 and (1 − s)/2 are 1 and 0, 0 and 1, or both ½ at a tie.
        Binary::Min | Binary::Max => {
            let s = if op == Binary::Max { (a - b).sign() } else { (b - a).sign() };
            0.5 * (da * (1.0 + &s) + db * (1.0 - s))
        }
        Binary::Atan2 => (chain(da, || b.clone()) - chain(db, || a.clone())) / (a.sqr() + b.sqr()),
    }
}
