//! An expression laid out flat, children before parents, equal subexpressions once.
//!
//! Question: how do all walks over an expression stay linear in its distinct subexpressions, and off the call stack?
//! Idea: one iterative depth-first walk numbers the nodes; a node's number is found again by what it is and by the numbers of
//! its children (value numbering), so that equal subexpressions built apart get the same number.
//! Cost: one hash lookup a node.

use super::node::{Expr, Kind, NamedConstant};
use super::operation::{Binary, Unary};
use std::collections::HashMap;
use std::sync::Arc;

/// A node whose children are numbers of earlier nodes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Flat {
    /// The bits of an exact number.
    Number(u64),
    /// An index into [`Graph::constants`].
    Constant(u32),
    /// A variable.
    Variable(Arc<str>),
    /// A function of one argument.
    Unary(Unary, u32),
    /// A function of two arguments.
    Binary(Binary, u32, u32),
    /// An integer power.
    Power(u32, i32),
}

impl Flat {
    /// The numbers of the children.
    pub(super) fn children(&self) -> impl Iterator<Item = u32> {
        let (first, second) = match self {
            Self::Number(_) | Self::Constant(_) | Self::Variable(_) => (None, None),
            Self::Unary(_, a) | Self::Power(a, _) => (Some(*a), None),
            Self::Binary(_, a, b) => (Some(*a), Some(*b)),
        };
        first.into_iter().chain(second)
    }
}

/// The distinct subexpressions of some expressions.
#[derive(Default)]
pub(super) struct Graph {
    /// Children before parents.
    pub(super) nodes: Vec<Flat>,
    /// The expression of each node.
    pub(super) exprs: Vec<Expr>,
    /// The distinct named constants.
    pub(super) constants: Vec<Arc<NamedConstant>>,
    /// The number of each expression that was laid out.
    pub(super) roots: Vec<u32>,
    by_address: HashMap<usize, u32>,
    by_structure: HashMap<Flat, u32>,
}

impl Graph {
    /// Lays out the expressions.
    pub(super) fn of<'a>(expressions: impl IntoIterator<Item = &'a Expr>) -> Self {
        let mut graph = Self::default();
        for expression in expressions {
            let root = graph.enter(expression);
            graph.roots.push(root);
        }
        graph
    }

    fn enter(&mut self, root: &Expr) -> u32 {
        // A node is visited first to push its children and again, once they are numbered, to be numbered itself.
        let mut pending = vec![(root, false)];
        while let Some((expression, ready)) = pending.pop() {
            if self.by_address.contains_key(&expression.address()) {
                continue;
            }
            if ready {
                self.number(expression);
                continue;
            }
            pending.push((expression, true));
            match expression.kind() {
                Kind::Number(_) | Kind::Constant(_) | Kind::Variable(_) => {}
                Kind::Unary(_, a) | Kind::Power(a, _) => pending.push((a, false)),
                Kind::Binary(_, a, b) => pending.extend([(b, false), (a, false)]),
            }
        }
        self.at(root)
    }

    /// The number of an expression that was entered.
    fn at(&self, expression: &Expr) -> u32 {
        self.by_address[&expression.address()]
    }

    fn number(&mut self, expression: &Expr) {
        let flat = match expression.kind() {
            Kind::Number(value) => Flat::Number(value.to_bits()),
            Kind::Constant(constant) => Flat::Constant(self.constant(constant)),
            Kind::Variable(name) => Flat::Variable(name.clone()),
            Kind::Unary(op, a) => Flat::Unary(*op, self.at(a)),
            Kind::Binary(op, a, b) => Flat::Binary(*op, self.at(a), self.at(b)),
            Kind::Power(a, exponent) => Flat::Power(self.at(a), *exponent),
        };
        let next = self.nodes.len() as u32;
        let number = *self.by_structure.entry(flat.clone()).or_insert(next);
        if number == next {
            self.nodes.push(flat);
            self.exprs.push(expression.clone());
        }
        self.by_address.insert(expression.address(), number);
    }

    fn constant(&mut self, constant: &Arc<NamedConstant>) -> u32 {
        let known = self.constants.iter().position(|known| known.same(constant));
        known.unwrap_or_else(|| {
            self.constants.push(constant.clone());
            self.constants.len() - 1
        }) as u32
    }
}

/// Structural equality: the same operations on the same operands in the same order.
impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.0, &other.0) {
            return true;
        }
        if self.0.hash != other.0.hash {
            return false;
        }
        let graph = Graph::of([self, other]);
        graph.roots[0] == graph.roots[1]
    }
}

impl Expr {
    /// The variables, each once, in alphabetical order.
    #[must_use]
    pub fn variables(&self) -> Vec<Arc<str>> {
        let mut names: Vec<Arc<str>> = Graph::of([self])
            .nodes
            .into_iter()
            .filter_map(|node| match node {
                Flat::Variable(name) => Some(name),
                Flat::Number(_) | Flat::Constant(_) | Flat::Unary(..) | Flat::Binary(..) | Flat::Power(..) => None,
            })
            .collect();
        names.sort();
        names
    }

    /// How many distinct subexpressions there are, the variables and numbers included.
    #[must_use]
    pub fn node_count(&self) -> usize {
        Graph::of([self]).nodes.len()
    }
}
