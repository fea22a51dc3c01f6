//! All curves in which two bodies of splines meet.
//!
//! **Question.** Where do two faces meet, and is anything missing?
//!
//! **Idea.** Both shell trees are descended together. A pair of parts is left out if its volumes are apart, if the
//! fixed point map of the equations misses them, or if a tube of a known curve explains every solution in it. Newton
//! steps from a pair that is left find a common point, through which a new curve is followed. Pairs that are as small
//! as the tolerance are listed as open.
//!
//! **Guarantee.** What is neither on a curve nor listed as open is proved free of common points, over the unit squares
//! of the tiles. Curves run on beyond the trims of their faces; `cut` shortens them.
//!
//! **Cost.** Some ten microseconds a pair of parts; a few hundred pairs a curve. Along curves of tangency every pair
//! stays open, down to the tolerance: the number of pairs is limited.

use super::super::splines::PlacedSplines;
use super::equations::{CurveTube, FaceCrossing, ParameterBox, evaluated};
use super::trace::{TracedCurve, beyond, tube_outside};
use crate::limits::StepBudget;
use crate::tolerance::{CROSSING_DEPTH, SPLINE_GROWTH_BYTES};
use tangency_bound::{GrownNode, PlacedVolume, ShellGrowth};
use tangency_geometry::surface::PatchWork;
use tangency_interval::Interval;

/// A pair of parts that is not decided.
pub(super) struct OpenCell {
    pub(super) sides: ParameterBox,
    /// Metres. Each part is in a ball of this radius.
    pub(super) radius: f64,
}

/// Curves and open places of two faces.
#[derive(Default)]
pub(super) struct FaceMeeting {
    pub(super) curves: Vec<TracedCurve>,
    pub(super) open: Vec<OpenCell>,
    /// Tubes of curves beyond the borders of the faces.
    outside: Vec<CurveTube>,
}

impl FaceMeeting {
    /// `true` proves that every solution in the box is on a curve found, or beyond the border of a face.
    fn explain(&self, sides: &ParameterBox) -> bool {
        self.tubes().any(|tube| tube.explains(sides))
    }

    fn tubes(&self) -> impl Iterator<Item = &CurveTube> {
        self.curves.iter().flat_map(|curve| &curve.tubes).chain(&self.outside)
    }
}

#[derive(Clone, Copy)]
struct Cell {
    nodes: [GrownNode; 2],
    volumes: [PlacedVolume; 2],
}

impl Cell {
    fn sides(&self) -> ParameterBox {
        let [[u, v], [s, t]] = self.nodes.map(|node| node.node().square().ranges());
        [u, v, s, t]
    }

    /// Whether both parts may belong to their faces.
    fn may_belong(&self) -> bool {
        !self.nodes.iter().any(|node| node.node().is_outside())
    }

    fn radii(&self) -> [f64; 2] {
        self.nodes.map(|node| node.node().volume().radius())
    }

    fn depth(&self) -> u32 {
        self.nodes.iter().map(|node| node.node().square().depth()).sum()
    }
}

/// The search through the faces of two bodies.
pub(super) struct CellSearch<'pair> {
    pub(super) models: [&'pair PlacedSplines<'pair>; 2],
    growth: [Vec<ShellGrowth>; 2],
    /// Metres. Parts of this size are not halved.
    size: f64,
    pub(super) work: PatchWork,
}

impl<'pair> CellSearch<'pair> {
    pub(super) fn new(models: [&'pair PlacedSplines<'pair>; 2], size: f64) -> Self {
        let growth = models.map(|model| vec![ShellGrowth::within(SPLINE_GROWTH_BYTES); model.trees.trees().len()]);
        Self { models, growth, size, work: PatchWork::default() }
    }

    /// The volumes of a part, with all that its body may be off.
    fn placed(&self, body: usize, node: &GrownNode) -> PlacedVolume {
        node.node().volume().placed_within(&self.models[body].pose, self.models[body].error)
    }

    /// The pairs of faces whose volumes are not apart.
    pub(super) fn candidates(&self) -> Vec<[usize; 2]> {
        let roots = [0, 1].map(|body: usize| {
            let trees = self.models[body].trees.trees();
            trees.iter().map(|tree| self.placed(body, &tree.root())).collect::<Vec<_>>()
        });
        let mut pairs = Vec::new();
        for (i, a) in roots[0].iter().enumerate() {
            pairs.extend(roots[1].iter().enumerate().filter(|(_, b)| !a.disjoint(b)).map(|(j, _)| [i, j]));
        }
        pairs
    }

    /// All curves of two faces. Once the budget is spent, the pairs of parts that are left are open.
    pub(super) fn meeting(&mut self, faces: [usize; 2], budget: &mut StepBudget<'_>) -> FaceMeeting {
        let mut found = FaceMeeting::default();
        let nodes = [0, 1].map(|body| self.models[body].trees.trees()[faces[body]].root());
        let volumes = [0, 1].map(|body| self.placed(body, &nodes[body]));
        let mut stack = vec![Cell { nodes, volumes }];
        while let Some(cell) = stack.pop() {
            if cell.volumes[0].disjoint(&cell.volumes[1]) {
                continue;
            }
            let radius = cell.radii()[0].max(cell.radii()[1]);
            if radius <= self.size || !budget.spend() {
                if !self.settled(faces, &cell, &mut found) {
                    found.open.push(OpenCell { sides: cell.sides(), radius });
                }
                continue;
            }
            if self.settled(faces, &cell, &mut found) {
                continue;
            }
            match self.halves(faces, &cell) {
                Some(halves) => stack.extend(halves.into_iter().filter(Cell::may_belong)),
                None => found.open.push(OpenCell { sides: cell.sides(), radius }),
            }
        }
        found
    }

    /// `true` proves that all common points of a pair of parts are on the curves found. New curves are followed.
    fn settled(&mut self, faces: [usize; 2], cell: &Cell, found: &mut FaceMeeting) -> bool {
        let sides = cell.sides();
        if found.explain(&sides) {
            return true;
        }
        if cell.depth() < CROSSING_DEPTH {
            return false;
        }
        let pair = FaceCrossing { models: self.models, faces };
        let slack = self.models[0].error + self.models[1].error;
        if pair.excluded(&sides, slack, &mut self.work) {
            return true;
        }
        if found.tubes().any(|tube| pair.joins(tube, &sides, &mut self.work)) {
            return true;
        }
        let Some(at) = pair.approached(sides.map(Interval::mid), evaluated(), &mut self.work) else { return false };
        let near = (0..4).all(|k| (at[k] - sides[k].mid()).abs() <= 2.0 * sides[k].width());
        if !near || found.explain(&at.map(Interval::from)) {
            return false;
        }
        if at.iter().any(|&value| beyond(value) > 0.0) {
            found.outside.extend(tube_outside(&pair, at, &mut self.work));
            return found.explain(&sides);
        }
        let curve = TracedCurve::through(&pair, at, &mut self.work);
        if curve.tubes.is_empty() {
            return false;
        }
        found.curves.push(curve);
        found.explain(&sides)
    }

    /// The halves of the larger part, each with the other part. `None` at the finest level.
    fn halves(&mut self, faces: [usize; 2], cell: &Cell) -> Option<[Cell; 2]> {
        let radii = cell.radii();
        let larger = usize::from(radii[1] > radii[0]);
        let tree = &self.models[larger].trees.trees()[faces[larger]];
        let children = self.growth[larger][faces[larger]].below(tree, &cell.nodes[larger])?;
        Some(children.map(|child| {
            let mut half = *cell;
            half.nodes[larger] = child;
            half.volumes[larger] = self.placed(larger, &child);
            half
        }))
    }
}
