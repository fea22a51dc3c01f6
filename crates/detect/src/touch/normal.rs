//! The normal of a contact.
//!
//! **Question.** Two features touch at a point: along which direction does `b` leave `a`?
//!
//! **Idea.** A vertex inside a face, and two edges that cross, have one normal: that of the face, or across both edges. Where the
//! point is on a border (a corner on an edge, a corner on a corner, edges side by side) the features that happened to be asked
//! say little: the triangle may be the wall beside the floor. There everything around the point is looked at, on both bodies.
//! An edge between two coplanar faces is no border but the inside of a flat face.
//! A normal is right if all of `a` around the point is behind the plane across it and all of `b` in front: then `b` leaves `a`
//! along it. Of the directions that may be right the extreme ones are listed: normals of the faces, and what is across an edge
//! of each. Faces of both bodies that are parallel come first, then other faces, then edges; among equals the one nearest
//! to the direction that kept the features apart just before, or their middle if they were never apart.
//!
//! **Guarantee.** A *certain* normal has the plane across it between the bodies around the point, up to [`WRONG_SIDE`]; where no
//! plane is (a corner in a groove), it is that of a face that is touched. Only where there is no such face either, the normal
//! is that of two edges, or the way between the bodies, and not certain. Where an edge goes through a face no plane separates: the
//! normal is that of the face, from `a` to `b`.
//!
//! **Cost.** Nothing for a vertex inside a face and for crossing edges; some microseconds on a border.
//!
//! **Source.** Ours. That extreme separating planes of two polyhedral cones come from faces or from two edges is the separating
//! axis theorem (Gottschalk et al. 1996), for cones.

use super::Rank;
use crate::Facets;
use crate::closest::weighted;
use crate::features::MeshFeature;
use crate::tolerance::{FLAT_EDGE, NEAR_BORDER, PARALLEL_EDGES, SAME_POINT, WRONG_SIDE};
use glam::DVec3;
use robust::{Coord3D, orient3d};
use tangency_geometry::Mesh;

/// One body's part in a contact.
pub(crate) struct ContactSide<'side> {
    pub(crate) model: &'side Facets,
    pub(crate) feature: &'side MeshFeature,
    /// The place of contact on the feature.
    pub(crate) weights: [f64; 3],
    /// Where a vertex is at the time of contact.
    pub(crate) place: &'side dyn Fn(u32) -> DVec3,
    /// Whether the body moves as a whole.
    pub(crate) rigid: bool,
}

/// What is around a point of a surface.
#[derive(Default)]
struct Around {
    /// Unit directions from the point into the surface.
    spokes: Vec<DVec3>,
    /// A unit direction from the point into the solid, where one is known.
    inward: Option<DVec3>,
    /// Unit normals of the faces at the point.
    normals: Vec<DVec3>,
    /// Unit directions of the edges through the point.
    edges: Vec<DVec3>,
}

/// What a normal is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NormalBasis {
    /// The plane across it is between the bodies around the point. It is that of faces of both (0) or of one (1), or across an edge of
    /// each (2).
    Plane(u8),
    /// No plane is between the bodies: it is that of a face that is touched.
    Face,
    /// The same at a place inside flat faces of both, which go through one another there.
    Inner,
    /// There is no such face either.
    Guess,
}

/// A normal, and what it is known by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Normal {
    pub(crate) vector: DVec3,
    pub(crate) basis: NormalBasis,
}

/// Twice the area of a triangle, along its normal.
fn area([a, b, c]: [DVec3; 3]) -> DVec3 {
    (b - a).cross(c - a)
}

fn across(corners: [DVec3; 3]) -> Option<DVec3> {
    area(corners).try_normalize()
}

fn distinct([a, b, c]: [u32; 3]) -> bool {
    a != b && b != c && c != a
}

/// Whether two triangles on either side of a common edge lie in one plane: exactly, or up to [`FLAT_EDGE`].
fn coplanar([first, second]: [[DVec3; 3]; 2]) -> bool {
    let [one, other] = [first, second].map(area);
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

    fn solid(&self) -> bool {
        self.model.is_solid()
    }

    fn corners(&self) -> Vec<DVec3> {
        self.feature.vertices().iter().map(|&vertex| (self.place)(vertex)).collect()
    }

    /// The corners that the point is not clearly away from the opposite side of.
    fn held(&self) -> Vec<u32> {
        let corners = self.feature.vertices().iter().copied().zip(self.weights);
        corners.filter(|&(_, weight)| weight > NEAR_BORDER).map(|(vertex, _)| vertex).collect()
    }

    fn on_border(&self) -> bool {
        self.held().len() < self.feature.vertices().len()
    }

    /// The edge that the point is on, away from its ends.
    fn edge(&self) -> Option<u32> {
        match *self.held() {
            [from, to] => self.mesh().edge_between(from, to),
            _ => None,
        }
    }

    /// The normal of the flat face that the point is inside of, if it is on an edge between two coplanar triangles.
    pub(crate) fn flat(&self) -> Option<DVec3> {
        let mesh = self.mesh();
        let beside = self.model.connectivity().edge_triangles(self.edge()?).iter();
        let mut triangles =
            beside.map(|&triangle| mesh.triangles()[triangle as usize]).filter(|corners| distinct(*corners));
        let (first, second) = (triangles.next()?, triangles.next()?);
        // Coplanar in the body's own frame if it is rigid, so that no pose blurs it.
        let own = |vertex: u32| if self.rigid { mesh.vertices()[vertex as usize] } else { (self.place)(vertex) };
        let flat = triangles.next().is_none() && coplanar([first, second].map(|corners| corners.map(own)));
        let [one, other] = [first, second].map(|corners| area(corners.map(|corner| (self.place)(corner))));
        // A thin triangle's normal is mostly rounding.
        let larger = if one.length_squared() >= other.length_squared() { one } else { other };
        larger.try_normalize().filter(|_| flat)
    }

    /// The sum of the normals around the point, each weighted by the angle of its triangle there; `None` if the body has no inside.
    pub(crate) fn pseudonormal(&self) -> Option<DVec3> {
        if !self.solid() {
            return None;
        }
        let connectivity = self.model.connectivity();
        let held = self.held();
        let normal =
            |triangle: u32| across(self.mesh().triangles()[triangle as usize].map(|corner| (self.place)(corner)));
        match *held {
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

    fn around(&self) -> Around {
        let connectivity = self.model.connectivity();
        let point = weighted(&self.corners(), self.weights);
        let least = SAME_POINT * self.model.reach();
        let spoke =
            |vertex: u32| Some((self.place)(vertex) - point).filter(|way| way.length() > least)?.try_normalize();
        let mut around = Around::default();
        let held = self.held();
        let triangles: &[u32] = match *held {
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
            around.normals.extend(across(corners.map(|corner| (self.place)(corner))));
        }
        if held.len() == 1 {
            around.edges.extend(&around.spokes);
        }
        // What is behind all faces at the point is inside the solid: of flat faces nothing else tells the side.
        let inward = -around.normals.iter().sum::<DVec3>();
        if self.solid() && around.normals.iter().all(|normal| normal.dot(inward) < -WRONG_SIDE) {
            around.inward = inward.try_normalize();
        }
        around
    }
}

impl Normal {
    /// The normal of two features that are apart, by more than rounding, at the start of the span, if `way` leads from one to the other:
    /// along the way, or against it where it leads through one of the bodies. `None` if the bodies are closer beside the place.
    pub(crate) fn along(sides: [&ContactSide<'_>; 2], way: DVec3, through: bool) -> Option<Self> {
        let along = way.try_normalize()?;
        let [a, b] = sides.map(ContactSide::around);
        let vector = if through { -along } else { along };
        let right = if through { faces_away(&a, &b, along) } else { separates(&a, &b, along) };
        right.then_some(Self { vector, basis: NormalBasis::Plane(0) })
    }

    /// What a contact along it is worth.
    pub(crate) fn rank(&self) -> Rank {
        match self.basis {
            NormalBasis::Plane(kind) => Rank::Separating(kind),
            NormalBasis::Face => Rank::Certain,
            NormalBasis::Inner => Rank::Behind,
            NormalBasis::Guess => Rank::Doubtful,
        }
    }

    /// The unit normal from `a` to `b`. `before`: a direction that kept them apart just before, if one did; `way`: from the point
    /// on `a` to that on `b`.
    pub(crate) fn between(sides: [&ContactSide<'_>; 2], before: Option<DVec3>, way: DVec3) -> Self {
        let [a, b] = sides;
        let features = of_features(sides);
        let border = a.on_border() || b.on_border();
        let wide = way.length() > SAME_POINT * a.model.reach().max(b.model.reach());
        let hint = before.or(wide.then_some(way)).and_then(DVec3::try_normalize);
        if let Some((normal, outward)) = features
            && !border
            && (outward || hint.is_some())
        {
            let turned = hint.is_some_and(|hint| !outward && normal.dot(hint) < 0.0);
            return Self { vector: if turned { -normal } else { normal }, basis: NormalBasis::Plane(0) };
        }
        if let Some((vector, kind)) = separating(sides, hint, wide.then_some(way)) {
            return Self { vector, basis: NormalBasis::Plane(kind) };
        }
        // No plane separates the bodies: a face that is touched tells. An edge inside a flat face is a place of that face.
        let towards = |normal: DVec3| if hint.is_some_and(|hint| normal.dot(hint) < 0.0) { -normal } else { normal };
        let oriented = |(normal, outward): (DVec3, bool)| if outward { normal } else { towards(normal) };
        let face = sides.iter().any(|side| side.feature.vertices().len() == 3);
        let flat = [a.flat().map(|normal| (normal, a.solid())), b.flat().map(|normal| (-normal, b.solid()))];
        match (features, flat) {
            (Some(of_face), _) if face => Self { vector: oriented(of_face), basis: NormalBasis::Face },
            (_, [Some(of_face), Some(_)]) => Self { vector: oriented(of_face), basis: NormalBasis::Inner },
            (_, [Some(of_face), None] | [None, Some(of_face)]) => {
                Self { vector: oriented(of_face), basis: NormalBasis::Face }
            }
            (Some(of_edges), [None, None]) => Self { vector: oriented(of_edges), basis: NormalBasis::Guess },
            (None, [None, None]) => {
                Self { vector: hint.or(way.try_normalize()).unwrap_or(DVec3::Z), basis: NormalBasis::Guess }
            }
        }
    }
}

impl Normal {
    /// The unit normal from `a` to `b` where an edge of one goes through a face of the other: that of the face. Of a surface without an
    /// inside it points the way that the shorter part of the edge is to be withdrawn.
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
        // From the longer part of the edge to the shorter one.
        let along = if edge.weights[1] > edge.weights[0] { corners[1] - corners[0] } else { corners[0] - corners[1] };
        let towards_b = if from_a { along } else { -along };
        Self { vector: if normal.dot(towards_b) < 0.0 { -normal } else { normal }, basis: NormalBasis::Face }
    }
}

/// The normal of the features themselves, if they have one, and whether it is known to point from `a` to `b`: that of a face of
/// a solid is.
fn of_features([a, b]: [&ContactSide<'_>; 2]) -> Option<(DVec3, bool)> {
    match (&*a.corners(), &*b.corners()) {
        (&[p, q, r], _) => across([p, q, r]).map(|normal| (normal, a.solid())),
        (_, &[p, q, r]) => across([p, q, r]).map(|normal| (-normal, b.solid())),
        (&[a0, a1], &[b0, b1]) => {
            let across = (a1 - a0).normalize_or_zero().cross((b1 - b0).normalize_or_zero());
            // Nearly parallel edges have no normal of their own.
            (across.length() > PARALLEL_EDGES).then(|| (across.normalize(), false))
        }
        _ => None,
    }
}

/// The middle of several unit vectors, each counted once: as good as any of them, and the same whichever body is asked first.
fn middle(first: DVec3, others: impl Iterator<Item = DVec3>) -> Option<DVec3> {
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

/// Whether all of the surface of `a` around the point is behind the plane across a direction and all of that of `b` in front.
fn faces_away(a: &Around, b: &Around, normal: DVec3) -> bool {
    a.spokes.iter().all(|&spoke| normal.dot(spoke) <= WRONG_SIDE)
        && b.spokes.iter().all(|&spoke| normal.dot(spoke) >= -WRONG_SIDE)
}

/// The same for all of the bodies, what is inside them included.
fn separates(a: &Around, b: &Around, normal: DVec3) -> bool {
    faces_away(a, b, normal)
        && a.inward.is_none_or(|inward| normal.dot(inward) <= WRONG_SIDE)
        && b.inward.is_none_or(|inward| normal.dot(inward) >= -WRONG_SIDE)
}

/// A direction whose plane is between the bodies around the point, the best of those that there are, and its kind ([`NormalBasis::Plane`]).
fn separating(sides: [&ContactSide<'_>; 2], hint: Option<DVec3>, way: Option<DVec3>) -> Option<(DVec3, u8)> {
    let [a, b] = sides.map(ContactSide::around);
    let right = |normal: DVec3| separates(&a, &b, normal);
    // Where there is a gap to be seen, it is along the way between the closest points.
    if let Some(way) = way.and_then(DVec3::try_normalize).filter(|&way| right(way)) {
        return Some((way, 0));
    }
    // Normals of solids point outward, from a to b; those of surfaces either way.
    let either = |normals: &[DVec3], sign: f64, solid: bool| -> Vec<DVec3> {
        let backward = normals.iter().filter(|_| !solid).map(|&normal| -sign * normal);
        normals.iter().map(|&normal| sign * normal).chain(backward).collect()
    };
    let (faces_a, faces_b) = (either(&a.normals, 1.0, sides[0].solid()), either(&b.normals, -1.0, sides[1].solid()));
    let parallel = |&normal: &DVec3| faces_b.iter().any(|other| other.distance(normal) < WRONG_SIDE);
    let both = faces_a.iter().copied().filter(parallel);
    let faces = faces_a.iter().chain(&faces_b).copied();
    let crossing = a.edges.iter().flat_map(|&along| b.edges.iter().map(move |&other| along.cross(other)));
    // Surfaces that meet edge to edge in one plane are apart along it.
    let aside = |around: &Around| -> Vec<DVec3> {
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
            None => middle(first, candidates).filter(|&normal| right(normal)).unwrap_or(first),
        })
    };
    let of_kind = |kind: u8| move |normal: DVec3| (normal, kind);
    let parallel = best(&mut { both }).map(of_kind(0));
    parallel.or_else(|| best(&mut { faces }).map(of_kind(1))).or_else(|| best(&mut { edges }).map(of_kind(2)))
}
