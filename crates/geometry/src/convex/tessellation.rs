//! Triangles of convex bodies, for pictures.
//!
//! *Question.* Which closed mesh shows a convex body within a given distance?
//! *Idea.* A body of revolution is a stack of rings of points on it. Every other mesh is the convex hull of points on
//! the body: the corners of a box or hull; for a rounded one all offset faces, steps of the arcs along its edges, and
//! its support points along the directions of a fine sphere; for an ellipsoid the corners of triangles that are
//! bisected until they are flat.
//! *Guarantee.* The mesh is closed and faces outwards. Its vertices lie on the body up to rounding. The distance of the
//! body from the mesh is at most the error: half of it by the steps along and half by those around for rings. For
//! rounded polytopes, every normal at a vertex has a sampled normal of the same vertex within the angle that the error
//! allows: the nearest direction of the sphere, or the nearest step on the arc before it. For ellipsoids, the distance
//! is estimated from the ends of each side: length times change of the normal over eight.
//! *Cost.* About `4/fineness` triangles for a sphere. The hull of the points for others.

use super::hull::HullEdge;
use super::profile::{self, ProfilePiece};
use super::{Convex, ConvexCore, ConvexHull, ConvexShapeError, mass};
use crate::tolerance::{CONVEX_FINENESS, ELLIPSOID_BISECTIONS, FEWEST_STEPS_AROUND};
use crate::{Mesh, Pose};
use glam::{DVec2, DVec3, dvec3};
use std::f64::consts::{FRAC_PI_2, PI, SQRT_2, TAU};
use tangency_interval::Vector3;

impl Convex {
    /// Triangles of the whole body with its radius. No point of the body is farther from them than `fineness` times
    /// the size of the body, the diagonal of its bounding box. A flat hull without a radius is an open surface.
    ///
    /// ```
    /// use glam::dvec3;
    /// use tangency_geometry::{Convex, Polyhedron};
    ///
    /// let pebble = Convex::cuboid(dvec3(0.4, 0.3, 0.2))?.rounded(0.05)?;
    /// let picture = Polyhedron::new(pebble.mesh(1e-3)?)?;
    /// assert!((picture.mass().volume / pebble.mass()?.volume - 1.0).abs() < 0.01);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mesh(&self, fineness: f64) -> Result<Mesh, ConvexShapeError> {
        let [least, most] = CONVEX_FINENESS;
        if !(least..=most).contains(&fineness) {
            return Err(ConvexShapeError::Fineness { value: fineness, least, most });
        }
        let mesh = self.core_mesh(fineness * self.size())?;
        Ok(if self.frame == Pose::IDENTITY { mesh } else { mesh.transformed(&self.frame)? })
    }

    /// The same in the frame of the core, with an error in metres.
    fn core_mesh(&self, error: f64) -> Result<Mesh, ConvexShapeError> {
        match &self.core {
            ConvexCore::Point | ConvexCore::Segment { .. } | ConvexCore::Cylinder { .. } | ConvexCore::Cone { .. } => {
                revolved(&profile::outline(&self.core, self.radius), error)
            }
            ConvexCore::Ellipsoid { radii } => Ok(ellipsoid(*radii, self.radius, error)?.mesh().clone()),
            ConvexCore::Cuboid { half } => rounded(&ConvexHull::of(&mass::corners(*half))?, self.radius, error),
            ConvexCore::Hull { points } => rounded(&ConvexHull::of(points)?, self.radius, error),
        }
    }

    /// Metres. The diagonal of the bounding box, up to rounding.
    pub(super) fn size(&self) -> f64 {
        let extent = |axis: usize| {
            let ends = [DVec3::AXES[axis], -DVec3::AXES[axis]].map(|side| self.core.farthest(side)[axis]);
            ends[0] - ends[1] + 2.0 * self.radius
        };
        dvec3(extent(0), extent(1), extent(2)).length()
    }
}

/// The angle of a chord of a circle that is at most `error` away from the circle.
fn chord(radius: f64, error: f64) -> f64 {
    if radius > 0.0 { 2.0 * (1.0 - (error / radius).min(1.0)).acos() } else { PI }
}

/// The body of an outline that turns about the z axis.
fn revolved(outline: &[ProfilePiece], error: f64) -> Result<Mesh, ConvexShapeError> {
    let points = sampled(outline, 0.5 * error);
    let widest = points.iter().map(|point| point.x).fold(0.0, f64::max);
    let around = (TAU / chord(widest, 0.5 * error)).ceil().max(FEWEST_STEPS_AROUND) as u32;
    let (mut vertices, mut triangles, mut rows) = (Vec::new(), Vec::new(), Vec::new());
    for point in points {
        let first = vertices.len() as u32;
        let count = if point.x > 0.0 { around } else { 1 };
        vertices.extend((0..count).map(|step| {
            let turn = DVec2::from_angle(TAU * f64::from(step) / f64::from(around));
            (turn * point.x).extend(point.y)
        }));
        rows.push((first, count));
    }
    for pair in rows.windows(2) {
        let at = |(first, count): (u32, u32), step: u32| first + step % count;
        for step in 0..around {
            let [a, b] = [step, step + 1].map(|step| at(pair[0], step));
            let [d, c] = [step, step + 1].map(|step| at(pair[1], step));
            triangles.extend([[a, b, c], [a, c, d]].into_iter().filter(|&[a, b, c]| a != b && b != c && c != a));
        }
    }
    Ok(Mesh::new(vertices, triangles)?)
}

/// Points of the outline, each once: distance from the axis and height.
fn sampled(outline: &[ProfilePiece], error: f64) -> Vec<DVec2> {
    let place = |point: profile::ProfilePoint| DVec2::from_array(point.mid());
    let mut points: Vec<DVec2> = Vec::new();
    for piece in outline {
        match piece {
            ProfilePiece::Line(ends) => points.extend(ends.map(place)),
            ProfilePiece::Arc { centre, radius, from, to } => {
                let (centre, radius) = (place(*centre), radius.mid());
                let [start, end] = [*from, *to].map(|direction| place(direction).to_angle());
                let steps = ((end - start) / chord(radius, error).min(FRAC_PI_2)).ceil().max(1.0) as u32;
                let between = |step: u32| DVec2::from_angle(start + (end - start) * f64::from(step) / f64::from(steps));
                points.push(centre + radius * place(*from));
                points.extend((1..steps).map(|step| centre + radius * between(step)));
                points.push(centre + radius * place(*to));
            }
        }
    }
    points.dedup();
    points
}

/// A polytope grown by a radius.
fn rounded(hull: &ConvexHull, radius: f64, error: f64) -> Result<Mesh, ConvexShapeError> {
    if radius == 0.0 {
        return Ok(hull.mesh().clone());
    }
    let vertices = hull.mesh().vertices();
    let mut points = Vec::new();
    // The sphere's directions are at most step/√2 from any other, the steps of arcs at most step/2.
    let step = 0.5 * chord(radius, error) / (1.0 / SQRT_2 + 0.5);
    let ball = revolved(&profile::outline(&ConvexCore::Point, 1.0), 2.0 * (1.0 - (0.5 * step).cos()))?;
    for &direction in ball.vertices() {
        let higher =
            |&one: &DVec3, &other: &DVec3| if one.dot(direction) >= other.dot(direction) { one } else { other };
        let top = vertices.iter().copied().reduce(|one, other| higher(&one, &other)).unwrap_or_default();
        points.push(top + radius * direction);
    }
    let corners = |index: usize| hull.mesh().corners(index);
    let normal = |vector: &Vector3| DVec3::from_array(vector.mid()).normalize_or_zero();
    let normals: Vec<DVec3> = hull.area_vectors().iter().map(normal).collect();
    if hull.dimension() >= 2 {
        let sides: &[f64] = if hull.dimension() == 2 { &[1.0, -1.0] } else { &[1.0] };
        for (index, &normal) in normals.iter().enumerate() {
            let offset = |side: &f64| corners(index).map(|corner| corner + side * radius * normal);
            points.extend(sides.iter().flat_map(offset));
        }
    }
    for HullEdge { ends, triangle, other } in if hull.dimension() > 0 { hull.edges() } else { Vec::new() } {
        let [a, b] = ends.map(|end| vertices[end as usize]);
        let along = (b - a).normalize_or_zero();
        // The last vertex of a segment is repeated.
        if along == DVec3::ZERO {
            continue;
        }
        let (first, angle) = match (hull.dimension(), other) {
            (1, _) => (along.any_orthonormal_vector(), TAU),
            (2, Some(_)) => continue,
            (_, None) => (normals[triangle], PI),
            (_, Some(other)) => {
                let [first, second] = [normals[triangle], normals[other]];
                (first, first.cross(second).dot(along).atan2(first.dot(second)))
            }
        };
        let steps = (angle / step).ceil().max(1.0) as u32;
        for index in 1..steps {
            let turn = DVec2::from_angle(angle * f64::from(index) / f64::from(steps));
            let offset = radius * (turn.x * first + turn.y * along.cross(first));
            points.extend([a + offset, b + offset]);
        }
    }
    Ok(ConvexHull::of(&points)?.mesh().clone())
}

/// The hull of points on an ellipsoid grown by a radius.
pub(super) fn ellipsoid(radii: DVec3, radius: f64, error: f64) -> Result<ConvexHull, ConvexShapeError> {
    let at = |direction: DVec3| {
        let normal = (direction / radii).normalize();
        EllipsoidPoint { direction, place: direction * radii + radius * normal, normal }
    };
    let mut points = Vec::new();
    let mut stack = Vec::new();
    for octant in 0..8 {
        let signs = dvec3(f64::from(octant & 1), f64::from(octant >> 1 & 1), f64::from(octant >> 2)) * 2.0 - 1.0;
        let corners = DVec3::AXES.map(|axis| at(axis * signs));
        points.extend(corners.map(|corner| corner.place));
        stack.push((corners, ELLIPSOID_BISECTIONS));
    }
    while let Some((corners, left)) = stack.pop() {
        // A chord deviates by about an eighth of its length times the turn of the normal, a triangle by a third more.
        let deviation = |side: usize| {
            let [from, to] = [corners[side], corners[(side + 1) % 3]];
            from.place.distance(to.place) * from.normal.distance(to.normal) / 6.0
        };
        let worst = (1..3).fold(0, |worst, side| if deviation(side) > deviation(worst) { side } else { worst });
        if left == 0 || deviation(worst) <= error {
            continue;
        }
        let [from, to, opposite] = [0, 1, 2].map(|step| corners[(worst + step) % 3]);
        let middle = at((from.direction + to.direction).normalize());
        points.push(middle.place);
        stack.extend([([from, middle, opposite], left - 1), ([middle, to, opposite], left - 1)]);
    }
    ConvexHull::of(&points)
}

/// A point of a rounded ellipsoid: its direction on the unit sphere, its place and its normal.
#[derive(Clone, Copy)]
struct EllipsoidPoint {
    direction: DVec3,
    place: DVec3,
    normal: DVec3,
}
