//! A deforming mesh during one stretch of time.
//!
//! **Question.** Every vertex moves on its own path. Where are a triangle, an edge or a vertex, and all triangles
//! below a node of the tree, during a span of time?
//!
//! **Idea.** A triangle with its corners on the paths A, B and C is the patch `A + u·(B − A) + v·(C − A)` of u, v
//! and t. It is plane at every instant, and its only non-zero second derivatives are those by u and t and by v and
//! t. An edge is the same without v, a vertex without u and v. The frame of the mesh is that of the world. The
//! boxes of the nodes move linearly from the start of the stretch to its end, as their contents do. Where paths are
//! curved, the boxes are wider by the deviation from the straight line.
//!
//! **Guarantee.** Encloses the exact points and derivatives. The box of a node contains everything below it.
//!
//! **Cost.** O(n) per stretch for the paths and boxes; some dozen operations per enclosure.
//!
//! **Source.** The patches: Snyder et al. 1993, section 2.1, which requires only inclusion functions of the
//! surfaces. The boxes: crate `bound`.

use super::bounds::BodyBounds;
use super::element::{AT_REST, ElementEnclosure, ElementShape};
use crate::features::{StraightPath, StraightPaths, knots};
use crate::tolerance::CURVED_CUTS;
use crate::{DetectError, Faceted, Moving};
use glam::DVec3;
use tangency_bound::{BoundingVolume, FittedTree, MovingBox, TreeNode};
use tangency_geometry::surface::SurfaceJet;
use tangency_geometry::{Mesh, Motion, Pose, RigidPiece};
use tangency_interval::{Interval, Vector, Vector3};

/// The frame of every deforming mesh.
static WORLD: Motion = Motion::Still(Pose::IDENTITY);

/// The stretches of time during which all vertices of a mesh move smoothly, as pieces of the motion of the world's
/// frame; `None` if they are not known.
pub(in crate::curved) fn deforming_pieces(motion: &Motion, span: Interval) -> Option<Vec<RigidPiece<'static>>> {
    let mut instants = knots(motion, span)?;
    if motion.straight_between(span).is_none() && !span.is_singleton() {
        // The deviation of a curved path from its chord grows with the square of the length.
        instants = instants.windows(2).flat_map(|ends| parts([ends[0], ends[1]])).chain([span.upper()]).collect();
    }
    let piece = |ends: &[f64]| WORLD.rigid_pieces(Interval::between(ends[0], ends[1]));
    Some(instants.windows(2).filter_map(piece).flatten().collect())
}

/// The starts of the equal parts of a stretch of time.
fn parts([start, end]: [f64; 2]) -> impl Iterator<Item = f64> {
    (0..CURVED_CUTS).map(move |part| start + (end - start) * f64::from(part) / f64::from(CURVED_CUTS))
}

/// The mesh, if its vertices move independently at some time of the span.
pub(in crate::curved) fn deforms(moving: &Moving, span: Interval) -> Option<Faceted<'_>> {
    moving.faceted().filter(|faceted| faceted.motion().rigid_pieces(span).is_none())
}

/// `true` proves that no vertex jumps between consecutive [`deforming_pieces`].
pub(in crate::curved) fn continuous(motion: &Motion, span: Interval) -> bool {
    motion.straight_between(span).is_some() || matches!(motion, Motion::Expression(_))
}

/// The path of one vertex.
#[derive(Clone, Copy, Debug)]
pub(super) enum DeformingVertexPath<'body> {
    /// Along a line at constant speed. `from`: the instant at which it starts, `length`: the duration, both in
    /// seconds.
    Straight { path: StraightPath, from: f64, length: Interval },
    /// By formula: the motion of the vertex with this index and local position.
    Curved { motion: &'body Motion, vertex: u32, local: DVec3 },
}

impl DeformingVertexPath<'_> {
    /// Encloses the position during the span.
    fn place(&self, time: Interval) -> Vector3 {
        match self {
            Self::Straight { path, from, length } => path.at(share(time, *from, *length)),
            Self::Curved { motion, vertex, local } => motion.during(time).point(*vertex as usize, *local),
        }
    }

    /// Encloses the velocity during the span, in metres per second.
    fn velocity(&self, time: Interval) -> Vector3 {
        match self {
            Self::Straight { length, .. } if *length == Interval::ZERO => Vector3::ZERO,
            Self::Straight { path, length, .. } => path.step() * (Interval::ONE / *length),
            Self::Curved { motion, vertex, local } => motion.during(time).velocity(*vertex as usize, *local),
        }
    }
}

/// The fraction of the stretch that has passed, between 0 and 1.
fn share(time: Interval, from: f64, length: Interval) -> Interval {
    if length == Interval::ZERO {
        return Interval::ZERO;
    }
    ((time - Interval::from(from)) / length).intersection(Interval::between(0.0, 1.0))
}

/// The kind of element of a deforming mesh, with its index.
#[derive(Clone, Copy, Debug)]
pub(super) enum DeformingFeature {
    Triangle(u32),
    Segment(u32),
    Corner(u32),
}

/// Encloses a triangle with its corners on these paths over a box of its parameters and a span of time. For an edge
/// or a vertex, the unused corners repeat the first.
pub(super) fn triangle_enclosure(
    paths: &[DeformingVertexPath<'_>; 3],
    [u, v, time]: [Interval; 3],
) -> ElementEnclosure {
    let instant = Interval::from(time.mid());
    let elapsed = time - instant;
    let rates = paths.each_ref().map(|path| path.velocity(time));
    let centres = paths.each_ref().map(|path| path.place(instant));
    let (dut, dvt) = (rates[1] - rates[0], rates[2] - rates[0]);
    let tangents = [centres[1] - centres[0], centres[2] - centres[0]];
    let centre = centres[0] + tangents[0] * Interval::from(u.mid()) + tangents[1] * Interval::from(v.mid());
    let known = rates.iter().all(|rate| rate.0.iter().all(|side| side.is_bounded()));
    if !known {
        let places = paths.each_ref().map(|path| path.place(time));
        let point = places[0] + (places[1] - places[0]) * u + (places[2] - places[0]) * v;
        return ElementEnclosure { point, centre, tangents, jet: None, slopes: None };
    }
    let (du, dv) = (tangents[0] + dut * elapsed, tangents[1] + dvt * elapsed);
    let point = paths[0].place(time).intersection(centres[0] + rates[0] * elapsed) + du * u + dv * v;
    let dt = rates[0] + dut * u + dvt * v;
    ElementEnclosure {
        point,
        centre,
        tangents,
        jet: Some(SurfaceJet { point, du, dv, dt, dut, dvt, ..AT_REST }),
        slopes: None,
    }
}

/// A mesh with its vertices on their paths.
pub(in crate::curved) struct DeformingMesh<'body> {
    body: Faceted<'body>,
    paths: StraightPaths,
    /// Whether `paths` are exact. Otherwise they are chords with room around them.
    straight: bool,
    boxes: FittedTree<'body, MovingBox>,
    from: f64,
    length: Interval,
    speed: f64,
}

impl<'body> DeformingMesh<'body> {
    /// The mesh during a stretch of time.
    pub(in crate::curved) fn of(body: Faceted<'body>, span: Interval) -> Result<Self, DetectError> {
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
        made.speed = vertices.map(|vertex| made.path(vertex).velocity(span).length().upper()).fold(0.0, f64::max);
        Ok(made)
    }

    /// Metres per second. Upper bound on the speed of all its points.
    pub(super) fn speed(&self) -> f64 {
        self.speed
    }

    fn path(&self, vertex: u32) -> DeformingVertexPath<'body> {
        if self.straight {
            return DeformingVertexPath::Straight { path: self.paths.of(vertex), from: self.from, length: self.length };
        }
        DeformingVertexPath::Curved {
            motion: self.body.motion(),
            vertex,
            local: self.body.facets().mesh().vertices()[vertex as usize],
        }
    }

    /// Encloses a vertex during a span.
    pub(super) fn place(&self, vertex: u32, time: Interval) -> Vector3 {
        self.path(vertex).place(time)
    }

    /// The bounds of the whole mesh during the stretch.
    pub(in crate::curved) fn bounds(&self) -> BodyBounds {
        let MovingBox { start, end } = self.boxes.volume(0);
        BodyBounds::of_box(start.intervals().hull(end.intervals()))
    }

    /// Encloses everything below a node of the tree during a span.
    pub(super) fn volume(&self, node: u32, time: Interval) -> Vector3 {
        let MovingBox { start, end } = self.boxes.volume(node);
        let passed = share(time, self.from, self.length);
        let along = |from: f64, to: f64| Interval::from(from) + (Interval::from(to) - from) * passed;
        Vector::from_fn(|axis| {
            let lower = along(start.lower()[axis], end.lower()[axis]).lower();
            Interval::between(lower, along(start.upper()[axis], end.upper()[axis]).upper())
        })
    }

    /// The contents of a node, and an upper bound on its size in metres.
    pub(super) fn below(&self, node: u32) -> (TreeNode, f64) {
        let MovingBox { start, end } = self.boxes.volume(node);
        let size = [start, end].map(|volume| (volume.upper() - volume.lower()).max_element());
        (self.boxes.below(node), size[0].max(size[1]))
    }

    /// A triangle, and with `with_borders` the edges and vertices that it owns.
    pub(super) fn parts(&self, triangle: u32, with_borders: bool) -> Vec<ElementShape<'body>> {
        let mesh: &Mesh = self.body.facets().mesh();
        let part = |flat: DeformingFeature, corners: [u32; 3]| {
            ElementShape::Deforming(flat, Box::new(corners.map(|corner| self.path(corner))))
        };
        let mut parts = vec![part(DeformingFeature::Triangle(triangle), mesh.triangles()[triangle as usize])];
        if with_borders {
            let owned = self.body.facets().owned(triangle as usize);
            parts.extend(owned.edges.into_iter().flatten().map(|edge| {
                let [from, to] = mesh.edges()[edge as usize];
                part(DeformingFeature::Segment(edge), [from, to, from])
            }));
            parts.extend(
                owned.vertices.into_iter().flatten().map(|vertex| part(DeformingFeature::Corner(vertex), [vertex; 3])),
            );
        }
        parts
    }
}
