//! How leaves are combined: unions and intersections only, because differences change the sign of what they subtract.

use super::SolidError;
use crate::tolerance::{DEEPEST_COMBINATION, MOST_PARTS};
use tangency_interval::Interval;

/// A combination of leaves, by their index.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    /// One function.
    Leaf(usize),
    /// In one of them: the least value.
    Union(Vec<Node>),
    /// In all of them: the largest value.
    Intersection(Vec<Node>),
}

impl Node {
    /// The combination of the nodes. A union within a union, or an intersection within an intersection, is taken apart.
    pub(super) fn union(nodes: Vec<Node>) -> Self {
        let parts = nodes.into_iter().flat_map(|node| match node {
            Self::Union(parts) => parts,
            Self::Leaf(_) | Self::Intersection(_) => vec![node],
        });
        Self::Union(parts.collect())
    }

    /// See [`Self::union`].
    pub(super) fn intersection(nodes: Vec<Node>) -> Self {
        let parts = nodes.into_iter().flat_map(|node| match node {
            Self::Intersection(parts) => parts,
            Self::Leaf(_) | Self::Union(_) => vec![node],
        });
        Self::Intersection(parts.collect())
    }

    /// Everything that is not in it, given that the sign of every leaf is changed too.
    pub(super) fn complemented(&self) -> Self {
        let all = |nodes: &[Node]| nodes.iter().map(Self::complemented).collect();
        match self {
            Self::Leaf(leaf) => Self::Leaf(*leaf),
            Self::Union(nodes) => Self::Intersection(all(nodes)),
            Self::Intersection(nodes) => Self::Union(all(nodes)),
        }
    }

    /// The same combination of other leaves: `shift` later in the list.
    pub(super) fn shifted(&self, shift: usize) -> Self {
        let all = |nodes: &[Node]| nodes.iter().map(|node| node.shifted(shift)).collect();
        match self {
            Self::Leaf(leaf) => Self::Leaf(leaf + shift),
            Self::Union(nodes) => Self::Union(all(nodes)),
            Self::Intersection(nodes) => Self::Intersection(all(nodes)),
        }
    }

    /// Refuses what is too deep or too large to be walked by recursion or to be listed in pairs and triples.
    pub(super) fn checked(self, leaves: usize) -> Result<Self, SolidError> {
        if leaves > MOST_PARTS {
            return Err(SolidError::TooManyParts { count: leaves, most: MOST_PARTS });
        }
        if self.depth() > DEEPEST_COMBINATION {
            return Err(SolidError::TooDeep(DEEPEST_COMBINATION));
        }
        Ok(self)
    }

    fn depth(&self) -> usize {
        match self {
            Self::Leaf(_) => 0,
            Self::Union(nodes) | Self::Intersection(nodes) => {
                1 + nodes.iter().map(Self::depth).max().unwrap_or_default()
            }
        }
    }

    /// The value of the combination, given how to enclose that of a leaf.
    pub(super) fn value_by(&self, leaf_value: &mut impl FnMut(usize) -> Interval) -> Interval {
        match self {
            Self::Leaf(leaf) => leaf_value(*leaf),
            Self::Union(nodes) => {
                nodes.iter().map(|node| node.value_by(leaf_value)).reduce(Interval::min).unwrap_or(Interval::ENTIRE)
            }
            Self::Intersection(nodes) => {
                nodes.iter().map(|node| node.value_by(leaf_value)).reduce(Interval::max).unwrap_or(Interval::ENTIRE)
            }
        }
    }

    /// The value of the combination in floating point; NaN if one of the leaves has none.
    pub(super) fn value_at(&self, leaf_value: &mut impl FnMut(usize) -> f64) -> f64 {
        match self {
            Self::Leaf(leaf) => leaf_value(*leaf),
            Self::Union(nodes) | Self::Intersection(nodes) => {
                let least = matches!(self, Self::Union(_));
                let both = |a: f64, b: f64| match (a.is_nan() || b.is_nan(), least) {
                    (true, _) => f64::NAN,
                    (false, true) => a.min(b),
                    (false, false) => a.max(b),
                };
                nodes.iter().map(|node| node.value_at(leaf_value)).reduce(both).unwrap_or(f64::NAN)
            }
        }
    }
}
