//! What the boundary of a combined solid is made of: restricted equalities.
//!
//! *Question.* Where is the boundary of a combination of solids, as equations that a solver can enclose?
//! *Idea.* With differences written as intersections with complements, a point of the boundary lies on the surface of a leaf,
//! and on the way from the root to that leaf every other branch of an intersection holds the point (value ≤ 0), every
//! other branch of a union does not (value ≥ 0): the leaf's equality, restricted by inequalities. Two bodies in first contact are
//! tangent there, unless one of them has no tangent plane: so the creases where two leaves meet, and the corners where three do,
//! are listed too. Only leaves that are joined by an intersection make a crease that sticks out. In a notch between parts
//! of a union nothing touches both without touching one of them tangentially, because it has to stay outside of each half.
//! *Guarantee.* Every point of the boundary satisfies one of the elements of a single leaf. At a first contact with a body that
//! starts outside, an element satisfies, together with one of the other body, that gradients are linearly dependent. Elements
//! that are proved to have no point within the bounding box are left out; no other is.
//! *Cost.* All pairs and triples of leaves that an intersection joins are looked at once, when the solid is made.
//! *Source.* Snyder et al. 1993, section 2.2, "(F_a = 0 and F_b ≥ 0) or (F_b = 0 and F_a ≤ 0)" for a difference. The paper leaves the
//! tangency constraint of creases to the reader; ours follows from its Appendix A, with leaves for faces.

use super::tree::Node;
use super::{Solid, Workspace};
use tangency_interval::{Interval, Vector3};

/// Where one, two or three leaves are zero at once and the others allow it: a smooth part of the boundary, a crease or a
/// corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    leaves: Vec<usize>,
    conditions: Vec<Condition>,
}

/// A part of the tree that must hold the point, or must not.
#[derive(Clone, Debug, PartialEq)]
struct Condition {
    node: Node,
    inside: bool,
}

impl Element {
    /// The leaves that are zero, by their index in [`Solid::leaves`], ascending: one to three; four where a component may
    /// be born ([`Solid::birth_elements`]).
    #[must_use]
    pub fn leaves(&self) -> &[usize] {
        &self.leaves
    }

    /// Whether nothing but the leaves decides.
    #[must_use]
    pub fn is_unconditional(&self, solid: &Solid) -> bool {
        self.conditions.is_empty() && self.leaves.iter().all(|&leaf| solid.leaves[leaf].counts_everywhere())
    }

    /// Encloses the side condition over a box and a span: a function that is at most zero where a common zero of the leaves is on
    /// the boundary of the solid. A lower end above zero proves that it is nowhere, an upper end of at most zero that it is
    /// everywhere. `None` if there is no condition.
    #[must_use]
    pub fn excess(&self, solid: &Solid, place: Vector3, time: Interval, work: &mut Workspace) -> Option<Interval> {
        let clips = self.leaves.iter().filter_map(|&leaf| solid.leaves[leaf].beyond_clip(place, time, work));
        let clip = clips.reduce(Interval::max);
        let condition = self.condition_by(&mut |leaf: usize| solid.leaves[leaf].membership(place, time, work));
        clip.into_iter().chain(condition).reduce(Interval::max)
    }

    /// What the other leaves say, given how to enclose what decides on their membership.
    pub(super) fn condition_by(&self, membership: &mut impl FnMut(usize) -> Interval) -> Option<Interval> {
        let mut value = |Condition { node, inside }: &Condition| {
            let value = node.value_by(membership);
            if *inside { value } else { -value }
        };
        self.conditions.iter().map(&mut value).reduce(Interval::max)
    }

    /// The element of these leaves, which an intersection joins if they are several.
    pub(super) fn new(tree: &Node, leaves: Vec<usize>) -> Self {
        let mut conditions = Vec::new();
        restrict(tree, &leaves, &mut conditions);
        Self { leaves, conditions }
    }
}

/// Every element that is not proved to have no point, as `possible` tells of a list of them: first single leaves, then pairs, then
/// triples.
pub(super) fn list(tree: &Node, leaves: usize, mut possible: impl FnMut(Vec<Element>) -> Vec<Element>) -> Vec<Element> {
    let mut elements = possible((0..leaves).map(|leaf| Element::new(tree, vec![leaf])).collect());
    let present: Vec<usize> = elements.iter().map(|element| element.leaves[0]).collect();
    let mut pairs = Vec::new();
    for (at, &first) in present.iter().enumerate() {
        let others = present[at + 1..].iter().filter(|&&second| joined(tree, first, second));
        pairs.extend(others.map(|&second| Element::new(tree, vec![first, second])));
    }
    let pairs = possible(pairs);
    let is_pair =
        |a: usize, b: usize| pairs.binary_search_by_key(&[a, b], |pair| [pair.leaves[0], pair.leaves[1]]).is_ok();
    let mut triples = Vec::new();
    for pair in &pairs {
        let [first, second] = [pair.leaves[0], pair.leaves[1]];
        let thirds = present.iter().filter(|&&third| third > second && is_pair(first, third) && is_pair(second, third));
        triples.extend(thirds.map(|&third| Element::new(tree, vec![first, second, third])));
    }
    let triples = possible(triples);
    elements.extend(pairs);
    elements.extend(triples);
    elements
}

/// Whether the leaf is in the subtree.
fn has(node: &Node, leaf: usize) -> bool {
    match node {
        Node::Leaf(other) => *other == leaf,
        Node::Union(nodes) | Node::Intersection(nodes) => nodes.iter().any(|node| has(node, leaf)),
    }
}

/// Whether the smallest combination that has both leaves is an intersection.
fn joined(node: &Node, first: usize, second: usize) -> bool {
    match node {
        Node::Leaf(_) => false,
        Node::Union(nodes) | Node::Intersection(nodes) => {
            match nodes.iter().find(|node| has(node, first) && has(node, second)) {
                Some(both) => joined(both, first, second),
                None => matches!(node, Node::Intersection(_)),
            }
        }
    }
}

/// Collects what the branches beside the ways to the leaves must do.
fn restrict(node: &Node, leaves: &[usize], conditions: &mut Vec<Condition>) {
    let (Node::Union(nodes) | Node::Intersection(nodes)) = node else { return };
    let inside = matches!(node, Node::Intersection(_));
    for branch in nodes {
        if leaves.iter().any(|&leaf| has(branch, leaf)) {
            restrict(branch, leaves, conditions);
        } else {
            conditions.push(Condition { node: branch.clone(), inside });
        }
    }
}
