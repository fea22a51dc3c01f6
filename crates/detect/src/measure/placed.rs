//! Bodies of triangles at an instant.
//!
//! **Question.** Where are the triangles of a body at an instant, and how wrong may the computed positions be?
//!
//! **Idea.** A rigid body keeps its tree and gets a pose. The vertices of a deforming body are placed one by one, and a
//! tree is built over them.
//!
//! **Guarantee.** Every vertex is within [`PlacedFacets::error`] of its exact position.
//!
//! **Cost.** One pose, or O(n log n) for a deforming body of n triangles.

use crate::flight::Placed;
use crate::tolerance::{BOX_AXES_ERROR, PLAIN_ROUNDINGS};
use crate::{DetectError, Faceted, Facets, Prepared};
use glam::{DMat3, DVec3};
use std::borrow::Cow;
use tangency_bound::ObbTree;
use tangency_geometry::{Mesh, Placement, Pose, Shape};
use tangency_interval::Interval;

/// A body of triangles at an instant.
pub(super) struct PlacedFacets<'body> {
    /// The triangles in the frame of the pose.
    facets: Cow<'body, Facets>,
    pose: Pose,
    /// Whether the triangles bound a solid.
    solid: bool,
    /// Metres. No vertex is farther than this from its exact position.
    error: f64,
}

impl<'body> PlacedFacets<'body> {
    /// The body at an instant. The motion does not jump there.
    pub(super) fn new(body: Faceted<'body>, at: f64) -> Result<Self, DetectError> {
        let (facets, motion) = (body.facets(), body.motion());
        let solid = facets.is_solid();
        let placed = match motion.at(at) {
            Placement::Pose(pose) => {
                let error = motion.rounding(at, 0, DVec3::new(facets.reach(), 0.0, 0.0));
                Self { facets: Cow::Borrowed(facets), pose, solid, error }
            }
            placement @ (Placement::Points(_) | Placement::Expression(_)) => {
                let vertices = facets.mesh().vertices();
                let position = |(index, &local): (usize, &DVec3)| placement.point(index, local);
                let rounding = |(index, &local): (usize, &DVec3)| motion.rounding(at, index, local);
                let points: Vec<DVec3> = vertices.iter().enumerate().map(position).collect();
                let error = vertices.iter().enumerate().map(rounding).fold(0.0, larger);
                let mesh = Mesh::new(points, facets.mesh().triangles().to_vec());
                let prepared = mesh.map(|mesh| Prepared::new(Shape::Mesh(mesh)));
                let Ok(Prepared::Facets(facets)) = prepared else { return Err(DetectError::Unbounded) };
                Self { facets: Cow::Owned(*facets), pose: Pose::IDENTITY, solid, error }
            }
        };
        if placed.error.is_finite() { Ok(placed) } else { Err(DetectError::Unbounded) }
    }
}

/// The larger of both, or NaN if one is.
fn larger(a: f64, b: f64) -> f64 {
    if a >= b || a.is_nan() { a } else { b }
}

/// Two placed bodies of triangles.
pub(super) struct PlacedFacetPair<'pair> {
    pub(super) models: [&'pair Facets; 2],
    /// Which of them bound a solid.
    solids: [bool; 2],
    pub(super) placed: Placed,
    /// The origin of `a`, from which [`Placed`] measures.
    pub(super) origin: DVec3,
    /// Metres. Bounds the error of every distance of computed points, and of every lead along a unit direction.
    pub(super) rounding: f64,
}

impl<'pair> PlacedFacetPair<'pair> {
    /// The pair of two placed bodies.
    pub(super) fn new([a, b]: [&'pair PlacedFacets<'_>; 2]) -> Result<Self, DetectError> {
        let turn = |pose: &Pose| DMat3::from_quat(pose.rotation().normalize());
        let between = b.pose.translation() - a.pose.translation();
        let placed = Placed { a: turn(&a.pose), b: turn(&b.pose), between };
        let sizes = 2.0 * (a.facets.reach() + b.facets.reach()) + between.length();
        let rounding = a.error + b.error + PLAIN_ROUNDINGS * f64::EPSILON * sizes;
        if !rounding.is_finite() {
            return Err(DetectError::Unbounded);
        }
        let solids = [a.solid, b.solid];
        Ok(Self { models: [&a.facets, &b.facets], solids, placed, origin: a.pose.translation(), rounding })
    }

    /// The corners of a triangle of each body, relative to the origin of `a`.
    #[inline]
    pub(super) fn corners(&self, [i, j]: [u32; 2]) -> [[DVec3; 3]; 2] {
        let [a, b] = self.models;
        [
            a.mesh().corners(i as usize).map(|corner| self.placed.a * corner),
            b.mesh().corners(j as usize).map(|corner| self.placed.b * corner + self.placed.between),
        ]
    }

    /// Whether a part of one body may be inside the other. `false` proves that none is, for surfaces that do not meet:
    /// a vertex of every connected part of either is outside the box around the other.
    pub(super) fn may_contain(&self) -> bool {
        [(0, 1), (1, 0)].into_iter().any(|(outer, inner): (usize, usize)| {
            let other = self.models[inner];
            let in_box = |&vertex: &u32| self.in_root_box(outer, other.mesh().vertices()[vertex as usize]);
            self.solids[outer] && other.representatives().iter().any(in_box)
        })
    }

    /// Whether a point of the other body, in its frame, may be in the box around body `outer`. `false` proves that it
    /// is not.
    pub(super) fn in_root_box(&self, outer: usize, local: DVec3) -> bool {
        let volume = self.models[outer].boxes().volume(ObbTree::ROOT);
        let offset = self.seen_from(outer, local) - volume.centre();
        let along = (volume.axes().transpose() * offset).abs();
        let sizes = volume.half().element_sum() + volume.centre().length() + offset.length();
        along.cmple(volume.half() + BOX_AXES_ERROR * sizes + self.rounding).all()
    }

    /// A point of the other body, in its frame, in the frame of body `outer`.
    pub(super) fn seen_from(&self, outer: usize, local: DVec3) -> DVec3 {
        let Placed { a, b, between } = self.placed;
        if outer == 0 { a.transpose() * (b * local + between) } else { b.transpose() * (a * local - between) }
    }

    /// A point of a body, in its frame, in the frame of the world.
    pub(super) fn in_world(&self, side: usize, local: DVec3) -> DVec3 {
        let Placed { a, b, between } = self.placed;
        self.origin + if side == 0 { a * local } else { b * local + between }
    }
}

/// The corners of a triangle of a body at an instant, up to rounding.
pub(super) fn corners_at(body: Faceted<'_>, triangle: u32, at: f64) -> [DVec3; 3] {
    let mesh = body.facets().mesh();
    let corners = mesh.triangles()[triangle as usize];
    let local = |corner: u32| mesh.vertices()[corner as usize];
    let instant = Interval::from(at);
    if body.motion().is_rigid(instant) {
        let placement = body.motion().at(at);
        corners.map(|corner| placement.point(corner as usize, local(corner)))
    } else {
        let enclosure = body.motion().during(instant);
        corners.map(|corner| DVec3::from_array(enclosure.point(corner as usize, local(corner)).mid()))
    }
}
