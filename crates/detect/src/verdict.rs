//! What is answered, and how sure it is.

use tangency_geometry::Contact;
use tangency_interval::Interval;

/// How the question ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// No contact before `until`, the end of the span.
    Clear {
        /// End of the span.
        until: f64,
    },
    /// They touch.
    Touch(FirstContact),
    /// The budget ran out: no contact before `from`, unknown after.
    Open {
        /// What is after it is not known.
        from: f64,
    },
}

/// The first instant of contact and everything that touches then.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstContact {
    /// Bracket of the time. The lower end is never late: before it there is no contact.
    pub time: Interval,
    /// All contacts within the bracket, at least one.
    pub contacts: Vec<Contact>,
    /// Whether the search went on until all places of contact were known. If not, the budget ended it before, and there may be contacts in other places too.
    pub complete: bool,
}

/// How sure an answer is, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    /// Stochastic.
    Sampled,
    /// Floating point, with the error estimated.
    Computed,
    /// Rigorous: every number on the way is an outward-rounded enclosure or has a proved bound.
    Proved,
}

/// What an answer cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Pairs of features that were examined.
    pub pairs: u64,
    /// Steps of the method over all pairs.
    pub iterations: u64,
}

impl Effort {
    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { pairs: self.pairs + other.pairs, iterations: self.iterations + other.iterations }
    }
}

/// A verdict with its evidence and its price.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// How it ended.
    pub verdict: Verdict,
    /// How sure it is.
    pub evidence: Evidence,
    /// What it cost.
    pub effort: Effort,
}

impl Verdict {
    /// There is no contact before this instant.
    #[must_use]
    pub fn clear_until(&self) -> f64 {
        match self {
            Self::Clear { until } => *until,
            Self::Touch(first) => first.time.lower(),
            Self::Open { from } => *from,
        }
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

/// Two elements that touch, and their first contact. Of a mesh with itself each pair is listed once, in the order of the features
/// that the contact is on (`Contact::in_order`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touching {
    /// The element of the first mesh.
    pub a: Element,
    /// The element of the second mesh.
    pub b: Element,
    /// Their first contact, on them or on their borders.
    pub contact: Contact,
}
