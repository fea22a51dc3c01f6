//! The first hit of a moving ball with a triangle mesh or a height map.
//!
//! **Question.** When does a ball that moves along a ray first touch a triangle?
//!
//! **Idea.** The centre enters the triangle grown by the radius, which is a convex set (`entry`). The closest point of
//! the triangle gives a plane between it and the centre. Trees and pyramids are walked with boxes grown by the radius.
//!
//! **Guarantee.** That of `entry`. The direction of the plane is a guess in floating point; the distance of all three
//! corners from the plane is what is used, with its rounding.
//!
//! **Cost.** Some 100 ns for each triangle near the path.
//!
//! **Source.** As `entry`.

use super::entry::{Entry, EntryRay, RayPointGap};
use super::facets::{FacetTarget, LeafTriangle};
use super::ray::{Interior, Ray, RayHit};
use super::triangle::LineRay;
use crate::closest::{closest, weighted};
use crate::tolerance::CAST_GAP_ROUNDING;
use glam::DVec3;
use tangency_geometry::{Evidence, Feature};
use tangency_interval::Interval;

/// A ball that moves along a ray.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovingBall {
    pub(super) path: EntryRay,
    pub(super) radius: f64,
}

/// The first triangle that the ball touches.
#[derive(Clone, Copy, Debug)]
pub(super) struct BallHit {
    pub(super) lower: f64,
    pub(super) upper: f64,
    pub(super) triangle: u32,
    pub(super) proved: bool,
    normal: DVec3,
}

impl MovingBall {
    pub(super) fn new(ray: &Ray, radius: f64) -> Self {
        Self { path: EntryRay { origin: ray.origin, unit: ray.unit(), length: ray.length }, radius }
    }

    /// Metres. Beyond this distance no triangle is touched first.
    pub(super) fn limit(&self, first: Option<&BallHit>) -> f64 {
        first.filter(|first| first.proved).map_or(self.path.length, |first| first.upper)
    }

    /// Adds a triangle to the first hit so far. The order of the triangles does not matter.
    pub(super) fn meet(&self, first: &mut Option<BallHit>, triangle: u32, corners: &[DVec3; 3]) {
        let path = EntryRay { length: self.limit(first.as_ref()), ..self.path };
        let new = match path.first_entry(|centre| gap(corners, centre, self.radius)) {
            Entry::Miss => return,
            Entry::Inside => {
                let normal = gap(corners, path.origin, self.radius).normal;
                BallHit { lower: 0.0, upper: 0.0, triangle, proved: true, normal }
            }
            Entry::Meets { lower, upper, normal, proved } => BallHit { lower, upper, triangle, proved, normal },
        };
        *first = Some(match *first {
            None => new,
            Some(known) => {
                // A proved hit bounds the first from above; one that is not proved only takes the place of another.
                let better = (!new.proved, new.upper, new.triangle) < (!known.proved, known.upper, known.triangle);
                let kept = if better { new } else { known };
                BallHit { lower: new.lower.min(known.lower), ..kept }
            }
        });
    }
}

impl BallHit {
    /// The hit as the caller sees it. `corners` are those of the triangle, `feature` names a part of it by weights.
    pub(super) fn described(
        &self,
        ray: &Ray,
        corners: &[DVec3; 3],
        feature: impl FnOnce([f64; 3]) -> Feature,
    ) -> RayHit {
        let distance = Interval::between(self.lower, self.upper);
        let point = ray.at(distance.mid());
        let weights = closest(&[point], corners).weights_b;
        let evidence = if self.proved { Evidence::Proved } else { Evidence::Computed };
        RayHit { distance, point, normal: self.normal, feature: Some(feature(weights)), evidence }
    }
}

/// The gap between a triangle grown by a radius and a point.
fn gap(corners: &[DVec3; 3], centre: DVec3, radius: f64) -> RayPointGap {
    let around = corners.map(|corner| corner - centre);
    let nearest = weighted(&around, closest(&[DVec3::ZERO], &around).weights_b);
    let distance = nearest.length();
    let size = around.iter().fold(radius, |size, corner| size.max(corner.abs().max_element()));
    let rounding = CAST_GAP_ROUNDING * size;
    let normal = if distance > 0.0 { -nearest / distance } else { DVec3::Z };
    let lead = around.iter().map(|&corner| -normal.dot(corner)).fold(f64::INFINITY, f64::min);
    RayPointGap { lower: lead - radius - rounding, upper: distance - radius + rounding, normal }
}

impl FacetTarget {
    pub(super) fn sweep(&self, ray: &Ray, radius: f64, interior: Interior) -> Option<RayHit> {
        if let Some(start) = self.start(ray, None, interior) {
            return Some(start);
        }
        let ball = MovingBall::new(ray, radius);
        let speed = LineRay::new(ray).speed();
        let parameter = |distance: f64| (Interval::from(distance) / speed).upper();
        let tree_ray = self.tree.ray(ray, radius);
        let mut first: Option<BallHit> = None;
        self.tree.walk(&tree_ray, tree_ray.limit(parameter(ray.length)), |from, count, limit| {
            for place in from..from + count {
                let LeafTriangle { corners, index } = &self.leaves[place];
                ball.meet(&mut first, *index, corners);
            }
            *limit = tree_ray.limit(parameter(ball.limit(first.as_ref())));
        });
        let first = first?;
        let corners = self.mesh.corners(first.triangle as usize);
        Some(first.described(ray, &corners, |weights| self.feature(first.triangle, weights)))
    }

    /// The vertex, the edge or the face of a triangle on which a point with these weights lies.
    fn feature(&self, triangle: u32, weights: [f64; 3]) -> Feature {
        let indices = self.mesh.triangles()[triangle as usize];
        let used: Vec<usize> = (0..3).filter(|&corner| weights[corner] > 0.0).collect();
        let edge = |a: usize, b: usize| {
            let index = self.mesh.edge_between(indices[a], indices[b])?;
            let forward = self.mesh.edges()[index as usize][0] == indices[a];
            Some(Feature::Edge { index, parameter: if forward { weights[b] } else { weights[a] } })
        };
        match used[..] {
            [corner] => Feature::Vertex(indices[corner]),
            [a, b] => edge(a, b).unwrap_or(Feature::Face { index: triangle, weights }),
            _ => Feature::Face { index: triangle, weights },
        }
    }
}
