//! A tree of spherical shells and boxes over a Bézier patch, or over a tile of any face: the ShellTree.
//!
//! *Question.* Which parts of two spline surfaces can meet?
//! *Idea.* A patch is halved along its longer direction, again and again. Each part has a shell, or a box where a box
//! is thinner ([`fit`]). The levels down to a chosen height are built once and stay. Deeper levels are built where a
//! walk asks for them ([`ShellGrowth`]): they are kept under a limit of memory, and dropped with the growth or on
//! request. The control points of a part are not stored: the path of halvings gives its box of parameters, and the net
//! of the patch is restricted to it again. A tile that is no Bézier patch (a plane, a cylinder, a patch of high degree)
//! has boxes around its second-order expansion ([`taylor`]). Parts that are proved to lie outside of the trim of the
//! tile are marked and not halved.
//! *Guarantee.* The volume of a node contains the part of the surface over its box. The boxes of two children are the
//! halves of their parent's. A node that is outside holds no point of the face.
//! *Cost.* At most [`ShellTree::NODE_BYTES`] bytes a node, of which the paper had 116 without the control points; some
//! two microseconds to build one. A tree of height h has `2^(h + 1) − 1` nodes.
//! *Source.* Krishnan et al. 1998, sections 5 and 7. The shells depend on splines and on volumes. `geometry` knows
//! splines and no volumes, `bound` depends on it and knows volumes, so that trees live here; the range of distances of
//! a patch from a point is a question about a spline and lives in `geometry::spline`. The traversal of `tree.rs` needs
//! all nodes in memory and volumes that merge, and does not fit.

mod fit;
mod taylor;
mod walk;

pub use walk::{ShellPair, ShellSeparation, WalkLimits};

use crate::{Aabb, PatchVolume};
use std::collections::HashMap;
use tangency_geometry::spline::{BezierPatch, PatchPiece};
use tangency_geometry::surface::{FaceTile, PatchWork};
use tangency_interval::Interval;

/// Which volumes a tree has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShellTreeVolumes {
    /// Shells, and boxes where they are thinner.
    Shells,
    /// Boxes only, for comparison.
    Boxes,
}

/// A box of parameters that halvings of the unit square give: `[index, index + 1] / 2^level` along u and v.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DyadicSquare {
    index: [u32; 2],
    level: [u8; 2],
}

/// A node: its volume, and its box of parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShellNode {
    volume: PatchVolume,
    /// Index of the first of two children; 0 if they are not built, [`OUTSIDE`] if there is nothing below.
    first: u32,
    square: DyadicSquare,
}

/// The link of a node that is proved to lie outside of the trim.
const OUTSIDE: u32 = u32::MAX;

/// The tree of a patch down to its static height.
#[derive(Clone, Debug)]
pub struct ShellTree {
    surface: TreeSurface,
    /// The tile, if it is trimmed.
    trimmed: Option<FaceTile>,
    volumes: ShellTreeVolumes,
    nodes: Vec<ShellNode>,
}

/// What the volumes of a tree contain.
#[derive(Clone, Debug)]
enum TreeSurface {
    /// A Bézier patch.
    Net(PatchPiece),
    /// A tile of another kind.
    Tile(Box<FaceTile>),
}

/// The deeper levels of a tree, built on demand.
#[derive(Clone, Debug)]
pub struct ShellGrowth {
    /// The first child of each leaf of the static tree that has children here.
    roots: HashMap<u32, u32>,
    nodes: Vec<ShellNode>,
    most: usize,
    built: u64,
}

/// A node on a walk, and where its children may be found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GrownNode {
    node: ShellNode,
    place: NodePlace,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum NodePlace {
    /// In the static tree.
    Static(u32),
    /// In the growth.
    Grown(u32),
    /// Not stored: the memory is full.
    Fleeting,
}

impl DyadicSquare {
    /// The unit square.
    pub const UNIT: Self = Self { index: [0; 2], level: [0; 2] };
    /// The finest level along each parameter.
    const FINEST: u8 = 30;

    /// The ranges of u and v.
    #[must_use]
    pub fn ranges(&self) -> [Interval; 2] {
        [0, 1].map(|side| {
            let width = 0.5_f64.powi(i32::from(self.level[side]));
            let from = f64::from(self.index[side]) * width;
            Interval::between(from, from + width)
        })
    }

    /// The number of halvings.
    #[must_use]
    pub fn depth(&self) -> u32 {
        u32::from(self.level[0]) + u32::from(self.level[1])
    }

    /// The halves along u (0) or v (1); `None` at the finest level.
    fn halves(self, side: usize) -> Option<[Self; 2]> {
        if self.level[side] >= Self::FINEST {
            return None;
        }
        Some([0, 1].map(|half| {
            let mut part = self;
            part.level[side] += 1;
            part.index[side] = 2 * part.index[side] + half;
            part
        }))
    }
}

impl ShellNode {
    /// The volume around the part of the surface.
    #[must_use]
    pub fn volume(&self) -> &PatchVolume {
        &self.volume
    }

    /// The box of parameters of the part.
    #[must_use]
    pub fn square(&self) -> DyadicSquare {
        self.square
    }

    /// `true` proves that no point of the part belongs to the face.
    #[must_use]
    pub fn is_outside(&self) -> bool {
        self.first == OUTSIDE
    }
}

impl GrownNode {
    /// The node.
    #[must_use]
    pub fn node(&self) -> &ShellNode {
        &self.node
    }
}

impl ShellTree {
    /// Bytes of a node.
    pub const NODE_BYTES: usize = size_of::<ShellNode>();

    /// The tree of a patch, built down to `height` halvings. `None` if the control points of the patch move.
    #[must_use]
    pub fn new(patch: &BezierPatch, height: u32, volumes: ShellTreeVolumes) -> Option<Self> {
        let unit = Interval::between(0.0, 1.0);
        let whole = PatchPiece::of(patch, [unit; 2])?;
        Some(Self::built(TreeSurface::Net(whole), None, height, volumes))
    }

    /// The tree of a tile of a face at rest, built down to `height` halvings, without the parts that are outside of the
    /// trim. Tiles that are Bézier patches have the volumes of [`ShellTree::new`], others boxes.
    ///
    /// ```
    /// use tangency_bound::{ShellTree, ShellTreeVolumes};
    /// use tangency_geometry::surface::Brep;
    ///
    /// let ball = Brep::sphere(0.5)?;
    /// let tree = ShellTree::of_tile(&ball.faces()[0].tiles(0)[0], 4, ShellTreeVolumes::Shells);
    /// assert_eq!(tree.nodes().len(), 31);
    /// # Ok::<(), tangency_geometry::surface::SurfaceError>(())
    /// ```
    #[must_use]
    pub fn of_tile(tile: &FaceTile, height: u32, volumes: ShellTreeVolumes) -> Self {
        let unit = Interval::between(0.0, 1.0);
        let net = tile.whole_patch().and_then(|patch| PatchPiece::of(patch.spline()?, [unit; 2]));
        let surface = match net.filter(PatchPiece::has_squares) {
            Some(net) => TreeSurface::Net(net),
            None => TreeSurface::Tile(Box::new(tile.clone())),
        };
        Self::built(surface, tile.is_trimmed().then(|| tile.clone()), height, volumes)
    }

    fn built(surface: TreeSurface, trimmed: Option<FaceTile>, height: u32, volumes: ShellTreeVolumes) -> Self {
        let root = match &surface {
            TreeSurface::Net(whole) => volumes.of(whole),
            TreeSurface::Tile(tile) => taylor::box_of(tile, DyadicSquare::UNIT.ranges(), &mut PatchWork::default()).0,
        };
        let root = ShellNode { volume: root, first: 0, square: DyadicSquare::UNIT };
        let mut tree = Self { surface, trimmed, volumes, nodes: vec![root] };
        tree.nodes[0] = tree.marked(root);
        let mut next = 0;
        // Level by level: siblings are adjacent, children come after their parents.
        while next < tree.nodes.len() {
            if tree.nodes[next].square.depth() < height
                && let Some(children) = tree.children(&tree.nodes[next])
            {
                tree.nodes[next].first = tree.nodes.len() as u32;
                tree.nodes.extend(children);
            }
            next += 1;
        }
        tree
    }

    /// The root, for a walk.
    #[must_use]
    pub fn root(&self) -> GrownNode {
        GrownNode { node: self.nodes[0], place: NodePlace::Static(0) }
    }

    /// The static nodes: every parent before its children.
    #[must_use]
    pub fn nodes(&self) -> &[ShellNode] {
        &self.nodes
    }

    /// The part of the patch below a node; `None` if rounding leaves no net, or if the surface is no Bézier patch.
    #[must_use]
    pub fn piece(&self, square: DyadicSquare) -> Option<PatchPiece> {
        match &self.surface {
            TreeSurface::Net(whole) => whole.part(square.ranges()),
            TreeSurface::Tile(_) => None,
        }
    }

    /// A box around the whole surface. `None` if it has no bound.
    #[must_use]
    pub fn extent(&self) -> Option<Aabb> {
        let volume = match &self.surface {
            TreeSurface::Net(whole) => Aabb::around(whole.control_points().iter().copied())?.inflated(whole.error()),
            TreeSurface::Tile(tile) => Aabb::of(tile.point(DyadicSquare::UNIT.ranges(), &mut PatchWork::default())),
        };
        (volume.lower().is_finite() && volume.upper().is_finite()).then_some(volume)
    }

    /// Builds the children of a node: the halves along its longer direction. `None` at the finest level, and outside of
    /// the trim.
    fn children(&self, node: &ShellNode) -> Option<[ShellNode; 2]> {
        if node.is_outside() {
            return None;
        }
        let children = match &self.surface {
            TreeSurface::Net(whole) => {
                let piece = whole.part(node.square.ranges())?;
                let mut children = node.square.halves(longer_side(&piece))?.map(|square| ShellNode { square, ..*node });
                for child in &mut children {
                    let part = whole.part(child.square.ranges())?;
                    (child.volume, child.first) = (self.volumes.of(&part), 0);
                }
                children
            }
            TreeSurface::Tile(tile) => {
                let mut work = PatchWork::default();
                let (_, longer) = taylor::box_of(tile, node.square.ranges(), &mut work);
                let halves = node.square.halves(longer).or_else(|| node.square.halves(1 - longer))?;
                halves.map(|square| {
                    let (volume, _) = taylor::box_of(tile, square.ranges(), &mut work);
                    ShellNode { volume, first: 0, square }
                })
            }
        };
        Some(children.map(|child| self.marked(child)))
    }

    /// The node, marked if it is outside of the trim.
    fn marked(&self, mut node: ShellNode) -> ShellNode {
        if self.trimmed.as_ref().is_some_and(|tile| tile.outside(node.square.ranges())) {
            node.first = OUTSIDE;
        }
        node
    }
}

impl ShellTreeVolumes {
    fn of(self, piece: &PatchPiece) -> PatchVolume {
        match self {
            Self::Shells => fit::fitted(piece),
            Self::Boxes => PatchVolume::Box(fit::box_of(piece)),
        }
    }
}

impl ShellGrowth {
    /// No deeper levels yet. At most `bytes` are kept; beyond that, nodes are built each time they are asked for.
    #[must_use]
    pub fn within(bytes: usize) -> Self {
        Self { roots: HashMap::new(), nodes: Vec::new(), most: bytes / ShellTree::NODE_BYTES, built: 0 }
    }

    /// Drops all deeper levels.
    pub fn clear(&mut self) {
        self.roots.clear();
        self.nodes.clear();
    }

    /// The number of nodes kept.
    #[must_use]
    pub fn kept(&self) -> usize {
        self.nodes.len()
    }

    /// The number of nodes built so far.
    #[must_use]
    pub fn built(&self) -> u64 {
        self.built
    }

    /// The children of a node of the tree that this growth belongs to; `None` at the finest level, and outside of the
    /// trim.
    pub fn below(&mut self, tree: &ShellTree, node: &GrownNode) -> Option<[GrownNode; 2]> {
        if node.node.is_outside() {
            return None;
        }
        let both = |nodes: &[ShellNode], first: u32, place: fn(u32) -> NodePlace| {
            [first, first + 1].map(|index| GrownNode { node: nodes[index as usize], place: place(index) })
        };
        let known = match node.place {
            NodePlace::Static(index) if tree.nodes[index as usize].first > 0 => {
                return Some(both(&tree.nodes, tree.nodes[index as usize].first, NodePlace::Static));
            }
            NodePlace::Static(index) => self.roots.get(&index).copied(),
            // The first two nodes of a growth are children of a static node, so that 0 is no link.
            NodePlace::Grown(index) => Some(self.nodes[index as usize].first).filter(|&first| first > 0),
            NodePlace::Fleeting => None,
        };
        if let Some(first) = known {
            return Some(both(&self.nodes, first, NodePlace::Grown));
        }
        let children = tree.children(&node.node)?;
        self.built += 2;
        let first = self.nodes.len() as u32;
        if matches!(node.place, NodePlace::Fleeting) || self.nodes.len() + 2 > self.most {
            return Some(children.map(|node| GrownNode { node, place: NodePlace::Fleeting }));
        }
        match node.place {
            NodePlace::Static(index) => drop(self.roots.insert(index, first)),
            NodePlace::Grown(index) => self.nodes[index as usize].first = first,
            NodePlace::Fleeting => {}
        }
        self.nodes.extend(children);
        Some(both(&self.nodes, first, NodePlace::Grown))
    }
}

/// The parameter along which a part is longer: the longest row or column of its control points.
fn longer_side(piece: &PatchPiece) -> usize {
    let [rows, columns] = piece.degree().map(|degree| degree + 1);
    let points = piece.control_points();
    let step = |from: usize, to: usize| points[from].distance(points[to]);
    let along_u = (0..columns)
        .map(|j| (1..rows).map(|i| step((i - 1) * columns + j, i * columns + j)).sum::<f64>())
        .fold(0.0, f64::max);
    let along_v = (0..rows)
        .map(|i| (1..columns).map(|j| step(i * columns + j - 1, i * columns + j)).sum::<f64>())
        .fold(0.0, f64::max);
    usize::from(along_v > along_u)
}
