//! A convex polyhedron with the zones of its features.
//!
//! **Question.** Which data of a convex polyhedron does the walk over its features need?
//!
//! **Idea.** Space outside of a convex polyhedron is divided into one zone for each vertex, edge and face: the points
//! whose closest point lies on that feature. A wall between two zones belongs to a feature and a larger feature that
//! contains it: a vertex and one of its edges, or an edge and one of its faces. Its normal is the direction in which the
//! larger feature extends from the smaller one. These directions are stored beside the features, so that a test of a
//! zone is a few products on neighbouring memory.
//!
//! **Guarantee.** Vertices are those of an exact convex hull. Triangles in one plane, up to [`FLAT_FACE`] of the size,
//! are one face. Normals and walls are rounded; the bounds of `proof` do not rely on them.
//!
//! **Cost.** `O(V log V)` once; about 700 bytes a vertex.
//!
//! **Source.** Lin and Canny 1991; Dworkin 1994, sections 5.1, J.1.1 (`fan`), J.1.2. The table from directions to
//! features is the support table of the convex bodies (`convex/support.rs`), which omits no vertex.
//!
//! | Dworkin | here |
//! |---|---|
//! | nearness zone, zone walls | [`Spoke`], [`ZoneEdge::inward`], [`FaceSide`] |
//! | angle table | [`Fan`] |
//! | feature table | [`Zones::farthest`] |

use super::error::ZonesError;
use super::faces::{Polygon, polygons};
use super::fan::Fan;
use crate::convex::Support;
use crate::tolerance::{CONVEX_EXCESS, DESCENT, DISTINCT_DESCENT, FAN_CORNERS, FLAT_FACE, SAFE_SIZES};
use glam::DVec3;
use tangency_geometry::{ConvexHull, Polyhedron};

/// A vertex, an edge or a face of a convex polyhedron, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ZoneFeature {
    /// An index into [`Zones::vertices`].
    Vertex(u32),
    /// An edge: see [`Zones::edge_ends`].
    Edge(u32),
    /// A face: see [`Zones::face_corners`].
    Face(u32),
}

/// A convex polyhedron, prepared for closest features. Shared by all bodies of this shape.
///
/// ```
/// use glam::dvec3;
/// use tangency_detect::Zones;
/// use tangency_geometry::primitive;
///
/// let cube = Zones::of_polyhedron(&primitive::cuboid(dvec3(1.0, 1.0, 1.0))?)?;
/// assert_eq!((cube.vertices().len(), cube.edge_count(), cube.face_count()), (8, 12, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Zones {
    vertices: Vec<DVec3>,
    /// The range of the spokes of each vertex, and its angle table.
    corners: Vec<Corner>,
    spokes: Vec<Spoke>,
    edges: Vec<ZoneEdge>,
    faces: Vec<ZoneFace>,
    sides: Vec<FaceSide>,
    fans: Vec<Fan>,
    support: Support,
    reach: f64,
    /// Whether all edges, also those within faces, are so long that [`FLAT_FACE`] is far below [`DESCENT`] on them. Then
    /// edges within a face that is flat up to rounding descend if the sides of the face do.
    distinct: bool,
}

/// The spokes of a vertex.
#[derive(Clone, Copy, Debug)]
struct Corner {
    spokes: [u32; 2],
    fan: Option<u32>,
    /// The vertex itself. A vertex inside of a face that is flat up to rounding has no edges; a corner of the face stands
    /// for it.
    stand_in: u32,
}

/// An edge as it leaves a vertex: the wall between their zones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spoke {
    /// The unit vector away from the vertex.
    pub(super) along: DVec3,
    pub(super) edge: u32,
}

/// An edge with the walls to the zones of its faces.
#[derive(Clone, Copy, Debug)]
pub(super) struct ZoneEdge {
    pub(super) start: DVec3,
    /// From the start to the end.
    pub(super) along: DVec3,
    /// The inverse of the square of the length.
    pub(super) inverse_sq: f64,
    /// Unit vectors from the edge into its two faces, across the edge.
    pub(super) inward: [DVec3; 2],
    pub(super) ends: [u32; 2],
    pub(super) faces: [u32; 2],
}

/// A face.
#[derive(Clone, Copy, Debug)]
pub(super) struct ZoneFace {
    /// The outward unit normal.
    pub(super) normal: DVec3,
    /// The height of the plane along the normal.
    pub(super) offset: f64,
    /// The height of the highest vertex of the body along the normal.
    pub(super) highest: f64,
    sides: [u32; 2],
    fan: Option<u32>,
}

/// An edge as a side of a face: the wall between their zones.
#[derive(Clone, Copy, Debug)]
pub(super) struct FaceSide {
    /// The unit vector in the plane of the face from the side into the face.
    pub(super) inward: DVec3,
    pub(super) offset: f64,
    pub(super) edge: u32,
    /// The vertex at which the side starts, counter-clockwise.
    from: u32,
}

/// Where a straight line within the plane of a face ends.
pub(super) enum FaceExit {
    /// At its target, within the face.
    Target,
    /// On a side of the face.
    Side { edge: u32, point: DVec3 },
}

impl Zones {
    /// The zones of a convex hull, or the reason why it has none.
    pub fn new(hull: &ConvexHull) -> Result<Self, ZonesError> {
        let mesh = hull.mesh();
        let reach = mesh.reach();
        if hull.dimension() < 3 {
            return Err(ZonesError::Flat { dimension: hull.dimension() });
        }
        if !(SAFE_SIZES[0]..SAFE_SIZES[1]).contains(&reach) {
            return Err(ZonesError::Size { reach });
        }
        let vertices = mesh.vertices().to_vec();
        let polygons = polygons(mesh).ok_or(ZonesError::Thin)?;
        let support = Support::of_points(&vertices, reach);
        let (corners, edges) = (Vec::new(), Vec::new());
        let (faces, sides, spokes, fans) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let shortest = (0..mesh.triangles().len()).flat_map(|triangle| {
            let [a, b, c] = mesh.corners(triangle);
            [a.distance(b), b.distance(c), c.distance(a)]
        });
        let distinct = FLAT_FACE * reach < DISTINCT_DESCENT * DESCENT * shortest.fold(f64::INFINITY, f64::min);
        let mut zones = Self { vertices, corners, spokes, edges, faces, sides, fans, support, reach, distinct };
        zones.add_faces(&polygons)?;
        zones.add_spokes(&polygons);
        Ok(zones)
    }

    /// The zones of a convex polyhedron. A polyhedron with a dent is refused: its convex parts are bodies of their own.
    pub fn of_polyhedron(polyhedron: &Polyhedron) -> Result<Self, ZonesError> {
        let mesh = polyhedron.mesh();
        let hull = ConvexHull::of(mesh.vertices())?;
        let [whole, solid] = [hull.mesh(), mesh].map(|mesh| {
            let volume = |triangle| {
                let [a, b, c] = mesh.corners(triangle).map(|corner| corner - mesh.vertices()[0]);
                a.dot(b.cross(c))
            };
            (0..mesh.triangles().len()).map(volume).sum::<f64>() / 6.0
        });
        if whole - solid > CONVEX_EXCESS * whole {
            return Err(ZonesError::Concave { volumes: [solid, whole] });
        }
        Self::new(&hull)
    }

    fn add_faces(&mut self, polygons: &[Polygon]) -> Result<(), ZonesError> {
        // The sides of all faces, by their ends in either order. Each edge belongs to two of them.
        let mut sides: Vec<([u32; 2], u32, u32)> = Vec::new();
        for (face, polygon) in polygons.iter().enumerate() {
            let first = self.sides.len() as u32;
            let count = polygon.corners.len();
            for (index, &from) in polygon.corners.iter().enumerate() {
                let to = polygon.corners[(index + 1) % count];
                sides.push(([from.min(to), from.max(to)], face as u32, self.sides.len() as u32));
                let [start, end] = [from, to].map(|corner| self.vertices[corner as usize]);
                let inward = polygon.normal.cross(end - start).normalize_or_zero();
                self.sides.push(FaceSide { inward, offset: inward.dot(start), edge: 0, from });
            }
            let places = || polygon.corners.iter().map(|&corner| self.vertices[corner as usize]);
            let offset = places().map(|place| polygon.normal.dot(place)).sum::<f64>() / count as f64;
            let farthest = self.vertices[self.support.farthest(polygon.normal) as usize];
            let fan = (count > FAN_CORNERS).then(|| {
                self.fans.push(Fan::new(polygon.normal, places()));
                self.fans.len() as u32 - 1
            });
            let highest = polygon.normal.dot(farthest);
            let range = [first, first + count as u32];
            self.faces.push(ZoneFace { normal: polygon.normal, offset, highest, sides: range, fan });
        }
        sides.sort_unstable();
        for pair in sides.chunk_by(|one, other| one.0 == other.0) {
            let &[(_, first, one), (_, second, other)] = pair else { return Err(ZonesError::Thin) };
            let ends = [one, other].map(|side| self.sides[side as usize].from);
            let [start, end] = ends.map(|end| self.vertices[end as usize]);
            let along = end - start;
            let inward = [one, other].map(|side| self.sides[side as usize].inward);
            let edge = self.edges.len() as u32;
            for side in [one, other] {
                self.sides[side as usize].edge = edge;
            }
            let inverse_sq = along.length_squared().recip();
            self.edges.push(ZoneEdge { start, along, inverse_sq, inward, ends, faces: [first, second] });
        }
        Ok(())
    }

    fn add_spokes(&mut self, polygons: &[Polygon]) {
        let mut of: Vec<(u32, Spoke)> = Vec::with_capacity(2 * self.edges.len());
        for (index, edge) in self.edges.iter().enumerate() {
            let along = edge.along * edge.inverse_sq.sqrt();
            of.push((edge.ends[0], Spoke { along, edge: index as u32 }));
            of.push((edge.ends[1], Spoke { along: -along, edge: index as u32 }));
        }
        of.sort_by_key(|(vertex, spoke)| (*vertex, spoke.edge));
        let mut at = 0;
        for vertex in 0..self.vertices.len() as u32 {
            let first = self.spokes.len();
            while at < of.len() && of[at].0 == vertex {
                self.spokes.push(of[at].1);
                at += 1;
            }
            let fan =
                (self.spokes.len() - first > FAN_CORNERS).then(|| Fan::around(&mut self.spokes[first..])).flatten();
            let fan = fan.map(|fan| {
                self.fans.push(fan);
                self.fans.len() as u32 - 1
            });
            self.corners.push(Corner { spokes: [first as u32, self.spokes.len() as u32], fan, stand_in: vertex });
        }
        for polygon in polygons {
            for &inner in &polygon.inner {
                self.corners[inner as usize].stand_in = polygon.corners[0];
            }
        }
    }

    /// The vertices, in the frame of the body.
    #[must_use]
    pub fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// The number of edges.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The number of faces. Coplanar triangles are one face.
    #[must_use]
    pub fn face_count(&self) -> usize {
        self.faces.len()
    }

    /// The vertices at the ends of an edge; `None` if there is no such edge.
    #[must_use]
    pub fn edge_ends(&self, edge: u32) -> Option<[u32; 2]> {
        self.edges.get(edge as usize).map(|edge| edge.ends)
    }

    /// The vertices of a face, counter-clockwise seen from outside; `None` if there is no such face.
    #[must_use]
    pub fn face_corners(&self, face: u32) -> Option<Vec<u32>> {
        self.faces.get(face as usize).map(|face| self.sides_of(face).iter().map(|side| side.from).collect())
    }

    /// The outward unit normal of a face, rounded; `None` if there is no such face.
    #[must_use]
    pub fn face_normal(&self, face: u32) -> Option<DVec3> {
        self.faces.get(face as usize).map(|face| face.normal)
    }

    /// Metres. No point of the body is farther from the origin of its frame.
    #[must_use]
    pub fn reach(&self) -> f64 {
        self.reach
    }

    pub(super) fn support(&self) -> &Support {
        &self.support
    }

    #[inline]
    pub(super) fn vertex(&self, vertex: u32) -> DVec3 {
        self.vertices[vertex as usize]
    }

    #[inline]
    pub(super) fn edge(&self, edge: u32) -> &ZoneEdge {
        &self.edges[edge as usize]
    }

    #[inline]
    pub(super) fn face(&self, face: u32) -> &ZoneFace {
        &self.faces[face as usize]
    }

    #[inline]
    pub(super) fn sides_of(&self, face: &ZoneFace) -> &[FaceSide] {
        &self.sides[face.sides[0] as usize..face.sides[1] as usize]
    }

    #[inline]
    pub(super) fn spokes_of(&self, vertex: u32) -> &[Spoke] {
        let [first, end] = self.corners[vertex as usize].spokes;
        &self.spokes[first as usize..end as usize]
    }

    /// The vertex at which a walk starts if the other body is in this direction.
    #[inline]
    pub(super) fn farthest(&self, direction: DVec3) -> u32 {
        self.corners[self.support.farthest(direction) as usize].stand_in
    }

    /// Metres. The height of the whole body along a direction: no vertex is higher.
    #[inline]
    pub(super) fn height(&self, direction: DVec3) -> f64 {
        direction.dot(self.vertices[self.support.farthest(direction) as usize])
    }

    /// Metres. The height of the whole body along a direction along which this feature is probably the highest. A vertex
    /// of an exact hull is the highest if all its edges descend; otherwise the table answers.
    #[inline]
    pub(super) fn height_at(&self, feature: ZoneFeature, direction: DVec3) -> f64 {
        let (vertex, except) = match feature {
            ZoneFeature::Vertex(vertex) => (vertex, u32::MAX),
            ZoneFeature::Edge(edge) => {
                let at = &self.edges[edge as usize];
                // The edge itself descends from its higher end.
                (at.ends[usize::from(at.along.dot(direction) > 0.0)], edge)
            }
            ZoneFeature::Face(_) => return self.height(direction),
        };
        let spokes = self.spokes_of(vertex);
        let few = (3..=FAN_CORNERS).contains(&spokes.len()) && self.distinct;
        let descends = |spoke: &Spoke| spoke.edge == except || spoke.along.dot(direction) < -DESCENT;
        if few && spokes.iter().all(descends) {
            direction.dot(self.vertices[vertex as usize])
        } else {
            self.height(direction)
        }
    }

    /// The edge that leaves a vertex most directly along a vector, and the part of the vector along it.
    #[inline]
    pub(super) fn steepest(&self, vertex: u32, vector: DVec3) -> (f64, u32) {
        let spokes = self.spokes_of(vertex);
        if let Some(fan) = self.corners[vertex as usize].fan {
            let spoke = &spokes[self.fans[fan as usize].extreme(vector)];
            return (spoke.along.dot(vector), spoke.edge);
        }
        let mut best = (f64::NEG_INFINITY, 0);
        for spoke in spokes {
            let part = spoke.along.dot(vector);
            if part > best.0 {
                best = (part, spoke.edge);
            }
        }
        best
    }

    /// Follows a line in the plane of a face from a point of the face to a target.
    #[inline]
    pub(super) fn leave(&self, face: u32, from: DVec3, target: DVec3) -> FaceExit {
        let face = &self.faces[face as usize];
        let sides = self.sides_of(face);
        let mut first: Option<(f64, u32)> = None;
        let mut test = |side: &FaceSide| {
            let beyond = side.inward.dot(target) - side.offset;
            if beyond < 0.0 {
                let inside = (side.inward.dot(from) - side.offset).max(0.0);
                let share = inside / (inside - beyond);
                if first.is_none_or(|(least, _)| share < least) {
                    first = Some((share, side.edge));
                }
            }
        };
        match face.fan {
            Some(fan) => test(&sides[self.fans[fan as usize].exit(from, target - from)]),
            None => sides.iter().for_each(test),
        }
        match first {
            Some((share, edge)) => FaceExit::Side { edge, point: from + share * (target - from) },
            None => FaceExit::Target,
        }
    }
}
