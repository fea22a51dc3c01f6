//! Errors of kinetic trees.

/// Reason why a flight plan, a tree or an instant is invalid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum KineticError {
    /// A coordinate of a flight plan, or an instant, is infinite or NaN.
    #[error("{what} must be finite, but is {value}")]
    NotFinite {
        /// The quantity.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// The instants of a flight between two points do not increase.
    #[error("a flight from {from} s to {to} s takes no time, or goes back in time")]
    NoTime {
        /// The first instant.
        from: f64,
        /// The second instant.
        to: f64,
    },
    /// The instant is before that of the tree.
    #[error("the tree is at {now} s already and cannot go back to {to} s")]
    Backwards {
        /// The instant of the tree.
        now: f64,
        /// The requested instant.
        to: f64,
    },
    /// An item refers to a point that has no plan.
    #[error("there is no point {point}: the tree has {count}")]
    NoSuchPoint {
        /// The given index.
        point: usize,
        /// Number of points.
        count: usize,
    },
    /// An item has no points.
    #[error("item {item} has no points")]
    EmptyItem {
        /// The index of the item.
        item: usize,
    },
    /// The sides of all nodes cannot be numbered with 32 bits.
    #[error("{count} corners are more than a tree can number")]
    TooMany {
        /// Total number of corners of all items.
        count: usize,
    },
    /// The two trees are at different instants.
    #[error("one tree is at {a} s, the other at {b} s: advance both to the same instant")]
    DifferentInstants {
        /// The instant of the first tree.
        a: f64,
        /// The instant of the second tree.
        b: f64,
    },
}

/// Returns the number if it is finite.
pub(super) fn finite(what: &'static str, value: f64) -> Result<f64, KineticError> {
    if value.is_finite() { Ok(value) } else { Err(KineticError::NotFinite { what, value }) }
}
