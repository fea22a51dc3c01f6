//! Trees of shells over the faces of a body of splines.

use crate::tolerance::{ROUND_UP, SPLINE_TREE_HEIGHT};
use tangency_bound::{ShellTree, ShellTreeVolumes};
use tangency_geometry::surface::{Brep, Patch, PatchWork};
use tangency_interval::{Interval, Vector3};

/// One tree for each face.
#[derive(Clone, Debug)]
pub(crate) struct SplineTrees {
    trees: Vec<ShellTree>,
    reach: f64,
    overshoot: f64,
}

impl SplineTrees {
    /// The trees of a body whose faces are all whole Bézier patches at rest. `None` for others.
    pub(super) fn of(brep: &Brep) -> Option<Self> {
        Self::to_height(brep, SPLINE_TREE_HEIGHT)
    }

    /// The same with trees of this many halvings.
    pub(crate) fn to_height(brep: &Brep, height: u32) -> Option<Self> {
        let mut work = PatchWork::default();
        let (mut reach, mut overshoot) = (0.0_f64, 0.0_f64);
        let mut trees = Vec::with_capacity(brep.faces().len());
        for face in brep.faces() {
            // A trimmed face lacks a part of its patch: points of that part would count as points of the body.
            if face.trim().is_some() {
                return None;
            }
            let patch = face.patch();
            // Trees hold whole patches.
            let spline = patch.spline().filter(|_| face.trim().is_none())?;
            reach = spline.control_points().iter().map(|point| point.length()).fold(reach, f64::max);
            overshoot = overshoot.max(beyond_unit_square(patch, &mut work)?);
            trees.push(ShellTree::new(spline, height, ShellTreeVolumes::Shells)?);
        }
        Some(Self { trees, reach, overshoot })
    }

    /// The trees, in the order of the faces.
    pub(crate) fn trees(&self) -> &[ShellTree] {
        &self.trees
    }

    /// Metres. No point of the surface is farther from the origin of the body, up to rounding.
    pub(crate) fn reach(&self) -> f64 {
        self.reach
    }

    /// Metres. Faces that join up to rounding are widened until they meet. No point of the surface is farther than this
    /// from one over the unit squares, which the trees contain.
    pub(crate) fn overshoot(&self) -> f64 {
        self.overshoot
    }
}

/// Metres. Bounds how far the face reaches beyond its unit square: the excess of its ranges times its slopes. `None` if
/// the slopes are not known, or if the face is a part of the square.
fn beyond_unit_square(patch: &Patch, work: &mut PatchWork) -> Option<f64> {
    let [u, v] = patch.domain();
    // Points of the unit square that are not on the face would give upper bounds that do not hold.
    if ![u, v].iter().all(|side| side.lower() <= 0.0 && side.upper() >= 1.0) {
        return None;
    }
    let excess = |side: Interval| (-side.lower()).max((side.upper() - 1.0).next_up()).max(0.0);
    let excess = [excess(u), excess(v)];
    if excess == [0.0; 2] {
        return Some(0.0);
    }
    let jet = patch.jet([u, v, Interval::ZERO], work)?;
    let slope = |vector: Vector3| vector.length().upper();
    let beyond = (excess[0] * slope(jet.du) + excess[1] * slope(jet.dv)) * ROUND_UP;
    beyond.is_finite().then_some(beyond)
}
