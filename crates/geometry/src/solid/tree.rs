//! The combination tree of leaves. It has only unions and intersections, because differences negate the
//! subtracted functions.

use super::SolidError;
use crate::tolerance::{DEEPEST_COMBINATION, MOST_PARTS};
use tangency_interval::Interval;

/// A combination of leaves, by their index.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CombinationNode {
    /// One function.
    Leaf(usize),
    /// Union: the least value.
    Union(Vec<CombinationNode>),
    /// Intersection: the greatest value.
    Intersection(Vec<CombinationNode>),
}

impl CombinationNode {
    /// The union of the nodes. Nested unions are flattened. The union of one node is that node.
    pub(super) fn union(mut nodes: Vec<CombinationNode>) -> Self {
        if nodes.len() == 1 {
            return nodes.remove(0);
        }
        let parts = nodes.into_iter().flat_map(|node| match node {
            Self::Union(parts) => parts,
            Self::Leaf(_) | Self::Intersection(_) => vec![node],
        });
        Self::Union(parts.collect())
    }

    /// The intersection of the nodes. Nested intersections are flattened. The intersection of one node is that node.
    pub(super) fn intersection(mut nodes: Vec<CombinationNode>) -> Self {
        if nodes.len() == 1 {
            return nodes.remove(0);
        }
        let parts = nodes.into_iter().flat_map(|node| match node {
            Self::Intersection(parts) => parts,
            Self::Leaf(_) | Self::Union(_) => vec![node],
        });
        Self::Intersection(parts.collect())
    }

    /// The complement, provided that the sign of every leaf is changed as well.
    pub(super) fn complemented(&self) -> Self {
        let all = |nodes: &[CombinationNode]| nodes.iter().map(Self::complemented).collect();
        match self {
            Self::Leaf(leaf) => Self::Leaf(*leaf),
            Self::Union(nodes) => Self::Intersection(all(nodes)),
            Self::Intersection(nodes) => Self::Union(all(nodes)),
        }
    }

    /// The same combination with other leaf indices.
    pub(super) fn renumbered(&self, number: &dyn Fn(usize) -> usize) -> Self {
        let all = |nodes: &[CombinationNode]| nodes.iter().map(|node| node.renumbered(number)).collect();
        match self {
            Self::Leaf(leaf) => Self::Leaf(number(*leaf)),
            Self::Union(nodes) => Self::Union(all(nodes)),
            Self::Intersection(nodes) => Self::Intersection(all(nodes)),
        }
    }

    /// Rejects trees that are too deep for recursion or too large for lists of pairs and triples.
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

    /// Encloses the value of the combination, with a function that encloses a leaf.
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

    /// The value of the combination in floating point; NaN if a leaf is undefined.
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
