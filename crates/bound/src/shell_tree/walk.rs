//! A walk through two trees of shells.
//!
//! *Question.* Are two patches apart, after rigid placements?
//! *Idea.* Both trees are descended together. A pair of nodes whose volumes are apart is left out with everything below
//! it. Of any other pair the larger node is replaced by its children, until both are as small as the limits allow.
//! *Guarantee.* A walk that leaves no pair proves that the patches are apart. Any other walk proves nothing.
//! *Cost.* Counted: tests of pairs.
//! *Source.* Krishnan et al. 1998, section 7.3. The paper decides the last pairs by triangles; here they are listed.

use super::{DyadicSquare, GrownNode, ShellGrowth, ShellTree};
use tangency_geometry::Pose;

/// Two trees with their placements, and their deeper levels.
pub struct ShellPair<'trees> {
    /// The trees.
    pub trees: [&'trees ShellTree; 2],
    /// The placements of the patches.
    pub poses: [Pose; 2],
    /// The deeper levels of the trees.
    pub growth: [&'trees mut ShellGrowth; 2],
}

/// Where a walk ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkLimits {
    /// Most halvings of a patch.
    pub depth: u32,
    /// Metres. A node within a ball of this radius is not halved.
    pub size: f64,
    /// Most tests of pairs.
    pub tests: u64,
    /// Most pairs that may be left. The walk ends early at this number.
    pub left: usize,
}

/// The result of a walk.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShellSeparation {
    /// The number of pairs that were tested.
    pub tests: u64,
    /// The pairs of parts that are as small as the limits allow and not proved apart.
    pub left: Vec<[DyadicSquare; 2]>,
    /// Whether the walk ended before all pairs were tested.
    pub cut: bool,
}

impl ShellSeparation {
    /// `true` proves that the patches are apart.
    #[must_use]
    pub fn apart(&self) -> bool {
        self.left.is_empty() && !self.cut
    }
}

impl ShellPair<'_> {
    /// Walks through both trees.
    pub fn separation(&mut self, limits: &WalkLimits) -> ShellSeparation {
        let mut found = ShellSeparation::default();
        let outside = |node: &GrownNode| node.node().is_outside();
        let mut stack = vec![self.trees.map(ShellTree::root)];
        stack.retain(|pair| !pair.iter().any(outside));
        while let Some(pair) = stack.pop() {
            if found.tests >= limits.tests || found.left.len() >= limits.left {
                found.cut = true;
                return found;
            }
            found.tests += 1;
            let [a, b] = [0, 1].map(|side| pair[side].node().volume().placed(&self.poses[side]));
            if a.disjoint(&b) {
                continue;
            }
            match self.below(&pair, limits) {
                Some(pairs) => stack.extend(pairs.into_iter().filter(|pair| !pair.iter().any(outside))),
                None => found.left.push(pair.map(|node| node.node().square())),
            }
        }
        found
    }

    /// The pairs below: the larger node gives way to its children. `None` if neither may be halved.
    fn below(&mut self, pair: &[GrownNode; 2], limits: &WalkLimits) -> Option<[[GrownNode; 2]; 2]> {
        let radii = pair.map(|node| node.node().volume().radius());
        let larger = usize::from(radii[1] > radii[0]);
        [larger, 1 - larger].into_iter().find_map(|side| {
            let node = &pair[side];
            if node.node().square().depth() >= limits.depth || radii[side] <= limits.size {
                return None;
            }
            let children = self.growth[side].below(self.trees[side], node)?;
            Some(children.map(|child| {
                let mut next = *pair;
                next[side] = child;
                next
            }))
        })
    }
}
