//! Making solids: from a formula, from a grid of samples, from others, and somewhere else.

use super::tree::Node;
use super::{Leaf, Solid, SolidError, Volume, Workspace, bounds, element};
use crate::Pose;
use glam::DVec3;
use std::sync::Arc;
use tangency_interval::expr::Expr;
use tangency_interval::{Interval, Vector, Vector3};

impl Solid {
    /// The solid where the formula of `x`, `y`, `z` and `t` is negative, within the box between two corners, at the instants of
    /// `span` (which does not matter if the formula does not name `t`).
    ///
    /// Where it is not proved that the formula is positive all around the box, the sides of the box cut it: they are part of the
    /// boundary, and the solid is the intersection of both.
    ///
    /// # Errors
    /// If the formula has other variables, the box is none, or the formula is proved to be positive everywhere in it or has no
    /// value anywhere.
    pub fn formula(formula: &Expr, [lower, upper]: [DVec3; 2], span: Interval) -> Result<Self, SolidError> {
        let leaf = Leaf::formula(formula)?;
        if !(lower.is_finite() && upper.is_finite() && lower.cmplt(upper).all()) {
            return Err(SolidError::Box { lower, upper });
        }
        let region = Vector::from_fn(|axis| Interval::between(lower[axis], upper[axis]));
        let span = if leaf.deforms() { span } else { Interval::ENTIRE };
        let mut work = Workspace::default();
        if nowhere_defined(&leaf, region, span, &mut work) {
            return Err(SolidError::Undefined { lower, upper });
        }
        let solid = if bounds::positive_around(&leaf, region, span, &mut work) {
            // Something may be beyond the box all the same.
            let all = bounds::positive_beyond(&leaf, region, span, &mut work);
            let leaf = if all { leaf } else { leaf.clipped(region) };
            Self::assemble(vec![leaf], Node::Leaf(0), region, span)
        } else {
            let mut leaves = vec![leaf];
            leaves.extend(sides([lower, upper])?);
            let tree = Node::Intersection((0..leaves.len()).map(Node::Leaf).collect());
            Self::assemble(leaves, tree, region, span)
        };
        solid.map_err(|error| {
            let empty = matches!(error, SolidError::Empty { .. });
            if empty { SolidError::Empty { what: "the formula", lower, upper } } else { error }
        })
    }

    /// The solid where the smooth function through the samples is negative.
    ///
    /// # Errors
    /// If it is proved to be empty.
    pub fn volume(volume: Volume) -> Result<Self, SolidError> {
        let region = volume.region();
        Self::assemble(vec![Leaf::volume(volume)], Node::Leaf(0), region, Interval::ENTIRE)
    }

    /// Everything that is in one of the solids.
    ///
    /// # Errors
    /// If there is none, or there are too many parts.
    pub fn union(solids: &[Self]) -> Result<Self, SolidError> {
        let region = solids.iter().map(|solid| solid.region).reduce(Vector3::hull);
        let region = region.ok_or(SolidError::Nothing("a union"))?;
        let (leaves, nodes) = gathered(solids);
        Self::within(leaves, Node::union(nodes), region, common_span(solids))
    }

    /// Everything that is in all of the solids.
    ///
    /// # Errors
    /// If there is none, there are too many parts, or the intersection is proved to be empty.
    pub fn intersection(solids: &[Self]) -> Result<Self, SolidError> {
        let region = solids.iter().map(|solid| solid.region).reduce(Vector3::intersection);
        let region = region.ok_or(SolidError::Nothing("an intersection"))?;
        let (leaves, nodes) = gathered(solids);
        Self::assemble(leaves, Node::intersection(nodes), region, common_span(solids))
    }

    /// Everything of the first solid that is in none of the others.
    ///
    /// # Errors
    /// If there are too many parts, or nothing is proved to be left.
    pub fn difference(from: &Self, subtracted: &[Self]) -> Result<Self, SolidError> {
        let mut solids = vec![from.clone()];
        solids.extend(subtracted.iter().map(Self::complement));
        let (leaves, nodes) = gathered(&solids);
        Self::within(leaves, Node::intersection(nodes), from.region, common_span(&solids))
    }

    /// The same solid placed by `pose` once and for all.
    #[must_use]
    pub fn placed(&self, pose: &Pose) -> Self {
        let leaves = self.leaves.iter().map(|leaf| leaf.placed(pose)).collect();
        let enclosure = pose.enclosure();
        let region = enclosure.rotation * self.region + enclosure.translation;
        let mut placed = Self { leaves, region, ..self.clone() };
        let tight = bounds::tight_box(&placed, region, &mut Workspace::default());
        // What is turned may be proved empty where it was not before: then any box holds it.
        placed.region = if tight.is_empty() { region } else { tight };
        placed
    }

    /// The outside of the solid, only to be intersected with something bounded: its region is not that of the complement.
    fn complement(&self) -> Self {
        let leaves = self.leaves.iter().map(Leaf::complemented).collect();
        Self { leaves, tree: Arc::new(self.tree.complemented()), ..self.clone() }
    }

    /// The solid of these leaves, which is known to lie within the region; a smaller box is looked for.
    pub(super) fn assemble(leaves: Vec<Leaf>, tree: Node, region: Vector3, span: Interval) -> Result<Self, SolidError> {
        let (tree, elements) = (Arc::new(tree), [].into());
        let solid = Self { leaves: leaves.into(), tree, elements, region, span, carried_speed: 0.0 };
        let tight =
            if region.is_empty() { region } else { bounds::tight_box(&solid, region, &mut Workspace::default()) };
        if tight.is_empty() {
            return Err(empty(region));
        }
        Self::within(solid.leaves.to_vec(), (*solid.tree).clone(), tight, span)
    }

    /// The solid of these leaves, which is known to lie within the region.
    fn within(leaves: Vec<Leaf>, tree: Node, region: Vector3, span: Interval) -> Result<Self, SolidError> {
        let tree = Arc::new(tree.checked(leaves.len())?);
        let span = if leaves.iter().any(Leaf::deforms) { span } else { Interval::ENTIRE };
        let mut solid = Self { leaves: leaves.into(), tree, elements: [].into(), region, span, carried_speed: 0.0 };
        let mut work = Workspace::default();
        let possible = |elements| bounds::with_points(elements, &solid, &mut work);
        let elements = element::list(&solid.tree, solid.leaves.len(), possible);
        // Something bounded without a boundary is nothing.
        if elements.is_empty() {
            return Err(empty(region));
        }
        solid.elements = elements.into();
        Ok(solid)
    }
}

fn empty(region: Vector3) -> SolidError {
    let [lower, upper] = [Interval::lower, Interval::upper].map(|end| DVec3::from_array(region.0.map(end)));
    SolidError::Empty { what: "the combination", lower, upper }
}

/// The leaves of all solids in one list, and their trees, which name them.
fn gathered(solids: &[Solid]) -> (Vec<Leaf>, Vec<Node>) {
    let mut leaves = Vec::new();
    let mut nodes = Vec::with_capacity(solids.len());
    for solid in solids {
        nodes.push(solid.tree.shifted(leaves.len()));
        leaves.extend(solid.leaves.iter().cloned());
    }
    (leaves, nodes)
}

/// The instants at which all of them are known.
fn common_span(solids: &[Solid]) -> Interval {
    solids.iter().map(|solid| solid.span).fold(Interval::ENTIRE, Interval::intersection)
}

/// The half spaces that a box is the intersection of.
pub(super) fn sides([lower, upper]: [DVec3; 2]) -> Result<Vec<Leaf>, SolidError> {
    let [x, y, z] = ["x", "y", "z"].map(Expr::variable);
    let mut leaves = Vec::with_capacity(6);
    for (axis, coordinate) in [x, y, z].iter().enumerate() {
        leaves.push(Leaf::formula(&(lower[axis] - coordinate))?);
        leaves.push(Leaf::formula(&(coordinate - upper[axis]))?);
    }
    Ok(leaves)
}

/// Whether the formula has no value at a few points of the region.
fn nowhere_defined(leaf: &Leaf, region: Vector3, span: Interval, work: &mut Workspace) -> bool {
    const STEPS: u32 = 4;
    let time = if span.is_bounded() { span.mid() } else { 0.0 };
    let along = |axis: usize, step: u32| {
        let [lower, upper] = [region[axis].lower(), region[axis].upper()];
        lower + (upper - lower) * (f64::from(step) + 0.5) / f64::from(STEPS)
    };
    let steps = || 0..STEPS;
    let points = steps().flat_map(|i| steps().flat_map(move |j| steps().map(move |k| [i, j, k])));
    points
        .map(|steps| DVec3::from_array(std::array::from_fn(|axis| along(axis, steps[axis]))))
        .all(|point| leaf.membership_at(point, time, work).is_nan())
}
