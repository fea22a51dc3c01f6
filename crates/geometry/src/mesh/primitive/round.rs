//! Inscribed spheres, tori and knots: their vertices lie on the smooth surface.

use super::{PrimitiveError, count, halves, solid};
use crate::Polyhedron;
use crate::length::{below, positive};
use crate::tolerance::{MOST_PRIMITIVE_TRIANGLES, MOST_SPHERE_SUBDIVISIONS};
use glam::{DVec3, dvec3};
use std::collections::HashMap;
use std::f64::consts::TAU;

/// A sphere about the origin: the icosahedron with every triangle split in four `subdivisions` times (20·4ⁿ
/// triangles), vertices on the sphere.
pub fn icosphere(radius: f64, subdivisions: usize) -> Result<Polyhedron, PrimitiveError> {
    positive("the sphere's radius", radius)?;
    count("the sphere's number of subdivisions", subdivisions, 0, MOST_SPHERE_SUBDIVISIONS)?;
    let (mut directions, mut triangles) = icosahedron();
    for _ in 0..subdivisions {
        let mut middles: HashMap<[u32; 2], u32> = HashMap::with_capacity(triangles.len() * 3 / 2);
        let mut middle = |a: u32, b: u32| {
            *middles.entry([a.min(b), a.max(b)]).or_insert_with(|| {
                directions.push((directions[a as usize] + directions[b as usize]).normalize());
                directions.len() as u32 - 1
            })
        };
        triangles = triangles
            .iter()
            .flat_map(|&[a, b, c]| {
                let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
                [[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]
            })
            .collect();
    }
    solid(directions.iter().map(|direction| radius * direction).collect(), triangles)
}

/// Unit vertices and faces. The twelve vertices are the corners of three golden rectangles.
fn icosahedron() -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let golden = 0.5 * (1.0 + 5.0_f64.sqrt());
    let mut vertices = Vec::with_capacity(12);
    for (one, other) in [(1.0, golden), (-1.0, golden), (1.0, -golden), (-1.0, -golden)] {
        vertices.extend([dvec3(one, other, 0.0), dvec3(0.0, one, other), dvec3(other, 0.0, one)]);
    }
    // Neighbours are two units apart. Every outward triple of mutual neighbours is a face.
    let near = |a: usize, b: usize| vertices[a].distance_squared(vertices[b]) < 5.0;
    let mut triangles = Vec::with_capacity(20);
    for a in 0..12 {
        for b in a + 1..12 {
            for c in b + 1..12 {
                if near(a, b) && near(b, c) && near(c, a) {
                    let outward = vertices[a].dot(vertices[b].cross(vertices[c])) > 0.0;
                    let [b, c] = if outward { [b, c] } else { [c, b] };
                    triangles.push([a, b, c].map(|corner| corner as u32));
                }
            }
        }
    }
    (vertices.iter().map(|vertex| vertex.normalize()).collect(), triangles)
}

/// A torus about the z axis: `radius` from the axis to the centre of the tube, `tube` the radius of the tube,
/// `around` steps around the axis and `across` steps around the tube.
pub fn torus(radius: f64, tube: f64, around: usize, across: usize) -> Result<Polyhedron, PrimitiveError> {
    positive("the torus' radius", radius)?;
    positive("the torus' tube radius", tube)?;
    below("the torus' tube radius", tube, "the torus' radius", radius)?;
    let place = |u: f64, v: f64| {
        let distance = radius + tube * v.cos();
        dvec3(distance * u.cos(), distance * u.sin(), tube * v.sin())
    };
    let names = ["the torus' number of steps around", "the torus' number of steps across"];
    ring(names, [around, across], place)
}

/// A tube along a torus knot. The knot winds `windings[0]` times around the z axis and `windings[1]` times
/// around the tube of the torus of radii 1 and 0.4, all scaled by `size`. The knot's own tube has the radius
/// `tube`·`size`: [2, 3] with 0.15 is the trefoil. `steps` counts along the knot and across its tube.
pub fn torus_knot(size: f64, windings: [usize; 2], tube: f64, steps: [usize; 2]) -> Result<Polyhedron, PrimitiveError> {
    positive("the knot's size", size)?;
    positive("the knot's tube", tube)?;
    let (major, minor) = (1.0, 0.4);
    below("the knot's tube", tube, "the torus' own tube", minor)?;
    let [around_axis, around_tube] = windings;
    if greatest_common_divisor(around_axis, around_tube) != 1 {
        return Err(PrimitiveError::Windings { around_axis, around_tube });
    }
    let (p, q) = (around_axis as f64, around_tube as f64);
    let place = |u: f64, v: f64| {
        let (outward, up) = (dvec3((p * u).cos(), (p * u).sin(), 0.0), DVec3::Z);
        let along = dvec3(-outward.y, outward.x, 0.0);
        let (sine, cosine) = (q * u).sin_cos();
        let distance = major + minor * cosine;
        // The curve lies on the torus, so the torus' normal is perpendicular to it. This frame closes without a
        // twist.
        let normal = cosine * outward + sine * up;
        let tangent = p * distance * along + q * minor * (cosine * up - sine * outward);
        let sideways = tangent.normalize().cross(normal);
        let middle = distance * outward + minor * sine * up;
        size * (middle + tube * (v.cos() * normal - v.sin() * sideways))
    };
    ring(["the knot's number of steps around", "the knot's number of steps across"], steps, place)
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// A surface that closes in both directions, from `place(u, v)` with both angles in [0, 2π).
fn ring(
    [what_around, what_across]: [&'static str; 2],
    [around, across]: [usize; 2],
    place: impl Fn(f64, f64) -> DVec3,
) -> Result<Polyhedron, PrimitiveError> {
    count(what_around, around, 3, MOST_PRIMITIVE_TRIANGLES / 6)?;
    count(what_across, across, 3, MOST_PRIMITIVE_TRIANGLES / 2 / around)?;
    let angle = |step: usize, steps: usize| TAU * step as f64 / steps as f64;
    let steps = || (0..around).flat_map(|i| (0..across).map(move |j| (i, j)));
    let vertices = steps().map(|(i, j)| place(angle(i, around), angle(j, across))).collect();
    let at = |i: usize, j: usize| (i % around * across + j % across) as u32;
    let square = |(i, j)| halves([at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
    solid(vertices, steps().flat_map(square).collect())
}
