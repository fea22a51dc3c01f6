//! Formulas that repeat.
//!
//! *Question.* Is there a number P, as near to a given one as rounding allows, so that adding P to a variable changes none of some formulas?
//! *Idea.* If the variable occurs only within sines, cosines and tangents of something linear in it, each slope kᵢ must make kᵢ·P a whole
//! number nᵢ of turns: so it must with P = 2π·n₀/k₀, which fits all of them if kᵢ·n₀ = k₀·nᵢ, exactly.
//! *Guarantee.* `true` proves that P exists. `false` proves nothing: sin² repeats after half a turn, and is not found to.
//! *Cost.* One walk over the distinct subexpressions.

use super::exact;
use super::graph::{Flat, Graph};
use super::node::Expr;
use super::operation::Unary;
use super::simplify::leading_number;
use super::tape::{Tape, Workspace};
use crate::Interval;

/// How much the given period may be off, as a share of it: the last digits of a decimal number, and a few units in the last place by which ranges
/// are widened.
const ROUNDING: f64 = 1e-14;

/// A slope that makes whole turns: `factor · rest` over the period makes `turns`.
struct Turning {
    factor: f64,
    rest: Option<Expr>,
    turns: f64,
}

impl Expr {
    /// `true` proves that there is one period, within rounding of the given one, after which all the expressions repeat in the variable.
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
        let mut turning: Vec<Turning> = Vec::new();
        // Which subexpressions repeat; what does not have the variable always does.
        let mut repeats: Vec<bool> = Vec::with_capacity(graph.nodes.len());
        for node in &graph.nodes {
            let all = node.children().all(|child| repeats[child as usize]);
            let here = match node {
                Flat::Variable(name) => &**name != variable,
                Flat::Unary(Unary::Sin | Unary::Cos | Unary::Tan, argument) if !all => {
                    let found = Turning::new(&graph.exprs[*argument as usize], variable, period);
                    let fits = found.as_ref().is_some_and(|found| turning.iter().all(|known| known.fits(found)));
                    turning.extend(found.filter(|_| fits));
                    fits
                }
                Flat::Number(_) | Flat::Constant(_) | Flat::Unary(..) | Flat::Binary(..) | Flat::Power(..) => all,
            };
            repeats.push(here);
        }
        graph.roots.iter().all(|&root| repeats[root as usize])
    }
}

impl Turning {
    /// What the argument of a sine does over the period, if it is linear in the variable and makes whole turns.
    fn new(argument: &Expr, variable: &str, period: f64) -> Option<Self> {
        let slope = argument.derivative(variable);
        let tape = Tape::new(std::slice::from_ref(&slope), &[]).ok()?;
        let value = tape.ranges(&[], &mut Workspace::default())[0];
        let share = value * period / Interval::TAU;
        let turns = share.mid().round();
        let off = Interval::between(-ROUNDING, ROUNDING) * turns;
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

    /// Whether both make whole turns over one and the same period.
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
            // Half a turn of u/2 is none: the square is not looked through.
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
        // Each makes whole turns to rounding, but no period serves both.
        assert!(!repeat("sin(u) + sin(1.0000000000000002*u)", TAU));
        assert!(!repeat("sin(u)", TAU + 1e-8));
    }
}
