//! Trees of shells over the faces of a body of splines, and over the tiles of other faces.

use crate::tolerance::{ROUND_UP, SPLINE_TREE_HEIGHT};
use tangency_bound::{ShellTree, ShellTreeVolumes};
use tangency_geometry::surface::{Brep, Face, FaceTile, PatchWork};
use tangency_interval::{Interval, Vector3};

/// One tree for each tile. Bodies whose faces are all whole Bézier patches have one tile a face, in the same order.
#[derive(Clone, Debug)]
pub(crate) struct SplineTrees {
    tiles: Vec<FaceTile>,
    trees: Vec<ShellTree>,
    reach: f64,
    overshoot: f64,
}

impl SplineTrees {
    /// The trees of a body whose faces are all whole Bézier patches at rest. `None` for others.
    pub(super) fn of(brep: &Brep) -> Option<Self> {
        // A trimmed face lacks a part of its patch: points of that part would count as points of the body.
        let whole = |face: &Face| face.trim().is_none() && face.patch().spline().is_some() && covers_unit_square(face);
        if brep.faces().iter().all(whole) { Self::to_height(brep, SPLINE_TREE_HEIGHT) } else { None }
    }

    /// The trees of the tiles of a body at rest, whatever its faces are. `None` if it deforms or has no bound.
    pub(super) fn of_tiles(brep: &Brep) -> Option<Self> {
        Self::to_height(brep, SPLINE_TREE_HEIGHT)
    }

    /// The same with trees of this many halvings.
    pub(crate) fn to_height(brep: &Brep, height: u32) -> Option<Self> {
        if brep.deforms() {
            return None;
        }
        let mut work = PatchWork::default();
        let (mut reach, mut overshoot) = (0.0_f64, 0.0_f64);
        let (mut tiles, mut trees) = (Vec::new(), Vec::new());
        for (index, face) in brep.faces().iter().enumerate() {
            // Without a trim, tiles are whole patches.
            if face.trim().is_none() && !covers_unit_square(face) {
                return None;
            }
            overshoot = overshoot.max(beyond_unit_square(face, &mut work)?);
            for tile in face.tiles(index) {
                let tree = ShellTree::of_tile(&tile, height, ShellTreeVolumes::Shells);
                let extent = tree.extent()?;
                reach = reach.max(extent.lower().abs().max(extent.upper().abs()).length());
                if !tree.root().node().is_outside() {
                    tiles.push(tile);
                    trees.push(tree);
                }
            }
        }
        (!tiles.is_empty()).then_some(Self { tiles, trees, reach, overshoot })
    }

    /// The tiles, in the order of the faces.
    pub(crate) fn tiles(&self) -> &[FaceTile] {
        &self.tiles
    }

    /// Whether a face is trimmed.
    pub(crate) fn is_trimmed(&self) -> bool {
        self.tiles.iter().any(FaceTile::is_trimmed)
    }

    /// The trees, in the order of the tiles.
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

/// Whether the face is the whole of its patch or sheet. Faces by formulas are.
fn covers_unit_square(face: &Face) -> bool {
    let patch = face.patch();
    let whole = match (patch.spline(), patch.sheet()) {
        (Some(_), _) => [[0.0, 1.0]; 2],
        (None, Some(sheet)) => sheet.domain(),
        (None, None) => return true,
    };
    (0..2).all(|k| patch.domain()[k].lower() <= whole[k][0] && patch.domain()[k].upper() >= whole[k][1])
}

/// Metres. Bounds how far the face reaches beyond its tiles: the excess of its ranges times its slopes. `None` if the
/// slopes are not known.
fn beyond_unit_square(face: &Face, work: &mut PatchWork) -> Option<f64> {
    let patch = face.patch();
    let whole = match (patch.spline(), patch.sheet()) {
        (Some(_), _) => [[0.0, 1.0]; 2],
        (None, Some(sheet)) => sheet.domain(),
        (None, None) => return Some(0.0),
    };
    let [u, v] = patch.domain();
    let excess = |side: Interval, [from, to]: [f64; 2]| {
        (from - side.lower()).next_up().max((side.upper() - to).next_up()).max(0.0)
    };
    let beyond =
        [u.lower() < whole[0][0] || u.upper() > whole[0][1], v.lower() < whole[1][0] || v.upper() > whole[1][1]];
    if beyond == [false; 2] {
        return Some(0.0);
    }
    let excess = [excess(u, whole[0]), excess(v, whole[1])];
    let jet = patch.jet([u, v, Interval::ZERO], work)?;
    let slope = |vector: Vector3| vector.length().upper();
    let beyond = (excess[0] * slope(jet.du) + excess[1] * slope(jet.dv)) * ROUND_UP;
    beyond.is_finite().then_some(beyond)
}
