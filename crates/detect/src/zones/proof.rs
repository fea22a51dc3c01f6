//! A proof of the distance along one direction.
//!
//! **Question.** How far are two bodies certainly apart?
//!
//! **Idea.** All of `b` leads all of `a` along a unit direction by no more than the distance. The best direction is known
//! from the features: the normal of a face, the common normal of two edges, or the vector between the points. A vertex of
//! an exact convex hull is the highest along a direction if all its edges descend. If that is not so, or not by enough for
//! rounding, support tables, which omit no vertex, give the highest vertex. The highest vertex along the normal of a face
//! is known beforehand.
//!
//! **Guarantee.** The lower bound is a proof, whatever the features are. The error of the lead is at most
//! [`ZONE_ROUNDINGS`] roundings of the sizes of the bodies and their distance: the relative rotation is a product of two
//! matrices of a dozen roundings each, so a turned direction is off by less than thirty, and the height of a vertex along
//! it by less than forty. Another thirty are for the direction in the frame of the world, which `event` keeps.
//!
//! **Cost.** The edges of one or two vertices.

use super::polyhedron::ZoneFeature;
use super::walk::{Spot, Walk};
use crate::tolerance::{BLURRED, CONE_WALLS, PARALLEL_FEATURES, WITHIN_CONE, ZONE_AGREEMENT, ZONE_ROUNDINGS};
use glam::DVec3;

/// The distance of two points, and a lower bound on that of their bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof {
    /// Metres. The distance of the points, computed.
    pub(super) distance: f64,
    /// Metres. Proved.
    pub(super) lower: f64,
    /// The unit direction from `a` to `b`, in the frame of `a`.
    pub(super) normal: DVec3,
    /// Metres. The sizes of both bodies and of their offset.
    sizes: f64,
}

impl Proof {
    /// `vector`: between the points of the spot.
    #[inline]
    pub(super) fn of(walk: &Walk<'_>, spot: &Spot, vector: DVec3) -> Self {
        use ZoneFeature::{Edge, Face, Vertex};
        let [a, b] = walk.bodies;
        let distance = vector.length();
        let sizes = walk.sizes;
        let both = |normal: DVec3| {
            let high_b = b.height_at(spot.features[1], walk.pose.turn_to(1, -normal));
            (normal, a.height_at(spot.features[0], normal), high_b)
        };
        let (normal, high_a, high_b) = match spot.features {
            [Face(face), _] => {
                let face = a.face(face);
                (face.normal, face.highest, b.height_at(spot.features[1], walk.pose.turn_to(1, -face.normal)))
            }
            [_, Face(face)] => {
                let face = b.face(face);
                let normal = walk.pose.rotation * -face.normal;
                (normal, a.height_at(spot.features[0], normal), face.highest)
            }
            [Edge(one), Edge(other)] => {
                let (one, other) = (a.edge(one), b.edge(other));
                let across = one.along.cross(walk.pose.rotation * other.along);
                let square = across.length_squared();
                let parallel = square * one.inverse_sq * other.inverse_sq <= PARALLEL_FEATURES;
                let normal = if parallel { vector / distance } else { across / square.sqrt() };
                both(if normal.dot(vector) < 0.0 { -normal } else { normal })
            }
            [Vertex(_), Vertex(_) | Edge(_)] | [Edge(_), Vertex(_)] => both(vector / distance),
        };
        let lead = normal.dot(walk.pose.shift) - high_b - high_a;
        Self { distance, lower: rounded_down(lead, sizes), normal, sizes }
    }

    /// Whether the points are as close as the bodies, up to rounding.
    #[inline]
    pub(super) fn agrees(&self) -> bool {
        self.distance - self.lower <= ZONE_AGREEMENT * self.sizes
    }
}

/// Metres. A proved lower bound on a lead. Points without a distance have no direction: NaN proves nothing.
#[inline]
fn rounded_down(lead: f64, sizes: f64) -> f64 {
    // The length of the direction is off by less than the rounding of a turn.
    let lower = lead - ZONE_ROUNDINGS * f64::EPSILON * (sizes + lead.abs());
    if lower.is_nan() { f64::NEG_INFINITY } else { lower }
}

/// The cone of directions along which both features are the highest of their bodies, in the frame of `a`.
#[derive(Default)]
struct CommonCone {
    /// Directions of the cone have no positive part along these unit vectors.
    descents: Vec<DVec3>,
    /// Directions of the cone are perpendicular to these edges.
    edges: Vec<DVec3>,
}

impl CommonCone {
    fn of(walk: &Walk<'_>, spot: &Spot) -> Self {
        let mut cone = Self::default();
        for side in [0, 1] {
            let into = |vector: DVec3| if side == 0 { vector } else { -walk.pose.turn_to(0, vector) };
            let body = walk.bodies[side];
            match spot.features[side] {
                ZoneFeature::Vertex(vertex) => {
                    cone.descents.extend(body.spokes_of(vertex).iter().map(|spoke| into(spoke.along)));
                }
                ZoneFeature::Edge(edge) => {
                    let edge = body.edge(edge);
                    cone.descents.extend(edge.inward.map(into));
                    cone.edges.push(into(edge.along).normalize_or_zero());
                }
                ZoneFeature::Face(face) => {
                    let normal = body.face(face).normal;
                    let across = normal.any_orthonormal_vector();
                    cone.edges.extend([across, normal.cross(across)].map(into));
                    cone.descents.push(into(-normal));
                }
            }
        }
        cone
    }

    /// The sum of the extreme rays, which are perpendicular to two of the vectors: a direction away from the walls. `None`
    /// if there is none, or if there are too many vectors.
    fn middle(&self) -> Option<DVec3> {
        let mut sum = DVec3::ZERO;
        let mut add = |one: DVec3, other: DVec3| {
            let Some(ray) = one.cross(other).try_normalize() else { return };
            for ray in [ray, -ray] {
                if self.descents.iter().all(|descent| descent.dot(ray) <= WITHIN_CONE) {
                    sum += ray;
                }
            }
        };
        match self.edges[..] {
            _ if self.descents.len() > CONE_WALLS => return None,
            [one, other, ..] => add(one, other),
            [edge] => self.descents.iter().for_each(|&descent| add(edge, descent)),
            [] => {
                for (index, &one) in self.descents.iter().enumerate() {
                    self.descents[..index].iter().for_each(|&other| add(one, other));
                }
            }
        }
        sum.try_normalize()
    }
}

impl Proof {
    /// The same with a better direction for points so close that rounding blurs the vector between them: a direction within
    /// the zones of both features, away from their walls.
    #[cold]
    pub(super) fn refined(self, walk: &Walk<'_>, spot: &Spot) -> Self {
        if self.agrees() || self.distance > BLURRED * self.sizes {
            return self;
        }
        let Some(middle) = CommonCone::of(walk, spot).middle() else { return self };
        let tried = Self::along(walk, self.distance, self.sizes, middle);
        if tried.lower > self.lower { tried } else { self }
    }

    /// The proof along a given direction.
    fn along(walk: &Walk<'_>, distance: f64, sizes: f64, normal: DVec3) -> Self {
        let [a, b] = walk.bodies;
        let lead = normal.dot(walk.pose.shift) - b.height(walk.pose.turn_to(1, -normal)) - a.height(normal);
        Self { distance, lower: rounded_down(lead, sizes), normal, sizes }
    }
}
