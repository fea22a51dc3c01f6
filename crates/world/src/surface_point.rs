//! A point on a body's surface, with the curvature there.
//!
//! **Question.** Bodies of different representations touch: curved faces, flat faces, implicit solids. Which
//! data must a surface provide so that a contact on it can be followed?
//!
//! **Idea.** The point, the unit normal, and the shape operator K, which gives the change of the normal as the
//! point moves along the surface: dn = K·w. In addition, a small step w in the tangent plane. Nothing else is
//! needed, so all representations use the same equations (`follow`).
//!
//! | surface | K | a step |
//! |---|---|---|
//! | S(u, v), N = S_u × S_v | P·(N_u ⊗ u* + N_v ⊗ v*)/\|N\|, u* and v* dual to S_u and S_v | u += w·u*, v += w·v* |
//! | F(x) = 0 | P·F″·P/\|F′\| | x += w, then back along F′ |
//! | a triangle, the plane of a half-space | 0 | x += P·w |
//! | an edge, a vertex ([`crate::sharp_point`]) | has no shape operator | the normal turns as well |
//!
//! P is the projection along the normal.
//!
//! **Guarantee.** Computed in floating point, from the midpoints of enclosed derivatives.
//!
//! **Cost.** One evaluation of the surface with second derivatives; to pass to another patch, a search over all
//! patches.
//!
//! **Source.** M. P. do Carmo, *Differential Geometry of Curves and Surfaces*, section 3-3.

use crate::checkpoint::{RestartError, StateReader, StateWriter, Stored, content, stored};
use crate::sharp_point::{EdgePoint, VertexPoint};
use crate::tolerance::{
    AT_SEAM, BORDER_OVERLAP, CONTACT_COSINE, IMPLICIT_STEPS, LARGEST_PATCH_STEP, MOST_NEWTON_STEPS, NEWTON_CONVERGED,
    PATCH_SEEDS, SAME_POINT, SEEDS_TRIED, SMOOTH_COSINE,
};
use glam::{DMat3, DVec3};
use tangency_geometry::solid::SolidWork as Workspace;
use tangency_geometry::surface::{Brep, Patch, PatchWork};
use tangency_geometry::{Feature, Mesh, Shape, Solid};
use tangency_interval::{Interval, Vector3};

/// A point on a surface, in the frame of its body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SurfacePoint {
    spot: PatchPoint,
    /// Sign that makes the normal of the formula point outwards, towards the other body.
    side: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum PatchPoint {
    Patch { face: usize, parameters: [f64; 2] },
    Triangle { index: usize, point: DVec3 },
    Leaf { index: usize, point: DVec3 },
    Plane { point: DVec3 },
    Vertex(VertexPoint),
    Edge(EdgePoint),
}

stored!(SurfacePoint { spot, side });

impl Stored for PatchPoint {
    fn write(&self, to: &mut StateWriter) {
        match *self {
            Self::Patch { face, parameters } => (0_u8, face, parameters).write(to),
            Self::Triangle { index, point } => (1_u8, index, point).write(to),
            Self::Leaf { index, point } => (2_u8, index, point).write(to),
            Self::Plane { point } => (3_u8, point).write(to),
            Self::Vertex(VertexPoint { index, normal, unit }) => {
                (4_u8, index, normal).write(to);
                unit.write(to);
            }
            Self::Edge(EdgePoint { index, point, normal, unit }) => {
                (5_u8, index, point).write(to);
                (normal, unit).write(to);
            }
        }
    }

    fn read(from: &mut StateReader<'_>) -> Result<Self, RestartError> {
        Ok(match u8::read(from)? {
            0 => Self::Patch { face: Stored::read(from)?, parameters: Stored::read(from)? },
            1 => Self::Triangle { index: Stored::read(from)?, point: Stored::read(from)? },
            2 => Self::Leaf { index: Stored::read(from)?, point: Stored::read(from)? },
            3 => Self::Plane { point: Stored::read(from)? },
            4 => Self::Vertex(VertexPoint {
                index: Stored::read(from)?,
                normal: Stored::read(from)?,
                unit: Stored::read(from)?,
            }),
            5 => Self::Edge(EdgePoint {
                index: Stored::read(from)?,
                point: Stored::read(from)?,
                normal: Stored::read(from)?,
                unit: Stored::read(from)?,
            }),
            _ => return Err(content("unknown point of a surface")),
        })
    }
}

/// The surface near a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LocalSurface {
    pub(crate) point: DVec3,
    /// Unit normal, outwards.
    pub(crate) normal: DVec3,
    /// The shape operator, 1/m.
    pub(crate) bend: DMat3,
    /// How the contact moves over the surface ([`crate::sharp_point`]): the identity where the surface is smooth.
    pub(crate) glide: DMat3,
}

impl LocalSurface {
    /// The surface of a body with this rotation and origin, in the world.
    pub(crate) fn moved(&self, rotation: DMat3, origin: DVec3) -> Self {
        Self {
            point: rotation * self.point + origin,
            normal: rotation * self.normal,
            bend: rotation * self.bend * rotation.transpose(),
            glide: if self.is_smooth() { self.glide } else { rotation * self.glide * rotation.transpose() },
        }
    }

    pub(crate) fn is_smooth(&self) -> bool {
        self.glide == DMat3::IDENTITY
    }
}

/// The projection onto the plane perpendicular to a unit vector.
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

impl SurfacePoint {
    /// The point of a contact on a body, given in the body's frame with the outward normal; `None` if it cannot be
    /// followed. `unit` is a length of the bodies, for edges and vertices.
    pub(crate) fn of(shape: &Shape, feature: Feature, [point, normal]: [DVec3; 2], unit: f64) -> Option<Self> {
        let spot = match (shape, feature) {
            (Shape::Parametric(_), Feature::Patch { index, parameters }) => {
                PatchPoint::Patch { face: index as usize, parameters }
            }
            (Shape::Implicit(solid), Feature::Part(index)) => {
                PatchPoint::Leaf { index: index as usize, point: onto_leaf(solid, index as usize, point)? }
            }
            (Shape::Polyhedron(_) | Shape::Mesh(_), Feature::Face { index, .. }) => {
                let (mesh, index) = (shape.mesh()?, index as usize);
                let off = (point - mesh.corners(index)[0]).dot(triangle_normal(mesh, index)?);
                PatchPoint::Triangle { index, point: point - off * triangle_normal(mesh, index)? }
            }
            (Shape::HalfSpace(half_space), Feature::Part(_)) => {
                PatchPoint::Plane { point: point - half_space.height(point) * half_space.outward() }
            }
            (Shape::Polyhedron(_) | Shape::Mesh(_), Feature::Vertex(index)) => {
                PatchPoint::Vertex(VertexPoint { index: index as usize, normal, unit })
            }
            (Shape::Polyhedron(_) | Shape::Mesh(_), Feature::Edge { index, .. }) => {
                let (mesh, index) = (shape.mesh()?, index as usize);
                match flat_edge(mesh, index, normal) {
                    Some((index, plane)) => {
                        let off = (point - mesh.corners(index)[0]).dot(plane);
                        PatchPoint::Triangle { index, point: point - off * plane }
                    }
                    None => PatchPoint::Edge(EdgePoint::of(mesh, index, point, normal, unit)?),
                }
            }
            // On an edge or a vertex of another shape, or a feature that the shape does not have.
            (
                Shape::Parametric(_)
                | Shape::Implicit(_)
                | Shape::Polyhedron(_)
                | Shape::Mesh(_)
                | Shape::Convex(_)
                | Shape::Rounded(_)
                | Shape::HalfSpace(_)
                | Shape::HeightMap(_)
                | Shape::Compound(_),
                Feature::Vertex(_)
                | Feature::Edge { .. }
                | Feature::Face { .. }
                | Feature::Patch { .. }
                | Feature::Part(_),
            ) => return None,
        };
        let mut place = Self { spot, side: 1.0 };
        let found = place.local(shape)?;
        place.side = if found.normal.dot(normal) < 0.0 { -1.0 } else { 1.0 };
        (found.normal.dot(normal).abs() > CONTACT_COSINE).then_some(place)
    }

    /// Whether the point is on an edge or a vertex.
    pub(crate) fn is_sharp(&self) -> bool {
        matches!(self.spot, PatchPoint::Vertex(_) | PatchPoint::Edge(_))
    }

    /// Whether the point is on a flat face.
    pub(crate) fn is_flat(&self) -> bool {
        matches!(self.spot, PatchPoint::Triangle { .. } | PatchPoint::Plane { .. })
    }

    /// Margin of the normal of an edge to those of its faces; infinite elsewhere.
    pub(crate) fn cone_margin(&self, shape: &Shape) -> f64 {
        match (self.spot, shape.mesh()) {
            (PatchPoint::Edge(edge), Some(mesh)) => edge.cone_margin(mesh),
            _ => f64::INFINITY,
        }
    }

    pub(crate) fn is_vertex(&self) -> bool {
        matches!(self.spot, PatchPoint::Vertex(_))
    }

    /// The feature on which the point is.
    pub(crate) fn feature(&self) -> Feature {
        let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        match self.spot {
            PatchPoint::Patch { face, parameters } => Feature::Patch { index: number(face), parameters },
            PatchPoint::Triangle { index, .. } => Feature::Face { index: number(index), weights: [0.0; 3] },
            PatchPoint::Leaf { index, .. } => Feature::Part(number(index)),
            PatchPoint::Plane { .. } => Feature::Part(0),
            PatchPoint::Vertex(vertex) => Feature::Vertex(number(vertex.index)),
            PatchPoint::Edge(edge) => Feature::Edge { index: number(edge.index), parameter: 0.5 },
        }
    }

    /// The surface near the point; `None` where it is not smooth.
    pub(crate) fn local(&self, shape: &Shape) -> Option<LocalSurface> {
        let local = match (self.spot, shape) {
            (PatchPoint::Patch { face, parameters }, Shape::Parametric(brep)) => {
                patch_local(brep.faces()[face].patch(), parameters)?.0
            }
            (PatchPoint::Leaf { index, point }, Shape::Implicit(solid)) => leaf_local(solid, index, point)?,
            (PatchPoint::Triangle { index, point }, Shape::Polyhedron(_) | Shape::Mesh(_)) => LocalSurface {
                point,
                normal: triangle_normal(shape.mesh()?, index)?,
                bend: DMat3::ZERO,
                glide: DMat3::IDENTITY,
            },
            (PatchPoint::Vertex(vertex), Shape::Polyhedron(_) | Shape::Mesh(_)) => vertex.local(shape.mesh()?)?,
            (PatchPoint::Edge(edge), Shape::Polyhedron(_) | Shape::Mesh(_)) => edge.local(shape.mesh()?)?,
            (PatchPoint::Plane { point }, Shape::HalfSpace(half_space)) => {
                LocalSurface { point, normal: half_space.outward(), bend: DMat3::ZERO, glide: DMat3::IDENTITY }
            }
            // A point of another shape.
            (
                PatchPoint::Patch { .. }
                | PatchPoint::Leaf { .. }
                | PatchPoint::Triangle { .. }
                | PatchPoint::Plane { .. }
                | PatchPoint::Vertex(_)
                | PatchPoint::Edge(_),
                Shape::Parametric(_)
                | Shape::Implicit(_)
                | Shape::Polyhedron(_)
                | Shape::Mesh(_)
                | Shape::Convex(_)
                | Shape::Rounded(_)
                | Shape::HalfSpace(_)
                | Shape::HeightMap(_)
                | Shape::Compound(_),
            ) => return None,
        };
        let LocalSurface { point, normal, bend, glide } = local;
        Some(LocalSurface { point, normal: self.side * normal, bend: bend * self.side, glide })
    }

    /// The point after a small step in the tangent plane.
    pub(crate) fn stepped(&self, shape: &Shape, step: DVec3) -> Option<Self> {
        let spot = match (self.spot, shape) {
            (PatchPoint::Patch { face, parameters: [u, v] }, Shape::Parametric(brep)) => {
                let (_, [dual_u, dual_v]) = patch_local(brep.faces()[face].patch(), [u, v])?;
                PatchPoint::Patch { face, parameters: [u + step.dot(dual_u), v + step.dot(dual_v)] }
            }
            (PatchPoint::Leaf { index, point }, Shape::Implicit(solid)) => {
                PatchPoint::Leaf { index, point: onto_leaf(solid, index, point + step)? }
            }
            (PatchPoint::Triangle { index, point }, Shape::Polyhedron(_) | Shape::Mesh(_)) => {
                let normal = triangle_normal(shape.mesh()?, index)?;
                PatchPoint::Triangle { index, point: point + step.reject_from_normalized(normal) }
            }
            (PatchPoint::Vertex(vertex), Shape::Polyhedron(_) | Shape::Mesh(_)) => {
                PatchPoint::Vertex(vertex.stepped(step)?)
            }
            (PatchPoint::Edge(edge), Shape::Polyhedron(_) | Shape::Mesh(_)) => {
                PatchPoint::Edge(edge.stepped(shape.mesh()?, step)?)
            }
            (PatchPoint::Plane { point }, Shape::HalfSpace(half_space)) => {
                PatchPoint::Plane { point: point + step.reject_from_normalized(half_space.outward()) }
            }
            // A point of another shape.
            (
                PatchPoint::Patch { .. }
                | PatchPoint::Leaf { .. }
                | PatchPoint::Triangle { .. }
                | PatchPoint::Plane { .. }
                | PatchPoint::Vertex(_)
                | PatchPoint::Edge(_),
                Shape::Parametric(_)
                | Shape::Implicit(_)
                | Shape::Polyhedron(_)
                | Shape::Mesh(_)
                | Shape::Convex(_)
                | Shape::Rounded(_)
                | Shape::HalfSpace(_)
                | Shape::HeightMap(_)
                | Shape::Compound(_),
            ) => return None,
        };
        Some(Self { spot, ..*self })
    }

    /// Margin to the border of its surface patch, negative outside, as a fraction of the patch's size (metres
    /// for implicit solids).
    pub(crate) fn margin(&self, shape: &Shape) -> f64 {
        match (self.spot, shape) {
            (PatchPoint::Patch { face, parameters }, Shape::Parametric(brep)) => {
                let domain = brep.faces()[face].patch().domain();
                let inside = |(side, at): (&Interval, f64)| (at - side.lower()).min(side.upper() - at) / side.width();
                domain.iter().zip(parameters).map(inside).fold(f64::INFINITY, f64::min)
            }
            (PatchPoint::Triangle { index, point }, Shape::Polyhedron(_) | Shape::Mesh(_)) => {
                shape.mesh().map_or(-1.0, |mesh| triangle_margin(mesh, index, point))
            }
            (PatchPoint::Vertex(vertex), Shape::Polyhedron(_) | Shape::Mesh(_)) => {
                shape.mesh().map_or(-1.0, |mesh| vertex.margin(mesh))
            }
            (PatchPoint::Edge(edge), Shape::Polyhedron(_) | Shape::Mesh(_)) => {
                shape.mesh().map_or(-1.0, |mesh| edge.margin(mesh))
            }
            (PatchPoint::Leaf { index, point }, Shape::Implicit(solid)) => leaf_margin(solid, index, point),
            // A plane has no border.
            (PatchPoint::Plane { .. }, Shape::HalfSpace(_)) => f64::INFINITY,
            // A point of another shape.
            (
                PatchPoint::Patch { .. }
                | PatchPoint::Leaf { .. }
                | PatchPoint::Triangle { .. }
                | PatchPoint::Plane { .. }
                | PatchPoint::Vertex(_)
                | PatchPoint::Edge(_),
                Shape::Parametric(_)
                | Shape::Implicit(_)
                | Shape::Polyhedron(_)
                | Shape::Mesh(_)
                | Shape::Convex(_)
                | Shape::Rounded(_)
                | Shape::HalfSpace(_)
                | Shape::HeightMap(_)
                | Shape::Compound(_),
            ) => -1.0,
        }
    }

    /// The edge that a contact at a vertex has reached, as its normal turns, or the vertex at the end of an edge.
    pub(crate) fn next_sharp(&self, shape: &Shape) -> Option<Self> {
        let mesh = shape.mesh()?;
        let spot = match self.spot {
            PatchPoint::Vertex(vertex) => PatchPoint::Edge(vertex.onto_edge(mesh)?),
            PatchPoint::Edge(edge) if edge.margin(mesh) < edge.cone_margin(mesh) => {
                PatchPoint::Vertex(edge.onto_vertex(mesh))
            }
            PatchPoint::Edge(edge) => PatchPoint::Triangle { index: edge.onto_face(mesh)?, point: edge.point },
            PatchPoint::Patch { .. }
            | PatchPoint::Triangle { .. }
            | PatchPoint::Leaf { .. }
            | PatchPoint::Plane { .. } => return None,
        };
        Some(Self { spot, ..*self })
    }

    /// The same point on all patches that are near it.
    fn on_patches(&self, shape: &Shape) -> Option<impl Iterator<Item = Self>> {
        let here = self.local(shape)?;
        let place = move |spot| {
            let place = Self { spot, ..*self };
            let turned = place.local(shape)?.normal.dot(here.normal) < 0.0;
            Some(if turned { Self { side: -self.side, ..place } } else { place })
        };
        Some(candidates(shape, here.point, here.normal).into_iter().filter_map(place))
    }

    /// The same point on all patches that meet there.
    pub(crate) fn neighbours(&self, shape: &Shape) -> Vec<Self> {
        self.on_patches(shape).into_iter().flatten().filter(|place| place.margin(shape) > -AT_SEAM).collect()
    }

    /// The same point on the patch that lies ahead; `None` if the surface has an edge there.
    pub(crate) fn recharted(&self, shape: &Shape, ahead: DVec3) -> Option<Self> {
        let margin = |place: &Self| Some(place.stepped(shape, ahead)?.margin(shape));
        let found = self.on_patches(shape)?.filter_map(|place| Some((margin(&place)?, place)));
        let (most, best) = found.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
        (most > -0.5 * BORDER_OVERLAP).then_some(best)
    }
}

/// The surface near a point of a parametric face, and the dual basis of its tangents.
fn patch_local(patch: &Patch, [u, v]: [f64; 2]) -> Option<(LocalSurface, [DVec3; 2])> {
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
    Some((LocalSurface { point, normal, bend, glide: DMat3::IDENTITY }, duals))
}

fn at(point: DVec3) -> Vector3 {
    Vector3::point(point.to_array())
}

fn leaf_local(solid: &Solid, index: usize, point: DVec3) -> Option<LocalSurface> {
    let jet = solid.leaves()[index].jet(at(point), Interval::ZERO, &mut Workspace::default())?;
    let gradient = middle(jet.gradient);
    let length = gradient.length();
    let normal = gradient.try_normalize()?;
    let second = DMat3::from_cols_array_2d(&jet.second.mid());
    let across = tangential(normal);
    let bend = across * second * across * (1.0 / length);
    Some(LocalSurface { point, normal, bend, glide: DMat3::IDENTITY })
}

/// Moves a point along the gradient to the zero set of a leaf.
fn onto_leaf(solid: &Solid, index: usize, mut point: DVec3) -> Option<DVec3> {
    for _ in 0..IMPLICIT_STEPS {
        let slope = solid.leaves()[index].slope(at(point), Interval::ZERO, &mut Workspace::default())?;
        let gradient = middle(slope.gradient);
        point -= gradient * (slope.value.mid() / gradient.length_squared());
    }
    point.is_finite().then_some(point)
}

/// Positive where the zero set of the leaf bounds the solid.
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

/// A triangle at an edge between triangles of one plane, across this normal, and its own normal. Such an edge is a part
/// of a face.
fn flat_edge(mesh: &Mesh, edge: usize, normal: DVec3) -> Option<(usize, DVec3)> {
    let [a, b] = *mesh.edges().get(edge)?;
    let at_edge =
        mesh.triangles().iter().enumerate().filter(|(_, corners)| corners.contains(&a) && corners.contains(&b));
    let mut planes = at_edge.map(|(index, _)| (index, triangle_normal(mesh, index).unwrap_or_default()));
    let first = planes.next()?;
    let flat = |plane: DVec3| plane.dot(normal).abs() > SMOOTH_COSINE;
    (flat(first.1) && planes.all(|(_, plane)| flat(plane))).then_some(first)
}

/// The smallest barycentric coordinate of a point in the plane of a triangle.
fn triangle_margin(mesh: &Mesh, index: usize, point: DVec3) -> f64 {
    let [a, b, c] = mesh.corners(index);
    let across = (b - a).cross(c - a);
    let weight = |from: DVec3, to: DVec3| (to - from).cross(point - from).dot(across) / across.length_squared();
    weight(a, b).min(weight(b, c)).min(weight(c, a))
}

/// The points on all patches that coincide with this point and have a parallel normal.
fn candidates(shape: &Shape, point: DVec3, normal: DVec3) -> Vec<PatchPoint> {
    let smooth = |other: DVec3| other.dot(normal).abs() > SMOOTH_COSINE;
    match shape {
        Shape::Convex(_) | Shape::Rounded(_) | Shape::HeightMap(_) | Shape::Compound(_) => Vec::new(),
        Shape::HalfSpace(_) => vec![PatchPoint::Plane { point }],
        Shape::Parametric(brep) => patch_candidates(brep, point, &smooth),
        Shape::Polyhedron(_) | Shape::Mesh(_) => {
            let Some(mesh) = shape.mesh() else { return Vec::new() };
            let here = |index: &usize| {
                let plane = triangle_normal(mesh, *index);
                let off = |plane: DVec3| (point - mesh.corners(*index)[0]).dot(plane).abs();
                plane.is_some_and(|plane| smooth(plane) && off(plane) < SAME_POINT * (1.0 + point.length()))
            };
            (0..mesh.triangles().len()).filter(here).map(|index| PatchPoint::Triangle { index, point }).collect()
        }
        Shape::Implicit(solid) => {
            let here = |index: &usize| {
                let local = leaf_local(solid, *index, point);
                local.is_some_and(|local| {
                    let near = onto_leaf(solid, *index, point)
                        .is_some_and(|near| near.distance(point) < SAME_POINT * (1.0 + point.length()));
                    near && smooth(local.normal)
                })
            };
            (0..solid.leaves().len()).filter(here).map(|index| PatchPoint::Leaf { index, point }).collect()
        }
    }
}

fn patch_candidates(brep: &Brep, point: DVec3, smooth: &dyn Fn(DVec3) -> bool) -> Vec<PatchPoint> {
    let mut found = Vec::new();
    for (face, patch) in brep.faces().iter().map(tangency_geometry::surface::Face::patch).enumerate() {
        let [u, v] = patch.domain();
        let share = |side: Interval, i: usize| side.lower() + side.width() * i as f64 / PATCH_SEEDS as f64;
        let mut seeds: Vec<(f64, [f64; 2])> = (0..(PATCH_SEEDS + 1) * (PATCH_SEEDS + 1))
            .map(|i| [share(u, i % (PATCH_SEEDS + 1)), share(v, i / (PATCH_SEEDS + 1))])
            .map(|[u, v]| (patch.at(u, v, 0.0).distance_squared(point), [u, v]))
            .filter(|(distance, _)| distance.is_finite())
            .collect();
        seeds.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, seed) in seeds.into_iter().take(SEEDS_TRIED) {
            let Some((parameters, local)) = nearest(patch, seed, point) else { continue };
            if local.point.distance(point) < SAME_POINT * (1.0 + point.length()) && smooth(local.normal) {
                found.push(PatchPoint::Patch { face, parameters });
            }
        }
    }
    found
}

/// The point of a face nearest to a given point, by Gauss–Newton steps from a start value. It may leave the
/// parameter rectangle a little.
fn nearest(patch: &Patch, [mut u, mut v]: [f64; 2], point: DVec3) -> Option<([f64; 2], LocalSurface)> {
    for _ in 0..MOST_NEWTON_STEPS {
        let (local, duals) = patch_local(patch, [u, v])?;
        let offset = point - local.point;
        let step = [offset.dot(duals[0]), offset.dot(duals[1])];
        let widths = patch.domain().map(|side| side.width());
        if step[0].abs() < NEWTON_CONVERGED * widths[0] && step[1].abs() < NEWTON_CONVERGED * widths[1] {
            return Some(([u, v], local));
        }
        u += step[0].clamp(-LARGEST_PATCH_STEP * widths[0], LARGEST_PATCH_STEP * widths[0]);
        v += step[1].clamp(-LARGEST_PATCH_STEP * widths[1], LARGEST_PATCH_STEP * widths[1]);
    }
    patch_local(patch, [u, v]).map(|(local, _)| ([u, v], local))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    /// A sphere of radius r has curvature 1/r in every direction, in any representation.
    #[test]
    fn spheres_bend_by_one_over_their_radius() {
        let radius = 0.4;
        let direction = dvec3(0.3, -0.2, 0.9).normalize();
        let curved = Shape::from(Brep::sphere(radius).unwrap());
        let spot = PatchPoint::Patch { face: 5, parameters: [direction.x / direction.z, direction.y / direction.z] };
        let local = SurfacePoint { spot, side: 1.0 }.local(&curved).unwrap();
        let implicit =
            Shape::from(Solid::parse("x^2 + y^2 + z^2 - 0.16", [DVec3::splat(-1.0), DVec3::splat(1.0)]).unwrap());
        let spot = PatchPoint::Leaf { index: 0, point: radius * direction };
        let other = SurfacePoint { spot, side: 1.0 }.local(&implicit).unwrap();
        for local in [local, other] {
            assert!(local.normal.dot(local.point) > 0.0, "outwards");
            assert!(local.normal.cross(direction).length() < 1e-12, "{local:?}");
            let tangent = direction.any_orthonormal_vector();
            assert!((local.bend * tangent).distance(tangent / radius) < 1e-10, "{local:?}");
            assert!((local.bend * direction).length() < 1e-10);
        }
    }

    /// Contacts pass over the joint of two faces of a sphere, and around the seam of a torus.
    #[test]
    fn joints_are_passed() {
        let ball = Shape::from(Brep::sphere(1.0).unwrap());
        let corner = SurfacePoint { spot: PatchPoint::Patch { face: 5, parameters: [1.0, 0.2] }, side: 1.0 };
        let here = corner.local(&ball).unwrap();
        let ahead = (DVec3::X - DVec3::Z).reject_from_normalized(here.normal).normalize() * 1e-3;
        let over = corner.recharted(&ball, ahead).unwrap();
        assert!(over.local(&ball).unwrap().point.distance(here.point) < 1e-9 && over.spot != corner.spot);
        assert!(over.stepped(&ball, ahead).unwrap().margin(&ball) > 0.0);
        let ring = Shape::from(Brep::torus(2.0, 1.0).unwrap());
        let seam =
            SurfacePoint { spot: PatchPoint::Patch { face: 0, parameters: [std::f64::consts::TAU, 1.0] }, side: 1.0 };
        let around = seam.recharted(&ring, dvec3(0.0, 1e-3, 0.0)).unwrap();
        assert!(matches!(around.spot, PatchPoint::Patch { parameters: [u, _], .. } if u.abs() < 1e-9), "{around:?}");
    }

    /// The face of a box ends at an edge.
    #[test]
    fn a_face_ends_at_an_edge() {
        let brick = Shape::from(Brep::cuboid(DVec3::ONE).unwrap());
        let rim = SurfacePoint { spot: PatchPoint::Patch { face: 5, parameters: [0.5, 0.0] }, side: 1.0 };
        let here = rim.local(&brick).unwrap();
        let ahead = [dvec3(1e-3, 0.0, 0.0), dvec3(0.0, 1e-3, 0.0)].map(|way| rim.recharted(&brick, way));
        assert!(ahead.iter().any(Option::is_none), "{here:?} {ahead:?}");
    }
}
