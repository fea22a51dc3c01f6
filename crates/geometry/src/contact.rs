//! Where two bodies touch.

use glam::DVec3;
use tangency_interval::Interval;

/// A part of a shape that takes part in a contact, with the place on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Feature {
    /// A vertex of a mesh, by index.
    Vertex(u32),
    /// An edge of a mesh, by index, and the place on it from its first end (0) to its second (1).
    Edge {
        /// Index among the mesh's edges.
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
    /// Distance of the witnesses at the contact time, in metres.
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
