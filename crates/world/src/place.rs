//! A place on a body's surface, and how the surface bends there.
//!
//! **Question.** Bodies of different kinds touch: curved faces, flat ones, implicit solids. What does one who follows the contact have to
//! know of any of them?
//!
//! **Idea.** The place, the unit normal, and the shape operator K: how the normal turns as the place moves along the surface, dn = K·w. And
//! how to take a small step w along the tangent plane. Nothing else is asked, so that all kinds follow the same equations (`follow`).
//!
//! | kind | K | a step |
//! |---|---|---|
//! | S(u, v), N = S_u × S_v | P·(N_u ⊗ u* + N_v ⊗ v*)/\|N\|, u* and v* dual to S_u and S_v | u += w·u*, v += w·v* |
//! | F(x) = 0 | P·F″·P/\|F′\| | x += w, then back along F′ |
//! | a triangle | 0 | x += P·w |
//!
//! P is the projection along the normal. **Guarantee.** Computed, from point values of enclosed derivatives. **Source.** M. P. do Carmo,
//! *Differential Geometry of Curves and Surfaces*, section 3-3.

use crate::tolerance::{BORDER, MOST_NEWTON};
use glam::{DMat3, DVec3};
use tangency_geometry::solid::SolidWork as Workspace;
use tangency_geometry::surface::{Brep, Patch, PatchWork};
use tangency_geometry::{Feature, Mesh, Shape, Solid};
use tangency_interval::{Interval, Vector3};

/// A place on the smooth part of a surface, in the frame of its body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    spot: Spot,
    /// Which way the normal of the formula has to be taken so that it points out, towards the other body.
    side: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Spot {
    Patch { face: usize, parameters: [f64; 2] },
    Triangle { index: usize, point: DVec3 },
    Leaf { index: usize, point: DVec3 },
}

/// The surface about a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Local {
    pub(crate) point: DVec3,
    /// Unit normal, out of the body.
    pub(crate) normal: DVec3,
    /// How the normal turns along the surface.
    pub(crate) bend: DMat3,
}

impl Local {
    /// As seen from a body that is turned and moved so.
    pub(crate) fn seen(&self, rotation: DMat3, origin: DVec3) -> Self {
        Self {
            point: rotation * self.point + origin,
            normal: rotation * self.normal,
            bend: rotation * self.bend * rotation.transpose(),
        }
    }
}

/// The projection along a unit vector.
pub(crate) fn tangential(normal: DVec3) -> DMat3 {
    DMat3::IDENTITY - outer(normal, normal)
}

/// a ⊗ b
pub(crate) fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}

fn middle(vector: Vector3) -> DVec3 {
    DVec3::from_array(vector.mid())
}

impl Place {
    /// The place of a contact on a body, given in the body's frame with the normal out of the body; `None` if that is on an edge or a vertex.
    pub(crate) fn of(shape: &Shape, feature: Feature, point: DVec3, normal: DVec3) -> Option<Self> {
        let spot = match (shape, feature) {
            (Shape::Parametric(_), Feature::Patch { index, parameters }) => {
                Spot::Patch { face: index as usize, parameters }
            }
            (Shape::Implicit(solid), Feature::Part(index)) => {
                Spot::Leaf { index: index as usize, point: onto_leaf(solid, index as usize, point)? }
            }
            (Shape::Polyhedron(_) | Shape::Mesh(_), Feature::Face { index, .. }) => {
                let (mesh, index) = (shape.mesh()?, index as usize);
                let off = (point - mesh.corners(index)[0]).dot(triangle_normal(mesh, index)?);
                Spot::Triangle { index, point: point - off * triangle_normal(mesh, index)? }
            }
            _ => return None,
        };
        let mut place = Self { spot, side: 1.0 };
        let found = place.local(shape)?;
        place.side = if found.normal.dot(normal) < 0.0 { -1.0 } else { 1.0 };
        (found.normal.dot(normal).abs() > 0.5).then_some(place)
    }

    /// The surface about the place; `None` where it is not smooth.
    pub(crate) fn local(&self, shape: &Shape) -> Option<Local> {
        let local = match (self.spot, shape) {
            (Spot::Patch { face, parameters }, Shape::Parametric(brep)) => {
                patch_local(brep.faces()[face].patch(), parameters)?.0
            }
            (Spot::Leaf { index, point }, Shape::Implicit(solid)) => leaf_local(solid, index, point)?,
            (Spot::Triangle { index, point }, Shape::Polyhedron(_) | Shape::Mesh(_)) => {
                Local { point, normal: triangle_normal(shape.mesh()?, index)?, bend: DMat3::ZERO }
            }
            _ => return None,
        };
        let Local { point, normal, bend } = local;
        Some(Local { point, normal: self.side * normal, bend: bend * self.side })
    }

    /// The place after a small step along the tangent plane.
    pub(crate) fn stepped(&self, shape: &Shape, step: DVec3) -> Option<Self> {
        let spot = match (self.spot, shape) {
            (Spot::Patch { face, parameters: [u, v] }, Shape::Parametric(brep)) => {
                let (_, [dual_u, dual_v]) = patch_local(brep.faces()[face].patch(), [u, v])?;
                Spot::Patch { face, parameters: [u + step.dot(dual_u), v + step.dot(dual_v)] }
            }
            (Spot::Leaf { index, point }, Shape::Implicit(solid)) => {
                Spot::Leaf { index, point: onto_leaf(solid, index, point + step)? }
            }
            (Spot::Triangle { index, point }, Shape::Polyhedron(_) | Shape::Mesh(_)) => {
                let normal = triangle_normal(shape.mesh()?, index)?;
                Spot::Triangle { index, point: point + step.reject_from_normalized(normal) }
            }
            _ => return None,
        };
        Some(Self { spot, ..*self })
    }

    /// How far inside of its piece of surface it is: negative outside, as a share of the piece's size (metres for implicit solids).
    pub(crate) fn margin(&self, shape: &Shape) -> f64 {
        match (self.spot, shape) {
            (Spot::Patch { face, parameters }, Shape::Parametric(brep)) => {
                let domain = brep.faces()[face].patch().domain();
                let inside = |(side, at): (&Interval, f64)| (at - side.lower()).min(side.upper() - at) / side.width();
                domain.iter().zip(parameters).map(inside).fold(f64::INFINITY, f64::min)
            }
            (Spot::Triangle { index, point }, Shape::Polyhedron(_) | Shape::Mesh(_)) => {
                shape.mesh().map_or(-1.0, |mesh| triangle_margin(mesh, index, point))
            }
            (Spot::Leaf { index, point }, Shape::Implicit(solid)) => leaf_margin(solid, index, point),
            _ => -1.0,
        }
    }

    /// The same place on the piece of surface that is ahead: `None` if the surface has an edge there.
    pub(crate) fn recharted(&self, shape: &Shape, ahead: DVec3) -> Option<Self> {
        let here = self.local(shape)?;
        let mut best: Option<(f64, Self)> = None;
        for spot in candidates(shape, here.point, here.normal) {
            let place = Self { spot, ..*self };
            let Some(found) = place.local(shape) else { continue };
            let place = if found.normal.dot(here.normal) < 0.0 { Self { side: -self.side, ..place } } else { place };
            let Some(further) = place.stepped(shape, ahead) else { continue };
            let margin = further.margin(shape);
            if best.is_none_or(|(most, _)| margin > most) {
                best = Some((margin, place));
            }
        }
        best.filter(|(margin, _)| *margin > -0.5 * BORDER).map(|(_, place)| place)
    }
}

/// The surface about a place on a parametric face, and the dual basis of its tangents.
fn patch_local(patch: &Patch, [u, v]: [f64; 2]) -> Option<(Local, [DVec3; 2])> {
    let jet = patch.jet([Interval::from(u), Interval::from(v), Interval::ZERO], &mut PatchWork::default())?;
    let [point, du, dv] = [jet.point, jet.du, jet.dv].map(middle);
    let [duu, duv, dvv] = [jet.duu, jet.duv, jet.dvv].map(middle);
    let across = du.cross(dv);
    let length_sq = across.length_squared();
    if !(length_sq > 0.0 && length_sq.is_finite()) {
        return None;
    }
    let normal = across / length_sq.sqrt();
    let duals = [dv.cross(across) / length_sq, across.cross(du) / length_sq];
    let [by_u, by_v] = [duu.cross(dv) + du.cross(duv), duv.cross(dv) + du.cross(dvv)];
    let bend = tangential(normal) * (outer(by_u, duals[0]) + outer(by_v, duals[1])) * (1.0 / length_sq.sqrt());
    Some((Local { point, normal, bend }, duals))
}

fn at(point: DVec3) -> Vector3 {
    Vector3::point(point.to_array())
}

fn leaf_local(solid: &Solid, index: usize, point: DVec3) -> Option<Local> {
    let jet = solid.leaves()[index].jet(at(point), Interval::ZERO, &mut Workspace::default())?;
    let gradient = middle(jet.gradient);
    let length = gradient.length();
    let normal = gradient.try_normalize()?;
    let second = DMat3::from_cols_array_2d(&jet.second.mid());
    let across = tangential(normal);
    Some(Local { point, normal, bend: across * second * across * (1.0 / length) })
}

/// The place where the function vanishes, along its gradient.
fn onto_leaf(solid: &Solid, index: usize, mut point: DVec3) -> Option<DVec3> {
    for _ in 0..2 {
        let slope = solid.leaves()[index].slope(at(point), Interval::ZERO, &mut Workspace::default())?;
        let gradient = middle(slope.gradient);
        point -= gradient * (slope.value.mid() / gradient.length_squared());
    }
    point.is_finite().then_some(point)
}

/// Positive where the zero of the leaf is on the boundary of the solid.
fn leaf_margin(solid: &Solid, index: usize, point: DVec3) -> f64 {
    let of_leaf = solid.elements().iter().find(|element| element.leaves() == [index]);
    let excess = |element: &tangency_geometry::solid::SolidElement| {
        element.excess(solid, at(point), Interval::ZERO, &mut Workspace::default())
    };
    of_leaf.map_or(-1.0, |element| excess(element).map_or(1.0, |excess| -excess.mid()))
}

fn triangle_normal(mesh: &Mesh, index: usize) -> Option<DVec3> {
    let [a, b, c] = mesh.corners(index);
    (b - a).cross(c - a).try_normalize()
}

/// The least barycentric weight of a point in the plane of a triangle.
fn triangle_margin(mesh: &Mesh, index: usize, point: DVec3) -> f64 {
    let [a, b, c] = mesh.corners(index);
    let across = (b - a).cross(c - a);
    let weight = |from: DVec3, to: DVec3| (to - from).cross(point - from).dot(across) / across.length_squared();
    weight(a, b).min(weight(b, c)).min(weight(c, a))
}

/// The places of all pieces of the surface where the point is, with the normal of this direction or its opposite.
fn candidates(shape: &Shape, point: DVec3, normal: DVec3) -> Vec<Spot> {
    let smooth = |other: DVec3| other.dot(normal).abs() > 1.0 - 1e-6;
    match shape {
        Shape::Parametric(brep) => patch_candidates(brep, point, &smooth),
        Shape::Polyhedron(_) | Shape::Mesh(_) => {
            let Some(mesh) = shape.mesh() else { return Vec::new() };
            let here = |index: &usize| {
                let plane = triangle_normal(mesh, *index);
                let off = |plane: DVec3| (point - mesh.corners(*index)[0]).dot(plane).abs();
                plane.is_some_and(|plane| smooth(plane) && off(plane) < 1e-9 * (1.0 + point.length()))
            };
            (0..mesh.triangles().len()).filter(here).map(|index| Spot::Triangle { index, point }).collect()
        }
        Shape::Implicit(solid) => {
            let here = |index: &usize| {
                let local = leaf_local(solid, *index, point);
                local.is_some_and(|local| {
                    let near = onto_leaf(solid, *index, point)
                        .is_some_and(|near| near.distance(point) < 1e-9 * (1.0 + point.length()));
                    near && smooth(local.normal)
                })
            };
            (0..solid.leaves().len()).filter(here).map(|index| Spot::Leaf { index, point }).collect()
        }
    }
}

/// Seeds of the search for a place on a face, along each side of its rectangle.
const SEEDS: usize = 8;

fn patch_candidates(brep: &Brep, point: DVec3, smooth: &dyn Fn(DVec3) -> bool) -> Vec<Spot> {
    let mut found = Vec::new();
    for (face, patch) in brep.faces().iter().map(tangency_geometry::surface::Face::patch).enumerate() {
        let [u, v] = patch.domain();
        let share = |side: Interval, i: usize| side.lower() + side.width() * i as f64 / SEEDS as f64;
        let mut seeds: Vec<(f64, [f64; 2])> = (0..(SEEDS + 1) * (SEEDS + 1))
            .map(|i| [share(u, i % (SEEDS + 1)), share(v, i / (SEEDS + 1))])
            .map(|[u, v]| (patch.at(u, v, 0.0).distance_squared(point), [u, v]))
            .filter(|(distance, _)| distance.is_finite())
            .collect();
        seeds.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, seed) in seeds.into_iter().take(6) {
            let Some((parameters, local)) = nearest(patch, seed, point) else { continue };
            if local.point.distance(point) < 1e-9 * (1.0 + point.length()) && smooth(local.normal) {
                found.push(Spot::Patch { face, parameters });
            }
        }
    }
    found
}

/// The place of a face that is nearest to the point, from a seed, a little beyond the rectangle if need be.
fn nearest(patch: &Patch, [mut u, mut v]: [f64; 2], point: DVec3) -> Option<([f64; 2], Local)> {
    for _ in 0..MOST_NEWTON {
        let (local, duals) = patch_local(patch, [u, v])?;
        let way = point - local.point;
        let step = [way.dot(duals[0]), way.dot(duals[1])];
        let widths = patch.domain().map(|side| side.width());
        if step[0].abs() < 1e-14 * widths[0] && step[1].abs() < 1e-14 * widths[1] {
            return Some(([u, v], local));
        }
        u += step[0].clamp(-0.25 * widths[0], 0.25 * widths[0]);
        v += step[1].clamp(-0.25 * widths[1], 0.25 * widths[1]);
    }
    patch_local(patch, [u, v]).map(|(local, _)| ([u, v], local))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    /// A sphere of radius r bends by 1/r in every direction, whatever it is made of.
    #[test]
    fn spheres_bend_by_one_over_their_radius() {
        let radius = 0.4;
        let direction = dvec3(0.3, -0.2, 0.9).normalize();
        let curved = Shape::from(Brep::sphere(radius).unwrap());
        let spot = Spot::Patch { face: 5, parameters: [direction.x / direction.z, direction.y / direction.z] };
        let local = Place { spot, side: 1.0 }.local(&curved).unwrap();
        let implicit =
            Shape::from(Solid::parse("x^2 + y^2 + z^2 - 0.16", [DVec3::splat(-1.0), DVec3::splat(1.0)]).unwrap());
        let spot = Spot::Leaf { index: 0, point: radius * direction };
        let other = Place { spot, side: 1.0 }.local(&implicit).unwrap();
        for local in [local, other] {
            assert!(local.normal.dot(local.point) > 0.0, "outwards");
            assert!(local.normal.cross(direction).length() < 1e-12, "{local:?}");
            let way = direction.any_orthonormal_vector();
            assert!((local.bend * way).distance(way / radius) < 1e-10, "{local:?}");
            assert!((local.bend * direction).length() < 1e-10);
        }
    }

    /// Over the joint of two faces of a sphere, and around the seam of a torus.
    #[test]
    fn joints_are_passed() {
        let ball = Shape::from(Brep::sphere(1.0).unwrap());
        let corner = Place { spot: Spot::Patch { face: 5, parameters: [1.0, 0.2] }, side: 1.0 };
        let here = corner.local(&ball).unwrap();
        let ahead = (DVec3::X - DVec3::Z).reject_from_normalized(here.normal).normalize() * 1e-3;
        let over = corner.recharted(&ball, ahead).unwrap();
        assert!(over.local(&ball).unwrap().point.distance(here.point) < 1e-9 && over.spot != corner.spot);
        assert!(over.stepped(&ball, ahead).unwrap().margin(&ball) > 0.0);
        let ring = Shape::from(Brep::torus(2.0, 1.0).unwrap());
        let seam = Place { spot: Spot::Patch { face: 0, parameters: [std::f64::consts::TAU, 1.0] }, side: 1.0 };
        let around = seam.recharted(&ring, dvec3(0.0, 1e-3, 0.0)).unwrap();
        assert!(matches!(around.spot, Spot::Patch { parameters: [u, _], .. } if u.abs() < 1e-9), "{around:?}");
    }

    /// The side of a box ends at an edge.
    #[test]
    fn edges_end_it() {
        let brick = Shape::from(Brep::cuboid(DVec3::ONE).unwrap());
        let rim = Place { spot: Spot::Patch { face: 5, parameters: [0.5, 0.0] }, side: 1.0 };
        let here = rim.local(&brick).unwrap();
        let ahead = [dvec3(1e-3, 0.0, 0.0), dvec3(0.0, 1e-3, 0.0)].map(|way| rim.recharted(&brick, way));
        assert!(ahead.iter().any(Option::is_none), "{here:?} {ahead:?}");
    }
}
