//! A mesh that deforms, during one stretch of time.
//!
//! **Question.** Every vertex goes its own way: where are a triangle, an edge or a vertex, and all triangles below a node of the tree, during a
//! span of time?
//!
//! **Idea.** With its corners on their ways A, B and C a triangle is the patch `A + u·(B − A) + v·(C − A)` of u, v and t: plane at every
//! instant, with second derivatives by u or v and t alone. An edge is the same without v, a vertex without both. The mesh
//! stands in the world, its frame. Boxes of nodes go linearly from the start of the stretch to its end, as their contents do; where ways are curved,
//! the boxes have room for it ([`crate::straight`]).
//!
//! **Guarantee.** Encloses the exact places and derivatives, and holds everything below a node.
//!
//! **Cost.** O(n) a stretch for the ways and boxes; some dozen operations a piece.
//!
//! **Source.** The patches: Snyder et al. 1993, section 2.1, which asks of surfaces only that they have inclusion functions. The boxes: `bound`.

use super::bounds::Bounds;
use super::element::{AT_REST, Part, Piece};
use crate::features::{StraightPath, StraightPaths, knots};
use crate::tolerance::CURVED_CUTS;
use crate::{DetectError, Faceted, Moving};
use glam::DVec3;
use tangency_bound::{BoundingVolume, FittedTree, MovingBox, TreeNode};
use tangency_geometry::surface::SurfaceJet as Jet;
use tangency_geometry::{Mesh, Motion, Pose, RigidPiece};
use tangency_interval::{Interval, Vector, Vector3};

/// The frame of everything that deforms.
static WORLD: Motion = Motion::Still(Pose::IDENTITY);

/// The stretches of time during which all vertices of a body of triangles move smoothly, each in its own way, as pieces of the motion of the
/// world's frame; `None` if they are not known.
pub(super) fn pieces(motion: &Motion, span: Interval) -> Option<Vec<RigidPiece<'static>>> {
    let mut instants = knots(motion, span)?;
    if motion.straight_between(span).is_none() && !span.is_singleton() {
        // Room around curved ways grows with the square of the length.
        instants = instants.windows(2).flat_map(|ends| parts([ends[0], ends[1]])).chain([span.upper()]).collect();
    }
    let piece = |ends: &[f64]| WORLD.rigid_pieces(Interval::between(ends[0], ends[1]));
    Some(instants.windows(2).filter_map(piece).flatten().collect())
}

/// Where the equal parts of a stretch of time begin.
fn parts([start, end]: [f64; 2]) -> impl Iterator<Item = f64> {
    (0..CURVED_CUTS).map(move |part| start + (end - start) * f64::from(part) / f64::from(CURVED_CUTS))
}

/// The body, if it is one of triangles that each go their own way at some time of the span.
pub(super) fn deforms(moving: &Moving, span: Interval) -> Option<Faceted<'_>> {
    moving.faceted().filter(|faceted| faceted.motion().rigid_pieces(span).is_none())
}

/// `true` proves that no vertex jumps where one of the [`pieces`] ends and the next begins.
pub(super) fn flows(motion: &Motion, span: Interval) -> bool {
    motion.straight_between(span).is_some() || matches!(motion, Motion::Expression(_))
}

/// The way of one vertex.
#[derive(Clone, Copy, Debug)]
pub(super) enum Way<'body> {
    /// Along a line at constant speed, from one instant on, for so long.
    Straight { path: StraightPath, from: f64, length: Interval },
    /// As the motion says of the vertex with this index and place.
    Curved { motion: &'body Motion, vertex: u32, local: DVec3 },
}

impl Way<'_> {
    /// Holds all places during the span.
    fn place(&self, time: Interval) -> Vector3 {
        match self {
            Self::Straight { path, from, length } => path.at(share(time, *from, *length)),
            Self::Curved { motion, vertex, local } => motion.during(time).point(*vertex as usize, *local),
        }
    }

    /// Holds all velocities.
    fn velocity(&self, time: Interval) -> Vector3 {
        match self {
            Self::Straight { length, .. } if *length == Interval::ZERO => Vector3::ZERO,
            Self::Straight { path, length, .. } => path.step() * (Interval::ONE / *length),
            Self::Curved { motion, vertex, local } => motion.during(time).velocity(*vertex as usize, *local),
        }
    }
}

/// The share of a stretch that has passed.
fn share(time: Interval, from: f64, length: Interval) -> Interval {
    if length == Interval::ZERO {
        return Interval::ZERO;
    }
    ((time - Interval::from(from)) / length).intersection(Interval::between(0.0, 1.0))
}

/// What a deforming mesh touches with.
#[derive(Clone, Copy, Debug)]
pub(super) enum Flat {
    Triangle(u32),
    Segment(u32),
    Corner(u32),
}

/// What is known of a triangle with its corners on these ways over a box of its parameters and a span of time; of an edge or a vertex the
/// last corners are equal to the first.
pub(super) fn piece(ways: &[Way<'_>; 3], [u, v, time]: [Interval; 3]) -> Piece {
    let instant = Interval::from(time.mid());
    let way = time - instant;
    let rates = ways.each_ref().map(|way| way.velocity(time));
    let centres = ways.each_ref().map(|way| way.place(instant));
    let (dut, dvt) = (rates[1] - rates[0], rates[2] - rates[0]);
    let tangents = [centres[1] - centres[0], centres[2] - centres[0]];
    let centre = centres[0] + tangents[0] * Interval::from(u.mid()) + tangents[1] * Interval::from(v.mid());
    let known = rates.iter().all(|rate| rate.0.iter().all(|side| side.is_bounded()));
    if !known {
        let places = ways.each_ref().map(|way| way.place(time));
        let point = places[0] + (places[1] - places[0]) * u + (places[2] - places[0]) * v;
        return Piece { point, centre, tangents, jet: None, slopes: None };
    }
    let (du, dv) = (tangents[0] + dut * way, tangents[1] + dvt * way);
    let point = ways[0].place(time).intersection(centres[0] + rates[0] * way) + du * u + dv * v;
    let dt = rates[0] + dut * u + dvt * v;
    Piece { point, centre, tangents, jet: Some(Jet { point, du, dv, dt, dut, dvt, ..AT_REST }), slopes: None }
}

/// A body of triangles with its vertices on their ways.
pub(super) struct Deforming<'body> {
    body: Faceted<'body>,
    paths: StraightPaths,
    /// Whether the paths are the ways; otherwise they have room around them.
    straight: bool,
    boxes: FittedTree<'body, MovingBox>,
    from: f64,
    length: Interval,
    speed: f64,
}

impl<'body> Deforming<'body> {
    /// The body, which is made of triangles, during a stretch.
    pub(super) fn of(body: Faceted<'body>, span: Interval) -> Result<Self, DetectError> {
        let (from, to) = (span.lower(), span.upper());
        let paths = StraightPaths::new(body, from, to)?;
        let length = if from == to { Interval::ZERO } else { Interval::from(to) - from };
        let mesh = body.facets().mesh();
        let of_triangle = |triangle: usize| {
            let [a, b, c] = mesh.triangles()[triangle].map(|corner| paths.of(corner).moving_box());
            a.merged(&b).merged(&c)
        };
        let boxes = body.facets().tree().fit(of_triangle);
        let straight = body.motion().straight_between(span).is_some();
        let mut made = Self { body, paths, straight, boxes, from, length, speed: 0.0 };
        let vertices = 0..mesh.vertices().len() as u32;
        made.speed = vertices.map(|vertex| made.way(vertex).velocity(span).length().upper()).fold(0.0, f64::max);
        Ok(made)
    }

    /// Upper bound on how fast any of its places moves.
    pub(super) fn speed(&self) -> f64 {
        self.speed
    }

    fn way(&self, vertex: u32) -> Way<'body> {
        if self.straight {
            return Way::Straight { path: self.paths.of(vertex), from: self.from, length: self.length };
        }
        Way::Curved { motion: self.body.motion(), vertex, local: self.body.facets().mesh().vertices()[vertex as usize] }
    }

    /// Where a vertex is during a span.
    pub(super) fn place(&self, vertex: u32, time: Interval) -> Vector3 {
        self.way(vertex).place(time)
    }

    /// What holds the whole body during the stretch.
    pub(super) fn bounds(&self) -> Bounds {
        let MovingBox { start, end } = self.boxes.volume(0);
        Bounds::of_box(start.intervals().hull(end.intervals()))
    }

    /// Holds everything below a node of the tree during a span.
    pub(super) fn volume(&self, node: u32, time: Interval) -> Vector3 {
        let MovingBox { start, end } = self.boxes.volume(node);
        let passed = share(time, self.from, self.length);
        let along = |from: f64, to: f64| Interval::from(from) + (Interval::from(to) - from) * passed;
        Vector::from_fn(|axis| {
            let lower = along(start.lower()[axis], end.lower()[axis]).lower();
            Interval::between(lower, along(start.upper()[axis], end.upper()[axis]).upper())
        })
    }

    /// What is below a node, and how large the node is at most.
    pub(super) fn below(&self, node: u32) -> (TreeNode, f64) {
        let MovingBox { start, end } = self.boxes.volume(node);
        let size = [start, end].map(|volume| (volume.upper() - volume.lower()).max_element());
        (self.boxes.below(node), size[0].max(size[1]))
    }

    /// A triangle, and if they are asked for the edges and vertices that it owns.
    pub(super) fn parts(&self, triangle: u32, with_borders: bool) -> Vec<Part<'body>> {
        let mesh: &Mesh = self.body.facets().mesh();
        let part =
            |flat: Flat, corners: [u32; 3]| Part::Deforming(flat, Box::new(corners.map(|corner| self.way(corner))));
        let mut parts = vec![part(Flat::Triangle(triangle), mesh.triangles()[triangle as usize])];
        if with_borders {
            let owned = self.body.facets().owned(triangle as usize);
            parts.extend(owned.edges.into_iter().flatten().map(|edge| {
                let [from, to] = mesh.edges()[edge as usize];
                part(Flat::Segment(edge), [from, to, from])
            }));
            parts.extend(owned.vertices.into_iter().flatten().map(|vertex| part(Flat::Corner(vertex), [vertex; 3])));
        }
        parts
    }
}
