//! Errors of compounds.

/// The parts do not make a compound.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompoundError {
    /// There is no part.
    #[error("a compound needs at least one part")]
    Empty,
    /// A part has an empty name.
    #[error("part {index} of the compound has no name")]
    Unnamed {
        /// Index of the part, from 0.
        index: usize,
    },
    /// Two parts have the same name.
    #[error("two parts of the compound are called {name:?}: give each part its own name")]
    NameTwice {
        /// The name.
        name: String,
    },
    /// The vertices, edges or faces of all parts have no common numbers.
    #[error("the {parts} parts have more than 2^32 vertices, edges or faces together: split the compound")]
    TooManyFeatures {
        /// Number of parts.
        parts: usize,
    },
}
