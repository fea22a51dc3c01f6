//! Construction of solids: from a formula, from a grid of samples, by combination, and by placement.

use super::tree::CombinationNode;
use super::{SampledVolume, Solid, SolidError, SolidLeaf, SolidWork, bounds, element};
use crate::Pose;
use crate::tolerance::DEFINED_SAMPLES;
use glam::DVec3;
use std::sync::Arc;
use tangency_interval::expr::Expr;
use tangency_interval::{Interval, Vector, Vector3};

impl Solid {
    /// The solid where the formula of `x`, `y`, `z` and `t` is negative, within the box between two corners, at
    /// the instants of `span`. `span` is ignored if the formula does not contain `t`.
    ///
    /// If the formula is not proved positive on all sides of the box, the box cuts the solid: the result is
    /// their intersection, and the sides of the box are part of the boundary.
    ///
    /// # Errors
    /// If the formula has other variables, if the box is invalid, if the formula is proved positive everywhere
    /// in the box, or if it is undefined at all tested points.
    pub fn formula(formula: &Expr, [lower, upper]: [DVec3; 2], span: Interval) -> Result<Self, SolidError> {
        // The solid depends on the sign of the formula only.
        let formula = formula.without_odd_power();
        let (switches, others): (Vec<&Expr>, Vec<&Expr>) = formula.maxima().into_iter().partition(|part| by_time(part));
        if !switches.is_empty()
            && let Some(rest) = others.into_iter().cloned().reduce(|most, part| most.max(part))
        {
            return Self::formula(&rest, [lower, upper], span)?.switched_by(&switches, span);
        }
        let leaf = SolidLeaf::formula(formula)?;
        if !(lower.is_finite() && upper.is_finite() && lower.cmplt(upper).all()) {
            return Err(SolidError::Box { lower, upper });
        }
        let region = Vector::from_fn(|axis| Interval::between(lower[axis], upper[axis]));
        let span = if leaf.deforms() { span } else { Interval::ENTIRE };
        let mut work = SolidWork::default();
        if nowhere_defined(&leaf, region, span, &mut work) {
            return Err(SolidError::Undefined { lower, upper });
        }
        let solid = if bounds::positive_around(&leaf, region, span, &mut work) {
            // The formula may still be negative somewhere beyond the box.
            let all = bounds::positive_beyond(&leaf, region, span, &mut work);
            let leaf = if all { leaf } else { leaf.clipped(region) };
            Self::assemble(vec![leaf], CombinationNode::Leaf(0), region, span)
        } else {
            let mut leaves = vec![leaf];
            leaves.extend(sides([lower, upper])?);
            let tree = CombinationNode::Intersection((0..leaves.len()).map(CombinationNode::Leaf).collect());
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
    /// If the solid is proved empty.
    pub fn volume(volume: SampledVolume) -> Result<Self, SolidError> {
        let region = volume.region();
        Self::assemble(vec![SolidLeaf::volume(volume)], CombinationNode::Leaf(0), region, Interval::ENTIRE)
    }

    /// The union of the solids.
    ///
    /// # Errors
    /// If the list is empty, or there are too many parts.
    pub fn union(solids: &[Self]) -> Result<Self, SolidError> {
        if let [only] = solids {
            return Ok(only.clone());
        }
        let region = solids.iter().map(|solid| solid.region).reduce(Vector3::hull);
        let region = region.ok_or(SolidError::Nothing("a union"))?;
        let (leaves, nodes) = gathered(solids);
        let solid = Self::within(leaves, CombinationNode::union(nodes), region, common_span(solids))?;
        Ok(solid.with_speed_of(solids))
    }

    /// The intersection of the solids.
    ///
    /// # Errors
    /// If the list is empty, there are too many parts, or the intersection is proved empty.
    pub fn intersection(solids: &[Self]) -> Result<Self, SolidError> {
        if let [only] = solids {
            return Ok(only.clone());
        }
        let region = solids.iter().map(|solid| solid.region).reduce(Vector3::intersection);
        let region = region.ok_or(SolidError::Nothing("an intersection"))?;
        let (leaves, nodes) = gathered(solids);
        let solid = Self::assemble(leaves, CombinationNode::intersection(nodes), region, common_span(solids))?;
        Ok(solid.with_speed_of(solids))
    }

    /// The first solid without the others.
    ///
    /// # Errors
    /// If there are too many parts, or the difference is proved empty.
    pub fn difference(from: &Self, subtracted: &[Self]) -> Result<Self, SolidError> {
        if subtracted.is_empty() {
            return Ok(from.clone());
        }
        let mut solids = vec![from.clone()];
        solids.extend(subtracted.iter().map(Self::complement));
        let (leaves, nodes) = gathered(&solids);
        let solid = Self::within(leaves, CombinationNode::intersection(nodes), from.region, common_span(&solids))?;
        Ok(solid.with_speed_of(&solids))
    }

    /// The same solid, whose points move at most as fast as those of the parts that it consists of.
    fn with_speed_of(self, parts: &[Self]) -> Self {
        Self { carried_speed: parts.iter().map(|part| part.carried_speed).fold(0.0, f64::max), ..self }
    }

    /// The solid at rest in the given pose.
    #[must_use]
    pub fn placed(&self, pose: &Pose) -> Self {
        let leaves = self.leaves.iter().map(|leaf| leaf.placed(pose)).collect();
        let enclosure = pose.enclosure();
        let region = enclosure.rotation * self.region + enclosure.translation;
        // A second pose would be composed with rounding.
        let unplaced = self.convex().filter(|convex| *convex.frame() == Pose::IDENTITY);
        let convex = unplaced.map(|convex| Arc::new(convex.clone().placed(pose)));
        let mut placed = Self { leaves, region, convex, torus: None, ..self.clone() };
        let tight = bounds::tight_box(&placed, region, &mut SolidWork::default());
        // The rotated solid may be proved empty where the original was not. Any box then holds it.
        placed.region = if tight.is_empty() { region } else { tight };
        placed
    }

    /// The complement of the solid. Only for intersection with a bounded solid: its region is not that of the
    /// complement.
    fn complement(&self) -> Self {
        let leaves = self.leaves.iter().map(SolidLeaf::complemented).collect();
        Self { leaves, tree: Arc::new(self.tree.complemented()), convex: None, torus: None, ..self.clone() }
    }

    /// A solid without functions, of which nothing is known. Only to be completed.
    fn unknown() -> Self {
        Self {
            leaves: [].into(),
            tree: Arc::new(CombinationNode::Leaf(0)),
            elements: [].into(),
            region: Vector::from_fn(|_| Interval::ENTIRE),
            span: Interval::ENTIRE,
            carried_speed: 0.0,
            convex: None,
            torus: None,
        }
    }

    /// The solid of these leaves, which must lie within the region. Computes a smaller bounding box.
    pub(super) fn assemble(
        leaves: Vec<SolidLeaf>,
        tree: CombinationNode,
        region: Vector3,
        span: Interval,
    ) -> Result<Self, SolidError> {
        let solid = Self { leaves: leaves.into(), tree: Arc::new(tree), region, span, ..Self::unknown() };
        let tight =
            if region.is_empty() { region } else { bounds::tight_box(&solid, region, &mut SolidWork::default()) };
        if tight.is_empty() {
            return Err(empty(region));
        }
        Self::within(solid.leaves.to_vec(), (*solid.tree).clone(), tight, span)
    }

    /// The solid of these leaves, which must lie within the region.
    pub(super) fn within(
        leaves: Vec<SolidLeaf>,
        tree: CombinationNode,
        region: Vector3,
        span: Interval,
    ) -> Result<Self, SolidError> {
        let tree = Arc::new(tree.checked(leaves.len())?);
        let span = if leaves.iter().any(SolidLeaf::deforms) { span } else { Interval::ENTIRE };
        let mut solid = Self { leaves: leaves.into(), tree, region, span, ..Self::unknown() };
        let mut work = SolidWork::default();
        let possible = |elements| bounds::with_points(elements, &solid, &mut work);
        let elements = element::list(&solid.tree, solid.leaves.len(), possible);
        // A bounded solid without boundary is empty.
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

/// The leaves of all solids in one list, and their trees with shifted indices.
fn gathered(solids: &[Solid]) -> (Vec<SolidLeaf>, Vec<CombinationNode>) {
    let mut leaves = Vec::new();
    let mut nodes = Vec::with_capacity(solids.len());
    for solid in solids {
        let shift = leaves.len();
        nodes.push(solid.tree.renumbered(&|leaf| leaf + shift));
        leaves.extend(solid.leaves.iter().cloned());
    }
    (leaves, nodes)
}

/// The instants at which all solids are known.
fn common_span(solids: &[Solid]) -> Interval {
    solids.iter().map(|solid| solid.span).fold(Interval::ENTIRE, Interval::intersection)
}

/// The half spaces whose intersection is the box.
pub(super) fn sides([lower, upper]: [DVec3; 2]) -> Result<Vec<SolidLeaf>, SolidError> {
    let [x, y, z] = ["x", "y", "z"].map(Expr::variable);
    let mut leaves = Vec::with_capacity(6);
    for (axis, coordinate) in [x, y, z].iter().enumerate() {
        leaves.push(SolidLeaf::formula(&(lower[axis] - coordinate))?);
        leaves.push(SolidLeaf::formula(&(coordinate - upper[axis]))?);
    }
    Ok(leaves)
}

/// Whether the formula is a function of time alone.
fn by_time(formula: &Expr) -> bool {
    let variables = formula.variables();
    !variables.is_empty() && variables.iter().all(|name| &**name == "t")
}

/// Whether the formula is undefined at all points of a small grid in the region.
fn nowhere_defined(leaf: &SolidLeaf, region: Vector3, span: Interval, work: &mut SolidWork) -> bool {
    let time = if span.is_bounded() { span.mid() } else { 0.0 };
    let along = |axis: usize, step: u32| {
        let [lower, upper] = [region[axis].lower(), region[axis].upper()];
        lower + (upper - lower) * (f64::from(step) + 0.5) / f64::from(DEFINED_SAMPLES)
    };
    let steps = || 0..DEFINED_SAMPLES;
    let points = steps().flat_map(|i| steps().flat_map(move |j| steps().map(move |k| [i, j, k])));
    points
        .map(|steps| DVec3::from_array(std::array::from_fn(|axis| along(axis, steps[axis]))))
        .all(|point| leaf.membership_at(point, time, work).is_nan())
}
