//! The convex hull of points, as triangles.
//!
//! *Question.* Which triangles bound the convex hull of points, exactly?
//! *Idea.* The affine dimension is found first. Points that span space go through quickhull ([`solid`]), coplanar
//! points through the chain of their plane ([`flat`]). Collinear points are a segment.
//! *Guarantee.* Every sign is exact, so the result is the hull of the given doubles: convex, closed, facing outwards,
//! with the extreme points as vertices and no others. No triangle of a hull of dimension two or three is degenerate.
//! *Cost.* `O(n log n)` for usual inputs. Less than a second for 10⁵ points on a sphere or a cylinder.
//! *Source.* See [`solid`] and [`flat`].

mod facets;
mod flat;
mod solid;

use super::boundary::degenerate;
use super::orientation::{height, projected, turn};
use super::{ConvexError, ConvexShapeError, check_points};
use crate::exact::sum_of_products;
use crate::tolerance::MOST_MESH_TRIANGLES;
use crate::{Mesh, Shape};
use glam::DVec3;
use tangency_interval::Vector3;

/// The convex hull of points: its boundary, and the point behind each vertex.
///
/// ```
/// use glam::DVec3;
/// use tangency_geometry::{ConvexHull, Shape};
///
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::splat(0.1), DVec3::Z];
/// let hull = ConvexHull::of(&corners)?;
/// assert_eq!((hull.dimension(), hull.mesh().triangles().len()), (3, 4));
/// assert_eq!(hull.indices(), [0, 1, 2, 4]); // The point inside is no vertex.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ConvexHull {
    mesh: Mesh,
    indices: Vec<u32>,
    dimension: usize,
}

impl ConvexHull {
    /// The hull of the points, in any order and with any repetitions.
    pub fn of(points: &[DVec3]) -> Result<Self, ConvexShapeError> {
        check_points(points)?;
        let most = MOST_MESH_TRIANGLES / 2;
        if points.len() > most {
            return Err(ConvexError::TooMany { points: points.len(), most }.into());
        }
        let seed = Seed::of(points);
        let (dimension, triangles) = match seed {
            Seed::Point(a) => return Self::degenerate(points, 0, [a, a, a]),
            Seed::Segment([a, b]) => return Self::degenerate(points, 1, [a, b, b]),
            Seed::Triangle { axis, .. } => (2, flat::triangles(points, axis)),
            Seed::Tetrahedron(corners) => (3, solid::triangles(points, corners)),
        };
        // Vertices in the order of the points.
        let mut indices: Vec<u32> = triangles.iter().flatten().copied().collect();
        indices.sort_unstable();
        indices.dedup();
        let mut vertex = vec![0; points.len()];
        indices.iter().zip(0..).for_each(|(&index, number)| vertex[index as usize] = number);
        let renamed = triangles.iter().map(|corners| corners.map(|corner| vertex[corner as usize])).collect();
        let vertices = indices.iter().map(|&index| points[index as usize]).collect();
        Ok(Self { mesh: Mesh::new(vertices, renamed)?, indices, dimension })
    }

    /// A triangle without area.
    fn degenerate(points: &[DVec3], dimension: usize, corners: [u32; 3]) -> Result<Self, ConvexShapeError> {
        let mesh = degenerate(corners.map(|corner| points[corner as usize]))?;
        Ok(Self { mesh, indices: corners.to_vec(), dimension })
    }

    /// The boundary, facing outwards. A hull without volume is the surface itself: one triangle without area for a
    /// point or a segment, and one layer of triangles for a polygon.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// The index of the point at each vertex of the mesh.
    #[must_use]
    pub fn indices(&self) -> &[u32] {
        &self.indices
    }

    /// The affine dimension: 0 for a point, 1 for a segment, 2 for a polygon, 3 for a hull with volume.
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The hull as a shape: a polyhedron if its volume is proved positive, otherwise its boundary as a surface. A
    /// hull of dimension three is a surface if it is so thin that rounding hides its volume, which is about 1e-15
    /// of its size.
    #[must_use]
    pub fn shape(&self) -> Shape {
        Shape::solid_if_closed(self.mesh.clone())
    }
}

/// A side of one or two triangles of a hull.
pub(super) struct HullEdge {
    /// In the direction of the first triangle.
    pub(super) ends: [u32; 2],
    pub(super) triangle: usize,
    /// The other triangle; none at the border of a polygon.
    pub(super) other: Option<usize>,
}

impl ConvexHull {
    /// The vector product of two sides of each triangle: its normal times twice its area. Every coordinate is as tight
    /// as doubles allow, so that slivers have a direction.
    pub(super) fn area_vectors(&self) -> Vec<Vector3> {
        let of = |triangle: usize| {
            let [a, b, c] = self.mesh.corners(triangle);
            Vector3::from_fn(|axis| {
                let [a, b, c] = [a, b, c].map(|corner| projected(corner, axis));
                sum_of_products(&[(b.x, c.y), (-b.y, c.x), (c.x, a.y), (-c.y, a.x), (a.x, b.y), (-a.y, b.x)])
            })
        };
        (0..self.mesh.triangles().len()).map(of).collect()
    }

    /// The edges, each once.
    pub(super) fn edges(&self) -> Vec<HullEdge> {
        let triangles = self.mesh.triangles();
        let mut sides: Vec<([u32; 2], usize, [u32; 2])> = Vec::with_capacity(3 * triangles.len());
        for (triangle, &[a, b, c]) in triangles.iter().enumerate() {
            sides.extend([[a, b], [b, c], [c, a]].map(|[p, q]| ([p.min(q), p.max(q)], triangle, [p, q])));
        }
        sides.sort_unstable();
        let edge = |pair: &[([u32; 2], usize, [u32; 2])]| {
            let (_, triangle, ends) = pair[0];
            HullEdge { ends, triangle, other: pair.get(1).map(|side| side.1) }
        };
        sides.chunk_by(|one, other| one.0 == other.0).map(edge).collect()
    }
}

/// Points that span the affine hull of all points, as indices.
#[derive(Clone, Copy, Debug)]
enum Seed {
    Point(u32),
    /// The ends.
    Segment([u32; 2]),
    /// The axis along which the plane of all points is projected without a loss.
    Triangle {
        axis: usize,
    },
    /// With positive volume.
    Tetrahedron([u32; 4]),
}

impl Seed {
    fn of(points: &[DVec3]) -> Self {
        let order = |a: &DVec3, b: &DVec3| {
            let differs = |axis: &usize| a[*axis] != b[*axis];
            (0..3).find(differs).map_or(std::cmp::Ordering::Equal, |axis| a[axis].total_cmp(&b[axis]))
        };
        let all = || points.iter().zip(0_u32..);
        let Some((&first, a)) = all().min_by(|one, other| order(one.0, other.0)) else { return Self::Point(0) };
        let Some((&last, b)) = all().max_by(|one, other| order(one.0, other.0)) else { return Self::Point(a) };
        if first == last {
            return Self::Point(a);
        }
        // The largest projected area decides in nearly all cases. Any point that is exactly off the line will do.
        let mut best = (0.0, a, 0);
        for axis in 0..3 {
            let [from, to] = [first, last].map(|end| projected(end, axis));
            for (&point, index) in all() {
                let area = turn(from, to, projected(point, axis)).abs();
                if area > best.0 {
                    best = (area, index, axis);
                }
            }
        }
        let (area, c, axis) = best;
        if area == 0.0 {
            return Self::Segment([a, b]);
        }
        let triangle = [first, last, points[c as usize]];
        let mut best = (0.0_f64, a);
        for (&point, index) in all() {
            let volume = height(triangle, point);
            if volume.abs() > best.0.abs() {
                best = (volume, index);
            }
        }
        match best {
            (0.0, _) => Self::Triangle { axis },
            (volume, d) if volume > 0.0 => Self::Tetrahedron([a, b, c, d]),
            (_, d) => Self::Tetrahedron([a, c, b, d]),
        }
    }
}
