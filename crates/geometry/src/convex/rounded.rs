//! Integrals over polytopes grown by a ball.
//!
//! *Question.* What are the integrals of 1, x and x·xᵀ over all points within a radius r of a convex polytope?
//! *Idea.* Steiner's decomposition. The body is the polytope, a prism of height r over every face, a wedge of a cylinder
//! along every edge and a cone of a ball at every vertex. Every part has a closed form:
//! - a wedge between the normals m and n along the unit vector d, with the angle α between them, has ∫n dφ = (n − m)×d
//!   and ∫n·nᵀ dφ = α/2·P + sin α/2·(m·nᵀ + n·mᵀ − cos α·P), where P = I − d·dᵀ;
//! - the cone at a vertex has the solid angle 2π minus the angles of the faces there, and ∫n dω = −½ Σ α·d over its
//!   edges, by the divergence theorem on the sphere. All cones together make one ball, so ∫n·nᵀ dω is needed in sum
//!   only.
//!
//! A polygon is a polytope of two faces, with wedges of α = π. A segment has one wedge of α = 2π, a point none.
//! *Guarantee.* Every step is rounded outward. Faces split into triangles change nothing: α = 0 between them.
//! *Cost.* Some hundred interval operations per triangle.
//! *Source.* J. Steiner, *Über parallele Flächen* (1840), for the volume. The higher moments follow from the same parts.

use super::ConvexHull;
use super::hull::HullEdge;
use crate::enclose;
use crate::mass::MomentEnclosure;
use glam::DVec3;
use tangency_interval::{Interval, Vector, Vector3};

/// The integrals over the hull grown by a radius, about a fixed point.
pub(super) fn moments(hull: &ConvexHull, radius: f64, from: DVec3) -> MomentEnclosure {
    let mesh = hull.mesh();
    let places = mesh.vertices().iter().map(|&vertex| enclose(vertex) - enclose(from)).collect();
    // The vertices of a point or a segment are repeated: only the first of each counts.
    let solid_angle = if hull.dimension() < 2 { Interval::ZERO } else { full_turn() };
    let mut parts = RoundedParts::new(places, solid_angle, radius);
    let areas = hull.area_vectors();
    match hull.dimension() {
        0 => parts.corners[0].solid_angle = full_turn() * 2.0,
        1 => {
            parts.edge([0, 1], [Vector3::ZERO; 2], Bend { angle: full_turn(), sine: Interval::ZERO, cosine: ONE });
            parts.corners[0].solid_angle = full_turn();
            parts.corners[1].solid_angle = full_turn();
        }
        2 => {
            let bend = Bend { angle: Interval::PI, sine: Interval::ZERO, cosine: -ONE };
            for (&triangle, &vector) in mesh.triangles().iter().zip(&areas) {
                parts.prism(triangle, vector);
                parts.prism(triangle, -vector);
                parts.angles(triangle, vector, 2.0);
            }
            for HullEdge { ends, triangle, other } in hull.edges() {
                if other.is_none() {
                    let normal = unit(areas[triangle]);
                    parts.edge(ends, [normal, -normal], bend);
                }
            }
        }
        _ => {
            parts.sum = MomentEnclosure::of(mesh, from);
            // The volume of a hull is not negative, however thin it is.
            parts.sum.zeroth = parts.sum.zeroth.max(Interval::ZERO);
            for (&triangle, &vector) in mesh.triangles().iter().zip(&areas) {
                parts.prism(triangle, vector);
                parts.angles(triangle, vector, 1.0);
            }
            for HullEdge { ends, triangle, other } in hull.edges() {
                if let Some(other) = other {
                    let [first, second] = [triangle, other].map(|index| unit(areas[index]));
                    parts.edge(ends, [first, second], Bend::between(first, second, parts.direction(ends)));
                }
            }
        }
    }
    parts.finish()
}

const ONE: Interval = Interval::ONE;

fn full_turn() -> Interval {
    Interval::PI * 2.0
}

/// The angle between the normals of two faces.
#[derive(Clone, Copy)]
struct Bend {
    angle: Interval,
    sine: Interval,
    cosine: Interval,
}

impl Bend {
    /// The edge runs along `direction` on the first face, counter-clockwise. The edge is convex or flat.
    fn between(first: Vector3, second: Vector3, direction: Vector3) -> Self {
        let sine = first.cross(second).dot(direction).intersection(Interval::between(0.0, 1.0));
        let cosine = first.dot(second).intersection(Interval::between(-1.0, 1.0));
        Self { angle: sine.atan2(cosine), sine, cosine }
    }
}

/// The cone at a vertex.
#[derive(Clone, Copy)]
struct CornerCone {
    solid_angle: Interval,
    /// The integral of the unit normals.
    normals: Vector3,
}

struct RoundedParts {
    places: Vec<Vector3>,
    corners: Vec<CornerCone>,
    radius: Interval,
    sum: MomentEnclosure,
}

impl RoundedParts {
    fn new(places: Vec<Vector3>, solid_angle: Interval, radius: f64) -> Self {
        let corner = CornerCone { solid_angle, normals: Vector3::ZERO };
        let corners = vec![corner; places.len()];
        Self { places, corners, radius: Interval::from(radius), sum: MomentEnclosure::ZERO }
    }

    /// The unit vector along an edge.
    fn direction(&self, [a, b]: [u32; 2]) -> Vector3 {
        unit(self.places[b as usize] - self.places[a as usize])
    }

    /// Adds the prism over a triangle, on the side of its area vector.
    fn prism(&mut self, triangle: [u32; 3], vector: Vector3) {
        let (r, area, normal) = (self.radius, vector.length() * 0.5, unit(vector));
        let [a, b, c] = triangle.map(|corner| self.places[corner as usize]);
        let (total, third) = (a + b + c, Interval::from(3.0));
        self.sum.zeroth += area * r;
        self.sum.first = self.sum.first + total * (area * r / third) + normal * (area * r.sqr() * 0.5);
        for corner in [a, b, c, total] {
            self.sum.add_squares(area * r / Interval::from(12.0), corner);
        }
        self.sum.add_products(area * r.sqr() / Interval::from(6.0), total, normal);
        self.sum.add_squares(area * r.powi(3) / third, normal);
    }

    /// Subtracts the angles of a triangle, this many times, from the solid angles at its corners.
    fn angles(&mut self, triangle: [u32; 3], vector: Vector3, times: f64) {
        for corner in 0..3 {
            let [at, to, from] = [0, 1, 2].map(|step| self.places[triangle[(corner + step) % 3] as usize]);
            let (first, second) = (to - at, from - at);
            let angle = vector.length().atan2(first.dot(second));
            let cone = &mut self.corners[triangle[corner] as usize];
            cone.solid_angle -= angle * times;
        }
    }

    /// Adds the wedge along an edge, and its share of the cones at its ends.
    fn edge(&mut self, ends: [u32; 2], [first, second]: [Vector3; 2], bend: Bend) {
        let r = self.radius;
        let [a, b] = ends.map(|end| self.places[end as usize]);
        let (length, direction) = ((b - a).length(), self.direction(ends));
        let (sector, third) = (bend.angle * r.sqr() * 0.5, Interval::from(3.0));
        let normals = (second - first).cross(direction);
        let total = a + b;
        self.sum.zeroth += sector * length;
        self.sum.first = self.sum.first + total * (sector * length * 0.5) + normals * (length * r.powi(3) / third);
        for place in [a, b, total] {
            self.sum.add_squares(sector * length / Interval::from(6.0), place);
        }
        self.sum.add_products(length * r.powi(3) / Interval::from(6.0), total, normals);
        // The normals themselves: the part of I − d·dᵀ, and that of m·nᵀ + n·mᵀ.
        let weight = length * r.powi(4) * 0.25;
        let plane = weight * (bend.angle - bend.sine * bend.cosine) * 0.5;
        (0..3).for_each(|axis| self.sum.second[axis] += plane);
        self.sum.add_squares(-plane, direction);
        self.sum.add_products(weight * bend.sine * 0.5, first, second);
        for (end, sign) in ends.into_iter().zip([-0.5, 0.5]) {
            let cone = &mut self.corners[end as usize];
            cone.normals = cone.normals + direction * (bend.angle * sign);
        }
    }

    /// Adds the cones at the vertices.
    fn finish(mut self) -> MomentEnclosure {
        let (r, third) = (self.radius, Interval::from(3.0));
        let ball = full_turn() * 2.0;
        self.sum.zeroth += ball * r.powi(3) / third;
        for (place, cone) in self.places.iter().zip(&self.corners) {
            let cone_volume = cone.solid_angle.intersection(Interval::between(0.0, ball.upper())) * r.powi(3) / third;
            let weight = r.powi(4) * 0.25;
            self.sum.first = self.sum.first + *place * cone_volume + cone.normals * weight;
            self.sum.add_squares(cone_volume, *place);
            self.sum.add_products(weight, *place, cone.normals);
        }
        let own = ball / third * r.powi(5) / Interval::from(5.0);
        (0..3).for_each(|axis| self.sum.second[axis] += own);
        self.sum
    }
}

/// The unit vector, with coordinates between −1 and 1 in any case.
fn unit(vector: Vector3) -> Vector3 {
    let length = vector.length();
    Vector(vector.0.map(|coordinate| (coordinate / length).intersection(Interval::between(-1.0, 1.0))))
}
