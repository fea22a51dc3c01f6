//! Contacts between two bodies.

use glam::DVec3;
use std::fmt;
use tangency_interval::Interval;

/// A feature of a shape that takes part in a contact, with the position of the contact on it.
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
    /// An edge, by index, with a position on it. On a mesh the parameter runs from 0 at the first end to 1 at
    /// the second. On a body of curved faces it is the parameter of the edge's curve.
    Edge {
        /// Index among the edges.
        index: u32,
        /// Position along the edge.
        parameter: f64,
    },
    /// A triangle of a mesh, by index, and the barycentric weights of its three corners.
    Face {
        /// Index among the mesh's triangles.
        index: u32,
        /// Barycentric weights of the corners; they add up to one.
        weights: [f64; 3],
    },
    /// A curved face, by index, with the parameters (u, v) of the contact point.
    Patch {
        /// Index among the body's faces.
        index: u32,
        /// The parameters (u, v) of the contact point.
        parameters: [f64; 2],
    },
    /// A part of the surface of an implicit solid, by index: the combined function that is zero there.
    Part(u32),
}

impl Feature {
    /// Kind and index, without the position on the feature. Vertices sort before edges, and edges before faces.
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

    /// The same feature with another index.
    pub(crate) fn renumbered(self, number: u32) -> Self {
        match self {
            Self::Vertex(_) => Self::Vertex(number),
            Self::Edge { parameter, .. } => Self::Edge { index: number, parameter },
            Self::Face { weights, .. } => Self::Face { index: number, weights },
            Self::Patch { parameters, .. } => Self::Patch { index: number, parameters },
            Self::Part(_) => Self::Part(number),
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

/// A point where body `a` and body `b` touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The contact time in seconds, on the clock of the query. The lower end is never later than the true
    /// contact.
    pub time: Interval,
    /// Contact point in world coordinates. If there is a gap, positive or negative, it is the midpoint of the two
    /// witness points.
    pub point: DVec3,
    /// Unit normal from `a` to `b`.
    pub normal: DVec3,
    /// Signed distance in metres between the two witness points at the contact time. The features name the
    /// witness points on `a` and `b`. Positive: the bodies are apart there, by at most the requested separation
    /// plus the tolerance. Zero: the point is on both surfaces, for example where an edge passes through a
    /// face. Negative: one body is inside the other there, and this is its depth below the surface.
    pub gap: f64,
    /// The feature of `a` that touches.
    pub feature_a: Feature,
    /// The feature of `b` that touches.
    pub feature_b: Feature,
    /// Whether a contact is proved to exist within `time`. Otherwise the bodies are only known to come within
    /// the tolerance.
    pub proved: bool,
    /// Whether the bodies already touch or overlap at the start of the time interval.
    pub initial: bool,
}

impl Contact {
    /// The same contact with `a` and `b` exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { normal: -self.normal, feature_a: self.feature_b, feature_b: self.feature_a, ..self }
    }

    /// Puts a self-contact into canonical order: `a` is the feature of the lower kind (vertex, edge, face), and
    /// of the lower index if both kinds are equal.
    #[must_use]
    pub fn in_order(self) -> Self {
        if self.feature_b.key() < self.feature_a.key() { self.swapped() } else { self }
    }
}
