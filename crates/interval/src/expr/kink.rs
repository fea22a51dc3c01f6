//! Expressions with kinks resolved.
//!
//! **Question.** Where do `abs`, `min` and `max` have kinks, and what is the expression on one side of all kinks?
//!
//! **Idea.** |a| has a kink where a = 0; the minimum and the maximum of a and b where a − b = 0. These functions
//! are the *switches*. Where the sign of a switch is known, the operation equals one of two expressions.
//!
//! **Guarantee.** Equal to the expression at every point where the switches have the given signs, zero included.
//!
//! **Cost.** One traversal of the distinct subexpressions.

use super::graph::{FlatNode, Graph};
use super::node::Expr;
use super::operation::{Binary, Unary};
use super::simplify;

impl Expr {
    /// The functions at whose zeros the expression may have a kink, each once.
    ///
    /// ```
    /// # use tangency_interval::expr::Expr;
    /// let roof = Expr::parse("1 - abs(u - 2) + max(v, 3*u)").unwrap();
    /// let switches: Vec<String> = roof.switches().iter().map(Expr::to_string).collect();
    /// assert_eq!(switches, ["u - 2", "v - 3 * u"]);
    /// ```
    #[must_use]
    pub fn switches(&self) -> Vec<Self> {
        let graph = Graph::of([self]);
        let mut switches = Vec::new();
        for node in &graph.nodes {
            if let Some(switch) = switch(node, &graph.exprs)
                && !switches.contains(&switch)
            {
                switches.push(switch);
            }
        }
        switches
    }

    /// The expression where these switches have these signs: `true` means zero or positive, `false` zero or
    /// negative.
    ///
    /// ```
    /// # use tangency_interval::expr::Expr;
    /// let roof = Expr::parse("1 - abs(u - 2)").unwrap();
    /// let right = roof.switched(&[(Expr::parse("u - 2").unwrap(), true)]);
    /// assert_eq!(right, Expr::parse("1 - (u - 2)").unwrap());
    /// ```
    #[must_use]
    pub fn switched(&self, signs: &[(Self, bool)]) -> Self {
        let graph = Graph::of([self]);
        let mut results: Vec<Expr> = Vec::with_capacity(graph.nodes.len());
        for (node, e) in graph.nodes.iter().zip(&graph.exprs) {
            let result = |i: u32| results[i as usize].clone();
            let known = switch(node, &graph.exprs)
                .and_then(|switch| signs.iter().find(|(known, _)| *known == switch))
                .map(|(_, positive)| *positive);
            let changed = match (node, known) {
                (FlatNode::Unary(Unary::Abs, a), Some(true)) => result(*a),
                (FlatNode::Unary(Unary::Abs, a), Some(false)) => -result(*a),
                (FlatNode::Binary(Binary::Max, a, b), Some(positive)) => result(if positive { *a } else { *b }),
                (FlatNode::Binary(Binary::Min, a, b), Some(positive)) => result(if positive { *b } else { *a }),
                (FlatNode::Number(_) | FlatNode::Constant(_) | FlatNode::Variable(_), _) => e.clone(),
                (FlatNode::Unary(op, a), _) => simplify::unary(*op, result(*a)),
                (FlatNode::Power(a, exponent), _) => result(*a).powi(*exponent),
                (FlatNode::Binary(op, a, b), _) => simplify::binary(*op, result(*a), result(*b)),
            };
            results.push(changed);
        }
        results.swap_remove(graph.roots[0] as usize)
    }
}

/// The function at whose zeros the node has its kinks.
fn switch(node: &FlatNode, exprs: &[Expr]) -> Option<Expr> {
    let at = |i: u32| &exprs[i as usize];
    match node {
        FlatNode::Unary(Unary::Abs, a) => Some(at(*a).clone()),
        FlatNode::Binary(Binary::Min | Binary::Max, a, b) => Some(at(*a) - at(*b)),
        FlatNode::Number(_)
        | FlatNode::Constant(_)
        | FlatNode::Variable(_)
        | FlatNode::Unary(..)
        | FlatNode::Binary(..)
        | FlatNode::Power(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::Random;

    /// Where the switches have the given signs, the values are equal. Both signs of every switch occur.
    #[test]
    fn nothing_changes_on_the_side_that_is_meant() {
        let mut random = Random::new(77);
        for text in
            ["abs(x - 1)*y", "max(x, y) - min(x, 0)", "abs(abs(x) - 1)", "min(max(x, -1), 1)^2", "abs(x)*abs(y)"]
        {
            let whole = Expr::parse(text).expect("a formula");
            let switches = whole.switches();
            let mut seen = vec![[0; 2]; switches.len()];
            for _ in 0..200 {
                let point = [random.between(-3.0, 3.0), random.between(-3.0, 3.0)];
                let value =
                    |e: &Expr| e.compile(&["x", "y"]).expect("known names").values(&point, &mut Default::default())[0];
                let signs: Vec<(Expr, bool)> =
                    switches.iter().map(|switch| (switch.clone(), value(switch) >= 0.0)).collect();
                signs.iter().zip(&mut seen).for_each(|((_, sign), seen)| seen[usize::from(*sign)] += 1);
                let part = whole.switched(&signs);
                assert!(part.switches().is_empty(), "{part}");
                assert!((value(&part) - value(&whole)).abs() <= 1e-14, "{text} at {point:?}");
            }
            assert!(seen.iter().flatten().all(|&count| count > 10), "{text}: {seen:?}");
        }
    }
}
