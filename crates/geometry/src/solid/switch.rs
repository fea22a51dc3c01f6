//! Solids that functions of time alone switch on and off.
//!
//! *Question.* The intersection of a solid with `0.7 − t ≤ 0` appears all at once, at 0.7 s. When is it there?
//! *Idea.* A function without `x`, `y`, `z` that stands in the outermost intersection is a switch: where it is positive
//! the solid is empty, elsewhere it takes nothing away. Bisection of the time interval encloses the instants at which
//! the sign changes.
//! *Guarantee.* The solid is empty outside of the listed parts. During a part it is a subset of the solid without the
//! switches, and equal to it from [`PresentPart::certain_from`] on, while the switches stay negative.
//! *Cost.* Some sixty evaluations for every instant; nothing for other solids.
//! *Source.* Ours.

use super::tree::CombinationNode;
use super::{Solid, SolidError, SolidLeaf, SolidWork};
use crate::tolerance::{SWITCH_EVALUATIONS, SWITCH_HALVINGS};
use glam::DVec3;
use tangency_interval::expr::Expr;
use tangency_interval::{Interval, Vector3};

/// A part of a time interval in which a solid is not known to be empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PresentPart {
    /// The instants, in seconds.
    pub span: Interval,
    /// The first instant, in seconds, at which the solid is known to be switched on. The end of the part if there is
    /// none.
    pub certain_from: f64,
}

impl Solid {
    /// When the switches of the solid are on, in order of time. `None` if it has none, or if they change too often.
    ///
    /// ```
    /// use glam::DVec3;
    /// use tangency_geometry::Solid;
    /// use tangency_interval::{Interval, expr::Expr};
    ///
    /// let span = Interval::between(0.0, 1.0);
    /// let formula = Expr::parse("max(x^2 + y^2 + z^2 - 1, 0.75 - t)")?;
    /// let ball = Solid::formula(&formula, [DVec3::splat(-2.0), DVec3::splat(2.0)], span)?;
    /// let present = ball.present(span).expect("a switch");
    /// assert_eq!(present.len(), 1);
    /// assert!(present[0].span.contains(0.75) && present[0].certain_from - present[0].span.lower() < 1e-15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn present(&self, span: Interval) -> Option<Vec<PresentPart>> {
        let switches = self.switches();
        if switches.is_empty() || !span.is_bounded() {
            return None;
        }
        let mut parts: Vec<PresentPart> = Vec::new();
        for (piece, certain) in self.switch_signs(&switches, span)? {
            let certain_from = if certain { piece.lower() } else { piece.upper() };
            match parts.last_mut() {
                Some(last) if last.span.upper() == piece.lower() => {
                    let known = last.certain_from < last.span.upper();
                    last.certain_from = if known { last.certain_from } else { certain_from };
                    last.span = last.span.hull(piece);
                }
                Some(_) | None => parts.push(PresentPart { span: piece, certain_from }),
            }
        }
        Some(parts)
    }

    /// The solid without its switches, as it is while they are on, and the index in [`Self::leaves`] of each of its
    /// functions. `None` if it has no switches, or consists of nothing else.
    #[must_use]
    pub fn without_switches(&self) -> Option<(Self, Vec<usize>)> {
        let switches = self.switches();
        let CombinationNode::Intersection(nodes) = &*self.tree else { return None };
        let kept: Vec<usize> = (0..self.leaves.len()).filter(|leaf| !switches.contains(leaf)).collect();
        if switches.is_empty() || kept.is_empty() {
            return None;
        }
        let is_switch =
            |node: &&CombinationNode| matches!(node, CombinationNode::Leaf(leaf) if switches.contains(leaf));
        let number = |leaf: usize| kept.partition_point(|&kept| kept < leaf);
        let left = nodes.iter().filter(|node| !is_switch(node)).map(|node| node.renumbered(&number)).collect();
        let leaves = kept.iter().map(|&leaf| self.leaves[leaf].clone()).collect();
        let rest = Self::within(leaves, CombinationNode::intersection(left), self.region, self.span).ok()?;
        Some((Self { carried_speed: self.carried_speed, ..rest }, kept))
    }

    /// The intersection with the instants at which these functions of time are not positive.
    ///
    /// # Errors
    /// If one of them is positive during the whole span: the solid is empty.
    pub(super) fn switched_by(self, switches: &[&Expr], span: Interval) -> Result<Self, SolidError> {
        let mut leaves = self.leaves.to_vec();
        let mut nodes = vec![(*self.tree).clone()];
        for switch in switches {
            nodes.push(CombinationNode::Leaf(leaves.len()));
            leaves.push(SolidLeaf::formula(switch)?);
        }
        // Nested intersections are flattened, so the switches are found in the outermost one.
        let switched = Self::within(leaves, CombinationNode::intersection(nodes), self.region, span)?;
        if span.is_bounded() && switched.present(span).is_some_and(|parts| parts.is_empty()) {
            let [lower, upper] =
                [Interval::lower, Interval::upper].map(|end| DVec3::from_array(self.region.0.map(end)));
            return Err(SolidError::Empty { what: "the formula", lower, upper });
        }
        Ok(switched)
    }

    /// The leaves that are functions of time alone and positive only where the solid is empty.
    fn switches(&self) -> Vec<usize> {
        let CombinationNode::Intersection(nodes) = &*self.tree else { return Vec::new() };
        let by_time = |leaf: &SolidLeaf| {
            let formula = leaf.expression().filter(|_| leaf.counts_everywhere() && leaf.deforms());
            formula.is_some_and(|formula| formula.variables().iter().all(|name| &**name == "t"))
        };
        let leaf = |node: &CombinationNode| match node {
            CombinationNode::Leaf(leaf) if by_time(&self.leaves[*leaf]) => Some(*leaf),
            CombinationNode::Leaf(_) | CombinationNode::Union(_) | CombinationNode::Intersection(_) => None,
        };
        nodes.iter().filter_map(leaf).collect()
    }

    /// The pieces of the span in which the switches are not known to be off, in order of time, each with whether they
    /// are known to be on. `None` if too many evaluations would be needed.
    fn switch_signs(&self, switches: &[usize], span: Interval) -> Option<Vec<(Interval, bool)>> {
        let mut work = SolidWork::default();
        let mut pieces = Vec::new();
        let mut pending = vec![(span, SWITCH_HALVINGS)];
        for _ in 0..SWITCH_EVALUATIONS {
            let Some((piece, halvings)) = pending.pop() else { return Some(pieces) };
            let value = |&leaf: &usize| self.leaves[leaf].value(Vector3::ZERO, piece, &mut work);
            let greatest = switches.iter().map(value).reduce(Interval::max)?;
            if greatest.lower() > 0.0 {
                continue;
            }
            let (left, right) = piece.split();
            let whole = left.is_singleton() || right.is_singleton() || halvings == 0;
            if greatest.upper() <= 0.0 || whole {
                pieces.push((piece, greatest.upper() <= 0.0));
            } else {
                pending.extend([(right, halvings - 1), (left, halvings - 1)]);
            }
        }
        None
    }
}
