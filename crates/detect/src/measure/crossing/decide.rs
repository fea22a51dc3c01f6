//! Whether two bodies of splines meet.
//!
//! **Question.** Have the surfaces of two bodies a common point at an instant?
//!
//! **Idea.** The second body is taken in the frame of the first, so that only one volume of a pair is placed. Pairs of
//! parts whose volumes are apart are left out. Newton steps from the middle of some of the others lead to a common
//! point, which is then proved. The first proved point ends the walk.
//!
//! **Guarantee.** `Meeting` is proved: the point exists, on both faces. A walk without a verdict proves that no pair of
//! faces has a common point; rounding of the relative placement is added to the volumes. Pairs of parts that are small
//! and not decided (surfaces that are tangent, up to the tolerance, or meet at a trimming curve) make the verdict `Open`.
//! A common point counts if it is proved to lie within the trims of both faces; parts that are proved to lie outside of
//! a trim are left out.
//!
//! **Cost.** About a tenth of a microsecond a test of two volumes, about twenty microseconds a proof.
//!
//! **Source.** Krishnan et al. 1998, section 7.3.

use super::super::splines::PlacedSplines;
use super::equations::{FaceCrossing, Parameters};
use super::features;
use crate::tolerance::{CROSSING_EVERY, ROUND_UP, SPLINE_POINT_ROUNDING};
use glam::DVec3;
use tangency_bound::{GrownNode, PlacedVolume, ShellGrowth};
use tangency_geometry::surface::PatchWork;
use tangency_geometry::{Feature, Pose};
use tangency_interval::Interval;

/// A point that is proved to be on both surfaces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CommonPoint {
    /// The point, in the frame of the world.
    pub point: DVec3,
    /// Metres. The exact common point is within this distance.
    pub error: f64,
    /// The face of `a` and the face of `b`, with their parameters.
    pub features: [Feature; 2],
}

/// How two surfaces that are not proved apart relate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SurfaceVerdict {
    /// They have a common point.
    Meeting(CommonPoint),
    /// Not decided: within the tolerance of a tangency, or the tests ran out.
    Open {
        /// A point of `a` amid the parts that are not decided.
        point: DVec3,
        /// Metres. Each of these parts is within a ball of this radius.
        radius: f64,
    },
}

/// Counts of the work done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SurfaceEffort {
    /// Pairs of faces whose boxes overlap.
    pub faces: u64,
    /// Tests of two volumes.
    pub tests: u64,
    /// Newton searches for a common point.
    pub searches: u64,
    /// Nodes of shell trees that were built on the way.
    pub built: u64,
}

/// A common point by its parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundCrossing {
    pub(super) faces: [usize; 2],
    pub(super) at: Parameters,
}

/// A walk through the trees of two bodies.
pub(super) struct PairWalk<'walk> {
    pub(super) models: [&'walk PlacedSplines<'walk>; 2],
    /// The second body in the frame of the first.
    pub(super) relative: Pose,
    /// Metres. Added to the volumes of the second body.
    pub(super) slack: f64,
    /// Metres. Parts of this size are not halved.
    pub(super) tolerance: f64,
    /// Most tests of volumes for two tiles.
    pub(super) most: u64,
    /// The deeper levels of all trees: for each shape one for each face.
    pub(super) growth: &'walk mut [Vec<ShellGrowth>],
    /// The shapes of both bodies.
    pub(super) shapes: [usize; 2],
    pub(super) work: &'walk mut PatchWork,
    pub(super) effort: &'walk mut SurfaceEffort,
}

#[derive(Clone, Copy)]
struct Parts {
    nodes: [GrownNode; 2],
    volumes: [PlacedVolume; 2],
}

impl Parts {
    /// Whether both parts may belong to their faces.
    fn may_belong(&self) -> bool {
        !self.nodes.iter().any(|node| node.node().is_outside())
    }
}

/// The second body in the frame of the first, and a bound on the rounding of that.
pub(super) fn relative([a, b]: [&PlacedSplines<'_>; 2]) -> (Pose, f64) {
    let relative = b.pose.relative_to(&a.pose);
    // Inverse, product and application are each rounded once.
    let reach = a.trees.reach() + b.trees.reach() + a.pose.translation().length() + b.pose.translation().length();
    (relative, 8.0 * (a.pose.rounding(reach) + b.pose.rounding(reach)) + a.error + b.error)
}

impl PairWalk<'_> {
    /// Looks for a common point of these pairs of faces. `None` proves that there is none.
    pub(super) fn decided(&mut self, pairs: &[[usize; 2]]) -> Option<(SurfaceVerdict, Option<FoundCrossing>)> {
        let mut open = None;
        for &faces in pairs {
            match self.faces(faces) {
                Some((verdict @ SurfaceVerdict::Meeting(_), found)) => return Some((verdict, found)),
                Some(other) => open = open.or(Some(other)),
                None => {}
            }
        }
        open
    }

    /// The same for two tiles.
    pub(super) fn faces(&mut self, faces: [usize; 2]) -> Option<(SurfaceVerdict, Option<FoundCrossing>)> {
        let nodes = [0, 1].map(|body| self.models[body].trees.trees()[faces[body]].root());
        let mut stack = vec![Parts { nodes, volumes: [self.placed(0, &nodes[0]), self.placed(1, &nodes[1])] }];
        let mut open = None;
        let mut tests = 0;
        while let Some(parts) = stack.pop() {
            self.effort.tests += 1;
            tests += 1;
            if parts.volumes[0].disjoint(&parts.volumes[1]) {
                continue;
            }
            let depth = parts.nodes.iter().map(|node| node.node().square().depth()).sum::<u32>();
            if depth > 0 && depth.is_multiple_of(CROSSING_EVERY) {
                let [[u, v], [s, t]] = parts.nodes.map(|node| node.node().square().ranges());
                let start = [u, v, s, t].map(Interval::mid);
                if let Some((point, found)) = self.crossing(faces, start) {
                    return Some((SurfaceVerdict::Meeting(point), Some(found)));
                }
            }
            let radii = parts.nodes.map(|node| node.node().volume().radius());
            let halves = if radii[0].max(radii[1]) <= self.tolerance || tests > self.most {
                None
            } else {
                self.halves(faces, &parts, usize::from(radii[1] > radii[0]))
            };
            match halves {
                Some(halves) => stack.extend(halves.into_iter().filter(Parts::may_belong)),
                None if open.is_none() => open = Some(self.open(faces, &parts, radii[0].max(radii[1]))),
                None => {}
            }
        }
        open.map(|verdict| (verdict, None))
    }

    /// A proved common point near a place.
    pub(super) fn crossing(&mut self, faces: [usize; 2], start: Parameters) -> Option<(CommonPoint, FoundCrossing)> {
        self.effort.searches += 1;
        let pair = FaceCrossing { models: self.models, faces };
        let at = pair.approached(start, Interval::between(0.0, 1.0), self.work)?;
        let (at, near) = pair.proved(&at, self.work)?;
        let point = pair.models[0].point(faces[0], [at[0], at[1]], self.work);
        let around = |value: f64| Interval::from(value) + Interval::between(-near, near);
        let surface = &pair.models[0].trees.tiles()[faces[0]];
        let jet = surface.jet([around(at[0]), around(at[1])], self.work)?;
        let off = (jet.du.length() + jet.dv.length()).upper() * near;
        let rounding = pair.models[0].error
            + pair.models[0].pose.rounding(pair.models[0].trees.reach())
            + SPLINE_POINT_ROUNDING * point.abs().max_element();
        let error = (off + rounding) * ROUND_UP;
        Some((CommonPoint { point, error, features: features(&pair, &at) }, FoundCrossing { faces, at }))
    }

    fn open(&mut self, faces: [usize; 2], parts: &Parts, radius: f64) -> SurfaceVerdict {
        let at = parts.nodes[0].node().square().ranges().map(Interval::mid);
        SurfaceVerdict::Open { point: self.models[0].point(faces[0], at, self.work), radius }
    }

    fn placed(&self, body: usize, node: &GrownNode) -> PlacedVolume {
        let volume = node.node().volume();
        if body == 0 { volume.placed(&Pose::IDENTITY) } else { volume.placed_within(&self.relative, self.slack) }
    }

    /// The halves of one part, each with the other part. `None` at the finest level.
    fn halves(&mut self, faces: [usize; 2], parts: &Parts, body: usize) -> Option<[Parts; 2]> {
        let tree = &self.models[body].trees.trees()[faces[body]];
        let growth = &mut self.growth[self.shapes[body]][faces[body]];
        let before = growth.built();
        let children = growth.below(tree, &parts.nodes[body])?;
        self.effort.built += growth.built() - before;
        Some(children.map(|child| {
            let mut half = *parts;
            half.nodes[body] = child;
            half.volumes[body] = self.placed(body, &child);
            half
        }))
    }
}
