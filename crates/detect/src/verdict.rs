//! The answer of a method, and the elements that touch.

use crate::Query;
use tangency_geometry::{Contact, Effort, Evidence, Verdict};

/// A verdict with its evidence and its cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The outcome of the query.
    pub verdict: Verdict,
    /// How certain the verdict is.
    pub evidence: Evidence,
    /// The work done.
    pub effort: Effort,
}

impl Answer {
    /// The answer to a query that was stopped before it began.
    pub(crate) fn unknown(query: &Query) -> Self {
        let verdict = Verdict::Open { from: query.span.lower() };
        Self { verdict, evidence: Evidence::Proved, effort: Effort::default() }
    }
}

/// A vertex, an edge or a triangle of a mesh, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// A vertex.
    Vertex(u32),
    /// An edge, among [`tangency_geometry::Mesh::edges`].
    Edge(u32),
    /// A triangle.
    Face(u32),
}

/// Two elements that touch, and their first contact. For a mesh with itself each pair is listed once, in the order
/// of the contact's features (`Contact::in_order`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touching {
    /// The element of the first mesh.
    pub a: Element,
    /// The element of the second mesh.
    pub b: Element,
    /// Their first contact, in their interior or on their boundary.
    pub contact: Contact,
}
