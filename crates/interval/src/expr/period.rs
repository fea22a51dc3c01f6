//! Periodicity of expressions.
//!
//! **Question.** Is there a number P, within rounding of a given one, such that adding P to a variable does not
//! change any of a set of expressions?
//!
//! **Idea.** Suppose that the variable occurs only within sines, cosines and tangents of arguments linear in it.
//! Each slope kᵢ must make kᵢ·P an integer number nᵢ of turns. P = 2π·n₀/k₀ satisfies all of them if kᵢ·n₀ = k₀·nᵢ,
//! exactly.
//!
//! **Guarantee.** `true` proves that P exists. `false` proves nothing: sin² has the period π, which is not
//! detected.
//!
//! **Cost.** One traversal of the distinct subexpressions.

use super::exact;
use super::graph::{FlatNode, Graph};
use super::node::Expr;
use super::operation::Unary;
use super::simplify::leading_number;
use super::tape::{Tape, TapeWorkspace};
use crate::Interval;
use crate::tolerance::PERIOD_ROUNDING;

/// The argument of a periodic function with slope `factor · rest`, which makes `turns` whole turns over the period.
struct PeriodicSlope {
    factor: f64,
    rest: Option<Expr>,
    turns: f64,
}

impl Expr {
    /// `true` proves that all the expressions have a common period in the variable, within rounding of the given
    /// one.
    ///
    /// ```
    /// # use tangency_interval::expr::Expr;
    /// let wave = [Expr::parse("cos(u)*v").unwrap(), Expr::parse("sin(3*u + v)^2").unwrap()];
    /// assert!(Expr::repeat(&wave, "u", 6.283185307179586));
    /// assert!(!Expr::repeat(&wave, "u", 3.0) && !Expr::repeat(&wave, "v", 6.283185307179586));
    /// ```
    #[must_use]
    pub fn repeat(expressions: &[Self], variable: &str, period: f64) -> bool {
        let graph = Graph::of(expressions);
        let mut turning: Vec<PeriodicSlope> = Vec::new();
        // Whether each subexpression is periodic. A subexpression without the variable always is.
        let mut repeats: Vec<bool> = Vec::with_capacity(graph.nodes.len());
        for node in &graph.nodes {
            let all = node.children().all(|child| repeats[child as usize]);
            let here = match node {
                FlatNode::Variable(name) => &**name != variable,
                FlatNode::Unary(Unary::Sin | Unary::Cos | Unary::Tan, argument) if !all => {
                    let found = PeriodicSlope::new(&graph.exprs[*argument as usize], variable, period);
                    let fits = found.as_ref().is_some_and(|found| turning.iter().all(|known| known.fits(found)));
                    turning.extend(found.filter(|_| fits));
                    fits
                }
                FlatNode::Number(_)
                | FlatNode::Constant(_)
                | FlatNode::Unary(..)
                | FlatNode::Binary(..)
                | FlatNode::Power(..) => all,
            };
            repeats.push(here);
        }
        graph.roots.iter().all(|&root| repeats[root as usize])
    }
}

impl PeriodicSlope {
    /// The turns of the argument over the period, if it is linear in the variable and makes whole turns.
    fn new(argument: &Expr, variable: &str, period: f64) -> Option<Self> {
        let slope = argument.derivative(variable);
        let tape = Tape::new(std::slice::from_ref(&slope), &[]).ok()?;
        let value = tape.ranges(&[], &mut TapeWorkspace::default())[0];
        let share = value * period / Interval::TAU;
        let turns = share.mid().round();
        let off = Interval::between(-PERIOD_ROUNDING, PERIOD_ROUNDING) * turns;
        if turns == 0.0 || !(share + off).contains(turns) {
            return None;
        }
        let (factor, rest) = match (slope.as_number(), leading_number(&slope)) {
            (Some(number), _) => (number, None),
            (None, Some((number, rest))) => (number, Some(rest.clone())),
            (None, None) => (1.0, Some(slope)),
        };
        Some(Self { factor, rest, turns })
    }

    /// Whether both make whole turns over one common period.
    fn fits(&self, other: &Self) -> bool {
        let products = [exact::product(self.factor, other.turns), exact::product(other.factor, self.turns)];
        self.rest == other.rest && matches!(products, [Some(one), Some(two)] if one == two)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{PI, TAU};

    fn repeat(text: &str, period: f64) -> bool {
        Expr::repeat(&[Expr::parse(text).expect("a formula")], "u", period)
    }

    #[test]
    fn what_repeats_is_known_by_its_turns() {
        for text in
            ["(2 + cos(v))*cos(u)", "sin(u + v)/(2 + cos(4*u))", "v + 1", "exp(sin(cos(u)))", "sin(u/2)^2 + sin(u)"]
        {
            // u/2 makes half a turn; the period of the square is not detected.
            assert_eq!(repeat(text, TAU), !text.contains("u/2"), "{text}");
        }
        assert!(repeat("sin(2*u)", PI) && repeat("sin(2*pi*u)*cos(4*pi*u)", 1.0) && repeat("sin(u)", TAU.next_up()));
    }

    #[test]
    fn what_does_not_repeat_is_not_said_to() {
        for text in
            ["u", "u*sin(u)", "sin(u) + u/10^9", "sin(u^2)", "sin(1.5*u)", "sin(abs(u))", "sin(u) + sin(1.0000001*u)"]
        {
            assert!(!repeat(text, TAU), "{text}");
        }
        // Each makes whole turns within rounding, but there is no common period.
        assert!(!repeat("sin(u) + sin(1.0000000000000002*u)", TAU));
        assert!(!repeat("sin(u)", TAU + 1e-8));
    }
}
