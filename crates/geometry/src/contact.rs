//! Where two bodies touch.

use glam::DVec3;
use std::fmt;
use tangency_interval::Interval;

/// A part of a shape that takes part in a contact, with the place on it.
///
/// ```
/// use tangency_geometry::Feature;
///
/// assert_eq!(Feature::Vertex(12).to_string(), "vertex 12");
/// assert_eq!(Feature::Edge { index: 7, parameter: 0.25 }.to_string(), "edge 7 at 0.25");
/// assert_eq!(Feature::Face { index: 3, weights: [0.2, 0.3, 0.5] }.to_string(), "face 3 (0.2, 0.3, 0.5)");
/// assert_eq!(Feature::Patch { index: 0, parameters: [3.14, 1.5] }.to_string(), "face 0 at (3.14, 1.5)");
/// assert_eq!(Feature::Part(2).to_string(), "part 2 of the surface");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Feature {
    /// A vertex of a mesh or of a body of curved faces, by index.
    Vertex(u32),
    /// An edge, by index, and the place on it: of a mesh from its first end (0) to its second (1), of a body of curved faces by
    /// the edge's own parameter.
    Edge {
        /// Index among the edges.
        index: u32,
        /// Place along the edge.
        parameter: f64,
    },
    /// A triangle of a mesh, by index, and the barycentric weights of its three corners.
    Face {
        /// Index among the mesh's triangles.
        index: u32,
        /// Weights of the corners; they add up to one.
        weights: [f64; 3],
    },
    /// A curved face, by index, and the parameters (u, v) of the place on it.
    Patch {
        /// Index among the body's faces.
        index: u32,
        /// Its parameters there.
        parameters: [f64; 2],
    },
    /// A part of the surface of an implicit solid, by index: which of the functions that it is combined of is zero there.
    Part(u32),
}

impl Feature {
    /// Kind and index, without the place on the feature: vertices come before edges, edges before faces.
    ///
    /// ```
    /// use tangency_geometry::Feature;
    /// assert!(Feature::Vertex(12).key() < Feature::Edge { index: 7, parameter: 0.25 }.key());
    /// assert!(Feature::Vertex(2).key() < Feature::Vertex(12).key());
    /// ```
    #[must_use]
    pub fn key(&self) -> (u8, u32) {
        match *self {
            Self::Vertex(index) => (0, index),
            Self::Edge { index, .. } => (1, index),
            Self::Face { index, .. } => (2, index),
            Self::Patch { index, .. } => (3, index),
            Self::Part(index) => (4, index),
        }
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vertex(index) => write!(f, "vertex {index}"),
            Self::Edge { index, parameter } => write!(f, "edge {index} at {parameter}"),
            Self::Face { index, weights: [a, b, c] } => write!(f, "face {index} ({a}, {b}, {c})"),
            Self::Patch { index, parameters: [u, v] } => write!(f, "face {index} at ({u}, {v})"),
            Self::Part(index) => write!(f, "part {index} of the surface"),
        }
    }
}

/// One place where body `a` and body `b` touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The time, in the clock of the query; its lower end is never late.
    pub time: Interval,
    /// A point of contact in the world, half way between the two witnesses if there is a gap.
    pub point: DVec3,
    /// Unit normal from `a` to `b`.
    pub normal: DVec3,
    /// Signed distance of the two witnesses, the places on `a` and `b` that the features name, at the contact time, in metres.
    /// Positive: the bodies are apart there, by at most the separation that was asked for and the tolerance. Zero: the point
    /// is on both surfaces, as where an edge goes through a face. Negative: one body is inside the other there, by
    /// this distance from its surface.
    pub gap: f64,
    /// What touches on `a`.
    pub feature_a: Feature,
    /// What touches on `b`.
    pub feature_b: Feature,
    /// Whether a contact is proved to exist within `time`; otherwise the bodies come within the tolerance.
    pub proved: bool,
    /// Whether the bodies touch or overlap already at the start of the span.
    pub initial: bool,
}

impl Contact {
    /// The same contact with the roles of `a` and `b` exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { normal: -self.normal, feature_a: self.feature_b, feature_b: self.feature_a, ..self }
    }

    /// A contact of a body with itself in the order that all such contacts have: of the two features the one of the lower kind
    /// (vertex, edge, face) is `a`; of the same kind, the one of the lower index.
    #[must_use]
    pub fn in_order(self) -> Self {
        if self.feature_b.key() < self.feature_a.key() { self.swapped() } else { self }
    }
}
