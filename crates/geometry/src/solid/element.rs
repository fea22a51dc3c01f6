//! The elements of the boundary of a combined solid: equations restricted by inequalities.
//!
//! *Question.* Where is the boundary of a combination of solids, as equations that a solver can enclose?
//! *Idea.* Differences are intersections with complements. A point of the boundary lies on the surface of a
//! leaf. On the path from the root to that leaf, every other branch of an intersection contains the point
//! (value ≤ 0), and every other branch of a union does not (value ≥ 0). This gives the equation of the leaf,
//! restricted by inequalities. At a first contact the two bodies are tangent unless one of them has no tangent
//! plane there. Creases, where two leaves meet, and corners, where three meet, are therefore listed as well.
//! Only leaves joined by an intersection make a convex crease. In a notch between parts of a union, a body
//! cannot touch both parts without touching one of them tangentially, because it stays outside each of them.
//! *Guarantee.* Every point of the boundary satisfies an element of a single leaf. At a first contact with a
//! body that starts outside, some element of each body satisfies the dependency of gradients. Only elements
//! that are proved to have no point within the bounding box are removed.
//! *Cost.* All pairs and triples of leaves joined by an intersection are tested once, when the solid is made.
//! *Source.* Snyder et al. 1993, section 2.2, "(F_a = 0 and F_b ≥ 0) or (F_b = 0 and F_a ≤ 0)" for a
//! difference. The paper leaves the tangency constraint of creases to the reader; the constraint here follows
//! from its Appendix A, with leaves for faces.

use super::tree::CombinationNode;
use super::{Solid, SolidWork};
use tangency_interval::{Interval, Vector3};

/// A smooth part of the boundary, a crease or a corner: one, two or three leaves are zero at once, and a side
/// condition on the other leaves selects the part that bounds the solid.
#[derive(Clone, Debug, PartialEq)]
pub struct SolidElement {
    leaves: Vec<usize>,
    conditions: Vec<SideCondition>,
}

/// A subtree that must contain the point, or must not.
#[derive(Clone, Debug, PartialEq)]
struct SideCondition {
    node: CombinationNode,
    inside: bool,
}

impl SolidElement {
    /// The leaves that are zero, as ascending indices into [`Solid::leaves`]: one to three, or four at a
    /// possible birth of a component ([`Solid::birth_elements`]).
    #[must_use]
    pub fn leaves(&self) -> &[usize] {
        &self.leaves
    }

    /// Whether there is no side condition.
    #[must_use]
    pub fn is_unconditional(&self, solid: &Solid) -> bool {
        self.conditions.is_empty() && self.leaves.iter().all(|&leaf| solid.leaves[leaf].counts_everywhere())
    }

    /// Other leaves that are at most zero on this part of the boundary. Leaves that count only within a box are not
    /// listed.
    pub fn inside_leaves<'solid>(&'solid self, solid: &'solid Solid) -> impl Iterator<Item = usize> + use<'solid> {
        let leaf = |condition: &SideCondition| match &condition.node {
            CombinationNode::Leaf(leaf) if condition.inside => Some(*leaf),
            CombinationNode::Leaf(_) | CombinationNode::Union(_) | CombinationNode::Intersection(_) => None,
        };
        self.conditions.iter().filter_map(leaf).filter(|&leaf| solid.leaves[leaf].counts_everywhere())
    }

    /// Encloses the side condition over a box and a time interval. The condition is a function that is at most
    /// zero where a common zero of the leaves belongs to the boundary of the solid. A lower end above zero
    /// proves that no point belongs to it; an upper end of at most zero proves that every common zero does.
    /// `None` if there is no condition.
    #[must_use]
    pub fn excess(&self, solid: &Solid, place: Vector3, time: Interval, work: &mut SolidWork) -> Option<Interval> {
        let clips = self.leaves.iter().filter_map(|&leaf| solid.leaves[leaf].beyond_clip(place, time, work));
        let clip = clips.reduce(Interval::max);
        let condition = self.condition_by(&mut |leaf: usize| solid.leaves[leaf].membership(place, time, work));
        clip.into_iter().chain(condition).reduce(Interval::max)
    }

    /// The condition on the other leaves, with a function that encloses the membership of a leaf.
    pub(super) fn condition_by(&self, membership: &mut impl FnMut(usize) -> Interval) -> Option<Interval> {
        let mut value = |SideCondition { node, inside }: &SideCondition| {
            let value = node.value_by(membership);
            if *inside { value } else { -value }
        };
        self.conditions.iter().map(&mut value).reduce(Interval::max)
    }

    /// The element of these leaves. If there are several, an intersection must join them.
    pub(super) fn new(tree: &CombinationNode, leaves: Vec<usize>) -> Self {
        let mut conditions = Vec::new();
        restrict(tree, &leaves, &mut conditions);
        Self { leaves, conditions }
    }
}

/// All elements: first single leaves, then pairs, then triples. `possible` removes elements that are proved to
/// have no point.
pub(super) fn list(
    tree: &CombinationNode,
    leaves: usize,
    mut possible: impl FnMut(Vec<SolidElement>) -> Vec<SolidElement>,
) -> Vec<SolidElement> {
    let mut elements = possible((0..leaves).map(|leaf| SolidElement::new(tree, vec![leaf])).collect());
    let present: Vec<usize> = elements.iter().map(|element| element.leaves[0]).collect();
    let mut pairs = Vec::new();
    for (at, &first) in present.iter().enumerate() {
        let others = present[at + 1..].iter().filter(|&&second| joined(tree, first, second));
        pairs.extend(others.map(|&second| SolidElement::new(tree, vec![first, second])));
    }
    let pairs = possible(pairs);
    let is_pair =
        |a: usize, b: usize| pairs.binary_search_by_key(&[a, b], |pair| [pair.leaves[0], pair.leaves[1]]).is_ok();
    let mut triples = Vec::new();
    for pair in &pairs {
        let [first, second] = [pair.leaves[0], pair.leaves[1]];
        let thirds = present.iter().filter(|&&third| third > second && is_pair(first, third) && is_pair(second, third));
        triples.extend(thirds.map(|&third| SolidElement::new(tree, vec![first, second, third])));
    }
    let triples = possible(triples);
    elements.extend(pairs);
    elements.extend(triples);
    elements
}

/// Whether the subtree contains the leaf.
fn has(node: &CombinationNode, leaf: usize) -> bool {
    match node {
        CombinationNode::Leaf(other) => *other == leaf,
        CombinationNode::Union(nodes) | CombinationNode::Intersection(nodes) => {
            nodes.iter().any(|node| has(node, leaf))
        }
    }
}

/// Whether the smallest combination that contains both leaves is an intersection.
fn joined(node: &CombinationNode, first: usize, second: usize) -> bool {
    match node {
        CombinationNode::Leaf(_) => false,
        CombinationNode::Union(nodes) | CombinationNode::Intersection(nodes) => {
            match nodes.iter().find(|node| has(node, first) && has(node, second)) {
                Some(both) => joined(both, first, second),
                None => matches!(node, CombinationNode::Intersection(_)),
            }
        }
    }
}

/// Collects the conditions on the branches beside the paths to the leaves.
fn restrict(node: &CombinationNode, leaves: &[usize], conditions: &mut Vec<SideCondition>) {
    let (CombinationNode::Union(nodes) | CombinationNode::Intersection(nodes)) = node else { return };
    let inside = matches!(node, CombinationNode::Intersection(_));
    for branch in nodes {
        if leaves.iter().any(|&leaf| has(branch, leaf)) {
            restrict(branch, leaves, conditions);
        } else {
            conditions.push(SideCondition { node: branch.clone(), inside });
        }
    }
}
