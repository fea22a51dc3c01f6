//! The closed set of representations.

use crate::Mesh;

/// What a body is made of.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A closed triangle mesh, filled: one inside another is an overlap.
    Solid(Mesh),
    /// A triangle mesh as a surface without an inside.
    Surface(Mesh),
}
