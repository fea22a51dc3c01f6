//! The normal of a contact.
//!
//! **Question.** Two features touch at a point: along which direction does `b` leave `a`?
//!
//! **Idea.** A vertex inside a face, and two edges that cross, have one normal: that of the face, or across both edges. Where the
//! point is on a border (a corner on an edge, a corner on a corner, edges side by side) the features that happened to be asked
//! say little: the triangle may be the wall beside the floor. There everything around the point is looked at, on both bodies.
//! A normal is right if all of `a` around the point is behind the plane across it and all of `b` in front: then `b` leaves `a`
//! along it. Of the directions that may be right the extreme ones are listed: normals of the faces, and what is across an edge
//! of each. Faces of both bodies that are parallel come first, then other faces, then edges; among equals the one nearest
//! to the direction that kept the features apart just before.
//!
//! **Guarantee.** A *certain* normal has the plane across it between the bodies around the point, up to [`WRONG_SIDE`]; where no
//! plane is (a corner in a groove), it is that of a face that is touched. Only where there is no such face either, the normal
//! is that of two edges, or the way between the bodies, and not certain.
//!
//! **Cost.** Nothing for a vertex inside a face and for crossing edges; some microseconds on a border.
//!
//! **Source.** Ours. That extreme separating planes of two polyhedral cones come from faces or from two edges is the separating
//! axis theorem (Gottschalk et al. 1996), for cones.

use crate::Facets;
use crate::straight::Corners;
use crate::straight::closest::weighted;
use crate::tolerance::{NEAR_BORDER, SAME_POINT, WRONG_SIDE};
use glam::DVec3;
use tangency_geometry::Mesh;

/// One body's part in a contact.
pub(crate) struct Side<'side> {
    pub(crate) model: &'side Facets,
    pub(crate) feature: &'side Corners,
    /// The place of contact on the feature.
    pub(crate) weights: [f64; 3],
    /// Where a vertex is at the time of contact.
    pub(crate) place: &'side dyn Fn(u32) -> DVec3,
}

/// What is around a point of a surface.
#[derive(Default)]
struct Around {
    /// Unit directions from the point into the surface.
    spokes: Vec<DVec3>,
    /// Unit normals of the faces at the point.
    normals: Vec<DVec3>,
    /// Unit directions of the edges through the point.
    edges: Vec<DVec3>,
}

/// A normal, and whether it is known to be one: a plane across it is between the bodies around the point, or it is that of a
/// face that touches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Normal {
    pub(crate) vector: DVec3,
    pub(crate) certain: bool,
}

fn across([a, b, c]: [DVec3; 3]) -> Option<DVec3> {
    (b - a).cross(c - a).try_normalize()
}

impl Side<'_> {
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
        around
    }
}

impl Normal {
    /// The unit normal from `a` to `b`. `before`: a direction that kept them apart just before, if one did; `way`: from the point
    /// on `a` to that on `b`.
    pub(crate) fn between(sides: [&Side<'_>; 2], before: Option<DVec3>, way: DVec3) -> Self {
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
            return Self { vector: if turned { -normal } else { normal }, certain: true };
        }
        let pierced = a.feature.vertices().len() + b.feature.vertices().len() > 4;
        let certain = if pierced { None } else { separating(sides, hint, wide.then_some(way)) };
        if let Some(vector) = certain {
            return Self { vector, certain: true };
        }
        let towards = |normal: DVec3| if hint.is_some_and(|hint| normal.dot(hint) < 0.0) { -normal } else { normal };
        let face = sides.iter().any(|side| side.feature.vertices().len() == 3);
        let vector = match features {
            Some((normal, true)) => normal,
            Some((normal, false)) => towards(normal),
            None => hint.or(way.try_normalize()).unwrap_or(DVec3::Z),
        };
        Self { vector, certain: face && features.is_some() }
    }
}

/// The normal of the features themselves, if they have one, and whether it is known to point from `a` to `b`: that of a face of
/// a solid is.
fn of_features([a, b]: [&Side<'_>; 2]) -> Option<(DVec3, bool)> {
    match (&*a.corners(), &*b.corners()) {
        (&[p, q, r], _) => across([p, q, r]).map(|normal| (normal, a.solid())),
        (_, &[p, q, r]) => across([p, q, r]).map(|normal| (-normal, b.solid())),
        (&[a0, a1], &[b0, b1]) => {
            let across = (a1 - a0).normalize_or_zero().cross((b1 - b0).normalize_or_zero());
            // Nearly parallel edges have no normal of their own.
            (across.length() > 1e-6).then(|| (across.normalize(), false))
        }
        _ => None,
    }
}

/// A direction whose plane is between the bodies around the point; the best of those that there are.
fn separating(sides: [&Side<'_>; 2], hint: Option<DVec3>, way: Option<DVec3>) -> Option<DVec3> {
    let [a, b] = sides.map(Side::around);
    let right = |normal: DVec3| {
        a.spokes.iter().all(|&spoke| normal.dot(spoke) <= WRONG_SIDE)
            && b.spokes.iter().all(|&spoke| normal.dot(spoke) >= -WRONG_SIDE)
    };
    // Where there is a gap to be seen, it is along the way between the closest points.
    if let Some(way) = way.and_then(DVec3::try_normalize).filter(|&way| right(way)) {
        return Some(way);
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
    let edges =
        edges.filter(|across| across.length() > 1e-6).map(DVec3::normalize).flat_map(|across| [across, -across]);
    let best = |candidates: &mut dyn Iterator<Item = DVec3>| {
        let nearness = |normal: &DVec3| hint.map_or(0.0, |hint| hint.dot(*normal));
        candidates
            .filter(|&normal| right(normal))
            .reduce(|best, other| if nearness(&other) > nearness(&best) { other } else { best })
    };
    best(&mut { both }).or_else(|| best(&mut { faces })).or_else(|| best(&mut { edges }))
}
