//! The distance of two bodies of triangles at an instant, enclosed.
//!
//! **Question.** How far are the surfaces of two placed meshes apart, and which triangles are closest?
//!
//! **Idea.** Descend both trees of oriented boxes together, the nearer pair of boxes first. Skip pairs of boxes that
//! are farther apart than the lower bound of the closest triangles so far. The gap of two boxes along any unit
//! direction bounds their distance. Three directions are tried: between the closest triangles so far (at first, between
//! the convex hulls), between the centres of the boxes, and between their closest points.
//! The closest triangles of another instant are measured first: they are probably still close.
//!
//! **Guarantee.** The distance of the surfaces is within the bounds, rounding and the error of the positions included.
//! Every pair of triangles is measured, or is below a pair of boxes that is proved to be at least as far apart as the
//! lower bound. The bounds hold whatever triangles are measured first. Surfaces that are proved to cross have the
//! distance zero: an edge of one pierces a triangle of the other, for all positions within the error.
//!
//! **Cost.** Some dozens to hundreds of pairs of boxes, a tenth of a microsecond each, and a few pairs of triangles.
//!
//! **Source.** Larsen, Gottschalk, Lin and Manocha, *Fast distance queries with rectangular swept sphere volumes*
//! (2000), for the descent.

use super::exact::triangles_meet;
use super::placed::PlacedFacetPair;
use super::triangles::{SIDES, TriangleGap};
use crate::closest::{closest, weighted};
use crate::convex::{Bodies, Simplex};
use crate::features::{FeaturePair, MeshFeature, StraightPath};
use crate::flight::Placed;
use crate::limits::ContactThreshold;
use crate::rigid::{between_boxes, lead as lead_along};
use crate::tolerance::BOX_AXES_ERROR;
use glam::DVec3;
use tangency_bound::{BoundingVolume, ObbNode, ObbTree};
use tangency_geometry::Feature;
use tangency_interval::Vector3;

/// The closest triangles of two placed meshes.
#[derive(Clone, Copy, Debug)]
pub(super) struct SurfaceGap {
    /// Metres. The surfaces are at least this far apart.
    pub(super) lower: f64,
    /// Metres. The surfaces are at most this far apart.
    pub(super) upper: f64,
    /// The closest triangles.
    pub(super) triangles: [u32; 2],
    /// The unit direction between them; zero if they cross.
    pub(super) direction: DVec3,
    /// The barycentric weights of the closest points.
    weights: [[f64; 3]; 2],
    /// Whether an edge of one surface is proved to pierce a triangle of the other. Both bounds are zero then.
    pub(super) crosses: bool,
    /// Pairs of boxes and triangles that were compared.
    pub(super) steps: u64,
}

/// The state of the descent.
struct SurfaceDescent<'pair> {
    pair: &'pair PlacedFacetPair<'pair>,
    best: Option<SurfaceGap>,
    /// Pairs of boxes are skipped that are farther apart than this share of the least lower bound.
    share: f64,
    /// Metres. This share of the least lower bound of all triangles measured, before rounding is subtracted.
    lower: f64,
    /// A unit direction from `a` to `b`, in the frames of both; zero if there is none.
    along: [DVec3; 2],
    /// Metres. How far the origin of `b` is ahead of that of `a` along it.
    ahead: f64,
    steps: u64,
}

/// The distance of the surfaces of two placed meshes. `guess`: triangles that are probably close. `excess`: the
/// fraction by which the bounds may differ; 0 for bounds as close as rounding allows.
pub(super) fn surface_gap(pair: &PlacedFacetPair<'_>, guess: Option<[u32; 2]>, excess: f64) -> SurfaceGap {
    let mut descent = SurfaceDescent::new(pair, 1.0 - excess);
    if let Some(triangles) = guess {
        descent.measure(triangles);
        if descent.crosses() {
            return descent.finish();
        }
    }
    if descent.best.is_none_or(|best| best.direction == DVec3::ZERO) {
        descent.face(
            Bodies::of(pair.models).closest(&pair.placed, &mut Simplex::default(), ContactThreshold::NONE).direction,
        );
    }
    let [a, b] = pair.models.map(|model| model.boxes());
    let root = [ObbTree::ROOT; 2];
    let mut waiting = vec![(root, descent.gap(root))];
    while let Some((nodes, gap)) = waiting.pop() {
        if gap >= descent.lower {
            continue;
        }
        let children = match [a.below(nodes[0]), b.below(nodes[1])] {
            [ObbNode::Triangle(i), ObbNode::Triangle(j)] => {
                descent.measure([i, j]);
                if descent.crosses() {
                    break;
                }
                continue;
            }
            [ObbNode::Children(first), ObbNode::Triangle(_)] => [first, first + 1].map(|child| [child, nodes[1]]),
            [ObbNode::Triangle(_), ObbNode::Children(first)] => [first, first + 1].map(|child| [nodes[0], child]),
            [ObbNode::Children(of_a), ObbNode::Children(of_b)] => {
                if a.volume(nodes[0]).half().max_element() >= b.volume(nodes[1]).half().max_element() {
                    [of_a, of_a + 1].map(|child| [child, nodes[1]])
                } else {
                    [of_b, of_b + 1].map(|child| [nodes[0], child])
                }
            }
        };
        let [one, other] = children.map(|nodes| (nodes, descent.gap(nodes)));
        // The last one pushed is visited first.
        waiting.extend(if one.1 < other.1 { [other, one] } else { [one, other] });
    }
    descent.finish()
}

impl<'pair> SurfaceDescent<'pair> {
    fn new(pair: &'pair PlacedFacetPair<'pair>, share: f64) -> Self {
        Self { pair, best: None, share, lower: f64::INFINITY, along: [DVec3::ZERO; 2], ahead: 0.0, steps: 0 }
    }

    /// Metres. Bounds the distance of two boxes from below, up to the rounding that is subtracted at the end.
    fn gap(&mut self, [a, b]: [u32; 2]) -> f64 {
        self.steps += 1;
        let [of_a, of_b] = self.pair.models;
        let (a, b) = (of_a.boxes().volume(a), of_b.boxes().volume(b));
        let [along_a, along_b] = self.along;
        let first_of_b = along_b.dot(b.centre()) - b.radius_along(along_b);
        let last_of_a = along_a.dot(a.centre()) + a.radius_along(along_a);
        let lead = self.ahead + first_of_b - last_of_a;
        if lead >= self.lower {
            return lead;
        }
        // Directions of this pair of boxes.
        let placed = &self.pair.placed;
        let centres = (placed.between + placed.b * b.centre() - placed.a * a.centre()).normalize_or_zero();
        let lead = lead.max(lead_along(a, b, placed, centres));
        if lead >= self.lower { lead } else { lead.max(lead_along(a, b, placed, between_boxes(a, b, placed))).max(0.0) }
    }

    /// Sets the direction along which gaps are measured.
    fn face(&mut self, direction: DVec3) {
        let Placed { a, b, between } = self.pair.placed;
        self.along = [a.transpose() * direction, b.transpose() * direction];
        self.ahead = direction.dot(between);
    }

    /// Measures two triangles.
    fn measure(&mut self, triangles: [u32; 2]) {
        self.steps += 1;
        let [a, b] = self.pair.corners(triangles);
        let TriangleGap { lower, upper, direction, weights } = TriangleGap::of(a, b, 2.0 * self.pair.rounding);
        self.lower = self.lower.min(self.share * lower);
        if self.best.is_none_or(|best| upper < best.upper) {
            if direction != DVec3::ZERO {
                self.face(direction);
            }
            self.best = Some(SurfaceGap { lower, upper, triangles, direction, weights, crosses: false, steps: 0 });
        }
        if lower == 0.0
            && let Some(weights) = crossing([a, b], self.pair.rounding)
        {
            self.best = Some(SurfaceGap { lower, upper: 0.0, triangles, direction, weights, crosses: true, steps: 0 });
        }
    }

    fn crosses(&self) -> bool {
        self.best.is_some_and(|best| best.crosses)
    }

    fn finish(self) -> SurfaceGap {
        let best = self.best.unwrap_or(SurfaceGap {
            lower: 0.0,
            upper: f64::INFINITY,
            triangles: [0; 2],
            direction: DVec3::ZERO,
            weights: [[1.0, 0.0, 0.0]; 2],
            crosses: false,
            steps: 0,
        });
        if best.crosses {
            return SurfaceGap { lower: 0.0, steps: self.steps, ..best };
        }
        let lower = (self.lower.min(best.upper) - self.pair.rounding).max(0.0);
        let upper = best.upper + self.pair.rounding;
        SurfaceGap { lower, upper, steps: self.steps, ..best }
    }
}

impl SurfaceGap {
    /// What two triangles tell about the distance of the surfaces: an upper bound.
    pub(super) fn above(pair: &PlacedFacetPair<'_>, triangles: [u32; 2]) -> Self {
        let mut descent = SurfaceDescent::new(pair, 1.0);
        descent.measure(triangles);
        Self { lower: 0.0, ..descent.finish() }
    }

    /// The closest points, in the frame of the world.
    pub(super) fn points(&self, pair: &PlacedFacetPair<'_>) -> [DVec3; 2] {
        let [a, b] = pair.corners(self.triangles);
        [weighted(&a, self.weights[0]), weighted(&b, self.weights[1])].map(|point| pair.origin + point)
    }

    /// The features that contain the closest points.
    pub(super) fn features(&self, pair: &PlacedFacetPair<'_>) -> [Feature; 2] {
        [0, 1].map(|side| {
            let mesh = pair.models[side].mesh();
            MeshFeature::triangle(mesh, self.triangles[side]).named(mesh, self.weights[side])
        })
    }
}

/// The weights of a point in which an edge of one triangle pierces the other. `Some` proves that they cross, for all
/// corners within `error` of these.
fn crossing([a, b]: [[DVec3; 3]; 2], error: f64) -> Option<[[f64; 3]; 2]> {
    let path = |corner: DVec3| StraightPath::widened([Vector3::point(corner.to_array()); 2], error);
    let pierced = |edged: &[DVec3; 3], [from, to]: [usize; 2], triangle: &[DVec3; 3]| {
        let edge = [edged[from], edged[to]];
        let pair = FeaturePair::on_paths(&edge.map(path), &triangle.map(path));
        pair.certainly_pierced(0.0).then(|| {
            let witness = closest(&edge, triangle);
            let mut weights = [0.0; 3];
            (weights[from], weights[to]) = (witness.weights_a[0], witness.weights_a[1]);
            [weights, witness.weights_b]
        })
    };
    SIDES
        .into_iter()
        .find_map(|side| pierced(&a, side, &b).or_else(|| pierced(&b, side, &a).map(|[on_b, on_a]| [on_a, on_b])))
}

/// Whether the surfaces of two meshes at rest in the frame of the world, at coordinates that are exact doubles, have a
/// common point. `None` if some triangles cannot be decided and none is found to meet.
pub(super) fn exactly_meet(pair: &PlacedFacetPair<'_>) -> Option<bool> {
    let [a, b] = pair.models.map(|model| model.boxes());
    let mut decided = true;
    let mut waiting = vec![[ObbTree::ROOT; 2]];
    while let Some(nodes) = waiting.pop() {
        let (volume_a, volume_b) = (a.volume(nodes[0]), b.volume(nodes[1]));
        if volume_a.disjoint(volume_b) {
            continue;
        }
        match [a.below(nodes[0]), b.below(nodes[1])] {
            [ObbNode::Triangle(i), ObbNode::Triangle(j)] => {
                let [mesh_a, mesh_b] = pair.models.map(|model| model.mesh());
                match triangles_meet(mesh_a.corners(i as usize), mesh_b.corners(j as usize)) {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => decided = false,
                }
            }
            [ObbNode::Children(first), below]
                if matches!(below, ObbNode::Triangle(_))
                    || volume_a.half().max_element() >= volume_b.half().max_element() =>
            {
                waiting.extend([first, first + 1].map(|child| [child, nodes[1]]));
            }
            [_, ObbNode::Children(first)] => waiting.extend([first, first + 1].map(|child| [nodes[0], child])),
            [ObbNode::Children(first), ObbNode::Triangle(_)] => {
                waiting.extend([first, first + 1].map(|child| [child, nodes[1]]));
            }
        }
    }
    decided.then_some(false)
}

/// A point of one body and the nearest point of the surface of the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointGap {
    /// Metres. Bounds on the distance, before rounding is added.
    pub(super) lower: f64,
    pub(super) upper: f64,
    /// The point and the nearest point of the surface, in the frame of the world.
    pub(super) points: [DVec3; 2],
    /// The feature of the surface.
    pub(super) feature: Feature,
}

/// The distance of a point of body `inner`, in its frame, from the surface of the other body.
pub(super) fn point_gap(pair: &PlacedFacetPair<'_>, inner: usize, local: DVec3) -> PointGap {
    let (surface, point) = (pair.models[1 - inner], pair.seen_from(1 - inner, local));
    let tree = surface.boxes();
    let distance = |node: u32| {
        let volume = tree.volume(node);
        let offset = point - volume.centre();
        let outside = (volume.axes().transpose() * offset).abs() - volume.half();
        outside.max(DVec3::ZERO).length() - BOX_AXES_ERROR * (volume.half().element_sum() + offset.length())
    };
    let (mut lower, mut best) = (f64::INFINITY, (f64::INFINITY, 0, [1.0, 0.0, 0.0]));
    let mut waiting = vec![(ObbTree::ROOT, 0.0)];
    while let Some((node, gap)) = waiting.pop() {
        if gap >= lower {
            continue;
        }
        match tree.below(node) {
            ObbNode::Triangle(triangle) => {
                let corners = surface.mesh().corners(triangle as usize);
                let found = TriangleGap::of([point; 3], corners, 2.0 * pair.rounding);
                lower = lower.min(found.lower);
                if found.upper < best.0 {
                    best = (found.upper, triangle, found.weights[1]);
                }
            }
            ObbNode::Children(first) => {
                let [one, other] = [first, first + 1].map(|child| (child, distance(child)));
                waiting.extend(if one.1 < other.1 { [other, one] } else { [one, other] });
            }
        }
    }
    let (upper, triangle, weights) = best;
    let nearest = weighted(&surface.mesh().corners(triangle as usize), weights);
    PointGap {
        lower: lower.min(upper),
        upper,
        points: [pair.in_world(inner, local), pair.in_world(1 - inner, nearest)],
        feature: MeshFeature::triangle(surface.mesh(), triangle).named(surface.mesh(), weights),
    }
}
