//! An expression as a list of nodes: children before parents, equal subexpressions once.
//!
//! **Question.** How do all traversals of an expression stay linear in its distinct subexpressions, without
//! recursion?
//!
//! **Idea.** One iterative depth-first traversal numbers the nodes. A node is identified by its operation and the
//! numbers of its children (value numbering), so equal subexpressions that were built separately get the same
//! number.
//!
//! **Cost.** One hash lookup per node.

use super::node::{Expr, ExprKind, NamedConstant};
use super::operation::{Binary, Unary};
use std::collections::HashMap;
use std::sync::Arc;

/// A node that refers to its children by number; children have smaller numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum FlatNode {
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

impl FlatNode {
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

/// The distinct subexpressions of a set of expressions.
#[derive(Default)]
pub(super) struct Graph {
    /// Children before parents.
    pub(super) nodes: Vec<FlatNode>,
    /// The expression of each node.
    pub(super) exprs: Vec<Expr>,
    /// The distinct named constants.
    pub(super) constants: Vec<Arc<NamedConstant>>,
    /// The node of each given expression.
    pub(super) roots: Vec<u32>,
    by_address: HashMap<usize, u32>,
    by_structure: HashMap<FlatNode, u32>,
}

impl Graph {
    /// Builds the graph of the expressions.
    pub(super) fn of<'a>(expressions: impl IntoIterator<Item = &'a Expr>) -> Self {
        let mut graph = Self::default();
        for expression in expressions {
            let root = graph.enter(expression);
            graph.roots.push(root);
        }
        graph
    }

    fn enter(&mut self, root: &Expr) -> u32 {
        // A node is visited first to push its children, and again to be numbered once they are.
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
                ExprKind::Number(_) | ExprKind::Constant(_) | ExprKind::Variable(_) => {}
                ExprKind::Unary(_, a) | ExprKind::Power(a, _) => pending.push((a, false)),
                ExprKind::Binary(_, a, b) => pending.extend([(b, false), (a, false)]),
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
            ExprKind::Number(value) => FlatNode::Number(value.to_bits()),
            ExprKind::Constant(constant) => FlatNode::Constant(self.constant(constant)),
            ExprKind::Variable(name) => FlatNode::Variable(name.clone()),
            ExprKind::Unary(op, a) => FlatNode::Unary(*op, self.at(a)),
            ExprKind::Binary(op, a, b) => FlatNode::Binary(*op, self.at(a), self.at(b)),
            ExprKind::Power(a, exponent) => FlatNode::Power(self.at(a), *exponent),
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
            .filter_map(|node| if let FlatNode::Variable(name) = node { Some(name) } else { None })
            .collect();
        names.sort();
        names
    }

    /// The number of distinct subexpressions, including variables and numbers.
    #[must_use]
    pub fn node_count(&self) -> usize {
        Graph::of([self]).nodes.len()
    }
}
