//! What can be wrong with the input of a kinetic tree.

/// Why a flight plan, a tree or an instant was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum KineticError {
    /// A coordinate of a flight plan, or an instant, is infinite or not a number.
    #[error("{what} must be finite, but is {value}")]
    NotFinite {
        /// Which quantity.
        what: &'static str,
        /// What was given.
        value: f64,
    },
    /// A line through two points needs two instants.
    #[error("a flight from {from} s to {to} s takes no time, or goes back in time")]
    NoTime {
        /// The first instant.
        from: f64,
        /// The second instant.
        to: f64,
    },
    /// Time only goes on.
    #[error("the tree is at {now} s already and cannot go back to {to} s")]
    Backwards {
        /// Where the tree is.
        now: f64,
        /// What was asked for.
        to: f64,
    },
    /// An item refers to a point that has no plan.
    #[error("there is no point {point}: the tree has {count}")]
    NoSuchPoint {
        /// The index that was given.
        point: usize,
        /// How many points there are.
        count: usize,
    },
    /// An item without points has no place.
    #[error("item {item} has no points")]
    EmptyItem {
        /// The index of the item.
        item: usize,
    },
    /// Sides of nodes are numbered with 32 bits.
    #[error("{count} corners are more than a tree can number")]
    TooMany {
        /// How many corners all items have.
        count: usize,
    },
    /// Two trees can be compared at one instant only.
    #[error("one tree is at {a} s, the other at {b} s: advance both to the same instant")]
    DifferentInstants {
        /// Where the first tree is.
        a: f64,
        /// Where the second tree is.
        b: f64,
    },
}

/// Passes a finite number on.
pub(super) fn finite(what: &'static str, value: f64) -> Result<f64, KineticError> {
    if value.is_finite() { Ok(value) } else { Err(KineticError::NotFinite { what, value }) }
}
