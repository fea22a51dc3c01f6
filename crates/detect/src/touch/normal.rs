//! The normal of a contact.
//!
//! **Question.** Two features touch at a point. Along which direction does `b` leave `a`?
//!
//! **Idea.** A vertex inside a face has the normal of the face. Two edges that cross have the normal perpendicular
//! to both. If the point is on a border (a corner on an edge, a corner on a corner, edges side by side), the two
//! tested features say little: the triangle may be the wall beside the floor. Then all faces and edges around the
//! point count, on both bodies. An edge between two coplanar faces is not a border but the inside of a flat face.
//!
//! A normal is right if all of `a` around the point is behind its tangent plane and all of `b` in front: then `b`
//! leaves `a` along it. The extreme directions with this property are normals of faces, or perpendicular to an edge
//! of each body. These are the candidates. Parallel faces of both bodies come first, then other faces, then edges.
//! Among equal candidates the one nearest to the direction that separated the features just before is taken, or the
//! mean of the right candidates if they were never apart.
//!
//! **Guarantee.** The tangent plane of a *certain* normal separates the bodies around the point, up to
//! [`WRONG_SIDE`]. If no plane does (a corner in a groove), the normal is that of a touched face. If there is no
//! such face either, the normal is perpendicular to two edges, or the vector between the bodies, and not certain.
//! If an edge pierces a face, no plane separates the bodies; the normal is that of the face, from `a` to `b`.
//!
//! **Cost.** Nothing for a vertex inside a face and for crossing edges; some microseconds on a border.
//!
//! **Source.** Ours. Extreme separating planes of two polyhedral cones come from faces or from two edges: this is the
//! separating axis theorem (Gottschalk et al. 1996), for cones.

use super::Rank;
use crate::Facets;
use crate::closest::weighted;
use crate::features::MeshFeature;
use crate::tolerance::{FLAT_EDGE, NEAR_BORDER, PARALLEL_EDGES, SAME_POINT, WRONG_SIDE};
use glam::DVec3;
use robust::{Coord3D, orient3d};
use tangency_geometry::{Feature, Mesh};

/// One of the two bodies of a contact.
pub(crate) struct ContactSide<'side> {
    pub(crate) model: &'side Facets,
    pub(crate) feature: &'side MeshFeature,
    /// The contact point on the feature, in barycentric coordinates.
    pub(crate) weights: [f64; 3],
    /// The position of a vertex at the time of contact.
    pub(crate) place: &'side dyn Fn(u32) -> DVec3,
    /// Whether the body moves rigidly.
    pub(crate) rigid: bool,
}

/// The faces and edges around a point of a surface.
#[derive(Default)]
struct Neighbourhood {
    /// Unit directions from the point into the surface.
    spokes: Vec<DVec3>,
    /// A unit direction from the point into the solid, if one is known.
    inward: Option<DVec3>,
    /// Unit normals of the faces at the point.
    normals: Vec<DVec3>,
    /// Unit directions of the edges through the point.
    edges: Vec<DVec3>,
}

/// The evidence for a normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NormalBasis {
    /// The tangent plane separates the bodies around the point. The normal is that of faces of both bodies (0) or
    /// of one (1), or perpendicular to an edge of each (2).
    Plane(u8),
    /// No plane separates the bodies. The normal is that of a touched face.
    Face,
    /// As `Face`, at a point inside flat faces of both bodies, which intersect there.
    Inner,
    /// No plane separates the bodies and no face is touched.
    Guess,
}

/// A unit normal, and the evidence for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Normal {
    pub(crate) vector: DVec3,
    pub(crate) basis: NormalBasis,
}

/// The normal of a triangle, as long as twice its area.
fn area_vector([a, b, c]: [DVec3; 3]) -> DVec3 {
    (b - a).cross(c - a)
}

fn unit_normal(corners: [DVec3; 3]) -> Option<DVec3> {
    area_vector(corners).try_normalize()
}

fn distinct([a, b, c]: [u32; 3]) -> bool {
    a != b && b != c && c != a
}

/// Whether two triangles on either side of a common edge are coplanar, exactly or up to [`FLAT_EDGE`].
fn coplanar([first, second]: [[DVec3; 3]; 2]) -> bool {
    let [one, other] = [first, second].map(area_vector);
    let exact = |point: DVec3| Coord3D { x: point.x, y: point.y, z: point.z };
    let [a, b, c] = first.map(exact);
    one.dot(other) > 0.0
        && (one.normalize_or_zero().cross(other.normalize_or_zero()).length() <= FLAT_EDGE
            || second.iter().all(|&corner| orient3d(a, b, c, exact(corner)) == 0.0))
}

impl ContactSide<'_> {
    fn mesh(&self) -> &Mesh {
        self.model.mesh()
    }

    /// The feature and the contact point on it, as a contact reports them.
    pub(crate) fn named(&self) -> Feature {
        self.feature.named(self.mesh(), self.weights)
    }

    fn solid(&self) -> bool {
        self.model.is_solid()
    }

    fn corners(&self) -> Vec<DVec3> {
        self.feature.vertices().iter().map(|&vertex| (self.place)(vertex)).collect()
    }

    /// The corners of the smallest part of the feature that contains the point: one corner for a vertex, two for an
    /// edge, three for a face. A weight up to [`NEAR_BORDER`] counts as zero.
    fn spanning_corners(&self) -> Vec<u32> {
        let corners = self.feature.vertices().iter().copied().zip(self.weights);
        corners.filter(|&(_, weight)| weight > NEAR_BORDER).map(|(vertex, _)| vertex).collect()
    }

    fn on_border(&self) -> bool {
        self.spanning_corners().len() < self.feature.vertices().len()
    }

    /// The edge that contains the point, if the point is away from its ends.
    fn edge(&self) -> Option<u32> {
        match *self.spanning_corners() {
            [from, to] => self.mesh().edge_between(from, to),
            _ => None,
        }
    }

    /// The normal of the flat face around the point, if the point is on an edge between two coplanar triangles.
    pub(crate) fn flat_face_normal(&self) -> Option<DVec3> {
        let mesh = self.mesh();
        let beside = self.model.connectivity().edge_triangles(self.edge()?).iter();
        let mut triangles =
            beside.map(|&triangle| mesh.triangles()[triangle as usize]).filter(|corners| distinct(*corners));
        let (first, second) = (triangles.next()?, triangles.next()?);
        // A rigid body is tested in its own frame, so that no pose adds rounding.
        let own = |vertex: u32| if self.rigid { mesh.vertices()[vertex as usize] } else { (self.place)(vertex) };
        let flat = triangles.next().is_none() && coplanar([first, second].map(|corners| corners.map(own)));
        let [one, other] = [first, second].map(|corners| area_vector(corners.map(|corner| (self.place)(corner))));
        // The normal of a thin triangle is mostly rounding.
        let larger = if one.length_squared() >= other.length_squared() { one } else { other };
        larger.try_normalize().filter(|_| flat)
    }

    /// The angle-weighted sum of the face normals around the point. `None` if the body is not solid.
    pub(crate) fn pseudonormal(&self) -> Option<DVec3> {
        if !self.solid() {
            return None;
        }
        let connectivity = self.model.connectivity();
        let spanning = self.spanning_corners();
        let normal =
            |triangle: u32| unit_normal(self.mesh().triangles()[triangle as usize].map(|corner| (self.place)(corner)));
        match *spanning {
            [vertex] => {
                let angle = |triangle: u32| {
                    let others =
                        self.mesh().triangles()[triangle as usize].into_iter().filter(|&corner| corner != vertex);
                    let spokes: Vec<DVec3> = others.map(|corner| (self.place)(corner) - (self.place)(vertex)).collect();
                    if let [one, other] = *spokes { one.angle_between(other) } else { 0.0 }
                };
                let triangles = connectivity.vertex_triangles(vertex);
                Some(triangles.iter().filter_map(|&triangle| Some(angle(triangle) * normal(triangle)?)).sum())
            }
            [_, _] => {
                let triangles = connectivity.edge_triangles(self.edge()?);
                Some(triangles.iter().filter_map(|&triangle| normal(triangle)).sum())
            }
            _ => normal(self.feature.index),
        }
    }

    fn neighbourhood(&self) -> Neighbourhood {
        let connectivity = self.model.connectivity();
        let point = weighted(&self.corners(), self.weights);
        let least = SAME_POINT * self.model.reach();
        let spoke =
            |vertex: u32| Some((self.place)(vertex) - point).filter(|offset| offset.length() > least)?.try_normalize();
        let mut around = Neighbourhood::default();
        let spanning = self.spanning_corners();
        let triangles: &[u32] = match *spanning {
            [vertex] => connectivity.vertex_triangles(vertex),
            [from, to] => match self.mesh().edge_between(from, to) {
                Some(edge) => {
                    let along = ((self.place)(to) - (self.place)(from)).try_normalize();
                    around.edges.extend(along);
                    connectivity.edge_triangles(edge)
                }
                None => connectivity.vertex_triangles(from),
            },
            _ => &[self.feature.index],
        };
        for &triangle in triangles {
            let corners = self.mesh().triangles()[triangle as usize];
            around.spokes.extend(corners.iter().filter_map(|&corner| spoke(corner)));
            around.normals.extend(unit_normal(corners.map(|corner| (self.place)(corner))));
        }
        if spanning.len() == 1 {
            around.edges.extend(&around.spokes);
        }
        // A direction behind all faces at the point leads into the solid. For flat faces nothing else decides the
        // side.
        let inward = -around.normals.iter().sum::<DVec3>();
        if self.solid() && around.normals.iter().all(|normal| normal.dot(inward) < -WRONG_SIDE) {
            around.inward = inward.try_normalize();
        }
        around
    }
}

impl Normal {
    /// The normal of two features that are apart by more than rounding at the start of the span. `offset` leads
    /// from the witness point on `a` to that on `b`. The normal is along it, or against it if it passes `through`
    /// one of the bodies. `None` if the bodies are closer beside the point.
    pub(crate) fn along(sides: [&ContactSide<'_>; 2], offset: DVec3, through: bool) -> Option<Self> {
        let along = offset.try_normalize()?;
        let [a, b] = sides.map(ContactSide::neighbourhood);
        let vector = if through { -along } else { along };
        let right = if through { separates_surfaces(&a, &b, along) } else { separates_bodies(&a, &b, along) };
        right.then_some(Self { vector, basis: NormalBasis::Plane(0) })
    }

    /// The rank of a contact with this normal.
    pub(crate) fn rank(&self) -> Rank {
        match self.basis {
            NormalBasis::Plane(kind) => Rank::Separating(kind),
            NormalBasis::Face => Rank::Certain,
            NormalBasis::Inner => Rank::Behind,
            NormalBasis::Guess => Rank::Doubtful,
        }
    }

    /// The unit normal from `a` to `b`. `before`: a direction that separated them just before, if there is one.
    /// `offset`: from the witness point on `a` to that on `b`.
    pub(crate) fn between(sides: [&ContactSide<'_>; 2], before: Option<DVec3>, offset: DVec3) -> Self {
        let [a, b] = sides;
        let features = of_features(sides);
        let border = a.on_border() || b.on_border();
        let wide = offset.length() > SAME_POINT * a.model.reach().max(b.model.reach());
        let hint = before.or(wide.then_some(offset)).and_then(DVec3::try_normalize);
        if let Some((normal, outward)) = features
            && !border
            && (outward || hint.is_some())
        {
            let turned = hint.is_some_and(|hint| !outward && normal.dot(hint) < 0.0);
            return Self { vector: if turned { -normal } else { normal }, basis: NormalBasis::Plane(0) };
        }
        if let Some((vector, kind)) = separating(sides, hint, wide.then_some(offset)) {
            return Self { vector, basis: NormalBasis::Plane(kind) };
        }
        // No plane separates the bodies, so the normal is that of a touched face. An edge inside a flat face
        // counts as that face.
        let towards = |normal: DVec3| if hint.is_some_and(|hint| normal.dot(hint) < 0.0) { -normal } else { normal };
        let oriented = |(normal, outward): (DVec3, bool)| if outward { normal } else { towards(normal) };
        let face = sides.iter().any(|side| side.feature.vertices().len() == 3);
        let flat = [
            a.flat_face_normal().map(|normal| (normal, a.solid())),
            b.flat_face_normal().map(|normal| (-normal, b.solid())),
        ];
        match (features, flat) {
            (Some(of_face), _) if face => Self { vector: oriented(of_face), basis: NormalBasis::Face },
            (_, [Some(of_face), Some(_)]) => Self { vector: oriented(of_face), basis: NormalBasis::Inner },
            (_, [Some(of_face), None] | [None, Some(of_face)]) => {
                Self { vector: oriented(of_face), basis: NormalBasis::Face }
            }
            (Some(of_edges), [None, None]) => Self { vector: oriented(of_edges), basis: NormalBasis::Guess },
            (None, [None, None]) => {
                Self { vector: hint.or(offset.try_normalize()).unwrap_or(DVec3::Z), basis: NormalBasis::Guess }
            }
        }
    }

    /// The unit normal from `a` to `b` if an edge of one pierces a face of the other: that of the face. For an open
    /// surface it points in the direction that withdraws the shorter part of the edge.
    pub(crate) fn of_crossing(sides: [&ContactSide<'_>; 2]) -> Self {
        let [a, b] = sides;
        let Some((normal, outward)) = of_features(sides) else {
            return Self { vector: DVec3::Z, basis: NormalBasis::Guess };
        };
        if outward {
            return Self { vector: normal, basis: NormalBasis::Face };
        }
        let (edge, from_a) = if a.feature.vertices().len() == 2 { (a, true) } else { (b, false) };
        let corners = edge.corners();
        // From the longer part of the edge to the shorter part.
        let along = if edge.weights[1] > edge.weights[0] { corners[1] - corners[0] } else { corners[0] - corners[1] };
        let towards_b = if from_a { along } else { -along };
        Self { vector: if normal.dot(towards_b) < 0.0 { -normal } else { normal }, basis: NormalBasis::Face }
    }
}

/// The normal of the features themselves, if they have one, and whether it certainly points from `a` to `b`. The
/// normal of a face of a solid does.
fn of_features([a, b]: [&ContactSide<'_>; 2]) -> Option<(DVec3, bool)> {
    match (&*a.corners(), &*b.corners()) {
        (&[p, q, r], _) => unit_normal([p, q, r]).map(|normal| (normal, a.solid())),
        (_, &[p, q, r]) => unit_normal([p, q, r]).map(|normal| (-normal, b.solid())),
        (&[a0, a1], &[b0, b1]) => {
            let across = (a1 - a0).normalize_or_zero().cross((b1 - b0).normalize_or_zero());
            // Nearly parallel edges have no common perpendicular.
            (across.length() > PARALLEL_EDGES).then(|| (across.normalize(), false))
        }
        _ => None,
    }
}

/// The mean direction of several unit vectors, each counted once. It is as good as any of them, and does not depend
/// on the order of the bodies.
fn mean_direction(first: DVec3, others: impl Iterator<Item = DVec3>) -> Option<DVec3> {
    let mut distinct = vec![first];
    for other in others {
        if distinct.iter().all(|known| known.distance(other) > WRONG_SIDE) {
            distinct.push(other);
        }
    }
    let sum: DVec3 = distinct.iter().sum();
    match *distinct {
        [only] => Some(only),
        _ => Some(sum).filter(|sum| sum.length() > WRONG_SIDE).map(DVec3::normalize),
    }
}

/// Whether all of the surface of `a` around the point is behind the plane with this normal, and all of `b` in front.
fn separates_surfaces(a: &Neighbourhood, b: &Neighbourhood, normal: DVec3) -> bool {
    a.spokes.iter().all(|&spoke| normal.dot(spoke) <= WRONG_SIDE)
        && b.spokes.iter().all(|&spoke| normal.dot(spoke) >= -WRONG_SIDE)
}

/// The same for the bodies, including their inside.
fn separates_bodies(a: &Neighbourhood, b: &Neighbourhood, normal: DVec3) -> bool {
    separates_surfaces(a, b, normal)
        && a.inward.is_none_or(|inward| normal.dot(inward) <= WRONG_SIDE)
        && b.inward.is_none_or(|inward| normal.dot(inward) >= -WRONG_SIDE)
}

/// The best normal whose tangent plane separates the bodies around the point, and its kind ([`NormalBasis::Plane`]).
fn separating(sides: [&ContactSide<'_>; 2], hint: Option<DVec3>, offset: Option<DVec3>) -> Option<(DVec3, u8)> {
    let [a, b] = sides.map(ContactSide::neighbourhood);
    let right = |normal: DVec3| separates_bodies(&a, &b, normal);
    // If the gap is wider than rounding, the normal is the direction between the closest points.
    if let Some(offset) = offset.and_then(DVec3::try_normalize).filter(|&offset| right(offset)) {
        return Some((offset, 0));
    }
    // Normals of solids point outward, from a to b. Those of open surfaces may point either way.
    let either = |normals: &[DVec3], sign: f64, solid: bool| -> Vec<DVec3> {
        let backward = normals.iter().filter(|_| !solid).map(|&normal| -sign * normal);
        normals.iter().map(|&normal| sign * normal).chain(backward).collect()
    };
    let (faces_a, faces_b) = (either(&a.normals, 1.0, sides[0].solid()), either(&b.normals, -1.0, sides[1].solid()));
    let parallel = |&normal: &DVec3| faces_b.iter().any(|other| other.distance(normal) < WRONG_SIDE);
    let both = faces_a.iter().copied().filter(parallel);
    let faces = faces_a.iter().chain(&faces_b).copied();
    let crossing = a.edges.iter().flat_map(|&along| b.edges.iter().map(move |&other| along.cross(other)));
    // Surfaces that meet edge to edge in one plane are separated along that plane.
    let aside = |around: &Neighbourhood| -> Vec<DVec3> {
        around.normals.iter().flat_map(|&normal| around.edges.iter().map(move |&edge| normal.cross(edge))).collect()
    };
    let edges = crossing.chain(aside(&a)).chain(aside(&b));
    let edges = edges
        .filter(|across| across.length() > PARALLEL_EDGES)
        .map(DVec3::normalize)
        .flat_map(|across| [across, -across]);
    let best = |candidates: &mut dyn Iterator<Item = DVec3>| {
        let mut candidates = candidates.filter(|&normal| right(normal));
        let first = candidates.next()?;
        Some(match hint {
            Some(hint) => candidates.fold(first, |best, one| if hint.dot(one) > hint.dot(best) { one } else { best }),
            None => mean_direction(first, candidates).filter(|&normal| right(normal)).unwrap_or(first),
        })
    };
    let of_kind = |kind: u8| move |normal: DVec3| (normal, kind);
    let parallel = best(&mut { both }).map(of_kind(0));
    parallel.or_else(|| best(&mut { faces }).map(of_kind(1))).or_else(|| best(&mut { edges }).map(of_kind(2)))
}
