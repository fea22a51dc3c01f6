//! Conversion of expressions to text that parses back to the same expression.
//!
//! Small expressions are written in the usual notation. If writing out shared subexpressions would make the text
//! too long, or nested too deeply for a reader and for the parser, subexpressions get names: `_1 = cos(u); _1 * (_1
//! + 2)`. The length of the text is therefore linear in the number of distinct subexpressions.

use super::graph::{FlatNode, Graph};
use super::node::Expr;
use super::operation::{Binary, Unary};
use crate::tolerance::{DEEPEST_DISPLAY, LARGEST_DISPLAY};
use std::fmt;

/// The precedence of the outermost operation of a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Sum,
    Product,
    Signed,
    Power,
    Primary,
}

struct Writer<'a> {
    graph: &'a Graph,
    /// The number in the name of each named node.
    names: Vec<Option<usize>>,
    /// The common prefix of these names.
    prefix: String,
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let graph = Graph::of([self]);
        let root = graph.roots[0];
        let writer = Writer { names: names(&graph), prefix: prefix(&graph), graph: &graph };
        for (node, name) in writer.names.iter().enumerate() {
            if let Some(name) = name {
                write!(f, "{}{name} = ", writer.prefix)?;
                writer.operation(f, node as u32, Binding::Sum)?;
                f.write_str("; ")?;
            }
        }
        writer.operation(f, root, Binding::Sum)
    }
}

impl fmt::Debug for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Expr({self})")
    }
}

/// The nodes that get a name, numbered from 1 in the order of the graph.
fn names(graph: &Graph) -> Vec<Option<usize>> {
    let count = graph.nodes.len();
    let (mut sizes, mut heights, mut uses) = (vec![1_u64; count], vec![0_u32; count], vec![0_u32; count]);
    for (i, node) in graph.nodes.iter().enumerate() {
        for child in node.children().map(|child| child as usize) {
            sizes[i] = sizes[i].saturating_add(sizes[child]);
            heights[i] = heights[i].max(heights[child] + 1);
            uses[child] += 1;
        }
    }
    let root = graph.roots[0] as usize;
    let mut names = vec![None; count];
    if sizes[root] <= LARGEST_DISPLAY && heights[root] <= DEEPEST_DISPLAY {
        return names;
    }
    let mut next = 1;
    // From here on, the height of a node is counted from the nearest named nodes below it.
    for (i, node) in graph.nodes.iter().enumerate() {
        heights[i] = node.children().map(|child| heights[child as usize] + 1).max().unwrap_or(0);
        let shared = uses[i] > 1 && heights[i] > 0;
        if i != root && (shared || heights[i] >= DEEPEST_DISPLAY) {
            names[i] = Some(next);
            next += 1;
            heights[i] = 0;
        }
    }
    names
}

/// A prefix of underscores that is longer than the underscores at the start of any variable or constant.
fn prefix(graph: &Graph) -> String {
    let underscores = |name: &str| name.chars().take_while(|&c| c == '_').count();
    let constants = graph.constants.iter().map(|constant| underscores(&constant.name));
    let variables =
        graph.nodes.iter().map(|node| if let FlatNode::Variable(name) = node { underscores(name) } else { 0 });
    "_".repeat(constants.chain(variables).max().unwrap_or(0) + 1)
}

impl Writer<'_> {
    /// Writes the node, by its name if it has one.
    fn node(&self, f: &mut fmt::Formatter<'_>, node: u32, least: Binding) -> fmt::Result {
        match self.names[node as usize] {
            Some(name) => write!(f, "{}{name}", self.prefix),
            None => self.operation(f, node, least),
        }
    }

    /// Writes the operation of the node, in parentheses if it binds less tightly than `least`.
    fn operation(&self, f: &mut fmt::Formatter<'_>, node: u32, least: Binding) -> fmt::Result {
        let flat = &self.graph.nodes[node as usize];
        let enclosed = binding(flat) < least;
        if enclosed {
            f.write_str("(")?;
        }
        match flat {
            FlatNode::Number(bits) => f.write_str(&number(f64::from_bits(*bits)))?,
            FlatNode::Constant(index) => f.write_str(&self.graph.constants[*index as usize].name)?,
            FlatNode::Variable(name) => f.write_str(name)?,
            FlatNode::Unary(Unary::Neg, a) => {
                f.write_str("-")?;
                self.node(f, *a, Binding::Signed)?;
            }
            FlatNode::Unary(Unary::Sqr, a) => self.power(f, *a, 2)?,
            FlatNode::Unary(op, a) => self.call(f, op.name(), &[*a])?,
            FlatNode::Power(a, exponent) => self.power(f, *a, *exponent)?,
            FlatNode::Binary(op @ (Binary::Add | Binary::Sub), a, b) => {
                self.infix(f, op.name(), [*a, *b], [Binding::Sum, Binding::Product])?;
            }
            FlatNode::Binary(op @ (Binary::Mul | Binary::Div), a, b) => {
                self.infix(f, op.name(), [*a, *b], [Binding::Product, Binding::Signed])?;
            }
            FlatNode::Binary(op, a, b) => self.call(f, op.name(), &[*a, *b])?,
        }
        if enclosed { f.write_str(")") } else { Ok(()) }
    }

    fn infix(&self, f: &mut fmt::Formatter<'_>, sign: &str, sides: [u32; 2], least: [Binding; 2]) -> fmt::Result {
        self.node(f, sides[0], least[0])?;
        write!(f, " {sign} ")?;
        self.node(f, sides[1], least[1])
    }

    fn power(&self, f: &mut fmt::Formatter<'_>, base: u32, exponent: i32) -> fmt::Result {
        self.node(f, base, Binding::Primary)?;
        write!(f, "^{exponent}")
    }

    fn call(&self, f: &mut fmt::Formatter<'_>, name: &str, arguments: &[u32]) -> fmt::Result {
        write!(f, "{name}(")?;
        for (i, argument) in arguments.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            self.node(f, *argument, Binding::Sum)?;
        }
        f.write_str(")")
    }
}

fn binding(flat: &FlatNode) -> Binding {
    match flat {
        FlatNode::Number(bits) if f64::from_bits(*bits) < 0.0 => Binding::Signed,
        FlatNode::Binary(Binary::Add | Binary::Sub, ..) => Binding::Sum,
        FlatNode::Binary(Binary::Mul | Binary::Div, ..) => Binding::Product,
        FlatNode::Unary(Unary::Neg, _) => Binding::Signed,
        FlatNode::Unary(Unary::Sqr, _) | FlatNode::Power(..) => Binding::Power,
        FlatNode::Number(_)
        | FlatNode::Constant(_)
        | FlatNode::Variable(_)
        | FlatNode::Unary(..)
        | FlatNode::Binary(..) => Binding::Primary,
    }
}

/// The shortest text that reads back as the same number.
fn number(value: f64) -> String {
    let text = format!("{value:?}");
    text.strip_suffix(".0").map_or(text.clone(), Into::into)
}
